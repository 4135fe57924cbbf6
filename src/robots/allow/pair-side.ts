// One of the two links of a pair, in a cell: its geometries' poses there, the node that is tested, and envelopes of nodes.
import { composePose, POSE } from '../../base/math/pose.js'
import { ConvexSet } from './convex-set.js'
import { type Envelope, nodeEnvelope } from './envelope.js'
import type { BodyAxis, ProblemGeometry } from './pair-problem.js'

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
    else this.set.place(own, node, pose)
  }

  /** Of nodes of which nobody knows whether they will be asked for: made when they are. */
  private envelope(geometry: number, node: number): Envelope {
    const list = this.envelopes[geometry]!
    list[node + 1] ??= nodeEnvelope(this.geometries[geometry]!, node, this.axis!)
    return list[node + 1]!
  }
}
