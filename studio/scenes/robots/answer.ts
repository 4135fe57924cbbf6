// What coordination has come to, as plain data for the page.
import type { CoordinateProgress, CoordinateResult, NamedSignal, World } from '../../../src/entries/robots.js'
import { pairKey } from '../../workcell/edits.js'
import { inOwnWords } from '../../workcell/sight.js'
import type { LaidRobot, WorkStep } from './engine.js'
import type { DiagramPicture } from './picture.js'
import type { TimedPath } from './timed-path.js'

/** A configuration that is shown as a ghost. */
export interface Ghost {
  /** Twelve numbers a thing. */
  readonly poses: Float32Array
  /** Seconds along the paths of the two robots of the diagram. */
  readonly at: readonly [number, number] | undefined
}

export interface Deadlock {
  /** Of the diagram. */
  readonly key: string
  readonly a: string
  readonly b: string
  /** Does something touch in it? If not, smaller atoms may help. */
  readonly isSeen: boolean
  /** Atoms of A and B, two numbers a cell. */
  readonly region: Int32Array
}

export interface CoordinateAnswer {
  readonly outcome: CoordinateResult['outcome']
  readonly reason: string
  readonly diagrams: readonly DiagramPicture[]
  readonly signals: readonly NamedSignal[]
  readonly makespan: number | undefined
  readonly lowerBound: number | undefined
  readonly oneAfterOther: number | undefined
  readonly lag: number | undefined
  /** Robots that have another path than was asked for. */
  readonly replanned: readonly string[]
  /** Where there are such: where all robots are along their paths now. */
  readonly laid?: readonly LaidRobot[]
  readonly deadlock: Deadlock | undefined
  /** Of a deadlock two, in its region; of a path that is not free one. */
  readonly ghosts: readonly Ghost[]
  readonly unseen: readonly string[]
  readonly visualOnly: readonly string[]
  readonly surfaces: CoordinateResult['surfaces']
  readonly cells: number
  readonly tests: number
  readonly millis: number
}

export function coordinateAnswer(
  result: CoordinateResult,
  paths: readonly TimedPath[],
  posesAt: (q: Float64Array) => Float32Array,
  world: World,
): CoordinateAnswer {
  const { outcome, unseen, visualOnly, surfaces, stats } = result
  const numberOf = (name: string): number => paths.findIndex((path) => path.name === name)
  const diagrams = result.diagrams.map(
    ({ a, b, marksA, marksB, states }): DiagramPicture => ({
      key: pairKey(a, b),
      a: numberOf(a),
      b: numberOf(b),
      marksA,
      marksB,
      states,
    }),
  )
  const isScheduled = result.outcome === 'scheduled'
  const ghosts: Ghost[] = []
  let deadlock: Deadlock | undefined
  if (result.outcome === 'deadlock') {
    const { a, b, isSeen } = result
    const key = pairKey(a, b)
    const picture = diagrams.find((one) => one.key === key)!
    deadlock = { key, a, b, isSeen, region: regionOf(result) }
    for (const q of result.configurations)
      ghosts.push({ poses: posesAt(q), at: placesOf(q, result, picture, paths, world) })
  }
  if (result.outcome === 'invalid' && result.configuration !== undefined) {
    ghosts.push({ poses: posesAt(wholeOf(result.configuration, result.robot, paths, world)), at: undefined })
  }
  return {
    outcome,
    reason: reasonOf(result),
    diagrams,
    signals: isScheduled ? result.signals : [],
    makespan: isScheduled ? result.makespan : undefined,
    lowerBound: isScheduled ? result.lowerBound : undefined,
    oneAfterOther: isScheduled ? result.oneAfterOther : undefined,
    lag: isScheduled ? result.lag : undefined,
    replanned: isScheduled ? Object.keys(result.replanned) : [],
    deadlock,
    ghosts,
    unseen,
    visualOnly,
    surfaces,
    cells: stats.cells,
    tests: stats.tests,
    millis: stats.millis,
  }
}

function reasonOf(result: CoordinateResult): string {
  if (result.outcome === 'scheduled') return ''
  const reason = inOwnWords(result.reason)
  if (result.outcome !== 'invalid' || result.verdict === undefined) return reason
  const { verdict } = result
  if ('joint' in verdict) return `${reason}, ${verdict.joint}`
  return 'a' in verdict ? `${reason} of ${verdict.a} and ${verdict.b}` : reason
}

/** What is known of a robot alone is in its own variables: the others are at their starts then. */
function wholeOf(q: Float64Array, robot: string, paths: readonly TimedPath[], world: World): Float64Array {
  if (q.length === world.dof) return q
  const whole = world.neutral()
  for (const path of paths) {
    path.placeIn(whole, 0)
    if (path.name === robot) whole.set(q, path.first)
  }
  return whole
}

type DeadlockResult = Extract<CoordinateResult, { readonly outcome: 'deadlock' }>

/** The region that reaches over these atoms. */
function regionOf({ diagrams, a, b, atomsA, atomsB }: DeadlockResult): Int32Array {
  const { regions } = diagrams.find((one) => one.a === a && one.b === b)!
  return regions.find((cells) => {
    const range = (side: 0 | 1): [number, number] => {
      let [least, most] = [Infinity, -Infinity]
      for (let k = side; k < cells.length; k += 2) {
        least = Math.min(least, cells[k]!)
        most = Math.max(most, cells[k]!)
      }
      return [least, most]
    }
    return [range(0), range(1)].every(
      ([least, most], side) => least === [atomsA, atomsB][side]![0] && most === [atomsA, atomsB][side]![1],
    )
  })!
}

/** Where along their paths the two robots of a deadlock are at a configuration of it: in the middle of atoms of its region. */
function placesOf(
  q: Float64Array,
  { atomsA, atomsB }: DeadlockResult,
  { a, b, marksA, marksB }: DiagramPicture,
  paths: readonly TimedPath[],
  world: World,
): [number, number] {
  const nearest = (path: TimedPath, marks: Float64Array, [first, last]: readonly [number, number]): number => {
    let [best, least] = [0, Infinity]
    const own = world.neutral()
    for (let atom = first; atom <= last; atom++) {
      const at = (marks[atom]! + marks[atom + 1]!) / 2
      own.set(q)
      path.placeIn(own, at)
      const away = own.reduce((sum, x, i) => sum + Math.abs(x - q[i]!), 0)
      if (away < least) [best, least] = [at, away]
    }
    return best
  }
  return [nearest(paths[a]!, marksA, atomsA), nearest(paths[b]!, marksB, atomsB)]
}

const PHASES: Readonly<Record<CoordinateProgress['phase'], string>> = {
  alone: 'Each robot alone',
  diagrams: 'Diagrams',
  schedule: 'Who goes first',
  replanning: 'Other paths, round',
}

export function progressWords({ phase, done, parts, millis }: CoordinateProgress): WorkStep {
  const words = `${PHASES[phase]}: ${Math.min(done + 1, parts)} of ${parts}, ${(millis / 1000).toFixed(1)} s`
  return { words, share: phase === 'replanning' ? undefined : done / parts }
}
