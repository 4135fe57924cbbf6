// A corner of a link was said to be inside an obstacle where it was less than a tenth of a millimetre outside, and so the configuration to
// collide: the planes that bound the obstacle inside were lowered by what the obstacle's own place may be off by, and not by the corner's,
// which is far more at the end of a bar of 50 m. 84 of 2,000 answers beside contact were wrong.
import { describe, expect, test } from 'vitest'
import type { SegmentJob, SegmentJobResult } from '../gpu/segment-child.js'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from '../gpu/software-adapter.js'

const hasAdapter = adapterEnvironment() !== undefined

describe.skipIf(!hasAdapter)(`on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`, () => {
  test('[gpu-exact] a corner beside a box, at the end of a bar of 50 m', { timeout: 180_000 }, async () => {
    const [result] = await runGpuJobs([{ odd: 'folded', random: 0, near: 0, seed: 1 }])
    expect(result).toMatchObject({ differences: 0, examples: [], random: { ran: 'gpu', why: '' } })
    expect(result!.colliding).toBeGreaterThan(150)
    expect(result!.random.configurations - result!.colliding).toBeGreaterThan(150)
  })

  test('[gpu-motions] the same of segments', async () => {
    const job: SegmentJob = { odd: 'folded', short: 0, long: 0, close: 0, seed: 1 }
    const [result] = await runGpuJobs<SegmentJob, SegmentJobResult>([job], 'segment-child')
    expect(result).toMatchObject({ segments: 100, falseFrees: 0, missed: 0, examples: [] })
  })
})
