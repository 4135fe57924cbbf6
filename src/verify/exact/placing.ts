// Things placed as they are in the middle of a cell: what a plane has to separate there, and what is inside of what.
import { EnvelopeSet } from './convex-sets.js'
import type { Chain } from './kinematics.js'
import { isClearOfItems, isSeparated, type Mover, type Side } from './leaf.js'
import type { Task } from './proof.js'
import type { Real } from './real.js'
import type { Node, Part } from './shapes.js'
import {
  dot,
  inFrame,
  type Line,
  lineIn,
  type Pose,
  placed,
  product,
  translation,
  turnedIn,
  type Vector,
} from './vectors.js'
import type { ExactWorld } from './world.js'

export class Placing {
  private readonly found = new Map<number, Pose>()

  /** Poses by link; movers as they move what hangs on them. */
  constructor(
    private readonly world: ExactWorld,
    private readonly poses: readonly Pose[],
    readonly movers: readonly Mover[],
  ) {}

  /** A geometry's pose in the world. */
  pose(geometry: number): Pose {
    let pose = this.found.get(geometry)
    if (pose === undefined) {
      const { object, pose: own } = this.world.geometries[geometry]!
      const { link } = this.world.objects[object]!
      pose = link < 0 ? own : product(this.poses[link]!, own)
      this.found.set(geometry, pose)
    }
    return pose
  }

  /** Is some part of one geometry inside the other? Their surfaces must be apart. */
  isInside(a: number, b: number): boolean {
    return this.holds(a, b) || this.holds(b, a)
  }

  private holds(outer: number, inner: number): boolean {
    const { geometries } = this.world
    const { solid } = geometries[outer]!.shape
    if (solid === undefined) return false
    const x = this.pose(outer)
    return this.pointsOf(inner).some((p) => solid.contains(inFrame(x, p)))
  }

  /** In the world, points of all of a geometry that hangs together. */
  pointsOf(geometry: number): Vector[] {
    const x = this.pose(geometry)
    return this.world.geometries[geometry]!.shape.points().map((p) => placed(x, p))
  }

  /** Does the plane across n separate the nodes of a task, seen from a frame of the chain? */
  separates(
    { a, b, roundA, roundB }: Task,
    chain: Chain,
    frame: number,
    n: Vector,
    clearance: Real,
    known: Envelopes,
  ): boolean {
    const { length } = chain.movers
    const [from, to] = [roundA ? 1 : 0, length - (roundB ? 1 : 0)]
    if (frame < from || frame > to) return false
    const ofA = Array.from({ length: frame - from }, (_, i) => frame - 1 - i)
    const ofB = Array.from({ length: to - frame }, (_, i) => frame + i)
    const axis = (place: number): Line => this.movers[chain.movers.at(place)!]!.line
    return [true, false].some((rough) => {
      const sideA = this.side(a, rough, roundA ? axis(0) : undefined, this.moving(chain, ofA, true), known)
      const sideB = this.side(b, rough, roundB ? axis(-1) : undefined, this.moving(chain, ofB, false), known)
      return isSeparated(sideA, sideB, n, clearance)
    })
  }

  /** Does the plane across n keep a node clear of items, of which the most of n·y at both ends is given? Seen from the world. */
  clears(node: Node, chain: Chain, n: Vector, clearance: Real, early: Real, late: Real): boolean {
    const { length } = chain.movers
    const inwards = Array.from({ length }, (_, i) => length - 1 - i)
    return [true, false].some((rough) => {
      const side = this.side(node, rough, undefined, this.moving(chain, inwards, true), new Envelopes())
      return isClearOfItems(side, n, clearance, early, late)
    })
  }

  /** Is a point of the world inside a geometry? */
  holdsPoint(geometry: number, point: Vector): boolean {
    const { solid } = this.world.geometries[geometry]!.shape
    return solid?.contains(inFrame(this.pose(geometry), point)) === true
  }

  /** A mover on A's side of what is above both moves A its own way, and B the other way round; one on B's side likewise. */
  private moving({ movers, ofA }: Chain, places: readonly number[], isA: boolean): Mover[] {
    return places.map((place) => {
      const own = this.movers[movers[place]!]!
      return place < ofA === isA ? own : { ...own, rate: own.rate.negative() }
    })
  }

  private side(node: Node, rough: boolean, axis: Line | undefined, movers: readonly Mover[], known: Envelopes): Side {
    const parts = node.parts(rough).map(({ geometry, set }) => {
      const pose = this.pose(geometry)
      return { pose, set: axis === undefined ? set : known.of(geometry, set, () => lineIn(pose, axis)) }
    })
    return {
      least: (g) =>
        parts
          .map(({ pose, set }) => set.least(turnedIn(pose, g)).plus(dot(translation(pose), g)))
          .reduce((one, other) => one.min(other)),
      farthest: (line) =>
        parts.map(({ pose, set }) => set.farthest(lineIn(pose, line))).reduce((one, other) => one.max(other)),
      movers,
    }
  }
}

/** Envelopes of the nodes of a pair's two links: an end joint's axis is always at the same place in the frame of the link next to it. */
export class Envelopes {
  private readonly known = new Map<number, Map<Part['set'], EnvelopeSet>>()

  of(geometry: number, set: Part['set'], axis: () => Line): EnvelopeSet {
    const own = this.known.get(geometry) ?? new Map<Part['set'], EnvelopeSet>()
    this.known.set(geometry, own)
    const found = own.get(set) ?? new EnvelopeSet(set, axis())
    own.set(set, found)
    return found
  }
}
