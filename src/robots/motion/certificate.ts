// A certificate: what a motion check has proved, as plain data that can be written as JSON, kept, and checked without
// trusting the checker (src/verify, which shares no code with this). docs/formats/certificate.md says what the fields mean.
//
// It names the world by the hash of its document, repeats the motion, and has a proof for every pair of geometries on every piece
// that is not left out for a reason that a verifier finds itself: a stream of bytes that says how time was halved and nodes were
// opened until one plane separated what was left.
//
// JSON prints a double with as many digits as it takes to read the same double again; -0 becomes 0, which is the same number.
// What is not finite cannot be in a certificate.
import { documentHash } from '../../base/work/document-hash.js'
import { encodeBase64 } from '../../base/work/encode-base64.js'
import { InvalidInputError } from '../../errors.js'
import { partsOf } from '../model/robot-document.js'
import type { WorldModel } from '../world/world.js'
import { worldHash } from '../world/world-document.js'
import { unseenLinks } from '../world/world-examined.js'
import { NEVER, sweptCentre } from '../world/world-pairs.js'
import type { DeformingProof } from './deforming-certificate.js'
import type { MotionPiece, PieceDocument } from './piece.js'

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

/** A proof that a motion is free, as plain data. */
export interface Certificate {
  readonly limber: 2
  readonly kind: 'motion'
  /** Hash of the world's document. */
  readonly world: string
  /** Of the check, for people. */
  readonly delta: number
  /** All objects stay farther apart than this. */
  readonly clearance: number
  /** How waypoints were read, for people. */
  readonly continuous: 'as-given' | 'shortest'
  /** Values may be beyond a joint's limit by this much; or by any amount. */
  readonly limitTolerance: number
  readonly ignoreLimits: boolean
  /** What is not covered: meshes that stay open, so that what is wholly inside them is not seen; links without their geometry. */
  readonly surfaces: readonly CertifiedGeometry[]
  readonly unseen: readonly string[]
  readonly pieces: readonly PieceDocument[]
  /** By object: where a sphere around it is best centred, in the frame of its link, if it is in a pair that can never meet. */
  readonly centres: readonly (readonly number[] | null)[]
  /** By piece. */
  readonly proofs: readonly (readonly PairProof[])[]
  /** By piece, bytes in base64: the proof that blocks of geometries stay apart, whose pairs have none of their own. Of long chains. */
  readonly groups?: readonly (string | null)[]
  /** What bends, how, and that it is free; left out where nothing in the world does. */
  readonly deforming?: readonly DeformingProof[]
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
  readonly limitTolerance: number
  readonly ignoreLimits: boolean
  /** By piece: the pairs of geometries, a < b by their numbers in `certifiedGeometries`, and the bytes of their proofs. */
  readonly proofs: readonly (readonly { readonly a: number; readonly b: number; readonly proof: Uint8Array }[])[]
  /** By piece, the bytes of a proof by groups, for all pairs that have none in `proofs`. */
  readonly groups?: readonly (Uint8Array | undefined)[]
}

export function makeCertificate(parts: CertificateParts): Certificate {
  const { model, pieces, continuous, delta, clearance, limitTolerance, ignoreLimits } = parts
  if (parts.proofs.length !== pieces.length) {
    throw new InvalidInputError('proofs', parts.proofs.length, `one list for each of ${pieces.length} pieces`)
  }
  refuseLoops(model)
  const { groups = [] } = parts
  const hasGroups = groups.some((proof) => proof !== undefined)
  const rest = {
    limber: 2 as const,
    kind: 'motion' as const,
    world: worldHash(model),
    ...{ delta, clearance, continuous, limitTolerance, ignoreLimits },
    surfaces: model.index.surfaces.map(({ object, geometry, part }) => ({ object, geometry, part })),
    unseen: [...unseenLinks(model.robots)],
    pieces: pieces.map((piece) => piece.document()),
    centres: centresOf(model),
    proofs: parts.proofs.map((list) => list.map(({ a, b, proof }) => ({ a, b, proof: encodeBase64(proof) }))),
    ...(hasGroups ? { groups: groups.map((proof) => (proof === undefined ? null : encodeBase64(proof))) } : {}),
  }
  return { ...rest, digest: digestOf(rest) }
}

/** Verifiers know no joints that closed loops set: a certificate that none could check is not made. */
function refuseLoops({ reader }: Pick<WorldModel, 'reader'>): void {
  const [loop] = reader.loops
  if (loop === undefined) return
  const expected =
    'a world without joints that closed loops set: no verifier checks them. The verdict stands without a certificate'
  throw new InvalidInputError('certificate', loop.name, expected)
}

/** All geometries in the order of their numbers: objects as the world has them, the parts of groups one by one. */
export function certifiedGeometries({ index }: Pick<WorldModel, 'index'>): CertifiedGeometry[] {
  return index.objects.flatMap((object) =>
    object.geometry.flatMap(({ name, shape }) =>
      partsOf(shape).map((_, part) => ({ object: object.name, geometry: name, part })),
    ),
  )
}

/** Hash of a certificate without its digest. */
export function digestOf(certificate: Omit<Certificate, 'digest'>): string {
  return documentHash(certificate)
}

function centresOf({ index, kinematics }: WorldModel): (number[] | null)[] {
  const { objects, movers, table } = index
  return objects.map((object, i) => {
    const isInPair = objects.some((_, j) => i !== j && (i < movers || j < movers) && table.get(i, j) === NEVER)
    return isInPair ? Array.from(sweptCentre(kinematics.layout, object), (x) => x + 0) : null
  })
}
