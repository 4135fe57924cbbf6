// A world on a rough device, beside World and checkMotion.
import { Random } from '../../src/entries/robots.js'
import { type BatchFault, openBatchWorld } from '../../src/gpu/batch-world.js'
import { checkedMotions } from '../../src/gpu/exact-answers.js'
import type { OddWorld } from './odd-worlds.js'
import { RoughDevice } from './rough-device.js'

export interface RoughAnswers {
  /** Where configurations and segments were asked about. */
  readonly ran: readonly string[]
  readonly wrong: number
  readonly wrongSegments: number
  /** On the device. */
  readonly settled: number
  readonly settledSegments: number
}

/** `seed`: how the device errs. `apart`: asks for distances above it and motions with that clearance, or for what touches. */
export async function askRough(
  { world, configurations, segments }: OddWorld,
  seed: number,
  apart: number,
  fault?: BatchFault,
): Promise<RoughAnswers> {
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
  await batch.close()
  return {
    ran: [stats.ran, motionStats.ran],
    wrong: isWrong.length,
    wrongSegments,
    settled: stats.free + stats.colliding,
    settledSegments: motionStats.free + motionStats.colliding,
  }
}
