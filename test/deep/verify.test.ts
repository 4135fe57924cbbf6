// Certificates at length: every leaf that is accepted holds, every proof of the checker is accepted, and what is accepted after
// numbers were changed is free. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { Random } from '../../src/entries/meshes.js'
import type { Certificate } from '../../src/robots/motion/certificate.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { worldDocument } from '../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../src/verify/index.js'
import { buildCase, randomCase } from '../oracle/robots/motions-cases.js'
import { rewritten, tampered } from '../verify/certificates.js'
import { judgeLeaves } from '../verify/leaf-cases.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

test('no clearance that a leaf is accepted with is larger than what is found', () => {
  let accepted = 0
  for (let seed = 1000; seed < 1000 + Math.ceil(steps / 100); seed++) {
    const found = judgeLeaves(seed, 60)
    expect(found.wrong).toBeUndefined()
    accepted += found.accepted
  }
  console.log(`${accepted} leaves`)
  expect(accepted).toBeGreaterThan(steps / 100)
})

test('certificates of random motions verify, and those that are changed verify only if they are free', () => {
  let free = 0
  let changed = 0
  let still = 0
  for (let seed = 0; seed < Math.ceil(steps / 100); seed++) {
    const { world, waypoints, options } = buildCase(randomCase(50_000 + seed, { options: true }))
    const verdict = checkMotion(world, waypoints, { ...options, maxSteps: 1e5 })
    if (verdict.outcome !== 'free') continue
    free++
    const certificate = verdict.certificate()
    const result = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(certificate)))
    if (!result.valid) expect.fail(`seed ${seed}: ${JSON.stringify(result)}`)
    const random = new Random(seed)
    for (let k = 0; k < 3; k++) {
      const other = tampered(certificate, (draft) => tamper(draft as never, random))
      changed++
      if (!verifyCertificate(worldDocument(world), other).valid) continue
      still++
      const near = nearest(world, other)
      if (!(near > other.clearance))
        expect.fail(`seed ${seed}, change ${k}: ${near} at a clearance of ${other.clearance}`)
    }
  }
  console.log(`${free} certificates, ${changed} changed, ${still} of them still good`)
  expect(free).toBeGreaterThan(steps / 400)
})

type Lines = { pieces: { from: number[]; to: number[] }[]; clearance: number; proofs: { proof: string }[][] }

function tamper(draft: Lines, random: Random): void {
  const { pieces, proofs } = draft
  const piece = random.integer(pieces.length)
  const { to } = pieces[piece]!
  switch (random.integer(3)) {
    case 0: {
      if (to.length === 0) return
      const v = random.integer(to.length)
      to[v]! += random.range(-1, 1) * 10 ** random.range(-6, 0)
      if (piece + 1 < pieces.length) pieces[piece + 1]!.from[v] = to[v]!
      return
    }
    case 1: {
      const list = proofs[piece]!
      if (list.length === 0) return
      const one = list[random.integer(list.length)]!
      one.proof = rewritten(one.proof, (bytes) => {
        bytes[random.integer(bytes.length)] = random.integer(256)
      })
      return
    }
    default:
      draft.clearance += 10 ** random.range(-6, 0)
  }
}

/** The least distance along the lines of a certificate, by looking. Quaternions are left alone: their ends do not change. */
function nearest(world: ReturnType<typeof buildCase>['world'], { pieces }: Certificate): number {
  const skip = new Set(world.variables.flatMap((name, i) => (/\/rot_[xyzw]$/.test(name) ? [i] : [])))
  let least = Infinity
  for (const piece of pieces) {
    if (piece.kind !== 'line') throw new Error('lines only')
    for (let k = 0; k <= 30; k++) {
      const q = piece.from.map((a, v) => (skip.has(v) ? a : a + (k / 30) * (piece.to[v]! - a)))
      if (skip.size === 0 || k === 0) least = Math.min(least, world.distance(q).distance)
    }
  }
  return least
}
