// Is the straight step of a deforming mesh free? Its vertices move straight from where they are to `next`; its triangles must not touch each
// other beyond what they share, at any instant, nor another mesh.
//
// The tree of the mesh keeps its shape; its nodes get 18-DOPs at the ends of slabs of time (step-dops.ts). Pairs of triangles that these
// leave are decided exactly over the whole step, each once (moving-triangles.ts). Most neighbours are proved by their common vertex
// (vertex-stars.ts). Triangles that collapse are named: what touches at one of its neighbours is then not decided.

import { checkFields, checkIndex } from '../../base/math/checks.js'
import type { Stats } from '../../base/work/stats.js'
import { InvalidInputError } from '../../errors.js'
import { checkPositions, type MeshTree } from '../tree/mesh-tree.js'
import { chooseSlabs } from './choose-slabs.js'
import { type DeformOther, OtherMesh } from './deform-other.js'
import { type MovingMesh, MovingTriangles } from './moving-triangles.js'
import { weldCorners } from './step-corners.js'
import { fitStepDops, MOST_SLABS, StraightPositions } from './step-dops.js'
import { type StepTree, type StepVisitor, StepWalk } from './step-walk.js'
import { firstCollapse, keepsArea } from './triangle-collapse.js'
import { provedStars } from './vertex-stars.js'

/** How a step is checked. */
export interface DeformOptions {
  /** Another mesh that stands, deforms or moves rigidly; see DeformOther. */
  readonly other?: MeshTree | DeformOther | undefined
  /** Into how many slabs of time the step is cut: a power of two up to 32, or `auto` (default), which chooses by how far the triangles turn. It changes the cost, never the answer. */
  readonly slabs?: 'auto' | number | undefined
  /** True: ends at the first pair that is found, which need not be the first in time. Default false: all pairs. */
  readonly first?: boolean | undefined
  /** False: the mesh's own triangles are not checked against each other. Default true. */
  readonly self?: boolean | undefined
}

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

/** The answer of `checkDeform`. */
export interface DeformResult {
  /**
   * free: the straight step is free. collision: triangles touch, see `pairs`; or one mesh is inside the other. undecided: nothing was found to
   * touch, but triangles collapse, or a mesh that turns comes closer than could be decided (`unproved`).
   */
  readonly outcome: 'free' | 'collision' | 'undecided'
  /** For a collision, the share of the step at which the first of `pairs` touches, rounded down. */
  readonly at: number | undefined
  /** Pairs of triangles that touch, in order of time. */
  readonly pairs: readonly DeformPair[]
  /** Triangles that collapse. What touches at a neighbour of one, from then on, is not decided. */
  readonly collapsed: readonly DeformCollapse[]
  /** Triangle of the mesh and triangle of a turning `other` that could not be decided, and from when on. */
  readonly unproved: readonly DeformPair[]
  /** The surfaces do not touch, and one of two meshes is inside the other, which is solid: from the start, and throughout. */
  readonly inside: boolean
  readonly stats: DeformStats
}

/** `MeshTree.checkDeform`. */
export function checkMeshDeform(mesh: MeshTree, next: ArrayLike<number>, options: DeformOptions = {}): DeformResult {
  mesh.demandAttached('this')
  checkPositions('next', next, mesh)
  checkFields('options', options, ['other', 'slabs', 'first', 'self'])
  const step = new DeformStep(mesh, Float64Array.from(next), options)
  return step.run()
}

class DeformStep {
  private readonly walk = new StepWalk()
  private readonly moving = new MovingTriangles()
  private readonly pairs: DeformPair[] = []
  private readonly collapsed: DeformCollapse[] = []
  private readonly unproved: DeformPair[] = []
  private readonly slabs: number
  private readonly other: OtherMesh | undefined
  private readonly isFirst: boolean
  private stars = 0

  constructor(
    private readonly mesh: MeshTree,
    private readonly to: Float64Array,
    private readonly options: DeformOptions,
  ) {
    const { slabs = 'auto', other } = options
    if (slabs !== 'auto') {
      checkIndex('options.slabs', slabs, 1, MOST_SLABS + 1)
      if ((slabs & (slabs - 1)) !== 0) throw new InvalidInputError('options.slabs', slabs, "a power of two, or 'auto'")
    }
    this.other = other === undefined ? undefined : new OtherMesh('options.other', other)
    this.slabs =
      slabs === 'auto' ? Math.max(chooseSlabs(mesh.triangles, mesh.positions, to), this.other?.slabs ?? 1) : slabs
    this.isFirst = options.first === true
  }

  run(): DeformResult {
    const { mesh, slabs } = this
    const positions = new StraightPositions(mesh.positions, this.to, slabs)
    const dops = fitStepDops(mesh, mesh.triangles, mesh.positions.length / 3, positions, slabs + 1)
    const own: StepTree = { shape: mesh, dops, count: mesh.size - mesh.added }
    const isDone = this.options.self !== false && this.checkSelf(own, positions)
    let inside = false
    if (!isDone && this.other !== undefined) {
      this.checkOther({ ...own, count: mesh.size }, positions, this.other)
      inside = this.pairs.length === 0 && this.unproved.length === 0 && this.other.isNested(mesh)
    }
    return this.result(inside)
  }

  /** True: ends here. */
  private checkSelf(tree: StepTree, { frames, rounded }: StraightPositions): boolean {
    const { to, moving, isFirst, slabs } = this
    const from = this.mesh.positions
    const corners = weldCorners(this.mesh.triangles.subarray(0, 3 * tree.count), from, to)
    const mesh = { corners, from, to, frames, rounded }
    const proved = provedStars(mesh)
    for (let v = 0; v < proved.length; v++) this.stars += proved[v]!
    const collapses = this.findCollapses(mesh, proved)
    const visitor: StepVisitor = {
      triangles: (s, t, mask) => {
        const shared = moving.sharing(mesh, s, t)
        if (shared.hasOne(proved)) return false
        if (slabs > 1 && shared.shared === 0 && moving.apartDuring(mesh, s, mesh, t, mask)) return false
        if (!moving.touch(mesh, shared)) return false
        const { lower, upper } = moving
        // Of neighbours, one of which has collapsed by then, the tests may have found no more than that.
        if (shared.shared > 0 && !(upper < collapses[s]! && upper < collapses[t]!)) return false
        this.pairs.push({ with: 'self', a: Math.min(s, t), b: Math.max(s, t), lower, upper })
        return isFirst
      },
    }
    return this.walk.self(tree, slabs, visitor)
  }

  /** By triangle: when it collapses, rounded down; Infinity if it never does. */
  private findCollapses({ corners, from, to }: MovingMesh, proved: Uint8Array): Float64Array {
    const count = corners.length / 3
    const out = new Float64Array(count).fill(Infinity)
    for (let t = 0; t < count; t++) {
      const [a, b, c] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
      if (proved[a]! + proved[b]! + proved[c]! > 0 || keepsArea(from, to, 3 * a, 3 * b, 3 * c)) continue
      const found = firstCollapse(from, to, 3 * a, 3 * b, 3 * c)
      if (found === undefined) continue
      out[t] = found.lower
      this.collapsed.push({ triangle: t, lower: found.lower, upper: found.upper })
    }
    return out
  }

  private checkOther(tree: StepTree, { frames, rounded }: StraightPositions, other: OtherMesh): void {
    const { moving, isFirst, slabs } = this
    const mesh = { corners: this.mesh.triangles, from: this.mesh.positions, to: this.to, frames, rounded }
    const visitor: StepVisitor = {
      triangles: (s, t, mask) => {
        const { straight, turning } = other
        if (straight === undefined) {
          return turning!.decide(mesh, s, t, mask, slabs, this.pairs, this.unproved) && isFirst
        }
        if (slabs > 1 && moving.apartDuring(mesh, s, straight, t, mask)) return false
        if (!moving.touchOther(mesh, s, straight, t)) return false
        this.pairs.push({ with: 'other', a: s, b: t, lower: moving.lower, upper: moving.upper })
        return isFirst
      },
    }
    this.walk.cross(tree, other.tree(slabs), slabs, visitor)
  }

  private result(inside: boolean): DeformResult {
    const { pairs, collapsed, unproved, walk, moving, slabs, stars } = this
    pairs.sort(byTime)
    unproved.sort(byTime)
    const outcome =
      pairs.length > 0 || inside ? 'collision' : collapsed.length > 0 || unproved.length > 0 ? 'undecided' : 'free'
    const { volumeTests, leafTests } = walk
    const { hullTests } = moving
    const exactCalls = moving.pair.exactCalls + (this.other?.turning?.pair.exactCalls ?? 0)
    return {
      outcome,
      at: outcome === 'collision' ? (pairs[0]?.lower ?? 0) : undefined,
      pairs,
      collapsed,
      unproved,
      inside,
      stats: { volumeTests, leafTests, hullTests, exactCalls, stars, slabs },
    }
  }
}

function byTime(p: DeformPair, q: DeformPair): number {
  return p.lower - q.lower || p.upper - q.upper || p.a - q.a || p.b - q.b
}
