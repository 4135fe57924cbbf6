// What a job asks, and its answer as plain data. An answer depends on the job and its files alone: no times, nothing of what the
// process did before, so that it is the same to the byte wherever it is made.
import { encodeBase64 } from '../base/work/encode-base64.js'
import { InvalidInputError, LimberError, NotConvergedError, SceneFileError } from '../errors.js'
import { motionFromPath } from '../formats/robots/path-motion.js'
import { configurationsOf, type PathDescription } from '../formats/robots/scene-path.js'
import { parseAnyPath, withoutMimics } from '../formats/ros/ros-path.js'
import type { MeshTree } from '../meshes/tree/mesh-tree.js'
import { clashes } from '../molecules/clash/clash.js'
import type { Structure } from '../molecules/structure/structure.js'
import { readClassifyOptions } from '../robots/allow/allow-options.js'
import { classifySteps } from '../robots/allow/classify-pair.js'
import type { Robot } from '../robots/model/robot.js'
import { robotHash } from '../robots/model/robot-document.js'
import { checkSteps } from '../robots/motion/check-motion.js'
import { plan, planNow } from '../robots/planning/plan.js'
import { smooth, smoothNow } from '../robots/planning/smooth.js'
import type { World } from '../robots/world/world.js'
import { collide, distance, within } from '../shapes/body-queries.js'
import type { BatchJob, JobOf } from './job.js'
import { prepareFold } from './run-fold.js'
import { type Run, stepped, type Watch, watched } from './run-slices.js'

/** Where jobs find what they name. Paths are those of the job file. */
export interface Library {
  world(scene: string, read: JobOf<'check'>['read']): Promise<World>
  robot(urdf: string, read: JobOf<'allow'>['read']): Promise<Robot>
  path(file: string): Promise<PathDescription>
  mesh(file: string): Promise<MeshTree>
  structure(file: string): Promise<Structure>
  /** Of a text, in hexadecimal: SHA-256. */
  digest(text: string): string
  /**
   * Who answers a list of configurations: 1 where something touches, or with a clearance comes within it, to the bit as the world says.
   * The world itself is asked where this is left out.
   */
  touching?(world: World, list: readonly Float64Array[], clearance: number): Promise<Uint8Array>
}

/** Something that a job names: what kind of thing, its path, and how it is read. A method of the library has the kind's name. */
export type Named = readonly [
  kind: Exclude<keyof Library, 'digest' | 'touching'>,
  path: string,
  read?: JobOf<'check'>['read'] | undefined,
]

/** The fields that name files, and what is in them. */
const NAMES: Readonly<Record<string, Named[0]>> = {
  scene: 'world',
  robot: 'robot',
  a: 'mesh',
  b: 'mesh',
  structure: 'structure',
  path: 'path',
  at: 'path',
  from: 'path',
  to: 'path',
}

/** All that a job names: what a machine needs to answer it. */
export function namedBy(job: BatchJob): Named[] {
  return Object.entries(job).flatMap(([field, value]): Named[] => {
    const kind = NAMES[field]
    if (kind === undefined || typeof value !== 'string') return []
    return [kind === 'world' || kind === 'robot' ? [kind, value, (job as JobOf<'check'>).read] : [kind, value]]
  })
}

/** What a job was answered: its id, and what it asked for or an error. */
export type Answer = { readonly id: string } & Readonly<Record<string, unknown>>

/** Loads what a job names. The function that it returns does the work: a deadline counts from there. */
export async function prepareJob(job: BatchJob, library: Library): Promise<() => Answer> {
  const run = await prepare(job, library)
  return () => ({ id: job.id, ...run() })
}

/**
 * As `prepareJob`, for a process that does other things beside: all kinds of jobs but `clashes` run in slices of a few milliseconds,
 * between which they can be watched and stopped. The answers are the same. A job that was stopped throws.
 */
export async function prepareWatched(job: BatchJob, library: Library, watch: Watch): Promise<() => Promise<Answer>> {
  const run = await prepare(job, library)
  return async () => {
    const answer = await (run.watched?.(watch) ?? run())
    if (watch.signal.aborted) throw new LimberError('the job was stopped')
    return { id: job.id, ...answer }
  }
}

/** The answer of a job that failed. Errors of Limber have their names; anything else is a bug. */
export function failedAnswer(
  id: string,
  error: unknown,
  message = error instanceof Error ? error.message : `${error}`,
): Answer {
  const name = error instanceof LimberError ? error.name : 'InternalError'
  return { id, error: { name, message } }
}

async function prepare(job: BatchJob, library: Library): Promise<Run> {
  switch (job.job) {
    case 'check':
      return prepareCheck(job, library)
    case 'distance':
      return prepareDistance(job, library)
    case 'collides':
      return prepareCollide(job, library)
    case 'plan':
      return preparePlan(job, library)
    case 'smooth':
      return prepareSmooth(job, library)
    case 'query':
      return prepareQuery(job, library)
    case 'allow':
      return prepareAllow(job, library)
    case 'clashes': {
      const { id: _, job: __, structure, ...options } = job
      const read = await library.structure(structure)
      return () => plain(clashes(read, options))
    }
    case 'fold': {
      const run = prepareFold(job, await library.structure(job.structure), library.digest)
      const inSlices = async (watch: Watch): Promise<object> => plain(await run.watched!(watch))
      return Object.assign(() => plain(run()), { watched: inSlices })
    }
  }
}

async function prepareCheck(job: JobOf<'check'>, library: Library): Promise<Run> {
  const { delta, clearance, continuous, maxSteps, ignoreLimits, limitTolerance } = job
  const world = await library.world(job.scene, job.read)
  const { path, file } = await pathOf('path', job.path, world, library, 2)
  const motion = motionFromPath(world, path, { continuous, file })
  const options = { delta, clearance, maxSteps, ignoreLimits, limitTolerance }
  return stepped(function* (onProgress) {
    try {
      const verdict = yield* checkSteps(world, motion, { ...options, onProgress })
      return { ...plain(verdict), ...certificateOf(verdict, job.certificate, library) }
    } catch (error) {
      if (!(error instanceof NotConvergedError)) throw error
      return { outcome: 'undecided', reason: error.message }
    }
  })
}

async function prepareDistance(job: JobOf<'distance'>, library: Library): Promise<Run> {
  const world = await library.world(job.scene, job.read)
  const list = await configurations('at', job.at, world, library, 1)
  return stepped(function* () {
    const answers: object[] = []
    for (const q of list) {
      const nearest = world.distance(q)
      const found = { collisions: world.collisions(q), nearest: nearest.distance === Infinity ? null : nearest }
      answers.push(plain(found))
      yield
    }
    return { ...blindSpots(world), answers }
  })
}

/** Configurations between two readings of the clock. */
const SLICE = 256

async function prepareCollide(job: JobOf<'collides'>, library: Library): Promise<Run> {
  const { clearance = 0 } = job
  const world = await library.world(job.scene, job.read)
  const list = await configurations('at', job.at, world, library, 1)
  const answer = (flags: Uint8Array): object => ({
    ...blindSpots(world),
    answers: Array.from(flags, (flag) => flag === 1),
  })
  if (library.touching !== undefined) {
    const flags = await library.touching(world, list, clearance)
    return () => answer(flags)
  }
  return stepped(function* () {
    const flags = new Uint8Array(list.length)
    for (let k = 0; k < list.length; k += SLICE) {
      const slice = list.slice(k, k + SLICE)
      if (clearance === 0) flags.set(world.collidesMany(slice), k)
      else
        flags.set(
          slice.map((q) => (world.distance(q).distance > clearance ? 0 : 1)),
          k,
        )
      yield
    }
    return answer(flags)
  })
}

async function preparePlan(job: JobOf<'plan'>, library: Library): Promise<Run> {
  const { delta, clearance, ignoreLimits, limitTolerance, planner, seed, maxIterations = 100_000 } = job
  const world = await library.world(job.scene, job.read)
  const [from, ...others] = await configurations('from', job.from, world, library, 1)
  if (others.length > 0) throw new InvalidInputError('from', `${1 + others.length} waypoints`, 'one configuration')
  const goals = await configurations('to', job.to, world, library, 1)
  // A limit of time would make answers depend on the machine.
  const options = { delta, clearance, ignoreLimits, limitTolerance, planner, seed, maxIterations, maxMillis: Infinity }
  const answer = (result: object): object => ({
    ...plain(result),
    ...certificateOf(result, job.certificate, library),
  })
  return Object.assign(() => answer(planNow(world, from!, goals, options)), {
    watched: async (watch: Watch) =>
      answer(await watched(plan(world, from!, goals, { ...options, signal: watch.signal }), watch)),
  })
}

async function prepareSmooth(job: JobOf<'smooth'>, library: Library): Promise<Run> {
  const { delta, clearance, continuous, ignoreLimits, limitTolerance, seed, rounds } = job
  const world = await library.world(job.scene, job.read)
  const waypoints = await configurations('path', job.path, world, library, 2)
  const options = { delta, clearance, continuous, ignoreLimits, limitTolerance, seed, rounds }
  return Object.assign(() => plain(smoothNow(world, waypoints, options)), {
    watched: async (watch: Watch) =>
      plain(await watched(smooth(world, waypoints, { ...options, signal: watch.signal }), watch)),
  })
}

async function prepareQuery(job: JobOf<'query'>, library: Library): Promise<Run> {
  const [a, b] = [await library.mesh(job.a), await library.mesh(job.b)]
  const { op = 'collide', within: length } = job
  if ((op === 'within') !== (length !== undefined)) {
    throw new InvalidInputError('within', length, 'given with op "within", and only then')
  }
  const poses = job.poses.map(({ R, q, t }, k) => {
    const good = t?.length === 3 && (R === undefined ? q?.length === 4 : q === undefined && R.length === 9)
    if (!good)
      throw new InvalidInputError(`poses[${k}]`, job.poses[k], '{"R":[9 numbers],"t":[3]} or {"q":[4],"t":[3]}')
    return { at: t, rotation: (R ?? q)! }
  })
  return stepped(function* () {
    const answers: unknown[] = []
    for (const pose of poses) {
      if (op === 'collide') answers.push(collide(a, b, pose).collides)
      else if (op === 'within') answers.push(within(a, b, length!, pose))
      else {
        const { distance: found, pointA, pointB } = distance(a, b, pose)
        answers.push(plain({ distance: found, pointA, pointB }))
      }
      yield
    }
    return { answers }
  })
}

async function prepareAllow(job: JobOf<'allow'>, library: Library): Promise<Run> {
  const { id: _, job: __, robot, read, pair, ...options } = job
  const model = await library.robot(robot, read)
  const [a, b] = pair as [string, string]
  const settings = readClassifyOptions(options)
  return stepped(function* () {
    return { ...plain(yield* classifySteps(model, a, b, settings)), hash: hashOf(model) }
  })
}

const HASHES = new WeakMap<Robot, string>()

/** What a claim about a robot is about: the same to the bit, wherever it was read. */
function hashOf(robot: Robot): string {
  const hash = HASHES.get(robot) ?? robotHash(robot)
  HASHES.set(robot, hash)
  return hash
}

async function configurations(
  field: string,
  given: string | object,
  world: World,
  library: Library,
  least: number,
): Promise<Float64Array[]> {
  const { path, file } = await pathOf(field, given, world, library, least)
  return configurationsOf(world, path, file)
}

async function pathOf(
  field: string,
  given: string | object,
  world: World,
  library: Library,
  least: number,
): Promise<{ readonly path: PathDescription; readonly file: string }> {
  const file = typeof given === 'string' ? given : field
  const read = typeof given === 'string' ? await library.path(given) : await parseAnyPath(given, field)
  const path = withoutMimics(world, read)
  if (path.waypoints.length < least) {
    throw new SceneFileError(file, { field: 'waypoints' }, 'two waypoints or more', `${path.waypoints.length}`)
  }
  return { path, file }
}

function blindSpots(world: World): object {
  const { unseen, visualOnly, premises } = world
  return plain({ nothingToCheck: world.nothingToCheck(), surfaces: world.surfaces(), unseen, visualOnly, premises })
}

interface MayHaveCertificate {
  readonly certificate?: unknown
}

function certificateOf(result: object, wanted: JobOf<'check'>['certificate'], library: Library): object {
  const { certificate } = result as MayHaveCertificate
  if (wanted === undefined || wanted === 'none' || typeof certificate !== 'function') return {}
  const document: unknown = certificate()
  return { certificate: wanted === 'whole' ? document : library.digest(JSON.stringify(document)) }
}

/** What an answer leaves out: costs, which are not part of it. */
const COSTS = ['stats', 'millis', 'trace']

/** As JSON has it: typed arrays as lists, bytes as base64, infinite numbers as null; without functions and costs. */
function plain(value: object): Record<string, unknown> {
  const entries = Object.entries(value).filter(([key, one]) => typeof one !== 'function' && !COSTS.includes(key))
  return Object.fromEntries(entries.flatMap(([key, one]) => (one === undefined ? [] : [[key, plainValue(one)]])))
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return encodeBase64(value)
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, plainValue)
  return Array.isArray(value) ? value.map(plainValue) : plain(value)
}
