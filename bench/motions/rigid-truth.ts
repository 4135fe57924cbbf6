// What is true of a motion of two rigid meshes, found without any tree or bound: triangles against triangles at places along the
// way. A contact that is seen is one; that there is none between two places is not shown by this, but by the sweep's proof.
import type { MeshData } from '../../scenes/index.js'
import { trianglesTouchExactly } from '../../src/geometry/triangles/triangle-exact.js'
import type { MeshTree } from '../../src/index.js'
import { collideMeshes } from '../../src/meshes/tree/mesh-queries.js'
import { poseOnMotion, type RigidMotion } from './rigid-motions.js'

/** How far from the moment that is said to be the first contact a contact is looked for: both poses are rounded. */
const NEARBY = [0, 1e-9, 1e-8, 1e-7, 1e-6]

/** Whether triangles touch at this moment of the motion, or a millionth of it later. */
export function touchesAt(a: MeshData, b: MeshData, motion: RigidMotion, at: number): boolean {
  return NEARBY.some((later) => bruteTouch(a, b, poseOnMotion(motion, Math.min(1, at + later))))
}

/** The first of `count` places at even distances along the motion at which they touch; undefined if there is none. */
export function firstSampled(a: MeshTree, b: MeshTree, motion: RigidMotion, count: number): number | undefined {
  for (let k = 0; k < count; k++) {
    const t = k / (count - 1)
    if (collideMeshes(a, b, poseOnMotion(motion, t)).collides) return t
  }
  return undefined
}

/** All triangles of A against all of B whose boxes overlap, found by sorting along the first axis. */
export function bruteTouch(a: MeshData, b: MeshData, pose: Float64Array): boolean {
  const A = corners(a)
  const B = corners(b)
  const boxesA = boxes(A)
  const boxesB = boxes(placed(B, pose))
  const orderA = sorted(boxesA)
  const orderB = sorted(boxesB)
  let start = 0
  let widest = 0
  for (const i of orderA) widest = Math.max(widest, boxesA[6 * i + 3]! - boxesA[6 * i]!)
  for (const j of orderB) {
    const low = boxesB[6 * j]!
    while (start < orderA.length && boxesA[6 * orderA[start]!]! < low - widest - SLACK) start++
    for (let s = start; s < orderA.length; s++) {
      const i = orderA[s]!
      if (boxesA[6 * i]! > boxesB[6 * j + 3]! + SLACK) break
      if (overlap(boxesA, i, boxesB, j) && trianglesTouchExactly(A, 9 * i, B, 9 * j, pose, 0)) return true
    }
  }
  return false
}

/** Boxes of placed triangles are rounded, by far less than this in the meshes' unit; the triangles themselves are not. */
const SLACK = 1e-9

function corners({ positions, triangles }: MeshData): Float64Array {
  return Float64Array.from({ length: 3 * triangles.length }, (_, k) => {
    const v = triangles[Math.floor(k / 3)]!
    return positions[3 * v + (k % 3)]!
  })
}

function placed(points: Float64Array, x: Float64Array): Float64Array {
  return points.map((_, k) => {
    const v = k - (k % 3)
    const row = 4 * (k % 3)
    return x[row]! * points[v]! + x[row + 1]! * points[v + 1]! + x[row + 2]! * points[v + 2]! + x[row + 3]!
  })
}

/** Least x, y, z and greatest x, y, z of each triangle. */
function boxes(points: Float64Array): Float64Array {
  const out = new Float64Array((points.length / 9) * 6)
  for (let i = 0; i < out.length / 6; i++) {
    for (let c = 0; c < 3; c++) {
      const [p, q, r] = [points[9 * i + c]!, points[9 * i + 3 + c]!, points[9 * i + 6 + c]!]
      out[6 * i + c] = Math.min(p, q, r)
      out[6 * i + 3 + c] = Math.max(p, q, r)
    }
  }
  return out
}

function sorted(all: Float64Array): Uint32Array {
  return Uint32Array.from({ length: all.length / 6 }, (_, i) => i).sort((i, j) => all[6 * i]! - all[6 * j]!)
}

function overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let c = 0; c < 3; c++) {
    if (a[6 * i + c]! > b[6 * j + 3 + c]! + SLACK || b[6 * j + c]! > a[6 * i + 3 + c]! + SLACK) return false
  }
  return true
}
