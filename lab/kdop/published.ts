// Table 1 of the paper: apertures a of the direction cones, the cosine of a set's covering radius. Its other figures are plots without
// numbers.
import { DOP_SIZES, type DopSize, directionSet } from '../../src/volumes/kdop-directions.js'

export interface Aperture {
  readonly k: DopSize
  /** Cosines: published, and that of our set. */
  readonly published: number
  readonly ours: number
}

const TABLE_1: Readonly<Record<DopSize, number>> = {
  6: 0.57735,
  12: 0.787539,
  14: 0.806898,
  18: 0.816497,
  26: 0.886452,
}

export function apertures(): Aperture[] {
  return DOP_SIZES.map((k) => ({ k, published: TABLE_1[k], ours: directionSet(k).aperture }))
}

/** As printed: six digits. */
export function isAsPrinted({ published, ours }: Aperture): boolean {
  return Math.abs(ours - published) <= 1e-6
}
