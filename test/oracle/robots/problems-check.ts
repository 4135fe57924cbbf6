// Judging poses twice: a World, and every pair of geometries with no hierarchy (brute-mesh-world.ts); where they touch, every pair
// of triangles in exact arithmetic.
import { expect } from 'vitest'
import { Robot, World } from '../../../src/index.js'
import {
  type BrutePair,
  BruteWorld,
  describeRobot,
  exactPairDistance,
  keyOf,
  pairDistance,
} from './brute-mesh-world.js'
import { allowedLinks, movingValues, type Problem } from './problems.js'

/** The pairs that need no checking are the SRDF file's and parents with children, or those of the problem itself. */
export type Rule = 'srdf' | 'acm'

export interface Judged {
  readonly scene: string
  readonly index: number
  readonly pose: 'start' | 'goal'
  readonly rule: Rule
  /** Of the nearest pair that counts. */
  readonly clearance: number
  readonly nearest: string
  readonly touching: readonly string[]
}

/** Of distances of some metres: what forward kinematics in another order may round differently. */
const CLOSE = 1e-12
const SCALE = 4

export class ProblemJudge {
  readonly judged: Judged[] = []
  /** Joints whose values the URDF holds still. */
  readonly held = new Set<string>()
  /** Poses whose nearest pair was looked at triangle by triangle, and the largest difference. */
  exact = 0
  worst = 0
  /** Distances of pairs of links, by configuration. */
  private readonly links = new Map<string, Map<string, number>>()

  /** The robot without what its SRDF file says. */
  private readonly bare: Robot

  constructor(private readonly robot: Robot) {
    const { name, links, joints } = describeRobot(robot)
    this.bare = new Robot({ name, links, joints })
  }

  /** The start and the goal of one problem among the obstacles of another, or its own. */
  judge(problem: Problem, rules: readonly Rule[], among = problem): void {
    const { obstacles } = among
    /** Distances are the same by every rule, and those of links the same in every scene. */
    const known = { start: new Map<string, number>(), goal: new Map<string, number>() }
    for (const rule of rules) {
      const robot = rule === 'srdf' ? this.robot : this.bare
      const allowed = rule === 'srdf' ? [] : allowedLinks(robot, problem.allowed)
      const adjacent = rule === 'srdf'
      const world = new World({ robots: [robot], obstacles, allowed, adjacent: adjacent ? 'allowed' : 'checked' })
      const brute = new BruteWorld({ robot, obstacles, allowed, adjacent })
      const counted = world.pairs().filter(({ status }) => status === 'checked' || status === 'never')
      expect(counted.map(({ a, b }) => keyOf(a, b)).sort()).toEqual(brute.pairs.map(({ key }) => key).sort())
      for (const pose of ['start', 'goal'] as const) {
        const { moving, held } = movingValues(robot, problem[pose])
        for (const name of held) this.held.add(name)
        const { scene, index } = problem
        const label = JSON.stringify({ robot: robot.name, scene, index, among: among.index, pose, rule, moving })
        const q = world.configuration(moving)
        brute.place(q)
        const measure = (pair: BrutePair): number => {
          const cache = pair.b.link === '' ? known[pose] : this.ofLinks(q)
          let distance = cache.get(pair.key)
          if (distance === undefined) {
            distance = pairDistance(brute.geometries(pair))
            cache.set(pair.key, distance)
          }
          return distance
        }
        this.judged.push({ scene, index, pose, rule, ...this.compare(world, brute, q, measure, label) })
      }
    }
  }

  private ofLinks(q: Float64Array): Map<string, number> {
    const key = q.join()
    let known = this.links.get(key)
    if (known === undefined) {
      known = new Map()
      this.links.set(key, known)
    }
    return known
  }

  private compare(
    world: World,
    brute: BruteWorld,
    q: Float64Array,
    measure: (pair: BrutePair) => number,
    label: string,
  ): Pick<Judged, 'clearance' | 'nearest' | 'touching'> {
    const truth = brute.pairs.map((pair) => ({ pair, distance: measure(pair) }))
    truth.sort((one, other) => one.distance - other.distance)
    const touching = truth.filter(({ distance }) => distance === 0).map(({ pair }) => pair)
    const names = world.collisions(q).map(({ a, b }) => keyOf(a, b))
    expect(names.sort(), label).toEqual(touching.map(({ key }) => key).sort())
    expect(world.collides(q), label).toBe(touching.length > 0)
    for (const pair of touching) {
      const { lower, upper } = exactPairDistance(brute.geometries(pair), SCALE)
      expect(lower, `${label} ${pair.key}`).toBe(0)
      expect(upper, `${label} ${pair.key}`).toBeLessThan(CLOSE * SCALE)
    }
    const nearest = world.distance(q)
    const { pair, distance } = truth[0]!
    expect(Math.abs(nearest.distance - distance), label).toBeLessThan(CLOSE * SCALE)
    if (distance > 0) {
      // Free is what the nearest two say, triangle by triangle.
      const { lower, upper } = exactPairDistance(brute.geometries(pair), SCALE)
      const error = Math.max(lower - nearest.distance, nearest.distance - upper, 0)
      expect(lower, label).toBeGreaterThan(0)
      expect(error, label).toBeLessThan(CLOSE * SCALE)
      this.worst = Math.max(this.worst, error)
    }
    this.exact++
    return { clearance: distance, nearest: keyOf(nearest.a, nearest.b), touching: touching.map(({ key }) => key) }
  }

  /** How many poses of each scene, how many in collision, how near the nearest of them comes, and which collide. */
  table(): string {
    const lines = ['rule  scene                      pose   poses  in collision  least clearance  between']
    for (const rule of ['srdf', 'acm'] as const) {
      for (const scene of new Set(this.judged.map((one) => one.scene))) {
        for (const pose of ['start', 'goal'] as const) {
          const own = this.judged.filter((one) => one.rule === rule && one.scene === scene && one.pose === pose)
          if (own.length === 0) continue
          const free = own.filter(({ touching }) => touching.length === 0)
          const least = free.reduce<Judged | undefined>(
            (best, one) => (best === undefined || one.clearance < best.clearance ? one : best),
            undefined,
          )
          const columns = [
            rule.padEnd(5),
            scene.padEnd(26),
            pose.padEnd(5),
            String(own.length).padStart(6),
            String(own.length - free.length).padStart(13),
            (least?.clearance ?? Number.NaN).toExponential(3).padStart(16),
            ` ${least?.nearest ?? ''}`,
          ]
          lines.push(columns.join(' '))
        }
      }
    }
    for (const { rule, scene, index, pose, touching } of this.judged) {
      if (touching.length > 0) lines.push(`in collision: ${rule} ${scene} ${index} ${pose}: ${touching.join(', ')}`)
    }
    return lines.join('\n')
  }
}
