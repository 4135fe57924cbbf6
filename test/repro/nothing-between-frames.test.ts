// Steps in which no pair is checked were `free`, with a certificate that both verifiers accepted: a rope of which all beads are neighbours, strands
// that are all cut, a mesh that is checked neither against itself nor against another. Now they are `nothing-to-check`, and move nothing.
import { expect, test } from 'vitest'
import {
  type BetweenOptions,
  Necklace,
  type NecklaceOptions,
  type StepInput,
  stepCertificate,
  stepDocument,
} from '../../src/entries/chains.js'
import { MeshTree } from '../../src/entries/meshes.js'
import { checkMotion, freeBody, lineMotion, sphere, World, worldDocument } from '../../src/entries/robots.js'
import { verifyCertificateExactly, verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyCertificate, verifyStep } from '../../src/verify/index.js'

const ROW = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]
/** All at one place. */
const HEAP = ROW.map(() => 0)

const EMPTY: readonly (readonly [string, NecklaceOptions, BetweenOptions])[] = [
  ['as many neighbours as beads', { neighbours: 3 }, {}],
  ['more neighbours than half of a closed rope', { neighbours: 2, closed: true }, {}],
  ['neighbours of strands', { neighbours: 2 }, { strands: 0 }],
  ['all strands cut', {}, { strands: 0.1, cuts: [0, 1, 2] }],
  ['all strands cut but one', {}, { strands: 0.1, cuts: [0, 2] }],
  ['everything excluded', { exclude: () => true }, {}],
]

test.each(EMPTY)('a step is not free where nothing is checked: %s', (_, options, asked) => {
  for (const method of ['auto', 'cages', 'grid'] as const) {
    const rope = new Necklace(ROW, 0.25, { ...options, method })
    const step = rope.between(HEAP, asked)
    expect(step).toMatchObject({ outcome: 'nothing-to-check', keepsKnot: false, at: undefined, pairs: [] })
    expect(rope.between(HEAP, { ...asked, maxTests: 0 }).outcome).toBe('nothing-to-check')
    expect(() => step.certificate()).toThrow('nothing else is certified')
    expect(rope.step(HEAP, { ...asked, proved: true }).moved).toBe(false)
    expect(Array.from(rope.centres())).toEqual(ROW)
  }
})

test('one bead has no pair, and none has a separating set of nothing', () => {
  const bead = new Necklace([0, 0, 0], 1)
  expect(bead.between([1, 0, 0]).outcome).toBe('nothing-to-check')
  expect(bead.between([1, 0, 0], { strands: 0 }).outcome).toBe('nothing-to-check')
  expect(bead.separatingSet()).toMatchObject({ free: false, a: undefined, b: undefined })
  expect(new Necklace(ROW, 0.25, { neighbours: 3 }).separatingSet()).toMatchObject({ free: false, a: undefined })
  expect(new Necklace(ROW, 0.25, { neighbours: 2 }).separatingSet().free).toBe(true)
})

test('the last pair that is left is enough', () => {
  const outcome = (options: NecklaceOptions, asked: BetweenOptions): string =>
    new Necklace(ROW, 0.25, options).between(ROW, asked).outcome
  expect(outcome({ neighbours: 2 }, {})).toBe('free')
  expect(outcome({ neighbours: 1, closed: true }, {})).toBe('free')
  expect(outcome({}, { strands: 0.1, cuts: [1] })).toBe('free')
  expect(outcome({ neighbours: 0, exclude: (i, j) => i + j !== 5 }, {})).toBe('free')
})

test('a mesh that is checked against nothing, and one without triangles', () => {
  const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }
  const one = new MeshTree(mesh, { open: 'surface' })
  const none = new MeshTree({ positions: [], triangles: [] })
  const far = new MeshTree({ ...mesh, positions: mesh.positions.map((x) => x + 9) }, { open: 'surface' })
  // Against itself, one triangle may still collapse.
  expect(one.checkDeform(mesh.positions).outcome).toBe('free')
  expect(one.checkDeform(mesh.positions, { self: false, other: far }).outcome).toBe('free')
  for (const empty of [
    one.checkDeform(mesh.positions, { self: false }),
    one.checkDeform(mesh.positions, { self: false, other: none }),
    none.checkDeform([]),
    none.checkDeform([], { other: far }),
  ]) {
    expect(empty.outcome).toBe('nothing-to-check')
    expect(() => empty.certificate()).toThrow('nothing else is certified')
  }
})

const beads = { hulls: 'beads', points: ROW, next: HEAP, radii: [0.25] } as const
const strands = { hulls: 'strands', points: ROW, next: HEAP, radii: [0.1] } as const
const TRIANGLES = { points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 0, 0, 9, 1, 0, 9, 0, 1], triangles: [0, 1, 2, 3, 4, 5] }
const triangles = { hulls: 'triangles', ...TRIANGLES } as const
const excluded = [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].filter((j) => j > i).map((j) => [i, j] as const))

test.each<[string, StepInput, StepInput]>([
  ['neighbours', { ...beads, neighbours: 3 }, { ...beads, next: ROW, neighbours: 2 }],
  ['neighbours of a ring', { ...beads, neighbours: 2, closed: true }, { ...beads, next: ROW, closed: true }],
  ['excluded pairs', { ...beads, excluded }, { ...beads, next: ROW, excluded: excluded.slice(1) }],
  ['one bead', { ...beads, points: [0, 0, 0], next: [1, 0, 0] }, { ...beads, next: ROW }],
  ['strands next to each other', { ...strands, neighbours: 2 }, { ...strands, next: ROW }],
  ['cuts', { ...strands, cuts: [0, 2] }, { ...strands, next: ROW, cuts: [1] }],
  [
    'parts',
    { ...triangles, parts: { first: 2, within: [false, true] } },
    { ...triangles, parts: { first: 1, within: [false, false] } },
  ],
  [
    'excluded triangles of two parts',
    { ...triangles, excluded: [[0, 1]], parts: { first: 1, within: [false, false] } },
    { ...triangles, excluded: [[0, 1]], parts: { first: 1, within: [true, false] } },
  ],
])('verifiers accept no proof of nothing, by %s; of one pair or triangle they do', (_, nothing, something) => {
  for (const verify of [verifyStep, verifyStepExactly]) {
    const verdict = verify(stepDocument(nothing), stepCertificate(nothing))
    expect(verdict).toMatchObject({ valid: false, outcome: 'nothing-to-check' })
    expect(verify(stepDocument(something), stepCertificate(something))).toMatchObject({ valid: true })
  }
})

test('a rope without pairs of its own does not keep a motion from being free; alone in its world it is nothing', () => {
  const rope = new Necklace([5, 9, 0, 6, 9, 0, 7, 9, 0], 0.3, { neighbours: 2 })
  const ball = freeBody({ name: 'ball', shape: sphere({ radius: 0.1 }) })
  const [world, alone] = [new World({ robots: [ball] }), new World({ robots: [ball] })]
  world.addNecklace('rope', rope)
  alone.addNecklace('rope', rope)
  alone.allow('ball', 'rope')
  const [from, to] = [0, 1].map((at) => world.neutral().map((q, k) => (k === 0 ? at : q)))
  expect(checkMotion(alone, lineMotion(alone, [from!, to!])).outcome).toBe('nothing-to-check')
  const verdict = checkMotion(world, lineMotion(world, [from!, to!]))
  expect(verdict.outcome).toBe('free')
  if (verdict.outcome !== 'free') return
  const document = worldDocument(world)
  expect(verifyCertificate(document, verdict.certificate())).toMatchObject({ valid: true })
  expect(verifyCertificateExactly(document, verdict.certificate())).toMatchObject({ valid: true })
})
