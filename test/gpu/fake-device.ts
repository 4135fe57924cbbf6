// A WebGPU device in memory for a bar that turns about z beside a post: it decides by the angle what is far from contact or well inside,
// leaves the rest open, counts what it is asked for, and fails where a test wants it to.
import { box, cylinder, Robot, World } from '../../src/entries/robots.js'
import { COLLIDING, PLACED, TESTED } from '../../src/gpu/kernels/params.js'
import type { GpuBuffer, GpuDevice } from '../../src/gpu/webgpu.js'

/** The bar touches the post at this angle, and some hundredths of a radian around it. */
const TOUCHING = Math.atan2(0.3, 0.9)

export function barWorld(): World {
  const bar = { name: 'bar', geometry: [{ shape: box({ size: [1, 0.02, 0.02], at: [0.5, 0, 0] }) }] }
  const turn = { name: 'turn', kind: 'continuous', parent: 'base', child: 'bar', axis: [0, 0, 1] } as const
  const robot = new Robot({ name: 'arm', links: [{ name: 'base' }, bar], joints: [turn] })
  const post = { name: 'post', shape: cylinder({ radius: 0.01, length: 1, at: [0.9, 0.3, 0] }) }
  return new World({ robots: [robot], obstacles: [post] })
}

/** A device of which one call fails, the `at`-th, or all from that on. */
export function failingDevice(at: number, isGone: boolean): { device: GpuDevice; calls: () => number } {
  let calls = 0
  const wrapped = <T extends object>(of: T, then: (made: unknown) => unknown = (made) => made): T =>
    new Proxy(of, {
      get: (target, key) => {
        const value = Reflect.get(target, key) as unknown
        if (key === 'queue') return wrapped(value as object)
        if (typeof value !== 'function' || key === 'destroy') return value
        return (...given: unknown[]) => {
          const fails = ++calls === at || (isGone && calls > at)
          const made = fails ? undefined : then((value as (...some: unknown[]) => unknown).apply(target, given))
          if (!fails) return made
          const error = new Error('the driver was reset')
          if (/Async$|^pop|^getComp/.test(String(key))) return Promise.reject(error)
          throw error
        }
      },
    })
  const isBuffer = (made: unknown): made is GpuBuffer => typeof made === 'object' && made !== null && 'unmap' in made
  const device = wrapped(new FakeDevice(), (made) => (isBuffer(made) ? wrapped(made) : made))
  return { device, calls: () => calls }
}

interface Faked extends GpuBuffer {
  readonly label: string
  readonly words: Uint32Array
}

export interface FakeFailures {
  /** Bytes of a buffer above which there is no memory. */
  readonly mostBytes?: number
  /** The device is gone once it was asked this many times. */
  readonly lostAfter?: number
  /** It settles nothing, of whatever world. */
  readonly isBlind?: boolean
  /** Called with the configurations of each chunk. */
  readonly onRun?: (count: number) => void
}

export class FakeDevice implements GpuDevice {
  readonly limits = {
    maxBufferSize: 2 ** 30,
    maxStorageBufferBindingSize: 2 ** 30,
    maxStorageBuffersPerShaderStage: 10,
    maxComputeWorkgroupsPerDimension: 65535,
  }
  readonly adapterInfo = { vendor: 'made up' }
  readonly lost: GpuDevice['lost']
  /** Chunks that were run, bytes of buffers that are there, and the most that ever were. */
  runs = 0
  bytes = 0
  mostBytes = 0
  private lose: (info: { reason: string; message: string }) => void = () => {}
  private isShort = false

  constructor(private readonly failures: FakeFailures = {}) {
    this.lost = new Promise((resolve) => {
      this.lose = resolve
    })
  }

  readonly queue = {
    writeBuffer: (buffer: GpuBuffer, at: number, data: ArrayBufferView, from = 0, size?: number): void => {
      const { words } = buffer as Faked
      const all = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4)
      words.set(all.subarray(from, from + (size ?? all.length)), at / 4)
    },
    submit: (commands: Iterable<object>): void => {
      for (const command of commands) (command as { run(): void }).run()
    },
    onSubmittedWorkDone: async (): Promise<void> => {},
  }

  createBuffer({ size, label = '' }: { size: number; usage: number; label?: string }): GpuBuffer {
    if (size > (this.failures.mostBytes ?? Infinity)) this.isShort = true
    const words = new Uint32Array(size / 4)
    this.bytes += size
    this.mostBytes = Math.max(this.mostBytes, this.bytes)
    const destroy = (): void => {
      this.bytes -= size
    }
    const mapAsync = async (): Promise<void> => {
      if (this.runs > (this.failures.lostAfter ?? Infinity)) throw new Error('the driver was reset')
    }
    const made: Faked = { label, size, words, mapAsync, getMappedRange: () => words.buffer, unmap: () => {}, destroy }
    return made
  }

  createShaderModule() {
    return { getCompilationInfo: async () => ({ messages: [] }) }
  }

  async createComputePipelineAsync() {
    return { getBindGroupLayout: () => ({}) }
  }

  /** Buffers by label, which is all that the fake kernels look at. */
  createBindGroup({ entries }: Parameters<GpuDevice['createBindGroup']>[0]): object {
    return new Map(
      Array.from(entries, ({ resource }) => {
        const { buffer } = resource as { readonly buffer: Faked }
        return [buffer.label, buffer]
      }),
    )
  }

  createCommandEncoder() {
    const steps: (() => void)[] = []
    const groups: Map<string, Faked>[] = []
    return {
      beginComputePass: () => ({
        setPipeline: () => {},
        setBindGroup: (_: number, group: object | null | undefined) => void groups.push(group as Map<string, Faked>),
        dispatchWorkgroups: () => {},
        end: () => void steps.push(() => this.place(groups[0]!)),
      }),
      copyBufferToBuffer: (from: GpuBuffer, at: number, to: GpuBuffer, toAt: number, size: number) =>
        void steps.push(() => {
          ;(to as Faked).words.set((from as Faked).words.subarray(at / 4, (at + size) / 4), toAt / 4)
        }),
      clearBuffer: (buffer: GpuBuffer) => void steps.push(() => void (buffer as Faked).words.fill(0)),
      finish: () => ({
        run: () => {
          for (const step of steps) step()
        },
      }),
    }
  }

  pushErrorScope(): void {
    this.isShort = false
  }

  async popErrorScope(): Promise<{ message: string } | null> {
    return this.isShort ? { message: 'out of memory' } : null
  }

  destroy(): void {
    this.lose({ reason: 'destroyed', message: '' })
  }

  private place(group: Map<string, Faked>): void {
    const [count] = group.get('params')!.words as unknown as [number]
    const values = new Float64Array(group.get('values')!.words.buffer)
    const found = group.get('found')!.words
    this.runs++
    this.failures.onRun?.(count)
    for (let k = 0; this.failures.isBlind !== true && k < count; k++) {
      const off = values[k]! - TOUCHING
      const far = Math.abs(Math.atan2(Math.sin(off), Math.cos(off)))
      found[k] = !Number.isFinite(off)
        ? 0
        : far > 0.1
          ? PLACED | TESTED
          : far < 0.005
            ? PLACED | TESTED | COLLIDING
            : PLACED
    }
  }
}
