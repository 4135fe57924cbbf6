// The boxes of a world's hierarchy where they are at a configuration: for drawing and study.
import { checkIndex } from '../../base/math/checks.js'
import { POSE } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import type { WorldIndex } from './world-index.js'
import { geometryName } from './world-results.js'

/** Boxes of one level, which hold every geometry of the world once. */
export interface WorldBoxes {
  readonly count: number
  /**
   * Fifteen numbers a box: the pose of its frame in the world, which has its origin at the centre and its axes along the edges; then
   * half its lengths.
   */
  readonly boxes: Float64Array
  /** By box: the geometries that it holds. */
  readonly holds: readonly (readonly { readonly object: string; readonly geometry: string }[])[]
}

/** Numbers a box has in `boxes`. */
const PLACED = 15

/**
 * In units of a box's centre and half lengths, summed up: what boxes are made larger by, so that halving the sum and the difference
 * of two bounds, each rounded once, takes nothing off them.
 */
const HALVING = 4 * U

/** How many levels there are: one more than the most steps from a root to a leaf; 0 in an empty world. */
export function boxLevels(index: WorldIndex): number {
  return heights(index).reduce((most, h) => Math.max(most, h + 1), 0)
}

/** Level 0 are the leaves, the last one are the roots; a branch that is less deep than others has its own root in all levels from there on. */
export function worldBoxesOfLevel(index: WorldIndex, level: number): WorldBoxes {
  const { tree } = index.currentTree()
  const height = heights(index)
  const levels = height.reduce((most, h) => Math.max(most, h + 1), 0)
  checkIndex('level', level, 0, Math.max(1, levels))
  const chosen: number[] = []
  const holds: { object: string; geometry: string }[][] = []
  const leavesOf = (node: number): number[] => {
    const { leaf, left, right } = tree.boxOf(node)
    return leaf >= 0 ? [leaf] : [...leavesOf(left), ...leavesOf(right)]
  }
  const down = (node: number): void => {
    if (height[node]! <= level) {
      chosen.push(node)
      holds.push(leavesOf(node).map((leaf) => geometryName(index, leaf)))
      return
    }
    const { left, right } = tree.boxOf(node)
    down(left)
    down(right)
  }
  for (const root of tree.roots) if (root >= 0) down(root)
  const boxes = new Float64Array(PLACED * chosen.length)
  chosen.forEach((node, k) => {
    const { pose, half } = tree.boxOf(node)
    const o = PLACED * k
    boxes.set(pose, o)
    for (let i = 0; i < 3; i++) {
      boxes[o + POSE + i] = half[i]! + HALVING * (Math.abs(pose[4 * i + 3]!) + half[i]!)
    }
  })
  return { count: chosen.length, boxes, holds }
}

/** Steps from each node down to its deepest leaf. */
function heights(index: WorldIndex): Int32Array {
  const { tree } = index.currentTree()
  const height = new Int32Array(tree.nodes)
  // Children come before parents.
  for (let n = 0; n < tree.nodes; n++) {
    const { leaf, left, right } = tree.boxOf(n)
    height[n] = leaf >= 0 ? 0 : 1 + Math.max(height[left]!, height[right]!)
  }
  return height
}
