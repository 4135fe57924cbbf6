// What is known of a robot's pairs as a document: what `limber allow --report` writes, `limber verify` and worlds read. With the proofs,
// it is a certificate. JSON has no infinities: a limit that is not there is null.
import { encodeBase64 } from '../../base/work/encode-base64.js'
import { FileError } from '../../errors.js'
import { type AllowedPairs, isCertified, type PairClass, type PairResult } from '../../robots/allow/allow-result.js'
import type { Judgement } from '../../robots/allow/judge-allowed.js'
import type { WorldSurface } from '../../robots/world/world-surfaces.js'
import { decodeBase64 } from '../text/base64.js'

/** A file of allowed pairs that cannot be used. */
export class AllowFileError extends FileError {}

/** The result for one pair of links, as plain data. */
export interface AllowedPairDocument extends Omit<PairResult, 'proof'> {
  /** Is there a certificate of it, in this document or beside it? */
  readonly certified: boolean
  /** In base64. */
  readonly proof?: string
  /** What is to be said of an exemption, or of there being none. */
  readonly srdf?: Judgement
}

/** The report of `limber allow` as plain data: premises, one result for each pair, and proofs where asked for. */
export interface AllowedPairsDocument {
  readonly limber: 2
  readonly kind: 'limber-allowed-pairs'
  readonly robot: string
  readonly hash: string
  readonly limits: readonly { readonly joint: string; readonly lower: number | null; readonly upper: number | null }[]
  readonly meshes: AllowedPairs['meshes']
  readonly surfaces: readonly AllowedSurfaceDocument[]
  readonly unseen: readonly string[]
  readonly pairs: readonly AllowedPairDocument[]
  /** The work was stopped: pairs are missing. */
  readonly stopped?: true
}

export type AllowedSurfaceDocument = Omit<WorldSurface, 'reach'> & { readonly reach: number | null }

/** What a report of `allowedPairs` contains beside the classes. */
export interface AllowDocumentOptions {
  /** The proofs too, where there are any. */
  readonly proofs?: boolean | undefined
  /** By pair, in the order of the result's. */
  readonly judgements?: readonly (Judgement | undefined)[] | undefined
}

/** The results of `allowedPairs` as plain data, ready for `JSON.stringify` and for `readAllowedPairs`. */
export function allowedPairsDocument(result: AllowedPairs, options: AllowDocumentOptions = {}): AllowedPairsDocument {
  const { robot, hash, limits, meshes, surfaces, unseen, pairs, stopped } = result
  return {
    limber: 2,
    kind: 'limber-allowed-pairs',
    robot,
    hash,
    limits: limits.map(({ joint, lower, upper }) => ({ joint, lower: finite(lower), upper: finite(upper) })),
    meshes,
    surfaces: surfaces.map((surface) => ({ ...surface, reach: finite(surface.reach) })),
    unseen,
    pairs: pairs.map((pair, i) => pairDocument(pair, options.proofs === true, options.judgements?.[i])),
    ...(stopped === true ? { stopped } : {}),
  }
}

/** Its fields are always in the same order, so that the same result is the same text. */
export function pairDocument(pair: PairResult, proofs: boolean, srdf?: Judgement): AllowedPairDocument {
  const { a, b, adjacent, joints, cells, witness, depth, often, nearest, clearance, left, proof } = pair
  return {
    ...{ a, b, class: pair.class, certified: isCertified(pair), adjacent, joints, cells },
    ...(witness === undefined ? {} : { witness: [...witness] }),
    ...(depth === undefined ? {} : { depth }),
    ...(often === undefined ? {} : { often }),
    ...(nearest === undefined ? {} : { nearest: { distance: nearest.distance, at: [...nearest.at] } }),
    ...(clearance === undefined
      ? {}
      : { clearance: { least: clearance.least, found: clearance.found, at: [...clearance.at] } }),
    ...(left === undefined ? {} : { left }),
    ...(srdf === undefined ? {} : { srdf }),
    ...(proofs && proof !== undefined ? { proof: encodeBase64(proof) } : {}),
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

const CLASSES: readonly PairClass[] = ['never', 'sometimes', 'always', 'touches', 'contained', 'undecided']

type Fields = Readonly<Record<string, unknown>>

/**
 * A document read back, every field of it checked. Whether it is about a robot, its hash says; whether it is true, `verifyAllowedPairs`.
 * Throws AllowFileError.
 */
export function readAllowedPairs(document: unknown, file = 'report.json'): AllowedPairs {
  const read = new Reader(file)
  const fields = read.record(document, undefined)
  if (fields.kind !== 'limber-allowed-pairs' || fields.limber !== 2) {
    read.fail('kind', 'a report of limber allow: "limber-allowed-pairs", version 2')
  }
  return {
    robot: read.text(fields.robot, 'robot'),
    hash: read.text(fields.hash, 'hash'),
    limits: read.list(fields.limits, 'limits').map((limit, i) => {
      const own = read.record(limit, `limits[${i}]`)
      return {
        joint: read.text(own.joint, `limits[${i}].joint`),
        lower: own.lower === null ? -Infinity : read.number(own.lower, `limits[${i}].lower`),
        upper: own.upper === null ? Infinity : read.number(own.upper, `limits[${i}].upper`),
      }
    }),
    meshes: read.list(fields.meshes, 'meshes').map((mesh, i) => {
      const own = read.record(mesh, `meshes[${i}]`)
      return {
        link: read.text(own.link, `meshes[${i}].link`),
        geometry: read.count(own.geometry, `meshes[${i}].geometry`),
        hash: read.text(own.hash, `meshes[${i}].hash`),
      }
    }),
    surfaces: read.list(fields.surfaces, 'surfaces').map((surface, i) => readSurface(read, surface, `surfaces[${i}]`)),
    unseen: read.list(fields.unseen, 'unseen').map((link, i) => read.text(link, `unseen[${i}]`)),
    pairs: read.list(fields.pairs, 'pairs').map((pair, i) => readPair(read, pair, `pairs[${i}]`)),
    ...(fields.stopped === true ? { stopped: true } : {}),
  }
}

/** One pair of such a document, as the answer of a job of kind `allow` has it too. Throws AllowFileError. */
export function readAllowedPair(document: unknown, file = 'answers.jsonl'): PairResult {
  return readPair(new Reader(file), document, 'pair')
}

function readSurface(read: Reader, given: unknown, field: string): WorldSurface {
  const own = read.record(given, field)
  return {
    object: read.text(own.object, `${field}.object`),
    geometry: read.text(own.geometry, `${field}.geometry`),
    part: read.count(own.part, `${field}.part`),
    shells: read.count(own.shells, `${field}.shells`),
    share: read.number(own.share, `${field}.share`),
    reach: own.reach === null ? Infinity : read.number(own.reach, `${field}.reach`),
    looksSolid: read.flag(own.looksSolid, `${field}.looksSolid`),
  }
}

function readPair(read: Reader, given: unknown, field: string): PairResult {
  const own = read.record(given, field)
  const found = CLASSES.find((name) => name === own.class)
  if (found === undefined) read.fail(`${field}.class`, `one of ${CLASSES.join(', ')}`)
  const clearance = own.clearance === undefined ? undefined : read.record(own.clearance, `${field}.clearance`)
  const nearest = own.nearest === undefined ? undefined : read.record(own.nearest, `${field}.nearest`)
  const proof = own.proof === undefined ? undefined : decodeBase64(read.text(own.proof, `${field}.proof`), 0)
  if (own.proof !== undefined && proof === undefined) read.fail(`${field}.proof`, 'base64')
  const optional = <K extends string>(name: K): { readonly [key in K]?: number } =>
    own[name] === undefined ? {} : ({ [name]: read.number(own[name], `${field}.${name}`) } as { [key in K]: number })
  return {
    a: read.text(own.a, `${field}.a`),
    b: read.text(own.b, `${field}.b`),
    class: found!,
    adjacent: read.flag(own.adjacent, `${field}.adjacent`),
    joints: read.list(own.joints, `${field}.joints`).map((joint, k) => read.text(joint, `${field}.joints[${k}]`)),
    cells: read.count(own.cells, `${field}.cells`),
    ...(own.witness === undefined ? {} : { witness: read.numbers(own.witness, `${field}.witness`) }),
    ...optional('depth'),
    ...optional('often'),
    ...(nearest === undefined
      ? {}
      : {
          nearest: {
            distance: read.number(nearest.distance, `${field}.nearest.distance`),
            at: read.numbers(nearest.at, `${field}.nearest.at`),
          },
        }),
    ...(clearance === undefined
      ? {}
      : {
          clearance: {
            least: read.number(clearance.least, `${field}.clearance.least`),
            found: read.number(clearance.found, `${field}.clearance.found`),
            at: read.numbers(clearance.at, `${field}.clearance.at`),
          },
        }),
    ...optional('left'),
    ...(proof === undefined ? {} : { proof }),
  }
}

class Reader {
  constructor(private readonly file: string) {}

  fail(field: string | undefined, expected: string): never {
    throw new AllowFileError(this.file, { field }, expected)
  }

  record(value: unknown, field: string | undefined): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.fail(field, 'a record')
    return value as Fields
  }

  list(value: unknown, field: string): readonly unknown[] {
    return Array.isArray(value) ? value : this.fail(field, 'a list')
  }

  text(value: unknown, field: string): string {
    return typeof value === 'string' ? value : this.fail(field, 'a text')
  }

  number(value: unknown, field: string): number {
    return typeof value === 'number' && Number.isFinite(value) ? value : this.fail(field, 'a finite number')
  }

  flag(value: unknown, field: string): boolean {
    return typeof value === 'boolean' ? value : this.fail(field, 'true or false')
  }

  count(value: unknown, field: string): number {
    return Number.isSafeInteger(value) && (value as number) >= 0
      ? (value as number)
      : this.fail(field, 'a whole number of 0 or more')
  }

  numbers(value: unknown, field: string): number[] {
    return this.list(value, field).map((item, i) => this.number(item, `${field}[${i}]`))
  }
}
