import { expect, test } from 'vitest'
import { BACKBONE_ANGLES, BACKBONE_BONDS, backboneMoves, extendedBackbone, foldedBackbone } from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

function distance(p: Float64Array, i: number, j: number): number {
  return Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!)
}

/** The angle at atom i. */
function angleAt(p: Float64Array, i: number): number {
  const [a, b, c] = [distance(p, i - 1, i), distance(p, i, i + 1), distance(p, i - 1, i + 1)]
  return Math.acos((a * a + b * b - c * c) / (2 * a * b))
}

function gyration(p: Float64Array): number {
  const n = p.length / 3
  let sum = 0
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) sum += distance(p, i, j) ** 2
  return Math.sqrt(sum) / n
}

function expectProteinLike(p: Float64Array, residues: number): void {
  expect(p.length).toBe(9 * residues)
  for (let i = 0; i + 1 < 3 * residues; i++) expect(distance(p, i, i + 1)).toBeCloseTo(BACKBONE_BONDS[i % 3]!, 9)
  // Angles are at N (0), CA (1) and C (2); the list begins with CA's.
  for (let i = 1; i + 1 < 3 * residues; i++) expect(angleAt(p, i)).toBeCloseTo(BACKBONE_ANGLES[(i + 2) % 3]!, 7)
}

test.each([1, 2, 3, 20, 56, 144, 323])(
  'a folded backbone of %i residues: bonds, angles, no clashes, compact',
  (residues) => {
    for (const seed of [1, 2]) {
      const p = foldedBackbone(residues, seed)
      expectProteinLike(p, residues)
      let nearest = Infinity
      for (let i = 0; i < 3 * residues; i++)
        for (let j = i + 5; j < 3 * residues; j++) nearest = Math.min(nearest, distance(p, i, j))
      expect(nearest).toBeGreaterThan(3.2)
      // Of folded proteins: 2.2 n^0.38.
      if (residues >= 56) expect(gyration(p)).toBeLessThan(1.15 * 2.2 * residues ** 0.38)
      expect(foldedBackbone(residues, seed)).toEqual(p)
    }
    if (residues > 1) expect(foldedBackbone(residues, 1)).not.toEqual(foldedBackbone(residues, 2))
  },
)

test('an extended backbone is a strand: 3.3 Å a residue, and flat peptide bonds', () => {
  const p = extendedBackbone(100)
  expectProteinLike(p, 100)
  const rise = distance(p, 1, 3 * 99 + 1) / 99
  expect(rise).toBeGreaterThan(3.1)
  expect(rise).toBeLessThan(3.7)
  // Trans: CA to CA is 3.8 Å (cis: 2.9 Å).
  for (let r = 1; r < 100; r++) expect(distance(p, 3 * r - 2, 3 * r + 1)).toBeCloseTo(3.8, 1)
})

test('moves turn φ and ψ alone, each of them, within the width', () => {
  const { joints, angles } = backboneMoves(7, 3, 2000, 0.1)
  expect([...new Set(joints)].sort((a, b) => a - b)).toEqual([0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19])
  expect(Math.max(...angles)).toBeGreaterThan(0.099)
  expect(Math.max(...angles)).toBeLessThan(0.1)
  expect(Math.min(...angles)).toBeGreaterThanOrEqual(-0.1)
  expect(backboneMoves(7, 3, 2000, 0.1)).toEqual({ joints, angles })
  expect(backboneMoves(7, 4, 2000, 0.1)).not.toEqual({ joints, angles })
})

test('what is not a length, or not a width, is refused by name', () => {
  expect(() => foldedBackbone(0)).toThrow(InvalidInputError)
  expect(() => extendedBackbone(1.5)).toThrow(/residues/)
  expect(() => backboneMoves(3, 1, 10, 4)).toThrow(/width/)
  expect(() => backboneMoves(3, 1, -1)).toThrow(/count/)
})
