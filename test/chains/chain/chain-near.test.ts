// Pairs within a distance and closest pairs, from what is kept between changes (src/chains/chain/chain-near.ts).
import { expect, test } from 'vitest'
import { compactChain, helix, straightChain, torsionMoves, zigzagChain } from '../../../scenes/index.js'
import { swing } from '../../../src/chains/chain/chain-quick.js'
import { setWasmEnabled } from '../../../src/chains/chain/chain-wasm.js'
import { type ChainOptions, ChainTree, Random } from '../../../src/entries/chains.js'
import { VOLUMES } from './driver.js'
import { answers, compare, drive, nearOptions, randomChange } from './near-driver.js'

test.each(VOLUMES)('[never-misses] what is kept is what a search of everything finds, step by step: %s', (volume) => {
  let compared = 0
  for (let seed = 0; seed < 24; seed++) {
    compared += drive(seed, seed === 23 ? 200 : 2 + 3 * seed, nearOptions(seed, volume), 20)
  }
  expect(compared).toBeGreaterThan(10_000)
})

test('[undo] the WebAssembly twin keeps the same pairs, to the bit', () => {
  const n = 300
  const chains = [true, false].map((on) => {
    setWasmEnabled(on)
    const chain = ChainTree.fromSpheres(compactChain(n), 1)
    setWasmEnabled(true)
    return chain
  }) as [ChainTree, ChainTree]
  expect(chains[0].core.body.arrays.wasm).toBeDefined()
  const random = new Random(8)
  for (let step = 0; step < 150; step++) {
    const change = randomChange(random, n)
    for (const chain of chains) chain.change([change])
    const [a, b] = chains.map((chain) => answers(chain, step % 40 < 20 ? 2.5 : 1))
    expect(a).toEqual(b)
    expect(chains[0].stats).toEqual(chains[1].stats)
    if (random.unit() < 0.6) for (const chain of chains) chain.undo()
  }
})

test('[never-misses] links beside a span that swings are measured again', () => {
  const random = new Random(5)
  const n = 60
  const chain = ChainTree.fromSpheres(compactChain(n, { spacing: 4 }), 1)
  const poses = new Float64Array(12 * n)
  for (let step = 0; step < 40; step++) {
    chain.pairsWithin(3)
    for (let j = 0; j + 1 < n; j++) poses.set(chain.jointPose(j), 12 * j)
    const a = random.integer(20)
    // A span that does not really come back: links around it move, and pairs must be measured.
    const turned = chain.jointPose(a)
    const other = ChainTree.fromSpheres(straightChain(2), 1)
    other.setJoint(0, turned)
    other.rotate(0, random.range(-0.3, 0.3))
    poses.set(other.jointPose(0), 12 * a)
    chain.selfCollides()
    swing(chain.core, a, a + 5 + random.integer(20), poses, 1e-15, 1e-15)
    compare(chain, {}, 3)
    compare(chain, {}, undefined)
    if (random.unit() < 0.5) chain.undo()
  }
})

test('[nothing-lost] a rule that throws, or asks the chain, leaves what is kept as it was', () => {
  let mood: 'plain' | 'throws' | 'asks' = 'plain'
  const options: ChainOptions = {
    exclude: (i, j) => {
      if (mood === 'throws' && i > 20) throw new Error('no')
      if (mood === 'asks') {
        expect(() => chain.pairsWithin(2)).toThrow('busy')
        expect(() => chain.closestPair()).toThrow('busy')
      }
      return (i + j) % 13 === 0
    },
  }
  const chain = ChainTree.fromSpheres(compactChain(64), 1, options)
  const random = new Random(2)
  let thrown = 0
  chain.pairsWithin(2.5)
  for (let step = 0; step < 60; step++) {
    chain.rotate(random.integer(63), random.range(-1, 1))
    mood = (['plain', 'throws', 'asks'] as const)[step % 3]!
    if (mood === 'throws') {
      try {
        chain.pairsWithin(step % 2 === 0 ? 2.5 : 3)
      } catch {
        thrown++
      }
    }
    if (mood === 'asks') chain.pairsWithin(2.5)
    mood = 'plain'
    compare(chain, options, 2.5)
    if (step % 4 === 0) chain.undo()
    compare(chain, options, step % 5 === 0 ? undefined : 2.5)
    chain.validate()
  }
  expect(thrown).toBeGreaterThan(10)
})

test('[cost] answers with more pairs than are kept are searched, and memory stays bounded', () => {
  const n = 1000
  const chain = ChainTree.fromSpheres(compactChain(n), 1)
  const bytes = chain.byteLength
  const many = chain.pairsWithin(11)
  expect(many.count).toBeGreaterThan(16 * n)
  expect(chain.pairsWithin(11).pairs).toEqual(many.pairs)
  expect(chain.byteLength - bytes).toBeLessThan(64 * n)
  // Two lists of 16 pairs a link, in arrays that have grown by doubling.
  for (let step = 0; step < 50; step++) {
    chain.rotate((step * 37) % (n - 1), 0.3)
    chain.pairsWithin([2.5, 6, 8][step % 3]!)
    if (step % 2 === 0) chain.undo()
    expect(chain.byteLength - bytes).toBeLessThan(2 * (2 * 16 * 28 + 64) * n)
  }
  compare(chain, {}, 11)
  compare(chain, {}, 3)
})

test('[cost] after one joint of 100,000 links a query tests what has moved, not the chain', () => {
  const n = 100_000
  const scenes: [Float64Array, number][] = [
    [straightChain(n), 7],
    [zigzagChain(n), 5],
    [helix(n), 5],
  ]
  for (const [centres, distance] of scenes) {
    const [within, closest] = [0, 1].map(() => ChainTree.fromSpheres(centres, 1)) as [ChainTree, ChainTree]
    const { joints, angles } = torsionMoves(n, 4, 12)
    expect(within.pairsWithin(distance).count).toBeGreaterThan(n / 2)
    expect(within.stats.volumeTests).toBeGreaterThan(40_000)
    closest.closestPair()
    expect(closest.stats.volumeTests).toBeGreaterThan(40_000)
    for (const [k, joint] of joints.entries()) {
      within.rotate(joint, 0.3 * angles[k]!)
      closest.rotate(joint, 0.3 * angles[k]!)
      within.pairsWithin(distance)
      expect(within.stats.volumeTests).toBeLessThanOrEqual(2000)
      closest.closestPair()
      expect(closest.stats.volumeTests).toBeLessThanOrEqual(2000)
      if (k % 3 === 0) for (const chain of [within, closest]) chain.undo()
    }
  }
})

test('[cost] a walk of torsions from a compact start: what is asked again costs less than a search, by far', () => {
  const n = 20_000
  const chain = ChainTree.fromSpheres(compactChain(n), 1)
  const { joints, angles } = torsionMoves(n, 1, 3000)
  for (const [k, joint] of joints.entries()) {
    chain.rotate(joint, angles[k]!)
    if (chain.selfCollides()) chain.undo()
  }
  const everything = chain.pairsWithin(3).stats.volumeTests
  const moves = torsionMoves(n, 2, 300)
  let [tests, most, kept] = [0, 0, 0]
  for (const [k, joint] of moves.joints.entries()) {
    chain.rotate(joint, moves.angles[k]!)
    if (chain.selfCollides()) chain.undo()
    else {
      chain.pairsWithin(3)
      tests += chain.stats.volumeTests
      most = Math.max(most, chain.stats.volumeTests)
      kept++
    }
  }
  expect(kept).toBeGreaterThan(50)
  expect(tests / kept).toBeLessThan(everything / 50)
  expect(most).toBeLessThan(everything / 4)
  compare(chain, {}, 3)
  compare(chain, {}, undefined)
})
