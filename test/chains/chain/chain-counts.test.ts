import { expect, test } from 'vitest'
import { straightChain } from '../../../scenes/index.js'
import { ChainTree, Random } from '../../../src/entries/chains.js'
import { VOLUMES } from './driver.js'
import { inside } from './inside.js'

const bound = (n: number): number => 2 * Math.ceil(Math.log2(n)) + 2

test.each(VOLUMES)('[cost] one change recomputes at most 2·⌈log2 N⌉ + 2 nodes, at any N: %s', (volume) => {
  const random = new Random(3)
  const sizes = [...Array.from({ length: 300 }, (_, k) => k + 2), 1000, 1023, 1024, 1025, 4097, 20_000, 100_000]
  for (const n of sizes) {
    for (const linksPerLeaf of n > 1100 ? [4] : [1, 4]) {
      const chain = ChainTree.fromSpheres(straightChain(n), 1, { linksPerLeaf, volume })
      for (const joint of [0, n - 2, random.integer(n - 1), random.integer(n - 1)]) {
        chain.rotate(joint, 1)
        expect(chain.stats.nodesUpdated).toBeLessThanOrEqual(bound(n))
        expect(chain.stats.nodesUpdated).toBeGreaterThan(0)
        chain.undo()
        expect(chain.stats.nodesUpdated).toBeLessThanOrEqual(bound(n))
      }
    }
  }
})

test.each(VOLUMES)('[cost] k changes at once share their ancestors, and the tree has no more nodes: %s', (volume) => {
  const n = 1000
  const chain = ChainTree.fromSpheres(straightChain(n), 1, { volume })
  const nodes = inside(chain).nodes
  const rotate = (joint: number) => ({ kind: 'rotate' as const, joint, angle: 0.01 })
  let last = 0
  for (const k of [1, 2, 8, 64, 999]) {
    chain.change(Array.from({ length: k }, (_, i) => rotate(Math.floor((i * 999) / k))))
    expect(chain.stats.nodesUpdated).toBeLessThanOrEqual(Math.min(nodes, (k * bound(n)) / 2))
    expect(chain.stats.nodesUpdated).toBeGreaterThan(last)
    last = chain.stats.nodesUpdated
  }
  expect(last).toBe(nodes)
  // Neighbours in the chain share nearly all of their path.
  chain.change([rotate(500), rotate(501), rotate(502)])
  expect(chain.stats.nodesUpdated).toBeLessThanOrEqual(bound(n) / 2 + 2)
})

test.each(VOLUMES)('[cost] a chain that was tested is not tested again; a change tests what it moved: %s', (volume) => {
  const n = 4000
  const chain = ChainTree.fromSpheres(straightChain(n), 1, { volume })
  expect(chain.selfCollides()).toBe(false)
  const first = chain.stats
  expect(first.volumeTests).toBeGreaterThan(500)
  expect(chain.selfCollides()).toBe(false)
  expect(chain.stats.volumeTests + chain.stats.leafTests).toBe(0)
  chain.rotate(1234, 0.5, [0, 0, 1])
  expect(chain.selfCollides()).toBe(false)
  expect(chain.stats.volumeTests).toBeGreaterThan(0)
  expect(chain.stats.volumeTests).toBeLessThan(first.volumeTests / 5)
})

test.each(VOLUMES)('[never-misses] a collision that was kept is found again, and is gone when it is: %s', (volume) => {
  // A square that closes on itself when the last joint folds.
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, -4, 4, 0, -8, 4, 0], 1, { volume })
  expect(chain.selfCollides()).toBe(false)
  chain.rotate(2, Math.PI / 2, [0, 0, 1])
  chain.rotate(3, 0)
  chain.rotate(2, 0)
  expect(chain.selfCollides()).toBe(true)
  expect(chain.selfCollides()).toBe(true)
  chain.rotate(4, 1)
  expect(chain.selfCollides()).toBe(true)
  expect(chain.selfCollisions().count).toBeGreaterThan(0)
  chain.undo()
  expect(chain.selfCollides()).toBe(true)
  chain.rotate(2, -Math.PI / 2, [0, 0, 1])
  expect(chain.selfCollides()).toBe(false)
  expect(chain.selfCollisions().count).toBe(0)
})

test('[cost] swept rectangles are recomputed where boxes are', () => {
  const random = new Random(9)
  for (const n of [1, 2, 5, 77, 1000]) {
    const chains = VOLUMES.map((volume) => ChainTree.fromSpheres(straightChain(n), 1, { volume }))
    for (let round = 0; round < 30 && n > 1; round++) {
      const changes = Array.from({ length: 1 + random.integer(5) }, () => ({
        kind: 'rotate' as const,
        joint: random.integer(n - 1),
        angle: random.range(-1, 1),
      }))
      for (const chain of chains) chain.change(changes)
      expect(chains[1]!.stats.nodesUpdated).toBe(chains[0]!.stats.nodesUpdated)
    }
  }
})
