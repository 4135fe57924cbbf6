// What a running `limber serve` is asked and answers, shown in a studio: worlds as they are opened and changed, configurations, motions
// and verdicts. Requests are answered as without it.
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { inside, placed } from '../../node/batch/disk-library.js'
import { loadScene, readPath, readScene } from '../../node/read-scene.js'
import { configurations } from '../../node/serve/arrays.js'
import type { Seen } from '../../node/serve/session.js'
import type { CallParams } from '../../src/entries/batch.js'
import { LimberError, parseScene, type SceneDescription, sceneReadAs, type World } from '../../src/entries/robots.js'
import type { LiveFeed, LiveFile, LiveVerdict } from './live-feed.js'
import { withFiles } from './live-scene.js'
import { plain } from './watch-scene.js'

/** What a world that is open was made of, as files. */
interface Opened {
  readonly title: string
  readonly description: SceneDescription
  /** Of the scene file, which need not be there. */
  readonly path: string
  readonly missing: 'error' | 'skip' | undefined
}

/** What decides how a scene is read. */
type Read = CallParams<'world.open'>['read']
type Fields = Readonly<Record<string, unknown>>
type Entry = { readonly name?: unknown }

/** Methods that change what is shown, besides those about poses. */
const SHOWN = ['world.open', 'world.change', 'motion', 'check', 'plan', 'smooth']

const NOT_SHOWN = 'its world could not be shown'

export class ServeFollower {
  private readonly opened = new WeakMap<object, Map<unknown, Opened>>()
  /** One after the other, in the order in which they were answered. */
  private work: Promise<void> = Promise.resolve()
  private shown: World | string | undefined

  constructor(
    private readonly feed: LiveFeed,
    private readonly place: { readonly folder: string; readonly root: string },
  ) {}

  /** Called for every request that was answered. */
  readonly see = (seen: Seen): void => {
    // Thousands a second may come: of these only the newest is read, when it is shown.
    if (seen.method === 'collides' || (seen.method === 'distance' && 'q' in seen.params)) {
      this.work = this.work.then(() => this.pose(seen)).catch(this.complain)
    } else if (SHOWN.includes(seen.method)) this.work = this.work.then(() => this.show(seen)).catch(this.complain)
  }

  /** Until everything that was seen so far is shown. */
  settled(): Promise<void> {
    return this.work
  }

  private readonly complain = (error: unknown): void => {
    this.feed.showProblem(`The last request cannot be shown: ${error instanceof Error ? error.message : String(error)}`)
  }

  private async show(seen: Seen): Promise<void> {
    const { method, params, result, world } = seen
    const answer = result as Fields
    if (method === 'world.open') await this.open(seen)
    else if (method === 'world.change') await this.change(seen)
    else if (method === 'motion' && world !== undefined) {
      await this.bring(seen)
      const list = configurations(params.q as string, world.dof)
      const waypoints = Array.from({ length: list.count }, (_, k) => Array.from(list.at(k)))
      this.feed.showMotion({ joints: world.variables, waypoints })
      this.feed.showVerdict(() => verdictOf(answer))
    } else if (method === 'check' || method === 'plan' || method === 'smooth') {
      await this.bring(seen)
      const path = answer.path ?? answer.waypoints ?? params.path
      if (typeof path === 'string') {
        const { folder, root } = this.place
        this.feed.showMotion(plain(await readPath(await inside(folder, root, path))))
      } else if (typeof path === 'object' && path !== null) this.feed.showMotion(path)
      this.feed.showVerdict(() => verdictOf(answer))
    }
    this.feed.showProblem(undefined)
  }

  private async pose(seen: Seen): Promise<void> {
    const { world, params, result } = seen
    if (world === undefined) return
    await this.bring(seen)
    const list = (): ReturnType<typeof configurations> => configurations(params.q as string, world.dof)
    this.feed.showConfiguration(() => {
      const { count, at } = list()
      return { joints: world.variables, values: Array.from(at(count - 1)) }
    })
    this.feed.showVerdict(() => poseVerdict(result as Fields, list().count, world))
    this.feed.showProblem(undefined)
  }

  /** The world that a request is about: shown, where it is not. Throws where it cannot be: no other has these joints and this verdict. */
  private async bring(seen: Seen): Promise<void> {
    const { world, params, session } = seen
    if (world === undefined) {
      if (keyOf(params) !== this.shown) await this.open(seen)
    } else if (world !== this.shown) {
      const known = this.opened.get(session)?.get(params.world)
      if (known === undefined) throw new LimberError(NOT_SHOWN)
      await this.publish(known, world)
    }
  }

  private async open({ session, world, result, params }: Seen): Promise<void> {
    const { folder, root } = this.place
    const scene = params.scene as string | object
    const read = params.read as Read
    let title = 'a scene without a file'
    let path = join(folder, 'scene.json')
    let description: SceneDescription
    if (typeof scene === 'string') {
      path = await inside(folder, root, scene)
      title = basename(path)
      const given = { ...read, ...(await placed(read, folder, root)) }
      description = beside(path, (await readScene(path, { root, ...given })).description)
    } else description = sceneReadAs(parseScene(scene, 'scene'), read ?? {})
    const opened = { title, description, path, missing: read?.missing }
    const worlds = this.opened.get(session) ?? new Map<unknown, Opened>()
    this.opened.set(session, worlds)
    const { world: handle } = result as { readonly world?: unknown }
    if (handle !== undefined) worlds.set(handle, opened)
    await this.publish(opened, world ?? keyOf(params))
  }

  private async change({ session, params, world }: Seen): Promise<void> {
    const worlds = this.opened.get(session)
    const known = worlds?.get(params.world)
    if (known === undefined || world === undefined) throw new LimberError(NOT_SHOWN)
    const changed = { ...known, description: changedBy(known.description, params) }
    worlds!.set(params.world, changed)
    await this.publish(changed, world)
  }

  private async publish({ title, description, path, missing }: Opened, shown: World | string): Promise<void> {
    const { root } = this.place
    const { files } = await withFiles(() => loadScene(description, path, { root, missing }), new Set([path]))
    // The scene as it is now, in the place of the one on disk, or beside a robot file, which is not a scene: from the same folder the same files
    // are found.
    const name = basename(path)
    const known = files.find((file) => basename(file.path) === name)?.path ?? name
    const own = description.robots.some(({ urdf }) => urdf === name) ? `${known}.json` : known
    const scene: LiveFile = { path: own, bytes: Buffer.from(JSON.stringify(description)) }
    this.feed.showScene(title, [...files.filter((file) => file.path !== own), scene])
    this.shown = shown
  }
}

/** Which scene a request without a world is about, and how it is read. */
function keyOf({ scene, read }: Fields): string {
  return JSON.stringify([scene, read])
}

/** The same with the paths of files as from the scene's folder. */
function beside(path: string, scene: SceneDescription): SceneDescription {
  const near = (file: string): string => (isAbsolute(file) ? relative(dirname(path), file).split(sep).join('/') : file)
  const robots = scene.robots.map(({ srdf, packages, ...robot }) => ({
    ...robot,
    ...(srdf === undefined ? {} : { srdf: near(srdf) }),
    ...(packages === undefined
      ? {}
      : { packages: Object.fromEntries(Object.entries(packages).map(([name, folder]) => [name, near(folder)])) }),
  }))
  return { ...scene, robots }
}

/** A scene after `world.change`, whose entries are written as in scene files. */
function changedBy(scene: SceneDescription, params: Fields): SceneDescription {
  const { add, remove, move, attach, detach, allow, disallow } = params
  const isNot = (name: unknown) => (one: Entry) => one.name !== name
  const { obstacles, attached, allowed } = scene
  const made: Fields = {
    ...scene,
    ...(add === undefined ? {} : { obstacles: [...obstacles, add] }),
    ...(remove === undefined ? {} : { obstacles: obstacles.filter(isNot(remove)) }),
    ...(attach === undefined ? {} : { attached: [...attached, attach] }),
    ...(detach === undefined ? {} : { attached: attached.filter(isNot(detach)) }),
    ...(allow === undefined ? {} : { allowed: [...allowed, allow] }),
    ...(disallow === undefined ? {} : { allowed: allowed.filter((pair) => !isSame(pair, disallow as string[])) }),
  }
  if (move === undefined) return made as unknown as SceneDescription
  const { name, ...rest } = move as Entry
  const moved = obstacles.map((one) => (one.name === name ? { name: one.name, shape: one.shape, ...rest } : one))
  return { ...made, obstacles: moved } as unknown as SceneDescription
}

function isSame([a, b]: readonly string[], [c, d]: readonly string[]): boolean {
  return (a === c && b === d) || (a === d && b === c)
}

/** What was not seen, as answers and worlds have it. */
interface Sight {
  readonly unseen?: readonly string[]
  readonly visualOnly?: readonly string[]
  readonly surfaces?: readonly object[]
}

/** Of something that is free: green only where all links were seen. */
function freeVerdict(words: string, { unseen = [], visualOnly = [], surfaces = [] }: Sight): LiveVerdict {
  if (unseen.length > 0)
    return { words: `${words}, except for links that were not seen: ${unseen.join(', ')}`, mood: 'warn' }
  const exceptions = [
    ...(surfaces.length > 0 ? ['inside open meshes'] : []),
    ...(visualOnly.length > 0 ? ['for links with visual geometry only'] : []),
  ]
  return { words: exceptions.length > 0 ? `${words}, except ${exceptions.join(' and ')}` : words, mood: 'free' }
}

/** Of a motion, a check, a plan, or a path that was smoothed. */
function verdictOf(answer: Fields): LiveVerdict {
  const { outcome, a, b, reason } = answer
  const pair = typeof a === 'string' && typeof b === 'string' ? `: ${a} and ${b}` : ''
  if (outcome === 'free') return freeVerdict('Free at every instant: proved', answer)
  if (outcome === 'solved') return freeVerdict('A path was found, proved free', answer)
  if (outcome === 'smoothed') return freeVerdict('The path was smoothed, proved free', answer)
  const words = `${String(outcome)}${pair}${typeof reason === 'string' ? `, ${reason}` : ''}`
  return { words, mood: outcome === 'collision' ? 'hit' : 'warn' }
}

function poseVerdict({ collides, distance, pairs }: Fields, count: number, world: World): LiveVerdict {
  const which = count === 1 ? '' : ` (the last of ${count})`
  if (collides !== undefined) {
    const last =
      typeof collides === 'string' ? Buffer.from(collides, 'base64').at(-1) === 1 : (collides as boolean[]).at(-1)!
    if (last) return { words: `Collision${which}`, mood: 'hit' }
    const nothing = world.nothingToCheck()
    if (nothing !== undefined) return { words: `Nothing to check: ${nothing}`, mood: 'warn' }
    const { unseen, visualOnly } = world
    return freeVerdict(`No collision${which}`, { unseen, visualOnly, surfaces: world.surfaces() })
  }
  const last =
    typeof distance === 'string'
      ? Buffer.from(distance, 'base64').readDoubleLE(8 * (count - 1))
      : (distance as (number | null)[]).at(-1)
  const [a, b] = (pairs as [string, string][] | undefined)?.at(-1) ?? []
  const names = a === undefined || a === '' ? '' : `, ${a} to ${b}`
  const words =
    last === null || last === undefined || !Number.isFinite(last)
      ? 'nothing is near'
      : `Distance ${Number(last.toPrecision(6))}${names}`
  return { words: `${words}${which}`, mood: last === 0 ? 'hit' : '' }
}
