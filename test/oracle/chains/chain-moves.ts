// Moves of a chain without any structure: every joint at every sampled instant by its own formula, positions by one product after
// another, every pair of links that a moving joint separates. Written to be obviously right. Shares with the engine the pose product and
// the distance of two shapes, which have tests of their own.
import { composeInversePose, composePose, identityPose } from '../../../src/base/math/pose.js'
import type { ChainChange } from '../../../src/chains/chain/chain-change.js'
import type { ChainTree } from '../../../src/chains/chain/chain-tree.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'

/** A joint's pose at an instant. */
export type JointWay = (t: number) => Float64Array

export interface SampledMove {
  /** The least gap of any separated pair at any instant looked at, where, and whose; negative where spheres overlap. */
  gap: number
  at: number
  a: number
  b: number
}

/** The pairs that a check of these changes answers for. */
export function separatedPairs(
  size: number,
  joints: readonly number[],
  neighbours: number,
  excluded: (i: number, j: number) => boolean,
): [number, number][] {
  const pairs: [number, number][] = []
  for (let i = 0; i < size; i++) {
    for (let j = i + neighbours + 1; j < size; j++) {
      if (joints.some((joint) => joint >= i && joint < j) && !excluded(i, j)) pairs.push([i, j])
    }
  }
  return pairs
}

/** Rodrigues' formula: the rotation by `angle` about the unit axis, nine numbers. */
function rotation([x, y, z]: readonly number[], angle: number): number[][] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const k = 1 - c
  return [
    [c + k * x! * x!, k * x! * y! - s * z!, k * x! * z! + s * y!],
    [k * x! * y! + s * z!, c + k * y! * y!, k * y! * z! - s * x!],
    [k * x! * z! - s * y!, k * y! * z! + s * x!, c + k * z! * z!],
  ]
}

function unit(v: ArrayLike<number>): number[] {
  const length = Math.hypot(v[0]!, v[1]!, v[2]!)
  return [v[0]! / length, v[1]! / length, v[2]! / length]
}

/** Turns a pose about an axis through a point. */
function turned(pose: Float64Array, axis: readonly number[], angle: number, centre: readonly number[]): Float64Array {
  const r = rotation(axis, angle)
  const out = new Float64Array(12)
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 4; j++) {
      let sum = j === 3 ? centre[i]! : 0
      for (let m = 0; m < 3; m++) sum += r[i]![m]! * (pose[4 * m + j]! - (j === 3 ? centre[m]! : 0))
      out[4 * i + j] = sum
    }
  }
  return out
}

/** The way of one change from a pose. `end`: where the chain itself puts the joint, for `set` and `move`. */
export function jointWay(change: ChainChange, from: Float64Array, end: Float64Array): JointWay {
  const origin = [from[3]!, from[7]!, from[11]!]
  switch (change.kind) {
    case 'rotate': {
      const axis = unit(change.axis ?? origin)
      return (t) => turned(from, axis, change.angle * t, change.pivot === undefined ? origin : Array.from(change.pivot))
    }
    case 'slide': {
      const axis = unit(change.axis ?? origin)
      return (t) => {
        const out = from.slice()
        for (let k = 0; k < 3; k++) out[4 * k + 3] = from[4 * k + 3]! + change.distance * t * axis[k]!
        return out
      }
    }
    case 'set':
    case 'move': {
      // R₁·R₀ᵀ is symmetric apart from sin(angle)·[axis]×, and (D + Dᵀ)/2 = cos·I + (1 − cos)·axis·axisᵀ.
      const d = [0, 1, 2].map((i) =>
        [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, m) => sum + end[4 * i + m]! * from[4 * j + m]!, 0)),
      )
      const sine = [(d[2]![1]! - d[1]![2]!) / 2, (d[0]![2]! - d[2]![0]!) / 2, (d[1]![0]! - d[0]![1]!) / 2]
      const cosine = (d[0]![0]! + d[1]![1]! + d[2]![2]! - 1) / 2
      const angle = Math.atan2(Math.hypot(...sine), cosine)
      let axis = Math.hypot(...sine) > 1e-9 ? unit(sine) : [1, 0, 0]
      if (cosine < -0.99) {
        const square = [0, 1, 2].map((k) => Math.max(0, (d[k]![k]! - cosine) / (1 - cosine)))
        const k = square.indexOf(Math.max(...square))
        const along = Math.sqrt(square[k]!)
        axis = [0, 1, 2].map((m) => (m === k ? along : (d[k]![m]! + d[m]![k]!) / (2 * (1 - cosine) * along)))
        if (axis[0]! * sine[0]! + axis[1]! * sine[1]! + axis[2]! * sine[2]! < 0) axis = axis.map((x) => -x)
        axis = unit(axis)
      }
      return (t) => {
        const out = turned(from, axis, angle * t, origin)
        for (let k = 0; k < 3; k++) out[4 * k + 3] = from[4 * k + 3]! + t * (end[4 * k + 3]! - from[4 * k + 3]!)
        return out
      }
    }
    case 'shape':
      throw new Error('a shape has no way')
  }
}

/** A move of a chain, ready to be looked at. */
export class OracleMove {
  private readonly ways = new Map<number, JointWay>()
  private readonly joints: Float64Array[]
  readonly pairs: [number, number][]
  private readonly found = new ShapeDistance()

  /** `ends`: the pose that each changed joint has after the change. */
  constructor(
    private readonly chain: ChainTree,
    changes: readonly ChainChange[],
    ends: ReadonlyMap<number, Float64Array>,
    neighbours: number,
    excluded: (i: number, j: number) => boolean,
  ) {
    this.joints = Array.from({ length: chain.size - 1 }, (_, j) => chain.jointPose(j))
    for (const change of changes) {
      if (change.kind === 'shape') throw new Error('a shape has no way')
      this.ways.set(change.joint, jointWay(change, this.joints[change.joint]!, ends.get(change.joint)!))
    }
    this.pairs = separatedPairs(chain.size, [...this.ways.keys()], neighbours, excluded)
  }

  /** The poses of all links at an instant, in link 0's frame. */
  poses(t: number): Float64Array[] {
    const first = new Float64Array(12)
    identityPose(first, 0)
    const poses = [first]
    this.joints.forEach((joint, j) => {
      const next = new Float64Array(12)
      composePose(next, 0, poses[j]!, 0, this.ways.get(j)?.(t) ?? joint, 0)
      poses.push(next)
    })
    return poses
  }

  /** The gap of two links at given poses. */
  gap(poses: readonly Float64Array[], i: number, j: number): number {
    const a = this.chain.shape(i)
    const b = this.chain.shape(j)
    const x = new Float64Array(12)
    composeInversePose(x, 0, poses[i]!, 0, poses[j]!, 0)
    if (a.kind === 'sphere' && b.kind === 'sphere') {
      const d = [0, 1, 2].map((k) => {
        const at = 4 * k
        const [p, q, r] = [b.centre[0]!, b.centre[1]!, b.centre[2]!]
        return x[at]! * p + x[at + 1]! * q + x[at + 2]! * r + x[at + 3]! - a.centre[k]!
      })
      return Math.hypot(...d) - a.radius - b.radius
    }
    return distanceShapes(this.found, a, b, x, 0, Infinity)
  }

  /** Looks at evenly spaced instants, then closer at the best one of each pair that came near. */
  sample(instants: number, near: number): SampledMove {
    const least = this.pairs.map(() => ({ gap: Infinity, at: 0 }))
    for (let n = 0; n <= instants; n++) {
      const t = n / instants
      const poses = this.poses(t)
      this.pairs.forEach(([i, j], k) => {
        const gap = this.gap(poses, i, j)
        if (gap < least[k]!.gap) least[k] = { gap, at: t }
      })
    }
    const out: SampledMove = { gap: Infinity, at: 0, a: -1, b: -1 }
    this.pairs.forEach(([i, j], k) => {
      const best = least[k]!
      if (best.gap < near) this.refine(best, i, j, 1 / instants)
      if (best.gap < out.gap) Object.assign(out, best, { a: i, b: j })
    })
    return out
  }

  /** The least gap of one pair, at evenly spaced instants and then closer at the best one. */
  least(i: number, j: number, instants: number): number {
    const best = { gap: Infinity, at: 0 }
    for (let n = 0; n <= instants; n++) {
      const gap = this.gap(this.poses(n / instants), i, j)
      if (gap < best.gap) Object.assign(best, { gap, at: n / instants })
    }
    this.refine(best, i, j, 1 / instants)
    return best.gap
  }

  private refine(best: { gap: number; at: number }, i: number, j: number, width: number): void {
    for (let step = width / 2; step > 1e-12 && best.gap > 0; step /= 2) {
      for (const t of [best.at - step, best.at + step]) {
        if (t < 0 || t > 1) continue
        const gap = this.gap(this.poses(t), i, j)
        if (gap < best.gap) {
          best.gap = gap
          best.at = t
        }
      }
    }
  }
}
