// A piece of motion: where every mover is, and bounds of how it moves. Every variable is a polynomial of t from 0 to 1; a line from a to b
// is a + t·(b − a). About t it is Σ d_j·s^j; for |s| ≤ h an odd power reaches both ways, an even one in the direction of its sign only.
import type { FreeTurn, Kinematics } from './kinematics.js'
import { Real } from './real.js'

/** How a mover moves over [t − h, t + h]: its derivatives with respect to s/h, and how far it gets from its value at t. */
export interface Movement {
  readonly chord: Real
  readonly velocity: Real
  readonly speed: Real
  readonly curve: Real
}

interface Range {
  readonly low: Real
  readonly high: Real
}

export class ExactMotion {
  /** By mover, coefficients from the zeroth. */
  private readonly polynomials: readonly (readonly Real[])[]

  /** Coefficients by variable; `turned` by mover of a floating joint's turn, what it turns by. */
  constructor(
    private readonly kinematics: Kinematics,
    readonly coefficients: readonly (readonly Real[])[],
    readonly turns: ReadonlyMap<number, FreeTurn>,
    turned: ReadonlyMap<number, Real>,
  ) {
    const zero = Real.of(0, kinematics.bits)
    this.polynomials = kinematics.freedoms.map(({ variable, factor, offset }, k) => {
      const angle = turned.get(k)
      if (angle !== undefined) return [zero, angle]
      return coefficients[variable]!.map((c, j) => (j === 0 ? c.times(factor).plus(offset) : c.times(factor)))
    })
  }

  values(t: Real): Real[] {
    return this.polynomials.map((own) => taylor(own, t)[0]!)
  }

  movements(t: Real, h: Real): Movement[] {
    return this.polynomials.map((own, k) => {
      const d = taylor(own, t)
      const zero = Real.of(0, h.bits)
      const first = d.map((c, j) => c.timesWhole(BigInt(j))).slice(1)
      const second = d.map((c, j) => c.timesWhole(BigInt(j * (j - 1)))).slice(2)
      const speed = largest(first, h).times(h)
      let reach = zero
      for (let j = d.length - 1; j > 0; j--) reach = reach.plus(d[j]!.absolute()).times(h)
      const spread = reach.min(speed)
      return {
        chord: this.kinematics.freedoms[k]!.turns ? chordOf(spread) : spread,
        velocity: (first[0] ?? zero).times(h),
        speed,
        curve: largest(second, h).times(h.square()),
      }
    })
  }

  /** Does a variable certainly stay between two numbers? Stretches of time are halved until each is decided. */
  staysBetween(variable: number, lowest: Real | undefined, highest: Real | undefined): boolean {
    const own = this.coefficients[variable]!
    const { bits } = own[0]!
    const holds = ({ low, high }: Range): boolean =>
      (lowest === undefined || low.isAtLeast(lowest)) && (highest === undefined || highest.isAtLeast(high))
    const look = (index: bigint, level: bigint): boolean => {
      const d = taylor(own, Real.ofUnits(2n * index + 1n, level + 1n, bits))
      if (holds(within(d, Real.ofUnits(1n, level + 1n, bits)))) return true
      if (level > DEEPEST || !holds({ low: d[0]!, high: d[0]! })) return false
      return look(2n * index, level + 1n) && look(2n * index + 1n, level + 1n)
    }
    return look(0n, 0n)
  }
}

/** Halvings of time after which a value is too close to its limit to be distinguished from it. */
const DEEPEST = 48n

/** How far a point at distance 1 moves by a turn of at most this angle, either way. */
export function chordOf(spread: Real): Real {
  const { bits } = spread
  return Real.pi(bits).isAbove(spread) ? spread.halved().sine().timesWhole(2n) : Real.of(2, bits)
}

/** Coefficients about t. */
function taylor(coefficients: readonly Real[], t: Real): Real[] {
  const d = [...coefficients]
  for (let j = 0; j < d.length - 1; j++) for (let k = d.length - 2; k >= j; k--) d[k] = d[k]!.plus(t.times(d[k + 1]!))
  return d
}

/** Of Σ d_j·s^j for |s| ≤ h. */
function within(d: readonly Real[], h: Real): Range {
  const zero = Real.of(0, h.bits)
  let low = d[0] ?? zero
  let high = low
  let power = h
  for (const [j, c] of d.slice(1).entries()) {
    const term = c.times(power)
    const odd = j % 2 === 0
    low = low.minus(odd ? term.absolute() : term.negative().max(zero))
    high = high.plus(odd ? term.absolute() : term.max(zero))
    power = power.times(h)
  }
  return { low, high }
}

function largest(d: readonly Real[], h: Real): Real {
  const { low, high } = within(d, h)
  return low.absolute().max(high.absolute())
}
