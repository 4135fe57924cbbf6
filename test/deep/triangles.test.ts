// A million pairs of triangles against exact arithmetic: verdicts, exact decision, distance, contact. LIMBER_DEEP_STEPS
// scales it.
import { afterAll, expect, test } from 'vitest'
import { MODES } from '../oracle/geometry/triangles-cases.js'
import { checkTriangles, Seen } from '../oracle/geometry/triangles-check.js'

const pairs = 10 * Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const each = Math.ceil(pairs / MODES.length)
/** The quick tests have the seeds below. */
const FIRST_SEED = 10_000

const total = { pairs: 0, special: 0, touching: 0, failures: 0 }

// A failure prints the case: paste it.
test.each(MODES)('pairs of triangles agree with exact arithmetic: %s', (mode) => {
  const seen = new Seen()
  for (let k = 0; k < each; k++) checkTriangles(seen, mode, FIRST_SEED + k)
  total.pairs += seen.pairs
  total.special += seen.special
  total.touching += seen.touching
  total.failures += seen.failures.length
  console.log(
    `${mode}: ${seen.pairs} pairs, ${seen.touching} touching, ${seen.unsure} left open by doubles; ` +
      `distance at most ${seen.above.toFixed(1)} u too large and ${seen.below.toFixed(1)} u too small`,
  )
  expect(seen.failures).toEqual([])
  expect(seen.pairs).toBe(each)
})

test('a third of the pairs or more are degenerate, coplanar or touching', () => {
  expect(total.pairs).toBe(each * MODES.length)
  expect(total.special).toBeGreaterThan(total.pairs / 3)
})

afterAll(() => {
  const { pairs: all, special, touching, failures } = total
  console.log(
    `${all} pairs, ${special} degenerate, coplanar or touching (${touching} touching): ${failures} disagreements`,
  )
})
