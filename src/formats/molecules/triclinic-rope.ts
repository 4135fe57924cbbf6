// A rope in a periodic box whose angles are not all right, by the rules of periodic-rope.ts: made whole along itself, every bead at
// the image nearest to the one before it; of the next frame, that image which is nearest to this frame in the mean. A bead
// that then moves by less than half the shortest vector of the lattice has moved to its nearest image; otherwise the step is refused.

import { type Lattice, nearestOf } from './lattice.js'
import { failedRope, type RopeFrames, type RopeStep, ropeFits } from './periodic-rope.js'

/** The step between two frames with these boxes. */
export function triclinicStep(rope: RopeFrames, now: number, next: number, a: Lattice, b: Lattice): RopeStep {
  const from = wholeTriclinic(rope, now, a)
  const to = wholeTriclinic(rope, next, b)
  const count = from.length / 3
  const mean: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < from.length; i++) mean[i % 3]! += (to[i]! - from[i]!) / count
  const shift = nearestOf(b, mean)
  const half = Math.min(a.shortest, b.shortest) / 2
  for (let i = 0; i < to.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) if (shift[axis] !== 0) to[i + axis]! -= shift[axis]!
    const moved = Math.hypot(to[i]! - from[i]!, to[i + 1]! - from[i + 1]!, to[i + 2]! - from[i + 2]!)
    if (moved < half) continue
    const expected = `a step of less than half the shortest vector of the box, ${half}: a longer one may have gone either way`
    throw failedRope(rope, `frame ${now} to ${next}, bead ${i / 3}`, expected, `${moved}`)
  }
  // An image is shifted by a multiple of c, or else of b, or else of a: by cz along z, or by bᵧ along y, or by ax along x, or more.
  const heights = ({ a, b, c }: Lattice): [number, number, number] => [a[0], b[1], c[2]]
  const apart = ropeFits(rope, from, heights(a)) && ropeFits(rope, to, heights(b))
  return { from, to, images: apart ? 'apart' : 'not-checked' }
}

/** The beads of a frame, every one at the image nearest to the one before it. */
export function wholeTriclinic(rope: RopeFrames, frame: number, lattice: Lattice): Float64Array {
  const centres = rope.centres(frame)
  for (let i = 3; i < centres.length; i += 3) {
    const shift = nearestOf(lattice, between(centres, i - 3, i))
    for (let axis = 0; axis < 3; axis++) if (shift[axis] !== 0) centres[i + axis]! -= shift[axis]!
  }
  if (rope.closed && nearestOf(lattice, between(centres, centres.length - 3, 0)).some((x) => x !== 0)) {
    throw failedRope(rope, `frame ${frame}`, 'a closed rope that can be made whole', 'one that winds round the box')
  }
  return centres
}

function between(centres: Float64Array, from: number, to: number): [number, number, number] {
  return [0, 1, 2].map((axis) => centres[to + axis]! - centres[from + axis]!) as [number, number, number]
}
