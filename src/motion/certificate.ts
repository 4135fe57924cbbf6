// A certificate: what a motion check has proved, as plain data that can be written as JSON, kept, and checked again by somebody
// who does not trust the checker (src/verify, which shares no code with this).
//
// It names the world by a hash, repeats the motion, says which pairs were left out and why, and has a proof for every other
// pair of geometries on every piece of the motion: a stream of bytes that says how time was halved and nodes were opened until
// one plane parted what was left (docs/spec.md, "Certificates").
//
// JSON prints a double with as many digits as it takes to read the same double again; -0 becomes 0, which is the same number.
// What is not finite cannot be in a certificate.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { InvalidInputError } from '../errors.js'
import type { WorldModel } from '../queries/world.js'
import { CHECKED, NEVER, type PairStatus, STATUS_NAMES } from '../queries/world-pairs.js'
import { encodeBase64 } from './certificate-base64.js'
import { hashWorld } from './certificate-world.js'
import type { MotionPiece, PieceDocument } from './piece.js'

/** Two objects that no proof is about, and why: as `World.pairs()` has it. */
export interface ExcludedPair {
  readonly a: string
  readonly b: string
  readonly status: Exclude<PairStatus, 'checked'>
  readonly reason: string
}

/** One convex shape or mesh of the world. Its place in the list is its number. */
export interface CertifiedGeometry {
  /** Name of the object, and of the geometry in it. */
  readonly object: string
  readonly geometry: string
  /** Place among the parts of a group; 0 for anything else. */
  readonly part: number
}

/** That two geometries stay apart on one piece of the motion. */
export interface PairProof {
  /** Numbers of geometries, the lesser one first. */
  readonly a: number
  readonly b: number
  /** Bytes, in base64. */
  readonly proof: string
}

export interface Certificate {
  readonly limber: 1
  readonly kind: 'motion'
  /** Hash of the world, in hexadecimal. */
  readonly world: string
  /** Names of the numbers of a configuration. */
  readonly variables: readonly string[]
  readonly delta: number
  /** No two things come as near as this. */
  readonly clearance: number
  readonly continuous: 'as-given' | 'shortest'
  readonly pieces: readonly PieceDocument[]
  readonly geometries: readonly CertifiedGeometry[]
  readonly excluded: readonly ExcludedPair[]
  /** By piece. */
  readonly proofs: readonly (readonly PairProof[])[]
  /** Hash of all of the above. */
  readonly digest: string
}

/** What a check hands over when it has proved a motion free. */
export interface CertificateParts {
  readonly model: WorldModel
  readonly pieces: readonly MotionPiece[]
  readonly continuous: 'as-given' | 'shortest'
  readonly delta: number
  readonly clearance: number
  /** As asked: is it proved within the limits of joints, and how far beyond them was let pass? */
  readonly ignoreLimits?: boolean | undefined
  readonly limitTolerance?: number | undefined
  /** By piece: the pairs of geometries, a < b by their numbers in `certifiedGeometries`, and the bytes of their proofs. */
  readonly proofs: readonly (readonly { readonly a: number; readonly b: number; readonly proof: Uint8Array }[])[]
}

export function makeCertificate(parts: CertificateParts): Certificate {
  const { model, pieces, continuous, delta, clearance } = parts
  if (parts.proofs.length !== pieces.length) {
    throw new InvalidInputError('proofs', parts.proofs.length, `one list for each of ${pieces.length} pieces`)
  }
  const rest = {
    limber: 1 as const,
    kind: 'motion' as const,
    world: hashWorld(model),
    variables: [...model.reader.variables],
    delta,
    clearance,
    continuous,
    pieces: pieces.map((piece) => piece.document()),
    geometries: certifiedGeometries(model),
    excluded: excludedPairs(parts),
    proofs: parts.proofs.map((list) => list.map(({ a, b, proof }) => ({ a, b, proof: encodeBase64(proof) }))),
  }
  return { ...rest, digest: digestOf(rest) }
}

/** All geometries in the order of their numbers: objects as the world has them, the parts of groups one by one. */
export function certifiedGeometries({ index }: Pick<WorldModel, 'index'>): CertifiedGeometry[] {
  return index.objects.flatMap((object) =>
    object.geometry.flatMap(({ name, shape }) =>
      (shape.kind === 'group' ? shape.parts : [shape]).map((_, part) => ({
        object: object.name,
        geometry: name,
        part,
      })),
    ),
  )
}

/** Hash of a certificate without its digest: of its JSON without blanks, the fields of every record in the order of their names. */
export function digestOf(certificate: Omit<Certificate, 'digest'>): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(certificate))))
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).sort(([k], [l]) => (k < l ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}

/**
 * Pairs that are not checked. One that can never meet is among them unless all its geometries have proofs on every piece: a check
 * proves such pairs where the motion leaves the limits that `never` rests on.
 */
function excludedPairs({ model, proofs }: CertificateParts): ExcludedPair[] {
  const { index } = model
  const { objects, movers, table } = index
  const proved = provedPairs(objects, proofs)
  const out: ExcludedPair[] = []
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < objects.length; b++) {
      const status = table.get(a, b)
      if (status === CHECKED || (status === NEVER && proved(a, b))) continue
      out.push({
        a: objects[a]!.name,
        b: objects[b]!.name,
        status: STATUS_NAMES[status] as ExcludedPair['status'],
        reason: index.reasonOf(a, b),
      })
    }
  }
  return out
}

/** Do two objects have a proof for each of their pairs of geometries on each piece? */
function provedPairs(
  objects: WorldModel['index']['objects'],
  proofs: CertificateParts['proofs'],
): (a: number, b: number) => boolean {
  const objectOf: number[] = []
  const counts = objects.map(({ geometry }, o) => {
    const before = objectOf.length
    for (const { shape } of geometry) {
      for (let k = 0; k < (shape.kind === 'group' ? shape.parts.length : 1); k++) objectOf.push(o)
    }
    return objectOf.length - before
  })
  const found = new Map<number, number>()
  for (const list of proofs) {
    for (const { a, b } of list) {
      const key = objectOf[a]! * objects.length + objectOf[b]!
      found.set(key, (found.get(key) ?? 0) + 1)
    }
  }
  return (a, b) => found.get(a * objects.length + b) === counts[a]! * counts[b]! * proofs.length
}
