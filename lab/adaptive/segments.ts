// Random segments of a scene, and the tables that are means over them: III (colliding), VI and XI (free), and as they come.
//
// Who is right is judged by our own checker at δ = 0: what it calls a collision has been shown at a configuration, and what it
// calls free is proved. A segment that it leaves undecided is passed over, and counted.
import type { Progress } from '../experiment.js'
import { type LabScene, type Segment, segmentsOf } from './lab-scene.js'
import { type Measured, measureSettings, runSetting, type Setting, toRow } from './methods.js'
import { publishedColliding, publishedFree, publishedRefined } from './published.js'
import type { Row } from './rows.js'

/** The paper's δ for random segments, and its ε for free ones. */
export const DELTA = 0.005
export const EPSILON = 0.006

/** Random segments drawn for one that fits, at most. */
const DRAWS = 400

export const JUDGE: Setting = { method: 'limber', delta: 0 }

/** Answers of all methods about the same segments that cannot all be true. */
export interface Contradiction {
  readonly table: string
  readonly scene: string
  readonly said: string
}

export interface Tabled {
  readonly rows: readonly Row[]
  readonly contradictions: readonly Contradiction[]
}

interface Drawn {
  readonly segments: readonly Segment[]
  readonly drawn: number
}

/** The first `count` segments that fit. */
async function drawSegments(
  lab: LabScene,
  seed: number,
  count: number,
  fits: (segment: Segment) => boolean,
  progress: Progress,
  label: string,
): Promise<Drawn> {
  const segments: Segment[] = []
  let drawn = 0
  for (const segment of segmentsOf(lab, seed)) {
    if (fits(segment)) segments.push(segment)
    drawn++
    if (segments.length === count || drawn === DRAWS * count) break
    await progress(segments.length / count, label)
  }
  return { segments, drawn }
}

const COLLIDING: readonly Setting[] = [
  { method: 'fixed', epsilon: 0 },
  { method: 'adaptive', delta: 0 },
  { method: 'adaptive', delta: DELTA },
  { method: 'refined', delta: 0 },
  { method: 'refined', delta: DELTA },
  { method: 'limber', delta: 0 },
  { method: 'limber', delta: DELTA },
]

/** Segments that collide. */
export async function drawColliding(
  lab: LabScene,
  count: number,
  seed: number,
  progress: Progress,
): Promise<readonly Segment[]> {
  const collides = (segment: Segment): boolean => runSetting(lab.world, segment, JUDGE).outcome === 'collision'
  const { segments } = await drawSegments(lab, seed, count, collides, progress, `colliding segments: ${lab.name}`)
  return segments
}

/** Table III: those segments by all methods. */
export async function measureColliding(
  lab: LabScene,
  segments: readonly Segment[],
  rounds: number,
  progress: Progress,
): Promise<Tabled> {
  const measured = await measureSettings(lab, COLLIDING, segments, rounds, progress, `Table III: ${lab.name}`)
  return {
    rows: measured.map((m) => toRow('III', m, publishedColliding(lab.figure, m.method, m.delta))),
    contradictions: contradictions(
      'III',
      lab,
      measured,
      segments.map(() => 'collision'),
    ),
  }
}

const PROVING: readonly Setting[] = [
  { method: 'adaptive', delta: DELTA },
  { method: 'refined', delta: DELTA },
  { method: 'limber', delta: DELTA },
]

/** The table has δ = 0.005 only. */
const FREE: readonly Setting[] = [
  { method: 'fixed', epsilon: EPSILON },
  ...PROVING.flatMap((setting) => [{ ...setting, delta: 0 }, setting]),
]

/** Segments that all of the proving methods find free at the paper's δ. */
export async function drawFree(
  lab: LabScene,
  count: number,
  seed: number,
  progress: Progress,
): Promise<readonly Segment[]> {
  const isFree = (segment: Segment): boolean =>
    (['limber', 'refined', 'adaptive'] as const).every(
      (method) => runSetting(lab.world, segment, { method, delta: DELTA }).outcome === 'free',
    )
  const { segments } = await drawSegments(lab, seed, count, isFree, progress, `free segments: ${lab.name}`)
  return segments
}

/** Table VI: those segments by all methods. */
export async function measureFree(
  lab: LabScene,
  segments: readonly Segment[],
  rounds: number,
  progress: Progress,
): Promise<Tabled> {
  const measured = await measureSettings(lab, FREE, segments, rounds, progress, `Table VI: ${lab.name}`)
  return {
    rows: measured.map((m) => toRow('VI', m, publishedFree(lab.figure, m.method, m.delta))),
    contradictions: contradictions(
      'VI',
      lab,
      measured,
      segments.map(() => 'free'),
    ),
  }
}

/**
 * Table XI. Its segments are "randomly generated … under the same conditions" as before; by its counts, which are those of Table
 * VI and thirty times those of Table III, they are free.
 */
export async function measureRefined(
  lab: LabScene,
  segments: readonly Segment[],
  rounds: number,
  progress: Progress,
): Promise<Tabled> {
  const measured = await measureSettings(lab, PROVING, segments, rounds, progress, `Table XI: ${lab.name}`)
  return {
    rows: measured.map((m) => toRow('XI', m, publishedRefined(lab.figure, m.method))),
    contradictions: contradictions(
      'XI',
      lab,
      measured,
      segments.map(() => 'free'),
    ),
  }
}

/** Segments as they come: most of them collide. */
export async function measureRandom(
  lab: LabScene,
  count: number,
  seed: number,
  rounds: number,
  progress: Progress,
): Promise<Tabled> {
  const label = `random segments: ${lab.name}`
  const { segments } = await drawSegments(lab, seed, count, () => true, portion(progress, 0, 0.1), label)
  const truths = segments.map((segment) => runSetting(lab.world, segment, JUDGE).outcome)
  const measured = await measureSettings(lab, PROVING, segments, rounds, portion(progress, 0.1, 0.9), label)
  return {
    rows: measured.map((m) => toRow('random', m, undefined)),
    contradictions: contradictions('random', lab, measured, truths),
  }
}

/** What was said against what is true: `free` against `collision`, either way. Samples prove nothing, and are not asked. */
export function contradictions(
  table: string,
  { name }: Pick<LabScene, 'name'>,
  measured: readonly Measured[],
  truths: readonly string[],
): Contradiction[] {
  return measured
    .filter(({ method }) => method !== 'fixed')
    .flatMap(({ method, delta, outcomes }) =>
      outcomes.flatMap((outcome, i) => {
        const truth = truths[i]!
        const wrong = (outcome === 'free' && truth === 'collision') || (outcome === 'collision' && truth === 'free')
        return wrong ? [{ table, scene: name, said: `${method} at δ = ${delta}: ${outcome}, not ${truth}` }] : []
      }),
    )
}

/** A part of the way, from `from` on. */
export function portion(progress: Progress, from: number, size: number): Progress {
  return (share, label) => progress(from + size * share, label)
}
