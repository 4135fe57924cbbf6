// What the WebAssembly twins of hot functions have in common: a module that is compiled when first asked for, and memories that
// never grow. Where the host has no WebAssembly, no SIMD or no more memory, there is no twin, and the TypeScript does the work.

/** What is used here of the WebAssembly interface: the engine compiles without the DOM's types. */
interface WebAssemblyInterface {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer
}

const host = globalThis as { WebAssembly?: WebAssemblyInterface; atob?: (text: string) => string }

const PAGE = 65536
/** A 32-bit memory has no more. */
const MOST_PAGES = 65535

export class WasmCode {
  /** Tests turn it off. */
  enabled = true
  private compiled: object | undefined
  private broken = false

  constructor(private readonly base64: string) {}

  /** Can it run here, over a memory of this many bytes? The first call compiles it. */
  fits(bytes: number): boolean {
    return this.enabled && Math.ceil(bytes / PAGE) <= MOST_PAGES && this.module() !== undefined
  }

  /** At least this many zero bytes. Throws where the host has no memory for it. */
  memory(bytes: number): WasmMemory {
    const pages = Math.ceil(bytes / PAGE)
    return new host.WebAssembly!.Memory({ initial: pages, maximum: pages })
  }

  /** What it exports, at work over this memory; after `fits`. */
  start(memory: WasmMemory, imports: object = {}): unknown {
    return new host.WebAssembly!.Instance(this.module()!, { env: { memory, ...imports } }).exports
  }

  private module(): object | undefined {
    if (this.compiled !== undefined || this.broken) return this.compiled
    try {
      const text = host.atob!(this.base64)
      this.compiled = new host.WebAssembly!.Module(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
    } catch {
      this.broken = true
    }
    return this.compiled
  }
}

/**
 * Most twins of a kind that may have a memory of their own at a time. V8 keeps 8 to 10 GB of addresses for every memory, runs out
 * of them at some 12,000, and then spends a second on every further attempt.
 */
const MOST_TWINS = 1000

/** Twins of one kind, each in a memory of its own, which is let go with it. */
export class WasmTwins<Twin extends object> {
  private readonly code: WasmCode
  /** Those that have not been collected, and whether the host has refused one more. */
  private living = 0
  private refused = false
  private readonly collected = new FinalizationRegistry<undefined>(() => {
    this.living--
    this.refused = false
  })

  constructor(base64: string) {
    this.code = new WasmCode(base64)
  }

  /** Turns twins off or on for what is made from now on. For tests. */
  setEnabled(on: boolean): void {
    this.code.enabled = on
    this.refused = false
  }

  /** One over a new memory of this many bytes; undefined where the host cannot provide it. */
  make(
    bytes: number,
    build: (code: WasmCode, memory: WasmMemory) => Twin,
  ): { buffer: ArrayBuffer; wasm: Twin } | undefined {
    if (this.living >= MOST_TWINS || this.refused || !this.code.fits(bytes)) return undefined
    try {
      const memory = this.code.memory(bytes)
      const wasm = build(this.code, memory)
      this.living++
      this.collected.register(wasm, undefined)
      return { buffer: memory.buffer, wasm }
    } catch {
      // No memory available. The TypeScript works as well, and trying again would be expensive.
      this.refused = true
      return undefined
    }
  }
}
