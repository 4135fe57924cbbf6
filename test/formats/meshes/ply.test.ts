import { expect, test } from 'vitest'
import { bytesOf, type PlyFormat, ply, plyHeader, sheet, TETRAHEDRON } from '../samples.js'
import { expectRefused, expectSame, read } from './expect-mesh.js'

const FORMATS: readonly PlyFormat[] = ['ascii', 'binary_little_endian', 'binary_big_endian']
const HEADER_LENGTH = (format: PlyFormat): number => plyHeader(format, 4, 4).length

test.each(FORMATS)('%s, with properties that are skipped', (format) => {
  const mesh = read(ply(sheet(3), format))
  expect(mesh).toMatchObject({ format: 'ply', notes: [] })
  expect([...mesh.positions]).toEqual(sheet(3).positions)
  expect([...mesh.triangles]).toEqual(sheet(3).triangles)
})

function header(...lines: string[]): string {
  return `ply\nformat ascii 1.0\n${lines.join('\n')}\nend_header\n`
}

const XYZ = 'property float x\nproperty float y\nproperty float z'
const FACES = 'property list uchar int vertex_indices'

test('line ends, comments and types of either name', () => {
  const text = new TextDecoder().decode(ply(TETRAHEDRON, 'ascii'))
  expectSame(read(text.replaceAll('\n', '\r\n')), TETRAHEDRON)
  expectSame(read(text.replaceAll('\n', ' \n')), TETRAHEDRON)
  expectSame(read(text.replace('comment', 'obj_info property element\ncomment')), TETRAHEDRON)
  expectSame(read(text.replace('list uchar int', 'list uint8 int32').replace('float x', 'float32 x')), TETRAHEDRON)
  expectSame(read(text.replace('vertex_indices', 'vertex_index')), TETRAHEDRON)
})

test('faces before vertices, other elements between, axes in any order', () => {
  const text = `${header(
    'element face 1',
    FACES,
    'element empty 1000000000',
    'element other 2',
    'property list uchar double a',
    'property int b',
    'element vertex 3',
    'property float z',
    'property list uchar int links',
    'property float x',
    'property int y',
  )}3 0 1 2\n0 5\n2 1 nan 5\n3 0 1 2\n3 1 7 4 5\n3 2 7 8 7 8\n`
  const mesh = read(text)
  expect([...mesh.positions]).toEqual([1, 2, 3, 4, 5, 3, 7, 8, 3])
  expect([...mesh.triangles]).toEqual([0, 1, 2])
})

test('polygons, edges, and a cloud of points', () => {
  const text = `${header('element vertex 4', XYZ, 'element face 3', FACES)}0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n2 0 1\n0\n`
  const mesh = read(text)
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3])
  expect(mesh.notes).toEqual([
    '2 faces with fewer than three corners left out.',
    '1 face with more than three corners cut into fans, which is right where they are convex.',
  ])
  const cloud = read(`${header('element vertex 1', XYZ)}1 2 3\n`)
  expect([...cloud.positions]).toEqual([1, 2, 3])
  expect(cloud.notes).toEqual(['No faces: a cloud of points.'])
  expect(read(header('element vertex 0', XYZ, 'element face 0', FACES)).notes).toEqual([])
})

test('triangle strips, every second triangle turned round', () => {
  const text = `${header('element vertex 5', XYZ, 'element tristrips 1', 'property list int int vertex_indices')}${'0 0 0\n'.repeat(5)}9 0 1 2 3 -1 2 3 4 0\n`
  expect([...read(text).triangles]).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 0])
})

test.each([
  ['ply\nformat ascii 1.0\n', 3, '"end_header" or another word of a PLY header, got the end of the file'],
  ['ply\nformat binary 1.0\n', 2, '"binary_big_endian", got "binary"'],
  ['ply\nformat ascii 2.0\n', 2, 'version 1.0, got "2.0"'],
  ['ply\nend_header\n', 2, 'a "format" line before the end of the header'],
  ['ply\nformat ascii 1.0 x\n', 2, 'the end of the line, got "x"'],
  ['ply\nformat ascii 1.0\nproperty int x\n', 3, 'an "element" before its properties'],
  ['ply\nformat ascii 1.0\nelement vertex\n', 3, 'the number of vertex elements, got the end of the line'],
  ['ply\nformat ascii 1.0\nelement vertex -3\n', 3, 'the number of vertex elements, got "-3"'],
  ['ply\nformat ascii 1.0\nelement vertex 1\nproperty real x', 4, 'a type: char, uchar'],
  ['ply\nformat ascii 1.0\nelement face 1\nproperty list float int a', 4, 'a whole type for a length, got "float"'],
  ['ply\nformat ascii 1.0\nelement face 1\nproperty list uchar list a', 4, 'a type: char'],
  ['ply\nformat ascii 1.0\nelement a 1\nelement a 1\n', 4, 'an element that is not there yet'],
  ['ply\nformat ascii 1.0\nelement a 1\nproperty int b\nproperty int b\n', 5, 'a property that a does not have yet'],
  [header('element face 1', FACES), 5, 'an element "vertex" in the header'],
  [header('element vertex 1', 'property float x'), 3, 'a property "y" of the vertices'],
  [header('element vertex 1', XYZ.replace('float z', 'list uchar int z')), 3, 'a single number for "z"'],
  [header('element vertex 1', XYZ, 'element face 1', 'property int vertex_indices'), 7, 'a list "vertex_indices"'],
  [
    header('element vertex 1', XYZ, 'element face 1', 'property list uchar float vertex_indices'),
    7,
    'of a whole type, got float',
  ],
  [
    `${header('element vertex 1000000000', XYZ)}0 0 0\n`,
    3,
    'as many vertex elements as the 6 bytes left for them can hold, got 1000000000',
  ],
  [`${header('element vertex 1', XYZ, 'element face 1000000', FACES)}0 0 0\n3 0 0 0`, 7, 'as many face elements'],
  [`${header('element vertex 2', XYZ)}0 0 0\n0 0 \n`, 9, 'a coordinate, got the end of the line'],
  [`${header('element vertex 2', XYZ)}0 0 0\n0 0 nan\n`, 9, 'a coordinate, got "nan"'],
  [
    `${header('element vertex 2', XYZ)}0 0 0\n0 0 0 0\n`,
    9,
    'the end of the line after the 3 properties of a vertex, got "0"',
  ],
  [`${header('element vertex 1', XYZ)}0 0 0\n0 0 0\n`, 9, 'the end of the file after the elements'],
  [
    `${header('element vertex 3', XYZ, 'element face 1', FACES)}0 0 0\n0 0 0\n0 0 0\n3 0 1 3\n`,
    13,
    'a vertex from 0 to 2, got "3"',
  ],
  [
    `${header('element vertex 3', XYZ, 'element face 1', FACES)}0 0 0\n0 0 0\n0 0 0\n4000000000 0 1 2\n`,
    13,
    'a vertex from 0 to 2, got the end of the line',
  ],
])('%j is refused in line %i', (text, line, message) => {
  expectRefused(text, { name: 'a.ply' }, { line }, message)
})

test.each(['binary_little_endian', 'binary_big_endian'] as const)(
  '%s: what is wrong is refused by its place',
  (format) => {
    const start = HEADER_LENGTH(format)
    const little = format === 'binary_little_endian'
    const change = (set: (view: DataView) => void): Uint8Array => {
      const bytes = ply(TETRAHEDRON, format)
      set(new DataView(bytes.buffer, start))
      return bytes
    }
    const options = { name: 'a.ply' }
    const z = change((view) => view.setFloat64(17 + 8, Infinity, little))
    expectRefused(z, options, { offset: start + 25 }, 'a coordinate of at most 1e+60, got Infinity')
    const index = change((view) => view.setInt32(4 * 17 + 22 + 1, -7, little))
    expectRefused(index, options, { offset: start + 91 }, 'a vertex from 0 to 3, got -7')
    const length = change((view) => view.setUint8(4 * 17 + 3 * 22 + 13, 200))
    expectRefused(length, options, { offset: start + 4 * 17 + 3 * 22 + 14 }, '200 values, got the end of the file')
    const bytes = ply(TETRAHEDRON, format)
    expectRefused(bytes.subarray(0, -1), options, { offset: bytes.length - 8 }, '2 values, got the end of the file')
    expectRefused(bytes.subarray(0, start + 5), options, { line: 4 }, 'as many vertex elements as the 5 bytes')
    expectRefused(
      Uint8Array.from([...bytes, 1]),
      options,
      { offset: bytes.length },
      'the end of the file after the elements',
    )
  },
)

test('a header may be longer than any real one', () => {
  const many = Array.from({ length: 2000 }, (_, k) => `property uchar p${k}`)
  const text = `${header('element vertex 1', XYZ, ...many)}1 2 3${' 0'.repeat(2000)}\n`
  expect([...read(bytesOf(text)).positions]).toEqual([1, 2, 3])
  const elements = Array.from({ length: 300 }, (_, k) => `element e${k} 0`)
  expectRefused(header(...elements), {}, { line: 259 }, 'at most 256 elements')
  const properties = Array.from({ length: 5000 }, (_, k) => `property int p${k}`)
  expectRefused(header('element vertex 1', ...properties), {}, { line: 4100 }, 'at most 4096 properties')
})
