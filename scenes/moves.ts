// Random moves of a chain.
import { Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'

/** A sequence of torsions: move k turns joint joints[k] by angles[k] radians. */
export interface TorsionMoves {
  readonly joints: Int32Array
  readonly angles: Float64Array
}

/** `count` torsions of a chain of n links (2 or more): joint uniform over all n − 1, angle uniform in (−π, π). */
export function torsionMoves(n: number, seed: number, count = 20_000): TorsionMoves {
  checkCount('n', n, 2)
  checkCount('count', count, 0)
  const random = new Random(seed)
  const joints = new Int32Array(count)
  const angles = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    joints[k] = random.integer(n - 1)
    angles[k] = Math.PI * (2 * random.unit() - 1)
  }
  return { joints, angles }
}
