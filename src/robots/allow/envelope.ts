// Envelopes of revolution: the convex hull of all that a convex set sweeps when it turns right round about a line. Whatever the
// joint at the end of a chain does, its link stays inside its envelope about that joint's axis, and the joint can be ignored:
// one dimension less.
//
// A point at the distance ρ from the line and the height z along it runs on a circle, whose support along d is z·(d·ω) + ρ·‖d ×
// ω‖. So of a hull of points only the profile counts, the points (ρ, z) that are farthest along some direction (b, a) with b ≥
// 0: the right-hand side of their convex hull in the plane. Round shapes add their radius ball: profile points are (ρ, z) of
// centres, and `radius`·‖d‖ is added. Of a cylinder askew, the corners of a prism around it are taken.
//
// Rounding. ρ and z of a point are off by 16 u·size each, size the sum of all that is added up for them; what the hull in the
// plane leaves out is off by 8 u·size, corners of a polygon of tangents (which meet at six degrees) by 160 u·size. MARGIN·size,
// which is more than √2 times all that, is added to `radius`: a ball around every point.
import { transformPoint } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { cosine, sineCosine } from '../../base/math/trigonometry.js'
import { type Envelope, TRIANGLE_NODE } from '../../geometry/convex/convex-set.js'
import { Core, CYLINDER_CORE, loadCore } from '../../shapes/shape-core.js'
import type { BodyAxis, ProblemGeometry } from './pair-problem.js'

const core = new Core()

/** In units of size: see above. */
const MARGIN = 512 * U

/** More points than this are not kept: a polygon of tangents with as many sides takes their place. */
const MOST_POINTS = 32

/** Sides of the prism around a cylinder. */
const SIDES = 64

/** The envelope of a node of a geometry (-1: its hull), about an axis in its body's frame. */
export function nodeEnvelope(geometry: ProblemGeometry, node: number, axis: BodyAxis): Envelope {
  const points: number[] = []
  const radius = collectPoints(points, geometry, Math.max(node, 0))
  const { point: o, direction: w } = axis
  const at = new Float64Array(3)
  const raw: number[] = []
  for (let i = 0; i < points.length; i += 3) {
    transformPoint(at, 0, geometry.inBody, 0, points, i)
    const x = at[0]! - o[0]!
    const y = at[1]! - o[1]!
    const z = at[2]! - o[2]!
    const cx = w[1]! * z - w[2]! * y
    const cy = w[2]! * x - w[0]! * z
    const cz = w[0]! * y - w[1]! * x
    raw.push(Math.sqrt(cx * cx + cy * cy + cz * cz), x * w[0]! + y * w[1]! + z * w[2]!)
  }
  addDiscs(raw, geometry, axis)
  let size = geometry.tree.reach
  for (let k = 0; k < 3; k++) size += Math.abs(o[k]!) + Math.abs(geometry.inBody[4 * k + 3]!)
  return finish(raw, radius + MARGIN * size)
}

/** Points whose hull, with the radius that is returned, holds a node; in the shape's frame. Not those of coaxial cylinders. */
function collectPoints(out: number[], { shape, tree }: ProblemGeometry, node: number): number {
  if (shape.kind === 'mesh') {
    const { order, first, end } = shape.tree
    const isTriangle = tree.kinds[node] === TRIANGLE_NODE
    const from = isTriangle ? node - tree.triangles : first[node]!
    const to = isTriangle ? from + 1 : end[node]!
    for (let i = from; i < to; i++) {
      for (let c = 3 * order[i]!; c < 3 * order[i]! + 3; c++) {
        const p = 3 * shape.triangles[c]!
        out.push(shape.positions[p]!, shape.positions[p + 1]!, shape.positions[p + 2]!)
      }
    }
    return 0
  }
  loadCore(core, shape)
  if (core.kind === CYLINDER_CORE) return 0
  out.push(...(shape.kind === 'convex' ? shape.points : core.points.subarray(0, 3 * core.count)))
  return core.radius
}

/** Below this, sin of the angle between two axes, a cylinder counts as parallel to the line: what it is off is added. */
const PARALLEL = 1e-6

/** (ρ, z) of a cylinder. */
function addDiscs(raw: number[], { shape, inBody }: ProblemGeometry, { point: o, direction: w }: BodyAxis): void {
  if (shape.kind !== 'cylinder') return
  const { pose, radius, length } = shape
  const local = new Float64Array(3)
  const at = new Float64Array(3)
  const put = (x: number, y: number, z: number): readonly [number, number] => {
    for (let k = 0; k < 3; k++) {
      local[k] = pose[4 * k]! * x + pose[4 * k + 1]! * y + pose[4 * k + 2]! * z + pose[4 * k + 3]!
    }
    transformPoint(at, 0, inBody, 0, local, 0)
    const px = at[0]! - o[0]!
    const py = at[1]! - o[1]!
    const pz = at[2]! - o[2]!
    const cx = w[1]! * pz - w[2]! * py
    const cy = w[2]! * px - w[0]! * pz
    const cz = w[0]! * py - w[1]! * px
    return [Math.sqrt(cx * cx + cy * cy + cz * cz), px * w[0]! + py * w[1]! + pz * w[2]!]
  }
  const low = put(0, 0, -length / 2)
  const high = put(0, 0, length / 2)
  // How far the axis leans: the heights of its ends differ by length·cos, so what is missing says the sine, but not for small ones.
  const d = [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, j) => sum + inBody[4 * k + j]! * pose[4 * j + 2]!, 0))
  const lean = Math.hypot(w[1]! * d[2]! - w[2]! * d[1]!, w[2]! * d[0]! - w[0]! * d[2]!, w[0]! * d[1]! - w[1]! * d[0]!)
  if (lean < PARALLEL) {
    const off = radius * lean * (1 + 16 * U)
    for (const [rho, z] of [low, high]) raw.push(rho + radius, z - off, rho + radius, z + off)
    return
  }
  const far = (radius / cosine(Math.PI / SIDES)) * (1 + 16 * U)
  const turn = new Float64Array(2)
  for (let k = 0; k < SIDES; k++) {
    sineCosine(turn, 0, (2 * Math.PI * k) / SIDES)
    for (const z of [-length / 2, length / 2]) raw.push(...put(far * turn[1]!, far * turn[0]!, z))
  }
}

/** The right-hand side of the hull of points (ρ, z). */
function finish(raw: readonly number[], radius: number): Envelope {
  const order = Array.from({ length: raw.length / 2 }, (_, i) => i)
  order.sort((i, j) => raw[2 * i + 1]! - raw[2 * j + 1]! || raw[2 * i]! - raw[2 * j]!)
  const chain: (readonly [number, number])[] = []
  for (const i of order) {
    const p = [raw[2 * i]!, raw[2 * i + 1]!] as const
    while (chain.length > 0) {
      const last = chain[chain.length - 1]!
      const before = chain[chain.length - 2]
      // At one height only the farther counts, which comes later.
      const isBehind = before === undefined ? last[1] === p[1] : cross(before, last, p) >= 0
      if (!isBehind) break
      chain.pop()
    }
    chain.push(p)
  }
  const kept = chain.length > MOST_POINTS ? tangents(chain) : chain
  const middle = kept[0]![1] / 2 + kept[kept.length - 1]![1] / 2
  const profile = kept.flatMap(([rho, z]) => [rho, z - middle])
  let ball = 0
  for (let i = 0; i < profile.length; i += 2) ball = Math.max(ball, Math.hypot(profile[i]!, profile[i + 1]!))
  return { profile: Float64Array.from(profile), middle, radius, ball: (ball + radius) * (1 + 16 * U) }
}

/** Above 0 where b is to the left of the line from a to c, z upwards: not on the right-hand side of the hull. */
function cross(a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): number {
  return (c[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (c[1] - a[1])
}

/** A polygon around the right-hand side of a hull: where tangents in evenly spread directions meet. */
function tangents(chain: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const turn = new Float64Array(2)
  const lines = Array.from({ length: MOST_POINTS - 1 }, (_, k) => {
    // From straight down to straight up, by way of outwards.
    sineCosine(turn, 0, Math.PI * (k / (MOST_POINTS - 2) - 0.5))
    const c = Math.max(turn[1]!, 0)
    const s = turn[0]!
    let most = -Infinity
    for (const [rho, z] of chain) most = Math.max(most, rho * c + z * s)
    return [c, s, most] as const
  })
  const out: (readonly [number, number])[] = []
  const push = (rho: number, z: number): void => {
    out.push([Math.max(rho, 0), z])
  }
  for (let k = 0; k + 1 < lines.length; k++) {
    const [c, s, most] = lines[k]!
    const [d, t, other] = lines[k + 1]!
    const det = c * t - s * d
    push((most * t - s * other) / det, (c * other - most * d) / det)
  }
  return out
}
