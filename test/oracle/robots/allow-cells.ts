// What cell-motion.ts and cell-proof.ts claim, looked at by force: random small robots, random cells of the box between two
// links, and for a cell that is said to be apart as many configurations of it as one likes, each measured by the exact shape
// queries at poses that the robot's own kinematics gives. Corners of the cell, random ones, and descents of the distance.
//
// Robots by number: chains and branches of turning and sliding joints, some that mimic others (multipliers below zero too),
// axes that run through the shapes, all kinds of shapes, thin ones and such that touch.
import { composeInversePose, composePose, POSE } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { TRIANGLE_NODE } from '../../../src/geometry/convex/convex-set.js'
import { CellMotion } from '../../../src/robots/allow/cell-motion.js'
import { CellProof } from '../../../src/robots/allow/cell-proof.js'
import { PairProblem, type ProblemGeometry } from '../../../src/robots/allow/pair-problem.js'
import { HULL } from '../../../src/robots/allow/pair-side.js'
import { Robot } from '../../../src/robots/model/robot.js'
import { convex, type Shape } from '../../../src/shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { buildShape, randomShape, unitQuaternion } from './motions-cases.js'

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, -1],
]

/** A robot of 2 to 6 links, by number. */
export function randomAllowRobot(seed: number): Robot {
  const random = new Random(seed)
  const count = 1 + random.integer(5)
  const size = random.range(0.1, 0.5)
  const step = random.range(0.1, 0.8)
  const isPlain = random.unit() < 0.3
  const joints = Array.from({ length: count }, (_, k) => {
    const kind = random.unit() < 0.75 ? 'revolute' : random.unit() < 0.6 ? 'prismatic' : 'continuous'
    const wide = kind === 'prismatic' ? 0.6 : random.unit() < 0.2 ? 9 : 3.2
    const lower = random.range(-wide, wide / 2)
    const limits = { lower, upper: lower + random.range(0, wide) }
    const followed = random.unit() < 0.3 ? random.integer(k + 1) : k
    const mimic = {
      joint: `joint${followed}`,
      multiplier: [-1, 1, -0.5, 2, -1.5][random.integer(5)]!,
      offset: random.range(-0.3, 0.3),
    }
    const parent = random.unit() < 0.7 ? k : random.integer(k + 1)
    return {
      name: `joint${k}`,
      kind: kind as 'revolute' | 'prismatic' | 'continuous',
      parent: `link${parent}`,
      child: `link${k + 1}`,
      origin: {
        at: [random.range(0, step), isPlain ? 0 : random.range(-step, step), 0],
        rotation: isPlain ? [0, 0, 0, 1] : unitQuaternion(random),
      },
      axis: random.unit() < 0.6 ? AXES[random.integer(3)]! : [random.range(-1, 1), random.range(-1, 1), 1],
      ...(kind === 'continuous' ? {} : { limits }),
      ...(followed < k ? { mimic } : {}),
    }
  })
  const links = Array.from({ length: count + 1 }, (_, k) => ({
    name: `link${k}`,
    geometry: Array.from({ length: random.unit() < 0.8 ? 1 : 2 }, () => ({
      shape: buildShape(randomShape(random, size)),
      pose: isPlain
        ? { at: [0, 0, 0] }
        : { at: [random.range(-size, size), 0, random.range(-size, size)], rotation: unitQuaternion(random) },
    })),
  }))
  return new Robot({ name: `robot${seed}`, links, joints })
}

/** Two links of it, and the box between them; undefined where there is none. */
export function randomProblem(seed: number): PairProblem | undefined {
  const random = new Random(seed)
  const robot = randomAllowRobot(seed)
  const a = random.integer(robot.links.length - 1)
  const b = a + 1 + random.integer(robot.links.length - 1 - a)
  const problem = new PairProblem(robot, robot.links[a]!.name, robot.links[b]!.name)
  return problem.unbounded === undefined ? problem : undefined
}

/** The shape itself. */
const WHOLE = -3

/** The convex set that a node stands for: of a mesh the hull of its corners, or else the shape itself. */
function setOf({ shape, tree }: ProblemGeometry, node: number): Shape {
  if (shape.kind !== 'mesh' || node === WHOLE) return shape
  const points: number[] = []
  const visit = (n: number): void => {
    if (tree.kinds[n] === TRIANGLE_NODE) {
      const t = 3 * shape.tree.order[n - tree.triangles]!
      for (let c = t; c < t + 3; c++) {
        for (let k = 0; k < 3; k++) points.push(shape.positions[3 * shape.triangles[c]! + k]!)
      }
    } else for (let k = 0; k < tree.children[n]!; k++) visit(tree.open(n) + k)
  }
  visit(Math.max(node, 0))
  return convex({ points })
}

/** The distance of two nodes at a configuration, from the robot's own kinematics. */
class Measure {
  private readonly a: Shape
  private readonly b: Shape
  private readonly out = new ShapeDistance()

  constructor(
    private readonly problem: PairProblem,
    private readonly ga: ProblemGeometry,
    na: number,
    private readonly gb: ProblemGeometry,
    nb: number,
  ) {
    this.a = setOf(ga, na)
    this.b = setOf(gb, nb)
  }

  at(q: Float64Array): number {
    const { robot, a, b } = this.problem
    const poses = robot.linkPoses(q)
    const one = new Float64Array(POSE)
    const other = new Float64Array(POSE)
    const between = new Float64Array(POSE)
    composePose(one, 0, poses, POSE * a.index, a.geometry[this.ga.geometry]!.pose, 0)
    composePose(other, 0, poses, POSE * b.index, b.geometry[this.gb.geometry]!.pose, 0)
    composeInversePose(between, 0, one, 0, other, 0)
    return distanceShapes(this.out, this.a, this.b, between, 0, Infinity)
  }
}

/** What was seen in some cells: how many were said to be apart, and how near the truth came to the bounds. */
export interface CellsSeen {
  apart: number
  envelopes: number
  nearest: number
}

/** The end joint that an envelope stands for may have any value, in or out of its limits. */
function freed(problem: PairProblem, q: Float64Array, random: Random, ea: boolean, eb: boolean): Float64Array {
  const { count, variables, variableOf } = problem
  const out = q.slice()
  for (const [k, isFree] of [
    [0, ea],
    [count - 1, eb],
  ] as const) {
    // Where others follow its variable too, they may not.
    const alone = variableOf.filter((v) => v === variableOf[k]).length === 1
    if (isFree && alone) out[variables[variableOf[k]!]!.index] = random.range(-7, 7)
  }
  return out
}

/**
 * Random cells, nodes and envelopes of a random problem. One that is said to be apart is so by clearance + room at least:
 * throws with all that is needed to see it again where less is found.
 */
export function checkCells(seen: CellsSeen, seed: number, cells: number, steps: number): void {
  const problem = randomProblem(seed)
  if (problem === undefined || problem.geometriesA.length === 0 || problem.geometriesB.length === 0) return
  const random = new Random(seed ^ 0x5eed)
  const clearance = random.unit() < 0.7 ? 0 : random.range(0, 0.1)
  const motion = new CellMotion(problem, clearance)
  for (let cell = 0; cell < cells; cell++)
    checkCell(seen, problem, motion, random, clearance, steps, [seed, cells, steps])
}

function checkCell(
  seen: CellsSeen,
  problem: PairProblem,
  motion: CellMotion,
  random: Random,
  clearance: number,
  steps: number,
  again: readonly number[],
): void {
  const { variables, count, endA, endB } = problem
  // Large cells now and then: the whole box too.
  const most = random.integer(9)
  const levels = Int32Array.from(variables, () => random.integer(most + 1))
  const indices = Int32Array.from(levels, (level) => random.integer(2 ** level))
  motion.enter(levels, indices, 0)
  const ga = random.integer(problem.geometriesA.length)
  const gb = random.integer(problem.geometriesB.length)
  const na = randomNode(problem.geometriesA[ga]!, random)
  const nb = randomNode(problem.geometriesB[gb]!, random)
  const ea = endA !== undefined && random.unit() < 0.3
  const eb = endB !== undefined && (count > 1 || !ea) && random.unit() < 0.3
  random.direction(start)
  motion.nx = start[0]!
  motion.ny = start[1]!
  motion.nz = start[2]!
  if (!motion.test(ga, na, ea, gb, nb, eb)) return
  seen.apart++
  if (ea || eb) seen.envelopes++
  const bound = clearance + motion.room
  const measure = new Measure(problem, problem.geometriesA[ga]!, na, problem.geometriesB[gb]!, nb)
  const sides = variables.map(({ lower, upper }, v) => {
    const width = (upper - lower) / 2 ** levels[v]!
    return { low: lower + width * indices[v]!, high: lower + width * (indices[v]! + 1) }
  })
  let least = Infinity
  let worst: readonly number[] = []
  let best = sides.map(({ low, high }) => low / 2 + high / 2)
  const look = (values: readonly number[]): void => {
    const q = freed(problem, problem.configuration(values), random, ea, eb)
    const d = measure.at(q)
    if (d >= least) return
    least = d
    worst = [...q]
    best = [...values]
  }
  look(best)
  for (let k = 0; k < steps; k++) {
    look(sides.map(({ low, high }) => (random.unit() < 0.5 ? low : high)))
    look(sides.map(({ low, high }) => random.range(low, high)))
  }
  // Down from the nearest, by smaller and smaller steps.
  for (let k = 0; k < steps; k++) {
    const scale = 2 ** (-8 * (k / steps))
    look(
      best.map((x, v) => {
        const { low, high } = sides[v]!
        return Math.min(Math.max(x + random.range(-scale, scale) * (high - low), low), high)
      }),
    )
  }
  seen.nearest = Math.min(seen.nearest, least - bound)
  if (!(least >= bound)) {
    throw new Error(
      `checkCells(seen, ${again.join(', ')}): said to be ${bound} apart, and is ${least} at [${worst.join(', ')}]`,
    )
  }
}

const start = new Float64Array(3)

function randomNode({ tree, hull }: ProblemGeometry, random: Random): number {
  return hull !== undefined && random.unit() < 0.5 ? HULL : random.integer(tree.kinds.length)
}

/** What became of some proofs. */
export interface ProofsSeen {
  proved: number
  touching: number
  open: number
  /** Of those that are proved. */
  cells: number
}

/** The distance of the two links, by all of their geometries. */
class LinkMeasure {
  private readonly pairs: readonly Measure[]

  constructor(private readonly problem: PairProblem) {
    const { geometriesA, geometriesB } = problem
    this.pairs = geometriesA.flatMap((ga) => geometriesB.map((gb) => new Measure(problem, ga, WHOLE, gb, WHOLE)))
  }

  at(values: ArrayLike<number>): number {
    const q = this.problem.configuration(values)
    return Math.min(...this.pairs.map((pair) => pair.at(q)))
  }
}

/**
 * Tries to prove a random pair with so many cells. If it is proved, no configuration of the box may be nearer: random ones,
 * corners, and steps down from the nearest. If it is said to touch somewhere, it must be so there.
 */
export function checkProof(seen: ProofsSeen, seed: number, cells: number, steps: number, clearance = 0): void {
  const problem = randomProblem(seed)
  if (problem === undefined) return
  const again = `checkProof(seen, ${seed}, ${cells}, ${steps}, ${clearance})`
  const proof = new CellProof(problem, { clearance })
  while (proof.spent < cells && !proof.step(10));
  const measure = new LinkMeasure(problem)
  if (proof.touchesAt !== undefined) {
    seen.touching++
    const d = measure.at(proof.touchesAt)
    if (!(d <= clearance + 1e-6))
      throw new Error(`${again}: said to touch at [${proof.touchesAt.join(', ')}], and is ${d}`)
    return
  }
  if (proof.state !== 'proved') {
    seen.open++
    if (!(proof.left > 0 && proof.left <= 1)) throw new Error(`${again}: ${proof.left} left`)
    return
  }
  seen.proved++
  seen.cells += proof.cells
  const random = new Random(seed ^ 0xa110)
  const { variables } = problem
  let best: readonly number[] = []
  let least = Infinity
  const look = (values: readonly number[]): void => {
    const d = measure.at(values)
    if (d >= least) return
    least = d
    best = values
  }
  for (let k = 0; k < steps; k++) {
    look(variables.map(({ lower, upper }) => (random.unit() < 0.5 ? lower : upper)))
    look(variables.map(({ lower, upper }) => random.range(lower, upper)))
  }
  for (let k = 0; k < steps; k++) {
    const scale = 2 ** (-12 * (k / steps))
    look(
      variables.map(({ lower, upper }, v) => {
        const x = best[v]! + random.range(-scale, scale) * (upper - lower)
        return Math.min(Math.max(x, lower), upper)
      }),
    )
  }
  if (!(least > clearance)) throw new Error(`${again}: proved, and is ${least} at [${best.join(', ')}]`)
}
