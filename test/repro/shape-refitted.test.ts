// A mesh shape that was refitted had the bounds, balls and nodes of before: a world missed collisions, and called motions free.
import { expect, test } from 'vitest'
import { MeshTree } from '../../src/entries/meshes.js'
import { freeBody, InvalidInputError, mesh, sphere, World } from '../../src/entries/robots.js'

const positions = Array.from({ length: 24 }, (_, i) => ((Math.trunc(i / 3) >> (i % 3)) & 1) - 0.5)
const triangles = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
]
const moved = positions.map((x, i) => (i % 3 === 0 ? x + 3 : x))

test('the tree of a shape is not refitted', () => {
  const shape = mesh({ positions, triangles })
  expect(() => shape.tree.refit(moved)).toThrow(InvalidInputError)
  expect(() => shape.tree.refit(moved)).toThrow(/shapes stay as they are/)
  expect(Array.from(shape.positions)).toEqual(positions)
})

test('a tree of its own is, and worlds that were given it keep the copy they took', () => {
  const tree = new MeshTree({ positions, triangles })
  const ball = freeBody({ name: 'b', shape: sphere({ radius: 0.1 }) })
  const worldOf = () => new World({ robots: [ball], obstacles: [{ name: 'o', shape: tree }] })
  const before = worldOf()
  tree.refit(moved)
  expect([0, 3].map((x) => before.collides([x, 0, 0, 0, 0, 0, 1]))).toEqual([true, false])
  expect([0, 3].map((x) => worldOf().collides([x, 0, 0, 0, 0, 0, 1]))).toEqual([false, true])
})

test('coordinates that are no numbers are refused by name', () => {
  const odd = [0n, 0, 0, 1, 0, 0, 0, 1, 0] as unknown as number[]
  expect(() => mesh({ positions: odd, triangles: [0, 1, 2] })).toThrow(InvalidInputError)
})
