// Closed ropes for steps from frame to frame: trefoils that swell, turn into their mirror image or into a circle, and random closed
// walks. Each bead moves straight between any two frames of a scene, so that a step between them is what the engine's `between` asks
// about. Lengths are free: a strand of a trefoil of 64 beads is about 0.4 long. (With
// 60 beads corners would lie exactly where strands cross, seen from above.)
import { Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'
import type { MovingNecklace } from './necklace-scene.js'

/** A closed rope that deforms: its last bead is next to the first. */
export interface ClosedRope extends MovingNecklace {
  readonly closed: true
}

/** Strands of a trefoil of this size are at least 0.7 apart, where they are not neighbours: 0.1 is thin. */
const RADIUS = 0.1

/** A trefoil of n beads: twice around, three times in and out. `wide`: how far out its lobes go, from 2 − wide to 2 + wide. */
export function closedTrefoil(n = 64, wide = 1): Float64Array {
  checkCount('n', n, 12)
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    const angle = (2 * Math.PI * k) / n
    const away = 2 + wide * Math.cos(3 * angle)
    out[3 * k] = away * Math.cos(2 * angle)
    out[3 * k + 1] = away * Math.sin(2 * angle)
    out[3 * k + 2] = Math.sin(3 * angle)
  }
  return out.map(Math.fround)
}

/** From one curve to another, every bead straight and evenly. */
function morph(name: string, from: Float64Array, to: Float64Array, frames: number): ClosedRope {
  checkCount('frames', frames, 2)
  const frame = (k: number): Float64Array => {
    const share = Math.min(1, Math.max(0, k / (frames - 1)))
    return from.map((x, i) => x + share * (to[i]! - x))
  }
  return { name, dimension: 3, closed: true, centres: frame(0), radius: RADIUS, frames, frame }
}

/** A trefoil that becomes twice as large and a third as wide in its lobes: no strand comes near another. */
export function swellingTrefoil(n = 64, frames = 11): ClosedRope {
  return morph(
    'swelling trefoil',
    closedTrefoil(n),
    closedTrefoil(n, 0.65).map((x) => 2 * x),
    frames,
  )
}

/** A trefoil that is pressed flat, and on into its mirror image: at half the way, strands pass through each other. */
export function mirroredTrefoil(n = 64, frames = 11): ClosedRope {
  const from = closedTrefoil(n)
  return morph(
    'trefoil to its mirror image',
    from,
    from.map((x, i) => (i % 3 === 2 ? -x : x)),
    frames,
  )
}

/** A trefoil that becomes a circle, which it cannot without passing through itself. */
export function untiedTrefoil(n = 64, frames = 11): ClosedRope {
  const circle = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    const angle = (2 * Math.PI * k) / n
    circle[3 * k] = 3 * Math.cos(angle)
    circle[3 * k + 1] = 3 * Math.sin(angle)
    // Not quite flat: a curve that lies in a plane is another matter.
    circle[3 * k + 2] = 0.1 * Math.sin(2 * angle)
  }
  return morph('trefoil to a circle', closedTrefoil(n), circle.map(Math.fround), frames)
}

/** A closed walk of n beads in random directions, steps of about 1: a walk whose end is brought back to its start evenly. */
export function closedWalk(n: number, seed: number): Float64Array {
  checkCount('n', n, 3)
  const random = new Random(seed)
  const steps = new Float64Array(3 * n)
  for (let i = 0; i < n; i++) random.direction(steps, 3 * i)
  const out = new Float64Array(3 * n)
  for (let k = 0; k < 3; k++) {
    let sum = 0
    for (let i = k; i < steps.length; i += 3) sum += steps[i]!
    let at = 0
    for (let i = k; i < steps.length; i += 3) {
      out[i] = Math.fround(at)
      at += steps[i]! - sum / n
    }
  }
  return out
}
