// A cage tree kept right while the beads move: after a step, wrapped cages keep their bases and only those that are wrong are
// found and repaired; layered cages are refitted from the leaves up.
//
// A step writes to a second set of arrays, which take the place of the first when it is done: one that throws leaves the
// tree as it was, and undo swaps them back.
import type { Stats } from '../../base/work/stats.js'
import { InvalidInputError, NothingToUndoError } from '../../errors.js'
import { fitLayers } from './cage-layered.js'
import { BEAD_TESTS, CAGE_TESTS, FRONTIER, type Frontiers, makeFrontiers } from './cage-reach.js'
import { CAGE_VERIFICATIONS, type CagePass, type CageVerification, pairStands, settleCage } from './cage-settle.js'
import { BASIS, type CageArrays, type CageShape, makeCageArrays } from './cage-shape.js'
import { buildCages, type CageOptions, type CageTree } from './cage-tree.js'

export interface CageKeeperOptions extends CageOptions {
  /** How wrong bases are found. 'naive' (default) is the quickest in time for most necklaces, though it tests most. */
  readonly verification?: CageVerification
}

/**
 * What a step has changed and cost. Of layered cages: all of them refitted, everything else 0. The tests are of cages and of
 * beads inside a cage.
 */
export interface CageRepair extends Stats {
  /** Cages whose basis is another than before. */
  readonly basisChanges: number
  /** Their numbers, descending. */
  readonly changed: Int32Array
  /** Beads that entered a basis, or bases cut down to fewer beads, on the way. */
  readonly updates: number
  /** Cages and beads where the searches ended, of all cages together; 0 for 'naive', which has none. */
  readonly frontier: number
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Steps after which a cage is searched from its children again, each in its turn: a frontier only moves down by itself, and
 * would stay there for beads that have come closer together.
 */
const FRONTIER_STEPS = 16

export class CageKeeper {
  /** Always this object; a step replaces its arrays, so read them from it again. */
  readonly tree: CageTree
  readonly verification: CageVerification
  private other: CageArrays
  private frontiers: Frontiers | undefined
  private otherFrontiers: Frontiers | undefined
  private steps = 0
  private undoable = false

  constructor(balls: ArrayLike<number>, options: CageKeeperOptions = {}, shape?: CageShape) {
    this.verification = options.verification ?? 'naive'
    if (!CAGE_VERIFICATIONS.includes(this.verification)) {
      throw new InvalidInputError('verification', this.verification, `one of ${CAGE_VERIFICATIONS.join(', ')}`)
    }
    this.tree = buildCages(balls, options, shape)
    this.other = makeCageArrays(this.tree)
    if (this.verification === 'frontier' && this.tree.wrapped) {
      this.frontiers = makeFrontiers(this.tree.nodes)
      this.otherFrontiers = makeFrontiers(this.tree.nodes)
    }
  }

  /** The arrays of the tree before the last step; they mean nothing while there was none. */
  get previous(): CageArrays {
    return this.other
  }

  /** Moves the beads to where `balls` says, x, y, z, r each as before, and makes the cages right. The numbers must be finite. */
  step(balls: ArrayLike<number>): CageRepair {
    const { tree, other } = this
    if (balls.length !== tree.balls.length) {
      throw new InvalidInputError('balls.length', balls.length, `${tree.balls.length}, four for each bead`)
    }
    const tally = new Float64Array(3)
    this.undoable = false
    other.balls.set(balls)
    const wrong: number[] = []
    let updates = 0
    if (tree.wrapped) {
      if (this.otherFrontiers !== undefined) this.otherFrontiers.end = 0
      updates = settleAll(
        {
          verification: this.verification,
          shape: tree,
          arrays: other,
          keep: true,
          tally,
          before: this.frontiers,
          saved: this.otherFrontiers,
        },
        tree,
        this.steps,
        wrong,
      )
    } else {
      fitLayers(tree, other)
    }
    const changed = changedBases(tree, other, wrong)
    this.swap()
    this.steps++
    this.undoable = true
    return {
      basisChanges: changed.length,
      changed,
      updates,
      volumeTests: tally[CAGE_TESTS]!,
      leafTests: tally[BEAD_TESTS]!,
      frontier: tally[FRONTIER]!,
    }
  }

  /** The tree as it was before the last step; once. */
  undo(): void {
    if (!this.undoable) throw new NothingToUndoError()
    this.swap()
    this.steps--
    this.undoable = false
  }

  private swap(): void {
    const tree = this.tree as Mutable<CageTree>
    const { balls, cage, basis, basisSize } = tree
    tree.balls = this.other.balls
    tree.cage = this.other.cage
    tree.basis = this.other.basis
    tree.basisSize = this.other.basisSize
    this.other = { balls, cage, basis, basisSize }
    const { frontiers } = this
    this.frontiers = this.otherFrontiers
    this.otherFrontiers = frontiers
  }
}

/** Whether two arrays of one length hold the same numbers. */
export function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false
  return true
}

/** All cages, children first, from the bases of `before`. Returns the updates; the cages they were in are added to `wrong`. */
function settleAll(pass: CagePass, before: CageArrays, steps: number, wrong: number[]): number {
  const { tally, verification } = pass
  const { first, end, nodes } = pass.shape
  const { balls, cage, basis, basisSize } = pass.arrays
  basis.set(before.basis)
  basisSize.set(before.basisSize)
  const naive = verification === 'naive'
  let tests = 0
  let updates = 0
  for (let k = nodes - 1; k >= 0; k--) {
    const size = basisSize[k]!
    if (naive && size === 2) {
      const b = BASIS * k
      const from = first[k]!
      if (pairStands(balls, cage, k, basis[b]!, basis[b + 1]!, from, end[k]!)) {
        tests += end[k]! - from
        continue
      }
    }
    const more = settleCage(pass, k, size, steps === 0 || (steps + k) % FRONTIER_STEPS === 0)
    if (more > 0) wrong.push(k)
    updates += more
  }
  tally[BEAD_TESTS]! += tests
  return updates
}

/** The cages of the list whose basis is not the same in both. */
function changedBases(a: CageArrays, b: CageArrays, wrong: readonly number[]): Int32Array {
  const changed = wrong.filter((k) => {
    for (let i = BASIS * k; i < BASIS * k + BASIS; i++) if (a.basis[i] !== b.basis[i]) return true
    return false
  })
  return Int32Array.from(changed)
}
