// Cages after a step: verified and repaired in each way, refitted (layered), or built from scratch.
import { formatNumber, formatTable } from '../../lab/table.js'
import { CageKeeper, type CageKeeperOptions } from '../../src/chains/necklace/cage-keeper.js'
import { buildCages } from '../../src/chains/necklace/cage-tree.js'
import { BALL } from '../../src/geometry/balls/ball-pair.js'
import { type Progress, roundFigure } from '../bench.js'
import { type FrameContender, type RaceLimits, raceFrames, ratioOf } from './race.js'
import type { BenchNecklace } from './scenes.js'

const WAYS: readonly { readonly name: string; readonly options: CageKeeperOptions; readonly rebuilt?: true }[] = [
  { name: 'repair, naive', options: { verification: 'naive' } },
  { name: 'repair, cascade', options: { verification: 'cascade' } },
  { name: 'repair, frontier', options: { verification: 'frontier' } },
  { name: 'rebuild', options: {}, rebuilt: true },
  { name: 'layered, fitted anew', options: { cages: 'layered' } },
  { name: 'layered, rebuild', options: { cages: 'layered' }, rebuilt: true },
]

export interface RepairRow {
  readonly scene: string
  readonly beads: number
  readonly way: string
  readonly millis: number
  /** Against the first way, in the same rounds. */
  readonly ratio: number
  /** Means a step. */
  readonly basisChanges: number
  readonly volumeTests: number
  readonly leafTests: number
}

export function raceRepair(scene: BenchNecklace, limits: RaceLimits, progress: Progress): RepairRow[] {
  const frames = scene.frames.map((centres) => ballsOf(centres, scene.radius))
  const contenders = WAYS.map(({ name, options, rebuilt }): FrameContender => {
    if (rebuilt) return { name, frame: (balls) => buildCages(balls, options) }
    const keeper = new CageKeeper(frames[0]!, options)
    return { name, frame: (balls) => keeper.step(balls) }
  })
  const timings = raceFrames(contenders, frames, limits, progress)
  return timings.map((timing, w) => ({
    scene: scene.name,
    beads: scene.beads,
    way: timing.name,
    millis: roundFigure(timing.millis),
    ratio: roundFigure(ratioOf(timing, timings[0]!)),
    ...countsOf(frames, WAYS[w]!.rebuilt ? undefined : WAYS[w]!.options),
  }))
}

/** Counts of going through all frames once: they do not depend on the machine. */
function countsOf(
  frames: readonly Float64Array[],
  options: CageKeeperOptions | undefined,
): { basisChanges: number; volumeTests: number; leafTests: number } {
  const sum = { basisChanges: 0, volumeTests: 0, leafTests: 0 }
  if (options === undefined) return sum
  const keeper = new CageKeeper(frames[0]!, options)
  for (const balls of frames.slice(1)) {
    const { basisChanges, volumeTests, leafTests } = keeper.step(balls)
    sum.basisChanges += basisChanges
    sum.volumeTests += volumeTests
    sum.leafTests += leafTests
  }
  const mean = (x: number): number => roundFigure(x / Math.max(1, frames.length - 1))
  return { basisChanges: mean(sum.basisChanges), volumeTests: mean(sum.volumeTests), leafTests: mean(sum.leafTests) }
}

export function ballsOf(centres: Float64Array, radius: number): Float64Array {
  const n = centres.length / 3
  const balls = new Float64Array(BALL * n)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) balls[BALL * i + k] = centres[3 * i + k]!
    balls[BALL * i + 3] = radius
  }
  return balls
}

export function repairTable(rows: readonly RepairRow[]): string {
  const titles = ['scene', 'cages', 'beads', 'ms a step', 'ratio', 'basis changes', 'cage tests', 'bead tests']
  return formatTable(
    titles,
    rows.map((r) => [
      r.scene,
      r.way,
      r.beads.toLocaleString('en'),
      formatNumber(r.millis),
      formatNumber(r.ratio),
      ...[r.basisChanges, r.volumeTests, r.leafTests].map(formatNumber),
    ]),
    2,
  )
}
