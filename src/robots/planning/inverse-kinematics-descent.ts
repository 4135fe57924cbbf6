// From one configuration down to where the tool is at its goal: Levenberg–Marquardt within the joints' limits.
//
// The damping is the error itself, as in Sugihara, "Solvability-unconcerned inverse kinematics by the Levenberg–Marquardt
// method", IEEE Transactions on Robotics 27 (2011), section III: far away it goes down the slope, near the goal it becomes
// Newton's step. It is scaled up after a step that made things worse, which is not taken. The gradient is exact, since a rotation
// vector's own direction is left alone by the derivative of the logarithm: a small enough step always goes down.
//
// Limits: a variable that is at one and would go beyond it is left out, and the step is recomputed without it; one
// that meets its limit on the way stops there.
import { dampedStep, ROWS } from './damped-step.js'
import type { LinkChain } from './inverse-kinematics-chain.js'

/** Of the square of the error: the damping, to begin with and at least. */
const DAMPING = 0.5
const LEAST_DAMPING = 1e-3

/** Far away, as what drives or flies may be, more damping than this would only make steps short. */
const MOST_COST = 1

/** Added to the damping so that the matrix can be factored whatever the columns are. */
const TINY_DAMPING = 1e-12

/**
 * The goal is met when the error is a thousandth of what it may be: near it, each step squares the error, and one more is cheap.
 */
const FINE = 1e-3

const MOST_ITERATIONS = 100

/** This many steps in a row that reduce the error's square by less than a tenth: the valley does not lead there. */
const SLOW_STEPS = 6
const SLOW = 0.9

export class Descent {
  /** Where it is: the robot's own configuration. */
  readonly q: Float64Array
  /** Of the last run: position (in units of reach) and turn. */
  readonly error = new Float64Array(ROWS)
  iterations = 0
  private readonly next: Float64Array
  private readonly step: Float64Array
  /** By step: 1 while it may move. */
  private readonly moves: Uint8Array
  private readonly vector = new Float64Array(ROWS)

  /** Limits by the robot's variables; ±Infinity where there are none. */
  constructor(
    private readonly chain: LinkChain,
    private readonly lower: Float64Array,
    private readonly upper: Float64Array,
    /** What the position (in units of reach) and the turn may be off by. */
    private readonly position: number,
    private readonly angle: number,
  ) {
    this.q = new Float64Array(lower.length)
    this.next = new Float64Array(lower.length)
    this.step = new Float64Array(chain.steps.length)
    this.moves = new Uint8Array(chain.steps.length)
  }

  /** Goes down from there. True when the goal is met. */
  run(from: Float64Array): boolean {
    const { chain, q, next, error } = this
    q.set(from)
    this.clamp(q)
    let cost = chain.measure(q)
    error.set(chain.error)
    let damping = DAMPING
    let slow = 0
    for (let k = 0; k < MOST_ITERATIONS && slow < SLOW_STEPS && !this.isThere(FINE); k++) {
      this.iterations++
      chain.differentiate()
      let after = Infinity
      for (let tries = 0; tries < 10 && after >= cost; tries++) {
        this.solve(damping * Math.min(cost, MOST_COST) + TINY_DAMPING)
        chain.apply(next, q, this.step)
        this.clamp(next)
        after = chain.measure(next)
        damping = after < cost ? Math.max(damping / 3, LEAST_DAMPING) : damping * 8
      }
      // No step goes down: as low as it gets, or as numbers can tell.
      if (!(after < cost)) break
      slow = after > SLOW * cost ? slow + 1 : 0
      cost = after
      q.set(next)
      error.set(chain.error)
    }
    return this.isThere(1)
  }

  private isThere(share: number): boolean {
    const e = this.error
    const position = this.position * share
    const angle = this.angle * share
    return (
      e[0]! * e[0]! + e[1]! * e[1]! + e[2]! * e[2]! <= position * position &&
      e[3]! * e[3]! + e[4]! * e[4]! + e[5]! * e[5]! <= angle * angle
    )
  }

  private clamp(q: Float64Array): void {
    const { lower, upper } = this
    for (const { variable } of this.chain.steps) {
      if (q[variable]! < lower[variable]!) q[variable] = lower[variable]!
      else if (q[variable]! > upper[variable]!) q[variable] = upper[variable]!
    }
  }

  /** The damped step −Jᵀ(J·Jᵀ + damping)⁻¹e over those variables that do not push against a limit. */
  private solve(damping: number): void {
    const { chain, moves, step, vector, error, q, lower, upper } = this
    const { steps, columns } = chain
    moves.fill(1)
    for (let again = true; again; ) {
      again = false
      dampedStep(vector, columns, moves, error, damping)
      for (let i = 0; i < steps.length; i++) {
        if (moves[i] === 0) {
          step[i] = 0
          continue
        }
        let sum = 0
        for (let r = 0; r < ROWS; r++) sum -= columns[ROWS * i + r]! * vector[r]!
        step[i] = sum
        const v = steps[i]!.variable
        if ((sum < 0 && q[v]! <= lower[v]!) || (sum > 0 && q[v]! >= upper[v]!)) {
          moves[i] = 0
          again = true
        }
      }
    }
  }
}
