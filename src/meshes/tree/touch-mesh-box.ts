// A mesh against one box: is there a triangle that touches it, or that touches the solid that the box is around?
//
// Depth first, into the child that is deeper in the box first: what touches is found after a dozen tests or so. Nodes are
// boxes along the mesh's axes (mesh-aabbs.ts), so that a single rotation serves all tests, of six axes each. Where the box is
// only around the solid, the test of triangles also learns planes that the solid is behind: boxes beyond one of them are
// dropped untested.
//
// Twin of PairTraversal.search (base/work/traverse-pair.ts), in a sixth of its time: touch-twins.test.ts compares the two.
import {
  APART,
  compareTriangleBox,
  PLACED_HALF,
  PLACED_SLACK,
  TOUCHING,
} from '../../geometry/triangles/triangle-box.js'
import { aabbStack, CENTRED_AABB, meshAabbs } from './mesh-aabbs.js'
import type { MeshTree } from './mesh-tree.js'

/** Has the last word on triangles. */
export interface TriangleJudge {
  /** The box is the solid itself: a triangle that certainly touches it needs no judge. */
  readonly isBox: boolean
  /** Planes in the mesh's frame, PLANE numbers each: n and c, the solid being where n·p ≤ c. Some may be added as it goes. */
  readonly planes: Float64Array
  planeCount: number
  /** Does triangle t touch the solid? Asked where the box alone does not tell. */
  touches(t: number): boolean
}

/** Numbers a plane has. */
export const PLANE = 4

/** Tests of the last search. */
export const tested = { boxes: 0, triangles: 0 }

/**
 * Is there a triangle that touches? `box` is as compareTriangleBox has it: the mesh's pose in the box's frame, half extents,
 * slack. The slack must cover rounding: 64 u of all coordinates' sizes, in both frames.
 */
export function touchMeshBox(tree: MeshTree, box: Float64Array, judge: TriangleJudge): boolean {
  const aabbs = meshAabbs(tree)
  const stack = aabbStack()
  const { child, first, end, order, triangles, positions } = tree
  const { isBox } = judge
  const r00 = box[0]!
  const r01 = box[1]!
  const r02 = box[2]!
  const t0 = box[3]!
  const r10 = box[4]!
  const r11 = box[5]!
  const r12 = box[6]!
  const t1 = box[7]!
  const r20 = box[8]!
  const r21 = box[9]!
  const r22 = box[10]!
  const t2 = box[11]!
  const q00 = Math.abs(r00)
  const q01 = Math.abs(r01)
  const q02 = Math.abs(r02)
  const q10 = Math.abs(r10)
  const q11 = Math.abs(r11)
  const q12 = Math.abs(r12)
  const q20 = Math.abs(r20)
  const q21 = Math.abs(r21)
  const q22 = Math.abs(r22)
  const slack = box[PLACED_SLACK]!
  const h0 = box[PLACED_HALF]! + slack
  const h1 = box[PLACED_HALF + 1]! + slack
  const h2 = box[PLACED_HALF + 2]! + slack
  // The box seen from the mesh: its centre, and how far it reaches along the mesh's axes.
  const c0 = -(r00 * t0 + r10 * t1 + r20 * t2)
  const c1 = -(r01 * t0 + r11 * t1 + r21 * t2)
  const c2 = -(r02 * t0 + r12 * t1 + r22 * t2)
  const e0 = q00 * h0 + q10 * h1 + q20 * h2 + slack
  const e1 = q01 * h0 + q11 * h1 + q21 * h2 + slack
  const e2 = q02 * h0 + q12 * h1 + q22 * h2 + slack
  let volumeTests = 0
  let leafTests = 0
  let top = 0
  if (tree.nodes > 0) stack[top++] = 0
  while (top > 0) {
    let n = stack[--top]!
    for (;;) {
      if (judge.planeCount > 0 && boxBeyond(judge, aabbs, CENTRED_AABB * n, slack)) break
      const c = child[n]!
      if (c < 0) {
        for (let k = first[n]!; k < end[n]!; k++) {
          const t = order[k]!
          const i = 3 * triangles[3 * t]!
          const j = 3 * triangles[3 * t + 1]!
          const l = 3 * triangles[3 * t + 2]!
          leafTests++
          const verdict = compareTriangleBox(box, positions, i, j, l)
          if (verdict === APART) continue
          if (judge.planeCount > 0 && triangleBeyond(judge, positions, i, j, l, slack)) continue
          if ((isBox && verdict === TOUCHING) || judge.touches(t)) {
            tested.boxes = volumeTests
            tested.triangles = leafTests
            return true
          }
        }
        break
      }
      volumeTests += 2
      // How far each child is apart from the box along the axis that separates them best; overlap is negative.
      let gap = 0
      let next = -1
      for (let m = c; m < c + 2; m++) {
        const o = CENTRED_AABB * m
        const x = aabbs[o]!
        const y = aabbs[o + 1]!
        const z = aabbs[o + 2]!
        const w0 = aabbs[o + 3]!
        const w1 = aabbs[o + 4]!
        const w2 = aabbs[o + 5]!
        let g = Math.abs(x - c0) - (w0 + e0)
        if (g > 0) continue
        const g1 = Math.abs(y - c1) - (w1 + e1)
        if (g1 > 0) continue
        if (g1 > g) g = g1
        const g2 = Math.abs(z - c2) - (w2 + e2)
        if (g2 > 0) continue
        if (g2 > g) g = g2
        const f0 = Math.abs(r00 * x + r01 * y + r02 * z + t0) - (h0 + q00 * w0 + q01 * w1 + q02 * w2)
        if (f0 > 0) continue
        if (f0 > g) g = f0
        const f1 = Math.abs(r10 * x + r11 * y + r12 * z + t1) - (h1 + q10 * w0 + q11 * w1 + q12 * w2)
        if (f1 > 0) continue
        if (f1 > g) g = f1
        const f2 = Math.abs(r20 * x + r21 * y + r22 * z + t2) - (h2 + q20 * w0 + q21 * w1 + q22 * w2)
        if (f2 > 0) continue
        if (f2 > g) g = f2
        if (next < 0) {
          next = m
          gap = g
        } else if (g < gap) {
          stack[top++] = next
          next = m
        } else stack[top++] = m
      }
      if (next < 0) break
      n = next
    }
  }
  tested.boxes = volumeTests
  tested.triangles = leafTests
  return false
}

/** Is all of a node's box beyond one of the planes, by more than the slack? Normals are no longer than 1. */
function boxBeyond({ planes, planeCount }: TriangleJudge, aabbs: Float64Array, o: number, slack: number): boolean {
  for (let k = 0; k < PLANE * planeCount; k += PLANE) {
    const x = planes[k]!
    const y = planes[k + 1]!
    const z = planes[k + 2]!
    const middle = x * aabbs[o]! + y * aabbs[o + 1]! + z * aabbs[o + 2]!
    const wide = Math.abs(x) * aabbs[o + 3]! + Math.abs(y) * aabbs[o + 4]! + Math.abs(z) * aabbs[o + 5]!
    if (middle - wide > planes[k + 3]! + slack) return true
  }
  return false
}

/** The same for a triangle. */
function triangleBeyond(
  { planes, planeCount }: TriangleJudge,
  p: Float64Array,
  i: number,
  j: number,
  l: number,
  slack: number,
): boolean {
  for (let k = 0; k < PLANE * planeCount; k += PLANE) {
    const x = planes[k]!
    const y = planes[k + 1]!
    const z = planes[k + 2]!
    const c = planes[k + 3]! + slack
    if (
      x * p[i]! + y * p[i + 1]! + z * p[i + 2]! > c &&
      x * p[j]! + y * p[j + 1]! + z * p[j + 2]! > c &&
      x * p[l]! + y * p[l + 1]! + z * p[l + 2]! > c
    ) {
      return true
    }
  }
  return false
}
