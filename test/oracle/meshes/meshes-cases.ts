// Pairs of small meshes to try, from the ordinary to the nasty, each made from a seed: same seed, same case.
import { setQuaternion } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'

/**
 * soup: triangles at random. surface: bumpy closed surfaces. lattice: small whole coordinates and quarter turns, so that
 * much is coplanar, shared or touching exactly. same: a mesh and itself, not moved or hardly. degenerate: triangles that
 * are segments or points, twice there, or slivers. far: a million away from the origin. scales: one a millionth of the
 * other. near: any of those, moved together until next to nothing is left between them. few: none, one or two triangles.
 */
export const MESH_MODES = ['soup', 'surface', 'lattice', 'same', 'degenerate', 'far', 'scales', 'near', 'few'] as const
export type MeshMode = (typeof MESH_MODES)[number]

export interface SmallMesh {
  readonly positions: Float64Array
  readonly triangles: Uint32Array
}

export interface MeshCase {
  readonly a: SmallMesh
  readonly b: SmallMesh
  readonly x: Float64Array
}

/** The case of a mode and a seed: what a failing test prints can be pasted here. */
export function meshCase(mode: MeshMode, seed: number): MeshCase {
  const random = new Random(seed)
  const x = pose(random, 1)
  switch (mode) {
    case 'soup':
      return { a: soup(random, 24), b: soup(random, 24), x }
    case 'surface':
      return { a: surface(random), b: surface(random), x: pose(random, 2.5) }
    case 'lattice': {
      quarterTurns(x, random)
      for (let k = 3; k < 12; k += 4) x[k] = random.integer(9) - 4
      return { a: lattice(random, 16), b: lattice(random, 16), x }
    }
    case 'same': {
      const a = random.unit() < 0.5 ? surface(random) : lattice(random, 16)
      x.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
      if (random.unit() < 0.5) x[3 + 4 * random.integer(3)] = 10 ** random.range(-17, 0)
      return { a, b: a, x }
    }
    case 'degenerate':
      return { a: degenerate(random), b: degenerate(random), x }
    case 'far': {
      const base = meshCase(random.unit() < 0.5 ? 'soup' : 'lattice', random.integer(2 ** 31))
      const shift = [0, 1, 2].map(() => Math.round(random.range(-1e6, 1e6)))
      const a = { ...base.a, positions: base.a.positions.map((p, k) => p + shift[k % 3]!) }
      for (let k = 0; k < 3; k++) base.x[4 * k + 3]! += shift[k]!
      return { a, b: base.b, x: base.x }
    }
    case 'scales': {
      const base = meshCase('soup', random.integer(2 ** 31))
      const scale = 10 ** random.range(-6, 6)
      const b = { ...base.b, positions: base.b.positions.map((p) => scale * p) }
      for (let k = 3; k < 12; k += 4) base.x[k]! *= scale
      return { a: base.a, b, x: base.x }
    }
    case 'near': {
      const base = meshCase((['soup', 'surface', 'lattice'] as const)[random.integer(3)]!, random.integer(2 ** 31))
      moveTogether(base, 10 ** random.range(-16, 0))
      return base
    }
    case 'few':
      return { a: soup(random, random.integer(3)), b: soup(random, random.integer(3)), x }
  }
}

function soup(random: Random, count: number): SmallMesh {
  const positions: number[] = []
  for (let t = 0; t < count; t++) {
    const at = [0, 1, 2].map(() => random.range(-1, 1))
    const size = 10 ** random.range(-1.5, 0)
    for (let k = 0; k < 3; k++) for (const c of at) positions.push(c + size * random.range(-1, 1))
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from({ length: 3 * count }, (_, i) => i) }
}

function lattice(random: Random, count: number): SmallMesh {
  const positions = Float64Array.from({ length: 36 }, () => random.integer(5))
  return { positions, triangles: Uint32Array.from({ length: 3 * count }, () => random.integer(12)) }
}

function degenerate(random: Random): SmallMesh {
  const base = random.unit() < 0.5 ? soup(random, 12) : lattice(random, 12)
  const triangles = Array.from(base.triangles)
  for (let t = 0; t < 12; t++) {
    const [i, j, k] = triangles.slice(3 * t, 3 * t + 3) as [number, number, number]
    const kind = random.integer(5)
    if (kind === 0) triangles.push(i, j, k, k, i, j)
    else if (kind === 1) triangles.push(i, i, j)
    else if (kind === 2) triangles.push(k, k, k)
    else if (kind === 3) {
      // A vertex all but on the edge between the others.
      const share = random.unit()
      for (let c = 0; c < 3; c++) {
        const p = base.positions[3 * i + c]!
        base.positions[3 * k + c] = p + share * (base.positions[3 * j + c]! - p) + 10 ** random.range(-18, -6)
      }
    }
  }
  return { positions: base.positions, triangles: Uint32Array.from(triangles) }
}

/** A closed surface of 48 triangles, more or less round. */
function surface(random: Random): SmallMesh {
  const positions = [0, 0, 1, 0, 0, -1]
  for (let ring = 1; ring < 4; ring++) {
    for (let k = 0; k < 8; k++) {
      const r = random.range(0.7, 1.3)
      const theta = (Math.PI * ring) / 4
      const phi = (Math.PI * (k + ring / 2)) / 4
      positions.push(r * Math.sin(theta) * Math.cos(phi), r * Math.sin(theta) * Math.sin(phi), r * Math.cos(theta))
    }
  }
  const triangles: number[] = []
  const at = (ring: number, k: number) => 2 + 8 * ring + (k % 8)
  for (let k = 0; k < 8; k++) {
    triangles.push(0, at(0, k), at(0, k + 1), 1, at(2, k + 1), at(2, k))
    for (let ring = 0; ring < 2; ring++) {
      triangles.push(
        at(ring, k),
        at(ring + 1, k),
        at(ring + 1, k + 1),
        at(ring, k),
        at(ring + 1, k + 1),
        at(ring, k + 1),
      )
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) }
}

function pose(random: Random, spread: number): Float64Array {
  const x = new Float64Array(12)
  const q = [0, 1, 2, 3].map(() => random.range(-1, 1))
  const norm = Math.hypot(...q)
  setQuaternion(
    x,
    0,
    q.map((c) => c / norm),
  )
  for (let k = 3; k < 12; k += 4) x[k] = random.range(-spread, spread)
  return x
}

/** A rotation of zeros and ones, exactly. */
function quarterTurns(x: Float64Array, random: Random): void {
  const axes = [0, 1, 2]
  const first = random.integer(3)
  const second = (first + 1 + random.integer(2)) % 3
  const third = 3 - first - second
  const signs = [random.unit() < 0.5 ? -1 : 1, random.unit() < 0.5 ? -1 : 1]
  const even = (second - first + 3) % 3 === 1 ? 1 : -1
  for (const row of axes) for (const column of axes) x[4 * row + column] = 0
  x[first] = signs[0]!
  x[4 + second] = signs[1]!
  x[8 + third] = even * signs[0]! * signs[1]!
}

/** Moves B straight towards A's nearest vertex until their vertices are `gap` apart. */
function moveTogether({ a, b, x }: MeshCase, gap: number): void {
  let best = Infinity
  let way = [0, 0, 0]
  for (const i of a.triangles) {
    for (const j of b.triangles) {
      const d = [0, 1, 2].map((r) => {
        const row = x.subarray(4 * r, 4 * r + 4)
        const p = b.positions.subarray(3 * j, 3 * j + 3)
        return a.positions[3 * i + r]! - (row[0]! * p[0]! + row[1]! * p[1]! + row[2]! * p[2]! + row[3]!)
      })
      const length = Math.hypot(...d)
      if (length > 0 && length < best) {
        best = length
        way = d.map((c) => (c * Math.max(0, length - gap)) / length)
      }
    }
  }
  for (let k = 0; k < 3; k++) x[4 * k + 3]! += way[k]!
}
