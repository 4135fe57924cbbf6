// A world with what the verifier works out of it for both kinds of proofs: bodies, convex sets, and what is inside what.
import { type Anchor, Bodies } from './kinematics.js'
import { inFrame, POSE, placed, product } from './poses.js'
import { LinkSet } from './sets.js'
import { Solid } from './solids.js'
import { pairKey, type ReadGeometry, type ReadWorld } from './world.js'

/** A mesh that is not a solid, or not wholly: what is wholly inside it is not seen. */
export interface VerifiedSurface {
  readonly object: string
  readonly geometry: string
  readonly part: number
  /** Shells that are open, and their share of the mesh's area. */
  readonly shells: number
  readonly share: number
}

const solids = new WeakMap<object, Solid>()

export class Scene {
  readonly bodies: Bodies
  /** Geometries of each object. */
  readonly own: readonly (readonly number[])[]

  constructor(readonly world: ReadWorld) {
    this.bodies = new Bodies(world)
    const own: number[][] = world.objects.map(() => [])
    world.geometries.forEach(({ object }, g) => {
      own[object]!.push(g)
    })
    this.own = own
  }

  nameOf(geometry: number): string {
    return this.world.objects[this.world.geometries[geometry]!.object]!.name
  }

  bodyOf(object: number): number {
    return this.bodies.linkOf(this.world.objects[object]!.link).body
  }

  /** Geometries of one object as one set. */
  setOf(object: number, geometries = this.own[object]!): LinkSet {
    const { objects, geometries: all } = this.world
    return new LinkSet(
      geometries.map((g) => all[g]!),
      this.bodies.linkOf(objects[object]!.link),
    )
  }

  /** Two obstacles, a pair that may touch, or two things that never move against each other. */
  isExempt(i: number, j: number): boolean {
    const { links, objects, allowed, bending } = this.world
    const [link, other] = [objects[i]!.link, objects[j]!.link]
    // What bends has proofs of its own (bending.ts).
    if (bending.some((thing) => thing.objects.includes(i) || thing.objects.includes(j))) return true
    if (allowed.has(pairKey(i, j)) || (link < 0 && other < 0)) return true
    if (link < 0 || other < 0 || links[link]!.robot !== links[other]!.robot) return false
    return this.bodyOf(i) === this.bodyOf(j)
  }

  /** Is a part of one geometry inside another one, which is a mesh, at an anchor? Their surfaces must be apart. */
  isInside(inner: number, outer: number, anchor: Anchor): boolean {
    const solid = this.solidOf(this.world.geometries[outer]!)
    if (solid === undefined) return false
    const x = this.placeOf(outer, anchor)
    return this.pointsOf(inner, anchor).some((p) => solid.contains(inFrame(x, p)))
  }

  /** In the world, a point of all of a geometry that hangs together. */
  pointsOf(geometry: number, anchor: Anchor): number[][] {
    const own = this.world.geometries[geometry]!
    const { shape } = own
    const points =
      shape.kind === 'mesh'
        ? this.solidOf(own)!.points
        : [shape.kind === 'round' ? shape.points : [3, 7, 11].map((k) => shape.pose[k]!)]
    const x = this.placeOf(geometry, anchor)
    return points.map((p) => placed(x, p))
  }

  /** Is a point of the world inside a geometry, which is a mesh, at an anchor? */
  holdsPoint(outer: number, point: ArrayLike<number>, anchor: Anchor): boolean {
    const solid = this.solidOf(this.world.geometries[outer]!)
    return solid?.contains(inFrame(this.placeOf(outer, anchor), point)) === true
  }

  surfaces(): VerifiedSurface[] {
    return this.world.geometries.flatMap((own, g) => {
      const solid = this.solidOf(own)
      if (solid === undefined || solid.openShells === 0) return []
      const { name: geometry, part } = own
      return [{ object: this.nameOf(g), geometry, part, shells: solid.openShells, share: solid.openShare }]
    })
  }

  placeOf(geometry: number, anchor: Anchor): Float64Array {
    const { object, pose } = this.world.geometries[geometry]!
    const { body, pose: link } = this.bodies.linkOf(this.world.objects[object]!.link)
    return product(new Float64Array(POSE), product(new Float64Array(POSE), anchor.pose(body), link), pose)
  }

  /** Undefined for anything but a mesh. A shape that several share is examined once. */
  private solidOf({ shape, object }: ReadGeometry): Solid | undefined {
    if (shape.kind !== 'mesh') return undefined
    const solid = solids.get(shape) ?? new Solid(shape, this.world.objects[object]!.name)
    solids.set(shape, solid)
    return solid
  }
}
