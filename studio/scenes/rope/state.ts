// What a link to the rope restores: which rope, how far its motion is, what is drawn of the structures that watch it.
import { isFile, refuseFile } from '../../app/dropped.js'
import { flags, oneOf, wholeNumber, within } from '../../app/fields.js'

export const ROPES = [
  ['spiral', 'Spiral, rolling'],
  ['curl', 'Spiral, curling'],
  ['knot', 'Knot, pulled tight'],
  ['loose', 'Loose rope'],
  ['coiled', 'Coil, swaying'],
  ['packed', 'Packed cube'],
  ['swelling', 'Trefoil, swelling'],
  ['mirror', 'Trefoil to mirror image'],
  ['circle', 'Trefoil to a circle'],
] as const
export type RopeName = (typeof ROPES)[number][0]

export const METHODS = [
  ['auto', 'Auto: cheapest'],
  ['cages', 'Cages'],
  ['grid', 'Grid'],
  ['power-diagram', 'Power diagram'],
] as const
export type RopeMethod = (typeof METHODS)[number][0]

/** What must not meet between one frame and the next. */
export const CHECKED = [
  ['lines', 'Strands, as lines'],
  ['strands', 'Strands, as thick'],
  ['beads', 'Beads'],
] as const
export type RopeChecked = (typeof CHECKED)[number][0]

export const CAGES = [
  ['wrapped', 'Wrapped'],
  ['layered', 'Layered'],
  ['both', 'Both'],
] as const
export type CageKind = (typeof CAGES)[number][0]

/** Which atoms of a file are beads. */
export const ATOMS = [
  ['ca', 'Alpha carbons'],
  ['backbone', 'N, CA and C'],
  ['all', 'All atoms'],
] as const
export type RopeAtoms = (typeof ATOMS)[number][0]

/** How the frames of files are a rope. */
export interface RopeSource {
  readonly atoms: RopeAtoms
  /** Empty: the only one, or those of all. */
  readonly chain: string
  readonly closed: boolean
  readonly neighbours: number
  /** As if there were no periodic box. */
  readonly ignoreCell: boolean
}

/** What a rope is made of: another setup is another rope. */
export interface RopeSetup {
  /** One of ROPES, or of files that were dropped. */
  readonly rope: string
  readonly beads: number
  /** Times the thickness that the rope has by itself. */
  readonly thickness: number
  readonly method: RopeMethod
  /** Of a rope from files. */
  readonly source?: RopeSource
}

/** What is shown. */
export interface RopeLook {
  /** Generations below the root of the cages that are drawn; -1 none. */
  readonly level: number
  readonly cages: CageKind
  /** Edges of the power diagram's dual. */
  readonly edges: boolean
  readonly proof: boolean
}

export interface RopeState extends Omit<RopeSetup, 'source'>, RopeLook, RopeSource {
  /** Where the motion was stopped; -1: it plays from the start. */
  readonly frame: number
  /** How far into the step from there to the next frame, 0 to 1. */
  readonly instant: number
  readonly checked: RopeChecked
  /** Frames of the motion a second. */
  readonly speed: number
  /** The two beads that are nearest to each other. */
  readonly closest: boolean
}

export const FIRST: RopeState = {
  rope: 'knot',
  beads: 260,
  thickness: 1,
  method: 'auto',
  level: 3,
  cages: 'wrapped',
  edges: false,
  proof: true,
  frame: -1,
  instant: 0,
  checked: 'lines',
  speed: 30,
  closest: true,
  atoms: 'ca',
  chain: '',
  closed: false,
  neighbours: 1,
  ignoreCell: false,
}

export const MOST_BEADS = 10_000
/** The knot is made by a relaxation that tests every two beads; trefoils are seen strand by strand. */
const MOST_KNOT = 600

/** Ropes whose last bead is next to the first. They have few frames, and are shown between them as well. */
export function isClosed(rope: string): boolean {
  return rope === 'swelling' || rope === 'mirror' || rope === 'circle'
}

export function mostBeads(rope: string): number {
  return rope === 'knot' || isClosed(rope) ? MOST_KNOT : MOST_BEADS
}

/** What another rope begins with. */
export function ropeStart(rope: string): Partial<RopeState> {
  const own = isClosed(rope) ? { beads: 100, speed: 5, level: -1 } : { beads: 500, speed: 30, level: 3 }
  const file = isFile(rope) ? { beads: FIRST.beads, speed: 10, level: -1, thickness: 1, frame: 0 } : {}
  return { ...own, ...(rope === 'knot' ? { beads: 260 } : {}), rope, frame: -1, instant: 0, ...file }
}

export function readRopeState(fields: Readonly<Record<string, unknown>>): Partial<RopeState> {
  const found: { -readonly [K in keyof RopeState]?: RopeState[K] } = {}
  const { rope, beads, thickness, method, level, cages, frame, instant, checked, speed } = fields
  refuseFile(rope)
  if (rope !== undefined) found.rope = oneOf('rope', rope, ROPES)
  if (beads !== undefined) found.beads = wholeNumber('beads', beads, 100, MOST_BEADS)
  if (thickness !== undefined) found.thickness = within('thickness', thickness, 0.1, 3)
  if (method !== undefined) found.method = oneOf('method', method, METHODS)
  if (level !== undefined) found.level = wholeNumber('level', level, -1, 20)
  if (cages !== undefined) found.cages = oneOf('cages', cages, CAGES)
  if (frame !== undefined) found.frame = wholeNumber('frame', frame, -1, 100_000)
  if (instant !== undefined) found.instant = within('instant', instant, 0, 1)
  if (checked !== undefined) found.checked = oneOf('checked', checked, CHECKED)
  if (speed !== undefined) found.speed = within('speed', speed, 1, 240)
  return Object.assign(found, flags(fields, ['edges', 'proof', 'closest']))
}

export function ropeSetupOf(state: RopeState): RopeSetup {
  const { rope, beads, thickness, method, atoms, chain, closed, neighbours, ignoreCell } = state
  if (isFile(rope)) {
    return { rope, beads: 0, thickness, method, source: { atoms, chain, closed, neighbours, ignoreCell } }
  }
  return { rope, beads: Math.min(beads, mostBeads(rope)), thickness, method }
}

export function ropeLookOf({ level, cages, edges, proof }: RopeState): RopeLook {
  return { level, cages, edges, proof }
}
