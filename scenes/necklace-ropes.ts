// Ropes of any number of beads that move gently: loose, coiled, and packed into a cube. They are for time and for tests; the
// paper's own necklaces are in necklace-shapes.ts.
//
// Beads are 1 apart along the rope and have radius 0.6, so that neighbours overlap and no others do, in any frame, by
// construction: each rope says why. Lengths stretch by a few per cent, as a rope's do. In one frame a bead moves by up to a
// twelfth of its radius. (A rope that keeps within 45 degrees of one direction would not do: every cage is then held by its
// first and its last bead, whatever the motion, and there is nothing to repair.)
import { InvalidInputError, Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'
import type { MovingNecklace } from './necklace-scene.js'

const RADIUS = 0.6
/** A motion has no end; this is how much of one is called the scene. */
const FRAMES = 1000
/** How far a bead goes in one frame, at most. */
const STEP = 0.05

interface Wave {
  /** Radians a unit of length. */
  readonly number: number
  readonly amplitude: number
  /** Radians a frame. */
  readonly rate: number
  readonly phase: number
}

/** Waves of `lengths` that together slope by at most `slope`, and move what they displace by at most `step` a frame. */
function waves(random: Random, lengths: readonly number[], slope: number, step: number): Wave[] {
  return lengths.map((length) => {
    const number = (2 * Math.PI) / (length * random.range(0.9, 1.1))
    const amplitude = slope / lengths.length / number
    const rate = ((random.bits() < 0 ? -1 : 1) * step) / (lengths.length * amplitude)
    return { number, amplitude, rate, phase: random.range(0, 2 * Math.PI) }
  })
}

function sumOf(all: readonly Wave[], x: number, frame: number): number {
  let sum = 0
  for (const { number, amplitude, rate, phase } of all) sum += amplitude * Math.sin(number * x + phase + rate * frame)
  return sum
}

function rope(name: string, frame: (k: number) => Float64Array): MovingNecklace {
  const checked = (k: number): Float64Array => {
    if (!Number.isFinite(k)) throw new InvalidInputError('frame', k, 'a finite number')
    return frame(k)
  }
  return { name, dimension: 3, centres: frame(0), radius: RADIUS, frames: FRAMES, frame: checked }
}

/**
 * The displacement of a body of about `size` by waves that go through it, of that length and of thirty beads', with strains of
 * 0.06 at most in any direction: along each of the three axes each coordinate is displaced with slope 0.02 at most, and the
 * norm of a matrix of nine such numbers is at most 3 · 0.02.
 */
function field(random: Random, size: number): (out: Float64Array, i: number, frame: number) => void {
  const each = Array.from({ length: 9 }, () => waves(random, [size, 30], 0.02, STEP / (3 * Math.sqrt(3))))
  return (out, i, frame) => {
    const at = [out[i]!, out[i + 1]!, out[i + 2]!]
    for (let c = 0; c < 3; c++) {
      for (let d = 0; d < 3; d++) out[i + c]! += sumOf(each[3 * c + d]!, at[d]!, frame)
    }
  }
}

/**
 * A rope that hangs loosely: seen from above it wanders, bending this way and that in waves of 80 to 1,200 beads, by at most
 * 0.06 radians a bead, and now and then in a loop; at the same time it climbs by 0.12 a bead. So beads eleven or more apart are
 * 1.32 or more from each other by height alone, and nearer ones almost as far as along the rope. Waves through it change that
 * by 6 per cent at most.
 */
export function looseRope(n: number, seed: number): MovingNecklace {
  checkCount('n', n)
  const random = new Random(seed)
  const bends = waves(random, [80, 300, 1200], 0.06, 0)
  const climb = 0.12
  const across = Math.sqrt(1 - climb * climb)
  const still = new Float64Array(3 * n)
  for (let i = 1; i < n; i++) {
    const angle = sumOf(bends, i, 0)
    still[3 * i] = still[3 * i - 3]! + across * Math.cos(angle)
    still[3 * i + 1] = still[3 * i - 2]! + across * Math.sin(angle)
    still[3 * i + 2] = climb * i
  }
  return swaying('loose rope', still, field(random, 500))
}

/**
 * A rope wound into a coil of a hundred beads a turn, turns 1.35 apart. Waves through it sway and breathe: they change lengths
 * by 6 per cent at most, so that turns stay 1.26 apart, and bonds shorter than 1.07.
 */
export function coiledRope(n: number, seed: number): MovingNecklace {
  checkCount('n', n)
  const turn = (2 * Math.PI) / 100
  const rise = 1.35 / 100
  const radius = Math.sqrt(1 - rise * rise) / turn
  const still = new Float64Array(3 * n)
  for (let i = 0; i < n; i++) {
    still[3 * i] = radius * Math.cos(i * turn)
    still[3 * i + 1] = radius * Math.sin(i * turn)
    still[3 * i + 2] = i * rise
  }
  return swaying('coiled rope', still, field(new Random(seed), Math.max(2 * radius, n * rise)))
}

/**
 * A rope packed into a cube: rows to and fro, layer by layer, 1.35 apart, with half circles between them. Waves as through the
 * coil: rows stay 1.26 apart.
 */
export function packedRope(n: number, seed: number): MovingNecklace {
  checkCount('n', n)
  return swaying('packed rope', packed(n), field(new Random(seed), 1.35 * Math.cbrt(n / 1.35)))
}

function swaying(
  name: string,
  still: Float64Array,
  displace: (out: Float64Array, i: number, frame: number) => void,
): MovingNecklace {
  return rope(name, (k) => {
    const out = still.slice()
    for (let i = 0; i < out.length; i += 3) displace(out, i, k)
    return out
  })
}

const LANE = 1.35
const HALF_CIRCLE = (Math.PI * LANE) / 2

/** n beads, 1 apart by arc length, along rows in a cube. */
function packed(n: number): Float64Array {
  const rows = Math.max(2, Math.round(Math.cbrt(n / LANE)))
  const straight = Math.max(1, rows * LANE - HALF_CIRCLE)
  const out = new Float64Array(3 * n)
  const lap = straight + HALF_CIRCLE
  for (let i = 0; i < n; i++) {
    const row = Math.floor(i / lap)
    const along = i - row * lap
    const layer = Math.floor(row / rows)
    const inLayer = row - layer * rows
    // Rows are walked forth and back by turns, whatever the layer; layers up and down.
    const forth = row % 2 === 0
    const up = layer % 2 === 0
    const y = LANE * (up ? inLayer : rows - 1 - inLayer)
    let x = along
    let dy = 0
    let dz = 0
    if (along > straight) {
      const angle = (Math.PI * (along - straight)) / HALF_CIRCLE
      x = straight + (LANE / 2) * Math.sin(angle)
      const across = (LANE / 2) * (1 - Math.cos(angle))
      if (inLayer === rows - 1) dz = across
      else dy = up ? across : -across
    }
    out[3 * i] = forth ? x : straight - x
    out[3 * i + 1] = y + dy
    out[3 * i + 2] = LANE * layer + dz
  }
  return out
}
