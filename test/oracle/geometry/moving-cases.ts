// Pairs of hulls that move straight, by mode and seed. All modes except `near` are mostly touching, grazing, degenerate or coplanar.
import { Random } from '../../../src/base/math/random.js'
import type { MovingCase } from './moving.js'
import { exactTriangles } from './triangles.js'

/** How many points the hulls have: beads, a bead and a strand, strands, vertex and face, edge and face, triangles. */
export const HULLS = [
  [1, 1],
  [1, 2],
  [2, 2],
  [1, 3],
  [2, 3],
  [3, 3],
] as const

export const MOVING_MODES = ['near', 'tie', 'lattice', 'coplanar', 'degenerate', 'touch', 'miss', 'crossing'] as const
export type MovingMode = (typeof MOVING_MODES)[number]

type Points = number[][]

interface Hulls {
  a0: Points
  a1: Points
  b0: Points
  b1: Points
}

/** The case of a mode and a seed. */
export function movingCase(mode: MovingMode, seed: number): MovingCase {
  const random = new Random(seed * MOVING_MODES.length + MOVING_MODES.indexOf(mode))
  const [na, nb] = HULLS[random.integer(HULLS.length)]!
  const made = BUILDERS[mode](random, na, nb)
  const isSwapped = random.unit() < 0.5
  const { hulls, reach, known } = made
  const { a0, a1, b0, b1 } = hulls
  const list = isSwapped ? [b0, b1, a0, a1] : [a0, a1, b0, b1]
  const [p0, p1, q0, q1] = list.map((points) => points.flat())
  return { a0: p0!, a1: p1!, b0: q0!, b1: q1!, reach, ...(known === undefined ? {} : { known }) }
}

interface Made {
  readonly hulls: Hulls
  readonly reach: number
  readonly known?: boolean
}

const BUILDERS: Readonly<Record<MovingMode, (random: Random, na: number, nb: number) => Made>> = {
  near,
  tie,
  lattice: (random, na, nb) => lattice(random, na, nb, 3),
  coplanar: (random, na, nb) => lattice(random, na, nb, 2),
  degenerate,
  touch: (random, na, nb) => support(random, na, nb, true),
  miss: (random, na, nb) => support(random, na, nb, false),
  crossing,
}

/** Hulls of size one, some way apart, in all units and places. */
function near(random: Random, na: number, nb: number): Made {
  const unit = 10 ** random.range(-6, 6)
  const place = random.unit() < 0.5 ? 0 : random.range(-1e3, 1e3)
  const distance = 10 ** random.range(-2, 0.5)
  const move = 10 ** random.range(-2, 0.3)
  const direction = [...random.direction(new Float64Array(3))]
  const hull = (count: number, sign: number): [Points, Points] => {
    const start = points(count, (k) => sign * distance * direction[k]! + random.range(-0.5, 0.5) + place)
    return [start, start.map((p) => p.map((x) => x + move * random.range(-1, 1)))]
  }
  const [a0, a1] = hull(na, 0.5)
  const [b0, b1] = hull(nb, -0.5)
  const reach = random.unit() < 0.4 ? 0 : random.range(0, 0.7)
  return { hulls: scaled({ a0, a1, b0, b1 }, unit), reach: reach * unit }
}

/** The same with a reach that is the least distance to the last digits, at an end or between. */
function tie(random: Random, na: number, nb: number): Made {
  const { hulls } = near(random, na, nb)
  const at = (from: Points, to: Points, t: number): number[] => {
    const now = from.map((p, i) => p.map((x, k) => x + t * (to[i]![k]! - x)))
    return [...now, now.at(-1)!, now.at(-1)!].slice(0, 3).flat()
  }
  const distance = (t: number) => exactTriangles(at(hulls.a0, hulls.a1, t), 0, at(hulls.b0, hulls.b1, t), 0).distance
  let best = 0
  let least = distance(0)
  // A row of instants, then steps of half the size around the best.
  for (let step = 0.25; step > 2 ** -26; step /= 2) {
    for (const t of step === 0.25 ? [0.25, 0.5, 0.75, 1] : [best - step, best + step]) {
      if (t < 0 || t > 1) continue
      const d = distance(t)
      if (d < least) [best, least] = [t, d]
    }
  }
  return { hulls, reach: least * (1 + (random.integer(5) - 2) * 2 ** -52) }
}

/** Small whole coordinates, in space or in a plane, which may be tilted: ties of all kinds. */
function lattice(random: Random, na: number, nb: number, dimensions: number): Made {
  const span = 1 + random.integer(3)
  const shift = random.integer(2 * span + 2)
  const coordinate = (k: number) => (k < dimensions ? random.integer(2 * span + 1) - span : 0)
  const hull = (count: number, move: number): [Points, Points] => [
    points(count, (k) => coordinate(k) + (k === 0 ? move : 0)),
    points(count, (k) => coordinate(k) + (k === 0 ? move : 0)),
  ]
  const [a0, a1] = hull(na, 0)
  const [b0, b1] = hull(nb, shift)
  return turned(random, { a0, a1, b0, b1 }, random.unit() < 0.5 ? 0 : 1 + random.integer(3))
}

/** Points that coincide, triangles without area at one end, in the middle or always, parallel edges, hulls that stand or only translate. */
function degenerate(random: Random, na: number, nb: number): Made {
  const made = lattice(random, na, nb, random.unit() < 0.5 ? 3 : 2)
  const { a0, a1, b0, b1 } = made.hulls
  for (const [from, to] of [
    [a0, a1],
    [b0, b1],
  ] as const) {
    const collapse = (end: Points) => {
      const i = random.integer(end.length)
      const j = random.integer(end.length)
      const target = end[end.length - 1]!
      for (let k = 0; k < 3; k++) target[k] = (end[i]![k]! + end[j]![k]!) / 2
    }
    switch (random.integer(7)) {
      case 0:
        collapse(from)
        break
      case 1:
        collapse(to)
        break
      case 2:
        collapse(from)
        collapse(to)
        break
      case 3:
        // It stands.
        for (let i = 0; i < from.length; i++) to[i] = [...from[i]!]
        break
      case 4:
        // It translates.
        for (let i = 1; i < from.length; i++)
          for (let k = 0; k < 3; k++) to[i]![k] = to[0]![k]! + from[i]![k]! - from[0]![k]!
        break
      case 5:
        // It turns inside out: without area, or a point, at t = 1/2.
        for (let i = 0; i < from.length; i++) {
          const other = from[(i + 1) % from.length]!
          for (let k = 0; k < 3; k++) to[i]![k] = other[k]!
        }
        break
      default:
        // Its first edge is parallel to one of the other hull.
        if (from.length > 1 && b0.length > 1) {
          for (let k = 0; k < 3; k++) from[1]![k] = from[0]![k]! + b0[1]![k]! - b0[0]![k]!
        }
    }
  }
  return made
}

/**
 * A above a plane by `height`, B below it, for all t; at one instant a vertex, edge or face of A in its plane lies over one of B in the other. So the
 * distance is exactly `height` then and never less: they meet if reach = height, and do not with a reach one place less, or with A
 * lifted by a little.
 */
function support(random: Random, na: number, nb: number, known: boolean): Made {
  const height = random.unit() < 0.4 ? 0 : 1 + random.integer(4)
  const quarter = random.integer(5)
  const xy = (span: number) => 4 * (random.integer(2 * span + 1) - span)
  const inB = 1 + random.integer(nb)
  const inA = 1 + random.integer(na)
  const touchB: Points = points(inB, (k) => (k < 2 ? xy(2) : 0))
  const [p, q, r] = touchB
  const share = random.unit() < 0.5 ? 1 / 2 : 3 / 4
  const over = [0, 1].map((k) => {
    if (inB === 1) return p![k]!
    if (inB === 2) return p![k]! + share * (q![k]! - p![k]!)
    return (2 * p![k]! + q![k]! + r![k]!) / 4
  })
  const w1 = [xy(1), xy(1)]
  const w2 = [xy(1), xy(1)]
  const offsets =
    inA === 1
      ? [[0, 0]]
      : inA === 2
        ? [w1, w1.map((x) => -x)]
        : [w1.map((x) => 2 * x), w2.map((x) => 2 * x), w1.map((x, k) => -x - w2[k]!)]
  const touchA: Points = offsets.map((d) => [over[0]! + d[0]!, over[1]! + d[1]!, height])
  const build = (touching: Points, count: number, sign: number): [Points, Points] => {
    const from: Points = []
    const to: Points = []
    const away = () => sign * random.integer(4)
    const level = sign > 0 ? height : 0
    for (const point of touching) {
      const v = [xy(2), xy(2)]
      const before = v.map((x, k) => point[k]! - (x * quarter) / 4)
      from.push([before[0]!, before[1]!, level + (quarter === 4 ? away() : 0)])
      to.push([before[0]! + v[0]!, before[1]! + v[1]!, level + (quarter === 0 ? away() : 0)])
    }
    while (from.length < count) {
      from.push([xy(3), xy(3), level + away()])
      to.push([xy(3), xy(3), level + away()])
    }
    return [from, to]
  }
  const [a0, a1] = build(touchA, na, 1)
  const [b0, b1] = build(touchB, nb, -1)
  if (!known && (height === 0 || random.unit() < 0.5)) {
    const lift = 2 ** -(10 + random.integer(25))
    for (const point of [...a0, ...a1]) point[2]! += lift
    return { ...turned(random, { a0, a1, b0, b1 }, height), known }
  }
  const made = turned(random, { a0, a1, b0, b1 }, height)
  return { hulls: made.hulls, reach: known ? made.reach : made.reach * (1 - 2 ** -53), known }
}

/** Reach 0, through each other at an instant that no power of two divides; or, as often, past each other by a hair. */
function crossing(random: Random, na: number, nb: number): Made {
  const at = random.range(0.01, 0.99)
  const meeting = [0, 1, 2].map(() => random.range(-1, 1))
  const hull = (count: number): [Points, Points] => {
    const weights = Array.from({ length: count }, () => random.unit() + 0.05)
    const total = weights.reduce((x, y) => x + y)
    const middle = points(count, () => random.range(-1, 1))
    // Shifted so that the weighted mean is the meeting point, to rounding.
    const mean = [0, 1, 2].map((k) => middle.reduce((sum, p, i) => sum + (weights[i]! / total) * p[k]!, 0))
    for (const p of middle) for (let k = 0; k < 3; k++) p[k]! += meeting[k]! - mean[k]!
    const v = points(count, () => random.range(-1, 1))
    return [
      middle.map((p, i) => p.map((x, k) => x - at * v[i]![k]!)),
      middle.map((p, i) => p.map((x, k) => x + (1 - at) * v[i]![k]!)),
    ]
  }
  const [a0, a1] = hull(na)
  const [b0, b1] = hull(nb)
  return { hulls: { a0, a1, b0, b1 }, reach: 0 }
}

function points(count: number, coordinate: (k: number) => number): Points {
  return Array.from({ length: count }, () => [0, 1, 2].map(coordinate))
}

function scaled({ a0, a1, b0, b1 }: Hulls, unit: number): Hulls {
  const scale = (list: Points) => list.map((p) => p.map((x) => x * unit))
  return { a0: scale(a0), a1: scale(a1), b0: scale(b0), b1: scale(b1) }
}

/** Turned by a rotation times a whole number, with whole entries, and moved: exact as long as the coordinates are short. */
function turned(random: Random, { a0, a1, b0, b1 }: Hulls, reach: number): Made {
  const [w, x, y, z] = [1, 1, 1, 1].map(() => (random.unit() < 0.4 ? random.integer(3) - 1 : 0)) as [
    number,
    number,
    number,
    number,
  ]
  const square = w * w + x * x + y * y + z * z
  const rows =
    square === 0
      ? [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]
      : [
          [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
          [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
          [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
  const far = random.unit() < 0.3 ? 1000 : 1
  const place = [0, 1, 2].map(() => random.integer(5 * far))
  const turn = (list: Points) =>
    list.map((p) => rows.map((row, k) => row[0]! * p[0]! + row[1]! * p[1]! + row[2]! * p[2]! + place[k]!))
  return { hulls: { a0: turn(a0), a1: turn(a1), b0: turn(b0), b1: turn(b1) }, reach: reach * (square || 1) }
}
