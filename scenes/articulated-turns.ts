// What articulated scenes are moved by: quaternions (x, y, z, w), and numbers that wander smoothly with time.
import type { Random } from '../src/entries/meshes.js'

export type Quaternion = readonly [number, number, number, number]
export type Vector = readonly [number, number, number]

/** The turn by `angle` about one of the axes x, y, z. */
export function axisTurn(axis: 0 | 1 | 2, angle: number): Quaternion {
  return turnAbout([axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0], angle)
}

/** The turn by `angle` about a unit vector. */
export function turnAbout([x, y, z]: Vector, angle: number): Quaternion {
  const s = Math.sin(angle / 2)
  return [s * x, s * y, s * z, Math.cos(angle / 2)]
}

/** The turns one after the other, the last one first: p·q turns by q and then by p. */
export function turns(...all: readonly Quaternion[]): Quaternion {
  return all.reduce(([px, py, pz, pw], [qx, qy, qz, qw]) => [
    pw * qx + px * qw + py * qz - pz * qy,
    pw * qy - px * qz + py * qw + pz * qx,
    pw * qz + px * qy - py * qx + pz * qw,
    pw * qw - px * qx - py * qy - pz * qz,
  ])
}

export function turnVector([x, y, z, w]: Quaternion, v: Vector): Vector {
  // v + 2w (u × v) + 2 u × (u × v), u = (x, y, z)
  const a = 2 * (y * v[2] - z * v[1])
  const b = 2 * (z * v[0] - x * v[2])
  const c = 2 * (x * v[1] - y * v[0])
  return [v[0] + w * a + y * c - z * b, v[1] + w * b + z * a - x * c, v[2] + w * c + x * b - y * a]
}

/** The shortest turn that takes x to the unit vector `d`, which may not be −x. */
export function turnFromX(d: Vector): Quaternion {
  // (x × d, 1 + x·d), normalised
  const w = 1 + d[0]
  const n = Math.hypot(w, d[1], d[2])
  return [0, -d[2] / n, d[1] / n, w / n]
}

/** A sum of three sines within ±1, the slowest of them with a period of about `seconds`. */
export function wander(random: Random, seconds: number): (time: number) => number {
  const shares = [1, 0.6, 0.35]
  const sum = shares.reduce((total, share) => total + share, 0)
  const waves = shares.map((share) => ({
    rate: (2 * Math.PI) / (seconds * share * random.range(0.8, 1.2)),
    phase: random.range(0, 2 * Math.PI),
    height: share / sum,
  }))
  return (time) => waves.reduce((total, w) => total + w.height * Math.sin(w.rate * time + w.phase), 0)
}
