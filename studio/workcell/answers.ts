// What the engine says of a configuration of a cell, and how a link gets to where it is dragged.
import { inverseKinematics, type World, type WorldDistance } from '../../src/entries/robots.js'
import type { CellEdits } from './edits.js'
import type { CellSight } from './sight.js'
import type { Workcell } from './workcell.js'

export interface CellQuestion {
  readonly edits: CellEdits
  readonly q: readonly number[]
  /** Two objects that are selected, by pairKey: measured whether or not they are the nearest. */
  readonly pair?: string | undefined
}

export interface CellTouch {
  readonly a: string
  readonly b: string
  /** Metres: how far one would have to move to separate them. */
  readonly depth: number
  readonly at: readonly number[]
}

export interface CellNearest {
  readonly a: string
  readonly b: string
  readonly distance: number
  readonly pointA: readonly number[]
  readonly pointB: readonly number[]
}

export interface CellAnswer {
  /** Twelve numbers a thing, in the order of the cell's things. */
  readonly poses: Float32Array
  /** Twelve numbers a link, of all robots one after the other; and of what they look like, once that was asked for. */
  readonly frames: Float32Array
  readonly visuals: Float32Array
  readonly touching: readonly CellTouch[]
  /** Undefined where there is nothing to be near to. */
  readonly nearest: CellNearest | undefined
  /** The two that were asked for, checked or not: where they touch, or how far apart they are. */
  readonly asked: CellTouch | CellNearest | undefined
  /** Joints that are beyond their limits. */
  readonly outside: readonly string[]
  /** What of the cell the answer does not cover. */
  readonly sight: CellSight
  /** What both questions took, and pairs of boxes and of triangles that were tested for the distance. */
  readonly millis: number
  readonly tests: number
}

export interface CellDrag extends CellQuestion {
  readonly link: string
  /** The point of the link that was taken, in its frame. */
  readonly point: readonly number[]
  /** Where it is to go. */
  readonly to: readonly number[]
  /** Only the joint that the link hangs on moves. */
  readonly alone: boolean
}

export function answerFor(cell: Workcell, { edits, q, pair }: CellQuestion): CellAnswer {
  const world = cell.world(edits)
  const began = performance.now()
  const touching = touchingIn(world, q)
  const nearest = world.distance(q)
  const { stats } = nearest
  const millis = performance.now() - began
  return {
    poses: cell.poses(edits, q),
    frames: cell.framesOf(q),
    visuals: cell.visualPoses(q),
    touching,
    nearest: nearestOf(nearest),
    asked: pair === undefined ? undefined : askedOf(cell, q, pair),
    outside: world.outsideLimits(q),
    sight: cell.sight(edits),
    millis,
    tests: stats.volumeTests + stats.pairTests + stats.innerVolumeTests + stats.leafTests,
  }
}

export function touchingIn(world: World, q: readonly number[]): CellTouch[] {
  return world.collisions(q).map(({ a, b, depth, pointA, pointB }) => ({
    a,
    b,
    depth,
    at: Array.from(pointA, (x, k) => (x + pointB[k]!) / 2),
  }))
}

function askedOf(cell: Workcell, q: readonly number[], pair: string): CellTouch | CellNearest | undefined {
  const world = cell.measuring(pair)
  return touchingIn(world, q)[0] ?? nearestOf(world.distance(q))
}

export function nearestOf({ a, b, distance, pointA, pointB }: WorldDistance): CellNearest | undefined {
  return a === '' ? undefined : { a, b, distance, pointA: [...pointA], pointB: [...pointB] }
}

/** The configuration that brings the point that was taken as near to where it is to go as it gets. */
export function draggedTo(cell: Workcell, { q, link: thing, point, to, alone }: CellDrag): ArrayLike<number> {
  // What is carried goes with what carries it.
  const link = cell.parts.attached?.find(({ name }) => name === thing)?.link ?? thing
  const moving = alone ? jointOf(cell, link) : undefined
  const found = inverseKinematics(
    cell.bare(),
    { link, tool: { at: point }, pose: { at: to }, free: ['roll', 'pitch', 'yaw'], position: 1e-4 },
    { start: q, seeds: 1, maxSolutions: 1, ...(moving === undefined ? {} : { moving: [moving] }) },
  )
  if (found.outcome === 'solved') return found.solutions[0]!
  return found.outcome === 'colliding' ? found.q : found.nearest
}

/** The joint that a link hangs on, or the first one above it that moves. */
function jointOf(cell: Workcell, link: string): string | undefined {
  for (const { robot, name = robot.name } of cell.parts.robots) {
    if (!link.startsWith(`${name}/`)) continue
    let joint = robot.link(link.slice(name.length + 1)).joint
    while (joint !== undefined && joint.variables === 0) {
      joint = robot.links[joint.parent]!.joint
    }
    return joint === undefined ? undefined : `${name}/${joint.name}`
  }
  return undefined
}
