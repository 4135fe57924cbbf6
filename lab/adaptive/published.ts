// The tables of adaptive-checking-2004 that ours stand beside. Milliseconds there are of a Pentium III of 1 GHz. Scenes go by the
// paper's figures: 1a, 11a to 11c, 12a to 12d.

/** Pairs of volumes and of triangles tested, means. */
export interface PublishedTests {
  readonly volumeTests: number
  readonly leafTests: number
  /** Where the table has it. */
  readonly millis?: number
}

type Pair = readonly [bv: number, tri: number]
type Triple = readonly [millis: number, bv: number, tri: number]

const tests = ([volumeTests, leafTests]: Pair): PublishedTests => ({ volumeTests, leafTests })
const timed = ([millis, volumeTests, leafTests]: Triple): PublishedTests => ({ millis, volumeTests, leafTests })

// biome-ignore format: tables
const TABLE_1: Readonly<Record<string, readonly [queries: number, ...Pair[]]>> = {
  '1a':  [40_000, [1.7, 0.1], [2.1, 0.1], [859, 141], [3.7, 0.1]],
  '11a': [54_000, [47, 0.6],  [54, 0.8],  [946, 78],  [105, 2]],
  '11b': [42_000, [26, 1],    [25, 0.8],  [827, 67],  [58, 1.9]],
  '12a': [14_000, [14, 0.4],  [14, 0.3],  [1444, 268], [70, 2.2]],
  '12b': [22_000, [42, 0.9],  [46, 1],    [819, 125], [129, 5.4]],
  '12c': [18_000, [25, 1.3],  [26, 1.4],  [1248, 128], [111, 3.2]],
  '12d': [21_000, [2.6, 0.1], [3.9, 0.2], [703, 170], [74, 16]],
}

/** μ of the greedy distance, μ' of the approximate one. */
const TABLE_1_MU: Readonly<Record<string, readonly [mu: number, muApproximate: number]>> = {
  '1a': [0.99, 0.53],
  '11a': [0.82, 0.64],
  '11b': [0.81, 0.61],
  '12a': [0.64, 0.6],
  '12b': [0.51, 0.58],
  '12c': [0.57, 0.62],
  '12d': [0.58, 0.58],
}

export const DISTANCE_METHODS = ['collision', 'greedy', 'exact', 'approximate'] as const
export type DistanceMethod = (typeof DISTANCE_METHODS)[number]

export function publishedDistance(figure: string, method: DistanceMethod): PublishedTests | undefined {
  const line = TABLE_1[figure]
  return line === undefined ? undefined : tests(line[1 + DISTANCE_METHODS.indexOf(method)] as Pair)
}

export function publishedMu(figure: string, method: DistanceMethod): number | undefined {
  const line = TABLE_1_MU[figure]
  return method === 'greedy' ? line?.[0] : method === 'approximate' ? line?.[1] : undefined
}

/** Colliding segments: fixed at ε = 0, adaptive at δ = 0, adaptive at δ = 0.005. */
// biome-ignore format: tables
const TABLE_3: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  '11a': [[0.44, 375, 3.1],   [0.33, 197, 3],    [0.29, 169, 2.6]],
  '11b': [[0.46, 380, 3.5],   [0.43, 324, 3.9],  [0.38, 255, 3.2]],
  '12a': [[0.67, 522, 18.7],  [0.4, 501, 18],    [0.37, 420, 21.8]],
  '12b': [[1.21, 1035, 10.1], [0.57, 571, 10.8], [0.4, 440, 13.4]],
  '12c': [[3.11, 2866, 13.1], [2.44, 686, 12.1], [2.23, 610, 12.7]],
  '12d': [[1.14, 999, 16.3],  [1.93, 609, 19.5], [1.71, 528, 21.6]],
}

export function publishedColliding(
  figure: string,
  method: string,
  delta: number | undefined,
): PublishedTests | undefined {
  const line = TABLE_3[figure]
  if (line === undefined) return undefined
  if (method === 'fixed') return timed(line[0])
  if (method !== 'adaptive') return undefined
  return delta === 0 ? timed(line[1]) : delta === 0.005 ? timed(line[2]) : undefined
}

/** Free segments: fixed at ε = 0.006, adaptive at δ = 0.005. */
const TABLE_6: Readonly<Record<string, readonly [Triple, Triple]>> = {
  '11b': [
    [14.6, 15_060, 19.8],
    [11.3, 9239, 200.8],
  ],
  '12a': [
    [5.1, 4032, 17.9],
    [3.9, 3834, 158.6],
  ],
}

export function publishedFree(figure: string, method: string, delta: number | undefined): PublishedTests | undefined {
  const line = TABLE_6[figure]
  if (line === undefined) return undefined
  if (method === 'fixed') return timed(line[0])
  return method === 'adaptive' && delta === 0.005 ? timed(line[1]) : undefined
}

/** The first ε of Table IV that was right for 100 runs of a planner in a row. */
const TABLE_4: Readonly<Record<string, number>> = {
  '11a': 0.00232,
  '11b': 0.00078,
  '12a': 0.00833,
  '12b': 0.00038,
  '12c': 0.00279,
  '12d': 0.00833,
}

export function publishedEpsilon(figure: string): number | undefined {
  return TABLE_4[figure]
}

/** What ζ and δ are in the lines of Tables VIII to X; the last line of each is its fourth again. */
export const GRAZES: readonly { readonly zeta: number; readonly delta: number }[] = [
  { zeta: 0.1, delta: 0.1 },
  { zeta: 0.01, delta: 0.01 },
  { zeta: 0.001, delta: 0.001 },
  { zeta: 0.0001, delta: 0.0001 },
  { zeta: 0.1, delta: 0.0001 },
  { zeta: 0.01, delta: 0.0001 },
  { zeta: 0.001, delta: 0.0001 },
]

export const GRAZE_TABLES = ['VIII', 'IX', 'X'] as const
export type GrazeTable = (typeof GRAZE_TABLES)[number]

/** By line of GRAZES: all links checked, only the end-effector checked. */
// biome-ignore format: tables
const TABLES_8_TO_10: Readonly<Record<GrazeTable, readonly (readonly [Pair, Pair])[]>> = {
  VIII: [
    [[11_232, 0], [8789, 0]], [[62_866, 0], [62_727, 0]], [[990_766, 0], [990_595, 0]], [[7.91e6, 0], [7.91e6, 0]],
    [[258, 0], [127, 0]], [[753_939, 0], [753_800, 0]], [[1.12e6, 0], [1.12e6, 0]],
  ],
  IX: [
    [[1421, 105], [1397, 105]], [[5664, 101], [5646, 101]], [[73_018, 122], [72_998, 122]], [[578_220, 3358], [578_200, 3358]],
    [[33, 0], [17, 0]], [[23_801, 0], [23_783, 0]], [[67_165, 0], [67_145, 0]],
  ],
  X: [
    [[653, 5], [634, 5]], [[3059, 51], [3045, 51]], [[27_685, 87], [27_671, 87]], [[202_870, 2153], [202_856, 2153]],
    [[27, 0], [15, 0]], [[315, 0], [301, 0]], [[15_426, 0], [15_412, 0]],
  ],
}

export function publishedGraze(
  table: GrazeTable,
  zeta: number,
  delta: number,
  links: 'all' | 'end-effector',
): PublishedTests | undefined {
  const line = GRAZES.findIndex((graze) => graze.zeta === zeta && graze.delta === delta)
  const found = TABLES_8_TO_10[table][line]
  return found === undefined ? undefined : tests(found[links === 'all' ? 0 : 1])
}

/**
 * Free segments: adaptive and refined. The table heads its times `ms`; by its own counts and by Tables III and VI (about a
 * microsecond a pair of volumes) they are seconds, and that is how they are given here: as milliseconds, a thousand times more.
 */
// biome-ignore format: tables
const TABLE_11: Readonly<Record<string, readonly [Triple, Triple]>> = {
  '11a': [[66, 17_491, 45],    [37, 1510, 10]],
  '11b': [[60, 13_182, 201],   [40, 1342, 14]],
  '12a': [[20, 5038, 222],     [10, 546, 15]],
  '12b': [[32, 7299, 66],      [23, 1144, 14]],
  '12c': [[155, 15_978, 367],  [142, 2914, 30]],
  '12d': [[507, 73_579, 4623], [373, 8523, 169]],
}

export function publishedRefined(figure: string, method: string): PublishedTests | undefined {
  const line = TABLE_11[figure]
  if (line === undefined) return undefined
  return method === 'adaptive' ? timed(line[0]) : method === 'refined' ? timed(line[1]) : undefined
}
