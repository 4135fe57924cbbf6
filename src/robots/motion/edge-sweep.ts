// The sweep of a whole segment: all pairs by swept balls, and those that are left by boxes, in two loops over flat arrays. It proves
// most pairs of a short segment; what it leaves is for pair-motion.ts.
//
// Both are the rules of pair-motion.ts in the frame of the body that both geometries hang on. Radius rule: nothing of A gets farther
// than Σ r·chord over the movers between it and that body, r the distance of its ball's centre from the axis and the ball's radius, and
// the same of B. Balls: the distance of their centres less their radii is a gap along the line of centres. Boxes: the gap along one of
// their axes or along that line. Direction rule, for boxes that are apart: with σ = τ = 1, so that acc depends on the geometry and the
// body only and is found once for all pairs; velocities are differences of those that bodies have in the world.
//
// Rounding: what pair-motion.ts takes off for a pair (motion-bounds.ts) is taken off here for all pairs alike, with the largest reach
// of any two geometries, all K movers of the world and all that they turn by. Squares are compared instead of distances: three
// products and two sums are off by 4 u of d², so d by 2 u, and the square of the other side by 2 u, which is less than the 16 u·big
// that are counted there for a node's place and support. A velocity is a sum over at most K movers, each term off by 4 u of its rate
// times big and each sum by u of what all of them come to: with those of two bodies and of the one between, 3·(4 + K)·u·rates·big in
// each of three coordinates, times h; rates·h is what they turn by. Less than 32 K·u·big·turned, which is counted there once.
import { POSE } from '../../base/math/pose.js'
import { ROUND_UP } from '../../base/math/rounding.js'
import { NODE, NODE_RADIUS, placeNode } from '../../geometry/convex/convex-set.js'
import type { EdgePairs } from './edge-pairs.js'
import type { Anchor } from './motion-system.js'
import { LINE, TURN } from './movers.js'

/** Centres and radii of the balls of these geometries, at an anchor with its interval. */
export function sweepGeometries(flat: EdgePairs, anchor: Anchor, geometries: Int32Array): void {
  const { centres, radii, accelerations, balls, moversFrom, movers, bodies, around, system } = flat
  const { poses, lines, bounds } = anchor
  placeBalls(
    ...([centres, radii, accelerations, balls, moversFrom, movers, bodies, around, system.inBody] as const),
    ...([system.movers.kinds, poses, lines, bounds.chord, bounds.speed, bounds.bend, geometries] as const),
  )
}

function placeBalls(
  centres: Float64Array,
  radii: Float64Array,
  accelerations: Float64Array,
  balls: Int32Array,
  moversFrom: Int32Array,
  movers: Int32Array,
  bodies: Int32Array,
  around: Float64Array,
  inBody: Float64Array,
  kinds: Uint8Array,
  poses: Float64Array,
  lines: Float64Array,
  chord: Float64Array,
  speed: Float64Array,
  bend: Float64Array,
  geometries: Int32Array,
): void {
  for (let i = 0; i < geometries.length; i++) {
    const g = geometries[i]!
    const n = NODE * g
    const j = POSE * g
    const a = around[n]!
    const b = around[n + 1]!
    const c = around[n + 2]!
    // Into its body, and into the world.
    const px = inBody[j]! * a + inBody[j + 1]! * b + inBody[j + 2]! * c + inBody[j + 3]!
    const py = inBody[j + 4]! * a + inBody[j + 5]! * b + inBody[j + 6]! * c + inBody[j + 7]!
    const pz = inBody[j + 8]! * a + inBody[j + 9]! * b + inBody[j + 10]! * c + inBody[j + 11]!
    const o = POSE * bodies[g]!
    const x = poses[o]! * px + poses[o + 1]! * py + poses[o + 2]! * pz + poses[o + 3]!
    const y = poses[o + 4]! * px + poses[o + 5]! * py + poses[o + 6]! * pz + poses[o + 7]!
    const z = poses[o + 8]! * px + poses[o + 9]! * py + poses[o + 10]! * pz + poses[o + 11]!
    centres[3 * g] = x
    centres[3 * g + 1] = y
    centres[3 * g + 2] = z
    const radius = around[n + NODE_RADIUS]!
    let sum = radius
    let reach = 0
    let moved = 0
    let acc = 0
    let at = balls[g]!
    radii[at] = sum
    accelerations[at] = 0
    for (let m = moversFrom[g]!; m < moversFrom[g + 1]!; m++) {
      const k = movers[m]!
      const far = chord[k]!
      if (far > 0) {
        let r = 1
        if (kinds[k] === TURN) {
          const l = LINE * k
          const dx = x - lines[l + 3]!
          const dy = y - lines[l + 4]!
          const dz = z - lines[l + 5]!
          const cx = lines[l + 1]! * dz - lines[l + 2]! * dy
          const cy = lines[l + 2]! * dx - lines[l]! * dz
          const cz = lines[l]! * dy - lines[l + 1]! * dx
          r = (Math.sqrt(cx * cx + cy * cy + cz * cz) + radius) * ROUND_UP
          const R = r + reach
          acc += speed[k]! * (speed[k]! * R + 2 * moved) + bend[k]! * R
          moved += speed[k]! * R
        } else {
          acc += bend[k]!
          moved += speed[k]!
        }
        reach += r * far
        sum = (sum + r * far * ROUND_UP) * ROUND_UP
      }
      radii[++at] = sum
      accelerations[at] = acc * ROUND_UP
    }
  }
}

/** Writes to `near` those of the listed pairs that balls do not prove; returns how many. `limit`: clearance and slack. */
export function sweepPairBalls(flat: EdgePairs, pairs: Int32Array, limit: number): number {
  const { a, b, ballA, ballB, centres, radii, near } = flat
  return ballsApart(near, pairs, a, b, ballA, ballB, centres, radii, limit)
}

function ballsApart(
  near: Int32Array,
  pairs: Int32Array,
  as: Int32Array,
  bs: Int32Array,
  ballA: Int32Array,
  ballB: Int32Array,
  centres: Float64Array,
  radii: Float64Array,
  limit: number,
): number {
  let count = 0
  for (let i = 0; i < pairs.length; i++) {
    const p = pairs[i]!
    const a = 3 * as[p]!
    const b = 3 * bs[p]!
    const x = centres[a]! - centres[b]!
    const y = centres[a + 1]! - centres[b + 1]!
    const z = centres[a + 2]! - centres[b + 2]!
    const far = radii[ballA[p]!]! + radii[ballB[p]!]! + limit
    // Not a number counts as near.
    if (x * x + y * y + z * z > far * far) continue
    near[count++] = p
  }
  return count
}

/**
 * Velocities of all bodies at an anchor, six numbers each: w and v, a point at p having w × p + v.
 */
export function sweepVelocities(flat: EdgePairs, { lines, bounds }: Anchor): void {
  const { twists, system } = flat
  const { firstOf, kinds } = system.movers
  const { parents, bodies } = system.kinematics
  setTwists(twists, parents, bodies, firstOf, kinds, lines, bounds.velocity)
}

function setTwists(
  twists: Float64Array,
  parents: Int32Array,
  bodies: number,
  firstOf: Int32Array,
  kinds: Uint8Array,
  lines: Float64Array,
  velocity: Float64Array,
): void {
  for (let b = 1; b < bodies; b++) {
    const o = LINE * b
    const p = LINE * parents[b]!
    for (let k = 0; k < LINE; k++) twists[o + k] = twists[p + k]!
    for (let m = firstOf[b]!; m < firstOf[b + 1]!; m++) {
      const rate = velocity[m]!
      if (rate === 0) continue
      const l = LINE * m
      const x = rate * lines[l]!
      const y = rate * lines[l + 1]!
      const z = rate * lines[l + 2]!
      if (kinds[m] === TURN) {
        twists[o]! += x
        twists[o + 1]! += y
        twists[o + 2]! += z
        twists[o + 3]! -= y * lines[l + 5]! - z * lines[l + 4]!
        twists[o + 4]! -= z * lines[l + 3]! - x * lines[l + 5]!
        twists[o + 5]! -= x * lines[l + 4]! - y * lines[l + 3]!
      } else {
        twists[o + 3]! += x
        twists[o + 4]! += y
        twists[o + 5]! += z
      }
    }
  }
}

/** Keeps of the first `count` near pairs those that boxes do not prove, the one with the largest deficit first; returns how many. */
export function sweepPairBoxes(flat: EdgePairs, anchor: Anchor, count: number, limit: number): number {
  const { a, b, boxes, boxOf, around, bodies, common, near, deficits, ballA, ballB, balls, radii } = flat
  const { accelerations, twists, direction } = flat
  const { half } = anchor
  if (count > 0) sweepVelocities(flat, anchor)
  // Boxes of what is fixed to the world are placed already.
  flat.sweep = flat.sweep === 0xffffffff ? 1 : flat.sweep + 1
  const { sweep } = flat
  let left = 0
  for (let i = 0; i < count; i++) {
    const p = near[i]!
    const ga = a[p]!
    const gb = b[p]!
    const bodyA = bodies[ga]!
    const bodyB = bodies[gb]!
    if (boxOf[ga] !== sweep && bodyA !== 0) {
      boxOf[ga] = sweep
      placeNode(boxes, around, NODE * ga, anchor.placed, anchor.place(ga), NODE * ga)
    }
    if (boxOf[gb] !== sweep && bodyB !== 0) {
      boxOf[gb] = sweep
      placeNode(boxes, around, NODE * gb, anchor.placed, anchor.place(gb), NODE * gb)
    }
    // Rounded up: each is a sum that was.
    const travel = (radii[ballA[p]!]! - radii[balls[ga]!]! + (radii[ballB[p]!]! - radii[balls[gb]!]!)) * ROUND_UP
    const gap = boxGap(direction, boxes, NODE * ga, NODE * gb)
    if (gap - travel > limit) continue
    if (gap > limit) {
      const acc = (accelerations[ballA[p]!]! + accelerations[ballB[p]!]!) * ROUND_UP
      const lost = 0.5 * half * half * acc * ROUND_UP
      // The same bound at both ends, and between: it is concave.
      if (boxesAhead(direction, boxes, NODE * ga, NODE * gb, twists, bodyA, bodyB, common[p]!, half) - lost > limit)
        continue
    }
    // How far they can get at most says little about where they go: half of it.
    const deficit = 0.5 * travel - gap
    let at = left++
    for (; at > 0 && deficits[at - 1]! < deficit; at--) {
      deficits[at] = deficits[at - 1]!
      near[at] = near[at - 1]!
    }
    deficits[at] = deficit
    near[at] = p
  }
  return left
}

/** The direction rule without its acceleration: the lesser one of F(−h) and F(h), in the frame of body c. */
function boxesAhead(
  n: Float64Array,
  box: Float64Array,
  i: number,
  j: number,
  twists: Float64Array,
  bodyA: number,
  bodyB: number,
  common: number,
  h: number,
): number {
  const nx = n[0]!
  const ny = n[1]!
  const nz = n[2]!
  const ax = box[i]!
  const ay = box[i + 1]!
  const az = box[i + 2]!
  const bx = box[j]!
  const by = box[j + 1]!
  const bz = box[j + 2]!
  const s = LINE * bodyA
  const t = LINE * bodyB
  const c = LINE * common
  const wx = twists[s]! - twists[c]!
  const wy = twists[s + 1]! - twists[c + 1]!
  const wz = twists[s + 2]! - twists[c + 2]!
  const ux = twists[t]! - twists[c]!
  const uy = twists[t + 1]! - twists[c + 1]!
  const uz = twists[t + 2]! - twists[c + 2]!
  // Of the two linear parts the common body's cancels.
  const towards =
    nx * (wy * az - wz * ay - (uy * bz - uz * by) + twists[s + 3]! - twists[t + 3]!) +
    ny * (wz * ax - wx * az - (uz * bx - ux * bz) + twists[s + 4]! - twists[t + 4]!) +
    nz * (wx * ay - wy * ax - (ux * by - uy * bx) + twists[s + 5]! - twists[t + 5]!)
  const centres = nx * (ax - bx) + ny * (ay - by) + nz * (az - bz)
  let later = centres + h * towards
  let earlier = centres - h * towards
  const gx = h * (ny * wz - nz * wy)
  const gy = h * (nz * wx - nx * wz)
  const gz = h * (nx * wy - ny * wx)
  const kx = h * (ny * uz - nz * uy)
  const ky = h * (nz * ux - nx * uz)
  const kz = h * (nx * uy - ny * ux)
  for (let axis = 0; axis < 3; axis++) {
    const p = i + 3 + 3 * axis
    const q = j + 3 + 3 * axis
    let along = box[p]! * nx + box[p + 1]! * ny + box[p + 2]! * nz
    let turned = box[p]! * gx + box[p + 1]! * gy + box[p + 2]! * gz
    let half = box[i + 12 + axis]!
    later -= half * Math.abs(along + turned)
    earlier -= half * Math.abs(along - turned)
    along = box[q]! * nx + box[q + 1]! * ny + box[q + 2]! * nz
    turned = box[q]! * kx + box[q + 1]! * ky + box[q + 2]! * kz
    half = box[j + 12 + axis]!
    later -= half * Math.abs(along + turned)
    earlier -= half * Math.abs(along - turned)
  }
  return later < earlier ? later : earlier
}

/** The widest gap of two boxes along their axes and the line of their centres, and its direction, from B to A. */
function boxGap(n: Float64Array, box: Float64Array, a: number, b: number): number {
  const dx = box[a]! - box[b]!
  const dy = box[a + 1]! - box[b + 1]!
  const dz = box[a + 2]! - box[b + 2]!
  const ax = box[a + 3]!
  const ay = box[a + 4]!
  const az = box[a + 5]!
  const bx = box[a + 6]!
  const by = box[a + 7]!
  const bz = box[a + 8]!
  const cx = box[a + 9]!
  const cy = box[a + 10]!
  const cz = box[a + 11]!
  const a0 = box[a + 12]!
  const a1 = box[a + 13]!
  const a2 = box[a + 14]!
  const ex = box[b + 3]!
  const ey = box[b + 4]!
  const ez = box[b + 5]!
  const fx = box[b + 6]!
  const fy = box[b + 7]!
  const fz = box[b + 8]!
  const gx = box[b + 9]!
  const gy = box[b + 10]!
  const gz = box[b + 11]!
  const b0 = box[b + 12]!
  const b1 = box[b + 13]!
  const b2 = box[b + 14]!
  const r00 = Math.abs(ax * ex + ay * ey + az * ez)
  const r01 = Math.abs(ax * fx + ay * fy + az * fz)
  const r02 = Math.abs(ax * gx + ay * gy + az * gz)
  const r10 = Math.abs(bx * ex + by * ey + bz * ez)
  const r11 = Math.abs(bx * fx + by * fy + bz * fz)
  const r12 = Math.abs(bx * gx + by * gy + bz * gz)
  const r20 = Math.abs(cx * ex + cy * ey + cz * ez)
  const r21 = Math.abs(cx * fx + cy * fy + cz * fz)
  const r22 = Math.abs(cx * gx + cy * gy + cz * gz)
  const sA0 = dx * ax + dy * ay + dz * az
  const sA1 = dx * bx + dy * by + dz * bz
  const sA2 = dx * cx + dy * cy + dz * cz
  const sB0 = dx * ex + dy * ey + dz * ez
  const sB1 = dx * fx + dy * fy + dz * fz
  const sB2 = dx * gx + dy * gy + dz * gz
  const tA0 = Math.abs(sA0)
  const tA1 = Math.abs(sA1)
  const tA2 = Math.abs(sA2)
  const tB0 = Math.abs(sB0)
  const tB1 = Math.abs(sB1)
  const tB2 = Math.abs(sB2)
  let gap = tA0 - a0 - b0 * r00 - b1 * r01 - b2 * r02
  let at = a + 3
  let way = sA0
  let next = tA1 - a1 - b0 * r10 - b1 * r11 - b2 * r12
  if (next > gap) {
    gap = next
    at = a + 6
    way = sA1
  }
  next = tA2 - a2 - b0 * r20 - b1 * r21 - b2 * r22
  if (next > gap) {
    gap = next
    at = a + 9
    way = sA2
  }
  next = tB0 - b0 - a0 * r00 - a1 * r10 - a2 * r20
  if (next > gap) {
    gap = next
    at = b + 3
    way = sB0
  }
  next = tB1 - b1 - a0 * r01 - a1 * r11 - a2 * r21
  if (next > gap) {
    gap = next
    at = b + 6
    way = sB1
  }
  next = tB2 - b2 - a0 * r02 - a1 * r12 - a2 * r22
  if (next > gap) {
    gap = next
    at = b + 9
    way = sB2
  }
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  if (length > 1e-150) {
    next = length - (a0 * tA0 + a1 * tA1 + a2 * tA2 + (b0 * tB0 + b1 * tB1 + b2 * tB2)) / length
    if (next > gap) {
      n[0] = dx / length
      n[1] = dy / length
      n[2] = dz / length
      return next
    }
  }
  const sign = way < 0 ? -1 : 1
  n[0] = sign * box[at]!
  n[1] = sign * box[at + 1]!
  n[2] = sign * box[at + 2]!
  return gap
}
