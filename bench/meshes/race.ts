// One scene, one op, several contenders in turns. Each has a warm-up that is not counted, then rounds in which all go one after
// the other, in another order every round. A slow contender gets the first few poses and fewer rounds, by a budget of
// time; its ratio is to Limber's time at those same poses in those same rounds. Only ratios of one run mean anything.
import { type Progress, roundFigure } from '../bench.js'
import { median } from '../interleave.js'
import type { BuildContender, Built, MeshContender, MeshOp } from './contender.js'

export interface RaceLimits {
  readonly rounds: number
  /** Milliseconds of queries a contender, about. */
  readonly budget: number
  /** Milliseconds of warm-up a contender, about. */
  readonly warmUp: number
  /** What even the slowest does. */
  readonly leastPoses: number
  readonly leastRounds: number
}

export interface QueryRow {
  readonly scene: string
  readonly op: MeshOp
  readonly contender: string
  readonly how: string
  readonly poses: number
  readonly rounds: number
  /** Mean over the poses of the median over the rounds: microseconds a query. */
  readonly micros: number
  /** Median over the poses of the same. */
  readonly medianMicros: number
  /** Median over the rounds of this contender's time over that of Limber, the first, at the same poses. */
  readonly ratio: number
  /** Share of the poses where the answer is Limber's: the same boolean, or the same distance to the precision used. */
  readonly agree: number
  /** Where it is not. */
  readonly disagreements: readonly { readonly pose: number; readonly answer: number; readonly limber: number }[]
  /** Of distances. */
  readonly maxRelativeDifference?: number
  readonly volumeTests?: number
  readonly leafTests?: number
}

/**
 * How far two right answers may lie apart, in the meshes' own unit (they are about 2 across): rounding of some tens of
 * operations, in double precision and in single.
 */
const TOLERANCE = { double: 1e-12, single: 1e-5 }

/** A contender at the start, and what it has done so far. */
interface Entrant {
  readonly contender: MeshContender
  readonly poses: number
  readonly rounds: number
  readonly times: Float64Array[]
  answers: Float64Array
}

export async function race(
  scene: string,
  op: MeshOp,
  contenders: readonly MeshContender[],
  poses: number,
  limits: RaceLimits,
  progress: Progress,
): Promise<QueryRow[]> {
  const entrants: Entrant[] = []
  for (const [k, contender] of contenders.entries()) {
    progress((0.3 * k) / contenders.length, `${contender.name}, warm-up`)
    const micros = await warmUp(contender, op, poses, limits.warmUp)
    entrants.push({
      contender,
      ...share(micros, k === 0 ? Infinity : limits.budget, poses, limits),
      times: [],
      answers: new Float64Array(),
    })
  }
  for (let r = 0; r < limits.rounds; r++) {
    for (let k = 0; k < entrants.length; k++) {
      const entrant = entrants[(k + r) % entrants.length]!
      if (r >= entrant.rounds) continue
      progress(0.3 + (0.7 * (r + k / entrants.length)) / limits.rounds, entrant.contender.name)
      const { micros, answers } = await entrant.contender.run(op, entrant.poses)
      entrant.times.push(micros)
      entrant.answers = answers
    }
  }
  const rows: QueryRow[] = []
  for (const entrant of entrants) rows.push({ scene, ...(await summary(op, entrant, entrants[0]!)) })
  return rows
}

/** Runs until the time is spent, on as many poses as it allows; microseconds a query at the end of it. */
async function warmUp(contender: MeshContender, op: MeshOp, poses: number, millis: number): Promise<number> {
  let mean = Infinity
  for (let count = 1, spent = 0; spent < millis; ) {
    const { micros } = await contender.run(op, count)
    mean = average(micros)
    spent += (mean * count) / 1000
    count = Math.max(1, Math.min(poses, Math.floor(((millis - spent) * 1000) / mean)))
  }
  return mean
}

/** How many poses and rounds the budget allows. */
function share(micros: number, budget: number, poses: number, limits: RaceLimits): { poses: number; rounds: number } {
  const queries = (budget * 1000) / micros
  const rounds = clamp(
    Math.floor(queries / limits.leastPoses),
    Math.min(limits.leastRounds, limits.rounds),
    limits.rounds,
  )
  return { rounds, poses: clamp(Math.floor(queries / rounds), Math.min(limits.leastPoses, poses), poses) }
}

async function summary(op: MeshOp, entrant: Entrant, limber: Entrant): Promise<Omit<QueryRow, 'scene'>> {
  const { contender, poses, rounds, times, answers } = entrant
  const perPose = Array.from({ length: poses }, (_, p) => median(times.map((round) => round[p]!)))
  const ratios = times.map((round, r) => average(round) / average(limber.times[r]!.subarray(0, poses)))
  const differences = Array.from(answers, (answer, p) => Math.abs(answer - limber.answers[p]!))
  const tolerance = op === 'collide' ? 0 : TOLERANCE[contender.precision]
  const disagreements = differences.flatMap((difference, pose) =>
    difference <= tolerance ? [] : [{ pose, answer: answers[pose]!, limber: limber.answers[pose]! }],
  )
  const counts = await contender.counts?.(op, poses)
  return {
    op,
    contender: contender.name,
    how: contender.how[op]!,
    poses,
    rounds,
    micros: roundFigure(average(perPose)),
    medianMicros: roundFigure(median(perPose)),
    ratio: roundFigure(median(ratios)),
    agree: roundFigure(1 - disagreements.length / poses),
    disagreements,
    ...(op === 'distance'
      ? {
          maxRelativeDifference: roundFigure(
            Math.max(...differences.map((d, p) => d / Math.max(answers[p]!, limber.answers[p]!, Number.MIN_VALUE))),
          ),
        }
      : {}),
    ...(counts === undefined
      ? {}
      : { volumeTests: roundFigure(counts.volumeTests), leafTests: roundFigure(counts.leafTests) }),
  }
}

export interface BuildRow {
  readonly scene: string
  readonly op: 'build'
  readonly contender: string
  readonly how: string
  readonly rounds: number
  /** Median over the rounds. */
  readonly micros: number
  readonly ratio: number
  readonly bytesPerTriangle?: number
}

export async function raceBuilds(
  scene: string,
  triangles: number,
  builders: readonly BuildContender[],
  rounds: number,
  progress: Progress,
): Promise<BuildRow[]> {
  // Builds before the first that counts, enough for the compiler to have seen all of it.
  const warmUps = Math.min(4, rounds)
  const built: Built[][] = builders.map(() => [])
  for (let r = -warmUps; r < rounds; r++) {
    for (let k = 0; k < builders.length; k++) {
      const b = (k + r + warmUps) % builders.length
      progress((r + warmUps + k / builders.length) / (rounds + warmUps), builders[b]!.name)
      const one = await builders[b]!.run()
      if (r >= 0) built[b]!.push(one)
    }
  }
  return builders.map(({ name, how }, b) => {
    const bytes = built[b]![0]!.bytes
    return {
      scene,
      op: 'build',
      contender: name,
      how,
      rounds,
      micros: roundFigure(median(built[b]!.map(({ micros }) => micros))),
      ratio: roundFigure(median(built[b]!.map(({ micros }, r) => micros / built[0]![r]!.micros))),
      ...(bytes === undefined ? {} : { bytesPerTriangle: roundFigure(bytes / triangles) }),
    }
  })
}

function average(values: ArrayLike<number>): number {
  let sum = 0
  for (let k = 0; k < values.length; k++) sum += values[k]!
  return sum / values.length
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
