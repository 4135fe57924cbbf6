// Many segments on a GPU beside checkMotion: ten times those of `npm test`, several robots, samples, and motions that are easy to get wrong.
// LIMBER_GPU=own asks the machine's own adapter, with a hundred times as many.
import { describe, expect, test } from 'vitest'
import type { SegmentJob, SegmentJobResult } from '../gpu/segment-child.js'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from '../gpu/software-adapter.js'

const data = process.env.LIMBER_DATA
const hasAdapter = adapterEnvironment() !== undefined
const times = process.env.LIMBER_GPU === 'own' ? 100 : 10

function right(result: SegmentJobResult): void {
  expect(result, result.name).toMatchObject({ falseFrees: 0, missed: 0, wrongSamples: 0, examples: [] })
}

describe.skipIf(!hasAdapter)(`on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`, () => {
  const some: Pick<SegmentJob, 'short' | 'long' | 'close'> = { short: 100 * times, long: 20 * times, close: 40 * times }

  test('[gpu-motions] scenes, what slides with little slack, and motions that are easy to get wrong', async () => {
    const results = await runGpuJobs<SegmentJob, SegmentJobResult>(
      [
        { scene: 'cell.json', ...some, seed: 21, samples: true },
        { scene: 'cell.json', ...some, seed: 22, clearance: 0.02 },
        { tight: true, ...some, seed: 23, samples: true },
        { adversarial: true, short: 0, long: 0, close: 0, seed: 1 },
      ],
      'segment-child',
    )
    results.forEach(right)
  })

  test.skipIf(data === undefined)('[gpu-motions] Panda, UR5 and Fetch of LIMBER_DATA', async () => {
    const robots = ['panda', 'ur5', 'fetch'] as const
    const results = await runGpuJobs<SegmentJob, SegmentJobResult>(
      robots.map((robot, k) => ({ robot, ...some, seed: 30 + k })),
      'segment-child',
    )
    results.forEach(right)
  })
})
