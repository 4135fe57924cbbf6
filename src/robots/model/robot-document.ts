// Robots and shapes as plain data: what proofs about them rest on, and nothing else. docs/formats/certificate.md says what the fields mean;
// the verifier reads them in code of its own. The hash of a robot's document is the robot's name in claims about its links: its own
// name is not in it, since scenes call robots what they like.
import { documentHash } from '../../base/work/document-hash.js'
import { encodeBase64 } from '../../base/work/encode-base64.js'
import type { MeshShape, PartShape, Shape } from '../../shapes/shape.js'
import type { Joint, JointKind } from './joint.js'
import type { LoopShape } from './loop-function.js'
import type { Geometry, Robot } from './robot.js'

/** A world as plain data: what a certificate is checked against. */
export interface WorldDocument {
  readonly limber: 2
  readonly kind: 'world'
  /** Null: no limit. */
  readonly variables: readonly { readonly name: string; readonly lower: number | null; readonly upper: number | null }[]
  readonly links: readonly LinkDocument[]
  /** Link -1 is the world itself. */
  readonly objects: readonly { readonly name: string; readonly link: number }[]
  readonly geometries: readonly GeometryDocument[]
  readonly shapes: readonly ShapeDocument[]
  /** Objects by their places, the lesser one first: pairs that may touch, and pairs that are said to be proved never to touch. */
  readonly allowed: readonly (readonly [number, number])[]
  readonly proved: readonly (readonly [number, number])[]
  /** Links whose geometry was left out. */
  readonly unseen: readonly string[]
  /** What bends; left out where nothing does. Its objects are where it stands, and certificates say how it moves. */
  readonly deforming?: readonly DeformingDocument[]
  readonly hash: string
}

/** Something that bends, as plain data: what it consists of, whatever frame it is in. */
export interface DeformingDocument {
  readonly name: string
  readonly hulls: 'beads' | 'strands' | 'triangles'
  /** Numbers of points, and of items: beads, strands or triangles. */
  readonly points: number
  readonly items: number
  /** Beads: one, or one each. Strands: one. Triangles: none. */
  readonly radii: readonly number[]
  /** By item: the object that it is a part of, which says what it may touch. */
  readonly objects: readonly number[]
  /** Triangles: three numbers of points each. Left out otherwise. */
  readonly triangles?: readonly number[]
  /** Is it checked against itself? Then which items are not: neighbours along it, and these pairs. */
  readonly self: boolean
  readonly closed: boolean
  readonly neighbours: number
  readonly excluded: readonly (readonly [number, number])[]
}

/** A link and the joint that it hangs on; a root's is fixed to the world, where `parent` is -1. */
export interface LinkDocument {
  readonly name: string
  readonly robot: number
  readonly parent: number
  readonly joint: string
  /** `loop`: a closed loop sets it, and no verifier reads such a document. */
  readonly kind: JointKind | 'loop'
  readonly origin: readonly number[]
  readonly axis: readonly number[]
  /** Its first one; -1 for a fixed joint. The joint's value is factor · variable + offset. */
  readonly variable: number
  readonly factor: number
  readonly offset: number
  /** Of a joint that a closed loop sets: its function of variables (src/robots/model/loop-function.ts), with its own limits. */
  readonly loop?: LoopDocument
}

/** What the angle of a joint is a function of. */
export interface LoopDocument {
  readonly variables: readonly number[]
  /** Real part, imaginary part, and a factor for each variable. */
  readonly terms: readonly (readonly number[])[]
  readonly point: readonly number[]
  readonly length: number
  readonly side: number
  readonly lower: number | null
  readonly upper: number | null
}

/** A geometry as plain data. */
export interface GeometryDocument {
  readonly object: number
  readonly name: string
  /** Place among the parts of a group; 0 for anything else. */
  readonly part: number
  readonly pose: readonly number[]
  readonly shape: number
}

/** A shape as plain data. */
export type ShapeDocument = Readonly<Record<string, string | number | readonly number[]>> & { readonly kind: string }

/** Shapes as they are met: the same one has one place. */
export class ShapeList {
  readonly documents: ShapeDocument[] = []
  private readonly places = new Map<PartShape, number>()

  placeOf(shape: PartShape): number {
    let place = this.places.get(shape)
    if (place === undefined) {
      place = this.documents.push(shapeDocument(shape)) - 1
      this.places.set(shape, place)
    }
    return place
  }

  /** Geometries of an object, the parts of groups one by one. */
  geometries(object: number, own: readonly Geometry[]): GeometryDocument[] {
    return own.flatMap(({ name, pose, shape }) =>
      partsOf(shape).map((part, i) => ({ object, name, part: i, pose: numbers(pose), shape: this.placeOf(part) })),
    )
  }
}

export function partsOf(shape: Shape): readonly PartShape[] {
  return shape.kind === 'group' ? shape.parts : [shape]
}

/** Links of a robot, in their order, numbered after the links and variables that come before them. Names begin with `prefix`. */
export function linkDocuments(
  { links }: Robot,
  place: { readonly prefix: string; readonly robot: number; readonly link: number; readonly variable: number },
  base: ArrayLike<number>,
): LinkDocument[] {
  const { prefix, robot } = place
  return links.map(({ name, joint }) => ({
    name: prefix + name,
    robot,
    parent: joint === undefined ? -1 : place.link + joint.parent,
    joint: joint === undefined ? '' : prefix + joint.name,
    kind: joint?.loop === undefined ? (joint?.kind ?? 'fixed') : 'loop',
    origin: numbers(joint?.origin ?? base),
    axis: numbers(joint?.axis ?? [1, 0, 0]),
    variable: joint === undefined || joint.variable === -1 ? -1 : place.variable + joint.variable,
    factor: joint?.mimic?.multiplier ?? 1,
    offset: (joint?.mimic?.offset ?? 0) + 0,
    ...(joint?.loop === undefined ? {} : { loop: loopDocument(joint, joint.loop.shape, place.variable) }),
  }))
}

function loopDocument({ lower, upper }: Joint, shape: LoopShape, first: number): LoopDocument {
  const { variables, terms, point, length, side } = shape
  return {
    variables: variables.map((v) => first + v),
    terms: terms.map(({ re, im, k }) => numbers([re, im, ...k])),
    ...{ point: numbers(point), length, side, lower: finite(lower), upper: finite(upper) },
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null
}

export function variableDocuments(
  { variables, lower, upper }: Pick<Robot, 'variables' | 'lower' | 'upper'>,
  prefix = '',
): WorldDocument['variables'] {
  return variables.map((name, i) => ({ name: prefix + name, lower: finite(lower[i]!), upper: finite(upper[i]!) }))
}

/** With its hash, where that is not known already. */
export function finishDocument(rest: Omit<WorldDocument, 'hash' | 'limber' | 'kind'>, hash?: string): WorldDocument {
  const all = { limber: 2 as const, kind: 'world' as const, ...rest }
  return { ...all, hash: hash ?? documentHash(all) }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** A world with the robot alone, at the identity: what proofs about its pairs of links are about. */
export function robotDocument(robot: Robot): WorldDocument {
  const shapes = new ShapeList()
  const seen = robot.links.filter(({ geometry }) => geometry.length > 0)
  return finishDocument({
    variables: variableDocuments(robot),
    links: linkDocuments(robot, { prefix: '', robot: 0, link: 0, variable: 0 }, IDENTITY),
    objects: seen.map(({ name, index }) => ({ name, link: index })),
    geometries: seen.flatMap(({ geometry }, i) => shapes.geometries(i, geometry)),
    shapes: shapes.documents,
    allowed: [],
    proved: [],
    unseen: robot.unseen,
  })
}

/** Robots are frozen, and their meshes are their own. */
const kept = new WeakMap<Robot, string>()

/** The hash of a robot's links, joints, limits and shapes, as certificates cite it. */
export function robotHash(robot: Robot): string {
  let hash = kept.get(robot)
  if (hash === undefined) {
    hash = robotDocument(robot).hash
    kept.set(robot, hash)
  }
  return hash
}

/** Of a shape alone: of its document, or of those of a group's parts. */
export function geometryHash(shape: Shape): string {
  return shape.kind === 'group' ? documentHash(shape.parts.map(shapeDocument)) : documentHash(shapeDocument(shape))
}

function shapeDocument(shape: PartShape): ShapeDocument {
  const { kind } = shape
  switch (shape.kind) {
    case 'sphere':
      return { kind, radius: shape.radius, centre: numbers(shape.centre) }
    case 'capsule':
      return { kind, radius: shape.radius, from: numbers(shape.from), to: numbers(shape.to) }
    case 'box':
      return { kind, half: numbers(shape.half), pose: numbers(shape.pose) }
    case 'cylinder':
      return { kind, radius: shape.radius, length: shape.length, pose: numbers(shape.pose) }
    case 'convex':
      return { kind, points: numbers(shape.points) }
    case 'mesh':
      return meshDocument(shape)
  }
}

/** By tree, as long as it is not refitted: many worlds have the same robot. */
const meshDocuments = new WeakMap<MeshShape['tree'], { readonly version: number; readonly document: ShapeDocument }>()

function meshDocument({ tree }: MeshShape): ShapeDocument {
  const known = meshDocuments.get(tree)
  if (known?.version === tree.version) return known.document
  const { positions, triangles, order, added, open, closeWithin, version } = tree
  const file = triangles.length - 3 * added
  const document = {
    kind: 'mesh',
    positions: encodeBase64(doubleBytes(positions)),
    triangles: encodeBase64(wholeBytes(triangles.subarray(0, file))),
    added: encodeBase64(wholeBytes(triangles.subarray(file))),
    order: encodeBase64(wholeBytes(order)),
    tree: encodeBase64(wholeBytes(treeNumbers(tree))),
    open,
    closeWithin,
  }
  meshDocuments.set(tree, { version, document: Object.freeze(document) })
  return document
}

/** In pre-order: of a node with children, the number of triangles in the first one; 0 for a leaf. */
function treeNumbers({ child, first, end }: MeshShape['tree']): Uint32Array {
  const out: number[] = []
  const waiting = [0]
  for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
    const c = child[n]!
    out.push(c < 0 ? 0 : end[c]! - first[c]!)
    if (c >= 0) waiting.push(c + 1, c)
  }
  return Uint32Array.from(out)
}

/** -0 is 0: JSON has no other. */
function numbers(values: ArrayLike<number>): number[] {
  return Array.from(values, (value) => value + 0)
}

/** As documents have them in base64, little ends first. */
export function doubleBytes(values: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * values.length))
  values.forEach((value, i) => {
    view.setFloat64(8 * i, value + 0, true)
  })
  return new Uint8Array(view.buffer)
}

function wholeBytes(values: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length))
  values.forEach((value, i) => {
    view.setUint32(4 * i, value, true)
  })
  return new Uint8Array(view.buffer)
}
