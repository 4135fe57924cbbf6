// Joints as people type them, and the variables of a world that they mean.
import { InvalidInputError, type World } from '../../src/index.js'

/** More names than this are a wall. */
const MOST_NAMES = 12

/**
 * The variables that a name stands for: one of them, with or without its robot's name before it; or a joint that has several,
 * which is all of its own. Refused, in the words of the option, where it stands for none or might mean another.
 */
export function variablesNamed({ variables }: World, flag: string, name: string): string[] {
  const exact = variables.filter((variable) => variable === name)
  if (exact.length > 0) return exact
  const short = variables.filter((variable) => variable.slice(variable.indexOf('/') + 1) === name)
  if (short.length > 1) throw new InvalidInputError(flag, name, `with its robot's name: ${short.join(' or ')}`)
  if (short.length === 1) return short
  const whole = variables.filter((variable) => variable.startsWith(`${name}/`))
  if (whole.length > 0 && name.includes('/')) return whole
  const inside = variables.filter((variable) => variable.slice(variable.indexOf('/') + 1).startsWith(`${name}/`))
  const joints = new Set(inside.map((variable) => variable.slice(0, variable.lastIndexOf('/'))))
  if (joints.size > 1) throw new InvalidInputError(flag, name, `with its robot's name: ${[...joints].join(' or ')}`)
  if (inside.length > 0) return inside
  // A robot's name: all of its joints.
  if (whole.length > 0) return whole
  const more = variables.length > MOST_NAMES ? `, … (${variables.length} in all)` : ''
  throw new InvalidInputError(flag, name, `one of ${variables.slice(0, MOST_NAMES).join(', ')}${more}`)
}

/** The full name of a variable; what is none stays as it is, and is refused later. */
export function variableOf(variables: readonly string[], joint: string): string {
  if (variables.includes(joint)) return joint
  return variables.find((name) => name.slice(name.indexOf('/') + 1) === joint) ?? joint
}
