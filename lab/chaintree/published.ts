// The figures of the paper that ours stand beside.

export interface Published {
  readonly source: string
  readonly quantity: 'volumeTests' | 'speedup' | 'exponent'
  readonly value: number
  readonly n?: number
  readonly method?: string
  /** Name of the worst case, for an exponent. */
  readonly name?: string
  readonly note?: string
}

function table1(method: string, values: readonly number[]): Published[] {
  const sizes = [1000, 2500, 5000, 10000]
  return values.map((value, i) => ({ source: 'Table 1 (a)', quantity: 'volumeTests', method, n: sizes[i]!, value }))
}

export const PUBLISHED: readonly Published[] = [
  ...table1('chaintree', [703, 715, 905, 964]),
  ...table1('k-obbtree', [114, 131, 163, 178]),
  {
    source: 'Section 7',
    quantity: 'speedup',
    method: 'chaintree',
    n: 10000,
    value: 30,
    note: 'better than 30 times over all other algorithms',
  },
  {
    source: 'Theorem 2',
    quantity: 'exponent',
    name: 'lemma7',
    value: 4 / 3,
    note: 'worst case of a chain-aligned tree',
  },
  {
    source: 'Theorem 1',
    quantity: 'exponent',
    name: 'figure5',
    value: 1,
    note: 'worst case of a spatially adapted tree; here the chain-aligned one',
  },
]

export function publishedVolumeTests(method: string, n: number): number | undefined {
  return PUBLISHED.find((p) => p.quantity === 'volumeTests' && p.method === method && p.n === n)?.value
}

export function publishedExponent(name: string): number | undefined {
  return PUBLISHED.find((p) => p.quantity === 'exponent' && p.name === name)?.value
}
