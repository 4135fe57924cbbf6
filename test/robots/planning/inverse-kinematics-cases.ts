// Arms and checks for the tests of inverse kinematics: whatever is said to be a solution is measured again, from the matrices of
// the links, by formulas that share nothing with the search.
import { expect } from 'vitest'
import { box, type JointInput, type Random, Robot, type World } from '../../../src/entries/robots.js'
import type {
  InverseKinematicsOptions,
  InverseKinematicsResult,
} from '../../../src/robots/planning/inverse-kinematics.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'

/** A unit quaternion, uniform enough. */
export function randomRotation(random: Random): Float64Array {
  for (;;) {
    const q = Float64Array.from({ length: 4 }, () => random.range(-1, 1))
    const norm = Math.hypot(...q)
    if (norm > 0.1 && norm < 1) return q.map((x) => x / norm)
  }
}

/** Inside the limits, or within ±`wide` where there are none. */
export function randomConfiguration(world: World, random: Random, wide = Math.PI): Float64Array {
  const q = world.neutral()
  for (let i = 0; i < q.length; i++) {
    q[i] = random.range(Math.max(world.lower[i]!, -wide), Math.min(world.upper[i]!, wide))
  }
  world.variables.forEach((name, i) => {
    if (name.endsWith('/rot_x')) q.set(randomRotation(random), i)
  })
  return q
}

/** How far two poses are apart: metres, and radians by the chord of their matrices. */
export function poseGap(a: ArrayLike<number>, b: ArrayLike<number>): { position: number; angle: number } {
  let position = 0
  let squares = 0
  for (let i = 0; i < 12; i++) {
    const d = (a[i]! - b[i]!) ** 2
    if (i % 4 === 3) position += d
    else squares += d
  }
  // |A − B|² = 8·sin²(angle/2).
  return { position: Math.sqrt(position), angle: 2 * Math.asin(Math.min(1, Math.sqrt(squares / 8))) }
}

/** A planar arm of links 1 long, in the plane z = 0, with boxes 0.02 thick that end short of the joints. */
export function planarArm(joints: number, kind: 'revolute' | 'continuous', limit = 3): Robot {
  const links = ['base', ...Array.from({ length: joints }, (_, i) => `link${i + 1}`), 'tip']
  return new Robot({
    name: 'arm',
    links: links.map((name, i) => ({
      name,
      geometry: i === 0 || i > joints ? [] : [{ shape: box({ size: [0.8, 0.02, 0.02] }), pose: { at: [0.5, 0, 0] } }],
    })),
    joints: links.slice(1).map((child, i): JointInput => {
      const parent = links[i]!
      const origin = { at: [i === 0 ? 0 : 1, 0, 0] }
      if (i === joints) return { name: 'flange', kind: 'fixed', parent, child, origin }
      const limits = kind === 'revolute' ? { lower: -limit, upper: limit } : undefined
      return { name: `j${i + 1}`, kind, parent, child, origin, axis: [0, 0, 1], limits }
    }),
  })
}

/** What holds of every result: solutions free, inside the limits, different, nearest first, and what does not move stays. */
export function checkSolutions(
  world: World,
  result: InverseKinematicsResult,
  { start, distinct = 0.01 }: InverseKinematicsOptions & { start: Float64Array },
  isMet: (q: Float64Array) => void,
): void {
  expect(result.solutions.length > 0).toBe(result.outcome === 'solved')
  const space = new PlanningSpace(world, start, [])
  let last = 0
  result.solutions.forEach((q, i) => {
    isMet(q)
    expect(world.outsideLimits(q)).toEqual([])
    expect(world.collides(q), `${Array.from(q)} collides`).toBe(false)
    const away = space.distance(start, q)
    expect(away).toBeGreaterThanOrEqual(last - 1e-9)
    last = away
    for (const other of result.solutions.slice(0, i)) {
      expect(space.distance(q, other)).toBeGreaterThan(distinct)
    }
  })
}
