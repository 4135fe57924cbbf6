// The motion of a path in its worker: straight, or the curve that controllers play through points with velocities; where it is at a
// moment, how fast, and how its speed changes.
import {
  lineMotion,
  type Motion,
  type PathDescription,
  type PieceDocument,
  trajectoryMotion,
  type World,
} from '../../../src/entries/robots.js'
import { durationOf, isTimed, type PathLike, type PathState, pathBreaks, placeAt } from './path.js'

export interface LaidPath {
  readonly path: PathLike
  readonly motion: Motion
  readonly breaks: readonly number[]
}

export function laidPath(world: World, path: PathLike): LaidPath {
  return { path, motion: motionOf(world, path), breaks: pathBreaks(path) }
}

/** When straight lines are passed makes no difference to what they touch. */
export function motionOf(world: World, path: PathLike): Motion {
  const { waypoints, times = [], velocities = [], accelerations = [] } = path
  if (!isTimed(path) || velocities.every((row) => row === null)) return lineMotion(world, waypoints)
  const points = waypoints.map((positions, k) => ({
    ...{ time: times[k]!, positions },
    ...{ velocities: velocities[k] ?? undefined, accelerations: accelerations[k] ?? undefined },
  }))
  return trajectoryMotion(world, { points })
}

/** As a file has it: a path, or a trajectory where it has times. */
export function pathDocument(joints: readonly string[], path: PathLike): object {
  const { waypoints, times = [], velocities = [], accelerations = [] } = path
  if (!isTimed(path)) return { joints, waypoints }
  if (velocities.every((row) => row === null)) return { joints, waypoints, times }
  return {
    joints,
    points: waypoints.map((positions, k) => ({
      ...{ time: times[k], positions },
      ...(velocities[k] === undefined || velocities[k] === null ? {} : { velocities: velocities[k] }),
      ...(accelerations[k] === undefined || accelerations[k] === null ? {} : { accelerations: accelerations[k] }),
    })),
  }
}

/** For what writes messages of ROS. */
export function describedPath(joints: readonly string[], path: PathLike): PathDescription {
  const rows = (given: PathLike['velocities'] = []): (readonly number[] | undefined)[] =>
    given.map((row) => row ?? undefined)
  const { waypoints, times = [], velocities = [], accelerations = [] } = path
  return {
    ...{ joints, waypoints },
    ...(isTimed(path) ? { times } : {}),
    ...(velocities.length > 0 ? { velocities: rows(velocities) } : {}),
    ...(accelerations.length > 0 ? { accelerations: rows(accelerations) } : {}),
  }
}

export function configurationAt({ motion, breaks }: LaidPath, t: number, out: Float64Array): Float64Array {
  const { segment, at } = placeAt(breaks, t)
  motion.pieces[segment]!.at(out, at)
  return out
}

export function stateAt(laid: LaidPath, t: number): PathState {
  const { motion, breaks, path } = laid
  const { segment, at } = placeAt(breaks, t)
  const piece = motion.pieces[segment]!
  const q = [...configurationAt(laid, t, new Float64Array(piece.dof))]
  if (!isTimed(path)) return { q, velocities: null, accelerations: null }
  const seconds = path.times![segment + 1]! - path.times![segment]!
  const rows = coefficients(piece.document())
  return {
    q,
    velocities: rows.map((row) => derived(row, 1, at) / seconds),
    accelerations: rows.map((row) => derived(row, 2, at) / seconds ** 2),
  }
}

/** By variable: of 1, t, t², … over a piece. */
function coefficients(piece: PieceDocument): number[][] {
  if (piece.kind === 'curve') return []
  const { from, to, higher } = piece
  return from.map((x, i) => {
    const rest = higher?.[i] ?? []
    return [x, to[i]! - x - rest.reduce((sum, c) => sum + c, 0), ...rest]
  })
}

/** Of a polynomial, or of what it is derived to, at t. */
function derived(row: readonly number[], times: number, t: number): number {
  let list = [...row]
  for (let k = 0; k < times; k++) list = list.slice(1).map((c, i) => (i + 1) * c)
  return list.reduceRight((sum, c) => sum * t + c, 0)
}

export interface PathCurves {
  /** Seconds, from 0. */
  readonly times: Float32Array
  /** By variable; those of quaternions are left empty. */
  readonly positions: readonly Float32Array[]
  readonly velocities: readonly Float32Array[]
  readonly accelerations: readonly Float32Array[]
  readonly limits: readonly VariableLimits[]
}

/** As the robots' files have them; undefined where there is none. */
export interface VariableLimits {
  readonly lower: number | undefined
  readonly upper: number | undefined
  readonly velocity: number | undefined
  readonly acceleration: number | undefined
}

/** Of a whole path, about. */
const POINTS = 300

/** Undefined where nothing is known of time. Both sides of a jump are in it. */
export function curvesOf(world: World, { motion, path }: LaidPath): PathCurves | undefined {
  const duration = durationOf(path)
  if (duration === undefined) return undefined
  const times: number[] = []
  const curves = ['positions', 'velocities', 'accelerations'].map(() =>
    Array.from({ length: world.dof }, (): number[] => []),
  )
  motion.pieces.forEach((piece, k) => {
    const [from, to] = [path.times![k]!, path.times![k + 1]!]
    const rows = coefficients(piece.document())
    const steps = Math.max(1, Math.round((POINTS * (to - from)) / duration))
    for (let s = 0; s <= steps; s++) {
      times.push(from - path.times![0]! + (s / steps) * (to - from))
      rows.forEach((row, i) => {
        for (let d = 0; d < 3; d++) curves[d]![i]!.push(derived(row, d, s / steps) / (to - from) ** d)
      })
    }
  })
  const [positions, velocities, accelerations] = curves.map((all) => all.map((row) => Float32Array.from(row)))
  return {
    times: Float32Array.from(times),
    ...{ positions: positions!, velocities: velocities!, accelerations: accelerations! },
    limits: limitsOf(world),
  }
}

function limitsOf(world: World): VariableLimits[] {
  const known = (x: number): number | undefined => (Number.isFinite(x) ? x : undefined)
  // A file that says 0 says nothing.
  const rate = (x: number): number | undefined => (x > 0 ? known(x) : undefined)
  const rates = rateLimits(world)
  return Array.from({ length: world.dof }, (_, i) => ({
    ...{ lower: known(world.lower[i]!), upper: known(world.upper[i]!) },
    ...{ velocity: rate(rates[i]!.velocity), acceleration: rate(rates[i]!.acceleration) },
  }))
}

/** Of the joints themselves, by variable. */
export function rateLimits(world: World): { readonly velocity: number; readonly acceleration: number }[] {
  const out = Array.from({ length: world.dof }, () => ({ velocity: Infinity, acceleration: Infinity }))
  let first = 0
  for (const { robot } of world.model().robots) {
    for (const { variable, variables, mimic, velocity, acceleration } of robot.joints) {
      if (variable === -1 || mimic !== undefined) continue
      for (let k = 0; k < variables; k++) out[first + variable + k] = { velocity, acceleration }
    }
    first += robot.dof
  }
  return out
}
