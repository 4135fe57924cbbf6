// One planner on many problems: time with and without what a new world has to set up, counts, and every path checked again.
//
// A problem is planned twice a round: in a world that was just made, the time of making it counted; and once more in that same
// world, which by then has everything at hand. Same seed, so both plans must be the same to the last bit.
import { SegmentCheck, type World, worldDocument } from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'
import type { Progress } from '../bench.js'
import { median } from '../interleave.js'
import type { PlanAnswer, PlanContender, PlanCost } from './contenders.js'
import type { BenchProblem } from './problems.js'
import { pathLength, recheckByPairs, recheckPath } from './recheck.js'

export interface MeasureSize {
  /** Milliseconds of planning before anything is measured, each. */
  readonly warmUp: number
  /** Of one path in this many the certificate is verified, and every pair of geometries is measured along it. */
  readonly verifyEvery: number
  readonly pairsEvery: number
}

export interface Measured {
  readonly problem: BenchProblem
  readonly solved: boolean
  readonly outcome: string
  readonly proved: boolean
  /** The least of the rounds: all do the same work, and what one takes longer is the machine's. */
  readonly millis: number
  readonly millisWithSetUp: number
  /** Of the process, its helping threads included; the median of the rounds. */
  readonly cpuMillis: number
  readonly edges: number
  readonly length: number
  readonly cost: PlanCost
  /** Pairs of geometries that validity tests measured. */
  readonly pairTests: number
  /** What the second look found. */
  readonly wrong: readonly string[]
  /** Least distance seen along the path, metres. */
  readonly clearance: number
  readonly looks: number
  readonly verified: boolean | undefined
  /** What it takes to prove the path's edges, one by one. */
  readonly proofMillis: number
  /** Is a collision of the path known? Found by a proof of every edge, and by sampling. */
  readonly collides: boolean
  /** Of the pieces of 0.5 rad that the path can be cut into and that are free, each by itself. */
  readonly edgeProofs: readonly EdgeProof[]
}

export interface EdgeProof {
  readonly outcome: string
  /** Radians. */
  readonly length: number
  readonly distanceTests: number
  readonly volumeTests: number
  readonly leafTests: number
  readonly configurations: number
  readonly micros: number
}

/** A planner, and the problems it gets: undefined where there is none in its form. */
export interface Entrant {
  readonly contender: PlanContender
  readonly problems: readonly (BenchProblem | undefined)[]
  readonly rounds: number
}

/** All of them at the first problem, then all at the second …: a slow spell of the machine falls on all. */
export function measureInTurns(entrants: readonly Entrant[], size: MeasureSize, progress: Progress): Measured[][] {
  const count = Math.max(0, ...entrants.map(({ problems }) => problems.length))
  warmUp(entrants, size.warmUp, progress)
  const out = entrants.map((): Measured[] => [])
  for (let i = 0; i < count; i++) {
    entrants.forEach(({ contender, problems, rounds }, e) => {
      const problem = problems[i]
      if (problem === undefined) return
      const { robot, scene, index, model } = problem
      const share = 0.05 + (0.95 * (i + e / entrants.length)) / count
      progress(share, `${contender.name}, ${robot} ${scene} ${index}, ${model}`)
      out[e]!.push(measureOne(contender, problem, rounds, size, i))
    })
  }
  return out
}

/** Each for this long, all scenes early. */
function warmUp(entrants: readonly Entrant[], millis: number, progress: Progress): void {
  entrants.forEach(({ contender, problems }, e) => {
    progress((0.05 * e) / entrants.length, `${contender.name}, warm-up`)
    const some = problems.filter((problem) => problem !== undefined)
    const end = performance.now() + millis
    // Steps that meet every scene of fifty before the first one twice.
    for (let i = 0; some.length > 0 && performance.now() < end; i += 53) {
      const problem = some[i % some.length]!
      contender.plan(problem.world(), problem)
    }
  })
}

/** Configurations along a path at which every pair of geometries is measured. */
const PAIR_LOOKS = 20

function measureOne(
  contender: PlanContender,
  problem: BenchProblem,
  rounds: number,
  size: MeasureSize,
  place: number,
): Measured {
  const withSetUp: number[] = []
  const without: number[] = []
  const cpu: number[] = []
  const wrong: string[] = []
  let answer: PlanAnswer | undefined
  let pairTests = 0
  for (let r = 0; r < rounds; r++) {
    const t0 = performance.now()
    const world = problem.world()
    // Counting costs a percent or so: in the last of the rounds, where it does no harm to the least of three.
    const counter = r === rounds - 1 ? countPairTests(world) : undefined
    const first = contender.plan(world, problem)
    if (counter !== undefined) pairTests = counter.stop()
    const t1 = performance.now()
    const c1 = process.cpuUsage()
    const again = contender.plan(world, problem)
    const c2 = process.cpuUsage(c1)
    const t2 = performance.now()
    withSetUp.push(t1 - t0)
    without.push(t2 - t1)
    cpu.push((c2.user + c2.system) / 1000)
    answer ??= first
    // What ran out of time ran out of it somewhere.
    for (const other of [first, again]) {
      if (!samePath(answer, other)) wrong.push('the same seed gave another path')
    }
  }
  const { path = [], outcome, proved, cost, certificate } = answer!
  // For a path that was not proved, proofs of its edges say more than samples.
  const looked = proved ? recheckPath(problem.world(), problem, path) : undefined
  wrong.push(...(looked?.wrong ?? []))
  let verified: boolean | undefined
  if (certificate !== undefined && place % size.verifyEvery === 0) {
    const verification = verifyCertificate(worldDocument(problem.world()), certificate())
    verified = verification.valid
    if (!verification.valid) wrong.push(`the certificate is refused: ${verification.reason}`)
  }
  if (proved && place % size.pairsEvery === 0) wrong.push(...recheckByPairs(problem, path, PAIR_LOOKS))
  const world = problem.world()
  const checks = checkEdges(world, edgesOf(path))
  return {
    problem,
    outcome,
    solved: outcome === 'solved',
    proved,
    millis: Math.min(...without),
    millisWithSetUp: Math.min(...withSetUp),
    cpuMillis: median(cpu),
    edges: Math.max(0, path.length - 1),
    length: pathLength(path),
    cost,
    pairTests,
    wrong: [...new Set(wrong)],
    clearance: looked?.clearance ?? NaN,
    looks: looked?.looks ?? 0,
    verified,
    proofMillis: checks.reduce((sum, { micros }) => sum + micros / 1000, 0),
    collides: checks.some(({ outcome }) => outcome === 'collision') || (looked?.wrong.length ?? 0) > 0,
    edgeProofs: checkEdges(world, cutPath(path)).filter(({ outcome }) => outcome === 'free'),
  }
}

/** Adds up how many pairs of geometries a world's answers take, until it is stopped. */
function countPairTests(world: World): { stop(): number } {
  let pairTests = 0
  const collides = world.collides.bind(world)
  world.collides = (q) => {
    const answer = collides(q)
    pairTests += world.stats.pairTests
    return answer
  }
  return {
    stop() {
      world.collides = collides
      return pairTests
    },
  }
}

/** Tests after which an edge that was only sampled counts as neither free nor colliding. */
const MOST_TESTS = 1e6

function checkEdges(world: World, edges: readonly Edge[]): EdgeProof[] {
  return edges.map((ends) => {
    const before = performance.now()
    const { outcome, stats } = new SegmentCheck(world, ends).run({ maxSteps: MOST_TESTS })
    const micros = (performance.now() - before) * 1000
    const { volumeTests, leafTests, distanceTests, configurations } = stats
    return { outcome, length: pathLength(ends), distanceTests, volumeTests, leafTests, configurations, micros }
  })
}

type Edge = readonly [Float64Array, Float64Array]

function edgesOf(path: readonly Float64Array[]): Edge[] {
  return path.slice(1).map((to, k) => [path[k]!, to] as const)
}

/** Radians. */
const PIECE = 0.5

/** Planners join edges, or end them early; what is compared is pieces of one length. What is left at an edge's end is dropped. */
export function cutPath(path: readonly Float64Array[]): Edge[] {
  return edgesOf(path).flatMap(([from, to]) => {
    const length = pathLength([from, to])
    const at = (t: number): Float64Array => from.map((x, i) => x + t * (to[i]! - x))
    return Array.from(
      { length: Math.floor(length / PIECE + 1e-9) },
      (_, k) => [at((k * PIECE) / length), at(Math.min(1, ((k + 1) * PIECE) / length))] as const,
    )
  })
}

function samePath({ path: a }: PlanAnswer, { path: b }: PlanAnswer): boolean {
  if (a === undefined || b === undefined) return true
  return a.length === b.length && a.every((q, i) => q.every((x, k) => x === b[i]![k]))
}
