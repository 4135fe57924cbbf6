// What comes of coordinating several robots.
import type { MotionVerdict } from '../motion/verdict.js'
import type { BlindSpots } from '../world/world-examined.js'
import type { CoordinationCertificate } from './coordination-certificate.js'
import type { DiagramView } from './diagram-view.js'
import type { NamedSignal, RobotSchedule } from './schedule.js'

/** What coordinating took. */
export interface CoordinateStats {
  readonly millis: number
  /** Cells of all diagrams, tests in them, decisions tried. */
  readonly cells: number
  readonly tests: number
  readonly nodes: number
}

interface CoordinateContext extends BlindSpots {
  readonly stats: CoordinateStats
  /** By pair of robots, as far as they were made. */
  readonly diagrams: readonly DiagramView[]
}

/** Signals with which nothing touches, whatever the timing: proved. */
export interface CoordinateScheduled extends CoordinateContext {
  readonly outcome: 'scheduled'
  /** Seconds until the last robot arrives, if nothing is late. */
  readonly makespan: number
  /** No schedule is shorter: the robot that takes longest, by itself. */
  readonly lowerBound: number
  /** Seconds if each waits for the one before. */
  readonly oneAfterOther: number
  /** Who may not pass which mark before whom has reached which. */
  readonly signals: readonly NamedSignal[]
  readonly schedule: RobotSchedule
  /** Robots that have another path than was asked for (`replan`), by name: their waypoints. Empty if all keep theirs. */
  readonly replanned: Readonly<Record<string, readonly Float64Array[]>>
  /** Seconds by which all may be late against the clock without signals, and still nothing touches: proved. Infinity without signals. */
  readonly lag: number
  /**
   * The proof as plain data, for `verifyCoordination`. Throws where the world has changed since, or a path is a caller's own curve.
   * Made when it is asked for.
   */
  certificate(): CoordinationCertificate
}

/** No signals let all robots arrive, as far as cells are proved. */
export interface CoordinateDeadlock extends CoordinateContext {
  readonly outcome: 'deadlock'
  readonly a: string
  readonly b: string
  /** Does something touch at `configurations`? If not, smaller atoms may help. */
  readonly isSeen: boolean
  /** Atoms of the component, from and to, of either path. */
  readonly atomsA: readonly [number, number]
  readonly atomsB: readonly [number, number]
  /** Of all robots: two configurations in the component, at its first atoms and at its last. */
  readonly configurations: readonly [Float64Array, Float64Array]
  readonly reason: string
}

/** A path that cannot be part of any schedule. */
export interface CoordinateInvalid extends CoordinateContext {
  readonly outcome: 'invalid'
  readonly robot: string
  /** Of the robot alone, where it touches itself or an obstacle, or leaves its limits; undefined where another robot is in its way. */
  readonly verdict: MotionVerdict | undefined
  readonly configuration: Float64Array | undefined
  readonly reason: string
}

/** Not known. */
export interface CoordinateUndecided extends CoordinateContext {
  readonly outcome: 'undecided'
  readonly reason: string
}

/** What `coordinate` answers. */
export type CoordinateResult = CoordinateScheduled | CoordinateDeadlock | CoordinateInvalid | CoordinateUndecided

/** How far it is. */
export interface CoordinateProgress {
  readonly phase: 'alone' | 'diagrams' | 'schedule' | 'replanning'
  /** Of the phase's parts, how many are done. */
  readonly done: number
  readonly parts: number
  readonly millis: number
}
