// What the exact verifier does where numbers are as near as can be: it decides, with more bits if it must, or says that it cannot.
import { expect, test } from 'vitest'
import { verifyCertificateExactly } from '../../../src/verify/exact/index.js'
import { encode, type Json, sealed } from '../../oracle/verify/documents.js'

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** Two balls of 1 on a rail along an axis, `gap` apart at its start, where the motion stays. */
function balls(axis: number[], gap: number, start: number, pose = IDENTITY): Json {
  const link = { robot: 0, joint: '', origin: IDENTITY, axis, factor: 1, offset: 0 }
  const ball = { kind: 'sphere', radius: 1, centre: [0, 0, 0] }
  return sealed(
    {
      ...{ limber: 2, kind: 'world', variables: [{ name: 'x', lower: null, upper: null }] },
      links: [
        { ...link, name: 'base', parent: -1, kind: 'fixed', variable: -1 },
        { ...link, name: 'cart', parent: 0, kind: 'prismatic', variable: 0, offset: gap - start },
      ],
      objects: [
        { name: 'base', link: 0 },
        { name: 'cart', link: 1 },
      ],
      geometries: [0, 1].map((i) => ({ object: i, name: '0', part: 0, pose: i === 0 ? pose : IDENTITY, shape: i })),
      ...{ shapes: [ball, ball], allowed: [], proved: [], unseen: [] },
    },
    'hash',
  )
}

function stays(about: Json, at: number, n: number[]): Json {
  const proof = encode([4, 0, 0, ...new Uint8Array(Float64Array.from(n).buffer)])
  const head = { limber: 2, kind: 'motion', world: about.hash, clearance: 0, limitTolerance: 0, ignoreLimits: true }
  const rest = {
    surfaces: [],
    unseen: [],
    pieces: [{ from: [at], to: [at] }],
    centres: [null, null],
    proofs: [[{ a: 0, b: 1, proof }]],
  }
  return sealed({ ...head, ...rest }, 'digest')
}

const along = [-1, 0, 0]

test('balls that touch in one point touch, with no doubt; one unit in the last place more, and they do not', () => {
  const touching = balls([1, 0, 0], 2, 0)
  const answer = verifyCertificateExactly(touching, stays(touching, 0, along))
  expect(answer).toMatchObject({ valid: false, reason: expect.not.stringContaining('bits') })
  const apart = balls([1, 0, 0], 2 + 2 ** -51, 0)
  expect(verifyCertificateExactly(apart, stays(apart, 0, along))).toMatchObject({ valid: true })
  // 1e-300 between them, which 256 bits do not see.
  const hardly = balls([1, 0, 0], 2, 0)
  const tiny = stays(hardly, 1e-300, along)
  expect(verifyCertificateExactly(hardly, tiny)).toMatchObject({ valid: true })
})

test('where a root never comes out even, exactly touching stays open, and is rejected', () => {
  // Along a diagonal the distance is a product of roots: it is 2 exactly, and no number of bits says so.
  const diagonal = [Math.SQRT1_2, Math.SQRT1_2, 0]
  const touching = balls(diagonal, 2, 0)
  const answer = verifyCertificateExactly(
    touching,
    stays(
      touching,
      0,
      diagonal.map((c) => -c),
    ),
  )
  expect(answer).toMatchObject({ valid: false, reason: expect.stringContaining('open with 1280 bits') })
  const apart = balls(diagonal, 2 + 2 ** -51, 0)
  expect(
    verifyCertificateExactly(
      apart,
      stays(
        apart,
        0,
        diagonal.map((c) => -c),
      ),
    ),
  ).toMatchObject({ valid: true })
})
