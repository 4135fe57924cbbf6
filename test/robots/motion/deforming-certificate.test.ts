// Certificates of motions on which things bend: both verifiers accept every one that the engine makes, and refuse forged ones.
import { describe, expect, test } from 'vitest'
import { cableCell } from '../../../scenes/index.js'
import { Necklace } from '../../../src/entries/chains.js'
import { Random } from '../../../src/entries/robots.js'
import { type Certificate, digestOf } from '../../../src/robots/motion/certificate.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { firstContact } from '../../../src/robots/motion/first-contact.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificateExactly } from '../../../src/verify/exact/index.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import {
  buildDeforming,
  type DeformingCase,
  type DeformingText,
  randomDeforming,
  type ThingText,
} from '../../oracle/robots/deforming.js'

/** Enough to be opened and halved. */
const SMALL = { frames: 2, beads: 16, out: 0.12 }

/** One necklace, its frames at places that certificates take. */
function certifiable(seed: number): DeformingText | undefined {
  const text = randomDeforming(seed, { self: seed % 2 === 0 })
  const thing = text.things.find(({ kind }) => kind !== 'triangles')
  if (thing === undefined) return undefined
  const frames = thing.frames.map((frame) => ({ ...frame, at: Math.round(frame.at * 64) / 64 }))
  const rising = frames.filter(({ at }, k) => k === 0 || at > frames[k - 1]!.at)
  return { ...text, things: [{ ...thing, frames: rising }] }
}

function verdictOf(c: DeformingCase) {
  return checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
}

function refusals(world: unknown, certificate: unknown): (string | undefined)[] {
  const given = JSON.parse(JSON.stringify(certificate))
  return [verifyCertificate(world, given), verifyCertificateExactly(world, given)].map((verdict) =>
    verdict.valid ? undefined : verdict.reason,
  )
}

/** A certificate with another part about what bends, whole in itself. */
function forged(certificate: Certificate, deforming: unknown): Certificate {
  const { digest: _, ...rest } = certificate
  const all = { ...rest, deforming } as Omit<Certificate, 'digest'>
  return { ...all, digest: digestOf(all) }
}

test('[certificates] every free motion of a necklace among robots is accepted by both verifiers', () => {
  let accepted = 0
  for (let seed = 0; seed < 12; seed++) {
    const text = certifiable(seed)
    if (text === undefined) continue
    const c = buildDeforming(text)
    const verdict = verdictOf(c)
    if (verdict.outcome !== 'free') continue
    const document = JSON.parse(JSON.stringify(worldDocument(c.world)))
    expect(refusals(document, verdict.certificate()), `certifiable(${seed}) ${JSON.stringify(text)}`).toEqual([
      undefined,
      undefined,
    ])
    accepted++
  }
  expect(accepted).toBeGreaterThan(3)
})

test('[certificates] frames that collide are refused, whatever proofs come with them', () => {
  let refused = 0
  for (let seed = 1; seed < 60 && refused < 3; seed += 2) {
    const text = certifiable(seed)
    if (text === undefined) continue
    const c = buildDeforming(text)
    const verdict = verdictOf(c)
    if (verdict.outcome !== 'free') continue
    const random = new Random(seed)
    const certificate = verdict.certificate()
    const document = JSON.parse(JSON.stringify(worldDocument(c.world)))
    for (let attempt = 0; attempt < 4; attempt++) {
      const way = [0, 1, 2].map(() => random.range(-0.8, 0.8))
      const moved: ThingText = {
        ...text.things[0]!,
        frames: text.things[0]!.frames.map((frame) => ({
          ...frame,
          positions: frame.positions.map((x, i) => x + way[i % 3]!),
        })),
      }
      const other = buildDeforming({ ...text, things: [moved] })
      if (verdictOf(other).outcome !== 'collision') continue
      const frames = moved.frames.map(({ positions }) =>
        Buffer.from(Float64Array.from(positions).buffer).toString('base64'),
      )
      const [own] = certificate.deforming!
      const reasons = refusals(document, forged(certificate, [{ ...own, frames, self: [] }]))
      expect(reasons, `certifiable(${seed})`).not.toContain(undefined)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(2)
})

describe('the cable of a moving arm', () => {
  const { world, waypoints, keyframes } = cableCell(SMALL)
  const verdict = checkMotion(world, waypoints, { keyframes: { cable: keyframes } })
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  const certificate = verdict.certificate()
  const document = JSON.parse(JSON.stringify(worldDocument(world)))
  const [own] = certificate.deforming!
  const part = own!

  test('[certificates] both verifiers accept its proof, and say what bends', () => {
    const given = JSON.parse(JSON.stringify(certificate))
    expect(verifyCertificate(document, given)).toMatchObject({ valid: true, deforming: ['cable'] })
    expect(verifyCertificateExactly(document, given)).toMatchObject({ valid: true, deforming: ['cable'] })
  })

  const first = part.proofs[0]!
  const shifted = (by: number): string[] =>
    keyframes.map(({ positions }) =>
      Buffer.from(Float64Array.from(positions, (x, i) => (i % 3 === 2 ? x - by : x)).buffer).toString('base64'),
    )
  test.each<[string, unknown]>([
    ['nothing about it', undefined],
    ['an empty list', []],
    ['the same thing twice', [part, part]],
    ['another name', [{ ...part, name: 'cord' }]],
    ['no proofs of its steps', [{ ...part, self: [] }]],
    ['steps in another order', [{ ...part, self: [...part.self].reverse() }]],
    ['a pair left out', [{ ...part, proofs: [first.slice(1), ...part.proofs.slice(1)] }]],
    ['a pair twice', [{ ...part, proofs: [[first[0], ...first], ...part.proofs.slice(1)] }]],
    ['a piece left out', [{ ...part, proofs: part.proofs.slice(1) }]],
    [
      'proofs of other geometries',
      [
        {
          ...part,
          proofs: [
            first.map(({ stretches }, k) => ({ geometry: first[(k + 1) % first.length]!.geometry, stretches })),
            ...part.proofs.slice(1),
          ],
        },
      ],
    ],
    [
      'a stretch left out',
      [
        {
          ...part,
          proofs: [first.map((one) => ({ ...one, stretches: one.stretches.slice(1) })), ...part.proofs.slice(1)],
        },
      ],
    ],
    [
      'empty proofs',
      [
        {
          ...part,
          proofs: part.proofs.map((list) => list.map((one) => ({ ...one, stretches: one.stretches.map(() => '') }))),
        },
      ],
    ],
    ['frames in another order', [{ ...part, frames: [...part.frames].reverse() }]],
    ['one frame for all places', [{ ...part, frames: part.frames.map(() => part.frames[0]) }]],
    ['other places', [{ ...part, places: part.places.map((place) => place / 2) }]],
    ['places in no order', [{ ...part, places: [...part.places].reverse() }]],
    ['places off the grid', [{ ...part, places: part.places.map((place, k) => (k === 1 ? 0.3 : place)) }]],
    ['a frame too short', [{ ...part, frames: part.frames.map((frame) => frame.slice(0, 64)) }]],
    ['frames in the floor', [{ ...part, frames: shifted(0.5), self: part.self }]],
  ])('[certificates] with %s it is refused', (_, deforming) => {
    expect(refusals(document, forged(certificate, deforming))).not.toContain(undefined)
  })

  test('[certificates] bytes that are changed are refused, or prove the same', () => {
    const random = new Random(5)
    let refused = 0
    for (let k = 0; k < 12; k++) {
      const [piece, pair] = [random.integer(part.proofs.length), random.integer(first.length)]
      const proofs = part.proofs.map((list) => list.map((one) => ({ ...one, stretches: [...one.stretches] })))
      const { stretches } = proofs[piece]![pair]!
      const s = random.integer(stretches.length)
      const bytes = Buffer.from(stretches[s]!, 'base64')
      bytes[random.integer(bytes.length)]! ^= 1 << random.integer(8)
      stretches[s] = bytes.toString('base64')
      const given = JSON.parse(JSON.stringify(forged(certificate, [{ ...part, proofs }])))
      if (!verifyCertificate(document, given).valid) refused++
    }
    expect(refused).toBeGreaterThan(5)
  })

  test('[certificates] a certificate of the arm alone is refused for the world with the cable', () => {
    const bare = cableCell(SMALL)
    bare.world.removeDeforming('cable')
    const alone = checkMotion(bare.world, bare.waypoints)
    if (alone.outcome !== 'free') throw new Error(alone.outcome)
    const { digest: _, ...rest } = alone.certificate()
    expect(refusals(document, { ...rest, digest: digestOf(rest) })).not.toContain(undefined)
    const renamed = { ...rest, world: document.hash }
    expect(refusals(document, { ...renamed, digest: digestOf(renamed) })).not.toContain(undefined)
    // And a world document without it has another hash.
    const { deforming: __, ...without } = document
    expect(refusals(without, certificate)).not.toContain(undefined)
  })
})

test('[certificates] a cable that stands has a certificate too, and so have two that may touch each other', () => {
  const { world, waypoints, keyframes } = cableCell(SMALL)
  const near = Float64Array.from(waypoints[0]!, (q, i) => (i > 3 ? q + 0.1 : q))
  world.addNecklace('other', new Necklace([2, 2, 1, 2, 2, 1.1, 2, 2.1, 1.2], [0.01, 0.02, 0.03]), { self: false })
  world.allow('cable', 'other')
  const verdict = checkMotion(world, [waypoints[0]!, near])
  expect(verdict.outcome).toBe('free')
  if (verdict.outcome !== 'free') return
  const certificate = verdict.certificate()
  expect(certificate.deforming!.map(({ name, frames, self }) => [name, frames.length, self.length])).toEqual([
    ['cable', 1, 1],
    ['other', 1, 0],
  ])
  const document = JSON.parse(JSON.stringify(worldDocument(world)))
  expect(refusals(document, certificate)).toEqual([undefined, undefined])
  // Where one of the two is not said to be let touch the other, there is a proof of the two.
  world.disallow('cable', 'other')
  const again = checkMotion(world, [waypoints[0]!, near], { keyframes: { cable: [keyframes[0]!] } })
  expect(again.outcome).toBe('free')
  const other = JSON.parse(JSON.stringify(worldDocument(world)))
  if (again.outcome === 'free') expect(refusals(other, again.certificate())).toEqual([undefined, undefined])
  const { digest: _, ...rest } = { ...certificate, world: worldDocument(world).hash }
  expect(refusals(other, { ...rest, digest: digestOf(rest) })).toEqual([
    'there is no proof for two things that bend, and they may not touch',
    'two things that bend have no proof, and may not touch',
  ])
})

test('what no certificate covers yet is refused with its reason', () => {
  const { world, waypoints } = cableCell(SMALL)
  const standing = firstContact(world, [waypoints[0]!, waypoints[0]!])
  expect(standing.outcome).toBe('free')
  if (standing.outcome === 'free') expect(() => standing.certificate()).toThrow(/a verdict of checkMotion, got "cable"/)
  const odd = cableCell({ ...SMALL, frames: 3 })
  const verdict = checkMotion(odd.world, odd.waypoints, { keyframes: { cable: odd.keyframes } })
  expect(verdict.outcome).toBe('free')
  if (verdict.outcome === 'free') expect(() => verdict.certificate()).toThrow(/multiples of 1\/65536/)
})
