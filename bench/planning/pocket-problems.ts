// Planning problems of our own whose goals are in pockets: two arms that reach into a rack of compartments at once (14 joints),
// and a mobile manipulator that reaches into a bookcase (8 joints, one of them a lift). From a pocket hardly any random direction
// leads out.
//
// All is by seed: the furniture varies in size and place, the hands point into compartments of their own. A goal is the first
// configuration that inverse kinematics finds for it, free of contacts; a draw for which it finds none is passed over.
import {
  box,
  inverseKinematics,
  type LinkGoal,
  type ObstacleInput,
  Random,
  World,
  type WorldInput,
} from '../../src/entries/robots.js'
import { dataRobot } from '../data-robots.js'
import { problemFolder } from './problems.js'

export type PocketKind = 'two-arm' | 'fetch'

export const POCKET_KINDS: readonly PocketKind[] = ['two-arm', 'fetch']

export interface PocketProblem {
  readonly kind: PocketKind
  readonly index: number
  /** Numbers by variable. */
  readonly start: Float64Array
  readonly goal: Float64Array
  /** Names of the variables that move. */
  readonly moving: readonly string[]
  readonly obstacles: readonly (ObstacleInput & { readonly name: string })[]
  /** A new world; `more` is added to what it is made of. */
  world(more?: WorldInput): World
}

type Obstacles = PocketProblem['obstacles']
type Vec3 = readonly [number, number, number]

/** Of each kind. */
export const POCKET_PROBLEMS = 24

/** Draws for one problem before it is taken for a mistake of the scene. */
const MOST_DRAWS = 200

/** Needs the robots of LIMBER_DATA: none without. */
export async function pocketProblems(kind: PocketKind, count = POCKET_PROBLEMS): Promise<PocketProblem[]> {
  const folder = problemFolder()
  if (folder === undefined) return []
  const cell = kind === 'two-arm' ? await twoArms(folder) : await fetch(folder)
  return Array.from({ length: count }, (_, index) => draw(kind, cell, index))
}

/** Robots, and how furniture and goals are drawn. */
interface Cell {
  readonly robots: NonNullable<WorldInput['robots']>
  readonly home: Readonly<Record<string, number>>
  /** Radians by which every joint of the start may be off `home`. */
  readonly jitter: number
  furniture(random: Random): { readonly obstacles: Obstacles; readonly hands: readonly HandGoal[] }
}

interface HandGoal {
  readonly goal: LinkGoal
  /** Variables that may move for it. */
  readonly moving: readonly string[]
}

function draw(kind: PocketKind, cell: Cell, index: number): PocketProblem {
  const random = new Random(1000 * (POCKET_KINDS.indexOf(kind) + 1) + index)
  for (let k = 0; k < MOST_DRAWS; k++) {
    const { obstacles, hands } = cell.furniture(random)
    const world = (more: WorldInput = {}): World =>
      new World({ robots: cell.robots, ...more, obstacles: [...obstacles, ...(more.obstacles ?? [])] })
    const own = world()
    const start = own.configuration(cell.home)
    const moving = hands.flatMap((hand) => hand.moving)
    for (const name of moving) start[own.variables.indexOf(name)]! += random.range(-cell.jitter, cell.jitter)
    if (own.collides(start) || own.outsideLimits(start).length > 0) continue
    const goal = reach(own, start, hands, random)
    if (goal !== undefined) return { kind, index, start, goal, moving, obstacles, world }
  }
  throw new Error(`${kind} ${index}: no goal in ${MOST_DRAWS} draws`)
}

/** One hand after the other, each beside the others where they are by then. */
function reach(
  world: World,
  start: Float64Array,
  hands: readonly HandGoal[],
  random: Random,
): Float64Array | undefined {
  let at = start
  for (const { goal, moving } of hands) {
    const seed = Math.floor(random.unit() * 1e6)
    const options = { start: at, moving, seed, seeds: 12, maxSolutions: 1, clearance: 0.003 }
    const found = inverseKinematics(world, goal, options)
    if (found.outcome !== 'solved') return undefined
    at = found.solutions[0]!
  }
  return at
}

const ARMS = ['left', 'right'] as const

/** Two Pandas side by side before a rack of two rows of four compartments; each reaches into one on its side. */
async function twoArms(folder: string): Promise<Cell> {
  const robot = await dataRobot(folder, 'panda', { srdf: true })
  const home = [0, -1.1, 0, -2.5, 0, 1.5, 0.785]
  return {
    robots: ARMS.map((name, k) => ({ robot, name, base: { at: [0, k === 0 ? 0.36 : -0.36, 0] } })),
    home: Object.fromEntries(ARMS.flatMap((arm) => home.map((x, j) => [`${arm}/panda_joint${j + 1}`, x]))),
    jitter: 0.25,
    furniture: (random) => {
      const table = slab('table', [-0.4, -1.2, -0.06], [1.2, 1.2, -0.02])
      const rack = {
        columns: 4,
        rows: 2,
        width: random.range(0.23, 0.3),
        height: random.range(0.24, 0.32),
        depth: random.range(0.24, 0.34),
        inside: 0.45,
      }
      const low: Vec3 = [random.range(0.5, 0.62), -2 * rack.width + random.range(-0.05, 0.05), random.range(0.1, 0.3)]
      const columns = [2 + Math.floor(2 * random.unit()), Math.floor(2 * random.unit())]
      const hands = ARMS.map((arm, k): HandGoal => {
        const row = Math.floor(2 * random.unit())
        const moving = home.map((_, j) => `${arm}/panda_joint${j + 1}`)
        const inside = insideOf(random, low, rack, columns[k]!, row)
        // The fingers' tips; z is the way they point.
        return {
          moving,
          goal: { link: `${arm}/panda_hand`, tool: { at: [0, 0, 0.1] }, ...inside, angle: 1e-3, position: 1e-4 },
        }
      })
      return { obstacles: [table, ...rackSlabs(low, rack)], hands }
    },
  }
}

/** A Fetch before a bookcase of three boards with dividers. */
async function fetch(folder: string): Promise<Cell> {
  const robot = await dataRobot(folder, 'fetch', { srdf: true })
  const arm = [
    'shoulder_pan',
    'shoulder_lift',
    'upperarm_roll',
    'elbow_flex',
    'forearm_roll',
    'wrist_flex',
    'wrist_roll',
  ]
  const moving = ['torso_lift', ...arm].map((name) => `${robot.name}/${name}_joint`)
  const home = [0.15, 1.32, 1.4, -0.2, 1.72, 0, 1.66, 0]
  return {
    robots: [robot],
    home: Object.fromEntries(moving.map((name, j) => [name, home[j]!])),
    jitter: 0.1,
    furniture: (random) => {
      const floor = slab('floor', [-1, -1.5, -0.1], [2, 1.5, -0.02])
      const rack = {
        columns: 3,
        rows: 3,
        width: random.range(0.28, 0.36),
        height: random.range(0.24, 0.3),
        depth: random.range(0.36, 0.46),
        inside: 0.5,
      }
      const low: Vec3 = [random.range(0.66, 0.78), -1.5 * rack.width + random.range(-0.1, 0.1), random.range(0.25, 0.4)]
      const inside = insideOf(random, low, rack, Math.floor(3 * random.unit()), Math.floor(3 * random.unit()))
      // The gripper points along its own x: the goal's z, by a turn of the tool.
      const tool = { at: [0.03, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }
      const goal = { link: `${robot.name}/gripper_link`, tool, ...inside, angle: 1e-3, position: 1e-4 }
      return { obstacles: [floor, ...rackSlabs(low, rack)], hands: [{ goal, moving }] }
    },
  }
}

interface Rack {
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  readonly depth: number
  /** How deep inside hands go at least, of the depth. */
  readonly inside: number
}

/** Thickness of boards. */
const BOARD = 0.02

/** Boards below, between and above, dividers, and a back. `low`: the corner nearest to the robot, lowest and rightmost. */
function rackSlabs([x, y, z]: Vec3, { columns, rows, width, height, depth }: Rack): Obstacles {
  const wide = columns * width
  const tall = rows * height
  const h = BOARD / 2
  return [
    slab('back', [x + depth, y - h, z - h], [x + depth + BOARD, y + wide + h, z + tall + h]),
    ...Array.from({ length: rows + 1 }, (_, r) =>
      slab(`board-${r}`, [x, y - h, z + r * height - h], [x + depth, y + wide + h, z + r * height + h]),
    ),
    ...Array.from({ length: columns + 1 }, (_, c) =>
      slab(`divider-${c}`, [x, y + c * width - h, z - h], [x + depth, y + c * width + h, z + tall + h]),
    ),
  ]
}

/** A place in the deeper half of a compartment, and a rotation whose z points into it, more or less. */
function insideOf(
  random: Random,
  [x, y, z]: Vec3,
  { width, height, depth, inside }: Rack,
  column: number,
  row: number,
): Pick<LinkGoal, 'pose'> {
  const at = [
    x + depth * random.range(inside, inside + 0.3),
    y + (column + random.range(0.4, 0.6)) * width,
    z + (row + random.range(0.4, 0.6)) * height,
  ]
  const into = turn(1, Math.PI / 2 + random.range(-0.15, 0.15))
  const aside = turn(2, random.range(-0.25, 0.25))
  const about = turn(2, (Math.PI / 2) * Math.floor(4 * random.unit()) + random.range(-0.15, 0.15))
  return { pose: { at, rotation: times(times(aside, into), about) } }
}

function slab(name: string, low: Vec3, high: Vec3): ObstacleInput & { readonly name: string } {
  const size = low.map((x, k) => high[k]! - x)
  return { name, shape: box({ size }), pose: { at: low.map((x, k) => (x + high[k]!) / 2) } }
}

type Quaternion = readonly [number, number, number, number]

/** About y (1) or z (2): x, y, z, w. */
function turn(axis: 1 | 2, angle: number): Quaternion {
  const s = Math.sin(angle / 2)
  return [0, axis === 1 ? s : 0, axis === 2 ? s : 0, Math.cos(angle / 2)]
}

function times([a, b, c, d]: Quaternion, [e, f, g, h]: Quaternion): Quaternion {
  return [
    d * e + a * h + b * g - c * f,
    d * f - a * g + b * h + c * e,
    d * g + a * f - b * e + c * h,
    d * h - a * e - b * f - c * g,
  ]
}
