// The flagship: a cable between two links of a moving arm, given by frames, proved free of the arm, the cell and itself; and cables
// that are not.
import { expect, test } from 'vitest'
import { type CableCellOptions, cableCell } from '../../../scenes/index.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import { cableScene } from '../../oracle/robots/deforming.js'
import { polyline } from '../../oracle/robots/motions.js'

function verdictOf(options: CableCellOptions): MotionVerdict {
  const { world, waypoints, keyframes } = cableCell(options)
  return checkMotion(world, waypoints, { keyframes: { cable: keyframes } })
}

/** Does anything touch the cable, or the cable itself, at one of `samples` instants of every piece? */
function sampled(options: CableCellOptions, samples: number): string | undefined {
  const cell = cableCell(options)
  const way = polyline(cell.world, cell.waypoints)
  const scene = cableScene(cell)
  for (let k = 0; k <= samples * way.segments; k++) {
    const segment = Math.min(Math.floor(k / samples), way.segments - 1)
    const t = k / samples - segment
    const near = scene.nearest(way.at(segment, t), segment + t, 0)
    if (near !== undefined) return near.b
    if (scene.selfTouch(segment + t) !== undefined) return 'itself'
  }
  return undefined
}

test('[bending] a cable between two links of a moving arm is free of the arm, the cell and itself', () => {
  const verdict = verdictOf({})
  expect(verdict.outcome).toBe('free')
  expect(verdict.stats.volumeTests).toBeLessThan(10_000)
  expect(sampled({}, 4)).toBeUndefined()
})

test.each([
  [{ radius: 0.05, out: 0.05 }, 'arm/carousel'],
  [{ out: 2 }, 'fence'],
  [{ slack: 3 }, 'floor'],
])('[bending] a cable with %o touches %s', (options, other) => {
  const verdict = verdictOf(options)
  expect(verdict).toMatchObject({ outcome: 'collision', a: 'cable', b: other })
  if (verdict.outcome !== 'collision') return
  const { segment, at, contact } = verdict
  const cell = cableCell(options)
  const q = polyline(cell.world, cell.waypoints).at(segment, at)
  expect(cableScene(cell).nearest(q, segment + at, 1e-9)?.b).toBe(other)
  expect(contact).toMatchObject({ a: 'cable', b: other })
  expect(contact.depth).toBeGreaterThanOrEqual(0)
})

test('a limit ends the work, and says what is left; progress only rises', () => {
  const { world, waypoints, keyframes } = cableCell({})
  const limited = checkMotion(world, waypoints, { keyframes: { cable: keyframes }, maxSteps: 2000 })
  expect(limited.outcome).toBe('undecided')
  if (limited.outcome === 'undecided') {
    expect(limited.reason).toMatch(/limit of 2000 tests/)
    expect(limited.proved).toBeLessThan(1)
    expect(limited.left.some(({ a }) => a === 'cable')).toBe(true)
  }
  const seen: number[] = []
  checkMotion(world, waypoints, { keyframes: { cable: keyframes }, onProgress: ({ proved }) => seen.push(proved) })
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
})
