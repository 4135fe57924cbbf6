// Proofs of free moves of chains, forged: what is accepted must still be true.
import { expect } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { documentHash } from '../../src/base/work/document-hash.js'
import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import type { ChainMoveCertificate } from '../../src/chains/chain/chain-move.js'
import { ChainTree } from '../../src/entries/chains.js'
import { verifyChainMoveExactly } from '../../src/verify/exact/index.js'
import { verifyChainMove } from '../../src/verify/index.js'
import { buildCase, type MoveCase, moveCase } from '../oracle/chains/chain-moves-cases.js'

export interface ForgedTally {
  forged: number
  refused: number
  /** Accepted by the exact verifier, and true. */
  harmless: number
}

/** The certificate of a random move, if it is free. */
export function certified(seed: number, joints: number, shapes: MoveCase['shapes']): ChainMoveCertificate | undefined {
  const { chain, changes } = buildCase(moveCase(seed, 14, joints, shapes))
  const check = chain.checkMove(changes)
  return check.outcome === 'free' ? check.certificate() : undefined
}

/** Forges at least `count` proofs, by document and by codes. */
export function forgeMoves(from: number, count: number): ForgedTally {
  const tally: ForgedTally = { forged: 0, refused: 0, harmless: 0 }
  const random = new Random(from)
  for (let seed = from; tally.forged < count; seed++) {
    const found = certified(seed, 2, 'spheres')
    if (found === undefined) continue
    const { move, proof } = found
    const bytes = Uint8Array.from(Buffer.from(proof.codes, 'base64'))
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
      tally.forged++
      const fast = verifyChainMove(text, forged)
      const exact = verifyChainMoveExactly(text, forged)
      if (fast.valid) expect(exact.valid, `seed ${seed}`).toBe(true)
      if (!exact.valid) {
        tally.refused++
        continue
      }
      tally.harmless++
      expect(collides(text), `seed ${seed}, kind ${kind}: ${JSON.stringify(text)}`).toBe(false)
    }
    expect(verifyChainMove(move, { ...proof, move: documentHash({}) })).toMatchObject({ valid: false })
    expect(verifyChainMoveExactly(move, { ...proof, codes: `${proof.codes}AAAA` })).toMatchObject({ valid: false })
    tally.forged += 2
    tally.refused += 2
  }
  return tally
}

/** Samples a move as its document has it, by the engine's chain. */
export function collides(document: ChainMoveCertificate['move']): boolean {
  const n = document.links.length
  const centres = document.spheres
  for (let t = 0; t <= 30; t++) {
    const joints = Array.from({ length: n - 1 }, (_, j) => document.joints.slice(12 * j, 12 * j + 12))
    const shapes = Array.from({ length: n }, (_, i) => ({
      kind: 'sphere' as const,
      radius: centres[4 * i + 3]!,
      centre: Float64Array.from(centres.slice(4 * i, 4 * i + 3)),
    }))
    const chain = ChainTree.fromLinks(shapes, joints, { neighbours: document.neighbours })
    for (const { joint, axis, angle, centre, slide } of document.moves) {
      chain.rotate(joint, (angle * t) / 30, axis, centre)
      const length = Math.hypot(...slide)
      if (length > 0) chain.slide(joint, (length * t) / 30, slide)
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
