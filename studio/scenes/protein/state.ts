// What a link to the protein restores: which structure, what was done to it, and what is shown.
import { refuseFile } from '../../app/dropped.js'
import { fault, flags, oneOf, wholeNumber, within } from '../../app/fields.js'
import { type Picked, readPicked } from './selection.js'

export const STRUCTURES = [
  ['trp-cage', 'Trp-cage'],
  ['bundle', 'Helix bundle'],
  ['helices', 'Too tight a turn'],
  ['helix', 'Alanine helix'],
] as const

export const COLOURS = [
  ['along', 'Along the chain'],
  ['residue', 'Residue'],
  ['chain', 'Chain'],
  ['secondary', 'Helices and strands'],
  ['clash', 'Clash'],
] as const
export type ProteinColour = (typeof COLOURS)[number][0]

/** How the chain is shown. */
export const SHAPES = [
  ['cartoon', 'Cartoon'],
  ['sticks', 'Sticks'],
  ['spheres', 'Spheres'],
  ['surface', 'Surface'],
] as const
export type ProteinAs = (typeof SHAPES)[number][0]

export const SIDES = [
  ['sticks', 'Sticks'],
  ['balls', 'Balls'],
  ['clash', 'Of clashes, as sticks'],
  ['none', 'Backbone only'],
] as const
export type ProteinSides = (typeof SIDES)[number][0]

export const ENERGIES = [
  ['native', 'Contacts (Gō)'],
  ['lj', 'Lennard-Jones'],
  ['hard', 'Clashes only'],
] as const
export type ProteinEnergy = (typeof ENERGIES)[number][0]

export const SHOWS = [
  ['fold', 'Monte Carlo'],
  ['melt', 'Melting'],
] as const
export type ProteinShow = (typeof SHOWS)[number][0]

/** Torsions that were set, by their number: degrees. */
export interface TurnStep {
  readonly turn: Readonly<Record<string, number>>
}

/** A Monte Carlo run of this many steps. */
export interface RunStep {
  readonly run: number
  readonly temperature: number
  readonly energy: ProteinEnergy
  readonly seed: number
}

/** What was done to a structure, one thing after the other: done again, it gives the same conformation. */
export type ProteinStep = TurnStep | RunStep

export interface MeltSetup {
  readonly low: number
  readonly high: number
  readonly rungs: number
  readonly seed: number
}

export interface ProteinState {
  readonly structure: string
  /** The model, or the frame of a trajectory. */
  readonly model: number
  readonly done: readonly ProteinStep[]
  /** The one whose torsions have sliders, as the structure numbers it; -1 none. */
  readonly residue: number
  readonly colour: ProteinColour
  readonly as: ProteinAs
  readonly sides: ProteinSides
  readonly ligands: boolean
  readonly water: boolean
  readonly hydrogens: boolean
  /** Residues that are selected: runs, from and to. */
  readonly picked: Picked
  /** Nothing else is drawn. */
  readonly only: boolean
  /** Two atoms that clash and are in the middle of the picture; empty: none. */
  readonly pair: readonly number[]
  /** Frames a second, of a trajectory. */
  readonly speed: number
  /** Of the next run. */
  readonly temperature: number
  readonly energy: ProteinEnergy
  readonly seed: number
  readonly show: ProteinShow
  /** Of the melting: temperatures from and to, how many, and where it was stopped. */
  readonly low: number
  readonly high: number
  readonly rungs: number
  readonly rounds: number
  /** The one whose chain is drawn: 0 is the coldest. */
  readonly rung: number
}

export const FIRST: ProteinState = {
  structure: 'trp-cage',
  model: 0,
  done: [],
  residue: -1,
  colour: 'along',
  as: 'cartoon',
  sides: 'sticks',
  ligands: true,
  water: false,
  hydrogens: false,
  picked: [],
  only: false,
  pair: [],
  speed: 5,
  temperature: 0.3,
  energy: 'native',
  seed: 1,
  show: 'fold',
  low: 0.3,
  high: 1.3,
  rungs: 11,
  rounds: 0,
  rung: 5,
}

const MOST_STEPS = 100

export function isTurn(step: ProteinStep): step is TurnStep {
  return 'turn' in step
}

export function readProteinState(fields: Readonly<Record<string, unknown>>): Partial<ProteinState> {
  const found: { -readonly [K in keyof ProteinState]?: ProteinState[K] } = {}
  const { structure, model, done, residue, colour, sides, temperature, energy, seed, show, low, high, rungs, rounds } =
    fields
  const { rung, as, picked, pair, speed } = fields
  refuseFile(structure)
  if (structure !== undefined) found.structure = oneOf('structure', structure, STRUCTURES)
  if (model !== undefined) found.model = wholeNumber('model', model, 0, 1e6)
  if (done !== undefined) found.done = readSteps(done)
  if (residue !== undefined) found.residue = wholeNumber('residue', residue, -1, 1e7)
  if (colour !== undefined) found.colour = oneOf('colour', colour, COLOURS)
  if (as !== undefined) found.as = oneOf('as', as, SHAPES)
  if (sides !== undefined) found.sides = oneOf('sides', sides, SIDES)
  Object.assign(found, flags(fields, ['ligands', 'water', 'hydrogens', 'only']))
  if (picked !== undefined) found.picked = readPicked(picked)
  if (pair !== undefined) {
    const isPair = Array.isArray(pair) && pair.length === 2 && pair.every((atom) => Number.isInteger(atom) && atom >= 0)
    if (!isPair) fault('pair', pair, 'two atoms')
    found.pair = pair as number[]
  }
  if (speed !== undefined) found.speed = within('speed', speed, 1, 240)
  if (temperature !== undefined) found.temperature = within('temperature', temperature, 0.01, 10)
  if (energy !== undefined) found.energy = oneOf('energy', energy, ENERGIES)
  if (seed !== undefined) found.seed = wholeNumber('seed', seed, 0, 2 ** 31 - 1)
  if (show !== undefined) found.show = oneOf('show', show, SHOWS)
  if (low !== undefined) found.low = within('low', low, 0.05, 10)
  if (high !== undefined) found.high = within('high', high, 0.05, 10)
  if ((found.low ?? FIRST.low) >= (found.high ?? FIRST.high)) fault('high', high ?? FIRST.high, 'above low')
  if (rungs !== undefined) found.rungs = wholeNumber('rungs', rungs, 2, 32)
  if (rung !== undefined) found.rung = wholeNumber('rung', rung, 0, 31)
  if (rounds !== undefined) found.rounds = wholeNumber('rounds', rounds, 0, 1e6)
  return found
}

function readSteps(value: unknown): ProteinStep[] {
  if (!Array.isArray(value) || value.length > MOST_STEPS) fault('done', value, `a list of at most ${MOST_STEPS} steps`)
  return (value as readonly unknown[]).map((one, k) => {
    const name = `done[${k}]`
    if (typeof one !== 'object' || one === null) return fault(name, one, 'a turn or a run')
    if ('turn' in one) {
      const entries = Object.entries(one.turn ?? {})
      for (const [torsion, angle] of entries) {
        wholeNumber(`${name}: torsion`, Number(torsion), 0, 1e7)
        within(`${name}: angle`, angle, -180, 180)
      }
      return { turn: Object.fromEntries(entries) as Record<string, number> }
    }
    const { run, temperature, energy, seed } = one as Record<string, unknown>
    return {
      run: wholeNumber(`${name}: run`, run, 0, 1e9),
      temperature: within(`${name}: temperature`, temperature, 0.01, 10),
      energy: oneOf(`${name}: energy`, energy, ENERGIES),
      seed: wholeNumber(`${name}: seed`, seed, 0, 2 ** 31 - 1),
    }
  })
}

/** `done` with torsion `k` set to this many degrees. Turns that follow each other are one: their order does not matter. */
export function withTurn(done: readonly ProteinStep[], k: number, degrees: number): ProteinStep[] {
  const last = done.at(-1)
  if (last === undefined || !isTurn(last)) return [...done, { turn: { [k]: degrees } }]
  return [...done.slice(0, -1), { turn: { ...last.turn, [k]: degrees } }]
}

export function meltSetupOf({ low, high, rungs, seed }: ProteinState): MeltSetup {
  return { low, high, rungs, seed }
}
