// Limits of joints along a motion, by looking: every variable at many instants, the farthest of them made better by halving. Slow,
// and blind to what is narrower than a step.
import type { World } from '../../../src/index.js'
import type { Motion } from '../../../src/robots/motion/piece.js'

export interface SeenBeyond {
  readonly segment: number
  readonly joint: string
  readonly limit: number
  /** How far beyond the limit the joint gets in this segment. */
  readonly excess: number
}

/** Joints beyond a limit, by segment; in each the lower limit first. */
export function seenBeyond(world: World, { pieces }: Motion, samples: number): SeenBeyond[] {
  const q = new Float64Array(world.dof)
  return pieces.flatMap((piece, segment) =>
    world.variables.flatMap((joint, i) =>
      [-1, 1].flatMap((side) => {
        const limit = side > 0 ? world.upper[i]! : world.lower[i]!
        if (!Number.isFinite(limit)) return []
        const excessAt = (t: number): number => {
          piece.at(q, t)
          return side * (q[i]! - limit)
        }
        const excess = largest(excessAt, samples)
        return excess > 0 ? [{ segment, joint, limit, excess }] : []
      }),
    ),
  )
}

function largest(f: (t: number) => number, samples: number): number {
  let best = 0
  for (let k = 1; k <= samples; k++) if (f(k / samples) > f(best / samples)) best = k
  let from = Math.max(0, (best - 1) / samples)
  let to = Math.min(1, (best + 1) / samples)
  for (let k = 0; k < 80; k++) {
    const [p, q] = [from + 0.382 * (to - from), from + 0.618 * (to - from)]
    if (f(p) >= f(q)) to = q
    else from = p
  }
  return Math.max(f(best / samples), f((from + to) / 2), f(0), f(1))
}
