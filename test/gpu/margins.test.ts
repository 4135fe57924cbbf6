// Every margin by itself: worlds in which one kind alone decides, right with it, and wrong where it is 0.1 mm too small.
import { describe, expect, test } from 'vitest'
import type { GpuJob } from './gpu-child.js'
import type { SegmentJob, SegmentJobResult } from './segment-child.js'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from './software-adapter.js'
import { HULLS_APART, TIGHT_WORLDS } from './tight-worlds.js'

const hasAdapter = adapterEnvironment() !== undefined
const KINDS = Object.keys(TIGHT_WORLDS) as (keyof typeof TIGHT_WORLDS)[]
const FAULTS = KINDS.map((of) => ({ margin: -1e-4, of }))

describe.skipIf(!hasAdapter)(`on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`, () => {
  test('[gpu-exact] configurations: each margin is needed, and seen to be', { timeout: 180_000 }, async () => {
    const right = KINDS.map((odd): GpuJob => {
      const job = { odd, random: 0, near: 0, seed: 1 }
      return odd === 'hulls' ? { ...job, above: HULLS_APART } : job
    })
    const wrong = right.map((job, k): GpuJob => ({ ...job, fault: FAULTS[k]! }))
    const results = await runGpuJobs([...right, ...wrong])
    for (const [k, kind] of KINDS.entries()) {
      const { differences, random } = results[k]!
      expect({ kind, differences, ran: random.ran }).toEqual({ kind, differences: 0, ran: 'gpu' })
      expect(random.free + random.colliding, kind).toBeGreaterThan(20)
      expect(results[KINDS.length + k]!.differences, kind).toBeGreaterThan(10)
    }
  })

  test('[gpu-motions] segments: the same of each', { timeout: 180_000 }, async () => {
    const right = KINDS.map((odd): SegmentJob => {
      const job = { odd, short: 0, long: 0, close: 0, seed: 1 }
      return odd === 'hulls' ? { ...job, clearance: HULLS_APART } : job
    })
    const wrong = right.map((job, k): SegmentJob => ({ ...job, fault: FAULTS[k]! }))
    const results = await runGpuJobs<SegmentJob, SegmentJobResult>([...right, ...wrong], 'segment-child')
    for (const [k, kind] of KINDS.entries()) {
      const { falseFrees, missed, stats } = results[k]!
      expect({ kind, falseFrees, missed, ran: stats[0]!.ran }).toEqual({ kind, falseFrees: 0, missed: 0, ran: 'gpu' })
      expect(stats[0]!.free + stats[0]!.colliding, kind).toBeGreaterThan(20)
      // What is inside makes free segments collide, the others make colliding ones free.
      const made = results[KINDS.length + k]!
      const isInside = kind === 'inner' || kind === 'inside'
      expect(isInside ? made.missed : made.falseFrees, kind).toBeGreaterThan(10)
    }
  })
})
