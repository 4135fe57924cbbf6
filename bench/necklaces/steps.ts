// A step and a question, by every method: cages, a grid, the power diagram, and the necklace that chooses for itself.
import { formatNumber, formatTable } from '../../lab/table.js'
import { Necklace, type NecklaceOptions } from '../../src/entries/chains.js'
import { type Progress, roundFigure } from '../bench.js'
import { type FrameContender, type RaceLimits, raceFrames, ratioOf } from './race.js'
import type { BenchNecklace } from './scenes.js'

export const QUESTIONS = {
  collides: (necklace: Necklace): number => Number(necklace.selfCollides()),
  'all pairs': (necklace: Necklace): number => necklace.selfCollisions().count,
  closest: (necklace: Necklace): number => necklace.closestPair()?.signedDistance ?? Infinity,
} as const

export type Question = keyof typeof QUESTIONS

interface Way {
  readonly name: string
  readonly options: NecklaceOptions
  /** One of those that `auto` chooses from. */
  readonly single?: true
}

/** The necklace that chooses comes first: others are named with their ratio to the best of the single ones. */
const WAYS: readonly Way[] = [
  { name: 'auto', options: {} },
  { name: 'hierarchy', options: { method: 'cages' }, single: true },
  { name: 'grid', options: { method: 'grid' }, single: true },
  { name: 'power diagram', options: { method: 'power-diagram' }, single: true },
  { name: 'hierarchy, cascade', options: { method: 'cages', experimental: { verification: 'cascade' } } },
  { name: 'hierarchy, frontier', options: { method: 'cages', experimental: { verification: 'frontier' } } },
  { name: 'hierarchy, layered', options: { method: 'cages', experimental: { cages: 'layered' } } },
]

export interface StepRow {
  readonly scene: string
  readonly beads: number
  readonly question: Question
  readonly way: string
  /** A step and the question. */
  readonly millis: number
  /** Against the best of the single methods in the same rounds. */
  readonly ratio: number
  /** What answered in the last frame. */
  readonly method: string
  /** Frames in which the necklace touched itself, of those asked to see that all say the same. */
  readonly touching: number
}

export function raceSteps(
  scene: BenchNecklace,
  question: Question,
  limits: RaceLimits,
  all: boolean,
  progress: Progress,
): StepRow[] {
  const ways = WAYS.filter(
    ({ name, single, options }) =>
      (all || single || name === 'auto') &&
      // The power diagram lists no pairs: a grid would answer in its place.
      !(question === 'all pairs' && options.method === 'power-diagram'),
  )
  const ask = QUESTIONS[question]
  const touching = agreed(scene, question, ways)
  const necklaces = ways.map(({ options }) => new Necklace(scene.frames[0]!, scene.radius, options))
  const contenders = ways.map(
    ({ name }, w): FrameContender => ({
      name,
      frame: (centres) => {
        necklaces[w]!.step(centres)
        ask(necklaces[w]!)
      },
    }),
  )
  const timings = raceFrames(contenders, scene.frames, limits, progress)
  const singles = timings.filter((_, w) => ways[w]!.single)
  const best = singles.reduce((a, b) => (b.millis < a.millis ? b : a))
  return timings.map((timing, w) => ({
    scene: scene.name,
    beads: scene.beads,
    question,
    way: timing.name,
    millis: roundFigure(timing.millis),
    ratio: roundFigure(ratioOf(timing, best)),
    method: necklaces[w]!.stats.method,
    touching,
  }))
}

/** In a few frames all ways must answer alike, or their times mean nothing. Returns in how many of them the beads touch. */
function agreed({ name, frames, radius }: BenchNecklace, question: Question, ways: readonly Way[]): number {
  let touching = 0
  for (const centres of [frames[0]!, frames[frames.length >> 1]!, frames[frames.length - 1]!]) {
    const answers = ways.map(({ options }) => {
      const necklace = new Necklace(centres, radius, options)
      if (options.method === undefined && necklace.selfCollides()) touching++
      return QUESTIONS[question](necklace)
    })
    const same = (x: number): boolean => x === answers[0] || Math.abs(x - answers[0]!) <= 1e-12 * radius
    if (!answers.every(same))
      throw new Error(`${name}, ${question}: ${answers.join(', ')}, by ${ways.map((w) => w.name)}`)
  }
  return touching
}

export function stepTable(rows: readonly StepRow[]): string {
  const titles = ['scene', 'question', 'way', 'answered by', 'beads', 'µs a step', 'ratio to best', 'frames touching']
  return formatTable(
    titles,
    rows.map((r) => [
      r.scene,
      r.question,
      r.way,
      r.method,
      r.beads.toLocaleString('en'),
      formatNumber(1000 * r.millis),
      formatNumber(r.ratio),
      `${r.touching} of 3`,
    ]),
    4,
  )
}
