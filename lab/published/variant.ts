// Variants of ADAPTIVE-BISECTION that the paper describes in words and gives no figures for (adaptive-checking-2004): the order of the
// queue (section II.C), where a stretch is divided (section II.E, Figure 3), and the algorithm that bounds distances (section III.C).
import { checkFields } from '../../src/base/math/checks.js'
import { PairCache } from '../../src/entries/meshes.js'
import { InvalidInputError } from '../../src/errors.js'
import { meshDistance } from '../../src/meshes/tree/mesh-queries.js'
import { ApproximateDistance } from './approximate-distance.js'
import { type GreedySearch, greedyDistance } from './greedy.js'
import type { RssTree } from './volumes.js'

const CHOICES = {
  /** First the largest λ − η_a − η_b (the paper's choice), or the longest stretch in configuration space. */
  order: ['excess', 'length'],
  /** Figure 3: at the middle (b, the paper's choice), at both ends of what is not covered (c), at the middle of that (d). */
  covering: ['bisection', 'uncovered-ends', 'uncovered-middle'],
  /** GREEDY-DIST (the paper's choice), EXACT-DIST, or APPROX-DIST with γ = 0.5. */
  distance: ['greedy', 'exact', 'approximate'],
} as const

export type PublishedVariant = { readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] }

export function readVariant(given: Partial<PublishedVariant> = {}): PublishedVariant {
  checkFields('options.variant', given, Object.keys(CHOICES))
  for (const [name, words] of Object.entries(CHOICES)) {
    const value = given[name as keyof PublishedVariant]
    if (value !== undefined && !(words as readonly string[]).includes(value)) {
      throw new InvalidInputError(`options.variant.${name}`, value, `one of ${words.join(', ')}`)
    }
  }
  return { order: 'excess', covering: 'bisection', distance: 'greedy', ...given }
}

/** The paper's γ. */
const GAMMA = 0.5

/** A lower bound of the distance of two meshes by EXACT-DIST or APPROX-DIST; as `greedyDistance`, 0 where it is within the threshold. */
export class OtherDistance {
  private readonly approximate = new ApproximateDistance(GAMMA)
  /** By pair: the nearest triangles of the last query (the paper's triangle caching). */
  private readonly caches = new Map<number, PairCache>()

  constructor(private readonly kind: 'exact' | 'approximate') {}

  eta(search: GreedySearch, pair: number, a: RssTree, b: RssTree, x: Float64Array, threshold: number): number {
    const lower = this.kind === 'exact' ? this.exact(search, pair, a, b, x) : this.rough(search, a, b, x)
    if (lower > threshold || (lower === 0 && threshold === 0)) return lower
    // The bound does not tell on which side of the threshold the distance is.
    return greedyDistance(search, a, b, x, threshold)
  }

  private exact(search: GreedySearch, pair: number, a: RssTree, b: RssTree, x: Float64Array): number {
    let cache = this.caches.get(pair)
    if (cache === undefined) {
      cache = new PairCache()
      this.caches.set(pair, cache)
    }
    const { distance, error, stats } = meshDistance(a.tree, b.tree, x, { cache })
    search.volumeTests += stats.volumeTests
    search.leafTests += stats.leafTests
    return distance === 0 ? 0 : Math.max(distance - error, Number.MIN_VALUE)
  }

  private rough(search: GreedySearch, a: RssTree, b: RssTree, x: Float64Array): number {
    const lower = this.approximate.lower(a.tree, b.tree, x)
    search.volumeTests += this.approximate.volumeTests
    search.leafTests += this.approximate.leafTests
    return lower
  }
}
