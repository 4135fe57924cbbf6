// The GPU's answers beside World's, on a software adapter in a child process; and what happens where there is none.
import { describe, expect, test } from 'vitest'
import { batchWorld } from '../../src/entries/gpu.js'
import { Robot, sphere, World } from '../../src/entries/robots.js'
import { barWorld } from './fake-device.js'
import type { GpuJob } from './gpu-child.js'
import { adapterEnvironment, gpuJobGroups, NO_ADAPTER } from './software-adapter.js'

const data = process.env.LIMBER_DATA
const hasAdapter = adapterEnvironment() !== undefined

const cell = { scene: 'cell.json', random: 250, near: 250, seed: 1 } as const
const right: readonly GpuJob[] = [
  cell,
  { ...cell, random: 50, near: 50, above: 0.02 },
  // Several chunks, the last one not full.
  { scene: 'rod.json', random: 300, near: 20, seed: 3, chunk: 128 },
  ...[20, 21, 22, 23].map((many) => ({ many, random: 150, near: 0, seed: 1 })),
]
const wrong: readonly GpuJob[] = [{ margin: -1e-4 }, { margin: -1e-3 }, { wrongSign: true }].map((fault) => ({
  ...cell,
  random: 50,
  fault,
}))
const above = { huge: 3e9, tiny: 3e-8, map: 1e-4, corner: 1e-4, grains: 3e-20 }
const robots = data === undefined ? [] : (['panda', 'ur5', 'fetch', 'shadow'] as const)

const resultsOf = gpuJobGroups<'examples' | 'odd' | 'folded' | 'robots'>({
  examples: [...right, ...wrong],
  odd: (Object.keys(above) as (keyof typeof above)[]).flatMap((odd) => [
    { odd, random: 0, near: 0, seed: 1 },
    { odd, random: 0, near: 0, seed: 1, above: above[odd] },
  ]),
  folded: [{ odd: 'folded', random: 0, near: 0, seed: 1 }],
  robots: robots.map((robot, k) => ({ robot, random: 250, near: 250, seed: 10 + k })),
})

describe.skipIf(!hasAdapter)(`on a GPU (${hasAdapter ? 'SwiftShader' : NO_ADAPTER})`, { timeout: 180_000 }, () => {
  test('[gpu-exact] examples and random worlds: World’s answers, to the last one; errors on purpose are seen', async () => {
    const results = await resultsOf('examples')
    const differences = results.map((result) => result.differences)
    expect(differences.slice(0, right.length)).toEqual(right.map(() => 0))
    const [tenth, millimetre, sign] = differences.slice(right.length)
    expect(tenth).toBeGreaterThan(0)
    expect(millimetre).toBeGreaterThan(tenth!)
    expect(sign).toBeGreaterThan(10)
    // Kinematics is the reference's, to the bit; with a wrong sign it is not.
    for (const { poses } of results.slice(0, right.length)) expect(poses[0]).toBe(0)
    expect(results[0]!.poses[1]).toBeGreaterThan(1000)
    expect(results.at(-1)!.poses[0]).toBeGreaterThan(1000)
    const [first, distances, chunks] = results
    expect(first!.random.ran).toBe('gpu')
    expect(first!.random.unknown).toBeLessThan(25)
    expect(first!.near.free + first!.near.colliding).toBeGreaterThan(25)
    expect(distances!.random.ran).toBe('gpu')
    expect(distances!.random.unknown).toBeLessThan(25)
    expect(chunks!.random).toMatchObject({ ran: 'gpu', configurations: 300 })
  })

  test('[gpu-exact] lengths far from 1, and coordinates that cancel', async () => {
    const results = await resultsOf('odd')
    for (const { name, differences, random } of results) {
      expect({ name, differences, ran: random.ran }).toEqual({ name, differences: 0, ran: 'gpu' })
      expect(random.unknown, name).toBeLessThan(random.configurations)
    }
    const [huge, , tiny] = results
    expect(huge!.random.unknown).toBeLessThan(30)
    expect(tiny!.random.unknown).toBeLessThan(30)
  })

  // It was said to be inside an obstacle where it was less than a tenth of a millimetre outside, and so the configuration to collide: the
  // planes that bound the obstacle inside were lowered by what the obstacle's own place may be off by, and not by the corner's, which is
  // far more at the end of a bar of 50 m. 84 of 2,000 answers beside contact were wrong.
  test('[gpu-exact] a corner beside a box, at the end of a bar of 50 m', async () => {
    const [result] = await resultsOf('folded')
    expect(result).toMatchObject({ differences: 0, examples: [], random: { ran: 'gpu', why: '' } })
    expect(result!.colliding).toBeGreaterThan(150)
    expect(result!.random.configurations - result!.colliding).toBeGreaterThan(150)
  })

  test.skipIf(data === undefined)(
    '[gpu-exact] Panda, UR5, Fetch and the Shadow hand among 20 boxes (LIMBER_DATA)',
    async () => {
      const results = await resultsOf('robots')
      expect(results.map(({ differences }) => differences)).toEqual([0, 0, 0, 0])
      for (const { random } of results) expect(random.ran).toBe('gpu')
      expect(results[0]!.random.unknown).toBeLessThan(25)
    },
  )
})

describe('[gpu-fallback] without a GPU', () => {
  test('World answers, and the stats say why', async () => {
    const world = barWorld()
    const batch = await batchWorld(world, { gpu: { requestAdapter: async () => null } })
    const angles = Float64Array.from({ length: 100 }, (_, k) => k / 50 - 1)
    expect(await batch.collides(angles)).toEqual(world.collidesMany(angles))
    expect(batch.stats).toMatchObject({ ran: 'cpu', why: 'WebGPU finds no adapter on this machine', unknown: 100 })
    const above = await batch.distanceAbove(angles, 0.1)
    expect(Array.from(above)).toEqual(Array.from(angles, (q) => (world.distance([q]).distance > 0.1 ? 1 : 0)))
    await batch.close()
    await expect(batch.collides(angles)).rejects.toThrow('close() was called')
  })

  test('a world in which nothing moves: each of its configurations has an answer', async () => {
    const ball = { name: 'ball', geometry: [{ shape: sphere({ radius: 1 }) }] }
    const robot = new Robot({ name: 'still', links: [ball], joints: [] })
    const obstacle = { name: 'other', shape: sphere({ radius: 1, at: [2.5, 0, 0] }) }
    const world = new World({ robots: [robot], obstacles: [obstacle] })
    const batch = await batchWorld(world, { force: 'cpu' })
    expect(await batch.collides([[], []])).toEqual(world.collidesMany([[], []]))
    expect(Array.from(await batch.distanceAbove([[], []], 0.4))).toEqual([1, 1])
    expect(Array.from(await batch.distanceAbove([[], []], 0.6))).toEqual([0, 0])
    expect(Array.from(await batch.motionsFree([[[], []]]))).toEqual([1])
    expect(Array.from(await batch.motionsFree([[[], []]], { clearance: 0.6 }))).toEqual([0])
    expect(Array.from(await batch.collides(new Float64Array(0)))).toEqual([])
    await batch.close()
  })

  test('a device that cannot be had is reported', async () => {
    const gpu = {
      requestAdapter: async () => {
        throw new Error('the driver is gone')
      },
    }
    const batch = await batchWorld(barWorld(), { gpu })
    expect(Array.from(await batch.collides([[0], [0.32]]))).toEqual([0, 1])
    expect(batch.stats.why).toBe('WebGPU gives no device: the driver is gone')
    await batch.close()
  })

  test('what is wrong with configurations is said as collidesMany says it', async () => {
    const world = barWorld()
    const batch = await batchWorld(world, { force: 'cpu' })
    for (const wrong of [[[Number.NaN]], [[0, 1]], Float64Array.of(Infinity), 'none'] as never[]) {
      let message = ''
      try {
        world.collidesMany(wrong)
      } catch (error) {
        message = (error as Error).message
      }
      expect(message).not.toBe('')
      await expect(batch.collides(wrong)).rejects.toThrow(message)
    }
    await expect(batch.distanceAbove([[0]], -1)).rejects.toThrow('d must be')
    await batch.close()
  })
})
