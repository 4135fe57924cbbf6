// A configuration or a path as the command line has it: a file, standard input (-), JSON, `joint=value,…`, all values in a row, or the
// name of a state of an SRDF file. A file of that name comes first, so that what could be both is what it always was.
import { existsSync } from 'node:fs'
import { readPath } from '../../node/index.js'
import {
  configurationsOf,
  InvalidInputError,
  jointsLeftOut,
  orderAt,
  type PathDescription,
  parseAnyPath,
  type World,
  withoutMimics,
} from '../../src/entries/robots.js'
import { leftOut } from '../check/check-report.js'
import { signed } from '../plan/plan-pose.js'

export interface Given {
  readonly path: PathDescription
  /** What it is called in notes and errors. */
  readonly name: string
}

/** For --help. */
export const GIVEN_HELP = `a file, - for standard input, JSON in quotes, joint=value,…, the
values of all joints in a row ("0 0.5 1"), or a named state of an SRDF file (ready, or
arm/ready)`

const MOST_NAMES = 20

/** `flag`: the option, or the argument, that it was given by. */
export async function readGiven(flag: string, text: string, world: World): Promise<Given> {
  const given = await readText(flag, text, world)
  return { ...given, path: withoutMimics(world, given.path) }
}

/** The waypoints of what was given, where joints that it leaves out are as in `rest`; and what there is to say about it. */
export function givenWaypoints(
  world: World,
  { path, name }: Given,
  rest: Float64Array | undefined,
): { waypoints: Float64Array[]; said: string[] } {
  return {
    waypoints: configurationsOf(orderAt(world, rest), path, name),
    said: [
      ...(path.notes ?? []).map((note) => `${name}: ${note}`),
      ...leftOut(name, jointsLeftOut(world, path, name), rest),
    ],
  }
}

async function readText(flag: string, text: string, world: World): Promise<Given> {
  if (text === '-') return { path: await parseAnyPath(await standardInput(), 'standard input'), name: 'standard input' }
  if (existsSync(text)) return { path: await readPath(text), name: text }
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return { path: await parseAnyPath(trimmed, flag), name: flag }
  const name = `${flag} ${trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed}`
  if (trimmed.includes('=')) return { path: named(flag, trimmed), name }
  const numbers = inARow(flag, trimmed, world)
  if (numbers !== undefined) return { path: numbers, name }
  const state = stateNamed(flag, trimmed, world)
  // Neither: said as of a file that is not there, unless it cannot have been meant for one.
  return state === undefined ? { path: await readPath(text), name: text } : { path: state, name }
}

async function standardInput(): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

/** `elbow=1,wrist=0.5`. */
function named(flag: string, text: string): PathDescription {
  const values = new Map<string, number>()
  for (const part of text.split(',')) {
    const at = part.lastIndexOf('=')
    const [name, value] = [part.slice(0, Math.max(at, 0)).trim(), signed(part.slice(at + 1).trim())]
    if (name === '' || Number.isNaN(value)) throw new InvalidInputError(flag, text, 'joint=value,joint=value,…')
    if (values.has(name)) throw new InvalidInputError(flag, text, `each joint once: ${name} is there twice`)
    values.set(name, value)
  }
  return { joints: [...values.keys()], waypoints: [[...values.values()]] }
}

/** `0 0.5 1`, also with commas or as a list of JSON. Undefined if these are not all numbers. */
function inARow(flag: string, text: string, { variables }: World): PathDescription | undefined {
  const values = text
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(signed)
  if (values.length === 0 || values.some(Number.isNaN)) return undefined
  if (values.length !== variables.length) {
    const expected = `${variables.length} numbers, one a joint in the order of the scene (${listed(variables)})`
    throw new InvalidInputError(flag, text, `${expected}, not ${values.length}`)
  }
  return { joints: variables, waypoints: [values] }
}

/** A state by its name, or after the name of its robot. Undefined if no robot has it. */
function stateNamed(flag: string, text: string, world: World): PathDescription | undefined {
  const robots = world.model().robots
  const found = robots.flatMap(({ name, robot }) =>
    robot.states
      .filter((state) => state.name === text || `${name}/${state.name}` === text)
      .map(({ values }) => ({ robot: name, values })),
  )
  const [first, second] = found
  if (first === undefined) {
    const known = robots.flatMap(({ name, robot }) =>
      robot.states.map((state) => (robots.length === 1 ? state.name : `${name}/${state.name}`)),
    )
    if (known.length === 0 || /[./\\]/.test(text)) return undefined
    throw new InvalidInputError(flag, text, `a file, values of joints, or a named state: ${listed(known)}`)
  }
  if (second !== undefined) {
    const which = found.map(({ robot }) => `${robot}/${text}`)
    const expected = new Set(which).size === 1 ? 'that the SRDF file has once' : `of one robot: ${which.join(' or ')}`
    throw new InvalidInputError(flag, text, `a state ${expected}`)
  }
  const joints = Object.keys(first.values)
  if (joints.length === 0) {
    throw new InvalidInputError(flag, text, 'a state with the value of a joint that the robot has: this one has none')
  }
  return {
    joints: joints.map((joint) => `${first.robot}/${joint}`),
    waypoints: [Object.values(first.values)],
  }
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? `${some}, … ${names.length} in all` : some
}
