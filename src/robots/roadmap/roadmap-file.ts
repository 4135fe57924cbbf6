// A roadmap as bytes: a line that names the format, a line of JSON, numbers, and a hash of all of it. docs/formats/roadmap.md describes it.
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { PlanningSpaceOptions } from '../planning/planning-space.js'
import type { RoadmapObstacle, RoadmapPremises } from './roadmap-premises.js'

/** The first line; `limber info` knows files by it. */
export const ROADMAP_START = 'limber-roadmap 1\n'

export const HASH_BYTES = 32

/** Numbers of an edge. */
export const EDGE = 5

/** A roadmap as plain data. */
export interface StoredRoadmap {
  readonly world: string
  readonly premises: RoadmapPremises
  readonly obstacles: readonly RoadmapObstacle[]
  /** Numbers of obstacles. */
  readonly sets: readonly (readonly number[])[]
  readonly space: PlanningSpaceOptions
  readonly home: Float64Array
  readonly moving: readonly string[]
  readonly delta: number
  readonly clearance: number
  readonly seed: number
  /** By vertex, the numbers that move. */
  readonly points: Float64Array
  /** By edge: both vertices, its parts, its set, and one more than the obstacle that blocks it, or 0. */
  readonly edges: Uint32Array
}

export function roadmapBytes(stored: StoredRoadmap): Uint8Array {
  const { points, edges, home, moving, ...rest } = stored
  const vertices = moving.length === 0 ? 0 : points.length / moving.length
  const header = { ...rest, home: Array.from(home), moving, vertices, edges: edges.length / EDGE }
  const text = utf8ToBytes(ROADMAP_START + JSON.stringify(header).replace(NOT_ASCII, escaped))
  // Blanks, so that the numbers begin at a multiple of eight.
  const start = 8 * Math.ceil((text.length + 1) / 8)
  const bytes = new Uint8Array(start + 8 * points.length + 4 * edges.length + HASH_BYTES).fill(0x20, text.length, start)
  bytes.set(text)
  bytes[start - 1] = 0x0a
  const view = new DataView(bytes.buffer)
  points.forEach((value, i) => {
    view.setFloat64(start + 8 * i, value, true)
  })
  edges.forEach((value, i) => {
    view.setUint32(start + 8 * points.length + 4 * i, value, true)
  })
  const end = bytes.length - HASH_BYTES
  bytes.set(sha256(bytes.subarray(0, end)), end)
  return bytes
}

const NOT_ASCII = /[\u007f-\uffff]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The first lines are ASCII. */
export function asciiText(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  return text
}
