// Things that bend in worlds of robots: what checkMotion says of random ones, held against brute force.
import { expect, test } from 'vitest'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { type MotionPiece, PieceBounds } from '../../../src/robots/motion/piece.js'
import { curveMotion, splineMotion } from '../../../src/robots/motion/splines.js'
import { buildDeforming, judgeDeforming, nearestOnWay, randomDeforming } from '../../oracle/robots/deforming.js'
import { pieceWay } from '../../oracle/robots/motions.js'

test.each([
  ['among robots', false],
  ['and with themselves', true],
] as const)('[bending] random worlds with things that bend, %s', (_, self) => {
  const seen = new Map<string, number>()
  for (let seed = 0; seed < 18; seed++) {
    const c = buildDeforming(randomDeforming(seed, { self }))
    const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
    seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
    const wrong = judgeDeforming(c, verdict, 16)
    expect(wrong, `randomDeforming(${seed}) ${JSON.stringify(c.text)}`).toBeUndefined()
  }
  expect(seen.get('free')).toBeGreaterThan(3)
  expect(seen.get('collision')).toBeGreaterThan(1)
  expect(seen.get('undecided')).toBeUndefined()
})

test('[bending] a clearance just above the least distance is never free, one just below it is', () => {
  let [above, below, cases] = [0, 0, 0]
  for (let seed = 1000; seed < 1006; seed++) {
    const { clearance: _, ...text } = randomDeforming(seed)
    const least = nearestOnWay(buildDeforming(text), 16)
    if (!(least > 1e-3 && least < 1)) continue
    cases++
    const outcomeWith = (clearance: number): string => {
      const c = buildDeforming({ ...text, clearance })
      const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
      expect(judgeDeforming(c, verdict, 5), `randomDeforming(${seed}), clearance ${clearance}`).toBeUndefined()
      return verdict.outcome
    }
    const beyond = outcomeWith(least * (1 + 1e-8))
    expect(beyond, `randomDeforming(${seed}), clearance ${least * (1 + 1e-8)}`).not.toBe('free')
    if (beyond === 'closer-than-clearance') above++
    if (outcomeWith(least * 0.99) === 'free') below++
  }
  expect(cases).toBeGreaterThan(1)
  expect(above).toBe(cases)
  expect(below).toBe(cases)
})

test('[bending] robots that follow splines, and curves of a caller', () => {
  const seen = new Map<string, number>()
  for (let seed = 200; seed < 214; seed++) {
    const c = buildDeforming(randomDeforming(seed))
    if (c.waypoints.length < 2) continue
    const degree = seed % 2 === 0 ? 3 : 5
    const spline = splineMotion(c.world, c.waypoints, { degree })
    // The same curve as a function, of which speeds alone are known.
    const quaternions = c.world.variables.some((name) => name.endsWith('/rot_x'))
    const [only] = spline.pieces
    const motion =
      seed % 4 === 0 && !quaternions && spline.pieces.length === 1
        ? curveMotion(c.world, {
            at: (t) => {
              const q = new Float64Array(c.world.dof)
              only!.at(q, t)
              return q
            },
            speeds: (from, to) => {
              const { speed } = boundsOf(only!, from, to)
              return speed
            },
          })
        : spline
    const verdict = checkMotion(c.world, motion, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
    seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
    const wrong = judgeDeforming({ ...c, way: pieceWay(spline) }, verdict, 16)
    expect(wrong, `randomDeforming(${seed}) ${JSON.stringify(c.text)}`).toBeUndefined()
  }
  expect(seen.get('free')).toBeGreaterThan(2)
  expect([...seen.values()].reduce((a, b) => a + b)).toBeGreaterThan(8)
})

function boundsOf(piece: MotionPiece, from: number, to: number): PieceBounds {
  const out = new PieceBounds(piece.dof)
  piece.bounds(out, (from + to) / 2, (to - from) / 2)
  return out
}
