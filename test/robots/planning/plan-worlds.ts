// Small worlds to plan in, and the judge of what comes out.
import { expect } from 'vitest'
import { box, checkMotion, Robot, sphere, World, type WorldInput, worldDocument } from '../../../src/entries/robots.js'
import type { PlanResult, PlanSolved } from '../../../src/robots/planning/plan-result.js'
import { verifyCertificate } from '../../../src/verify/index.js'

/** An arm of thin boards in the plane z = 0: joints at the origin and at the end of every board. */
export function flatArm(joints: number, length: number, kind: 'revolute' | 'continuous' = 'revolute'): Robot {
  const board = {
    geometry: [{ shape: box({ size: [length, 0.06, 0.06] }), pose: { at: [length / 2, 0, 0] } }],
  }
  return new Robot({
    name: 'arm',
    links: [{ name: 'base' }, ...Array.from({ length: joints }, (_, k) => ({ name: `board${k}`, ...board }))],
    joints: Array.from({ length: joints }, (_, k) => ({
      name: `j${k}`,
      kind,
      parent: k === 0 ? 'base' : `board${k - 1}`,
      child: `board${k}`,
      origin: { at: [k === 0 ? 0 : length, 0, 0] },
      axis: [0, 0, 1],
      ...(kind === 'revolute' ? { limits: { lower: -2.6, upper: 2.6 } } : {}),
    })),
  })
}

/** Three joints, and two posts that it has to fold around. */
export function posts(): World {
  return new World({
    robots: [flatArm(3, 0.5)],
    obstacles: [
      { name: 'right', shape: sphere({ radius: 0.12 }), pose: { at: [0.8, 0.35, 0] } },
      { name: 'left', shape: sphere({ radius: 0.12 }), pose: { at: [0.25, 0.95, 0] } },
    ],
  })
}
export const BELOW = [-0.6, 0.3, 0.2] as const
export const ABOVE = [1.9, -0.3, 0.5] as const

/** A ball that flies in a box, in two chambers if there is a wall; its hole is round about (0, 0.6, 0). */
export function chambers(wall: { thickness: number; hole: number } | undefined): World {
  const t = wall?.thickness ?? 0
  const h = wall?.hole ?? 0
  const boards: WorldInput['obstacles'] =
    wall === undefined
      ? []
      : [
          { name: 'below', shape: box({ size: [t, 2 - (0.4 + h), 2] }), pose: { at: [0, -(0.4 + h) / 2, 0] } },
          ...(h === 0
            ? [{ name: 'above', shape: box({ size: [t, 0.4, 2] }), pose: { at: [0, 0.8, 0] } }]
            : [
                { name: 'above', shape: box({ size: [t, 0.4, 2] }), pose: { at: [0, 0.8, 0] } },
                {
                  name: 'beside',
                  shape: box({ size: [t, h, 1 - h / 2] }),
                  pose: { at: [0, 0.6 - h / 2, -(0.5 + h / 4)] },
                },
                {
                  name: 'before',
                  shape: box({ size: [t, h, 1 - h / 2] }),
                  pose: { at: [0, 0.6 - h / 2, 0.5 + h / 4] },
                },
              ]),
        ]
  const slide = (name: string, parent: string, child: string, axis: number[]) => ({
    name,
    kind: 'prismatic' as const,
    parent,
    child,
    axis,
    limits: { lower: -0.9, upper: 0.9 },
  })
  const ball = new Robot({
    name: 'ball',
    links: [
      { name: 'room' },
      { name: 'a' },
      { name: 'b' },
      { name: 'c', geometry: [{ shape: sphere({ radius: 0.1 }) }] },
    ],
    joints: [slide('x', 'room', 'a', [1, 0, 0]), slide('y', 'a', 'b', [0, 1, 0]), slide('z', 'b', 'c', [0, 0, 1])],
  })
  const far = { name: 'far', shape: sphere({ radius: 0.1 }), pose: { at: [9, 0, 0] } }
  return new World({ robots: [ball], obstacles: [...boards, far] })
}

/** Beyond doubt: ends, limits, dense samples, the checker, and the verifier on the certificate. */
export function judge(
  world: World,
  result: PlanResult,
  start: ArrayLike<number>,
  goals: ArrayLike<number>[],
  isProved = true,
): PlanSolved {
  if (result.outcome !== 'solved') throw new Error(`${result.outcome}: ${JSON.stringify(result)}`)
  const { path, goal, length } = result
  expect(Array.from(path[0]!)).toEqual(Array.from(start))
  expect(Array.from(path.at(-1)!)).toEqual(Array.from(goals[goal]!))
  for (let k = 1; k < path.length; k++) expect(path[k]).not.toEqual(path[k - 1])
  for (const q of path) expect(world.outsideLimits(q)).toEqual([])
  const piece = new Float64Array(world.dof)
  for (let k = 1; k < path.length; k++) {
    for (let s = 0; s <= 64; s++) {
      for (let i = 0; i < piece.length; i++) piece[i] = path[k - 1]![i]! + (s / 64) * (path[k]![i]! - path[k - 1]![i]!)
      if (!isUnit(world, piece)) continue
      expect(world.collides(piece)).toBe(false)
    }
  }
  expect(length).toBeGreaterThanOrEqual(0)
  if (!isProved) return result
  expect(checkMotion(world, path).outcome).toBe('free')
  expect(verifyCertificate(worldDocument(world), result.certificate()).valid).toBe(true)
  return result
}

/** Chords of quaternions are shorter than 1. */
function isUnit(world: World, q: Float64Array): boolean {
  const first = world.variables.findIndex((name) => name.endsWith('/rot_x'))
  if (first === -1) return true
  const norm = Math.hypot(...q.subarray(first, first + 4))
  return Math.abs(norm - 1) < 1e-5
}
