// The ChainTree experiment's baselines, by method name.
import type { Baseline } from './baseline.js'
import { Grid } from './grid.js'
import { KObbTree } from './k-obb-tree.js'
import { OneObbTree } from './one-obb-tree.js'

export function createBaseline(method: Baseline['method'], size: number, radius: number): Baseline {
  switch (method) {
    case 'grid':
      return new Grid(size, radius)
    case '1-obbtree':
      return new OneObbTree(size, radius)
    case 'k-obbtree':
      return new KObbTree(size, radius)
  }
}
