// batchWorld in Chromium, on its software adapter and without WebGPU: the answers of World in Node.
import { expect, test } from 'vitest'
import { checkedMotions, MOTION_FREE } from '../../src/gpu/exact-answers.js'
import { barWorld } from '../gpu/fake-device.js'
import { findChromium, HOW_TO_GET_IT, inChromium } from './browser.js'
import { bundlePage } from './bundle.js'
import { type GpuWork, gpuAngles, gpuSegments } from './gpu-page.js'

const program = findChromium()
const SOFTWARE = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']
const WITHOUT = ['--disable-features=WebGPU,WebGPUService', '--disable-gpu']

test('[gpu-fallback] a page with a software adapter, and one without any, have the answers of Node', {
  timeout: 120_000,
}, async ({ skip }) => {
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const script = await bundlePage('gpu-page.ts')
  const world = barWorld()
  const truth = Array.from(world.collidesMany(gpuAngles()))
  const motions = Array.from(checkedMotions(world, gpuSegments(), 0), (answer) => (answer === MOTION_FREE ? 1 : 0))
  expect(new Set(motions).size).toBe(2)
  const asked = (flags: readonly string[]): Promise<GpuWork> =>
    inChromium(
      program,
      script,
      async (page) => {
        await page.waitForFunction(() => 'workGpu' in globalThis)
        return page.evaluate(() => (globalThis as unknown as { workGpu: () => Promise<GpuWork> }).workGpu())
      },
      { flags },
    )
  const on = await asked(SOFTWARE)
  expect(on.answers).toEqual(truth)
  expect(on.stats).toMatchObject({ ran: 'gpu', why: '' })
  expect(on.stats.free + on.stats.colliding).toBeGreaterThan(200)
  expect(on.motions).toEqual(motions)
  expect(on.motionStats).toMatchObject({ ran: 'gpu', why: '' })
  expect(on.motionStats.free).toBeGreaterThan(50)
  expect(on.lost).toEqual(truth)
  expect(on.whyLost).toMatch(/the device was lost/)
  const without = await asked(WITHOUT)
  expect(without.answers).toEqual(truth)
  expect(without.motions).toEqual(motions)
  expect(without.stats.ran).toBe('cpu')
  expect(without.stats.why).toMatch(/WebGPU/)
})
