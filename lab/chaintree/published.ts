// The figures of the paper that ours stand beside.
import type { WorstCaseName } from './worst-cases.js'

export interface Published {
  readonly source: string
  readonly quantity: 'volumeTests' | 'speedup' | 'exponent'
  readonly value: number
  readonly n?: number
  readonly method?: string
  /** Name of the worst case, for an exponent. */
  readonly name?: WorstCaseName
  readonly note?: string
}

function table1(method: string, values: readonly number[]): Published[] {
  const sizes = [1000, 2500, 5000, 10000]
  return values.map((value, i) => ({ source: 'Table 1 (a)', quantity: 'volumeTests', method, n: sizes[i]!, value }))
}

function exponents(source: string, value: number, note: string, names: readonly WorstCaseName[]): Published[] {
  return names.map((name) => ({ source, quantity: 'exponent', name, value, note }))
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
  ...exponents('Theorem 2', 4 / 3, 'worst case of a chain-aligned tree', ['lemma7']),
  ...exponents('Theorem 1', 1, 'worst case of a spatially adapted tree', ['figure5-spatial', 'lemma7-spatial']),
  ...exponents('Section 6.3', 2 / 3, 'a chain against a simple body, at worst', ['to-sphere']),
  ...exponents('Section 6.3', 4 / 3, 'a chain against another of equal size, at worst', ['to-chain']),
]

/** The paper's ChainTree, beside ours and beside the one that is built as the paper's. */
const COUNTED_AS: Readonly<Record<string, string>> = { 'chaintree-paper': 'chaintree', 'k-obbtree-1': 'k-obbtree' }

export function publishedVolumeTests(of: string, n: number): number | undefined {
  const method = COUNTED_AS[of] ?? of
  return PUBLISHED.find((p) => p.quantity === 'volumeTests' && p.method === method && p.n === n)?.value
}

export function publishedExponent(name: string): number | undefined {
  return PUBLISHED.find((p) => p.quantity === 'exponent' && p.name === name)?.value
}
