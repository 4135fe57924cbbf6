// Proves the paths that RRT-Connect finds, edge by edge: the edge most likely to collide comes first (2004, section II.D).
// Collinear edges are not proved as one: short ones need only half as many distances.
//
// What was begun of an edge is kept by its ends, in the direction of travel. Nothing is ever mirrored: when a part of one tree
// goes over to the other, its edges are travelled as before, or they are others.
import { BrokenInvariantError } from '../../errors.js'
import type { Certificate } from '../motion/certificate.js'
import { DecidedSegment } from '../motion/decided-segment.js'
import { proveSegments, readMotionLimits, verdictOf } from '../motion/prove-segments.js'
import { type PlannerInput, TESTS_AT_ONCE } from './plan-problem.js'

/** Tests after which an edge that is neither proved nor refuted is given up: another one is likely cheaper. */
const MOST_STEPS = 20_000

/** When there are more, those that are kept are forgotten: they are of paths of long ago. */
const MOST_KEPT = 2000

export interface ProvedPath {
  readonly waypoints: readonly Float64Array[]
  certificate(): Certificate
}

interface KeptEdge {
  readonly a: Float64Array
  readonly b: Float64Array
  readonly prover: DecidedSegment
}

export class PathProofs {
  /** By a hash of their ends. */
  private readonly kept = new Map<number, KeptEdge[]>()
  private keptCount = 0

  constructor(private readonly input: PlannerInput) {}

  /** One edge alone, now. */
  proveEdge(a: Float64Array, b: Float64Array): boolean {
    const prover = this.proverOf(a, b)
    this.work([prover], MOST_STEPS)
    if (prover.isFree) return true
    this.input.counts.edgesRefuted++
    return false
  }

  /** The path through these points, or which of the edges between them is not free: k for the one from point k. */
  *provePath(points: readonly Float64Array[]): Generator<void, ProvedPath | number, void> {
    const { counts } = this.input
    const provers = points.slice(1).map((point, k) => this.proverOf(points[k]!, point))
    counts.phase = 'proving'
    let refuted = -1
    for (;;) {
      refuted = provers.findIndex((prover) => prover.hit !== undefined || isGivenUp(prover))
      if (refuted !== -1 || provers.every(({ isFree }) => isFree)) break
      this.work(provers, TESTS_AT_ONCE)
      counts.proved = provers.reduce((sum, { proved }) => sum + proved, 0) / provers.length
      yield
    }
    counts.phase = 'searching'
    counts.proved = 0
    if (refuted !== -1) {
      counts.edgesRefuted++
      return refuted
    }
    return { waypoints: points, certificate: () => this.certificate(provers) }
  }

  private certificate(provers: readonly DecidedSegment[]): Certificate {
    const { world, options } = this.input
    const verdict = verdictOf(world.model(), provers, options, readMotionLimits({}))
    if (verdict.outcome !== 'free') throw new BrokenInvariantError(`a proved path is ${verdict.outcome}`)
    return verdict.certificate()
  }

  private proverOf(a: Float64Array, b: Float64Array): DecidedSegment {
    const { world, space, options } = this.input
    const hash = hashOf(a, hashOf(b, 1))
    const known = this.kept.get(hash)?.find((edge) => areEqual(edge.a, a) && areEqual(edge.b, b))
    if (known !== undefined) return known.prover
    const prover = new DecidedSegment(world, space.edge(a, b), options, MOST_STEPS)
    if (this.keptCount >= MOST_KEPT) {
      this.kept.clear()
      this.keptCount = 0
    }
    this.keptCount++
    const edge = { a: a.slice(), b: b.slice(), prover }
    const others = this.kept.get(hash)
    if (others === undefined) this.kept.set(hash, [edge])
    else others.push(edge)
    return prover
  }

  private work(provers: readonly DecidedSegment[], maxSteps: number): void {
    this.input.counts.watch(provers, () => {
      proveSegments(provers, { maxSteps, deadline: Infinity, onProgress: undefined })
    })
  }
}

function isGivenUp(prover: DecidedSegment): boolean {
  return !prover.isFree && (!prover.isOpen || prover.steps >= MOST_STEPS)
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Of the bits, 32 at a time. */
function hashOf(values: Float64Array, seed: number): number {
  const bits = new Int32Array(values.buffer, values.byteOffset, 2 * values.length)
  let hash = seed
  for (let i = 0; i < bits.length; i++) hash = Math.imul(hash ^ bits[i]!, 0x9e3779b1) ^ (hash >>> 15)
  return hash
}
