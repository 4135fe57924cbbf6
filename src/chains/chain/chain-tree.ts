// ChainTree: a chain of links and joints that is cheap to change and quick to question. (Efficient Maintenance and
// Self-Collision Testing for Kinematic Chains, 2002: `chaintree-2002`.) The numbers and their frames are explained in
// chain-arrays.ts; this file is the public face and holds no geometry of its own.
import { checkCoordinate, checkIndex, checkNonNegative, checkSize } from '../../base/math/checks.js'
import { composeInversePose, composePose, identityPose, POSE, transformPoint } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { CHAIN_ROUNDING } from '../../base/math/rounding.js'
import { ChainBusyError, InvalidInputError, NothingToUndoError } from '../../errors.js'
import { MeshTree } from '../../meshes/tree/mesh-tree.js'
import { checkShape, meshShape, type Shape, sphere } from '../../shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import { allocateChain, BALL, BOX, BOX_HALF, type ChainVolume } from './chain-arrays.js'
import { boxesAround, type ChainBoxes, chainBoxesOfLevel } from './chain-boxes.js'
import type { ChainChange } from './chain-change.js'
import { Clearance } from './chain-clearance.js'
import { ChainEdits } from './chain-edits.js'
import type { LinkBounds } from './chain-leaf.js'
import { boundShape, type ChainBody, type LinkShape, linkBounds } from './chain-links.js'
import { type ChainOptions, readOptions } from './chain-options.js'
import { Pending } from './chain-pending.js'
import { chainRootPose, commonNode, eachLinkPose, linkInNode } from './chain-poses.js'
import type { QuickChain } from './chain-quick.js'
import { ChainSearch } from './chain-search.js'
import { checkSpheres, SphereList } from './chain-spheres.js'
import { refitAbove, refitAll } from './chain-update.js'
import { validateChain } from './chain-validate.js'
import { ClosestPair, FirstLinkContact, PairCollector, type PairRule } from './chain-visitors.js'

/** What the last query and the last change cost. */
export interface ChainStats {
  /** Pairs of boxes, or of swept rectangles, tested by the last query. */
  readonly boxTests: number
  /** Pairs of links, or of parts of links, tested by the last query. */
  readonly primitiveTests: number
  /** Nodes recomputed by the last change or undo. */
  readonly nodesUpdated: number
}

/** Pairs of links in ascending order. */
export interface LinkPairs {
  readonly count: number
  /** Two link numbers a pair, the smaller first; for two chains this chain's link first. */
  readonly pairs: Int32Array
  /** Distance of each pair; 0 where they touch or overlap. */
  readonly distances: Float64Array
  readonly stats: ChainStats
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
  readonly stats: ChainStats
}

/** Quick ways into a chain: chain-quick.ts. Set where they may see what is private. */
export let quickChain: (tree: ChainTree) => QuickChain

export class ChainTree {
  /** Number of links. There is one joint less. */
  readonly size: number
  private readonly body: ChainBody
  private readonly options: ReturnType<typeof readOptions>
  private bounds: LinkBounds | undefined
  private readonly base = new Float64Array(POSE)
  /** The change set applied last, as its undo needs it; and room for the next one. */
  private applied: ChainEdits
  private staged: ChainEdits
  private undoable = false
  private readonly pending = new Pending()
  private readonly pendingBefore = new Pending()
  private readonly clearance = new Clearance()
  private readonly clearanceBefore = new Clearance()
  private readonly search = new ChainSearch()
  private readonly contact: FirstLinkContact
  private nodesUpdated = 0
  private busy = false
  private dirty = new Int32Array(8)

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
    const tree = new ChainTree(n, undefined, options)
    const { joints, localBalls } = tree.body.arrays
    // Each number is read once, checked and kept.
    const before = new Float64Array(3)
    for (let i = 0; i < n; i++) {
      localBalls[i * BALL + 3] =
        typeof radius === 'number' ? checkSize('radius', radius) : checkSize(`radius[${i}]`, radius[i]!)
      for (let k = 0; k < 3; k++) {
        const at = 3 * i + k
        const x = checkCoordinate(`centres[${at}]`, centres[at]!)
        if (i > 0) joints[(i - 1) * POSE + 4 * k + 3] = checkCoordinate(`centres[${at}]`, x - before[k]!)
        else if (options.base === undefined) tree.base[4 * k + 3] = x
        before[k] = x
      }
    }
    tree.refit()
    return tree
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
    const tree = new ChainTree(n, plain ? undefined : new Array(n).fill(undefined), options)
    const { arrays } = tree.body
    // Links that share a shape share its bounds.
    const known = new Map<Shape, LinkShape>()
    for (let i = 0; i < n; i++) tree.setLink(i, checked[i]!, known)
    for (let j = 0; j + 1 < n; j++) readPlacement(arrays.joints, j * POSE, `joints[${j}]`, joints[j]!)
    tree.refit()
    return tree
  }

  private constructor(size: number, links: ChainBody['links'], options: ChainOptions) {
    this.options = readOptions(options)
    this.size = size
    identityPose(this.base, 0)
    if (options.base !== undefined) this.readBase('base', options.base)
    const arrays = allocateChain(size, this.options.linksPerLeaf, links === undefined, this.options.volume)
    for (let i = 0; i < size; i++) identityPose(arrays.joints, i * POSE)
    this.body = { arrays, links, base: this.base, careful: undefined }
    this.bounds = links && linkBounds(links)
    this.applied = new ChainEdits(arrays.joints, size)
    this.staged = new ChainEdits(arrays.joints, size)
    this.contact = new FirstLinkContact(this.body, this.body, this.options.exclude)
  }

  // Changes. Each call is one change set; a change that is refused leaves the chain as it was.

  /**
   * Turns everything beyond joint `joint` by `angle` radians: about the bond between its links (a torsion), or about
   * `axis` (in link `joint`'s frame) through `pivot` or the next link's origin (a revolute joint).
   */
  rotate(joint: number, angle: number, axis?: ArrayLike<number>, pivot?: ArrayLike<number>): void {
    this.staged.clear()
    this.staged.rotate(joint, angle, axis, pivot, '', true)
    this.apply()
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
    this.staged.clear()
    for (let k = 0; k < changes.length; k++) this.staged.stage(changes[k]!, `changes[${k}].`, changes.length === 1)
    this.apply()
  }

  /** True while there is a change set to take back. */
  get canUndo(): boolean {
    return this.undoable
  }

  /** Takes back the last change set, to the bit. One step: it cannot be called twice for the same change set. */
  undo(): void {
    this.demandIdle()
    if (!this.undoable) throw new NothingToUndoError()
    this.undoable = false
    this.exchange()
    this.pending.copyFrom(this.pendingBefore)
    this.clearance.copyFrom(this.clearanceBefore)
  }

  /** Where link 0 is, in the frame that positions, points and other bodies are given in. Not part of a change set. */
  setBase(pose: PoseInput): void {
    this.demandIdle()
    this.readBase('pose', pose)
  }

  // Questions.

  /** Does any pair of links touch? Neighbours and excluded pairs aside. Pairs that no change can have affected are skipped. */
  selfCollides(): boolean {
    const { contact, pending, clearance } = this
    contact.margin = clearance.margin
    const { everything } = pending
    if (this.searchChanged(contact)) return true
    clearance.found(contact.isNear, everything)
    pending.clear()
    return false
  }

  /** Every pair of links that touches. */
  selfCollisions(): LinkPairs {
    const collector = new PairCollector(this.body, this.body, this.options.exclude)
    this.searchChanged(collector)
    if (collector.count === 0) {
      this.pending.clear()
      this.clearance.found(true, false)
    }
    return this.listed(collector)
  }

  /** Every pair of links at a distance of at most `distance`; a pair nearer to it than rounding can tell is among them. */
  pairsWithin(distance: number): LinkPairs {
    const collector = new PairCollector(this.body, this.body, this.options.exclude)
    collector.margin = checkNonNegative('distance', distance)
    this.searchSelf(collector, undefined)
    return this.listed(collector)
  }

  /** The two links nearest to each other, of those that are checked; undefined if no pair is. */
  closestPair(): LinkDistance | undefined {
    const closest = new ClosestPair(this.body, this.body, this.options.exclude)
    this.searchSelf(closest, undefined)
    return closest.i < 0 ? undefined : this.described(closest, this)
  }

  /** Does it touch another chain, or a shape or a mesh at `pose` (default: where its own numbers put it)? */
  collidesWith(other: ChainTree | Shape | MeshTree, pose?: PoseInput): boolean {
    const chain = asChain(other, pose, this.options.volume)
    const contact = new FirstLinkContact(this.body, chain.body, undefined)
    return this.searchOther(chain, contact)
  }

  /** How far it is from another chain, or from a shape or a mesh at `pose`. */
  distanceTo(other: ChainTree | Shape | MeshTree, pose?: PoseInput): LinkDistance {
    const chain = asChain(other, pose, this.options.volume)
    const closest = new ClosestPair(this.body, chain.body, undefined)
    this.searchOther(chain, closest)
    return this.described(closest, chain)
  }

  /** Pose of link j in link i's frame, in O(log N). */
  relativePose(i: number, j: number): Float64Array {
    checkIndex('i', i, 0, this.size)
    checkIndex('j', j, 0, this.size)
    const c = this.body.arrays
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
    const c = this.body.arrays
    const both = new Float64Array(2 * POSE)
    chainRootPose(both, c, this.base)
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
    return this.body.arrays.levelStart.length - 1
  }

  /** The boxes of a level in the frame that the base is given in, in the order of their links: for drawing and study. */
  boxes(level: number): ChainBoxes {
    checkIndex('level', level, 0, this.levels)
    return chainBoxesOfLevel(this.body.arrays, this.base, level)
  }

  /** The boxes that hold a link, from its leaf's to the root's: those that a change of joint `link` recomputes. In O(log N). */
  boxesAround(link: number): ChainBoxes {
    checkIndex('link', link, 0, this.size)
    return boxesAround(this.body.arrays, this.base, link)
  }

  /** Pose of link joint + 1 in link `joint`'s frame. */
  jointPose(joint: number): Float64Array {
    checkIndex('joint', joint, 0, this.size - 1)
    return this.body.arrays.joints.slice(joint * POSE, (joint + 1) * POSE)
  }

  /** The shape of a link, in its own frame. */
  shape(link: number): Shape {
    checkIndex('link', link, 0, this.size)
    return this.body.links?.[link]?.shape ?? this.sphereOf(link)
  }

  get stats(): ChainStats {
    return {
      boxTests: this.search.boxTests,
      primitiveTests: this.search.primitiveTests,
      nodesUpdated: this.nodesUpdated,
    }
  }

  /** Bytes held in arrays, shapes' own vertices aside. */
  get byteLength(): number {
    const { arrays, links, careful } = this.body
    const own =
      arrays.box.buffer.byteLength + (arrays.frames.buffer === arrays.box.buffer ? 0 : arrays.frames.byteLength)
    const sets =
      this.applied.byteLength +
      this.staged.byteLength +
      this.pending.joints.byteLength +
      this.pendingBefore.joints.byteLength
    return (
      own +
      sets +
      this.search.byteLength +
      this.dirty.byteLength +
      (careful?.byteLength ?? 0) +
      (links === undefined ? 0 : 8 * links.length)
    )
  }

  /** Checks every invariant, and throws BrokenInvariantError at the first that does not hold. O(N); for tests. */
  validate(): void {
    validateChain(this.body, this.options, this.bounds)
  }

  // What chain-quick.ts opens to the engine's own.

  static {
    quickChain = (tree) => ({
      putJoint: (joint, poses, at) => tree.putJoint(joint, poses, at),
      swing: (a, b, poses, turned, shifted) => tree.swing(a, b, poses, turned, shifted),
      putSpheres: (link, spheres) => tree.putSpheres(link, spheres),
      contactWith: (other, exclude) => tree.contactWith(other, exclude),
    })
  }

  private putJoint(joint: number, poses: Float64Array, at: number): void {
    this.staged.clear()
    this.staged.put(joint, poses, at)
    this.apply()
  }

  private swing(a: number, b: number, poses: Float64Array, turned: number, shifted: number): void {
    const { box, root, volume } = this.body.arrays
    const edits = this.staged
    edits.clear()
    edits.put(a, poses, a * POSE)
    edits.put(b, poses, b * POSE)
    this.demandIdle()
    const { clearance, pending, contact } = this
    // Nothing of the chain is farther from anything of it than the diagonal of its box; the three sides are more.
    const h = root * BOX + BOX_HALF
    const slip = turned * 2 * (box[h]! + box[h + 1]! + box[h + 2]!) + shifted
    if (volume === 'obb') {
      if (!pending.everything && pending.count === 0 && clearance.isDue(slip)) {
        contact.margin = clearance.margin
        const hit = this.searchSelf(contact, undefined)
        clearance.found(hit || contact.isNear, true)
      }
      this.clearanceBefore.copyFrom(clearance)
      edits.isSpan = clearance.spend(slip)
    }
    this.applyStaged()
  }

  private putSpheres(link: number, spheres: Float64Array): void {
    checkSpheres(spheres)
    this.staged.clear()
    this.staged.putShape(link, new SphereList(spheres.slice()))
    this.apply()
  }

  private contactWith(other: ChainTree, exclude?: PairRule): (spans: Int32Array) => boolean {
    const contact = new FirstLinkContact(this.body, other.body, exclude)
    return (spans) => {
      this.search.spans = spans
      try {
        return this.searchOther(other, contact)
      } finally {
        this.search.spans = undefined
      }
    }
  }

  private changeOne(change: ChainChange): void {
    this.staged.clear()
    this.staged.stage(change, '', true)
    this.apply()
  }

  /** Makes the staged change set the chain's. An empty one is none. */
  private apply(): void {
    this.demandIdle()
    this.clearanceBefore.copyFrom(this.clearance)
    this.applyStaged()
  }

  private applyStaged(): void {
    const edits = this.staged
    if (edits.jointCount + edits.links.length === 0) return
    this.staged = this.applied
    this.applied = edits
    this.undoable = true
    this.pendingBefore.copyFrom(this.pending)
    edits.addPending(this.pending)
    this.exchange()
  }

  /** Swaps what the applied change set holds with what the chain has, and refits what that affects. */
  private exchange(): void {
    const { applied, body } = this
    applied.swapJoints()
    if (body.careful !== undefined) applied.spoil(body.careful)
    const { links, shapes } = applied
    this.nodesUpdated = 0
    for (let k = 0; k < links.length; k++) shapes[k] = this.exchangeShape(links[k]!, shapes[k]!)
    const count = applied.jointCount + links.length
    if (this.dirty.length < count) this.dirty = new Int32Array(2 * count)
    const leaves = applied.leaves(this.dirty, this.options.linksPerLeaf)
    this.nodesUpdated += refitAbove(body.arrays, this.dirty, leaves, this.options, this.bounds)
  }

  private readBase(field: string, pose: PoseInput): void {
    const read = new Float64Array(POSE)
    readPlacement(read, 0, field, pose)
    this.base.set(read)
  }

  private exchangeShape(link: number, shape: Shape | LinkShape): Shape | LinkShape {
    const { body } = this
    const was = body.links?.[link] ?? this.sphereOf(link)
    if (body.links === undefined && !('kind' in shape && shape.kind === 'sphere')) {
      body.links = new Array(this.size).fill(undefined)
      body.arrays.frames = new Float64Array(this.size * POSE)
      this.bounds = linkBounds(body.links)
      this.nodesUpdated += this.refit()
    }
    this.setLink(link, shape)
    return was
  }

  /** Puts a shape where a link's is kept: a sphere in its ball, another one beside its bounding ball. */
  private setLink(link: number, shape: Shape | LinkShape, known?: Map<Shape, LinkShape>): void {
    const { arrays, links } = this.body
    if (!('kind' in shape)) {
      for (let k = 0; k < BALL; k++) arrays.localBalls[link * BALL + k] = shape.ball[k]!
      links![link] = shape
      return
    }
    if (shape.kind === 'sphere') {
      arrays.localBalls.set(shape.centre, link * BALL)
      arrays.localBalls[link * BALL + 3] = shape.radius
      if (links !== undefined) links[link] = undefined
      return
    }
    const bound = known?.get(shape) ?? boundShape(shape)
    known?.set(shape, bound)
    arrays.localBalls.set(bound.ball, link * BALL)
    links![link] = bound
  }

  private sphereOf(link: number): Shape {
    const { localBalls } = this.body.arrays
    const at = link * BALL
    return sphere({ radius: localBalls[at + 3]!, at: localBalls.subarray(at, at + 3) })
  }

  private refit(): number {
    return refitAll(this.body.arrays, this.options, this.bounds)
  }

  /** Pairs that a change since the chain was last found free may have affected. */
  private searchChanged(visitor: FirstLinkContact | PairCollector): boolean {
    const { pending } = this
    if (!pending.everything && pending.count === 0) {
      this.demandIdle()
      this.search.resetCounts()
      return false
    }
    return this.searchSelf(visitor, pending.everything ? undefined : pending)
  }

  private searchSelf(visitor: FirstLinkContact | PairCollector | ClosestPair, pending: Pending | undefined): boolean {
    return this.searching(visitor, () => this.search.self(this.body.arrays, this.options.neighbours, pending, visitor))
  }

  /** Runs a search, and keeps the caller's `exclude` from using the chain while it runs. */
  private searching(visitor: FirstLinkContact | PairCollector | ClosestPair, run: () => boolean): boolean {
    this.demandIdle()
    this.busy = true
    this.search.resetCounts()
    visitor.start()
    try {
      return run() || visitor.finish()
    } finally {
      this.busy = false
      this.search.addCounts(visitor.meter.found)
    }
  }

  private demandIdle(): void {
    if (this.busy) throw new ChainBusyError()
  }

  private searchOther(other: ChainTree, visitor: FirstLinkContact | ClosestPair): boolean {
    const x = new Float64Array(3 * POSE)
    const a = this.body.arrays
    const b = other.body.arrays
    chainRootPose(x, a, this.base)
    const rootB = x.subarray(POSE, 2 * POSE)
    chainRootPose(rootB, b, other.base)
    const at = 2 * POSE
    composeInversePose(x, at, x, 0, x, POSE)
    let size = 0
    for (let k = 3; k < 2 * POSE; k += 4)
      size += Math.abs(x[k]!) + Math.abs(k < POSE ? this.base[k]! : other.base[k - POSE]!)
    return this.searching(visitor, () => this.search.between(a, b, x.subarray(at), CHAIN_ROUNDING * size, visitor))
  }

  private listed(collector: PairCollector): LinkPairs {
    return { count: collector.count, ...collector.sorted(), stats: this.stats }
  }

  /** A closest pair with its points, measured once more from the links' own poses. */
  private described(closest: ClosestPair, other: ChainTree): LinkDistance {
    const { i: a, j: b, margin: distance, error } = closest
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
    chainRootPose(x, this.body.arrays, this.base)
    eachLinkPose(this.body.arrays, x, each)
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
