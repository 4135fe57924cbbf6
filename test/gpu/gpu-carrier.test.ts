// Jobs on a GPU: the answers of `limber batch --gpu` are those without it.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { randomConfiguration } from '../../bench/gpu/near-contact.js'
import { readScene, runBatch } from '../../node/index.js'
import { Random } from '../../src/entries/robots.js'
import type { CarrierJob, CarrierResult } from './carrier-child.js'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from './software-adapter.js'

const examples = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'examples')
const folder = mkdtempSync(join(tmpdir(), 'limber-gpu-'))
afterAll(() => rmSync(folder, { recursive: true }))

const joints = ['arm/turn', 'arm/shoulder', 'arm/elbow', 'arm/wrist', 'arm/grip']
const scene = 'cell.json'
const jobs: readonly object[] = [
  { id: 'long', job: 'collides', scene, at: 'many.json' },
  { id: 'near', job: 'collides', scene, at: 'many.json', clearance: 0.05 },
  { id: 'short', job: 'collides', scene, at: 'round-post.json' },
  { id: 'other', job: 'check', scene, path: 'round-post.json' },
  { id: 'lost', job: 'collides', scene, at: 'gone.json' },
  { id: 'again', job: 'collides', scene, at: 'many.json' },
]

async function plain(): Promise<object[]> {
  const answers: object[] = []
  for await (const answer of runBatch(jobs, { folder, workers: 1 })) answers.push(answer)
  return answers
}

async function writeConfigurations(): Promise<void> {
  cpSync(examples, folder, { recursive: true })
  const { world } = await readScene(join(folder, scene))
  const random = new Random(5)
  const waypoints = Array.from({ length: 300 }, () => Array.from(randomConfiguration(world, random)))
  writeFileSync(join(folder, 'many.json'), JSON.stringify({ joints, waypoints }))
}

test.skipIf(adapterEnvironment() === undefined)(
  `[gpu-exact] the same answers with --gpu and without (${adapterEnvironment() === undefined ? NO_ADAPTER : 'SwiftShader'})`,
  { timeout: 180_000 },
  async () => {
    await writeConfigurations()
    const truth = await plain()
    const [long, near] = truth as { readonly answers: readonly boolean[] }[]
    const count = (answers: readonly boolean[]): number => answers.filter((hit) => hit).length
    expect(count(long!.answers)).toBeGreaterThan(20)
    expect(count(near!.answers)).toBeGreaterThan(count(long!.answers))
    expect(count(near!.answers)).toBeLessThan(300)
    const [result] = await runGpuJobs<CarrierJob, CarrierResult>([{ folder, jobs }], 'carrier-child')
    expect(result!.answers).toEqual(truth)
    // The device was asked about three lists, and settled most of it.
    expect(result!.said).toHaveLength(1)
    const [, configurations, share] = / ([\d,]+) configurations, ([\d.]+) % settled there$/.exec(result!.said[0]!) ?? []
    expect(configurations).toBe('900')
    expect(Number(share)).toBeGreaterThan(80)
  },
)

test('[gpu-fallback] runBatch says who answers', async () => {
  // No driver is loaded into the process of the tests.
  vi.stubGlobal('navigator', { gpu: { requestAdapter: async () => null } })
  onTestFinished(() => void vi.unstubAllGlobals())
  cpSync(examples, folder, { recursive: true })
  const at = { joints, waypoints: Array.from({ length: 4096 }, (_, k) => [k / 4096, 0, 0, 0, 0]) }
  const said: string[] = []
  const answers: object[] = []
  const options = { folder, workers: 1, gpu: true, onGpu: (words: string) => void said.push(words) }
  for await (const answer of runBatch([{ id: 'one', job: 'collides', scene, at }], options)) answers.push(answer)
  expect(answers).toMatchObject([{ id: 'one', answers: expect.any(Array) }])
  expect(said).toEqual(['WebGPU finds no adapter on this machine; the processor answers'])
  const refused = runBatch([], { onGpu: 'stderr' as never })
  await expect(refused.next()).rejects.toThrow('options.onGpu must be a function')
})

test('with a queue --gpu is refused', async () => {
  const refused = runBatch([], { queue: 'redis://127.0.0.1:1', gpu: true })
  await expect(refused.next()).rejects.toThrow('gpu must be left out')
})
