// Pairs of shapes to try, from the ordinary to the nasty, each made from a seed: same seed, same case.
import { setQuaternion } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { box, capsule, convex, cylinder, group, mesh, type Shape, sphere } from '../../../src/shapes/shape.js'
import { shapeSphere } from '../../../src/shapes/shape-bounds.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'

/** Kinds whose distance the exact oracle knows. */
export const KINDS = ['sphere', 'capsule', 'box', 'convex', 'mesh', 'group'] as const
/** Convex solids that are polytopes but for a radius around them. */
export const POLYTOPES = ['sphere', 'capsule', 'box', 'convex'] as const
/** Convex solids; the last is no polytope. */
export const SOLIDS = ['sphere', 'capsule', 'box', 'convex', 'cylinder'] as const
/** A mixed group has cylinders in it. */
export type Kind = (typeof KINDS)[number] | 'cylinder' | 'mixed'

/**
 * random: nothing special. lattice: small whole coordinates and quarter turns, so that edges are parallel, faces
 * coplanar, things touch exactly, points and triangles coincide. skewed: the same, off by 1e-5 to 1e-16. overlap: deep
 * inside each other. scales: one a millionth of the other. far: a million away from the frames' origins. thin: needles
 * and flakes. near: any of those, moved together until next to nothing is left between them.
 */
export const MODES = ['random', 'lattice', 'skewed', 'overlap', 'scales', 'far', 'thin', 'near'] as const
export type Mode = (typeof MODES)[number]

export interface ShapeCase {
  readonly a: Shape
  readonly b: Shape
  readonly x: Float64Array
}

/** The case of a seed: what a failing test prints can be pasted here. */
export function shapeCase(kindA: Kind, kindB: Kind, mode: Mode, seed: number): ShapeCase {
  const random = new Random(seed)
  if (mode === 'near') {
    const base = shapeCase(kindA, kindB, MODES[random.integer(7)]!, random.integer(2 ** 31))
    moveTogether(base, 10 ** random.range(-16, 0) * (random.unit() < 0.1 ? -1 : 1))
    return base
  }
  const small = mode === 'scales' ? 10 ** random.range(-6, 0) : 1
  const far = mode === 'far' ? 1e6 : 0
  const atA = [0, 0, 0].map(() => far * random.range(-1, 1))
  const atB = [0, 0, 0].map(() => far * random.range(-1, 1))
  const a = randomShape(random, kindA, mode, 1, atA)
  const b = randomShape(random, kindB, mode, small, atB)
  const x = new Float64Array(12)
  const onLattice = mode === 'lattice' || mode === 'skewed'
  if (onLattice) quarterTurns(x, random)
  else setQuaternion(x, 0, gaussian4(random))
  if (mode === 'skewed' && random.unit() < 0.7) {
    const turn = new Float64Array(12)
    const angle = 10 ** random.range(-16, -5)
    setQuaternion(turn, 0, [angle * random.range(-1, 1), angle * random.range(-1, 1), angle * random.range(-1, 1), 1])
    rotate(x, turn)
  }
  const spread = mode === 'overlap' ? 0.2 : onLattice ? 4 : 3
  for (let row = 0; row < 3; row++) {
    let t = random.range(-spread, spread)
    if (onLattice) t = Math.round(t) / (random.unit() < 0.8 ? 1 : 2)
    if (mode === 'skewed' && random.unit() < 0.5) t += random.range(-1, 1) * 10 ** random.range(-16, -5)
    // B's own offset is undone, so that the two are near each other in A's frame.
    for (let k = 0; k < 3; k++) t -= x[4 * row + k]! * atB[k]!
    x[4 * row + 3] = t + atA[row]!
  }
  return { a, b, x }
}

/** The case of a seed with B moved into A: by next to nothing, by a good part of its size, or to the same place. */
export function sunkCase(kindA: Kind, kindB: Kind, mode: Mode, seed: number): ShapeCase {
  const { a, b, x } = shapeCase(kindA, kindB, mode, seed)
  const random = new Random(seed + 1)
  const found = new ShapeDistance()
  const d = distanceShapes(found, a, b, x, 0, Infinity)
  const ballA = new Float64Array(4)
  const ballB = new Float64Array(4)
  shapeSphere(ballA, 0, a)
  shapeSphere(ballB, 0, b)
  const towards = [0, 1, 2].map((k) => found.pointA[k]! - found.pointB[k]!)
  const sort = random.unit()
  if (sort < 0.2 || !(d > 0)) {
    for (let k = 0; k < 3; k++) {
      const centre = x[4 * k]! * ballB[0]! + x[4 * k + 1]! * ballB[1]! + x[4 * k + 2]! * ballB[2]!
      x[4 * k + 3] = ballA[k]! - centre
    }
  } else {
    const by = sort < 0.6 ? 10 ** random.range(-16, 0) : random.range(0, 1.5)
    for (let k = 0; k < 3; k++) x[4 * k + 3]! += towards[k]! * (1 + (by * Math.min(ballA[3]!, ballB[3]!)) / d)
  }
  return { a, b, x }
}

function randomShape(random: Random, kind: Kind, mode: Mode, scale: number, at: readonly number[]): Shape {
  const lattice = mode === 'lattice' || mode === 'skewed'
  const squash = [1, 1, 1]
  if (mode === 'thin') for (let k = 0; k < 2; k++) squash[random.integer(3)] = 10 ** random.range(-12, 0)
  const number = (low: number, high: number) =>
    lattice ? Math.round(random.range(low, high)) : random.range(low, high) * scale
  const size = () => (lattice ? 1 + random.integer(2) : random.range(0.2, 1.5) * scale)
  const point = (): number[] => [0, 1, 2].map((k) => at[k]! + number(-1.4, 1.4) * squash[k]!)
  const points = (n: number): number[] => Array.from({ length: n }, point).flat()
  switch (kind) {
    case 'sphere':
      return sphere({ radius: size(), at: point() })
    case 'capsule': {
      const from = point()
      return capsule({ radius: size() / 2, from, to: random.unit() < 0.1 ? from : point() })
    }
    case 'box': {
      const rotation = randomRotation(random, lattice)
      return box({ size: [0, 1, 2].map((k) => size() * squash[k]!), at: point(), rotation })
    }
    case 'cylinder': {
      const rotation = randomRotation(random, lattice)
      return cylinder({ radius: size() * squash[0]!, length: size() * squash[1]!, at: point(), rotation })
    }
    case 'convex': {
      const flat = points(1 + random.integer(7))
      // now and then flat, in a plane that is not an axis's
      if (random.unit() < 0.2) for (let i = 0; i < flat.length; i += 3) flat[i + 2] = flat[i]! + flat[i + 1]!
      return convex({ points: flat })
    }
    case 'mesh': {
      const vertices = 3 + random.integer(4)
      const triangles = Array.from({ length: 3 * (1 + random.integer(5)) }, () => random.integer(vertices))
      return mesh({ positions: points(vertices), triangles })
    }
    case 'group':
    case 'mixed': {
      const kinds = kind === 'group' ? KINDS.slice(0, 5) : SOLIDS
      const parts = Array.from({ length: 1 + random.integer(4) }, () =>
        randomShape(random, kinds[random.integer(5)]!, mode, scale, at),
      )
      return group(parts)
    }
  }
}

function randomRotation(random: Random, lattice: boolean): number[] {
  const x = new Float64Array(12)
  if (lattice) quarterTurns(x, random)
  else setQuaternion(x, 0, gaussian4(random))
  return [x[0]!, x[1]!, x[2]!, x[4]!, x[5]!, x[6]!, x[8]!, x[9]!, x[10]!]
}

function gaussian4(random: Random): number[] {
  for (;;) {
    const q = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
    const sq = q.reduce((sum, c) => sum + c * c, 0)
    if (sq > 0.01 && sq <= 1) return q
  }
}

/** One of the 24 rotations that take the axes to the axes, exactly. */
function quarterTurns(x: Float64Array, random: Random): void {
  const p = [0, 1, 2]
  for (let i = 2; i > 0; i--) {
    const j = random.integer(i + 1)
    ;[p[i], p[j]] = [p[j]!, p[i]!]
  }
  const even = (p[0]! < p[1]! ? 0 : 1) + (p[0]! < p[2]! ? 0 : 1) + (p[1]! < p[2]! ? 0 : 1)
  const signs = [random.unit() < 0.5 ? 1 : -1, random.unit() < 0.5 ? 1 : -1, 1]
  signs[2] = signs[0]! * signs[1]! * (even % 2 === 0 ? 1 : -1)
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3; k++) x[4 * row + k] = k === p[row] ? signs[row]! : 0
  }
}

/** The rotation of x ← that of x · y. */
function rotate(x: Float64Array, y: Float64Array): void {
  const old = x.slice()
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3; k++) {
      let sum = 0
      for (let j = 0; j < 3; j++) sum += old[4 * row + j]! * y[4 * j + k]!
      x[4 * row + k] = sum
    }
  }
}

/** Moves B towards A, or a little into it, until `gap` (absolute) is left. Only where to, not whether, is the engine's. */
function moveTogether({ a, b, x }: ShapeCase, gap: number): void {
  const found = new ShapeDistance()
  const d = distanceShapes(found, a, b, x, 0, Infinity)
  if (!(d > 0)) return
  for (let row = 0; row < 3; row++) x[4 * row + 3]! -= (found.pointB[row]! - found.pointA[row]!) * (1 - gap / d)
}
