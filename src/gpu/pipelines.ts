// Kernels, compiled. They depend on no world: each is compiled once a device.
import { DeviceFailure } from './chunk-slot.js'
import { SCAN_KERNEL, SCATTER_KERNEL } from './kernels/sort-kernels.js'
import type { GpuBuffer, GpuDevice, GpuEncoder, GpuPipeline } from './webgpu.js'

/** The steps of a filter that depend on what it asks, and all of them. */
type OwnKernel = 'place' | 'broad' | 'fine' | 'hull'
export type Kernel = OwnKernel | 'scan' | 'scatter'

export type Pipelines = Readonly<Record<Kernel, GpuPipeline>>

/** A dispatch: its buffers in the order of their bindings. */
export interface KernelStep {
  readonly kernel: Kernel
  readonly bound: readonly GpuBuffer[]
  readonly groups: number
}

/** By the kernel's text. */
const compiled = new WeakMap<GpuDevice, Map<string, Promise<GpuPipeline>>>()

/** Throws DeviceFailure where the device refuses one. */
export async function pipelinesFor(device: GpuDevice, own: Readonly<Record<OwnKernel, string>>): Promise<Pipelines> {
  const known = compiled.get(device) ?? new Map<string, Promise<GpuPipeline>>()
  compiled.set(device, known)
  const codes = Object.entries({ ...own, scan: SCAN_KERNEL, scatter: SCATTER_KERNEL })
  const made = codes.map(async ([label, code]) => {
    const pipeline = known.get(code) ?? compileKernel(device, label, code)
    known.set(code, pipeline)
    return [label, await pipeline] as const
  })
  return Object.fromEntries(await Promise.all(made)) as Pipelines
}

/** Survivors by pair, into `sorted`. */
export function sortSteps(
  params: GpuBuffer,
  survivors: GpuBuffer,
  counts: GpuBuffer,
  sorted: GpuBuffer,
  groups: number,
): KernelStep[] {
  return [
    { kernel: 'scan', bound: [params, counts], groups: 1 },
    { kernel: 'scatter', bound: [survivors, counts, sorted], groups },
  ]
}

/** One after the other, in one pass. */
export function encodeSteps(
  device: GpuDevice,
  encoder: GpuEncoder,
  pipelines: Pipelines,
  steps: readonly KernelStep[],
): void {
  const pass = encoder.beginComputePass()
  for (const { kernel, bound, groups } of steps) {
    const pipeline = pipelines[kernel]
    const entries = bound.map((buffer, binding) => ({ binding, resource: { buffer } }))
    pass.setPipeline(pipeline)
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }))
    pass.dispatchWorkgroups(groups)
  }
  pass.end()
}

async function compileKernel(device: GpuDevice, label: string, code: string): Promise<GpuPipeline> {
  try {
    const module = device.createShaderModule({ code, label })
    const { messages } = await module.getCompilationInfo()
    const wrong = messages.find(({ type }) => type === 'error')
    if (wrong !== undefined) throw new DeviceFailure(wrong.message)
    return await device.createComputePipelineAsync({ layout: 'auto', label, compute: { module, entryPoint: 'main' } })
  } catch (error) {
    throw new DeviceFailure(`kernel ${label}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
