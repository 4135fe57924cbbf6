// Pairs of triangles to try, from the ordinary to the nasty, each made from a seed: same seed, same case.
import { setQuaternion } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'

/** Nothing exact about these; whether they touch is left to chance, or was meant up to rounding. */
export const ORDINARY_MODES = [
  'random', // of a size, and near each other
  'near', // supported by two parallel planes 1e-16 to 1 apart: every pair of features, faces and edges parallel or not
  'crossing', // through each other
  'thin', // needles and caps
  'scales', // sizes from 1e-9 to 1e6
  'far', // up to a million times their size away from the origin
  'skewed', // one of the special ones, off by 1e-5 to 1e-16
  'leaning', // in nearly the same plane
] as const

/** Degenerate, coplanar or touching, or all of it, exactly so. */
export const SPECIAL_MODES = [
  'lattice', // small whole coordinates
  'shared', // a vertex or two in common
  'identical', // the same triangle, or a part of it
  'coplanar', // in a plane that is not an axis's
  'touching', // a vertex on a face, on an edge or on a vertex; edges that cross
  'parallel', // edges parallel
  'collinear', // needles on one line, or nearly
  'points', // triangles that are points or segments
] as const

export const MODES = [...ORDINARY_MODES, ...SPECIAL_MODES] as const
export type Mode = (typeof MODES)[number]

export interface TriangleCase {
  readonly a: Float64Array
  /** The second triangle in A's frame. */
  readonly b: Float64Array
  /** The same in a frame of its own, up to rounding, and the pose that takes it to A's frame. */
  readonly local: Float64Array
  readonly x: Float64Array
}

/** The case of a mode and a seed: what a failing test prints can be pasted here. */
export function triangleCase(mode: Mode, seed: number): TriangleCase {
  const random = new Random(seed)
  const t = make(mode, random)
  // A power of two changes no digit.
  if (random.unit() < 0.3) scale(t, 2 ** (random.integer(51) - 30))
  if (random.unit() < 0.5) t.set([...t.slice(9), ...t.slice(0, 9)])
  const a = t.slice(0, 9)
  const b = t.slice(9)
  const x = new Float64Array(12)
  const exactly = random.unit() < 0.3
  if (exactly) quarterTurns(x, random)
  else setQuaternion(x, 0, quaternion(random))
  const offset = exactly ? Math.round(random.range(-4, 4)) : random.range(-3, 3)
  for (let row = 0; row < 3; row++) x[4 * row + 3] = offset * Math.abs(a[row]!)
  const local = new Float64Array(9)
  for (let k = 0; k < 9; k += 3) {
    for (let c = 0; c < 3; c++) {
      for (let row = 0; row < 3; row++) local[k + c]! += x[4 * row + c]! * (b[k + row]! - x[4 * row + 3]!)
    }
  }
  return { a, b, local, x }
}

/** Two triangles, eighteen numbers. */
function make(mode: Mode, random: Random): Float64Array {
  const t = new Float64Array(18)
  switch (mode) {
    case 'random':
      fill(t, random, 1)
      move(t, random, 1.2)
      return t
    case 'near':
      return supported(random)
    case 'crossing':
      fill(t, random, 1)
      return t
    case 'thin':
      return thin(random)
    case 'scales': {
      fill(t, random, 1)
      const ratio = 10 ** random.range(-9, 0)
      for (let k = 0; k < 9; k++) t[k]! *= ratio
      if (random.unit() < 0.7) move(t, random, 1)
      return scale(t, 10 ** random.range(-9, 6))
    }
    case 'far': {
      const near = make(MODES[random.integer(4)]!, random)
      const at = random.direction(new Float64Array(3)).map((c) => c * 10 ** random.range(0, 6))
      return near.map((c, k) => c + at[k % 3]!)
    }
    case 'skewed': {
      const base = make(SPECIAL_MODES[random.integer(SPECIAL_MODES.length)]!, random)
      const off = 10 ** random.range(-16, -5)
      return base.map((c) => (random.unit() < 0.5 ? c + off * random.range(-1, 1) : c))
    }
    case 'leaning': {
      const angle = 10 ** random.range(-16, -1)
      const [u, v, w] = frame(random)
      for (let k = 0; k < 18; k += 3) {
        const s = random.range(-1, 1)
        const r = random.range(-1, 1)
        const h = k < 9 ? 0 : angle * random.range(-1, 1)
        for (let c = 0; c < 3; c++) t[k + c] = s * u[c]! + r * v[c]! + h * w[c]!
      }
      return t
    }
    case 'lattice':
      for (let k = 0; k < 18; k++) t[k] = random.integer(5) - 2
      return t
    case 'shared':
      if (random.unit() < 0.5) fill(t, random, 1)
      else for (let k = 0; k < 18; k++) t[k] = random.integer(9) - 4
      copyVertex(t, random)
      if (random.unit() < 0.5) copyVertex(t, random)
      return t
    case 'identical': {
      const whole = random.unit() < 0.5
      for (let k = 0; k < 9; k++) t[k] = whole ? random.integer(9) - 4 : random.range(-1, 1)
      const order = permutation(random)
      for (let v = 0; v < 3; v++) for (let c = 0; c < 3; c++) t[9 + 3 * v + c] = t[3 * order[v]! + c]!
      if (whole && random.unit() < 0.5) {
        // a corner of it, half as large
        for (let k = 12; k < 18; k++) t[k] = (t[k]! + t[9 + (k % 3)]!) / 2
      }
      return t
    }
    case 'coplanar': {
      const range = random.unit() < 0.5 ? 3 : 1000
      const u = wholes(random, 3)
      const v = wholes(random, 3)
      for (let k = 0; k < 18; k += 3) {
        const s = random.integer(2 * range + 1) - range
        const r = random.integer(2 * range + 1) - range
        for (let c = 0; c < 3; c++) t[k + c] = s * u[c]! + r * v[c]!
      }
      return t
    }
    case 'touching':
      return touching(random)
    case 'parallel': {
      const d = wholes(random, 40)
      for (let k = 0; k < 18; k += 9) {
        const o = wholes(random, 40)
        const third = wholes(random, 80)
        const long = random.integer(9) - 4
        for (let c = 0; c < 3; c++) {
          t[k + c] = o[c]!
          t[k + 3 + c] = o[c]! + long * d[c]!
          t[k + 6 + c] = random.unit() < 0.2 ? o[c]! + d[c]! : third[c]!
        }
      }
      return t
    }
    case 'collinear': {
      const d =
        random.unit() < 0.7 ? wholes(random, 3) : [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
      const off = random.unit() < 0.5 ? 0 : 10 ** random.range(-16, 0)
      for (let k = 0; k < 18; k += 3) {
        const s = random.integer(41) - 20 + (k < 9 ? 0 : random.integer(2) * 24)
        for (let c = 0; c < 3; c++) t[k + c] = s * d[c]! + (random.unit() < 0.2 ? off * random.range(-1, 1) : 0)
      }
      return t
    }
    case 'points': {
      const whole = random.unit() < 0.6
      for (let k = 0; k < 18; k++) t[k] = whole ? random.integer(5) - 2 : random.range(-1, 1)
      for (let k = 0; k < 18; k += 9) {
        const kind = random.integer(k === 0 ? 2 : 3)
        const third = random.integer(3)
        // a point; a segment, with the third vertex at an end or in the middle; an ordinary triangle
        for (let c = k; c < k + 3; c++) {
          if (kind === 0) t[c + 3] = t[c + 6] = t[c]!
          else if (kind === 1) t[c + 6] = (t[c]! * third + t[c + 3]! * (2 - third)) / 2
        }
      }
      return t
    }
  }
}

function fill(t: Float64Array, random: Random, size: number): void {
  for (let k = 0; k < t.length; k++) t[k] = random.range(-size, size)
}

/** Moves the second triangle in some direction. */
function move(t: Float64Array, random: Random, far: number): void {
  const d = random.direction(new Float64Array(3))
  const length = random.range(0, 2) * far
  for (let k = 9; k < 18; k++) t[k]! += d[k % 3]! * length
}

function scale(t: Float64Array, s: number): Float64Array {
  for (let k = 0; k < t.length; k++) t[k]! *= s
  return t
}

/**
 * A below a plane and B above a parallel one, with one, two or three vertices of each in its plane such that the hulls
 * of those lie over each other at one point at least: the distance is the gap between the planes.
 */
function supported(random: Random): Float64Array {
  const t = new Float64Array(18)
  const [u, v, w] = frame(random)
  const gap = 10 ** random.range(-16, 0) * (random.unit() < 0.1 ? 0 : 1)
  const lean = random.unit() < 0.3 ? 10 ** random.range(-16, 0) : 1
  for (let k = 0; k < 18; k += 9) {
    const inPlane = 1 + random.integer(3)
    // points around the origin that have it in their hull
    const at: number[][] = []
    if (inPlane === 1) at.push([0, 0])
    const angle = random.range(0, 2 * Math.PI)
    for (let n = 0; n < inPlane && inPlane > 1; n++) {
      const r = random.range(0.1, 1)
      const turn = angle + (2 * Math.PI * n) / inPlane
      at.push([r * Math.cos(turn), r * Math.sin(turn)])
    }
    while (at.length < 3) at.push([random.range(-1, 1), random.range(-1, 1), lean * random.unit()])
    const sign = k === 0 ? -1 : 1
    for (let n = 0; n < 3; n++) {
      const [x, y, depth = 0] = at[n]!
      const h = sign * (depth + gap / 2)
      for (let c = 0; c < 3; c++) t[k + 3 * n + c] = x! * u[c]! + y! * v[c]! + h * w[c]!
    }
  }
  return t
}

/** Needles (one short edge) and caps (a vertex almost on the edge across), near each other. */
function thin(random: Random): Float64Array {
  const t = new Float64Array(18)
  fill(t, random, 1)
  for (let k = 0; k < 18; k += 9) {
    const width = 10 ** random.range(-16, 0)
    const at = random.unit() < 0.3 ? 0 : random.range(0, 1)
    for (let c = k; c < k + 3; c++) t[c + 6] = t[c]! + at * (t[c + 3]! - t[c]!) + width * random.range(-1, 1)
  }
  if (random.unit() < 0.4) {
    // side by side
    const off = 10 ** random.range(-16, 0)
    for (let k = 9; k < 15; k++) t[k] = t[k - 9]! * random.range(0.9, 1.1) + off * random.range(-1, 1)
  }
  return t
}

/** Whole coordinates, multiples of eight for B; A touches it in a vertex, or in the middle of an edge. */
function touching(random: Random): Float64Array {
  const t = new Float64Array(18)
  for (let k = 0; k < 9; k++) t[k] = random.integer(33) - 16
  for (let k = 9; k < 18; k++) t[k] = 8 * (random.integer(5) - 2)
  // Eighths that sum to one; none, one or two of them zero.
  const p = random.integer(9)
  const q = random.unit() < 0.5 ? random.integer(9 - p) : 0
  const weights = [p, q, 8 - p - q]
  const order = permutation(random)
  const edge = random.unit() < 0.3
  for (let c = 0; c < 3; c++) {
    let m = 0
    for (let v = 0; v < 3; v++) m += (weights[order[v]!]! * t[9 + 3 * v + c]!) / 8
    if (edge) t[c + 3] = 2 * m - t[c]!
    else t[c] = m
  }
  return t
}

function copyVertex(t: Float64Array, random: Random): void {
  const from = 3 * random.integer(3)
  t.copyWithin(9 + 3 * random.integer(3), from, from + 3)
}

function wholes(random: Random, range: number): number[] {
  return [0, 1, 2].map(() => random.integer(2 * range + 1) - range)
}

function permutation(random: Random): number[] {
  const p = [0, 1, 2]
  for (let i = 2; i > 0; i--) {
    const j = random.integer(i + 1)
    ;[p[i], p[j]] = [p[j]!, p[i]!]
  }
  return p
}

/** Three directions at right angles. */
function frame(random: Random): number[][] {
  const x = new Float64Array(12)
  setQuaternion(x, 0, quaternion(random))
  return [0, 1, 2].map((c) => [x[c]!, x[4 + c]!, x[8 + c]!])
}

function quaternion(random: Random): number[] {
  for (;;) {
    const q = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
    const sq = q.reduce((sum, c) => sum + c * c, 0)
    if (sq > 0.01 && sq <= 1) return q
  }
}

/** One of the 24 rotations that take the axes to the axes, exactly. */
function quarterTurns(x: Float64Array, random: Random): void {
  const p = permutation(random)
  const odd = +(p[0]! > p[1]!) + +(p[0]! > p[2]!) + +(p[1]! > p[2]!)
  const signs = [random.unit() < 0.5 ? 1 : -1, random.unit() < 0.5 ? 1 : -1, 1]
  signs[2] = signs[0]! * signs[1]! * (odd % 2 === 0 ? 1 : -1)
  for (let row = 0; row < 3; row++) for (let k = 0; k < 3; k++) x[4 * row + k] = k === p[row] ? signs[row]! : 0
}
