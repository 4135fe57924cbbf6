// The ChainTree experiment's baselines, by method name.
import type { Baseline } from './baseline.js'
import { Grid } from './grid.js'
import { GridSide } from './grid-side.js'
import { KObbTree } from './k-obb-tree.js'
import { OneObbTree } from './one-obb-tree.js'

/** `neighbours`: links at most this many apart along the chain are not compared. */
export function createBaseline<M extends Baseline['method']>(
  method: M,
  size: number,
  radius: number,
  neighbours?: number,
): Baseline & { readonly method: M }
export function createBaseline(method: Baseline['method'], size: number, radius: number, neighbours = 1): Baseline {
  switch (method) {
    case 'grid':
      return new Grid(size, radius, neighbours)
    case 'grid-side':
      return new GridSide(size, radius, neighbours)
    case '1-obbtree':
      return new OneObbTree(size, radius, neighbours)
    case 'k-obbtree':
      return new KObbTree(size, radius, 2, neighbours)
    // One link a leaf, as in PQP: for its box tests, which stand beside the published ones.
    case 'k-obbtree-1':
      return new KObbTree(size, radius, 2, neighbours, 1)
  }
}
