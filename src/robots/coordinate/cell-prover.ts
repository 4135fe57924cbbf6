// Cells of a coordination diagram: robot A somewhere in an interval of its path, robot B anywhere in one of its own. A pair of
// geometries is apart in the whole cell if one direction keeps them apart: pair-motion.ts, "Two clocks".
//
// The first test is of two balls around all that the geometries can reach in their intervals; then the direction that was best for
// this pair before; then those that pair-motion.ts finds. Nodes of meshes are opened where their hulls overlap or nearly do.

import { isInsideAt, mayHoldOther } from '../motion/closer-look.js'
import { motionSlack } from '../motion/motion-bounds.js'
import type { Anchor, MotionGeometry, MotionSystem } from '../motion/motion-system.js'
import { LINE, MoverBounds, type MoverChain } from '../motion/movers.js'
import { PairMotion } from '../motion/pair-motion.js'
import { SHORT_DIRECTION, writeDirection } from '../motion/proof.js'
import { OPEN_WITHIN } from '../motion/segment-prover.js'
import type { WorldModel } from '../world/world.js'
import { CHECKED, NEVER } from '../world/world-pairs.js'
import type { RobotPath } from './robot-path.js'

/** Two geometries, by their numbers in the systems of A and of B and among the world's, and the movers between them. */
export interface CellPair {
  readonly a: number
  readonly b: number
  readonly leafA: number
  readonly leafB: number
  readonly chain: MoverChain
}

/** Nodes of two meshes that are tested in one cell. */
const MOST_NODES = 400

/** A pair in a cell: proved apart; not proved; or in collision wherever the robots are in the cell, as far as hulls tell. */
export const PAIR_APART = 0
export const PAIR_CLOSE = 1
export const PAIR_COLLIDING = 2

/** What a proof of a pair begins with: one plane, its direction short or in full; or nodes opened, as in proof.ts. */
const OPENED_A = 1
const OPENED_B = 2
const PLANE_SHORT = 3
const PLANE = 4

export class CellProver {
  readonly pairs: readonly CellPair[]
  /** Tests of balls, and of nodes. */
  ballTests = 0
  volumeTests = 0
  leafTests = 0
  /** The bytes of the last proof. */
  readonly proof: number[] = []
  private readonly motion = new PairMotion({ clocks: true })
  private readonly movers: { kinds: Uint8Array }
  private readonly lines: Float64Array
  private readonly bounds: MoverBounds
  private readonly moversA: number
  private anchorA: Anchor | undefined
  private anchorB: Anchor | undefined
  /** By pair: the direction that was found last. */
  private readonly directions: Float64Array
  private nodes = 0

  constructor(
    private readonly model: WorldModel,
    readonly a: RobotPath,
    readonly b: RobotPath,
    private readonly clearance: number,
  ) {
    const one = a.system.movers
    const other = b.system.movers
    this.moversA = one.count
    const count = one.count + other.count
    this.movers = { kinds: Uint8Array.of(...one.kinds, ...other.kinds) }
    this.lines = new Float64Array(LINE * count)
    this.bounds = new MoverBounds(count)
    this.pairs = crossPairs(model, a, b)
    this.directions = new Float64Array(3 * this.pairs.length)
  }

  /** The cell: both robots in the middle of their intervals. */
  enter(anchorA: Anchor, anchorB: Anchor): void {
    if (anchorA !== this.anchorA) this.load(anchorA, 0)
    if (anchorB !== this.anchorB) this.load(anchorB, this.moversA)
    this.anchorA = anchorA
    this.anchorB = anchorB
  }

  /** On a clock of its own, on which half the interval is 1. Exact: intervals are dyadic. */
  private load({ lines, bounds, half }: Anchor, at: number): void {
    this.lines.set(lines, LINE * at)
    const to = this.bounds
    to.spread.set(bounds.spread, at)
    to.chord.set(bounds.chord, at)
    to.off.set(bounds.off, at)
    for (let k = 0; k < bounds.spread.length; k++) {
      to.velocity[at + k] = bounds.velocity[k]! * half
      to.speed[at + k] = bounds.speed[k]! * half
      to.bend[at + k] = bounds.bend[k]! * half * half
    }
  }

  /** How far a pair can move in the cell: A, or B. */
  reachOf(p: number, ofA: boolean): number {
    const { a, b, chain } = this.pairs[p]!
    const anchor = (ofA ? this.anchorA : this.anchorB)!
    const first = anchor.ball(ofA ? a : b)
    const movers = ofA ? chain.ofA : chain.movers.length - chain.ofA
    return anchor.radii![first + movers]! - anchor.radii![first]!
  }

  /** Is a pair apart in the whole cell? Then `proof` says how. `isLast`: the cell will not be divided. */
  test(p: number, isLast: boolean): number {
    const { motion, directions, proof } = this
    const { a, b, chain } = this.pairs[p]!
    const one = this.a.system.geometries[a]!
    const other = this.b.system.geometries[b]!
    const anchorA = this.anchorA!
    const anchorB = this.anchorB!
    const big = 2 * Math.max(anchorA.reach, anchorB.reach) + one.reach + other.reach
    proof.length = 0
    if (this.ballsApart(p, big)) return PAIR_APART
    motion.enter(this.movers, chain, this.lines, 0, this.bounds, 1, this.clearance)
    const at = anchorA.place(a)
    const bt = anchorB.place(b)
    motion.between(one, anchorA.placed, at, other, anchorB.placed, bt, big, true)
    const d = 3 * p
    if (directions[d] !== 0 || directions[d + 1] !== 0 || directions[d + 2] !== 0) {
      this.volumeTests++
      if (motion.testAlong(directions[d]!, directions[d + 1]!, directions[d + 2]!)) return this.apart(p)
    }
    this.volumeTests++
    if (motion.test(0, 0)) return this.apart(p)
    if (motion.gap > motion.limit) {
      directions[d] = motion.nx
      directions[d + 1] = motion.ny
      directions[d + 2] = motion.nz
    }
    if (!(motion.gap > motion.limit) && !isLast && motion.hullDepth() > motion.reach() + deviationOf(one, other)) {
      return PAIR_COLLIDING
    }
    if (motion.areConvex) return PAIR_CLOSE
    this.nodes = 0
    return this.openNodes(one, other, 0, 0) && !this.isInside(p) ? PAIR_APART : PAIR_CLOSE
  }

  private apart(p: number): number {
    const { motion, directions } = this
    directions[3 * p] = motion.nx
    directions[3 * p + 1] = motion.ny
    directions[3 * p + 2] = motion.nz
    this.writePlane()
    return PAIR_APART
  }

  private writePlane(): void {
    const { motion, proof } = this
    const isShort = motion.holdsNear(SHORT_DIRECTION)
    proof.push(isShort ? PLANE_SHORT : PLANE)
    writeDirection(proof, isShort, motion.nx, motion.ny, motion.nz)
  }

  /** Balls around all that the two can reach. */
  private ballsApart(p: number, big: number): boolean {
    const { a, b, chain } = this.pairs[p]!
    const anchorA = this.anchorA!
    const anchorB = this.anchorB!
    this.ballTests++
    const i = anchorA.ball(a) + chain.ofA
    const j = anchorB.ball(b) + chain.movers.length - chain.ofA
    const x = anchorA.centres[3 * a]! - anchorB.centres[3 * b]!
    const y = anchorA.centres[3 * a + 1]! - anchorB.centres[3 * b + 1]!
    const z = anchorA.centres[3 * a + 2]! - anchorB.centres[3 * b + 2]!
    const apart = Math.sqrt(x * x + y * y + z * z)
    const slack = motionSlack(
      this.movers.kinds.length,
      big,
      anchorA.offTurns + anchorB.offTurns,
      anchorA.offSlides + anchorB.offSlides,
      anchorA.turned + anchorB.turned,
      anchorA.slid + anchorB.slid,
    )
    const room = apart - anchorA.radii![i]! - anchorB.radii![j]! - this.clearance - slack
    if (!(room > 0)) return false
    // Of the gap along a direction, a change of it alters no more than this.
    const isShort = room > SHORT_DIRECTION * 2 * apart
    this.proof.push(isShort ? PLANE_SHORT : PLANE)
    writeDirection(this.proof, isShort, x / apart, y / apart, z / apart)
    return true
  }

  /** Opens nodes that overlap or nearly do, down to triangles: are they all apart? */
  private openNodes(one: MotionGeometry, other: MotionGeometry, a: number, b: number): boolean {
    const { motion, proof } = this
    const openA = one.tree.children[a]!
    const openB = other.tree.children[b]!
    if (openA === 0 && openB === 0) return false
    // The node that was tested last is (a, b).
    const near = !(motion.gap > motion.limit)
    const inA = openB === 0 || (openA > 0 && motion.opensA(one.tree.sizes[a]! >= other.tree.sizes[b]!))
    if (!near && !(motion.reach() < OPEN_WITHIN * motion.thickness(inA))) return false
    proof.push(inA ? OPENED_A : OPENED_B)
    const { tree } = inA ? one : other
    const node = inA ? a : b
    const first = tree.open(node)
    const count = tree.children[node]!
    for (let k = 0; k < count; k++) {
      if (++this.nodes > MOST_NODES) return false
      const na = inA ? first + k : a
      const nb = inA ? b : first + k
      if (one.tree.children[na] === 0 && other.tree.children[nb] === 0) this.leafTests++
      else this.volumeTests++
      if (motion.test(na, nb)) this.writePlane()
      else if (!this.openNodes(one, other, na, nb)) return false
    }
    return true
  }

  /** Surfaces that are apart in the whole cell: is one inside the other? One configuration tells. */
  private isInside(p: number): boolean {
    const { a, b, leafA, leafB } = this.pairs[p]!
    const one = this.a.system.geometries[a]!
    const other = this.b.system.geometries[b]!
    if (!mayHoldOther(one, other)) return false
    const q = this.model.reader.neutral()
    this.a.placeIn(q, this.anchorA!.q)
    this.b.placeIn(q, this.anchorB!.q)
    return isInsideAt(this.model, q, { ...one, leaf: leafA }, { ...other, leaf: leafB })
  }
}

/** How far hulls are from their meshes. */
function deviationOf(one: MotionGeometry, other: MotionGeometry): number {
  return (one.hull?.part.deviation ?? 0) + (other.hull?.part.deviation ?? 0)
}

/** All pairs of geometries of two robots that may not touch; those that can never meet as well: balls settle them at once. */
function crossPairs({ index }: WorldModel, a: RobotPath, b: RobotPath): CellPair[] {
  const objects = new Map(index.objects.map(({ name }, k) => [name, k]))
  const leavesOf = ({ system }: RobotPath): number[] => {
    const own = system.model.index
    return system.geometries.map(({ leaf }) => {
      const object = own.objectOf[leaf]!
      return index.firstOf[objects.get(own.objects[object]!.name)!]! + leaf - own.firstOf[object]!
    })
  }
  const leavesA = leavesOf(a)
  const leavesB = leavesOf(b)
  const chains = new Map<number, MoverChain>()
  return leavesA.flatMap((leafA, i) =>
    leavesB.flatMap((leafB, j) => {
      const status = index.statusOf(leafA, leafB)
      if (status !== CHECKED && status !== NEVER) return []
      const one = a.system.geometries[i]!
      const other = b.system.geometries[j]!
      // A mesh without triangles touches nothing.
      if (one.tree.kinds.length === 0 || other.tree.kinds.length === 0) return []
      const key = one.body * b.system.kinematics.bodies + other.body
      let chain = chains.get(key)
      if (chain === undefined) {
        chain = chainBetween(a.system, one, b.system, other)
        chains.set(key, chain)
      }
      return [{ a: i, b: j, leafA, leafB, chain }]
    }),
  )
}

/** From A's geometry up to the world, and down to B's, whose movers come after all of A's. */
function chainBetween(a: MotionSystem, one: MotionGeometry, b: MotionSystem, other: MotionGeometry): MoverChain {
  const up = a.moversOf(one)
  const down = b.moversOf(other).map((mover) => a.movers.count + mover)
  return { movers: Int32Array.from([...up, ...down.reverse()]), ofA: up.length }
}
