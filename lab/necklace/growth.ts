// How self-collision tests grow on the grids of section 5.1, which is as n·log n in the plane and n^(4/3) in space; and Lemma
// 4.3, where the layered hierarchy is √(log n) times as large as the wrapped one.
import { beadGrid, layeredWorstCase } from '../../scenes/index.js'
import { buildCages } from '../../src/chains/necklace/cage-tree.js'
import { logLogSlope } from '../chaintree/worst-cases.js'
import { ballsOf, countSearch } from './measure.js'

export interface GridRow {
  readonly dimension: 2 | 3
  readonly n: number
  /** Pairs of cages tested, by the rule of the theorem: the cage with more beads is opened. */
  readonly volumeTests: number
  readonly separatingPairs: number
  /** Tests in units of the bound: n·log₂ n in the plane, n^(4/3) in space. */
  readonly ofBound: number
}

export function measureGrid(side: number, dimension: 2 | 3): GridRow {
  const tree = buildCages(ballsOf(beadGrid(side, dimension)))
  const n = tree.beads
  const { volumeTests, apart, leafPairs } = countSearch(tree, 'larger')
  const bound = dimension === 2 ? n * Math.log2(n) : n ** (4 / 3)
  return { dimension, n, volumeTests, separatingPairs: apart + leafPairs, ofBound: volumeTests / bound }
}

/** Exponent of n with which the tests grow, fitted; undefined with fewer than two sizes. */
export function gridExponent(rows: readonly GridRow[], dimension: 2 | 3): number | undefined {
  const points = rows.filter((row) => row.dimension === dimension).map((row) => [row.n, row.volumeTests] as const)
  return points.length < 2 ? undefined : logLogSlope(points)
}

export interface LayerRow {
  readonly n: number
  readonly wrapped: number
  readonly layered: number
  /** Of the two radii. */
  readonly ratio: number
  /** √(log₂ n). */
  readonly bound: number
}

export function measureLayers(k: number): LayerRow {
  const balls = ballsOf(layeredWorstCase(k))
  const wrapped = buildCages(balls).cage[3]!
  const layered = buildCages(balls, { cages: 'layered' }).cage[3]!
  return { n: 2 ** k, wrapped, layered, ratio: layered / wrapped, bound: Math.sqrt(k) }
}
