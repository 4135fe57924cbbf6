// Many segments on a GPU beside checkMotion, on a software adapter in a child process; and without one.
import { describe, expect, test } from 'vitest'
import { batchWorld } from '../../src/entries/gpu.js'
import { checkMotion } from '../../src/entries/robots.js'
import { halfWidth } from '../../src/gpu/sweep-tables.js'
import { tightWorld } from './close-segments.js'
import type { SegmentJob, SegmentJobResult } from './segment-child.js'
import { adapterEnvironment, gpuJobGroups, NO_ADAPTER } from './software-adapter.js'

const hasAdapter = adapterEnvironment() !== undefined
const tight = { tight: true, short: 20, long: 20, close: 100, seed: 2 } as const
const odd = (name: NonNullable<SegmentJob['odd']>): SegmentJob => ({ odd: name, short: 0, long: 0, close: 0, seed: 1 })

const resultsOf = gpuJobGroups<'plain' | 'folded' | 'corners' | 'turns', SegmentJob, SegmentJobResult>(
  {
    plain: [
      { scene: 'cell.json', short: 150, long: 40, close: 40, seed: 1 },
      { scene: 'cell.json', short: 20, long: 10, close: 10, seed: 3, clearance: 0.01 },
      tight,
      { ...tight, fault: { margin: -1e-4 } },
      { ...tight, fault: { margin: -1e-3 } },
      { ...tight, fault: { standing: 1 } },
      { tight: true, short: 300, long: 0, close: 0, seed: 4, rated: true },
    ],
    folded: [odd('folded')],
    corners: [odd('corner'), odd('huge'), odd('tiny'), odd('map')],
    turns: [{ ...odd('turns'), clearance: 0.01 }],
  },
  'segment-child',
)

describe.skipIf(!hasAdapter)(`on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`, { timeout: 180_000 }, () => {
  test('[gpu-motions] nothing is called free that checkMotion does not prove, and errors on purpose are seen', async () => {
    const [cell, clear, slider, tenth, millimetre, chord, rated] = await resultsOf('plain')
    for (const result of [cell!, clear!, slider!, rated!]) {
      expect(result, result.name).toMatchObject({ falseFrees: 0, missed: 0, examples: [] })
      expect(result.free, result.name).toBeGreaterThan(0)
      expect(result.free, result.name).toBeLessThan(result.segments)
    }
    const [short] = cell!.stats
    expect(short!.ran).toBe('gpu')
    expect(short!.free).toBeGreaterThan(0.9 * short!.segments)
    // Next to contact too some are settled on the device, of both kinds: these are what a wrong margin makes wrong.
    expect(slider!.stats[2]!.free).toBeGreaterThan(5)
    expect(slider!.stats[2]!.colliding).toBeGreaterThan(5)
    // Whoever is faster: some of the first and all of the second by the device, and from then on by the one that is.
    const asked = rated!.stats.filter(({ segments }) => segments === 300)
    for (const { free, colliding, unknown } of asked) expect(free + colliding + unknown).toBe(300)
    expect(asked[0]!.unknown).toBeGreaterThanOrEqual(37)
    expect(asked[1]!.parts).toBeGreaterThanOrEqual(300)
    for (const { ran, why } of asked.slice(2)) {
      expect(why).toMatch(
        ran === 'gpu' ? /^$/ : /^the processor is faster: [\d,]+ segments a second, the device [\d,]+$/,
      )
    }
    expect(tenth!.falseFrees).toBeGreaterThan(0)
    expect(millimetre!.falseFrees).toBeGreaterThan(tenth!.falseFrees)
    expect(chord!.falseFrees).toBeGreaterThan(10)
  })

  // What batch-world.test.ts has of configurations.
  test('[gpu-motions] a corner beside a box, at the end of a bar of 50 m', async () => {
    const [result] = await resultsOf('folded')
    expect(result).toMatchObject({ segments: 100, falseFrees: 0, missed: 0, examples: [] })
  })

  // Next to contact, segments of meshes whose hulls have many corners were called colliding: the kernel tested the corners of a polytope
  // around the mesh, which are not points of it, for being inside something. And beyond 10¹⁰, where products of four lengths overflow
  // singles, GJK came up with a point that was not a number, which no plane said to be outside.
  test('[gpu-motions] corners of a polytope around a mesh, and lengths far from 1: what checkMotion says', async () => {
    for (const result of await resultsOf('corners')) {
      expect(result, result.name).toMatchObject({ segments: 100, falseFrees: 0, missed: 0, examples: [] })
      expect(result.free, result.name).toBeGreaterThan(0)
      expect(result.stats[0]!.ran, result.name).toBe('gpu')
      expect(result.stats[0]!.unknown, result.name).toBeLessThan(result.segments)
    }
  })

  // A segment that turns a joint tens of thousands of times was free, where checkMotion leaves it undecided: its rounding grows with the
  // turns, that of the device does not. So the answer depended on where it was made.
  test('[gpu-motions] thousands of turns, and few', async () => {
    const [result] = await resultsOf('turns')
    expect(result).toMatchObject({ segments: 100, falseFrees: 0, missed: 0, examples: [] })
    expect(result!.stats[0]!.ran).toBe('gpu')
    // Few turns are settled on the device, and some are not decided by anybody.
    expect(result!.stats[0]!.free).toBeGreaterThan(20)
    expect(result!.stats[0]!.undecided).toBeGreaterThan(0)
  })
})

describe('[gpu-fallback] segments without a GPU', () => {
  test('checkMotion answers, and the stats say why', async () => {
    const world = tightWorld()
    const batch = await batchWorld(world, { force: 'cpu' })
    const segments = [
      [
        [-0.6, 0],
        [0.3, 0],
      ],
      [
        [-0.2, -0.5],
        [0.3, 0.5],
      ],
      // Beyond the limits of a joint.
      [
        [0, 0],
        [0, 2],
      ],
    ] as const
    expect(Array.from(await batch.motionsFree(segments))).toEqual(
      segments.map((motion) => (checkMotion(world, motion).outcome === 'free' ? 1 : 0)),
    )
    expect(batch.motionStats).toMatchObject({
      ran: 'cpu',
      why: "force is 'cpu'",
      segments: 3,
      unknown: 3,
      undecided: 0,
    })
    expect(Array.from(await batch.motionsFree(Float64Array.of(0, 0, 0.1, 0)))).toEqual([1])
    const shares = await batch.sampleMotions(segments, { resolution: 0.01 })
    expect(shares[0]).toBeGreaterThan(0)
    expect(shares[0]).toBeLessThan(1)
    await expect(batch.motionsFree(Float64Array.of(0, 0, 1))).rejects.toThrow('4 numbers a segment')
    await expect(batch.motionsFree([[[0, 0]]] as never)).rejects.toThrow('two configurations')
    const sparse: unknown[] = [segments[0]]
    sparse[2] = segments[1]
    await expect(batch.motionsFree(sparse as never)).rejects.toThrow('segments[1] must be two configurations')
    await expect(batch.motionsFree(Float64Array.of(0, 1e61, 1, 0))).rejects.toThrow('a number of at most 1e+60')
    await expect(batch.sampleMotions(segments, { resolution: 0 })).rejects.toThrow('above 0')
    await batch.close()
    await expect(batch.motionsFree(segments)).rejects.toThrow('close() was called')
  })

  test('half widths become singles that are not less', () => {
    expect(halfWidth(0, 5)).toBe(0)
    for (const way of [1e-30, 1e-9, 0.1, 1 / 3, 3, 1e9, Infinity]) {
      expect(Math.fround(halfWidth(way, 2))).toBeGreaterThanOrEqual(Math.min(way, 2 ** 100))
    }
  })
})
