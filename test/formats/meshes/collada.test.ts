import { expect, test } from 'vitest'
import { type ColladaParts, collada, corners, INPUTS, sheet, TETRAHEDRON } from '../samples.js'
import { cornersOf, expectRefused, expectSame, read } from './expect-mesh.js'

const make = (parts: ColladaParts): string => collada(TETRAHEDRON, parts)

test('triangles', () => {
  const mesh = read(collada(sheet(3)))
  expect(mesh).toMatchObject({ format: 'dae', notes: ['Up axis Z, not turned.'] })
  expect([...mesh.positions]).toEqual(sheet(3).positions)
  expect([...mesh.triangles]).toEqual(sheet(3).triangles)
  expectSame(read(collada(sheet(3)).replaceAll('\n', '\r\n')), sheet(3))
  expectSame(read(`\ufeff${collada(sheet(3))}`), sheet(3))
})

const SQUARE = `${INPUTS}<vcount>4 3</vcount><p>0 0 1 0 2 0 3 0 0 0 1 0 3 0</p>`
test.each([
  [`<polylist count="2">${SQUARE}</polylist>`, [0, 1, 2, 0, 2, 3, 0, 1, 3], 1],
  [`<polygons count="2">${INPUTS}<p>0 0 1 0 2 0 3 0</p><p>0 0 1 0 3 0</p></polygons>`, [0, 1, 2, 0, 2, 3, 0, 1, 3], 1],
  [`<polygons>${INPUTS}<p>0 0 1 0 3 0</p></polygons>`, [0, 1, 3], 0],
  [
    `<tristrips count="2">${INPUTS}<p>0 0 1 0 2 0 3 0</p><p>3 0 2 0 1 0</p></tristrips>`,
    [0, 1, 2, 1, 3, 2, 3, 2, 1],
    0,
  ],
  [`<trifans count="1">${INPUTS}<p>0 0 1 0 2 0 3 0</p></trifans>`, [0, 1, 2, 0, 2, 3], 0],
  [
    '<triangles count="1"><input semantic="VERTEX" source="#vertices" offset="0"/><p>\n 3\t2 \n1</p></triangles>',
    [3, 2, 1],
    0,
  ],
  [
    '<triangles count="1"><input semantic="NORMAL" source="#x" offset="0"/><input semantic="VERTEX" source="#vertices" offset="2"/><p>9 9 3 9 9 2 9 9 1</p></triangles>',
    [3, 2, 1],
    0,
  ],
  [`<triangles count="0">${INPUTS}</triangles>`, [], 0],
  [
    `<triangles count="1">${INPUTS}<p>0 0 1 0 2 0</p></triangles><triangles count="1">${INPUTS}<p>1 0 2 0 3 0</p></triangles>`,
    [0, 1, 2, 1, 2, 3],
    0,
  ],
])('%s', (primitive, triangles, fans) => {
  const mesh = read(make({ primitive }))
  expect([...mesh.triangles]).toEqual(triangles)
  expect(mesh.notes.filter((note) => note.includes('fans')).length).toBe(fans)
})

test('lines are left out, and that is said', () => {
  const primitive = `<lines count="1">${INPUTS}<p>0 0 1 0</p></lines><triangles count="1">${INPUTS}<p>0 0 1 0 2 0</p></triangles>`
  expect(read(make({ primitive })).notes).toContain('1 list of lines left out.')
})

test('transforms, in the order in which they stand; nodes in nodes; nodes from the library', () => {
  const scene =
    '<node><translate>10 0 0</translate><rotate>0 0 2 90</rotate><scale>2 3 4</scale>' +
    '<node><instance_node url="#lib"/></node></node>' +
    '<node><matrix>0 -3 0 10  2 0 0 20  0 0 4 30  0 0 0 1</matrix><instance_geometry url="#shape"/></node>'
  const nodes = '<library_nodes><node id="lib"><instance_geometry url="#shape"/></node></library_nodes>'
  const got = cornersOf(read(make({ scene, nodes })))
  const points = corners(TETRAHEDRON)
  const each = (move: (x: number, y: number, z: number) => number[]): number[] =>
    Array.from({ length: points.length / 3 }, (_, k) =>
      move(points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!),
    ).flat()
  const want = [
    ...each((x, y, z) => [10 - 3 * y, 2 * x, 4 * z]),
    ...each((x, y, z) => [10 - 3 * y, 20 + 2 * x, 30 + 4 * z]),
  ]
  expect(got.length).toBe(want.length)
  want.forEach((x, k) => {
    expect(got[k]).toBeCloseTo(x, 13)
  })
})

test('a mirroring transform turns the triangles round', () => {
  const scene = '<node><scale>1 1 -1</scale><instance_geometry url="#shape"/></node>'
  expect([...read(make({ scene })).triangles]).toEqual([0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0])
})

test('the unit becomes metres, unless asked not to; the up axis is said and never turned', () => {
  const inches = make({ asset: '<unit name="inch" meter="0.0254"/><up_axis>Y_UP</up_axis>' })
  const mesh = read(inches)
  expect(mesh.positions[7]).toBe(1.5 * 0.0254)
  expect(mesh.notes).toEqual(['Up axis Y, not turned.', 'A unit is 0.0254 metres: turned into metres.'])
  const plain = read(inches, { unit: 'file' })
  expectSame(plain, TETRAHEDRON)
  expect(plain.notes[1]).toBe('A unit is 0.0254 metres: left as it is.')
  expect(read(make({ asset: '' })).notes).toEqual(['Up axis Y, not turned.'])
  expect(read(make({ asset: '<up_axis>sideways</up_axis>' })).notes).toEqual(['Up axis unknown, not turned.'])
})

test('without a scene: the geometries as they are', () => {
  const mesh = read(collada(TETRAHEDRON).replace(/<scene>.*<\/scene>/, ''))
  expectSame(mesh, TETRAHEDRON)
  expect(mesh.notes).toContain('No scene: the geometries as they are.')
  expect(read('<COLLADA/>').triangles.length).toBe(0)
})

test('accessors: offset, stride, unnamed parameters', () => {
  const text = collada(
    { positions: [9, 9, 1, 9, 2, 3, 9, 4, 9, 5, 6, 9], triangles: [] },
    { primitive: `<triangles count="1">${INPUTS}<p>0 0 1 0 1 0</p></triangles>` },
  )
    .replace(/<accessor[^>]*>/, '<accessor source="#points-array" count="2" stride="5" offset="1">')
    .replace('<param name="X"', '<param/><param name="X"')
    .replace('<param name="Y"', '<param/><param name="Y"')
  expect([...read(text).positions]).toEqual([1, 2, 3, 4, 5, 6])
})

const line = (text: string, mark: string): number => text.slice(0, text.indexOf(mark)).split('\n').length

test.each([
  ['<triangles count="2">…<p>0 0 1 0 2 0</p></triangles>', '<p>0', '6 corners, as "count" or <vcount> say, got 3'],
  ['<triangles count="1">…<p>0 0 1 0 2 0 3 0</p></triangles>', '<p>0', '3 corners, as "count" or <vcount> say, got 4'],
  ['<triangles count="1">…<p>0 0 1 0 2</p></triangles>', '<p>0', 'a multiple of 2 indices, got 5'],
  ['<triangles count="1">…<p>0 0 1 0 4 0</p></triangles>', '<p>0', 'indices of 4 vertices, got 4 in corner 2'],
  ['<triangles count="1">…<p>0 0 1 0 -1 0</p></triangles>', '<p>0', 'a whole number of zero or more, got "-1"'],
  ['<triangles count="1">…<p>0 0 1 0 x 0</p></triangles>', '<p>0', 'got "x"'],
  ['<triangles count="1">…</triangles>', '<triangles', 'a <p> in <triangles>'],
  ['<triangles count="1">…<p>0 0 1 0 2 0</p><p>0</p></triangles>', '<p>0', 'one <p> in <triangles>'],
  ['<triangles>…<p>0 0 1 0 2 0</p></triangles>', '<triangles', 'as "count" of <triangles>'],
  ['<triangles count="1"><p>0 1 2</p></triangles>', '<triangles', 'an <input> with semantic "VERTEX" in <triangles>'],
  [
    '<triangles count="1"><input semantic="VERTEX" source="#nowhere"/><p>0 1 2</p></triangles>',
    '<input semantic="VERTEX"',
    'the id of one <vertices>, got "#nowhere", which 0 have',
  ],
  ['<polylist count="1">…<p>0 0 1 0 2 0</p></polylist>', '<polylist', 'a <vcount> in <polylist>'],
  [
    '<polylist count="2">…<vcount>3</vcount><p>0 0 1 0 2 0</p></polylist>',
    '<vcount',
    '2 numbers, as "count" says, got 1',
  ],
  [
    '<polylist count="1">…<vcount>2</vcount><p>0 0 1 0</p></polylist>',
    '<polylist',
    'polygons of three corners at least, got 2',
  ],
  ['<polylist count="1">…<vcount>4000000000</vcount><p>0 0 1 0</p></polylist>', '<p>0', '4000000000 corners'],
  ['<polygons count="2">…<p>0 0 1 0 2 0</p></polygons>', '<polygons', 'as many <p> as "count" says, got 1'],
  ['<polygons count="1">…<p>0 0 1 0</p></polygons>', '<p>0', 'three corners at least, got 2'],
  ['<polygons count="1">…<ph><p>0 0 1 0 2 0</p><h>0 0</h></ph></polygons>', '<ph', '<ph> is not supported'],
])('%s is refused', (primitive, mark, message) => {
  const text = make({ primitive: primitive.replace('…', INPUTS) })
  expectRefused(text, { name: 'a.dae' }, { line: line(text, mark) }, message)
})

test.each([
  [
    '<node><instance_geometry url="#shope"/></node>',
    '<instance_geometry',
    'the id of one <geometry>, got "#shope", which 0 have',
  ],
  ['<node><instance_geometry url="other.dae#shape"/></node>', '<instance_geometry', 'other files are not read'],
  ['<node><instance_geometry/></node>', '<instance_geometry', 'an attribute "url"'],
  ['<node><instance_controller url="#c"/></node>', '<instance_controller', 'skins and morphs are not supported'],
  ['<node id="a"><instance_node url="#a"/></node>', '<node id="a"', 'nodes at most 100 deep'],
  ['<node><matrix>1 2 3</matrix><instance_geometry url="#shape"/></node>', '<matrix', '16 numbers in <matrix>, got 3'],
  ['<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix></node>', '<matrix', 'a matrix whose last row is 0 0 0 1'],
  ['<node><scale>1 1 NaN</scale></node>', '<scale', 'a number, got "NaN"'],
  ['<node><rotate>0 0 0 90</rotate></node>', '<rotate', 'an axis that is not zero'],
  [
    '<node><lookat>0 0 1 0 0 0 0 1 0</lookat><instance_geometry url="#shape"/></node>',
    '<lookat',
    'no <lookat>, which is not supported',
  ],
  [
    '<node><scale>1e60 1 1</scale><scale>1e10 1 1</scale><instance_geometry url="#shape"/></node>',
    '<instance_geometry',
    'coordinates at most 1e+60, got 9.99',
  ],
])('%s is refused', (scene, mark, message) => {
  const text = make({ scene })
  expectRefused(text, { name: 'a.dae' }, { line: line(text, mark) }, message)
})

test('a transform that is not supported does no harm where nothing is shown with it', () => {
  const scene =
    '<node><lookat>0 0 1 0 0 0 0 1 0</lookat><instance_camera url="#c"/></node><node><instance_geometry url="#shape"/></node>'
  expectSame(read(make({ scene })), TETRAHEDRON)
})

test.each([
  [
    /<float_array[^>]*>/,
    '<float_array id="points-array" count="1000000000">',
    '<float_array',
    'at most 16 as "count" of <float_array>, got "1000000000"',
  ],
  [
    /<float_array[^>]*>/,
    '<float_array id="points-array" count="11">',
    '<float_array',
    '11 numbers in <float_array>, got 12',
  ],
  [/<float_array[^>]*>/, '<float_array id="points-array">', '<float_array', 'as "count" of <float_array>'],
  ['0 1.5 0', '0 1.5 INF', '<float_array', 'a number, got "INF"'],
  ['0 1.5 0', '0 1.5 <x/>', '<float_array', 'expected numbers in <float_array>, got <x>'],
  ['count="4" stride="3"', 'count="5" stride="3"', '<accessor', 'at most as many points as 12 numbers hold, got 5'],
  ['stride="3"', 'stride="2"', '<accessor', 'three numbers a point, got 2'],
  ['semantic="POSITION"', 'semantic="POS"', '<vertices', 'semantic "POSITION" in <vertices>'],
  ['<mesh>', '<spline>', '<spline', '<spline>, which is not supported'],
  ['meter="1"', 'meter="0"', '<unit', 'the length of a unit in metres, got "0"'],
])('%s → %s is refused', (from, to, mark, message) => {
  const text = collada(TETRAHEDRON)
    .replace(from, to)
    .replace(to === '<spline>' ? '</mesh>' : '\0', '</spline>')
  expectRefused(text, { name: 'a.dae' }, { line: line(text, mark) }, message)
})

test('a few lines cannot ask for millions', () => {
  // Each node shows the next one ten times: ten to the twelfth in all.
  const chain = Array.from(
    { length: 12 },
    (_, k) => `<node id="n${k}">${`<instance_node url="#n${k + 1}"/>`.repeat(10)}</node>`,
  )
  const nodes = `<library_nodes>${chain.join('\n')}<node id="n12"/></library_nodes>`
  const text = make({ nodes, scene: '<node><instance_node url="#n0"/></node>' })
  let message = ''
  try {
    read(text)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain('a scene of at most 1000000 elements, got more')
  const shapes = make({
    nodes: nodes.replace('id="n12"/>', 'id="n12"><instance_geometry url="#shape"/></node>').replace('12"/>', '12"/>'),
    scene: '<node><instance_node url="#n8"/></node>',
  })
  expectRefused(
    shapes,
    { maxBytes: 100_000 },
    { line: line(shapes, '<instance_geometry url="#shape"/></node></library') },
    'a mesh of at most 100000 bytes',
  )
})
