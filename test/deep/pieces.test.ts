// Pieces of motions against exact arithmetic, at length. LIMBER_DEEP_STEPS scales it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Random } from '../../src/entries/meshes.js'
import { linePiece, polynomialPiece } from '../oracle/robots/pieces-cases.js'
import { broken } from '../oracle/robots/pieces-check.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100)

// A failure prints the seed: give it to the piece's builder in pieces-cases.ts.
test('lines and polynomials: bounds and rounding hold in exact arithmetic', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      expect(broken(linePiece(random).piece, random, 12)).toEqual([])
      expect(broken(polynomialPiece(random), random, 12)).toEqual([])
    }),
    { seed: 3, numRuns: runs },
  )
})
