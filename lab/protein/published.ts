// The figures of the paper that ours stand beside, and those that ours must reach.

export interface Published {
  readonly source: string
  readonly quantity: 'volumeTests'
  /** The method that is as published. */
  readonly method: 'chaintree-paper' | 'k-obbtree-1'
  /** The paper's protein, and the length of ours that stands beside it. */
  readonly protein: string
  readonly residues: number
  readonly value: number
}

const PROTEINS = [
  ['1SHG', 56],
  ['1B4E', 323],
  ['1LOX', 647],
] as const

function table1(method: Published['method'], values: readonly number[]): Published[] {
  return values.map((value, i) => {
    const [protein, residues] = PROTEINS[i]!
    return { source: 'Table 1 (b)', quantity: 'volumeTests', method, protein, residues, value }
  })
}

export const PUBLISHED: readonly Published[] = [
  ...table1('chaintree-paper', [242, 664, 747]),
  ...table1('k-obbtree-1', [73, 113, 146]),
]

export function publishedVolumeTests(method: string, residues: number): number | undefined {
  return PUBLISHED.find((p) => p.method === method && p.residues === residues)?.value
}

/** Box tests a query, with uniform angles: at most. */
export const MOST_BOX_TESTS: Readonly<Record<number, number>> = { 56: 200, 323: 350, 647: 400 }

/** Steps of the long backbone with uniform angles: at least this many times faster than these. */
export const LEAST_RATIOS = { residues: 647, grid: 8, 'grid-side': 1.3 } as const

/**
 * Energies kept against those of cell lists: at least this many times faster, folded from 320 residues on and extended at 755. (Of the
 * literature's "up to ten times", this is what remains against good cell lists.)
 */
export const LEAST_ENERGY_RATIOS = {
  folded: { from: 320, cells: 2.5, 'cells-across': 1 },
  extended: { from: 755, cells: 4, 'cells-across': 1.3 },
} as const
