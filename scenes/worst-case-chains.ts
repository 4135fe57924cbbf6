// The chains on which the ChainTree paper's bounds are reached (section 4): Lemma 7's, where a chain-aligned
// hierarchy of any convex volumes has Ω(n^4/3) overlapping pairs, and Figure 5's, where a spatially adapted one
// has Ω(n). All spheres have one radius and touch without overlapping.
import { InvalidInputError } from '../src/index.js'
import { checkCount, checkLength } from './checks.js'

/**
 * Figure 5: two rows of spheres in a plane, each sphere tangent to all its neighbours. Only a triangular strip
 * does what the proof asks: any two tangent spheres have a third that is tangent to both, so their hull truly
 * overlaps it (in a square double row it would merely touch). The paper does not say how the chain runs; here it
 * zigzags, so that consecutive links touch and so do links k and k + 2.
 */
export function doubleRowChain(n: number, radius = 1): Float64Array {
  checkCount('n', n)
  checkLength('radius', radius)
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    out[3 * k] = k * radius
    out[3 * k + 1] = k % 2 === 0 ? 0 : Math.sqrt(3) * radius
  }
  return out
}

/** Lemma 7's chain and where its units lie. */
export interface Lemma7Chain {
  /** Flat, 3 a link. All are points of the lattice of step 2·radius. */
  readonly centres: Float64Array
  readonly radius: number
  /** First link of each unit; unit u is the 3d links from unitStarts[u]. Links between units are connectors. */
  readonly unitStarts: Int32Array
  /** The point that every unit's convex hull contains. */
  readonly common: Float64Array
}

/**
 * Lemma 7: units of 3d links (d along x, d along y, d along z), d/8 units a layer, each translated by
 * (2r, −2r, 0), and d/8 layers, each translated by (0, −2r, 2r).
 *
 * Where the text had to be interpreted:
 * - "We connect the units either at their beginning or end": the corresponding ends of neighbouring units are
 *   2√2·r apart, more than touching spheres are, so one connecting link goes between them, on the one of the two
 *   free lattice points that no other unit occupies. Units are therefore walked there and back by turns, and the
 *   same goes for layers. The chain has 3d³/64 + d²/64 − 1 links instead of 3d³/64.
 * - "starting at (x0, 2r)" and "just above where we left off": the turn of a unit is not a link of two rows at
 *   once, so each of the three rows has d links of its own.
 * - d must be a multiple of 8, so that d/8 is a number of units.
 */
export function lemma7Chain(d: number, radius = 1): Lemma7Chain {
  if (!Number.isInteger(d) || d < 8 || d % 8 !== 0 || d > 2048) {
    throw new InvalidInputError('d', d, 'a multiple of 8 from 8 to 2048')
  }
  checkLength('radius', radius)
  const m = d / 8
  const points = new Int32Array(3 * (3 * d * m * m + m * m - 1))
  const unitStarts = new Int32Array(m * m)
  let link = 0
  const put = (x: number, y: number, z: number): void => {
    points.set([x, y, z], 3 * link++)
  }
  for (let layer = 0; layer < m; layer++) {
    for (let step = 0; step < m; step++) {
      // Odd layers run exactly backwards: last unit first, each unit the other way round than in the layer below.
      const unit = layer % 2 === 0 ? step : m - 1 - step
      const forward = (unit + layer) % 2 === 0
      unitStarts[layer * m + step] = link
      for (let k = 0; k < 3 * d; k++) {
        const at = forward ? k : 3 * d - 1 - k
        const x = Math.min(at, d - 1)
        const y = Math.min(Math.max(at - (d - 1), 0), d)
        const z = Math.max(at - (2 * d - 1), 0)
        put(unit + x, y - unit - layer, z + layer)
      }
      const low = !forward
      if (step < m - 1) {
        // Between units u and u+1 of a layer, at the top of the z rows or at the start of the x rows.
        const u = Math.min(unit, layer % 2 === 0 ? unit + 1 : unit - 1)
        if (low) put(u, -u - 1 - layer, layer)
        else put(u + d, d - u - layer, d + layer)
      } else if (layer < m - 1) {
        // Up to the same unit of the next layer.
        if (low) put(unit, -unit - layer - 1, layer)
        else put(unit + d - 1, d - unit - layer, d + layer + 1)
      }
    }
  }
  const step = 2 * radius
  return {
    centres: Float64Array.from(points, (i) => i * step),
    radius,
    unitStarts,
    common: Float64Array.of(2 * (d - 1) * radius, (d - 1) * radius, ((d - 1) * radius) / 4),
  }
}
