// ChainTree: a chain of links and joints that is cheap to change and quick to question. (Efficient Maintenance and
// Self-Collision Testing for Kinematic Chains, 2002: `chaintree-2002`.) The numbers and their frames are explained in
// chain-arrays.ts, what is done with them is in chain-core.ts; this file is the public face.
import { checkCoordinate, checkIndex, checkNonNegative, checkSize } from '../../base/math/checks.js'
import { composeInversePose, composePose, POSE, transformPoint } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import type { KeptStats } from '../../base/work/stats.js'
import { InvalidInputError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { MeshTree } from '../../meshes/tree/mesh-tree.js'
import { checkShape, meshShape, type Shape } from '../../shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import type { ChainVolume } from './chain-arrays.js'
import { boxesAround, type ChainBoxes, chainBoxesOfLevel } from './chain-boxes.js'
import type { ChainChange } from './chain-change.js'
import {
  apply,
  applyIfFree,
  type ChainCore,
  collides,
  makeChain,
  refit,
  searchChanged,
  searchOther,
  setBase,
  setLink,
  sphereOf,
  undoChange,
} from './chain-core.js'
import type { LinkShape } from './chain-links.js'
import { type ChainMove, type ChainMoveOptions, checkChainMove } from './chain-move.js'
import { type NearPair, NearQueries } from './chain-near.js'
import type { ChainOptions } from './chain-options.js'
import { chainRootPose, commonNode, eachLinkPose, linkInNode } from './chain-poses.js'
import { validateChain } from './chain-validate.js'
import { ClosestPair, FirstLinkContact, PairCollector } from './chain-visitors.js'

/** Pairs of links in ascending order. */
export interface LinkPairs {
  readonly count: number
  /** Two link numbers a pair, the smaller first; for two chains this chain's link first. */
  readonly pairs: Int32Array
  /** Distance of each pair; 0 where they touch or overlap. */
  readonly distances: Float64Array
  readonly stats: KeptStats
}

/** Two links, how far apart they are and where. */
export interface LinkDistance {
  /** 0 where they touch or overlap. */
  readonly distance: number
  /** How far `distance` may be off, by rounding. */
  readonly error: number
  /** This chain's link. */
  readonly a: number
  /** The other link: of this chain, or of what it was measured against (0 for a shape or a mesh). */
  readonly b: number
  /** Nearest point of `a`, in the frame the base is given in; undefined while `distance` is 0. */
  readonly pointA: Float64Array | undefined
  readonly pointB: Float64Array | undefined
  readonly stats: KeptStats
}

/**
 * A chain of rigid links with joints between them: after a change of k joints, self-collision and distance queries
 * update O(k log N) of the tree.
 */
export class ChainTree {
  /** Number of links. There is one joint less. */
  readonly size: number
  /** @internal */
  readonly core: ChainCore

  /** A chain of spheres: centres x, y, z, x, y, z, …; one radius for all, or one each. Link frames start out parallel. */
  static fromSpheres(
    centres: ArrayLike<number>,
    radius: number | ArrayLike<number>,
    options: ChainOptions = {},
  ): ChainTree {
    const count = centres?.length
    if (!Number.isInteger(count) || count === 0 || count % 3 !== 0) {
      throw new InvalidInputError('centres', centres, 'three numbers a link, for one link or more')
    }
    const n = count / 3
    if (typeof radius !== 'number' && radius?.length !== n) {
      throw new InvalidInputError('radius', radius, `one number, or one for each of the ${n} links`)
    }
    const core = makeChain(n, undefined, options)
    const { base } = core.body
    const { joints, localBalls } = core.body.arrays
    // Each number is read once, checked and kept.
    const before = new Float64Array(3)
    for (let i = 0; i < n; i++) {
      localBalls[i * BALL + 3] =
        typeof radius === 'number' ? checkSize('radius', radius) : checkSize(`radius[${i}]`, radius[i]!)
      for (let k = 0; k < 3; k++) {
        const at = 3 * i + k
        const x = checkCoordinate(`centres[${at}]`, centres[at]!)
        if (i > 0) joints[(i - 1) * POSE + 4 * k + 3] = checkCoordinate(`centres[${at}]`, x - before[k]!)
        else if (options.base === undefined) base[4 * k + 3] = x
        before[k] = x
      }
    }
    return new ChainTree(core)
  }

  /** A chain of any shapes, each in its link's own frame; joints[j] is the pose of link j + 1's frame in link j's. */
  static fromLinks(shapes: readonly Shape[], joints: readonly PoseInput[], options: ChainOptions = {}): ChainTree {
    const n = shapes?.length
    if (!Number.isInteger(n) || n === 0) throw new InvalidInputError('shapes', shapes, 'one shape or more')
    if (joints?.length !== n - 1) {
      throw new InvalidInputError('joints.length', joints?.length, `${n - 1}, one less than there are links`)
    }
    const checked = Array.from(shapes, (shape, i) => checkShape(`shapes[${i}]`, shape))
    const plain = checked.every((shape) => shape.kind === 'sphere')
    const core = makeChain(n, plain ? undefined : new Array(n).fill(undefined), options)
    const { arrays } = core.body
    // Links that share a shape share its bounds.
    const known = new Map<Shape, LinkShape>()
    for (let i = 0; i < n; i++) setLink(core.body, i, checked[i]!, known)
    for (let j = 0; j + 1 < n; j++) readPlacement(arrays.joints, j * POSE, `joints[${j}]`, joints[j]!)
    return new ChainTree(core)
  }

  private constructor(core: ChainCore) {
    refit(core)
    this.core = core
    this.size = core.size
  }

  // Changes. Each call is one change set; a change that is refused leaves the chain as it was.

  /**
   * Turns everything beyond joint `joint` by `angle` radians: about the bond between its links (a torsion), or about
   * `axis` (in link `joint`'s frame) through `pivot` or the next link's origin (a revolute joint).
   */
  rotate(joint: number, angle: number, axis?: ArrayLike<number>, pivot?: ArrayLike<number>): void {
    const { staged } = this.core
    staged.clear()
    staged.rotate(joint, angle, axis, pivot, '', true)
    apply(this.core)
  }

  /**
   * Turns as `rotate` does, unless links touch then: what `rotate`, `selfCollides` and, after a collision, `undo` do, in one call that
   * costs less. True if it has turned; otherwise the chain is as it was, and there is nothing to undo.
   */
  tryRotate(joint: number, angle: number, axis?: ArrayLike<number>, pivot?: ArrayLike<number>): boolean {
    const { staged } = this.core
    staged.clear()
    staged.rotate(joint, angle, axis, pivot, '', true)
    return applyIfFree(this.core)
  }

  /** Moves everything beyond a joint by `distance` along the bond or along `axis` (a prismatic joint). */
  slide(joint: number, distance: number, axis?: ArrayLike<number>): void {
    this.changeOne({ kind: 'slide', joint, distance, ...(axis === undefined ? {} : { axis }) })
  }

  /** Sets the pose of link joint + 1 in link `joint`'s frame. */
  setJoint(joint: number, pose: PoseInput): void {
    this.changeOne({ kind: 'set', joint, pose })
  }

  /** Gives a link another shape; no link moves (chaintree-2002, section 6.2). */
  setShape(link: number, shape: Shape): void {
    this.changeOne({ kind: 'shape', link, shape })
  }

  /** Applies several changes as one set, in order: boxes they share are recomputed once. */
  change(changes: readonly ChainChange[]): void {
    if (!Array.isArray(changes)) throw new InvalidInputError('changes', changes, 'a list of changes')
    const { staged } = this.core
    staged.clear()
    for (let k = 0; k < changes.length; k++) staged.stage(changes[k]!, `changes[${k}].`, changes.length === 1)
    apply(this.core)
  }

  /** True while there is a change set to undo. */
  get canUndo(): boolean {
    return this.core.undoable
  }

  /** Reverts the last change set, to the bit. One step: it cannot be called twice for the same change set. */
  undo(): void {
    undoChange(this.core)
  }

  /** Where link 0 is, in the frame that positions, points and other bodies are given in. Not part of a change set. */
  setBase(pose: PoseInput): void {
    setBase(this.core, pose)
  }

  // Questions.

  /** Does any pair of links touch? Neighbours and excluded pairs aside. Pairs that no change can have affected are skipped. */
  selfCollides(): boolean {
    return collides(this.core)
  }

  /** Every pair of links that touches. */
  selfCollisions(): LinkPairs {
    const { core } = this
    const { body, options, pending, clearance } = core
    const collector = new PairCollector(body, body, options.exclude)
    searchChanged(core, collector)
    if (collector.count === 0) {
      pending.clear()
      clearance.found(true, false)
    }
    return this.listed(collector)
  }

  /** Every pair of links at a distance of at most `distance`; a pair nearer to it than rounding can tell is among them. */
  pairsWithin(distance: number): LinkPairs {
    checkNonNegative('distance', distance)
    return { ...this.near.within(distance), stats: this.stats }
  }

  /** The two links nearest to each other, of those that are checked; undefined if no pair is. */
  closestPair(): LinkDistance | undefined {
    const closest = this.near.closest()
    return closest && this.described(closest, this)
  }

  private get near(): NearQueries {
    this.core.near ??= new NearQueries(this.core)
    return this.core.near
  }

  /** Does it touch another chain, or a shape or a mesh at `pose` (default: where its own numbers put it)? */
  collidesWith(other: ChainTree | Shape | MeshTree, pose?: PoseInput): boolean {
    const { core } = this
    const chain = asChain(other, pose, core.options.volume)
    return searchOther(core, chain.core, new FirstLinkContact(core.body, chain.core.body, undefined))
  }

  /** How far it is from another chain, or from a shape or a mesh at `pose`. */
  distanceTo(other: ChainTree | Shape | MeshTree, pose?: PoseInput): LinkDistance {
    const { core } = this
    const chain = asChain(other, pose, core.options.volume)
    const closest = new ClosestPair(core.body, chain.core.body, undefined)
    searchOther(core, chain.core, closest)
    const { i, j, margin: distance, error } = closest
    return this.described({ i, j, distance, error }, chain)
  }

  /**
   * Would a change be free all the way, and not only at its end? Joints turn at a constant rate and slide straight, all on one clock, from
   * where they are to where the changes take them; `set` and `move` turn the short way. Only pairs of links that a moving joint
   * separates are tested. The chain stays as it is.
   */
  checkMove(changes: readonly ChainChange[], options: ChainMoveOptions = {}): ChainMove {
    return checkChainMove(this.core, changes, options)
  }

  /** Pose of link j in link i's frame, in O(log N). */
  relativePose(i: number, j: number): Float64Array {
    checkIndex('i', i, 0, this.size)
    checkIndex('j', j, 0, this.size)
    const c = this.core.body.arrays
    const node = commonNode(c, i, j)
    const both = new Float64Array(2 * POSE)
    linkInNode(both, 0, c, i, node)
    linkInNode(both, POSE, c, j, node)
    const out = new Float64Array(POSE)
    composeInversePose(out, 0, both, 0, both, POSE)
    return out
  }

  /** Pose of a link in the frame that the base is given in, in O(log N). */
  linkPose(i: number): Float64Array {
    checkIndex('i', i, 0, this.size)
    const c = this.core.body.arrays
    const both = new Float64Array(2 * POSE)
    chainRootPose(both, c, this.core.body.base)
    linkInNode(both, POSE, c, i, c.root)
    const out = new Float64Array(POSE)
    composePose(out, 0, both, 0, both, POSE)
    return out
  }

  /** Poses of all links, twelve numbers each, in O(N). */
  poses(): Float64Array {
    const out = new Float64Array(this.size * POSE)
    this.eachPose((i, poses, at) => {
      for (let k = 0; k < POSE; k++) out[i * POSE + k] = poses[at + k]!
    })
    return out
  }

  /** Origins of all links' frames, three numbers each, in O(N). */
  positions(): Float64Array {
    const out = new Float64Array(this.size * 3)
    this.eachPose((i, poses, at) => {
      for (let k = 0; k < 3; k++) out[3 * i + k] = poses[at + 4 * k + 3]!
    })
    return out
  }

  /** How many levels of boxes there are: level 0 holds the leaves', the last one the root's. */
  get levels(): number {
    return this.core.body.arrays.levelStart.length - 1
  }

  /** The boxes of a level in the frame that the base is given in, in the order of their links: for drawing and study. */
  boxes(level: number): ChainBoxes {
    checkIndex('level', level, 0, this.levels)
    return chainBoxesOfLevel(this.core.body.arrays, this.core.body.base, level)
  }

  /** The boxes that hold a link, from its leaf's to the root's: those that a change of joint `link` recomputes. In O(log N). */
  boxesAround(link: number): ChainBoxes {
    checkIndex('link', link, 0, this.size)
    return boxesAround(this.core.body.arrays, this.core.body.base, link)
  }

  /** Pose of link joint + 1 in link `joint`'s frame. */
  jointPose(joint: number): Float64Array {
    checkIndex('joint', joint, 0, this.size - 1)
    return this.core.body.arrays.joints.slice(joint * POSE, (joint + 1) * POSE)
  }

  /** The shape of a link, in its own frame. */
  shape(link: number): Shape {
    checkIndex('link', link, 0, this.size)
    return this.core.body.links?.[link]?.shape ?? sphereOf(this.core.body, link)
  }

  get stats(): KeptStats {
    return {
      volumeTests: this.core.search.volumeTests,
      leafTests: this.core.search.leafTests,
      nodesUpdated: this.core.nodesUpdated,
    }
  }

  /** Bytes held in arrays, shapes' own vertices aside. */
  get byteLength(): number {
    const { body, applied, staged, pending, pendingBefore, search, dirty } = this.core
    const { arrays, links, careful } = body
    const own =
      arrays.box.buffer.byteLength + (arrays.frames.buffer === arrays.box.buffer ? 0 : arrays.frames.byteLength)
    const sets = applied.byteLength + staged.byteLength + pending.joints.byteLength + pendingBefore.joints.byteLength
    return (
      own +
      sets +
      search.byteLength +
      dirty.byteLength +
      (careful?.byteLength ?? 0) +
      (this.core.move?.search.byteLength ?? 0) +
      (this.core.near?.byteLength ?? 0) +
      (links === undefined ? 0 : 8 * links.length)
    )
  }

  /** Checks every invariant, and throws BrokenInvariantError at the first that does not hold. O(N); for tests. */
  validate(): void {
    validateChain(this.core.body, this.core.options, this.core.bounds)
    this.core.near?.validate()
  }

  private changeOne(change: ChainChange): void {
    this.core.staged.clear()
    this.core.staged.stage(change, '', true)
    apply(this.core)
  }

  private listed(collector: PairCollector): LinkPairs {
    return { count: collector.count, ...collector.sorted(), stats: this.stats }
  }

  /** A closest pair with its points, measured once more from the links' own poses. */
  private described({ i: a, j: b, distance, error }: NearPair, other: ChainTree): LinkDistance {
    let pointA: Float64Array | undefined
    let pointB: Float64Array | undefined
    if (distance > 0) {
      const poseA = this.linkPose(a)
      const poseB = other.linkPose(b)
      const x = new Float64Array(POSE)
      composeInversePose(x, 0, poseA, 0, poseB, 0)
      const found = new ShapeDistance()
      distanceShapes(found, this.shape(a), other.shape(b), x, 0, Infinity)
      pointA = new Float64Array(3)
      pointB = new Float64Array(3)
      transformPoint(pointA, 0, poseA, 0, found.pointA, 0)
      transformPoint(pointB, 0, poseA, 0, found.pointB, 0)
    }
    return { distance, error, a, b, pointA, pointB, stats: this.stats }
  }

  private eachPose(each: (i: number, poses: Float64Array, at: number) => void): void {
    const x = new Float64Array(POSE)
    chainRootPose(x, this.core.body.arrays, this.core.body.base)
    eachLinkPose(this.core.body.arrays, x, each)
  }
}

/** What a chain is asked about, as a chain: a shape or a mesh is one link. */
function asChain(other: ChainTree | Shape | MeshTree, pose: PoseInput | undefined, volume: ChainVolume): ChainTree {
  if (other instanceof ChainTree) {
    if (pose !== undefined) throw new InvalidInputError('pose', pose, 'left out for a chain: its base says where it is')
    return other
  }
  const shape = other instanceof MeshTree ? meshShape('other', other) : checkShape('other', other)
  return ChainTree.fromLinks([shape], [], pose === undefined ? { volume } : { volume, base: pose })
}
