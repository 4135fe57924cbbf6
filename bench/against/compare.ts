// This build and another, in passes: each loads both again and takes case by case, round by round in turns, the order changing
// from round to round, so that a slow spell of the machine and the warmth of its caches fall on both. Processor time, since
// machines have other work.
import { formatNumber, formatTable } from '../../lab/table.js'
import type { Progress } from '../bench.js'
import { median, processorMicros } from '../interleave.js'
import type { OwnCase, Task } from './own-case.js'
import { MARGIN, type Ratios, ratiosOf, verdictOf } from './ratios.js'

export interface CompareLimits {
  readonly passes: number
  /** Of a case in a pass. */
  readonly rounds: number
  /** Milliseconds a round of one build should take: short work is repeated. */
  readonly budget: number
  /** Milliseconds of warm-up a build. */
  readonly warmUp: number
}

export const FULL: CompareLimits = { passes: 7, rounds: 7, budget: 50, warmUp: 300 }
export const QUICK: CompareLimits = { passes: 3, rounds: 5, budget: 20, warmUp: 100 }

export interface CompareRow extends Ratios {
  readonly case: string
  readonly unit: string
  /** Medians, microseconds a unit of work. */
  readonly micros: readonly [own: number, other: number]
  /** What the runs add up to; where it is not the same, the builds did not do the same work. */
  readonly answers: readonly [own: number, other: number]
  /** The median ratio of each pass. */
  readonly passes: readonly number[]
}

/** Both builds' cases, the same in the same order. */
export type BothCases = readonly [own: readonly OwnCase[], other: readonly OwnCase[]]

interface Measured {
  readonly one: OwnCase
  /** This build's, of the first pass. */
  readonly inputs: unknown
  answers: readonly [number, number]
  readonly passes: (readonly [own: readonly number[], other: readonly number[]])[]
}

/** `load` gives newly loaded modules every time it is called. Cases with nothing to do have no row. */
export async function compareBuilds(
  load: (pass: number) => Promise<BothCases>,
  limits: CompareLimits,
  progress: Progress,
  now: () => number = processorMicros,
): Promise<CompareRow[]> {
  const all: Measured[] = []
  for (let pass = 0; pass < limits.passes; pass++) {
    const [own, other] = await load(pass)
    for (const [k, one] of own.entries()) {
      progress((pass + k / own.length) / limits.passes, one.name)
      const measured = (all[k] ??= { one, inputs: await one.inputs(), answers: [0, 0], passes: [] })
      const tasks = [await one.make(measured.inputs), await other[k]!.make(measured.inputs)] as const
      if (tasks[0].units === 0) continue
      measured.answers = [await tasks[0].run(), await tasks[1].run()]
      measured.passes.push(await race(tasks, limits, now))
    }
  }
  return all
    .filter(({ passes }) => passes.length > 0)
    .map(({ one, answers, passes }) => {
      const ratios = passes.map(([own, other]) => own.map((value, r) => value / other[r]!))
      return {
        case: one.name,
        unit: one.unit,
        micros: [median(passes.flatMap(([own]) => own)), median(passes.flatMap(([, other]) => other))],
        answers,
        passes: ratios.map(median),
        ...ratiosOf(ratios),
      }
    })
}

/** Microseconds a unit of work, of each round. */
async function race(
  tasks: readonly [Task, Task],
  { rounds, budget, warmUp }: CompareLimits,
  now: () => number,
): Promise<readonly [number[], number[]]> {
  // Both in turns until they are warm; the last time tells how often a round repeats its work.
  let last = 0
  for (let spent = 0; spent < 2000 * warmUp; ) {
    last = await time(tasks[0], 1, now)
    spent += last + (await time(tasks[1], 1, now))
  }
  const repeats = Math.max(1, Math.round((1000 * budget) / last))
  const micros = [[] as number[], [] as number[]] as const
  for (let r = 0; r < rounds; r++) {
    for (const k of r % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      micros[k].push((await time(tasks[k], repeats, now)) / (repeats * tasks[k].units))
    }
  }
  return micros
}

/** The clock of the processor may stand still over very little work: never nothing. */
async function time(task: Task, repeats: number, now: () => number): Promise<number> {
  const start = now()
  for (let k = 0; k < repeats; k++) await task.run()
  return Math.max(1, now() - start)
}

/** Sums in another order differ by a little. */
const SAME = 1e-9

function sameAnswers([own, other]: CompareRow['answers']): boolean {
  return own === other || Math.abs(own - other) <= SAME * Math.max(Math.abs(own), Math.abs(other))
}

export function compareTable(rows: readonly CompareRow[]): string {
  const titles = ['case', 'unit', 'µs here', 'µs there', 'ratio', 'quartiles', 'spread of passes', 'answers']
  const lines = rows.map((row) => [
    row.case,
    row.unit,
    ...row.micros.map(formatNumber),
    row.median.toFixed(3),
    range(row.quartiles),
    range(row.spread),
    sameAnswers(row.answers) ? 'same' : row.answers.map(formatNumber).join(' ≠ '),
  ])
  return formatTable(titles, lines, 2)
}

/** All rows together: of each pass the geometric mean of their ratios. */
export function compareAll(rows: readonly CompareRow[]): Ratios {
  const passes = rows[0]!.passes.map((_, p) => {
    const logs = rows.map((row) => Math.log(row.passes[p]!))
    return [Math.exp(logs.reduce((sum, value) => sum + value, 0) / rows.length)]
  })
  return ratiosOf(passes)
}

/** The last lines: all rows together, and which rows are slower or faster than the other build by more than the margin, beyond the spread. */
export function compareVerdict(rows: readonly CompareRow[]): string {
  const beyond = `by more than ${100 * MARGIN} % beyond the spread`
  const say = (word: 'slower' | 'faster'): string => {
    const names = rows.filter((row) => verdictOf(row) === word).map((row) => row.case)
    return names.length === 0 ? `none is ${word} ${beyond}` : `${word} ${beyond}: ${names.join('; ')}`
  }
  if (rows.length === 0) return 'There is nothing to compare.'
  const all = compareAll(rows)
  return [
    `All rows together: ${all.median.toFixed(3)}, spread of passes ${range(all.spread)}.`,
    `Of ${rows.length} rows ${say('slower')}; ${say('faster')}.`,
  ].join('\n')
}

function range(values: readonly number[]): string {
  return values.map((value) => value.toFixed(3)).join(' … ')
}
