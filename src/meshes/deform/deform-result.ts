// What is known of a straight step of a mesh.
import type { Stats } from '../../base/work/stats.js'
import { InvalidInputError } from '../../errors.js'
import { type StepCertificate, stepCertificate } from '../../geometry/steps/prove-step.js'
import { type StepDocument, type StepInput, stepDocument } from '../../geometry/steps/step-document.js'

/** Two triangles that touch during a step. */
export interface DeformPair {
  /** Both of the mesh, or the second of the other mesh. */
  readonly with: 'self' | 'other'
  /** Triangles, by their numbers. Of one mesh, the lower first. */
  readonly a: number
  readonly b: number
  /** They touch for the first time between these shares of the step, 0 to 1. */
  readonly lower: number
  readonly upper: number
}

/** A triangle that has no area at some instant. */
export interface DeformCollapse {
  readonly triangle: number
  /** The first such instant is between these. */
  readonly lower: number
  readonly upper: number
}

/** What `checkDeform` cost. */
export interface DeformStats extends Stats {
  /** Pairs of hulls of moving points that were decided: one for two triangles apart, two or four for neighbours. */
  readonly hullTests: number
  /** Decisions that took whole numbers. */
  readonly exactCalls: number
  /** Vertices of which all triangles were proved at once. */
  readonly stars: number
  readonly slabs: number
}

/** A mesh during a step, for certificates: vertices that are one have one number. */
export interface DeformedMesh {
  readonly corners: Uint32Array
  readonly from: Float64Array
  readonly to: Float64Array
}

/** Everything that a step was asked with: what a certificate of it needs. */
export interface DeformQuestion {
  readonly mesh: DeformedMesh
  /** Were the triangles of the mesh checked against each other? */
  readonly self: boolean
  readonly other: DeformedMesh | undefined
  /** No triangle is checked: not against another, nor for its area. */
  readonly isEmpty: boolean
  /** Why there is no certificate, if there cannot be one. */
  readonly obstacle: string | undefined
}

/** The answer of `checkDeform`. */
export class DeformResult {
  /**
   * `free`: the straight step is free, proved. `collision`: the pairs listed touch, or one mesh is inside the other. `undecided`: nothing was
   * found to touch, but triangles collapse, or a mesh that turns comes closer than could be decided (`unproved`). `nothing-to-check`: there
   * are no triangles, or the mesh is checked neither against itself nor against another.
   */
  readonly outcome: 'free' | 'collision' | 'undecided' | 'nothing-to-check'
  /** When the first of the pairs listed touches: the `lower` bound of its time. 0 where one mesh is inside the other. Undefined unless it is a collision. */
  readonly at: number | undefined
  /** Pairs of triangles that touch, by the time they first do; only the first one with `first`. */
  readonly pairs: readonly DeformPair[]
  /** Triangles that collapse. What touches at a neighbour of one, from then on, is not decided. */
  readonly collapsed: readonly DeformCollapse[]
  /** Triangle of the mesh and triangle of a turning `other` that could not be decided, and from when on. */
  readonly unproved: readonly DeformPair[]
  /** The surfaces of two meshes do not touch, and something of one is inside the other, which is solid: from the start, and throughout. */
  readonly inside: boolean
  readonly stats: DeformStats

  /** @internal */
  constructor(
    private readonly question: DeformQuestion,
    pairs: readonly DeformPair[],
    collapsed: readonly DeformCollapse[],
    unproved: readonly DeformPair[],
    inside: boolean,
    stats: DeformStats,
  ) {
    const isOpen = collapsed.length > 0 || unproved.length > 0
    if (question.isEmpty) this.outcome = 'nothing-to-check'
    else this.outcome = pairs.length > 0 || inside ? 'collision' : isOpen ? 'undecided' : 'free'
    this.at = inside ? 0 : pairs[0]?.lower
    this.pairs = pairs
    this.collapsed = collapsed
    this.unproved = unproved
    this.inside = inside
    this.stats = stats
  }

  /** The step as plain data, which `verifyStep` checks a certificate against. The triangles of another mesh follow those of this one. */
  document(): StepDocument {
    return stepDocument(this.stepInput())
  }

  /**
   * The proof that the step is free, for `verifyStep` and `verifyStepExactly`. It is made when asked for. Refused where the step is not free, where
   * `other` turns, and against another mesh where triangles were added to close this one.
   */
  certificate(): StepCertificate {
    if (this.outcome !== 'free') throw new InvalidInputError('outcome', this.outcome, 'free: nothing else is certified')
    return stepCertificate(this.stepInput(), { slabs: this.stats.slabs })
  }

  private stepInput(): StepInput {
    const { mesh, other, self, obstacle } = this.question
    if (obstacle !== undefined)
      throw new InvalidInputError('certificate', obstacle, 'a step that certificates can express')
    const excluded = self ? copiesOfTriangles(mesh.corners) : []
    const { corners, from, to } = mesh
    if (other === undefined) return { hulls: 'triangles', points: from, next: to, triangles: corners, excluded }
    const first = corners.length / 3
    return {
      hulls: 'triangles',
      points: joinedNumbers(from, other.from),
      next: joinedNumbers(to, other.to),
      triangles: [...corners, ...other.corners.map((v) => v + from.length / 3)],
      excluded,
      parts: { first, within: [self, false] },
    }
  }
}

function joinedNumbers(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length + b.length)
  out.set(a)
  out.set(b, a.length)
  return out
}

/** Pairs of triangles with the same three vertices: each is a part of the other. */
export function copiesOfTriangles(corners: Uint32Array): [number, number][] {
  const known = new Map<string, number[]>()
  const pairs: [number, number][] = []
  for (let t = 0; t < corners.length / 3; t++) {
    const key = corners
      .slice(3 * t, 3 * t + 3)
      .sort()
      .join()
    const copies = known.get(key)
    if (copies === undefined) known.set(key, [t])
    else {
      for (const s of copies) pairs.push([s, t])
      copies.push(t)
    }
  }
  return pairs
}
