// Motion checks, judged by looking: the motion is worked out again from its waypoints, and every verdict is held against brute
// force at many instants, or at the one it names. A judge returns what is wrong, as text; undefined if nothing is.
import type { World } from '../../../src/index.js'
import type { Motion } from '../../../src/robots/motion/piece.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import type { MotionScene, ScenePairDistance } from './motions-scene.js'

/** A motion as the judge sees it: by segment and share of it, a configuration. */
export interface Way {
  readonly segments: number
  at(segment: number, t: number): Float64Array
}

export interface JudgeOptions {
  readonly clearance?: number | undefined
  readonly delta?: number | undefined
  /** Instants a segment, besides its ends. */
  readonly samples: number
  /** World.collides instead of brute force, which is called in where it finds something. */
  readonly fast?: World | undefined
}

/** What a distance may be off by, in units of the scene's size: forward kinematics and distances, ours and theirs. */
const CLOSE = 1e-12

/** Waypoints joined by straight lines; quaternions turn at a constant rate the short way. */
export function polyline(
  world: World,
  waypoints: readonly ArrayLike<number>[],
  continuous: 'as-given' | 'shortest' = 'as-given',
): Way {
  const given = (waypoints.length === 1 ? [waypoints[0]!, waypoints[0]!] : waypoints).map((q) => Float64Array.from(q))
  if (continuous === 'shortest') takeShortWays(world, given)
  return {
    segments: given.length - 1,
    at: (segment, t) => between(world, given[segment]!, given[segment + 1]!, t),
  }
}

/** Takes whole turns off angles that mean the same without them, from each waypoint to the next. */
function takeShortWays(world: World, waypoints: readonly Float64Array[]): void {
  let first = 0
  for (const { robot } of world.model().robots) {
    for (const joint of robot.joints) {
      if (joint.mimic !== undefined || (joint.kind !== 'continuous' && joint.kind !== 'planar')) continue
      const variable = first + joint.variable + (joint.kind === 'planar' ? 2 : 0)
      // Followers must be as they were as well: after two turns, for one that takes half of them.
      const followers = robot.joints.filter(({ mimic }) => mimic?.joint === joint.name)
      if (followers.some(({ kind }) => kind === 'prismatic')) continue
      let turns = 1
      while (turns <= 64 && !followers.every(({ mimic }) => Number.isInteger(turns * mimic!.multiplier))) turns++
      if (turns > 64) continue
      const period = 2 * Math.PI * turns
      const given = waypoints.map((waypoint) => waypoint[variable]!)
      for (let i = 1; i < waypoints.length; i++) {
        // Of the two ways of half a period, the one in the direction of the numbers given.
        const ways = [-1, 0, 1].map((more) => {
          const whole = Math.trunc((given[i]! - waypoints[i - 1]![variable]!) / period) + more
          return given[i]! - whole * period
        })
        const length = (to: number): number => Math.abs(to - waypoints[i - 1]![variable]!)
        const least = Math.min(...ways.map(length))
        const short = ways.filter((to) => length(to) <= least + 1e-9)
        const isUp = given[i]! > given[i - 1]!
        waypoints[i]![variable] = isUp ? Math.max(...short) : Math.min(...short)
      }
    }
    first += robot.dof
  }
}

function between(world: World, from: ArrayLike<number>, to: ArrayLike<number>, t: number): Float64Array {
  const q = Float64Array.from(from, (start, i) => start + t * (to[i]! - start))
  // At the ends, what was given, to the last digit.
  if (t === 1) q.set(Float64Array.from(to))
  world.variables.forEach((name, i) => {
    if (name.endsWith('/rot_x')) q.set(slerp(from, to, i, t), i)
  })
  return q
}

/** A motion made of pieces, as they say themselves where they are. */
export function pieceWay({ pieces }: Motion): Way {
  return {
    segments: pieces.length,
    at: (segment, t) => {
      const q = new Float64Array(pieces[segment]!.dof)
      pieces[segment]!.at(q, t)
      return q
    },
  }
}

/** The quaternion from[i..] turned towards to[i..], at a constant rate the short way. */
export function slerp(from: ArrayLike<number>, to: ArrayLike<number>, i: number, t: number): number[] {
  const unit = (q: ArrayLike<number>): number[] => {
    const four = [0, 1, 2, 3].map((k) => q[i + k]!)
    const norm = Math.hypot(...four)
    return four.map((c) => c / norm)
  }
  const p = unit(from)
  let r = unit(to)
  if (p.reduce((sum, c, k) => sum + c * r[k]!, 0) < 0) r = r.map((c) => -c)
  // Half the angle between them, by lengths: good for small ones and for half turns.
  const minus = Math.hypot(...p.map((c, k) => c - r[k]!))
  const plus = Math.hypot(...p.map((c, k) => c + r[k]!))
  const angle = 2 * Math.atan2(minus, plus)
  if (angle === 0) return p
  const [a, b] = [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)]
  return p.map((c, k) => a * c + b * r[k]!)
}

/** Every instant that is looked at: even steps, and the ends. */
export function instants(samples: number): number[] {
  return Array.from({ length: samples + 2 }, (_, k) => k / (samples + 1))
}

/** The first sampled instant at which something touches, or comes nearer than the clearance. */
export function sampledContact(
  scene: MotionScene,
  way: Way,
  samples: number,
  clearance = 0,
): (ScenePairDistance & { segment: number; at: number }) | undefined {
  for (let segment = 0; segment < way.segments; segment++) {
    for (const at of instants(samples)) {
      const found = scene.contact(way.at(segment, at), clearance)
      if (found !== undefined) return { ...found, segment, at }
    }
  }
  return undefined
}

/** Instants of a segment at which something comes nearest, as far as sampling and then halving find them. */
export function nearestInstants(world: World, way: Way, segment: number, samples: number, most = 3): number[] {
  const distance = (t: number): number => world.distance(way.at(segment, t)).distance
  const coarse = instants(samples).map((t) => ({ t, d: distance(t) }))
  const lows = coarse.filter(
    ({ d }, i) => d <= (coarse[i - 1]?.d ?? Infinity) && d <= (coarse[i + 1]?.d ?? Infinity) && d < Infinity,
  )
  lows.sort((a, b) => a.d - b.d)
  return lows.slice(0, most).map(({ t }) => {
    let from = Math.max(0, t - 1 / samples)
    let to = Math.min(1, t + 1 / samples)
    for (let k = 0; k < 60; k++) {
      const [p, q] = [from + 0.382 * (to - from), from + 0.618 * (to - from)]
      if (distance(p) <= distance(q)) to = q
      else from = p
    }
    return (from + to) / 2
  })
}

export function judge(scene: MotionScene, way: Way, verdict: MotionVerdict, options: JudgeOptions): string | undefined {
  const stats = judgeStats(verdict)
  if (stats !== undefined) return stats
  switch (verdict.outcome) {
    case 'free':
      return judgeFree(scene, way, options)
    case 'collision':
      return judgeCollision(scene, way, verdict)
    case 'closer-than-delta':
      return judgeClose(scene, way, verdict, (options.clearance ?? 0) + (options.delta ?? 0))
    case 'closer-than-clearance':
      return judgeClose(scene, way, verdict, options.clearance ?? 0)
    case 'undecided':
      return judgeUndecided(scene, way, verdict, options)
    case 'nothing-to-check':
      return scene.pairs.length === 0 ? undefined : `nothing to check, but there are ${scene.pairs.length} pairs`
    default:
      return `outcome ${String((verdict as { outcome: unknown }).outcome)}`
  }
}

function judgeStats({ stats }: MotionVerdict): string | undefined {
  for (const name of ['volumeTests', 'leafTests', 'configurations', 'intervals'] as const) {
    const count = stats[name]
    if (!Number.isInteger(count) || count < 0) return `stats.${name} is ${count}`
  }
  return undefined
}

/** Nothing touches at any sampled instant, nor comes as near as the clearance. */
export function judgeFree(scene: MotionScene, way: Way, options: JudgeOptions): string | undefined {
  const { samples, fast } = options
  const clearance = options.clearance ?? 0
  // What is proved is proved of the exact motion; a sample is rounded.
  const limit = clearance > 0 ? clearance - CLOSE * scene.size : 0
  for (let segment = 0; segment < way.segments; segment++) {
    for (const at of instants(samples)) {
      const q = way.at(segment, at)
      if (fast !== undefined) {
        const touches = clearance > 0 ? fast.pairsWithin(q, limit).length > 0 : fast.collides(q)
        if (!touches) continue
      }
      const found = scene.contact(q, limit)
      if (found === undefined) {
        // What is all but touching the world may call touching.
        if (fast !== undefined && scene.near(q, limit + CLOSE * scene.size).length === 0) {
          return `World and brute force disagree at ${segment} ${at}: ${show(q)}`
        }
        continue
      }
      const { lower } = scene.exactly(q, found.a, found.b)
      if (lower > limit) continue
      return `free, but ${found.a} and ${found.b} are ${lower} apart in segment ${segment} at ${at}: ${show(q)}`
    }
  }
  return undefined
}

type At<K extends MotionVerdict['outcome']> = Extract<MotionVerdict, { outcome: K }>

/** The two things named touch at the instant named, or are within rounding of it. */
export function judgeCollision(scene: MotionScene, way: Way, verdict: At<'collision'>): string | undefined {
  const place = judgePlace(scene, way, verdict)
  if (place !== undefined) return place
  const { a, b, configuration, contact } = verdict
  const { upper, lower } = scene.touches(configuration, a, b)
    ? { upper: 0, lower: 0 }
    : scene.exactly(configuration, a, b)
  if (!(upper <= CLOSE * scene.size)) {
    return `collision of ${a} and ${b}, but they are ${lower} apart (size ${scene.size}) at ${show(configuration)}`
  }
  const names = [contact.a, contact.b].sort().join(' ')
  if (names !== [a, b].sort().join(' ')) return `the contact is of ${names}, not of ${a} and ${b}`
  if (!(contact.depth >= 0) || !isFinite3(contact.pointA) || !isFinite3(contact.pointB)) {
    return `the contact has depth ${contact.depth}, points ${show(contact.pointA)} ${show(contact.pointB)}`
  }
  return undefined
}

/** The two things named are as far apart as is said, and nearer than was asked for, but do not touch. */
function judgeClose(
  scene: MotionScene,
  way: Way,
  verdict: At<'closer-than-delta' | 'closer-than-clearance'>,
  most: number,
): string | undefined {
  const place = judgePlace(scene, way, verdict)
  if (place !== undefined) return place
  const { outcome, a, b, configuration, distance, pointA, pointB } = verdict
  const slack = 2 * CLOSE * scene.size
  const { lower, upper } = scene.exactly(configuration, a, b)
  if (!(distance >= lower - slack && distance <= upper + slack)) {
    return `${outcome}: ${a} and ${b} are said to be ${distance} apart, and are ${lower}`
  }
  if (!(distance <= most + slack && distance > 0)) return `${outcome}: ${distance}, where ${most} was asked for`
  const apart = Math.hypot(...pointA.map((p, k) => p - pointB[k]!))
  if (!(Math.abs(apart - distance) <= slack)) return `${outcome}: the points are ${apart} apart, not ${distance}`
  return undefined
}

function judgePlace(
  scene: MotionScene,
  way: Way,
  verdict: At<'collision' | 'closer-than-delta' | 'closer-than-clearance'>,
): string | undefined {
  const { outcome, segment, at, configuration, a, b } = verdict
  if (!(Number.isInteger(segment) && segment >= 0 && segment < way.segments && at >= 0 && at <= 1)) {
    return `${outcome} in segment ${segment} at ${at}`
  }
  const q = way.at(segment, at)
  const off = q.findIndex((x, i) => !(Math.abs(x - configuration[i]!) <= 1e-9 * (1 + Math.abs(x))))
  // A quaternion and its negative are one turn.
  if (off !== -1 && !sameTurns(q, configuration)) {
    return `${outcome}: the configuration at ${at} is ${show(q)}, not ${show(configuration)}`
  }
  if (a === b || !scene.countsPair(a, b)) return `${outcome} of ${a} and ${b}, a pair that does not count`
  return undefined
}

function sameTurns(q: Float64Array, p: Float64Array): boolean {
  return q.every((x, i) => Math.abs(Math.abs(x) - Math.abs(p[i]!)) <= 1e-9 * (1 + Math.abs(x)))
}

/** What is not said to be left is free, for every pair. */
export function judgeUndecided(
  scene: MotionScene,
  way: Way,
  verdict: At<'undecided'>,
  options: JudgeOptions,
): string | undefined {
  const { left, proved, reason } = verdict
  if (typeof reason !== 'string' || reason === '') return 'undecided without a reason'
  if (!(proved >= 0 && proved <= 1)) return `undecided, ${proved} of it proved`
  if (left.length === 0) return 'undecided, and nothing is left'
  for (const { segment, from, to, a, b } of left) {
    if (!(segment >= 0 && segment < way.segments && from >= 0 && from < to && to <= 1)) {
      return `left: segment ${segment} from ${from} to ${to}`
    }
    if (!scene.countsPair(a, b)) return `left: ${a} and ${b}, a pair that does not count`
  }
  // Only the hundred largest are listed.
  if (left.length >= 100) return undefined
  const clearance = options.clearance ?? 0
  const limit = clearance > 0 ? clearance - CLOSE * scene.size : 0
  for (let segment = 0; segment < way.segments; segment++) {
    for (const at of instants(options.samples)) {
      scene.place(way.at(segment, at))
      for (const pair of scene.pairs) {
        const found = scene.pairContact(pair, limit)
        if (found === undefined) continue
        const open = left.some(
          (gap) =>
            gap.segment === segment &&
            at >= gap.from - 1e-12 &&
            at <= gap.to + 1e-12 &&
            [gap.a, gap.b].sort().join(' ') === [found.a, found.b].sort().join(' '),
        )
        if (!open) return `undecided, but ${found.a} and ${found.b} touch outside what is left: ${segment} ${at}`
      }
    }
  }
  return undefined
}

function isFinite3(p: ArrayLike<number>): boolean {
  return p.length === 3 && Array.from(p).every(Number.isFinite)
}

export function show(list: ArrayLike<number>): string {
  return JSON.stringify(Array.from(list))
}
