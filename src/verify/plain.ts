// Documents from outside, taken for nothing until they are checked. They may be anything: what JSON.parse gave, or an object with
// holes, accessors, proxies and methods of its own. So everything is copied first, once, element by element and by index, into plain
// arrays and records; the rest of the verifier sees copies only.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Where in a certificate something is wrong. */
export interface VerifyPlace {
  /** Piece of the motion, from 0. */
  readonly segment?: number | undefined
  /** Names of two objects of the world. */
  readonly a?: string | undefined
  readonly b?: string | undefined
  /** Stretch of the piece, 0 to 1. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Of several robots: names of the one or two that it is about, and for each the first and the last atom of its path. */
  readonly robots?: readonly string[] | undefined
  readonly atoms?: readonly (readonly [number, number])[] | undefined
}

/** Why a document is not accepted. */
export type RejectedAs = 'rejected' | 'outside-limits' | 'nothing-to-check'

/** A document that does not hold, with the reason and the place. */
export interface Rejected {
  readonly valid: false
  /** `nothing-to-check`: no pair was examined, so there is nothing that could be free. */
  readonly outcome: RejectedAs
  readonly reason: string
  readonly where: VerifyPlace
}

/** Rejections that are under way: what else is thrown may answer a question about itself by throwing again. */
const RAISED = new WeakSet<object>()

/** Ends a verification. Only `verdict` sees it. */
export class Rejection extends Error {
  constructor(
    readonly reason: string,
    readonly where: VerifyPlace = {},
    readonly outcome: RejectedAs = 'rejected',
  ) {
    super(reason)
    RAISED.add(this)
  }
}

/** What a schedule of several robots rests on: how they must behave. */
export function assumptionsOf(lag: number | undefined): string[] {
  const late = `without signals: no robot is earlier than its times, nor later by more than ${lag} seconds`
  return [
    'every robot stays on its path',
    'no robot goes back along its path',
    'no robot passes a mark before its signals are there',
    ...(lag === undefined ? [] : [late]),
  ]
}

/** Continues if it holds. */
export function demand(holds: boolean, reason: string, where?: VerifyPlace): asserts holds {
  if (!holds) throw new Rejection(reason, where)
}

/** What `verify` answers, or why not. Whatever is thrown on the way is a rejection: a verifier never throws. */
export function verdict<T>(verify: () => T): T | Rejected {
  try {
    return verify()
  } catch (error) {
    if (RAISED.has(error as Rejection)) {
      const { outcome, reason, where } = error as Rejection
      return { valid: false, outcome, reason, where }
    }
    return { valid: false, outcome: 'rejected', reason: 'it cannot be read, or is too large', where: {} }
  }
}

/** A rejection on the way is one about this robot. */
export function about<T>(robot: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const { reason, where, outcome } = error
    const rejected = outcome === 'nothing-to-check' ? 'rejected' : outcome
    throw new Rejection(`${robot}: ${reason}`, { ...where, robots: [robot] }, rejected)
  }
}

/** Reports progress. A fault of the options is not a fault of the documents, and the rejection says so. */
export function progressOf(options: unknown): (done: number) => void {
  return (done) => {
    try {
      ;(options as { onProgress?: (done: number) => void }).onProgress?.(done)
    } catch {
      throw new Rejection('options.onProgress cannot be called, or throws')
    }
  }
}

export type Plain = null | boolean | number | string | readonly Plain[] | Fields
export interface Fields {
  readonly [field: string]: Plain | undefined
}

/** A document is not nested deeper than this, and has no more items than this. */
const DEEPEST = 16
const MOST_ITEMS = 2 ** 26

export function copyPlain(given: unknown, name: string): Fields {
  const budget = { left: MOST_ITEMS }
  return record(copy(given, name, 0, budget), name)
}

function copy(value: unknown, name: string, depth: number, budget: { left: number }): Plain {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  // -0 is 0.
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0
  demand(
    typeof value === 'object' && depth < DEEPEST,
    `${name} contains values that JSON does not have, or is nested too deeply`,
  )
  const take = (key: string | number): Plain => {
    demand(--budget.left > 0, `${name} has too many items`)
    const own = Object.getOwnPropertyDescriptor(value, key)
    demand(own !== undefined && 'value' in own, `${name} has a hole or an accessor in it`)
    return copy(own.value, name, depth + 1, budget)
  }
  if (Array.isArray(value) || isTypedArray(value)) {
    const length = Array.isArray(value) ? value.length : (lengthOf.call(value) as number)
    demand(Number.isSafeInteger(length) && length >= 0, `${name} has a list of no length`)
    const out: Plain[] = []
    for (let i = 0; i < length; i++) out.push(take(i))
    return out
  }
  const prototype = Object.getPrototypeOf(value)
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  demand(isPlain, `${name} has in it what no JSON has`)
  const out: Record<string, Plain> = Object.create(null)
  for (const key of Object.keys(value)) out[key] = take(key)
  return out
}

const typedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object }
const lengthOf = Object.getOwnPropertyDescriptor(typedArray.prototype, 'length')!.get!

function isTypedArray(value: object): boolean {
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
}

// Fields: each is of its kind, or a rejection names it.

/** Coordinates that are larger have squares of squares that overflow. */
const LARGEST = 1e60

export function record(value: Plain | undefined, field: string): Fields {
  const is = typeof value === 'object' && value !== null && !Array.isArray(value)
  demand(is, `${field} is not a record`)
  return value as Fields
}

export function list(value: Plain | undefined, field: string): readonly Plain[] {
  demand(Array.isArray(value), `${field} is not a list`)
  return value
}

export function records(value: Plain | undefined, field: string): Fields[] {
  return list(value, field).map((item, i) => record(item, `${field}[${i}]`))
}

export function text(value: Plain | undefined, field: string): string {
  demand(typeof value === 'string', `${field} is not a text`)
  return value
}

export function number(value: Plain | undefined, field: string, least = -LARGEST): number {
  const is = typeof value === 'number' && value >= least && value <= LARGEST
  demand(is, `${field} is not a number, too small or too large`)
  return value as number
}

/** A whole number from `least` to below `end`. */
export function whole(value: Plain | undefined, field: string, end: number, least = 0): number {
  const is = Number.isInteger(value) && (value as number) >= least && (value as number) < end
  demand(is, `${field} is not a whole number from ${least} to ${end - 1}`)
  return value as number
}

export function numbers(value: Plain | undefined, field: string, count?: number): number[] {
  const items = list(value, field)
  demand(count === undefined || items.length === count, `${field} is a list of ${items.length}, not of ${count}`)
  return items.map((item) => number(item, field))
}

/** Every document has a version and says what it is. */
export function demandKind(fields: Fields, kind: string, name: string): void {
  demand(fields.limber === 2, `${name} has another version: "limber" is not 2`)
  demand(fields.kind === kind, `${name} is of another kind than "${kind}"`)
}

/** A certificate says itself what it does not cover, all of it, each once. (It may name a mesh that is on the verge, by its areas.) */
export function demandNamed(
  fields: Fields,
  surfaces: readonly { readonly object: string; readonly geometry: string; readonly part: number }[],
  unseen: readonly string[],
): void {
  const open = records(fields.surfaces, 'surfaces')
  const isNamed = ({ object, geometry, part }: (typeof surfaces)[number]): boolean =>
    open.some((own) => own.object === object && own.geometry === geometry && own.part === part)
  const keys = open.map(({ object, geometry, part }) => JSON.stringify([object, geometry, part]))
  const isOnce = new Set(keys).size === keys.length
  demand(isOnce && surfaces.every(isNamed), '"surfaces" does not name the meshes of the world that stay open')
  const names = list(fields.unseen, 'unseen')
  const isSeen = names.length === unseen.length && unseen.every((name, i) => names[i] === name)
  demand(isSeen, '"unseen" does not name the links of the world that were left out')
}

// Base64, strictly: one text for each list of bytes.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = Uint8Array.from({ length: 128 }, (_, code) => {
  const k = LETTERS.indexOf(String.fromCharCode(code))
  return k < 0 ? 64 : k
})

export function bytesOf(value: Plain | undefined, field: string, unit = 1): Uint8Array {
  const letters = text(value, field)
  const padding = letters.endsWith('==') ? 2 : letters.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((3 * letters.length) / 4 - padding)
  demand(letters.length % 4 === 0 && bytes.length % unit === 0, `${field} is not base64 of whole items`)
  let held = 0
  let bits = 0
  let at = 0
  for (let k = 0; k < letters.length - padding; k++) {
    const letter = letters.charCodeAt(k)
    const code = letter < 128 ? CODES[letter]! : 64
    if (code === 64) throw new Rejection(`${field} is not base64`)
    held = ((held << 6) | code) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (held >> bits) & 255
    }
  }
  // What is left over says nothing, so it must be zero.
  demand((held & ((1 << bits) - 1)) === 0, `${field} is not base64`)
  return bytes
}

/** 32-bit numbers, little ends first, each below `end`. */
export function wholesOf(value: Plain | undefined, field: string, end: number): Uint32Array {
  const bytes = bytesOf(value, field, 4)
  const view = new DataView(bytes.buffer)
  const out = new Uint32Array(bytes.length / 4)
  for (let i = 0; i < out.length; i++) {
    out[i] = view.getUint32(4 * i, true)
    if (!(out[i]! < end)) throw new Rejection(`${field} has a number beyond ${end - 1}`)
  }
  return out
}

/** Doubles, little ends first. */
export function doublesOf(value: Plain | undefined, field: string): Float64Array {
  const bytes = bytesOf(value, field, 8)
  const view = new DataView(bytes.buffer)
  const out = new Float64Array(bytes.length / 8)
  for (let i = 0; i < out.length; i++) out[i] = number(view.getFloat64(8 * i, true) + 0, field)
  return out
}

/** SHA-256 of the canonical form of all fields except one. */
export function hashWithout(fields: Fields, left: string): string {
  const rest: Record<string, Plain | undefined> = Object.assign(Object.create(null), fields)
  delete rest[left]
  return hashOf(rest)
}

/** SHA-256 of the canonical form. */
export function hashOf(fields: Fields): string {
  return bytesToHex(sha256(utf8ToBytes(canonical(fields as Plain))))
}

/** JSON without blanks, the fields of every record in the order of their names. */
export function canonical(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const own = value as Fields
  const keys = Object.keys(own).sort((k, l) => (k < l ? -1 : 1))
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(own[key]!)}`).join(',')}}`
}
