// Holds a piece of a motion against everything that it promises.
import type { Random } from '../../../src/entries/robots.js'
import { type MotionPiece, PieceBounds } from '../../../src/robots/motion/piece.js'
import { add, exact } from '../exact.js'
import { exactRate, exactValue, minus, sizeAtMost, turnError } from './pieces.js'

/** Parameters that are exact: k/2^l. */
function dyadic(random: Random): { t: number; half: number } {
  const level = random.integer(12)
  return { t: (random.integer(2 ** level) + 0.5) / 2 ** level, half: 0.5 / 2 ** level }
}

/** Everything that a piece promises, at many moments, in exact arithmetic: what does not hold. */
export function broken(piece: MotionPiece, random: Random, moments = 8): string[] {
  const out: string[] = []
  const demand = (holds: boolean, what: string): void => {
    if (!holds) out.push(what)
  }
  const document = piece.document()
  const quaternions = new Set(piece.turns.flatMap(({ variable: v }) => [v, v + 1, v + 2, v + 3]))
  const plain = Array.from({ length: piece.dof }, (_, i) => i).filter((i) => !quaternions.has(i))
  const bounds = new PieceBounds(piece.dof)
  const q = new Float64Array(piece.dof)
  const start = new Float64Array(piece.dof)
  piece.at(start, 0)
  for (let k = 0; k < moments; k++) {
    const { t, half } = k === 0 ? { t: 0.5, half: 0.5 } : dyadic(random)
    piece.bounds(bounds, t, half)
    piece.at(q, t)
    for (const i of plain) {
      const value = exactValue(document, i, t)
      demand(sizeAtMost(minus(exact(q[i]!), value), piece.roundings[i]!), `value of ${i} at ${t}`)
      const rate = minus(exact(bounds.velocity[i]!), exactRate(document, i, t, 1))
      demand(sizeAtMost(rate, piece.roundings[i]!), `velocity of ${i} at ${t}`)
      for (let step = -4; step <= 4; step += 2) {
        const s = t + (half * step) / 4
        const there = exactValue(document, i, s)
        const context = `variable ${i} at ${s} of ${t} ± ${half}`
        demand(sizeAtMost(minus(there, value), bounds.spread[i]!), `spread, ${context}`)
        demand(sizeAtMost(exactRate(document, i, s, 1), bounds.speed[i]!), `speed, ${context}`)
        demand(sizeAtMost(exactRate(document, i, s, 2), bounds.bend[i]!), `bend, ${context}`)
        const room = exact(piece.roundings[i]!)
        demand(add(minus(there, exact(piece.least[i]!)), room).m >= 0n, `least, ${context}`)
        demand(add(minus(exact(piece.most[i]!), there), room).m >= 0n, `most, ${context}`)
      }
    }
    for (const turn of piece.turns) {
      const { variable: v, angle } = turn
      demand(bounds.velocity[v] === angle && bounds.speed[v]! >= angle, `speed of the turn at ${t}`)
      demand(bounds.spread[v]! >= angle * half, `spread of the turn at ${t}`)
      demand(
        [1, 2, 3].every((j) => bounds.spread[v + j] === 0 && bounds.speed[v + j] === 0),
        'slots of a quaternion',
      )
      const error = turnError(Array.from(q.slice(v, v + 4)), Array.from(start.slice(v, v + 4)), turn, t)
      demand(error <= piece.roundings[v]!, `turn at ${t}: off by ${error}`)
    }
  }
  return out
}
