// From a planning scene to a scene of Limber's own: which robot it is about, its file does not say. Objects become obstacles, in the
// frame of the robot's root; an object of several shapes becomes several obstacles, `shelf 1`, `shelf 2`, …, as the studio names
// the parts of a group. MoveIt calls links by their names alone, a scene `robot/link`.
import { SceneFileError } from '../../errors.js'
import type { Robot } from '../../robots/model/robot.js'
import { World } from '../../robots/world/world.js'
import { allowanceKey } from '../../robots/world/world-pairs.js'
import {
  type SceneAttached,
  type SceneDescription,
  type SceneObstacle,
  type SceneReadOptions,
  type SceneRobot,
  sceneReadAs,
} from '../robots/scene.js'
import { didYouMean, quoteName } from '../robots/scene-names.js'
import { configurationsOf } from '../robots/scene-path.js'
import type { ScenePose } from '../robots/scene-shape.js'
import { type LoadedScene, worldFromScene } from '../robots/scene-world.js'
import { plural } from '../text/plural.js'
import type { AllowedMatrix, PlanningObject, PlanningScene } from './planning-scene.js'
import { composedPose, inverted, poseOfPlacement, sceneShapeOf } from './planning-shapes.js'
import { withoutMimics } from './ros-path.js'

/** What a planning scene adds to a robot. */
interface PlannedWorld extends Pick<SceneDescription, 'obstacles' | 'attached' | 'allowed'> {
  /** Pairs of links that the matrix has checked, whatever the robot's files say: `World.disallow` makes them so. */
  readonly checked: readonly (readonly [string, string])[]
  /** Where the robot is; undefined where the scene does not say. */
  readonly state: Float64Array | undefined
  readonly notes: readonly string[]
}

/** The obstacles of a planning scene without a robot, and what else there is to say. Frames other than the root's are refused. */
export function obstaclesOfPlanning(
  scene: PlanningScene,
  file = 'scene',
): { readonly obstacles: readonly SceneObstacle[]; readonly notes: readonly string[] } {
  const parts = new Parts(new Frames(scene, file, undefined), scene.notes)
  for (const object of scene.objects) parts.add(object, parts.frames.find(object.frame, object.id))
  return { obstacles: parts.placed, notes: parts.notes }
}

/** A robot in a planning scene. */
export interface LoadedPlanning extends LoadedScene {
  readonly description: SceneDescription
  /** Where the robot is; undefined where the scene does not say. */
  readonly state: Float64Array | undefined
}

/**
 * A robot in what a planning scene has around it. `options`: what errors call the scene, how its open meshes are read, and the robot's
 * entry in the description.
 */
export async function worldFromPlanning(
  scene: PlanningScene,
  robot: Robot,
  options: SceneReadOptions & { readonly file?: string | undefined; readonly entry?: SceneRobot | undefined } = {},
): Promise<LoadedPlanning> {
  const { file = 'scene', entry = { name: robot.name, urdf: `${robot.name}.urdf` }, ...read } = options
  const { obstacles, attached, allowed, checked, state, notes } = planningForRobot(scene, robot, file)
  const description = sceneReadAs({ limber: 1, robots: [entry], obstacles, attached, allowed }, read)
  const loaders = {
    robot: async () => robot,
    mesh: async (): Promise<never> => {
      throw new SceneFileError(file, {}, 'no files: a planning scene has its meshes in it')
    },
  }
  const { world } = await worldFromScene(description, loaders, file)
  for (const [a, b] of checked) world.disallow(a, b)
  const name = file.replace(/^.*[\\/]/, '')
  return { world, description, state, notes: [...robot.notes, ...notes.map((note) => `${name}: ${note}`)] }
}

/** What a planning scene is for a robot. */
function planningForRobot(scene: PlanningScene, robot: Robot, file: string): PlannedWorld {
  const world = new World({ robots: [robot] })
  const q = stateFor(world, scene, file)
  const frames = new Frames(scene, file, {
    robot,
    world,
    q: q?.configuration ?? world.neutral(),
    isKnown: q !== undefined,
  })
  const parts = new Parts(frames, [...scene.notes, ...(q?.notes ?? [])])
  const carried = new Set(scene.attached.filter(({ shapes }) => shapes.length === 0).map(({ id }) => id))
  for (const object of scene.objects) {
    if (!carried.has(object.id)) parts.add(object, frames.find(object.frame, object.id))
  }
  const attached: SceneAttached[] = []
  for (const body of scene.attached) {
    const link = frames.link(body.link, body.id)
    const known = carried.has(body.id) ? scene.objects.find(({ id }) => id === body.id) : body
    if (known === undefined) return frames.fail(body.id, 'a shape, or an object of the world with its name', 'neither')
    const place = known.frame === body.link ? {} : frames.inLink(body.link, known.frame, body.id)
    const touch = body.touchLinks.map((name) => frames.link(name, body.id)).filter((name) => name !== link)
    for (const part of parts.split(known, place))
      attached.push({ ...part, link, ...(touch.length === 0 ? {} : { touch }) })
  }
  const names = namesOf(robot, parts, attached, scene)
  const { allowed, checked } = readAllowed(scene.matrix, world, names, parts.notes)
  const { placed: obstacles, notes } = parts
  return { obstacles, attached, allowed, checked, state: q?.configuration, notes }
}

function stateFor(world: World, { state }: PlanningScene, file: string) {
  if (state === undefined) return undefined
  const [joints, values] = [Object.keys(state), Object.values(state)]
  const path = withoutMimics(world, { joints, waypoints: [values], message: 'moveit_msgs/RobotState' })
  return { configuration: configurationsOf(world, path, file)[0]!, notes: path.notes ?? [] }
}

interface Placed {
  readonly robot: Robot
  readonly world: World
  readonly q: Float64Array
  /** Does the scene say where the robot is? */
  readonly isKnown: boolean
}

/** Frames by name, as MoveIt finds them: links, then fixed ones. The root's and the world's are the same. */
class Frames {
  constructor(
    private readonly scene: PlanningScene,
    private readonly file: string,
    private readonly placed: Placed | undefined,
  ) {}

  fail(id: string, expected: string, got: string): never {
    throw new SceneFileError(this.file, { field: `object ${quoteName(id)}` }, expected, got)
  }

  find(frame: string, id: string): ScenePose {
    if (this.isRoot(frame)) return {}
    const fixed = Object.hasOwn(this.scene.frames, frame) ? this.scene.frames[frame] : undefined
    if (this.placed?.robot.links.some(({ name }) => name === frame)) return this.poseOfLink(frame, id)
    if (fixed !== undefined) return fixed
    const known = [
      ...(this.placed?.robot.links.map(({ name }) => name) ?? []),
      ...Object.keys(this.scene.frames),
      'world',
    ]
    const expected =
      this.placed === undefined
        ? 'the frame of the root or of fixed_frame_transforms (a robot file has others)'
        : 'a frame that is known'
    return this.fail(id, expected, `${quoteName(frame)}${didYouMean(frame, known)}`)
  }

  /** A frame as seen from a link. */
  inLink(link: string, frame: string, id: string): ScenePose {
    return composedPose(inverted(this.find(link, id)), this.find(frame, id))
  }

  /** The name of a link in a scene. */
  link(name: string, id: string): string {
    const { robot } = this.placed!
    const names = robot.links.map((link) => link.name)
    if (!names.includes(name)) this.fail(id, 'the name of a link', quoteName(name) + didYouMean(name, names))
    return `${robot.name}/${name}`
  }

  private isRoot(frame: string): boolean {
    if (frame === 'world' && Object.hasOwn(this.scene.frames, frame)) return false
    return frame === '' || frame === 'world' || frame === this.placed?.robot.links[0]?.name
  }

  private poseOfLink(link: string, id: string): ScenePose {
    const { robot, world, q, isKnown } = this.placed!
    const moves = (name: string): boolean => {
      for (let k = robot.links.findIndex((own) => own.name === name); k > 0; ) {
        const { joint } = robot.links[k]!
        if (joint === undefined) return false
        if (joint.kind !== 'fixed') return true
        k = joint.parent
      }
      return false
    }
    if (!isKnown && moves(link))
      this.fail(id, 'values of joints (robot_state) for the frame of a link that moves', quoteName(link))
    return poseOfPlacement(world.linkPose(q, `${robot.name}/${link}`))
  }
}

/** Obstacles that are made of objects, and their names by those of the objects. */
class Parts {
  readonly placed: SceneObstacle[] = []
  readonly notes: string[]
  private readonly names = new Map<string, string[]>()
  private readonly taken = new Set<string>()

  constructor(
    readonly frames: Frames,
    notes: readonly string[],
  ) {
    this.notes = [...notes]
  }

  add(object: PlanningObject, place: ScenePose): void {
    this.placed.push(...this.split(object, place))
  }

  of(id: string): readonly string[] {
    return this.names.get(id) ?? []
  }

  split({ id, pose, shapes }: PlanningObject, place: ScenePose): SceneObstacle[] {
    const whole = this.named(id)
    const many = shapes.length > 1
    if (many) this.note(`${whole} has ${shapes.length} shapes: ${whole} 1 to ${whole} ${shapes.length}`)
    return shapes.map(({ shape, pose: own }, k) => {
      const name = many ? this.named(`${whole} ${k + 1}`) : whole
      const at = composedPose(composedPose(place, pose), own)
      const made = sceneShapeOf(shape, at)
      if (made.note !== undefined) this.note(`${name}: ${made.note}`)
      this.names.set(id, [...this.of(id), name])
      return { name, shape: made.shape, ...(Object.keys(made.pose).length === 0 ? {} : { pose: made.pose }) }
    })
  }

  /** A scene has slashes between robots and links. */
  private named(id: string): string {
    const name = id.replaceAll('/', '_')
    if (name !== id) this.note(`${id} is called ${name} here`)
    if (this.taken.has(name)) this.frames.fail(id, 'a name that no other object has', quoteName(name))
    this.taken.add(name)
    return name
  }

  private note(text: string): void {
    this.notes.push(text)
  }
}

/** Names of a world by those of the matrix: a link, or the parts of an object. */
function namesOf(
  robot: Robot,
  parts: Parts,
  attached: readonly SceneAttached[],
  scene: PlanningScene,
): Map<string, readonly string[]> {
  const links = robot.links.filter(({ geometry }) => geometry.length > 0)
  const names = new Map<string, readonly string[]>(links.map(({ name }) => [name, [`${robot.name}/${name}`]]))
  for (const { id } of [...scene.objects, ...scene.attached]) if (!names.has(id)) names.set(id, parts.of(id))
  for (const { name } of attached) if (!names.has(name)) names.set(name, [name])
  return names
}

/**
 * Versions of MoveIt differ where a matrix has an entry for two names and a default for one of them: the older ones take the default. Where
 * the two disagree, the pair is checked.
 */
function readAllowed(
  matrix: AllowedMatrix | undefined,
  world: World,
  names: ReadonlyMap<string, readonly string[]>,
  notes: string[],
): Pick<PlannedWorld, 'allowed' | 'checked'> {
  if (matrix === undefined) return { allowed: [], checked: [] }
  const rows = new Map(matrix.names.map((name, k) => [name, k]))
  let unclear = 0
  const mayTouch = (a: string, b: string): boolean => {
    const [i, j] = [rows.get(a), rows.get(b)]
    const entry = i === undefined || j === undefined ? undefined : matrix.allowed[i]![j]!
    const said = [a, b].flatMap((name) => (Object.hasOwn(matrix.defaults, name) ? [matrix.defaults[name]!] : []))
    const byDefault = said.length === 0 ? undefined : said.every((one) => one)
    if (entry !== undefined && byDefault !== undefined && entry !== byDefault) unclear++
    return (entry ?? byDefault ?? false) && (byDefault ?? true)
  }
  const exempt = new Map(
    world
      .pairs()
      .flatMap(({ a, b, status }) =>
        status === 'allowed' || status === 'rigid' ? [[allowanceKey(a, b), { a, b, status }]] : [],
      ),
  )
  const known = [...names]
  const allowed: (readonly [string, string])[] = []
  known.forEach(([a, ofA], i) => {
    for (const [b, ofB] of known.slice(i + 1)) {
      if (!mayTouch(a, b)) continue
      for (const one of ofA)
        for (const other of ofB) if (!exempt.delete(allowanceKey(one, other))) allowed.push([one, other])
    }
  })
  // What is left is exempt by the robot's own files or structure, and not by the matrix.
  const checked = [...exempt.values()].flatMap(({ a, b, status }) => (status === 'allowed' ? [[a, b] as const] : []))
  if (checked.length > 0) {
    notes.push(
      `${plural(checked.length, 'pair')} of links that the robot's files or its structure exempt are checked: the matrix does not allow them`,
    )
  }
  if (unclear > 0) {
    notes.push(`${plural(unclear, 'pair')} of the matrix have an entry and a default that disagree: they are checked`)
  }
  return { allowed, checked }
}
