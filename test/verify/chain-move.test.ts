import { expect, test } from 'vitest'
import { documentHash } from '../../src/base/work/document-hash.js'
import type { ChainMoveCertificate } from '../../src/chains/chain/chain-move.js'
import { ChainTree } from '../../src/entries/chains.js'
import { verifyChainMoveExactly } from '../../src/verify/exact/index.js'
import { verifyChainMove } from '../../src/verify/index.js'
import { certified, collides, forgeMoves } from './forge-chain-moves.js'

test.each(['spheres', 'groups'] as const)(
  '[chain-moves] every free move has a proof that both verifiers accept: %s',
  (shapes) => {
    let accepted = 0
    for (let seed = 0; seed < 40; seed++) {
      const found = certified(seed, 3, shapes)
      if (found === undefined) continue
      const { move, proof } = JSON.parse(JSON.stringify(found)) as ChainMoveCertificate
      const fast = verifyChainMove(move, proof)
      expect(fast, `seed ${seed}`).toMatchObject({ valid: true, outcome: 'free', joints: move.moves.length })
      expect(verifyChainMoveExactly(move, proof), `seed ${seed}`).toEqual(fast)
      accepted++
    }
    expect(accepted).toBeGreaterThan(10)
  },
)

test('[chain-moves] forged proofs are refused: by the document, by the codes, by the hash', () => {
  const { forged, refused } = forgeMoves(100, 100)
  expect(forged).toBeGreaterThanOrEqual(100)
  expect(refused).toBeGreaterThan(30)
})

test('[chain-moves] a certificate is of a free move, of the chain as it was', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 8, 0, 0, 12, 0, 0], 1)
  const free = chain.checkMove([{ kind: 'rotate', joint: 1, angle: 0.5, axis: [0, 0, 1] }])
  expect(verifyChainMove(...both(free.certificate()))).toMatchObject({ valid: true })
  chain.rotate(0, 0.1, [0, 0, 1])
  expect(() => free.certificate()).toThrow('as it was when the move was checked')
  const folded = chain.checkMove([{ kind: 'rotate', joint: 1, angle: 3.1, axis: [0, 0, 1] }])
  expect(folded.outcome).toBe('collision')
  expect(() => folded.certificate()).toThrow('only free moves have a certificate')
})

test('[chain-moves] documents that are broken in any way are refused, and nothing throws', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 8, 0, 0, 12, 0, 0], 1, {
    exclude: (i, j) => i === 0 && j === 2,
  })
  const { move, proof } = chain.checkMove([{ kind: 'rotate', joint: 1, angle: 0.5, axis: [0, 0, 1] }]).certificate()
  const values = [undefined, null, -1, 1.5, 1e9, 'x', [], [[]], {}, [1, 2, 3], Number.NaN]
  const documents: [unknown, unknown][] = [...values.map((v): [unknown, unknown] => [v, proof]), [move, undefined]]
  for (const field of Object.keys(move)) {
    for (const value of values) {
      const broken = { ...move, [field]: value }
      documents.push([broken, { ...proof, move: hashOf(broken) }])
    }
  }
  for (const field of Object.keys(move.moves[0]!)) {
    for (const value of values) {
      const broken = { ...move, moves: [{ ...move.moves[0], [field]: value }] }
      documents.push([broken, { ...proof, move: hashOf(broken) }])
    }
  }
  for (const field of Object.keys(proof))
    for (const value of values) documents.push([move, { ...proof, [field]: value }])
  let meant = 0
  for (const [a, b] of documents) {
    const exact = verifyChainMoveExactly(a, b)
    const fast = verifyChainMove(a, b)
    if (!exact.valid) expect(fast.valid).toBe(false)
    // Another move, and a true one: about another centre, say, or with more neighbours.
    else if (++meant > 0) expect(collides(a as ChainMoveCertificate['move'])).toBe(false)
  }
  expect(meant).toBeLessThan(10)
})

/** Of anything; what has none gets another one. */
function hashOf(document: object): string {
  try {
    return documentHash(document)
  } catch {
    return ''
  }
}

function both({ move, proof }: ChainMoveCertificate): [unknown, unknown] {
  return [move, proof]
}
