// Realigning k-DOPs, every way, behind one interface: see kdop-turn.ts for it, and the file of each method for how and why it
// holds. docs/decisions.md says which is the default, and what was measured.
import { InvalidInputError } from '../../errors.js'
import type { DopSize, SetSize } from '../../volumes/kdop-directions.js'
import { DOP_SIZES } from '../../volumes/kdop-directions.js'
import { MajorAxes } from './kdop-realign-axes.js'
import { ConeValues } from './kdop-realign-cone.js'
import { HillClimbing } from './kdop-realign-hull.js'
import { OccupancyTable } from './kdop-realign-occupancy.js'
import { SupportSums } from './kdop-realign-supports.js'
import type { RealignMethod, Realignment } from './kdop-turn.js'
import { REALIGN_METHODS } from './kdop-turn.js'

/** How many supports a node keeps for `extended`. */
export const EXTENDED_SIZES: Readonly<Record<DopSize, SetSize>> = { 6: 26, 12: 32, 14: 50, 18: 50, 26: 50 }

/** A realignment of its own for one tree; one traversal at a time. */
export function createRealignment(method: RealignMethod, k: DopSize): Realignment {
  if (!DOP_SIZES.includes(k)) throw new InvalidInputError('k', k, `one of ${DOP_SIZES.join(', ')}`)
  switch (method) {
    case 'major-axes':
      return new MajorAxes(k)
    case 'all-directions':
      return new SupportSums(k)
    case 'hill-climbing':
      return new HillClimbing(k)
    case 'occupancy':
      return new OccupancyTable(k)
    case 'cone':
      return new ConeValues(k)
    case 'extended':
      return new SupportSums(k, EXTENDED_SIZES[k])
    default:
      throw new InvalidInputError('method', method, `one of ${REALIGN_METHODS.join(', ')}`)
  }
}
