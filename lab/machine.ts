// What experiments ask of what they run on, so that they run in browsers as well: the processor's clock, what made the numbers, and
// files of the folder LIMBER_DATA, which browsers do not have.

interface Host {
  readonly version?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  cpuUsage?(): { readonly user: number; readonly system: number }
}

const host = (globalThis as { readonly process?: Host }).process

/**
 * Milliseconds of processor time that this process has had: on a busy machine a long burst is interrupted and a short one is not, so
 * ratios by the clock are off. Where the host does not count it, by the clock.
 */
export function processorMs(): number {
  if (host?.cpuUsage === undefined) return performance.now()
  const { user, system } = host.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds from which on the clock of the processor is fine enough. */
const LONG = 1

/**
 * Milliseconds since. What takes long has shared the processor with other work if there is any: then the time counts that this
 * process has had the processor, if that is less.
 */
export function startWatch(): () => number {
  const before = processorMs()
  const start = performance.now()
  return () => {
    const wall = performance.now() - start
    return wall < LONG ? wall : Math.min(wall, processorMs() - before)
  }
}

/** `v20.19.0` of Node; else what the browser says of its engine. */
export function machineName(): string {
  if (host?.version !== undefined) return host.version
  const { userAgent = '' } = (globalThis as { readonly navigator?: { readonly userAgent?: string } }).navigator ?? {}
  return /(?:Chrome|Firefox)\/[\d.]+/.exec(userAgent)?.[0].replace('/', ' ') ?? 'a browser'
}

/** The date, for documents: nothing is decided by it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Processor, cores and system: times of two runs compare where this is the same. */
export async function machineClass(): Promise<string> {
  if (host?.version === undefined) {
    const { hardwareConcurrency = 1 } =
      (globalThis as { readonly navigator?: { readonly hardwareConcurrency?: number } }).navigator ?? {}
    return `${machineName()}, ${cores(hardwareConcurrency)}`
  }
  const { arch, availableParallelism, cpus, platform } = await import('node:os')
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `${model}, ${cores(availableParallelism())}, ${platform()} ${arch()}, Node ${machineName()}`
}

function cores(count: number): string {
  return count === 1 ? '1 core' : `${count} cores`
}

/** The folder with structures and meshes of others; undefined where there is none. */
export function dataFolder(): string | undefined {
  const folder = host?.env?.LIMBER_DATA
  return folder === '' ? undefined : folder
}

/** A file of that folder. */
export async function readData(folder: string, path: string): Promise<Uint8Array> {
  // Loaded when it is needed, and so never in a browser.
  const { readFile } = await import('node:fs/promises')
  return readFile(`${folder}/${path}`)
}
