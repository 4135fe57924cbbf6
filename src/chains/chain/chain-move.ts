// ChainTree.checkMove: is the whole way of a change free, not only its end?

import { checkFields, checkIndex } from '../../base/math/checks.js'
import type { Stats } from '../../base/work/stats.js'
import type { ChainChange } from './chain-change.js'
import { type ChainCore, demandIdle } from './chain-core.js'
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
  const check = moveCheck(core)
  check.way.read(core, changes)
  const outcome = check.run(core, maxTests)
  const { search, way } = check
  return {
    outcome,
    ...(outcome === 'collision' ? { at: way.isReversed ? 1 - search.at : search.at } : {}),
    ...(search.a < 0 ? {} : { a: search.a, b: search.b }),
    stats: { volumeTests: search.volumeTests, leafTests: search.leafTests },
  }
}
