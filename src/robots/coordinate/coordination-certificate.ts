// A certificate of several robots: their paths, the proofs that each is free without the others, the coordination diagrams of all
// pairs, and the signals that keep robots out of what is not proved free. docs/formats/certificate.md, "Several robots", says what
// the fields mean and what a verifier must check.
import { documentHash } from '../../base/work/document-hash.js'
import { encodeBase64 } from '../../base/work/encode-base64.js'
import { InvalidInputError } from '../../errors.js'
import type { Certificate, CertifiedGeometry } from '../motion/certificate.js'
import type { PieceDocument } from '../motion/piece.js'
import type { World } from '../world/world.js'
import { worldHash } from '../world/world-document.js'
import { unseenLinks } from '../world/world-examined.js'
import type { Diagram } from './diagram.js'
import type { RobotPath } from './robot-path.js'

/** A robot's path in its own variables: the first and the last piece are stands. */
export interface CertifiedPath {
  readonly name: string
  readonly pieces: readonly PieceDocument[]
  /** Piece k is cut into 2^levels[k] equal atoms. Atoms are numbered through; mark m is the start of atom m. */
  readonly levels: readonly number[]
}

/** Robot `robot` may not enter its atom `mark` before robot `after` has reached its mark `left`. */
export interface CertifiedSignal {
  readonly robot: number
  readonly mark: number
  readonly after: number
  readonly left: number
}

/** How late robots may be that go by the clock, without signals; by robot and mark, their times. */
export interface CertifiedLag {
  readonly seconds: number
  readonly times: readonly { readonly arrive: readonly number[]; readonly depart: readonly number[] }[]
}

/** A proof that robots on their paths never touch, whatever their timing, as plain data. */
export interface CoordinationCertificate {
  readonly limber: 2
  readonly kind: 'coordination'
  /** Hash of the world's document. */
  readonly world: string
  readonly clearance: number
  /** The widest of those that the robots' own proofs allow. */
  readonly limitTolerance: number
  readonly ignoreLimits: boolean
  /** What is not covered, as in a certificate of a motion. */
  readonly surfaces: readonly CertifiedGeometry[]
  readonly unseen: readonly string[]
  /** All robots of the world, in its order. */
  readonly robots: readonly CertifiedPath[]
  /** By robot: that its path is free in the world without the other robots; null where there is nothing to check. */
  readonly alone: readonly (Certificate | null)[]
  /** Of all pairs of robots: `Diagram.proof` in base64. */
  readonly diagrams: readonly { readonly a: number; readonly b: number; readonly proof: string }[]
  readonly signals: readonly CertifiedSignal[]
  readonly lag?: CertifiedLag
  /** Hash of all of the above. */
  readonly digest: string
}

/** What a coordination hands over. */
export interface CoordinationParts {
  readonly world: World
  readonly clearance: number
  readonly paths: readonly RobotPath[]
  readonly alone: readonly (Certificate | null)[]
  readonly diagrams: readonly Pick<Diagram, 'a' | 'b' | 'proof'>[]
  readonly signals: readonly CertifiedSignal[]
  readonly lag?:
    | {
        readonly seconds: number
        readonly times: readonly { readonly arrive: ArrayLike<number>; readonly depart: ArrayLike<number> }[]
      }
    | undefined
}

export function makeCoordinationCertificate(parts: CoordinationParts): CoordinationCertificate {
  const { world, clearance, paths, alone, lag } = parts
  const model = world.model()
  const names = model.robots.map(({ name }) => name)
  const given = paths.map(({ name }) => name)
  if (JSON.stringify(names) !== JSON.stringify(given)) {
    throw new InvalidInputError('paths', given, `a path for each robot, in the order of the world: ${names.join(', ')}`)
  }
  if (alone.length !== paths.length) {
    throw new InvalidInputError('alone', alone.length, `a certificate or null for each of ${paths.length} robots`)
  }
  const pairs = (paths.length * (paths.length - 1)) / 2
  if (parts.diagrams.length !== pairs) {
    throw new InvalidInputError('diagrams', parts.diagrams.length, `one for each of ${pairs} pairs of robots`)
  }
  const certificates = alone.filter((own) => own !== null)
  const rest = {
    limber: 2 as const,
    kind: 'coordination' as const,
    world: worldHash(model),
    clearance,
    limitTolerance: certificates.reduce((most, own) => Math.max(most, own.limitTolerance), 0),
    ignoreLimits: certificates.some(({ ignoreLimits }) => ignoreLimits),
    surfaces: model.index.surfaces.map(({ object, geometry, part }) => ({ object, geometry, part })),
    unseen: [...unseenLinks(model.robots)],
    robots: paths.map(({ name, pieces, levels }) => ({
      name,
      pieces: pieces.map((piece) => piece.document()),
      levels: Array.from(levels),
    })),
    alone: [...alone],
    diagrams: parts.diagrams.map(({ a, b, proof }) => ({
      a: paths.indexOf(a),
      b: paths.indexOf(b),
      proof: encodeBase64(proof),
    })),
    signals: parts.signals.map(({ robot, mark, after, left }) => ({ robot, mark, after, left })),
    ...(lag === undefined ? {} : { lag: plainLag(lag) }),
  }
  return { ...rest, digest: documentHash(rest) }
}

function plainLag({ seconds, times }: NonNullable<CoordinationParts['lag']>): CertifiedLag {
  return {
    seconds,
    times: times.map(({ arrive, depart }) => ({ arrive: Array.from(arrive), depart: Array.from(depart) })),
  }
}
