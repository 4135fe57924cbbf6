// What a link to the chain restores: how it starts, how far it has folded, what is drawn of its boxes.
import { fault, flags, oneOf, wholeNumber, within } from '../../app/fields.js'

export const STARTS = [
  ['serpentine', 'Block, in rows'],
  ['hilbert', 'Block, Hilbert'],
  ['helix', 'Helix'],
  ['straight', 'Stretched out'],
  ['coil', 'Random coil'],
] as const
export type ChainStart = (typeof STARTS)[number][0]

export const RIVALS = [
  ['grid', 'Grid, as published'],
  ['grid-side', 'Grid, kept'],
  ['none', 'None'],
] as const
export type ChainRival = (typeof RIVALS)[number][0]

/** What a chain is made of: another setup is another chain. */
export interface ChainSetup {
  readonly beads: number
  readonly start: ChainStart
  readonly seed: number
  /** Largest turn of a move, radians. */
  readonly width: number
}

/** What is shown: the chain stays the same. */
export interface ChainLook {
  /** Level of the boxes that are drawn: 0 the leaves; -1 none. */
  readonly level: number
  /** The boxes that the last move has changed. */
  readonly path: boolean
  readonly rival: ChainRival
}

/** A turn that is asked about: everything beyond the bond turns about it. */
export interface ChainTurn {
  /** The bond; -1: none is asked about. */
  readonly joint: number
  /** Radians. */
  readonly angle: number
}

export interface ChainState extends ChainSetup, ChainLook, ChainTurn {
  /** Where it was stopped; 0: it folds from the start, as long as one likes. */
  readonly steps: number
}

export const FIRST: ChainState = {
  beads: 10_000,
  start: 'hilbert',
  seed: 1,
  width: 0.3,
  level: -1,
  path: false,
  rival: 'grid',
  steps: 0,
  joint: -1,
  angle: 2,
}

/** Most levels that a chain of 100,000 beads has. */
const MOST_LEVELS = 16

export function readChainState(fields: Readonly<Record<string, unknown>>): Partial<ChainState> {
  const found: { -readonly [K in keyof ChainState]?: ChainState[K] } = {}
  const { beads, start, seed, width, level, rival, steps, joint, angle } = fields
  if (beads !== undefined) found.beads = wholeNumber('beads', beads, 10, 100_000)
  if (start !== undefined) found.start = oneOf('start', start, STARTS)
  if (seed !== undefined) found.seed = wholeNumber('seed', seed, 0, 2 ** 31 - 1)
  if (width !== undefined) {
    if (!(typeof width === 'number' && width > 0 && width <= Math.PI)) fault('width', width, 'more than 0, at most π')
    found.width = width
  }
  if (level !== undefined) found.level = wholeNumber('level', level, -1, MOST_LEVELS)
  if (rival !== undefined) found.rival = oneOf('rival', rival, RIVALS)
  if (steps !== undefined) found.steps = wholeNumber('steps', steps, 0, 1e9)
  if (joint !== undefined) found.joint = wholeNumber('joint', joint, -1, 99_998)
  if (angle !== undefined) found.angle = within('angle', angle, -3.15, 3.15)
  return Object.assign(found, flags(fields, ['path']))
}

export function setupOf({ beads, start, seed, width }: ChainState): ChainSetup {
  return { beads, start, seed, width }
}

export function lookOf({ level, path, rival }: ChainState): ChainLook {
  return { level, path, rival }
}

/** The turn that is asked about, of a bond that the chain has. */
export function turnOf({ joint, angle, beads }: ChainState): ChainTurn {
  return { joint: Math.min(joint, beads - 2), angle }
}
