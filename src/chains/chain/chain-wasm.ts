// The WebAssembly twin of a chain's hot functions, where there is one: same arrays, same results to the bit, same counts
// (wasm/ holds its source, scripts/build-wasm.mjs builds it, test/chains/chain/chain-wasm.test.ts compares the two). A chain that
// has it lives in its own WebAssembly memory, allocated once and never grown, so that views on it stay valid. A chain
// that has none (too small to gain, no WebAssembly or no SIMD, no memory available) lives in an ArrayBuffer, and its
// functions are the TypeScript ones.
import { type WasmCode, type WasmMemory, WasmTwins } from '../../base/work/wasm-twin.js'
import type { Pending } from './chain-pending.js'
import type { ChainVisitor } from './chain-search.js'
import { CHAIN_WASM } from './chain-wasm-bytes.js'

/** What wasm/chain.ts exports. */
interface ChainExports {
  init(table: number): void
  refitAll(snug: number, withLeaves: number): void
  refitPath(leaf: number, snug: number, withLeaf: number): number
  refitList(count: number, snug: number, withLeaves: number): number
  searchAll(neighbours: number): number
  searchPending(neighbours: number, count: number, joint: number, span: number): number
}

/**
 * Chains with fewer links stay in TypeScript. A memory and an instance take about 0.15 ms to make, which some 50 changes
 * with their queries win back, and a memory is a multiple of 64 KB.
 */
const FEWEST_LINKS = 128

/** Bytes of the parts behind the arrays; wasm/layout.ts says what is in them. */
const TABLE = 128
const HEAD = 128
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
  readonly stack: number
  readonly end: number
}

function layOut(from: number, size: ChainSize): Rooms {
  const table = Math.ceil(from / 64) * 64
  const head = table + TABLE
  const leafRoom = head + HEAD
  const nodeList = leafRoom + LEAF_ROOM
  const pendingList = nodeList + 4 * size.leaves
  const stack = Math.ceil((pendingList + 4 * size.links) / 64) * 64
  // A search goes depth first: it takes a pair off the stack and puts at most two behind it, one level farther down on one
  // side. There are 2·(levels − 1) such steps below the first pair, so never more than 1 + 4·(levels − 1) entries.
  return { table, head, leafRoom, nodeList, pendingList, stack, end: stack + ENTRY * 4 * size.levels }
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
  private readonly nodes: Int32Array
  private readonly joints: Int32Array
  private readonly links: number
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
    this.nodes = new Int32Array(buffer, rooms.nodeList, size.leaves)
    this.joints = new Int32Array(buffer, rooms.pendingList, size.links)
    this.links = size.links
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
    const table = new Int32Array(this.head.buffer, rooms.table, 20)
    table.set(offsets)
    table.set([rooms.head, rooms.leafRoom, rooms.nodeList, rooms.pendingList, rooms.stack], 12)
    table.set([size.leaves, size.nodes, size.linksPerLeaf], 17)
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

  /** ChainSearch.self. */
  search(neighbours: number, pending: Pending | undefined, visitor: ChainVisitor): boolean {
    const { head, run } = this
    const apart = Math.min(neighbours, this.links)
    this.visitor = visitor
    head[0] = visitor.margin
    let hit: number
    if (pending === undefined) hit = run.searchAll(apart)
    else if (pending.count === 0) return false
    else {
      if (pending.count > 1) for (let k = 0; k < pending.count; k++) this.joints[k] = pending.joints[k]!
      hit = run.searchPending(apart, pending.count, pending.joints[0]!, pending.span ? 1 : 0)
    }
    this.visitor = undefined
    this.volumeTests = head[1]!
    this.leafTests = head[2]!
    return hit === 1
  }
}
