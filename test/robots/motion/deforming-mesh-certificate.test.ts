// Certificates of motions on which meshes deform: both verifiers accept every one that the engine makes, and refuse forged ones.
import { expect, test, vi } from 'vitest'
import { Necklace } from '../../../src/entries/chains.js'
import { MeshTree } from '../../../src/entries/meshes.js'
import { Random, Robot, sphere, World } from '../../../src/entries/robots.js'
import { type Certificate, digestOf } from '../../../src/robots/motion/certificate.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { ThingsProver } from '../../../src/robots/motion/things-prover.js'
import { Deforming } from '../../../src/robots/world/deforming.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificateExactly } from '../../../src/verify/exact/index.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { buildDeforming, randomDeforming } from '../../oracle/robots/deforming.js'

/** A ball that slides along x, from 0. */
function slider(): Robot {
  return new Robot({
    name: 'r',
    links: [{ name: 'rail' }, { name: 'ball', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [
      { name: 'x', kind: 'prismatic', parent: 'rail', child: 'ball', axis: [1, 0, 0], limits: { lower: -9, upper: 9 } },
    ],
  })
}

const SIDE = 6

/** A cloth of 50 triangles across z, waved by a phase. */
function cloth(phase: number): number[] {
  return Array.from({ length: SIDE * SIDE }, (_, k) => {
    const [i, j] = [k % SIDE, Math.floor(k / SIDE)]
    return [i / 2, j / 2 - 1, 0.3 + 0.08 * Math.sin(i + phase) + 0.01 * j]
  }).flat()
}

const CLOTH = Array.from({ length: (SIDE - 1) ** 2 }, (_, k) => {
  const v = SIDE * Math.floor(k / (SIDE - 1)) + (k % (SIDE - 1))
  return [v, v + 1, v + SIDE + 1, v, v + SIDE + 1, v + SIDE]
}).flat()

/** A closed box around a point, of half a size. */
function bag(x: number, half: number): number[] {
  return Array.from({ length: 8 }, (_, c) => [
    x + (c & 1 ? half : -half),
    c & 2 ? half : -half,
    c & 4 ? half : -half,
  ]).flat()
}
const BAG = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]

function verdicts(world: unknown, certificate: unknown): (string | undefined)[] {
  const given = JSON.parse(JSON.stringify(certificate))
  return [verifyCertificate(world, given), verifyCertificateExactly(world, given)].map((verdict) =>
    verdict.valid ? undefined : verdict.reason,
  )
}

function forged(certificate: Certificate, deforming: unknown): Certificate {
  const { digest: _, ...rest } = certificate
  const all = { ...rest, deforming } as Omit<Certificate, 'digest'>
  return { ...all, digest: digestOf(all) }
}

const documentOf = (world: World): unknown => JSON.parse(JSON.stringify(worldDocument(world)))
const base64 = (positions: readonly number[]): string =>
  Buffer.from(Float64Array.from(positions).buffer).toString('base64')

function clothCell() {
  const world = new World({ robots: [slider()] })
  const tree = new MeshTree({ positions: cloth(0), triangles: CLOTH }, { open: 'surface' })
  world.addDeforming('cloth', tree)
  const keyframes = { cloth: [0, 1, 2].map((phase) => ({ at: phase / 2, positions: cloth(phase) })) }
  const verdict = checkMotion(world, [[0], [2]], { keyframes })
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  return { document: documentOf(world), certificate: verdict.certificate() }
}

test('[certificates] every free motion of a mesh among robots is accepted by both verifiers', () => {
  let accepted = 0
  for (let seed = 0; seed < 40; seed++) {
    const text = randomDeforming(seed, { self: seed % 2 === 0 })
    const thing = text.things.find(({ kind }) => kind === 'triangles')
    if (thing === undefined) continue
    const frames = thing.frames.map((frame) => ({ ...frame, at: Math.round(frame.at * 64) / 64 }))
    const rising = frames.filter(({ at }, k) => k === 0 || at > frames[k - 1]!.at)
    const c = buildDeforming({ ...text, things: [{ ...thing, frames: rising }] })
    const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
    if (verdict.outcome !== 'free') continue
    expect(verdicts(documentOf(c.world), verdict.certificate()), `seed ${seed} ${JSON.stringify(text)}`).toEqual([
      undefined,
      undefined,
    ])
    accepted++
  }
  expect(accepted).toBeGreaterThan(3)
})

test('[certificates] a waving cloth beside a ball: accepted, and refused with anything else in it', () => {
  const { document, certificate } = clothCell()
  expect(verdicts(document, certificate)).toEqual([undefined, undefined])
  const [part] = certificate.deforming!
  expect([part!.frames.length, part!.self.length, part!.proofs.length]).toEqual([3, 2, 1])
  const proofs = part!.proofs
  const forgeries: Record<string, object> = {
    'no proofs of its steps': { self: [] },
    'steps in another order': { self: [...part!.self].reverse() },
    'no proofs': { proofs: [[]] },
    'a stretch left out': { proofs: [proofs[0]!.map((one) => ({ ...one, stretches: one.stretches.slice(1) }))] },
    'empty proofs': { proofs: [proofs[0]!.map((one) => ({ ...one, stretches: one.stretches.map(() => '') }))] },
    'frames in another order': { frames: [...part!.frames].reverse() },
    'other places': { places: part!.places.map((place) => place / 2) },
    'frames through the ball': {
      frames: [0, 1, 2].map((p) => base64(cloth(p).map((c, i) => (i % 3 === 2 ? c - 0.3 : c)))),
    },
    'a frame folded onto itself': {
      frames: [0, 1, 2].map((p) => base64(cloth(p).map((c, i) => (i % 3 === 0 ? c % 1 : c)))),
    },
  }
  for (const [name, change] of Object.entries(forgeries)) {
    expect(verdicts(document, forged(certificate, [{ ...part, ...change }])), name).not.toContain(undefined)
  }
  expect(verdicts(document, forged(certificate, undefined))).not.toContain(undefined)
})

test('[certificates] bytes that are changed are refused', () => {
  const { document, certificate } = clothCell()
  const [part] = certificate.deforming!
  const random = new Random(9)
  let refused = 0
  for (let k = 0; k < 60; k++) {
    const stretches = [...part!.proofs[0]![0]!.stretches]
    const self = part!.self.map((one) => ({ ...one }))
    const change = (text: string): string => {
      const bytes = Buffer.from(text, 'base64')
      bytes[random.integer(bytes.length)]! ^= 1 << random.integer(8)
      return bytes.toString('base64')
    }
    if (k % 2 === 0) stretches[random.integer(2)] = change(stretches[random.integer(2)]!)
    else {
      const step = self[random.integer(2)]!
      const field = random.integer(2) === 0 ? 'tests' : 'proofs'
      Object.assign(step, { [field]: change(step[field]) })
    }
    const proofs = [[{ ...part!.proofs[0]![0]!, stretches }]]
    const given = JSON.parse(JSON.stringify(forged(certificate, [{ ...part, self, proofs }])))
    if (!verifyCertificate(document, given).valid) refused++
  }
  // A direction that is changed a little may still separate.
  expect(refused).toBeGreaterThan(30)
})

test('[certificates] what is inside a mesh from the start is not proved by surfaces that stay apart', () => {
  const world = new World({ robots: [slider()] })
  const tree = new MeshTree({ positions: bag(0, 1), triangles: BAG })
  world.addDeforming('bag', tree)
  const document = documentOf(world)
  const keyframes = { bag: [bag(0, 1), bag(0.2, 1)] }
  expect(checkMotion(world, [[0], [0.2]], { keyframes }).outcome).toBe('collision')
  // An engine that forgets to ask.
  const spy = vi.spyOn(Deforming.prototype, 'solidAt').mockReturnValue(undefined)
  try {
    const verdict = checkMotion(world, [[0], [0.2]], { keyframes })
    expect(verdict.outcome).toBe('free')
    if (verdict.outcome !== 'free') return
    const reasons = verdicts(document, verdict.certificate())
    expect(reasons[0]).toContain('r/ball is inside bag at the start')
    expect(reasons[1]).toContain('has something inside it at the start')
  } finally {
    spy.mockRestore()
  }
  // Beside the bag it is proved.
  const beside = checkMotion(world, [[2], [3]], { keyframes })
  expect(beside.outcome).toBe('free')
  if (beside.outcome === 'free') expect(verdicts(document, beside.certificate())).toEqual([undefined, undefined])
})

test('what no certificate covers is refused with its reason', () => {
  const doubled = new World({ robots: [slider()] })
  const positions = [0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
  doubled.addDeforming('soup', new MeshTree({ positions, triangles: [0, 1, 2, 3, 4, 5] }, { open: 'surface' }))
  const soup = checkMotion(doubled, [[0], [1]])
  expect(soup.outcome).toBe('free')
  if (soup.outcome === 'free') expect(() => soup.certificate()).toThrow('one vertex at each place')
})

/** A rope that lies over the waves of the cloth, at a quarter of its time each, and follows them by frames of its own. */
function ropeOver(quarter: number): number[] {
  return Array.from({ length: 12 }, (_, i) => {
    const x = 0.2 + i / 5
    return [x, 0.3 * Math.sin(quarter / 2), 0.385 + 0.08 * Math.sin(2 * x + quarter / 8)]
  }).flat()
}

function clothAndRope() {
  const world = new World({ robots: [slider()] })
  world.addDeforming('cloth', new MeshTree({ positions: cloth(0), triangles: CLOTH }, { open: 'surface' }))
  world.addNecklace('rope', new Necklace(ropeOver(0), 0.02, { neighbours: 2 }), { strands: 0.02 })
  const keyframes = {
    cloth: [0, 1, 2].map((phase) => ({ at: phase / 2, positions: cloth(phase / 4) })),
    rope: [0, 1, 2, 3].map((phase) => ({ at: phase / 4, positions: ropeOver(phase) })),
  }
  const verdict = checkMotion(world, [[0], [2]], { keyframes })
  if (verdict.outcome !== 'free') throw new Error(`${verdict.outcome}`)
  return { document: documentOf(world), certificate: verdict.certificate() }
}

test('[certificates] two things that bend beside each other: accepted, and refused when forged', () => {
  const { document, certificate } = clothAndRope()
  expect(verdicts(document, certificate)).toEqual([undefined, undefined])
  const [one, two] = certificate.deforming!
  const [own] = one!.others!
  // Cut at the frames of both: 0, 1/4, 1/2, 3/4, 1.
  expect([own!.other, own!.proofs.map((texts) => texts.length), two!.others]).toEqual([1, [4], undefined])
  const texts = own!.proofs[0]!
  expect(texts.some((text) => text.length > 100)).toBe(true)
  const forgeries: Record<string, unknown> = {
    'no proof': undefined,
    'an empty list': [],
    'the same twice': [own, own],
    'of itself': [{ ...own, other: 0 }],
    'of nothing': [own, { ...own, other: 2 }],
    'a piece more': [{ ...own, proofs: [texts, texts] }],
    'a stretch left out': [{ ...own, proofs: [texts.slice(1)] }],
    'stretches in another order': [{ ...own, proofs: [[...texts].reverse()] }],
    'empty proofs': [{ ...own, proofs: [texts.map(() => '')] }],
  }
  for (const [name, others] of Object.entries(forgeries)) {
    expect(verdicts(document, forged(certificate, [{ ...one, others }, two])), name).not.toContain(undefined)
  }
  // The rope through the cloth; its proof of itself and of the ball is not what fails.
  const through = [0, 1, 2, 3].map((p) => base64(ropeOver(p).map((c, i) => (i % 3 === 2 ? c - 0.2 : c))))
  for (const reason of verdicts(document, forged(certificate, [one, { ...two, frames: through }]))) {
    expect(reason).toContain('does not separate the two')
  }
  // Bytes left out, added, or of another meaning.
  const random = new Random(4)
  for (let k = 0; k < 40; k++) {
    const s = random.integer(texts.length)
    const bytes = Buffer.from(texts[s]!, 'base64')
    const at = random.integer(bytes.length)
    const cut =
      k % 2 === 0
        ? bytes.subarray(0, at)
        : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at)])
    const changed = texts.map((text, i) => (i === s ? cut.toString('base64') : text))
    const given = forged(certificate, [{ ...one, others: [{ ...own, proofs: [changed] }] }, two])
    expect(verdicts(document, given), `${k}`).not.toContain(undefined)
  }
})

test('[certificates] every free motion of several things is accepted by both verifiers', () => {
  let accepted = 0
  for (let seed = 0; seed < 60 && accepted < 8; seed++) {
    const text = randomDeforming(seed, { self: false })
    if (text.things.length < 2) continue
    const things = text.things.map((thing) => {
      const frames = thing.frames.map((frame) => ({ ...frame, at: Math.round(frame.at * 64) / 64 }))
      return { ...thing, frames: frames.filter(({ at }, k) => k === 0 || at > frames[k - 1]!.at) }
    })
    const c = buildDeforming({ ...text, things })
    const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
    if (verdict.outcome !== 'free') continue
    expect(verdicts(documentOf(c.world), verdict.certificate()), `seed ${seed} ${JSON.stringify(text)}`).toEqual([
      undefined,
      undefined,
    ])
    accepted++
  }
  expect(accepted).toBeGreaterThan(2)
})

test('[certificates] a rope inside a bag is not proved by what stays apart', () => {
  const world = new World({ robots: [slider()] })
  world.addDeforming('bag', new MeshTree({ positions: bag(5, 1), triangles: BAG }))
  world.addNecklace('rope', new Necklace([4.9, 0, 0, 5.1, 0, 0], 0.05))
  const document = documentOf(world)
  expect(checkMotion(world, [[0], [1]]).outcome).toBe('collision')
  const spy = vi.spyOn(ThingsProver.prototype as unknown as { lookInside(): void }, 'lookInside')
  spy.mockImplementation(function (this: { mayBeInside: boolean }) {
    this.mayBeInside = false
  })
  try {
    const verdict = checkMotion(world, [[0], [1]])
    expect(verdict.outcome).toBe('free')
    if (verdict.outcome !== 'free') return
    const reasons = verdicts(document, verdict.certificate())
    expect(reasons[0]).toContain('rope is inside bag at the start')
    expect(reasons[1]).toContain('is inside the other at the start')
  } finally {
    spy.mockRestore()
  }
})
