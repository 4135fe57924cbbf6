// A cell with the user's changes as a scene file, and the files that it names.
import { strToU8, zipSync } from 'fflate'
import type {
  SceneAttached,
  SceneDescription,
  SceneMesh,
  SceneObstacle,
  ScenePose,
  SceneRobot,
  SceneShape,
  Shape,
  World,
} from '../../src/entries/robots.js'
import { product, rollPitchYaw, translation } from '../../view/poses.js'
import type { CellEdits } from './edits.js'
import { SCENE_FILE, type Workcell } from './workcell.js'
import { writeObj } from './write-obj.js'
import { along, writeUrdf } from './write-urdf.js'

export interface WrittenScene {
  readonly scene: string
  /** Its place in the archive. */
  readonly path: string
  /** Everything, the scene among it, as an archive. */
  readonly zip: Uint8Array
  /** What a scene file cannot say. */
  readonly notes: readonly string[]
}

export function writeScene(cell: Workcell, edits: CellEdits): WrittenScene {
  const world = cell.world(edits)
  const { source, robots } = cell.parts
  const files = new Map<string, Uint8Array>(source?.files ?? [])
  const writer = new SceneWriter(world, files, source?.description)
  const path = source?.path ?? SCENE_FILE
  // Beside the scene file, whatever it names is found as it was.
  const folder = path.split('/').slice(0, -1).join('/')
  writer.prefix = folder === '' ? '' : `${folder}/`
  const written: SceneDescription = {
    limber: 1,
    robots: source?.description.robots ?? robots.map(({ robot, name = robot.name }) => writer.robot(robot, name)),
    obstacles: cell.obstacleNames(edits).flatMap((name) => writer.obstacle(name, edits.scaled[name] ?? 1)),
    attached: source?.description.attached ?? ([] as SceneAttached[]),
    allowed: writer.allowed(),
  }
  const scene = `${JSON.stringify(written, null, 2)}\n`
  files.set(path, strToU8(scene))
  return { scene, path, zip: zipSync(Object.fromEntries(files), { level: 6 }), notes: unsaid(edits) }
}

class SceneWriter {
  prefix = ''
  /** Names of the parts of obstacles that a scene has no shape for as a whole. */
  private readonly parts = new Map<string, readonly string[]>()

  constructor(
    private readonly world: World,
    private readonly files: Map<string, Uint8Array>,
    private readonly known: SceneDescription | undefined,
  ) {}

  robot(robot: Parameters<typeof writeUrdf>[0], name: string): SceneRobot {
    const { urdf, meshes } = writeUrdf(robot, name)
    this.files.set(`${this.prefix}${name}.urdf`, strToU8(urdf))
    for (const [path, text] of meshes) this.files.set(this.prefix + path, strToU8(text))
    const base = this.world.linkPose(this.world.neutral(), `${name}/${robot.links[0]!.name}`)
    return { name, urdf: `${name}.urdf`, base: poseOf(base) }
  }

  /** `scale`: of what its file says. */
  obstacle(name: string, scale: number): SceneObstacle[] {
    const { shape, pose } = this.world.geometryOf(name).geometry[0]!
    const parts = this.shapes(shape, pose, name, scale)
    const names = parts.map((_, k) => (parts.length === 1 ? name : `${name} ${k + 1}`))
    this.parts.set(name, names)
    return parts.map((part, k) => ({ name: names[k]!, ...part }))
  }

  private shapes(
    shape: Shape,
    pose: Float64Array,
    name: string,
    scale: number,
  ): { shape: SceneShape; pose: ScenePose }[] {
    const at = (place: ArrayLike<number>): ScenePose => poseOf(product(pose, place))
    switch (shape.kind) {
      case 'box': {
        const [x, y, z] = shape.half as unknown as [number, number, number]
        return [{ shape: { kind: 'box', size: [2 * x, 2 * y, 2 * z] }, pose: at(shape.pose) }]
      }
      case 'sphere':
        return [{ shape: { kind: 'sphere', radius: shape.radius }, pose: at(translation(shape.centre)) }]
      case 'cylinder':
        return [{ shape: { kind: 'cylinder', radius: shape.radius, length: shape.length }, pose: at(shape.pose) }]
      case 'capsule': {
        const { place, length } = along(shape.from, shape.to)
        return [{ shape: { kind: 'capsule', radius: shape.radius, length }, pose: at(place) }]
      }
      case 'convex': {
        const points = Array.from({ length: shape.points.length / 3 }, (_, i) => three(shape.points, 3 * i))
        return [{ shape: { kind: 'convex', points }, pose: poseOf(pose) }]
      }
      case 'mesh':
        return [{ shape: { kind: 'mesh', ...this.mesh(shape, name, scale) }, pose: poseOf(pose) }]
      case 'group':
        return shape.parts.flatMap((part, k) => this.shapes(part, pose, `${name}-${k + 1}`, scale))
    }
  }

  /** The file that it came from, or one that is written for it. */
  private mesh(shape: Shape & { kind: 'mesh' }, name: string, scale: number): Omit<SceneMesh, 'kind'> {
    const before = this.known?.obstacles.find((one) => one.name === name)?.shape
    if (before?.kind === 'mesh' && scale === 1) return before
    const file = `meshes/${name.replace(/[^\w.-]/g, '_')}.obj`
    this.files.set(this.prefix + file, strToU8(writeObj(shape)))
    const { open, closeWithin } = shape.tree
    return { file, open, closeWithin }
  }

  /** Of neighbouring links, and of what a robot's own file says, a scene need not speak. */
  allowed(): (readonly [string, string])[] {
    const own = (reason: string): boolean => reason === 'Scene' || reason === 'You' || reason === 'Caller'
    const names = (name: string): readonly string[] => this.parts.get(name) ?? [name]
    return this.world
      .pairs()
      .filter(({ status, reason }) => status === 'allowed' && own(reason))
      .flatMap(({ a, b }) => names(a).flatMap((one) => names(b).map((other) => [one, other] as const)))
  }
}

/** Neighbours and what an SRDF file allows cannot be checked by a scene file. */
function unsaid({ pairs }: CellEdits): string[] {
  const checked = Object.entries(pairs).filter(([, status]) => status === 'checked')
  return checked.map(
    ([pair]) => `A scene file cannot say that ${pair.replace('|', ' and ')} are checked: it is left out.`,
  )
}

function three(points: ArrayLike<number>, o: number): [number, number, number] {
  return [points[o]!, points[o + 1]!, points[o + 2]!]
}

function poseOf(pose: ArrayLike<number>): ScenePose {
  const rpy = rollPitchYaw(pose)
  const xyz: [number, number, number] = [pose[3]!, pose[7]!, pose[11]!]
  return rpy.every((angle) => angle === 0) ? { xyz } : { xyz, rpy }
}
