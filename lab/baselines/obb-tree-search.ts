// The search of OBB trees for a collision: inside one tree, or between two trees of the same arrays.
// Neighbours along the chain are never compared.
import { composeInversePose } from '../../src/base/math/pose.js'
import { obbsFartherThan } from '../../src/volumes/obb.js'
import type { ObbTree } from './obb-tree.js'

const relative = new Float64Array(12)
let stack = new Int32Array(1024)

/** Whether a link under `rootA` collides with one under `rootB`, which may be the same. Adds to tree.volumeTests. */
export function treesHit(tree: ObbTree, rootA: number, rootB: number): boolean {
  const { poses, halves, right } = tree
  const margin = roundingMargin(tree, rootA) + roundingMargin(tree, rootB)
  let tests = 0
  let top = 0
  stack[top++] = rootA
  stack[top++] = rootB
  while (top > 0) {
    if (top + 6 > stack.length) stack = grow(stack)
    const b = stack[--top]!
    const a = stack[--top]!
    const rightA = right[a]!
    const rightB = right[b]!
    if (a === b) {
      if (rightA < 0) {
        if (leavesHit(tree, a, a)) {
          tree.volumeTests += tests
          return true
        }
      } else {
        stack[top++] = a + 1
        stack[top++] = a + 1
        stack[top++] = rightA
        stack[top++] = rightA
        stack[top++] = a + 1
        stack[top++] = rightA
      }
      continue
    }
    tests++
    composeInversePose(relative, 0, poses, 12 * a, poses, 12 * b)
    if (obbsFartherThan(halves, 3 * a, halves, 3 * b, relative, 0, margin)) continue
    if (rightA < 0 && rightB < 0) {
      if (leavesHit(tree, a, b)) {
        tree.volumeTests += tests
        return true
      }
    } else if (rightB < 0 || (rightA >= 0 && isLarger(halves, a, b))) {
      stack[top++] = a + 1
      stack[top++] = b
      stack[top++] = rightA
      stack[top++] = b
    } else {
      stack[top++] = a
      stack[top++] = b + 1
      stack[top++] = a
      stack[top++] = rightB
    }
  }
  tree.volumeTests += tests
  return false
}

function isLarger(halves: Float64Array, a: number, b: number): boolean {
  const sizeA = halves[3 * a]! + halves[3 * a + 1]! + halves[3 * a + 2]!
  const sizeB = halves[3 * b]! + halves[3 * b + 1]! + halves[3 * b + 2]!
  return sizeA >= sizeB
}

/** Every sphere of one leaf against every one of the other; a leaf against itself, every pair once. */
function leavesHit(tree: ObbTree, a: number, b: number): boolean {
  const { points, links, from, to, radius, neighbours } = tree
  const reachSq = 4 * radius * radius
  const endA = to[a]!
  const endB = to[b]!
  for (let i = from[a]!; i < endA; i++) {
    const link = links[i]!
    const x = points[3 * i]!
    const y = points[3 * i + 1]!
    const z = points[3 * i + 2]!
    for (let j = a === b ? i + 1 : from[b]!; j < endB; j++) {
      const dx = x - points[3 * j]!
      const dy = y - points[3 * j + 1]!
      const dz = z - points[3 * j + 2]!
      if (dx * dx + dy * dy + dz * dz > reachSq) continue
      const apart = link - links[j]!
      if (apart > neighbours || apart < -neighbours) return true
    }
  }
  return false
}

/** Far more than boxes of this size, this far from the origin, can be wrong by: 1e-12 of their largest coordinate. */
function roundingMargin(tree: ObbTree, root: number): number {
  const { poses, halves } = tree
  let sum = 0
  for (let i = 0; i < 3; i++) sum += Math.abs(poses[12 * root + 4 * i + 3]!) + halves[3 * root + i]!
  return 1e-12 * sum
}

function grow(full: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * full.length)
  larger.set(full)
  return larger
}
