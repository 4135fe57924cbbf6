// Vectors and poses of enclosed numbers. A pose is twelve numbers, row by row: rotation and translation. A point, a direction and an
// axis are three.
import { Real } from './real.js'

export type Vector = readonly [Real, Real, Real]
export type Pose = readonly Real[]

/** A line of the world: its unit direction and a point on it. */
export interface Line {
  readonly along: Vector
  readonly through: Vector
}

export function vector(values: ArrayLike<number>, bits: bigint, at = 0): Vector {
  return [Real.of(values[at]!, bits), Real.of(values[at + 1]!, bits), Real.of(values[at + 2]!, bits)]
}

export function plus(a: Vector, b: Vector): Vector {
  return [a[0].plus(b[0]), a[1].plus(b[1]), a[2].plus(b[2])]
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0].minus(b[0]), a[1].minus(b[1]), a[2].minus(b[2])]
}

export function scaled(a: Vector, by: Real): Vector {
  return [a[0].times(by), a[1].times(by), a[2].times(by)]
}

export function negative(a: Vector): Vector {
  return [a[0].negative(), a[1].negative(), a[2].negative()]
}

export function dot(a: Vector, b: Vector): Real {
  return a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

export function cross(a: Vector, b: Vector): Vector {
  const part = (i: 0 | 1 | 2, j: 0 | 1 | 2): Real => a[i].times(b[j]).minus(a[j].times(b[i]))
  return [part(1, 2), part(2, 0), part(0, 1)]
}

export function length(a: Vector): Real {
  return dot(a, a).root()
}

export function unit(a: Vector): Vector {
  const size = length(a)
  return [a[0].over(size), a[1].over(size), a[2].over(size)]
}

/** x · y */
export function product(x: Pose, y: Pose): Pose {
  return [0, 4, 8].flatMap((row) =>
    [0, 1, 2, 3].map((column) => {
      const sum = dot([x[row]!, x[row + 1]!, x[row + 2]!], [y[column]!, y[column + 4]!, y[column + 8]!])
      return column === 3 ? sum.plus(x[row + 3]!) : sum
    }),
  )
}

/** A direction of a pose's frame, outside of it; with its translation for a point. */
export function turnedOut(x: Pose, p: Vector): Vector {
  const row = (r: number): Real => dot([x[r]!, x[r + 1]!, x[r + 2]!], p)
  return [row(0), row(4), row(8)]
}

export function placed(x: Pose, p: Vector): Vector {
  return plus(turnedOut(x, p), translation(x))
}

export function turnedIn(x: Pose, p: Vector): Vector {
  const column = (k: number): Real => dot([x[k]!, x[k + 4]!, x[k + 8]!], p)
  return [column(0), column(1), column(2)]
}

export function inFrame(x: Pose, p: Vector): Vector {
  return turnedIn(x, minus(p, translation(x)))
}

export function lineIn(x: Pose, { along, through }: Line): Line {
  return { along: turnedIn(x, along), through: inFrame(x, through) }
}

export function translation(x: Pose): Vector {
  return [x[3]!, x[7]!, x[11]!]
}
