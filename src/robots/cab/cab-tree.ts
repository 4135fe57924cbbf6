// A hierarchy of boxes over articulated bodies: robots, hands, figures, and the obstacles around them (cab-2004). One tree for
// each of them; leaves are the shapes of the bodies, with boxes fitted once. Bodies are moved, boxes follow bottom-up, and pairs
// of leaves are found that may touch, or come within a distance of each other, among those that the caller wants checked.
//
// Boxes contain their contents in exact arithmetic on the numbers given: shapes, poses within bodies, poses of bodies. What
// the rules are: volumes/merge-obb.ts.
import { checkCoordinate, checkFields, checkIndex } from '../../base/math/checks.js'
import { POSE } from '../../base/math/pose.js'
import { readPlacement } from '../../base/math/pose-input.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { InvalidInputError } from '../../errors.js'
import { checkShape, type Shape } from '../../shapes/shape.js'
import { AABB } from '../../volumes/aabb.js'
import { WORLD_HALF, WORLD_OBB } from '../../volumes/world-obb.js'
import { BODY_MERGE_RULES, type BodyMergeRule, type CabArrays, makeCabArrays } from './cab-arrays.js'
import { type CheckedPairs, checkPairs } from './cab-checked.js'
import { fitLeafBox, IDENTITY, leafBalls } from './cab-leaf.js'
import { CabQueue, nearestCab } from './cab-nearest.js'
import { CabPairs, fitLeafBall, LEAF_BALL } from './cab-pairs.js'
import { CabSearch, leavesApart, searchCab } from './cab-search.js'
import { shapeTrees } from './cab-shape.js'
import { allFinite, updateCab } from './cab-update.js'
import { type PlacedShape, validateCab } from './cab-validate.js'

export interface CabLeaf {
  readonly body: number
  readonly shape: Shape
  /** X_body_shape; none if left out. */
  readonly pose?: ArrayLike<number> | undefined
}

export interface CabInput {
  /** Parent body of each body, -1 if it is fixed in the world. Parents come before children. */
  readonly parents: ArrayLike<number>
  /** Where a body's joint to its parent is, in its own frame: three numbers a body, zeros if left out. */
  readonly anchors?: ArrayLike<number> | undefined
  readonly leaves: readonly CabLeaf[]
  /** Tree of each body, from 0: one for each robot, one for what never moves. All in tree 0 if left out. */
  readonly roots?: ArrayLike<number> | undefined
  /** Bodies that never move: 1. Trees of nothing else are not checked against each other, nor one against itself. */
  readonly still?: ArrayLike<number> | undefined
  /** Poses of the bodies, twelve numbers each, by which branches are joined: which ones are near each other. */
  readonly poses?: ArrayLike<number> | undefined
}

export class CabTree {
  readonly merge: BodyMergeRule
  /** How many leaves and nodes there are. */
  readonly leaves: number
  readonly nodes: number
  /** Root node of each tree, -1 for one without leaves. */
  readonly roots: Int32Array
  /** Counts tests of two boxes, searches and nearest-first searches alike. Set it to 0 at will. */
  readonly stats: { volumeTests: number }
  private readonly arrays: CabArrays
  private readonly shapes: readonly PlacedShape[]
  private readonly still: Uint8Array
  private readonly state = new CabSearch()
  private readonly queue = new CabQueue()
  /** Made when it is first needed. */
  private checked: CheckedPairs | undefined
  private placed = false

  constructor(input: CabInput, options: { readonly merge?: BodyMergeRule } = {}) {
    checkFields('options', options, ['merge'])
    const merge = options.merge ?? 'better-child'
    if (!BODY_MERGE_RULES.includes(merge)) {
      throw new InvalidInputError('merge', merge, `one of ${BODY_MERGE_RULES.join(', ')}`)
    }
    checkFields('input', input, ['parents', 'anchors', 'leaves', 'roots', 'still', 'poses'])
    const { parents } = input
    const bodies = checkBodies(input)
    const treeOf = Int32Array.from({ length: bodies }, (_, b) => input.roots?.[b] ?? 0)
    const trees = treeOf.reduce((most, t) => Math.max(most, t + 1), 0)
    const shapes = input.leaves.map((leaf, i) => placeLeaf(leaf, i, bodies))
    const local = new Float64Array(WORLD_OBB * shapes.length)
    shapes.forEach((leaf, i) => {
      fitLeafBox(local, WORLD_OBB * i, leaf.shape, leaf.pose)
    })
    const leavesOf: number[][] = Array.from({ length: bodies }, () => [])
    shapes.forEach((leaf, i) => {
      leavesOf[leaf.body]!.push(i)
    })
    const nodes = shapeTrees({ parents, leavesOf, local, poses: input.poses }, treeOf, trees)
    const anchors = Float64Array.from({ length: 3 * bodies }, (_, i) => input.anchors?.[i] ?? 0)
    const arrays = makeCabArrays({ rule: merge, trees: nodes, leaves: shapes.length, local, treeOf, anchors })
    if (merge === 'aabb+') keepBalls(arrays, shapes)
    this.merge = merge
    this.arrays = arrays
    this.shapes = shapes
    this.leaves = shapes.length
    this.nodes = arrays.nodes
    this.roots = arrays.roots.slice()
    this.stats = this.state
    this.still = new Uint8Array(trees).fill(1)
    for (let b = 0; b < bodies; b++) if (input.still === undefined || input.still[b] !== 1) this.still[treeOf[b]!] = 0
  }

  /**
   * Moves the bodies with a changed[b] of 1 (all of them, if left out) to their poses, twelve numbers a body, and refits what is
   * above them. Returns how many nodes that were. The poses' rotations must be orthonormal to rounding.
   */
  update(poses: ArrayLike<number>, changed?: ArrayLike<number>): number {
    const { bodies } = this.arrays
    if (poses?.length !== POSE * bodies) throw new InvalidInputError('poses', poses, `${POSE * bodies} numbers`)
    if (changed !== undefined && changed.length !== bodies) {
      throw new InvalidInputError('changed', changed, `${bodies} numbers`)
    }
    const refitted = updateCab(this.arrays, poses, this.placed ? changed : undefined)
    // Checked afterwards, where it costs next to nothing. A refused input leaves nothing to search.
    this.placed = allFinite(this.arrays)
    if (!this.placed) refusePoses(poses, bodies)
    return refitted
  }

  /**
   * Which pairs of leaves (leafA < leafB) are to be found. All of different bodies, until this is called; two of one body or
   * of two still trees are never asked about.
   */
  setChecked(isChecked: (leafA: number, leafB: number) => boolean): void {
    this.checked = this.pairs(isChecked)
  }

  /** As setChecked, for a caller who asks about several sets of pairs in turn: to be handed to `search` and `nearest`. */
  pairs(isChecked: (leafA: number, leafB: number) => boolean): CheckedPairs {
    return checkPairs(this.arrays, this.still, isChecked)
  }

  /**
   * A list of pairs of leaves, leafA < leafB, two numbers each, to be searched without the hierarchy: the quicker way for a few
   * thousand of them. It is moved and searched by itself, and knows nothing of update().
   */
  list(pairs: Int32Array): CabPairs {
    const { local, nodeOf } = this.arrays
    const boxes = new Float64Array(WORLD_OBB * this.leaves)
    for (let i = 0; i < this.leaves; i++) {
      const o = WORLD_OBB * nodeOf[i]!
      boxes.set(local.subarray(o, o + WORLD_OBB), WORLD_OBB * i)
    }
    const balls = new Float64Array(LEAF_BALL * this.leaves)
    this.shapes.forEach(({ shape, pose }, i) => {
      fitLeafBall(balls, LEAF_BALL * i, shape, pose)
    })
    const bodyOf = Int32Array.from(this.shapes, ({ body }) => body)
    return new CabPairs(bodyOf, balls, boxes, pairs)
  }

  /**
   * All checked pairs of leaves whose boxes come within the visitor's margin, in no promised order; true if it ended the search.
   */
  search(visitor: PairVisitor, pairs: CheckedPairs = this.usualPairs()): boolean {
    this.demandPlaced()
    return searchCab(this.arrays, pairs, this.state, visitor)
  }

  /**
   * Checked pairs of leaves by a lower bound of their distance, nearest first, as long as it is within the visitor's margin,
   * which the visitor shrinks to what it has found. True if it ended the search.
   */
  nearest(visitor: PairVisitor, pairs: CheckedPairs = this.usualPairs()): boolean {
    this.demandPlaced()
    return nearestCab(this.arrays, pairs, this.state, this.queue, visitor)
  }

  /** Whether the boxes of two leaves keep them more than `margin` apart: what decides on whether `search` visits them. */
  leavesApart(leafA: number, leafB: number, margin = 0): boolean {
    this.demandPlaced()
    const { nodeOf } = this.arrays
    const a = nodeOf[checkIndex('leafA', Math.min(leafA, leafB), 0, this.leaves)]!
    const b = nodeOf[checkIndex('leafB', Math.max(leafA, leafB), 0, this.leaves)]!
    return leavesApart(this.arrays, a, b, Float64Array.of(margin))
  }

  /** A node's box in the world, for drawing: pose and half extents, and what it is. Children come before parents. */
  boxOf(node: number): { pose: Float64Array; half: Float64Array; leaf: number; left: number; right: number } {
    this.demandPlaced()
    checkIndex('node', node, 0, this.nodes)
    const { box, oriented, leafOf, child } = this.arrays
    const left = child[node]!
    const links = { leaf: leafOf[node]!, left, right: left < 0 ? -1 : left + 1 }
    if (oriented) {
      const o = WORLD_OBB * node
      return { pose: box.slice(o, o + POSE), half: box.slice(o + WORLD_HALF, o + WORLD_HALF + 3), ...links }
    }
    const pose = IDENTITY.slice()
    const half = new Float64Array(3)
    for (let k = 0; k < 3; k++) {
      const low = box[AABB * node + k]!
      const high = box[AABB * node + 3 + k]!
      pose[4 * k + 3] = low / 2 + high / 2
      half[k] = high / 2 - low / 2
    }
    return { pose, half, ...links }
  }

  /** Throws BrokenInvariantError if a box does not contain what it must. */
  validate(): void {
    this.demandPlaced()
    validateCab(this.arrays, this.shapes)
  }

  private usualPairs(): CheckedPairs {
    this.checked ??= this.pairs(() => true)
    return this.checked
  }

  private demandPlaced(): void {
    if (!this.placed && this.arrays.bodies > 0)
      throw new InvalidInputError('poses', undefined, 'given by update() first')
  }
}

function checkBodies(input: CabInput): number {
  const { parents, roots, anchors, still, poses } = input
  const bodies = parents?.length
  if (!Number.isInteger(bodies)) throw new InvalidInputError('parents', parents, 'a number for each body')
  for (let b = 0; b < bodies; b++) checkIndex(`parents[${b}]`, parents[b]!, -1, b)
  if (!Array.isArray(input.leaves)) throw new InvalidInputError('leaves', input.leaves, 'a list of leaves')
  const demand = (field: string, values: ArrayLike<number> | undefined, each: number): void => {
    if (values !== undefined && values.length !== each * bodies) {
      throw new InvalidInputError(field, values, `${each * bodies} numbers, ${each} a body`)
    }
  }
  demand('roots', roots, 1)
  demand('anchors', anchors, 3)
  demand('still', still, 1)
  demand('poses', poses, POSE)
  if (roots !== undefined) for (let b = 0; b < bodies; b++) checkIndex(`roots[${b}]`, roots[b]!, 0, Math.max(1, bodies))
  if (anchors !== undefined) for (let i = 0; i < anchors.length; i++) checkCoordinate(`anchors[${i}]`, anchors[i]!)
  if (poses !== undefined) checkPoses(poses, bodies)
  return bodies
}

function placeLeaf(leaf: CabLeaf, i: number, bodies: number): PlacedShape {
  checkFields(`leaves[${i}]`, leaf, ['body', 'shape', 'pose'])
  checkIndex(`leaves[${i}].body`, leaf.body, 0, bodies)
  const shape = checkShape(`leaves[${i}].shape`, leaf.shape)
  const pose = IDENTITY.slice()
  if (leaf.pose !== undefined) readPlacement(pose, 0, `leaves[${i}].pose`, leaf.pose)
  return { body: leaf.body, shape, pose }
}

function checkPoses(poses: ArrayLike<number>, bodies: number): void {
  for (let k = 0; k < POSE * bodies; k++) {
    if (Math.abs(poses[k]!) <= MAX_COORDINATE) continue
    const field = `poses[${k}] (of body ${Math.floor(k / POSE)})`
    throw new InvalidInputError(field, poses[k], `a finite number of at most ${MAX_COORDINATE}`)
  }
}

function refusePoses(poses: ArrayLike<number>, bodies: number): never {
  checkPoses(poses, bodies)
  throw new InvalidInputError('poses', poses, 'rigid poses')
}

function keepBalls(c: CabArrays, shapes: readonly PlacedShape[]): void {
  const balls = shapes.map((leaf) => leafBalls(leaf.shape, leaf.pose))
  balls.forEach((set, i) => {
    c.ballFirst[i + 1] = c.ballFirst[i]! + set.length / 4
  })
  c.ball = new Float64Array(4 * c.ballFirst[shapes.length]!)
  balls.forEach((set, i) => {
    c.ball.set(set, 4 * c.ballFirst[i]!)
  })
}
