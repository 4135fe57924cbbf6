// The verifier's kinematics against the world's, and the inequality at a leaf against looking.
import { describe, expect, test } from 'vitest'
import { Random } from '../../src/entries/meshes.js'
import { judgeLeaves, randomPiece, randomWorld, verifierOf } from './leaf-cases.js'

describe('kinematics', () => {
  test.each([1, 2, 3, 4])('geometries are where the world has them, seed %i', (seed) => {
    const random = new Random(seed)
    for (let k = 0; k < 10; k++) {
      const world = randomWorld(random)
      const piece = randomPiece(world, random)
      const { anchors, scene } = verifierOf(world, piece)
      const { index, kinematics } = world.model()
      const q = new Float64Array(world.dof)
      for (const [level, i] of [
        [0, 0],
        [3, 5],
        [10, 1000],
      ] as const) {
        piece.at(q, (2 * i + 1) * 2 ** -(level + 1))
        kinematics.update(q)
        index.move()
        scene.world.geometries.forEach((_, g) => {
          const theirs = index.place(g).subarray(12 * g, 12 * g + 12)
          const ours = scene.placeOf(g, anchors.at(level, i))
          ours.forEach((x, entry) => {
            expect(Math.abs(x - theirs[entry]!)).toBeLessThan(1e-12)
          })
        })
      }
    }
  })
})

test('no clearance that a leaf is accepted with is larger than what is found', () => {
  let accepted = 0
  let sharpest = 0
  for (let seed = 0; seed < 40; seed++) {
    const found = judgeLeaves(seed, 12)
    expect(found.wrong).toBeUndefined()
    accepted += found.accepted
    sharpest = Math.max(sharpest, found.sharpest)
  }
  expect(accepted).toBeGreaterThan(100)
  // It would be no use if it accepted next to nothing.
  expect(sharpest).toBeGreaterThan(0.99)
})
