// Moves of chains, checked the whole way: what one joint costs as the chain grows, beside the query of its end; and several joints at once.
// Counts are exact and the same on every machine; times are medians over joints drawn by a seed.
import { looseRope } from '../../scenes/index.js'
import { type ChainChange, ChainTree } from '../../src/entries/chains.js'
import { median, roundFigure } from '../statistics.js'
import { testsOf } from './rope-steps.js'

export interface ChainMoveCase {
  readonly joints: number
  readonly angle: number
}

export interface ChainMoveRow extends ChainMoveCase {
  readonly links: number
  readonly moves: number
  /** Boxes, balls and links tested: the median and the most of all moves. */
  readonly tests: number
  readonly mostTests: number
  /** The same for `selfCollides` after the change. */
  readonly testsEnd: number
  readonly ratio: number
  readonly micros: number
  readonly microsEnd: number
  readonly free: number
  readonly collisions: number
  readonly undecided: number
}

/** The loose rope of the scenes, thin enough that neighbours do not touch. */
export function looseChain(links: number): ChainTree {
  const chain = ChainTree.fromSpheres(looseRope(links, 1).frame(0), 0.45)
  chain.selfCollides()
  return chain
}

/** Moves before those that count: the compiler's. */
const WARM = 20

/** Joint and direction of move k: the golden ratio spreads joints evenly, whatever the number of links. */
export function chainMove(links: number, k: number, { joints, angle }: ChainMoveCase): ChainChange[] {
  return Array.from({ length: joints }, (_, i) => ({
    kind: 'rotate',
    joint: Math.floor((((k + 1) * 0.6180339887498949 + i / joints) % 1) * (links - 1)),
    angle: (k + i) % 2 === 0 ? angle : -angle,
  }))
}

export function measureChainMoves(chain: ChainTree, one: ChainMoveCase, moves: number): ChainMoveRow {
  const tests: number[] = []
  const ends: number[] = []
  const times: number[] = []
  const timesEnd: number[] = []
  const outcomes = { free: 0, collision: 0, undecided: 0 }
  for (let k = 0; k < WARM + moves; k++) {
    const changes = chainMove(chain.size, k, one)
    const began = performance.now()
    const { outcome, stats } = chain.checkMove(changes)
    const micros = 1000 * (performance.now() - began)
    const beganEnd = performance.now()
    chain.change(changes)
    chain.selfCollides()
    const microsEnd = 1000 * (performance.now() - beganEnd)
    if (k >= WARM) {
      times.push(micros)
      timesEnd.push(microsEnd)
      tests.push(testsOf(stats))
      ends.push(testsOf(chain.stats))
      outcomes[outcome]++
    }
    chain.undo()
  }
  return {
    ...one,
    links: chain.size,
    moves,
    tests: median(tests),
    mostTests: Math.max(...tests),
    testsEnd: median(ends),
    ratio: roundFigure(median(tests) / median(ends)),
    micros: roundFigure(median(times)),
    microsEnd: roundFigure(median(timesEnd)),
    free: outcomes.free,
    collisions: outcomes.collision,
    undecided: outcomes.undecided,
  }
}
