// What was found out about the straight steps from frame to frame, of ropes and of meshes alike.

import { ExitCode } from '../exit-codes.js'

/** Two things that meet during a step. */
export interface Meeting {
  readonly a: number
  readonly b: number
  /** They first touch between these, in parts of the step: 0 is the frame that it starts from. */
  readonly lower: number
  readonly upper: number
}

export interface StepReport {
  /** Numbers of frames. */
  readonly from: number
  readonly to: number
  readonly outcome: 'free' | 'collision' | 'undecided' | 'nothing-to-check'
  /** By the time they first meet; all of them, or only the first. */
  readonly meetings: readonly Meeting[]
  readonly stats: Readonly<Record<string, number | string>>
}

export interface StepsSummary {
  readonly steps: number
  readonly free: number
  readonly colliding: number
  readonly undecided: number
  /** No pair is checked in them. */
  readonly nothingToCheck: number
  readonly firstColliding: { readonly from: number; readonly to: number; readonly at: number } | undefined
  readonly meetings: number
}

export function summariseSteps(steps: readonly StepReport[]): StepsSummary {
  const of = (outcome: StepReport['outcome']): StepReport[] => steps.filter((step) => step.outcome === outcome)
  const [first] = of('collision')
  return {
    steps: steps.length,
    free: of('free').length,
    colliding: of('collision').length,
    undecided: of('undecided').length,
    nothingToCheck: of('nothing-to-check').length,
    firstColliding: first && { from: first.from, to: first.to, at: first.meetings[0]?.lower ?? 0 },
    meetings: steps.reduce((sum, { meetings }) => sum + meetings.length, 0),
  }
}

/** `8 → 9`. */
export function stepName({ from, to }: Pick<StepReport, 'from' | 'to'>): string {
  return `${from} → ${to}`
}

/** An instant of a step, with as many digits as people read. */
export function instant(time: number): string {
  return time === 0 || time === 1 ? String(time) : time.toFixed(6)
}

/** Rows of cells, as wide as their widest; the last column aligned left, the others right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, c) => rows.reduce((most, row) => Math.max(most, row[c]!.length), 0))
  return rows.map((row) => {
    return row.map((cell, c) => (c === row.length - 1 ? cell : cell.padStart(widths[c]!))).join('  ')
  })
}

/** The exit code of steps: one that collides counts more than one that is undecided. */
export function stepsCode(steps: readonly Pick<StepReport, 'outcome'>[]): number {
  if (steps.some(({ outcome }) => outcome === 'collision')) return ExitCode.Violation
  return steps.length > 0 && steps.every(({ outcome }) => outcome === 'free') ? ExitCode.Good : ExitCode.Undecided
}
