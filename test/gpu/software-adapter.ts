// A GPU that every machine with Chromium has: SwiftShader, a Vulkan driver in software, which the package webgpu finds through the
// environment. It must be set before a process starts, so what needs it runs in a child process; a driver that crashes ends no test run.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GpuJob, GpuJobResult } from './gpu-child.js'

const FOLDERS = [
  ...(process.env.LIMBER_CHROMIUM === undefined ? [] : [dirname(process.env.LIMBER_CHROMIUM)]),
  '/usr/lib/chromium',
  '/usr/lib/chromium-browser',
  '/opt/google/chrome',
]

/** The environment of a child process that has an adapter; undefined where there is none. `LIMBER_GPU=own` is the machine's own. */
export function adapterEnvironment(): Record<string, string> | undefined {
  if (process.env.LIMBER_GPU === 'own') return {}
  const folder = FOLDERS.find((path) => existsSync(join(path, 'vk_swiftshader_icd.json')))
  if (folder === undefined || process.platform !== 'linux') return undefined
  const driver = join(folder, 'vk_swiftshader_icd.json')
  const libraries = [folder, process.env.LD_LIBRARY_PATH].filter((path) => path !== undefined).join(':')
  return { VK_ICD_FILENAMES: driver, VK_DRIVER_FILES: driver, LD_LIBRARY_PATH: libraries }
}

/** Why tests are skipped, for their titles. */
export const NO_ADAPTER = 'skipped: no SwiftShader of a Chromium is installed'

/** Runs jobs of a program of this folder in one child process, one after the other. */
export function runGpuJobs<Job = GpuJob, Result = GpuJobResult>(
  jobs: readonly Job[],
  program = 'gpu-child',
  env: Record<string, string> = adapterEnvironment() ?? {},
) {
  const path = fileURLToPath(new URL(`../../dist/test/gpu/${program}.js`, import.meta.url))
  return new Promise<Result[]>((resolve, reject) => {
    const child = spawn(process.execPath, [path], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
    })
    child.stderr.on('data', (data: Buffer) => {
      stderr += data
    })
    child.on('error', reject)
    child.on('close', (code) => {
      const lines = stdout.split('\n').filter((line) => line !== '')
      if (code !== 0 || lines.length !== jobs.length) reject(new Error(`the child ended with ${code}: ${stderr}`))
      else resolve(lines.map((line) => JSON.parse(line) as Result))
    })
    child.stdin.end(JSON.stringify(jobs))
  })
}

/**
 * Jobs of several tests, by name, in one child process: it compiles the kernels once, which takes longer than most jobs. It is started by
 * the first that asks.
 */
export function gpuJobGroups<Name extends string, Job = GpuJob, Result = GpuJobResult>(
  groups: Readonly<Record<Name, readonly Job[]>>,
  program?: string,
): (name: Name) => Promise<Result[]> {
  const names = Object.keys(groups) as Name[]
  let all: Promise<Result[]> | undefined
  return async (name) => {
    all ??= runGpuJobs<Job, Result>(
      names.flatMap((one) => groups[one]),
      program,
    )
    const before = names.slice(0, names.indexOf(name)).flatMap((one) => groups[one]).length
    return (await all).slice(before, before + groups[name].length)
  }
}
