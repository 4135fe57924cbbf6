// The judge of planned paths: samples laid densely along them, every pair of geometries measured, one by one. No hierarchy and no
// proof has a say in it; two balls around geometries that do not meet are all that is left out.
import { expect } from 'vitest'
import type { Shape, World } from '../../../src/index.js'
import type { PlanResult, PlanSolved } from '../../../src/robots/planning/plan-result.js'
import { shapeSphere } from '../../../src/shapes/shape-bounds.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { type Matrix, multiply } from '../../oracle/robots/kinematics.js'

interface Piece {
  readonly object: number
  readonly shape: Shape
  readonly ball: Float64Array
  /** The link it is on, and its pose there; in the world where there is none. */
  readonly link: string | undefined
  readonly pose: Matrix
}

function matrix(x: ArrayLike<number>): Matrix {
  const rows = [0, 4, 8].map((o) => [x[o]!, x[o + 1]!, x[o + 2]!, x[o + 3]!])
  return [...rows, [0, 0, 0, 1]]
}

function inverse(m: Matrix): Matrix {
  const t = [0, 1, 2].map((i) => -[0, 1, 2].reduce((sum, k) => sum + m[k]![i]! * m[k]![3]!, 0))
  return [...[0, 1, 2].map((i) => [m[0]![i]!, m[1]![i]!, m[2]![i]!, t[i]!]), [0, 0, 0, 1]]
}

export class Sweep {
  private readonly pieces: readonly Piece[]
  private readonly skipped = new Set<string>()
  private readonly names: readonly string[]
  private readonly out = new ShapeDistance()

  constructor(private readonly world: World) {
    const { index, robots } = world.model()
    this.names = index.objects.map(({ name }) => name)
    this.pieces = index.objects.flatMap((object, o) =>
      object.geometry.map(({ shape, pose }) => {
        const ball = new Float64Array(4)
        shapeSphere(ball, 0, shape)
        const robot = robots[object.robot]
        const link = robot === undefined ? undefined : `${robot.name}/${robot.robot.links[object.link]!.name}`
        return { object: o, shape, ball, link, pose: matrix(pose) }
      }),
    )
    // Pairs that may never meet are looked at all the same.
    for (const { a, b, status } of world.pairs()) if (status === 'allowed' || status === 'rigid') this.skip(a, b)
  }

  /** Two things that touch at q; undefined if none do. */
  touching(q: Float64Array): string | undefined {
    const frames = new Map<string, Matrix>()
    const placed = this.pieces.map(({ link, pose, ball }) => {
      let at = pose
      if (link !== undefined) {
        let frame = frames.get(link)
        if (frame === undefined) {
          frame = matrix(this.world.linkPose(q, link))
          frames.set(link, frame)
        }
        at = multiply(frame, pose)
      }
      const centre = [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, i) => sum + at[k]![i]! * ball[i]!, at[k]![3]!))
      return { at, centre }
    })
    for (const [i, a] of this.pieces.entries()) {
      if (a.link === undefined) continue
      for (const [j, b] of this.pieces.entries()) {
        if (b.object === a.object || (b.link !== undefined && j < i)) continue
        if (this.skipped.has(`${a.object} ${b.object}`)) continue
        const [p, r] = [placed[i]!, placed[j]!]
        const gap = Math.hypot(...p.centre.map((x, k) => x - r.centre[k]!))
        if (gap > (a.ball[3]! + b.ball[3]!) * (1 + 1e-9)) continue
        const x = Float64Array.from(multiply(inverse(p.at), r.at).slice(0, 3).flat())
        if (distanceShapes(this.out, a.shape, b.shape, x, 0, 1e-4) <= 0)
          return `${this.names[a.object]} and ${this.names[b.object]}`
      }
    }
    return undefined
  }

  private skip(a: string, b: string): void {
    const i = this.names.indexOf(a)
    const j = this.names.indexOf(b)
    this.skipped.add(`${i} ${j}`).add(`${j} ${i}`)
  }
}

/** The configuration at t between two waypoints: numbers straight, quaternions on the great circle. */
export function between(world: World, a: Float64Array, b: Float64Array, t: number): Float64Array {
  const q = a.map((x, i) => x + t * (b[i]! - x))
  world.variables.forEach((name, i) => {
    if (!name.endsWith('/rot_x')) return
    const [p, r] = [a.subarray(i, i + 4), b.subarray(i, i + 4)]
    const dot = p.reduce((sum, x, k) => sum + x * r[k]!, 0)
    const angle = Math.acos(Math.min(1, Math.abs(dot)))
    const [u, v] = angle < 1e-9 ? [1 - t, t] : [Math.sin((1 - t) * angle), Math.sin(t * angle)]
    const turned = p.map((x, k) => u * x + Math.sign(dot || 1) * v * r[k]!)
    const norm = Math.hypot(...turned)
    q.set(
      turned.map((x) => x / norm),
      i,
    )
  })
  return q
}

/** Solved, from the start, inside all limits, and free at every sample, no number moving by more than `step` between two. */
export function checkSolved(world: World, result: PlanResult, start: ArrayLike<number>, step = 0.02): PlanSolved {
  if (result.outcome !== 'solved') {
    throw new Error(
      JSON.stringify(result, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value)),
    )
  }
  const { path } = result
  expect(Array.from(path[0]!)).toEqual(Array.from(start))
  const sweep = new Sweep(world)
  for (const q of path) expect(world.outsideLimits(q)).toEqual([])
  for (let k = 1; k < path.length; k++) {
    const [a, b] = [path[k - 1]!, path[k]!]
    const samples = Math.ceil(a.reduce((most, x, i) => Math.max(most, Math.abs(b[i]! - x)), 0) / step)
    for (let s = k === 1 ? 0 : 1; s <= samples; s++) {
      const q = between(world, a, b, s / samples)
      expect(sweep.touching(q), `segment ${k - 1} at ${s / samples}: ${Array.from(q)}`).toBeUndefined()
    }
  }
  return result
}
