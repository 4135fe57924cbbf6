// The device that kernels run on: the caller's, or that of the browser, or of the package webgpu in Node; or why there is none.
import type { Gpu, GpuAdapterInfo, GpuDevice } from './webgpu.js'

declare const navigator: { readonly gpu?: Gpu } | undefined
declare const process: unknown

/** Bytes of a buffer that a device is asked for where its adapter has them. */
const WANTED_BYTES = 2 ** 30

export interface FoundDevice {
  readonly device: GpuDevice
  /** What it calls itself. */
  readonly name: string
  /** Is it a processor that takes a graphics card's place? */
  readonly isSoftware: boolean
  /** Was it made here? Then it is ended with the batch. */
  readonly isOwn: boolean
}

export interface DeviceChoice {
  readonly gpu?: Gpu | undefined
  readonly device?: GpuDevice | undefined
}

/** Kept, since an implementation may end with the object that it came from, and with it all that is left of it. */
const implementations = new Set<Gpu>()
const adapters = new WeakMap<GpuDevice, unknown>()
/** The package's, made once: each holds a process's worth of a driver. */
let ofPackage: Gpu | undefined

/** A text says why there is none. */
export async function findDevice({ gpu, device }: DeviceChoice): Promise<FoundDevice | string> {
  if (device !== undefined) return { device, ...described(device.adapterInfo), isOwn: false }
  const from = gpu ?? (await findGpu())
  if (typeof from === 'string') return from
  implementations.add(from)
  try {
    const adapter = await from.requestAdapter({ powerPreference: 'high-performance' })
    if (adapter === null) return 'WebGPU finds no adapter on this machine'
    const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits
    const made = await adapter.requestDevice({
      requiredLimits: {
        maxBufferSize: Math.min(maxBufferSize, WANTED_BYTES),
        maxStorageBufferBindingSize: Math.min(maxStorageBufferBindingSize, WANTED_BYTES),
      },
    })
    adapters.set(made, adapter)
    return { device: made, ...described(adapter.info), isOwn: true }
  } catch (error) {
    return `WebGPU gives no device: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function findGpu(): Promise<Gpu | string> {
  const own = typeof navigator === 'undefined' ? undefined : navigator.gpu
  if (own !== undefined) return own
  if (ofPackage !== undefined) return ofPackage
  // A name that is not written in the import: bundlers of pages have no such package, and need none.
  const name = 'webgpu'
  try {
    const made = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
      create(flags: readonly string[]): Gpu
    }
    ofPackage = made.create([])
    return ofPackage
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message?: string }
    // Bundlers and browsers, which know no packages, say it in other ways.
    if (typeof process === 'undefined') return 'this browser offers no WebGPU'
    return code === 'ERR_MODULE_NOT_FOUND' && /'webgpu'/.test(String(message))
      ? 'there is no WebGPU: install the package webgpu'
      : `the package webgpu cannot be loaded: ${message ?? error}`
  }
}

function described(info: GpuAdapterInfo = {}): { name: string; isSoftware: boolean } {
  const { vendor = '', architecture = '', device = '', description = '', isFallbackAdapter = false } = info
  const name = [vendor, architecture, description === '' ? device : description].filter((text) => text !== '').join(' ')
  return {
    name: name === '' ? 'unnamed' : name,
    isSoftware: isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software|warp/i.test(name),
  }
}
