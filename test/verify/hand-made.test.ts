// Tiny proofs written by hand, and every way in which one may be put together wrongly.
import { expect, test } from 'vitest'
import { doubles, octahedral } from '../oracle/robots/naive-prover.js'
import { byHand, slider, tampered } from './certificates.js'
import { verifyCertificate } from './documents.js'

const DOWN = [3, 0, 0, ...octahedral([0, -1, 0]).bytes]
const LONG = [4, 0, 0, ...doubles([0, -1, 0])]

test('a cube that slides along a plate is proved by one plane', () => {
  const world = slider()
  const result = verifyCertificate(world, byHand(world, [-1], [1], DOWN))
  expect(result).toMatchObject({ valid: true, segments: 1, pairs: 1, leaves: 1, clearance: 0, premises: 0 })
})

test.each([
  ['the long form of a direction', LONG],
  ['a direction of any length', [4, 0, 0, ...doubles([0, -1e-30, 0])]],
  ['the other frame', [3, 1, 0, ...octahedral([0, -1, 0]).bytes]],
  ['halves', [16, ...DOWN, ...LONG]],
  ['a slanted plane, in enough pieces', [16, 16, ...slanted(), ...slanted(), 16, ...slanted(), ...slanted()]],
])('so is it by %s', (_, bytes) => {
  const world = slider()
  expect(verifyCertificate(world, byHand(world, [-1], [1], bytes))).toMatchObject({ valid: true })
})

function slanted(): number[] {
  return [4, 0, 0, ...doubles([0.1, -1, 0.05])]
}

test('the clearance is proved to the last digit but rounding', () => {
  const world = slider()
  // The cube ends at 0.1, the plate begins at 0.49.
  const verdict = (clearance: number) => verifyCertificate(world, byHand(world, [-1], [1], LONG, clearance)).valid
  expect(verdict(0.39 - 1e-12)).toBe(true)
  expect(verdict(0.39)).toBe(false)
})

test.each([
  ['too few bytes', [], /ends too early/],
  ['a direction cut short', DOWN.slice(0, 5), /ends too early/],
  ['half of a halving', [16, ...DOWN], /ends too early/],
  ['bytes too many', [...DOWN, 0], /1 extra bytes/],
  ['a byte that means nothing', [8], /means nothing/],
  ['a node that cannot be opened', [1, ...DOWN], /cannot be opened/],
  ['the other node', [2, ...DOWN], /cannot be opened/],
  ['a frame that is not there', [3, 2, 0, 0, 0, 0, 0], /no frame 2/],
  ['a direction of no length', [4, 0, 0, ...doubles([0, 0, 0])], /direction is zero/],
  ['a direction that is not a number', [4, 0, 0, ...doubles([NaN, 0, 1])], /direction is zero/],
  ['an endless direction', [4, 0, 0, ...doubles([Infinity, 0, 1])], /direction is zero/],
  ['the plane the other way round', [4, 0, 0, ...doubles([0, 1, 0])], /does not separate/],
  ['a plane across the motion', [4, 0, 0, ...doubles([1, 0, 0])], /does not separate/],
  ['halving without end', [...new Array(49).fill(16), ...new Array(60).fill(8)], /cannot be halved/],
])('rejected: %s', (_, bytes, reason) => {
  const world = slider()
  const result = verifyCertificate(world, byHand(world, [-1], [1], bytes as number[]))
  expect(result).toMatchObject({ valid: false, where: { segment: 0, a: 'r/cube', b: 'plate' } })
  expect((result as { reason: string }).reason).toMatch(reason)
})

test('the place of a plane that does not part is named to the interval', () => {
  const world = slider()
  const bytes = [16, ...DOWN, 16, ...LONG, 4, 0, 0, ...doubles([0, 1, 0])]
  const result = verifyCertificate(world, byHand(world, [-1], [1], bytes))
  expect(result).toMatchObject({ valid: false, where: { segment: 0, a: 'r/cube', b: 'plate', from: 0.75, to: 1 } })
})

test('a motion through the plate has no proof', () => {
  const world = slider({ y: 0, size: [0.001, 2, 2] })
  const left = [4, 0, 0, ...doubles([-1, 0, 0])]
  const right = [4, 0, 0, ...doubles([1, 0, 0])]
  // Both planes part them where the motion begins and ends; nothing does in between, however often time is halved.
  let bytes = [...left, ...right]
  for (let k = 0; k < 20; k++) bytes = [0, ...left, 0, ...bytes, ...right]
  expect(verifyCertificate(world, byHand(world, [-1], [1], bytes)).valid).toBe(false)
  expect(verifyCertificate(world, byHand(world, [-1], [-0.5], left)).valid).toBe(true)
})

test.each([
  ['null', null],
  ['a text', 'certificate'],
  ['a list', []],
  ['an empty record', {}],
])('%s is no certificate', (_, given) => {
  expect(verifyCertificate(slider(), given)).toMatchObject({ valid: false })
})

test.each<[string, (draft: ReturnType<typeof JSON.parse>) => void, RegExp]>([
  ['another version', (c) => (c.limber = 1), /another version/],
  ['another kind', (c) => (c.kind = 'plan'), /kind/],
  ['another world', (c) => (c.world = 'f'.repeat(64)), /another world/],
  ['a negative clearance', (c) => (c.clearance = -1), /clearance is not a number/],
  ['no clearance', (c) => delete c.clearance, /clearance is not a number/],
  ['no word on limits', (c) => delete c.ignoreLimits, /ignoreLimits/],
  ['a negative tolerance', (c) => (c.limitTolerance = -1), /limitTolerance/],
  ['no pieces', (c) => Object.assign(c, { pieces: [], proofs: [] }), /no piece/],
  ['a piece without proofs', (c) => c.pieces.push(c.pieces[0]), /1 lists of proofs for 2 pieces/],
  ["a caller's function", (c) => (c.pieces[0] = { kind: 'curve' }), /function in code/],
  ['a piece of no kind', (c) => (c.pieces[0] = { kind: 'jump' }), /from is not a list/],
  ['an end that is no number', (c) => (c.pieces[0].to = [null]), /to is not a number/],
  ['an end of another world', (c) => (c.pieces[0].to = [1, 2]), /list of 2, not of 1/],
  ['a polynomial of no variables', (c) => (c.pieces[0].higher = []), /higher is not of 1 variables/],
  ['a polynomial of high degree', (c) => (c.pieces[0].higher = [new Array(17).fill(0)]), /too many coefficients/],
  ['a proof that is not base64', (c) => (c.proofs[0][0].proof = '*'), /not base64/],
  ['a proof of another pair', (c) => (c.proofs[0][0].b = 2), /not a whole number/],
  ['a proof the wrong way round', (c) => Object.assign(c.proofs[0][0], { a: 1, b: 0 }), /not a whole number/],
  ['two proofs', (c) => c.proofs[0].push(c.proofs[0][0]), /two proofs/],
  ['no proof', (c) => (c.proofs[0] = []), /no proof for this pair/],
])('rejected: %s', (_, change, reason) => {
  const world = slider()
  const result = verifyCertificate(world, tampered(byHand(world, [-1], [1], DOWN), change))
  expect(result.valid).toBe(false)
  expect((result as { reason: string }).reason).toMatch(reason)
})

test('a pair cannot be left out by a mere claim', () => {
  const world = slider()
  const left = tampered(byHand(world, [-1], [1], DOWN), (c) => {
    c.proofs[0] = []
    c.centres = [
      [0, 0, 0],
      [0, 0, 0],
    ]
    Object.assign(c, { excluded: [{ a: 'r/cube', b: 'plate', status: 'allowed' }], allowed: [[0, 1]] })
  })
  expect(verifyCertificate(world, left)).toMatchObject({ valid: false, where: { a: 'r/cube', b: 'plate' } })
})

test('every byte of the text counts: a changed number without a new digest is found', () => {
  const world = slider()
  const certificate = byHand(world, [-1], [1], DOWN)
  expect(verifyCertificate(world, { ...certificate, delta: 1e-300 })).toMatchObject({
    valid: false,
    reason: expect.stringMatching(/digest/),
  })
  expect(verifyCertificate(world, { ...certificate, note: 'hello' })).toMatchObject({ valid: false })
})

test('numbers survive the way through a file: -0, subnormals, the largest and the least', () => {
  const world = slider({ y: 1e6 })
  for (const x of [-0, Number.MIN_VALUE, 1 / 3, 0.1 + 0.2, -123456.789e-5, 2 ** -1060]) {
    const certificate = byHand(world, [x], [-x], LONG)
    const read = JSON.parse(JSON.stringify(certificate)) as typeof certificate
    expect(verifyCertificate(world, read)).toMatchObject({ valid: true })
    expect(read.digest).toBe(certificate.digest)
    const piece = read.pieces[0] as unknown as { from: number[] }
    expect(piece.from[0]! + 0).toBe(x + 0)
  }
})
