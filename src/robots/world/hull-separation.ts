// Separates pairs of geometries by their convex hulls: along the direction that separated them last time, or else by GJK. If the
// hulls are separated, so are the geometries; if not, nothing is known, and the geometries themselves are tested. But meshes that are
// not convex have outer parts (shapes/outer-parts.ts), which are tried in between: each of A with each of B.
//
// A direction that separates two convex solids still does after a small move, so most pairs of a planner's next configuration
// cost two supports. Directions are kept by pair, in A's frame. They may be any other pair's: a direction is tried, not trusted.
import { Gjk, GjkWarmStart, gjk } from '../../geometry/convex/gjk.js'
import { farthestCorner } from '../../geometry/convex/gjk-hull.js'
import { partsWhenAsked } from '../../shapes/outer-parts.js'
import { shapeSphere } from '../../shapes/shape-bounds.js'
import { BOX_CORE, type ConvexKind, Core, CYLINDER_CORE, loadCore, placeCore } from '../../shapes/shape-core.js'
import type { WorldIndex } from './world-index.js'

/** How many directions are kept; a power of two. */
const KEPT = 4096

/**
 * Hulls must be apart by this many times the error of a distance. With one more than two the verdict is the one that the
 * geometries themselves would get, whichever directions are kept.
 */
const CLEARLY = 4

/** As much of a hull's diameter as a distance may be off by: SHAPE_DISTANCE_ERROR of the reach of both, and CLEARLY is more. */
const MOST_LOST = 1e-12

export class HullSeparation {
  /** Empty until the first query: a world of one proof needs none. */
  private kept: (GjkWarmStart | undefined)[] = []
  private readonly g = new Gjk()
  private readonly coreA = new Core()
  private readonly coreB = new Core()
  /** By geometry, of this index: what is convex, a mesh's hull if that is worth asking. */
  private index: WorldIndex | undefined
  private solids: readonly (ConvexKind | undefined)[] = []
  /** Those in their own frames. */
  private cores: readonly (Core | undefined)[] = []
  /** By geometry: its outer parts, or what is convex alone; undefined until they are needed. */
  private parts: (OwnParts | undefined)[] = []
  /** By slot: where the parts of a pair are separated. */
  private pairs: (PartPairs | undefined)[] = []

  start(index: WorldIndex): void {
    if (this.index === index) return
    if (this.kept.length === 0) this.kept = new Array(KEPT).fill(undefined)
    this.index = index
    this.solids = index.shapes.map((shape, leaf) => {
      if (shape.kind === 'group') return undefined
      return shape.kind === 'mesh' ? index.partOfMesh(leaf, shape)?.hull : shape
    })
    this.cores = this.solids.map((solid) => {
      if (solid === undefined) return undefined
      const core = new Core()
      loadCore(core, solid)
      return core
    })
    this.parts = new Array(index.shapes.length).fill(undefined)
    this.pairs = new Array(KEPT).fill(undefined)
  }

  /** Can it tell anything of this pair? */
  knows(a: number, b: number): boolean {
    return this.solids[a] !== undefined && this.solids[b] !== undefined
  }

  /**
   * Do the directions that separated them last still separate them? x is X_AB; `margin` is the error of a distance of the two.
   */
  stayApart(a: number, b: number, x: Float64Array, margin: number): boolean {
    const slot = slotOf(a, b)
    const kept = this.kept[slot]
    if (kept !== undefined && separates(kept, this.cores[a]!, this.cores[b]!, x, margin)) return true
    const pair = this.pairs[slot]
    if (pair === undefined || pair.a !== a || pair.b !== b || !pair.areApart) return false
    const { ofA, ofB, warm } = pair
    for (let j = 0, k = 0; j < ofB.cores.length; j++) {
      for (let i = 0; i < ofA.cores.length; i++, k++) {
        if (ballsApart(ofA.balls, 4 * i, ofB.balls, 4 * j, x, margin)) continue
        if (!separates(warm[k]!, ofA.cores[i]!, ofB.cores[j]!, x, margin)) return false
      }
    }
    return true
  }

  /** Are their hulls apart, or their outer parts? If so, the directions are kept. */
  areApart(a: number, b: number, x: Float64Array, margin: number): boolean {
    const slot = slotOf(a, b)
    const pair = this.pairs[slot]
    const isOwn = pair !== undefined && pair.a === a && pair.b === b
    // Hulls that met last time meet again, as a rule.
    if (isOwn && pair.areApart && this.partsApart(pair, x, margin)) return true
    const kept = this.kept[slot] ?? new GjkWarmStart()
    if (this.solidsApart(this.solids[a]!, this.solids[b]!, x, margin, kept)) {
      this.kept[slot] = kept
      if (isOwn) pair.areApart = false
      return true
    }
    if (isOwn) return !pair.areApart && this.partsApart(pair, x, margin)
    const ofA = this.partsOf(a)
    const ofB = this.partsOf(b)
    if (ofA === undefined || ofB === undefined || ofA.solids.length * ofB.solids.length === 1) return false
    const warm = Array.from({ length: ofA.solids.length * ofB.solids.length }, () => new GjkWarmStart())
    const made: PartPairs = { a, b, ofA, ofB, warm, areApart: false }
    this.pairs[slot] = made
    return this.partsApart(made, x, margin)
  }

  private solidsApart(a: ConvexKind, b: ConvexKind, x: Float64Array, margin: number, warm: GjkWarmStart): boolean {
    const { g, coreA, coreB } = this
    loadCore(coreA, a)
    placeCore(coreB, b, x, 0)
    const enough = coreA.radius + coreB.radius + CLEARLY * margin
    gjk(g, coreA, coreB, enough, enough, warm)
    return g.lower > enough
  }

  private partsApart(pair: PartPairs, x: Float64Array, margin: number): boolean {
    const { ofA, ofB, warm } = pair
    pair.areApart = false
    for (let j = 0, k = 0; j < ofB.solids.length; j++) {
      for (let i = 0; i < ofA.solids.length; i++, k++) {
        if (ballsApart(ofA.balls, 4 * i, ofB.balls, 4 * j, x, margin)) continue
        const kept = warm[k]!
        if (kept.size > 0 && separates(kept, ofA.cores[i]!, ofB.cores[j]!, x, margin)) continue
        if (!this.solidsApart(ofA.solids[i]!, ofB.solids[j]!, x, margin, kept)) return false
      }
    }
    pair.areApart = true
    return true
  }

  /** Undefined while a mesh has not been asked for often enough. */
  private partsOf(leaf: number): OwnParts | undefined {
    const own = this.parts[leaf]
    if (own !== undefined) return own
    const shape = this.index!.shapes[leaf]!
    const outer = shape.kind === 'mesh' ? partsWhenAsked(shape) : undefined
    if (outer === 'later') return undefined
    const solids = outer === undefined ? [this.solids[leaf]!] : outer.parts
    const cores = solids.map((solid) => {
      const core = new Core()
      loadCore(core, solid)
      return core
    })
    const balls = new Float64Array(4 * solids.length)
    for (let i = 0; i < solids.length; i++) shapeSphere(balls, 4 * i, solids[i]!)
    this.parts[leaf] = { solids, cores, balls }
    return this.parts[leaf]
  }
}

interface OwnParts {
  readonly solids: readonly ConvexKind[]
  readonly cores: readonly Core[]
  /** Around each: centre and radius. */
  readonly balls: Float64Array
}

interface PartPairs {
  readonly a: number
  readonly b: number
  readonly ofA: OwnParts
  readonly ofB: OwnParts
  /** All parts of A with the first of B, then with the second, and so on. */
  readonly warm: readonly GjkWarmStart[]
  /** They were when last compared. */
  areApart: boolean
}

function ballsApart(a: Float64Array, i: number, b: Float64Array, j: number, x: Float64Array, margin: number): boolean {
  const u = x[0]! * b[j]! + x[1]! * b[j + 1]! + x[2]! * b[j + 2]! + x[3]! - a[i]!
  const v = x[4]! * b[j]! + x[5]! * b[j + 1]! + x[6]! * b[j + 2]! + x[7]! - a[i + 1]!
  const w = x[8]! * b[j]! + x[9]! * b[j + 1]! + x[10]! * b[j + 2]! + x[11]! - a[i + 2]!
  const enough = a[i + 3]! + b[j + 3]! + CLEARLY * margin
  return u * u + v * v + w * w > enough * enough
}

/** Does the direction that was kept separate two solids, each in its own frame? */
function separates({ direction, ia, ib }: GjkWarmStart, a: Core, b: Core, x: Float64Array, margin: number): boolean {
  const nx = direction[0]!
  const ny = direction[1]!
  const nz = direction[2]!
  // n in B's frame.
  const ux = x[0]! * nx + x[4]! * ny + x[8]! * nz
  const uy = x[1]! * nx + x[5]! * ny + x[9]! * nz
  const uz = x[2]! * nx + x[6]! * ny + x[10]! * nz
  const ofA = support(a, ia, -nx, -ny, -nz)
  const ofB = support(b, ib, ux, uy, uz)
  return -ofA - (nx * x[3]! + ny * x[7]! + nz * x[11]!) - ofB > CLEARLY * margin
}

function slotOf(a: number, b: number): number {
  return (Math.imul(a, 0x9e3779b1) + b) & (KEPT - 1)
}

const turned = new Float64Array(3)

/** The largest d·p over the points of a solid; what a climb may lose (MOST_LOST of its size) is part of the margin. */
function support(core: Core, corner: Int32Array, dx: number, dy: number, dz: number): number {
  const { kind, points, pose: x, half, hull } = core
  if (kind === BOX_CORE) {
    return (
      x[3]! * dx +
      x[7]! * dy +
      x[11]! * dz +
      half[0]! * Math.abs(x[0]! * dx + x[4]! * dy + x[8]! * dz) +
      half[1]! * Math.abs(x[1]! * dx + x[5]! * dy + x[9]! * dz) +
      half[2]! * Math.abs(x[2]! * dx + x[6]! * dy + x[10]! * dz)
    )
  }
  if (kind === CYLINDER_CORE) {
    const along = x[2]! * dx + x[6]! * dy + x[10]! * dz
    const c = x[0]! * dx + x[4]! * dy + x[8]! * dz
    const s = x[1]! * dx + x[5]! * dy + x[9]! * dz
    const at = x[3]! * dx + x[7]! * dy + x[11]! * dz
    return at + half[2]! * Math.abs(along) + core.disc * Math.sqrt(c * c + s * s)
  }
  if (hull !== undefined) {
    turned[0] = dx
    turned[1] = dy
    turned[2] = dz
    // The end of the last search is a good start.
    const start = corner[0]! * 3 < points.length ? corner[0]! : 0
    const at = farthestCorner(hull, start, turned, MOST_LOST)
    corner[0] = at
    const o = 3 * at
    return points[o]! * dx + points[o + 1]! * dy + points[o + 2]! * dz
  }
  let most = -Infinity
  for (let p = 0; p < 3 * core.count; p += 3) {
    const along = points[p]! * dx + points[p + 1]! * dy + points[p + 2]! * dz
    if (along > most) most = along
  }
  return core.radius > 0 ? most + core.radius * Math.sqrt(dx * dx + dy * dy + dz * dz) : most
}
