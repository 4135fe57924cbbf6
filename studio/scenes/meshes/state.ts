// What a link to the meshes restores: which two, where the second one is, what is drawn of the volumes; or which cloth, how far it bends.
import { refuseFile } from '../../app/dropped.js'
import { fault, flags, oneOf, wholeNumber, within } from '../../app/fields.js'

export const PAIRS = [
  ['knot', 'Bumpy ball and torus knot'],
  ['blobs', 'Two balls with knobs'],
  ['gears', 'Two gears'],
  ['plate', 'Gear and plate'],
  ['boxes', 'Two boxes'],
  ['shell', 'A ball within a bowl'],
] as const
export type MeshPair = (typeof PAIRS)[number][0]

/** What is shown: two meshes, or a cloth that deforms. */
export const CLOTHS = [
  ['none', 'Two meshes'],
  ['fold', 'A cloth that folds'],
  ['roll', 'A roll that turns'],
  ['gentle', 'Pleats that tremble'],
  ['wave', 'A wave that runs'],
] as const
export type ClothChoice = (typeof CLOTHS)[number][0]
export type ClothName = Exclude<ClothChoice, 'none'>

/** Radians that a cloth may bend by in one step. */
export const MOST_BEND = 2.9

/** What bounds the triangles; the last six are ways to realign k-DOPs. */
export const WAYS = [
  ['obb', 'OBB'],
  ['rss', 'RSS'],
  ['aabb', 'AABB'],
  ['sphere', 'Spheres'],
  ['major-axes', 'k-DOP, major axes'],
  ['all-directions', 'k-DOP, all directions'],
  ['occupancy', 'k-DOP, occupancy'],
  ['hill-climbing', 'k-DOP, hill climbing'],
  ['cone', 'k-DOP, cones'],
  ['extended', 'k-DOP, extended'],
] as const
export type MeshWay = (typeof WAYS)[number][0]

export const SIZES = [
  ['6', '6'],
  ['12', '12'],
  ['14', '14'],
  ['18', '18'],
  ['26', '26'],
] as const
export type DopChoice = (typeof SIZES)[number][0]

export const COUNTS = [600, 1000, 2000, 4000, 8000, 16_000]

export interface MeshesState {
  /** One of the studio's, or `file 1`, … for what the user has dropped. */
  readonly pair: string
  /** Of each mesh, about. */
  readonly triangles: number
  /** Where the second one is, and how it is turned (x, y, z, w); empty for the pair's own start. */
  readonly at: readonly number[]
  readonly turn: readonly number[]
  readonly way: MeshWay
  readonly k: DopChoice
  /** Steps down both trees at which the tested volumes are drawn; -1 none, ALL all of them. */
  readonly depth: number
  /** Surfaces are seen through. */
  readonly glass: boolean
  readonly cloth: ClothChoice
  /** Radians that a cloth bends, or turns, by. */
  readonly bend: number
  /** How far its step is, 0 to 1; -1: it plays. */
  readonly time: number
  /** Triangles whose pairs were decided one by one are painted. */
  readonly opened: boolean
}

/** More steps than any descent has. */
export const ALL = 99

export const FIRST: MeshesState = {
  pair: 'knot',
  triangles: 2000,
  at: [],
  turn: [],
  way: 'obb',
  k: '18',
  depth: 9,
  glass: false,
  cloth: 'none',
  bend: 1.2,
  time: -1,
  opened: true,
}

export function readMeshesState(fields: Readonly<Record<string, unknown>>): Partial<MeshesState> {
  const found: { -readonly [K in keyof MeshesState]?: MeshesState[K] } = {}
  const { pair, triangles, at, turn, way, k, depth, cloth, bend, time } = fields
  refuseFile(pair)
  if (pair !== undefined) found.pair = oneOf('pair', pair, PAIRS)
  if (triangles !== undefined) found.triangles = wholeNumber('triangles', triangles, 600, 16_000)
  if (at !== undefined) found.at = numbers('at', at, 3)
  if (turn !== undefined) {
    found.turn = numbers('turn', turn, 4)
    if (!(Math.hypot(...found.turn) > 0.5)) fault('turn', turn, 'a quaternion of length 1')
  }
  if (way !== undefined) found.way = oneOf('way', way, WAYS)
  if (k !== undefined) found.k = oneOf('k', k, SIZES)
  if (depth !== undefined) found.depth = wholeNumber('depth', depth, -1, ALL)
  if (cloth !== undefined) found.cloth = oneOf('cloth', cloth, CLOTHS)
  if (bend !== undefined) found.bend = within('bend', bend, 0.1, MOST_BEND)
  if (time !== undefined) {
    if (!(typeof time === 'number' && (time === -1 || (time >= 0 && time <= 1))))
      fault('time', time, '-1, or from 0 to 1')
    found.time = time
  }
  return Object.assign(found, flags(fields, ['glass', 'opened']))
}

function numbers(name: string, value: unknown, count: number): number[] {
  const isList = Array.isArray(value) && value.length === count
  if (isList && value.every((x) => typeof x === 'number' && Math.abs(x) <= 100)) return value
  return fault(name, value, `${count} numbers of at most 100`)
}

export function isKdop(way: MeshWay): boolean {
  return WAYS.findIndex(([key]) => key === way) >= 4
}

/** Lengths are in units of a mesh's longest side. */
export function lengthText(length: number): string {
  return length === 0 ? '0' : length.toPrecision(4)
}
