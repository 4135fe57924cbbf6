import { expect, test } from 'vitest'
import { symmetricEigenvectors } from '../../../src/base/math/symmetric-eigen.js'
import { Random } from '../../../src/entries/meshes.js'

test('eigenvectors diagonalise, also where eigenvalues coincide', () => {
  const random = new Random(3)
  const out = new Float64Array(12)
  const cases: number[][] = [
    [0, 0, 0, 0, 0, 0],
    [1, 1, 1, 0, 0, 0],
    [2, 2, 2, 1, 1, 1],
    [1e-300, 1, 1e300, 0, 0, 0],
  ]
  for (let k = 0; k < 200; k++) cases.push(Array.from({ length: 6 }, () => random.range(-5, 5)))
  for (const [xx, yy, zz, xy, xz, yz] of cases as [number, number, number, number, number, number][]) {
    symmetricEigenvectors(out, 0, Float64Array.of(9, xx, yy, zz, xy, xz, yz), 1)
    const m = [
      [xx, xy, xz],
      [xy, yy, yz],
      [xz, yz, zz],
    ]
    const size = Math.max(Math.abs(xx) + Math.abs(yy) + Math.abs(zz), 1e-12)
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        let dot = 0
        let form = 0
        for (let i = 0; i < 3; i++) {
          dot += out[4 * i + a]! * out[4 * i + b]!
          for (let j = 0; j < 3; j++) form += out[4 * i + a]! * m[i]![j]! * out[4 * j + b]!
        }
        expect(dot).toBeCloseTo(a === b ? 1 : 0, 12)
        if (a !== b) expect(Math.abs(form) / size).toBeLessThan(1e-10)
      }
    }
  }
})
