// All geometries of a link as convex sets in the frame of its body. A link of one geometry is that geometry; of several, its root
// (−1) is the hull of all, and its children are they.
//
// Nodes of a geometry are those of its own set, which are 0, 1, … and, for triangles, −1, −2, …: doubled, one more for triangles,
// times the number of geometries, plus the geometry's place.
import { type FixedLink, LINE, POSE, product, shift } from '../bodies.js'
import type { ConvexSet, Outline } from '../convex-sets.js'
import { intoFrame } from '../leaf.js'
import type { FlatGeometry } from '../world-view.js'

interface Member {
  readonly set: ConvexSet
  /** In the body's frame. */
  readonly pose: Float64Array
}

/** What a node is made of, of one geometry each, in the body's frame. */
export type LinkOutline = readonly Outline[]

export class LinkSet {
  /** No point is farther from the body's origin, nor any coordinate on the way to one. */
  readonly reach: number
  /** Its root. */
  readonly root: number
  private readonly members: readonly Member[]
  private readonly local = new Float64Array(LINE)

  /** Geometries, and the set that each is in its own frame. */
  constructor(geometries: readonly FlatGeometry[], sets: readonly ConvexSet[], link: FixedLink) {
    let reach = 0
    this.members = geometries.map((geometry, i) => {
      const set = sets[i]!
      reach = Math.max(reach, link.length + shift(geometry.pose) + set.reach)
      return { set, pose: product(new Float64Array(POSE), link.pose, geometry.pose) }
    })
    this.reach = reach
    this.root = geometries.length === 1 ? 0 : -1
  }

  /** The pose of a geometry where the body's is given. */
  placed(member: number, body: Float64Array): Float64Array {
    return product(new Float64Array(POSE), body, this.members[member]!.pose)
  }

  children(node: number): number[] | undefined {
    const { length } = this.members
    if (node === -1) return this.members.map((_, i) => i)
    const member = node % length
    const own = this.members[member]!.set.children(localNode(node, length))
    return own?.map((child) => (child < 0 ? -2 * child - 1 : 2 * child) * length + member)
  }

  /** The least of g·p over its points. */
  least(node: number, gx: number, gy: number, gz: number, rough: boolean): number {
    const { members } = this
    if (node !== -1) return leastOf(members[node % members.length]!, localNode(node, members.length), gx, gy, gz, rough)
    let least = Infinity
    for (const member of members) {
      const own = leastOf(member, 0, gx, gy, gz, rough)
      if (own < least) least = own
    }
    return least
  }

  /** The greatest distance of its points from a line. */
  farthest(node: number, line: Float64Array, o: number, rough: boolean): number {
    const { members, local } = this
    let most = 0
    members.forEach(({ set, pose }, i) => {
      if (node !== -1 && node % members.length !== i) return
      intoFrame(local, line, o, pose)
      const own = set.farthest(node === -1 ? 0 : localNode(node, members.length), local, 0, rough)
      if (own > most) most = own
    })
    return most
  }

  outlines(node: number): LinkOutline {
    const { members } = this
    const own = node === -1 ? members : [members[node % members.length]!]
    return own.map(({ set, pose }) =>
      placedOutline(set.outline(node === -1 ? 0 : localNode(node, members.length)), pose),
    )
  }
}

function localNode(node: number, members: number): number {
  const own = Math.floor(node / members)
  return own % 2 === 0 ? own / 2 : -(own + 1) / 2
}

function leastOf({ set, pose: x }: Member, node: number, gx: number, gy: number, gz: number, rough: boolean): number {
  const least = set.least(
    node,
    x[0]! * gx + x[4]! * gy + x[8]! * gz,
    x[1]! * gx + x[5]! * gy + x[9]! * gz,
    x[2]! * gx + x[6]! * gy + x[10]! * gz,
    rough,
  )
  return least + (x[3]! * gx + x[7]! * gy + x[11]! * gz)
}

function placedOutline({ points, radius, cylinder }: Outline, x: Float64Array): Outline {
  const placed = new Float64Array(points.length)
  for (let i = 0; i < points.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      const r = 4 * row
      placed[i + row] = x[r]! * points[i]! + x[r + 1]! * points[i + 1]! + x[r + 2]! * points[i + 2]! + x[r + 3]!
    }
  }
  if (cylinder === undefined) return { points: placed, radius }
  const { pose, radius: across, half } = cylinder
  return {
    points: placed,
    radius,
    cylinder: { pose: product(new Float64Array(POSE), x, pose), radius: across, half },
  }
}
