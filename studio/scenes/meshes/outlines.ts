// Volumes as lines, six numbers each: boxes, spheres, swept rectangles, and polytopes by their planes.
import type { MeshTree } from '../../../src/index.js'

export type NodeVolume = ReturnType<MeshTree['volumeOf']>

/** Lines to a round. */
const ROUND = 32

export function outline(out: number[], volume: NodeVolume, place?: Float64Array): void {
  const from = out.length
  switch (volume.kind) {
    case 'box':
      boxLines(out, volume.pose, volume.half)
      break
    case 'sphere':
      for (let axis = 0; axis < 3; axis++) ring(out, volume.centre, volume.radius, axis)
      break
    case 'rss':
      sweptLines(out, volume.pose, volume.half, volume.radius)
      break
    case 'kdop':
      polytopeLines(out, volume.directions, volume.supports)
  }
  if (place !== undefined) movePoints(out, from, place)
}

/** The box along the axes around a box that is moved: what trees of such boxes are tested by. */
export function boxAround(volume: Extract<NodeVolume, { kind: 'box' }>, x: Float64Array): NodeVolume {
  const centre = [volume.pose[3]!, volume.pose[7]!, volume.pose[11]!]
  const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
  const half = new Float64Array(3)
  for (let row = 0; row < 3; row++) {
    let at = x[4 * row + 3]!
    for (let k = 0; k < 3; k++) {
      at += x[4 * row + k]! * centre[k]!
      half[row]! += Math.abs(x[4 * row + k]!) * volume.half[k]!
    }
    pose[4 * row + 3] = at
  }
  return { kind: 'box', pose, half }
}

function boxLines(out: number[], pose: Float64Array, half: Float64Array): void {
  const corner = (k: number): number[] =>
    inFrame(
      pose,
      [0, 1, 2].map((i) => ((k >> i) & 1 ? 1 : -1) * half[i]!),
    )
  for (let k = 0; k < 8; k++) {
    for (let i = 0; i < 3; i++) if (((k >> i) & 1) === 0) out.push(...corner(k), ...corner(k | (1 << i)))
  }
}

function ring(out: number[], centre: Float64Array, radius: number, axis: number): void {
  const at = (k: number): number[] => {
    const angle = (2 * Math.PI * k) / ROUND
    const p = [...centre]
    p[(axis + 1) % 3]! += radius * Math.cos(angle)
    p[(axis + 2) % 3]! += radius * Math.sin(angle)
    return p
  }
  for (let k = 0; k < ROUND; k++) out.push(...at(k), ...at(k + 1))
}

/** The rectangle above and below, the rounded one in its plane, and an arc at every corner both ways. */
function sweptLines(out: number[], pose: Float64Array, half: Float64Array, radius: number): void {
  const [u, v] = [half[0]!, half[1]!]
  const line = (...points: (readonly number[])[]): void => {
    for (let k = 1; k < points.length; k++) out.push(...inFrame(pose, points[k - 1]!), ...inFrame(pose, points[k]!))
  }
  for (const z of [-radius, radius]) line([-u, -v, z], [u, -v, z], [u, v, z], [-u, v, z], [-u, -v, z])
  const steps = ROUND / 4
  const arc = (at: (angle: number) => number[], from: number, to: number): void =>
    line(...Array.from({ length: steps + 1 }, (_, k) => at(from + ((to - from) * k) / steps)))
  const corners = [
    [u, v, 0],
    [-u, v, 1],
    [-u, -v, 2],
    [u, -v, 3],
  ] as const
  for (const [x, y, quarter] of corners) {
    const [c, s] = [Math.sign(x) || 1, Math.sign(y) || 1]
    const from = (quarter * Math.PI) / 2
    arc((a) => [x + radius * Math.cos(a), y + radius * Math.sin(a), 0], from, from + Math.PI / 2)
    arc((a) => [x + c * radius * Math.cos(a), y, radius * Math.sin(a)], -Math.PI / 2, Math.PI / 2)
    arc((a) => [x, y + s * radius * Math.cos(a), radius * Math.sin(a)], -Math.PI / 2, Math.PI / 2)
  }
  line([u + radius, -v, 0], [u + radius, v, 0])
  line([-u - radius, -v, 0], [-u - radius, v, 0])
  line([-u, v + radius, 0], [u, v + radius, 0])
  line([-u, -v - radius, 0], [u, -v - radius, 0])
}

/** In units of the polytope's size: planes that meet in one line leave a line of no length, up to rounding. */
const THIN = 1e-7

/** Every edge is what all other planes leave of the line in which two of them meet. */
export function polytopeLines(out: number[], directions: Float64Array, supports: Float64Array): void {
  const count = supports.length
  let size = 0
  for (let i = 0; i < count; i += 2) size = Math.max(size, supports[i]! + supports[i + 1]!)
  const slack = THIN * size
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const [ax, ay, az] = [directions[3 * i]!, directions[3 * i + 1]!, directions[3 * i + 2]!]
      const [bx, by, bz] = [directions[3 * j]!, directions[3 * j + 1]!, directions[3 * j + 2]!]
      const [dx, dy, dz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
      const dd = dx * dx + dy * dy + dz * dz
      if (dd < 1e-12) continue
      const [aa, bb, ab] = [ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz, ax * bx + ay * by + az * bz]
      const f = (supports[i]! * bb - supports[j]! * ab) / dd
      const g = (supports[j]! * aa - supports[i]! * ab) / dd
      const [px, py, pz] = [f * ax + g * bx, f * ay + g * by, f * az + g * bz]
      let [low, high] = [-Infinity, Infinity]
      for (let m = 0; m < count && low <= high; m++) {
        if (m === i || m === j) continue
        const [nx, ny, nz] = [directions[3 * m]!, directions[3 * m + 1]!, directions[3 * m + 2]!]
        const along = nx * dx + ny * dy + nz * dz
        const room = supports[m]! - (nx * px + ny * py + nz * pz)
        if (Math.abs(along) < 1e-9) {
          if (room < -slack) high = -Infinity
        } else if (along > 0) high = Math.min(high, room / along)
        else low = Math.max(low, room / along)
      }
      if (!((high - low) * Math.sqrt(dd) > slack)) continue
      out.push(px + low * dx, py + low * dy, pz + low * dz, px + high * dx, py + high * dy, pz + high * dz)
    }
  }
}

function inFrame(x: Float64Array, p: readonly number[]): number[] {
  return [0, 4, 8].map((row) => x[row]! * p[0]! + x[row + 1]! * p[1]! + x[row + 2]! * p[2]! + x[row + 3]!)
}

function movePoints(out: number[], from: number, x: Float64Array): void {
  for (let o = from; o < out.length; o += 3) {
    const [p, q, r] = [out[o]!, out[o + 1]!, out[o + 2]!]
    for (let row = 0; row < 3; row++) {
      out[o + row] = x[4 * row]! * p + x[4 * row + 1]! * q + x[4 * row + 2]! * r + x[4 * row + 3]!
    }
  }
}
