// Proofs of moves of chains: every free move is accepted by both verifiers; documents that say something false, with any codes, by neither.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { documentHash } from '../../src/base/work/document-hash.js'
import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import type { ChainMoveCertificate } from '../../src/chains/chain/chain-move.js'
import { ChainTree } from '../../src/entries/chains.js'
import { verifyChainMoveExactly } from '../../src/verify/exact/index.js'
import { verifyChainMove } from '../../src/verify/index.js'
import { buildCase, type MoveCase, moveCase } from '../oracle/chains/chain-moves-cases.js'

function certified(seed: number, joints: number, shapes: MoveCase['shapes']): ChainMoveCertificate | undefined {
  const { chain, changes } = buildCase(moveCase(seed, 14, joints, shapes))
  const check = chain.checkMove(changes)
  return check.outcome === 'free' ? check.certificate() : undefined
}

/** What is in base64. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))

test.each(['spheres', 'groups'] as const)(
  '[chain-moves] every free move has a proof that both verifiers accept: %s',
  (shapes) => {
    let accepted = 0
    for (let seed = 0; seed < 60; seed++) {
      const found = certified(seed, 3, shapes)
      if (found === undefined) continue
      const { move, proof } = JSON.parse(JSON.stringify(found)) as ChainMoveCertificate
      const fast = verifyChainMove(move, proof)
      expect(fast, `seed ${seed}`).toMatchObject({ valid: true, outcome: 'free', joints: move.moves.length })
      expect(verifyChainMoveExactly(move, proof), `seed ${seed}`).toEqual(fast)
      accepted++
    }
    expect(accepted).toBeGreaterThan(20)
  },
)

test('[chain-moves] forged proofs are refused: by the document, by the codes, by the hash', () => {
  const random = new Random(7)
  const counts = { forged: 0, harmless: 0, refused: 0 }
  for (let seed = 100; seed < 130; seed++) {
    const found = certified(seed, 2, 'spheres')
    if (found === undefined) continue
    const { move, proof } = found
    const bytes = bytesOf(proof.codes)
    for (let k = 0; k < 15; k++) {
      const codes = bytes.slice()
      const text = JSON.parse(JSON.stringify(move))
      const kind = random.integer(4)
      if (kind === 0 && codes.length > 0) codes[random.integer(codes.length)]! ^= 1 << random.integer(8)
      else if (kind === 1) text.spheres[4 * random.integer(text.links.length) + 3] += 0.5
      else if (kind === 2) text.moves[0].angle += random.range(0.5, 3)
      else if (text.joints.length > 0)
        text.joints[12 * random.integer(text.joints.length / 12) + 3] += random.range(-1, 1)
      const forged = { ...proof, move: documentHash(text), codes: encodeBase64(codes) }
      counts.forged++
      const fast = verifyChainMove(text, forged)
      const exact = verifyChainMoveExactly(text, forged)
      if (fast.valid) expect(exact.valid, `seed ${seed}`).toBe(true)
      if (!exact.valid) {
        counts.refused++
        continue
      }
      // Accepted: then it must be true.
      counts.harmless++
      expect(collides(text), `seed ${seed}, kind ${kind}`).toBe(false)
    }
    expect(verifyChainMove(move, { ...proof, move: documentHash({}) })).toMatchObject({ valid: false })
    expect(verifyChainMoveExactly(move, { ...proof, codes: `${proof.codes}AAAA` })).toMatchObject({ valid: false })
  }
  expect(counts.refused).toBeGreaterThan(60)
})

/** Samples a move as its document has it, by the engine's chain. */
function collides(document: ChainMoveCertificate['move']): boolean {
  const n = document.links.length
  const centres = document.spheres
  for (let t = 0; t <= 60; t++) {
    const joints = Array.from({ length: n - 1 }, (_, j) => document.joints.slice(12 * j, 12 * j + 12))
    const shapes = Array.from({ length: n }, (_, i) => ({
      kind: 'sphere' as const,
      radius: centres[4 * i + 3]!,
      centre: Float64Array.from(centres.slice(4 * i, 4 * i + 3)),
    }))
    const chain = ChainTree.fromLinks(shapes, joints, { neighbours: document.neighbours })
    for (const { joint, axis, angle, centre, slide } of document.moves) {
      chain.rotate(joint, (angle * t) / 60, axis, centre)
      const length = Math.hypot(...slide)
      if (length > 0) chain.slide(joint, (length * t) / 60, slide)
    }
    const excluded = new Set(document.excluded.map((pair) => pair.join()))
    const { pairs, distances } = chain.pairsWithin(0)
    for (let k = 0; k < distances.length; k++) {
      const [i, j] = [pairs[2 * k]!, pairs[2 * k + 1]!]
      const isMoved = document.moves.some(({ joint }) => joint >= i && joint < j)
      if (isMoved && !excluded.has(`${i},${j}`)) return true
    }
  }
  return false
}

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

function both({ move, proof }: ChainMoveCertificate): [unknown, unknown] {
  return [move, proof]
}
