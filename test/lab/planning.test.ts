import { beforeAll, expect, test } from 'vitest'
import { checkAll } from '../../lab/planning/checks.js'
import { findPlanning } from '../../lab/planning/findings.js'
import { readPlanningOptions, TABLES } from '../../lab/planning/options.js'
import { CUT, LARGEST } from '../../lab/planning/plans.js'
import { printPlanning } from '../../lab/planning/print.js'
import { publishedASbl, publishedSbl, publishedWalk } from '../../lab/planning/published.js'
import type { PlanRow, Row, WalkRow } from '../../lab/planning/rows.js'
import { PLAN_SCENES, WALK_SCENES } from '../../lab/planning/scenes.js'
import { type PlanningDocument, planning, runPlanning } from '../../lab/planning.js'
import { type LabDocument, runExperiment } from '../../lab/run.js'
import { liesBelow, MOTION_SCENES, planningQuery } from '../../scenes/index.js'
import { checkMotion, InvalidInputError } from '../../src/index.js'

const silent = (): undefined => undefined

const TINY = { quick: true, scene: 'cage-gun,lattice-1', runs: '1', steps: '60' }
/** What a row has, whatever the table. */
const KEYS = ['table', 'scene', 'planner', 'seconds', 'runs', 'wrongPaths']

async function tiny(extra: Record<string, string> = {}): Promise<PlanningDocument> {
  return (await runPlanning(readPlanningOptions({ ...TINY, ...extra }), silent)).document
}

let document: PlanningDocument

beforeAll(async () => {
  document = await tiny()
}, 120_000)

const rowsOf = (table: string): Row[] => document.rows.filter((row) => row.table === table)

test('a tiny run: every table has its rows, with what a row must have', () => {
  for (const row of document.rows) {
    for (const key of KEYS) expect(row, JSON.stringify(row)).toHaveProperty(key)
    expect(row.seconds).toBeGreaterThanOrEqual(0)
    expect(Number.isFinite(row.segments)).toBe(true)
    if (row.planner !== 'sbl') {
      expect(row.delta, JSON.stringify(row)).toBeTypeOf('number')
      expect(row.wrongPaths).toBe(0)
    } else expect(row.epsilon, JSON.stringify(row)).toBeTypeOf('number')
  }
  expect(rowsOf('IV').map(({ planner, runs }) => `${planner} ${runs}`)).toEqual(['sbl 1'])
  expect(rowsOf('V').map((row) => `${row.planner} ${row.delta ?? ''}`.trim())).toEqual([
    'sbl',
    'a-sbl 0.001',
    'a-sbl 0',
    'rrt-connect 0.001',
    'rrt-connect 0',
  ])
  expect(rowsOf('VII').map(({ planner }) => planner)).toEqual(['random-walk', 'smoothing'])
  const text = printPlanning(document)
  for (const part of ['Table IV', 'Table V', 'Table VII', '(paper', 'What it must show', '4,208', '0.11']) {
    expect(text).toContain(part)
  }
})

test('SBL: its ε is the largest, cut by 1.2 after each wrong path; the series that is reported has none', () => {
  const own = rowsOf('IV') as PlanRow[]
  document.epsilons.forEach(({ epsilon, mistakes, right, tried, runs }, i) => {
    expect(right).toBe(true)
    expect(epsilon).toBeCloseTo(LARGEST / CUT ** mistakes, 12)
    expect(tried).toBeGreaterThanOrEqual(runs + mistakes)
    expect(own[i]).toMatchObject({ epsilon, runs, wrongPaths: 0 })
  })
  const beside = rowsOf('V').find(({ planner }) => planner === 'sbl') as PlanRow
  expect(beside.epsilon).toBe(document.epsilons.at(-1)!.epsilon)
})

test('a walk has a path of proved steps, and smoothing one that is no longer', () => {
  const [walk, smoothed] = rowsOf('VII') as WalkRow[]
  expect(walk!.tested).toBeLessThanOrEqual(60)
  expect(walk!.segments).toBeLessThanOrEqual(walk!.tested!)
  expect(smoothed!.ratio).toBeCloseTo(smoothed!.length / walk!.length, 12)
  expect(smoothed!.ratio).toBeLessThanOrEqual(1)
  expect(smoothed!.rounds).toBe(10)
})

test('nine arms walk in turns, and a walk that is stopped says how many are out', async () => {
  const { rows } = await tiny({ table: 'VII', scene: 'lattice-9', nineSteps: '120' })
  const [walk, smoothed] = rows as WalkRow[]
  expect(walk).toMatchObject({ tested: 120, arrived: false, out: 0, wrongPaths: 0 })
  expect(walk!.segments).toBeGreaterThan(0)
  expect(smoothed).toMatchObject({ rounds: 120, wrongPaths: 0 })
  const nine = checkAll({ rows, epsilons: [], full: true }).find(({ claim }) => claim.startsWith('nine arms'))
  expect(nine).toMatchObject({
    passed: false,
    decides: false,
    seen: 'lattice-9 not after 120 steps (0 of 9 arms)',
  })
})

test('a stopped run has the rows of the parts that it finished, and says what it found of them', async () => {
  const stop = new AbortController()
  const { document: whole, complete } = await runExperiment(
    planning,
    { ...TINY, scene: 'cage-gun' },
    (_, label) => {
      if (label.startsWith('Table V:')) stop.abort()
      return undefined
    },
    stop,
  )
  expect(complete).toBe(false)
  expect((whole as LabDocument & PlanningDocument).rows.map(({ table }) => table)).toEqual(['IV'])
  expect(new Set(whole.findings.notComparable.map((one) => one.of))).toEqual(new Set(['Table IV']))
})

test('findings: the numbers decide which list a statement goes to', () => {
  const found = findPlanning(document)
  const named = [...found.reproduced, ...found.differs, ...found.notComparable].map((one) => one.of)
  expect(new Set(named)).toEqual(new Set(['Table IV', 'Table V', 'Table VII']))
  const wrongPaths = (wrong: number): Row[] => [
    { ...PLAN, ...COUNTS, table: 'V', planner: 'a-sbl', delta: 0, seconds: 2, wrongPaths: wrong },
  ]
  for (const [wrong, list] of [
    [0, 'reproduced'],
    [1, 'differs'],
  ] as const) {
    const { [list]: own } = findPlanning({ ...document, rows: wrongPaths(wrong), epsilons: [] })
    expect(own).toMatchObject([{ what: `A-SBL never returns a path that collides: ${wrong} of 100` }])
  }
})

test('[same-seed] everything but the time is the same again, and another seed or query gives another run', async () => {
  const counts = ({ rows }: PlanningDocument): unknown =>
    rows.map(({ seconds, ...rest }) => ({ ...rest, median: 0, percentile95: 0 }))
  const own = { table: 'IV', scene: 'cage-gun' }
  const first = counts(await tiny({ ...own, seed: '3' }))
  expect(counts(await tiny({ ...own, seed: '3' }))).toEqual(first)
  expect(counts(await tiny({ ...own, seed: '4' }))).not.toEqual(first)
  expect(counts(await tiny({ ...own, seed: '3', query: '5' }))).not.toEqual(first)
})

test('queries: both ends are free, a straight line between them is not, and variants differ', () => {
  for (const name of PLAN_SCENES) {
    const scene = MOTION_SCENES[name]()
    const world = scene.world()
    // Trees of large meshes take their time.
    const queries = (name === 'workshop' ? [0] : [0, 1]).map((variant) => planningQuery(scene, variant, world))
    for (const { start, goal } of queries) {
      for (const q of [start, goal]) {
        expect(world.outsideLimits(q), name).toEqual([])
        expect(world.collides(q), name).toBe(false)
      }
      expect(checkMotion(world, [start, goal]).outcome, name).toBe('collision')
    }
    if (queries.length === 1) continue
    expect(queries[1]).not.toEqual(queries[0])
    expect(planningQuery(scene, 1, world)).toEqual(queries[1])
  }
  expect(() => planningQuery(MOTION_SCENES.cage(), -1)).toThrow(InvalidInputError)
})

test('long arms begin inside rings and holes, and the scene’s goal is below them', () => {
  for (const name of WALK_SCENES) {
    const scene = MOTION_SCENES[name]()
    const isOut = liesBelow(scene)
    expect(isOut(scene.start), name).toBe(false)
    expect(isOut(scene.goal), name).toBe(true)
  }
})

const PLAN = {
  scene: 'cage',
  figure: '11a',
  median: 0,
  percentile95: 0,
  undecided: 0,
  unsolved: 0,
  segments: 9,
  length: 9,
}
const COUNTS = { iterations: 1, validityTests: 1, runs: 100, wrongPaths: 0 }
const WALK = {
  table: 'VII',
  scene: 'tori',
  figure: '1a',
  delta: 0,
  seconds: 1,
  runs: 1,
  undecided: 0,
  segments: 9,
} as const

test('what came out wrong is reported; what is counted is a failure, what is timed is not', () => {
  const rows: Row[] = [
    { ...PLAN, ...COUNTS, table: 'V', planner: 'sbl', epsilon: 0.01, seconds: 1, wrongPaths: 1 },
    { ...PLAN, ...COUNTS, table: 'V', planner: 'a-sbl', delta: 0.001, seconds: 2, wrongPaths: 1 },
    { ...PLAN, ...COUNTS, table: 'V', planner: 'rrt-connect', delta: 0.001, seconds: 3, unsolved: 2 },
    { ...WALK, planner: 'random-walk', wrongPaths: 0, length: 10, tested: 4000, arrived: false },
    { ...WALK, planner: 'smoothing', wrongPaths: 0, length: 4, rounds: 1000, attempts: 5, ratio: 0.4 },
  ]
  const epsilons = [
    { scene: 'cage', figure: '11a', runs: 100, epsilon: 0.01, right: true, mistakes: 3, tried: 200 },
  ] as const
  const failed = checkAll({ rows, epsilons, full: true }).filter(({ passed }) => !passed)
  expect(failed.map(({ seen, decides }) => [seen, decides])).toEqual([
    ['cage, a-sbl: 1', true],
    ['cage, rrt-connect: 2 of 100 not', true],
    ["0; time in units of SBL's: cage 2.00", false],
    ["time in units of A-SBL's: cage 1.50", false],
    ['tori not after 4,000 steps', true],
    ['0.400 after 1,000 rounds', true],
  ])
  const few = checkAll({ rows, epsilons, full: false }).filter(({ passed, decides }) => !passed && decides)
  expect(few.map(({ seen }) => seen)).toEqual(['cage, a-sbl: 1', 'cage, rrt-connect: 2 of 100 not'])
  expect(checkAll({ rows: [], epsilons: [], full: true })).toEqual([])
})

test('the published tables are those of the paper', () => {
  for (const figure of ['11a', '11b', '12a', '12b', '12c', '12d']) {
    const [fifty, hundred] = [50, 100].map((runs) => publishedSbl(figure, runs)!)
    expect(hundred!.epsilon).toBeLessThanOrEqual(fifty!.epsilon!)
    expect(hundred!.seconds).toBeGreaterThanOrEqual(fifty!.seconds)
    // "Even then remains relatively small for most problems": the finest δ is the slowest everywhere.
    expect(publishedASbl(figure, 0)!.seconds).toBeGreaterThan(publishedASbl(figure, 0.001)!.seconds)
  }
  expect(publishedSbl('12b', 100)).toEqual({ epsilon: 0.00038, seconds: 16.45 })
  expect(publishedASbl('12b', 0)).toEqual({ seconds: 251.56 })
  expect(publishedASbl('11a', 0.002)).toBeUndefined()
  expect(publishedWalk('tori')).toMatchObject({ segments: 40_439, rounds: 1000, ratio: 0.06 })
})

test('options: defaults, and what makes no sense is refused', async () => {
  expect(readPlanningOptions({})).toMatchObject({
    seed: 1,
    tables: [...TABLES],
    planScenes: [...PLAN_SCENES],
    walkScenes: [...WALK_SCENES],
    inARow: [50, 100],
    runs: 100,
    deltas: [0.01, 0.005, 0.001, 0.0005, 0.0001, 0.00005, 0.00001, 0],
  })
  expect(readPlanningOptions({ quick: true })).toMatchObject({ walkScenes: ['tori', 'lattice-1'], deltas: [0.001, 0] })
  for (const raw of [
    { table: 'II' },
    { scene: 'moon' },
    { runs: '0' },
    { steps: 'x' },
    { seed: '-1' },
    { query: '-1' },
    { scene: '' },
  ]) {
    await expect(runExperiment(planning, raw as Record<string, string>, silent)).rejects.toThrow(InvalidInputError)
  }
})
