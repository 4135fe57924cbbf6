// Chains that are not compact: straight, coiled at random, wound into a helix.
import { InvalidInputError, Random } from '../src/entries/meshes.js'
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

/**
 * Stretched out as far as a chain with bonds at 120 degrees goes: to and fro in the plane, along x. Unlike the straight one it can be
 * folded by torsions.
 */
export function zigzagChain(n: number, options: { readonly spacing?: number } = {}): Float64Array {
  const { spacing = 4 } = options
  checkCount('n', n)
  checkLength('spacing', spacing)
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    out[3 * k] = (k * spacing * Math.sqrt(3)) / 2
    out[3 * k + 1] = k % 2 === 0 ? 0 : spacing / 2
  }
  return out
}

/** Directions that are tried for a bond before the coil goes back, and bonds that it goes back. */
const TRIES = 40
const BACK = 12

/**
 * A random coil that keeps clear of itself: links that are not neighbours are at least `apart` from each other. It is grown link by link, each
 * bond in a direction uniform on the sphere, tried again while it comes too close, and the growth goes back some links where there is no way.
 */
export function selfAvoidingCoil(
  n: number,
  seed: number,
  options: { readonly spacing?: number; readonly apart?: number } = {},
): Float64Array {
  const { spacing = 4, apart = 3.3 } = options
  checkCount('n', n)
  checkLength('spacing', spacing)
  if (!(apart > 0 && apart <= 1.5 * spacing)) {
    throw new InvalidInputError('apart', apart, 'more than 0 and at most one and a half times the spacing')
  }
  const random = new Random(seed)
  const out = new Float64Array(3 * n)
  const cells = new LinkCells(n, apart)
  cells.add(out, 0)
  const bond = new Float64Array(3)
  let back = BACK
  for (let k = 1; k < n; ) {
    let isFree = false
    for (let t = 0; t < TRIES && !isFree; t++) {
      random.direction(bond)
      for (let i = 0; i < 3; i++) out[3 * k + i] = out[3 * k + i - 3]! + spacing * bond[i]!
      isFree = cells.isClear(out, k)
    }
    if (isFree) {
      cells.add(out, k++)
      continue
    }
    // From a blind alley it goes back farther each time.
    const to = Math.max(1, k - back)
    back *= 2
    while (k > to) cells.removeLast(out, --k)
  }
  return out
}

/** Links by the cell of a grid that they are in, of the size of the distance they keep. The last that came is the first to go. */
class LinkCells {
  private readonly heads: Int32Array
  private readonly next: Int32Array

  constructor(
    n: number,
    private readonly apart: number,
  ) {
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(2 * n + 2))).fill(-1)
    this.next = new Int32Array(n)
  }

  add(places: Float64Array, k: number): void {
    const bucket = this.bucketOf(places, k, 0, 0, 0)
    this.next[k] = this.heads[bucket]!
    this.heads[bucket] = k
  }

  removeLast(places: Float64Array, k: number): void {
    this.heads[this.bucketOf(places, k, 0, 0, 0)] = this.next[k]!
  }

  isClear(places: Float64Array, k: number): boolean {
    for (let c = 0; c < 27; c++) {
      const bucket = this.bucketOf(places, k, (c % 3) - 1, (Math.floor(c / 3) % 3) - 1, Math.floor(c / 9) - 1)
      for (let j = this.heads[bucket]!; j >= 0; j = this.next[j]!) {
        if (j === k - 1) continue
        const x = places[3 * k]! - places[3 * j]!
        const y = places[3 * k + 1]! - places[3 * j + 1]!
        const z = places[3 * k + 2]! - places[3 * j + 2]!
        if (x * x + y * y + z * z < this.apart * this.apart) return false
      }
    }
    return true
  }

  private bucketOf(places: Float64Array, k: number, dx: number, dy: number, dz: number): number {
    const x = Math.floor(places[3 * k]! / this.apart) + dx
    const y = Math.floor(places[3 * k + 1]! / this.apart) + dy
    const z = Math.floor(places[3 * k + 2]! / this.apart) + dz
    return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (this.heads.length - 1)
  }
}
