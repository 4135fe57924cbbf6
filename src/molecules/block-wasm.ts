// The WebAssembly twin of the energies between blocks of atoms, where there is one: same arrays, same results to the bit, same counts
// (wasm/energy.ts is its source, scripts/build-wasm.mjs builds it, test/molecules/block-wasm.test.ts compares the two). A kept energy that has
// it lives in a WebAssembly memory of its own, allocated once and never grown; one that has none lives in an ArrayBuffer, and
// block-kernels.ts does the work.
import { ENERGY_WASM } from './block-wasm-bytes.js'

/** What is used here of the WebAssembly interface: the engine compiles without the DOM's types. */
interface WebAssemblyInterface {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

const host = globalThis as { WebAssembly?: WebAssemblyInterface; atob?: (text: string) => string }

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

/** Most energies that may have a twin at a time: V8 keeps gigabytes of addresses for every memory (chain-wasm.ts). */
const MOST = 1000
const PAGE = 65536
/** A 32-bit memory has no more. */
const MOST_PAGES = 65535

/** Bytes before the arrays, for the twin: no array is at 0. */
export const BEFORE = 64

let enabled = true
let compiled: object | undefined
let broken = false
let living = 0
let refused = false
const collected = new FinalizationRegistry<undefined>(() => {
  living--
  refused = false
})

/** Turns the twin off or on for energies made from now on. For tests. */
export function setEnergyWasmEnabled(on: boolean): void {
  enabled = on
  refused = false
}

function wasmModule(): object | undefined {
  if (compiled !== undefined || broken) return compiled
  try {
    const text = host.atob!(ENERGY_WASM)
    compiled = new host.WebAssembly!.Module(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  } catch {
    broken = true
  }
  return compiled
}

/** A buffer of zeros, `BEFORE` included, and the twin if there is one: `bind` must then be called. */
export function blockBuffer(bytes: number): { buffer: ArrayBuffer; wasm: BlockWasm | undefined } {
  const pages = Math.ceil(bytes / PAGE)
  const module = enabled && pages <= MOST_PAGES && living < MOST && !refused ? wasmModule() : undefined
  if (module !== undefined) {
    try {
      const memory = new host.WebAssembly!.Memory({ initial: pages, maximum: pages })
      const wasm = new BlockWasm(module, memory)
      living++
      collected.register(wasm, undefined)
      return { buffer: memory.buffer, wasm }
    } catch {
      // No memory to be had. The TypeScript does as well, and trying again would be dear.
      refused = true
    }
  }
  return { buffer: new ArrayBuffer(bytes), wasm: undefined }
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

  constructor(module: object, memory: { readonly buffer: ArrayBuffer }) {
    this.buffer = memory.buffer
    this.run = new host.WebAssembly!.Instance(module, { env: { memory } }).exports as EnergyExports
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
