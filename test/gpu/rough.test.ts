// The kernels on the worst device that the specification of WGSL allows (rough-device.ts), beside World: without an adapter.
import { expect, test } from 'vitest'
import { Random } from '../../src/entries/robots.js'
import { type BatchFault, openBatchWorld } from '../../src/gpu/batch-world.js'
import { checkedMotions } from '../../src/gpu/exact-answers.js'
import { ODD_WORLDS, type OddWorld } from './odd-worlds.js'
import { RoughDevice } from './rough-device.js'
import { HULLS_APART, TIGHT_WORLDS } from './tight-worlds.js'

const KINDS = Object.keys(TIGHT_WORLDS) as (keyof typeof TIGHT_WORLDS)[]

/** Configurations and segments about which a device errs, and how many of both it settles. */
async function askRough(
  { world, configurations, segments }: OddWorld,
  seed: number,
  apart: number,
  fault?: BatchFault,
) {
  const batch = await openBatchWorld(world, { device: new RoughDevice(new Random(seed)), force: 'gpu' }, fault)
  const answers = await (apart > 0 ? batch.distanceAbove(configurations, apart) : batch.collides(configurations))
  const isWrong = configurations.filter(
    (q, k) => (answers[k] === 1) !== (apart > 0 ? world.distance(q).distance > apart : world.collides(q)),
  )
  const flat = Float64Array.from(segments.flatMap(([from, to]) => [...from, ...to]))
  const free = await batch.motionsFree(flat, { clearance: apart })
  const own = checkedMotions(world, flat, apart)
  const wrongSegments = own.filter((answer, k) => (answer === 1) !== (free[k] === 1)).length
  const { stats, motionStats } = batch
  expect([stats.ran, motionStats.ran]).toEqual(['gpu', 'gpu'])
  await batch.close()
  return {
    wrong: isWrong.length,
    wrongSegments,
    settled: stats.free + stats.colliding,
    settledSegments: motionStats.free + motionStats.colliding,
  }
}

test('[gpu-exact] worlds in which one margin decides: right however a device rounds, and wrong without that margin', async () => {
  for (const of of KINDS) {
    const made = TIGHT_WORLDS[of]()
    const apart = of === 'hulls' ? HULLS_APART : 0
    for (const seed of [1, 2]) {
      const { wrong, wrongSegments, settled, settledSegments } = await askRough(made, seed, apart)
      expect({ of, seed, wrong, wrongSegments }).toEqual({ of, seed, wrong: 0, wrongSegments: 0 })
      expect(Math.min(settled, settledSegments), of).toBeGreaterThan(20)
    }
    const faulty = await askRough(made, 3, apart, { margin: -1e-4, of })
    expect(Math.min(faulty.wrong, faulty.wrongSegments), of).toBeGreaterThan(10)
  }
})

test('[gpu-exact] lengths far from 1: right however a device rounds', async () => {
  for (const name of ['huge', 'tiny', 'grains'] as const) {
    const { world, configurations, segments } = ODD_WORLDS[name]()
    const some = { world, configurations: configurations.slice(0, 100), segments: segments.slice(0, 20) }
    const { wrong, wrongSegments, settled } = await askRough(some, 4, 0)
    expect({ name, wrong, wrongSegments }).toEqual({ name, wrong: 0, wrongSegments: 0 })
    expect(settled, name).toBeGreaterThan(20)
  }
})
