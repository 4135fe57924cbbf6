// The tables of adaptive-checking-2004 (sections V.D and V.E) that ours stand beside. Seconds there are of a Pentium III of 1 GHz.
// Scenes go by the paper's figures.

export interface PublishedPlan {
  readonly seconds: number
  /** SBL: the step that it needed. */
  readonly epsilon?: number
}

/** SBL: the first ε that stayed right for 50 and for 100 runs in a row, with the mean time of those. */
// biome-ignore format: tables
const TABLE_4: Readonly<Record<string, readonly [epsilon50: number, seconds50: number, epsilon100: number, seconds100: number]>> = {
  '11a': [0.00402, 4.13,  0.00232, 5.15],
  '11b': [0.00078, 12.26, 0.00078, 13.87],
  '12a': [0.00833, 0.17,  0.00833, 0.17],
  '12b': [0.00162, 7.52,  0.00038, 16.45],
  '12c': [0.00694, 2.72,  0.00279, 3.82],
  '12d': [0.012,   0.67,  0.00833, 0.92],
}

export function publishedSbl(figure: string, runs: number): PublishedPlan | undefined {
  const line = TABLE_4[figure]
  if (line === undefined) return undefined
  if (runs === 50) return { epsilon: line[0], seconds: line[1] }
  return runs === 100 ? { epsilon: line[2], seconds: line[3] } : undefined
}

/** The columns of Table V. */
export const TABLE_5_DELTAS: readonly number[] = [0.01, 0.005, 0.001, 0.0005, 0.0001, 0.00005, 0.00001, 0]

/** A-SBL: mean seconds of 100 runs, by δ. */
// biome-ignore format: tables
const TABLE_5: Readonly<Record<string, readonly number[]>> = {
  '11a': [5.59,  5.04,  5.6,   7.95,  11.17, 13.38, 17.07, 24.85],
  '11b': [11.78, 12.37, 11.47, 13.17, 16.03, 16.99, 20.59, 27.54],
  '12a': [0.16,  0.22,  0.42,  0.49,  1.32,  1.87,  3.48,  21.48],
  '12b': [6.71,  7.33,  9.55,  12.63, 27.53, 31.91, 67.52, 251.56],
  '12c': [2,     1.59,  1.8,   1.76,  2.95,  2.89,  3.83,  5.54],
  '12d': [0.43,  0.65,  0.71,  0.86,  2.05,  2.42,  3.23,  10.9],
}

export function publishedASbl(figure: string, delta: number): PublishedPlan | undefined {
  const seconds = TABLE_5[figure]?.[TABLE_5_DELTAS.indexOf(delta)]
  return seconds === undefined ? undefined : { seconds }
}

export interface PublishedWalk {
  /** Segments that the walk tested, and its time. */
  readonly segments: number
  readonly walkSeconds: number
  /** K, the time of smoothing, and σ: the length afterwards in units of the length before. */
  readonly rounds: number
  readonly smoothSeconds: number
  readonly ratio: number
}

/** A typical run each, by figure and linkages. */
const TABLE_7: Readonly<Record<string, PublishedWalk>> = {
  tori: { segments: 40_439, walkSeconds: 82, rounds: 1000, smoothSeconds: 152, ratio: 0.06 },
  'lattice-1': { segments: 4208, walkSeconds: 5.9, rounds: 500, smoothSeconds: 16, ratio: 0.11 },
  'lattice-9': { segments: 47_744, walkSeconds: 823, rounds: 6000, smoothSeconds: 5952, ratio: 0.25 },
}

export function publishedWalk(scene: string): PublishedWalk | undefined {
  return TABLE_7[scene]
}
