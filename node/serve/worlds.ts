// Worlds that stay open, by their handles, and what can be changed in them.
import { join } from 'node:path'
import type { CallParams } from '../../src/entries/batch.js'
import { InvalidInputError, parseScene, type World } from '../../src/entries/robots.js'
import { inside, type Place, placed } from '../batch/disk-library.js'
import { loadScene, type ReadScene, readScene } from '../read-scene.js'

/** Worlds of one session: each may take some hundred megabytes. */
const MOST_OPEN = 64

/** What the errors of a scene without a file call it. */
const NAME = 'scene'

export class OpenWorlds {
  private readonly open = new Map<string, World>()
  private opened = 0
  /** Worlds that are being opened and changes that are being made, one after the other. */
  private changes: Promise<unknown> = Promise.resolve()
  private left = 0
  /** Requests about a world that are not answered yet. */
  private readonly users = new Set<{ readonly handle: unknown; readonly work: Promise<unknown> }>()

  constructor(private readonly place: Place) {}

  /** A request about a world: behind the changes that were asked for before it. */
  async use<T>(handle: unknown, act: () => Promise<T>): Promise<T> {
    const work = this.left === 0 ? act() : this.changes.then(act)
    const user = { handle, work }
    this.users.add(user)
    try {
      return await work
    } finally {
      this.users.delete(user)
    }
  }

  add(params: CallParams<'world.open'>): Promise<object> {
    return this.inTurn([], () => this.read(params))
  }

  /** Behind all requests about the world that came before it. */
  change(params: CallParams<'world.change'>): Promise<object> {
    return this.inTurn(this.usersOf(params.world), () => this.make(params))
  }

  close({ world }: CallParams<'world.close'>): Promise<object> {
    return this.inTurn(this.usersOf(world), async () => {
      this.get(world)
      this.open.delete(world)
      return {}
    })
  }

  private usersOf(world: string): Promise<unknown>[] {
    return [...this.users].filter(({ handle }) => handle === world).map(({ work }) => work)
  }

  private inTurn(users: readonly Promise<unknown>[], act: () => Promise<object>): Promise<object> {
    this.left++
    const turn = Promise.allSettled([this.changes, ...users]).then(act)
    this.changes = turn.then(
      () => this.left--,
      () => this.left--,
    )
    return turn
  }

  private async read({ scene, read }: CallParams<'world.open'>): Promise<object> {
    if (this.open.size >= MOST_OPEN) {
      throw new InvalidInputError('scene', scene, `one of at most ${MOST_OPEN} open worlds: close one first`)
    }
    const { world, notes } = await this.load(scene, read)
    const handle = `w${++this.opened}`
    this.open.set(handle, world)
    return { world: handle, ...describe(world), notes }
  }

  find(handle: unknown): World | undefined {
    return typeof handle === 'string' ? this.open.get(handle) : undefined
  }

  get(handle: string): World {
    const world = this.find(handle)
    if (world === undefined) {
      const open = [...this.open.keys()].slice(-5).join(', ') || 'none'
      throw new InvalidInputError('world', handle, `a world that is open (${open})`)
    }
    return world
  }

  private async make(params: CallParams<'world.change'>): Promise<object> {
    const { world: handle, ...changes } = params
    const world = this.get(handle)
    const asked = Object.keys(changes)
    if (asked.length !== 1) {
      throw new InvalidInputError(
        'change',
        asked.join(', '),
        'one change: add, remove, move, attach, detach, allow, disallow',
      )
    }
    const { add, remove, move, attach, detach, allow, disallow } = params
    if (add !== undefined) world.addObstacle(await this.shaped('add', add))
    if (remove !== undefined) world.removeObstacle(remove)
    if (move !== undefined) await this.move(world, move)
    if (attach !== undefined) await this.attach(world, attach)
    if (detach !== undefined) world.detach(detach)
    if (allow !== undefined) world.allow(allow[0]!, allow[1]!)
    if (disallow !== undefined) world.disallow(disallow[0]!, disallow[1]!)
    return describe(world)
  }

  private async load(scene: string | object, read: CallParams<'world.open'>['read']): Promise<ReadScene> {
    const { folder, root } = this.place
    if (typeof scene === 'object') {
      const { srdf, planningScene: around, ...options } = read ?? {}
      if (srdf !== undefined)
        throw new InvalidInputError('read.srdf', srdf, 'left out: a scene names it for each robot')
      if (around !== undefined)
        throw new InvalidInputError('read.planningScene', around, 'left out: this is a scene already')
      return loadScene(parseScene(scene, NAME), join(folder, NAME), { root, ...options })
    }
    return readScene(await inside(folder, root, scene), { root, ...read, ...(await placed(read, folder, root)) })
  }

  /** An obstacle of a scene, with its shape made: by a scene of it alone. */
  private async shaped(field: string, entry: object) {
    const scene = { limber: 1, robots: [], obstacles: [entry] }
    const { world, description } = await loadScene(parseScene(scene, field), join(this.place.folder, field), {
      root: this.place.root,
    })
    const { name } = description.obstacles[0]!
    const { shape, pose } = world.geometryOf(name).geometry[0]!
    return { name, shape, pose }
  }

  private async attach(world: World, entry: object): Promise<void> {
    const { link, touch, ...rest } = entry as { link?: unknown; touch?: unknown; shape?: { kind?: unknown } }
    // As scene files have it: an attached mesh is a solid where nothing else is said.
    const isMesh = rest.shape?.kind === 'mesh' || rest.shape?.kind === 'triangles'
    const shape = isMesh ? { shape: { open: 'solid', ...rest.shape } } : {}
    const made = await this.shaped('attach', { ...rest, ...shape })
    world.attach({ ...made, link: link as string, touch: touch as readonly string[] | undefined })
  }

  /** What may touch the obstacle still may. */
  private async move(world: World, entry: object): Promise<void> {
    const { name: given, pose: wanted, ...others } = entry as { name?: unknown; pose?: unknown }
    const other = Object.keys(others)[0]
    if (other !== undefined)
      throw new InvalidInputError(`move.${other}`, 'a field', 'left out: name and pose are known')
    const { name, pose } = await this.shaped('move', {
      ...{ name: given, shape: { kind: 'sphere', radius: 1 } },
      ...(wanted === undefined ? {} : { pose: wanted }),
    })
    const { link, geometry } = world.geometryOf(name)
    if (link !== undefined) throw new InvalidInputError('move.name', name, 'the name of an obstacle')
    const touching = world.pairs().filter(({ a, b, status }) => status === 'allowed' && (a === name || b === name))
    world.removeObstacle(name)
    world.addObstacle({ name, shape: geometry[0]!.shape, pose })
    for (const { a, b, reason } of touching) world.allow(a, b, reason)
  }
}

/** What a program must know of a world to ask about it; limits that are not there are null. */
function describe(world: World): object {
  const { variables, unseen, visualOnly, premises, objects } = world
  const finite = (values: Float64Array): (number | null)[] =>
    Array.from(values, (value) => (Number.isFinite(value) ? value : null))
  return {
    variables,
    lower: finite(world.lower),
    upper: finite(world.upper),
    neutral: Array.from(world.neutral()),
    objects,
    nothingToCheck: world.nothingToCheck(),
    surfaces: world.surfaces(),
    unseen,
    visualOnly,
    premises,
  }
}
