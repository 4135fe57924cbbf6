// The checkpoint of `limber allow`: pairs that are done, so that a run that was stopped or killed resumes from there. One line of JSON,
// and one with a sum over it; it is there as a whole or not at all.
import { readFile, unlink } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import {
  type AllowedPairs,
  allowedPairsDocument,
  FileError,
  InvalidInputError,
  type PairResult,
  readAllowedPairs,
} from '../../src/entries/robots.js'
import { type Place, placeFor, writeAtomically } from '../print/write-atomically.js'

/** A checkpoint that cannot be used. */
export class AllowCheckpointError extends FileError {}

/** What must be the same to resume, under the names of the options. */
export type AllowRun = Readonly<Record<string, unknown>>

const START = '{"limber":"allow-checkpoint","version":1,'

/** Beside a file that the run is to write. */
export function checkpointFor(file: string): Promise<Place> {
  const isOurs = (start: string): boolean => start.startsWith(START) || START.startsWith(start)
  return placeFor(`${file}.checkpoint`, isOurs, 'a name for a checkpoint')
}

export async function writeAllowCheckpoint(place: Place, run: AllowRun, result: AllowedPairs): Promise<void> {
  const body = JSON.stringify({ run, result: allowedPairsDocument(result, { proofs: true }) })
  const line = `${START}${body.slice(1)}`
  await writeAtomically(place, `${line}\n${sumOf(line)}\n`)
}

/** Undefined where there is none. */
export async function readAllowCheckpoint(
  { file, real, there }: Place,
  run: AllowRun,
): Promise<PairResult[] | undefined> {
  if (there === 'nothing') return undefined
  const text = await readFile(real, 'utf8')
  if (text === '') return undefined
  const end = text.indexOf('\n')
  const line = text.slice(0, Math.max(end, 0))
  if (end < 0 || text.slice(end + 1) !== `${sumOf(line)}\n`) {
    throw new AllowCheckpointError(file, {}, 'a whole checkpoint', 'one that is damaged: its sum is another')
  }
  const { run: was, result } = JSON.parse(line) as { run: AllowRun; result: unknown }
  sameRun(file, was, run)
  return [...readAllowedPairs(result, file).pairs]
}

export async function removeCheckpoint({ real }: Place): Promise<void> {
  await unlink(real).catch(() => undefined)
}

function sameRun(file: string, was: AllowRun, now: AllowRun): void {
  for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const [before, after] = [JSON.stringify(was[name]), JSON.stringify(now[name])]
    if (before === after) continue
    if (name === 'robot') {
      throw new AllowCheckpointError(
        file,
        {},
        'a checkpoint of this robot',
        'one of a robot with other links, joints, limits or meshes',
      )
    }
    if (name === 'limber') {
      // What another version found may not be what this one would find.
      const wrote = typeof was.limber === 'string' ? `one of ${was.limber}` : 'one of an earlier version'
      throw new AllowCheckpointError(file, {}, `a checkpoint of Limber ${now.limber}`, wrote)
    }
    const expected = before === undefined ? 'left out, as in the checkpoint' : `${before}, as in the checkpoint`
    throw new InvalidInputError(name, now[name], expected)
  }
}

function sumOf(line: string): string {
  return crc32(line).toString(16).padStart(8, '0')
}
