// Limber's sweep and FCL's continuous collision on the same rigid motions, motion by motion in turns, and each answer held
// against what is true. Times of a contender are compared with Limber's at the motions that it got done.
import type { MeshTree } from '../../src/entries/meshes.js'
import { type SweepResult, sweep } from '../../src/entries/robots.js'
import { type Progress, roundFigure } from '../bench.js'
import { median } from '../interleave.js'
import { timeQueries } from '../meshes/contender.js'
import { type FclWay, type RigidAnswer, type RigidCase, RigidFcl } from './rigid-fcl.js'
import type { MotionKind } from './rigid-motions.js'
import { firstSampled, touchesAt } from './rigid-truth.js'

export interface RigidLimits {
  /** Of Limber; the slow ones are asked once. */
  readonly rounds: number
  /** Places along a motion at which a verdict is held against plain collision tests. */
  readonly samples: number
  /** Milliseconds that a motion may take. */
  readonly limit: number
}

/** What is true of a motion: when they first touch, if they do; and whether Limber said so. */
export interface Truth {
  readonly kind: MotionKind
  readonly first: number | undefined
  readonly limber: 'right' | 'undecided' | string
}

export interface RigidRow {
  readonly pair: string
  readonly contender: string
  readonly how: string
  readonly motions: number
  readonly hits: number
  /** Hits that it calls free. */
  readonly missed: number
  /** Hits found, but at a moment after the first contact by more than a thousandth of the motion. */
  readonly late: number
  /** Free motions that it calls hits. */
  readonly alarms: number
  /** Neither free nor a hit, or ended for taking too long. */
  readonly unanswered: number
  readonly micros: number
  readonly medianMicros: number
  readonly microsFree: number
  readonly microsHit: number
  /** Its time over Limber's at the same motions. */
  readonly ratio: number
}

/** As a share of the motion. */
const LATE = 1e-3

interface Entrant {
  readonly name: string
  readonly how: string
  readonly answers: (RigidAnswer | undefined)[]
}

export async function raceRigid(
  one: RigidCase,
  trees: { readonly a: MeshTree; readonly b: MeshTree },
  ways: readonly FclWay[],
  limits: RigidLimits,
  progress: Progress,
): Promise<{ rows: RigidRow[]; truths: Truth[] }> {
  const { a, b } = trees
  const { motions } = one
  const limber: Entrant = { name: 'Limber', how: 'sweep, to 1e-6 of the motion, proved', answers: [] }
  const others = ways.map(({ name, how }): Entrant => ({ name, how, answers: [] }))
  const ask = (k: number): RigidAnswer => {
    const { from, to } = motions[k]!
    let found: SweepResult | undefined
    const { micros } = timeQueries(1, () => {
      found = sweep(a, b, from, to)
      return 0
    })
    return { micros: micros[0]!, outcome: found!.outcome, at: found!.at ?? Number.NaN }
  }
  // The compiler's round.
  for (let k = 0; k < motions.length; k++) ask(k)
  const fcl = ways.length > 0 ? new RigidFcl(one) : undefined
  try {
    for (let k = 0; k < motions.length; k++) {
      const own = Array.from({ length: limits.rounds }, () => ask(k))
      limber.answers.push({ ...own[0]!, micros: median(own.map(({ micros }) => micros)) })
      for (const [w, way] of ways.entries()) {
        progress((0.8 * (k + w / ways.length)) / motions.length, `motion ${k + 1} of ${motions.length}, ${way.name}`)
        others[w]!.answers.push(await fcl!.sweep(way, k, limits.limit))
      }
    }
  } finally {
    fcl?.close()
  }
  const truths = motions.map((motion, k): Truth => {
    progress(0.8 + (0.2 * k) / motions.length, `truth of motion ${k + 1}`)
    return judge(one, trees, motion.kind, k, limits.samples)
  })
  const rows = [limber, ...others].map((entrant) => summary(one.name, entrant, limber, truths))
  return { rows, truths }
}

/** The sweep's verdict, held against triangles at the moment it names and against places all along the way. */
function judge(
  { a, b, motions }: RigidCase,
  trees: { readonly a: MeshTree; readonly b: MeshTree },
  kind: MotionKind,
  k: number,
  samples: number,
): Truth {
  const motion = motions[k]!
  const { outcome, at } = sweep(trees.a, trees.b, motion.from, motion.to)
  const seen = firstSampled(trees.a, trees.b, motion, samples)
  if (outcome === 'collision') {
    if (!touchesAt(a, b, motion, at!)) return { kind, first: seen, limber: `no contact at ${at}` }
    if (seen !== undefined && seen < at!) return { kind, first: seen, limber: `contact at ${at}, but also at ${seen}` }
    return { kind, first: at!, limber: 'right' }
  }
  if (seen === undefined) return { kind, first: undefined, limber: outcome === 'free' ? 'right' : 'undecided' }
  return { kind, first: seen, limber: outcome === 'free' ? `free, but contact at ${seen}` : 'undecided' }
}

function summary(pair: string, { name, how, answers }: Entrant, limber: Entrant, truths: readonly Truth[]): RigidRow {
  let [missed, late, alarms, unanswered, own, its] = [0, 0, 0, 0, 0, 0]
  const times: { micros: number; hit: boolean }[] = []
  answers.forEach((answer, k) => {
    const { first } = truths[k]!
    if (answer === undefined) {
      unanswered++
      return
    }
    const { micros, outcome, at } = answer
    times.push({ micros, hit: first !== undefined })
    its += micros
    own += limber.answers[k]!.micros
    if (outcome === 'undecided') unanswered++
    else if (first !== undefined && outcome === 'free') missed++
    else if (first === undefined && outcome === 'collision') alarms++
    else if (first !== undefined && at > first + LATE) late++
  })
  return {
    pair,
    contender: name,
    how,
    motions: answers.length,
    hits: truths.filter(({ first }) => first !== undefined).length,
    missed,
    late,
    alarms,
    unanswered,
    micros: roundFigure(mean(times.map(({ micros }) => micros))),
    medianMicros: roundFigure(times.length === 0 ? Number.NaN : median(times.map(({ micros }) => micros))),
    microsFree: roundFigure(mean(times.filter(({ hit }) => !hit).map(({ micros }) => micros))),
    microsHit: roundFigure(mean(times.filter(({ hit }) => hit).map(({ micros }) => micros))),
    ratio: roundFigure(its / own),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
