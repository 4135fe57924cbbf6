// How far the beads of a rope are apart along it, and the radius that follows where none is given.

/** By bead: how far the next one is. The last bead of a closed rope is followed by the first. */
export function ropeSpacings(centres: Float64Array, closed: boolean): Float64Array {
  const n = centres.length / 3
  const spacings = new Float64Array(closed && n > 1 ? n : Math.max(0, n - 1))
  for (let i = 0; i < spacings.length; i++) {
    const j = (i + 1) % n
    const [x, y, z] = [0, 1, 2].map((axis) => centres[3 * i + axis]! - centres[3 * j + axis]!)
    spacings[i] = Math.hypot(x!, y!, z!)
  }
  return spacings
}

/** Half the median of the spacings: most neighbours nearly touch, and gaps in the chain do not count. */
export function ropeRadius(centres: Float64Array, closed: boolean): number {
  const spacings = ropeSpacings(centres, closed).sort()
  return spacings.length === 0 ? 0 : spacings[spacings.length >> 1]! / 2
}
