// The box of joint values that a proof is about, and its cells.
//
// It names all variables that move the two links against each other. It must hold the robot's limits of each; but a joint that turns, and
// whose variable moves nothing else between the two, is where it was after a whole turn: an interval of one turn is all there is.
// (A mimic joint turns so many times as fast, and another one with the same variable need not be back: there the limits count.)
//
// Cells are got by halving: a cell is how often each variable was halved and which of the parts it is, in whole numbers, so that
// the two halves of a cell are that cell and nothing is left between them. Its middle and half width are rounded: in units of u of
// |lower| + |upper|, the width is off by 1, its product with a fraction by 1 more, the sum by 2; so the middle by 4 at most.
import type { Robot } from '../../bodies/robot.js'
import { type Bodies, TURN } from '../bodies.js'
import { demand, type VerifyPlace } from '../rejection.js'
import { U } from '../rounding.js'

/** The double above twice Math.PI. Half an ulp less, which a difference may be off by, is above 2π still. */
const WHOLE_TURN = 6.283185307179587

/** Halvings of one variable after which fractions would no longer be exact. */
const DEEPEST = 48

export interface BoxSide {
  /** Its place in a configuration. */
  readonly variable: number
  readonly lower: number
  readonly upper: number
}

/** What a middle is off by, in u of |lower| + |upper|. */
export const MIDDLE_ROUNDING = 4

export function checkBox(
  robot: Robot,
  bodies: Bodies,
  chain: readonly number[],
  box: readonly BoxSide[],
  where: VerifyPlace,
): void {
  let last = -1
  for (const { variable, lower, upper } of box) {
    demand(variable > last && variable < robot.dof, 'the box has a variable twice, or one that there is not', where)
    last = variable
    const name = robot.variables[variable]!
    const own = chain.filter((k) => bodies.movers[k]!.variable === variable).map((k) => bodies.movers[k]!)
    demand(own.length > 0, `the box has ${name}, which does not move the two against each other`, where)
    const finite = Number.isFinite(lower) && Number.isFinite(upper) && lower <= upper
    demand(finite, `the box has no interval of ${name}`, where)
    const turns = own.length === 1 && own[0]!.kind === TURN && Math.abs(own[0]!.factor) === 1
    const holds = lower <= robot.lower[variable]! && upper >= robot.upper[variable]!
    demand(holds || (turns && upper - lower >= WHOLE_TURN), `the box does not hold the limits of ${name}`, where)
  }
  for (const k of chain) {
    const { variable, body } = bodies.movers[k]!
    const { joint } = bodies.jointOf(body)
    demand(joint.kind !== 'floating', `${joint.name}, which floats, moves the two against each other`, where)
    const named = box.some((side) => side.variable === variable)
    demand(named, `the box does not have ${robot.variables[variable]!}, which moves the two against each other`, where)
  }
}

/** Part `index` of 2^level equal ones, by the place of the variable in the box. */
export class Cell {
  /** Was a plane for it seen? */
  isCounted = false

  private constructor(
    readonly levels: Uint8Array,
    readonly indices: Float64Array,
  ) {}

  static whole(variables: number): Cell {
    return new Cell(new Uint8Array(variables), new Float64Array(variables))
  }

  canBeHalved(side: number): boolean {
    return this.levels[side]! < DEEPEST
  }

  half(side: number, upper: 0 | 1): Cell {
    const levels = this.levels.slice()
    const indices = this.indices.slice()
    levels[side]! += 1
    indices[side] = 2 * indices[side]! + upper
    return new Cell(levels, indices)
  }

  middle(side: number, { lower, upper }: BoxSide): number {
    return lower + (upper - lower) * ((2 * this.indices[side]! + 1) / 2 ** (this.levels[side]! + 1))
  }

  halfWidth(side: number, { lower, upper }: BoxSide): number {
    return ((upper - lower) / 2 ** (this.levels[side]! + 1)) * (1 + 2 * U)
  }
}
