// The prover's own proofs are accepted; with anything in them made worse, or about anything else, they are not.
import { describe, expect, test } from 'vitest'
import { Random, type Robot, World } from '../../src/entries/robots.js'
import { allowedPairsDocument } from '../../src/formats/robots/allow-document.js'
import { allowedPairs } from '../../src/robots/allow/allowed-pairs.js'
import { type AllowDraft, documentOf, randomRobot } from './allow-cases.js'
import { GATE_PAIRS, gate, opsOf, prove, rewritten, setDouble } from './allow-proofs.js'
import { type AllowVerification, verifyAllowedPairs } from './documents.js'

const robot = gate()
const PROOFS = new Map(GATE_PAIRS.map(([a, b]) => [`${a} ${b}`, prove(robot, a, b)]))

function verdict(about: Robot, names: string, proof: Uint8Array, least?: number): AllowVerification {
  const [a, b] = names.split(' ') as [string, string]
  const pair = { a, b, class: 'never', proof, ...(least === undefined ? {} : { clearance: { least } }) }
  return verifyAllowedPairs(about, documentOf(about, [pair]))
}

/** How near two links come where it is looked. */
function least(about: Robot, names: string, samples: number): number {
  const [a, b] = names.split(' ')
  const world = new World({ robots: [about], adjacent: 'checked' })
  const random = new Random(7)
  let found = Infinity
  for (let i = 0; i < samples; i++) {
    const q = Float64Array.from(about.lower, (lower, v) =>
      Number.isFinite(lower) ? random.range(lower, about.upper[v]!) : random.range(-4, 4),
    )
    const pair = world.distances(q).find((one) => one.a.endsWith(`/${a}`) && one.b.endsWith(`/${b}`))
    found = Math.min(found, pair!.distance)
  }
  return found
}

test('the proofs of the prover are accepted, halves and opened nodes among them', () => {
  const ops = new Set<number>()
  for (const [names, proof] of PROOFS) {
    expect(verdict(robot, names, proof)).toMatchObject({ valid: true, proved: [{ clearance: 0 }], uncertified: [] })
    for (const { op } of opsOf(proof)) ops.add(op)
  }
  expect([...ops].sort((x, y) => x - y)).toEqual(expect.arrayContaining([1, 3, 16]))
})

test('a whole result, as a document in JSON', async () => {
  const result = await allowedPairs(robot, {
    pairs: [...GATE_PAIRS.slice(0, 1), ...GATE_PAIRS.slice(2)],
    certificates: true,
    clearance: true,
    samples: 50,
    descents: 2,
  })
  const document = JSON.parse(JSON.stringify(allowedPairsDocument(result, { proofs: true }))) as AllowDraft
  const read = verifyAllowedPairs(robot, document)
  expect(read).toMatchObject({ valid: true, uncertified: [] })
  const never = result.pairs.filter((pair) => pair.class === 'never')
  expect(read.valid && read.proved.map(({ a, b }) => [a, b])).toEqual(never.map(({ a, b }) => [a, b]))
  // Without the proofs it says so.
  const bare = verifyAllowedPairs(robot, JSON.parse(JSON.stringify(allowedPairsDocument(result))))
  expect(bare).toMatchObject({ valid: true, proved: [] })
  expect(bare.valid && bare.uncertified.length).toBe(never.length)
})

test('both hashes agree on random robots with all kinds of shapes and joints', () => {
  for (let seed = 0; seed < 30; seed++) {
    const { robot: other } = randomRobot(new Random(seed))
    expect(verifyAllowedPairs(other, documentOf(other, []))).toMatchObject({ valid: true, proved: [] })
  }
})

describe('rejected', () => {
  test.each([...PROOFS])('any step of %s dropped, doubled or replaced; any direction turned round', (names, proof) => {
    const ops = opsOf(proof)
    const step = Math.max(1, Math.floor(ops.length / 15))
    for (let i = 0; i < ops.length; i += step) {
      const { op, at, end } = ops[i]!
      const changes: ((list: number[]) => void)[] = [
        // An envelope that is kept may do as well.
        ...(op === 5 || op === 6 ? [] : [(list: number[]) => list.splice(at, end - at)]),
        (list) => list.splice(at, 0, ...list.slice(at, end)),
        (list) => {
          list[at] = 0
        },
        (list) => list.splice(at),
      ]
      if (op === 3) {
        // On the octahedron (x, y) is turned round by folding both: the other side of the sheet.
        changes.push((list) => list.splice(at, end - at, 4, list[at + 1]!, list[at + 2]!, ...opposite(proof, at)))
        changes.push((list) => {
          list[at + 1] = 200
        })
      }
      for (const change of changes) {
        const result = verdict(robot, names, rewritten(proof, change))
        expect(result.valid, `step ${i}, ${op}: ${change.toString()}`).toBe(false)
      }
    }
  })

  test.each([...PROOFS])('%s with a clearance that they do not keep', (names, proof) => {
    const found = least(robot, names, 60)
    const raised = rewritten(proof, (list) => setDouble(list, 2, found * 1.000001))
    expect(verdict(robot, names, raised)).toMatchObject({ reason: expect.stringMatching(/does not separate/) })
    // Or one that is claimed only.
    const claimed = verdict(robot, names, proof, 1e-9)
    expect(claimed).toMatchObject({ reason: 'the proof is of a smaller clearance than is claimed' })
    expect(
      verdict(
        robot,
        names,
        rewritten(proof, (list) => setDouble(list, 2, 1e-9)),
        1e-9,
      ).valid,
    ).toBe(true)
  })

  test('the proof of another pair', () => {
    for (const names of PROOFS.keys()) {
      for (const [other, proof] of PROOFS) {
        if (other !== names) expect([names, other, verdict(robot, names, proof).valid]).toEqual([names, other, false])
      }
    }
  })

  test('limits that are wider: of the robot, in the box, or in both', () => {
    const wide = gate({ slide: 0.5, swing: 3 })
    for (const names of ['posts bar', 'posts thumb', 'bar mast']) {
      const proof = PROOFS.get(names)!
      expect(verdict(wide, names, proof)).toMatchObject({ reason: expect.stringMatching(/does not hold the limits/) })
    }
  })

  test('limits as wide as makes them touch, with the box to match', () => {
    // The bar, turned over, hits the posts; so does the thumb where it is lifted off the bar.
    const large = gate({ size: 2.4 })
    expect(least(large, 'posts bar', 100)).toBe(0)
    expect(verdict(large, 'posts bar', PROOFS.get('posts bar')!)).toMatchObject({ valid: false })
    const near = gate({ far: 1.2 })
    expect(least(near, 'posts ball', 100)).toBe(0)
    expect(verdict(near, 'posts ball', PROOFS.get('posts ball')!)).toMatchObject({ valid: false })
    // A short swing is proved; said to be of a longer one, it is not.
    const short = gate({ swing: 0.5 })
    const proof = prove(short, 'posts', 'thumb')
    const stretched = rewritten(proof, (list) => {
      setDouble(list, 12 + 18 + 2, -2.5)
      setDouble(list, 12 + 18 + 10, 2.5)
    })
    expect(verdict(short, 'posts thumb', proof).valid).toBe(true)
    expect(verdict(robot, 'posts thumb', proof).valid).toBe(false)
    if (verdict(robot, 'posts thumb', stretched).valid) expect(least(robot, 'posts thumb', 300)).toBeGreaterThan(0)
  })

  test.each<[string, (draft: AllowDraft) => void, RegExp]>([
    ['another hash', (d) => (d.hash = '0'.repeat(64)), /hashes differ/],
    ['no hash', (d) => delete (d as { hash?: string }).hash, /hashes differ/],
    ['another version', (d) => Object.assign(d, { limber: 1 }), /another version/],
    ['other limits', (d) => (d.limits[0]!.upper = 0.1), /limits\[0\] is not that of the robot/],
    ['no limits, where there are some', (d) => (d.limits[0]!.upper = null), /limits\[0\] is not that of the robot/],
    [
      'half a turn of a joint without limits',
      (d) => Object.assign(d.limits[3]!, { lower: 0, upper: 3 }),
      /limits\[3\] is not/,
    ],
    ['limits left out', (d) => d.limits.shift(), /limits is a list of/],
    ['limits twice', (d) => d.limits.push(d.limits[0]!), /limits is a list of/],
    ['limits of nothing', (d) => (d.limits[0]!.joint = 'none'), /limits\[0\] is not/],
    ['a link that there is not', (d) => (d.pairs[0]!.a = 'none'), /not a pair of two links/],
    [
      'links the other way round',
      (d) => Object.assign(d.pairs[0]!, { a: 'bar', b: 'posts' }),
      /not a pair of two links/,
    ],
    ['a link without geometry', (d) => (d.pairs[0]!.b = 'carrier'), /not a pair of two links/],
    ['a pair twice', (d) => d.pairs.push(d.pairs[0]!), /occurs twice/],
    ['contained, which they are not', (d) => (d.pairs[0]!.class = 'contained'), /neither is inside/],
    ['a proof of something else', (d) => (d.pairs[0]!.class = 'always'), /which has none/],
    ['a proof that is no base64', (d) => (d.pairs[0]!.proof = 'a?bc'), /not base64/],
    ['no pairs', (d) => Object.assign(d, { pairs: 3 }), /pairs is not a list/],
    [
      'a clearance that is none',
      (d) => (d.pairs[0]!.clearance = { least: Number.NaN }),
      /values that JSON does not have/,
    ],
  ])('a document with %s', (_, change, reason) => {
    const draft = documentOf(robot, [{ a: 'posts', b: 'bar', class: 'never', proof: PROOFS.get('posts bar')! }])
    change(draft)
    const result = verifyAllowedPairs(robot, draft)
    expect(result).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  })

  test.each([undefined, null, 3, 'text', [], {}, { robot: 'gate' }])('what is not a document: %j', (given) => {
    expect(verifyAllowedPairs(robot, given)).toMatchObject({ valid: false })
  })
})

test('the same robot by another name is the same robot', () => {
  const draft = documentOf(robot, [{ a: 'mast', b: 'ball', class: 'never', proof: PROOFS.get('mast ball')! }])
  draft.robot = 'other'
  expect(verifyAllowedPairs(robot, draft)).toMatchObject({ valid: true })
})

/** The direction of a short plane, turned round, as doubles. */
function opposite(bytes: Uint8Array, at: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [x, y] = [view.getInt16(at + 3, true) / 32767, view.getInt16(at + 5, true) / 32767]
  const z = 1 - Math.abs(x) - Math.abs(y)
  const n = z < 0 ? [(1 - Math.abs(y)) * (x < 0 ? -1 : 1), (1 - Math.abs(x)) * (y < 0 ? -1 : 1), z] : [x, y, z]
  const list = new Array<number>(24).fill(0)
  n.forEach((value, k) => {
    setDouble(list, 8 * k, -value)
  })
  return list
}
