import { expect, test } from 'vitest'
import { off, sheet, TETRAHEDRON } from '../samples.js'
import { expectRefused, expectSame, read } from './expect-mesh.js'

test.each(['OFF', 'COFF', 'NOFF', 'CNOFF', 'STOFF', 'STCNOFF'])('%s', (keyword) => {
  const mesh = read(off(sheet(3), keyword))
  expect(mesh).toMatchObject({ format: 'off', notes: [] })
  expect([...mesh.positions]).toEqual(sheet(3).positions)
  expect([...mesh.triangles]).toEqual(sheet(3).triangles)
})

test.each([
  ['comments', (t: string) => `# one\n${t.replace('\n', ' # two\n# three\n').replaceAll('\n', ' #x\n')}`],
  ['blank lines', (t: string) => t.replaceAll('\n', '\n\n \n')],
  ['CR LF', (t: string) => t.replaceAll('\n', '\r\n')],
  ['counts behind the keyword', (t: string) => t.replace('OFF\n', 'OFF ')],
  ['no number of edges', (t: string) => t.replace(' 0\n', '\n')],
  ['colours at faces', (t: string) => t.replaceAll(/^(3 .*)$/gm, '$1  0.5 0.5 0.5 1.0')],
  ['no line end at the end', (t: string) => t.trimEnd()],
])('with %s', (_, change) => {
  expectSame(read(change(off(TETRAHEDRON))), TETRAHEDRON)
})

test('the keyword may be missing, if the name or the caller says what it is', () => {
  const text = off(TETRAHEDRON).replace('OFF\n', '')
  expectSame(read(text, { name: 'a.off' }), TETRAHEDRON)
  expectSame(read(text, { format: 'off' }), TETRAHEDRON)
})

test('polygons, edges and points', () => {
  const mesh = read('OFF\n4 4 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n2 0 1\n1 0\n0\n')
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3])
  expect(mesh.notes).toEqual([
    '3 faces with fewer than three corners left out.',
    '1 face with more than three corners cut into fans, which is right where they are convex.',
  ])
})

test('without faces, without anything', () => {
  expect(read('OFF\n1 0 0\n1 2 3\n').positions.length).toBe(3)
  expect(read('OFF 0 0 0').positions.length).toBe(0)
})

test.each([
  ['OFF BINARY\n', 1, 'binary OFF is not supported'],
  ['4OFF\n1 0 0\n', 1, '(4OFF) are not supported'],
  ['nOFF\n3\n1 0 0\n', 1, '(nOFF) are not supported'],
  ['OFFX\n1 0 0\n', 1, '"OFF", "COFF" or the like, got "OFFX"'],
  ['OFF\nx 0 0\n', 2, 'the number of vertices, got "x"'],
  ['OFF\n', 2, 'the number of vertices, got the end of the file'],
  ['OFF\n3\n', 2, 'the number of faces, got the end of the line'],
  ['OFF\n-1 0 0\n', 2, 'the number of vertices, got "-1"'],
  ['OFF\n1000000000 1 0\n0 0 0\n', 3, 'counts of vertices and faces that the 6 bytes that follow can hold'],
  ['OFF\n1 1000000000 0\n0 0 0\n', 3, 'counts of vertices and faces'],
  ['OFF\n1 0 0\n0 0\n', 3, 'a coordinate of a vertex, got the end of the line'],
  ['OFF\n1 0 0\n0 0 -inf\n', 3, 'got "-inf"'],
  ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n', 6, 'a vertex from 0 to 2, got "3"'],
  ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n', 6, 'a vertex from 0 to 2, got "-1"'],
  ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n', 6, 'a vertex from 0 to 2, got the end of the line'],
  ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n', 7, 'the end of the file after 1 face, got "3"'],
  ['OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n', 7, 'the number of corners of a face, got the end of the file'],
])('%j is refused in line %i', (text, line, message) => {
  expectRefused(text, { name: 'a.off' }, { line }, message)
})
