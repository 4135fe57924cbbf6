// From a scene's description to a world. It reads no files: the loaders know where they are, on a disk
// or behind a URL.
import type { Necklace } from '../../chains/necklace/necklace.js'
import { InvalidInputError, OpenMeshError, SceneFileError } from '../../errors.js'
import type { OpenChoice } from '../../meshes/solid/close-mesh.js'
import { MeshTree } from '../../meshes/tree/mesh-tree.js'
import type { Robot } from '../../robots/model/robot.js'
import { World } from '../../robots/world/world.js'
import type { Shape } from '../../shapes/shape.js'
import type { MeshData } from '../meshes/mesh-data.js'
import { parseScene, type SceneDescription, type SceneRobot } from './scene.js'
import type { SceneFastening, SceneNecklace } from './scene-bending.js'
import { didYouMean, quoteName } from './scene-names.js'
import { placementOf, type SceneMesh, type SceneShape, shapeOf } from './scene-shape.js'

/** How `worldFromScene` gets the robots and meshes that a scene names. */
export interface SceneLoaders {
  /** The robot that an entry of the scene's `robots` describes; `field` is its path in the scene. */
  robot(entry: SceneRobot, field: string): Promise<Robot>
  /** The triangles of a mesh file, scaled by `entry.scale`. Requested once for each file, scale and way to close it. */
  mesh(entry: SceneMesh, field: string): Promise<MeshData>
  /** The necklace that an entry of `necklaces` describes, in its first frame. Left out: scenes that have one are refused. */
  necklace?(entry: SceneNecklace, field: string): Promise<Necklace>
}

/** The world of a scene, and what there is to say about its files. */
export interface LoadedScene {
  readonly world: World
  /** What was left out or looks odd: missing meshes, units, names. Sentences, in English. */
  readonly notes: readonly string[]
}

/** Loads what a scene names, one after the other, and puts it together. `fileName` is what errors call the scene. */
export async function worldFromScene(
  description: SceneDescription,
  loaders: SceneLoaders,
  fileName = 'scene',
): Promise<LoadedScene> {
  // Again, since a caller may have made it by hand.
  const scene = parseScene(description, fileName)
  const notes: string[] = []
  const robots: { robot: Robot; name: string; base: Float64Array }[] = []
  for (const [k, entry] of scene.robots.entries()) {
    const robot = await loaders.robot(entry, `robots[${k}]`)
    for (const note of robot.notes) notes.push(`${entry.name}: ${note}`)
    robots.push({ robot, name: entry.name, base: placementOf(entry.base) })
  }
  const shapes = new ShapeLoader(loaders, fileName, notes)
  const obstacles: { name: string; shape: Shape; pose: Float64Array }[] = []
  for (const [k, { name, shape, pose }] of scene.obstacles.entries()) {
    obstacles.push({ name, shape: await shapes.load(`obstacles[${k}].shape`, shape, 'close'), pose: placementOf(pose) })
  }
  const world = said(fileName, '', () => new World({ robots, obstacles }))
  const links = new LinkNames(fileName, robots)
  for (const [k, entry] of scene.attached.entries()) {
    const field = `attached[${k}]`
    const { name, link, pose, touch = [] } = entry
    links.check(`${field}.link`, link)
    for (const [t, other] of touch.entries()) links.check(`${field}.touch[${t}]`, other)
    const shape = await shapes.load(`${field}.shape`, entry.shape, 'solid')
    said(fileName, field, () => world.attach({ name, link, shape, pose: placementOf(pose) }))
  }
  await addBending(world, scene, loaders, links, { file: fileName, notes })
  // Behind all of them: two attached things may touch each other.
  for (const { name, touch = [] } of scene.attached) for (const other of touch) world.allow(name, other, 'Carried')
  for (const [k, [a, b]] of scene.allowed.entries()) {
    links.check(`allowed[${k}][0]`, a)
    links.check(`allowed[${k}][1]`, b)
    said(fileName, `allowed[${k}]`, () => world.allow(a, b, 'Scene'))
  }
  return { world, notes }
}

/** Necklaces, and meshes whose vertices move. */
async function addBending(
  world: World,
  { necklaces = [], deforming = [] }: SceneDescription,
  loaders: SceneLoaders,
  links: LinkNames,
  { file, notes }: { readonly file: string; readonly notes: string[] },
): Promise<void> {
  const checkTo = (field: string, fastened: readonly SceneFastening[] = []): void => {
    for (const [f, { to }] of fastened.entries()) links.check(`${field}.fastened[${f}].to`, to)
  }
  for (const [k, entry] of necklaces.entries()) {
    const field = `necklaces[${k}]`
    const { name, strands, fastened, self } = entry
    checkTo(field, fastened)
    const necklace = await loaders.necklace?.(entry, field)
    if (necklace === undefined) throw new SceneFileError(file, { field }, 'left out: necklaces cannot be read here')
    said(file, field, () => world.addNecklace(name, necklace, { strands, fastened, self }))
  }
  for (const [k, { name, mesh, scale, fastened, self }] of deforming.entries()) {
    const field = `deforming[${k}]`
    checkTo(field, fastened)
    const data = await loaders.mesh({ kind: 'mesh', file: mesh, ...(scale === undefined ? {} : { scale }) }, field)
    for (const note of data.notes) notes.push(`${mesh}: ${note}`)
    said(file, field, () => world.addDeforming(name, new MeshTree(data, { open: 'surface' }), { fastened, self }))
  }
}

/** What the engine refuses is said of the scene's field, and of the mesh file. */
function said<T>(file: string, field: string, act: () => T, mesh = ''): T {
  try {
    return act()
  } catch (error) {
    const place = field === '' ? {} : { field }
    if (error instanceof OpenMeshError) {
      throw new SceneFileError(file, { field: `${field} ${quoteName(mesh)}` }, 'a closed mesh', error.message)
    }
    if (!(error instanceof InvalidInputError)) throw error
    throw new SceneFileError(file, place, 'something that a world can be made of', `this: ${error.message}`)
  }
}

class ShapeLoader {
  private readonly meshes = new Map<string, Shape>()

  constructor(
    private readonly loaders: SceneLoaders,
    private readonly file: string,
    private readonly notes: string[],
  ) {}

  /** `open`: what becomes of a mesh that is not closed, where the scene does not say. */
  async load(field: string, shape: SceneShape, open: OpenChoice): Promise<Shape> {
    if (shape.kind !== 'mesh') return said(this.file, field, () => shapeOf(shape, undefined, open))
    const key = JSON.stringify([shape.file, shape.scale, shape.open ?? open, shape.closeWithin])
    const before = this.meshes.get(key)
    if (before !== undefined) return before
    const data = await this.loaders.mesh(shape, field)
    for (const note of data.notes) this.notes.push(`${shape.file}: ${note}`)
    if (data.triangles.length === 0) {
      throw new SceneFileError(this.file, { field: `${field}.file` }, 'a mesh of one triangle or more', 'none')
    }
    const made = said(this.file, field, () => shapeOf(shape, data, open), shape.file)
    this.meshes.set(key, made)
    return made
  }
}

/** The links that there are, now that the robots have been read. */
class LinkNames {
  private readonly names: Set<string>

  constructor(
    private readonly file: string,
    robots: readonly { readonly robot: Robot; readonly name: string }[],
  ) {
    this.names = new Set(robots.flatMap(({ robot, name }) => robot.links.map((link) => `${name}/${link.name}`)))
  }

  check(field: string, name: string): void {
    // Other names were checked with the scene.
    if (!name.includes('/') || this.names.has(name)) return
    const got = `${quoteName(name)}${didYouMean(name, [...this.names])}`
    throw new SceneFileError(this.file, { field }, 'the name of a link', got)
  }
}
