// A certificate as it comes, taken for nothing until it is checked: every field is there and of its kind, every number finite, and
// the digest is that of the rest. What is left out or wrong is a rejection that names the field.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeBase64 } from './base64.js'
import { type Fields, list, number, numbers, record, text, whole } from './fields.js'
import { demand, Rejection } from './rejection.js'

export interface TurnInput {
  readonly variable: number
  readonly axis: readonly number[]
  readonly angle: number
}

/** A piece of motion as polynomials: by variable, of powers of t from the zeroth. */
export interface PieceInput {
  readonly kind: 'line' | 'polynomial'
  readonly coefficients: readonly (readonly number[])[]
  readonly turns: readonly TurnInput[]
  /** Of a line: what its quaternions are at the end, by their first variable. */
  readonly quaternionEnds: ReadonlyMap<number, readonly number[]>
  /** Of a line: all variables at the end. */
  readonly to?: readonly number[] | undefined
}

export interface ProofInput {
  readonly a: number
  readonly b: number
  readonly bytes: Uint8Array
}

export interface ExcludedInput {
  readonly a: string
  readonly b: string
  readonly status: 'allowed' | 'never' | 'rigid'
}

export interface CertificateInput {
  readonly world: string
  readonly variables: readonly string[]
  readonly clearance: number
  readonly pieces: readonly PieceInput[]
  readonly geometries: readonly { readonly object: string; readonly geometry: string; readonly part: number }[]
  readonly excluded: readonly ExcludedInput[]
  readonly proofs: readonly (readonly ProofInput[])[]
}

/** Powers of t beyond this are a mistake. */
const HIGHEST_DEGREE = 64

export function readCertificate(given: unknown): CertificateInput {
  const fields = record(given, 'the certificate')
  demand(fields.limber === 1, 'this is no certificate of version 1: "limber" is not 1')
  demand(fields.kind === 'motion', 'this is no certificate of a motion: "kind" is not "motion"')
  checkDigest(fields)
  const variables = list(fields.variables, 'variables').map((name, i) => text(name, `variables[${i}]`))
  const delta = number(fields.delta, 'delta')
  const clearance = number(fields.clearance, 'clearance')
  demand(delta >= 0 && clearance >= 0, 'delta and clearance are lengths of zero or more')
  const { continuous } = fields
  demand(continuous === 'as-given' || continuous === 'shortest', '"continuous" is neither "as-given" nor "shortest"')
  const pieces = list(fields.pieces, 'pieces').map((piece, i) => readPiece(piece, i, variables.length))
  demand(pieces.length > 0, 'there is no piece of motion')
  const proofs = list(fields.proofs, 'proofs')
  demand(proofs.length === pieces.length, `there are ${proofs.length} lists of proofs for ${pieces.length} pieces`)
  return {
    world: text(fields.world, 'world'),
    variables,
    clearance,
    pieces,
    geometries: list(fields.geometries, 'geometries').map((geometry, i) => {
      const own = record(geometry, `geometries[${i}]`)
      return {
        object: text(own.object, `geometries[${i}].object`),
        geometry: text(own.geometry, `geometries[${i}].geometry`),
        part: whole(own.part, `geometries[${i}].part`),
      }
    }),
    excluded: list(fields.excluded, 'excluded').map((pair, i) => {
      const own = record(pair, `excluded[${i}]`)
      const { status } = own
      demand(
        status === 'allowed' || status === 'never' || status === 'rigid',
        `excluded[${i}].status is none of allowed, never and rigid`,
      )
      return { a: text(own.a, `excluded[${i}].a`), b: text(own.b, `excluded[${i}].b`), status }
    }),
    proofs: proofs.map((ofPiece, segment) =>
      list(ofPiece, `proofs[${segment}]`).map((proof, i) => {
        const field = `proofs[${segment}][${i}]`
        const own = record(proof, field)
        const bytes = decodeBase64(text(own.proof, `${field}.proof`))
        if (bytes === undefined) throw new Rejection(`${field}.proof is not base64`, { segment })
        return { a: whole(own.a, `${field}.a`), b: whole(own.b, `${field}.b`), bytes }
      }),
    ),
  }
}

function readPiece(given: unknown, segment: number, dof: number): PieceInput {
  const field = `pieces[${segment}]`
  const piece = record(given, field)
  const turns = (piece.turns === undefined ? [] : list(piece.turns, `${field}.turns`)).map((turn, i) =>
    readTurn(turn, `${field}.turns[${i}]`, dof),
  )
  const places = turns.map(({ variable }) => variable)
  demand(new Set(places).size === places.length, 'a joint turns in two ways at once', { segment })
  if (piece.kind === 'line') {
    const from = numbers(piece.from, `${field}.from`, dof)
    const to = numbers(piece.to, `${field}.to`, dof)
    const turning = new Set(places.flatMap((v) => [v, v + 1, v + 2, v + 3]))
    return {
      kind: 'line',
      coefficients: from.map((a, v) => (turning.has(v) || a === to[v] ? [a] : [a, to[v]! - a])),
      turns,
      quaternionEnds: new Map(places.map((v) => [v, to.slice(v, v + 4)])),
      to,
    }
  }
  if (piece.kind === 'polynomial') {
    const rows = list(piece.coefficients, `${field}.coefficients`)
    demand(rows.length === dof, `${field}.coefficients are of ${rows.length} variables, not of ${dof}`, { segment })
    const coefficients = rows.map((row, v) => numbers(row, `${field}.coefficients[${v}]`))
    for (const row of coefficients) {
      demand(row.length > 0 && row.length <= HIGHEST_DEGREE + 1, 'a polynomial has none or too many coefficients', {
        segment,
      })
    }
    return { kind: 'polynomial', coefficients, turns, quaternionEnds: new Map() }
  }
  const reason =
    piece.kind === 'curve'
      ? 'this piece is a function of its maker, which nobody else can check'
      : `${field}.kind is neither line nor polynomial`
  throw new Rejection(reason, { segment })
}

function readTurn(given: unknown, field: string, dof: number): TurnInput {
  const turn = record(given, field)
  const variable = whole(turn.variable, `${field}.variable`)
  demand(variable + 4 <= dof, `${field}.variable is no variable of the world`)
  const axis = numbers(turn.axis, `${field}.axis`, 3)
  demand(Math.abs(Math.hypot(...axis) - 1) <= 1e-9, `${field}.axis is not of unit length`)
  const angle = number(turn.angle, `${field}.angle`)
  demand(angle >= 0, `${field}.angle is below zero`)
  return { variable, axis, angle }
}

/** Of the JSON without blanks, the fields of every record in the order of their names. */
function checkDigest({ digest, ...rest }: Fields): void {
  const found = bytesToHex(sha256(utf8ToBytes(sortedJson(rest))))
  demand(digest === found, 'the digest is not that of the contents: something was changed since it was made')
}

/** Records in records beyond this are no certificate, nor is anything but what JSON knows. */
const DEEPEST = 16

function sortedJson(value: unknown, depth = 0): string {
  demand(
    depth < DEEPEST && typeof value !== 'bigint',
    'this is no certificate: it has what no JSON has, or goes too deep',
  )
  if (Array.isArray(value)) return `[${value.map((item) => sortedJson(item, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const own = value as Fields
  const fields = Object.keys(own).sort((k, l) => (k < l ? -1 : 1))
  return `{${fields.map((key) => `${JSON.stringify(key)}:${sortedJson(own[key], depth + 1)}`).join(',')}}`
}
