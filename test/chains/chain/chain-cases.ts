// Arbitrary chain cases for fast-check: they shrink to few links, few steps and plain options.
import fc from 'fast-check'
import type { ChainVolume } from '../../../src/chains/chain/chain-arrays.js'
import type { ChainCase, ChainStep } from './driver.js'

const step: fc.Arbitrary<ChainStep> = fc.record({
  seed: fc.nat(0xffffff),
  changes: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 0, max: 12 })),
  query: fc.constantFrom('any' as const, 'all' as const, 'within' as const, 'closest' as const, 'none' as const),
  undo: fc.boolean(),
})

export interface CaseLimits {
  readonly maxLinks: number
  readonly steps: number
  readonly mixed: number
}

export function chainCases(volume: ChainVolume, limits: CaseLimits): fc.Arbitrary<ChainCase> {
  return fc.record({
    volume: fc.constant(volume),
    links: fc.integer({ min: 1, max: limits.maxLinks }),
    seed: fc.nat(0xffffff),
    mixed: limits.mixed === 0 ? fc.constant(0) : fc.constantFrom(0.1, limits.mixed),
    neighbours: fc.integer({ min: 0, max: 4 }),
    exclude: fc.boolean(),
    merge: fc.constantFrom(
      'better-child' as const,
      'covariance' as const,
      'cab' as const,
      'cab-gs' as const,
      'cab-sum' as const,
    ),
    boxes: fc.constantFrom('snug' as const, 'loose' as const, 'tight' as const),
    linksPerLeaf: fc.constantFrom(4, 1, 2, 3, 8),
    steps: fc.array(step, { minLength: 1, maxLength: limits.steps, size: 'max' }),
  })
}
