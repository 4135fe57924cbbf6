// Straight steps of ropes beside the discrete query on the frame at their end: tests and time of `between`, and of a step and
// `selfCollisions`. For strands, the discrete query is the same search with both frames equal. Both sides use the same method.
import { coiledRope, looseRope, type MovingNecklace, packedRope } from '../../scenes/index.js'
import { Necklace, type NecklaceMethod, type NecklaceStats } from '../../src/entries/chains.js'
import { startWatch } from '../machine.js'
import { median, roundFigure } from '../statistics.js'

export const ROPE_SCENES = { loose: looseRope, coil: coiledRope, packed: packedRope } as const
export type RopeSceneName = keyof typeof ROPE_SCENES

/**
 * gentle: to the next frame, a bead goes up to a twelfth of its radius. middle: ten frames on. turn: the whole rope turns rigidly about an
 * oblique axis through its middle, in one straight step; the number is in radians. bend: its second half alone does, about the bead in the middle.
 */
export type RopeMotion = 'gentle' | 'middle' | `${'turn' | 'bend'} ${number}`

/** beads: those of the scenes, of radius 0.6, whose neighbours overlap. thin: of radius 0.45, two neighbours left out. */
export type RopeItems = 'beads' | 'thin beads' | 'strands'

export interface RopeStepCase {
  readonly scene: RopeSceneName
  readonly beads: number
  readonly motion: RopeMotion
  readonly items: RopeItems
  readonly method: NecklaceMethod | 'auto'
}

export interface RopeStepRow extends RopeStepCase {
  /** What answered for the step, and for the frame. */
  readonly answered: NecklaceMethod
  readonly answeredFrame: NecklaceMethod
  readonly outcome: string
  readonly pairs: number
  /** Of cages and of beads or strands, for the step and for the frame. */
  readonly tests: number
  readonly testsFrame: number
  readonly ratio: number
  readonly millis: number
  readonly millisFrame: number
  readonly timeRatio: number
  readonly exactCalls: number
}

const MIDDLE = 10
const THICK = 0.6
const THIN = 0.45

/** The frame after frame k of a scene. */
export function nextFrame(scene: MovingNecklace, k: number, motion: RopeMotion): Float64Array {
  if (motion === 'gentle') return scene.frame(k + 1)
  if (motion === 'middle') return scene.frame(k + MIDDLE)
  const from = scene.frame(k)
  const joint = 3 * Math.floor(from.length / 6)
  const [kind, angle] = motion.split(' ')
  return turned(from, from.subarray(joint, joint + 3), kind === 'turn' ? 0 : joint, Number(angle))
}

/** Points from `first` on turned about the axis (1, 2, 2)/3 through a point: Rodrigues' formula. */
export function turned(from: Float64Array, about: Float64Array, first: number, angle: number): Float64Array {
  const axis = [1 / 3, 2 / 3, 2 / 3] as const
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const to = from.slice()
  for (let p = first; p < from.length; p += 3) {
    const d = [0, 1, 2].map((k) => from[p + k]! - about[k]!)
    const along = axis.reduce((sum, a, k) => sum + a * d[k]!, 0)
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      const cross = axis[i]! * d[j]! - axis[j]! * d[i]!
      to[p + k] = about[k]! + c * d[k]! + s * cross + (1 - c) * along * axis[k]!
    }
  }
  return to
}

/** `rounds`: steps that are timed; `warm`: those before them, for the compiler. Counts are those of the last step. */
export function measureRopeStep(one: RopeStepCase, rounds: number, warm: number): RopeStepRow {
  const { method, items } = one
  const scene = ROPE_SCENES[one.scene](one.beads, 1)
  const [radius, neighbours] = items === 'beads' ? [THICK, 1] : [THIN, 2]
  const between = items === 'strands' ? { strands: THIN } : {}
  const step = new Necklace(scene.frame(0), radius, { method, neighbours })
  const frame = new Necklace(scene.frame(0), radius, { method, neighbours })
  // All pairs, as `between` tests: `selfCollides` ends at the first that touches.
  const query = (at: Float64Array): NecklaceStats =>
    items === 'strands' ? frame.between(at, between).stats : frame.selfCollisions().stats
  const times: number[] = []
  const timesFrame: number[] = []
  for (let k = 0; ; k++) {
    const here = scene.frame(k)
    const next = nextFrame(scene, k, one.motion)
    step.step(here)
    frame.step(here)
    // Both have the frame's structures: what follows is what a next frame costs.
    step.between(here, between)
    query(here)
    const watch = startWatch()
    const answer = step.between(next, between)
    const millis = watch()
    const watchFrame = startWatch()
    frame.step(next)
    const stats = query(next)
    const millisFrame = watchFrame()
    if (k >= warm) {
      times.push(millis)
      timesFrame.push(millisFrame)
    }
    if (times.length < rounds) continue
    const [tests, testsFrame] = [testsOf(answer.stats), testsOf(stats)]
    return {
      ...one,
      answered: answer.stats.method,
      answeredFrame: stats.method,
      outcome: answer.outcome,
      pairs: answer.pairs.length,
      tests,
      testsFrame,
      ratio: roundFigure(tests / testsFrame),
      millis: roundFigure(median(times)),
      millisFrame: roundFigure(median(timesFrame)),
      timeRatio: roundFigure(median(times.map((t, r) => t / timesFrame[r]!))),
      exactCalls: answer.stats.exactCalls,
    }
  }
}

export function testsOf({
  volumeTests,
  leafTests,
}: {
  readonly volumeTests: number
  readonly leafTests: number
}): number {
  return volumeTests + leafTests
}
