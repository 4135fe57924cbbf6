// Many segments at once on a GPU, beside checkMotion on one thread, by turns on the same inputs: a Panda among boxes with edges as planners
// ask about them, of three lengths, pieces of paths that were planned, and segments next to contact. Each answer is compared with
// checkMotion's: one that is called free and is not proved so by it counts as a false free, and there must be none.
//
// `--segments=1000` takes that many of each kind; on a software adapter a few hundred are taken.
import { formatNumber, formatTable } from '../../lab/table.js'
import { batchWorld, type MotionBatchStats } from '../../src/entries/gpu.js'
import { checkMotion, planNow, Random, type World } from '../../src/entries/robots.js'
import { closeSegments } from '../../test/gpu/close-segments.js'
import { type Bench, type Progress, roundFigure } from '../bench.js'
import { clockMicros, median } from '../interleave.js'
import { boxesCase, LENGTHS, loadArm } from '../motions/segment-cases.js'
import { cutPath } from '../planning/measure.js'
import { loadProblems, problemFolder } from '../planning/problems.js'

/** Segments by kind: 10⁵ in all. */
const FULL = { lengths: [55_000, 33_000, 10_000], close: 2000, problems: 14, seeds: 3 }
const FEW = { lengths: [300, 300, 200], close: 100, problems: 1, seeds: 1 }

/** Segments that a processor is asked about in a round, and rounds. */
const RACED = 500
const ROUNDS = 3
const SEED = 5

type Segment = readonly [Float64Array, Float64Array]

interface Case {
  readonly name: string
  /** Worlds, and the segments of each. */
  readonly parts: readonly { readonly world: World; readonly segments: readonly Segment[] }[]
}

interface Row {
  readonly name: string
  readonly segments: number
  readonly free: number
  readonly ran: string
  readonly device: string
  /** Shares of all segments that the device settled. */
  readonly settledFree: number
  readonly settledColliding: number
  /** Parts that the device tested, a segment. */
  readonly parts: number
  /** Segments a second: answers of the whole call, of the device alone, and of checkMotion on one thread. */
  readonly perSecond: number
  readonly deviceOnly: number
  readonly checkMotion: number
  readonly falseFrees: number
  readonly missed: number
  readonly undecided: number
}

export const gpuSegments: Bench = {
  name: 'gpu-segments',
  async run(quick, progress, options = {}) {
    progress(0, 'the device')
    const { arm, notes } = await loadArm()
    const { world: first } = boxesCase(arm, LENGTHS[0]!)
    const probe = await batchWorld(first, { force: 'gpu' })
    await probe.motionsFree(new Float64Array(2 * first.dof))
    const { device, ran, why } = probe.motionStats
    await probe.close()
    if (ran === 'cpu') return { rows: [], keep: false, text: `gpu-segments: nothing was measured: ${why}` }
    const isSmall = quick || /swiftshader|llvmpipe/i.test(device)
    const count = options.segments === undefined ? undefined : Number(options.segments)
    const size = isSmall ? FEW : FULL
    const of = (number: number): number => count ?? number
    const cases: Case[] = LENGTHS.map((length, k) => {
      const { world, name, segments } = boxesCase(arm, length)
      const list = Array.from({ length: of(size.lengths[k]!) }, () => segments.next().value as Segment)
      return { name, parts: [{ world, segments: list }] }
    })
    const { world } = cases[0]!.parts[0]!
    progress(0.2, 'segments next to contact')
    const close = closeSegments(world, new Random(SEED), of(size.close))
    cases.push({ name: `${arm.name}, next to contact`, parts: [{ world, segments: close }] })
    progress(0.4, 'planning')
    const planned = await plannedEdges(size.problems, size.seeds)
    if (planned.length > 0) cases.push({ name: 'pieces of planned paths', parts: planned })
    const rows: Row[] = []
    for (const one of cases) rows.push(await measure(one, progress, 0.5 + (0.5 * rows.length) / cases.length))
    return {
      rows,
      about: { device, notes },
      keep: !isSmall && count === undefined,
      text: table(rows, device, [...notes]),
    }
  },
}

/** Pieces of 0.5 rad of paths through MotionBenchMaker's scenes, several seeds a problem. */
async function plannedEdges(count: number, seeds: number): Promise<Case['parts'][number][]> {
  const folder = problemFolder()
  if (folder === undefined) return []
  const problems = (await loadProblems(folder)).filter(({ robot }) => robot === 'panda')
  const every = Math.ceil(problems.length / count)
  return problems
    .filter((_, i) => i % every === 0)
    .map((problem) => {
      const world = problem.world()
      const segments: Segment[] = []
      for (let seed = 1; seed <= seeds; seed++) {
        const found = planNow(world, problem.start, problem.goal, { seed, moving: problem.moving })
        if (found.outcome === 'solved') segments.push(...(cutPath(found.path) as readonly Segment[]))
      }
      return { world, segments }
    })
}

async function measure({ name, parts }: Case, progress: Progress, share: number): Promise<Row> {
  const total: Record<'segments' | 'free' | 'settledFree' | 'settledColliding' | 'tested', number> = {
    segments: 0,
    free: 0,
    settledFree: 0,
    settledColliding: 0,
    tested: 0,
  }
  const [whole, device, own]: [number[], number[], number[]] = [[], [], []]
  const wrong = { falseFrees: 0, missed: 0, undecided: 0 }
  let stats: MotionBatchStats | undefined
  for (const { world, segments } of parts) {
    if (segments.length === 0) continue
    progress(share, name)
    const flat = Float64Array.from(segments.flatMap(([from, to]) => [...from, ...to]))
    const batch = await batchWorld(world, { force: 'gpu' })
    let answers = await batch.motionsFree(flat)
    for (let round = 0; round < ROUNDS; round++) {
      const start = clockMicros()
      answers = await batch.motionsFree(flat)
      whole.push((clockMicros() - start) / segments.length)
      device.push((1000 * batch.motionStats.gpuMillis) / segments.length)
      const some = segments.slice(0, RACED)
      const began = clockMicros()
      for (const segment of some) checkMotion(world, segment)
      own.push((clockMicros() - began) / some.length)
    }
    stats = batch.motionStats
    await batch.close()
    total.segments += segments.length
    total.settledFree += stats.free
    total.settledColliding += stats.colliding
    total.tested += stats.parts
    wrong.undecided += stats.undecided
    segments.forEach((segment, k) => {
      const isFree = checkMotion(world, segment).outcome === 'free'
      if (isFree) total.free++
      if (answers[k] === 1 && !isFree) wrong.falseFrees++
      if (answers[k] === 0 && isFree) wrong.missed++
    })
  }
  return {
    name,
    segments: total.segments,
    free: total.free,
    ran: stats?.ran ?? 'cpu',
    device: stats?.device ?? '',
    settledFree: roundFigure(total.settledFree / total.segments),
    settledColliding: roundFigure(total.settledColliding / total.segments),
    parts: roundFigure(total.tested / total.segments),
    perSecond: roundFigure(1e6 / median(whole)),
    deviceOnly: roundFigure(1e6 / median(device)),
    checkMotion: roundFigure(1e6 / median(own)),
    ...wrong,
  }
}

function table(rows: readonly Row[], device: string, notes: readonly string[]): string {
  const head = ['segments', 'how many', 'free', 'settled', 'parts', 'a second', 'device', 'checkMotion', 'false frees']
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  const body = rows.map((row) => [
    row.name,
    formatNumber(row.segments),
    percent(row.free / row.segments),
    percent(row.settledFree + row.settledColliding),
    formatNumber(row.parts),
    formatNumber(row.perSecond),
    formatNumber(row.deviceOnly),
    formatNumber(row.checkMotion),
    String(row.falseFrees),
  ])
  const all = rows.reduce((sum, row) => sum + row.segments, 0)
  const falseFrees = rows.reduce((sum, row) => sum + row.falseFrees, 0)
  const missed = rows.reduce((sum, row) => sum + row.missed, 0)
  const undecided = rows.reduce((sum, row) => sum + row.undecided, 0)
  return [
    `Segments at once on ${device}; checkMotion on one thread`,
    '',
    formatTable(head, body),
    '',
    `Of ${formatNumber(all)} segments ${falseFrees} were called free that checkMotion does not prove, ${missed} the other way round; ${undecided} were not decided.`,
    'settled: by the device, free or colliding. device: segments a second while it was waited for.',
    ...notes,
  ].join('\n')
}
