// The diagram of a closed curve: its crossings as seen along a direction, each with the arcs that meet there.
import { Random } from '../../base/math/random.js'

/** A crossing: the arc above, the arc that ends below it, the one that begins there; +1 or −1. */
export interface Crossing {
  readonly over: number
  readonly before: number
  readonly after: number
  readonly sign: 1 | -1
}

/** Directions that are tried before a curve is given up. */
const DIRECTIONS = 40

/**
 * How near to a tie a diagram may be: crossings nearer than this share of a strand to its end, strands whose heights differ by less
 * than this share of the curve's size, or that are parallel to this angle, are not trusted to doubles, whose own error is less than a
 * ten-thousandth of it. Such a diagram is not used: another direction is drawn. No answer depends on the value.
 */
const GENERIC = 1e-9

/** The crossings in the order of their lower strands along the curve; undefined if no direction shows them all clearly. */
export function crossingsOf(curve: Float64Array): readonly Crossing[] | undefined {
  const random = new Random(20_251)
  const axes = new Float64Array(9)
  for (let attempt = 0; attempt < DIRECTIONS; attempt++) {
    drawAxes(axes, random)
    const found = crossingsAlong(curve, axes)
    if (found !== undefined) return found
  }
  return undefined
}

/** Three directions at right angles, the last of which is looked along. */
function drawAxes(axes: Float64Array, random: Random): void {
  random.direction(axes, 6)
  for (;;) {
    random.direction(axes, 0)
    const along = axes[0]! * axes[6]! + axes[1]! * axes[7]! + axes[2]! * axes[8]!
    for (let k = 0; k < 3; k++) axes[k]! -= along * axes[6 + k]!
    const length = Math.hypot(axes[0]!, axes[1]!, axes[2]!)
    if (length < 0.1) continue
    for (let k = 0; k < 3; k++) axes[k]! /= length
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      axes[3 + k] = axes[6 + i]! * axes[j]! - axes[6 + j]! * axes[i]!
    }
    return
  }
}

/** Where one strand passes below or above another: the strands, and how far along the one below. */
interface Passing {
  readonly under: number
  readonly along: number
  readonly over: number
  readonly alongOver: number
  readonly sign: 1 | -1
}

function crossingsAlong(curve: Float64Array, axes: Float64Array): readonly Crossing[] | undefined {
  const n = curve.length / 3
  const seen = project(curve, axes)
  const size = sizeOf(seen)
  const passings: Passing[] = []
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (j === i + 1 || (i === 0 && j === n - 1)) continue
      const passing = passingOf(seen, i, j, size)
      if (passing === 'unclear') return undefined
      if (passing !== undefined) passings.push(passing)
    }
  }
  passings.sort((a, b) => a.under - b.under || a.along - b.along)
  // Two crossings at one place of a strand: their order is not known.
  for (let k = 1; k < passings.length; k++) {
    const [a, b] = [passings[k - 1]!, passings[k]!]
    if (a.under === b.under && b.along - a.along < GENERIC) return undefined
  }
  // Arc k ends below crossing k; the one after the last is the first.
  return passings.map((passing, k) => ({
    over: arcAt(passings, passing.over, passing.alongOver),
    before: k,
    after: (k + 1) % passings.length,
    sign: passing.sign,
  }))
}

/** The arc at a place of a strand: that of the next undercrossing from there on. */
function arcAt(passings: readonly Passing[], strand: number, along: number): number {
  let low = 0
  let high = passings.length
  while (low < high) {
    const middle = (low + high) >> 1
    const { under, along: at } = passings[middle]!
    if (under < strand || (under === strand && at < along)) low = middle + 1
    else high = middle
  }
  return low % passings.length
}

function project(curve: Float64Array, axes: Float64Array): Float64Array {
  const seen = new Float64Array(curve.length)
  for (let p = 0; p < curve.length; p += 3) {
    for (let k = 0; k < 3; k++) {
      seen[p + k] = axes[3 * k]! * curve[p]! + axes[3 * k + 1]! * curve[p + 1]! + axes[3 * k + 2]! * curve[p + 2]!
    }
  }
  return seen
}

function sizeOf(seen: Float64Array): number {
  let most = 0
  for (let k = 3; k < seen.length; k++) most = Math.max(most, Math.abs(seen[k]! - seen[k % 3]!))
  return most
}

/** How strands i < j cross, seen along the third coordinate; undefined if they do not. */
function passingOf(seen: Float64Array, i: number, j: number, size: number): Passing | 'unclear' | undefined {
  const p = 3 * i
  const q = (3 * i + 3) % seen.length
  const v = 3 * j
  const w = (3 * j + 3) % seen.length
  if (
    Math.max(seen[p]!, seen[q]!) < Math.min(seen[v]!, seen[w]!) - GENERIC * size ||
    Math.max(seen[v]!, seen[w]!) < Math.min(seen[p]!, seen[q]!) - GENERIC * size ||
    Math.max(seen[p + 1]!, seen[q + 1]!) < Math.min(seen[v + 1]!, seen[w + 1]!) - GENERIC * size ||
    Math.max(seen[v + 1]!, seen[w + 1]!) < Math.min(seen[p + 1]!, seen[q + 1]!) - GENERIC * size
  ) {
    return undefined
  }
  const ax = seen[q]! - seen[p]!
  const ay = seen[q + 1]! - seen[p + 1]!
  const bx = seen[w]! - seen[v]!
  const by = seen[w + 1]! - seen[v + 1]!
  const dx = seen[v]! - seen[p]!
  const dy = seen[v + 1]! - seen[p + 1]!
  const turn = ax * by - ay * bx
  const lengths = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by))
  if (Math.abs(turn) <= GENERIC * lengths) return 'unclear'
  const s = (dx * by - dy * bx) / turn
  const t = (dx * ay - dy * ax) / turn
  // What is computed is off by some u of the size over the sine of the angle, in units of a strand.
  const slack = (GENERIC * size * Math.sqrt(Math.max(ax * ax + ay * ay, bx * bx + by * by))) / Math.abs(turn)
  if (s < -slack || s > 1 + slack || t < -slack || t > 1 + slack) return undefined
  if (s < slack || s > 1 - slack || t < slack || t > 1 - slack) return 'unclear'
  const height = seen[p + 2]! + s * (seen[q + 2]! - seen[p + 2]!) - (seen[v + 2]! + t * (seen[w + 2]! - seen[v + 2]!))
  const rise = Math.abs(seen[q + 2]! - seen[p + 2]!) + Math.abs(seen[w + 2]! - seen[v + 2]!)
  if (Math.abs(height) <= GENERIC * size + slack * rise) return 'unclear'
  // Positive if the way from the strand above to the one below, by less than half a turn, is against the clock.
  const over = height > 0
  const sign = (over ? turn : -turn) > 0 ? 1 : -1
  return over
    ? { under: j, along: t, over: i, alongOver: s, sign }
    : { under: i, along: s, over: j, alongOver: t, sign }
}
