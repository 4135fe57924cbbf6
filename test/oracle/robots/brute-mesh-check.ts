// Distances and witness points of a World against brute force (brute-mesh-world.ts), configuration by configuration.
import { expect } from 'vitest'
import { Random, type Robot, type Shape, World, type WorldDistance } from '../../../src/entries/robots.js'
import { pointMesh, solidBall } from '../meshes/brute-mesh.js'
import { outside } from '../shapes/shapes-round.js'
import {
  apply,
  type BrutePair,
  BruteWorld,
  exactPairDistance,
  inverse,
  keyOf,
  pairDistance,
} from './brute-mesh-world.js'
import type { Matrix } from './kinematics.js'

/** Anywhere within the limits; without them, half a turn to either side. */
export function randomWithin(world: World, random: Random): Float64Array {
  return Float64Array.from(world.variables, (_, i) => {
    const low = world.lower[i]!
    const high = world.upper[i]!
    return random.range(low === -Infinity ? -Math.PI : low, high === Infinity ? Math.PI : high)
  })
}

/** What a distance, or a witness, may be off by, relative to the robot's size: the promise under test. */
const CLOSE = 1e-12

export class DistanceCheck {
  configurations = 0
  colliding = 0
  pairs = 0
  /** Pairs that were looked at triangle by triangle. */
  exact = 0
  /** Largest difference in units of the robot's size, in units of the distance, and the same for pairs 1 mm apart or more. */
  ofSize = 0
  ofDistance = 0
  ofMillimetres = 0
  /** How near the nearest pair came that did not touch. */
  least = Infinity
  /** Largest error of a witness point, in units of the robot's size. */
  ofWitness = 0
  readonly world: World
  private readonly brute: BruteWorld
  private readonly random: Random

  constructor(
    private readonly robot: Robot,
    seed: number,
  ) {
    this.world = new World({ robots: [robot] })
    this.brute = new BruteWorld({ robot, obstacles: [], allowed: [], adjacent: true })
    this.random = new Random(seed)
  }

  step(): void {
    this.check(randomWithin(this.world, this.random))
  }

  check(q: Float64Array): void {
    const { world, brute, random } = this
    const label = JSON.stringify({ robot: this.robot.name, q: Array.from(q) })
    brute.place(q)
    const size = this.size()
    const answers = world.distances(q)
    const byKey = new Map(answers.map((one) => [keyOf(one.a, one.b), one]))
    const truth = brute.pairs.map((pair) => ({ pair, distance: pairDistance(brute.geometries(pair)) }))
    truth.sort((one, other) => one.distance - other.distance)
    expect(answers.length, label).toBe(truth.length)
    for (const { pair, distance } of truth) {
      this.compare(byKey.get(pair.key)!.distance, distance, distance, size, `${label} ${pair.key}`)
    }
    const nearest = world.distance(q)
    this.compare(nearest.distance, truth[0]!.distance, truth[0]!.distance, size, label)
    expect(world.collides(q), label).toBe(truth[0]!.distance === 0)
    expect(world.collisions(q).length, label).toBe(truth.filter(({ distance }) => distance === 0).length)
    // Half way between two neighbours, so that no rounding decides who is within.
    const k = random.integer(truth.length)
    const limit = (truth[k]!.distance + (truth[k + 1]?.distance ?? truth[k]!.distance + 1)) / 2
    const within = world.pairsWithin(q, limit).map(({ a, b }) => keyOf(a, b))
    const expected = truth.filter(({ distance }) => distance <= limit).map(({ pair }) => pair.key)
    expect(within.sort(), `${label} within ${limit}`).toEqual(expected.sort())

    // The nearest, the nearest that do not touch, and now and then another: triangle by triangle.
    const apart = truth.findIndex(({ distance }) => distance > 0)
    const closely = new Set([0, apart === -1 ? 0 : apart])
    if (this.configurations % 4 === 0) closely.add(random.integer(truth.length))
    for (const k of closely) {
      const { pair } = truth[k]!
      const { lower, upper } = exactPairDistance(brute.geometries(pair), size)
      this.compare(byKey.get(pair.key)!.distance, lower, upper, size, `${label} ${pair.key} triangle by triangle`)
      this.exact++
    }
    for (const k of [...closely, random.integer(truth.length), random.integer(truth.length)]) {
      const { pair } = truth[k]!
      this.witnesses(pair, byKey.get(pair.key)!, size, `${label} ${pair.key}`)
    }
    this.witnesses(truth[0]!.pair, nearest, size, label)
    this.configurations++
    if (truth[0]!.distance === 0) this.colliding++
    this.pairs += truth.length
    if (apart !== -1) this.least = Math.min(this.least, truth[apart]!.distance)
  }

  /** d against bounds that are the same, or all but. */
  private compare(d: number, lower: number, upper: number, size: number, label: string): void {
    const error = Math.max(lower - d, d - upper, 0)
    expect(error, label).toBeLessThanOrEqual(CLOSE * size)
    // Touching is not a matter of rounding: one says so, the other must.
    if (upper === 0 || lower > CLOSE * size) expect(d === 0, label).toBe(upper === 0)
    this.ofSize = Math.max(this.ofSize, error / size)
    if (lower > 0) this.ofDistance = Math.max(this.ofDistance, error / lower)
    if (lower > 1e-3) this.ofMillimetres = Math.max(this.ofMillimetres, error / lower)
  }

  /** The points are on the geometries named, and that far apart. */
  private witnesses(pair: BrutePair, answer: WorldDistance, size: number, label: string): void {
    const { brute, robot } = this
    if (answer.distance === 0) return
    const [a, b] = answer.a === pair.a.name ? [pair.a, pair.b] : [pair.b, pair.a]
    const placed = ([object, name]: readonly [typeof a, string]): { shape: Shape; pose: Matrix } => {
      const k = robot.link(object.link).geometry.findIndex((geometry) => geometry.name === name)
      return { shape: object.parts[k]!.shape, pose: brute.poseOf(object, object.parts[k]!) }
    }
    const offA = offSurface(placed([a, answer.geometryA]), answer.pointA)
    const offB = offSurface(placed([b, answer.geometryB]), answer.pointB)
    const apart = Math.hypot(...answer.pointA.map((p, k) => p - answer.pointB[k]!))
    const error = Math.max(offA, offB, Math.abs(apart - answer.distance))
    expect(error, `${label} ${[...answer.pointA]} ${[...answer.pointB]}`).toBeLessThanOrEqual(CLOSE * size)
    this.ofWitness = Math.max(this.ofWitness, error / size)
  }

  /** The diagonal of the box around everything. */
  private size(): number {
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    const objects = new Set(this.brute.pairs.flatMap(({ a, b }) => [a, b]))
    for (const object of objects) {
      for (const part of object.parts) {
        const [centre, radius] = ballOf(part.shape)
        apply(this.brute.poseOf(object, part), centre).forEach((x, k) => {
          low[k] = Math.min(low[k]!, x - radius)
          high[k] = Math.max(high[k]!, x + radius)
        })
      }
    }
    return Math.hypot(...high.map((h, k) => h - low[k]!))
  }

  report(): string {
    const e = (x: number): string => x.toExponential(1)
    return (
      `${this.configurations} configurations (${this.colliding} in collision), ${this.pairs} pairs, ${this.exact} of them ` +
      `triangle by triangle: off by at most ${e(this.ofSize)} of the robot's size; ${e(this.ofMillimetres)} of the distance ` +
      `where that is 1 mm or more, ${e(this.ofDistance)} of any (the least is ${e(this.least)} m); ` +
      `witness points off by at most ${e(this.ofWitness)} of the size`
    )
  }
}

function ballOf(shape: Shape): [number[], number] {
  if (shape.kind !== 'mesh' && shape.kind !== 'group') return solidBall(shape)
  const { sphere } = shape.bounds
  return [[...sphere.subarray(0, 3)], sphere[3]!]
}

function offSurface({ shape, pose }: { shape: Shape; pose: Matrix }, point: ArrayLike<number>): number {
  const p = apply(inverse(pose), point)
  return shape.kind === 'mesh' ? pointMesh(shape, p) : outside(shape, p)
}
