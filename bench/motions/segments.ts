// Segments of robots: Limber's default beside the published methods and beside fixed resolution.
import { formatNumber, formatTable } from '../../lab/table.js'
import type { World } from '../../src/index.js'
import { type Progress, roundFigure } from '../bench.js'
import { boxesCase, LENGTHS, loadArm, SCENE_CASES, type SegmentCase, sceneCase } from './segment-cases.js'
import { contendersOf } from './segment-contenders.js'
import {
  raceSegments,
  type Segment,
  type SegmentContender,
  type SegmentLimits,
  type SegmentRow,
} from './segment-race.js'

export interface SegmentSize extends SegmentLimits {
  /** How many of the scenes and of the lengths of segments among boxes. */
  readonly scenes: number
  readonly lengths: number
  /** Free segments and colliding ones a case. */
  readonly each: number
  /** Segments that are looked through for these, at most. */
  readonly tries: number
  /** Places along a segment at which Limber's verdict is held against World.collides. */
  readonly samples: number
  readonly all: boolean
}

export interface CaseRow extends SegmentRow {
  readonly case: string
  readonly segmentsAre: 'free' | 'collision'
  /** Of all segments that were looked through, how many collide. */
  readonly colliding: number
}

export async function runSegments(
  size: SegmentSize,
  progress: Progress,
): Promise<{ rows: CaseRow[]; notes: readonly string[] }> {
  const { arm, notes } = await loadArm()
  const makers: [string, () => SegmentCase][] = [
    ...Object.keys(SCENE_CASES)
      .slice(0, size.scenes)
      .map((name): [string, () => SegmentCase] => [name, () => sceneCase(name)]),
    ...LENGTHS.slice(0, size.lengths).map((length): [string, () => SegmentCase] => [
      `${arm.name} ${length.name}`,
      () => boxesCase(arm, length),
    ]),
  ]
  const rows: CaseRow[] = []
  const wrong: string[] = []
  for (const [k, [name, make]] of makers.entries()) {
    const within: Progress = (share, label) => progress((k + share) / makers.length, `${name}: ${label}`)
    within(0, 'building')
    const found = runCase(make(), size, within)
    rows.push(...found.rows)
    wrong.push(...found.wrong)
  }
  return { rows, notes: [...notes, ...wrong] }
}

export function runCase(one: SegmentCase, size: SegmentSize, progress: Progress): { rows: CaseRow[]; wrong: string[] } {
  const contenders = contendersOf(one, size.all)
  const { free, collision, share, wrong } = sort(one, contenders[0]!, size)
  const rows = [
    { truth: 'free', segments: free } as const,
    { truth: 'collision', segments: collision } as const,
  ].flatMap(({ truth, segments }, k) =>
    raceSegments(segments, truth, contenders, size, (done, label) =>
      progress((k + done) / 2, `${truth}, ${label}`),
    ).map((row): CaseRow => ({ case: one.name, segmentsAre: truth, colliding: roundFigure(share), ...row })),
  )
  return { rows, wrong }
}

interface Sorted {
  readonly free: Segment[]
  readonly collision: Segment[]
  /** Of collisions. */
  readonly share: number
  readonly wrong: string[]
}

/** Free and colliding segments, by Limber, each verdict held against plain collision tests along the way. */
function sort({ name, world, segments }: SegmentCase, limber: SegmentContender, size: SegmentSize): Sorted {
  const free: Segment[] = []
  const collision: Segment[] = []
  const wrong: string[] = []
  let hits = 0
  let count = 0
  for (; count < size.tries && (free.length < size.each || collision.length < size.each); count++) {
    const segment = segments.next().value as Segment
    const { outcome } = limber.check(segment)
    const seen = seenAt(world, segment, size.samples)
    if (outcome === 'free' && seen !== undefined) wrong.push(`${name}, segment ${count}: free, but contact at ${seen}`)
    if (outcome === 'undecided') wrong.push(`${name}, segment ${count}: undecided`)
    if (outcome === 'collision' || seen !== undefined) hits++
    if (outcome === 'free' && free.length < size.each) free.push(segment)
    if (outcome === 'collision' && collision.length < size.each) collision.push(segment)
  }
  return { free, collision, share: hits / count, wrong }
}

/** The first of this many evenly spaced parameters at which something touches. */
function seenAt(world: World, [from, to]: Segment, samples: number): number | undefined {
  for (let k = 0; k <= samples; k++) {
    const t = k / samples
    if (world.collides(from.map((value, i) => value + t * (to[i]! - value)))) return t
  }
  return undefined
}

export function segmentTable(rows: readonly CaseRow[]): string {
  const titles = [
    'case',
    'segments',
    'checker',
    'µs',
    'median',
    '95 %',
    'a second',
    '× Limber',
    'BV tests',
    'triangles',
    'config',
    'wrong',
    'undecided',
    'asked',
  ]
  const lines = rows.map((row) => [
    row.case,
    row.segmentsAre,
    row.contender,
    formatNumber(row.micros),
    formatNumber(row.medianMicros),
    formatNumber(row.micros95),
    formatNumber(row.perSecond),
    formatNumber(row.ratio),
    formatNumber(row.volumeTests),
    formatNumber(row.leafTests),
    formatNumber(row.configurations),
    `${row.wrong}`,
    `${row.undecided}`,
    `${row.segments}`,
  ])
  return formatTable(titles, lines, 3)
}
