// The geometries of a world in one row, so that what hangs together is side by side: things that hang on no link first, then those
// of the links, depth first, the children of a link in the order of their numbers. All that a joint moves is then one stretch of the
// row, and so is every block of a proof by groups (group-prover.ts). docs/formats/certificate.md, "Groups", has the same order and
// the same balls: verifiers make both for themselves.

import { BALL } from '../../geometry/balls/ball-pair.js'
import type { PartShape } from '../../shapes/shape.js'
import type { WorldModel } from '../world/world.js'
import type { MotionGeometry } from './motion-system.js'
import type { Movers } from './movers.js'

/** In place of a link: the world itself. */
export const WORLD_LINK = -1

export class BlockOrder {
  /** How many geometries there are, and how many of them, the first ones, hang on no link. */
  readonly count: number
  readonly fixed: number
  /** By place: number of the geometry, and the link it hangs on as the world's document numbers them. */
  readonly geometries: Int32Array
  readonly links: Int32Array
  /** By place, BALL numbers each: centre, in the geometry's own frame, and radius. */
  readonly balls: Float64Array
  /** Joints that move, depth first: the places of all that hangs on them, from `first` to before `end`; their link and its parent. */
  readonly joints: number
  readonly first: Int32Array
  readonly end: Int32Array
  readonly jointLinks: Int32Array
  readonly jointParents: Int32Array
  /** By joint: its movers, from `fromMover` to before `toMover`. */
  readonly fromMover: Int32Array
  readonly toMover: Int32Array

  constructor(
    { index, robots, kinematics }: Pick<WorldModel, 'index' | 'robots' | 'kinematics'>,
    geometries: readonly MotionGeometry[],
    movers: Movers,
  ) {
    /** By link, numbered as in the document: its parent, its body if its joint moves it, else 0. */
    const parents: number[] = []
    const moved: number[] = []
    const firstLink: number[] = []
    robots.forEach(({ robot }, r) => {
      const before = parents.length
      firstLink.push(before)
      for (const { index: own, joint } of robot.links) {
        parents.push(joint === undefined ? WORLD_LINK : before + joint.parent)
        moved.push(joint === undefined || joint.kind === 'fixed' ? 0 : kinematics.linkBodies[r]![own]!)
      }
    })
    const children: number[][] = parents.map(() => [])
    const roots: number[] = []
    parents.forEach((parent, link) => {
      ;(parent < 0 ? roots : children[parent]!).push(link)
    })
    const own: number[][] = parents.map(() => [])
    const row: number[] = []
    geometries.forEach(({ leaf }, g) => {
      const { robot, link } = index.objects[index.objectOf[leaf]!]!
      if (robot < 0) row.push(g)
      else own[firstLink[robot]! + link]!.push(g)
    })
    this.fixed = row.length
    const links: number[] = row.map(() => WORLD_LINK)
    const first: number[] = []
    const end: number[] = []
    const jointLinks: number[] = []
    // A link is met twice: before and after all that hangs on it. The second time it is ~place of its joint.
    const waiting = roots.reverse()
    for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
      if (link < 0) {
        end[~link] = row.length
        continue
      }
      if (moved[link]! > 0) {
        waiting.push(~first.length)
        first.push(row.length)
        jointLinks.push(link)
      }
      for (const g of own[link]!) {
        row.push(g)
        links.push(link)
      }
      for (let k = children[link]!.length - 1; k >= 0; k--) waiting.push(children[link]![k]!)
    }
    this.count = row.length
    this.geometries = Int32Array.from(row)
    this.links = Int32Array.from(links)
    this.joints = first.length
    this.first = Int32Array.from(first)
    this.end = Int32Array.from(end)
    this.jointLinks = Int32Array.from(jointLinks)
    this.jointParents = Int32Array.from(jointLinks, (link) => parents[link]!)
    this.fromMover = Int32Array.from(jointLinks, (link) => movers.firstOf[moved[link]!]!)
    this.toMover = Int32Array.from(jointLinks, (link) => movers.firstOf[moved[link]! + 1]!)
    this.balls = new Float64Array(BALL * this.count)
    row.forEach((g, place) => {
      setBall(this.balls, BALL * place, geometries[g]!.tree.shape)
    })
  }
}

/** About the middle of the box around its points, in the shape's own frame; to rounding. */
function setBall(out: Float64Array, o: number, shape: PartShape): void {
  switch (shape.kind) {
    case 'sphere':
      for (let k = 0; k < 3; k++) out[o + k] = shape.centre[k]!
      out[o + 3] = shape.radius
      return
    case 'box':
    case 'cylinder': {
      for (let k = 0; k < 3; k++) out[o + k] = shape.pose[4 * k + 3]!
      const { half } = shape.kind === 'box' ? shape : { half: [shape.radius, shape.length / 2] }
      out[o + 3] = Math.hypot(...half)
      return
    }
    case 'capsule':
      ballAround(out, o, Float64Array.of(...shape.from, ...shape.to), undefined)
      out[o + 3]! += shape.radius
      return
    case 'convex':
      ballAround(out, o, shape.points, undefined)
      return
    case 'mesh':
      ballAround(out, o, shape.tree.positions, shape.tree.triangles)
  }
}

/** Of points, three numbers each; of those that `corners` names, if it is given. */
function ballAround(
  out: Float64Array,
  o: number,
  points: ArrayLike<number>,
  corners: ArrayLike<number> | undefined,
): void {
  const count = corners?.length ?? points.length / 3
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < count; i++) {
      const x = points[3 * (corners?.[i] ?? i) + k]!
      if (x < low) low = x
      if (x > high) high = x
    }
    out[o + k] = count === 0 ? 0 : low / 2 + high / 2
  }
  let farSq = 0
  for (let i = 0; i < count; i++) {
    const p = 3 * (corners?.[i] ?? i)
    const x = points[p]! - out[o]!
    const y = points[p + 1]! - out[o + 1]!
    const z = points[p + 2]! - out[o + 2]!
    farSq = Math.max(farSq, x * x + y * y + z * z)
  }
  out[o + 3] = Math.sqrt(farSq)
}
