import type { ChainArrays } from '../../../src/chains/chain/chain-arrays.js'
import type { ChainTree } from '../../../src/index.js'

/** The numbers of a chain, for tests that look under the bonnet. */
export function inside(chain: ChainTree): ChainArrays {
  return chain.core.body.arrays
}
