// One decision of two hulls that move straight: how long it takes where doubles decide, and how often and how long whole numbers are
// asked. Pairs are near each other, as those are that a search leaves over.
import { formatNumber, formatTable } from '../../lab/table.js'
import { Random } from '../../src/entries/chains.js'
import { MovingPair } from '../../src/geometry/moving/moving-pair.js'
import { type Progress, roundFigure } from '../bench.js'
import { clockMicros, median } from '../interleave.js'

export interface PrimitiveRow {
  readonly pair: string
  readonly pairs: number
  readonly meet: number
  /** Median of the pairs that doubles decided, and of all; in batches, since one is quicker than the clock. */
  readonly micros: number
  readonly exactCalls: number
  /** Mean of a decision in whole numbers. */
  readonly exactMicros: number
}

interface Kind {
  readonly name: string
  readonly a: number
  readonly b: number
  readonly reach: number
}

const KINDS: readonly Kind[] = [
  { name: 'vertex and face', a: 1, b: 3, reach: 0 },
  { name: 'edge and edge', a: 2, b: 2, reach: 0 },
  { name: 'triangle and triangle', a: 3, b: 3, reach: 0 },
  { name: 'strand and strand, r 0.1', a: 2, b: 2, reach: 0.2 },
]

/** Pairs decided between two readings of the clock. */
const BATCH = 64

export function measurePrimitives(batches: number, progress: Progress): PrimitiveRow[] {
  return KINDS.map((kind, k) => {
    progress(k / KINDS.length, kind.name)
    return measure(kind, batches)
  })
}

function measure({ name, a, b, reach }: Kind, batches: number): PrimitiveRow {
  const random = new Random(7)
  const pair = new MovingPair()
  const from = new Float64Array(18 * BATCH)
  const to = new Float64Array(18 * BATCH)
  const offset = (k: number, count: number, o: number): number => (o < count ? 18 * k + 3 * o : -1)
  const decide = (k: number): boolean => {
    pair.setA(from, to, offset(k, a, 0), offset(k, a, 1), offset(k, a, 2))
    pair.setB(from, to, offset(k, b, 0) + 9, b > 1 ? offset(k, b, 1) + 9 : -1, b > 2 ? offset(k, b, 2) + 9 : -1)
    return pair.meets(reach)
  }
  const times: number[] = []
  let [meet, exactCalls, exactMicros, pairs] = [0, 0, 0, 0]
  for (let batch = -Math.ceil(batches / 4); batch < batches; batch++) {
    // Hulls of size one whose centres are one and a half apart, moving by a fifth in all directions.
    for (let i = 0; i < from.length; i++) {
      from[i] = random.unit() - 0.5 + (i % 18 >= 9 && i % 3 === 0 ? 1.5 : 0)
      to[i] = from[i]! + 0.4 * (random.unit() - 0.5)
    }
    // Those that need whole numbers are timed one by one.
    const easy: number[] = []
    for (let k = 0; k < BATCH; k++) {
      const before = pair.exactCalls
      const began = clockMicros()
      const met = decide(k)
      const micros = clockMicros() - began
      if (pair.exactCalls === before) easy.push(k)
      else if (batch >= 0) {
        exactCalls++
        exactMicros += micros
      }
      if (batch >= 0) {
        pairs++
        if (met) meet++
      }
    }
    const began = clockMicros()
    for (const k of easy) decide(k)
    if (batch >= 0 && easy.length > 0) times.push((clockMicros() - began) / easy.length)
  }
  return {
    pair: name,
    pairs,
    meet,
    micros: roundFigure(median(times)),
    exactCalls,
    exactMicros: roundFigure(exactMicros / Math.max(1, exactCalls)),
  }
}

export function primitiveTable(rows: readonly PrimitiveRow[]): string {
  const titles = ['hulls', 'pairs', 'meet', 'µs, by doubles', 'exact calls', 'µs, exact']
  const lines = rows.map((r) => [r.pair, ...[r.pairs, r.meet, r.micros, r.exactCalls, r.exactMicros].map(formatNumber)])
  return formatTable(titles, lines, 1)
}
