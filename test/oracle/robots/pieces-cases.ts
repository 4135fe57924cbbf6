// Random pieces of motions: numbers of all sizes, and quaternions.
import type { Random } from '../../../src/entries/robots.js'
import { LinePiece } from '../../../src/robots/motion/line-piece.js'
import { PolynomialPiece } from '../../../src/robots/motion/polynomial-piece.js'

const SIZES = [1, 1, 1, 1e-3, 1e6, 1e-200, 1e50, 0]

function number(random: Random): number {
  return random.range(-1, 1) * SIZES[random.integer(SIZES.length)]!
}

export function quaternion(random: Random): number[] {
  const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
  const norm = Math.hypot(...q)
  return q.map((x) => x / norm)
}

/** Some plain variables, then a quaternion. */
export function linePiece(random: Random): { piece: LinePiece; from: Float64Array; to: Float64Array; plain: number } {
  const plain = 1 + random.integer(4)
  const end = (): Float64Array =>
    Float64Array.from([...Array.from({ length: plain }, () => number(random)), ...quaternion(random)])
  const [from, to] = [end(), end()]
  if (random.unit() < 0.2) to[0] = from[0]!
  return { piece: new LinePiece(from, to, [plain]), from, to, plain }
}

/** Three plain variables, then a quaternion that may turn several times round. */
export function polynomialPiece(random: Random): PolynomialPiece {
  const rows = Array.from({ length: 3 }, () => Array.from({ length: 1 + random.integer(7) }, () => number(random)))
  const turn = { variable: 3, axis: random.direction(new Float64Array(3)), angle: random.range(0, 20) }
  return new PolynomialPiece([...rows, ...quaternion(random).map((x) => [x])], [turn])
}
