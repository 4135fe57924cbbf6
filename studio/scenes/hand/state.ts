// What a link to the hand restores: which body, where in its motion, which boxes are drawn.
import { flags, oneOf, wholeNumber, within } from '../../app/fields.js'

export const BODIES = [
  ['hand', 'A hand and a ball'],
  ['paper', 'Over a table'],
  ['figure', 'A figure that runs'],
  ['snake', 'A chain of 49 links'],
] as const
export type HandBody = (typeof BODIES)[number][0]

export const KINDS = [
  ['cab', 'CAB'],
  ['cab-gs', 'CAB, Gram–Schmidt'],
  ['better-child', 'OBB, better child'],
  ['covariance', 'OBB, covariance'],
  ['aabb*', 'AABB∗ of boxes'],
  ['aabb+', 'AABB+ of vertices'],
] as const
export type HandKind = (typeof KINDS)[number][0]

/** The second one may be none. */
export const OTHERS = [...KINDS, ['none', 'None']] as const
export type OtherKind = HandKind | 'none'

export interface HandState {
  readonly body: HandBody
  readonly first: HandKind
  readonly second: OtherKind
  /** Two bodies beside each other, or one with both kinds of boxes. */
  readonly apart: boolean
  /** 0: boxes of single links; a level that a body does not have is its last, the root. */
  readonly level: number
  /** Where in its motion it stands still, from 0 to 1; at 0 it moves. */
  readonly t: number
}

export const FIRST: HandState = { body: 'hand', first: 'cab', second: 'aabb+', apart: true, level: 2, t: 0 }

/** More than any body has. */
const MOST_LEVELS = 30

export function readHandState(fields: Readonly<Record<string, unknown>>): Partial<HandState> {
  const found: { -readonly [K in keyof HandState]?: HandState[K] } = {}
  const { body, first, second, level, t } = fields
  if (body !== undefined) found.body = oneOf('body', body, BODIES)
  if (first !== undefined) found.first = oneOf('first', first, KINDS)
  if (second !== undefined) found.second = oneOf('second', second, OTHERS)
  if (level !== undefined) found.level = wholeNumber('level', level, 0, MOST_LEVELS)
  if (t !== undefined) found.t = within('t', t, 0, 1)
  return Object.assign(found, flags(fields, ['apart']))
}

/** Where there is little room. */
export const SHORT: Readonly<Record<HandKind, string>> = {
  cab: 'CAB',
  'cab-gs': 'CAB-GS',
  'better-child': 'Better child',
  covariance: 'Covariance',
  'aabb*': 'AABB∗',
  'aabb+': 'AABB+',
}

export function titleOf(kind: OtherKind): string {
  return OTHERS.find(([key]) => key === kind)![1]
}

export function volumeText(volume: number): string {
  return volume >= 100 ? Math.round(volume).toLocaleString('en') : volume.toPrecision(3)
}
