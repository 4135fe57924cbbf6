// Straight steps of ropes beside the discrete query: tests and time of `between` against a step and `selfCollisions`, for
// ropes that are loose, coiled and packed; gentle steps, middle ones, and turns of one radian. For strands, the discrete query is the
// same search with both frames equal.
import { formatNumber, formatTable } from '../../lab/table.js'
import { coiledRope, looseRope, type MovingNecklace, packedRope } from '../../scenes/index.js'
import { Necklace, type NecklaceMethod, type NecklaceOptions, type NecklaceStats } from '../../src/entries/chains.js'
import { type Progress, roundFigure } from '../bench.js'
import { median } from '../interleave.js'
import { startWatch } from '../necklaces/race.js'

export interface RopeStepRow {
  readonly scene: string
  readonly beads: number
  readonly items: 'beads' | 'strands'
  readonly motion: string
  readonly method: NecklaceMethod | 'auto'
  /** What answered for the step, and for the frame. */
  readonly answered: NecklaceMethod
  readonly answeredFrame: NecklaceMethod
  readonly outcome: string
  readonly pairs: number
  readonly tests: number
  readonly testsFrame: number
  readonly ratio: number
  readonly millis: number
  readonly millisFrame: number
  readonly timeRatio: number
  readonly exactCalls: number
}

/** Frames from one step to the next: a bead goes up to a twelfth of its radius in one. */
const GENTLE = 1
const MIDDLE = 10

/** Beads as in the scenes, of radius 0.6; thin ones that leave room between two strands, whose neighbours do not touch. */
const THIN = 0.45

export type RopeMotion = 'gentle' | 'middle' | 'turn' | 'bend'
export const ROPE_MOTIONS: readonly RopeMotion[] = ['gentle', 'middle', 'turn', 'bend']

/** The frame after frame k of a scene: some frames on; all turned by one radian about an oblique axis; or the second half of it. */
export function nextFrame(scene: MovingNecklace, k: number, motion: RopeMotion): Float64Array {
  if (motion === 'gentle') return scene.frame(k + GENTLE)
  if (motion === 'middle') return scene.frame(k + MIDDLE)
  const from = scene.frame(k)
  const n = from.length / 3
  const joint = 3 * (n >> 1)
  return turned(from, from.subarray(joint, joint + 3), motion === 'turn' ? 0 : joint, 1)
}

/** Rodrigues' formula, about the axis (1, 2, 2)/3. */
function turned(from: Float64Array, about: Float64Array, first: number, angle: number): Float64Array {
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

const SCENES = { loose: looseRope, coil: coiledRope, packed: packedRope } as const

export interface RopeStepPlan {
  readonly sizes: readonly number[]
  readonly methods: readonly (NecklaceMethod | 'auto')[]
  readonly motions: readonly RopeMotion[]
  /** Steps that are timed of each kind, after as many to warm up. */
  readonly rounds: number
}

export function measureRopeSteps(plan: RopeStepPlan, progress: Progress): RopeStepRow[] {
  const rows: RopeStepRow[] = []
  const names = Object.keys(SCENES) as (keyof typeof SCENES)[]
  const all = plan.sizes.length * names.length * plan.motions.length
  for (const beads of plan.sizes) {
    for (const name of names) {
      const scene = SCENES[name](beads, 1)
      for (const motion of plan.motions) {
        progress(rows.length / (all * plan.methods.length * 3), `${scene.name}, ${beads} beads, ${motion}`)
        const frames = Array.from({ length: 2 * plan.rounds + 1 }, (_, k) => scene.frame(k))
        const nexts = frames.map((_, k) => nextFrame(scene, k, motion))
        for (const method of plan.methods) {
          const thick = { method, neighbours: 1 } as const
          const thin = { method, neighbours: 2 } as const
          rows.push(measure(scene.name, motion, frames, nexts, 0.6, thick, undefined))
          rows.push({
            ...measure(scene.name, motion, frames, nexts, THIN, thin, undefined),
            scene: `${scene.name}, thin`,
          })
          rows.push(measure(scene.name, motion, frames, nexts, THIN, thin, THIN))
        }
      }
    }
  }
  return rows
}

function measure(
  scene: string,
  motion: RopeMotion,
  frames: readonly Float64Array[],
  nexts: readonly Float64Array[],
  radius: number,
  options: NecklaceOptions & { readonly method: NecklaceMethod | 'auto' },
  strands: number | undefined,
): RopeStepRow {
  const step = new Necklace(frames[0]!, radius, options)
  const frame = new Necklace(frames[0]!, radius, options)
  const between = strands === undefined ? {} : { strands }
  const [times, timesFrame]: [number[], number[]] = [[], []]
  let answer = step.between(nexts[0]!, between)
  let stats: NecklaceStats = answer.stats
  for (let k = 0; k + 1 < frames.length; k++) {
    step.step(frames[k]!)
    frame.step(frames[k]!)
    // Both have the frame's structures: what follows is what a next frame costs.
    step.between(frames[k]!, between)
    if (strands === undefined) frame.selfCollisions()
    else frame.between(frames[k]!, between)
    const watch = startWatch()
    answer = step.between(nexts[k]!, between)
    times.push(watch())
    const watchFrame = startWatch()
    frame.step(nexts[k]!)
    if (strands === undefined) {
      // All pairs, as `between` tests: `selfCollides` ends at the first that touches.
      stats = frame.selfCollisions().stats
      timesFrame.push(watchFrame())
    } else {
      stats = frame.between(nexts[k]!, between).stats
      timesFrame.push(watchFrame())
    }
  }
  const later = (list: readonly number[]): number => median(list.slice(list.length >> 1))
  const sum = ({ volumeTests, leafTests }: NecklaceStats): number => volumeTests + leafTests
  const [millis, millisFrame] = [later(times), later(timesFrame)]
  return {
    scene,
    beads: step.size,
    items: strands === undefined ? 'beads' : 'strands',
    motion,
    method: options.method,
    answered: answer.stats.method,
    answeredFrame: stats.method,
    outcome: answer.outcome,
    pairs: answer.pairs.length,
    tests: sum(answer.stats),
    testsFrame: sum(stats),
    ratio: roundFigure(sum(answer.stats) / sum(stats)),
    millis: roundFigure(millis),
    millisFrame: roundFigure(millisFrame),
    timeRatio: roundFigure(millis / millisFrame),
    exactCalls: answer.stats.exactCalls,
  }
}

export function ropeStepTable(rows: readonly RopeStepRow[]): string {
  return formatTable(
    [
      'scene',
      'beads',
      'items',
      'step',
      'method',
      'answered by',
      'outcome',
      'pairs',
      'tests',
      'of the frame',
      'ratio',
      'ms',
      'of the frame',
      'ratio',
      'exact',
    ],
    rows.map((r) => [
      r.scene,
      r.beads.toLocaleString('en'),
      r.items,
      r.motion,
      r.method,
      r.answered === r.answeredFrame ? r.answered : `${r.answered}, ${r.answeredFrame}`,
      r.outcome,
      String(r.pairs),
      r.tests.toLocaleString('en'),
      r.testsFrame.toLocaleString('en'),
      formatNumber(r.ratio),
      formatNumber(r.millis),
      formatNumber(r.millisFrame),
      formatNumber(r.timeRatio),
      String(r.exactCalls),
    ]),
    7,
  )
}
