// The experiment of whole steps: a tiny run, the confirmation of crossings, sampling that must miss, and what comes out wrong.
import { beforeAll, expect, test } from 'vitest'
import { chainMove, looseChain, measureChainMoves } from '../../lab/bend/chain-moves.js'
import { checkBend } from '../../lab/bend/checks.js'
import { confirmsCrossing } from '../../lab/bend/confirm-crossing.js'
import { bendFindings } from '../../lab/bend/findings.js'
import { measureMeshStep } from '../../lab/bend/mesh-steps.js'
import { BEND_PARTS, type BendOptions, readBendOptions } from '../../lab/bend/options.js'
import { printBend } from '../../lab/bend/print.js'
import { measureRopeStep, nextFrame, turned } from '../../lab/bend/rope-steps.js'
import { leavesStep } from '../../lab/bend/sampled-cloth.js'
import { measureSampling, type SampledStep } from '../../lab/bend/sampling.js'
import { type BendDocument, bend, runBend } from '../../lab/bend.js'
import { experiments } from '../../lab/index.js'
import { runExperiment } from '../../lab/run.js'
import { coiledRope } from '../../scenes/index.js'
import { Necklace } from '../../src/entries/chains.js'
import { InvalidInputError } from '../../src/index.js'

const silent = (): undefined => undefined

const TINY: BendOptions = {
  ...readBendOptions({ quick: true }),
  sizes: [100],
  motions: ['gentle', 'turn 1'],
  moves: 5,
  triangles: [500],
  cloth: [
    { scene: 'wave', angle: 0.4, slabs: 'auto' },
    { scene: 'fold', angle: 0.4, slabs: 2 },
  ],
  instants: [3, 20],
  sampled: { beads: 120, links: 200, moves: 12, triangles: 100, leaves: 6, frames: 3, roll: false },
  melts: [{ chains: 3, length: 12, frames: 4 }],
  walks: { walks: 4, beads: 16, steps: 2 },
}

let document: BendDocument

beforeAll(async () => {
  document = await runBend(TINY, silent)
})

test('every part is measured, and what must hold does', () => {
  const { ropes, chains, cloth, sampling, melts, knots, walks, checks } = document
  // Three ropes, two kinds of items, two steps, two methods.
  expect(ropes.length).toBe(3 * 2 * 2 * 2)
  for (const row of ropes) {
    expect(row.answered).toBe(row.method)
    expect(row.answeredFrame).toBe(row.method)
    expect(row.ratio).toBeCloseTo(row.tests / row.testsFrame, 2)
    expect(row.outcome).toBe('free')
  }
  expect(chains.map(({ links, angle }) => [links, angle])).toEqual([
    [100, 0.1],
    [100, 1],
  ])
  expect(cloth.map(({ scene, asked, outcome }) => [scene, asked, outcome])).toEqual([
    ['wave', 'auto', 'free'],
    ['fold', 2, 'free'],
  ])
  expect(new Set(sampling.map(({ kind }) => kind))).toEqual(new Set(['rope', 'chain', 'cloth']))
  for (const row of sampling) {
    expect(row.free + row.colliding + row.undecided).toBe(row.steps)
    expect([row.falseFree, row.unproved, row.confirmed]).toEqual([0, 0, row.passages])
    expect(row.testRatio).toBeGreaterThan(1)
  }
  expect(melts[0]!.passages).toBeGreaterThan(0)
  expect(melts[0]!.confirmed).toBe(melts[0]!.passages)
  expect(knots.map(({ scene, keepsKnot, before, after }) => [scene, keepsKnot, before, after])).toEqual([
    ['swelling trefoil', true, '3, 2', '3, 2'],
    ['trefoil to its mirror image', false, '3, 2', '3, 2'],
    ['trefoil to a circle', false, '3, 2', '1, 1'],
  ])
  expect(walks[0]!.kept + walks[0]!.passing).toBe(8)
  expect(checks.filter(({ decides, passed }) => decides && !passed)).toEqual([])
  expect(checks.filter(({ decides }) => decides).length).toBe(5)
})

test('few instants miss what more of them find', () => {
  const missed = (instants: number): number =>
    document.sampling.filter((row) => row.instants === instants).reduce((sum, row) => sum + row.missedPassages, 0)
  expect(missed(3)).toBeGreaterThan(missed(20))
  expect(missed(20)).toBeGreaterThan(0)
})

test('a tetrahedron that turns inside out confirms a crossing, and only where the strands meet', () => {
  // The second strand comes down across the first, at half the step.
  const from = Float64Array.of(-1, 0, 0, 1, 0, 0, 5, 5, 5, 0, -1, 1, 0, 1, 1)
  const to = from.map((x, k) => (k === 11 || k === 14 ? -1 : x))
  const [pair] = new Necklace(from, 0).between(to, { strands: 0 }).pairs
  expect(pair).toMatchObject({ a: 0, b: 3, lower: 0.5 })
  expect(confirmsCrossing(from, to, pair!)).toBe(true)
  // At another time nothing turns; beside each other the tetrahedron does, and the strands do not meet.
  expect(confirmsCrossing(from, to, { ...pair!, lower: 0.25, upper: 0.25 })).toBe(false)
  const beside = (points: Float64Array): Float64Array => points.map((x, k) => (k === 9 || k === 12 ? x + 3 : x))
  expect(confirmsCrossing(beside(from), beside(to), pair!)).toBe(false)
  // One that touches and goes back.
  const back = from.map((x, k) => (k === 11 || k === 14 ? 0 : x))
  expect(confirmsCrossing(from, back, { a: 0, b: 3, lower: 1, upper: 1 })).toBe(false)
})

test('sampling counts what it misses, and a contact in a step said to be free', () => {
  const step = (outcome: 'free' | 'collision', from: number, to: number): SampledStep => ({
    passages: outcome === 'collision' ? [7] : [],
    confirmed: 0,
    prove: () => ({ outcome, touches: outcome === 'collision', met: [7], tests: 2 }),
    sample: (t) => ({ touches: t >= from && t <= to, met: t >= from && t <= to ? [7] : [], tests: 1 }),
  })
  const steps = () => [step('collision', 0.4, 0.45), step('free', 2, 2), step('free', 0.9, 0.95)]
  const rows = measureSampling({ kind: 'rope', scene: 'x', steps }, [3, 21])
  expect(rows.map(({ missedSteps, missedPassages, falseFree }) => [missedSteps, missedPassages, falseFree])).toEqual([
    [1, 1, 0],
    [0, 0, 1],
  ])
  expect(rows[1]).toMatchObject({ steps: 3, free: 2, colliding: 1, passages: 1, unproved: 0, testRatio: 63 / 6 })
})

test('steps of ropes and leaves are what they say', () => {
  const rope = coiledRope(50, 1)
  const [from, to] = [rope.frame(0), nextFrame(rope, 0, 'turn 1')]
  const apart = (points: Float64Array, i: number, j: number): number =>
    Math.hypot(...[0, 1, 2].map((k) => points[3 * i + k]! - points[3 * j + k]!))
  expect(apart(to, 3, 40)).toBeCloseTo(apart(from, 3, 40), 9)
  expect(nextFrame(rope, 0, 'bend 1').subarray(0, 75)).toEqual(from.subarray(0, 75))
  expect(nextFrame(rope, 2, 'middle')).toEqual(rope.frame(12))
  expect([...turned(Float64Array.of(2, 1, 0), Float64Array.of(0, 0, 0), 0, 2 * Math.PI)]).toEqual([
    expect.closeTo(2, 12),
    expect.closeTo(1, 12),
    expect.closeTo(0, 12),
  ])
  const { positions, next, triangles, sheet } = leavesStep(200, 5)
  expect(triangles.length / 3 - sheet).toBe(10)
  for (const v of new Set(triangles.subarray(3 * sheet))) {
    expect(positions[3 * v + 2]).toBeGreaterThan(0.1)
    expect(next[3 * v + 2]).toBeLessThan(-0.1)
    for (const x of [positions[3 * v]!, next[3 * v]!]) expect(Math.abs(x)).toBeLessThan(1)
  }
})

test('measured alone: counts are those of the engine', () => {
  const rope = measureRopeStep({ scene: 'loose', beads: 60, motion: 'gentle', items: 'beads', method: 'auto' }, 1, 0)
  expect(rope.timeRatio).toBeGreaterThan(0)
  const chain = looseChain(80)
  const one = { joints: 1, angle: 0.1 }
  // The first that counts is the 21st.
  const { stats } = chain.checkMove(chainMove(80, 20, one))
  const row = measureChainMoves(chain, one, 1)
  expect([row.tests, row.mostTests]).toEqual(Array(2).fill(stats.volumeTests + stats.leafTests))
  expect(row.free + row.collisions + row.undecided).toBe(1)
  expect(measureMeshStep({ scene: 'gentle', angle: 0.4, slabs: 1 }, 400, 2)).toMatchObject({ slabs: 1, asked: 1 })
})

test('what comes out wrong is reported, and is a failure', () => {
  const failed = (change: Partial<BendDocument>): string[] =>
    checkBend({ ...document, ...change })
      .filter(({ passed, decides }) => decides && !passed)
      .map(({ claim }) => claim.split(' ').slice(0, 4).join(' '))
  const { sampling, melts, knots, walks, chains } = document
  expect(failed({ sampling: sampling.map((row) => ({ ...row, falseFree: 1 })) })).toEqual(['no step that is'])
  expect(failed({ sampling: sampling.map((row) => ({ ...row, unproved: 1 })) })).toEqual(['every passage is found'])
  expect(failed({ melts: melts.map((row) => ({ ...row, confirmed: 0 })) })).toEqual(['every passage is confirmed:'])
  expect(failed({ walks: walks.map((row) => ({ ...row, contradicted: 1 })) })).toEqual(['a step that is'])
  expect(failed({ knots: knots.map((row) => ({ ...row, keepsKnot: true })) })).toEqual(['a step that is'])
  expect(failed({ chains: chains.map((row) => ({ ...row, undecided: 1 })) })).toEqual(['no step is left'])
  // Costs are reported and decide nothing.
  const dear = checkBend({ ...document, ropes: document.ropes.map((row) => ({ ...row, ratio: 9, timeRatio: 9 })) })
  expect(dear.filter(({ passed }) => !passed).length).toBe(3)
  expect(failed({ ropes: document.ropes.map((row) => ({ ...row, ratio: 9 })) })).toEqual([])
  const none = { ropes: [], chains: [], cloth: [], sampling: [], melts: [], knots: [], walks: [] }
  expect(checkBend(none)).toEqual([])
})

test('for people: tables, claims and findings', () => {
  const text = printBend(document)
  for (const part of [
    'Steps of ropes',
    'Moves of a loose chain',
    'Steps of sheets',
    'Sampling beside the proof',
    'A melt of soft polymers',
    'Closed ropes',
    'What it must show',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toMatch(/undefined|NaN/)
  const { reproduced, differs } = bendFindings(document)
  const said = [...reproduced, ...differs].map(({ what }) => what)
  for (const scene of ['loose', 'coil', 'packed']) {
    expect(said.some((what) => what.startsWith(`${scene} rope, gentle`))).toBe(true)
  }
})

test('options: parts and sizes as asked, and what makes no sense is refused', async () => {
  expect(experiments.map(({ name }) => name)).toContain('bend')
  expect(readBendOptions({}).parts).toEqual([...BEND_PARTS])
  expect(readBendOptions({ n: '100,200' }).sizes).toEqual([100, 200])
  const outcome = await runExperiment(bend, { part: 'passages', quick: true }, silent)
  expect(outcome.document).toMatchObject({ ropes: [], sampling: [], melts: [{ chains: 4 }] })
  expect(outcome.good).toBe(true)
  for (const raw of [{ part: 'knots' }, { part: '' }, { n: 'x' }, { n: '99' }]) {
    await expect(runExperiment(bend, raw, silent)).rejects.toThrow(InvalidInputError)
  }
})
