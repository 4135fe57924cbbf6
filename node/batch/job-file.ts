// A file of jobs, one JSON object a line. It is read twice: once to check every line before any work starts, and once to run them, as
// they are needed, so that ten million jobs need no memory.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type BatchJob, namedBy, readJob } from '../../src/entries/batch.js'
import { FileError, type FilePlace } from '../../src/entries/meshes.js'
import { isInside } from '../paths.js'
import { asFileError } from '../read-bytes.js'
import type { Place } from './disk-library.js'

/** A job file that cannot be read, or a line of it that is not a job. */
export class JobFileError extends FileError {}

export interface CheckedJobs {
  readonly count: number
  /** SHA-256 of the file. */
  readonly hash: string
}

/** A line is a job of a few hundred letters, or of a long path. */
const MAX_LINE = 2 ** 26

/** Checks every line, and that no path leads out of the root. Throws JobFileError, with line and field. */
export async function checkJobs(file: string, place: Place): Promise<CheckedJobs> {
  const hash = createHash('sha256')
  let count = 0
  let line = 0
  const onLine = (text: string): void => {
    line++
    hash.update(text).update('\n')
  }
  for await (const job of readJobs(file, onLine)) {
    count++
    for (const [, path, read] of namedBy(job)) {
      for (const one of [
        path,
        read?.srdf ?? path,
        read?.planningScene ?? path,
        ...Object.values(read?.packages ?? {}),
      ]) {
        if (isInside(resolve(place.folder, one), place.root)) continue
        // By its name; where a link leads is known when it is read.
        const field = Object.entries(job).find(([, value]) => value === one)?.[0] ?? 'read'
        const expected = 'a file inside the root folder (option root)'
        throw new JobFileError(file, { line, field }, expected, JSON.stringify(one))
      }
    }
  }
  return { count, hash: hash.digest('hex') }
}

/** The jobs of a file, in order. `onLine` is called with every line. */
export async function* readJobs(
  file: string,
  onLine: (line: string) => void = () => {},
): AsyncGenerator<BatchJob, void, void> {
  const input = createReadStream(file)
  let line = 0
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line++
      onLine(text)
      if (text.trim() === '') continue
      if (text.length > MAX_LINE)
        throw new JobFileError(file, { line }, `at most ${MAX_LINE} letters`, `${text.length}`)
      yield parseJob(text, file, line)
    }
  } catch (error) {
    throw asFileError(file, error, JobFileError)
  } finally {
    input.destroy()
  }
}

export function parseJob(text: string, file: string, line: number): BatchJob {
  const source = {
    fail({ field }: FilePlace, expected: string, got?: string): never {
      // As in a JSON file with a value on many lines.
      const isCut = expected === 'JSON' && got === 'the end of the text'
      const [want, found] = isCut ? ['a job as JSON on one line', 'the end of the line'] : [expected, got]
      throw new JobFileError(file, { line, ...(field === undefined ? {} : { field }) }, want, found)
    },
  }
  return readJob(text, `${line}`, source)
}
