// Which closed shells of a mesh are the walls of hollows: a room in a house, the bubble in a ball.
//
// A hollow's shell is turned inside out as it came, touches no other shell, and lies inside one more solid than hollows.
// A shell that is inside out for other reasons (a mirrored part, a mesh that is inside out as a whole) lies in none, or cuts
// through others: it is a solid like all the others. Only the triangles of the file matter: a shell that was not closed as it came is not
// a hollow and makes none, and added triangles change nothing. Else closing an inner shell would empty it, and lose a collision.
//
// Found once a mesh that has a shell inside out; kept with the tree until that is refitted.
import { identityPose, POSE } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { crossTriangleExactly } from '../../geometry/triangles/ray-triangle.js'
import { searchMeshes } from '../tree/mesh-search.js'
import type { MeshTree } from '../tree/mesh-tree.js'
import { copyTriangle, FirstTouch } from '../tree/triangle-pairs.js'
import { castUpward, type ExactCrossing, goesAround } from './cast-shells.js'
import { type MeshShells, meshShells } from './mesh-shells.js'

const kept = new WeakMap<MeshTree, { readonly version: number; readonly hollow: Uint8Array | undefined }>()

/** By shell: 1 if it is the wall of a hollow. Undefined if there is none. */
export function meshHollows(tree: MeshTree): Uint8Array | undefined {
  const known = kept.get(tree)
  if (known !== undefined && known.version === tree.version) return known.hollow
  const hollow = findHollows(tree)
  kept.set(tree, { version: tree.version, hollow })
  return hollow
}

function findHollows(tree: MeshTree): Uint8Array | undefined {
  const shells = meshShells(tree)
  const { count, vertex, closed } = shells
  if (count < 2 || closed.indexOf(1) < 0) return undefined
  const volumes = insideOutVolumes(tree, shells)
  const candidate = volumes.map((volume) => (volume > 0 ? 1 : 0))
  if (!candidate.includes(1)) return undefined
  const visitor = new ShellContacts(shells, candidate)
  const x = new Float64Array(POSE)
  identityPose(x, 0)
  visitor.start(tree, tree, x)
  searchMeshes(tree, tree, x, visitor, false)

  // The largest first: what is around a shell that touches none is larger. Undecided ones count for nothing.
  const order = Array.from({ length: count }, (_, s) => s)
  order.sort((s, t) => volumes[t]! - volumes[s]! || s - t)
  const weight = Int8Array.from(candidate, (c) => 1 - c)
  const hollow = new Uint8Array(count)
  const windings = new Int32Array(count)
  for (const shell of order) {
    if (candidate[shell] === 0) continue
    windings.fill(0)
    const point = new OwnVertex(tree, 3 * vertex[shell]!)
    castUpward(windings, tree, shells, point.q, point, count, shell)
    let around = 0
    for (let s = 0; s < count; s++) if (goesAround(shells, s, windings[s]!)) around += weight[s]!
    weight[shell] = around > 0 ? -1 : 1
    hollow[shell] = around > 0 ? 1 : 0
  }
  return hollow.includes(1) ? hollow : undefined
}

/**
 * By shell: six times its volume, if it is certain that it is turned inside out, else 0. A term is a determinant, off by 9 u of its six
 * products; n of them are added up.
 */
function insideOutVolumes(tree: MeshTree, { count, shellOf, given, vertex }: MeshShells): Float64Array {
  const volumes = new Float64Array(count)
  const sizes = new Float64Array(count)
  const { positions: p, triangles } = tree
  const n = shellOf.length
  for (let t = 0; t < n; t++) {
    const shell = shellOf[t]!
    if (shell < 0 || given[shell] === 0) continue
    const o = 3 * vertex[shell]!
    const i = 3 * triangles[3 * t]!
    const j = 3 * triangles[3 * t + 1]!
    const k = 3 * triangles[3 * t + 2]!
    const ax = p[i]! - p[o]!
    const ay = p[i + 1]! - p[o + 1]!
    const az = p[i + 2]! - p[o + 2]!
    const bx = p[j]! - p[o]!
    const by = p[j + 1]! - p[o + 1]!
    const bz = p[j + 2]! - p[o + 2]!
    const cx = p[k]! - p[o]!
    const cy = p[k + 1]! - p[o + 1]!
    const cz = p[k + 2]! - p[o + 2]!
    volumes[shell]! -= ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    sizes[shell]! +=
      Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
      Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
      Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx))
  }
  return volumes.map((volume, s) => (volume > 2 * (n + 10) * U * sizes[s]! ? volume : 0))
}

/** Strikes from the candidates those that another shell touches. */
class ShellContacts extends FirstTouch {
  constructor(
    private readonly shells: MeshShells,
    private readonly candidate: Float64Array,
  ) {
    super()
  }

  protected override pair(p: Float64Array, i: number, s: number, q: Float64Array, j: number, t: number): boolean {
    const { shellOf } = this.shells
    if (s >= shellOf.length || t >= shellOf.length) return false
    const a = shellOf[s]!
    const b = shellOf[t]!
    if (a === b || a < 0 || b < 0 || (this.candidate[a] === 0 && this.candidate[b] === 0)) return false
    if (this.touch(p, i, s, q, j, t)) {
      this.candidate[a] = 0
      this.candidate[b] = 0
    }
    return false
  }
}

/** A vertex of a shell. */
class OwnVertex implements ExactCrossing {
  readonly q = new Float64Array(4)
  private readonly corners = new Float64Array(9)

  constructor(
    private readonly tree: MeshTree,
    at: number,
  ) {
    for (let k = 0; k < 3; k++) this.q[k] = tree.positions[at + k]!
  }

  cross(t: number): number {
    copyTriangle(this.corners, 0, this.tree, t)
    return crossTriangleExactly(this.q, 0, this.corners)
  }
}
