// Which way torsions have to turn to push overlapping atoms apart while all others stay where they are: one step of Gauss and Newton for
//   E = ½ Σ overlap² + ½ hold · Σ |x − home|²
// over the torsions, where x depends on them. With the Jacobian J of the positions, the stiffness C of the overlapping pairs (along
// the line of the two atoms) and the forces f = −∂E/∂x it solves (Jᵀ (C + hold) J + damping) s = Jᵀ f by conjugate gradients.
import type { TorsionJacobian } from './torsion-jacobian.js'

/** Pairs of atoms that push each other apart. */
export interface Pushed {
  readonly count: number
  /** Two atoms a pair. */
  readonly pairs: Uint32Array
  /** By pair: from the second atom to the first, a unit vector; and how much nearer they are than they should be (Å). */
  readonly lines: Float64Array
  readonly overlaps: Float64Array
}

/** Å²: a torsion that moves nothing but atoms near its bond is held as if it moved one at this distance from it. */
const DAMPING = 1
/** Of conjugate gradients: they end where the residual is this part of the first, or after this many rounds. */
const ENOUGH = 1e-4
const MOST_ROUNDS = 250

export class Direction {
  private readonly forces: Float64Array
  private readonly moved: Float64Array
  private readonly inertias: Float64Array
  private readonly residual: Float64Array
  private readonly scaled: Float64Array
  private readonly search: Float64Array
  private readonly product: Float64Array

  constructor(
    private readonly jacobian: TorsionJacobian,
    atoms: number,
    torsions: number,
  ) {
    this.forces = new Float64Array(3 * atoms)
    this.moved = new Float64Array(3 * atoms)
    const row = (): Float64Array => new Float64Array(torsions)
    ;[this.inertias, this.residual, this.scaled, this.search, this.product] = [row(), row(), row(), row(), row()]
  }

  /** Writes the turns to `out` (radians). Stops for breath once a round. */
  *solve(
    out: Float64Array,
    positions: Float64Array,
    home: Float64Array,
    pushed: Pushed,
    hold: number,
  ): Generator<void, void, void> {
    const { jacobian, forces, inertias, residual, scaled, search, product } = this
    for (let k = 0; k < forces.length; k++) forces[k] = hold * (home[k]! - positions[k]!)
    addAlong(forces, pushed, (pair) => pushed.overlaps[pair]!)
    jacobian.place(positions)
    jacobian.torques(residual, forces)
    jacobian.inertias(inertias)
    out.fill(0)
    let size = this.precondition(hold)
    search.set(scaled)
    const enough = ENOUGH * ENOUGH * size
    for (let round = 0; round < MOST_ROUNDS && size > enough; round++) {
      this.multiply(product, search, pushed, hold)
      const curvature = dot(search, product)
      if (!(curvature > 0)) return
      const step = size / curvature
      for (let k = 0; k < out.length; k++) {
        out[k]! += step * search[k]!
        residual[k]! -= step * product[k]!
      }
      const next = this.precondition(hold)
      for (let k = 0; k < out.length; k++) search[k] = scaled[k]! + (next / size) * search[k]!
      size = next
      yield
    }
  }

  /** Writes the residual over the diagonal to `scaled`; the product of the two. */
  private precondition(hold: number): number {
    const { residual, scaled, inertias } = this
    for (let k = 0; k < scaled.length; k++) scaled[k] = residual[k]! / (hold * (inertias[k]! + DAMPING))
    return dot(residual, scaled)
  }

  private multiply(out: Float64Array, turns: Float64Array, pushed: Pushed, hold: number): void {
    const { jacobian, forces, moved } = this
    jacobian.velocities(moved, turns)
    for (let k = 0; k < moved.length; k++) forces[k] = hold * moved[k]!
    const { pairs, lines } = pushed
    addAlong(forces, pushed, (pair) => {
      const [i, j] = [3 * pairs[2 * pair]!, 3 * pairs[2 * pair + 1]!]
      let sum = 0
      for (let axis = 0; axis < 3; axis++) sum += lines[3 * pair + axis]! * (moved[i + axis]! - moved[j + axis]!)
      return sum
    })
    jacobian.torques(out, forces)
    for (let k = 0; k < out.length; k++) out[k]! += hold * DAMPING * turns[k]!
  }
}

/** Adds a force along the line of each pair, to the first atom, and its opposite to the second. */
function addAlong(forces: Float64Array, { count, pairs, lines }: Pushed, size: (pair: number) => number): void {
  for (let pair = 0; pair < count; pair++) {
    const force = size(pair)
    const [i, j] = [3 * pairs[2 * pair]!, 3 * pairs[2 * pair + 1]!]
    for (let axis = 0; axis < 3; axis++) {
      forces[i + axis]! += force * lines[3 * pair + axis]!
      forces[j + axis]! -= force * lines[3 * pair + axis]!
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!
  return sum
}
