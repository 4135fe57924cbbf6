// Paths judged again, by somebody who shares nothing with the engine but the description of the world: own forward kinematics,
// every pair of parts, every triangle (motions-scene.ts). Conservative advancement: no point of a thing goes farther than the
// sum over its joints of how much they move times how far away it is, so a pair that is d apart stays apart for d over the sum of
// the two. Where that step gets too small, so many samples a segment are taken instead.
import type { Joint, PlanResult, World } from '../../../src/entries/robots.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { polyline, show, type Way } from './motions.js'
import { MotionScene } from './motions-scene.js'

export interface RecheckOptions {
  readonly clearance?: number | undefined
  /** Shortest step, as a share of a segment; default 1/2000. */
  readonly shortest?: number | undefined
  /** Longest one: with many triangles, many short steps are cheaper, since what is farther apart is not measured; default 1/8. */
  readonly longest?: number | undefined
}

export interface Recheck {
  /** What is wrong; undefined if nothing is. */
  readonly wrong: string | undefined
  /** Configurations that were looked at. */
  readonly looks: number
  /** Steps that were longer than could be justified: sampled, not proved. */
  readonly sampled: number
  /** The smallest distance that was seen, as far as it was measured at all. */
  readonly nearest: number
}

const CLOSE = 1e-12

/** Nothing touches anywhere along the way, nor comes nearer than the clearance. */
export function recheck(scene: MotionScene, way: Way, options: RecheckOptions = {}): Recheck {
  const { clearance = 0, shortest = 1 / 2000, longest = 1 / 8 } = options
  const limit = clearance > 0 ? clearance - CLOSE * scene.size : 0
  let looks = 0
  let sampled = 0
  let nearest = Infinity
  for (let segment = 0; segment < way.segments; segment++) {
    const [from, to] = [way.at(segment, 0), way.at(segment, 1)]
    const moves = movesOf(scene, from, to)
    for (let t = 0; ; ) {
      const q = way.at(segment, t)
      scene.place(q)
      looks++
      const speeds = speedsOf(scene, moves)
      let step = longest
      for (const pair of scene.pairs) {
        const speed = speeds[pair.a]! + speeds[pair.b]!
        // Farther apart than this it does not count.
        const enough = limit + longest * speed
        // Nothing gets inside without passing a surface; where samples are taken instead, now and then all the same.
        const d = scene.pairDistance(pair.a, pair.b, enough, t === 0 || t === 1 || looks % 16 === 0)
        if (d <= enough) nearest = Math.min(nearest, d)
        if (d <= limit) {
          const [a, b] = [scene.objects[pair.a]!.name, scene.objects[pair.b]!.name]
          const { lower } = scene.exactly(q, a, b)
          scene.place(q)
          if (lower <= limit) {
            const wrong = `${a} and ${b} are ${lower} apart in segment ${segment} at ${t}: ${show(q)}`
            return { wrong, looks, sampled, nearest }
          }
        }
        if (d <= enough) step = Math.min(step, (0.999 * (d - limit)) / speed)
      }
      if (t === 1) break
      if (step < shortest) {
        step = shortest
        sampled++
      }
      t = Math.min(1, t + step)
    }
  }
  return { wrong: undefined, looks, sampled, nearest }
}

/** How far a joint turns and slides over a whole segment. */
interface Move {
  readonly turn: number
  readonly slide: number
}

const STILL: Move = { turn: 0, slide: 0 }

/** By robot and link: what its joint does. */
function movesOf(scene: MotionScene, from: Float64Array, to: Float64Array): Move[][] {
  return scene.robots.map(({ robot, first }) =>
    robot.links.map(({ joint }) => (joint === undefined ? STILL : moveOf(joint, first + joint.variable, from, to))),
  )
}

function moveOf({ kind, mimic }: Joint, at: number, from: Float64Array, to: Float64Array): Move {
  const by = (k: number): number => Math.abs(to[at + k]! - from[at + k]!)
  const factor = Math.abs(mimic?.multiplier ?? 1)
  switch (kind) {
    case 'fixed':
      return STILL
    case 'revolute':
    case 'continuous':
      return { turn: factor * by(0), slide: 0 }
    case 'prismatic':
      return { turn: 0, slide: factor * by(0) }
    case 'planar':
      return { turn: by(2), slide: Math.hypot(by(0), by(1)) }
    case 'floating':
      return { turn: turnOfQuaternions(at + 3, from, to), slide: Math.hypot(by(0), by(1), by(2)) }
  }
}

/** Radians, the short way; half the angle by lengths of sum and difference. */
function turnOfQuaternions(i: number, from: Float64Array, to: Float64Array): number {
  const sums = [0, 1, 2, 3].map((k) => from[i + k]! + to[i + k]!)
  const differences = [0, 1, 2, 3].map((k) => from[i + k]! - to[i + k]!)
  const [plus, minus] = [Math.hypot(...sums), Math.hypot(...differences)]
  return 4 * Math.atan2(Math.min(plus, minus), Math.max(plus, minus))
}

/** By object: no point of it is farther from where it is now than this, anywhere on the segment, times the share that is gone. */
function speedsOf(scene: MotionScene, moves: readonly (readonly Move[])[]): number[] {
  return scene.objects.map(({ robot, link }, o) => {
    if (robot === -1) return 0
    const { links } = scene.robots[robot]!.robot
    let sum = 0
    for (let l = link; links[l]!.joint !== undefined; l = links[l]!.joint!.parent) {
      const { turn, slide } = moves[robot]![l]!
      if (turn === 0 && slide === 0) continue
      // A joint's axis goes through the origin of its link: turning moves what is r from there by no more than r a radian.
      const pose = scene.linkPoses[robot]![l]!
      let reach = 0
      for (const [x, y, z, r] of scene.balls[o]!) {
        reach = Math.max(reach, Math.hypot(x! - pose[3]!, y! - pose[7]!, z! - pose[11]!) + r!)
      }
      sum += slide + turn * reach
    }
    return sum
  })
}

// Whole plans.

export interface PlanQuestion {
  readonly world: World
  readonly start: ArrayLike<number>
  readonly goals: readonly ArrayLike<number>[]
  /** Numbers of the variables that may move; all if left out. */
  readonly moving?: readonly number[] | undefined
  readonly clearance?: number | undefined
  /** False: the certificate is not looked at. */
  readonly certificate?: boolean | undefined
  readonly shortest?: number | undefined
  readonly longest?: number | undefined
}

/** What is wrong with an answer; undefined if nothing is. A path is swept again, and its certificate verified. */
export function judgePlan(question: PlanQuestion, result: PlanResult, scene?: MotionScene): string | undefined {
  switch (result.outcome) {
    case 'solved':
      return judgeSolved(question, result, scene ?? new MotionScene(question.world))
    case 'no-path-found':
      return result.reason === '' ? 'nothing found, and no reason' : undefined
    case 'invalid-start':
      return judgeInvalid(question, [question.start], result.problems.length, scene ?? new MotionScene(question.world))
    case 'invalid-goal':
      return judgeInvalid(question, question.goals, result.problems.length, scene ?? new MotionScene(question.world))
  }
}

type Solved = Extract<PlanResult, { outcome: 'solved' }>

function judgeSolved(question: PlanQuestion, result: Solved, scene: MotionScene): string | undefined {
  const { world, start, moving, clearance } = question
  const { path, goal } = result
  const ends = judgeEnds(question, path, goal)
  if (ends !== undefined) return ends
  const { lower, upper } = world
  const turns = turnsOf(world)
  for (const [k, q] of path.entries()) {
    if (q.length !== world.dof || !q.every(Number.isFinite)) return `waypoint ${k} is ${show(q)}`
    if (k > 0 && q.every((x, i) => x === path[k - 1]![i])) return `waypoint ${k} is the one before it again`
    for (let i = 0; i < q.length; i++) {
      if (q[i]! < lower[i]! || q[i]! > upper[i]!)
        return `waypoint ${k}: ${world.variables[i]} is ${q[i]}, outside its limits`
      if (moving !== undefined && !moving.includes(i) && q[i] !== start[i]) return `${world.variables[i]} moves`
    }
    for (const i of turns) {
      const norm = Math.hypot(q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!)
      if (Math.abs(norm - 1) > 1e-5) return `waypoint ${k} has a quaternion of length ${norm}`
    }
  }
  const { shortest, longest } = question
  const { wrong } = recheck(scene, polyline(world, path), { clearance, shortest, longest })
  if (wrong !== undefined) return `not free: ${wrong}`
  if (question.certificate === false) return undefined
  return judgeCertificate(question, result)
}

function judgeEnds({ world, start, goals }: PlanQuestion, path: Solved['path'], goal: number): string | undefined {
  const first = path[0]
  const last = path.at(-1)
  if (first === undefined || last === undefined) return 'a path of no waypoints'
  if (!first.every((x, i) => x === start[i])) return `it starts at ${show(first)}, not at ${show(start)}`
  const wanted = goals[goal]
  if (wanted === undefined) return `it ends at goal ${goal} of ${goals.length}`
  const turns = turnsOf(world)
  const off = Array.from(last).findIndex((x, i) => {
    if (x === wanted[i]) return false
    // A whole turn farther is the same place to a joint that has no limits; a quaternion's negative is the same turn.
    if (turns.some((q) => i >= q && i < q + 4)) return x !== -wanted[i]!
    const whole = (x - wanted[i]!) / (2 * Math.PI)
    const isCyclic = world.lower[i] === -Infinity && world.upper[i] === Infinity
    return !(isCyclic && Math.abs(whole - Math.round(whole)) < 1e-12 * (1 + Math.abs(x)))
  })
  return off === -1 ? undefined : `it ends at ${show(last)}, not at ${show(wanted)}`
}

/** Where quaternions begin. */
function turnsOf(world: World): number[] {
  return world.variables.flatMap((name, i) => (name.endsWith('/rot_x') ? [i] : []))
}

/** The proof is accepted, and is about this very path. */
function judgeCertificate({ world, clearance }: PlanQuestion, { certificate, path }: Solved): string | undefined {
  const made = certificate()
  if (made.clearance < (clearance ?? 0)) return `the certificate is for a clearance of ${made.clearance}`
  const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(made)))
  if (!verified.valid) return `the certificate is refused: ${verified.reason} ${JSON.stringify(verified.where)}`
  const pieces = made.pieces as readonly { readonly kind: string; readonly from?: unknown; readonly to?: unknown }[]
  const points = path.length === 1 ? [path[0]!, path[0]!] : path
  if (pieces.length !== points.length - 1) return `${pieces.length} pieces are proved of ${points.length - 1}`
  const differs = pieces.findIndex(({ from, to }, k) => !isSame(from, points[k]!) || !isSame(to, points[k + 1]!))
  return differs === -1
    ? undefined
    : `piece ${differs} of the certificate is another motion: ${JSON.stringify(pieces[differs])}`
}

function isSame(given: unknown, q: ArrayLike<number>): boolean {
  return (
    Array.isArray(given) && given.length === q.length && given.every((x, i) => x === q[i] || (x === 0 && q[i] === 0))
  )
}

/** What is called invalid touches, is too close, or is outside its limits. */
function judgeInvalid(
  { world, clearance }: PlanQuestion,
  places: readonly ArrayLike<number>[],
  problems: number,
  scene: MotionScene,
): string | undefined {
  if (problems === 0) return 'invalid, and no problem is named'
  for (const q of places) {
    const isOutside = Array.from(q).some((x, i) => x < world.lower[i]! || x > world.upper[i]!)
    if (isOutside || scene.near(q, (clearance ?? 0) + CLOSE * scene.size).length > 0) continue
    return `called invalid, and nothing is wrong with ${show(q)}`
  }
  return undefined
}
