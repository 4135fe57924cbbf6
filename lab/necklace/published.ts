// Figure 7 of the paper, and what its text says of the same necklaces.
//
// Where the print had to be understood (all of it follows from the numbers themselves):
// - A node is a cage of a tree that halves by index and stops at three beads or fewer. The grill's size, 63, is its number of
//   cages: 90 beads. 25k is 25,600.
// - Naive tests are the beads of all cages over the number of cages, cut off after the digits printed.
// - Self-collision tests are (pairs of cages tested + internal cages) over cages, where two cages that overlap are both opened.
//   The text's rule opens the one with more beads; both are in our table.
// - Frontiers of self-collision are separating pairs over cages, and one more in the rows of splines, static helices and the
//   straight line.
// - The row of the scaling helix of 100 is unexplained: by this rule no necklace of 100 beads can have its tests and pairs (variants.ts).
// - The row of the static helix of 400 has its columns mixed up; those of the scaling helix from 6,400 on grow with n, against
//   the paper's own Theorem 5.1. All are shown and decide nothing.
import type { NecklaceModel } from './options.js'

export interface Published {
  readonly model: NecklaceModel
  readonly n: number
  readonly selfTests?: number
  readonly selfFrontier?: number
  readonly cascadeTests?: number
  readonly cascadeFrontier?: number
  /** Cut off where the print ends: none of them ends in a zero, so that its digits are those of the number. */
  readonly naiveTests?: number
  /** From the text. */
  readonly cages?: number
  readonly separatingPairs?: number
  /** Contradicts itself, see above. */
  readonly doubtful?: boolean
}

type Line = [NecklaceModel, number, number, number, number, number, number, Partial<Published>?]

const FIGURE_7: readonly Line[] = [
  ['grill', 90, 6.5, 4.9, 6.2, 4.4, 8.5, { cages: 63, separatingPairs: 309 }],
  ['spline', 100, 0.98, 1.4, 7.0, 4.2, 8.6, { separatingPairs: 35 }],
  ['spline', 400, 1.0, 2, 7.0, 4.3, 11],
  ['spline', 1600, 1.0, 1.5, 7.0, 4.3, 14, { separatingPairs: 575 }],
  ['helix-static', 400, 9.7, 7.2, 6.1, 15, 3.9, { doubtful: true }],
  ['helix-static', 1600, 3.5, 3.3, 14, 7.7, 14],
  ['helix-static', 6400, 1.7, 2.0, 13, 6.9, 16],
  ['helix-scaling', 100, 19, 11, 12, 5.7, 8.6, { separatingPairs: 1000, doubtful: true }],
  ['helix-scaling', 400, 28, 22, 16, 8.1, 11],
  ['helix-scaling', 1600, 41, 32, 19, 10, 14],
  ['helix-scaling', 6400, 166, 130, 23, 12, 16, { doubtful: true }],
  ['helix-scaling', 25_600, 672, 530, 28, 15, 19, { separatingPairs: 10_000_000, doubtful: true }],
  ['backbone', 1380, 9.8, 5.7, 7.6, 5.8, 13],
  ['globule', 1089, 7.2, 5.0, 6.4, 4.8, 10],
  ['hairpin', 51, 6.0, 3.3, 5.6, 3.5, 7.2, { cages: 37 }],
  ['spiral-start', 500, 1.0, 1.5, 3.1, 2.5, 9.1, { cages: 487, separatingPairs: 243 }],
  ['spiral-end', 500, 8.1, 5.7, 8.1, 4.6, 9.1, { cages: 487, separatingPairs: 2868 }],
]

export const PUBLISHED: readonly Published[] = [
  ...FIGURE_7.map(([model, n, selfTests, selfFrontier, cascadeTests, cascadeFrontier, naiveTests, text]) => ({
    model,
    n,
    selfTests,
    selfFrontier,
    cascadeTests,
    cascadeFrontier,
    naiveTests,
    ...text,
  })),
  { model: 'helix-static', n: 200, selfTests: 14, separatingPairs: 2000 },
  { model: 'helix-static', n: 12_800, selfTests: 1.3, separatingPairs: 6800 },
]

export function publishedRow(model: NecklaceModel, n: number): Published | undefined {
  return PUBLISHED.find((row) => row.model === model && row.n === n)
}

/** Rows whose printed frontier counts one more for each cage. */
export function countsOneMore(model: NecklaceModel): boolean {
  return model === 'spline' || model === 'helix-static' || model === 'spiral-start'
}

/** Section 6 on motion: basis changes, changes of the power diagram, and its edges and faces (triangles) in the first and the last frame. */
export const PUBLISHED_MOTION = {
  spiral: { frames: 100, basisChanges: 500, powerChanges: 50_000, edges: [1000, 1425], faces: [498, 926] },
  hairpin: { frames: 300, basisChanges: 19, powerChanges: 1500, edges: [300, 300], faces: [450, 450] },
} as const

/** "Approximately 42ms to build the wrapped hierarchy" of 1,380 beads, on a Pentium III of 700 MHz. */
export const PUBLISHED_BUILD = { n: 1380, millis: 42 } as const
