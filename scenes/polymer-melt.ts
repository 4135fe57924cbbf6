// A melt of soft polymer chains: beads that repel each other gently, bonds that are springs, random kicks. Chains whose beads are
// soft pass through each other, as they must not in a melt: what a check of steps from frame to frame has to find. Overdamped
// Brownian dynamics, seeded and without any function that engines compute differently.
import { Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'

/** Chains one after the other in one row of beads. */
export interface PolymerMelt {
  readonly name: string
  readonly chains: number
  /** Beads a chain. */
  readonly length: number
  /** The last bead of every chain but the last: no strand leads from there to the next bead. */
  readonly cuts: readonly number[]
  readonly frames: number
  /** Centres in frame k, three numbers a bead, chain by chain. */
  frame(k: number): Float64Array
}

/** Length and stiffness of bonds, range and strength of the repulsion, length of a time step, size of a kick in it. */
const BOND = 1
const SPRING = 30
const RANGE = 1.1
const REPULSION = 8
const STEP = 0.01
const KICK = Math.sqrt(2 * STEP)
/** Time steps a frame, and before the first one. */
const STEPS = 5
const SETTLING = 40

export function polymerMelt(
  options: {
    readonly chains?: number
    readonly length?: number
    readonly seed?: number
    readonly frames?: number
    /** Beads a unit of volume: the box has walls that push back. */
    readonly density?: number
  } = {},
): PolymerMelt {
  const { chains = 6, length = 30, seed = 1, frames = 20, density = 0.6 } = options
  checkCount('chains', chains)
  checkCount('length', length, 2)
  checkCount('frames', frames, 2)
  const random = new Random(seed)
  const n = chains * length
  const half = Math.cbrt(n / density) / 2
  const at = new Float64Array(3 * n)
  const way = new Float64Array(3)
  for (let i = 0; i < n; i++) {
    random.direction(way)
    for (let k = 0; k < 3; k++) {
      const x = i % length === 0 ? random.range(-half, half) : at[3 * i - 3 + k]! + BOND * way[k]!
      // Reflected at the walls.
      at[3 * i + k] = x > half ? 2 * half - x : x < -half ? -2 * half - x : x
    }
  }
  for (let k = 0; k < SETTLING; k++) advance(at, length, half, random)
  const made: Float64Array[] = [at.slice()]
  while (made.length < frames) {
    for (let k = 0; k < STEPS; k++) advance(at, length, half, random)
    made.push(at.slice())
  }
  return {
    name: 'polymer melt',
    chains,
    length,
    cuts: Array.from({ length: chains - 1 }, (_, c) => (c + 1) * length - 1),
    frames,
    frame: (k) => made[Math.min(frames - 1, Math.max(0, Math.round(k)))]!.slice(),
  }
}

/** One time step. */
function advance(at: Float64Array, length: number, half: number, random: Random): void {
  const force = new Float64Array(at.length)
  for (let i = 0; i < at.length; i += 3) {
    for (let j = i + 3; j < at.length; j += 3) {
      const x = at[j]! - at[i]!
      const y = at[j + 1]! - at[i + 1]!
      const z = at[j + 2]! - at[i + 2]!
      const bonded = j === i + 3 && (j / 3) % length !== 0
      const sq = x * x + y * y + z * z
      if (!bonded && sq > RANGE * RANGE) continue
      const distance = Math.sqrt(sq) || 1e-6
      // Positive: towards each other.
      let pull = distance < RANGE ? REPULSION * (distance / RANGE - 1) : 0
      if (bonded) pull += SPRING * (distance - BOND)
      for (const [k, d] of [x, y, z].entries()) {
        force[i + k]! += (pull * d) / distance
        force[j + k]! -= (pull * d) / distance
      }
    }
  }
  for (let i = 0; i < at.length; i++) {
    const over = Math.abs(at[i]!) - half
    const wall = over > 0 ? -SPRING * over * Math.sign(at[i]!) : 0
    // Four uniform numbers: near enough to a normal one of variance 1.
    const kick = Math.sqrt(3) * (random.unit() + random.unit() + random.unit() + random.unit() - 2)
    at[i] = Math.fround(at[i]! + STEP * (force[i]! + wall) + KICK * kick)
  }
}
