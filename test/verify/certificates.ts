// Certificates to tamper with: small worlds, proofs by hand, and the reading of streams.

import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import { box, mesh, Robot, type Shape, World, worldDocument } from '../../src/entries/robots.js'
import { decodeBase64 } from '../../src/formats/text/base64.js'
import { type Certificate, digestOf, makeCertificate } from '../../src/robots/motion/certificate.js'
import { LinePiece } from '../../src/robots/motion/line-piece.js'
import { blockMesh } from '../oracle/robots/motions-cases.js'

/** What a test may write into. */
export type Draft = { -readonly [K in keyof Certificate]: DraftOf<Certificate[K]> }
type DraftOf<T> = T extends readonly (infer I)[]
  ? DraftOf<I>[]
  : T extends object
    ? { -readonly [K in keyof T]: DraftOf<T[K]> }
    : T

/** A copy with something changed, and the digest of what it is now: so the content is what is judged. */
export function tampered(certificate: Certificate, change: (draft: Draft) => void): Certificate {
  const draft = JSON.parse(JSON.stringify(certificate)) as Draft
  change(draft)
  const { digest: _, ...rest } = draft
  return { ...rest, digest: digestOf(rest as unknown as Certificate) } as unknown as Certificate
}

/** The same certificate, said to be about another world. */
export function movedTo(world: World, certificate: Certificate): Certificate {
  return tampered(certificate, (draft) => {
    draft.world = worldDocument(world).hash
  })
}

/** A cube of 0.2 that slides along x, past a plate of 0.02 in the plane y = 0.5. */
export function slider(plate: Partial<{ y: number; size: readonly number[] }> = {}): World {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'cube', geometry: [{ shape: box({ size: [0.2, 0.2, 0.2] }) }] }],
    joints: [{ name: 'x', kind: 'prismatic', parent: 'base', child: 'cube', axis: [1, 0, 0] }],
  })
  const { y = 0.5, size = [2, 0.02, 2] } = plate
  return new World({ robots: [robot], obstacles: [{ name: 'plate', shape: box({ size }), pose: { at: [0, y, 0] } }] })
}

/** A certificate of one line with the bytes given for the only pair. */
export function byHand(
  world: World,
  from: readonly number[],
  to: readonly number[],
  bytes: readonly number[],
  clearance = 0,
): Certificate {
  return makeCertificate({
    model: world.model(),
    pieces: [new LinePiece(Float64Array.from(from), Float64Array.from(to), [])],
    continuous: 'as-given',
    delta: 0,
    clearance,
    limitTolerance: 0,
    ignoreLimits: true,
    proofs: [[{ a: 0, b: 1, proof: Uint8Array.from(bytes) }]],
  })
}

/** An arm of two links, boxes and a mesh, that reaches over a mesh on a table. */
export function reacher(
  options: { readonly block?: readonly number[]; readonly bump?: number; readonly tableHeight?: number } = {},
): World {
  const { block = [0.9, 0.35, 0.1], bump = 0, tableHeight = -0.3 } = options
  const robot = new Robot({
    name: 'arm',
    links: [
      { name: 'base', geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }) }] },
      { name: 'upper', geometry: [{ shape: box({ size: [0.4, 0.06, 0.06] }), pose: { at: [0.25, 0, 0] } }] },
      { name: 'fore', geometry: [{ shape: meshOf([0.2, 0.03, 0.03]), pose: { at: [0.25, 0, 0] } }] },
    ],
    joints: [
      { name: 'shoulder', kind: 'revolute', parent: 'base', child: 'upper', axis: [0, 0, 1] },
      { name: 'elbow', kind: 'revolute', parent: 'upper', child: 'fore', axis: [0, 0, 1], origin: { at: [0.5, 0, 0] } },
    ],
  })
  return new World({
    robots: [robot],
    obstacles: [
      { name: 'table', shape: box({ size: [3, 3, 0.1] }), pose: { at: [0, 0, tableHeight] } },
      { name: 'block', shape: meshOf([0.1, 0.1, 0.1], bump), pose: { at: block } },
    ],
  })
}

/** Free, and near the block in the middle. */
export const REACH: readonly (readonly number[])[] = [
  [-0.5, -0.4],
  [0.05, -0.1],
  [-0.2, 0.35],
]

/** A box of triangles, one corner of which may stick out. */
function meshOf(half: readonly number[], bump = 0): Shape {
  const { positions, triangles } = blockMesh(half)
  const moved = [...positions]
  for (let k = 0; k < 2; k++) moved[k]! -= bump
  return mesh({ positions: moved, triangles })
}

/** One step of a proof. */
export interface Step {
  /** Where its byte is. */
  readonly at: number
  readonly op: number
  readonly length: number
}

export function stepsOf(proof: string): Step[] {
  const bytes = decodeBase64(proof, 0)!
  const steps: Step[] = []
  for (let at = 0; at < bytes.length; ) {
    const op = bytes[at]!
    const length = op === 3 ? 7 : op === 4 ? 27 : 1
    steps.push({ at, op, length })
    at += length
  }
  return steps
}

/** A proof with its bytes changed. */
export function rewritten(proof: string, change: (bytes: number[]) => void): string {
  const bytes = [...decodeBase64(proof, 0)!]
  change(bytes)
  return encodeBase64(Uint8Array.from(bytes))
}
