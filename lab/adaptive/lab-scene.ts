// A scene as the experiment uses it: one of scenes/, a world of it, and segments of which both ends are free.
import { freeEnds, freeSteps, type MotionScene } from '../../scenes/index.js'
import { Random, type World } from '../../src/entries/robots.js'

export interface LabScene {
  readonly name: string
  /** Of the paper: '11b'. */
  readonly figure: string
  readonly scene: MotionScene
  readonly world: World
  /**
   * Radians: both ends of a segment are uniform in the joints' ranges, or, with this, steps of a random walk of at most that
   * much a joint. Arms of twenty joints touch themselves almost everywhere.
   */
  readonly step?: number | undefined
}

export type Segment = readonly [Float64Array, Float64Array]

/** Segments with free ends, one after the other, without end; the same for the same seed. */
export function segmentsOf({ scene, world, step }: LabScene, seed: number): Generator<Segment, never> {
  const random = new Random(seed)
  return step === undefined ? freeEnds(scene, random, world) : freeSteps(scene, random, step, world)
}
