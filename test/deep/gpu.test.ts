// Ten times what test/gpu does: a GPU in software says what World says.
import { describe, expect, test } from 'vitest'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from '../gpu/software-adapter.js'

const data = process.env.LIMBER_DATA
const hasAdapter = adapterEnvironment() !== undefined
const HOUR = 3_600_000

describe.skipIf(!hasAdapter)(`on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`, () => {
  test('[gpu-exact] random worlds', { timeout: HOUR }, async () => {
    const jobs = Array.from({ length: 300 }, (_, k) => ({ many: 5000 + k, random: 200, near: 24, seed: k }))
    const results = await runGpuJobs(jobs)
    expect(results.filter(({ differences }) => differences > 0)).toEqual([])
    expect(results.filter(({ random }) => random.ran === 'gpu').length).toBeGreaterThan(150)
    expect(results.reduce((sum, { near }) => sum + near.configurations, 0)).toBeGreaterThan(2000)
  })

  test.skipIf(data === undefined)('[gpu-exact] robots of LIMBER_DATA', { timeout: HOUR }, async () => {
    const robots = ['panda', 'ur5', 'fetch', 'shadow', 'atlas'] as const
    const results = await runGpuJobs(robots.map((robot, k) => ({ robot, random: 2500, near: 2500, seed: 20 + k })))
    expect(results.map(({ differences }) => differences)).toEqual([0, 0, 0, 0, 0])
  })
})
