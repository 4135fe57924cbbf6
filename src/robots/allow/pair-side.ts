// One of the two links of a pair, in a cell: its geometries' poses there, the node that is tested, and envelopes of nodes.
import { composePose, POSE } from '../../base/math/pose.js'
import { ConvexSet, type Envelope, HULL_NODE, NODE, NODE_RADIUS } from '../../geometry/convex/convex-set.js'
import { nodeEnvelope } from './envelope.js'
import type { BodyAxis, ProblemGeometry } from './pair-problem.js'

/** The hull of a mesh, in place of the root of its tree. */
export const HULL = -1

/** A node of a geometry whose frame is at `pose`; HULL for the hull of a mesh. */
export function placeNodeOf(set: ConvexSet, { tree, hull }: ProblemGeometry, node: number, pose: Float64Array): void {
  const at = Math.max(node, 0)
  set.place(node === HULL ? HULL_NODE : tree.kinds[at]!, tree.data, NODE * at, pose, 0)
  if (set.kind !== HULL_NODE) return
  const size = 2 * tree.data[NODE_RADIUS]!
  set.setPose(pose, 0)
  if (hull === undefined) set.setHull(tree.points, tree.edges, size)
  else {
    set.setHull(hull.points, hull.part.hull.hull, size)
    set.setAround(tree.data, 0)
  }
}

export class PairSide {
  readonly set = new ConvexSet()
  /** Geometries' poses, and of which cell they are. */
  private readonly poses: Float64Array[]
  private readonly ofCell: Int32Array
  private readonly envelopes: (Envelope | undefined)[][]
  geometry = -1
  node = 0
  isEnveloped = false

  constructor(
    readonly geometries: readonly ProblemGeometry[],
    private readonly body: Float64Array,
    private readonly axis: BodyAxis | undefined,
  ) {
    this.poses = geometries.map(() => new Float64Array(POSE))
    this.ofCell = new Int32Array(geometries.length).fill(-1)
    this.envelopes = geometries.map(() => [])
  }

  /** Puts a node to its place, unless it is there. */
  place(cell: number, geometry: number, node: number, isEnveloped: boolean, lines: Float64Array, line: number): void {
    const isThere = this.ofCell[geometry] === cell
    if (isThere && this.geometry === geometry && this.node === node && this.isEnveloped === isEnveloped) return
    const pose = this.poses[geometry]!
    const own = this.geometries[geometry]!
    if (!isThere) {
      this.ofCell[geometry] = cell
      composePose(pose, 0, this.body, 0, own.inBody, 0)
    }
    this.geometry = geometry
    this.node = node
    this.isEnveloped = isEnveloped
    if (isEnveloped) this.set.placeEnvelope(this.envelope(geometry, node), lines, line)
    else placeNodeOf(this.set, own, node, pose)
  }

  /** Of nodes that may never be needed: made on first use. */
  private envelope(geometry: number, node: number): Envelope {
    const list = this.envelopes[geometry]!
    list[node + 1] ??= nodeEnvelope(this.geometries[geometry]!, node, this.axis!)
    return list[node + 1]!
  }
}
