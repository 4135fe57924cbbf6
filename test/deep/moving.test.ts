// A hundred thousand pairs of moving hulls (beads, strands, edges, faces, triangles) and as many pairs of balls against exact arithmetic.
// LIMBER_DEEP_STEPS scales it.
import { afterAll, expect, test } from 'vitest'
import { checkBalls } from '../oracle/geometry/moving-balls.js'
import { MOVING_MODES } from '../oracle/geometry/moving-cases.js'
import { checkMoving, MovingSeen } from '../oracle/geometry/moving-check.js'

const pairs = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
/** The quick tests have the seeds below. */
const FIRST_SEED = 10_000
/** Ties to the last digit take longest to build. */
const pairsOf = (mode: string) => Math.ceil(mode === 'tie' ? pairs / 40 : pairs / 7)

const total = { pairs: 0, special: 0, meeting: 0, failures: 0 }

// A failure prints the case: paste it.
test.each(MOVING_MODES)('moving hulls agree with exact arithmetic: %s', { timeout: 3_600_000 }, (mode) => {
  const seen = new MovingSeen()
  for (let k = 0; k < pairsOf(mode); k++) checkMoving(seen, mode, FIRST_SEED + k)
  total.pairs += seen.pairs
  if (mode !== 'near') total.special += seen.pairs
  total.meeting += seen.meeting
  total.failures += seen.failures.length
  console.log(
    `${mode}: ${seen.pairs} pairs, ${seen.meeting} meet (${seen.confirmed} at an instant that was found), ${seen.byDoubles} decided by doubles; ` +
      `${seen.leaves} intervals of proofs, at most ${seen.most} a pair, ${seen.turning} turn, directions of at most ${seen.longest} bits`,
  )
  expect(seen.failures).toEqual([])
  expect(seen.pairs).toBe(pairsOf(mode))
})

test('moving balls agree with exact arithmetic', { timeout: 600_000 }, () => {
  const { failures, meeting } = checkBalls(FIRST_SEED, pairs)
  expect(failures).toEqual([])
  expect(meeting).toBeGreaterThan(pairs / 5)
})

afterAll(() => {
  const { pairs: all, special, meeting, failures } = total
  console.log(
    `${all} pairs, ${special} of them made to touch, graze, be degenerate or coplanar (${meeting} meet): ${failures} disagreements`,
  )
})
