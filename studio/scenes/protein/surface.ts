// A smooth surface around atoms: where a sum of Gaussians, each 1 at its atom's van der Waals radius, is 1. Found on a grid by surface
// nets (Gibson, MICCAI 1998): one corner in every cell that the surface crosses, at the mean of its crossings, and a square for every edge
// of the grid that it crosses. It is a picture of the shape, not the solvent-excluded surface, and no query uses it.
import { MOST_POINTS } from './surface-limit.js'

export interface MoleculeSurface {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly triangles: Uint32Array
  /** By corner: the atom that is nearest, as the caller numbers them. */
  readonly atoms: Int32Array
  /** Å between two points of the grid. */
  readonly spacing: number
}

/** How fast a Gaussian falls: larger values follow single atoms, smaller ones smooth over them. */
const SHARPNESS = 2.2
/** Of an atom's radius, what its Gaussian reaches: exp(-2.2 (2² - 1)) is 0.001. */
const REACH = 2
const FINEST = 0.6

/** `balls`: x, y, z, radius each; `numbers`: what the caller calls them. `breathe` is awaited now and then, with the share that is done. */
export async function moleculeSurface(
  balls: Float64Array,
  numbers: Int32Array,
  breathe: (share: number) => Promise<void>,
): Promise<MoleculeSurface> {
  const { low, size, spacing } = gridAround(balls)
  const [nx, ny, nz] = size
  const field = new Float32Array(nx * ny * nz)
  const nearest = new Int32Array(field.length).fill(-1)
  const most = new Float32Array(field.length)
  const count = balls.length / 4
  for (let i = 0; i < count; i++) {
    if (i % 500 === 0) await breathe((0.8 * i) / count)
    const radius = balls[4 * i + 3]!
    const from = [0, 1, 2].map((k) => Math.ceil((balls[4 * i + k]! - REACH * radius - low[k]!) / spacing))
    const to = [0, 1, 2].map((k) => Math.floor((balls[4 * i + k]! + REACH * radius - low[k]!) / spacing))
    for (let z = from[2]!; z <= to[2]!; z++) {
      const dz = (low[2]! + z * spacing - balls[4 * i + 2]!) ** 2
      for (let y = from[1]!; y <= to[1]!; y++) {
        const dyz = dz + (low[1]! + y * spacing - balls[4 * i + 1]!) ** 2
        for (let x = from[0]!; x <= to[0]!; x++) {
          const square = (dyz + (low[0]! + x * spacing - balls[4 * i]!) ** 2) / (radius * radius)
          if (square > REACH * REACH) continue
          const at = x + nx * (y + ny * z)
          const value = Math.exp(SHARPNESS * (1 - square))
          field[at]! += value
          if (value <= most[at]!) continue
          most[at] = value
          nearest[at] = numbers[i]!
        }
      }
    }
  }
  await breathe(0.85)
  return { ...surfaceNets(field, nearest, low, size, spacing), spacing }
}

type Three = readonly [number, number, number]

/** With room for the Gaussians; coarser where it would have too many points. */
function gridAround(balls: Float64Array): { low: Three; size: Three; spacing: number } {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let i = 0; i < balls.length; i += 4) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, balls[i + k]! - (REACH + 0.1) * balls[i + 3]!)
      high[k] = Math.max(high[k]!, balls[i + k]! + (REACH + 0.1) * balls[i + 3]!)
    }
  }
  const extent = [0, 1, 2].map((k) => high[k]! - low[k]!)
  let spacing = FINEST
  const sizeAt = (): Three => extent.map((x) => Math.ceil(x / spacing) + 2) as unknown as Three
  while (sizeAt().reduce((product, x) => product * x, 1) > MOST_POINTS) spacing *= 1.1
  return { low: low as unknown as Three, size: sizeAt(), spacing }
}

/** The edges of a cell, by the corners that they join: bit 0 of a corner is x, bit 1 y, bit 2 z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((a) =>
  [1, 2, 4].filter((bit) => (a & bit) === 0).map((bit) => [a, a | bit] as const),
)

function surfaceNets(
  field: Float32Array,
  nearest: Int32Array,
  low: Three,
  [nx, ny, nz]: Three,
  spacing: number,
): Omit<MoleculeSurface, 'spacing'> {
  const strides = [1, nx, nx * ny] as const
  const cornerOf = new Int32Array(field.length).fill(-1)
  const positions: number[] = []
  const normals: number[] = []
  const atoms: number[] = []
  const offsets = Array.from({ length: 8 }, (_, c) => (c & 1) + (c & 2 ? nx : 0) + (c & 4 ? nx * ny : 0))
  for (let z = 0; z + 1 < nz; z++) {
    for (let y = 0; y + 1 < ny; y++) {
      for (let x = 0; x + 1 < nx; x++) {
        const at = x + nx * (y + ny * z)
        let inside = 0
        for (let c = 0; c < 8; c++) if (field[at + offsets[c]!]! >= 1) inside++
        if (inside === 0 || inside === 8) continue
        cornerOf[at] = positions.length / 3
        const mean = [0, 0, 0]
        let crossings = 0
        for (const [a, b] of EDGES) {
          const [fa, fb] = [field[at + offsets[a]!]!, field[at + offsets[b]!]!]
          if (fa >= 1 === fb >= 1) continue
          const part = (1 - fa) / (fb - fa)
          for (let k = 0; k < 3; k++) mean[k]! += ((a >> k) & 1) + part * (((b >> k) & 1) - ((a >> k) & 1))
          crossings++
        }
        const place = [x, y, z].map((g, k) => low[k]! + spacing * (g + mean[k]! / crossings))
        positions.push(...place)
        normals.push(...slopeAt(field, at, offsets))
        let best = 0
        for (let c = 1; c < 8; c++) if (field[at + offsets[c]!]! > field[at + offsets[best]!]!) best = c
        atoms.push(nearest[at + offsets[best]!]!)
      }
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    triangles: squares(field, cornerOf, [nx, ny, nz], strides),
    atoms: Int32Array.from(atoms),
  }
}

/** Outwards: the sum falls there. */
function slopeAt(field: Float32Array, at: number, offsets: readonly number[]): number[] {
  const slope = [0, 0, 0]
  for (let c = 0; c < 8; c++) {
    for (let k = 0; k < 3; k++) slope[k]! += ((c >> k) & 1 ? -1 : 1) * field[at + offsets[c]!]!
  }
  const length = Math.hypot(...slope) || 1
  return slope.map((x) => x / length)
}

/** A square, as two triangles, around every edge of the grid that is crossed, turned outwards. */
function squares(field: Float32Array, cornerOf: Int32Array, size: Three, strides: Three): Uint32Array {
  const out: number[] = []
  const [nx, ny, nz] = size
  for (let z = 1; z + 1 < nz; z++) {
    for (let y = 1; y + 1 < ny; y++) {
      for (let x = 1; x + 1 < nx; x++) {
        const at = x + nx * (y + ny * z)
        const isIn = field[at]! >= 1
        for (let k = 0; k < 3; k++) {
          if (isIn === field[at + strides[k]!]! >= 1) continue
          const [u, v] = [strides[(k + 1) % 3]!, strides[(k + 2) % 3]!]
          const [a, b, c, d] = [at, at - u, at - u - v, at - v].map((cell) => cornerOf[cell]!)
          if (isIn) out.push(a!, b!, c!, a!, c!, d!)
          else out.push(a!, c!, b!, a!, d!, c!)
        }
      }
    }
  }
  return Uint32Array.from(out)
}
