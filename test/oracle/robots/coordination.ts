// Coordination of robots, checked the slow way: cells of diagrams by samples of the world's own queries, schedules by trying every
// decision and by a search over all states, signals by playing random executions state by state.
import { finish } from '../../../src/base/work/steps.js'
import { Random, type World } from '../../../src/entries/robots.js'
import { type Component, diagramComponents } from '../../../src/robots/coordinate/components.js'
import { CELL_FREE, type Diagram, diagramOf } from '../../../src/robots/coordinate/diagram.js'
import { partOfWorld } from '../../../src/robots/coordinate/part-of-world.js'
import { RobotPath } from '../../../src/robots/coordinate/robot-path.js'
import {
  earliest,
  findSchedule,
  type PairComponents,
  type Signal,
} from '../../../src/robots/coordinate/schedule-search.js'
import { robotSpace } from '../../../src/robots/motion/motion-space.js'
import { lineTrack, splineTrack } from '../../../src/robots/motion/splines.js'
import type { Track } from '../../../src/robots/motion/track.js'
import { buildWorld, type CaseText, randomCase } from './motions-cases.js'

/** Two robots' paths in one world. */
export interface DiagramText extends CaseText {
  /** Seconds a segment, and an atom. */
  readonly seconds: number
  readonly atom: number
  readonly curved: boolean
}

/** The robots of two random cases a little apart, each with the waypoints of its own. */
export function randomDiagramCase(seed: number): DiagramText {
  const random = new Random(seed)
  const one = oneRobot(random)
  const other = oneRobot(random)
  const apart = random.range(0, 2.5)
  const moved = {
    ...other.robots[0]!,
    base: { ...other.robots[0]!.base, at: shifted(other.robots[0]!.base.at, apart) },
  }
  const count = Math.min(one.waypoints.length, other.waypoints.length)
  return {
    robots: [one.robots[0]!, moved],
    obstacles: [],
    attached: [
      ...one.attached.filter(({ robot }) => robot === 0),
      ...other.attached.filter(({ robot }) => robot === 0).map((held) => ({ ...held, robot: 1 })),
    ],
    waypoints: Array.from({ length: Math.max(2, count) }, (_, k) => [
      ...one.waypoints[k % one.waypoints.length]!,
      ...other.waypoints[k % other.waypoints.length]!,
    ]),
    clearance: random.unit() < 0.2 ? random.range(0, 0.1) : 0,
    seconds: 1,
    atom: 2 ** -(1 + random.integer(6)),
    curved: random.unit() < 0.3,
  }
}

/** A random case of one robot, its waypoints cut to that robot's numbers. */
function oneRobot(random: Random): CaseText {
  const text = randomCase(random.bits() >>> 1)
  const dof = buildWorld({ ...text, robots: text.robots.slice(0, 1), attached: [], obstacles: [] }).dof
  return { ...text, waypoints: text.waypoints.map((q) => q.slice(0, dof)) }
}

function shifted(at: readonly number[], by: number): number[] {
  return [at[0]! + by, at[1]!, at[2]!]
}

export interface BuiltDiagram {
  readonly world: World
  readonly paths: readonly [RobotPath, RobotPath]
  readonly diagram: Diagram
  readonly clearance: number
}

export function buildDiagram(text: DiagramText): BuiltDiagram {
  const world = buildWorld(text)
  const { robots } = world.model()
  let first = 0
  const paths = robots.map((robot) => {
    const space = robotSpace(robot)
    const waypoints = text.waypoints.map((q) => Float64Array.from(q.slice(first, first + space.dof)))
    const times = waypoints.map((_, k) => k * text.seconds)
    const hasQuaternions = space.quaternions.length > 0
    const track: Track =
      text.curved && !hasQuaternions
        ? splineTrack(space, '', waypoints, { times })
        : lineTrack(space, '', waypoints, { times })
    const path = new RobotPath(robot.name, first, partOfWorld(world, [robot.name], false, 'always'), track, text.atom)
    first += space.dof
    return path
  }) as [RobotPath, RobotPath]
  const clearance = text.clearance ?? 0
  return { world, paths, clearance, diagram: finish(diagramOf(world.model(), ...paths, clearance)) }
}

/** Counts of rounds, so that a test can see that something was tested. */
export interface DiagramTally {
  free: number
  blocked: number
  samples: number
  /** Samples in blocked cells at which something touches. */
  touching: number
}

/**
 * A complaint if the two robots touch, or are closer than the clearance, at a sample of a cell that was proved free. Mostly in cells
 * next to blocked ones, and there at the place of the cell where they are nearest, as far as a short descent finds it: a bound that
 * is too small shows there.
 */
export function diagramComplaint(text: DiagramText, samples: number, tally: DiagramTally): string | undefined {
  const { world, paths, diagram, clearance } = buildDiagram(text)
  const [a, b] = paths
  const random = new Random(1)
  const { states } = diagram
  const robots = world.model().index.objects
  // What is left is checked between the two alone.
  for (const pair of world.pairs()) {
    const [one, other] = [pair.a, pair.b].map((name) => robots.find((object) => object.name === name)!)
    if (pair.status === 'checked' && one!.robot === other!.robot) world.allow(pair.a, pair.b)
  }
  const q = world.neutral()
  const own = paths.map((path) => new Float64Array(path.world.dof))
  const distanceAt = (s: number, t: number): number => {
    a.at(own[0]!, s)
    b.at(own[1]!, t)
    paths.forEach((path, k) => {
      path.placeIn(q, own[k]!)
    })
    return world.collides(q) ? 0 : world.distance(q).distance
  }
  const near: number[] = []
  states.forEach((state, k) => {
    if (state === CELL_FREE) tally.free++
    else {
      tally.blocked++
      near.push(k)
    }
  })
  for (let n = 0; n < samples; n++) {
    let cell = random.integer(states.length)
    if (near.length > 0 && random.unit() < 0.8) {
      const beside = near[random.integer(near.length)]!
      const i = Math.floor(beside / b.atoms) + random.integer(3) - 1
      const j = (beside % b.atoms) + random.integer(3) - 1
      if (i >= 0 && i < a.atoms && j >= 0 && j < b.atoms) cell = i * b.atoms + j
    }
    const [i, j] = [Math.floor(cell / b.atoms), cell % b.atoms]
    let [s, t] = [i + corner(random), j + corner(random)]
    let least = distanceAt(s, t)
    const isFree = states[cell] === CELL_FREE
    for (let step = 0.25; isFree && near.length > 0 && least > clearance && step > 0.02; step /= 2) {
      for (const [x, y] of NEIGHBOURS) {
        const [u, v] = [clamp(s + step * x, i), clamp(t + step * y, j)]
        const d = distanceAt(u, v)
        if (d < least) [least, s, t] = [d, u, v]
      }
    }
    tally.samples++
    if (least > Math.max(0, clearance)) continue
    if (!isFree) tally.touching++
    else return `${least} apart at marks ${s} and ${t}, in a cell that was proved free:\n${JSON.stringify(text)}`
  }
  return undefined
}

const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

function clamp(s: number, atom: number): number {
  return Math.min(atom + 1, Math.max(atom, s))
}

function corner(random: Random): number {
  const u = random.unit()
  return u < 0.15 ? 0 : u < 0.3 ? 1 : random.unit()
}

/** A made-up diagram: blocked rectangles in a grid whose first and last cell are free. */
export function randomGrid(random: Random, atomsA: number, atomsB: number, rectangles: number): Uint8Array {
  const states = new Uint8Array(atomsA * atomsB)
  for (let r = 0; r < rectangles; r++) {
    const [i, j] = [random.integer(atomsA), random.integer(atomsB)]
    const [w, h] = [1 + random.integer(4), 1 + random.integer(4)]
    for (let x = i; x < Math.min(atomsA, i + w); x++) {
      for (let y = j; y < Math.min(atomsB, j + h); y++) states[x * atomsB + y] = 1
    }
  }
  states[0] = CELL_FREE
  states[states.length - 1] = CELL_FREE
  return states
}

/** Two robots, and a grid of which atom pairs are blocked. */
export interface GridText {
  readonly atoms: readonly number[]
  /** By pair a < b in order: 0 and 1 by atom of a, then of b. */
  readonly grids: readonly (readonly number[])[]
}

export function gridComponents({ atoms, grids }: GridText): PairComponents[] {
  const out: PairComponents[] = []
  let k = 0
  for (let a = 0; a < atoms.length; a++) {
    for (let b = a + 1; b < atoms.length; b++) {
      const states = Uint8Array.from(grids[k++]!)
      out.push({ a, b, components: diagramComponents({ states, a: { atoms: atoms[a]! }, b: { atoms: atoms[b]! } }) })
    }
  }
  return out
}

/** Every atom takes a second, but those in which robots stand. */
export function gridDurations({ atoms }: GridText): Float64Array[] {
  return atoms.map((count) => Float64Array.from({ length: count }, (_, m) => (m === 0 || m === count - 1 ? 0 : 1)))
}

/** The least makespan over all decisions, by trying each; Infinity where none lets all arrive. */
export function bestByDecisions(text: GridText): number {
  const durations = gridDurations(text)
  const all = gridComponents(text).flatMap((pair) => pair.components.map((component) => ({ pair, component })))
  let best = Infinity
  for (let bits = 0; bits < 2 ** all.length; bits++) {
    const signals: Signal[] = []
    const isPossible = all.every(({ pair, component }, c) => {
      const isA = ((bits >> c) & 1) === 0
      const steps = isA ? component.ifA : component.ifB
      const [robot, after] = isA ? [pair.b, pair.a] : [pair.a, pair.b]
      for (const step of steps ?? []) signals.push({ robot, after, ...step })
      return steps !== undefined
    })
    const timing = isPossible ? earliest({ durations, lag: 0 }, signals) : undefined
    if (timing !== undefined) best = Math.min(best, Math.max(...timing.arrive.map((own) => own.at(-1)!)))
  }
  return best
}

/**
 * Of two robots, breadth first over all pairs of marks: in a second each goes one atom on or waits at its mark. Two atoms at once
 * need their cell; one atom while the other waits at a mark needs one of the two cells that meet there. Between two blocked cells
 * that meet in a corner nobody passes: robots would have to be at both marks at the same instant.
 */
export function bestByStates({ atoms, grids }: GridText): number {
  const [countA, countB] = atoms as [number, number]
  const grid = grids[0]!
  const isFree = (i: number, j: number): boolean =>
    i >= 0 && j >= 0 && i < countA && j < countB && grid[i * countB + j] === 0
  const isBlocked = (i: number, j: number): boolean =>
    i >= 0 && j >= 0 && i < countA && j < countB && grid[i * countB + j] !== 0
  const isPinched = (a: number, b: number): boolean =>
    (isBlocked(a - 1, b - 1) && isBlocked(a, b)) || (isBlocked(a - 1, b) && isBlocked(a, b - 1))
  // Standing takes no time: marks 1 and count − 1 are the ends.
  const [lastA, lastB] = [countA - 1, countB - 1]
  let front = new Set([1 * (countB + 1) + 1])
  const seen = new Set(front)
  for (let time = 0; front.size > 0; time++) {
    const next = new Set<number>()
    for (const state of front) {
      const a = Math.floor(state / (countB + 1))
      const b = state % (countB + 1)
      if (a === lastA && b === lastB) return time
      const moves: [number, number][] = []
      if (a < lastA && b < lastB && isFree(a, b)) moves.push([a + 1, b + 1])
      if (a < lastA && (isFree(a, b - 1) || isFree(a, b))) moves.push([a + 1, b])
      if (b < lastB && (isFree(a - 1, b) || isFree(a, b))) moves.push([a, b + 1])
      for (const [x, y] of moves) {
        const to = x * (countB + 1) + y
        if (seen.has(to) || isPinched(x, y)) continue
        seen.add(to)
        next.add(to)
      }
    }
    front = next
  }
  return Infinity
}

/**
 * Plays one execution: again and again a random robot goes half an atom on, if its signals let it. A complaint if two robots are
 * ever where no closed cell is free, or nobody can move before all have arrived.
 */
export function playComplaint(text: GridText, signals: readonly Signal[], random: Random): string | undefined {
  const { atoms, grids } = text
  /** Twice the mark: odd in the middle of an atom. */
  const at = atoms.map(() => 0)
  const isStuck = (r: number): boolean =>
    at[r]! >= 2 * atoms[r]! ||
    (at[r]! % 2 === 0 &&
      signals.some(({ robot, mark, after, left }) => robot === r && 2 * mark === at[r] && at[after]! < 2 * left))
  for (;;) {
    const movable = atoms.flatMap((_, r) => (isStuck(r) ? [] : [r]))
    if (movable.length === 0) {
      return at.every((own, r) => own >= 2 * (atoms[r]! - 1)) ? undefined : `stuck at ${at.map((x) => x / 2)}`
    }
    at[movable[random.integer(movable.length)]!]! += 1
    let k = 0
    for (let a = 0; a < atoms.length; a++) {
      for (let b = a + 1; b < atoms.length; b++) {
        const grid = grids[k++]!
        const cells = cellsAt(at[a]!, atoms[a]!).flatMap((i) =>
          cellsAt(at[b]!, atoms[b]!).map((j) => i * atoms[b]! + j),
        )
        if (!cells.some((cell) => grid[cell] === 0)) return `robots ${a} and ${b} at ${at[a]! / 2} and ${at[b]! / 2}`
      }
    }
  }
}

function cellsAt(twice: number, atoms: number): number[] {
  if (twice % 2 === 1) return [(twice - 1) / 2]
  return [twice / 2 - 1, twice / 2].filter((i) => i >= 0 && i < atoms)
}

export function scheduleOf(text: GridText) {
  return finish(
    findSchedule({ durations: gridDurations(text), pairs: gridComponents(text), lag: 0, objective: 'makespan' }),
  )
}

export type { Component }
