// The WebAssembly twin of what builds a mesh's tree: same results to the bit (wasm/mesh-*.ts hold its source,
// scripts/build-wasm.mjs builds it, test/meshes/tree/mesh-wasm.test.ts compares the two). Both functions copy what they need
// into a WebAssembly memory, and the result out of it. Where they cannot (no WebAssembly or no SIMD, no memory available)
// or need not (a small mesh), they say so, and the TypeScript does the work.
//
// No memory is ever grown: that would detach its old buffer, and once a program has detached one, V8 looks out for it in all
// code over typed arrays: a tenth of the speed of everything, queries included.
import { WasmCode, type WasmMemory } from '../../base/work/wasm-twin.js'
import type { ItemPoints } from './box-points.js'
import type { SplitShape } from './mesh-splits.js'
import { MESH_WASM } from './mesh-wasm-bytes.js'

/** What wasm/mesh-tree.ts exports. */
interface MeshExports {
  split(
    points: number,
    corners: number,
    count: number,
    leafSize: number,
    rule: number,
    records: number,
    boxes: number,
    bins: number,
    stack: number,
    order: number,
    child: number,
    first: number,
    end: number,
  ): number
  fit(
    table: number,
    boxes: number,
    moments: number,
    nodes: number,
    items: number,
    vertices: number,
    stride: number,
    most: number,
    levels: number,
    slack: number,
  ): number
}

interface Twin {
  readonly memory: WasmMemory
  readonly run: MeshExports
}

/** Meshes with fewer items stay in TypeScript: to make the twin takes about a millisecond, once. */
const FEWEST_ITEMS = 128
/** A memory of this many bytes is kept for meshes that fit into it; a larger one until the collector comes by. */
const KEPT_BYTES = 2 ** 24
/**
 * Room for guests (box-points.ts), in bytes a corner. In meshes as they are there are one to two and a half, of four bytes each.
 */
const GUESTS_ROOM = 16

const code = new WasmCode(MESH_WASM)
let kept: Twin | undefined
let large: WeakRef<Twin> | undefined

/** Turns the twin off or on. For tests. */
export function setMeshWasmEnabled(on: boolean): void {
  code.enabled = on
}

/** A twin with a memory of at least this many bytes, whatever is in it. */
function twin(bytes: number): Twin | undefined {
  if (!code.fits(bytes)) return undefined
  const old = bytes <= KEPT_BYTES ? kept : large?.deref()
  if (old !== undefined && old.memory.buffer.byteLength >= bytes) return old
  try {
    const memory = code.memory(Math.max(bytes, KEPT_BYTES))
    const made = { memory, run: code.start(memory) as MeshExports }
    if (bytes <= KEPT_BYTES) kept = made
    else large = new WeakRef(made)
    return made
  } catch {
    return undefined
  }
}

/** Rooms in a memory, one after the other. */
class Rooms {
  bytes = 16

  /** Where a room of this many bytes begins. */
  take(bytes: number): number {
    const at = this.bytes
    this.bytes = Math.ceil((at + bytes) / 16) * 16
    return at
  }
}

/** splitMesh; undefined if the TypeScript should do it. `rule` is its place in SPLIT_RULES. */
export function splitInWasm(
  positions: Float64Array,
  triangles: Uint32Array,
  leafSize: number,
  rule: number,
): SplitShape | undefined {
  const count = triangles.length / 3
  if (count < FEWEST_ITEMS) return undefined
  const most = 2 * count - 1
  const rooms = new Rooms()
  // No tree is deeper than twice 32 levels.
  const stack = rooms.take(8 * 80)
  const points = rooms.take(8 * positions.length)
  const corners = rooms.take(4 * triangles.length)
  const records = rooms.take(32 * count)
  const boxes = rooms.take(48 * count)
  const bins = rooms.take(3 * 16 * 64)
  const order = rooms.take(4 * count)
  const child = rooms.take(4 * most)
  const first = rooms.take(4 * most)
  const end = rooms.take(4 * most)
  const made = twin(rooms.bytes)
  if (made === undefined) return undefined
  const { buffer } = made.memory
  new Float64Array(buffer, points, positions.length).set(positions)
  new Uint32Array(buffer, corners, triangles.length).set(triangles)
  const nodes = made.run.split(
    points,
    corners,
    count,
    leafSize,
    rule,
    records,
    boxes,
    bins,
    stack,
    order,
    child,
    first,
    end,
  )
  return {
    nodes,
    order: new Uint32Array(buffer, order, count).slice(),
    child: new Int32Array(buffer, child, nodes).slice(),
    first: new Int32Array(buffer, first, nodes).slice(),
    end: new Int32Array(buffer, end, nodes).slice(),
  }
}

/** fitUpTo of box-tree.ts; false if the TypeScript should do it. */
export function fitInWasm(
  boxes: Float64Array,
  shape: SplitShape,
  items: ItemPoints,
  most: number,
  levels: number,
  slack: number,
): boolean {
  const { nodes } = shape
  const { stride } = items
  const count = shape.order.length
  if (count < FEWEST_ITEMS) return false
  const vertices = items.points.length / 3
  const rooms = new Rooms()
  const table = rooms.take(4 * 14)
  const child = rooms.take(4 * nodes)
  const first = rooms.take(4 * nodes)
  const end = rooms.take(4 * nodes)
  const order = rooms.take(4 * count)
  const itemPoints = rooms.take(8 * items.points.length)
  const itemCorners = rooms.take(4 * items.corners.length)
  const places = [
    child,
    first,
    end,
    order,
    itemPoints,
    itemCorners,
    rooms.take(8 * Math.min(items.points.length, 3 * items.corners.length)),
    rooms.take(4 * items.corners.length),
    rooms.take(4 * (count + 1)),
    rooms.take(4 * vertices),
    rooms.take(4 * nodes),
    rooms.take(4 * nodes),
  ]
  const moments = rooms.take(80 * nodes)
  const boxesAt = rooms.take(8 * boxes.length)
  const guests = rooms.take(GUESTS_ROOM * items.corners.length)
  const made = twin(rooms.bytes)
  if (made === undefined) return false
  const { buffer } = made.memory
  // They have all that is left of the memory.
  new Uint32Array(buffer, table, 14).set([...places, guests, buffer.byteLength])
  new Int32Array(buffer, child, nodes).set(shape.child)
  new Int32Array(buffer, first, nodes).set(shape.first)
  new Int32Array(buffer, end, nodes).set(shape.end)
  new Uint32Array(buffer, order, count).set(shape.order)
  new Float64Array(buffer, itemPoints, items.points.length).set(items.points)
  new Uint32Array(buffer, itemCorners, items.corners.length).set(items.corners)
  const done = made.run.fit(table, boxesAt, moments, nodes, count, vertices, stride, most, levels, slack) === 1
  if (done) boxes.set(new Float64Array(buffer, boxesAt, boxes.length))
  return done
}
