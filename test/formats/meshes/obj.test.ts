import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { MeshFileError } from '../../../src/errors.js'
import { obj, sheet, TETRAHEDRON } from '../samples.js'
import { expectRefused, expectSame, read } from './expect-mesh.js'

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n'

test('vertices and faces', () => {
  const mesh = read(obj(sheet(3)))
  expect(mesh).toMatchObject({ format: 'obj', notes: [] })
  expect([...mesh.positions]).toEqual(sheet(3).positions)
  expect([...mesh.triangles]).toEqual(sheet(3).triangles)
  expectSame(read(obj(TETRAHEDRON).replaceAll('\n', '\r\n')), TETRAHEDRON)
  expectSame(read(obj(TETRAHEDRON).replaceAll('\n', '\r')), TETRAHEDRON)
})

test.each([
  'f 1 2 3',
  'f 1/1 2/2 3/3',
  'f 1//1 2//1 3//1',
  'f 1/1/1 2/2/1 3/3/1',
  'f -4 -3 -2',
  'f -4/-4/-4 -3//-1 -2',
  'f   1\t2   3   # comment',
  'f 1 \\\n 2\\\n 3',
  'f 1 \\\r\n2 3',
  'fo 1 2 3',
])('a face as %j', (face) => {
  expect([...read(`${SQUARE}${face}\n`).triangles]).toEqual([0, 1, 2])
})

test('polygons are cut into fans, and that is said', () => {
  const mesh = read(`${SQUARE}v 2 2 2\nf 1 2 3 4\nf 1 2 3\nf 1 2 3 4 5\n`)
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 1, 2, 0, 1, 2, 0, 2, 3, 0, 3, 4])
  expect(mesh.notes).toEqual([
    '2 faces with more than three corners cut into fans, which is right where they are convex.',
  ])
})

test('negative indices count from where they stand, positive ones may be ahead', () => {
  const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -3 -2 -1\nf 1 2 5\nv 6 6 6\n'
  expect([...read(text).triangles]).toEqual([0, 1, 2, 1, 2, 3, 0, 1, 4])
})

test('groups and objects are joined, colours and weights skipped, names may be anything', () => {
  const text =
    'mtllib C:\\materials\\a.mtl\no one\nv 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng a b\nusemtl f 1 2 9\ns off\n' +
    'f 1 2 3\no two\nv 3 0 0\nf 2 3 4\n'
  expect([...read(text, { name: 'a.obj' }).triangles]).toEqual([0, 1, 2, 1, 2, 3])
})

test('lines and points are left out, and that is said', () => {
  expect(read(`${SQUARE}l 1 2\nl 2 3\np 1\nf 1 2 3\n`).notes).toEqual([
    '2 line elements left out.',
    '1 point element left out.',
  ])
})

test('lines of no keyword are passed over, counted, and the first is shown', () => {
  // FCL's test models begin like this.
  const mesh = read(`4\n${SQUARE}f 1 2 3\nf 1 3 4\n`, { name: 'env.obj' })
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3])
  expect(mesh.notes).toEqual(['1 line that begins with no keyword of the OBJ format passed over, line 1: "4".'])
  expect(read(`${SQUARE}4 2\nobject one \\\n two\nf 1 2 3\nEND`, { name: 'a.obj' }).notes).toEqual([
    '2 lines that begin with no keyword of the OBJ format passed over, the first one being line 5: "4".',
  ])
})

test('a damaged vertex or face is never passed over', () => {
  const lines = `12\n${obj(sheet(3))}`.trimEnd().split('\n')
  const keywords = /^\s*(?:[lpgos]|mg|vn|vt|vp|sp)(?:\s|$)|^\s*(?:#|$)/
  const random = new Random(7)
  let refused = 0
  for (let k = 0; k < 3000; k++) {
    const row = 1 + Math.floor(random.unit() * (lines.length - 1))
    const at = Math.floor(random.unit() * Math.min(lines[row]!.length, 3))
    const letter = 'vf0159.-/ xle#gq\\'[Math.floor(random.unit() * 17)]!
    const cut = random.unit() < 0.5 ? 1 : 0
    const damaged = lines[row]!.slice(0, at) + (random.unit() < 0.3 ? '' : letter) + lines[row]!.slice(at + cut)
    // It has become another element, or a comment: nothing of the format is wrong with it.
    if (keywords.test(damaged)) continue
    const text = [...lines.slice(0, row), damaged, ...lines.slice(row + 1)].join('\n')
    try {
      const { positions, triangles } = read(text, { name: 'a.obj' })
      // A vertex may have become a face, but none is lost.
      const lost = sheet(3).positions.length + sheet(3).triangles.length - positions.length - triangles.length
      expect(lost, JSON.stringify(damaged)).toBe(0)
    } catch (error) {
      if (!(error instanceof MeshFileError)) throw error
      refused++
    }
  }
  expect(refused).toBeGreaterThan(1000)
})

test('without faces: a mesh with none', () => {
  expect(read(SQUARE).triangles.length).toBe(0)
  expect(read(SQUARE).positions.length).toBe(12)
  expect(read('', { name: 'a.obj' }).positions.length).toBe(0)
  expect(read('# only a comment', { name: 'a.obj' }).positions.length).toBe(0)
})

test('degenerate and double triangles stay', () => {
  expect([...read(`${SQUARE}f 1 1 1\nf 1 2 3\nf 1 2 3\nf 1 2 1\n`).triangles]).toEqual([
    0, 0, 0, 0, 1, 2, 0, 1, 2, 0, 1, 0,
  ])
})

test.each([
  ['v 0 0', 1, 'a coordinate, got the end of the file'],
  ['v 0 0 \nf', 1, 'a coordinate, got the end of the line'],
  ['v 0 0 0x10', 1, 'a coordinate, got "0x10"'],
  ['v 0 0 Infinity', 1, 'a coordinate, got "Infinity"'],
  ['v 0 0 1,5', 1, 'a coordinate, got "1,5"'],
  ['v 0 0 1e999', 1, 'at most 1e+60, got "1e999"'],
  [`${SQUARE}f 1 2`, 5, 'the corners of a face, three at least, got the end of the file'],
  [`${SQUARE}f 1 2 \\\n\nf`, 6, 'three at least, got the end of the line'],
  [`${SQUARE}f 1 2 5`, 5, "one of the file's 4 vertices, got 5"],
  [`${SQUARE}f 1 2 3\nf 1 2 99999999999\n`, 6, 'the number of a vertex, counted from 1, got "99999999999"'],
  [`${SQUARE}f 1 2 0`, 5, 'counted from 1, got "0"'],
  [`${SQUARE}f 1 2 -5`, 5, 'one of the 4 vertices so far, got "-5"'],
  [`${SQUARE}f 1 2 -0`, 5, 'one of the 4 vertices so far, got "-0"'],
  [`${SQUARE}f 1 2 x`, 5, 'v, v/vt, v//vn or v/vt/vn, got "x"'],
  [`${SQUARE}f 1 2 3.5`, 5, 'got "3.5"'],
  [`${SQUARE}f 1 2 /3`, 5, 'got "/3"'],
  [`${SQUARE}f 1 2 3/a`, 5, 'got "3/a"'],
  [`${SQUARE}f 1 2 3-4`, 5, 'got "3-4"'],
  [`${SQUARE}f 1 2 3\n1 2 3`, 6, 'a keyword of the OBJ format, got "1"'],
  [`${SQUARE}f 1 2 3\nx \\\n 0 \\\n.5 -1`, 6, 'a keyword of the OBJ format, got "x"'],
  [`${SQUARE}f 1 2 3\n1/1 2/2 3/3`, 6, 'a keyword of the OBJ format, got "1/1"'],
  [`${SQUARE}f 1 2 3\nf1 2 3`, 6, 'a keyword of the OBJ format, got "f1"'],
  [`${SQUARE}f 1 2 3\nvertex`, 6, 'a keyword of the OBJ format, got "vertex"'],
  [`${SQUARE}w 1 2 3`, 5, 'a keyword of the OBJ format, got "w"'],
  [`${SQUARE}constructor`, 5, 'a keyword of the OBJ format, got "constructor"'],
  [`${SQUARE}surf 0 1 0 1 1 2`, 5, 'no free-form surfaces'],
  [`${SQUARE}call other.obj`, 5, 'no references to other files'],
  [`${SQUARE}\xff\x00`, 5, 'got "\\xc3\\xbf\\x00"'],
])('%j is refused in line %i', (text, line, message) => {
  expectRefused(text, { name: 'a.obj' }, { line }, message)
})
