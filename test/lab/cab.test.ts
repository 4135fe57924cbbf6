import { beforeAll, expect, test } from 'vitest'
import { createBroadPhases, PairList } from '../../lab/cab/broad-phases.js'
import { checkAll, ORIENTED, rowOf } from '../../lab/cab/checks.js'
import { ExactQuery } from '../../lab/cab/exact-query.js'
import { cabFindings } from '../../lab/cab/findings.js'
import { type Measured, measureScene, type Row } from '../../lab/cab/measure.js'
import { CAB_METHODS, CAB_SCENES, type CabMethod, readCabOptions } from '../../lab/cab/options.js'
import { printCab } from '../../lab/cab/print.js'
import { publishedTable } from '../../lab/cab/published.js'
import { framesOf, loadRapier, recordScene } from '../../lab/cab/record.js'
import { checkRobustness, robustCases } from '../../lab/cab/robustness.js'
import { type CabDocument, cab, runCab } from '../../lab/cab.js'
import { runExperiment } from '../../lab/run.js'
import { articulatedChains, articulatedHand } from '../../scenes/index.js'
import { composeInversePose } from '../../src/base/math/pose.js'
import { distance, InvalidInputError, LimberError } from '../../src/index.js'

const silent = (): undefined => undefined

/** Every scene runs for a second before it counts, so a few frames show all that is looked at here. */
const FRAMES = 2
/** Not the default. */
const SEED = 3

let document: CabDocument

beforeAll(async () => {
  document = await runCab(readCabOptions({ frames: String(FRAMES), rounds: '1', seed: String(SEED) }), silent)
}, 60_000)

test('a quick run: every method on every scene, all that is counted as it must be', () => {
  expect(document.scenes.map((s) => s.name)).toEqual([...CAB_SCENES])
  expect(document.scenes.map((s) => s.table)).toEqual([1, 2, 3, 4, 5])
  expect(document.rows.length).toBe(CAB_SCENES.length * CAB_METHODS.length)
  for (const row of document.rows) {
    expect(Object.keys(row)).toEqual([
      'scene',
      'method',
      'exactQueries',
      'falseAlarms',
      'queryMs',
      'updateMs',
      'testMs',
      'totalMs',
    ])
    const scene = document.scenes.find((s) => s.name === row.scene)!
    // Whatever the method, what is no false alarm is a collision, and all of them are found.
    expect(row.exactQueries - row.falseAlarms).toBe(scene.collisions)
    expect(row.exactQueries).toBeLessThanOrEqual(FRAMES * scene.pairs)
    if (row.method === 'brute') expect(row.exactQueries).toBe(FRAMES * scene.pairs)
    if (ORIENTED.includes(row.method)) expect(row.exactQueries).toBe(scene.leafPairs)
    expect(row.totalMs).toBeCloseTo(row.updateMs + row.testMs + row.queryMs, 9)
  }
  const braided = document.scenes.find((s) => s.name === 'braided-6')!
  expect(braided.collisions).toBeGreaterThan(8)
  expect(braided.deepest).toBeGreaterThan(0)
  const counted = document.checks.filter((c) => c.decides)
  expect(counted.length).toBe(4)
  for (const check of counted) expect(check.passed, `${check.claim}: ${check.seen}`).toBe(true)
  expect(document.checks.length).toBe(8)
  const text = printCab(document)
  for (const part of ['Table 1', 'Table 5', '(paper', 'in units of CAB', 'What it must show', '1,199,786']) {
    expect(text).toContain(part)
  }
})

test('[same-seed] counts are the same again, and another seed gives another run', async () => {
  const counts = (rows: readonly Row[]): unknown =>
    rows
      .filter(({ scene }) => scene === 'hand')
      .map(({ method, exactQueries, falseAlarms }) => [method, exactQueries, falseAlarms])
  const alone = async (seed: number): Promise<unknown> =>
    counts((await measureScene(await recordScene(articulatedHand({ seed }), FRAMES, silent), 1, silent)).rows)
  const first = counts(document.rows)
  expect(await alone(SEED)).toEqual(first)
  expect(await alone(SEED + 1)).not.toEqual(first)
})

test('the exact query agrees with the public verbs, hulls or boxes first', async () => {
  const recording = await recordScene({ ...articulatedChains('dented-6', { seed: 2 }), settle: 0 }, 1, silent)
  const { bodies, pairs } = recording.scene
  const [hulls, boxes] = [new ExactQuery(recording.scene), new ExactQuery(recording.scene, true)]
  const x = new Float64Array(12)
  let touching = 0
  for (const poses of framesOf(recording, 0, 1).map((frame) => squeezed(frame, 0.35))) {
    for (let k = 0; k < pairs.length; k += 2) {
      const [a, b] = [pairs[k]!, pairs[k + 1]!]
      composeInversePose(x, 0, poses, 12 * a, poses, 12 * b)
      const touches = distance(bodies[a]!.shape, bodies[b]!.shape, x).distance === 0
      expect(hulls.touches(poses, 0, a, b)).toBe(touches)
      expect(boxes.touches(poses, 0, a, b)).toBe(touches)
      if (!touches) continue
      touching++
      expect(hulls.contact.depth).toBeGreaterThan(0)
      expect(Math.hypot(...hulls.contact.normal)).toBeCloseTo(1, 9)
    }
  }
  expect(touching).toBeGreaterThan(10)
})

/** Positions drawn together, so that links overlap. */
function squeezed(poses: Float64Array, by: number): Float64Array {
  return poses.map((x, i) => (i % 4 === 3 ? by * x : x))
}

test('methods name every pair that touches, where everything overlaps', async () => {
  const recording = await recordScene(articulatedChains('convex-3', { seed: 2 }), 2, silent)
  const query = new ExactQuery(recording.scene)
  const poses = squeezed(framesOf(recording, 1, 2)[0]!, 0.3)
  const { pairs } = recording.scene
  const touching: string[] = []
  for (let k = 0; k < pairs.length; k += 2) {
    if (query.touches(poses, 0, pairs[k]!, pairs[k + 1]!)) touching.push(`${pairs[k]} ${pairs[k + 1]}`)
  }
  expect(touching.length).toBeGreaterThan(50)
  for (const phase of createBroadPhases(recording.scene, poses)) {
    const list = new PairList()
    phase.update(poses)
    phase.test(list)
    const named = Array.from({ length: list.length / 3 }, (_, k) => `${list.data[3 * k + 1]} ${list.data[3 * k + 2]}`)
    expect(new Set(named).size).toBe(named.length)
    for (const pair of touching) expect(named, phase.method).toContain(pair)
  }
})

test('straight, folded, cubic, far away: nothing is missed, nothing is NaN', () => {
  const { cases, faults } = checkRobustness()
  expect(cases).toBe(12 * 7)
  expect(faults).toEqual([])
  // A fault is said: a body that is nowhere.
  const [first] = robustCases()
  const lost = checkRobustness([{ ...first!, poses: first!.poses.map((x, i) => (i === 3 ? 1e300 : x)) }])
  expect(lost.faults.length).toBeGreaterThan(0)
})

const ROW = { scene: 'dented-6', falseAlarms: 0, queryMs: 10, updateMs: 5, testMs: 5, totalMs: 20 } as const

test('what came out wrong is reported; what is counted is a failure, what is timed is not', () => {
  const counts: Record<CabMethod, number> = {
    brute: 100,
    'aabb+': 20,
    'aabb*': 20,
    obb: 11,
    cab: 12,
    'cab-sum': 11,
    'cab-gs': 11,
    'better-child': 11,
  }
  const measured = {
    scene: 'dented-6' as const,
    frames: 3,
    collisions: 7,
    deepest: 0.1,
    leafPairs: 11,
    disagreements: { 'aabb*': 2 },
    boxesFirstMs: { 'aabb*': 5, cab: 5 },
    boxes: [],
    rows: CAB_METHODS.map((method) => ({ ...ROW, method, exactQueries: counts[method] })),
  } satisfies Measured
  expect(rowOf(measured, 'cab').exactQueries).toBe(12)
  const checks = checkAll([measured], { cases: 1, faults: ['straight, cab: NaN'] })
  const failed = checks.filter((c) => !c.passed)
  expect(failed.filter((c) => c.decides).map((c) => c.seen)).toEqual([
    'others: aabb* in 2 frames of dented-6',
    'cab on dented-6 12, not 11',
    "0.60 of AABB*'s",
    'straight, cab: NaN',
  ])
  expect(failed.filter((c) => !c.decides).map((c) => c.seen)).toEqual([
    '1.00×',
    '1.00×',
    "1.00×; 1.00× where queries begin with the meshes' boxes instead of their hulls",
  ])
})

test('findings: table by table, by the numbers', () => {
  const made = (differently: (row: Row) => Row): CabDocument => ({
    experiment: 'cab',
    seed: 1,
    node: '',
    rounds: 1,
    scenes: [
      {
        name: 'convex-6',
        table: 2,
        what: '',
        frames: 10,
        bodies: 32,
        pairs: 466,
        collisions: 1,
        deepest: 0,
        leafPairs: 9,
      },
    ],
    rows: [...publishedTable('convex-6')].map(differently),
    boxes: ['cab', 'cab-sum'].map((method, k) => ({
      scene: 'convex-6' as const,
      method: method as CabMethod,
      boxTests: 10 + k,
      innerVolume: 1 + k,
    })),
    published: [],
    checks: [],
  })
  // The paper's own figures are all reproduced.
  const same = cabFindings(made((row) => row))
  expect(same.differs).toEqual([])
  expect(same.reproduced.filter(({ of }) => of === 'Table 2').length).toBe(7)
  expect(same.reproduced.filter(({ of }) => of === 'Footnote 1').length).toBe(2)
  const slower = cabFindings(
    made((row) => (row.method === 'cab' ? { ...row, updateMs: 2 * row.updateMs, totalMs: 9e9 } : row)),
  )
  expect(slower.differs.length).toBe(5)
})

test('the published tables are those of the paper', () => {
  for (const scene of CAB_SCENES) {
    const rows = publishedTable(scene)
    expect(rows.map((r) => r.method)).toEqual(['brute', 'aabb+', 'aabb*', 'obb', 'cab'])
    // Collisions are the same whatever the method.
    expect(new Set(rows.map((r) => r.exactQueries - r.falseAlarms)).size).toBe(1)
    // "times are rounded to two decimal places and do not always add up exactly"; one line is off by 0.45 s in print.
    for (const r of rows) {
      const misprint = scene === 'convex-3' && r.method === 'aabb*' ? 450 : 0
      expect(Math.abs(r.totalMs - r.queryMs - r.updateMs - r.testMs - misprint)).toBeLessThan(25)
    }
  }
})

test('options: defaults, and what makes no sense is refused; a missing physics engine is named', async () => {
  expect(readCabOptions({})).toEqual({ seed: 1, scenes: [...CAB_SCENES], frames: undefined, rounds: 3 })
  expect(readCabOptions({ quick: true })).toMatchObject({ frames: 300, rounds: 2 })
  for (const raw of [{ scene: 'knot' }, { frames: '0' }, { rounds: 'x' }, { seed: '-1' }, { scene: '' }]) {
    await expect(runExperiment(cab, raw as Record<string, string>, silent)).rejects.toThrow(InvalidInputError)
  }
  const missing = loadRapier(() => Promise.reject(new Error('Cannot find package')))
  await expect(missing).rejects.toThrow(LimberError)
  await expect(missing).rejects.toThrow('@dimforge/rapier3d-compat')
})
