// Things of a world that bend: a necklace or a mesh whose points may all move. To the world they are points, and items: hulls of
// one, two or three of the points with a reach (a bead, a strand between two beads, a triangle).
//
// As long as nothing says how it moves, such a thing stands in its current frame, and every query and every check takes it for
// one: its items are geometries that hang on no link. Items that may touch other things than the rest, because the thing is
// fastened there, are an object of the world of their own, with the same name; so what may touch what is said by the world's own
// table of pairs, and needs no rule of its own anywhere.
import { checkCoordinate, checkFields, checkIndex, checkNonNegative } from '../../base/math/checks.js'
import { identityPose, POSE } from '../../base/math/pose.js'
import type { Necklace } from '../../chains/necklace/necklace.js'
import { InvalidInputError } from '../../errors.js'
import { copyMeshTree, MeshTree } from '../../meshes/tree/mesh-tree.js'
import {
  capsule,
  convex,
  group,
  type MeshShape,
  mesh as meshOf,
  meshShape,
  type PartShape,
  type Shape,
  sphere,
} from '../../shapes/shape.js'
import { readList } from '../model/robot-tree.js'
import type { WorldObject } from './world-objects.js'

/** Where something that bends is fastened: what of it may touch what. */
export interface Fastening {
  /** A link (`robot/link`), something that a link carries, or an obstacle. */
  readonly to: string
  /**
   * Beads, by number: these, and the strands that end at one of them, may touch it. A strand of which only one end is in the list
   * leaves the gland, and may touch it too.
   */
  readonly beads?: ArrayLike<number> | undefined
  /** Vertices, by number: triangles that have one of them may touch it. */
  readonly vertices?: ArrayLike<number> | undefined
}

/** How a necklace is put into a world. */
export interface WorldNecklaceOptions {
  /**
   * Checked are the capsules of this radius between consecutive beads, zero or more, in place of the beads: nothing then gets
   * through between two of them. Left out: the beads alone.
   */
  readonly strands?: number | undefined
  readonly fastened?: readonly Fastening[] | undefined
  /** Is it checked against itself, by the necklace's own rule (`neighbours`, `exclude`)? Default true. */
  readonly self?: boolean | undefined
}

/** How a mesh that deforms is put into a world. */
export interface WorldDeformingOptions {
  readonly fastened?: readonly Fastening[] | undefined
  /** Is it checked against itself? Default true. */
  readonly self?: boolean | undefined
}

/** Items that may touch the same things. */
export interface ItemGroup {
  /** Names of what they may touch. */
  readonly touch: readonly string[]
  readonly items: Int32Array
}

/** Something that bends, with the frame that it is in now. */
export class Deforming {
  /** Numbers a frame has: three a point. */
  readonly length: number
  /** By item. */
  readonly groupOf: Int32Array
  readonly groups: readonly ItemGroup[]
  private frame: Float64Array
  private shapes: readonly Shape[] | undefined

  constructor(
    readonly name: string,
    readonly kind: 'necklace' | 'mesh',
    points: Float64Array,
    /** Three numbers of points each; −1 for one that there is not. */
    readonly items: Int32Array,
    /** By item: all within this of its hull belongs to it. */
    readonly reaches: Float64Array,
    fastened: readonly ReadFastening[],
    /** A copy, asked whether it touches itself; undefined where that is not asked. */
    readonly necklace: Necklace | undefined,
    /** The radius of strands; undefined where beads are checked. */
    readonly strands: number | undefined,
    /** A tree of its own, refitted to the current frame; undefined for a necklace. */
    readonly tree: MeshTree | undefined,
    readonly self: boolean,
  ) {
    this.length = points.length
    this.frame = points
    const { groupOf, groups } = groupItems(items, fastened)
    this.groupOf = groupOf
    this.groups = groups
  }

  /** How many items. */
  get size(): number {
    return this.reaches.length
  }

  /** x, y, z a point. Not to be written into. */
  get points(): Float64Array {
    return this.frame
  }

  /** Takes a frame that was checked. */
  move(points: Float64Array): void {
    this.frame = points
    this.shapes = undefined
  }

  /** What it is to the world: an object a group. */
  objects(): WorldObject[] {
    this.shapes ??= this.groups.map(({ items }) => this.shapeAt(items, this.frame))
    return this.shapes.map((shape, g) => {
      const pose = new Float64Array(POSE)
      identityPose(pose, 0)
      const geometry = [{ name: `${g}`, shape, pose }]
      return {
        name: this.name,
        kind: 'deforming' as const,
        robot: -1,
        link: -1,
        geometry,
        touch: this.groups[g]!.touch,
      }
    })
  }

  /** One item, at a frame. */
  itemShape(item: number, points: Float64Array): PartShape {
    const [p, q, r] = [0, 1, 2].map((k) => this.items[3 * item + k]!) as [number, number, number]
    const at = (i: number): Float64Array => points.slice(3 * i, 3 * i + 3)
    const radius = this.reaches[item]!
    if (r >= 0) {
      const positions = [p, q, r].flatMap((i) => Array.from(at(i)))
      return meshOf({ positions, triangles: [0, 1, 2], open: 'surface' })
    }
    if (q < 0) return radius > 0 ? sphere({ radius, at: at(p) }) : convex({ points: at(p) })
    if (radius > 0) return capsule({ radius, from: at(p), to: at(q) })
    return convex({ points: Float64Array.of(...at(p), ...at(q)) })
  }

  /** The whole mesh at a frame, if it is one and all of it may touch the same things: it may enclose something. */
  solidAt(points: Float64Array): MeshShape | undefined {
    const { tree } = this
    if (tree === undefined || this.groups.length > 1) return undefined
    const own = copyMeshTree(tree)
    own.refit(points)
    return meshShape(this.name, own)
  }

  /** Several items at a frame: all of a mesh as the mesh that it is. */
  shapeAt(items: Int32Array, frame: Float64Array): Shape {
    const { tree } = this
    if (tree === undefined) {
      const parts = Array.from(items, (item) => this.itemShape(item, frame))
      return parts.length === 1 ? parts[0]! : group(parts)
    }
    const solid = items.length === this.size ? this.solidAt(frame) : undefined
    if (solid !== undefined) return solid
    // A part of a mesh encloses nothing.
    const triangles = Array.from(items).flatMap((item) => [0, 1, 2].map((k) => this.items[3 * item + k]!))
    return meshOf({ positions: frame, triangles, open: 'surface' })
  }
}

/** A fastening with its points as a set. */
export interface ReadFastening {
  readonly to: string
  readonly points: ReadonlySet<number>
}

/** Beads and strands of a necklace. `nameOf` finds what it is fastened to. */
export function deformingNecklace(
  name: string,
  necklace: Necklace,
  options: WorldNecklaceOptions,
  nameOf: (field: string, name: string) => string,
): Deforming {
  checkFields('options', options, ['strands', 'fastened', 'self'])
  if (typeof necklace?.centres !== 'function' || typeof necklace.radii !== 'function') {
    throw new InvalidInputError('necklace', necklace, 'a Necklace')
  }
  if (necklace.dimension !== 3) throw new InvalidInputError('necklace.dimension', necklace.dimension, '3')
  const { strands } = options
  const { size, closed } = necklace
  const self = readSelf(options.self)
  const fastened = readFastened('beads', size, options.fastened, nameOf)
  const own = necklace.copy()
  const points = own.centres()
  if (strands === undefined) {
    const items = new Int32Array(3 * size).fill(-1)
    for (let i = 0; i < size; i++) items[3 * i] = i
    return new Deforming(name, 'necklace', points, items, own.radii(), fastened, own, undefined, undefined, self)
  }
  checkNonNegative('options.strands', strands)
  checkCoordinate('options.strands', strands)
  const count = closed && size > 2 ? size : size - 1
  if (count === 0) throw new InvalidInputError('necklace.size', size, 'two beads or more, for strands')
  const items = new Int32Array(3 * count).fill(-1)
  for (let i = 0; i < count; i++) {
    items[3 * i] = i
    items[3 * i + 1] = (i + 1) % size
  }
  const reaches = new Float64Array(count).fill(strands)
  return new Deforming(name, 'necklace', points, items, reaches, fastened, own, strands, undefined, self)
}

/** Triangles of a mesh. */
export function deformingMesh(
  name: string,
  mesh: MeshTree,
  options: WorldDeformingOptions,
  nameOf: (field: string, name: string) => string,
): Deforming {
  checkFields('options', options, ['fastened', 'self'])
  if (!(mesh instanceof MeshTree)) throw new InvalidInputError('mesh', mesh, 'a MeshTree')
  mesh.demandAttached('mesh')
  if (mesh.size === 0) throw new InvalidInputError('mesh', mesh.size, 'a mesh of one triangle or more')
  const self = readSelf(options.self)
  const fastened = readFastened('vertices', mesh.positions.length / 3, options.fastened, nameOf)
  const tree = mesh.volume === 'obb' ? copyMeshTree(mesh) : mesh.withVolume('obb')
  const items = Int32Array.from(tree.triangles)
  const reaches = new Float64Array(tree.size)
  const points = tree.positions.slice()
  return new Deforming(name, 'mesh', points, items, reaches, fastened, undefined, undefined, tree, self)
}

/** A frame as a caller gives it: three numbers a point. */
export function readFrame(field: string, thing: Deforming, positions: ArrayLike<number>): Float64Array {
  const { length, name } = thing
  if (positions?.length !== length) {
    const points = thing.kind === 'mesh' ? 'vertex' : 'bead'
    throw new InvalidInputError(field, positions, `${length} numbers, three for each ${points} of ${name}`)
  }
  const out = new Float64Array(length)
  for (let i = 0; i < length; i++) out[i] = checkCoordinate(`${field}[${i}]`, positions[i]!)
  return out
}

function readSelf(self: boolean | undefined): boolean {
  if (self !== undefined && typeof self !== 'boolean') {
    throw new InvalidInputError('options.self', self, 'true or false')
  }
  return self ?? true
}

function readFastened(
  points: 'beads' | 'vertices',
  count: number,
  fastened: readonly Fastening[] | undefined,
  nameOf: (field: string, name: string) => string,
): ReadFastening[] {
  return readList('options.fastened', fastened).map((own, i) => {
    const field = `options.fastened[${i}]`
    checkFields(field, own, ['to', points])
    const given = own[points]
    if (!(Array.isArray(given) || ArrayBuffer.isView(given)) || given.length === 0) {
      throw new InvalidInputError(`${field}.${points}`, given, `a list of ${points}, by number`)
    }
    const numbers = Array.from(given, (p, k) => checkIndex(`${field}.${points}[${k}]`, p, 0, count))
    return { to: nameOf(`${field}.to`, own.to), points: new Set(numbers) }
  })
}

/** Items by what they may touch; those that may touch nothing come first. */
function groupItems(
  items: Int32Array,
  fastened: readonly ReadFastening[],
): { groupOf: Int32Array; groups: readonly ItemGroup[] } {
  const count = items.length / 3
  const groupOf = new Int32Array(count)
  const byTouch = new Map<string, { touch: string[]; items: number[] }>()
  for (let item = 0; item < count; item++) {
    const own = [0, 1, 2].map((k) => items[3 * item + k]!)
    const touch = fastened.filter(({ points }) => own.some((p) => points.has(p))).map(({ to }) => to)
    const names = [...new Set(touch)].sort()
    const key = JSON.stringify(names)
    const group = byTouch.get(key) ?? { touch: names, items: [] }
    group.items.push(item)
    byTouch.set(key, group)
  }
  const groups = [...byTouch.values()].sort((a, b) => a.touch.length - b.touch.length)
  groups.forEach((group, g) => {
    for (const item of group.items) groupOf[item] = g
  })
  return { groupOf, groups: groups.map(({ touch, items: own }) => ({ touch, items: Int32Array.from(own) })) }
}
