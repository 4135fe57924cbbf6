// A document about a robot's pairs as it comes, taken for nothing until it is checked. Of its fields those are read that say what is
// claimed and why: the rest is for people.
import { decodeBase64 } from '../base64.js'
import { list, number, record, text, whole } from '../fields.js'
import { demand, type VerifyPlace } from '../rejection.js'
import type { BoxSide } from './cell-box.js'

export interface AllowInput {
  readonly robot: string
  /** Of the robot as a whole, where it is given. */
  readonly hash: string | undefined
  readonly limits: readonly LimitInput[]
  readonly meshes: readonly { readonly link: string; readonly geometry: number; readonly hash: string }[]
  readonly pairs: readonly PairInput[]
}

/** Undefined: none. */
export interface LimitInput {
  readonly joint: string
  readonly lower: number | undefined
  readonly upper: number | undefined
}

export interface PairInput {
  readonly a: string
  readonly b: string
  readonly class: string
  /** The clearance that is claimed: 0 for none. */
  readonly least: number
  readonly proof: Uint8Array | undefined
}

export function readAllow(given: unknown): AllowInput {
  const fields = record(given, 'the document')
  return {
    robot: text(fields.robot, 'robot'),
    hash: fields.hash === undefined ? undefined : text(fields.hash, 'hash'),
    limits: list(fields.limits, 'limits').map((limit, i) => readLimit(limit, `limits[${i}]`)),
    meshes: list(fields.meshes, 'meshes').map((mesh, i) => {
      const own = record(mesh, `meshes[${i}]`)
      return {
        link: text(own.link, `meshes[${i}].link`),
        geometry: whole(own.geometry, `meshes[${i}].geometry`),
        hash: text(own.hash, `meshes[${i}].hash`),
      }
    }),
    pairs: list(fields.pairs, 'pairs').map((pair, i) => readPair(pair, `pairs[${i}]`)),
  }
}

function readLimit(given: unknown, field: string): LimitInput {
  const own = record(given, field)
  // Any number: it is compared with the robot's, and nothing is worked out from it.
  const end = (name: 'lower' | 'upper', none: number): number | undefined => {
    const value = own[name]
    if (value === null || value === none) return undefined
    demand(typeof value === 'number' && Number.isFinite(value), `${field}.${name} is no finite number`)
    return value
  }
  return { joint: text(own.joint, `${field}.joint`), lower: end('lower', -Infinity), upper: end('upper', Infinity) }
}

function readPair(given: unknown, field: string): PairInput {
  const own = record(given, field)
  const a = text(own.a, `${field}.a`)
  const b = text(own.b, `${field}.b`)
  const least =
    own.clearance === undefined
      ? 0
      : number(record(own.clearance, `${field}.clearance`).least, `${field}.clearance.least`)
  let proof: Uint8Array | undefined
  if (own.proof instanceof Uint8Array) proof = own.proof
  else if (own.proof !== undefined) {
    proof = decodeBase64(text(own.proof, `${field}.proof`))
    demand(proof !== undefined, `${field}.proof is not base64`, { a, b })
  }
  return { a, b, class: text(own.class, `${field}.class`), least, proof }
}

/**
 * What a proof begins with, little ends first: its version, 1, in a byte; a byte of flags, 1 for A's envelope and 2 for B's; the
 * clearance as a double; the number of variables of the box in two bytes, and of each its place in a configuration in two bytes,
 * lower and upper end as doubles. The tasks follow (cell-walk.ts).
 */
export interface ProofHead {
  readonly envelopeA: boolean
  readonly envelopeB: boolean
  readonly clearance: number
  readonly box: readonly BoxSide[]
  /** Where its tasks begin. */
  readonly end: number
}

const HEAD = 12
const SIDE = 18

/** Coordinates that are larger have squares of squares that overflow. */
const LARGEST = 1e60

export function readHead(bytes: Uint8Array, where: VerifyPlace): ProofHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  demand(bytes.length >= HEAD, 'the proof ends too early', where)
  demand(bytes[0] === 1, `the proof is of version ${bytes[0]}, not 1`, where)
  demand(bytes[1]! < 4, `the proof has the flags ${bytes[1]}, which mean nothing`, where)
  const clearance = view.getFloat64(2, true)
  demand(clearance >= 0 && clearance <= LARGEST, 'the clearance of the proof is no length', where)
  const sides = view.getUint16(10, true)
  const end = HEAD + SIDE * sides
  demand(bytes.length >= end, 'the proof ends too early', where)
  const box = Array.from({ length: sides }, (_, i) => {
    const o = HEAD + SIDE * i
    const [lower, upper] = [view.getFloat64(o + 2, true), view.getFloat64(o + 10, true)]
    const finite = Math.abs(lower) <= LARGEST && Math.abs(upper) <= LARGEST
    demand(finite, `side ${i} of the box is not finite, or too large`, where)
    return { variable: view.getUint16(o, true), lower, upper }
  })
  return { envelopeA: (bytes[1]! & 1) !== 0, envelopeB: (bytes[1]! & 2) !== 0, clearance, box, end }
}
