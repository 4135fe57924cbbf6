// The public necklace in every way that it can be asked to work.
import { Necklace, type NecklaceOptions } from '../../../src/entries/chains.js'
import { type NecklaceCase, ruleOf } from './necklaces-cases.js'
import type { DriveOptions } from './necklaces-drive.js'

export interface Way {
  readonly name: string
  readonly options: NecklaceOptions
  readonly drive: DriveOptions
}

export const WAYS: readonly Way[] = [
  { name: 'auto', options: {}, drive: { closest: 'gap' } },
  { name: 'hierarchy', options: { method: 'cages' }, drive: {} },
  { name: 'hierarchy, cascade', options: { method: 'cages', experimental: { verification: 'cascade' } }, drive: {} },
  { name: 'hierarchy, frontier', options: { method: 'cages', experimental: { verification: 'frontier' } }, drive: {} },
  { name: 'hierarchy, layered', options: { method: 'cages', experimental: { cages: 'layered' } }, drive: {} },
  { name: 'grid', options: { method: 'grid' }, drive: {} },
  { name: 'power diagram', options: { method: 'power-diagram' }, drive: { closest: 'gap' } },
]

/** The necklace of a case as it is before its actions. */
export function necklaceOf(c: NecklaceCase, options: NecklaceOptions): Necklace {
  const { neighbours, closed, exclude } = ruleOf(c)
  return new Necklace(c.centres, c.radii, {
    dimension: c.dimension,
    neighbours,
    closed,
    ...(exclude === undefined ? {} : { exclude }),
    ...options,
  })
}
