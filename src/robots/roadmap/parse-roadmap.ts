// Reads the bytes of a roadmap: checked against their hash first, and then field by field. A damaged file is refused, with the place.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { RoadmapFileError } from '../../errors.js'
import { Roadmap } from './roadmap.js'
import { asciiText, EDGE, HASH_BYTES, ROADMAP_START, type StoredRoadmap } from './roadmap-file.js'

/** Straight parts of an edge. */
const MOST_PARTS = 10_000

const ANY_VERSION = /^limber-roadmap (\d+)\n/

/** Reads what `Roadmap.toBytes` has made. `file`: its name in messages. */
export function parseRoadmap(bytes: Uint8Array, file = 'roadmap'): Roadmap {
  const refuse = (place: { offset?: number; field?: string }, expected: string, got?: string): never => {
    throw new RoadmapFileError(file, place, expected, got)
  }
  if (!(bytes instanceof Uint8Array)) return refuse({}, 'bytes, as a Uint8Array')
  const first = asciiText(bytes.subarray(0, ROADMAP_START.length + 8))
  if (!first.startsWith(ROADMAP_START)) {
    const version = ANY_VERSION.exec(first)?.[1]
    if (version !== undefined) refuse({ offset: 0 }, 'version 1 of the format', `version ${version}: make it again`)
    refuse({ offset: 0 }, 'a roadmap that "limber roadmap" has written', 'another kind of file')
  }
  const end = bytes.length - HASH_BYTES
  const line = bytes.indexOf(0x0a, ROADMAP_START.length)
  if (line === -1 || line >= end) refuse({ offset: ROADMAP_START.length }, 'a line of JSON', 'the end of the file')
  if (bytesToHex(sha256(bytes.subarray(0, end))) !== bytesToHex(bytes.subarray(end))) {
    refuse({ offset: end }, 'the hash of what is before it', 'another one: the file is damaged or cut short')
  }
  let header: Record<string, unknown>
  try {
    header = JSON.parse(asciiText(bytes.subarray(ROADMAP_START.length, line)))
  } catch (error) {
    return refuse({ offset: ROADMAP_START.length }, 'a line of JSON', (error as Error).message)
  }
  const stored = readHeader(header, (field, expected) => refuse({ field }, expected))
  const { vertices, edges: count, ...rest } = stored
  const start = line + 1
  const numbers = vertices * rest.moving.length
  if (start % 8 !== 0 || start + 8 * numbers + 4 * EDGE * count !== end) {
    refuse({ offset: start }, `${numbers} numbers and ${count} edges`, `${end - start} bytes`)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const points = Float64Array.from({ length: numbers }, (_, i) => view.getFloat64(start + 8 * i, true))
  const bad = points.findIndex((value) => !Number.isFinite(value))
  if (bad !== -1) refuse({ offset: start + 8 * bad }, 'a finite number', `${points[bad]}`)
  const from = start + 8 * numbers
  const edges = Uint32Array.from({ length: EDGE * count }, (_, i) => view.getUint32(from + 4 * i, true))
  for (let e = 0; e < edges.length; e += EDGE) {
    const [a = 0, b = 0, parts = 0, set = 0, blocked = 0] = edges.subarray(e, e + EDGE)
    const isEdge = a < vertices && b < vertices && a !== b && parts > 0 && parts <= MOST_PARTS
    if (isEdge && set < rest.sets.length && blocked <= rest.obstacles.length) continue
    refuse({ offset: from + 4 * e }, 'an edge between two vertices', `${edges.subarray(e, e + EDGE)}`)
  }
  return new Roadmap({ ...rest, points, edges })
}

type Header = Omit<StoredRoadmap, 'points' | 'edges'> & { readonly vertices: number; readonly edges: number }

function readHeader(header: Record<string, unknown>, refuse: (field: string, expected: string) => never): Header {
  const demand = (field: string, isGood: (value: unknown) => boolean, expected: string): void => {
    if (!isGood(header[field])) refuse(field, expected)
  }
  if (header === null || typeof header !== 'object') refuse('header', 'a record')
  demand('world', isText, 'a hash')
  demand('premises', isPremises, 'robots, attached objects and pairs')
  demand('obstacles', (value) => isList(value, isObstacle), 'a list of names and hashes')
  const { length } = header.obstacles as readonly unknown[]
  const isMember = (value: unknown): boolean => isCount(value) && (value as number) < length
  demand('sets', (value) => isList(value, (set) => isList(set, isMember)), 'lists of numbers of obstacles')
  demand('space', isRecord, 'a record')
  demand('home', (value) => isList(value, Number.isFinite), 'a list of numbers')
  demand('moving', (value) => isList(value, isText) && (value as string[]).length > 0, 'names of variables')
  for (const field of ['delta', 'clearance'] as const) {
    demand(field, (value) => Number.isFinite(value) && (value as number) >= 0, 'zero or more')
  }
  for (const field of ['seed', 'vertices', 'edges'] as const) demand(field, isCount, 'a whole number')
  return { ...(header as unknown as Header), home: Float64Array.from(header.home as number[]) }
}

function isList(value: unknown, isGood: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isGood)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isObstacle(value: unknown): boolean {
  return isRecord(value) && isText(value.name) && isText(value.hash)
}

function isPremises(value: unknown): boolean {
  if (!isRecord(value)) return false
  const isPair = (pair: unknown): boolean => isList(pair, isText) && (pair as string[]).length === 2
  return (
    isList(value.robots, (one) => isObstacle(one) && isList((one as { base: unknown }).base, Number.isFinite)) &&
    isList(value.attached, (one) => isObstacle(one) && isText((one as { link: unknown }).link)) &&
    isList(value.allowed, isPair) &&
    isList(value.proved, isPair) &&
    isList(value.unseen, isText)
  )
}
