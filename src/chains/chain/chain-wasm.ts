// The WebAssembly twin of a chain's hot functions, where there is one: same arrays, same results to the bit, same counts
// (wasm/ holds its source, scripts/build-wasm.mjs builds it, test/chains/chain/chain-wasm.test.ts compares the two). A chain that
// has it lives in its own WebAssembly memory, allocated once and never grown, so that views on it stay valid. A chain
// that has none (too small to gain, no WebAssembly or no SIMD, no memory available) lives in an ArrayBuffer, and its
// functions are the TypeScript ones.
import { POSE } from '../../base/math/pose.js'
import { type WasmCode, type WasmMemory, WasmTwins } from '../../base/work/wasm-twin.js'
import type { ChainArrays } from './chain-arrays.js'
import type { Pending } from './chain-pending.js'
import type { ChainVisitor } from './chain-search.js'
import { CHAIN_WASM } from './chain-wasm-bytes.js'

/** What wasm/chain.ts exports. */
interface ChainExports {
  init(table: number): void
  refitAll(snug: number, withLeaves: number): void
  refitPath(leaf: number, snug: number, withLeaf: number): number
  refitList(count: number, snug: number, withLeaves: number): number
  searchAll(neighbours: number, from: number, nodesOnly: number): number
  searchPending(neighbours: number, count: number, joint: number, span: number, level: number, end: number): number
  tryPath(neighbours: number, joint: number, snug: number): number
}

/**
 * Chains with fewer links stay in TypeScript. A memory and an instance take about 0.15 ms to make, which some 50 changes
 * with their queries win back, and a memory is a multiple of 64 KB.
 */
const FEWEST_LINKS = 128

/** Bytes of the parts behind the arrays; wasm/layout.ts says what is in them. */
const TABLE = 128
const HEAD = 256
const LEAF_ROOM = 17 * 96 + 16 * 24 + 96
const ENTRY = 112

const twins = new WasmTwins<ChainWasm>(CHAIN_WASM)

/** Turns the twin off or on for chains made from now on. For tests. */
export function setWasmEnabled(on: boolean): void {
  twins.setEnabled(on)
}

/** How large a chain is, as far as the parts behind its arrays depend on it. */
export interface ChainSize {
  readonly links: number
  readonly leaves: number
  readonly nodes: number
  readonly linksPerLeaf: number
  readonly levels: number
}

/** The parts behind the arrays, in bytes from the start of the memory. */
interface Rooms {
  readonly table: number
  readonly head: number
  readonly leafRoom: number
  readonly nodeList: number
  readonly pendingList: number
  readonly closed: number
  readonly stack: number
  readonly end: number
}

function layOut(from: number, size: ChainSize): Rooms {
  const table = Math.ceil(from / 64) * 64
  const head = table + TABLE
  const leafRoom = head + HEAD
  const nodeList = leafRoom + LEAF_ROOM
  const pendingList = nodeList + 4 * size.leaves
  const closed = pendingList + 4 * size.links
  const stack = Math.ceil((closed + 4 * size.nodes) / 64) * 64
  // A search goes depth first: it takes a pair off the stack and puts at most two behind it, one level farther down on one
  // side. There are 2·(levels − 1) such steps below the first pair, so never more than 1 + 4·(levels − 1) entries.
  return { table, head, leafRoom, nodeList, pendingList, closed, stack, end: stack + ENTRY * 4 * size.levels }
}

/**
 * A buffer for a chain's arrays (`bytes` of them), and the twin if it has one: `bind` must then be called. `known`: the twin
 * knows this kind of chain. It knows oriented boxes only.
 */
export function allocateChainBuffer(
  bytes: number,
  size: ChainSize,
  known: boolean,
): { buffer: ArrayBuffer; wasm: ChainWasm | undefined } {
  const rooms = layOut(bytes, size)
  const wanted = known && size.links >= FEWEST_LINKS
  const made = wanted ? twins.make(rooms.end, (code, memory) => new ChainWasm(code, memory, size, rooms)) : undefined
  return made ?? { buffer: new ArrayBuffer(bytes), wasm: undefined }
}

export class ChainWasm {
  /** Counts of the last search. */
  volumeTests = 0
  leafTests = 0
  private readonly run: ChainExports
  /** Margin, box tests, primitive tests. */
  private readonly head: Float64Array
  /** The pose of a joint before it is tried. */
  private readonly before: Float64Array
  private readonly nodes: Int32Array
  private readonly joints: Int32Array
  private readonly links: number
  private readonly closed: Int32Array
  private closedLevel = -1
  private visitor: ChainVisitor | undefined

  constructor(
    code: WasmCode,
    memory: WasmMemory,
    private readonly size: ChainSize,
    private readonly rooms: Rooms,
  ) {
    const { buffer } = memory
    const numbers = new Float64Array(buffer)
    this.head = new Float64Array(buffer, rooms.head, 3)
    this.before = new Float64Array(buffer, rooms.head + 128, POSE)
    this.nodes = new Int32Array(buffer, rooms.nodeList, size.leaves)
    this.joints = new Int32Array(buffer, rooms.pendingList, size.links)
    this.links = size.links
    this.closed = new Int32Array(buffer, rooms.closed, size.nodes)
    const identity = rooms.head / 8 + 4
    numbers[identity] = numbers[identity + 5] = numbers[identity + 10] = 1
    const visit = (i: number, j: number, gap: number, slack: number, x: number): number => {
      const visitor = this.visitor!
      const ended = visitor.visit(i, j, gap, slack, numbers, x / 8)
      this.head[0] = visitor.margin
      return ended ? 1 : 0
    }
    this.run = code.start(memory, { visit }) as ChainExports
  }

  /** Tells the twin where the arrays are, in bytes; in the order of wasm/layout.ts. */
  bind(offsets: readonly number[]): void {
    const { rooms, size } = this
    const table = new Int32Array(this.head.buffer, rooms.table, 21)
    table.set(offsets)
    table.set([rooms.head, rooms.leafRoom, rooms.nodeList, rooms.pendingList, rooms.stack], 12)
    table.set([size.leaves, size.nodes, size.linksPerLeaf, rooms.closed], 17)
    this.run.init(rooms.table)
  }

  /** refitAll of chain-update.ts, the leaves left out if they have been done. */
  refitAll(snug: boolean, withLeaves: boolean): void {
    this.run.refitAll(snug ? 1 : 0, withLeaves ? 1 : 0)
  }

  /** refitAbove of chain-update.ts, the leaves left out if they have been done. */
  refitAbove(nodes: Int32Array, count: number, snug: boolean, withLeaves: boolean): number {
    if (count === 1) return this.run.refitPath(nodes[0]!, snug ? 1 : 0, withLeaves ? 1 : 0)
    for (let k = 0; k < count; k++) this.nodes[k] = nodes[k]!
    return this.run.refitList(count, snug ? 1 : 0, withLeaves ? 1 : 0)
  }

  /**
   * refitAbove and ChainSearch.self after a change of one joint of a chain of spheres that was free, and the undo if the visitor ended
   * the search: true then. `before`: the pose that the joint had.
   */
  tryPath(neighbours: number, joint: number, before: Float64Array, snug: boolean, visitor: ChainVisitor): boolean {
    const { head, run } = this
    this.visitor = visitor
    head[0] = visitor.margin
    for (let k = 0; k < POSE; k++) this.before[k] = before[k]!
    const hit = run.tryPath(Math.min(neighbours, this.links), joint, snug ? 1 : 0)
    this.visitor = undefined
    this.volumeTests = head[1]!
    this.leafTests = head[2]!
    return hit === 1
  }

  /** ChainSearch.self. */
  search(neighbours: number, pending: Pending | undefined, visitor: ChainVisitor, c: ChainArrays): boolean {
    const { head, run } = this
    const apart = Math.min(neighbours, this.links)
    this.visitor = visitor
    head[0] = visitor.margin
    let hit: number
    const { level = -1 } = visitor
    if (level >= 0) this.closeLevel(level, c)
    const nodesOnly = level < 0 ? 0 : 1
    if (pending === undefined) hit = run.searchAll(apart, c.levelStart[Math.max(0, level)]!, nodesOnly)
    else if (pending.count === 0) return false
    else {
      if (pending.count > 1) for (let k = 0; k < pending.count; k++) this.joints[k] = pending.joints[k]!
      hit = run.searchPending(apart, pending.count, pending.joints[0]!, pending.span ? 1 : 0, level, nodesOnly)
    }
    this.visitor = undefined
    this.volumeTests = head[1]!
    this.leafTests = head[2]!
    return hit === 1
  }

  /** A search over the nodes of a level finds no children there. */
  private closeLevel(level: number, { levelStart, child }: ChainArrays): void {
    if (this.closedLevel === level) return
    this.closedLevel = level
    this.closed.set(child)
    this.closed.fill(-1, levelStart[level], levelStart[level + 1])
  }
}
