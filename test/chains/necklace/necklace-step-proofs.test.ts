// What `between` says is free has a certificate that both verifiers accept, for beads and strands of ropes of every sort.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { Necklace } from '../../../src/entries/chains.js'
import { verifyStepExactly } from '../../../src/verify/exact/index.js'
import { verifyStep } from '../../../src/verify/index.js'
import { randomStep } from '../../oracle/verify/steps.js'

test('[step-proof] every free step of a rope has a certificate that both verifiers accept', () => {
  const tally = { beads: 0, strands: 0, met: 0, left: 0 }
  for (let seed = 1; seed <= 200; seed++) {
    const { input } = randomStep(new Random(seed), 25)
    if (input.hulls === 'triangles') continue
    const { points, next = points, radii = [0], neighbours = 0, closed = false, cuts } = input
    const excluded = new Set(input.excluded!.map(([i, j]) => `${i},${j}`))
    const exclude = seed % 3 === 0 ? (i: number, j: number): boolean => excluded.has(`${i},${j}`) : undefined
    const radius = radii.length === 1 ? radii[0]! : radii
    const rope = new Necklace(points, radius, { neighbours, closed, ...(exclude === undefined ? {} : { exclude }) })
    const n = points.length / 3
    const strands = input.hulls === 'strands' && n > 2 ? { strands: radii[0]! } : {}
    const between = rope.between(next, { ...strands, ...(cuts === undefined || n < 3 ? {} : { cuts }) })
    if (between.outcome !== 'free') {
      tally.met++
      expect(() => between.certificate()).toThrow('outcome must be')
      continue
    }
    tally[input.hulls]++
    if (exclude !== undefined && excluded.size > 0) tally.left++
    const [document, certificate] = JSON.parse(JSON.stringify([between.document(), between.certificate()])) as unknown[]
    const fast = verifyStep(document, certificate)
    expect(fast, `seed ${seed}`).toMatchObject({ valid: true, outcome: 'free' })
    expect(verifyStepExactly(document, certificate), `seed ${seed}`).toEqual(fast)
  }
  expect(Math.min(tally.beads, tally.strands, tally.met, tally.left)).toBeGreaterThan(10)
})
