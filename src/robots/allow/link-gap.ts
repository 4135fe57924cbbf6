// The distance of two links at a pose of one in the other's frame: the least of all pairs of their parts, with the nearest points.
// The frames are those of their bodies (pair-problem.ts). A search asks for it again and again, so parts that are plainly farther apart than what it looks for are passed over by the
// balls around them.
import { composeInversePose, composePose, POSE, transformPoint } from '../../base/math/pose.js'
import { meshShells } from '../../meshes/solid/mesh-shells.js'
import { searchMeshes } from '../../meshes/tree/mesh-search.js'
import { Closest } from '../../meshes/tree/triangle-pairs.js'
import type { MeshShape } from '../../shapes/shape.js'
import { shapeReach, shapeSphere } from '../../shapes/shape-bounds.js'
import { distanceShapes, distanceSurfaces, ShapeDistance } from '../../shapes/shape-distance.js'
import { insideShapes } from '../../shapes/shape-inside.js'
import { touchMargin } from '../../shapes/shape-touch.js'
import type { ProblemGeometry } from './pair-problem.js'

const poseB = new Float64Array(POSE)
const ball = new Float64Array(4)
const centre = new Float64Array(3)

export class LinkGap {
  /** Of the last `measure`: the parts that are nearest and, in A's frame, their nearest points. Only valid with a distance. */
  partA = -1
  partB = -1
  readonly pointA = new Float64Array(3)
  readonly pointB = new Float64Array(3)
  triangleA = -1
  triangleB = -1
  private readonly found = new ShapeDistance()
  private readonly closest = new Closest()
  /** By pair of parts that are meshes: the triangles that were nearest last; -1 before. Next time they are a good guess. */
  private readonly guesses: Int32Array
  private readonly points = new Float64Array(6)
  /** X_AB of two parts. */
  readonly x = new Float64Array(POSE)
  private readonly reachA: Float64Array
  private readonly reachB: Float64Array
  /** Balls around parts, in the frames of their bodies: x, y, z, r. */
  private readonly ballsA: Float64Array
  private readonly ballsB: Float64Array
  private readonly movedB: Float64Array
  /** How large the smaller link is: the radius of a ball around its largest part. */
  readonly size: number
  /** Pairs of parts of which one may be inside the other without touching it. */
  readonly canNest: boolean
  private readonly closedA: Uint8Array
  private readonly closedB: Uint8Array

  constructor(
    readonly a: readonly ProblemGeometry[],
    readonly b: readonly ProblemGeometry[],
  ) {
    this.reachA = Float64Array.from(a, ({ shape }) => shapeReach(shape))
    this.reachB = Float64Array.from(b, ({ shape }) => shapeReach(shape))
    this.ballsA = ballsOf(a)
    this.ballsB = ballsOf(b)
    this.movedB = new Float64Array(this.ballsB.length)
    this.size = Math.min(largestRadius(this.ballsA), largestRadius(this.ballsB))
    this.guesses = new Int32Array(2 * a.length * b.length).fill(-1)
    this.closedA = Uint8Array.from(a, isClosed)
    this.closedB = Uint8Array.from(b, isClosed)
    this.canNest = this.closedA.indexOf(1) >= 0 || this.closedB.indexOf(1) >= 0
  }

  /**
   * The distance of the links, B's frame at xAB[0..11] in A's, if it is at most `cutoff`; else a number above the cutoff. 0 if
   * they touch: of two meshes exactly, of others as a World has it, up to what a distance may be off by (touchMargin). It may
   * be too large by the part `error` of itself: then it is the distance of two points that are not quite the nearest.
   */
  measure(xAB: Float64Array, cutoff: number, error = 0): number {
    const { a, b } = this
    this.moveBalls(xAB)
    this.partA = -1
    let best = cutoff
    for (let i = 0; i < a.length; i++) {
      for (let j = 0; j < b.length; j++) {
        if (this.ballGap(i, j) > best) continue
        this.relate(i, j, xAB)
        const shapeA = a[i]!.shape
        const shapeB = b[j]!.shape
        const d =
          shapeA.kind === 'mesh' && shapeB.kind === 'mesh'
            ? this.measureMeshes(i, j, shapeA, shapeB, best, error)
            : this.measureShapes(i, j, best)
        if (!(d < best || (d <= best && this.partA < 0))) continue
        best = d
        this.partA = i
        this.partB = j
        transformPoint(this.pointA, 0, a[i]!.inBody, 0, this.points, 0)
        transformPoint(this.pointB, 0, a[i]!.inBody, 0, this.points, 3)
        if (d === 0) return 0
      }
    }
    return this.partA >= 0 ? best : Infinity
  }

  /** Infinity above the cutoff. Points in the frame of A's part go to `points`. */
  private measureShapes(i: number, j: number, cutoff: number): number {
    const { found, x, points } = this
    const off = touchMargin(this.reachA[i]!, this.reachB[j]!, x, 0)
    const a = this.a[i]!.shape
    const b = this.b[j]!.shape
    const measure = a.kind === 'mesh' || b.kind === 'mesh' ? distanceSurfaces : distanceShapes
    const d = measure(found, a, b, x, 0, cutoff + off)
    if (found.distance === Infinity) return Infinity
    this.triangleA = found.triangleA
    this.triangleB = found.triangleB
    points.set(found.pointA)
    points.set(found.pointB, 3)
    return d <= off ? 0 : d
  }

  private measureMeshes(i: number, j: number, a: MeshShape, b: MeshShape, cutoff: number, error: number): number {
    const { closest, guesses, points, x } = this
    const g = 2 * (i * this.b.length + j)
    closest.relativeError = error
    closest.start(a.tree, b.tree, x)
    closest.reset(cutoff)
    const touched = guesses[g]! >= 0 && closest.seed(guesses[g]!, guesses[g + 1]!)
    if (!touched) searchMeshes(a.tree, b.tree, x, closest, true)
    if (!(closest.distance <= cutoff)) return Infinity
    guesses[g] = closest.triangleA
    guesses[g + 1] = closest.triangleB
    this.triangleA = closest.triangleA
    this.triangleB = closest.triangleB
    points.set(closest.points)
    return closest.distance
  }

  /** Is a part of one link inside a mesh of the other? For links that do not touch: B's frame at xAB[0..11]. */
  isNested(xAB: Float64Array): boolean {
    if (!this.canNest) return false
    const { a, b, x } = this
    this.moveBalls(xAB)
    for (let i = 0; i < a.length; i++) {
      for (let j = 0; j < b.length; j++) {
        if (this.closedA[i] === 0 && this.closedB[j] === 0) continue
        // What is inside has all of itself in the ball around the other.
        if (this.ballGap(i, j) > 0) continue
        this.relate(i, j, xAB)
        if (insideShapes(a[i]!.shape, b[j]!.shape, x, 0)) return true
      }
    }
    return false
  }

  /** X of part j of B in the frame of part i of A, to `x`. */
  relate(i: number, j: number, xAB: Float64Array): void {
    composePose(poseB, 0, xAB, 0, this.b[j]!.inBody, 0)
    composeInversePose(this.x, 0, this.a[i]!.inBody, 0, poseB, 0)
  }

  private moveBalls(xAB: Float64Array): void {
    const { ballsB, movedB } = this
    for (let k = 0; k < ballsB.length; k += 4) {
      transformPoint(movedB, k, xAB, 0, ballsB, k)
      movedB[k + 3] = ballsB[k + 3]!
    }
  }

  /** How far apart the balls around two parts are, at least; rounding does not matter to a search. */
  private ballGap(i: number, j: number): number {
    const { ballsA, movedB } = this
    const x = ballsA[4 * i]! - movedB[4 * j]!
    const y = ballsA[4 * i + 1]! - movedB[4 * j + 1]!
    const z = ballsA[4 * i + 2]! - movedB[4 * j + 2]!
    return Math.sqrt(x * x + y * y + z * z) - (ballsA[4 * i + 3]! + movedB[4 * j + 3]!) * BALL_ROOM
  }
}

/** Balls are taken a little larger, so that rounding does not drop a part that just touches: relative, far above some u. */
const BALL_ROOM = 1 + 1e-9

function ballsOf(parts: readonly ProblemGeometry[]): Float64Array {
  const out = new Float64Array(4 * parts.length)
  parts.forEach(({ shape, inBody }, k) => {
    shapeSphere(ball, 0, shape)
    transformPoint(centre, 0, inBody, 0, ball, 0)
    out.set(centre, 4 * k)
    out[4 * k + 3] = ball[3]!
  })
  return out
}

function largestRadius(balls: Float64Array): number {
  let most = 0
  for (let k = 3; k < balls.length; k += 4) most = Math.max(most, balls[k]!)
  return most
}

function isClosed({ shape }: ProblemGeometry): number {
  return shape.kind === 'mesh' && meshShells(shape.tree).anySolid ? 1 : 0
}
