// A WebGPU device in memory that runs the kernels as they are written (run-wgsl.ts) and is as inexact as the specification of WGSL allows
// (15.7.4, accuracy of expressions): each operation of a kernel errs in one direction of its own, by a number, always, as no real device
// does; roots by 4 units in the last place, quotients by 2; what is below the normal numbers is 0.
import type { Random } from '../../src/entries/robots.js'
import type { GpuBuffer, GpuDevice } from '../../src/gpu/webgpu.js'
import { compileWgsl, type Rounding, type WgslKernel } from './run-wgsl.js'

interface Held extends GpuBuffer {
  readonly words: Uint32Array
}

export class RoughDevice implements GpuDevice {
  readonly limits = {
    maxBufferSize: 2 ** 30,
    maxStorageBufferBindingSize: 2 ** 30,
    maxStorageBuffersPerShaderStage: 10,
    maxComputeWorkgroupsPerDimension: 65535,
  }
  readonly adapterInfo = { vendor: 'rough' }
  readonly lost: GpuDevice['lost'] = new Promise(() => {})

  constructor(private readonly random: Random) {}

  readonly queue = {
    writeBuffer: (buffer: GpuBuffer, at: number, data: ArrayBufferView, from = 0, size?: number): void => {
      const width = (data as Int32Array).BYTES_PER_ELEMENT
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      const end = size === undefined ? bytes.length : width * (from + size)
      new Uint8Array((buffer as Held).words.buffer).set(bytes.subarray(width * from, end), at)
    },
    submit: (commands: readonly object[]): void => {
      for (const command of commands) for (const step of command as readonly (() => void)[]) step()
    },
    onSubmittedWorkDone: async (): Promise<void> => {},
  }

  createBuffer({ size }: { size: number }): GpuBuffer {
    const words = new Uint32Array(size / 4)
    const getMappedRange = (): ArrayBuffer => words.buffer
    const made: Held = { size, words, getMappedRange, mapAsync: async () => {}, unmap: () => {}, destroy: () => {} }
    return made
  }

  createShaderModule({ code }: { code: string }) {
    const run = code.includes('workgroupBarrier') ? scan : compileWgsl(code, roughly(this.random))
    return { run, getCompilationInfo: async () => ({ messages: [] }) }
  }

  async createComputePipelineAsync({ compute }: { compute: object }) {
    const { module } = compute as { module: { run: WgslKernel } }
    return { run: module.run, getBindGroupLayout: () => ({}) }
  }

  createBindGroup({ entries }: Parameters<GpuDevice['createBindGroup']>[0]): object {
    return Array.from(entries, ({ resource }) => (resource as { buffer: Held }).buffer.words)
  }

  createCommandEncoder() {
    const steps: (() => void)[] = []
    let run: WgslKernel = () => {}
    let group: readonly Uint32Array[] = []
    return {
      beginComputePass: () => ({
        setPipeline: (pipeline: object) => {
          run = (pipeline as { run: WgslKernel }).run
        },
        setBindGroup: (_: number, given: object) => {
          group = given as readonly Uint32Array[]
        },
        dispatchWorkgroups: (groups: number) => {
          const [kernel, buffers] = [run, group]
          steps.push(() => kernel(buffers, groups))
        },
        dispatchWorkgroupsIndirect: () => {},
        end: () => {},
      }),
      copyBufferToBuffer: (from: GpuBuffer, at: number, to: GpuBuffer, toAt: number, size: number) => {
        steps.push(() => (to as Held).words.set((from as Held).words.subarray(at / 4, (at + size) / 4), toAt / 4))
      },
      clearBuffer: (buffer: GpuBuffer) => {
        steps.push(() => (buffer as Held).words.fill(0))
      },
      finish: () => steps,
    }
  }

  pushErrorScope(): void {}

  async popErrorScope(): Promise<null> {
    return null
  }

  destroy(): void {}
}

/** Of a kernel: a direction for each of its places, which may be none. */
function roughly(random: Random): Rounding {
  const ways: number[] = []
  const wayOf = (site: number): number => {
    while (ways.length <= site) ways.push(random.integer(5) - 2)
    return ways[site]!
  }
  // 2 and -2 stand for: away from zero, and towards it.
  const upwards = (way: number, x: number): boolean => (Math.abs(way) === 2 ? x > 0 === way > 0 : way > 0)
  const off = (site: number, x: number, units: number): number => {
    const near = Math.fround(x)
    const way = wayOf(site)
    if (near === 0 || way === 0) return normal(near)
    return normal(near + (upwards(way, x) ? units : -units) * unitOf(near))
  }
  return {
    round: (site, x) => {
      const near = Math.fround(x)
      const way = wayOf(site)
      if (near === x || way === 0) return normal(near)
      return normal(upwards(way, x) ? (near > x ? near : next(near, 1)) : near < x ? near : next(near, -1))
    },
    divided: (site, x) => off(site, x, 2),
    root: (site, x) => off(site, x, 4),
  }
}

function normal(x: number): number {
  return Math.abs(x) < 2 ** -126 ? 0 : x
}

/** How far apart singles are there. */
function unitOf(x: number): number {
  return 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(x)))) - 23)
}

const single = new Float32Array(1)
const word = new Int32Array(single.buffer)

/** The next single, upwards or downwards. */
function next(x: number, way: 1 | -1): number {
  single[0] = x
  if (x === 0) return way * 2 ** -149
  word[0]! += x > 0 === way > 0 ? 1 : -1
  return single[0]
}

/** The one kernel that has barriers: its counts. */
const scan: WgslKernel = ([params, counts]) => {
  let place = 0
  for (let p = 0; p < params![6]!; p++) {
    const count = counts![8 + p]!
    counts![8 + p] = place
    place += count
  }
  counts![5] = place
}
