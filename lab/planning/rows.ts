// What comes out of every table: one row a scene and planner, means over its runs.

export interface PlanRow {
  readonly table: 'IV' | 'V'
  readonly scene: string
  /** Of the paper. */
  readonly figure: string
  readonly planner: 'sbl' | 'a-sbl' | 'rrt-connect'
  readonly delta?: number
  readonly epsilon?: number
  /** Mean, of processor time; and what half of the runs take, and 95 of 100. */
  readonly seconds: number
  readonly median: number
  readonly percentile95: number
  readonly runs: number
  /** Paths that were returned and collide, by our checker at δ = 0. */
  readonly wrongPaths: number
  /** Paths of which it could not say. */
  readonly undecided: number
  /** Runs that gave up. */
  readonly unsolved: number
  /** Means: segments of a path, its length in radians, rounds of the search, configurations tested. */
  readonly segments: number
  readonly length: number
  readonly iterations: number
  readonly validityTests: number
  readonly published?: { readonly seconds: number; readonly epsilon?: number }
}

export interface WalkRow {
  readonly table: 'VII'
  readonly scene: string
  readonly figure: string
  readonly planner: 'random-walk' | 'smoothing'
  readonly delta: number
  /** Of processor time. */
  readonly seconds: number
  readonly runs: number
  readonly wrongPaths: number
  readonly undecided: number
  /** Of the path, and its length in radians. */
  readonly segments: number
  readonly length: number
  /** Walk: segments tested, and whether it came out from all rings and holes before it was stopped. */
  readonly tested?: number
  readonly arrived?: boolean
  /** Nine arms: how many are out. */
  readonly out?: number
  /** Smoothing: rounds, at most K; shortcuts tried; and the length in units of the walk's. */
  readonly rounds?: number
  readonly attempts?: number
  readonly ratio?: number
  readonly published?: {
    readonly seconds: number
    readonly segments?: number
    readonly rounds?: number
    readonly ratio?: number
  }
}

export type Row = PlanRow | WalkRow

/** The first ε that stayed right for a given number of runs in a row. */
export interface FoundEpsilon {
  readonly scene: string
  readonly figure: string
  readonly runs: number
  readonly epsilon: number
  /** False if the search ended at the smallest ε. */
  readonly right: boolean
  /** Wrong paths on the way there, each at a larger ε or the same. */
  readonly mistakes: number
  /** Runs in all. */
  readonly tried: number
}

/** Milliseconds of processor time of this process so far: what others do on the machine does not count. */
export { processorMillis } from '../adaptive/rows.js'
