// Mesh files with one of everything that their formats have, for the fuzzer.
import { collada, gltfParts, INPUTS, morphParts, sheet, TETRAHEDRON } from '../formats/samples.js'

export const PLY =
  'ply\nformat ascii 1.0\nelement face 2\nproperty list uchar int vertex_index\nelement other 3\nproperty list int short a\nproperty char b\n' +
  'element vertex 4\nproperty double z\nproperty list uchar int l\nproperty float x\nproperty float y\nelement tristrips 1\n' +
  'property list int int vertex_indices\nend_header\n3 0 1 2\n4 0 1 2 3\n0 1\n2 5 6 1\n1 7 1\n' +
  '0 0 0 0\n0 1 5 1 0\n0 0 1 1\n0 0 0 1\n7 0 1 2 -1 1 2 3\n'

export const OBJ =
  'mtllib a.mtl\no one\nv 0 0 0\nv 1 0 0 1\nv 1 1 0 0.5 0.5 0.5\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng a\nusemtl m\ns 1\n' +
  'f 1/1/1 2/1/1 3/1/1 4/1/1\nf -4//-1 -3//-1 \\\n -1//-1\nl 1 2\np 1\no two\nf 5 6 7\nv 2 0 0\nv 3 0 0\nv 2 1 0\n'

export function richGltf(): { document: Record<string, unknown>; buffer: Uint8Array } {
  const { document, buffer } = gltfParts(sheet(4))
  document.nodes = [
    { children: [1, 2], translation: [1, 2, 3] },
    { mesh: 0, rotation: [0, 0, 0, 1], scale: [1, -1, 1] },
    { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1], children: [3] },
    { mesh: 0 },
  ]
  document.meshes[0].primitives.push(
    { attributes: { POSITION: 0 }, mode: 5 },
    { attributes: { POSITION: 2 }, mode: 6 },
    { attributes: { POSITION: 0 }, mode: 1 },
  )
  document.accessors.push({
    ...{ componentType: 5126, count: 25, type: 'VEC3' },
    sparse: { count: 2, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 0 } },
  })
  return { document, buffer }
}

const { positions } = sheet(3)
const DISPLACEMENT = positions.map((x, k) => (k % 3 === 2 ? 1 - x / 4 : 0))
export const FRAMES = [positions, DISPLACEMENT, positions.map((x) => x / 2)]
export const MORPHS = morphParts(
  sheet(3),
  [DISPLACEMENT, positions],
  [
    [0, 0, 0],
    [0.5, 1, 0],
    [1, 0.25, -1],
  ],
)

const COLLADA_SCENE =
  '<node id="a"><translate>1 2 3</translate><rotate>0 0 1 30</rotate><scale>1 2 -3</scale><node><instance_node url="#lib"/></node></node>' +
  '<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#shape"/><instance_node url="#lib"/></node>'
const COLLADA_PRIMITIVE =
  `<polylist count="2">${INPUTS}<vcount>4 3</vcount><p>0 0 1 0 2 0 3 0 0 0 1 0 3 0</p></polylist>` +
  `<polygons count="2">${INPUTS}<p>0 0 1 0 2 0 3 0</p><p>0 0 1 0 3 0</p></polygons>` +
  `<tristrips count="1">${INPUTS}<p>0 0 1 0 2 0 3 0</p></tristrips><lines count="1">${INPUTS}<p>0 0 1 0</p></lines>`
export const RICH_COLLADA = collada(TETRAHEDRON, {
  ...{ scene: COLLADA_SCENE, primitive: COLLADA_PRIMITIVE },
  nodes: '<library_nodes><node id="lib"><instance_geometry url="#shape"/></node></library_nodes>',
  asset: '<unit name="inch" meter="0.0254"/><up_axis>Y_UP</up_axis>',
})
