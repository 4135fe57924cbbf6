// The data of a chain, and every function that changes or searches it. ChainTree is its public interface, chain-quick.ts a faster
// one for the engine itself. After a change to the core, call `apply`, which keeps what undo and later queries need.
import { composeInversePose, identityPose, POSE } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { CHAIN_ROUNDING } from '../../base/math/rounding.js'
import { ChainBusyError, NothingToUndoError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { type Shape, sphere } from '../../shapes/shape.js'
import { allocateChain } from './chain-arrays.js'
import { Clearance } from './chain-clearance.js'
import { ChainEdits } from './chain-edits.js'
import type { LinkBounds } from './chain-leaf.js'
import { boundShape, type ChainBody, type LinkShape, linkBounds } from './chain-links.js'
import type { MoveCheck } from './chain-move.js'
import type { NearQueries } from './chain-near.js'
import { type ChainOptions, readOptions } from './chain-options.js'
import { Pending } from './chain-pending.js'
import { chainRootPose } from './chain-poses.js'
import { ChainSearch } from './chain-search.js'
import { refitAbove, refitAll, wholeTwin } from './chain-update.js'
import { type ClosestPair, FirstLinkContact, type PairCollector } from './chain-visitors.js'
import type { ChainWasm } from './chain-wasm.js'

/** What keeps something of a chain between changes. */
export interface ChainWatcher {
  /** A change set is being applied. */
  changed(edits: ChainEdits): void
  /** It has been undone. */
  undone(edits: ChainEdits): void
}

export interface ChainCore {
  /** Number of links. */
  readonly size: number
  readonly body: ChainBody
  readonly options: ReturnType<typeof readOptions>
  bounds: LinkBounds | undefined
  /** The change set applied last, as its undo needs it; and room for the next one. */
  applied: ChainEdits
  staged: ChainEdits
  undoable: boolean
  readonly pending: Pending
  readonly pendingBefore: Pending
  readonly clearance: Clearance
  readonly clearanceBefore: Clearance
  readonly search: ChainSearch
  readonly contact: FirstLinkContact
  /** By the last change or undo. */
  nodesUpdated: number
  busy: boolean
  dirty: Int32Array
  /** Made when a move is first checked. */
  move: MoveCheck | undefined
  /** Made when pairs within a distance, or the closest, are first asked for. */
  near: NearQueries | undefined
  /** Told of every change set and of every undo. */
  readonly watchers: ChainWatcher[]
  /** Counts changes and undos. */
  changed: number
}

/** Its links and joints are to be set, then `refit` called. */
export function makeChain(size: number, links: ChainBody['links'], given: ChainOptions): ChainCore {
  const options = readOptions(given)
  const base = new Float64Array(POSE)
  identityPose(base, 0)
  if (given.base !== undefined) readPlacement(base, 0, 'base', given.base)
  const arrays = allocateChain(size, options.linksPerLeaf, links === undefined, options.volume)
  for (let i = 0; i < size; i++) identityPose(arrays.joints, i * POSE)
  const body: ChainBody = { arrays, links, base, careful: undefined }
  return {
    size,
    body,
    options,
    bounds: links && linkBounds(links),
    applied: new ChainEdits(arrays.joints, size),
    staged: new ChainEdits(arrays.joints, size),
    undoable: false,
    pending: new Pending(),
    pendingBefore: new Pending(),
    clearance: new Clearance(),
    clearanceBefore: new Clearance(),
    search: new ChainSearch(),
    contact: new FirstLinkContact(body, body, options.exclude),
    nodesUpdated: 0,
    busy: false,
    dirty: new Int32Array(8),
    move: undefined,
    near: undefined,
    watchers: [],
    changed: 0,
  }
}

/** Applies the staged change set to the chain. An empty one does not count as a change. */
export function apply(core: ChainCore): void {
  demandIdle(core)
  core.clearanceBefore.copyFrom(core.clearance)
  applyStaged(core)
}

/** `apply` for those who have seen to `clearanceBefore` themselves. */
export function applyStaged(core: ChainCore): void {
  const edits = core.staged
  if (edits.jointCount + edits.links.length === 0) return
  core.staged = core.applied
  core.applied = edits
  core.undoable = true
  core.pendingBefore.copyFrom(core.pending)
  edits.addPending(core.pending, edits.isSpan)
  tellChanged(core)
  exchange(core)
}

export function undoChange(core: ChainCore): void {
  demandIdle(core)
  if (!core.undoable) throw new NothingToUndoError()
  core.undoable = false
  exchange(core)
  core.pending.copyFrom(core.pendingBefore)
  core.clearance.copyFrom(core.clearanceBefore)
  tellUndone(core)
}

/**
 * Applies the staged change of one joint if no pair of links touches after it. Otherwise the chain is left as it was, and there is
 * nothing to undo. Returns whether it was applied.
 */
export function applyIfFree(core: ChainCore): boolean {
  const { pending, body, options } = core
  const wasm = wholeTwin(body.arrays, options, core.bounds)
  if (wasm !== undefined && !pending.everything && pending.count === 0) return applyFused(core, wasm)
  apply(core)
  if (!collides(core)) return true
  undoChange(core)
  return false
}

/** The same in one call of the twin, for a chain of spheres that was free. */
function applyFused(core: ChainCore, wasm: ChainWasm): boolean {
  const { body, options, search, contact, clearance, pending } = core
  demandIdle(core)
  const edits = core.staged
  const joint = edits.joints[0]!
  core.staged = core.applied
  core.applied = edits
  core.changed++
  core.undoable = true
  core.clearanceBefore.copyFrom(clearance)
  core.pendingBefore.copyFrom(pending)
  edits.swapJoints()
  body.careful?.spoil(joint)
  tellChanged(core)
  core.nodesUpdated = body.arrays.levelStart.length - 1
  contact.margin = clearance.margin
  contact.start()
  core.busy = true
  let isHit = false
  try {
    isHit = wasm.tryPath(options.neighbours, joint, edits.poses, options.boxes === 'snug', contact)
  } catch (error) {
    // The caller's rule. The joint has been changed, and what holds it must follow.
    core.dirty[0] = Math.trunc(joint / options.linksPerLeaf)
    refitAbove(body.arrays, core.dirty, 1, options, core.bounds)
    edits.addPending(pending, false)
    throw error
  } finally {
    core.busy = false
    search.volumeTests = wasm.volumeTests
    search.leafTests = wasm.leafTests
  }
  if (isHit) {
    core.undoable = false
    core.changed++
    body.careful?.spoil(joint)
    tellUndone(core)
    return false
  }
  if (contact.finish()) {
    undoChange(core)
    return false
  }
  search.addCounts(contact.meter.found)
  clearance.found(contact.isNear, false)
  return true
}

function tellChanged({ near, watchers, applied }: ChainCore): void {
  near?.changed(applied)
  for (let k = 0; k < watchers.length; k++) watchers[k]!.changed(applied)
}

function tellUndone({ near, watchers, applied }: ChainCore): void {
  near?.undone(applied)
  for (let k = 0; k < watchers.length; k++) watchers[k]!.undone(applied)
}

export function setBase(core: ChainCore, pose: PoseInput): void {
  demandIdle(core)
  const read = new Float64Array(POSE)
  readPlacement(read, 0, 'pose', pose)
  core.body.base.set(read)
}

/** Swaps what the applied change set holds with what the chain has, and refits what that affects. */
function exchange(core: ChainCore): void {
  const { applied, body, options } = core
  core.changed++
  applied.swapJoints()
  if (body.careful !== undefined) applied.spoil(body.careful)
  const { links, shapes } = applied
  core.nodesUpdated = 0
  for (let k = 0; k < links.length; k++) shapes[k] = exchangeShape(core, links[k]!, shapes[k]!)
  const count = applied.jointCount + links.length
  if (core.dirty.length < count) core.dirty = new Int32Array(2 * count)
  const leaves = applied.leaves(core.dirty, options.linksPerLeaf)
  core.nodesUpdated += refitAbove(body.arrays, core.dirty, leaves, options, core.bounds)
}

function exchangeShape(core: ChainCore, link: number, shape: Shape | LinkShape): Shape | LinkShape {
  const { body, size } = core
  const was = body.links?.[link] ?? sphereOf(body, link)
  if (body.links === undefined && !('kind' in shape && shape.kind === 'sphere')) {
    body.links = new Array(size).fill(undefined)
    body.arrays.frames = new Float64Array(size * POSE)
    core.bounds = linkBounds(body.links)
    core.nodesUpdated += refit(core)
  }
  setLink(body, link, shape)
  return was
}

/** Puts a shape where a link's is kept: a sphere in its ball, another one beside its bounding ball. */
export function setLink(
  { arrays, links }: ChainBody,
  link: number,
  shape: Shape | LinkShape,
  known?: Map<Shape, LinkShape>,
): void {
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

/** The shape of a link that has no entry. */
export function sphereOf({ arrays: { localBalls } }: ChainBody, link: number): Shape {
  const at = link * BALL
  return sphere({ radius: localBalls[at + 3]!, at: localBalls.subarray(at, at + 3) })
}

export function refit({ body, options, bounds }: ChainCore): number {
  return refitAll(body.arrays, options, bounds)
}

/** Does any pair of links touch? What is found to be free is not tested again. */
export function collides(core: ChainCore): boolean {
  const { contact, pending, clearance } = core
  contact.margin = clearance.margin
  const { everything } = pending
  if (searchChanged(core, contact)) return true
  clearance.found(contact.isNear, everything)
  pending.clear()
  return false
}

type Visitor = FirstLinkContact | PairCollector | ClosestPair

/** Pairs that a change since the chain was last found free may have affected. */
export function searchChanged(core: ChainCore, visitor: FirstLinkContact | PairCollector): boolean {
  const { pending } = core
  if (!pending.everything && pending.count === 0) {
    demandIdle(core)
    core.search.resetCounts()
    return false
  }
  return searchSelf(core, visitor, pending.everything ? undefined : pending)
}

export function searchSelf(core: ChainCore, visitor: Visitor, pending: Pending | undefined): boolean {
  const { search, body, options } = core
  return searching(core, visitor, () => search.self(body.arrays, options.neighbours, pending, visitor))
}

export function searchOther(
  core: ChainCore,
  { body: other }: ChainCore,
  visitor: FirstLinkContact | ClosestPair,
): boolean {
  const { body, search } = core
  const x = new Float64Array(3 * POSE)
  chainRootPose(x, body.arrays, body.base)
  const rootB = x.subarray(POSE, 2 * POSE)
  chainRootPose(rootB, other.arrays, other.base)
  const at = 2 * POSE
  composeInversePose(x, at, x, 0, x, POSE)
  let size = 0
  for (let k = 3; k < 2 * POSE; k += 4)
    size += Math.abs(x[k]!) + Math.abs(k < POSE ? body.base[k]! : other.base[k - POSE]!)
  return searching(core, visitor, () =>
    search.between(body.arrays, other.arrays, x.subarray(at), CHAIN_ROUNDING * size, visitor),
  )
}

/** Runs a search, and keeps the caller's `exclude` from using the chain while it runs. */
function searching(core: ChainCore, visitor: Visitor, run: () => boolean): boolean {
  demandIdle(core)
  core.busy = true
  core.search.resetCounts()
  visitor.start()
  try {
    return run() || visitor.finish()
  } finally {
    core.busy = false
    core.search.addCounts(visitor.meter.found)
  }
}

export function demandIdle({ busy }: ChainCore): void {
  if (busy) throw new ChainBusyError()
}
