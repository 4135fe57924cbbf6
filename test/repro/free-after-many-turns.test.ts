// A segment that turns a joint tens of thousands of times was free on a device, where checkMotion leaves it undecided: its rounding grows
// with the turns, that of the device does not. So the answer depended on where it was made.
import { expect, test } from 'vitest'
import type { SegmentJob, SegmentJobResult } from '../gpu/segment-child.js'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from '../gpu/software-adapter.js'

const hasAdapter = adapterEnvironment() !== undefined

test.skipIf(!hasAdapter)(
  `[gpu-motions] thousands of turns, and few (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`,
  async () => {
    const job: SegmentJob = { odd: 'turns', short: 0, long: 0, close: 0, seed: 1, clearance: 0.01 }
    const [result] = await runGpuJobs<SegmentJob, SegmentJobResult>([job], 'segment-child')
    expect(result).toMatchObject({ segments: 100, falseFrees: 0, missed: 0, examples: [] })
    expect(result!.stats[0]!.ran).toBe('gpu')
    // Few turns are settled on the device, and some are not decided by anybody.
    expect(result!.stats[0]!.free).toBeGreaterThan(20)
    expect(result!.stats[0]!.undecided).toBeGreaterThan(0)
  },
)
