// The molecules of the necklace paper (Figure 6 a, f), or what stands for them where no files are at hand: a backbone of 1,380
// atoms and a hairpin of 51, of radius 2 Å as in the paper. Lengths in ångström.
import { InvalidInputError, Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'
import type { MovingNecklace, NecklaceScene } from './necklace-scene.js'
import { spreadEvenly } from './necklace-shapes.js'

const ATOM_RADIUS = 2
/** Mean of the bonds N–CA, CA–C and C–N. */
const BOND = 1.44

/**
 * A backbone by formula, in place of 1A4Y's chain A. That is a horseshoe of sixteen repeats of about 28 residues, each with a
 * strand inside and a helix outside, and so is this: a loop of radius 9 goes around an arc of radius 26 once in 86 atoms, and
 * winds by 2.3 about itself, a turn in 5.4, where it is outside. A longer chain climbs, so as not to meet itself.
 */
export function generatedBackbone(n = 1380): NecklaceScene {
  checkCount('n', n, 2)
  const repeats = n / 86
  const centres = spreadEvenly(n, (out, i, u) => {
    const way = 2 * Math.PI * repeats * u
    const outside = (1 + Math.cos(way)) / 2
    const winding = 2.3 * outside * (2 - outside)
    const loop = 9 + winding * Math.cos(10 * way)
    const radius = 26 + loop * Math.cos(way)
    const around = 0.3 * repeats * u
    const angle = around + (winding * Math.sin(10 * way)) / radius
    out[i] = radius * Math.cos(angle)
    out[i + 1] = radius * Math.sin(angle)
    out[i + 2] = loop * Math.sin(way) + 5 * around
  })
  return { name: 'backbone', dimension: 3, centres: centres.map((x) => x * BOND), radius: ATOM_RADIUS }
}

/**
 * A hairpin of 51 backbone atoms by formula: two strands 5 Å apart, each pleated by 0.47 Å (so that 1.1 Å along it are a bond),
 * joined by half a circle of five atoms, all twisted by 20 degrees in 6.6 Å. No real one is as even, and evenness alone would
 * keep every cage as it is under any small motion; so each atom is off by up to 0.15 Å in each coordinate.
 */
export function generatedHairpin(): Float64Array {
  const n = 51
  const strand = 23
  const random = new Random(41)
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    // From the open end to the turn and back.
    const turn = (Math.PI * Math.min(6, Math.max(0, k - strand + 1))) / 6
    const x = 1.1 * Math.min(k, n - 1 - k, strand - 1) + 2.5 * Math.sin(turn)
    const y = -2.5 * Math.cos(turn)
    const z = k % 2 === 0 ? 0.47 : -0.47
    const twist = (0.35 / 6.6) * x
    const [c, s] = [Math.cos(twist), Math.sin(twist)]
    out.set([x, c * y - s * z, s * y + c * z], 3 * k)
    for (let d = 0; d < 3; d++) out[3 * k + d]! += random.range(-0.15, 0.15)
  }
  return out
}

/**
 * Figure 6 (f): a hairpin that trembles for 300 steps of a femtosecond, as in a simulation whose shape "did not visibly change".
 * In place of the paper's trajectory: each atom vibrates for itself by 0.02 Å with periods of 20 to 60 steps, and the whole bends
 * in waves along the chain, by up to 0.06 Å with periods of 200 to 600 steps. The amplitudes are ours, made smaller once when more
 * bases changed than published: with 0.03 and 0.1 Å 2GB1 has 71 changes, with these 63, the paper's trajectory 19.
 */
export function tremblingHairpin(
  options: {
    readonly centres?: Float64Array
    readonly seed?: number
    readonly frames?: number
    /** Times the amplitudes above. */
    readonly strength?: number
  } = {},
): MovingNecklace {
  const { centres = generatedHairpin(), seed = 1, frames = 300, strength = 1 } = options
  if (centres.length < 3 || centres.length % 3 !== 0) {
    throw new InvalidInputError('centres', centres.length, 'three numbers for each of one atom or more')
  }
  checkCount('frames', frames)
  const n = centres.length / 3
  const random = new Random(seed)
  const own = Array.from({ length: 3 * n }, () => tremor(random, 0.02 * strength, 20, 60))
  const shared = Array.from({ length: 9 }, (_, w) => ({
    ...tremor(random, (0.06 / 3) * strength, 200, 600),
    // One to three half waves along the chain.
    along: (Math.PI * (1 + (w % 3))) / n,
  }))
  const frame = (k: number): Float64Array =>
    centres.map((x, i) => {
      let moved = x + swing(own[i]!, 0, k)
      for (let w = 0; w < 3; w++) {
        const wave = shared[3 * (i % 3) + w]!
        moved += swing(wave, wave.along * Math.floor(i / 3), k)
      }
      return moved
    })
  return { name: 'hairpin', dimension: 3, centres: frame(0), radius: ATOM_RADIUS, frames, frame }
}

interface Tremor {
  readonly amplitude: number
  /** Radians a frame. */
  readonly rate: number
  readonly phase: number
}

function tremor(random: Random, amplitude: number, shortest: number, longest: number): Tremor {
  return {
    amplitude,
    rate: (2 * Math.PI) / random.range(shortest, longest),
    phase: random.range(0, 2 * Math.PI),
  }
}

function swing({ amplitude, rate, phase }: Tremor, offset: number, k: number): number {
  return amplitude * Math.sin(phase + offset + rate * k)
}
