// The part of WebGPU that is used here, as types of our own: the engine compiles without those of a browser, and a program may hand in
// any implementation. Names and meanings are those of the specification (https://www.w3.org/TR/webgpu/). What methods take is no narrower
// than there, or a GPUDevice of lib.dom or @webgpu/types would not be a GpuDevice (test/package hands one in).

/** `navigator.gpu`, or what the package webgpu creates. */
export interface Gpu {
  requestAdapter(options?: { readonly powerPreference?: 'high-performance' | 'low-power' }): Promise<GpuAdapter | null>
}

/** A GPUAdapter. */
export interface GpuAdapter {
  readonly limits: GpuLimits
  readonly info?: GpuAdapterInfo
  requestDevice(options?: { readonly requiredLimits?: Readonly<Record<string, number>> }): Promise<GpuDevice>
}

/** What an adapter says of itself; any of it may be empty. */
export interface GpuAdapterInfo {
  readonly vendor?: string
  readonly architecture?: string
  readonly device?: string
  readonly description?: string
  readonly isFallbackAdapter?: boolean
}

/** Limits that chunks are cut by. */
export interface GpuLimits {
  readonly maxBufferSize: number
  readonly maxStorageBufferBindingSize: number
  readonly maxStorageBuffersPerShaderStage: number
  readonly maxComputeWorkgroupsPerDimension: number
}

/** A GPUDevice. */
export interface GpuDevice {
  readonly limits: GpuLimits
  readonly queue: GpuQueue
  readonly lost: Promise<{ readonly reason: string; readonly message: string }>
  readonly adapterInfo?: GpuAdapterInfo
  createBuffer(options: { readonly size: number; readonly usage: number; readonly label?: string }): GpuBuffer
  createShaderModule(options: { readonly code: string; readonly label?: string }): GpuShader
  createComputePipelineAsync(options: {
    readonly layout: unknown
    readonly label?: string
    readonly compute: object
  }): Promise<GpuPipeline>
  createBindGroup(options: { readonly layout: object; readonly entries: Iterable<GpuEntry> }): object
  createCommandEncoder(): GpuEncoder
  pushErrorScope(filter: 'out-of-memory' | 'validation' | 'internal'): void
  popErrorScope(): Promise<{ readonly message: string } | null>
  destroy(): void
}

/** A GPUBindGroupEntry. */
export interface GpuEntry {
  readonly binding: number
  readonly resource: unknown
}

/** A GPUShaderModule. */
export interface GpuShader {
  getCompilationInfo(): Promise<{ readonly messages: readonly { readonly type: string; readonly message: string }[] }>
}

/** A GPUComputePipeline. */
export interface GpuPipeline {
  getBindGroupLayout(index: number): object
}

/** A GPUBuffer. */
export interface GpuBuffer {
  readonly size: number
  mapAsync(mode: number, offset?: number, size?: number): Promise<unknown>
  getMappedRange(offset?: number, size?: number): ArrayBuffer
  unmap(): void
  destroy(): void
}

/** A GPUQueue. */
export interface GpuQueue {
  writeBuffer(buffer: GpuBuffer, at: number, data: ArrayBufferView, from?: number, size?: number): void
  submit(commands: Iterable<object>): void
  onSubmittedWorkDone(): Promise<unknown>
}

/** A GPUCommandEncoder. */
export interface GpuEncoder {
  beginComputePass(): GpuPass
  copyBufferToBuffer(from: GpuBuffer, at: number, to: GpuBuffer, toAt: number, size: number): void
  clearBuffer(buffer: GpuBuffer, at?: number, size?: number): void
  finish(): object
}

/** A GPUComputePassEncoder. */
export interface GpuPass {
  setPipeline(pipeline: GpuPipeline): void
  setBindGroup(index: number, group: object | null | undefined): void
  dispatchWorkgroups(x: number, y?: number): void
  end(): void
}

/** GPUBufferUsage and GPUMapMode, whose values the specification fixes. */
export const MAP_READ = 0x0001
export const MAP_WRITE = 0x0002
export const COPY_SRC = 0x0004
export const COPY_DST = 0x0008
export const UNIFORM = 0x0040
export const STORAGE = 0x0080
export const MAP_MODE_READ = 0x0001
export const MAP_MODE_WRITE = 0x0002
