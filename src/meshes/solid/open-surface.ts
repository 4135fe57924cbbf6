// What a person wants to know of a mesh that stays open, wholly or in part: how much of it, how far its holes reach, and whether
// it looks as if a solid was meant. For messages; no proof rests on it.

import type { MeshTree } from '../tree/mesh-tree.js'
import { openReach } from './close-mesh.js'
import { triangleArea } from './fill-loop.js'
import { componentsOf, meshShells } from './mesh-shells.js'
import { findSides, weldVertices } from './mesh-sides.js'

/** The part of a mesh that has no inside. */
export interface OpenSurface {
  /**
   * How many things that hang together by edges stay open, and their share of the area of the file's triangles, copies counted
   * once, 0 to 1.
   */
  readonly shells: number
  readonly share: number
  /** How far fillings of their holes would reach from the mesh, as a fraction of the mesh's size. Found when first read: it takes a while. */
  readonly reach: number
  /** Some point has a generalised winding number above one half: it looks as if a solid was meant. Found when first read. */
  readonly looksSolid: boolean
}

const kept = new WeakMap<MeshTree, { readonly version: number; readonly surface: OpenSurface | undefined }>()

/** Undefined where no shell stays open. */
export function openSurface(tree: MeshTree): OpenSurface | undefined {
  const known = kept.get(tree)
  if (known !== undefined && known.version === tree.version) return known.surface
  const surface = meshShells(tree).anyOpen ? describe(tree) : undefined
  kept.set(tree, { version: tree.version, surface })
  return surface
}

function describe(tree: MeshTree): OpenSurface {
  const { open, shellOf } = meshShells(tree)
  const { positions } = tree
  const triangles = tree.triangles.subarray(0, 3 * open.length)
  const own: number[] = []
  let area = 0
  let all = 0
  for (let t = 0; t < open.length; t++) {
    if (shellOf[t]! < 0) continue
    const size = triangleArea(positions, triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!)
    all += size
    if (open[t] === 0) continue
    area += size
    own.push(t)
  }
  let reach: number | undefined
  let solid: boolean | undefined
  return Object.freeze({
    shells: componentsOf(findSides(weldVertices(positions), triangles), open).seeds.length,
    share: all > 0 ? area / all : 0,
    get reach() {
      reach ??= openReach(positions, triangles, (t) => open[t] === 1)
      return reach
    },
    get looksSolid() {
      solid ??= looksSolid(tree, own)
      return solid
    },
  })
}

/** How far from a triangle's middle points are tried, on either side, as fractions of the size of these triangles. */
const OFFSETS = [0.01, 0.05]
/** At most this many triangles get a point beside them, and at most this many solid angles are summed. */
const MOST_PLACES = 256
const MOST_ANGLES = 2 ** 22

/** Has some point a generalised winding number of these triangles above one half, one way round or the other? */
function looksSolid({ positions: p, triangles }: MeshTree, own: readonly number[]): boolean {
  const corners = own.flatMap((t) => [0, 1, 2].map((k) => 3 * triangles[3 * t + k]!))
  const extents = [0, 1, 2].map((k) => {
    let low = Infinity
    let high = -Infinity
    for (const v of corners) {
      low = Math.min(low, p[v + k]!)
      high = Math.max(high, p[v + k]!)
    }
    return high - low
  })
  const size = Math.sqrt(extents.reduce((sum, x) => sum + x * x, 0))
  const places = Math.max(4, Math.min(MOST_PLACES, MOST_ANGLES / (2 * OFFSETS.length * own.length)))
  const step = Math.max(1, Math.ceil(own.length / places))
  for (let t = 0; t < own.length; t += step) {
    const [a, b, c] = corners.slice(3 * t, 3 * t + 3) as [number, number, number]
    const u = [0, 1, 2].map((k) => p[b + k]! - p[a + k]!)
    const v = [0, 1, 2].map((k) => p[c + k]! - p[a + k]!)
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
    const length = Math.sqrt(n.reduce((sum, x) => sum + x * x, 0))
    if (!(length > 0)) continue
    for (const offset of OFFSETS) {
      for (const side of [-1, 1]) {
        const at = [0, 1, 2].map(
          (k) => (p[a + k]! + p[b + k]! + p[c + k]!) / 3 + ((side * offset * size) / length) * n[k]!,
        ) as [number, number, number]
        if (Math.abs(windingNumber(p, corners, at)) > 0.5) return true
      }
    }
  }
  return false
}

/** The solid angle of all triangles, signed, as a part of a full one (van Oosterom and Strackee 1983). */
function windingNumber(
  p: Float64Array,
  corners: readonly number[],
  [x, y, z]: readonly [number, number, number],
): number {
  let sum = 0
  for (let i = 0; i < corners.length; i += 3) {
    const a = corners[i]!
    const b = corners[i + 1]!
    const c = corners[i + 2]!
    const ax = p[a]! - x
    const ay = p[a + 1]! - y
    const az = p[a + 2]! - z
    const bx = p[b]! - x
    const by = p[b + 1]! - y
    const bz = p[b + 2]! - z
    const cx = p[c]! - x
    const cy = p[c + 1]! - y
    const cz = p[c + 2]! - z
    const la = Math.sqrt(ax * ax + ay * ay + az * az)
    const lb = Math.sqrt(bx * bx + by * by + bz * bz)
    const lc = Math.sqrt(cx * cx + cy * cy + cz * cz)
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    const below =
      la * lb * lc +
      (ax * bx + ay * by + az * bz) * lc +
      (bx * cx + by * cy + bz * cz) * la +
      (cx * ax + cy * ay + cz * az) * lb
    sum += Math.atan2(volume, below)
  }
  return sum / (2 * Math.PI)
}
