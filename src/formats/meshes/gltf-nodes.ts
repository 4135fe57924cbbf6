// Which meshes a glTF scene shows, and where: its nodes, walked from the roots without recursion.
import type { JsonNode } from '../text/json-document.js'
import { type Affine, identityAffine, multiplyAffine, rotation, scaling, translation } from './affine.js'
import type { MeshSource } from './mesh-data.js'

export interface Instance {
  readonly mesh: JsonNode
  readonly index: number
  /** The node that shows it; undefined in a file without nodes. */
  readonly node: number | undefined
  readonly pose: Affine
}

/** How far from 1 a quaternion's length may be: files have them rounded to three or four digits. It is made 1 long. */
const QUATERNION_TOLERANCE = 1e-2

/** A node that is to be visited, and the field that names it. */
interface Visit {
  readonly index: number
  readonly from: JsonNode
  readonly pose: Affine
}

/** `morphs`: morph targets and their animation are read elsewhere, and need not weigh nothing. */
export function findInstances(source: MeshSource, root: JsonNode, morphs = false): Instance[] {
  const nodes = root.get('nodes')
  const meshes = root.get('meshes')
  const out: Instance[] = []
  if (!morphs && root.get('animations').length > 0) source.notes.push('Animations left out.')
  if (nodes.length === 0) {
    for (let k = 0; k < meshes.length; k++) {
      out.push({ mesh: meshes.item(k), index: k, node: undefined, pose: identityAffine() })
    }
    if (meshes.length > 0) source.notes.push('No scene: the meshes as they are.')
    return out
  }
  const seen = new Uint8Array(nodes.length)
  const open = findRoots(source, root).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, from } = next
    const node = nodes.item(index)
    if (seen[index] === 1) from.fail('nodes that form trees', `node ${index} a second time`)
    seen[index] = 1
    const pose = multiplyAffine(next.pose, nodePose(node))
    const shown = node.get('mesh')
    if (!shown.missing) {
      checkShown(node)
      if (!morphs) checkWeights(node)
      out.push({ mesh: shown.entryOf(meshes), index: shown.value as number, node: index, pose })
    }
    const children = node.get('children')
    for (let k = children.length - 1; k >= 0; k--) open.push(visit(children.item(k), nodes, pose))
  }
  // Without a scene all nodes are to be shown, and those in a ring have no root.
  const lost = root.get('scenes').length === 0 ? seen.indexOf(0) : -1
  if (lost >= 0) nodes.item(lost).fail('nodes that form trees', 'a ring')
  return out
}

function visit(from: JsonNode, nodes: JsonNode, pose: Affine): Visit {
  from.entryOf(nodes)
  return { index: from.value as number, from, pose }
}

/** Refuses what would put the surface elsewhere than where its vertices are. */
function checkShown(node: JsonNode): void {
  const skin = node.get('skin')
  if (!skin.missing) skin.fail('no skin: skinned meshes are not supported')
  const copies = node.get('extensions').get('EXT_mesh_gpu_instancing')
  if (!copies.missing) copies.fail('nodes instead of EXT_mesh_gpu_instancing, which is not supported')
}

/** Morph targets are left out while they weigh nothing (parseMorphs reads them). */
export function checkWeights(node: JsonNode): void {
  const weights = node.get('weights')
  for (let k = 0; k < weights.length; k++) {
    if (weights.item(k).value !== 0) weights.item(k).fail('0: morph targets are not supported')
  }
}

/** The roots of the scene to read; without scenes, every node without a parent. */
function findRoots(source: MeshSource, root: JsonNode): Visit[] {
  const scenes = root.get('scenes')
  const nodes = root.get('nodes')
  if (scenes.length === 0) {
    source.notes.push('No scene: all nodes.')
    return orphans(nodes)
  }
  const chosen = root.get('scene')
  const scene = chosen.missing ? scenes.item(0) : chosen.entryOf(scenes)
  if (scenes.length > 1) {
    source.notes.push(`Scene ${chosen.missing ? 0 : chosen.value} of ${scenes.length}, the others left out.`)
  }
  const list = scene.get('nodes')
  return Array.from({ length: list.length }, (_, k) => visit(list.item(k), nodes, identityAffine()))
}

function orphans(nodes: JsonNode): Visit[] {
  const isChild = new Uint8Array(nodes.length)
  for (let k = 0; k < nodes.length; k++) {
    const children = nodes.item(k).get('children')
    for (let c = 0; c < children.length; c++) {
      const { index, from } = visit(children.item(c), nodes, identityAffine())
      if (isChild[index] === 1) from.fail('nodes that form trees', `node ${index} as a child a second time`)
      isChild[index] = 1
    }
  }
  const out: Visit[] = []
  for (let k = 0; k < nodes.length; k++) {
    if (isChild[k] === 0) out.push({ index: k, from: nodes.item(k), pose: identityAffine() })
  }
  return out
}

/** A node's own transform: a matrix, column by column, or translation · rotation · scale. */
function nodePose(node: JsonNode): Affine {
  const matrix = node.get('matrix')
  if (!matrix.missing) {
    const m = matrix.numbers(16)
    if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) matrix.fail('a matrix whose last row is 0 0 0 1')
    return Float64Array.from({ length: 12 }, (_, k) => m[4 * (k % 4) + Math.trunc(k / 4)]!)
  }
  let pose = identityAffine()
  const at = node.get('translation')
  if (!at.missing) {
    const [x, y, z] = at.numbers(3)
    pose = translation(x!, y!, z!)
  }
  const turn = node.get('rotation')
  if (!turn.missing) {
    const [x, y, z, w] = turn.numbers(4)
    const norm = Math.hypot(x!, y!, z!, w!)
    if (!(Math.abs(norm - 1) <= QUATERNION_TOLERANCE)) turn.fail('a quaternion that is 1 long')
    pose = multiplyAffine(pose, rotation(x! / norm, y! / norm, z! / norm, w! / norm))
  }
  const size = node.get('scale')
  if (!size.missing) {
    const [x, y, z] = size.numbers(3)
    pose = multiplyAffine(pose, scaling(x!, y!, z!))
  }
  return pose
}
