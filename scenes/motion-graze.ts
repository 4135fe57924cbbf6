// The bad cases of adaptive checking (Figure 14): an arm makes a full turn of its first joint, all others fixed, so that the
// tip of its gun runs on a level circle at a constant clearance over a floor, or over the top of a box during a part of it.
import { InvalidInputError, type MeshShape, type ObstacleInput, type Robot, World } from '../src/entries/robots.js'
import { checkLength } from './checks.js'
import { heavyArm } from './motion-arms.js'
import { Surface } from './motion-surface.js'

export const GRAZES = ['floor', 'box', 'narrow'] as const
export type GrazeKind = (typeof GRAZES)[number]

export interface Graze {
  readonly world: World
  readonly from: Float64Array
  readonly to: Float64Array
  /** Distance of the tip from the floor, all the time; from the box, while it is above it. Nothing ever comes nearer. */
  readonly clearance: number
  /** Half way, where the tip is above the middle of the box. */
  readonly middle: Float64Array
  /** Name of the link that comes near. */
  readonly endEffector: string
  readonly obstacle: string
}

/** The clearance is this much more than ζ: "slightly bigger" in the paper. */
const MARGIN = 1.05

/** Joints 2 to 6: leaning forward, the gun's nozzle pointing nearly straight down. The second is then adjusted to ζ. */
const POSE = [0, 0.9, -0.2, 0, -0.15, 0]

/** The robot stands so high for the boxes. */
const PEDESTAL = 1.2

/**
 * Figure 14a: a floor of 8,000 triangles. 14b and c: a wide and a narrow box with about 8,000 triangles a face (7,938, so that
 * faces meet in common vertices). With `only: 'end-effector'` the gun against the floor or box is the only pair checked.
 */
export function graze(
  kind: GrazeKind,
  zeta: number,
  options: { readonly only?: 'end-effector' | undefined } = {},
): Graze {
  if (!GRAZES.includes(kind)) throw new InvalidInputError('kind', kind, `one of ${GRAZES.join(', ')}`)
  checkLength('zeta', zeta)
  if (zeta > 0.2) throw new InvalidInputError('zeta', zeta, 'at most 0.2')
  const robot = heavyArm(1.65)
  const ground = kind === 'floor' ? 0 : PEDESTAL
  const middle = lean(robot, ground, ground + MARGIN * zeta)
  const { lowest, radius } = tip(robot, middle, ground)
  const obstacles: ObstacleInput[] = []
  const surface = new Surface()
  if (kind === 'floor') surface.floor([-6, -6], [6, 6], 0, 80, 50)
  else {
    obstacles.push({ name: 'pedestal', shape: new Surface().box([-0.7, -0.7, 0], [0.7, 0.7, PEDESTAL]).shape() })
    const half = kind === 'box' ? 0.8 : 0.28
    surface.box([radius - 0.8, -half, 0], [radius + 0.8, half, PEDESTAL], [63, 63, 63])
  }
  const obstacle = kind === 'floor' ? 'floor' : 'box'
  obstacles.push({ name: obstacle, shape: surface.shape() })
  const world = new World({
    robots: [{ robot, base: { at: [0, 0, ground] } }],
    obstacles,
    allowed: obstacles.map(({ name }) => ['arm/base', name!] as const),
  })
  if (options.only === 'end-effector') {
    for (const { a, b, status } of world.pairs()) {
      if (status !== 'rigid' && !(a === 'arm/gun' && b === obstacle)) world.allow(a, b, 'Not asked for')
    }
  }
  const turned = (q1: number): Float64Array => middle.with(0, q1)
  return {
    world,
    from: turned(-Math.PI),
    to: turned(Math.PI),
    middle,
    clearance: lowest - ground,
    endEffector: 'arm/gun',
    obstacle,
  }
}

/** The pose with its second joint such that the gun's lowest vertex is at `height`, as nearly as numbers go but not below. */
function lean(robot: Robot, ground: number, height: number): Float64Array {
  const q = Float64Array.from(POSE)
  // The tip sinks as the arm leans forward.
  let [high, low] = [0.6, 1.3]
  for (let k = 0; k < 60; k++) {
    q[1] = (high + low) / 2
    if (tip(robot, q, ground).lowest >= height) high = q[1]
    else low = q[1]
  }
  q[1] = high
  return q
}

/** Height of the gun's lowest vertex, and how far that is from the first axis. */
function tip(robot: Robot, q: Float64Array, ground: number): { lowest: number; radius: number } {
  const { index, geometry } = robot.link('gun')
  const { positions } = geometry[0]!.shape as MeshShape
  const X = robot.linkPoses(q, { at: [0, 0, ground] }).subarray(12 * index, 12 * index + 12)
  const row = (r: number, i: number): number =>
    X[4 * r]! * positions[i]! + X[4 * r + 1]! * positions[i + 1]! + X[4 * r + 2]! * positions[i + 2]! + X[4 * r + 3]!
  let [lowest, radius] = [Infinity, 0]
  for (let i = 0; i < positions.length; i += 3) {
    const z = row(2, i)
    if (z >= lowest) continue
    lowest = z
    radius = Math.hypot(row(0, i), row(1, i))
  }
  return { lowest, radius }
}
