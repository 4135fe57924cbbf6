// ChainTree.checkMove: is the whole way of a change free, not only its end?

import { checkFields, checkIndex } from '../../base/math/checks.js'
import type { Stats } from '../../base/work/stats.js'
import { InvalidInputError } from '../../errors.js'
import type { ChainChange } from './chain-change.js'
import { type ChainCore, demandIdle } from './chain-core.js'
import { type ChainMoveDocument, moveDocument } from './chain-move-document.js'
import { type ChainMoveProof, proveMove } from './chain-move-proof.js'
import { type MoveOutcome, MoveSearch } from './chain-move-search.js'
import { ChainWay } from './chain-way.js'

/** Limits of a check of a move. */
export interface ChainMoveOptions {
  /** Tests after which what is left stays `undecided`. Default: none. */
  readonly maxTests?: number
}

/** What is known of a move. */
export interface ChainMove {
  /**
   * `free`: no two links that a moving joint separates touch at any instant, in exact arithmetic. `collision`: links a and b touch at
   * instant `at`. `undecided`: neither was shown; a and b are the first pair that stayed open, if it is not the limit that ended the
   * check.
   */
  readonly outcome: MoveOutcome
  /** An instant of the move, 0 to 1, not necessarily the first. */
  readonly at?: number
  readonly a?: number
  readonly b?: number
  readonly stats: Stats
  /**
   * Of a free move: the move and its proof as plain data, which `verifyChainMove(move, proof)` checks. Links that are not spheres or groups of
   * spheres are taken as the balls around them. Throws NoMoveProofError if there is no such proof, and InvalidInputError if the
   * move is not free or the chain has changed since.
   */
  certificate(): ChainMoveCertificate
}

/** What a proof of a free move is about, and the proof. */
export interface ChainMoveCertificate {
  readonly move: ChainMoveDocument
  readonly proof: ChainMoveProof
}

/** What checks of moves keep for the next one. */
export class MoveCheck {
  readonly way = new ChainWay()
  readonly search = new MoveSearch()

  /** Searches the way that was read. */
  run(core: ChainCore, most: number): MoveOutcome {
    demandIdle(core)
    core.busy = true
    try {
      this.search.run(core.body, this.way, core.options.neighbours, core.options.exclude, most)
    } finally {
      core.busy = false
    }
    return this.search.outcome
  }
}

/** The check that a chain keeps. */
export function moveCheck(core: ChainCore): MoveCheck {
  core.move ??= new MoveCheck()
  return core.move
}

export function checkChainMove(core: ChainCore, changes: readonly ChainChange[], options: ChainMoveOptions): ChainMove {
  checkFields('options', options, ['maxTests'])
  const { maxTests = Infinity } = options
  if (maxTests !== Infinity) checkIndex('options.maxTests', maxTests, 0, 2 ** 53)
  demandIdle(core)
  const { changed } = core
  const check = moveCheck(core)
  check.way.read(core, changes)
  const outcome = check.run(core, maxTests)
  const { search, way } = check
  return {
    outcome,
    ...(outcome === 'collision' ? { at: way.isReversed ? 1 - search.at : search.at } : {}),
    ...(search.a < 0 ? {} : { a: search.a, b: search.b }),
    stats: { volumeTests: search.volumeTests, leafTests: search.leafTests },
    certificate: () => certify(core, changes, outcome, changed),
  }
}

/** Reads the changes once more, so that nothing is kept for a certificate before it is asked for. */
function certify(
  core: ChainCore,
  changes: readonly ChainChange[],
  outcome: MoveOutcome,
  changed: number,
): ChainMoveCertificate {
  if (outcome !== 'free') throw new InvalidInputError('outcome', outcome, 'free: only free moves have a certificate')
  if (core.changed !== changed) {
    throw new InvalidInputError('chain', 'one that has changed', 'as it was when the move was checked')
  }
  const { way } = moveCheck(core)
  way.read(core, changes)
  const move = moveDocument(core, way)
  const isBall = core.body.links?.some((link) => link !== undefined && link.spheres === undefined) === true
  return { move, proof: proveMove(move, isBall) }
}
