// Variables as callers name them: one variable; a planar or floating joint, for all of its own; or a group of joints of a robot.
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'

/** Places in a configuration, by every name that refers to some: `robot/joint`, and `joint` where only one robot has it. */
export function variablesByName(world: World): ReadonlyMap<string, readonly number[]> {
  const { robots } = world.model()
  const out = new Map<string, readonly number[]>()
  /** Undefined where several robots have the name. */
  const short = new Map<string, readonly number[] | undefined>()
  const put = (robot: string, name: string, variables: readonly number[]): void => {
    if (variables.length === 0 || out.has(`${robot}/${name}`)) return
    out.set(`${robot}/${name}`, variables)
    short.set(name, short.has(name) ? undefined : variables)
  }
  // Variables before joints before groups: what is nearer to a number keeps its name.
  for (const kind of ['variables', 'joints', 'groups'] as const) {
    let first = 0
    for (const { robot, name } of robots) {
      const ownOf = (joint: string): number[] => {
        const { variable, variables } = robot.joint(joint)
        return Array.from({ length: variables }, (_, k) => first + variable + k)
      }
      if (kind === 'variables') for (const [i, variable] of robot.variables.entries()) put(name, variable, [first + i])
      if (kind === 'joints') for (const joint of robot.joints) put(name, joint.name, ownOf(joint.name))
      if (kind === 'groups') for (const group of robot.groups) put(name, group.name, group.joints.flatMap(ownOf))
      first += robot.dof
    }
  }
  for (const [name, variables] of short) if (variables !== undefined && !out.has(name)) out.set(name, variables)
  return out
}

export function lookUp(names: ReadonlyMap<string, readonly number[]>, field: string, name: string): readonly number[] {
  const found = names.get(name)
  if (found !== undefined) return found
  const known = [...names.keys()].slice(0, 20).join(', ')
  throw new InvalidInputError(field, name, `the name of a variable, of a joint that moves or of a group: ${known}`)
}
