import { expect, test } from 'vitest'
import {
  COMPACT_STARTS,
  compactChain,
  doubleRowChain,
  helix,
  lemma7Chain,
  randomCoil,
  straightChain,
  torsionMoves,
} from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

const SIZES = [1, 2, 3, 7, 8, 9, 27, 64, 65, 1000, 1001, 2500]

function bondLengths(centres: Float64Array): number[] {
  const out: number[] = []
  for (let i = 3; i < centres.length; i += 3) out.push(distance(centres, i / 3 - 1, i / 3))
  return out
}

function distance(p: Float64Array, i: number, j: number): number {
  return Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!)
}

/** Distinct points of a lattice never come closer than its step. */
function expectLatticePoints(centres: Float64Array, step: number): void {
  const seen = new Set<string>()
  for (let i = 0; i < centres.length; i += 3) {
    const point = [centres[i]! / step, centres[i + 1]! / step, centres[i + 2]! / step]
    for (const x of point) expect(Number.isInteger(x)).toBe(true)
    seen.add(point.join(' '))
  }
  expect(seen.size).toBe(centres.length / 3)
}

test.each(COMPACT_STARTS)('compact chain, %s: any number of links, bonds exact, nothing overlaps', (start) => {
  for (const n of SIZES) {
    const chain = compactChain(n, { start })
    expect(chain.length).toBe(3 * n)
    for (const bond of bondLengths(chain)) expect(bond).toBe(4)
    expectLatticePoints(chain, 4)
  }
  expect(Math.max(...compactChain(1000, { start, spacing: 0.5 }))).toBe(start === 'hilbert' ? 7.5 : 4.5)
})

test('a serpentine of 1,000 fills a cube of ten a side; a Hilbert curve of 512 one of eight', () => {
  expect(Math.max(...compactChain(1000))).toBe(36)
  expect(Math.max(...compactChain(512, { start: 'hilbert' }))).toBe(28)
})

test('straight chain, coil and helix: counts and spacing', () => {
  for (const n of SIZES) {
    for (const chain of [
      straightChain(n, { spacing: 3 }),
      randomCoil(n, 1, { spacing: 3 }),
      helix(n, { spacing: 3 }),
    ]) {
      expect(chain.length).toBe(3 * n)
      for (const bond of bondLengths(chain)) expect(bond).toBeCloseTo(3, 9)
    }
  }
  const h = helix(100)
  for (let i = 0; i < 100; i++) for (let j = i + 1; j < 100; j++) expect(distance(h, i, j)).toBeGreaterThan(2)
})

test('[same-seed] a seed gives the same coil and the same moves, another seed others', () => {
  expect(randomCoil(50, 7)).toEqual(randomCoil(50, 7))
  expect(randomCoil(50, 7)).not.toEqual(randomCoil(50, 8))
  expect(torsionMoves(50, 7, 30)).toEqual(torsionMoves(50, 7, 30))
  // A longer sequence starts with the shorter one.
  expect(torsionMoves(50, 7, 60).angles.slice(0, 30)).toEqual(torsionMoves(50, 7, 30).angles)
  expect(torsionMoves(50, 7, 30)).not.toEqual(torsionMoves(50, 8, 30))
})

test('torsions reach every joint and the whole range of angles', () => {
  const { joints, angles } = torsionMoves(11, 1, 5000)
  expect([...new Set(joints)].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(Math.min(...angles)).toBeGreaterThanOrEqual(-Math.PI)
  expect(Math.min(...angles)).toBeLessThan(-3.1)
  expect(Math.max(...angles)).toBeLessThan(Math.PI)
  expect(Math.max(...angles)).toBeGreaterThan(3.1)
})

test("Figure 5's double row: each sphere is tangent to its neighbours and overlaps none", () => {
  const chain = doubleRowChain(60, 1.5)
  for (let i = 0; i < 60; i++) {
    for (let j = i + 1; j < 60; j++) {
      const apart = distance(chain, i, j)
      if (j - i <= 2) expect(apart).toBeCloseTo(3, 12)
      else expect(apart).toBeGreaterThan(4)
    }
  }
})

test.each([8, 16, 24, 32, 40, 64])("Lemma 7's chain, d = %d: one chain of touching spheres, none overlapping", (d) => {
  const { centres, radius, unitStarts } = lemma7Chain(d, 0.5)
  const units = (d / 8) ** 2
  expect(centres.length / 3).toBe(3 * d * units + units - 1)
  expect(unitStarts.length).toBe(units)
  for (const bond of bondLengths(centres)) expect(bond).toBe(2 * radius)
  expectLatticePoints(centres, 2 * radius)
})

test.each([8, 16, 24, 64])("Lemma 7's chain, d = %d: the hulls of all units share the point the paper names", (d) => {
  const { centres, unitStarts, common } = lemma7Chain(d, 1)
  for (const first of unitStarts) {
    // The four corners of a unit: ends of the x row and of the y and z rows, in either direction.
    const at = (k: number): Float64Array => centres.slice(3 * (first + k), 3 * (first + k) + 3)
    const forward = at(0)[2] === at(d - 1)[2] && at(0)[1] === at(d - 1)[1]
    const corners = [0, d - 1, 2 * d - 1, 3 * d - 1].map((k) => at(forward ? k : 3 * d - 1 - k))
    for (const weight of barycentric(corners, common)) expect(weight).toBeGreaterThanOrEqual(0)
  }
})

/** Weights of a point in a tetrahedron: all of them at least 0 where it lies inside. */
function barycentric(t: Float64Array[], p: Float64Array): number[] {
  const whole = signedVolume(t)
  return t.map((_, i) => signedVolume(t.map((corner, j) => (i === j ? p : corner))) / whole)
}

function signedVolume([a, b, c, d]: Float64Array[]): number {
  const u = [0, 1, 2].map((i) => b![i]! - a![i]!)
  const v = [0, 1, 2].map((i) => c![i]! - a![i]!)
  const w = [0, 1, 2].map((i) => d![i]! - a![i]!)
  return (
    u[0]! * (v[1]! * w[2]! - v[2]! * w[1]!) -
    u[1]! * (v[0]! * w[2]! - v[2]! * w[0]!) +
    u[2]! * (v[0]! * w[1]! - v[1]! * w[0]!)
  )
}

test('builders refuse what they cannot build and name the field', () => {
  expect(() => compactChain(0)).toThrow(InvalidInputError)
  expect(() => compactChain(2.5)).toThrow('n must be')
  expect(() => compactChain(5, { spacing: Number.NaN })).toThrow('spacing must be')
  expect(() => compactChain(5, { start: 'knot' as never })).toThrow('"knot"')
  expect(() => helix(5, { rise: 9 })).toThrow('rise must be')
  expect(() => lemma7Chain(12)).toThrow('d must be a multiple of 8')
  expect(() => torsionMoves(1, 1)).toThrow('n must be')
  expect(() => doubleRowChain(4, -1)).toThrow('radius must be')
})
