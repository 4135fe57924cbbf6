// Small meshes and where they move, for deform-check.ts: free steps, contacts, and everything degenerate in between.
import { Random } from '../../../src/entries/meshes.js'

export interface DeformCase {
  readonly positions: number[]
  readonly triangles: number[]
  readonly next: number[]
}

/**
 * soup: triangles that share nothing. sheet: a grid that is pushed about. lattice: a mesh with coordinates that are small whole numbers:
 * coplanar, collapsed, coinciding. fold: a strip that closes onto itself, or stops short. tetrahedra: corners pass through faces. fan: triangles
 * around one vertex, closed or open, that turn and overlap. bow: two fans that share a vertex alone. turn: a sheet that turns as a
 * whole. flat: a mesh that stays in one plane. seam: a sheet whose vertices are repeated, and tear or not.
 */
export const DEFORM_MODES = [
  'soup',
  'sheet',
  'lattice',
  'fold',
  'tetrahedra',
  'fan',
  'bow',
  'turn',
  'flat',
  'seam',
] as const
export type DeformMode = (typeof DEFORM_MODES)[number]

export function deformCase(mode: DeformMode, seed: number): DeformCase {
  const random = new Random(seed)
  const any = (size = 1): number => random.range(-size, size)
  switch (mode) {
    case 'soup': {
      const count = 2 + random.integer(5)
      const positions = Array.from({ length: 9 * count }, () => any())
      const size = [0.05, 0.3, 2][random.integer(3)]!
      return {
        positions,
        triangles: Array.from({ length: 3 * count }, (_, k) => k),
        next: positions.map((x) => x + any(size)),
      }
    }
    case 'sheet': {
      const { positions, triangles } = grid(2 + random.integer(3), 1 + random.integer(3))
      const size = [0.1, 0.4, 1][random.integer(3)]!
      const bumpy = positions.map((x, i) => (i % 3 === 2 ? any(0.3) : x))
      return { positions: bumpy, triangles, next: bumpy.map((x) => x + any(size)) }
    }
    case 'lattice': {
      const vertices = 4 + random.integer(5)
      const place = (): number => random.integer(4) - 1
      const positions = Array.from({ length: 3 * vertices }, place)
      const mayRepeat = random.integer(4) === 0
      const triangles = Array.from({ length: 2 + random.integer(5) }, () => {
        const [a, b, c] = [random.integer(vertices), random.integer(vertices - 1), random.integer(vertices - 2)]
        if (mayRepeat) return [a, b, c]
        // Three different ones.
        const second = b < a ? b : b + 1
        let third = c
        for (const v of [Math.min(a, second), Math.max(a, second)]) if (third >= v) third++
        return [a, second, third]
      }).flat()
      const stays = random.integer(2) === 0
      return { positions, triangles, next: positions.map((x) => (stays && random.integer(2) === 0 ? x : place())) }
    }
    case 'fold': {
      const { positions, triangles } = grid(6, 1)
      const strip = (angle: number): number[] => bent(positions, angle)
      const [from, to] = [random.range(0, 0.9), random.range(0, 1.3)]
      return { positions: strip(from), triangles, next: strip(to) }
    }
    case 'tetrahedra': {
      const positions = Array.from({ length: 12 }, () => any())
      const triangles = [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0].slice(0, 3 * (2 + random.integer(3)))
      const next = positions.slice()
      // One corner goes past the others, perhaps through the middle of a face, of an edge, or a corner.
      const weights = [
        [1, 1, 1],
        [1, 1, 0],
        [1, 0, 0],
        [random.unit(), random.unit(), random.unit()],
      ][random.integer(4)]!
      const sum = weights.reduce((a, b) => a + b)
      for (let k = 0; k < 3; k++) {
        const target =
          (weights[0]! * positions[k]! + weights[1]! * positions[3 + k]! + weights[2]! * positions[6 + k]!) / sum
        next[9 + k] = positions[9 + k]! + random.range(0.8, 2) * (target - positions[9 + k]!)
      }
      return { positions, triangles, next }
    }
    case 'fan': {
      const count = 3 + random.integer(5)
      const isClosed = random.integer(2) === 0
      // Closed fans that go around twice touch themselves; open ones may come to.
      const start = isClosed ? 2 * Math.PI * (count > 4 && random.integer(4) === 0 ? 2 : 1) : random.range(1, 6)
      const end = isClosed ? start : random.range(1, 8)
      const spin = any(2)
      const place = (total: number, turn: number, height: number): number[] => [
        0,
        0,
        0,
        ...Array.from({ length: count + (isClosed ? 0 : 1) }, (_, k) => {
          const angle = turn + (total * k) / count
          return [Math.cos(angle), Math.sin(angle), height * any()]
        }).flat(),
      ]
      const triangles = Array.from({ length: count }, (_, k) => [
        0,
        1 + k,
        isClosed ? 1 + ((k + 1) % count) : 2 + k,
      ]).flat()
      return { positions: place(start, 0, 0.3), triangles, next: place(end, spin, [0, 0.3, 1][random.integer(3)]!) }
    }
    case 'bow': {
      const wing = (angle: number, x: number): number[] => [
        Math.cos(angle),
        Math.sin(angle),
        any(0.2) + x,
        Math.cos(angle + 0.7),
        Math.sin(angle + 0.7),
        any(0.2) - x,
      ]
      const positions = [0, 0, 0, ...wing(0, 0), ...wing(random.range(1, 5), 0)]
      const next = [0, 0, 0, ...wing(any(), any(0.5)), ...wing(random.range(-1, 5), any(0.5))]
      return { positions, triangles: [0, 1, 2, 0, 3, 4], next }
    }
    case 'turn': {
      const { positions, triangles } = grid(3, 2)
      const bumpy = positions.map((x, i) => (i % 3 === 2 ? any(0.2) : x))
      const angle = random.range(0.3, 3.1)
      const axis = random.direction(new Float64Array(3))
      return { positions: bumpy, triangles, next: turned(bumpy, axis, angle).map((x) => x + any(0.05)) }
    }
    case 'flat': {
      const { positions, triangles } = grid(2, 2)
      const size = [0.2, 0.5, 1][random.integer(3)]!
      const isTilted = random.integer(2) === 0
      const tilt = (p: number[]): number[] =>
        isTilted ? p.map((x, i) => (i % 3 === 2 ? p[i - 2]! + p[i - 1]! : x)) : p
      // Eighths: sums of two are exact, so that everything stays in one plane.
      const move = (x: number, i: number): number => (i % 3 === 2 ? 0 : Math.round(8 * (x + any(size))) / 8)
      const start = positions.map((x, i) => (i % 3 === 2 ? 0 : Math.round(8 * x) / 8))
      return { positions: tilt(start), triangles, next: tilt(start.map(move)) }
    }
    case 'seam': {
      const { positions, triangles } = grid(2, 2)
      const bumpy = positions.map((x, i) => (i % 3 === 2 ? any(0.3) : x))
      const moved = bumpy.map((x) => x + any(0.2))
      const tear = random.integer(3) === 0 ? 1 : 0
      return {
        positions: triangles.flatMap((v) => bumpy.slice(3 * v, 3 * v + 3)),
        triangles: triangles.map((_, k) => k),
        next: triangles.flatMap((v, c) =>
          moved.slice(3 * v, 3 * v + 3).map((x) => (c === 4 ? x + tear * any(0.3) : x)),
        ),
      }
    }
  }
}

/** (m + 1) × (n + 1) vertices of a flat sheet, a unit a cell along x over y. */
function grid(m: number, n: number): { positions: number[]; triangles: number[] } {
  const positions: number[] = []
  const triangles: number[] = []
  for (let i = 0; i <= m; i++) {
    for (let j = 0; j <= n; j++) {
      positions.push(i - m / 2, j - n / 2, 0)
      const a = i * (n + 1) + j
      if (i < m && j < n) triangles.push(a, a + n + 1, a + n + 2, a, a + n + 2, a + 1)
    }
  }
  return { positions, triangles }
}

/** A strip along x, each column turned by so much more: 1 closes a strip of six to a ring. */
function bent(positions: readonly number[], share: number): number[] {
  const out = positions.slice()
  let [x, z, angle, last] = [0, 0, 0, positions[0]!]
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i]! > last) {
      x += Math.cos(angle)
      z += Math.sin(angle)
      angle += (share * Math.PI) / 3
      last = positions[i]!
    }
    out[i] = x
    out[i + 2] = z
  }
  return out
}

function turned(positions: readonly number[], axis: Float64Array, angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const [x, y, z] = [axis[0]!, axis[1]!, axis[2]!]
  const out: number[] = []
  for (let i = 0; i < positions.length; i += 3) {
    const [p, q, r] = [positions[i]!, positions[i + 1]!, positions[i + 2]!]
    const along = (1 - c) * (x * p + y * q + z * r)
    out.push(
      c * p + s * (y * r - z * q) + along * x,
      c * q + s * (z * p - x * r) + along * y,
      c * r + s * (x * q - y * p) + along * z,
    )
  }
  return out
}
