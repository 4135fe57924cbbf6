// Self-collision by looking at every pair: the oracle of the lab's baselines.

/** Whether two of the equal spheres that are more than one apart along the chain touch or overlap. */
export function bruteForceHits(positions: Float64Array, radius: number): boolean {
  const n = positions.length / 3
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      const dx = positions[3 * i]! - positions[3 * j]!
      const dy = positions[3 * i + 1]! - positions[3 * j + 1]!
      const dz = positions[3 * i + 2]! - positions[3 * j + 2]!
      if (dx * dx + dy * dy + dz * dz <= 4 * radius * radius) return true
    }
  }
  return false
}
