// Things of a scene that bend: necklaces (ropes, cables, hoses) and meshes whose vertices move. A scene says what they are and where
// they stand; how they move along a path is said where the path is checked.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import type { JsonNode } from '../text/json-document.js'
import { demandFields, items, size, type Three, words } from './scene-json.js'
import type { SceneNames } from './scene-names.js'
import { readSceneScale } from './scene-shape.js'

/** What of a thing that bends may touch what: `beads` of a necklace, `vertices` of a mesh, by number from 0. */
export interface SceneFastening {
  /** A link as 'robot/link', something attached, or an obstacle. */
  readonly to: string
  readonly beads?: readonly number[]
  readonly vertices?: readonly number[]
}

/** A rope, a cable or a hose in a scene. */
export interface SceneNecklace {
  readonly name: string
  /** A file of frames: it stands in the first of them. */
  readonly frames: string
  /** Of its beads. */
  readonly radius: number
  readonly closed?: boolean
  /** Beads this near along it may overlap; 1 if left out. */
  readonly neighbours?: number
  /** Checked are capsules of this radius between consecutive beads, in place of the beads. */
  readonly strands?: number
  readonly fastened?: readonly SceneFastening[]
  /** False: it is not checked against itself. */
  readonly self?: boolean
}

/** A cloth, a bellows or a soft finger in a scene. */
export interface SceneDeforming {
  readonly name: string
  /** A mesh file: it stands as the file has it. */
  readonly mesh: string
  readonly scale?: number | Three
  readonly fastened?: readonly SceneFastening[]
  /** False: it is not checked against itself. */
  readonly self?: boolean
}

export function readSceneNecklace(node: JsonNode, names: SceneNames): SceneNecklace {
  demandFields(node, ['name', 'frames', 'radius', 'closed', 'neighbours', 'strands', 'fastened', 'self'])
  const [closed, neighbours, strands] = [node.get('closed'), node.get('neighbours'), node.get('strands')]
  return {
    name: names.add(node.get('name'), 'thing'),
    frames: words(node.get('frames'), 'the path of a file of frames'),
    radius: size(node.get('radius')),
    ...(closed.missing ? {} : { closed: flag(closed) }),
    ...(neighbours.missing ? {} : { neighbours: whole(neighbours) }),
    ...(strands.missing ? {} : { strands: lengthOf(strands) }),
    ...readRest(node, names, 'beads'),
  }
}

export function readSceneDeforming(node: JsonNode, names: SceneNames): SceneDeforming {
  demandFields(node, ['name', 'mesh', 'scale', 'fastened', 'self'])
  return {
    name: names.add(node.get('name'), 'thing'),
    mesh: words(node.get('mesh'), 'the path of a mesh file'),
    ...readSceneScale(node.get('scale')),
    ...readRest(node, names, 'vertices'),
  }
}

function readRest(
  node: JsonNode,
  names: SceneNames,
  points: 'beads' | 'vertices',
): Pick<SceneNecklace, 'fastened' | 'self'> {
  const [fastened, self] = [node.get('fastened'), node.get('self')]
  return {
    ...(fastened.missing ? {} : { fastened: Array.from(items(fastened), (own) => readFastening(own, names, points)) }),
    ...(self.missing ? {} : { self: flag(self) }),
  }
}

function readFastening(node: JsonNode, names: SceneNames, points: 'beads' | 'vertices'): SceneFastening {
  demandFields(node, ['to', points])
  const list = node.get(points)
  if (!Array.isArray(list.value) || list.length === 0) list.fail(`a list of ${points}, by number from 0`)
  return { to: names.find(node.get('to')), [points]: Array.from(items(list), whole) }
}

function flag(node: JsonNode): boolean {
  const { value } = node
  return typeof value === 'boolean' ? value : node.fail('true or false')
}

function whole(node: JsonNode): number {
  const { value } = node
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : node.fail('a whole number from 0')
}

function lengthOf(node: JsonNode): number {
  const { value } = node
  const good = typeof value === 'number' && value >= 0 && value <= MAX_COORDINATE
  return good ? value : node.fail('a length of zero or more')
}
