import { expect, test } from 'vitest'
import { knotInvariant, Necklace, necklaceDocument } from '../../../src/entries/chains.js'
import { verifyStep } from '../../../src/verify/index.js'
import { ballAround, ballAroundMean } from '../../../studio/engine/ball-around.js'
import { engine, type RopeFrame } from '../../../studio/scenes/rope/engine.js'
import {
  FIRST,
  isClosed,
  ROPES,
  type RopeChecked,
  type RopeLook,
  type RopeSetup,
  readRopeState,
  ropeLookOf,
  ropeSetupOf,
} from '../../../studio/scenes/rope/state.js'
import { FREE, MEETS, type RopeSteps } from '../../../studio/scenes/rope/steps.js'
import { ropeOf } from '../../../studio/scenes/rope/watched.js'
import { testTask } from '../task.js'

const LOOK: RopeLook = { ...ropeLookOf(FIRST), cages: 'both', edges: true }

function setup(change: Partial<RopeSetup>): RopeSetup {
  return { ...ropeSetupOf(FIRST), ...change }
}

/** Pairs that touch, and the least gap, of every two beads that are looked at. */
function allPairs(setup: RopeSetup, frame: number): { pairs: number; gap: number } {
  const { radius, neighbours, ...motion } = ropeOf(setup)
  const p = motion.frame(frame)
  let [pairs, gap] = [0, Infinity]
  for (let i = 0; i < p.length / 3; i++) {
    for (let j = i + neighbours + 1; j < p.length / 3; j++) {
      const d = Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!)
      gap = Math.min(gap, d - 2 * radius)
      if (d <= 2 * radius) pairs++
    }
  }
  return { pairs, gap }
}

test.each(ROPES.filter(([rope]) => !isClosed(rope)))(
  '%s: nothing touches, and that is proved; the closest pair is that of all pairs',
  (rope) => {
    const side = engine.create()
    const beads = rope === 'knot' ? 260 : 300
    const own = setup({ rope, beads })
    side.build({ setup: own, look: LOOK, frame: 0 })
    let last: RopeFrame | undefined
    for (const frame of [3, 90, 95, 399]) {
      const { value } = side.go({ frame, look: LOOK })
      const truth = allPairs(own, frame)
      expect(value.frame).toBe(frame)
      expect(value.hitPairs).toBe(0)
      expect(truth.pairs).toBe(0)
      expect(value.closest!.gap).toBeCloseTo(truth.gap, 12)
      expect(value.numbers.proof).toMatchObject({ free: true, valid: true })
      last = value
    }
    // Wrapped cages are never larger than layered ones, and each generation holds every bead.
    const { wrapped, layered, positions, edges, focus } = last!
    expect(wrapped).toHaveLength(layered.length)
    for (let k = 3; k < wrapped.length; k += 4) expect(wrapped[k]).toBeLessThanOrEqual(layered[k]! * (1 + 1e-6))
    for (let i = 0; i < beads; i++) {
      let least = Infinity
      for (let k = 0; k < wrapped.length; k += 4) {
        const away = Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c]! - wrapped[k + c]!))
        least = Math.min(least, away + last!.radius - wrapped[k + 3]!)
      }
      expect(least).toBeLessThan(1e-3)
    }
    expect(edges.length).toBe(6 * last!.numbers.edges)
    expect(last!.numbers.edges).toBeGreaterThanOrEqual(beads - 1)
    // Of these two a part is looked at; of others all of it.
    if (rope === 'knot' || rope === 'spiral') expect(focus![3]).toBeGreaterThan(0)
    else expect(focus).toBeUndefined()
  },
)

test('a rope that is too thick touches itself: pairs, the beads in red and the refusal say so', () => {
  const side = engine.create()
  const thick = setup({ rope: 'coiled', beads: 400, thickness: 1.3 })
  const { value } = side.build({ setup: thick, look: LOOK, frame: 20 })
  const { pairs, gap } = allPairs(thick, 20)
  expect(pairs).toBeGreaterThan(0)
  expect(value.hitPairs).toBe(pairs)
  expect(value.closest!.gap).toBeCloseTo(gap, 12)
  expect(value.hits.length).toBeGreaterThan(1)
  expect(value.numbers.proof).toMatchObject({ free: false })
  expect(side.separatingSet()).toBeUndefined()
})

test('frames near ahead are gone through one by one, others are leapt to; basis changes add up', () => {
  const side = engine.create()
  side.build({ setup: setup({}), look: LOOK, frame: 0 })
  const { value: near } = side.go({ frame: 10, look: LOOK })
  expect(near.numbers.steps).toBe(10)
  expect(near.numbers.basisChanges).toBeGreaterThan(0)
  const { radius, neighbours, ...motion } = ropeOf(setup({}))
  const necklace = new Necklace(motion.frame(0), radius, { neighbours, method: 'cages' })
  necklace.repairCages()
  let sum = 0
  for (let k = 1; k <= 10; k++) sum += necklace.step(motion.frame(k)).repair!.basisChanges
  expect(near.numbers.basisChanges).toBe(sum)
  expect(side.go({ frame: 200, look: LOOK }).value.numbers.steps).toBe(11)
  expect(side.go({ frame: 5, look: LOOK }).value.numbers.steps).toBe(12)
  expect(side.go({ frame: 1e6, look: LOOK }).value.frame).toBe(399)
})

/** All steps of a rope. */
function stepsOf(change: Partial<RopeSetup>, checked: RopeChecked = 'lines'): Promise<RopeSteps> {
  return engine.create().steps({ setup: setup(change), checked }, testTask<RopeSteps>())
}

test('a trefoil that swells keeps its knot in every step; to its mirror image it cannot, and the passage is found', async () => {
  const swelling = await stepsOf({ rope: 'swelling', beads: 100 })
  expect([...swelling.outcomes]).toEqual(Array(23).fill(FREE))
  expect([...swelling.keepsKnot!]).toEqual(Array(23).fill(1))
  const mirror = await stepsOf({ rope: 'mirror', beads: 100 })
  expect([...mirror.outcomes]).toEqual(Array.from({ length: 23 }, (_, k) => (k === 11 ? MEETS : FREE)))
  expect(mirror.passages.map(({ step, count }) => [step, count])).toEqual([[11, 3]])
  // It is flat in the middle of the step: all three crossings are passed there.
  for (const { lower, upper } of mirror.passages[0]!.pairs) {
    expect(lower).toBeLessThanOrEqual(0.5)
    expect(upper).toBeGreaterThanOrEqual(0.5)
  }
  expect(mirror.keepsKnot!.reduce((sum, x) => sum + x, 0)).toBe(22)
  // No frame touches itself: only the step between two does.
  for (const frame of [11, 12]) expect(allPairs(setup({ rope: 'mirror', beads: 100 }), frame).pairs).toBe(0)
})

test('a trefoil becomes a circle: the knot changes only across steps that are not free', async () => {
  const own = setup({ rope: 'circle', beads: 100 })
  const { outcomes, passages } = await stepsOf(own)
  const { frame, frames } = ropeOf(own)
  const knots = Array.from({ length: frames }, (_, k) => knotInvariant(frame(k)).determinant)
  expect([knots[0], knots.at(-1)]).toEqual([3n, 1n])
  for (let k = 1; k < frames; k++) if (knots[k] !== knots[k - 1]) expect(outcomes[k - 1]).toBe(MEETS)
  expect(passages.map(({ step }) => step)).toEqual([6, 11, 13])
})

test('steps of open ropes: two beads touch on the way, though no frame shows it', async () => {
  const own = setup({ rope: 'knot', beads: 260 })
  const { radius, neighbours, frame } = ropeOf(own)
  const { outcomes, passages, keepsKnot, known, tests } = await stepsOf(own, 'beads')
  expect([known, keepsKnot]).toEqual([399, undefined])
  expect(tests).toBeGreaterThan(399)
  expect(passages.map(({ step }) => step)).toEqual([91])
  for (const k of [0, 91, 250]) {
    const { outcome } = new Necklace(frame(k), radius, { neighbours }).between(frame(k + 1))
    expect(outcomes[k]).toBe(outcome === 'free' ? FREE : MEETS)
  }
})

test('between two frames beads are on their straight way; a later question about steps ends the one before', async () => {
  const side = engine.create()
  const own = setup({ rope: 'mirror', beads: 100 })
  const { value } = side.build({ setup: own, look: LOOK, frame: 11.25 })
  const { frame } = ropeOf(own)
  const [before, after] = [frame(11), frame(12)]
  expect(value.frame).toBe(11.25)
  value.positions.forEach((x, i) => {
    expect(x).toBeCloseTo(0.75 * before[i]! + 0.25 * after[i]!, 6)
  })
  expect(value.knot).toEqual({ determinant: '3', atThirdRoot: '2' })
  expect(side.go({ frame: 11.5, look: LOOK }).value.knot).toBeUndefined()
  const long = side.steps({ setup: setup({ rope: 'curl', beads: 500 }), checked: 'lines' }, testTask<RopeSteps>())
  const short = side.steps({ setup: own, checked: 'lines' }, testTask<RopeSteps>())
  expect((await long).known).toBeLessThan(399)
  expect((await short).known).toBe(23)
})

test('a free step is saved with a proof that can be checked elsewhere; one that is not free is not', () => {
  const side = engine.create()
  const own = setup({ rope: 'mirror', beads: 100 })
  for (const checked of ['lines', 'strands', 'beads'] as const) {
    const { kind, steps } = JSON.parse(side.stepFile({ setup: own, checked, step: 3 })!)
    expect([kind, steps.length, steps[0].from, steps[0].to]).toEqual(['steps', 1, 3, 4])
    expect(verifyStep(steps[0].step, steps[0].proof)).toMatchObject({ valid: true })
  }
  expect(side.stepFile({ setup: own, checked: 'lines', step: 11 })).toBeUndefined()
})

test('the separating set and the beads that are saved can be checked elsewhere', () => {
  const side = engine.create()
  side.build({ setup: setup({}), look: LOOK, frame: 50 })
  const set: unknown = JSON.parse(side.separatingSet()!)
  const { radius, neighbours, ...motion } = ropeOf(setup({}))
  expect(verifyStep(necklaceDocument(motion.frame(50), radius, { neighbours }), set)).toMatchObject({ valid: true })
  const lines = side.xyz().trimEnd().split('\n')
  expect(lines).toHaveLength(262)
  expect(lines[0]).toBe('260')
})

test('every method gives the same answers', () => {
  const answers = (['auto', 'cages', 'grid', 'power-diagram'] as const).map((method) => {
    const side = engine.create()
    const { value } = side.build({ setup: setup({ method, rope: 'curl', beads: 200 }), look: LOOK, frame: 250 })
    expect(method === 'auto' || value.numbers.method === method).toBe(true)
    return [value.hitPairs, value.closest]
  })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('what a link says of the rope is read, or refused in words', () => {
  expect(readRopeState({ rope: 'spiral', frame: 12, edges: true })).toEqual({ rope: 'spiral', frame: 12, edges: true })
  expect(() => readRopeState({ rope: 'string' })).toThrow(/rope must be one of spiral, /)
  expect(() => readRopeState({ thickness: 50 })).toThrow('thickness must be a number from 0.1 to 3, not 50.')
  expect(readRopeState({ rope: 'mirror', instant: 0.5, checked: 'beads' })).toMatchObject({ instant: 0.5 })
  expect(() => readRopeState({ instant: 2 })).toThrow('instant must be a number from 0 to 1, not 2.')
  expect(() => readRopeState({ checked: 'knots' })).toThrow(/checked must be one of lines, /)
  expect(() => readRopeState({ proof: 'yes' })).toThrow(/proof must be true or false/)
})

test('a ball around points holds them', () => {
  const points = Float64Array.of(0, 0, 0, 10, 0, 0, 0, 4, 0, 100, 100, 100)
  expect(ballAround(points, 1, 0, 3)).toEqual([5, 2, 0, Math.sqrt(29) + 1])
  expect(ballAroundMean(Float64Array.of(0, 0, 0, 0, 0, 0, 3, 0, 0), 1)).toEqual([1, 0, 0, 3])
})
