// The geometries of a world as convex sets, and what is inside of which.
import { POSE } from './bodies.js'
import { type ConvexSet, convexSet, MeshSet } from './convex-sets.js'
import { Insides } from './insides.js'
import type { VerifiedWorld } from './world-view.js'

/** Convex sets and insides of all geometries, made when they are asked for; shapes that several have are looked at once. */
export class Sets {
  private readonly sets = new Map<unknown, ConvexSet>()
  private readonly insides = new Map<unknown, Insides>()

  constructor(private readonly view: Pick<VerifiedWorld, 'geometries'>) {}

  of(geometry: number): ConvexSet {
    const { shape, objectName } = this.view.geometries[geometry]!
    let set = this.sets.get(shape)
    if (set === undefined) {
      set = convexSet(shape, objectName)
      this.sets.set(shape, set)
    }
    return set
  }

  /** Is some piece of a geometry inside another one, which is a mesh? Their surfaces must be apart. */
  isInside(inner: number, y: Float64Array, outer: number, x: Float64Array): boolean {
    const insides = this.insidesOf(outer)
    return insides !== undefined && this.pointsOf(inner).some((point) => insides.holds(intoFrame(x, outOf(y, point))))
  }

  /** Undefined for anything but a mesh. */
  private insidesOf(geometry: number): Insides | undefined {
    const { shape, objectName } = this.view.geometries[geometry]!
    const set = this.of(geometry)
    if (!(set instanceof MeshSet)) return undefined
    let insides = this.insides.get(shape)
    if (insides === undefined) {
      insides = new Insides(set, objectName)
      this.insides.set(shape, insides)
    }
    return insides
  }

  /** A point of each piece of a geometry that hangs together. */
  private pointsOf(geometry: number): readonly ArrayLike<number>[] {
    const { shape } = this.view.geometries[geometry]!
    switch (shape.kind) {
      case 'mesh':
        return this.insidesOf(geometry)!.vertices()
      case 'sphere':
        return [shape.centre]
      case 'capsule':
        return [shape.from]
      case 'convex':
        return [shape.points]
      default:
        return [[shape.pose[3]!, shape.pose[7]!, shape.pose[POSE - 1]!]]
    }
  }
}

function outOf(x: Float64Array, p: ArrayLike<number>): number[] {
  return [0, 4, 8].map((r) => x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!)
}

function intoFrame(x: Float64Array, p: ArrayLike<number>): number[] {
  const d = [p[0]! - x[3]!, p[1]! - x[7]!, p[2]! - x[11]!]
  return [0, 1, 2].map((k) => x[k]! * d[0]! + x[4 + k]! * d[1]! + x[8 + k]! * d[2]!)
}
