// This build and another item by item: `npm run bench -- speed --against FOLDER [--part=plans,edges,…] [--seeds=1,2,3]`. One process
// loads both, again for each seed; an item's time is the least of five rounds, in which the builds take turns.
import { formatNumber, formatTable } from '../../lab/table.js'
import type { Progress } from '../bench.js'
import { clockMicros, median, processorMicros } from '../interleave.js'
import { percentile } from '../planning/table.js'
import type { SpeedCase, SpeedFigure, SpeedTask } from './speed-case.js'

const ROUNDS = 5

/** Microseconds that both builds work before anything counts, where they take turns by passes. */
const WARM_UP = 2e6

/** One figure, of both builds, by seed. */
export interface SpeedRow {
  readonly figure: SpeedFigure
  readonly unit: string
  readonly items: number
  readonly own: readonly number[]
  readonly other: readonly number[]
}

interface Measured {
  /** By item: the least of the rounds, in the case's unit; and what came out last. */
  readonly times: Float64Array
  readonly answers: Float64Array
}

/** One case by both builds; `other` is undefined where the other build has no such case. */
export async function measureCase(
  own: SpeedCase,
  other: SpeedCase | undefined,
  progress: Progress,
): Promise<readonly SpeedRow[]> {
  const { inputs, figures } = await own.load()
  const tasks = [own.make(inputs), other?.make(inputs)]
  const count = tasks[0]?.items ?? 0
  const empty = (): Measured => ({ times: new Float64Array(count).fill(Infinity), answers: new Float64Array(count) })
  const found = [empty(), empty()]
  const now = own.order === 'items' ? processorMicros : clockMicros
  const run = (round: number, item: number): void => {
    for (const k of (round + item) % 2 === 0 ? [0, 1] : [1, 0]) {
      const task = tasks[k]
      if (task !== undefined) time(task, item, found[k]!, own, now, true)
    }
  }
  if (own.order === 'items') {
    for (let item = 0; item < count; item++) {
      progress(item / count, own.name)
      for (const task of tasks) task?.prepare?.(item)
      for (let round = 0; round < ROUNDS; round++) run(round, item)
    }
  } else {
    const pass = (round: number, isCounted: boolean): void => {
      for (const k of round % 2 === 0 ? [0, 1] : [1, 0]) {
        for (let item = 0; item < count; item++) {
          tasks[k]?.prepare?.(item)
          if (tasks[k] !== undefined) time(tasks[k], item, found[k]!, own, now, isCounted)
        }
      }
    }
    const begun = clockMicros()
    for (let round = 0; count > 0 && clockMicros() - begun < WARM_UP; round++) pass(round, false)
    for (let round = 0; round < ROUNDS; round++) {
      progress(round / ROUNDS, own.name)
      pass(round, true)
    }
  }
  return figures.map((figure) => ({
    figure,
    unit: figure.of === 'answer' ? '' : own.unit,
    items: figure.only?.size ?? count,
    own: [figureOf(figure, found[0]!)],
    other: tasks[1] === undefined ? [] : [figureOf(figure, found[1]!)],
  }))
}

function time(
  task: SpeedTask,
  item: number,
  found: Measured,
  { unit }: SpeedCase,
  now: () => number,
  isCounted: boolean,
): void {
  const start = now()
  const answer = task.run(item)
  const micros = now() - start
  found.answers[item] = answer
  if (!isCounted) return
  const units = (task.each ?? 1) * (unit === 'ms' ? 1000 : 1)
  found.times[item] = Math.min(found.times[item]!, micros / units)
}

function figureOf({ of, only }: SpeedFigure, { times, answers }: Measured): number {
  const chosen = Array.from(of === 'answer' ? answers : times).filter((_, i) => only?.has(i) ?? true)
  const mean = chosen.reduce((sum, value) => sum + value, 0) / chosen.length
  return of === 'median' ? median(chosen) : of === '95 %' ? percentile(chosen, 0.95) : mean
}

/** The same rows of several seeds as one. */
export function joinSeeds(seeds: readonly (readonly SpeedRow[])[]): SpeedRow[] {
  return (seeds[0] ?? []).map((row, k) => ({
    ...row,
    own: seeds.flatMap((rows) => rows[k]!.own),
    other: seeds.flatMap((rows) => rows[k]!.other),
  }))
}

/** Rows as text: figures of both builds, medians over the seeds, ratios with their spread, and what was asked for. */
export function speedTable(rows: readonly SpeedRow[]): string {
  const titles = ['', 'of', 'items', 'unit', 'before', 'now', 'ratio', 'by seed', 'wanted', '']
  return formatTable(
    titles,
    rows.flatMap((row) => lines(row, rows)),
    4,
  )
}

function lines({ figure, unit, items, own, other }: SpeedRow, rows: readonly SpeedRow[]): string[][] {
  const { name, of, mostRatio, most, rivalOf, leastTimes } = figure
  const ratios = own.flatMap((value, k) => (other[k] === undefined ? [] : [value / other[k]]))
  const now = median([...own])
  const ratio = ratios.length === 0 ? Number.NaN : median(ratios)
  const asked = [
    ...(most === undefined ? [] : [{ text: `≤ ${formatNumber(most)}`, isMet: now <= most }]),
    ...(mostRatio === undefined ? [] : [{ text: `ratio ≤ ${mostRatio}`, isMet: ratio <= mostRatio }]),
  ]
  const first = [
    name,
    of === 'answer' ? '' : of,
    `${items}`,
    unit,
    other.length === 0 ? '' : formatNumber(median([...other])),
    formatNumber(now),
    ratios.length === 0 ? '' : ratio.toFixed(3),
    ratios.map((value) => value.toFixed(2)).join(' '),
    asked.map(({ text }) => text).join(', '),
    asked.map(({ isMet }) => (isMet ? 'met' : 'MISSED')).join(', '),
  ]
  const rival = rows.find((row) => rivalOf !== undefined && row.figure.name === rivalOf)
  if (own.every(Number.isNaN)) return []
  if (rival === undefined) return [first]
  const times = own.map((value, k) => value / rival.own[k]!)
  const before = other.map((value, k) => value / rival.other[k]!)
  return [
    first,
    [
      `  over ${rivalOf}`,
      '',
      `${items}`,
      '×',
      before.length === 0 ? '' : formatNumber(median(before)),
      formatNumber(median(times)),
      '',
      times.map((value) => value.toFixed(2)).join(' '),
      leastTimes === undefined ? '' : `≥ ${leastTimes}`,
      leastTimes === undefined ? '' : median(times) >= leastTimes ? 'met' : 'MISSED',
    ],
  ]
}
