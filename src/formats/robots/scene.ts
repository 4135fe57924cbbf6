// The scene file: robots, obstacles, what is grasped, what bends, and which pairs need no checking, as JSON. This file turns its text
// into a checked description; scene-world.ts turns that into a world. Nothing is guessed: a field that is unknown,
// misspelt, doubled or of the wrong kind is refused by its path, and so is a name that refers to nothing.
import type { JsonNode } from '../text/json-document.js'
import type { FigureOptions } from './bvh-clip.js'
import { readSceneDeforming, readSceneNecklace, type SceneDeforming, type SceneNecklace } from './scene-bending.js'
import { demandFields, items, oneOf, readDocument, size, words } from './scene-json.js'
import { quoteName, SceneNames } from './scene-names.js'
import {
  OPEN_FIELDS,
  readSceneOpen,
  readScenePose,
  readSceneShape,
  type SceneOpen,
  type ScenePose,
  type SceneShape,
} from './scene-shape.js'
import { GEOMETRY_CHOICES, type GeometryChoice } from './urdf.js'

/** A scene file, checked; what JSON.stringify makes of it is such a file again. Paths are as the file has them. */
export interface SceneDescription {
  readonly limber: 1
  readonly robots: readonly SceneRobot[]
  readonly obstacles: readonly SceneObstacle[]
  readonly attached: readonly SceneAttached[]
  /** Ropes and cables. */
  readonly necklaces?: readonly SceneNecklace[]
  /** Meshes whose vertices move. */
  readonly deforming?: readonly SceneDeforming[]
  /** Pairs that need no checking: links as 'robot/link', all else by its name. */
  readonly allowed: readonly (readonly [string, string])[]
}

/** `open` and `closeWithin` are of all its meshes. */
export interface SceneRobot extends SceneOpen {
  readonly name: string
  readonly urdf: string
  readonly srdf?: string
  /** Where `package://name/…` leads. */
  readonly packages?: Readonly<Record<string, string>>
  /** For a xacro file: the values of its arguments. */
  readonly arguments?: Readonly<Record<string, string | number | boolean>>
  readonly base?: ScenePose
  /** Which elements of the URDF file are geometry; `collision` if left out. */
  readonly geometry?: GeometryChoice
  /** Of a motion-capture clip, a BVH file in place of the URDF file: how thick its bones are, and its unit. */
  readonly figure?: FigureOptions
}

/** An obstacle in a scene. */
export interface SceneObstacle {
  readonly name: string
  readonly shape: SceneShape
  readonly pose?: ScenePose
}

/** A thing that moves with a link, a grasped one for instance. */
export interface SceneAttached {
  readonly name: string
  /** 'robot/link' */
  readonly link: string
  readonly shape: SceneShape
  /** In the link's frame. */
  readonly pose?: ScenePose
  /** What it may touch besides that link: the fingers that hold it. */
  readonly touch?: readonly string[]
}

/** The versions of the format that can be read. */
/** How robots and meshes of a scene are read, whatever the scene says of each: as readRobot and mesh() have it. */
export interface SceneReadOptions {
  readonly geometry?: GeometryChoice | undefined
  readonly open?: SceneOpen['open'] | undefined
  readonly closeWithin?: number | undefined
}

const VERSIONS = [1]

const PATH = 'a path from the folder of the scene file'

/**
 * Checks and reads a scene, without the files that it names: `worldFromScene` loads those. `input` is the text of the scene file, or the
 * value that JSON.parse made of it. Throws SceneFileError, with `fileName` in it.
 */
export function parseScene(input: string | object, fileName = 'scene'): SceneDescription {
  const root = readDocument(input, fileName)
  root.keys()
  demandVersion(root.get('limber'))
  demandFields(root, ['limber', 'robots', 'obstacles', 'attached', 'necklaces', 'deforming', 'allowed'])
  const names = new SceneNames()
  const robots = Array.from(items(root.get('robots')), (node) => readRobot(node, names))
  const obstacles = Array.from(items(root.get('obstacles')), (node) => readObstacle(node, names))
  const attached = Array.from(items(root.get('attached')), (node) => readAttached(node, names))
  const [ropes, cloths] = [root.get('necklaces'), root.get('deforming')]
  const necklaces = Array.from(items(ropes), (node) => readSceneNecklace(node, names))
  const deforming = Array.from(items(cloths), (node) => readSceneDeforming(node, names))
  // Behind all names: what is attached may touch what is attached later.
  for (const node of items(root.get('attached'))) for (const name of items(node.get('touch'))) names.find(name)
  const allowed = Array.from(items(root.get('allowed')), (node) => readPair(node, names))
  return {
    ...{ limber: 1, robots, obstacles, attached, allowed },
    ...(ropes.missing ? {} : { necklaces }),
    ...(cloths.missing ? {} : { deforming }),
  }
}

function demandVersion(node: JsonNode): void {
  const known = VERSIONS.join(' or ')
  if (node.missing) node.fail(`the version of the format: "limber": ${known}`)
  if (!VERSIONS.includes(node.value as number)) node.fail(`a version of the format that this Limber reads: ${known}`)
}

function readRobot(node: JsonNode, names: SceneNames): SceneRobot {
  demandFields(node, ['name', 'urdf', 'srdf', 'packages', 'arguments', 'base', 'geometry', 'figure', ...OPEN_FIELDS])
  const figure = node.get('figure')
  const [srdf, packages, base] = [node.get('srdf'), node.get('packages'), node.get('base')]
  const [geometry, values] = [node.get('geometry'), node.get('arguments')]
  return {
    name: names.add(node.get('name'), 'robot'),
    urdf: words(node.get('urdf'), `${PATH} to a URDF or xacro file`),
    ...(srdf.missing ? {} : { srdf: words(srdf, `${PATH} to an SRDF file`) }),
    ...(packages.missing ? {} : { packages: readPackages(packages) }),
    ...(values.missing ? {} : { arguments: readArguments(values) }),
    ...(base.missing ? {} : { base: readScenePose(base) }),
    ...(geometry.missing ? {} : { geometry: oneOf(geometry, GEOMETRY_CHOICES) }),
    ...(figure.missing ? {} : { figure: readFigure(figure) }),
    ...readSceneOpen(node),
  }
}

function readFigure(node: JsonNode): FigureOptions {
  demandFields(node, ['thickness', 'scale'])
  const [thickness, scale] = [node.get('thickness'), node.get('scale')]
  return {
    ...(thickness.missing ? {} : { thickness: size(thickness) }),
    ...(scale.missing ? {} : { scale: size(scale) }),
  }
}

function readPackages(node: JsonNode): Record<string, string> {
  // fromEntries makes fields of whatever the keys are, `__proto__` among them.
  return Object.fromEntries(
    node.keys().map((name) => [name, words(node.get(name), `${PATH} to that package's folder`)]),
  )
}

function readArguments(node: JsonNode): Record<string, string | number | boolean> {
  return Object.fromEntries(
    node.keys().map((name) => {
      const { value } = node.get(name)
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [name, value]
      return node.get(name).fail('a text, a number or a boolean')
    }),
  )
}

function readObstacle(node: JsonNode, names: SceneNames): SceneObstacle {
  demandFields(node, ['name', 'shape', 'pose'])
  const pose = node.get('pose')
  return {
    name: names.add(node.get('name'), 'thing'),
    shape: readSceneShape(node.get('shape')),
    ...(pose.missing ? {} : { pose: readScenePose(pose) }),
  }
}

function readAttached(node: JsonNode, names: SceneNames): SceneAttached {
  demandFields(node, ['name', 'link', 'shape', 'pose', 'touch'])
  const [pose, touch] = [node.get('pose'), node.get('touch')]
  return {
    name: names.add(node.get('name'), 'thing'),
    link: names.findLink(node.get('link')),
    shape: readSceneShape(node.get('shape')),
    ...(pose.missing ? {} : { pose: readScenePose(pose) }),
    ...(touch.missing ? {} : { touch: Array.from(items(touch), (name) => words(name, names.expected)) }),
  }
}

function readPair(node: JsonNode, names: SceneNames): readonly [string, string] {
  if (!Array.isArray(node.value) || node.value.length !== 2) node.fail('a pair: ["robot/link", "obstacle"]')
  const [a, b] = [names.find(node.item(0)), names.find(node.item(1))]
  if (a === b) node.fail('two different things', `${quoteName(a)} twice`)
  return [a, b]
}

/** A scene with what the caller says of all its robots and meshes. */
export function sceneReadAs(
  scene: SceneDescription,
  { geometry, open, closeWithin }: SceneReadOptions,
): SceneDescription {
  const closing = { ...(open === undefined ? {} : { open }), ...(closeWithin === undefined ? {} : { closeWithin }) }
  const closed = <T extends SceneObstacle>(one: T): T =>
    one.shape.kind === 'mesh' || one.shape.kind === 'triangles' ? { ...one, shape: { ...one.shape, ...closing } } : one
  return {
    ...scene,
    robots: scene.robots.map((robot) => ({ ...robot, ...(geometry === undefined ? {} : { geometry }), ...closing })),
    obstacles: scene.obstacles.map(closed),
    attached: scene.attached.map(closed),
  }
}
