// Pairs that never meet, never meet within the limits of joints: does a piece of motion stay within them?
import type { ConfigurationReader } from '../world/world-input.js'
import { LinePiece } from './line-piece.js'
import type { MotionPiece } from './piece.js'

/**
 * A curve that comes as near to a limit as this, in radians or metres, is taken to leave it: its extremes are rounded, and a
 * verifier computes them in another way, with another rounding.
 */
const CURVE_MARGIN = 1e-11

/** Does `never` hold on all of a piece? A straight line's ends are its extremes; those of a curve are known to its rounding. */
export function neverHolds(reader: ConfigurationReader, piece: MotionPiece): boolean {
  const off = piece instanceof LinePiece ? 0 : Math.max(piece.rounding, CURVE_MARGIN)
  return reader.withinLimits(piece.least.map((q) => q - off)) && reader.withinLimits(piece.most.map((q) => q + off))
}
