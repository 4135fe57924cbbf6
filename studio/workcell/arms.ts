// The robots of a cell as trees: links, joints and named states, and the link whose frame is dragged unless another is chosen.
import type { Joint, Robot, RobotPlacement } from '../../src/entries/robots.js'

export interface CellLink {
  /** As its file has it, without its robot. */
  readonly name: string
  /** Its place among the links of its robot; -1 for a root. */
  readonly parent: number
  /** The joint that it hangs on. */
  readonly joint: { readonly name: string; readonly kind: Joint['kind']; readonly isMimic: boolean } | undefined
  readonly hasGeometry: boolean
}

/** Joint values that have a name: `group_state` of an SRDF file, a keyframe of a MuJoCo model. */
export interface CellNamedState {
  readonly name: string
  readonly group: string
  /** Numbers in a configuration of the cell, and their values. */
  readonly values: readonly (readonly [number, number])[]
}

export interface CellArm {
  readonly name: string
  /** Parents before children. */
  readonly links: readonly CellLink[]
  readonly states: readonly CellNamedState[]
  /** The link at its end, by number. */
  readonly tip: number
}

export function armsOf(robots: readonly RobotPlacement[]): CellArm[] {
  let first = 0
  return robots.map(({ robot, name = robot.name }) => {
    const before = first
    first += robot.dof
    return {
      name,
      links: robot.links.map(({ name: link, joint, geometry }) => ({
        name: link,
        parent: joint?.parent ?? -1,
        joint: joint && { name: joint.name, kind: joint.kind, isMimic: joint.mimic !== undefined },
        hasGeometry: geometry.length > 0,
      })),
      states: robot.states.map(({ name: state, group = '', values }) => ({
        name: state,
        group,
        values: Object.entries(values).map(([key, value]) => [before + variableOf(robot, key), value] as const),
      })),
      tip: tipOf(robot),
    }
  })
}

/** By the name of a variable, or of a joint that has one. */
function variableOf(robot: Robot, name: string): number {
  const own = robot.variables.indexOf(name)
  return own === -1 ? robot.joint(name).variable : own
}

/**
 * The link that most joints lead to that move by themselves, the farther one of several. Where it is a finger, one of several links with
 * geometry, or several that move, on the same link, that link: the hand.
 */
export function tipOf({ links }: Pick<Robot, 'links'>): number {
  const moving = new Int32Array(links.length)
  const depth = new Int32Array(links.length)
  /** How many children of each link move against it, and how many have geometry. */
  const branches = new Int32Array(links.length)
  const solids = new Int32Array(links.length)
  const isDriven = ({ kind, mimic }: Joint): boolean => kind !== 'fixed' && mimic === undefined
  links.forEach(({ joint, geometry }, i) => {
    if (joint === undefined) return
    moving[i] = moving[joint.parent]! + (isDriven(joint) ? 1 : 0)
    depth[i] = depth[joint.parent]! + 1
    if (joint.kind !== 'fixed') branches[joint.parent]!++
    if (geometry.length > 0) solids[joint.parent]!++
  })
  let tip = 0
  for (let i = 1; i < links.length; i++) {
    if (moving[i]! > moving[tip]! || (moving[i] === moving[tip] && depth[i]! >= depth[tip]!)) tip = i
  }
  // A frame without geometry is there to be moved; a finger is not.
  const isFinger = links[tip]!.geometry.length > 0
  for (let at = tip; ; ) {
    const joint = links[at]!.joint
    if (joint === undefined) return tip
    const { parent } = joint
    if (isDriven(joint)) return branches[parent]! > 1 && moving[parent]! > 0 ? parent : tip
    if (branches[parent]! > 1 || (isFinger && solids[parent]! > 1)) return parent
    at = parent
  }
}

/** `robot/link`, as worlds call it. */
export function fullName(arm: Pick<CellArm, 'name'>, link: Pick<CellLink, 'name'>): string {
  return `${arm.name}/${link.name}`
}

/** The place of a link among all links of all robots; -1 where no link has that name. */
export function placeOfLink(arms: readonly CellArm[], name: string): number {
  let first = 0
  for (const arm of arms) {
    const at = arm.links.findIndex((link) => fullName(arm, link) === name)
    if (at !== -1) return first + at
    first += arm.links.length
  }
  return -1
}

/** The frame that is dragged unless another is chosen; undefined where there is no robot. */
export function tipName([arm]: readonly CellArm[]): string | undefined {
  return arm === undefined ? undefined : fullName(arm, arm.links[arm.tip]!)
}

export interface Holdable {
  /** As worlds call it. */
  readonly link: string
  /** The joints beyond it, on the way to the frame that is dragged. */
  readonly moving: readonly string[]
}

/**
 * Links that can be held still while a frame beyond them is dragged, nearest to the root first: a torso, a palm, where something else
 * hangs that moves; and the end of a base that slides.
 */
export function holdableLinks(arms: readonly CellArm[], name: string): Holdable[] {
  const arm = arms.find((one) => one.links.some((link) => fullName(one, link) === name))
  if (arm === undefined) return []
  const { links } = arm
  const isDriven = (i: number): boolean => {
    const { joint } = links[i]!
    return joint !== undefined && joint.kind !== 'fixed' && !joint.isMimic
  }
  const turns = (i: number): boolean => /^(revolute|continuous)$/.test(links[i]!.joint!.kind)
  const way: number[] = []
  for (let at = links.findIndex((link) => fullName(arm, link) === name); at !== -1; at = links[at]!.parent) {
    way.unshift(at)
  }
  /** Of each link, whether anything moves there or beyond. */
  const moves = links.map((_, i) => isDriven(i))
  for (let i = links.length - 1; i >= 0; i--) if (moves[i] && links[i]!.parent !== -1) moves[links[i]!.parent] = true
  const found: Holdable[] = []
  way.forEach((at, k) => {
    const before = way.slice(0, k + 1).filter(isDriven)
    const beyond = way.slice(k + 1).filter(isDriven)
    if (before.length === 0 || beyond.length === 0 || found.at(-1)?.moving.length === beyond.length) return
    const branches = links.some(({ parent }, i) => parent === at && i !== way[k + 1] && moves[i])
    const slides = isDriven(at) && !before.some(turns) && turns(beyond[0]!)
    if (!branches && !slides) return
    found.push({
      link: fullName(arm, links[at]!),
      moving: beyond.map((i) => `${arm.name}/${links[i]!.joint!.name}`),
    })
  })
  return found
}
