// Is the straight step of a deforming mesh free? Its vertices move straight from where they are to `next`; its triangles must not touch each
// other beyond what they share, at any instant, nor another mesh.
//
// The tree of the mesh keeps its shape; its nodes get 18-DOPs at the ends of slabs of time (step-dops.ts). Pairs of triangles that these
// leave are decided exactly over the whole step, each once (moving-triangles.ts). Most neighbours are proved by their common vertex
// (vertex-stars.ts). Triangles that collapse are named: what touches at one of its neighbours is then not decided.

import { checkFields, checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { checkPositions, type MeshTree } from '../tree/mesh-tree.js'
import { chooseSlabs } from './choose-slabs.js'
import { type DeformOther, OtherMesh } from './deform-other.js'
import { type DeformCollapse, type DeformPair, DeformResult } from './deform-result.js'
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
  /** Only the first contact in time is listed. Default false: all pairs. */
  readonly first?: boolean | undefined
  /** False: the mesh's own triangles are not checked against each other. Default true. */
  readonly self?: boolean | undefined
  /** Two nodes of every pair of volumes that is tested are added to it, in the order of the tests: of the mesh, then of the mesh or `other`. */
  readonly trace?: number[] | undefined
  /** Pairs of triangles of the mesh itself that neither nodes nor common vertices prove, and which are decided one by one, are added to it: two numbers each. */
  readonly decided?: number[] | undefined
}

/** `MeshTree.checkDeform`. */
export function checkMeshDeform(mesh: MeshTree, next: ArrayLike<number>, options: DeformOptions = {}): DeformResult {
  mesh.demandAttached('this')
  checkPositions('next', next, mesh)
  checkFields('options', options, ['other', 'slabs', 'first', 'self', 'trace', 'decided'])
  for (const name of ['first', 'self'] as const) {
    const value = options[name]
    if (value !== undefined && typeof value !== 'boolean') {
      throw new InvalidInputError(`options.${name}`, value, 'true or false')
    }
  }
  for (const name of ['trace', 'decided'] as const) {
    const value = options[name]
    if (value !== undefined && !Array.isArray(value)) {
      throw new InvalidInputError(`options.${name}`, value, 'a list, which is added to')
    }
  }
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
  /** With `first`: no later contact counts. */
  private earliest = 1

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
    this.walk.trace = options.trace
  }

  run(): DeformResult {
    const { mesh, slabs } = this
    const positions = new StraightPositions(mesh.positions, this.to, slabs)
    const dops = fitStepDops(mesh, mesh.triangles, mesh.positions.length / 3, positions, slabs + 1)
    const tree: StepTree = { shape: mesh, dops, count: mesh.size }
    if (this.options.self !== false) this.checkSelf({ ...tree, count: mesh.size - mesh.added }, positions)
    let inside = false
    if (this.other !== undefined) {
      const before = this.pairs.length
      this.checkOther(tree, positions, this.other)
      inside = this.pairs.length === before && this.unproved.length === 0 && this.other.isNested(mesh)
    }
    return this.result(inside)
  }

  private checkSelf(tree: StepTree, { frames, rounded }: StraightPositions): void {
    const { to, moving, slabs } = this
    const from = this.mesh.positions
    const corners = weldCorners(own(this.mesh), from, to)
    const mesh = { corners, from, to, frames, rounded }
    const proved = provedStars(mesh)
    for (let v = 0; v < proved.length; v++) this.stars += proved[v]!
    const collapses = this.findCollapses(mesh, proved)
    const visitor: StepVisitor = {
      triangles: (s, t, all) => {
        const mask = this.stillOpen(all)
        const shared = moving.sharing(mesh, s, t)
        if (mask === 0 || shared.hasOne(proved)) return false
        this.options.decided?.push(s, t)
        if (slabs > 1 && shared.shared === 0 && moving.apartDuring(mesh, s, mesh, t, mask)) return false
        if (!moving.touch(mesh, shared)) return false
        const { lower, upper } = moving
        // Of neighbours, one of which has collapsed by then, the tests may have found no more than that.
        if (shared.shared > 0 && !(upper < collapses[s]! && upper < collapses[t]!)) return false
        this.add({ with: 'self', a: Math.min(s, t), b: Math.max(s, t), lower, upper })
        return false
      },
    }
    this.walk.self(tree, slabs, visitor)
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
      // Plus 0: never −0.
      const [lower, upper] = [found.lower + 0, found.upper + 0]
      out[t] = lower
      this.collapsed.push({ triangle: t, lower, upper })
    }
    return out
  }

  private checkOther(tree: StepTree, { frames, rounded }: StraightPositions, other: OtherMesh): void {
    const { moving, slabs } = this
    const mesh = { corners: this.mesh.triangles, from: this.mesh.positions, to: this.to, frames, rounded }
    const visitor: StepVisitor = {
      triangles: (s, t, all) => {
        const mask = this.stillOpen(all)
        if (mask === 0) return false
        const { straight, turning } = other
        if (straight === undefined) {
          const found = turning!.decide(mesh, s, t, mask, slabs)
          if (found === undefined) return false
          if (found.isCertain) this.add(found.pair)
          else this.unproved.push(found.pair)
          return false
        }
        if (slabs > 1 && moving.apartDuring(mesh, s, straight, t, mask)) return false
        if (!moving.touchOther(mesh, s, straight, t)) return false
        this.add({ with: 'other', a: s, b: t, lower: moving.lower, upper: moving.upper })
        return false
      },
    }
    this.walk.cross(tree, other.tree(slabs), slabs, visitor)
  }

  private result(inside: boolean): DeformResult {
    const { collapsed, unproved, walk, moving, slabs, stars, other, mesh, to } = this
    const pairs = this.isFirst ? this.pairs.sort(byTime).slice(0, 1) : this.pairs.sort(byTime)
    const { volumeTests, leafTests } = walk
    const { hullTests } = moving
    const exactCalls = moving.pair.exactCalls + (other?.turning?.pair.exactCalls ?? 0)
    const from = mesh.positions.slice()
    const self = this.options.self !== false
    const question = {
      mesh: { corners: weldCorners(self ? own(mesh) : mesh.triangles, from, to), from, to },
      self,
      other: other?.straight,
      isEmpty: !(self && mesh.size > mesh.added) && !(other !== undefined && mesh.size > 0 && other.mesh.size > 0),
      obstacle:
        other?.turning !== undefined
          ? 'a mesh that turns'
          : self && other !== undefined && mesh.added > 0
            ? 'a mesh that was closed, against another'
            : undefined,
    }
    const stats = { volumeTests, leafTests, hullTests, exactCalls, stars, slabs }
    return new DeformResult(question, pairs, collapsed, unproved.sort(byTime), inside, stats)
  }

  /** Of the slabs of a mask, those that can hold an earlier contact than what is known; all of them unless only the first is asked for. */
  private stillOpen(mask: number): number {
    const last = Math.floor(this.earliest * this.slabs)
    return last >= 31 ? mask : mask & (2 ** (last + 1) - 1)
  }

  private add(pair: DeformPair): void {
    this.pairs.push(pair)
    if (this.isFirst && pair.upper < this.earliest) this.earliest = pair.upper
  }
}

/** The triangles of the file. */
function own({ triangles, added }: MeshTree): Uint32Array {
  return triangles.subarray(0, triangles.length - 3 * added)
}

function byTime(p: DeformPair, q: DeformPair): number {
  return p.lower - q.lower || p.upper - q.upper || p.a - q.a || p.b - q.b
}
