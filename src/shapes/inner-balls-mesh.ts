// Balls inside the closed shells of a mesh, for inner-balls.ts.
//
// A ball is inside if its centre is, exactly (pointInMesh), and no triangle comes nearer to the centre than the radius: how
// often each shell or piece goes around a point changes only where a triangle is passed. Triangles of all shells count, so that
// walls of hollows and loose sheets do no harm; where shells overlap, balls stay within the pieces that they cut each other into.
//
// Centres are looked for on a grid over the mesh's box. Again and again the ball is taken that adds most to what those taken say
// about the depths of all points of the grid (Depths), after it was moved to where it adds more. How well this is done decides
// how much the balls can prove, never whether it is true.

import { MAX_COORDINATE, MIN_SIZE, SHAPE_DISTANCE_ERROR, TINY_LENGTH } from '../base/math/rounding.js'
import { BALL } from '../geometry/balls/ball-pair.js'
import { meshShells } from '../meshes/solid/mesh-shells.js'
import { meshAabbs } from '../meshes/tree/mesh-aabbs.js'
import { NearestTriangle } from '../meshes/tree/nearest-triangle.js'
import { BOX_HALF } from '../volumes/node-box.js'
import type { MeshShape } from './shape.js'
import { pointInMesh } from './shape-inside.js'

/** Meshes of more triangles have no balls: what they cost grows with the mesh, and so does the time to its first collision. */
const MOST_TRIANGLES = 50_000

/** Points of the grid, or a few more: an odd number along each axis, three at least, so that some are in the middle. */
const GRID = 120
const LEAST_SIDE = 3

/** A ball must add more than this to the depth that is known, in the mean over all points, in units of the largest radius. */
const LEAST_GAIN = 0.005

/** How often the step is halved while a ball is moved, and how many steps it may make of each length. */
const HALVINGS = 3
const STEPS = 2

/** Up to `most` balls inside the mesh, the largest first. */
export function ballsInMesh(mesh: MeshShape, most: number): Float64Array {
  const { tree } = mesh
  if (tree.size > MOST_TRIANGLES || !meshShells(tree).anySolid) return new Float64Array(0)
  const grid = gridOf(tree.boxes)
  const balls: number[] = []
  for (let k = 0; k < grid.points.length; k += 3) {
    const p = grid.points.subarray(k, k + 3)
    if (!isInside(mesh, p)) continue
    const r = roomAround(mesh, p, Infinity)
    if (r > 0) balls.push(...p, r)
  }
  return takeBalls(Float64Array.from(balls), most, (ball, depths) => moveBall(mesh, ball, depths, grid.steps))
}

/** The points, and the way from one to the next along each axis. */
interface Grid {
  readonly points: Float64Array
  readonly steps: Float64Array
}

/** Over the root box, whose axes are those of the mesh's extents: as many points to a length along each. */
function gridOf(box: Float64Array): Grid {
  const half = [0, 1, 2].map((k) => Math.max(box[BOX_HALF + k]!, MIN_SIZE))
  const longest = Math.max(...half)
  // Flat boxes have LEAST_SIDE points across, and the more along the others.
  const sides = [LEAST_SIDE, LEAST_SIDE, LEAST_SIDE]
  let spacing = longest
  for (; sides[0]! * sides[1]! * sides[2]! < GRID; spacing *= 0.9) {
    for (let k = 0; k < 3; k++) sides[k] = Math.max(LEAST_SIDE, 2 * Math.floor(half[k]! / spacing) + 1)
  }
  const steps = new Float64Array(9)
  for (let k = 0; k < 3; k++)
    for (let c = 0; c < 3; c++) steps[3 * k + c] = (box[4 * c + k]! * 2 * half[k]!) / sides[k]!
  const points = new Float64Array(3 * sides[0]! * sides[1]! * sides[2]!)
  let o = 0
  for (let i = 0; i < sides[0]!; i++) {
    for (let j = 0; j < sides[1]!; j++) {
      for (let l = 0; l < sides[2]!; l++) {
        const [a, b, c] = [i - (sides[0]! - 1) / 2, j - (sides[1]! - 1) / 2, l - (sides[2]! - 1) / 2]
        for (let k = 0; k < 3; k++) {
          points[o++] = box[4 * k + 3]! + a * steps[k]! + b * steps[3 + k]! + c * steps[6 + k]!
        }
      }
    }
  }
  return { points, steps }
}

/** The nearest point of the mesh, of the last point asked for. */
const found = new NearestTriangle()

/** Is the point p inside the mesh? Corners of its box may be beyond the largest coordinate, and are not. */
function isInside(mesh: MeshShape, p: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (!(Math.abs(p[k]!) <= MAX_COORDINATE)) return false
  return pointInMesh(mesh, p[0]!, p[1]!, p[2]!)
}

/**
 * A lower bound of the distance from the point p to the nearest triangle, or of `far` if that is less. Not above 0 where rounding
 * leaves nothing. The nearest point is in `found`, where it is closer than `far`.
 *
 * The distance to a triangle is off by TRIANGLE_DISTANCE_ERROR, 64 u, of at most reach + |p|, and that to a box by 8 u of it.
 * SHAPE_DISTANCE_ERROR is 9,000 u.
 */
function roomAround({ tree }: MeshShape, p: Float64Array, far: number): number {
  const best = found.find(tree, meshAabbs(tree), p, 0, far)
  const size = tree.reach + Math.abs(p[0]!) + Math.abs(p[1]!) + Math.abs(p[2]!)
  return best - SHAPE_DISTANCE_ERROR * size - TINY_LENGTH
}

/** Moves a ball along the grid's axes, and makes it as large as it can be there, while more is known by it. */
function moveBall(mesh: MeshShape, ball: Float64Array, depths: Depths, steps: Float64Array): void {
  roomAround(mesh, ball, Infinity)
  const wall = found.point.slice()
  const trial = new Float64Array(BALL)
  let best = depths.gain(ball, 0)
  for (let h = 1, scale = 0.5; h <= HALVINGS; h++, scale /= 2) {
    for (let moved = true, n = 0; moved && n < STEPS; n++) {
      moved = false
      for (let side = 0; side < 6; side++) {
        const s = side % 2 === 0 ? scale : -scale
        for (let k = 0; k < 3; k++) trial[k] = ball[k]! + s * steps[3 * (side >> 1) + k]!
        // What was nearest before is an upper bound, which tells most of the steps that lead nowhere.
        trial[3] = Math.hypot(trial[0]! - wall[0]!, trial[1]! - wall[1]!, trial[2]! - wall[2]!)
        if (!(depths.gain(trial, 0) > best) || !isInside(mesh, trial)) continue
        found.point.set(wall)
        trial[3] = roomAround(mesh, trial, trial[3])
        const gain = depths.gain(trial, 0)
        if (!(gain > best && trial[3] > 0)) continue
        best = gain
        ball.set(trial)
        wall.set(found.point)
        moved = true
      }
    }
  }
}

/**
 * What balls tell about points inside: by a ball, the point x is r − |c − x| deep, or more. The balls that tell most about all
 * points together are the best. What one more of them adds is the less the more there are, so that a gain found earlier is an
 * upper bound, and only those that look best must be found again.
 */
class Depths {
  private readonly known: Float64Array
  /** The points, at the centres of these balls. */
  constructor(private readonly points: Float64Array) {
    let span = 0
    for (let k = 0; k < points.length; k += BALL) {
      for (let l = 0; l < 3; l++) span = Math.max(span, Math.abs(points[k + l]! - points[l]!))
    }
    this.known = new Float64Array(points.length / BALL).fill(-4 * span)
  }

  /** How much more is known with the ball balls[i..i+3], a point. */
  gain(balls: Float64Array, i: number): number {
    const { points, known } = this
    let sum = 0
    for (let k = 0; k < known.length; k++) sum += Math.max(0, depthIn(balls, i, points, BALL * k) - known[k]!)
    return sum / known.length
  }

  learn(ball: Float64Array): void {
    const { points, known } = this
    for (let k = 0; k < known.length; k++) known[k] = Math.max(known[k]!, depthIn(ball, 0, points, BALL * k))
  }
}

function depthIn(balls: Float64Array, i: number, points: Float64Array, k: number): number {
  const x = balls[i]! - points[k]!
  const y = balls[i + 1]! - points[k + 1]!
  const z = balls[i + 2]! - points[k + 2]!
  return balls[i + 3]! - Math.sqrt(x * x + y * y + z * z)
}

/** Up to `most` of the balls, always the one that adds most; `move` may make it better first. Large ones come first. */
export function takeBalls(
  balls: Float64Array,
  most: number,
  move?: (ball: Float64Array, depths: Depths) => void,
): Float64Array {
  const depths = new Depths(balls)
  const gains = new Float64Array(balls.length / BALL).fill(Infinity)
  const taken: Float64Array[] = []
  let largest = 0
  while (taken.length < most) {
    const best = bestOf(balls, gains, depths)
    if (best < 0 || gains[best]! <= LEAST_GAIN * largest) break
    const ball = balls.slice(BALL * best, BALL * best + BALL)
    move?.(ball, depths)
    depths.learn(ball)
    taken.push(ball)
    largest = Math.max(largest, ball[3]!)
  }
  taken.sort((a, b) => b[3]! - a[3]!)
  const out = new Float64Array(BALL * taken.length)
  for (let k = 0; k < taken.length; k++) out.set(taken[k]!, BALL * k)
  return out
}

/** The ball with the greatest gain, which is exact then; gains of the others are upper bounds. −1 if there are none. */
function bestOf(balls: Float64Array, gains: Float64Array, depths: Depths): number {
  const asked = new Uint8Array(gains.length)
  for (;;) {
    let best = -1
    for (let k = 0; k < gains.length; k++) if (best < 0 || gains[k]! > gains[best]!) best = k
    // Not below any of the bounds, and no bound itself.
    if (best < 0 || asked[best] === 1) return best
    gains[best] = depths.gain(balls, BALL * best)
    asked[best] = 1
  }
}
