// Nodes of meshes as motion checks see them: fitted when the node above is opened, each around the corners below it.
import { expect, test } from 'vitest'
import { blob } from '../../../scenes/meshes.js'
import { BrokenInvariantError } from '../../../src/errors.js'
import { NODE, NODE_LENGTHS, NODE_RADIUS, NODE_VECTORS } from '../../../src/geometry/convex/convex-set.js'
import { MeshTree } from '../../../src/meshes/tree/mesh-tree.js'
import { type MotionNodes, meshNodes } from '../../../src/robots/motion/motion-trees.js'

function tree(): MeshTree {
  return new MeshTree(blob(400, 1))
}

test('[never-misses] every node holds the corners of its triangles, whichever is opened first', () => {
  const mesh = tree()
  const nodes = meshNodes(mesh)
  const stack = [0]
  let seen = 0
  while (stack.length > 0) {
    const n = stack.pop()!
    seen++
    expectHolds(mesh, nodes, n)
    if (nodes.children[n] === 0) continue
    const from = nodes.open(n)
    expect(nodes.open(n)).toBe(from)
    for (let k = 0; k < nodes.children[n]!; k++) stack.push(from + k)
  }
  expect(seen).toBe(nodes.kinds.length)
})

test('a node that was not reached proves nothing, and cannot be opened', () => {
  const nodes = meshNodes(tree())
  const later = nodes.open(nodes.open(0))
  expect(nodes.data.subarray(NODE * (later + 2)).every(Number.isNaN)).toBe(true)
  const unreached = nodes.children.findIndex((count, n) => count === 2 && Number.isNaN(nodes.data[NODE * n]!))
  expect(unreached).toBeGreaterThan(0)
  expect(() => nodes.open(unreached)).toThrow(BrokenInvariantError)
})

test('nodes of a mesh that was refitted are not fitted to another shape', () => {
  const mesh = tree()
  const nodes = meshNodes(mesh)
  mesh.refit(mesh.positions.map((x) => 2 * x))
  expect(() => nodes.open(0)).toThrow(BrokenInvariantError)
})

/** Within the ball, and within the box where it is one. */
function expectHolds(mesh: MeshTree, { data, triangles }: MotionNodes, n: number): void {
  const o = NODE * n
  const isTriangle = n >= triangles
  const from = isTriangle ? n - triangles : mesh.first[n]!
  const to = isTriangle ? from + 1 : mesh.end[n]!
  for (let i = from; i < to; i++) {
    for (let c = 0; c < 3; c++) {
      const p = 3 * mesh.triangles[3 * mesh.order[i]! + c]!
      const away = [0, 1, 2].map((k) => mesh.positions[p + k]! - data[o + k]!)
      expect(Math.hypot(...away)).toBeLessThanOrEqual(data[o + NODE_RADIUS]!)
      if (isTriangle) continue
      for (let axis = 0; axis < 3; axis++) {
        const v = o + NODE_VECTORS + 3 * axis
        const along = away.reduce((sum, x, k) => sum + x * data[v + k]!, 0)
        expect(Math.abs(along)).toBeLessThanOrEqual(data[o + NODE_LENGTHS + axis]!)
      }
    }
  }
}
