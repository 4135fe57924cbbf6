// The long comparison of straight steps of ropes with brute force and sampling, and of proved steps with a knot invariant.
// LIMBER_DEEP_STEPS sets how many steps, LIMBER_DEEP_SEED where they start. A failure prints its case.
import { expect, test } from 'vitest'
import { Necklace, Random } from '../../src/entries/chains.js'
import { type BetweenPlayed, betweenCase, checkStep, nothingPlayed } from '../oracle/chains/between.js'
import { deformByProvedSteps, randomClosedCurve } from '../oracle/chains/knot-steps.js'

const WANTED = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const SEED = Number(process.env.LIMBER_DEEP_SEED ?? 1)

function play(steps: number, beads: number, offset: number, instants: number): BetweenPlayed {
  const played = nothingPlayed()
  for (let k = 1; k <= steps; k++) checkStep(betweenCase(SEED * 1e7 + offset + k, beads), played, instants, 2)
  console.info(`up to ${beads} beads: ${JSON.stringify(played)}`)
  return played
}

// A step is asked of two of the five ways, by turns, and of brute force.
test.each([
  ['of up to 6 beads', 0.4, 6, 0, 64],
  ['of up to 12 beads', 0.1, 12, 2e6, 32],
  ['of up to 60 beads', 0.001, 60, 4e6, 16],
  ['of up to 200 beads', 0.0001, 200, 6e6, 8],
] as const)('[straight-step] steps %s', (_, share, beads, offset, instants) => {
  const steps = Math.max(10, Math.round(share * WANTED))
  const { steps: done, free, colliding } = play(steps, beads, offset, instants)
  expect(done).toBe(steps)
  if (done < 1000) return
  expect(free).toBeGreaterThan(0.1 * done)
  expect(colliding).toBeGreaterThan(0.1 * done)
})

test('[keeps-knot] random closed curves deformed by proved steps: the invariant never changes', () => {
  const curves = Math.max(20, Math.round(WANTED / 100))
  const random = new Random(SEED)
  let [proved, refused, changed, knotted] = [0, 0, 0, 0]
  for (let k = 0; k < curves; k++) {
    const result = deformByProvedSteps(randomClosedCurve(random), random, 20)
    proved += result.proved
    refused += result.refused
    changed += result.changedByRefused
    if (result.knotted) knotted++
  }
  console.info(
    `${curves} curves, ${knotted} of them knotted: ${proved} proved steps changed none; of ${refused} refused ones ${changed} would have`,
  )
  expect(proved).toBeGreaterThan(3 * curves)
  // The test could see a change: steps that are refused make some.
  expect(changed).toBeGreaterThan(0)
  expect(knotted).toBeGreaterThan(0)
})

test('[straight-step] ropes of thousands of beads: cages, grid and auto list the same meetings to the bit', () => {
  const random = new Random(SEED)
  for (let round = 0; round < Math.max(3, Math.min(40, WANTED / 2500)); round++) {
    const n = 500 + random.integer(4000)
    const side = Math.cbrt(n) * random.range(0.6, 1.5)
    const at = Float64Array.from({ length: 3 * n }, () => random.range(0, side))
    for (let i = 3; i < at.length; i++) at[i] = at[i - 3]! + random.range(-0.6, 0.6)
    const reach = 10 ** random.range(-3, -0.5)
    const next = at.map((x) => x + random.range(-reach, reach))
    for (const options of [{}, { strands: random.range(0, 0.05) }, { strands: 0 }]) {
      const said = (['cages', 'grid', 'auto'] as const).map((method) => {
        const { outcome, pairs, complete } = new Necklace(at, 0.05, { method }).between(next, options)
        return JSON.stringify({ outcome, pairs, complete })
      })
      for (const one of said) if (one !== said[0]) throw new Error(`seed ${SEED}, round ${round}: methods differ`)
    }
  }
})
