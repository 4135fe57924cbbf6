// What each method of a session does. The kinds of jobs are methods by their names, and are answered as `limber batch` answers them.
import { availableParallelism } from 'node:os'
import {
  type BatchJob,
  CALLS,
  type CallName,
  type CallParams,
  callSchemas,
  JOB_KINDS,
  type JobKind,
  jobSchema,
  type Library,
  prepareWatched,
  readCall,
  readJob,
  type Watch,
} from '../../src/entries/batch.js'
import { InvalidInputError, LimberError, robotDocument, type World, worldDocument } from '../../src/entries/robots.js'
import { verifyAllowedPairsExactly, verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyAllowedPairs, verifyCertificate } from '../../src/verify/index.js'
import { inside, Libraries, type Place } from '../batch/disk-library.js'
import { runBatch } from '../batch/run-batch.js'
import { disk } from '../disk.js'
import { configurations, flags, numbers } from './arrays.js'
import { OpenWorlds } from './worlds.js'

/** A parameter that is missing, unknown or of the wrong kind. */
export class ParamsError extends LimberError {
  constructor(
    readonly field: string | undefined,
    expected: string,
    got: string | undefined,
  ) {
    const place = field === undefined ? 'params' : field
    super(`${place}: expected ${expected}${got === undefined ? '' : `, got ${got}`}`)
  }
}

const PARAMS = {
  fail({ field }: { readonly field?: string | undefined }, expected: string, got?: string): never {
    throw new ParamsError(field, expected, got)
  },
}

/** What a request brings besides its parameters. */
export interface Request extends Watch {
  /** What the answer of a job is called by, where it has no id of its own. */
  readonly name: string
  /** Stops other requests by their id; how many there were. */
  cancel(id: string | number): number
}

/** Processes of one batch. */
const MOST_WORKERS = 256

/** Milliseconds of work between two turns of the event loop. */
const SLICE = 10

export class Methods {
  private readonly worlds: OpenWorlds
  private readonly library: Library

  constructor(
    private readonly place: Place,
    private readonly version: string,
  ) {
    this.worlds = new OpenWorlds(place)
    this.library = new Libraries(undefined, true).at(place)
  }

  has(method: string): boolean {
    return Object.hasOwn(CALLS, method) || Object.hasOwn(JOB_KINDS, method)
  }

  /** One that is open, by its handle. */
  openWorld(handle: unknown): World | undefined {
    return this.worlds.find(handle)
  }

  /** The answer to a method that there is. */
  async answer(method: string, params: object, request: Request): Promise<unknown> {
    const isJob = Object.hasOwn(JOB_KINDS, method) && !(Object.hasOwn(CALLS, method) && 'q' in params)
    const act = async (): Promise<unknown> =>
      isJob ? this.job(method as JobKind, params, request) : this.call(method as CallName, params, request)
    const { world } = params as { readonly world?: unknown }
    return world === undefined || method.startsWith('world.') ? act() : this.worlds.use(world, act)
  }

  private call(method: CallName, params: object, request: Request): unknown {
    const read = <K extends CallName>(call: K): CallParams<K> => readCall(call, params, PARAMS)
    switch (method) {
      case 'collides':
        return this.collides(read(method), request)
      case 'distance':
        return this.distance(read(method), request)
      case 'motion':
        return this.motion(read(method), request)
      case 'world.open':
        return this.worlds.add(read(method))
      case 'world.change':
        return this.worlds.change(read(method))
      case 'world.close':
        return this.worlds.close(read(method))
      case 'verify':
        return this.verify(read(method))
      case 'batch':
        return this.batch(read(method), request)
      case 'cancel':
        return { cancelled: request.cancel(read(method).id) }
      case 'version':
        read(method)
        return { version: this.version }
      case 'methods':
        read(method)
        return { calls: callSchemas(), jobs: jobSchema() }
    }
  }

  /** `world` may take the place of `scene`. */
  private async job(kind: JobKind, params: object, request: Request): Promise<object> {
    const { world, ...rest } = params as { readonly world?: unknown }
    if (world === undefined) return this.run(this.read(kind, rest, request), this.library, request)
    const taken = ['scene', 'read'].find((field) => field in rest)
    if (taken !== undefined) throw new ParamsError(taken, 'nothing beside world', 'something')
    if (typeof world !== 'string') throw new ParamsError('world', 'a world that is open', typeof world)
    const opened = this.worlds.get(world)
    // The kind of job says whether it is about a scene at all.
    return this.runIn(opened, this.read(kind, { ...rest, scene: world }, request), request)
  }

  private read(kind: JobKind, params: object, { name }: Request): BatchJob {
    return readJob({ ...params, job: kind }, name, PARAMS)
  }

  private runIn(world: World, job: BatchJob, request: Request): Promise<object> {
    return this.run(job, { ...this.library, world: async () => world }, request)
  }

  private async run(job: BatchJob, library: Library, request: Request): Promise<object> {
    return (await prepareWatched(job, library, request))()
  }

  private async motion({ world: handle, q, ...options }: CallParams<'motion'>, request: Request): Promise<object> {
    const world = this.worlds.get(handle)
    const list = configurations(q, world.dof)
    const waypoints = Array.from({ length: list.count }, (_, k) => Array.from(list.at(k)))
    const path = { joints: [...world.variables], waypoints }
    return this.runIn(world, this.read('check', { ...options, scene: handle, path }, request), request)
  }

  private async collides({ world: handle, q }: CallParams<'collides'>, request: Request): Promise<object> {
    const world = this.worlds.get(handle)
    const list = configurations(q, world.dof)
    const out = new Uint8Array(list.count)
    const slices = each(list.count, request, (k) => {
      out[k] = world.collides(list.at(k)) ? 1 : 0
    })
    if (slices !== undefined) await slices
    return { collides: flags(out, list.isText) }
  }

  private async distance({ world: handle, q, witness }: CallParams<'distance'>, request: Request): Promise<object> {
    const world = this.worlds.get(handle)
    const { count, at, isText } = configurations(q, world.dof)
    const out = new Float64Array(count)
    const points = [new Float64Array(3 * count), new Float64Array(3 * count)] as const
    const names: [string, string][] = []
    const slices = each(count, request, (k) => {
      const { distance, a, b, pointA, pointB } = world.distance(at(k))
      out[k] = distance
      if (witness !== true) return
      names.push([a, b])
      // Where there is no pair there are no points.
      points[0].set(pointA.length === 3 ? pointA : [NaN, NaN, NaN], 3 * k)
      points[1].set(pointB.length === 3 ? pointB : [NaN, NaN, NaN], 3 * k)
    })
    if (slices !== undefined) await slices
    const more =
      witness === true ? { pairs: names, pointA: numbers(points[0], isText), pointB: numbers(points[1], isText) } : {}
    return { distance: numbers(out, isText), ...more }
  }

  private async batch({ jobs, ...options }: CallParams<'batch'>, { signal, onProgress }: Request): Promise<object> {
    const { folder, root } = this.place
    const answers: object[] = []
    const report = (done: number): void => onProgress?.({ done, total: jobs.length })
    const workers = Math.min(options.workers ?? availableParallelism(), jobs.length, MOST_WORKERS)
    for await (const answer of runBatch(jobs, { ...options, workers, folder, root, signal, onProgress: report })) {
      answers.push(answer)
    }
    return { answers }
  }

  private async verify(params: CallParams<'verify'>): Promise<object> {
    const { world, scene, robot, read, exact } = params
    const certificate = await this.document('certificate', params.certificate)
    const isAllow = (certificate as { readonly kind?: unknown }).kind === 'limber-allowed-pairs'
    const given = { world, scene, robot }
    const names = (Object.keys(given) as (keyof typeof given)[]).filter((field) => given[field] !== undefined)
    const wanted = isAllow ? ['robot'] : ['world', 'scene']
    if (names.length !== 1 || !wanted.includes(names[0]!)) {
      throw new ParamsError(wanted.join(' or '), 'what the certificate is about', names.join(', ') || 'nothing')
    }
    if (isAllow) {
      const document = typeof robot === 'string' ? robotDocument(await this.library.robot(robot, read)) : robot
      return (exact === true ? verifyAllowedPairsExactly : verifyAllowedPairs)(document, certificate)
    }
    const opened =
      world !== undefined
        ? this.worlds.get(world)
        : typeof scene === 'string'
          ? await this.library.world(scene, read)
          : undefined
    const document = opened === undefined ? scene : worldDocument(opened)
    return (exact === true ? verifyCertificateExactly : verifyCertificate)(document, certificate)
  }

  /** What a file holds, or what was given in its place. */
  private async document(field: string, given: string | object): Promise<object> {
    if (typeof given === 'object') return given
    const { folder, root } = this.place
    const file = await inside(folder, root, given)
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(await disk.readFile(file)))
      if (typeof value === 'object' && value !== null) return value
    } catch (error) {
      throw new InvalidInputError(field, given, `a JSON file (${(error as Error).message})`)
    }
    throw new InvalidInputError(field, given, 'a file with a JSON object')
  }
}

/** Does something for each of many, here and now where they take little time; otherwise in slices, which can be stopped. */
function each(count: number, { signal }: Watch, act: (k: number) => void): Promise<void> | undefined {
  let k = 0
  const slice = (): boolean => {
    const until = performance.now() + SLICE
    while (k < count) {
      act(k++)
      // A look at the clock costs as much as a small query.
      if (k % 16 === 0 && performance.now() > until) break
    }
    return k === count
  }
  if (slice()) return undefined
  return (async () => {
    do await new Promise((go) => setImmediate(go))
    while (!signal.aborted && !slice())
  })()
}
