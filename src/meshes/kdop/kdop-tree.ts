// Trees of k-DOPs: fitting them to a tree's shape, and comparing the nodes of two trees, B's realigned on the fly into A's frame
// (k-DOP realignment, 2003, section 4). Nodes are in their mesh's own frame; what a node keeps is the realignment's business,
// but it begins with its k slabs.
import { OPEN_A, OPEN_B, type PairRules } from '../../base/work/traverse-pair.js'
import type { DopSize } from '../../volumes/kdop-directions.js'
import type { ItemPoints } from '../tree/box-tree.js'
import type { SplitShape } from '../tree/mesh-splits.js'
import { Gather } from '../tree/volume-tree.js'
import { createRealignment } from './kdop-realignment.js'
import type { Realignment } from './kdop-turn.js'

/**
 * Fits a node to all points below it, for every node, into out[stride·n..]. O(n) where the realignment can merge nodes: merged
 * supports are those of all points, so a tree that was refitted is as good as new. Else O(n log n).
 */
export function fitKdops(out: Float64Array, shape: SplitShape, items: ItemPoints, realignment: Realignment): void {
  const { stride } = realignment
  const gather = new Gather(items)
  realignment.clear()
  for (let n = shape.nodes - 1; n >= 0; n--) {
    const c = shape.child[n]!
    if (c >= 0 && realignment.merge !== undefined) {
      realignment.merge(out, stride * n, out, stride * c, out, stride * (c + 1))
    } else realignment.fit(out, stride * n, gather.found, gather.points(shape, n))
  }
}

/** Compares the nodes of two trees of the same k, whatever A's realignment. */
export class KdopRules implements PairRules {
  rank: PairRules['rank'] = undefined
  private strideA = 0
  private a: Float64Array = new Float64Array(0)
  private b: Float64Array = this.a

  constructor(private readonly realignment: Realignment) {}

  /** A's nodes, `strideA` numbers each; B's, by this realignment, at the pose X_AB = x[i..i+11]; B's reach (L1). */
  start(a: Float64Array, strideA: number, b: Float64Array, x: ArrayLike<number>, i: number, reach: number): void {
    this.a = a
    this.strideA = strideA
    this.b = b
    this.realignment.prepare(x, i, reach)
  }

  lower(_slot: number, _from: number, _side: number, a: number, b: number, margin: number): number {
    const { realignment } = this
    return realignment.lower(this.a, this.strideA * a, this.b, realignment.stride * b, margin)
  }

  /** The wider one; by slabs alone, so that all realignments open the same pairs. */
  opens(a: number, b: number): number {
    return widthOf(this.a, this.strideA * a) >= widthOf(this.b, this.realignment.stride * b) ? OPEN_A : OPEN_B
  }
}

/** Three slabs' widths: of all sets but the dodecahedron's, those along the coordinate axes. */
function widthOf(nodes: Float64Array, at: number): number {
  return nodes[at]! + nodes[at + 1]! + nodes[at + 2]! + nodes[at + 3]! + nodes[at + 4]! + nodes[at + 5]!
}

/** One realignment for each k that trees are made of: searches do not call each other, so it is enough for a thread. */
const realignments = new Map<string, Realignment>()

/** The realignment of trees of the volume 'kdop6' to 'kdop26': the one that measures best (docs/decisions.md). */
export function kdopRealignment(volume: `kdop${DopSize}`): Realignment {
  const known = realignments.get(volume)
  if (known !== undefined) return known
  const made = createRealignment('extended', Number(volume.slice(4)) as DopSize)
  realignments.set(volume, made)
  return made
}
