// Next to contact, segments of meshes whose hulls have many corners were called colliding on a device: the kernel tested the corners of a
// polytope around the mesh, which are not points of it, for being inside something. And beyond 10¹⁰, where products of four lengths overflow
// singles, GJK came up with a point that was not a number, which no plane said to be outside.
import { describe, expect, test } from 'vitest'
import type { SegmentJob, SegmentJobResult } from '../gpu/segment-child.js'
import { adapterEnvironment, NO_ADAPTER, runGpuJobs } from '../gpu/software-adapter.js'

const hasAdapter = adapterEnvironment() !== undefined

describe.skipIf(!hasAdapter)(`on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`, () => {
  test('[gpu-motions] corners of a polytope around a mesh, and lengths far from 1: what checkMotion says', async () => {
    const jobs = (['corner', 'huge', 'tiny', 'map'] as const).map((odd): SegmentJob => {
      return { odd, short: 0, long: 0, close: 0, seed: 1 }
    })
    for (const result of await runGpuJobs<SegmentJob, SegmentJobResult>(jobs, 'segment-child')) {
      expect(result, result.name).toMatchObject({ segments: 100, falseFrees: 0, missed: 0, examples: [] })
      expect(result.free, result.name).toBeGreaterThan(0)
      expect(result.stats[0]!.ran, result.name).toBe('gpu')
      expect(result.stats[0]!.unknown, result.name).toBeLessThan(result.segments)
    }
  })
})
