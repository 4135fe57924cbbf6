// Self-collisions and whole steps against brute force in exact arithmetic.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clothStep } from '../../../scenes/index.js'
import { MeshTree } from '../../../src/entries/meshes.js'
import { DEFORM_MODES, deformCase } from '../../oracle/meshes/deform-cases.js'
import { checkDeformCase, seenSteps } from '../../oracle/meshes/deform-check.js'

const SLABS = ['auto', 1, 2, 8] as const

// A failure prints [seed] and the case: paste the seed into deformCase with the mode of the title.
test.each(DEFORM_MODES)('[deform] steps and self-collisions agree with brute force: %s', (mode) => {
  const before = seenSteps.steps
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      checkDeformCase(deformCase(mode, seed), SLABS[seed % SLABS.length])
    }),
    { seed: 42, numRuns: 20 },
  )
  expect(seenSteps.steps - before).toBeGreaterThanOrEqual(20)
})

test('[deform] pairs that were decided one by one are listed: all that touch, none of what nodes and stars proved', () => {
  const bent = (angle: number) => {
    const { positions, next, triangles } = clothStep('fold', 200, { angle })
    const decided: number[] = []
    const tree = new MeshTree({ positions, triangles }, { open: 'surface' })
    return { decided, result: tree.checkDeform(next, { decided }), plain: tree.checkDeform(next) }
  }
  const free = bent(0.4)
  expect([free.result.outcome, free.decided]).toEqual(['free', []])
  const { decided, result, plain } = bent(2)
  expect(result.stats).toEqual(plain.stats)
  const known = new Set<string>()
  for (let k = 0; k < decided.length; k += 2) known.add([decided[k]!, decided[k + 1]!].sort((a, b) => a - b).join())
  expect(known.size).toBe(decided.length / 2)
  expect(result.pairs.length).toBeGreaterThan(0)
  for (const { a, b } of result.pairs) expect(known.has([a, b].join())).toBe(true)
  const tree = new MeshTree({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0] }, { open: 'surface' })
  expect(() => tree.checkDeform(tree.positions, { decided: 'all' as never })).toThrow(/options\.decided/)
})
