// Kernels, compiled. They depend on no world: each is compiled once a device.
import { DeviceFailure } from './chunk-slot.js'
import type { GpuDevice, GpuPipeline } from './webgpu.js'

/** The four steps of a filter. */
export type Kernel = 'place' | 'broad' | 'fine' | 'hull'

export type Pipelines = Readonly<Record<Kernel, GpuPipeline>>

/** By the kernel's text. */
const compiled = new WeakMap<GpuDevice, Map<string, Promise<GpuPipeline>>>()

/** Throws DeviceFailure where the device refuses one. */
export async function pipelinesFor(device: GpuDevice, codes: Readonly<Record<Kernel, string>>): Promise<Pipelines> {
  const known = compiled.get(device) ?? new Map<string, Promise<GpuPipeline>>()
  compiled.set(device, known)
  const of = (label: Kernel): Promise<GpuPipeline> => {
    const code = codes[label]
    const made = known.get(code) ?? compileKernel(device, label, code)
    known.set(code, made)
    return made
  }
  const [place, broad, fine, hull] = await Promise.all([of('place'), of('broad'), of('fine'), of('hull')])
  return { place, broad, fine, hull }
}

async function compileKernel(device: GpuDevice, label: Kernel, code: string): Promise<GpuPipeline> {
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
