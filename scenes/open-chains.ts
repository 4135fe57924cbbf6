// Chains that are not compact: straight, coiled at random, wound into a helix.
import { InvalidInputError, Random } from '../src/index.js'
import { checkCount, checkLength } from './checks.js'

/** n links on the x axis, `spacing` apart. */
export function straightChain(n: number, options: { readonly spacing?: number } = {}): Float64Array {
  const { spacing = 4 } = options
  checkCount('n', n)
  checkLength('spacing', spacing)
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) out[3 * k] = k * spacing
  return out
}

/** A freely jointed chain: every bond `spacing` long, in a direction uniform on the sphere. It may overlap itself. */
export function randomCoil(n: number, seed: number, options: { readonly spacing?: number } = {}): Float64Array {
  const { spacing = 4 } = options
  checkCount('n', n)
  checkLength('spacing', spacing)
  const random = new Random(seed)
  const out = new Float64Array(3 * n)
  const bond = new Float64Array(3)
  for (let k = 1; k < n; k++) {
    random.direction(bond)
    for (let i = 0; i < 3; i++) out[3 * k + i] = out[3 * k + i - 3]! + spacing * bond[i]!
  }
  return out
}

/**
 * A helix along z whose bonds are all `spacing` long: `rise` is the advance along the axis and 2π/`perTurn` the turn
 * from one link to the next; the helix's own radius follows. The defaults are a protein's alpha helix (alpha
 * carbons, ångström), a little stretched to a spacing of 4.
 */
export function helix(
  n: number,
  options: { readonly spacing?: number; readonly rise?: number; readonly perTurn?: number } = {},
): Float64Array {
  const { spacing = 4, rise = 1.5, perTurn = 3.6 } = options
  checkCount('n', n)
  checkLength('spacing', spacing)
  if (!(rise >= 0 && rise < spacing)) throw new InvalidInputError('rise', rise, 'at least 0 and less than the spacing')
  if (!(perTurn >= 2)) throw new InvalidInputError('perTurn', perTurn, '2 or more links a turn')
  const turn = (2 * Math.PI) / perTurn
  const radius = Math.sqrt(spacing * spacing - rise * rise) / (2 * Math.sin(turn / 2))
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    out[3 * k] = radius * Math.cos(k * turn)
    out[3 * k + 1] = radius * Math.sin(k * turn)
    out[3 * k + 2] = k * rise
  }
  return out
}
