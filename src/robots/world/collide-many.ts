// Many configurations one after the other: those that the filter does not decide are asked about exactly, and of those only the
// pairs that it leaves open.
import { LANES, type ManyFilter } from './many-filter.js'
import type { ConfigurationReader } from './world-input.js'

/** The exact answers, for the configuration that begins at number o. */
export interface ExactCollides {
  collides(o: number): boolean
  /** See CabPairs.searchAmong. */
  collidesAmong(o: number, list: Int32Array, first: number, pairs: number, mark: number): boolean
}

export function collideMany(
  out: Uint8Array,
  all: Float64Array,
  dof: number,
  filter: ManyFilter | undefined,
  reader: ConfigurationReader,
  exact: ExactCollides,
): void {
  if (filter === undefined) {
    for (let k = 0; k < out.length; k++) out[k] = exact.collides(dof * k) ? 1 : 0
    return
  }
  /** Configurations in the lanes, and how many. */
  const lanes = new Int32Array(LANES)
  let filled = 0
  const flush = (): void => {
    const pairs = filter.run()
    const { found } = filter
    const colliding = found[0]!
    let open = 0
    for (let p = 0; p < pairs; p++) open |= found[3 * p + 3]!
    for (let l = 0; l < filled; l++) {
      const mark = 1 << l
      const k = lanes[l]!
      if ((colliding & mark) !== 0) out[k] = 1
      else if ((open & mark) !== 0) out[k] = exact.collidesAmong(dof * k, found, 1, pairs, mark) ? 1 : 0
    }
    filled = 0
  }
  for (let k = 0; k < out.length; k++) {
    // What never meets within limits may meet beyond.
    if (!reader.withinLimits(all, dof * k) || !filter.set(filled, all, dof * k)) {
      out[k] = exact.collides(dof * k) ? 1 : 0
      continue
    }
    lanes[filled++] = k
    if (filled === LANES) flush()
  }
  if (filled > 0) flush()
}
