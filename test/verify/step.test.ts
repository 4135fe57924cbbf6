// The verifiers of steps: proofs made by hand, each wrong in one way; and false statements with proofs that nearly fit.
import { describe, expect, test } from 'vitest'
import { Random } from '../../src/entries/meshes.js'
import { proveStep } from '../../src/geometry/steps/prove-step.js'
import { type StepInput, stepDocument } from '../../src/geometry/steps/step-document.js'
import { verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyStep } from '../../src/verify/index.js'
import { resealStep } from '../oracle/verify/adversary.js'
import { encode, type Json } from '../oracle/verify/documents.js'
import { refuseFalsehoods } from './step-falsehood-rounds.js'

const BOTH = [verifyStep, verifyStepExactly]

function accepts(about: unknown, proof: unknown, found: object = {}): void {
  for (const verify of BOTH) expect(verify(about, proof)).toMatchObject({ valid: true, outcome: 'free', ...found })
}

/** Both refuse it, with a reason that one of the words is in. */
function refuses(about: unknown, proof: unknown, reason: RegExp): void {
  for (const verify of BOTH) {
    expect(verify(about, proof)).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  }
}

function sealedProof(about: Json, fields: object): Json {
  const proof = { limber: 2, kind: 'step-proof', slabs: 1, tests: '', proofs: '', ...fields }
  resealStep(about, proof)
  return proof
}

/** Two strands with one between them: x axis, and a line above it along y. */
const strands: Json = stepDocument({
  ...{ hulls: 'strands', neighbours: 1, radii: [0.25] },
  points: [0, 0, 0, 4, 0, 0, 2, -2, 1, 2, 2, 1],
  next: [0, 0, 0, 4, 0, 0, 2, -2, 3, 2, 2, 3],
})
const DOWN = [0, 0, 0, 255]
/** Tests: the root's halves (strand 0 | strands 1, 2), then strand 0 | strand 2. */
const OPEN = { tests: encode([0]), proofs: encode(DOWN) }

describe('strands by hand', () => {
  test('a direction, or the volumes of the strands', () => {
    accepts(strands, sealedProof(strands, OPEN), { items: 3, volumeTests: 2, leafTests: 1, directions: 1 })
    accepts(strands, sealedProof(strands, { tests: encode([2]) }), { leafTests: 0 })
  })

  test('bits that are wrong, missing or left over', () => {
    const reason = /apart/
    refuses(strands, sealedProof(strands, { tests: encode([1]) }), reason)
    refuses(strands, sealedProof(strands, { tests: '', proofs: encode(DOWN) }), /ends too early/)
    refuses(strands, sealedProof(strands, { ...OPEN, tests: encode([4]) }), /left over/)
    refuses(strands, sealedProof(strands, { ...OPEN, tests: encode([0, 0]) }), /left over/)
    refuses(strands, sealedProof(strands, { tests: 'A', proofs: '' }), /base64/)
  })

  test('directions that are wrong, zero, missing or left over', () => {
    const proofs = (bytes: number[]): Json => sealedProof(strands, { ...OPEN, proofs: encode(bytes) })
    refuses(strands, proofs([0, 0, 0, 1]), /separate/)
    refuses(strands, proofs([0, 0, 0, 0]), /zero/)
    refuses(strands, proofs([0, 1, 0, 255]), /separate/)
    refuses(strands, proofs([]), /too early/)
    refuses(strands, proofs([0, 0, 0]), /too early/)
    refuses(strands, proofs([...DOWN, 0]), /extra bytes/)
    // One that turns, as far as it may and beyond.
    accepts(strands, proofs([192, 1, 0, 0, 0, 255, 1, 0, 255]))
    refuses(strands, proofs([192, 1, 0, 0, 0, 255, 3, 0, 255]), /separate/)
    refuses(strands, proofs([192, 1, 0, 0, 0, 255, 0, 0, 0]), /zero/)
    refuses(strands, proofs([192, 1, 0, 0, 0, 255]), /early/)
    accepts(strands, proofs([64, 0, 0, 0, 0, 255, 255]))
    accepts(strands, proofs([128, 3, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255]))
    refuses(strands, proofs([128, 0, 0]), /no bytes/)
    refuses(strands, proofs([128, 1, 4]), /too many/)
  })

  test('intervals make up the step, from left to right', () => {
    const leaf = (level: number): number[] =>
      level < 63 ? [level, 0, 0, 255] : [63, level & 255, level >> 8, 0, 0, 255]
    const proofs = (...levels: number[]): Json =>
      sealedProof(strands, { ...OPEN, proofs: encode(levels.flatMap(leaf)) })
    accepts(strands, proofs(1, 1), { directions: 2 })
    accepts(strands, proofs(2, 2, 1))
    accepts(strands, proofs(1, 2, 3, 3))
    refuses(strands, proofs(1), /too early/)
    refuses(strands, proofs(2, 1, 2), /join|begin/)
    refuses(strands, proofs(1, 1, 1), /extra bytes/)
    refuses(strands, proofs(4096), /join|beyond/)
    const deep = Array.from({ length: 100 }, (_, k) => k + 1)
    accepts(strands, proofs(...deep, 100), { directions: 101 })
  })

  test('what it is about', () => {
    const proof = sealedProof(strands, OPEN)
    refuses(strands, { ...proof, step: proof.step.replace(/^./, (c: string) => (c === '0' ? '1' : '0')) }, /hash/)
    refuses({ ...strands, radii: [0.2] }, proof, /hash/)
    refuses({ ...strands, note: 1 }, proof, /hash/)
    accepts({ ...strands, note: 1 }, sealedProof({ ...strands, note: 1 }, OPEN))
    refuses(strands, { ...proof, limber: 3 }, /version/)
    refuses(strands, { ...proof, kind: 'motion' }, /kind/)
    refuses({ ...strands, kind: 'world' }, proof, /kind/)
    for (const slabs of [0, 3, 64, 2048, 1.5, '1', null]) refuses(strands, { ...proof, slabs }, /slabs/)
    const changed = (fields: object): Json => ({ ...strands, ...fields })
    const judged = (fields: object, reason: RegExp, own: object = OPEN): void =>
      refuses(changed(fields), sealedProof(changed(fields), own), reason)
    // As thick as half of the least distance: they touch.
    judged({ radii: [0.5] }, /separate/)
    accepts(changed({ radii: [0.49999999999999994] }), sealedProof(changed({ radii: [0.49999999999999994] }), OPEN))
    judged({ radii: [-1] }, /radii/)
    judged({ radii: [0, 0] }, /radii/)
    judged({ hulls: 'balls' }, /hulls/)
    judged({ points: strands.points.slice(1) }, /points/)
    judged({ next: strands.next.slice(3) }, /next/)
    judged({ points: strands.points.with(0, 1e61) }, /points/)
    judged({ neighbours: -1 }, /neighbours/)
    judged({ closed: 1 }, /closed/)
    judged({ excluded: [[2, 0]] }, /excluded/)
    judged({ excluded: [[0, 3]] }, /excluded/)
    judged({ cuts: [3] }, /cuts/)
    // Nothing is left to test.
    for (const fields of [{ excluded: [[0, 2]] }, { cuts: [2] }, { neighbours: 2 }]) {
      judged(fields, /left over|extra bytes/)
      judged(fields, /no pair/, { tests: encode([0]) })
    }
    // Around the ring there are four strands, of which no two are far enough from each other.
    judged({ closed: true, neighbours: 2 }, /left over|extra bytes/)
  })

  test('an order is a permutation, and only triangles have stars', () => {
    accepts(strands, sealedProof(strands, { ...OPEN, order: encode([0b100100]) }))
    refuses(strands, sealedProof(strands, { ...OPEN, order: encode([0b110100]) }), /permutation/)
    refuses(strands, sealedProof(strands, { ...OPEN, order: encode([0b000100]) }), /permutation/)
    refuses(strands, sealedProof(strands, { ...OPEN, order: encode([0b1100100]) }), /left over/)
    refuses(strands, sealedProof(strands, { ...OPEN, order: '' }), /early/)
    refuses(strands, sealedProof(strands, { ...OPEN, stars: encode([0]) }), /stars/)
  })
})

describe('beads by hand', () => {
  const beads = (x: number, more: object = {}): Json =>
    stepDocument({ hulls: 'beads', points: [0, 0, 0, x, 4, -6], next: [0, 0, 0, x, 4, 6], radii: [2.5], ...more })
  const judge = (about: Json, reason?: RegExp): void =>
    reason === undefined ? accepts(about, sealedProof(about, {})) : refuses(about, sealedProof(about, {}), reason)

  test('the quadratic decides, to the last bit', () => {
    judge(beads(3), /beads 0 and 1/)
    judge(beads(3 + 2 ** -51))
    judge(beads(3, { radii: [2.5, 2.4999999999999996] }))
    judge(beads(3, { radii: [2.5, 2.4999999999999996], neighbours: 1 }), /no pair/)
    // They touch at the ends of the step only.
    judge(stepDocument({ hulls: 'beads', points: [0, 0, 0, 3, 4, 0], next: [0, 0, 0, 3, 4, 1], radii: [2.5] }), /beads/)
    judge(stepDocument({ hulls: 'beads', points: [0, 0, 0, 3, 4, 1], next: [0, 0, 0, 3, 4, 0], radii: [2.5] }), /beads/)
    // Standing still, and far out.
    judge(stepDocument({ hulls: 'beads', points: [1e60, 0, 0, 1e60, 5, 0], radii: [2.5] }), /beads/)
    judge(stepDocument({ hulls: 'beads', points: [1e60, 0, 0, 1e60, 5, 1e-150], radii: [2.5] }))
    judge(stepDocument({ hulls: 'beads', points: [0, 0, 0, 5e-324, 0, 0], radii: [0] }))
  })
})

describe('triangles by hand', () => {
  /** A hexagon around point 0, which goes around `rounds` times; point 0 rises a little. */
  const fan = (rounds: number): StepInput => {
    const points = [0, 0, 0]
    const triangles: number[] = []
    const k = 6 * rounds
    for (let i = 0; i < k; i++) {
      const angle = (2 * Math.PI * rounds * i) / k
      points.push(Math.cos(angle), Math.sin(angle), rounds > 1 ? 0.1 * i : 0)
      triangles.push(0, 1 + i, 1 + ((i + 1) % k))
    }
    return { hulls: 'triangles', points, next: points.map((x, i) => (i === 2 ? 0.1 : x)), triangles }
  }
  const UP = [0, 0, 0, 1]

  test('a star settles all that is around its point', () => {
    const about = stepDocument(fan(1))
    const bits = { stars: encode([1]), tests: encode([0, 0]), proofs: encode(UP) }
    // Six leaves in the order of the file: every two halves are opened until nothing is open between leaves.
    accepts(about, sealedProof(about, bits), { leafTests: 0, directions: 1 })
    refuses(about, sealedProof(about, { ...bits, proofs: encode([0, 0, 0, 255]) }), /normal/)
    refuses(about, sealedProof(about, { ...bits, proofs: encode([0, 1, 0, 0]) }), /normal/)
    refuses(about, sealedProof(about, { ...bits, stars: encode([3]), proofs: encode([...UP, ...UP]) }), /ring/)
    refuses(about, sealedProof(about, { ...bits, stars: encode([1, 0]) }), /left over/)
    const intervals = (level: number): number[] => new Array(2 ** level).fill([level, 0, 0, 1]).flat() as number[]
    accepts(about, sealedProof(about, { ...bits, proofs: encode(intervals(6)) }), { directions: 64 })
    refuses(about, sealedProof(about, { ...bits, proofs: encode(intervals(7)) }), /intervals/)
    refuses(about, sealedProof(about, { ...bits, proofs: encode([192, 1, 0, 0, 0, 1, 0, 0, 1]) }), /turns/)
    const { triangles } = fan(1)
    const open: Json = stepDocument({ ...fan(1), triangles: Array.from(triangles!).slice(3) })
    refuses(open, sealedProof(open, bits), /ring/)
    const turned: Json = stepDocument({ ...fan(1), triangles: [0, 2, 1, ...Array.from(triangles!).slice(3)] })
    refuses(turned, sealedProof(turned, bits), /ring/)
  })

  test('a ring that goes around twice is no star', () => {
    const about = stepDocument(fan(2))
    const bits = { stars: encode([1, 0]), tests: encode([0, 0, 0]), proofs: encode(UP) }
    refuses(about, sealedProof(about, bits), /around its point/)
  })

  test('a triangle that is alone needs a proof that it does not collapse', () => {
    const one = { hulls: 'triangles', points: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] } as const
    const about = stepDocument({ ...one, next: [0, 0, 0, 1, 0, 0, 0, 2, 0] })
    accepts(about, sealedProof(about, { proofs: encode(UP) }), { items: 1, directions: 1 })
    refuses(about, sealedProof(about, { proofs: encode([0, 0, 0, 255]) }), /collapse/)
    refuses(about, sealedProof(about, {}), /too early/)
    const flat = stepDocument({ ...one, next: [0, 0, 0, 1, 0, 0, 0, 0, 0] })
    refuses(flat, sealedProof(flat, { proofs: encode(UP) }), /collapse/)
    // It is turned over on the way: its normal vanishes once.
    const over = stepDocument({ ...one, next: [0, 0, 0, 1, 0, 0, 0, -1, 0] })
    refuses(over, sealedProof(over, { proofs: encode(UP) }), /collapse/)
  })

  test('triangles of three equal corners have no proof, corners are three, parts are two', () => {
    const twice = stepDocument({
      hulls: 'triangles',
      points: [0, 0, 0, 1, 0, 0, 0, 1, 0],
      triangles: [0, 1, 2, 1, 2, 0],
    })
    refuses(twice, sealedProof(twice, { tests: encode([0]) }), /same/)
    const same: Json = { ...twice, triangles: [0, 0, 1, 0, 1, 2] }
    refuses(same, sealedProof(same, { tests: encode([0]) }), /twice/)
    for (const parts of [1, { first: 3, within: [true, true] }, { first: 1, within: [true] }, { first: 1 }]) {
      refuses({ ...twice, parts }, sealedProof({ ...twice, parts }, { tests: encode([0]) }), /parts|first|within/)
    }
    // Nothing is said of a part whose pairs do not count.
    const silent: Json = { ...twice, parts: { first: 2, within: [false, true] } }
    refuses(silent, sealedProof(silent, {}), /no pair/)
  })
})

test('[step-proof] work is bounded by the size of the documents', () => {
  const random = new Random(5)
  const points = Array.from({ length: 3 * 2000 }, () => random.range(-1, 1))
  const about = stepDocument({ hulls: 'beads', points, radii: [0] })
  // Many slabs need their bits, and levels beyond what there are bytes for are not begun.
  refuses(about, sealedProof(about, { slabs: 32, tests: encode(new Array(500).fill(255)) }), /apart|early/)
  refuses(strands, sealedProof(strands, { ...OPEN, proofs: encode([63, 255, 15, 0, 0, 255]) }), /early/)
})

test('[step-proof] false statements are refused, whatever nearly fits', () => {
  const reasons = refuseFalsehoods(1, 2000)
  expect(reasons.size).toBeGreaterThan(8)
})

test('[separating-set] a necklace that stands still: the proof of every free one is accepted', () => {
  const points = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]
  const input = { hulls: 'beads', points, radii: [0.5], neighbours: 1 } as const
  const found = proveStep(input)
  if (!found.free) expect.fail('not free')
  accepts(stepDocument(input), found.certificate, { items: 4, hulls: 'beads' })
})
