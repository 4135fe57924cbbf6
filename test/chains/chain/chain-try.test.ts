// tryRotate against rotate, selfCollides and undo, which it stands for: the same bits, answers and counts.
import { afterEach, expect, test } from 'vitest'
import { compactChain, torsionMoves } from '../../../scenes/index.js'
import { setWasmEnabled } from '../../../src/chains/chain/chain-wasm.js'
import { box, type ChainOptions, ChainTree, Random, sphere } from '../../../src/entries/chains.js'
import { inside } from './inside.js'

afterEach(() => setWasmEnabled(true))

function bits(chain: ChainTree): Uint8Array[] {
  const { box: boxes, ends, slack, aligned, balls, joints } = inside(chain)
  return [boxes, ends, slack, aligned, balls, joints].map((of) => new Uint8Array(of.slice().buffer))
}

function expectSameBits(a: ChainTree, b: ChainTree): void {
  const [p, q] = [bits(a), bits(b)]
  for (const [k, of] of p.entries()) expect(Buffer.compare(of, q[k]!)).toBe(0)
}

function expectSame(a: ChainTree, b: ChainTree): void {
  expectSameBits(a, b)
  expect(a.stats).toEqual(b.stats)
  expect(a.canUndo).toBe(b.canUndo)
}

function inThree(chain: ChainTree, joint: number, angle: number, axis?: number[], pivot?: number[]): boolean {
  chain.rotate(joint, angle, axis, pivot)
  if (!chain.selfCollides()) return true
  // What the search has counted, and what undo has recomputed.
  chain.undo()
  return false
}

const WAYS: Record<string, ChainOptions> = {
  plain: {},
  loose: { boxes: 'loose', linksPerLeaf: 3 },
  tight: { boxes: 'tight' },
  'swept rectangles': { volume: 'rss' },
  'neighbours and a rule': { neighbours: 3, exclude: (i, j) => (i + j) % 7 === 0 },
  'another merge rule': { experimental: { merge: 'cab' } },
}

test.each(Object.entries(WAYS))('[undo] tryRotate is rotate, selfCollides and undo, to the bit: %s', (_, options) => {
  for (const [n, wasm] of [
    [2, true],
    [5, true],
    [300, true],
    [300, false],
    [1000, true],
  ] as const) {
    setWasmEnabled(wasm)
    const [a, b] = [0, 1].map(() => ChainTree.fromSpheres(compactChain(n), 1, options)) as [ChainTree, ChainTree]
    const random = new Random(n)
    const results = [0, 0]
    for (let step = 0; step < 120; step++) {
      const joint = random.integer(n - 1)
      const angle = random.range(-3, 3) * (random.unit() < 0.5 ? 0.1 : 1)
      const [axis, pivot] =
        random.unit() < 0.2
          ? [
              [0, 0.6, 0.8],
              [0.1, 0, -0.2],
            ]
          : []
      const moved = a.tryRotate(joint, angle, axis, pivot)
      expect(moved).toBe(inThree(b, joint, angle, axis, pivot))
      results[moved ? 1 : 0]!++
      expectSame(a, b)
      // What else there is to a chain goes on as if nothing had happened.
      const next = random.integer(8)
      for (const chain of [a, b]) {
        if (next === 0 && chain.canUndo) chain.undo()
        if (next === 1) chain.rotate((joint + 1) % (n - 1), 0.01)
      }
      if (next === 2) expect({ ...a.pairsWithin(2.5) }).toEqual({ ...b.pairsWithin(2.5) })
      if (next === 3) expect(a.closestPair()).toEqual(b.closestPair())
      const shape = sphere({ radius: random.range(0.8, 1) })
      if (next === 4 && n > 5) for (const chain of [a, b]) chain.setShape(joint, shape)
    }
    a.validate()
    expectSame(a, b)
    if (n > 100) expect(Math.min(...results)).toBeGreaterThan(5)
  }
})

test('[undo] tryRotate with links of other shapes, and ties', () => {
  const [a, b] = [0, 1].map(() => {
    const chain = ChainTree.fromSpheres(compactChain(200), 1)
    chain.setShape(77, box({ size: [1.5, 1, 1] }))
    return chain
  }) as [ChainTree, ChainTree]
  const moves = torsionMoves(200, 3, 100)
  for (const [k, joint] of moves.joints.entries()) {
    expect(a.tryRotate(joint, moves.angles[k]!)).toBe(inThree(b, joint, moves.angles[k]!))
    expectSame(a, b)
  }
  // Spheres of radius 2, 4 apart, in a lattice: whatever is not turned touches what it is beside.
  const row = Float64Array.from({ length: 600 }, (_, k) => (k % 3 === 0 ? 4.5 * (k / 3) : 0))
  const [c, d] = [0, 1].map(() => ChainTree.fromSpheres(row, 2)) as [ChainTree, ChainTree]
  c.selfCollides()
  d.selfCollides()
  for (const angle of [Math.PI / 2, Math.acos(1 - (4 / 4.5) ** 2 / 2), 2, 1.9, -Math.PI / 2]) {
    for (const joint of [10, 11, 50, 100]) {
      expect(c.tryRotate(joint, angle, [0, 0, 1])).toBe(inThree(d, joint, angle, [0, 0, 1]))
      expectSame(c, d)
    }
  }
})

test('[undo] a rule that throws in tryRotate leaves the chain turned and untested, as selfCollides does', () => {
  let isAngry = false
  const options: ChainOptions = {
    exclude: () => {
      if (isAngry) throw new Error('no')
      return false
    },
  }
  const [a, b] = [0, 1].map(() => ChainTree.fromSpheres(compactChain(500), 1, options)) as [ChainTree, ChainTree]
  const moves = torsionMoves(500, 9, 200)
  let thrown = 0
  for (const [k, joint] of moves.joints.entries()) {
    isAngry = k % 3 === 0
    const outcome = (turn: () => boolean): unknown => {
      try {
        return turn()
      } catch (error) {
        thrown++
        return String(error)
      }
    }
    const angle = moves.angles[k]!
    expect(outcome(() => a.tryRotate(joint, angle))).toEqual(outcome(() => inThree(b, joint, angle)))
    isAngry = false
    expectSameBits(a, b)
    expect(a.canUndo).toBe(b.canUndo)
    expect(a.selfCollides()).toBe(b.selfCollides())
    if (a.canUndo && k % 2 === 0) for (const chain of [a, b]) chain.undo()
  }
  expect(thrown).toBeGreaterThan(10)
  a.validate()
})

test('[nothing-lost] what rotate refuses, it refuses', () => {
  const chain = ChainTree.fromSpheres(compactChain(200), 1)
  const before = chain.poses()
  expect(() => chain.tryRotate(199, 1)).toThrow('joint')
  expect(() => chain.tryRotate(3, Number.NaN)).toThrow('angle')
  expect(() => chain.tryRotate(3, 1, [0, 0, 0])).toThrow('axis')
  expect(chain.poses()).toEqual(before)
  expect(chain.canUndo).toBe(false)
})
