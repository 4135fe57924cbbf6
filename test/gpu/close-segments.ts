// Segments for tests of motionsFree: between free ends, and next to contact. The latter are found by bisection: segments whose end comes as
// near to a contact as was asked for, or lies that far beyond it, and segments that pass by an obstacle and are shifted until they graze it.

import { randomConfiguration } from '../../bench/gpu/near-contact.js'
import { box, checkMotion, type Random, Robot, sphere, World } from '../../src/entries/robots.js'

type Segment = readonly [Float64Array, Float64Array]

/** Metres, least and most, between what is meant to be near contact. */
const LEAST = 1e-6
const MOST = 1e-3

/** Both ends free; no joint moves by more than `most`. */
export function freeSegments(world: World, random: Random, count: number, most: number): Segment[] {
  const out: Segment[] = []
  for (let tries = 0; out.length < count; tries++) {
    if (tries > 200 * count + 1000) throw new Error('hardly any configuration is free')
    const from = randomConfiguration(world, random)
    const aim = randomConfiguration(world, random)
    const farthest = Math.max(...aim.map((x, i) => Math.abs(x - from[i]!)))
    const share = Math.min(1, (most * random.range(0.1, 1)) / farthest)
    const to = between(from, aim, share)
    if (!world.collides(from) && !world.collides(to)) out.push([from, to])
  }
  return out
}

/** At LEAST to MOST from contact, about as many free as colliding. */
export function closeSegments(world: World, random: Random, count: number): Segment[] {
  const out: Segment[] = []
  for (let tries = 0; out.length < count; tries++) {
    if (tries > 100 * count + 1000) throw new Error('hardly any segment comes near a contact')
    const found = tries % 2 === 0 ? endsNear(world, random) : grazes(world, random)
    if (found !== undefined) out.push(...found)
  }
  return out.slice(0, count)
}

/** Towards a contact, and a little short of it or a little too far. */
function endsNear(world: World, random: Random): Segment[] | undefined {
  const [a, b] = [randomConfiguration(world, random), randomConfiguration(world, random)]
  if (world.collides(a) || !world.collides(b)) return undefined
  const edge = bisect(0, 1, 50, (t) => !world.collides(between(a, b, t)))
  const before = bisect(0, edge, 24, (t) => world.distance(between(a, b, t)).distance > wantedGap(random))
  return [before, Math.min(1, 2 * edge - before)].map((end): Segment => {
    // From nearby, or from far away.
    const start = end - Math.min(end, 10 ** random.range(-3, 0))
    return [between(a, b, start), between(a, b, end)]
  })
}

/** Ends that are free, and what is between hardly so, or hardly not. */
function grazes(world: World, random: Random): Segment[] | undefined {
  const [a, b, aside] = [0, 1, 2].map(() => randomConfiguration(world, random)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const to = between(a, b, random.range(0.05, 0.5))
  const shifted = (s: number): Segment => [between(a, aside, s), to.map((x, i) => x + s * (aside[i]! - a[i]!))]
  const isFree = (s: number): boolean => checkMotion(world, shifted(s), { ignoreLimits: true }).outcome === 'free'
  if (!isFree(0) || isFree(0.3)) return undefined
  const edge = bisect(0, 0.3, 30, isFree)
  const step = 10 ** random.range(-6, -3)
  return [shifted(Math.max(0, edge - step)), shifted(edge + step)]
}

function wantedGap(random: Random): number {
  return LEAST * (MOST / LEAST) ** random.unit()
}

function between(a: Float64Array, b: Float64Array, t: number): Float64Array {
  return a.map((x, i) => x + t * (b[i]! - x))
}

/** The last place, from low on, at which something holds that holds at low and not at high. */
function bisect(low: number, high: number, steps: number, holds: (t: number) => boolean): number {
  let [from, to] = [low, high]
  for (let k = 0; k < steps; k++) {
    const middle = from / 2 + to / 2
    if (holds(middle)) from = middle
    else to = middle
  }
  return from
}

/**
 * A ball and a box that slide and turn towards a wall, and a thin rod in the way: what sweeps them has hardly any slack, so an error of a
 * tenth of a millimetre shows.
 */
export function tightWorld(): World {
  const robot = new Robot({
    name: 'slider',
    links: [
      { name: 'base' },
      { name: 'ball', geometry: [{ shape: sphere({ radius: 0.05 }) }] },
      { name: 'block', geometry: [{ shape: box({ size: [0.1, 0.1, 0.1], at: [0, 0.4, 0] }) }] },
    ],
    joints: [
      {
        name: 'slide',
        kind: 'prismatic',
        parent: 'base',
        child: 'ball',
        axis: [1, 0, 0],
        limits: { lower: -1, upper: 1 },
      },
      {
        name: 'turn',
        kind: 'revolute',
        parent: 'ball',
        child: 'block',
        axis: [0, 0, 1],
        limits: { lower: -1.5, upper: 1.5 },
      },
    ],
  })
  return new World({
    robots: [robot],
    obstacles: [
      { name: 'wall', shape: box({ size: [0.2, 2, 2], at: [0.6, 0, 0] }) },
      { name: 'rod', shape: box({ size: [0.001, 0.001, 1], at: [-0.3, 0.42, 0] }) },
    ],
  })
}
