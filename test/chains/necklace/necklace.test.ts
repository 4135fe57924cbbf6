// The face of Necklace: what it accepts, what it keeps and how it answers. Answers against brute force at length: necklace-attacks.
import { expect, test } from 'vitest'
import {
  ChainBusyError,
  InvalidInputError,
  Necklace,
  type NecklaceOptions,
  NothingToUndoError,
  necklaceDocument,
  Random,
} from '../../../src/entries/chains.js'
import { verifyStep } from '../../../src/verify/index.js'

const LINE = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0]

function zigzag(n: number, height: number): Float64Array {
  return Float64Array.from({ length: 3 * n }, (_, k) => {
    const i = Math.trunc(k / 3)
    return k % 3 === 0 ? i : k % 3 === 1 ? (i % 2) * height : 0
  })
}

test('[necklace-exact] neighbours may overlap, others not; touching counts', () => {
  expect(new Necklace(LINE, 0.6).selfCollides()).toBe(false)
  // Beads 0 and 2 touch exactly.
  const touching = new Necklace(LINE, 1)
  expect(touching.selfCollides()).toBe(true)
  expect(Array.from(touching.selfCollisions().pairs)).toEqual([0, 2, 1, 3, 2, 4])
  expect(touching.closestPair()).toMatchObject({ a: 0, b: 2, signedDistance: 0, distance: 0 })
  expect(new Necklace(LINE, 1, { neighbours: 2 }).selfCollides()).toBe(false)
  expect(new Necklace(LINE, 0.6, { neighbours: 0 }).selfCollisions().count).toBe(4)
  expect(new Necklace(LINE, 1, { exclude: (i, j) => j - i === 2 }).selfCollides()).toBe(false)
})

test('[necklace-exact] a closed necklace: the last bead is next to the first', () => {
  const ring = Float64Array.from([1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0])
  expect(new Necklace(ring, 0.8, { closed: true }).selfCollides()).toBe(false)
  expect(Array.from(new Necklace(ring, 0.8).selfCollisions().pairs)).toEqual([0, 3])
})

test('two numbers a bead in the plane', () => {
  const flat = new Necklace([0, 0, 1, 0, 1, 1, 0, 1], 0.5, { dimension: 2 })
  expect(Array.from(flat.selfCollisions().pairs)).toEqual([0, 3])
  expect(flat.powerDiagram().dimension).toBe(2)
  expect(Array.from(flat.centres())).toEqual([0, 0, 1, 0, 1, 1, 0, 1])
})

test('[separating-set] it passes its checker, and there is none where beads touch', () => {
  const centres = zigzag(100, 3)
  const proof = new Necklace(centres, 0.6).separatingSet()
  if (!proof.free) throw new Error('beads touch')
  expect(verifyStep(necklaceDocument(centres, 0.6), proof.set)).toMatchObject({ valid: true })
  expect(verifyStep(necklaceDocument(centres, 0.6), JSON.parse(JSON.stringify(proof.set)))).toMatchObject({
    valid: true,
  })
  expect(verifyStep(necklaceDocument(centres, 1.1), proof.set).valid).toBe(false)
  expect(new Necklace(centres, 1.1).separatingSet()).toMatchObject({ free: false, a: expect.any(Number) })
})

test('[necklace-step] a step that is refused leaves everything as it was; undo goes back once', () => {
  const necklace = new Necklace(LINE, 0.6, { method: 'cages' })
  expect(necklace.canUndo).toBe(false)
  expect(() => necklace.undo()).toThrow(NothingToUndoError)
  const folded = zigzag(5, 0).map((x, k) => (k === 12 ? 0.1 : x))
  expect(necklace.step(folded).method).toBe('cages')
  expect(necklace.selfCollides()).toBe(true)
  expect(() => necklace.step([...LINE.slice(0, 14), Number.NaN])).toThrow(InvalidInputError)
  expect(() => necklace.step([...LINE.slice(0, 14), Number.NaN])).toThrow('centres[14]')
  expect(() => necklace.step(LINE.slice(0, 12))).toThrow('centres.length')
  expect(() => necklace.step(LINE, -1)).toThrow('radius')
  expect(Array.from(necklace.centres())).toEqual(Array.from(folded))
  expect(necklace.canUndo).toBe(true)
  necklace.undo()
  expect(Array.from(necklace.centres())).toEqual(LINE)
  necklace.step(folded)
  necklace.step(LINE, 0.5)
  expect(necklace.selfCollides()).toBe(false)
  expect(Array.from(necklace.radii())).toEqual([0.5, 0.5, 0.5, 0.5, 0.5])
  necklace.undo()
  expect(Array.from(necklace.centres())).toEqual(Array.from(folded))
  expect(Array.from(necklace.radii())).toEqual([0.6, 0.6, 0.6, 0.6, 0.6])
  expect(necklace.selfCollides()).toBe(true)
  expect(() => necklace.undo()).toThrow(NothingToUndoError)
})

test('[necklace-step] a rule must not ask or change the necklace that asks it', () => {
  const necklace: Necklace = new Necklace(LINE, 1, { exclude: () => necklace.selfCollides() })
  expect(() => necklace.selfCollides()).toThrow(ChainBusyError)
  const moving: Necklace = new Necklace(LINE, 1, { exclude: () => moving.step(LINE) !== undefined })
  expect(() => moving.selfCollisions()).toThrow(ChainBusyError)
})

test('[necklace-step] an array that steps the necklace while it is read is refused', () => {
  const necklace: Necklace = new Necklace(LINE, 0.6, { method: 'cages' })
  const evil = Object.defineProperty([...LINE], 3, { get: () => necklace.step(LINE) && 1 })
  expect(() => necklace.step(evil)).toThrow(ChainBusyError)
  expect(Array.from(necklace.centres())).toEqual(LINE)
  necklace.validate()
})

test.each<[string, unknown, unknown, unknown]>([
  ['centres', [], 1, {}],
  ['centres', [0, 0], 1, {}],
  ['centres', undefined, 1, {}],
  ['centres[1]', [0, Infinity, 0], 1, {}],
  ['centres[2]', JSON.parse(JSON.stringify([0, 0, Number.NaN])), 1, {}],
  ['centres[0]', ['1', 0, 0], 1, {}],
  ['centres[0]', [1n, 0, 0], 1, {}],
  ['radius', LINE, -1, {}],
  ['radius', LINE, '1', {}],
  ['radius', LINE, [1, 1], {}],
  ['radius[3]', LINE, [1, 1, 1, Number.NaN, 1], {}],
  ['dimension', LINE, 1, { dimension: 4 }],
  ['closed', LINE, 1, { closed: 1 }],
  ['neighbours', LINE, 1, { neighbours: -1 }],
  ['exclude', LINE, 1, { exclude: 1 }],
  ['method', LINE, 1, { method: 'octree' }],
  ['experimental.cages', LINE, 1, { experimental: { cages: 'both' } }],
  ['experimental.verification', LINE, 1, { experimental: { verification: 'none' } }],
  ['neighbors', LINE, 1, { neighbors: 1 }],
  ['options', LINE, 1, null],
])('%s that is wrong is refused by name', (field, centres, radius, options) => {
  const make = () => new Necklace(centres as number[], radius as number, options as NecklaceOptions)
  expect(make).toThrow(InvalidInputError)
  expect(make).toThrow(field)
})

test('[necklace-methods] auto, cages, grids and the power diagram say the same', () => {
  const random = new Random(5)
  const centres = Float64Array.from({ length: 3 * 400 }, () => 8 * random.unit())
  const asked = (['auto', 'cages', 'grid', 'power-diagram'] as const).map((method) => {
    const necklace = new Necklace(centres, 0.3, { method })
    const { pairs, signedDistances } = necklace.selfCollisions()
    const { a, b, signedDistance } = necklace.closestPair()!
    return { pairs, signedDistances, a, b, signedDistance, near: necklace.pairsWithin(0.2).pairs }
  })
  expect(asked[0]!.pairs.length).toBeGreaterThan(0)
  expect(asked[1]).toEqual(asked[0])
  expect(asked[2]).toEqual(asked[0])
  expect(asked[3]).toEqual(asked[0])
})

test('[cages] the cages of a necklace are a tree of balls around their beads', () => {
  const { count, balls, first, beads, parent, right, basis } = new Necklace(zigzag(51, 1), 0.6).cages()
  expect(count).toBe(37)
  for (let k = 1; k < count; k++) {
    const above = parent[k]!
    expect([above + 1, right[above]]).toContain(k)
    expect(first[k]! >= first[above]! && first[k]! + beads[k]! <= first[above]! + beads[above]!).toBe(true)
    expect(basis[4 * k]).toBeGreaterThanOrEqual(first[k]!)
    expect(balls[4 * k + 3]).toBeGreaterThan(0.6)
  }
})
