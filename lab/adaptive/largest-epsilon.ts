// The largest step at which fixed resolution stays right (section V.D, Table IV): ε comes down by 1.2 after each mistake, until
// a given number of runs in a row have none.
//
// In the paper a run is that of a planner between two given configurations, which takes whatever its checker lets pass: its
// answer is a path of many short segments, some of them in narrow places. Here a run is a path of as many as such a planner finds
// in these scenes: a random walk away from the scene's goal, which is near an obstacle, by steps that fixed resolution lets
// pass. Or, much kinder to it, one random segment across the joints' whole ranges. Our own checker says who is right.
import { Random, type World } from '../../src/entries/robots.js'
import type { Progress } from '../experiment.js'
import { type LabScene, type Segment, segmentsOf } from './lab-scene.js'
import { measureSettings, runSetting, type Setting, toRow } from './methods.js'
import { publishedEpsilon } from './published.js'
import type { Row } from './rows.js'
import { DELTA, JUDGE, portion } from './segments.js'

const CUT = 1.2
/** Where it begins and where it gives up: radians, Euclidean. */
const LARGEST = 0.25
const SMALLEST = 1e-4

/** Segments of a path. A small planner of the same kind (two trees, edges tested last) finds paths of 10 to 30 here. */
const PATH = 10
/** A step: at most this share of each joint's range, and less where nothing so far away is free. */
const STEP = 0.15
const TRIES = 20

/** Segments that both are timed on, at most. */
const TIMED = 200

export const RUN_KINDS = ['path', 'segment'] as const
export type RunKind = (typeof RUN_KINDS)[number]

export interface LargestEpsilon {
  readonly scene: string
  readonly figure: string
  readonly run: RunKind
  readonly epsilon: number
  /** Whether it was right in all runs of the last series; if not, the search ended at the smallest. */
  readonly right: boolean
  readonly runs: number
  /** Runs that were called good and collide, over all values tried. */
  readonly mistakes: number
  /** Segments that the judge could not decide. */
  readonly undecided: number
  /** The paper's, for a planner. */
  readonly published?: number | undefined
}

export interface Epsilon {
  readonly found: LargestEpsilon
  readonly rows: readonly Row[]
}

/** Then both checkers, and the paper's, on segments of the last series: all free. */
export async function findEpsilon(
  lab: LabScene,
  run: RunKind,
  runs: number,
  seed: number,
  rounds: number,
  progress: Progress,
): Promise<Epsilon> {
  const label = `largest ε, ${run}s: ${lab.name}`
  const { world, name, figure } = lab
  const draw = run === 'path' ? walks(lab, seed) : randomSegments(lab, seed)
  let epsilon = LARGEST
  let mistakes = 0
  let undecided = 0
  let series: Segment[] = []
  let right = 0
  while (right < runs && epsilon >= SMALLEST) {
    await progress((0.6 * right) / runs, label)
    const setting: Setting = { method: 'fixed', epsilon }
    const path: Segment[] = []
    const isMistake = draw((segment) => {
      if (runSetting(world, segment, setting).outcome !== 'sampled') return REFUSED
      const { outcome } = runSetting(world, segment, JUDGE)
      if (outcome === 'collision') return MISTAKE
      if (outcome === 'free') path.push(segment)
      else undecided++
      return PASSED
    })
    if (isMistake) {
      mistakes++
      epsilon /= CUT
      series = []
      right = 0
    } else {
      series.push(...path)
      right++
    }
  }
  // Some of each run.
  const every = Math.max(1, Math.ceil(series.length / TIMED))
  const timed = series.filter((_, i) => i % every === 0)
  const published = publishedEpsilon(figure)
  return {
    found: {
      scene: name,
      figure,
      run,
      epsilon,
      right: right === runs,
      runs,
      mistakes,
      undecided,
      ...(published === undefined ? {} : { published }),
    },
    rows: await measureAtEpsilon(lab, run, epsilon, timed, rounds, portion(progress, 0.6, 0.4)),
  }
}

/** Fixed resolution at some ε beside the others, on free segments: those of a kind of run, or any. */
export async function measureAtEpsilon(
  lab: LabScene,
  run: RunKind | 'free',
  epsilon: number,
  segments: readonly Segment[],
  rounds: number,
  progress: Progress,
): Promise<Row[]> {
  const settings: readonly Setting[] = [
    { method: 'fixed', epsilon },
    { method: 'limber', delta: 0 },
    { method: 'limber', delta: DELTA },
    { method: 'refined', delta: DELTA },
    { method: 'adaptive', delta: DELTA },
  ]
  const label = `at the largest ε: ${lab.name}`
  const measured = await measureSettings(lab, settings, segments, rounds, progress, label)
  return measured.map((m) => ({ ...toRow('epsilon', m, undefined), run }))
}

const REFUSED = 0
const PASSED = 1
const MISTAKE = 2

/** One run, its segments checked one by one; true if one of them is a mistake. */
type Draw = (look: (segment: Segment) => number) => boolean

function randomSegments(lab: LabScene, seed: number): Draw {
  const ends = segmentsOf(lab, seed)
  return (look) => {
    for (;;) {
      const seen = look(ends.next().value)
      if (seen !== REFUSED) return seen === MISTAKE
    }
  }
}

/** From the scene's goal, which is near an obstacle, steps to free configurations that pass: as a planner's tree grows there. */
function walks(lab: LabScene, seed: number): Draw {
  const random = new Random(seed)
  return (look) => {
    let at = lab.scene.goal
    for (let steps = 0; steps < PATH; ) {
      const next = freeNear(lab.world, at, random)
      const seen = next === undefined ? REFUSED : look([at, next])
      if (seen === MISTAKE) return true
      if (next === undefined || seen === REFUSED) continue
      at = next
      steps++
    }
    return false
  }
}

/** A free configuration about `at`, in a box that shrinks with each try. */
function freeNear(world: World, at: Float64Array, random: Random): Float64Array | undefined {
  const { lower, upper } = world
  for (let k = 1; k <= TRIES; k++) {
    const q = at.map((value, i) => {
      const step = (STEP * (upper[i]! - lower[i]!)) / k
      return Math.min(Math.max(value + random.range(-step, step), lower[i]!), upper[i]!)
    })
    if (!world.collides(q)) return q
  }
  return undefined
}
