// The pairs of `limber allow` as a file of jobs, for `limber batch` on any number of machines; and the answers to them. A job is called by
// the hash of all that its answer depends on, so that answers to another question are not taken for these.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { asFileError } from '../../node/read-bytes.js'
import { FileError, type PairResult, type Robot, readAllowedPair, robotHash } from '../../src/entries/robots.js'
import { type Place, placeFor, writeAtomically } from '../print/write-atomically.js'
import { readerOptions, type SceneOptions } from '../read/scene-options.js'
import type { AllowRun } from './allow-checkpoint.js'
import type { AllowQuestion } from './allow-options.js'

/** Answers that are not those of this robot and these options. */
export class AllowAnswersError extends FileError {}

export interface PairJob {
  readonly id: string
  readonly pair: readonly [string, string]
}

/** One a pair, in the order of the robot. */
export function pairJobs(robot: Robot, { pairs }: AllowQuestion, run: AllowRun): PairJob[] {
  const { '--pairs': _, ...rest } = run
  const solid = robot.links.filter(({ geometry }) => geometry.length > 0).map(({ name }) => name)
  const wanted = pairs?.map((pair) => new Set<string>(pair))
  return solid
    .flatMap((a, i) => solid.slice(i + 1).map((b) => [a, b] as const))
    .filter(([a, b]) => wanted?.some((pair) => pair.has(a) && pair.has(b)) ?? true)
    .map((pair) => ({
      id: createHash('sha256')
        .update(JSON.stringify([rest, pair]))
        .digest('hex'),
      pair,
    }))
}

/** Of a file of jobs, beside which nothing is lost. */
export function placeForJobs(file: string): Promise<Place> {
  return placeFor(file, (start) => /^\{"id":"[0-9a-f]{64}","job":"allow",/.test(start), 'a name for a file of jobs')
}

/** Paths in the jobs are relative to the folder of their file. */
export async function writePairJobs(
  place: Place,
  jobs: readonly PairJob[],
  robot: string,
  scene: SceneOptions,
  { classify }: AllowQuestion,
): Promise<void> {
  const folder = dirname(resolve(place.file))
  const at = (path: string): string => relative(folder, resolve(path)).split(sep).join('/')
  const { root: _, srdf: __, packages, ...read } = await readerOptions(scene)
  const folders = Object.entries(packages ?? {}).map(([name, path]) => [name, at(path)])
  const how = { ...read, ...(packages === undefined ? {} : { packages: Object.fromEntries(folders) }) }
  const lines = jobs.map(({ id, pair }) => {
    const asked = { id, job: 'allow', robot: at(robot), ...(Object.keys(how).length === 0 ? {} : { read: how }), pair }
    return `${JSON.stringify({ ...asked, ...classify })}\n`
  })
  await writeAtomically(place, lines.join(''))
}

export interface PairAnswers {
  readonly pairs: readonly PairResult[]
  /** Jobs that failed, with what they say. */
  readonly failed: readonly string[]
}

/** What `limber batch` wrote. Pairs that it has no answer for are left to be decided here. */
export async function readPairAnswers(file: string, robot: Robot, jobs: readonly PairJob[]): Promise<PairAnswers> {
  const known = new Map(jobs.map(({ id, pair }) => [id, pair]))
  const hash = robotHash(robot)
  const [pairs, failed]: [PairResult[], string[]] = [[], []]
  let line = 0
  for await (const text of linesOf(file)) {
    line++
    if (text === '') continue
    const answer = parsed(text) as { id?: string; hash?: string; error?: { message: string } }
    const pair = known.get(answer.id ?? '')
    if (pair === undefined) {
      const expected = 'an answer to a job of --jobs, made with the same options for the same robot'
      throw new AllowAnswersError(file, { line }, expected, 'another one')
    }
    if (answer.error !== undefined) {
      failed.push(`${pair.join(' and ')}: ${answer.error.message}`)
      continue
    }
    const result = readAllowedPair(answer, file)
    if (answer.hash !== hash || result.a !== pair[0] || result.b !== pair[1]) {
      const got = 'one about a robot with other links, joints, limits or meshes'
      throw new AllowAnswersError(file, { line }, 'an answer about this robot', got)
    }
    pairs.push(result)
  }
  return { pairs, failed }
}

async function* linesOf(file: string): AsyncGenerator<string, void, void> {
  try {
    yield* createInterface({ input: createReadStream(file) })
  } catch (error) {
    throw asFileError(file, error, AllowAnswersError)
  }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
