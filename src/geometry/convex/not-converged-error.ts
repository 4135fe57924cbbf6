import { LimberError } from '../../errors.js'

/** An iteration that did not reach its tolerance. The bounds that it did reach are in it. */
export class NotConvergedError extends LimberError {
  readonly lower: number
  readonly upper: number

  constructor(what: string, lower: number, upper: number) {
    super(`${what} did not converge: it is between ${lower} and ${upper}; please report what was asked`)
    this.lower = lower
    this.upper = upper
  }
}
