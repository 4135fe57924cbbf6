// The WebAssembly twin of the energies between blocks of atoms, where there is one: same arrays, same results to the bit, same counts
// (wasm/energy.ts is its source, scripts/build-wasm.mjs builds it, test/molecules/energy/block-wasm.test.ts compares the two). A kept energy that has
// it lives in a WebAssembly memory of its own, allocated once and never grown; one that has none lives in an ArrayBuffer, and
// block-kernels.ts does the work.
import { type WasmCode, type WasmMemory, WasmTwins } from '../../base/work/wasm-twin.js'
import { ENERGY_WASM } from './block-wasm-bytes.js'

/** What wasm/energy.ts exports. Kernels and masks by their place in bytes; no masks: 0. */
export interface EnergyExports {
  init(places: number, width: number): void
  listPairs(cutoff: number, fromA: number, toA: number, fromB: number, toB: number): number
  equalWells(kernel: number, a: number, b: number, masks: number): number
  wells(kernel: number, a: number, b: number, masks: number): number
  shiftedWells(kernel: number, a: number, b: number, masks: number): number
  spheres(kernel: number, a: number, b: number, masks: number): number
  gather(kernel: number, a: number, b: number, masks: number): number
}

/** Bytes before the arrays, for the twin: no array is at 0. */
export const BEFORE = 64

const twins = new WasmTwins<BlockWasm>(ENERGY_WASM)

/** Turns the twin off or on for energies made from now on. For tests. */
export function setEnergyWasmEnabled(on: boolean): void {
  twins.setEnabled(on)
}

/** A buffer of zeros, `BEFORE` included, and the twin if there is one: `bind` must then be called. */
export function blockBuffer(bytes: number): { buffer: ArrayBuffer; wasm: BlockWasm | undefined } {
  const made = twins.make(bytes, (code, memory) => new BlockWasm(code, memory))
  return made ?? { buffer: new ArrayBuffer(bytes), wasm: undefined }
}

/** Where arrays are, in bytes. */
export interface BlockPlaces {
  readonly lanes: number
  readonly balls: number
  readonly columns: number
  readonly kernels: number
  readonly head: number
  readonly squares: number
  readonly start: number
  readonly masks: number
  readonly found: number
  readonly table: number
  readonly bodies: number
  readonly listed: number
}

export class BlockWasm {
  readonly run: EnergyExports
  /** Where the kernels and the masks begin, in bytes. */
  kernels = 0
  masks = 0
  private readonly buffer: ArrayBuffer

  constructor(code: WasmCode, memory: WasmMemory) {
    this.buffer = memory.buffer
    this.run = code.start(memory) as EnergyExports
  }

  /** Tells the twin where the arrays are, and how many places a block has. */
  bind(at: BlockPlaces, width: number): void {
    // Masks of the pairs of bits 0 to 3, for two lanes.
    new BigInt64Array(this.buffer, at.table, 8).set([0n, 0n, -1n, 0n, 0n, -1n, -1n, -1n])
    new Int32Array(this.buffer, 0, 10).set([
      at.lanes,
      at.balls,
      at.columns,
      at.start,
      at.head,
      at.squares,
      at.found,
      at.table,
      at.bodies,
      at.listed,
    ])
    this.kernels = at.kernels
    this.masks = at.masks
    this.run.init(0, width)
  }
}
