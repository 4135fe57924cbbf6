// Certificates with something changed for the worse, their digests made right again: the content is what is judged.
import { describe, expect, test } from 'vitest'
import type { World } from '../../src/index.js'
import type { Certificate } from '../../src/robots/motion/certificate.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { naiveCertificate } from '../oracle/robots/naive-prover.js'
import { movedTo, REACH, reacher, rewritten, stepsOf, tampered } from './certificates.js'
import { type Verification, verifyCertificate } from './documents.js'

function proved(world: World): Certificate {
  const verdict = checkMotion(world, REACH)
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  return verdict.certificate()
}

const world = reacher()
const CERTIFICATES: [string, Certificate][] = [
  ['naive', naiveCertificate(world, REACH)],
  ['naive, long directions', naiveCertificate(world, REACH, { long: true })],
  ["the checker's", proved(world)],
]

/** The least distance along lines between configurations, by looking often. */
function leastDistance(of: World, waypoints: readonly (readonly number[])[]): number {
  let least = Infinity
  waypoints.slice(1).forEach((to, i) => {
    for (let k = 0; k <= 100; k++) {
      const q = to.map((b, v) => waypoints[i]![v]! + (k / 100) * (b - waypoints[i]![v]!))
      least = Math.min(least, of.distance(q).distance)
    }
  })
  return least
}

function rejected(result: Verification): void {
  expect(result).toMatchObject({ valid: false })
}

describe.each(CERTIFICATES)('%s', (_, certificate) => {
  test('verifies, also after a way through a file', () => {
    expect(verifyCertificate(world, certificate)).toMatchObject({ valid: true, segments: 2 })
    expect(verifyCertificate(world, JSON.parse(JSON.stringify(certificate)))).toMatchObject({ valid: true })
  })

  test('rejected: any waypoint moved to where the motion touches', () => {
    let moved = 0
    for (let w = 0; w < REACH.length; w++) {
      for (let v = 0; v < 2; v++) {
        for (const by of [-1, 0.3, 1]) {
          const waypoints = REACH.map((q, i) => (i === w ? q.map((x, k) => (k === v ? x + by : x)) : [...q]))
          if (leastDistance(world, waypoints) > 0) continue
          moved++
          rejected(
            verifyCertificate(
              world,
              tampered(certificate, (c) => {
                const pieces = c.pieces as { from: number[]; to: number[] }[]
                if (w < 2) pieces[w]!.from = waypoints[w]!
                if (w > 0) pieces[w - 1]!.to = waypoints[w]!
              }),
            ),
          )
        }
      }
    }
    expect(moved).toBeGreaterThan(3)
  })

  test('rejected: pieces that do not join', () => {
    for (const by of [1e-3, 1e-6, -1e-8]) {
      const result = verifyCertificate(
        world,
        tampered(certificate, (c) => {
          const piece = c.pieces[1] as { from: number[] }
          piece.from[0]! += by
        }),
      )
      rejected(result)
      expect((result as { reason: string }).reason).toMatch(/begin where/)
    }
  })

  test('rejected: an obstacle moved into the way, even if the certificate says that it is about that world', () => {
    for (const other of [
      reacher({ block: [0.8, 0, 0] }),
      reacher({ block: [0.9, 0.1, 0.05] }),
      reacher({ tableHeight: -0.06 }),
      reacher({ bump: 0.4 }),
    ]) {
      expect(leastDistance(other, REACH)).toBe(0)
      expect(verifyCertificate(other, certificate)).toMatchObject({
        valid: false,
        reason: expect.stringMatching(/another world/),
      })
      const result = verifyCertificate(other, movedTo(other, certificate))
      rejected(result)
      expect((result as { reason: string }).reason).not.toMatch(/another world|digest/)
    }
  })

  test('rejected: a clearance beyond what holds', () => {
    const least = leastDistance(world, REACH)
    for (const clearance of [least * 1.01, least * 2, 1, 1e50]) {
      rejected(
        verifyCertificate(
          world,
          tampered(certificate, (c) => {
            c.clearance = clearance
          }),
        ),
      )
    }
  })

  test('rejected: any pair left out', () => {
    certificate.proofs.forEach((proofs, segment) => {
      proofs.forEach((_, i) => {
        const result = verifyCertificate(
          world,
          tampered(certificate, (c) => {
            c.proofs[segment]!.splice(i, 1)
          }),
        )
        expect(result).toMatchObject({ valid: false, where: { segment } })
      })
    })
  })

  test('rejected: any direction turned round, any step dropped, doubled or replaced', () => {
    let looked = 0
    certificate.proofs.forEach((proofs, segment) => {
      proofs.forEach(({ proof }, i) => {
        const judge = (change: (bytes: number[]) => void): Verification =>
          verifyCertificate(
            world,
            tampered(certificate, (c) => {
              c.proofs[segment]![i]!.proof = rewritten(proof, change)
            }),
          )
        const steps = stepsOf(proof)
        const few = steps.length > 40 ? steps.filter((_, k) => k % Math.ceil(steps.length / 40) === 0) : steps
        for (const { at, op, length } of few) {
          looked++
          if (op === 3 || op === 4) rejected(judge((bytes) => turnRound(bytes, at)))
          rejected(judge((bytes) => bytes.splice(at, length)))
          rejected(judge((bytes) => bytes.splice(at, 0, ...bytes.slice(at, at + length))))
          for (const other of [0, 1, 2, 3, 4, 5, 6, 16, 255]) {
            // Another byte there means another tree, whose bytes would have to last as well. Where time is halved instead of a node
            // opened, or one node instead of the other, both have two children, and may prove it just as well.
            const alike = (op <= 2 || op === 16) && (other === 1 || other === 2 || other === 16)
            if (other !== op && !alike) rejected(judge((bytes) => bytes.splice(at, 1, other)))
          }
        }
      })
    })
    expect(looked).toBeGreaterThan(5)
  })
})

/** The direction of the step at `at`, the other way: on the octahedron, or as doubles. */
function turnRound(bytes: number[], at: number): void {
  const view = new DataView(Uint8Array.from(bytes.slice(at + 3, at + 27)).buffer)
  if (bytes[at] === 4) {
    for (let k = 0; k < 3; k++) view.setFloat64(8 * k, -view.getFloat64(8 * k, true), true)
    bytes.splice(at + 3, 24, ...new Uint8Array(view.buffer))
    return
  }
  const [u, v] = [view.getInt16(0, true), view.getInt16(2, true)]
  const sign = (x: number): number => (x < 0 ? -1 : 1)
  // −(x, y, z): z changes its sign, so it is folded, or unfolded.
  const flipped = [-(32767 - Math.abs(v)) * sign(u), -(32767 - Math.abs(u)) * sign(v)]
  flipped.forEach((x, k) => {
    view.setInt16(2 * k, x, true)
  })
  bytes.splice(at + 3, 4, ...new Uint8Array(view.buffer).slice(0, 4))
}
