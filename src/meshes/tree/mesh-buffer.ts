// The buffer of a MeshTree. Layout, little-endian as typed arrays are on every machine that runs JavaScript today: a header
// of 64 bytes (magic, version, kind of volume, vertices, triangles, nodes: 32-bit whole numbers; at byte 24 a checksum of 64 bits,
// mesh-seal.ts; at byte 32 the reach, a double; at byte 40 how often it was refitted and how many triangles were added, 32-bit whole
// numbers; at byte 48 how far holes were filled, a double; at byte 56 what was to become of open shells, and 1 if none was left when it was
// made, 32-bit whole numbers); then, in doubles, positions and volumes; then, in 32-bit whole numbers, triangles, order, child, first, end.

import { checkCoordinate, checkNonNegative } from '../../base/math/checks.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { DopSize } from '../../volumes/kdop-directions.js'
import { BOX } from '../../volumes/node-box.js'
import { kdopRealignment } from '../kdop/kdop-tree.js'
import { OPEN_CHOICES, type OpenChoice } from '../solid/close-mesh.js'
import { pointsReach } from './box-tree.js'
import { checkMeshSeal } from './mesh-seal.js'
import { isPlain, PLAIN_VOLUMES, type PlainVolume } from './volume-tree.js'

export type KdopVolume = `kdop${DopSize}`
/** The bounding volumes that a MeshTree can have. */
export type MeshVolume = 'obb' | PlainVolume | KdopVolume

/** Their places in this list are what the header keeps: add at the end only. */
export const MESH_VOLUMES: readonly MeshVolume[] = [
  'obb',
  'rss',
  'aabb',
  'sphere',
  'kdop6',
  'kdop12',
  'kdop14',
  'kdop18',
  'kdop26',
]

/** 'LIMB' as the first four bytes. */
const MAGIC = 0x424d494c
const VERSION = 2
const HEADER = 64
const REACH_AT = 32
const REFITS_AT = 40
const CLOSE_WITHIN_AT = 48
/** Places of 32-bit whole numbers behind the first six. */
const ADDED = 11
const OPEN = 14

export interface MeshViews {
  readonly volume: MeshVolume
  /** How many of the triangles, at their end, closing has added. */
  readonly added: number
  readonly open: OpenChoice
  readonly closeWithin: number
  /** One number each. */
  readonly reach: Float64Array
  readonly refits: Uint32Array
  readonly positions: Float64Array
  readonly volumes: Float64Array
  readonly triangles: Uint32Array
  readonly order: Uint32Array
  readonly child: Int32Array
  readonly first: Int32Array
  readonly end: Int32Array
}

function volumeStride(volume: MeshVolume): number {
  if (volume === 'obb') return BOX
  return isPlain(volume) ? PLAIN_VOLUMES[volume].stride : kdopRealignment(volume).stride
}

function bytes(volume: MeshVolume, vertices: number, triangles: number, nodes: number): number {
  return HEADER + 8 * (3 * vertices + volumeStride(volume) * nodes) + 4 * (4 * triangles + 3 * nodes)
}

/** What a buffer is made for. */
export interface MeshHead {
  readonly volume: MeshVolume
  readonly vertices: number
  readonly triangles: number
  readonly nodes: number
  readonly added: number
  readonly open: OpenChoice
  readonly closeWithin: number
}

export function allocateMeshBuffer(head: MeshHead, shared: boolean): ArrayBufferLike {
  const { volume, vertices, triangles, nodes, added, open, closeWithin } = head
  const size = bytes(volume, vertices, triangles, nodes)
  const buffer = shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size)
  const words = new Uint32Array(buffer, 0, HEADER / 4)
  words.set([MAGIC, VERSION, MESH_VOLUMES.indexOf(volume), vertices, triangles, nodes])
  words[ADDED] = added
  words[OPEN] = OPEN_CHOICES.indexOf(open)
  new Float64Array(buffer, CLOSE_WITHIN_AT, 1)[0] = closeWithin
  return buffer
}

/** The whole numbers of a header. */
function readCounts(buffer: ArrayBufferLike) {
  const words = new Uint32Array(buffer, 0, HEADER / 4)
  const [magic, version, kind, vertices, count, nodes] = words as unknown as readonly [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    magic,
    version,
    kind,
    vertices,
    count,
    nodes,
    added: words[ADDED]!,
    open: words[OPEN]!,
  }
}

export function meshViews(buffer: ArrayBufferLike): MeshViews {
  const { kind, vertices, count, nodes, added, open } = readCounts(buffer)
  const volume = MESH_VOLUMES[kind]!
  let at = HEADER
  const take = <T>(
    Type: new (buffer: ArrayBufferLike, at: number, length: number) => T,
    width: number,
    n: number,
  ): T => {
    const view = new Type(buffer, at, n)
    at += width * n
    return view
  }
  return {
    volume,
    added,
    open: OPEN_CHOICES[open]!,
    closeWithin: new Float64Array(buffer, CLOSE_WITHIN_AT, 1)[0]!,
    reach: new Float64Array(buffer, REACH_AT, 1),
    refits: new Uint32Array(buffer, REFITS_AT, 1),
    positions: take(Float64Array, 8, 3 * vertices),
    volumes: take(Float64Array, 8, volumeStride(volume) * nodes),
    triangles: take(Uint32Array, 4, 3 * count),
    order: take(Uint32Array, 4, count),
    child: take(Int32Array, 4, nodes),
    first: take(Int32Array, 4, nodes),
    end: take(Int32Array, 4, nodes),
  }
}

/**
 * Refuses a buffer that no MeshTree has made, or that is cut short or scrambled: every index is checked, so that a search
 * cannot leave the arrays or go round in circles, and the checksum, so that volumes, vertices and all else are as they were made.
 */
export function checkMeshBuffer(buffer: ArrayBufferLike): ArrayBufferLike {
  if (buffer.byteLength < HEADER)
    throw new InvalidInputError('buffer.byteLength', buffer.byteLength, `${HEADER} or more`)
  const { magic, version, kind, vertices, count, nodes, added, open } = readCounts(buffer)
  if (magic !== MAGIC)
    throw new InvalidInputError('buffer', magic, 'the buffer of a MeshTree, which starts with "LIMB"')
  if (version !== VERSION) throw new InvalidInputError('buffer.version', version, `${VERSION}`)
  const volume = MESH_VOLUMES[kind]
  if (volume === undefined) throw new InvalidInputError('buffer.volume', kind, `below ${MESH_VOLUMES.length}`)
  if (added > count) throw new InvalidInputError('buffer.added', added, `${count} or less`)
  if (open >= OPEN_CHOICES.length) throw new InvalidInputError('buffer.open', open, `below ${OPEN_CHOICES.length}`)
  checkNonNegative('buffer.closeWithin', new Float64Array(buffer, CLOSE_WITHIN_AT, 1)[0]!)
  const size = bytes(volume, vertices, count, nodes)
  if (buffer.byteLength !== size) throw new InvalidInputError('buffer.byteLength', buffer.byteLength, `${size}`)
  const views = meshViews(buffer)
  checkAll('triangles', views.triangles, vertices)
  checkAll('order', views.order, count)
  checkOrder(views.order)
  for (let i = 0; i < views.positions.length; i++) {
    const p = views.positions[i]!
    if (!(Math.abs(p) <= MAX_COORDINATE)) checkCoordinate(`buffer.positions[${i}]`, p)
  }
  const reach = pointsReach({ points: views.positions, corners: views.triangles, stride: 3 })
  if (!(views.reach[0]! >= reach)) throw new InvalidInputError('buffer.reach', views.reach[0], `${reach} or more`)
  if (nodes > 0 && !(views.first[0] === 0 && views.end[0] === count)) {
    throw new InvalidInputError('buffer.end[0]', views.end[0], `${count}: the root holds all triangles`)
  }
  for (let n = 0; n < nodes; n++) {
    const { child, first, end } = views
    const from = first[n]!
    const to = end[n]!
    if (!(from >= 0 && from < to && to <= count)) throw new InvalidInputError(`buffer.first[${n}]`, from, 'a range')
    const c = child[n]!
    if (c < 0) continue
    const whole = c > n && c + 1 < nodes && first[c] === from && end[c] === first[c + 1] && end[c + 1] === to
    if (!whole) throw new InvalidInputError(`buffer.child[${n}]`, c, 'a later node that is the child of no other node')
  }
  if ((nodes === 0) !== (count === 0)) throw new InvalidInputError('buffer.nodes', nodes, 'none without triangles')
  // Last: what can be said with the name of a field is said so.
  checkMeshSeal(buffer)
  return buffer
}

/** Every triangle once. */
function checkOrder(order: Uint32Array): void {
  const met = new Uint8Array(order.length)
  for (let i = 0; i < order.length; i++) {
    if (met[order[i]!] === 1) throw new InvalidInputError(`buffer.order[${i}]`, order[i], 'named once')
    met[order[i]!] = 1
  }
}

function checkAll(field: string, indices: Uint32Array, below: number): void {
  for (let i = 0; i < indices.length; i++) {
    if (indices[i]! >= below) throw new InvalidInputError(`buffer.${field}[${i}]`, indices[i], `below ${below}`)
  }
}
