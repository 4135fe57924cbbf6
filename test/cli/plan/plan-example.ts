// `limber plan` asked in this process, of the example cell.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { PlanCommandOptions } from '../../../cli/plan/plan-options.js'
import { planScene } from '../../../cli/plan.js'
import { example, type Run } from '../run.js'

export const FROM_TO = { from: example('over-tray.json'), to: [example('beside-post.json')] }

export function plan(options: PlanCommandOptions = {}): Promise<Run> {
  return planScene(example('cell.json'), { ...FROM_TO, ...options })
}

export interface PlanDocument {
  readonly code: number
  readonly outcome: string
  readonly path: { readonly joints: readonly string[]; readonly waypoints: readonly (readonly number[])[] }
  readonly [field: string]: unknown
}

/** What was asked for with `json`. */
export async function json(run: Promise<Run>): Promise<PlanDocument> {
  const { code, stdout, stderr } = await run
  expect(stderr).toBe('')
  return { code, ...JSON.parse(stdout) }
}

/** The first configuration in a file. */
export function numbersOf(file: string): number[] {
  return JSON.parse(readFileSync(file, 'utf8')).waypoints[0]
}
