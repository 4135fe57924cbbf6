// Separates pairs of geometries by their convex hulls: along the direction that separated them last time, or else by GJK. If the
// hulls are separated, so are the geometries; if not, nothing is known, and the geometries themselves are tested.
//
// A direction that separates two convex solids still does after a small move, so most pairs of a planner's next configuration
// cost two supports. Directions are kept by pair, in A's frame. They may be any other pair's: a direction is tried, not trusted.
import { Gjk, GjkWarmStart, gjk, keepWarm } from '../../geometry/convex/gjk.js'
import { farthestCorner } from '../../geometry/convex/gjk-hull.js'
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
  private readonly kept: (GjkWarmStart | undefined)[] = new Array(KEPT).fill(undefined)
  private readonly g = new Gjk()
  private readonly coreA = new Core()
  private readonly coreB = new Core()
  /** By geometry, of this index: what is convex, a mesh's hull if that is worth asking. */
  private index: WorldIndex | undefined
  private solids: readonly (ConvexKind | undefined)[] = []
  /** Those in their own frames. */
  private cores: readonly (Core | undefined)[] = []

  start(index: WorldIndex): void {
    if (this.index === index) return
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
  }

  /** Can it tell anything of this pair? */
  knows(a: number, b: number): boolean {
    return this.solids[a] !== undefined && this.solids[b] !== undefined
  }

  /**
   * Does the direction that separated them last still separate them? x is X_AB; `margin` is the error of a distance of the two.
   */
  stayApart(a: number, b: number, x: Float64Array, margin: number): boolean {
    const kept = this.kept[slotOf(a, b)]
    if (kept === undefined) return false
    const { direction, ia, ib } = kept
    const nx = direction[0]!
    const ny = direction[1]!
    const nz = direction[2]!
    // n in B's frame.
    const ux = x[0]! * nx + x[4]! * ny + x[8]! * nz
    const uy = x[1]! * nx + x[5]! * ny + x[9]! * nz
    const uz = x[2]! * nx + x[6]! * ny + x[10]! * nz
    const ofA = support(this.cores[a]!, ia, -nx, -ny, -nz)
    const ofB = support(this.cores[b]!, ib, ux, uy, uz)
    return -ofA - (nx * x[3]! + ny * x[7]! + nz * x[11]!) - ofB > CLEARLY * margin
  }

  /** Are their hulls apart? If so, the direction is kept. */
  areApart(a: number, b: number, x: Float64Array, margin: number): boolean {
    const { g, coreA, coreB } = this
    loadCore(coreA, this.solids[a]!)
    placeCore(coreB, this.solids[b]!, x, 0)
    const radii = coreA.radius + coreB.radius
    const enough = radii + CLEARLY * margin
    const slot = slotOf(a, b)
    let kept = this.kept[slot]
    gjk(g, coreA, coreB, enough, enough, kept)
    if (!(g.lower > enough)) return false
    if (kept === undefined) {
      kept = new GjkWarmStart()
      this.kept[slot] = kept
      keepWarm(g, kept)
    }
    return true
  }
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
