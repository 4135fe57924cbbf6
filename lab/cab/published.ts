// Tables 1 to 5 of cab-2004, which ours stand beside. Seconds there; Tables 1 to 4 on a Pentium 4 of 1.8 GHz, Table 5 on a
// Pentium 3 of 866 MHz. The paper has neither cab-gs nor better-child, and of cab-sum
// (its footnote) only words.
import type { CabMethod, CabScene } from './options.js'

export interface Published {
  readonly scene: CabScene
  readonly method: CabMethod
  readonly exactQueries: number
  readonly falseAlarms: number
  readonly queryMs: number
  readonly updateMs: number
  readonly testMs: number
  readonly totalMs: number
}

/** Columns as printed: #coll, #false, t[query], t[upd], t[test], t[total]. */
type Line = readonly [number, number, number, number, number, number]

const METHODS = ['brute', 'aabb+', 'aabb*', 'obb', 'cab'] as const

// biome-ignore format: tables
const TABLES: Readonly<Record<CabScene, readonly Line[]>> = {
  'convex-3': [
    [1200000, 1199786, 19.34,   0,     0,    19.34],
    [  71534,   71320,  1.86, 135.86,  4.94, 142.67],
    [  84148,   83934,  1.99,   8.08,  5.42,  15.94],
    [   5740,    5526,  0.16,  14.63,  1.75,  16.54],
    [   5740,    5526,  0.16,   6.34,  2.06,   8.56],
  ],
  'convex-6': [
    [1200000, 1199646, 20.52,   0,     0,    20.52],
    [ 130112,  129758,  2.97, 136.34,  7.04, 146.34],
    [ 149466,  149112,  3.44,   8.04,  7.45,  18.94],
    [   7194,    6840,  0.21,  14.62,  1.60,  16.43],
    [   7194,    6840,  0.21,   6.33,  2.26,   8.80],
  ],
  'dented-6': [
    [1200000, 1199927, 22.24,   0,     0,    22.24],
    [ 130112,  130039,  3.71, 135.79,  7.13, 146.63],
    [ 148784,  148711,  3.97,   8.06,  7.46,  19.50],
    [   3405,    3332,  0.34,  14.70,  0.85,  15.88],
    [   3405,    3332,  0.34,   6.36,  1.38,   8.08],
  ],
  'braided-6': [
    [1200000, 1190472, 21.37,   0,     0,    21.37],
    [  65936,   56408,  3.88, 136.34,  4.67, 144.89],
    [  93502,   83974,  4.55,   8.11,  5.64,  18.29],
    [  24731,   15203,  2.83,  14.90,  3.01,  20.74],
    [  24731,   15203,  2.80,   6.35,  4.01,  13.17],
  ],
  hand: [
    [ 288072,  287308, 16.08,   0,     0,    16.08],
    [  25893,   25129,  7.92,  68.42,  1.00,  77.35],
    [  27337,   26573,  8.79,   4.48,  0.88,  14.16],
    [  11031,   10267,  5.62,   6.65,  0.52,  12.79],
    [  11031,   10267,  5.65,   3.01,  0.56,   9.22],
  ],
}

export function publishedTable(scene: CabScene): Published[] {
  return TABLES[scene].map(([exactQueries, falseAlarms, query, update, test, total], k) => ({
    scene,
    method: METHODS[k]!,
    exactQueries,
    falseAlarms,
    queryMs: 1000 * query,
    updateMs: 1000 * update,
    testMs: 1000 * test,
    totalMs: 1000 * total,
  }))
}
