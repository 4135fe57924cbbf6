// Every path that a planner returned, checked again: nothing here is proved, nothing is taken from the prover. A world of its own
// (what the planner's remembers is of no use), lines computed again, contacts asked for every 0.002 rad, and every 0.0001 about the
// places where the robot comes nearest to something. On some paths every pair of geometries is measured too, with no hierarchy.
import type { World } from '../../src/index.js'
import { BruteWorld, pairDistance } from '../../test/oracle/robots/brute-mesh-world.js'
import type { BenchProblem } from './problems.js'

/** Radians between two looks. */
const STEP = 0.002
const FINE_STEP = 0.0001

/** Between two distances, to find where it is tight; how many such places are tested finely, and how far about them. */
const MEASURE_STEP = 0.25
const TIGHT_PLACES = 3
const ABOUT = 0.02

export interface Recheck {
  /** Configurations that were tested. */
  readonly looks: number
  /** What is wrong with the path; empty if nothing is. */
  readonly wrong: readonly string[]
  /** The least distance that was seen, metres. */
  readonly clearance: number
}

/** `world`: one that no planner has used. */
export function recheckPath(world: World, problem: BenchProblem, path: readonly Float64Array[]): Recheck {
  const wrong = checkEnds(world, problem, path)
  const at = new Float64Array(world.dof)
  let looks = 0
  const look = (k: number, t: number): void => {
    mix(at, path[k - 1]!, path[k]!, t)
    looks++
    if (world.collides(at)) wrong.push(`edge ${k} of ${path.length - 1} collides at ${t}`)
  }
  const places: { k: number; t: number; distance: number }[] = []
  for (let k = 1; k < path.length; k++) {
    const length = distanceOf(path[k - 1]!, path[k]!)
    const count = Math.ceil(length / STEP)
    for (let i = 0; i <= count; i++) look(k, count === 0 ? 0 : i / count)
    const measures = Math.ceil(length / MEASURE_STEP)
    for (let i = 0; i <= measures; i++) {
      const t = measures === 0 ? 0 : i / measures
      mix(at, path[k - 1]!, path[k]!, t)
      places.push({ k, t, distance: world.distance(at).distance })
    }
  }
  places.sort((a, b) => a.distance - b.distance)
  for (const { k, t } of places.slice(0, TIGHT_PLACES)) {
    const about = ABOUT / Math.max(distanceOf(path[k - 1]!, path[k]!), Number.MIN_VALUE)
    const fine = FINE_STEP / Math.max(distanceOf(path[k - 1]!, path[k]!), FINE_STEP)
    for (let s = Math.max(0, t - about); s <= Math.min(1, t + about); s += fine) look(k, s)
  }
  return { looks, wrong: wrong.slice(0, 3), clearance: places[0]?.distance ?? Infinity }
}

/** It begins and ends where it should, stays within the limits, and moves nothing else. */
function checkEnds(world: World, { start, goal }: BenchProblem, path: readonly Float64Array[]): string[] {
  const wrong: string[] = []
  if (path.length === 0) return ['there is no waypoint']
  if (!same(path[0]!, start)) wrong.push('it does not begin at the start')
  if (!same(path.at(-1)!, goal)) wrong.push('it does not end at the goal')
  for (const q of path) {
    const outside = world.outsideLimits(q)
    if (outside.length > 0) wrong.push(`${outside.join(', ')} outside the limits`)
  }
  return wrong
}

/** Every pair of geometries that counts, by its distance, at waypoints and between: slow. */
export function recheckByPairs(
  { body, obstacles, allowed, start }: BenchProblem,
  path: readonly Float64Array[],
  configurations: number,
): string[] {
  const brute = new BruteWorld({ robot: body, obstacles, allowed, adjacent: true })
  const at = new Float64Array(start.length)
  const wrong: string[] = []
  for (let i = 0; i <= configurations; i++) {
    const along = (i / configurations) * (path.length - 1)
    const k = Math.min(path.length - 2, Math.floor(along))
    mix(at, path[k]!, path[k + 1]!, along - k)
    brute.place(at)
    for (const pair of brute.pairs) {
      if (pairDistance(brute.geometries(pair)) === 0) wrong.push(`${pair.key} touch at ${along} of the path`)
    }
  }
  return wrong
}

export function pathLength(path: readonly Float64Array[]): number {
  let sum = 0
  for (let k = 1; k < path.length; k++) sum += distanceOf(path[k - 1]!, path[k]!)
  return sum
}

function same(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i])
}

function distanceOf(a: Float64Array, b: Float64Array): number {
  return Math.hypot(...a.map((x, i) => x - b[i]!))
}

function mix(out: Float64Array, a: Float64Array, b: Float64Array, t: number): void {
  for (let i = 0; i < out.length; i++) out[i] = a[i]! + t * (b[i]! - a[i]!)
}
