// A buffer that is not, to the last bit, what a MeshTree made is refused by name: every single bit, and damage of other kinds, for
// every volume.
import { describe, expect, test } from 'vitest'
import { icosphere } from '../../../scenes/index.js'
import { InvalidInputError, type MeshInput, MeshTree, Random } from '../../../src/entries/meshes.js'
import { World } from '../../../src/entries/robots.js'
import { MESH_VOLUMES } from '../../../src/meshes/tree/mesh-buffer.js'
import { copyMeshTree } from '../../../src/meshes/tree/mesh-tree.js'

const SOUP: MeshInput = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2, 2, 3, 2, 2, 2, 3, 2] }

const MESHES: readonly (readonly [string, MeshInput])[] = [
  [
    'a tetrahedron',
    { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] },
  ],
  ['a soup of two', SOUP],
  ['no triangle', { positions: [1, 2, 3], triangles: [] }],
]

function refused(bytes: Uint8Array, what: string): void {
  let error: unknown
  try {
    MeshTree.fromBuffer(bytes)
  } catch (thrown) {
    error = thrown
  }
  if (!(error instanceof InvalidInputError)) expect.fail(`${what}: ${error ?? 'taken for a tree'}`)
  expect(error.message).toMatch(/^buffer/)
}

function bytesOf(tree: MeshTree): Uint8Array {
  return new Uint8Array(tree.buffer.slice(0))
}

describe.each(MESH_VOLUMES)('%s', (volume) => {
  test.each(MESHES)('[mesh-buffer] any one bit of %s', (_, mesh) => {
    const whole = bytesOf(new MeshTree(mesh, { volume, leafSize: 2 }))
    MeshTree.fromBuffer(whole).validate()
    for (let at = 0; at < whole.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        whole[at]! ^= 1 << bit
        refused(whole, `bit ${bit} of byte ${at}`)
        whole[at]! ^= 1 << bit
      }
    }
    MeshTree.fromBuffer(whole).validate()
  })

  test('[mesh-buffer] bytes cleared, set, swapped, moved, repeated, cut off', () => {
    const whole = bytesOf(new MeshTree(icosphere(1), { volume }))
    const random = new Random(7)
    const somewhere = (room = 1): number => 4 * random.integer((whole.length - 4 * room) / 4)
    for (let k = 0; k < 200; k++) {
      const copy = whole.slice()
      const [from, to, length] = [somewhere(64), somewhere(64), 4 * (1 + random.integer(64))]
      const kind = k % 5
      if (kind === 0) copy.fill(0, from, from + length)
      else if (kind === 1) copy.fill(255, from, from + length)
      else if (kind === 2) copy.set(whole.subarray(from, from + length), to)
      else if (kind === 3) {
        copy.set(whole.subarray(from, from + 4), to)
        copy.set(whole.subarray(to, to + 4), from)
      } else for (let n = 0; n < 8; n++) copy[random.integer(copy.length)] = random.integer(256)
      if (copy.every((byte, i) => byte === whole[i])) continue
      refused(copy, `${kind}: ${from} ${to} ${length}`)
      refused(whole.subarray(0, from), `cut off at ${from}`)
    }
  })

  test('[mesh-buffer] a refitted tree can be handed over, a half-refitted one not', () => {
    const tree = new MeshTree(icosphere(1), { volume, shared: true })
    tree.refit(tree.positions.map((x) => 2 * x))
    const other = MeshTree.fromBuffer(tree.buffer)
    other.validate()
    expect(other.version).toBe(1)
    tree.positions[0]! += 1e-3
    refused(new Uint8Array(tree.buffer.slice(0)), 'a vertex that moved')
  })
})

test('[mesh-buffer] a world copies a tree without reading its checksum, and is not moved by a refit', () => {
  const tree = new MeshTree(icosphere(1))
  const { reach } = tree
  const world = new World({ obstacles: [{ name: 'ball', shape: tree }] })
  const copy = copyMeshTree(tree)
  tree.refit(tree.positions.map((x) => 3 * x))
  expect([copy.reach, copy.version]).toEqual([reach, 0])
  copy.validate()
  const { shape } = world.geometryOf('ball').geometry[0]!
  expect(shape.kind === 'mesh' && shape.tree.reach).toBe(reach)
})
