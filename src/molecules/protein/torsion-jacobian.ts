// How fast atoms move when torsions turn, and the reverse: which torques forces on atoms exert about the torsions' bonds. Both are
// products with the Jacobian of the positions, or its transpose, which is never stored: a torsion of the backbone
// moves all that follows it as one body, so both are sums along the chain, O(atoms + torsions).
import type { ProteinCore } from './protein-core.js'

export class TorsionJacobian {
  /** By torsion: the unit vector along its bond, from the near atom to the far one, and where the far one is. */
  private readonly axes: Float64Array
  private readonly points: Float64Array
  private positions: Float64Array = new Float64Array(0)

  constructor(private readonly core: ProteinCore) {
    this.axes = new Float64Array(3 * core.turns.length)
    this.points = new Float64Array(3 * core.turns.length)
  }

  /** The atoms are here now: x, y, z each. The array is kept, not copied. */
  place(positions: Float64Array): void {
    this.positions = positions
    const { axes, points } = this
    this.core.list.torsions.forEach(({ atoms: [, near, far] }, k) => {
      let squares = 0
      for (let axis = 0; axis < 3; axis++) {
        points[3 * k + axis] = positions[3 * far + axis]!
        const along = positions[3 * far + axis]! - positions[3 * near + axis]!
        axes[3 * k + axis] = along
        squares += along * along
      }
      for (let axis = 0; axis < 3; axis++) axes[3 * k + axis]! /= Math.sqrt(squares)
    })
  }

  /** Writes the velocity of every atom where the torsions turn at these rates. */
  velocities(out: Float64Array, rates: Float64Array): Float64Array {
    const { core, positions: x, axes, points } = this
    core.chains.forEach((chain, piece) => {
      const torsions = core.torsionOfJoint[piece]!
      // The velocity at x is w × x + u.
      let wx = 0
      let wy = 0
      let wz = 0
      let ux = 0
      let uy = 0
      let uz = 0
      for (let link = 0; link < chain.links; link++) {
        const k = link === 0 ? -1 : torsions[link - 1]!
        if (k >= 0 && rates[k] !== 0) {
          const rate = rates[k]!
          const a = rate * axes[3 * k]!
          const b = rate * axes[3 * k + 1]!
          const c = rate * axes[3 * k + 2]!
          const p = points[3 * k]!
          const q = points[3 * k + 1]!
          const r = points[3 * k + 2]!
          wx += a
          wy += b
          wz += c
          ux -= b * r - c * q
          uy -= c * p - a * r
          uz -= a * q - b * p
        }
        const atoms = chain.onLink(link)
        for (let n = 0; n < atoms.length; n++) {
          const i = atoms[n]!
          const p = x[3 * i]!
          const q = x[3 * i + 1]!
          const r = x[3 * i + 2]!
          out[3 * i] = wy * r - wz * q + ux
          out[3 * i + 1] = wz * p - wx * r + uy
          out[3 * i + 2] = wx * q - wy * p + uz
        }
      }
    })
    for (const { chi } of core.list.sideChains) {
      for (const { torsion: k, moved } of chi) {
        const rate = rates[k]!
        if (rate === 0) continue
        const a = rate * axes[3 * k]!
        const b = rate * axes[3 * k + 1]!
        const c = rate * axes[3 * k + 2]!
        for (let n = 0; n < moved.length; n++) {
          const i = moved[n]!
          const p = x[3 * i]! - points[3 * k]!
          const q = x[3 * i + 1]! - points[3 * k + 1]!
          const r = x[3 * i + 2]! - points[3 * k + 2]!
          out[3 * i]! += b * r - c * q
          out[3 * i + 1]! += c * p - a * r
          out[3 * i + 2]! += a * q - b * p
        }
      }
    }
    return out
  }

  /** Writes the torque about every torsion's bond where these forces act on the atoms. */
  torques(out: Float64Array, forces: Float64Array): Float64Array {
    const { core, positions: x, axes, points } = this
    core.chains.forEach((chain, piece) => {
      const torsions = core.torsionOfJoint[piece]!
      // All forces beyond a joint, and their torque about the origin.
      let fx = 0
      let fy = 0
      let fz = 0
      let tx = 0
      let ty = 0
      let tz = 0
      for (let link = chain.links - 1; link > 0; link--) {
        const atoms = chain.onLink(link)
        for (let n = 0; n < atoms.length; n++) {
          const i = atoms[n]!
          const p = x[3 * i]!
          const q = x[3 * i + 1]!
          const r = x[3 * i + 2]!
          const f = forces[3 * i]!
          const g = forces[3 * i + 1]!
          const h = forces[3 * i + 2]!
          fx += f
          fy += g
          fz += h
          tx += q * h - r * g
          ty += r * f - p * h
          tz += p * g - q * f
        }
        const k = torsions[link - 1]!
        if (k < 0) continue
        const p = points[3 * k]!
        const q = points[3 * k + 1]!
        const r = points[3 * k + 2]!
        out[k] =
          axes[3 * k]! * (tx - (q * fz - r * fy)) +
          axes[3 * k + 1]! * (ty - (r * fx - p * fz)) +
          axes[3 * k + 2]! * (tz - (p * fy - q * fx))
      }
    })
    for (const { chi } of core.list.sideChains) {
      for (const { torsion: k, moved } of chi) {
        let sum = 0
        for (let n = 0; n < moved.length; n++) {
          const i = moved[n]!
          const p = x[3 * i]! - points[3 * k]!
          const q = x[3 * i + 1]! - points[3 * k + 1]!
          const r = x[3 * i + 2]! - points[3 * k + 2]!
          const f = forces[3 * i]!
          const g = forces[3 * i + 1]!
          const h = forces[3 * i + 2]!
          sum +=
            axes[3 * k]! * (q * h - r * g) + axes[3 * k + 1]! * (r * f - p * h) + axes[3 * k + 2]! * (p * g - q * f)
        }
        out[k] = sum
      }
    }
    return out
  }

  /** Writes, by torsion, the squared distances of the atoms that it moves from its axis, added up. */
  inertias(out: Float64Array): Float64Array {
    const { core, positions: x, axes, points } = this
    const add = (moments: Float64Array, i: number): void => {
      const p = x[3 * i]!
      const q = x[3 * i + 1]!
      const r = x[3 * i + 2]!
      moments[0]!++
      moments[1]! += p
      moments[2]! += q
      moments[3]! += r
      moments[4]! += p * p
      moments[5]! += q * q
      moments[6]! += r * r
      moments[7]! += p * q
      moments[8]! += q * r
      moments[9]! += r * p
    }
    const about = (m: Float64Array, k: number): number => {
      const a = axes[3 * k]!
      const b = axes[3 * k + 1]!
      const c = axes[3 * k + 2]!
      const p = points[3 * k]!
      const q = points[3 * k + 1]!
      const r = points[3 * k + 2]!
      const along = a * p + b * q + c * r
      const whole = m[4]! + m[5]! + m[6]! - 2 * (p * m[1]! + q * m[2]! + r * m[3]!) + m[0]! * (p * p + q * q + r * r)
      const squares = a * a * m[4]! + b * b * m[5]! + c * c * m[6]!
      const products = 2 * (a * b * m[7]! + b * c * m[8]! + c * a * m[9]!)
      const projected = squares + products - 2 * along * (a * m[1]! + b * m[2]! + c * m[3]!) + m[0]! * along * along
      return Math.max(0, whole - projected)
    }
    core.chains.forEach((chain, piece) => {
      const moments = new Float64Array(10)
      for (let link = chain.links - 1; link > 0; link--) {
        for (const i of chain.onLink(link)) add(moments, i)
        const k = core.torsionOfJoint[piece]![link - 1]!
        if (k >= 0) out[k] = about(moments, k)
      }
    })
    for (const { chi } of core.list.sideChains) {
      for (const { torsion: k, moved } of chi) {
        const moments = new Float64Array(10)
        for (const i of moved) add(moments, i)
        out[k] = about(moments, k)
      }
    }
    return out
  }
}
