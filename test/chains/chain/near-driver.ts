// Drives a chain whose near pairs are kept between changes beside one that is built again for every query.
import { expect } from 'vitest'
import type { ChainVolume } from '../../../src/chains/chain/chain-arrays.js'
import { box, type ChainChange, type ChainOptions, ChainTree, Random, sphere } from '../../../src/entries/chains.js'

/** A chain built from scratch with the same numbers, of which nothing has been kept. */
function rebuilt(chain: ChainTree, options: ChainOptions): ChainTree {
  return ChainTree.fromLinks(
    Array.from({ length: chain.size }, (_, i) => chain.shape(i)),
    Array.from({ length: chain.size - 1 }, (_, j) => chain.jointPose(j)),
    options,
  )
}

export function answers(chain: ChainTree, distance: number): unknown[] {
  const { count, pairs, distances } = chain.pairsWithin(distance)
  const { stats: _, ...closest } = chain.closestPair() ?? { stats: undefined }
  return [count, [...pairs], [...distances], closest]
}

/** Asks for pairs or for the closest, and compares with a chain that has kept nothing. */
export function compare(chain: ChainTree, options: ChainOptions, distance: number | undefined): number {
  const fresh = rebuilt(chain, options)
  if (distance === undefined) {
    const [kept, truth] = [chain.closestPair(), fresh.closestPair()]
    expect(kept === undefined).toBe(truth === undefined)
    if (kept === undefined || truth === undefined) return 0
    expect(Math.abs(kept.distance - truth.distance)).toBeLessThanOrEqual(kept.error + truth.error)
    const named = fresh.pairsWithin(kept.distance + kept.error)
    expect(named.pairs.some((a, k) => k % 2 === 0 && a === kept.a && named.pairs[k + 1] === kept.b)).toBe(true)
    return 1
  }
  const [kept, truth] = [chain.pairsWithin(distance), fresh.pairsWithin(distance)]
  expect(kept.pairs).toEqual(truth.pairs)
  expect(kept.distances.every((d, k) => Math.abs(d - truth.distances[k]!) < 1e-9)).toBe(true)
  return kept.count
}

export function randomChange(random: Random, n: number): ChainChange {
  const joint = random.integer(n - 1)
  const kind = random.integer(12)
  if (kind === 0) return { kind: 'shape', link: random.integer(n), shape: sphere({ radius: random.range(0.2, 1.4) }) }
  if (kind === 1) return { kind: 'shape', link: random.integer(n), shape: box({ size: [1, random.range(0.5, 2), 1] }) }
  if (kind === 2) return { kind: 'slide', joint, distance: random.range(-0.3, 0.3) }
  return { kind: 'rotate', joint, angle: random.range(-3, 3) * (random.unit() < 0.5 ? 1 : 0.02) }
}

/** Changes, undos and queries in any order, with distances that recur and others that do not. */
export function drive(seed: number, n: number, options: ChainOptions, steps: number): number {
  const random = new Random(seed)
  const centres = new Float64Array(3 * n)
  for (let k = 3; k < 3 * n; k++) centres[k] = centres[k - 3]! + random.range(-1.7, 1.7)
  const chain = ChainTree.fromSpheres(centres, random.range(0.2, 0.8), options)
  const usual = random.range(0, 3)
  let compared = 0
  for (let step = 0; step < steps; step++) {
    const before = random.unit() < 0.3 ? answers(chain, usual) : undefined
    const count = random.unit() < 0.7 ? 1 : random.integer(6)
    chain.change(Array.from({ length: count }, () => randomChange(random, n)))
    for (let query = random.integer(3); query > 0; query--) {
      const distance = random.unit() < 0.6 ? usual : random.range(0, 6)
      compared += compare(chain, options, random.unit() < 0.4 ? undefined : distance)
    }
    if (chain.canUndo && random.unit() < 0.5) {
      chain.undo()
      if (before !== undefined && count > 0) expect(answers(chain, usual)).toEqual(before)
    }
    chain.validate()
  }
  return compared
}

/** The options of case `seed`. */
export function nearOptions(seed: number, volume: ChainVolume): ChainOptions {
  return {
    volume,
    neighbours: seed % 3,
    linksPerLeaf: [4, 1, 3][seed % 3]!,
    ...(seed % 2 === 0 ? {} : { exclude: (i: number, j: number) => (i * 7 + j * 3) % 11 === 0 }),
  }
}
