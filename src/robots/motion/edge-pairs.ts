// All pairs of a world that are checked, laid out flat for the sweep of a whole segment (edge-sweep.ts): made once for a world, and
// for each set of variables that move, a view with the pairs that move against each other. What stands is not visited again: that
// two geometries are apart is a fact about the variables between them, so once it is proved it holds for every segment that has
// those at the same values, whatever else moves.
import { POSE } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import {
  BOX_NODE,
  CAPSULE_NODE,
  CYLINDER_NODE,
  NODE,
  NODE_LENGTHS,
  NODE_RADIUS,
  NODE_VECTORS,
  placeNode,
  SPHERE_NODE,
} from '../../geometry/convex/convex-set.js'
import type { MotionPair, MotionSystem } from './motion-system.js'
import type { MotionTree } from './motion-trees.js'
import { LINE, type MoverBounds, TURN } from './movers.js'
import type { MotionPiece } from './piece.js'

/** Views that are kept. */
const MOST_VIEWS = 64

/**
 * A box around a shape of another kind has axes of its own, orthonormal to 8 u, and lengths that were computed in a few steps: what
 * is in it is in it by this much of its radius, at least.
 */
const AROUND = 64 * U

/** The geometries and pairs of a system in flat arrays. */
export class EdgePairs {
  readonly pairs: readonly MotionPair[]
  /** By pair: its geometries. */
  readonly a: Int32Array
  readonly b: Int32Array
  /** By pair: where in `radii` the ball is that holds all that its geometry can reach against the body that both hang on. */
  readonly ballA: Int32Array
  readonly ballB: Int32Array
  /** By geometry: where its balls begin; its movers, the nearest first, from `moversFrom` on, one fewer than balls. */
  readonly balls: Int32Array
  readonly moversFrom: Int32Array
  readonly movers: Int32Array
  readonly bodies: Int32Array
  /** By pair: the body that both hang on. */
  readonly common: Int32Array
  /** By geometry, NODE numbers: a box around it in its own frame. */
  readonly around: Float64Array
  /** The largest reach of two geometries. */
  readonly reach: number
  /** Of the segment that is swept: centres of balls and their radii, boxes in the world, and of which sweep these are. */
  readonly centres: Float64Array
  readonly radii: Float64Array
  /** As radii: no less than how much the way of a point of the geometry is bent, seen from the body at which that ball ends. */
  readonly accelerations: Float64Array
  /** By body: its velocity, six numbers. */
  readonly twists: Float64Array
  /** Of two boxes: along which they are apart. */
  readonly direction = new Float64Array(3)
  readonly boxes: Float64Array
  readonly boxOf: Uint32Array
  sweep = 0
  /** What the balls left, and then the boxes: pairs, and how far they are from being proved. */
  readonly near: Int32Array
  readonly deficits: Float64Array
  private readonly views: EdgeView[] = []

  constructor(
    readonly system: MotionSystem,
    pairs: readonly MotionPair[],
  ) {
    const { geometries } = system
    this.pairs = pairs
    this.a = Int32Array.from(pairs, ({ a }) => a)
    this.b = Int32Array.from(pairs, ({ b }) => b)
    this.balls = Int32Array.from(geometries, ({ balls }) => balls)
    this.ballA = Int32Array.from(pairs, ({ a, chain }) => this.balls[a]! + chain.ofA)
    this.ballB = Int32Array.from(pairs, ({ b, chain }) => this.balls[b]! + chain.movers.length - chain.ofA)
    this.bodies = Int32Array.from(geometries, ({ body }) => body)
    const { parents } = system.kinematics
    this.common = Int32Array.from(pairs, ({ a, b }) => commonBody(parents, this.bodies[a]!, this.bodies[b]!))
    this.moversFrom = new Int32Array(geometries.length + 1)
    const movers: number[] = []
    geometries.forEach((geometry, g) => {
      movers.push(...system.moversOf(geometry))
      this.moversFrom[g + 1] = movers.length
    })
    this.movers = Int32Array.from(movers)
    this.around = new Float64Array(NODE * geometries.length)
    this.centres = new Float64Array(3 * geometries.length)
    this.radii = new Float64Array(system.balls)
    this.accelerations = new Float64Array(system.balls)
    this.twists = new Float64Array(LINE * system.kinematics.bodies)
    this.boxes = new Float64Array(NODE * geometries.length)
    this.boxOf = new Uint32Array(geometries.length)
    this.near = new Int32Array(pairs.length)
    this.deficits = new Float64Array(pairs.length)
    let reach = 0
    let second = 0
    geometries.forEach(({ tree, body, reach: own }, g) => {
      if (own >= reach) {
        second = reach
        reach = own
      } else if (own > second) second = own
      if (tree.kinds.length === 0) return
      setAround(this.around, NODE * g, tree)
      // What is fixed to the world is placed once.
      if (body === 0) {
        placeNode(this.boxes, this.around, NODE * g, system.inBody, POSE * g, NODE * g)
        for (let k = 0; k < 3; k++) this.centres[3 * g + k] = this.boxes[NODE * g + k]!
        this.radii[this.balls[g]!] = this.around[NODE * g + NODE_RADIUS]!
      }
    })
    this.reach = reach + second
  }

  /** The view for a piece; `bounds` of all of it. */
  view(piece: MotionPiece, bounds: MoverBounds): EdgeView {
    const { views } = this
    for (let k = 0; k < views.length; k++) {
      const view = views[k]!
      if (!view.suits(piece, bounds)) continue
      // The next segment is likely of the same kind.
      if (k > 0) {
        views[k] = views[0]!
        views[0] = view
      }
      return view
    }
    if (views.length === MOST_VIEWS) views.pop()
    const view = new EdgeView(this, piece, bounds)
    views.unshift(view)
    return view
  }
}

/** What is visited while certain movers move. */
export class EdgeView {
  /** Pairs with a mover between that moves, and the others. */
  readonly moving: Int32Array
  readonly still: Int32Array
  /** Geometries that occur in them, apart from those that are fixed to the world. */
  readonly ofMoving: Int32Array
  readonly ofStill: Int32Array
  /** By mover: does it move? And its variable. */
  private readonly moves: Uint8Array
  private readonly variables: Int32Array
  /** Variables that stand, between pairs that stand; the values for which all of these are proved apart; and by how much. */
  private readonly standing: Int32Array
  private readonly values: Float64Array
  private clearance = -1
  private solids = false

  constructor(flat: EdgePairs, piece: MotionPiece, bounds: MoverBounds) {
    const { system, pairs } = flat
    const { kinds, variables, bodies } = system.movers
    const { joints } = system.kinematics
    this.variables = variables
    this.moves = Uint8Array.from(variables, (_, k) => (this.isStill(piece, bounds, k) ? 0 : 1))
    const moving: number[] = []
    const still: number[] = []
    const standing = new Set<number>()
    pairs.forEach(({ chain }, p) => {
      if (chain.movers.some((k) => this.moves[k] === 1)) {
        moving.push(p)
        return
      }
      still.push(p)
      for (const k of chain.movers) {
        for (const v of system.movers.variablesOf(k)) standing.add(v)
        // The angle of a floating joint is in the slot of rot_x; what stands is all of its quaternion.
        const isQuaternion = kinds[k] === TURN && joints[bodies[k]!]!.kind === 'floating'
        if (isQuaternion) for (let i = 1; i < 4; i++) standing.add(variables[k]! + i)
      }
    })
    this.moving = Int32Array.from(moving)
    this.still = Int32Array.from(still)
    this.ofMoving = geometriesOf(flat, this.moving)
    this.ofStill = geometriesOf(flat, this.still)
    this.standing = Int32Array.from(standing)
    this.values = new Float64Array(this.standing.length).fill(NaN)
  }

  suits(piece: MotionPiece, bounds: MoverBounds): boolean {
    const { moves } = this
    for (let k = 0; k < moves.length; k++) if ((moves[k] === 0) !== this.isStill(piece, bounds, k)) return false
    return true
  }

  /** Has a mover's variable one value on all of the piece, which is known exactly? */
  private isStill(piece: MotionPiece, bounds: MoverBounds, k: number): boolean {
    return bounds.spread[k] === 0 && piece.roundings[this.variables[k]!] === 0
  }

  /** Are all pairs that stand known to be apart by more than this, at q? */
  isKnown(q: Float64Array, clearance: number, solids: boolean): boolean {
    const { standing, values } = this
    if (!(this.clearance >= clearance) || (solids && !this.solids)) return false
    for (let i = 0; i < standing.length; i++) if (values[i] !== q[standing[i]!]) return false
    return true
  }

  /** They are. */
  setKnown(q: Float64Array, clearance: number, solids: boolean): void {
    const { standing, values } = this
    for (let i = 0; i < standing.length; i++) values[i] = q[standing[i]!]!
    this.clearance = clearance
    this.solids = solids
  }
}

/** The nearest one above both, or one of the two: parents come before children. */
export function commonBody(parents: Int32Array, a: number, b: number): number {
  let one = a
  let other = b
  while (one !== other) {
    if (one > other) one = parents[one]!
    else other = parents[other]!
  }
  return one
}

function geometriesOf({ a, b, bodies }: EdgePairs, pairs: Int32Array): Int32Array {
  const seen = new Set<number>()
  for (const p of pairs) for (const g of [a[p]!, b[p]!]) if (bodies[g] !== 0) seen.add(g)
  return Int32Array.from(seen).sort()
}

/** A box around the root of a tree, which may be of any kind. */
function setAround(out: Float64Array, o: number, tree: MotionTree): void {
  const { data, kinds, points } = tree
  for (let k = 0; k < NODE; k++) out[o + k] = data[k]!
  const kind = kinds[0]!
  if (kind === BOX_NODE) return
  const radius = data[NODE_RADIUS]!
  const half = [radius, radius, radius]
  let axis = [1, 0, 0]
  if (kind === CAPSULE_NODE || kind === CYLINDER_NODE) {
    const v = [data[NODE_VECTORS]!, data[NODE_VECTORS + 1]!, data[NODE_VECTORS + 2]!]
    const length = Math.hypot(v[0]!, v[1]!, v[2]!)
    if (length > 1e-150) {
      axis = v.map((x) => x / length)
      const round = data[NODE_LENGTHS]!
      half[0] = kind === CAPSULE_NODE ? length + round : data[NODE_LENGTHS + 1]!
      half[1] = round
      half[2] = round
    }
  } else if (kind !== SPHERE_NODE) {
    // Points as seen from the centre.
    half.fill(0)
    for (let i = 0; i < points.length; i++) half[i % 3] = Math.max(half[i % 3]!, Math.abs(points[i]!))
  }
  // Another two across it.
  const least = axis.map(Math.abs).indexOf(Math.min(...axis.map(Math.abs)))
  const other = [0, 0, 0]
  other[least] = 1
  const second = unit(cross(axis, other))
  const axes = kind === CAPSULE_NODE || kind === CYLINDER_NODE ? [axis, second, cross(axis, second)] : IDENTITY
  axes.forEach((own, i) => {
    for (let k = 0; k < 3; k++) out[o + NODE_VECTORS + 3 * i + k] = own[k]!
    out[o + NODE_LENGTHS + i] = half[i]! * (1 + AROUND) + AROUND * radius
  })
}

const IDENTITY = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}

function unit(a: readonly number[]): number[] {
  const length = Math.hypot(a[0]!, a[1]!, a[2]!)
  return a.map((x) => x / length)
}
