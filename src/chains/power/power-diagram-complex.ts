// The regular triangulation of balls, whatever their centres span: tetrahedra, triangles, edges along a line, or one ball.
import { type Span, spanOf } from './power-diagram-span.js'
import { PowerLine } from './power-line.js'
import { PowerTetrahedra } from './power-tetrahedra.js'
import { PowerPlane } from './power-triangles-plane.js'

export interface PowerComplex {
  readonly span: Span
  isHidden(ball: number): boolean
  /** dimension + 1 corners each, in no particular order. */
  simplices(): Int32Array
  /** Removes a ball. False: what is left spans less, or cannot be kept; rebuild. */
  remove(ball: number): boolean
  /** New numbers for a ball that is removed or hidden. False: rebuild. */
  set(ball: number, x: number, y: number, z: number, r: number): boolean
  /** Puts it in, looking for its place from the ball `near` on. False: it is hidden. */
  insert(ball: number, near?: number): boolean
  /** After removals: puts in hidden balls that are hidden no more, and says how many. */
  retryHidden(): number
  /** All balls move a little, to `balls`: how many had to be inserted again; −1: too many, rebuild. */
  follow?(balls: Float64Array): number
  /** Balls that share an edge with this one, ascending. */
  neighbours(ball: number): Int32Array
  /** Throws BrokenInvariantError. */
  validate(): void
}

class PowerSpace extends PowerTetrahedra implements PowerComplex {
  constructor(
    balls: Float64Array,
    readonly span: Span,
  ) {
    super(balls, Int32Array.from(span.balls))
  }

  simplices(): Int32Array {
    return this.tetrahedra()
  }
}

/** Keeps nothing of `balls`. */
export function buildComplex(balls: Float64Array): PowerComplex {
  const span = spanOf(balls)
  if (span.dimension === 3) return new PowerSpace(balls, span)
  return span.dimension === 2 ? new PowerPlane(balls.slice(), span) : new PowerLine(balls.slice(), span)
}
