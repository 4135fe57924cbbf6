// What a part of the bench `cells` is.
import type { Robot } from '../../src/entries/robots.js'
import type { Progress } from '../bench.js'
import type { DataRobot } from '../data-robots.js'

export type Arms = Readonly<Partial<Record<DataRobot, Robot>>>

export interface CellResult {
  readonly rows: readonly object[]
  readonly head: readonly string[]
  readonly table: readonly (readonly string[])[]
  readonly checks: readonly { readonly claim: string; readonly passed: boolean; readonly seen: string }[]
}

export type CellPart = (robots: Arms, quick: boolean, progress: Progress) => CellResult
