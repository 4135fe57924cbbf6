// Reports of allowed pairs: written and read back, and refused field by field.
import { describe, expect, test } from 'vitest'
import {
  type AllowedPairs,
  AllowFileError,
  allowedPairsDocument,
  isCertified,
  readAllowedPairs,
} from '../../../src/entries/robots.js'

const RESULT: AllowedPairs = {
  robot: 'r',
  hash: 'h',
  limits: [
    { joint: 'j', lower: -1.5, upper: 2 },
    { joint: 'k', lower: -Infinity, upper: Infinity },
  ],
  meshes: [{ link: 'a', geometry: 0, hash: 'g' }],
  surfaces: [{ object: 'r/a', geometry: '0', part: 0, shells: 2, share: 0.5, reach: 0.25, looksSolid: true }],
  unseen: ['r/d'],
  pairs: [
    {
      ...{ a: 'a', b: 'b', class: 'never', adjacent: true, joints: ['j'], cells: 7 },
      nearest: { distance: 0.11, at: [0.2, 0] },
      clearance: { least: 0.1, found: 0.105, at: [0.1, 0] },
      proof: Uint8Array.of(1, 2, 255, 0),
    },
    {
      a: 'a',
      b: 'c',
      class: 'sometimes',
      adjacent: false,
      joints: [],
      cells: 0,
      witness: [1, 2],
      depth: 0.5,
      often: 0,
    },
    { a: 'b', b: 'c', class: 'undecided', adjacent: false, joints: [], cells: 9, left: 0.25 },
  ],
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

describe('allowedPairsDocument', () => {
  test('is read back as it was, proofs if they were asked for', () => {
    expect(readAllowedPairs(throughJson(allowedPairsDocument(RESULT, { proofs: true })))).toEqual(RESULT)
    const bare = { ...RESULT, pairs: RESULT.pairs.map(({ proof: _, ...rest }) => rest) }
    expect(readAllowedPairs(throughJson(allowedPairsDocument(RESULT)))).toEqual(bare)
  })

  test("has the report's fields, in their order", () => {
    const document = allowedPairsDocument(RESULT, { judgements: ['confirmed', 'unsafe', undefined] })
    expect(Object.keys(document)).toEqual([
      ...['limber', 'kind', 'robot', 'hash', 'limits', 'meshes'],
      ...['surfaces', 'unseen', 'pairs'],
    ])
    expect(document.limits[1]).toEqual({ joint: 'k', lower: null, upper: null })
    expect(JSON.stringify(document.pairs[1])).toBe(
      '{"a":"a","b":"c","class":"sometimes","certified":false,"adjacent":false,"joints":[],"cells":0,"witness":[1,2],"depth":0.5,"often":0,"srdf":"unsafe"}',
    )
    expect(document.pairs.map(({ srdf }) => srdf)).toEqual(['confirmed', 'unsafe', undefined])
  })

  test('[allow-certificates] certified is what has a proof, never a class that has none', () => {
    const [proved] = RESULT.pairs
    const pairs = (['never', 'contained', 'always', 'touches', 'sometimes', 'undecided'] as const).flatMap((kind) => [
      { ...proved!, class: kind },
      { ...proved!, class: kind, proof: undefined },
    ])
    const result = { ...RESULT, pairs } as AllowedPairs
    const certified = [true, false, true, false, ...Array(8).fill(false)]
    for (const proofs of [true, false]) {
      expect(allowedPairsDocument(result, { proofs }).pairs.map((pair) => pair.certified)).toEqual(certified)
    }
    // A document that claims more is not believed.
    const lie = throughJson(allowedPairsDocument(result)) as { pairs: { certified: boolean }[] }
    for (const pair of lie.pairs) pair.certified = true
    expect(readAllowedPairs(lie).pairs.some(isCertified)).toBe(false)
  })

  test('what is wrong is refused by file and field', () => {
    const good = throughJson(allowedPairsDocument(RESULT, { proofs: true })) as Record<string, unknown>
    const pairs = good.pairs as Record<string, unknown>[]
    const wrong = (change: object): unknown => ({ ...good, ...change })
    const wrongPair = (change: object): unknown => wrong({ pairs: [{ ...pairs[0], ...change }] })
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [null, /a record/],
      [[], /a record/],
      [wrong({ kind: 'motion' }), /kind/],
      [wrong({ limber: 1 }), /kind/],
      [wrong({ robot: 1 }), /robot/],
      [wrong({ hash: undefined }), /hash/],
      [wrong({ limits: {} }), /limits/],
      [wrong({ limits: [{ joint: 'j', lower: 'x', upper: 1 }] }), /limits\[0\]\.lower/],
      [wrong({ meshes: [{ link: 'a', geometry: -1, hash: '' }] }), /meshes\[0\]\.geometry/],
      [wrong({ surfaces: undefined }), /surfaces/],
      [wrong({ surfaces: [{ ...RESULT.surfaces[0], looksSolid: 1 }] }), /surfaces\[0\]\.looksSolid/],
      [wrong({ surfaces: [{ ...RESULT.surfaces[0], object: 1 }] }), /surfaces\[0\]\.object/],
      [wrong({ unseen: [1] }), /unseen\[0\]/],
      [wrong({ pairs: 3 }), /pairs/],
      [wrongPair({ class: 'maybe' }), /pairs\[0\]\.class/],
      [wrongPair({ adjacent: 0 }), /pairs\[0\]\.adjacent/],
      [wrongPair({ joints: [1] }), /pairs\[0\]\.joints\[0\]/],
      [wrongPair({ cells: 0.5 }), /pairs\[0\]\.cells/],
      [wrongPair({ witness: ['1'] }), /pairs\[0\]\.witness\[0\]/],
      [wrongPair({ depth: null }), /pairs\[0\]\.depth/],
      [wrongPair({ clearance: 1 }), /pairs\[0\]\.clearance/],
      [wrongPair({ clearance: { least: 1, found: 1 } }), /pairs\[0\]\.clearance\.at/],
      [wrongPair({ nearest: { distance: 'x', at: [] } }), /pairs\[0\]\.nearest\.distance/],
      [wrongPair({ proof: 'a?' }), /pairs\[0\]\.proof/],
    ]
    for (const [document, field] of cases) {
      const read = (): unknown => readAllowedPairs(document, 'my.json')
      expect(read, String(field)).toThrow(AllowFileError)
      expect(read).toThrow(field)
      expect(read).toThrow(/my\.json/)
    }
  })
})
