import { expect, test } from 'vitest'
import { binaryStl, bytesOf, sheet, TETRAHEDRON, textStl } from '../samples.js'
import { cornersOf, expectRefused, expectSame, read } from './expect-mesh.js'

test.each([
  'a header',
  'solid thing',
  'solid facet normal',
  'solid x endsolid',
  'COLOR=1234',
  '{"json":1}',
  '<xml>',
  'ply',
])('binary, whatever its header says: %s', (header) => {
  const mesh = read(binaryStl(TETRAHEDRON, header), { name: 'a.STL' })
  expect(mesh.format).toBe('stl')
  expect(mesh.notes).toEqual([])
  expectSame(mesh, TETRAHEDRON)
  // As it comes: three vertices a triangle, none shared.
  expect(mesh.positions.length).toBe(36)
  expect([...mesh.triangles]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('text', () => {
  const text = textStl(sheet(3))
  expectSame(read(text), sheet(3))
  expectSame(read(text.toUpperCase()), sheet(3))
  expectSame(read(text.replaceAll('\n', '\r\n')), sheet(3))
  expectSame(read(text.replaceAll('\n', '\r')), sheet(3))
  expectSame(read(`\ufeff${text}`), sheet(3))
})

test('text: several solids are joined, names may be anything, normals are not read', () => {
  const one = textStl(TETRAHEDRON, 'facet 1 2 3 endsolid \u00e9')
  const other = textStl(sheet(1), '').replaceAll('normal 0 0 0', 'normal nan -nan(ind) inf')
  const mesh = read(one + other)
  expect(mesh.triangles.length / 3).toBe(4 + 2)
})

test('without triangles: a mesh with none', () => {
  expect(read('solid nothing\nendsolid nothing\n')).toMatchObject({ format: 'stl', notes: [] })
  expect(cornersOf(read('solid\nendsolid'))).toEqual([])
  expect(cornersOf(read(binaryStl({ positions: [], triangles: [] })))).toEqual([])
})

test('binary: a count that the bytes do not hold is refused before anything is allocated', () => {
  const bytes = binaryStl(TETRAHEDRON)
  new DataView(bytes.buffer).setUint32(80, 0xffffffff, true)
  expectRefused(
    bytes,
    { name: 'a.stl' },
    { offset: 80 },
    'a.stl, byte 80: expected a count of triangles that the file holds (4), got 4294967295',
  )
  expectRefused(binaryStl(TETRAHEDRON).subarray(0, 200), { name: 'a.stl' }, { offset: 80 }, 'holds (2), got 4')
  expectRefused(binaryStl(TETRAHEDRON, 'solid').subarray(0, 200), {}, { offset: 80 }, 'holds (2), got 4')
  expectRefused(new Uint8Array(83), { name: 'a.stl' }, { offset: 83 }, 'at least 84 bytes')
  expectRefused(new Uint8Array(0), { name: 'a.stl' }, { offset: 0 }, 'at least 84 bytes')
})

test('binary: padding after the last triangle is noted, more than padding refused', () => {
  const bytes = binaryStl(TETRAHEDRON)
  const padded = Uint8Array.from([...bytes, 0, 0, 0, 10])
  const mesh = read(padded, { name: 'a.stl' })
  expectSame(mesh, TETRAHEDRON)
  expect(mesh.notes).toEqual(['4 bytes of padding at the end.'])
  // One triangle more than the count says: the count is wrong, and half a mesh would be worse than none.
  new DataView(bytes.buffer).setUint32(80, 3, true)
  bytes[84 + 150 + 30] = 1
  expectRefused(
    bytes,
    { name: 'a.stl' },
    { offset: 84 + 150 + 18 },
    'the end of the file after 3 triangles, got 50 more bytes',
  )
})

test.each([Number.NaN, Infinity, -Infinity])('binary: a coordinate must be finite, not %d', (value) => {
  const bytes = binaryStl(TETRAHEDRON)
  new DataView(bytes.buffer).setFloat32(84 + 50 + 12 + 8, value, true)
  expectRefused(bytes, { name: 'a.stl' }, { offset: 84 + 50 + 20 }, `a finite coordinate, got ${value} in triangle 1`)
})

test.each([
  ['solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n', 4, 'a coordinate, got the end of the line'],
  ['solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\n', 4, 'a coordinate, got "x"'],
  ['solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n', 4, 'a coordinate, got "nan"'],
  ['solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e61\n', 4, 'at most 1e+60, got "1e61"'],
  ['solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1\nendloop', 5, '"vertex", got "endloop"'],
  ['solid a\nfacet normal 0 0 1\nloop', 3, '"outer", got "loop"'],
  ['solid a\nface normal 0 0 1\n', 2, '"facet" or "endsolid", got "face"'],
  ['solid a\r\n\r\nface', 3, '"facet" or "endsolid", got "face"'],
  ['solid a\n', 2, '"facet" or "endsolid", got the end of the file'],
  ['solid a\nendsolid a\nrest', 3, '"solid", got "rest"'],
  [textStl(TETRAHEDRON).slice(0, -16), 30, '"facet" or "endsolid", got the end of the file'],
])('text: %j is refused in line %i', (text, line, message) => {
  expectRefused(text, { name: 'a.stl' }, { line }, message)
})

test('a coordinate in text is read to the last bit', () => {
  const sample = {
    positions: [0.1, 1 / 3, 2 ** -60, 1e-300, 2 ** 63 + 2 ** 40, -0.3, 5e-324, 1e22, 123456.789e3],
    triangles: [0, 1, 2],
  }
  expectSame(read(textStl(sample)), sample)
  expectSame(read(bytesOf(textStl(sample)), { format: 'stl' }), sample)
})
