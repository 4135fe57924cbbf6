// Sets of balls to try enclosing balls on: families that are degenerate each in its own way, by seed. Balls are four
// numbers each: x, y, z, r.
import { Random } from '../../../src/base/math/random.js'
import { U } from '../../../src/base/math/rounding.js'
import { escapeSlack } from '../../../src/geometry/balls/enclosing-ball.js'

type Make = (random: Random, n: number, put: Put) => void
type Put = (x: number, y: number, z: number, r: number) => void

/** A small number of any size from 1e-17 to 1. */
const tiny = (random: Random): number => 10 ** random.range(-17, 0)
const v = new Float64Array(3)

/** Balls inside the ball of radius `far` that touch it, about it if `miss` is not 0. */
function tangents(random: Random, n: number, put: Put, far: number, miss: number, small: number): void {
  for (let i = 0; i < n; i++) {
    random.direction(v)
    const r = far * (random.unit() < 0.2 ? 0 : random.range(0, small))
    const at = far - r + miss * random.range(-1, 1)
    put(at * v[0]!, at * v[1]!, at * v[2]!, r)
  }
}

const cube = (random: Random): [number, number, number] => [
  random.range(-1, 1),
  random.range(-1, 1),
  random.range(-1, 1),
]

export const FAMILIES = {
  points: (random, n, put) => {
    for (let i = 0; i < n; i++) put(...cube(random), 0)
  },
  equal: (random, n, put) => {
    const r = random.range(0, 2)
    for (let i = 0; i < n; i++) put(...cube(random), r)
  },
  unequal: (random, n, put) => {
    const most = random.range(0, 1.5)
    for (let i = 0; i < n; i++) put(...cube(random), random.range(0, most))
  },
  'all sizes': (random, n, put) => {
    for (let i = 0; i < n; i++) put(...cube(random), tiny(random))
  },
  duplicates: (random, n, put) => {
    const kinds = Array.from({ length: 1 + random.integer(4) }, () => [...cube(random), random.range(0, 0.7)] as const)
    for (let i = 0; i < n; i++) put(...(kinds[random.integer(kinds.length)] as [number, number, number, number]))
  },
  'same centres': (random, n, put) => {
    const kinds = Array.from({ length: 1 + random.integer(4) }, () => cube(random))
    for (let i = 0; i < n; i++) put(...kinds[random.integer(kinds.length)]!, random.range(0, 0.7))
  },
  contained: (random, n, put) => {
    put(...(cube(random).map((x) => x / 10) as [number, number, number]), 1.5)
    for (let i = 1; i < n; i++)
      put(...(cube(random).map((x) => x / 2) as [number, number, number]), random.range(0, 0.8))
  },
  'internally tangent': (random, n, put) => {
    put(0, 0, 0, 1)
    tangents(random, n - 1, put, 1, 0, 1)
  },
  'nearly tangent': (random, n, put) => {
    put(0, 0, 0, 1)
    tangents(random, n - 1, put, 1, tiny(random), 1)
  },
  'nearly as large': (random, n, put) => {
    put(0, 0, 0, 1)
    const miss = tiny(random)
    for (let i = 1; i < n; i++) {
      random.direction(v)
      const r = 1 - miss * random.unit()
      const at = 1 - r + miss * random.range(-0.5, 1)
      put(at * v[0]!, at * v[1]!, at * v[2]!, r)
    }
  },
  'tangent to one sphere': (random, n, put) => tangents(random, n, put, 1, 0, 1),
  'nearly tangent to one sphere': (random, n, put) => tangents(random, n, put, 1, tiny(random), 1),
  cospherical: (random, n, put) => tangents(random, n, put, 1, 0, 0),
  'nearly cospherical': (random, n, put) => tangents(random, n, put, 1, tiny(random), 0),
  cocircular: (random, n, put) => {
    for (let i = 0; i < n; i++) {
      const a = random.range(-1, 1)
      const s = 1 + a * a
      put((1 - a * a) / s, ((random.bits() & 1 ? 2 : -2) * a) / s, 0, 0)
    }
  },
  collinear: (random, n, put) => {
    const d = cube(random)
    for (let i = 0; i < n; i++) {
      const t = random.range(-1, 1)
      put(t * d[0], t * d[1], t * d[2], random.unit() < 0.5 ? 0 : random.range(0, 0.4))
    }
  },
  needle: (random, n, put) => {
    const thin = tiny(random)
    const large = random.unit() < 0.5 ? 0 : random.range(0, 1)
    for (let i = 0; i < n; i++)
      put(random.range(-1, 1), thin * random.range(-1, 1), thin * random.range(-1, 1), large * random.unit())
  },
  coplanar: (random, n, put) => {
    const a = cube(random)
    const b = cube(random)
    for (let i = 0; i < n; i++) {
      const s = random.range(-1, 1)
      const t = random.range(-1, 1)
      put(s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2], random.range(0, 0.4))
    }
  },
  flat: (random, n, put) => {
    const thin = tiny(random)
    for (let i = 0; i < n; i++)
      put(random.range(-1, 1), random.range(-1, 1), thin * random.range(-1, 1), random.range(0, 0.4))
  },
  grid: (random, n, put) => {
    const r = random.integer(3)
    for (let i = 0; i < n; i++)
      put(random.integer(3), random.integer(3), random.integer(3), random.unit() < 0.7 ? r : random.integer(3))
  },
  clusters: (random, n, put) => {
    const close = tiny(random)
    const where = Array.from({ length: 1 + random.integer(5) }, () => [...cube(random), random.range(0, 0.6)])
    for (let i = 0; i < n; i++) {
      const at = where[random.integer(where.length)]!
      const [x, y, z] = cube(random)
      put(at[0]! + close * x, at[1]! + close * y, at[2]! + close * z, Math.max(0, at[3]! + close * random.range(-1, 1)))
    }
  },
  'in a row': (random, n, put) => {
    // Balls whose ends lie on a line and whose sizes grow with it: hulls that are cones.
    const slope = random.unit() < 0.5 ? 1 : 1 + tiny(random) * random.range(-1, 1)
    for (let i = 0; i < n; i++) {
      const t = random.unit()
      put(t, tiny(random) * random.range(-1, 1), 0, slope * (1 - t))
    }
  },
  'tangent at a point': (random, n, put) => {
    // Nested balls that share a point of their surfaces, nearly.
    const miss = random.unit() < 0.5 ? 0 : tiny(random)
    for (let i = 0; i < n; i++) {
      const r = random.unit()
      put(1 - r + miss * random.range(-1, 1), miss * random.range(-1, 1), miss * random.range(-1, 1), r)
    }
  },
  'tangent in a cap': (random, n, put) => {
    // Balls that touch the unit sphere from within, at points that are close to each other; and one elsewhere.
    const close = tiny(random)
    const small = random.range(0, 1)
    for (let i = 0; i < n; i++) {
      if (i === 0) random.direction(v)
      else v.set([1, close * random.range(-1, 1), close * random.range(-1, 1)])
      const r = small * random.unit()
      const k = (1 - r) / Math.sqrt(v[0]! ** 2 + v[1]! ** 2 + v[2]! ** 2)
      put(k * v[0]!, k * v[1]!, k * v[2]!, r)
    }
  },
  'weight zero': (random, n, put) => {
    // Two that make the ball, and others that touch it: a third and a fourth member would have no weight.
    const r = random.unit() < 0.5 ? 0 : random.range(0, 0.9)
    put(1 - r, 0, 0, r)
    put(-1, 0, 0, 0)
    tangents(random, n - 2, put, 1, random.unit() < 0.5 ? 0 : tiny(random), 0.9)
  },
  balanced: (random, n, put) => {
    // Balls that hold the unit ball, from directions that balance each other and are nearly in a line or a plane.
    const flat = [random.unit() < 0.3 ? 1 : tiny(random), tiny(random)]
    const cap = random.unit() < 0.5
    const sizes = random.integer(3)
    const count = Math.min(n, 3 + random.integer(2))
    const sum = [0, 0, 0]
    for (let i = 0; i < n; i++) {
      const d = [0, 0, 0]
      if (i === count - 1) d.splice(0, 3, ...sum)
      else d.splice(0, 3, cap ? 1 : random.range(-1, 1), flat[0]! * random.range(-1, 1), flat[1]! * random.range(-1, 1))
      const l = Math.sqrt(d[0]! ** 2 + d[1]! ** 2 + d[2]! ** 2)
      const by = random.unit() < 0.3 ? tiny(random) : random.unit()
      for (let t = 0; t < 3; t++) sum[t] = sum[t]! - (by * d[t]!) / l
      const far = sizes === 0 ? 1 : sizes === 1 ? tiny(random) : random.unit()
      if (l > 0) put((-far * d[0]!) / l, (-far * d[1]!) / l, (-far * d[2]!) / l, 1 - far)
    }
  },
  simplex: (random, n, put) => {
    const r = random.unit() < 0.5 ? 0 : random.unit()
    for (let i = 0; i < n; i++) {
      const k = i % 4
      if (random.unit() < 0.2) put(random.integer(3) - 1, random.integer(3) - 1, random.integer(3) - 1, r)
      else put(k < 2 ? 1 : -1, k % 2 === 0 ? 1 : -1, k === 0 || k === 3 ? 1 : -1, r)
    }
  },
  'mixed scales': (random, n, put) => {
    for (let i = 0; i < n; i++) {
      random.direction(v)
      const far = tiny(random)
      put(far * v[0]!, far * v[1]!, far * v[2]!, random.unit() < 0.3 ? 0 : far * random.range(0, 2))
    }
  },
} satisfies Record<string, Make>

export type Family = keyof typeof FAMILIES
export const FAMILY_NAMES = Object.keys(FAMILIES) as Family[]

/** Where the set stands: what it is multiplied by, then moved by. */
export const PLACES = ['here', 'there', 'far', 'huge', 'small'] as const
export type Place = (typeof PLACES)[number]

export function ballCase(family: Family, place: Place, dimension: 2 | 3, seed: number): Float64Array {
  const random = new Random(seed)
  const luck = random.unit()
  const n = luck < 0.1 ? 1 + random.integer(3) : luck < 0.2 ? 12 + random.integer(40) : 3 + random.integer(6)
  return makeBalls(family, place, dimension, random, n)
}

/**
 * What a radius must be right to, relative: 1e-12, and what the rounding of a centre to doubles costs. That moves it by no
 * more than u·|c|, so that the reaches of a basis may differ by twice as much, and a ball stick out by as much: at an offset
 * of a million, 7e-10 of a set of size 1. Next to R = 0 that is anything: ask as well whether the ball encloses.
 */
export function tolerance(ball: ArrayLike<number>): number {
  const far = Math.abs(ball[0]!) + Math.abs(ball[1]!) + Math.abs(ball[2]!)
  return ball[3]! === 0 ? Infinity : 1e-12 + (2 * U * far) / ball[3]!
}

export function makeBalls(family: Family, place: Place, dimension: 2 | 3, random: Random, n: number): Float64Array {
  const list: number[] = []
  const scale = place === 'huge' ? 0.25e60 : place === 'small' ? 1e-100 : 1
  // 'there' costs a digit of the coordinates, so that tangent balls are only nearly so.
  const by = place === 'far' ? 1e6 : place === 'there' ? random.range(0.5, 2) : 0
  const to = [by, -by, by]
  const order = random.integer(6)
  const make: Make = FAMILIES[family]
  make(random, n, (x, y, z, r) => {
    const [a, b, c] =
      order === 0 ? [x, y, z] : order === 1 ? [y, z, x] : order === 2 ? [z, x, y] : turned(order, x, y, z)
    list.push(a! * scale + to[0]!, b! * scale + to[1]!, dimension === 2 ? 0 : c! * scale + to[2]!, r * scale)
  })
  if (list.length === 0) list.push(0, 0, 0, scale)
  return Float64Array.from(shuffled(random, list))
}

/** Turned by a rational rotation or two: exact tangency does not outlive it, near tangency does. */
function turned(order: number, x: number, y: number, z: number): number[] {
  if (order === 3) return [x, y, z]
  const [a, b] = [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y]
  return order === 4 ? [a, b, z] : [a, (5 * b - 12 * z) / 13, (12 * b + 5 * z) / 13]
}

function shuffled(random: Random, list: readonly number[]): number[] {
  const order = Array.from({ length: list.length / 4 }, (_, i) => i)
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order.flatMap((i) => list.slice(4 * i, 4 * i + 4))
}

export function rows(balls: Float64Array): number[][] {
  return Array.from({ length: balls.length / 4 }, (_, i) => Array.from(balls.subarray(4 * i, 4 * i + 4)))
}

/** How far a ball may stick out of a result, in exact arithmetic: what was let pass, and a reach is off by 4 u of R, twice. */
export function outside(ball: Float64Array): number {
  return escapeSlack(ball, 0) + 8 * U * ball[3]!
}
