// A bit that flips in a stored volume shrinks it, so that searches pass its triangles by: such a buffer gave a false "no contact".

import { expect, test } from 'vitest'
import { icosphere } from '../../scenes/index.js'
import { collide, MeshTree } from '../../src/index.js'
import { BOX_HALF } from '../../src/volumes/node-box.js'

test('[mesh-buffer] a half extent that lost the top bit of its exponent', () => {
  const tree = new MeshTree(icosphere(1))
  expect(collide(tree, tree, { at: [1, 0.1, 0.2] }).collides).toBe(true)
  const bytes = new Uint8Array(tree.buffer.slice(0))
  const half = tree.boxes.byteOffset + 8 * BOX_HALF
  for (let axis = 0; axis < 3; axis++) bytes[half + 8 * axis + 7]! ^= 0x20
  expect(new Float64Array(bytes.buffer, half, 3)[0]).toBeLessThan(1e-100)
  expect(() => MeshTree.fromBuffer(bytes)).toThrow(/^buffer\.checksum must be /)
})
