// The checkpoint of `limber fold`: everything that a run needs to resume as if nothing had happened. One line of JSON, and one
// with a sum over it; the file is there as a whole or not at all.
import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { MomentsState } from '../../src/entries/molecules.js'
import { FileError } from '../../src/index.js'
import { type Place, writeAtomically } from '../print/write-atomically.js'
import type { Growth } from './fold-files.js'
import type { Relaxed } from './fold-relax.js'
import type { SeriesState } from './fold-series.js'

/** A checkpoint that cannot be used. */
export class CheckpointFileError extends FileError {}

export interface Checkpoint {
  /** The file that was folded, and the command's options as they were given. */
  readonly file: string
  readonly command: Readonly<Record<string, string | true>>
  /** What the trajectory depends on. Must be the same to resume. */
  readonly run: Readonly<Record<string, unknown>>
  /** What --relax has done before the first move; undefined without it. */
  readonly relaxed?: Relaxed | undefined
  readonly step: number
  readonly done: boolean
  readonly files: Readonly<Record<string, Growth>>
  readonly series: SeriesState | undefined
  /** One a temperature. */
  readonly moments: readonly MomentsState[] | undefined
  /** The engine's; undefined before the first move. */
  readonly state: Uint8Array | undefined
}

const START = '{"limber":"fold-checkpoint","version":1,'

export function isCheckpoint(start: string): boolean {
  return start.startsWith(START) || START.startsWith(start)
}

export function checkpointText({ state, ...rest }: Checkpoint): string {
  const encoded = state === undefined ? null : Buffer.from(state).toString('base64')
  const line = `${START}${JSON.stringify({ ...rest, state: encoded }).slice(1)}`
  return `${line}\n${sumOf(line)}\n`
}

export async function writeCheckpoint(place: Place, checkpoint: Checkpoint): Promise<void> {
  await writeAtomically(place, checkpointText(checkpoint))
}

/** Undefined where there is none. */
export async function readCheckpoint({ file, real, there }: Place): Promise<Checkpoint | undefined> {
  if (there === 'nothing') return undefined
  const text = await readFile(real, 'utf8')
  if (text === '') return undefined
  return parseCheckpoint(file, text)
}

export function parseCheckpoint(file: string, text: string): Checkpoint {
  const end = text.indexOf('\n')
  const line = text.slice(0, Math.max(end, 0))
  if (!text.startsWith(START)) {
    throw new CheckpointFileError(file, { line: 1 }, 'a checkpoint of limber fold', 'something else')
  }
  const sum = sumOf(line)
  if (end < 0 || text.slice(end + 1) !== `${sum}\n`) {
    throw new CheckpointFileError(file, {}, 'a whole checkpoint', 'one that is damaged: its sum is another')
  }
  const { state, series, ...rest } = JSON.parse(line) as Checkpoint & { readonly state: unknown }
  return {
    ...rest,
    series: series ?? undefined,
    state: typeof state === 'string' ? new Uint8Array(Buffer.from(state, 'base64')) : undefined,
  }
}

function sumOf(line: string): string {
  return crc32(line).toString(16).padStart(8, '0')
}
