// What a sceptical reader tried, and what must hold.
import { expect, test } from 'vitest'
import { straightChain } from '../../../scenes/index.js'
import {
  box,
  ChainBusyError,
  ChainTree,
  convex,
  InvalidInputError,
  Random,
  sphere,
} from '../../../src/entries/chains.js'
import { VOLUMES } from './driver.js'

const along = (bonds: number[], radius: number, options = {}): ChainTree =>
  ChainTree.fromLinks(
    Array.from({ length: bonds.length + 1 }, () => sphere({ radius })),
    bonds.map((x) => ({ at: [x, 0, 0] })),
    options,
  )

test.each(VOLUMES)(
  '[never-misses] an exclude rule that uses the chain is stopped by name, with and without WebAssembly: %s',
  (volume) => {
    for (const links of [40, 300]) {
      const centres = Float64Array.from({ length: 3 * links }, (_, k) => (k % 3 === 0 ? k : 0))
      let inner: () => unknown = () => undefined
      const chain: ChainTree = ChainTree.fromSpheres(centres, 4, {
        volume,
        exclude: (i, j) => {
          inner()
          return i !== 0 || j !== 2
        },
      })
      const far = sphere({ radius: 1 })
      const calls: (() => unknown)[] = [
        () => chain.distanceTo(far, { at: [1e4, 0, 0] }),
        () => chain.selfCollides(),
        () => chain.selfCollisions(),
        () => chain.closestPair(),
        () => chain.pairsWithin(1),
        () => chain.rotate(0, 1, [0, 0, 1]),
        () => chain.undo(),
        () => chain.setBase({}),
      ]
      for (const call of calls) {
        inner = call
        expect(() => chain.selfCollides()).toThrow(ChainBusyError)
        inner = () => chain.relativePose(0, 1)
        expect(chain.selfCollides()).toBe(true)
      }
      chain.validate()
    }
  },
)

test.each(VOLUMES)(
  '[never-misses] bonds of wildly different lengths, and a base far away: no collision is lost: %s',
  (volume) => {
    expect(along([1e40, 1e20, 1, -1e40, -1, -1e20], 0.4, { volume }).selfCollides()).toBe(true)
    const bonds = [1e10, 1, 3e-8, -1e10, -3e-8, -1]
    const chain = along(bonds, 1e-8, { volume })
    expect(chain.selfCollides()).toBe(true)
    chain.setBase({ at: [1e26, 0, 0] })
    expect(chain.selfCollisions().count).toBe(1)
    expect(along(bonds, 1e-8, { volume, base: { at: [1e26, 0, 0] } }).selfCollides()).toBe(true)
    expect(along([1e10, 3e-8, -1e10], 1e-8, { volume, base: { at: [1e30, 0, 0] } }).selfCollides()).toBe(false)
  },
)

test.each(VOLUMES)('[never-misses] lengths whose squares underflow: %s', (volume) => {
  const s = 1.58e-162
  expect(() => ChainTree.fromSpheres([0, 0, 0, s, s, s], 1.37e-162, { volume })).toThrow(InvalidInputError)
  expect(() => convex({ points: [0, 0, 0, s, s, s] })).toThrow(InvalidInputError)
  const t = 1.58e-99
  const dot = (x: number): ChainTree =>
    ChainTree.fromLinks([convex({ points: [0, 0, 0, t, t, t] })], [], { volume, base: { at: [x, 0, 0] } })
  expect(dot(0).collidesWith(dot(0))).toBe(true)
  expect(dot(0).collidesWith(dot(1e-80))).toBe(false)
})

test.each(VOLUMES)(
  '[distance] the error of a closest pair covers pairs that lost by less than their rounding: %s',
  (volume) => {
    const links = 3000
    const centres = Float64Array.from({ length: 3 * links }, (_, k) => (k % 3 === 0 ? (100 * k) / 3 : 0))
    for (const seed of [2, 3, 4, 7]) {
      const make = (radii: Float64Array): ChainTree => {
        const chain = ChainTree.fromSpheres(centres, radii, {
          volume,
          neighbours: 0,
          exclude: (i, j) => !((i === 0 && j === links - 1) || (i === 1500 && j === 1501)),
        })
        const random = new Random(seed)
        chain.change(
          Array.from({ length: links - 1 }, (_, joint) => ({
            kind: 'rotate' as const,
            joint,
            angle: random.range(-3, 3),
            axis: [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)],
          })),
        )
        return chain
      }
      const radii = new Float64Array(links).fill(1e-3)
      const x = make(radii).relativePose(0, links - 1)
      radii[1500] = radii[1501] = 49.5
      radii[0] = radii[links - 1] = (Math.hypot(x[3]!, x[7]!, x[11]!) - 1) / 2 + 1e-10
      const chain = make(radii)
      const closest = chain.closestPair()!
      expect(chain.pairsWithin(closest.distance - closest.error - 1e-12).count).toBe(0)
      expect(chain.pairsWithin(closest.distance + closest.error + 1e-12).count).toBeGreaterThan(0)
    }
  },
)

test.each(VOLUMES)('[touching] how a tree is laid out does not change what it says: %s', (volume) => {
  const links = 10_000
  const radii = new Float64Array(links).fill(1)
  radii[4999] = radii[5001] = 4 - 5e-12
  for (const linksPerLeaf of [1, 2, 3, 4, 5, 7, 8, 16]) {
    expect(ChainTree.fromSpheres(straightChain(links), radii, { volume, linksPerLeaf }).selfCollides()).toBe(false)
  }
  radii[4999] = radii[5001] = 4
  for (const linksPerLeaf of [1, 3, 4, 16]) {
    expect(ChainTree.fromSpheres(straightChain(links), radii, { volume, linksPerLeaf }).selfCollides()).toBe(true)
  }
})

test('[undo] an empty change set is none', () => {
  const chain = ChainTree.fromSpheres(straightChain(5), 1)
  chain.rotate(1, 1)
  chain.change([])
  expect(chain.canUndo).toBe(true)
})

test('[cost] one link that is not a sphere does not cost a shape for each of the others', () => {
  const chain = ChainTree.fromSpheres(straightChain(200_000), 1)
  chain.setShape(5, box({ size: [1, 1, 1] }))
  const kept = chain.core.body.links!
  expect(kept.filter((link) => link !== undefined).length).toBe(1)
  expect(chain.shape(6)).toEqual(sphere({ radius: 1 }))
  chain.undo()
  expect(chain.shape(5).kind).toBe('sphere')
})
