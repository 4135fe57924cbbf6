// A triangle mesh with a tree of volumes over it, as one buffer.
//
// The tree IS its buffer (mesh-buffer.ts): to store it is to write the buffer, to hand it to a worker is to transfer or
// share it, and `MeshTree.fromBuffer` takes it up again without copying.
import { checkCoordinates, checkExtent, checkFields, checkIndex, checkNonNegative } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { checkMeshDeform, type DeformOptions } from '../deform/check-deform.js'
import type { DeformResult } from '../deform/deform-result.js'
import { fitKdops, kdopRealignment } from '../kdop/kdop-tree.js'
import { CLOSE_WITHIN, closeMesh, OPEN_CHOICES, type OpenChoice } from '../solid/close-mesh.js'
import { beginShells, type KnownShells } from '../solid/mesh-shells.js'
import { type BoxTree, fitBoxes, type ItemPoints, pointsReach, refitBoxes } from './box-tree.js'
import {
  allocateMeshBuffer,
  checkMeshBuffer,
  MESH_VOLUMES,
  type MeshHead,
  type MeshVolume,
  meshViews,
} from './mesh-buffer.js'
import { sealMeshBuffer } from './mesh-seal.js'
import { SPLIT_RULES, type SplitRule, splitMesh } from './mesh-splits.js'
import { type NodeVolume, volumeOfNode } from './mesh-volumes.js'
import { validateMeshTree } from './validate-mesh-tree.js'
import { fitVolumes, isPlain, refitVolumes } from './volume-tree.js'

/** What becomes of a mesh that is not closed (docs/spec.md, [solids]). */
export interface OpenOptions {
  /**
   * `close` (default): holes and cracks are filled with triangles that can be touched, where no filling reaches farther from the mesh than
   * `closeWithin`. `solid`: all of them. `surface`: none. `refuse`: throws OpenMeshError.
   */
  readonly open?: OpenChoice | undefined
  /** As a fraction of the mesh's size, the diagonal of its box; default 0.001. */
  readonly closeWithin?: number | undefined
}

/** How a MeshTree is built. */
export interface MeshTreeOptions extends OpenOptions {
  /** What bounds the triangles; default 'obb', which answers fastest. Every kind gives the same answers. */
  readonly volume?: MeshVolume
  /** How nodes are cut in two; default 'middle'. */
  readonly split?: SplitRule
  /** Most triangles in a leaf; default 4. */
  readonly leafSize?: number
  /** Put the tree into shared memory, so that several workers can use it at once; default false. */
  readonly shared?: boolean
}

/** A mesh as it comes: vertices x, y, z, x, y, z, …; three indices a triangle, or none for a soup of triangles. */
export interface MeshInput {
  readonly positions: ArrayLike<number>
  readonly triangles?: ArrayLike<number> | undefined
}

/** A triangle mesh with a tree of bounding volumes over it, built once and queried at any pose. */
export class MeshTree implements BoxTree {
  readonly volume: MeshVolume
  /** Vertices x, y, z, …, and three indices a triangle, those of the file first. Not to be written into. */
  readonly positions: Float64Array
  readonly triangles: Uint32Array
  /** How many triangles, at the end of them, were added to close it, and how that was asked for. */
  readonly added: number
  readonly open: OpenChoice
  readonly closeWithin: number
  /** The volumes of the nodes; for 'obb' as box-tree.ts has them. */
  readonly boxes: Float64Array
  readonly order: Uint32Array
  readonly child: Int32Array
  readonly first: Int32Array
  readonly end: Int32Array
  readonly nodes: number
  private readonly store: ArrayBufferLike
  /** The caller may hold the buffer, so its checksum must be right at all times. Until then no checksum is needed. */
  private sealed: boolean
  private readonly refits: Uint32Array
  /** The reach, where the buffer keeps it. */
  private readonly reaches: Float64Array

  /** Checks and copies a mesh, and builds a tree over it. A mesh without triangles is allowed: nothing touches it. */
  constructor(mesh: MeshInput, options?: MeshTreeOptions)
  /** @internal A sealed buffer, taken up as it is: for `fromBuffer`. */
  constructor(mesh: MeshInput | ArrayBufferLike, options?: MeshTreeOptions)
  constructor(mesh: MeshInput | ArrayBufferLike, options: MeshTreeOptions = {}) {
    if (isBuffer(mesh)) checkFields('options', options, [])
    this.sealed = isBuffer(mesh)
    const built = isBuffer(mesh) ? undefined : buildMeshBuffer(mesh, options)
    this.store = built?.buffer ?? takeBuffer(mesh as ArrayBufferLike)
    if (built?.known !== undefined) beginShells(this, built.known)
    const views = meshViews(this.store)
    this.volume = views.volume
    this.positions = views.positions
    this.triangles = views.triangles
    this.added = views.added
    this.open = views.open
    this.closeWithin = views.closeWithin
    this.boxes = views.volumes
    this.order = views.order
    this.child = views.child
    this.first = views.first
    this.end = views.end
    this.nodes = views.child.length
    this.reaches = views.reach
    this.refits = views.refits
  }

  /**
   * Takes up the `buffer` of another MeshTree, here or in another thread or run, without copying it. Bytes that a file was read
   * into may be given as they are; they are copied if they are a part of a larger buffer. Refused by name unless every bit is as
   * that tree left it.
   */
  static fromBuffer(buffer: ArrayBufferLike | ArrayBufferView): MeshTree {
    if (isBuffer(buffer)) return new MeshTree(buffer)
    if (!ArrayBuffer.isView(buffer)) throw new InvalidInputError('buffer', buffer, 'a buffer, or bytes')
    const { buffer: whole, byteOffset, byteLength } = buffer
    return new MeshTree(byteLength === whole.byteLength ? whole : whole.slice(byteOffset, byteOffset + byteLength))
  }

  /** The same mesh, added triangles and all, with volumes of another kind. */
  withVolume(volume: MeshVolume): MeshTree {
    this.demandAttached('tree')
    const { positions, triangles, added, open, closeWithin } = this
    const settings = { volume, split: 'middle', leafSize: 4, shared: false } as const
    const items = { points: positions, corners: triangles, stride: 3 }
    const buffer = fillMeshBuffer(items, { added, open, closeWithin }, settings)
    sealMeshBuffer(buffer)
    return new MeshTree(buffer)
  }

  /** Refuses, by name, a tree whose buffer was transferred away: its arrays are empty, and would answer "no contact". */
  demandAttached(field: string): void {
    if (this.store.byteLength > 0) return
    throw new InvalidInputError(
      field,
      'a tree whose buffer is empty',
      'a MeshTree whose buffer was not transferred away',
    )
  }

  /** The whole tree. Once it has been transferred away, this object can no longer be used. */
  get buffer(): ArrayBufferLike {
    if (!this.sealed && this.store.byteLength > 0) sealMeshBuffer(this.store)
    this.sealed = true
    return this.store
  }

  /** Number of triangles. */
  get size(): number {
    return this.triangles.length / 3
  }

  get byteLength(): number {
    return this.store.byteLength
  }

  get reach(): number {
    return this.reaches[0]!
  }

  /** How often it was refitted: what was remembered of an earlier version no longer holds. */
  get version(): number {
    return this.refits[0]!
  }

  /**
   * The vertices have moved: takes their new positions and fits the volumes to them in O(n), children into parents. The tree
   * keeps its shape, so a mesh that has changed beyond recognition is better built again. The triangles stay as they are, those that were
   * added too; what is inside is decided by where the vertices are now. The tree of a shape (`mesh()`) is refused: worlds and chains
   * rely on shapes that stay as they are. Make another shape, or see `World.addDeforming`.
   */
  refit(positions: ArrayLike<number>): void {
    this.demandAttached('this')
    if (fixed.has(this)) {
      throw new InvalidInputError('this', 'the tree of a shape', 'a MeshTree of its own: shapes stay as they are')
    }
    checkPositions('positions', positions, this)
    this.positions.set(positions)
    this.refits[0]!++
    const items = { points: this.positions, corners: this.triangles, stride: 3 }
    this.reaches[0] = pointsReach(items)
    if (this.volume === 'obb') refitBoxes(this.boxes, this, items, this.reach)
    else if (isPlain(this.volume)) refitVolumes(this.boxes, this, items, this.volume)
    else fitKdops(this.boxes, this, items, kdopRealignment(this.volume))
    if (this.sealed) sealMeshBuffer(this.store)
  }

  /**
   * The vertices are to move straight from where they are to `next`: do triangles touch each other on the way, beyond what neighbours share, or
   * another mesh? Decided exactly, over the whole step; nothing moves. See docs/guides/deform.md.
   */
  checkDeform(next: ArrayLike<number>, options: DeformOptions = {}): DeformResult {
    return checkMeshDeform(this, next, options)
  }

  /** What bounds the triangles of a node (0 is the root), in the mesh's frame: to be drawn, for instance. */
  volumeOf(node: number): NodeVolume {
    this.demandAttached('this')
    return volumeOfNode(this, node)
  }

  /** Checks every invariant, for tests: throws BrokenInvariantError for the first that does not hold. */
  validate(): void {
    validateMeshTree(this)
  }
}

/** Copies of live trees, which need no check: they never left this thread. */
const copies = new WeakSet<ArrayBufferLike>()

function takeBuffer(buffer: ArrayBufferLike): ArrayBufferLike {
  return copies.has(buffer) ? buffer : checkMeshBuffer(buffer)
}

/** A tree of its own memory, as the other is now: no later refit or transfer of that one changes it. */
export function copyMeshTree(tree: MeshTree): MeshTree {
  const buffer = tree.buffer.slice(0)
  copies.add(buffer)
  try {
    return new MeshTree(buffer)
  } finally {
    copies.delete(buffer)
  }
}

/** Trees of shapes. */
const fixed = new WeakSet<MeshTree>()

/** The tree belongs to a shape from now on, and is refitted no more. */
export function fixMeshTree(tree: MeshTree): MeshTree {
  fixed.add(tree)
  return tree
}

function isBuffer(value: unknown): value is ArrayBufferLike {
  return (
    value instanceof ArrayBuffer || (typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer)
  )
}

function buildMeshBuffer(
  mesh: MeshInput,
  options: MeshTreeOptions,
): { readonly buffer: ArrayBufferLike; readonly known: KnownShells | undefined } {
  checkFields('options', options, ['volume', 'split', 'leafSize', 'shared', 'open', 'closeWithin'])
  const { volume = 'obb', split = 'middle', leafSize = 4, shared = false } = options
  if (!MESH_VOLUMES.includes(volume)) {
    throw new InvalidInputError('options.volume', volume, `one of ${MESH_VOLUMES.join(', ')}`)
  }
  if (!SPLIT_RULES.includes(split)) {
    throw new InvalidInputError('options.split', split, `one of ${SPLIT_RULES.join(', ')}`)
  }
  checkIndex('options.leafSize', leafSize, 1, 256)
  const { open, closeWithin } = readOpen('options', options)
  const file = readItems(mesh)
  const { added: more, known } = closeMesh(file.points, file.corners, open, closeWithin)
  const items = more.length === 0 ? file : { ...file, corners: joined(file.corners, more) }
  const settings = { volume, split, leafSize, shared: shared === true }
  return { buffer: fillMeshBuffer(items, { added: more.length / 3, open, closeWithin }, settings), known }
}

/** The buffer of a checked mesh, its last triangles those that were added. */
function fillMeshBuffer(
  items: ItemPoints,
  closing: Pick<MeshHead, 'added' | 'open' | 'closeWithin'>,
  { volume, split, leafSize, shared }: Required<Omit<MeshTreeOptions, keyof OpenOptions>>,
): ArrayBufferLike {
  const shape = splitMesh(items.points, items.corners, { split, leafSize })
  const [vertices, triangles] = [items.points.length / 3, items.corners.length / 3]
  const buffer = allocateMeshBuffer({ volume, vertices, triangles, nodes: shape.nodes, ...closing }, shared)
  const views = meshViews(buffer)
  views.positions.set(items.points)
  views.triangles.set(items.corners)
  views.order.set(shape.order)
  views.child.set(shape.child)
  views.first.set(shape.first)
  views.end.set(shape.end)
  views.reach[0] = pointsReach(items)
  if (volume === 'obb') fitBoxes(views.volumes, shape, items, views.reach[0]!)
  else if (isPlain(volume)) fitVolumes(views.volumes, shape, items, volume)
  else fitKdops(views.volumes, shape, items, kdopRealignment(volume))
  return buffer
}

/** OpenOptions with the defaults. */
export interface OpenSettings {
  readonly open: OpenChoice
  readonly closeWithin: number
}

/** Checked, and with the defaults. */
export function readOpen(field: string, options: OpenOptions): OpenSettings {
  const { open = 'close', closeWithin = CLOSE_WITHIN } = options
  if (!OPEN_CHOICES.includes(open)) {
    throw new InvalidInputError(`${field}.open`, open, `one of ${OPEN_CHOICES.join(', ')}`)
  }
  return { open, closeWithin: checkNonNegative(`${field}.closeWithin`, closeWithin) }
}

function joined(corners: Uint32Array, more: readonly number[]): Uint32Array {
  const out = new Uint32Array(corners.length + more.length)
  out.set(corners)
  out.set(more, corners.length)
  return out
}

/** A caller's mesh, checked, in arrays of the tree's own types: copies where those of the caller are of others. */
function readItems(mesh: MeshInput): ItemPoints {
  if (mesh === null || typeof mesh !== 'object' || !isList(mesh.positions)) {
    throw new InvalidInputError('mesh', mesh, 'a mesh: { positions, triangles? }')
  }
  const { positions, triangles } = mesh
  if (positions.length % 3 !== 0)
    throw new InvalidInputError('mesh.positions.length', positions.length, 'divisible by 3')
  checkCoordinates('mesh.positions', positions)
  const points = positions instanceof Float64Array ? positions : Float64Array.from(positions)
  const vertices = points.length / 3
  if (triangles === undefined) {
    if (vertices % 3 !== 0) {
      throw new InvalidInputError('mesh.positions.length', points.length, 'divisible by 9 where there are no indices')
    }
    checkExtent('mesh.positions', points)
    return { points, corners: Uint32Array.from({ length: vertices }, (_, i) => i), stride: 3 }
  }
  if (!isList(triangles) || triangles.length % 3 !== 0) {
    throw new InvalidInputError('mesh.triangles', triangles, 'three indices a triangle')
  }
  for (let i = 0; i < triangles.length; i++) {
    const v = triangles[i]!
    if (!(v >= 0 && v < vertices && Number.isInteger(v))) checkIndex(`mesh.triangles[${i}]`, v, 0, vertices)
  }
  const corners = triangles instanceof Uint32Array ? triangles : Uint32Array.from(triangles)
  checkExtent('mesh.positions', points, corners)
  return { points, corners, stride: 3 }
}

/** New positions of the vertices of a mesh. */
export function checkPositions(
  field: string,
  positions: ArrayLike<number>,
  mesh: { readonly positions: Float64Array; readonly triangles: Uint32Array },
): void {
  if (positions?.length !== mesh.positions.length) {
    throw new InvalidInputError(field, positions, `${mesh.positions.length} numbers, as before`)
  }
  checkCoordinates(field, positions)
  checkExtent(field, positions, mesh.triangles)
}

function isList(value: unknown): value is ArrayLike<number> {
  return typeof value === 'object' && value !== null && typeof (value as { length?: unknown }).length === 'number'
}
