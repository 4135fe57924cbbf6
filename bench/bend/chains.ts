// Moves of chains, checked the whole way: what one joint costs as the chain grows, beside the query of its end; and several joints at once.
// Counts are exact and the same on every machine; times are medians over joints drawn by a seed.
import { formatNumber, formatTable } from '../../lab/table.js'
import { looseRope } from '../../scenes/index.js'
import { type ChainChange, ChainTree } from '../../src/entries/chains.js'
import { type Progress, roundFigure } from '../bench.js'
import { clockMicros, median } from '../interleave.js'

export interface ChainMoveRow {
  readonly links: number
  readonly joints: number
  readonly angle: number
  readonly moves: number
  /** Boxes, balls and links tested: the median and the most of all moves. */
  readonly tests: number
  readonly mostTests: number
  /** The same for `selfCollides` after the change. */
  readonly testsEnd: number
  readonly micros: number
  readonly free: number
  readonly collisions: number
  readonly undecided: number
}

export interface ChainMovePlan {
  readonly sizes: readonly number[]
  readonly cases: readonly { readonly joints: number; readonly angle: number }[]
  readonly moves: number
}

/** The loose rope of the scenes, thin enough that neighbours do not touch. */
function looseChain(links: number): ChainTree {
  return ChainTree.fromSpheres(looseRope(links, 1).frame(0), 0.45)
}

export function measureChainMoves(plan: ChainMovePlan, progress: Progress): ChainMoveRow[] {
  const rows: ChainMoveRow[] = []
  for (const links of plan.sizes) {
    progress(rows.length / (plan.sizes.length * plan.cases.length), `${links} links`)
    const chain = looseChain(links)
    chain.selfCollides()
    for (const { joints, angle } of plan.cases) rows.push(measure(chain, joints, angle, plan.moves))
  }
  return rows
}

function measure(chain: ChainTree, joints: number, angle: number, moves: number): ChainMoveRow {
  const tests: number[] = []
  const ends: number[] = []
  const times: number[] = []
  const outcomes = { free: 0, collision: 0, undecided: 0 }
  const total = ({ volumeTests, leafTests }: { volumeTests: number; leafTests: number }): number =>
    volumeTests + leafTests
  for (let k = -20; k < moves; k++) {
    const changes: ChainChange[] = Array.from({ length: joints }, (_, i) => ({
      kind: 'rotate',
      // The golden ratio spreads joints evenly, whatever the number of links.
      joint: Math.floor((((k + 21) * 0.6180339887498949 + i / joints) % 1) * (chain.size - 1)),
      angle: (k + i) % 2 === 0 ? angle : -angle,
    }))
    const began = clockMicros()
    const { outcome, stats } = chain.checkMove(changes)
    const micros = clockMicros() - began
    // The first are the compiler's.
    if (k < 0) continue
    times.push(micros)
    tests.push(total(stats))
    outcomes[outcome]++
    chain.change(changes)
    chain.selfCollides()
    ends.push(total(chain.stats))
    chain.undo()
  }
  return {
    links: chain.size,
    joints,
    angle,
    moves,
    tests: median(tests),
    mostTests: Math.max(...tests),
    testsEnd: median(ends),
    micros: roundFigure(median(times)),
    free: outcomes.free,
    collisions: outcomes.collision,
    undecided: outcomes.undecided,
  }
}

export function chainMoveTable(rows: readonly ChainMoveRow[]): string {
  const titles = ['links', 'joints', 'rad', 'tests', 'at most', 'of the end', 'µs', 'free', 'collision', 'undecided']
  const lines = rows.map((r) => [
    r.links.toLocaleString('en'),
    String(r.joints),
    String(r.angle),
    ...[r.tests, r.mostTests, r.testsEnd, r.micros, r.free, r.collisions, r.undecided].map(formatNumber),
  ])
  return formatTable(titles, lines, 0)
}
