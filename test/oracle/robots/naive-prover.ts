// Proofs of motions, found the slow and obvious way: depth first, the direction by trying hundreds of them on all corners, the radius
// rule only, in doubles with a margin that no rounding reaches. It shares nothing with the checker; kinematics are the world's.
// For small worlds whose joints turn or slide.
import type { Shape, World } from '../../../src/index.js'
import { type Certificate, certifiedGeometries, makeCertificate } from '../../../src/robots/motion/certificate.js'
import { LinePiece } from '../../../src/robots/motion/line-piece.js'
import type { MotionPiece } from '../../../src/robots/motion/piece.js'

type Point = readonly number[]

/** Corners of a convex set in its geometry's frame, and how far it reaches beyond their hull. */
interface Hull {
  readonly points: readonly Point[]
  readonly radius: number
  /** What it opens into. */
  readonly children: readonly (() => Hull)[]
}

/** Far above rounding, far below what these motions have to spare. */
const MARGIN = 1e-9
const DEEPEST = 16

export interface NaiveOptions {
  readonly clearance?: number
  /** Directions as doubles, always. */
  readonly long?: boolean
}

/** A certificate of straight lines through the waypoints. Throws where it finds no proof. */
export function naiveCertificate(
  world: World,
  waypoints: readonly ArrayLike<number>[],
  { clearance = 0, long = false }: NaiveOptions = {},
): Certificate {
  const model = world.model()
  const ends = waypoints.length === 1 ? [waypoints[0]!, waypoints[0]!] : waypoints
  const pieces = ends
    .slice(1)
    .map((to, i) => new LinePiece(Float64Array.from(ends[i]!), Float64Array.from(to), []) as MotionPiece)
  const prover = new NaiveProver(world, clearance, long)
  const proofs = pieces.map((piece) =>
    prover.pairs().map(([a, b]) => ({ a, b, proof: Uint8Array.from(prover.prove(piece, a, b)) })),
  )
  const limits = { limitTolerance: 0, ignoreLimits: true }
  return makeCertificate({ model, pieces, continuous: 'as-given', delta: 0, clearance, ...limits, proofs })
}

/** One degree of freedom of the chain between two geometries, at some configuration. */
interface Line {
  readonly turns: boolean
  readonly direction: Point
  readonly point: Point
  readonly variable: number
  readonly factor: number
}

class NaiveProver {
  private readonly shapes: { shape: Shape; body: number; object: number; pose: Float64Array; hull: Hull }[]

  constructor(
    private readonly world: World,
    private readonly clearance: number,
    private readonly long: boolean,
  ) {
    const { index, kinematics } = world.model()
    this.shapes = index.objects.flatMap(({ geometry, robot, link }, object) =>
      geometry.flatMap(({ shape, pose }) => {
        const body = robot < 0 ? 0 : kinematics.linkBodies[robot]![link]!
        const frame = robot < 0 ? IDENTITY : kinematics.linkPoses[robot]!.slice(12 * link, 12 * link + 12)
        const parts = shape.kind === 'group' ? shape.parts : [shape]
        return parts.map((part) => ({ shape: part, body, object, pose: compose(frame, pose), hull: hullOf(part) }))
      }),
    )
    if (this.shapes.length !== certifiedGeometries({ index }).length)
      throw new Error('geometries are numbered otherwise')
  }

  /** All that are looked at, by number. */
  pairs(): [number, number][] {
    const status = new Map(this.world.pairs().map(({ a, b, status: is }) => [JSON.stringify([a, b]), is]))
    const { objects } = this.world.model().index
    const out: [number, number][] = []
    this.shapes.forEach(({ object: i }, a) => {
      this.shapes.forEach(({ object: j }, b) => {
        if (i >= j) return
        const is = status.get(JSON.stringify([objects[i]!.name, objects[j]!.name]))
        if (is === 'checked' || (is === 'never' && this.clearance > 0)) out.push([a, b])
      })
    })
    return out
  }

  prove(piece: MotionPiece, a: number, b: number): number[] {
    return this.task(piece, a, b, 0, 0, this.shapes[a]!.hull, this.shapes[b]!.hull)
  }

  private task(
    piece: MotionPiece,
    a: number,
    b: number,
    level: number,
    index: number,
    hullA: Hull,
    hullB: Hull,
  ): number[] {
    const h = 2 ** -(level + 1)
    const t = (2 * index + 1) * h
    const q = new Float64Array(piece.dof)
    piece.at(q, t)
    const { kinematics } = this.world.model()
    kinematics.update(q)
    const place = (g: number, { points }: Hull): Point[] => {
      const { body, pose } = this.shapes[g]!
      const x = compose(kinematics.poses.slice(12 * body, 12 * body + 12), pose)
      return points.map((p) => [0, 4, 8].map((r) => x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!))
    }
    const pointsA = place(a, hullA)
    const pointsB = place(b, hullB)
    const n = bestDirection(pointsA, pointsB)
    const gap = gapAlong(n, pointsA, pointsB) - hullA.radius - hullB.radius
    const { frame, moved } = this.leastMoved(piece, t, h, a, b, pointsA, pointsB, hullA, hullB)
    const enough = (direction: Point): boolean =>
      gapAlong(direction, pointsA, pointsB) - hullA.radius - hullB.radius - moved > this.clearance + MARGIN
    if (enough(n)) {
      const short = octahedral(n)
      return !this.long && enough(short.direction)
        ? [3, frame & 255, frame >> 8, ...short.bytes]
        : [4, frame & 255, frame >> 8, ...doubles(n)]
    }
    // What is apart is opened while it is large, and what is not as long as it can be.
    const open = gap <= this.clearance + MARGIN || sizeOf(pointsA) + sizeOf(pointsB) > gap
    const first = hullA.children.length > 0 && (hullB.children.length === 0 || sizeOf(pointsA) >= sizeOf(pointsB))
    if (open && (first || hullB.children.length > 0)) {
      const children = first ? hullA.children : hullB.children
      return [
        first ? 1 : 2,
        ...children.flatMap((child) =>
          first
            ? this.task(piece, a, b, level, index, child(), hullB)
            : this.task(piece, a, b, level, index, hullA, child()),
        ),
      ]
    }
    if (level === DEEPEST) throw new Error(`no proof: geometries ${a} and ${b} at ${t}, gap ${gap}`)
    return [
      16,
      ...this.task(piece, a, b, level + 1, 2 * index, hullA, hullB),
      ...this.task(piece, a, b, level + 1, 2 * index + 1, hullA, hullB),
    ]
  }

  /** Σ r·chord in the frame where it is least. */
  private leastMoved(
    piece: MotionPiece,
    t: number,
    h: number,
    a: number,
    b: number,
    pointsA: readonly Point[],
    pointsB: readonly Point[],
    hullA: Hull,
    hullB: Hull,
  ): { frame: number; moved: number } {
    const lines = this.chain(a, b)
    const [from, to] = [new Float64Array(piece.dof), new Float64Array(piece.dof)]
    piece.at(from, t - h)
    piece.at(to, t + h)
    const chord = lines.map(({ turns, variable, factor }) => {
      const spread = (Math.abs(factor * (to[variable]! - from[variable]!)) / 2) * (1 + 1e-12)
      return turns ? 2 * Math.sin(Math.min(spread, Math.PI) / 2) : spread
    })
    const radius = ({ turns, direction, point }: Line, points: readonly Point[], beyond: number): number =>
      turns ? Math.max(...points.map((p) => length(cross(direction, minus(p, point))))) + beyond : 1
    let best = { frame: 0, moved: Infinity }
    for (let frame = 0; frame <= lines.length; frame++) {
      const moved = lines.reduce((sum, line, k) => {
        const r = k < frame ? radius(line, pointsA, hullA.radius) : radius(line, pointsB, hullB.radius)
        return sum + r * chord[k]!
      }, 0)
      if (moved < best.moved) best = { frame, moved }
    }
    return best
  }

  /** From a's body to b's, in the world, at the configuration that the kinematics is at. */
  private chain(a: number, b: number): Line[] {
    const { kinematics, robots } = this.world.model()
    const { parents, poses, joints, robots: robotOf } = kinematics
    const above = (body: number): number[] => (body === 0 ? [0] : [body, ...above(parents[body]!)])
    const [upA, upB] = [above(this.shapes[a]!.body), above(this.shapes[b]!.body)]
    const common = upA.find((body) => upB.includes(body))!
    const firsts = robots.map((_, r) => robots.slice(0, r).reduce((sum, { robot }) => sum + robot.dof, 0))
    const lineOf = (body: number): Line => {
      const joint = joints[body]!
      if (joint.kind === 'planar' || joint.kind === 'floating') throw new Error(`no proofs for a ${joint.kind} joint`)
      const x = poses.slice(12 * body, 12 * body + 12)
      // A slide does not turn its body, so its direction is the same in the joint's frame and in the body's.
      const direction = [0, 4, 8].map(
        (r) => x[r]! * joint.axis[0]! + x[r + 1]! * joint.axis[1]! + x[r + 2]! * joint.axis[2]!,
      )
      return {
        turns: joint.kind !== 'prismatic',
        direction,
        point: [x[3]!, x[7]!, x[11]!],
        variable: firsts[robotOf[body]!]! + joint.variable,
        factor: joint.mimic?.multiplier ?? 1,
      }
    }
    const until = (list: readonly number[]): number[] => list.slice(0, list.indexOf(common))
    return [...until(upA), ...until(upB).reverse()].map(lineOf)
  }
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

function compose(x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  const out = new Float64Array(12)
  for (let r = 0; r < 12; r += 4) {
    for (let c = 0; c < 4; c++) out[r + c] = x[r]! * y[c]! + x[r + 1]! * y[c + 4]! + x[r + 2]! * y[c + 8]!
    out[r + 3]! += x[r + 3]!
  }
  return out
}

function hullOf(shape: Shape): Hull {
  const leaf = (points: readonly Point[], radius: number): Hull => ({ points, radius, children: [] })
  switch (shape.kind) {
    case 'sphere':
      return leaf([[...shape.centre]], shape.radius)
    case 'capsule':
      return leaf([[...shape.from], [...shape.to]], shape.radius)
    case 'convex':
      return leaf(triples(shape.points), 0)
    case 'box':
      return leaf(
        SIGNS.map((signs) =>
          placed(
            shape.pose,
            signs.map((s, k) => s * shape.half[k]!),
          ),
        ),
        0,
      )
    case 'cylinder': {
      // A prism around it.
      const points = Array.from({ length: 64 }, (_, i) => {
        const angle = (2 * Math.PI * Math.floor(i / 2)) / 32
        const r = shape.radius / Math.cos(Math.PI / 32)
        return placed(shape.pose, [r * Math.cos(angle), r * Math.sin(angle), (i % 2 === 0 ? 0.5 : -0.5) * shape.length])
      })
      return leaf(points, 0)
    }
    case 'mesh': {
      const { positions, triangles, order, child, first, end } = shape.tree
      const corners = (t: number): Point[] =>
        [0, 1, 2].map((k) => [...positions.subarray(3 * triangles[3 * t + k]!, 3 * triangles[3 * t + k]! + 3)])
      const node = (n: number): Hull => {
        const own = [...order.subarray(first[n]!, end[n]!)]
        const c = child[n]!
        const children = c >= 0 ? [() => node(c), () => node(c + 1)] : own.map((t) => () => leaf(corners(t), 0))
        return { points: own.flatMap(corners), radius: 0, children }
      }
      return node(0)
    }
    case 'group':
      throw new Error('groups are taken apart')
  }
}

const SIGNS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? 1 : -1)))

function placed(x: ArrayLike<number>, p: Point): Point {
  return [0, 4, 8].map((r) => x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!)
}

function triples(list: ArrayLike<number>): Point[] {
  return Array.from({ length: list.length / 3 }, (_, i) => [list[3 * i]!, list[3 * i + 1]!, list[3 * i + 2]!])
}

/** Hundreds all over the sphere, then ever smaller steps from the best of them. */
function bestDirection(a: readonly Point[], b: readonly Point[]): Point {
  let best: Point = [0, 0, 1]
  let gap = -Infinity
  const attempt = (n: Point): void => {
    const size = length(n)
    if (!(size > 0)) return
    const unit = n.map((x) => x / size)
    const own = gapAlong(unit, a, b)
    if (own > gap) {
      gap = own
      best = unit
    }
  }
  for (const p of SPHERE) attempt(p)
  for (const axis of SIGNS) attempt(axis)
  for (let k = 0; k < 3; k++) for (const s of [1, -1]) attempt([0, 1, 2].map((i) => (i === k ? s : 0)))
  for (let step = 0.2; step > 1e-6; step /= 1.5) {
    for (const p of SPHERE.slice(0, 40)) attempt(best.map((x, k) => x + step * p[k]!))
  }
  return best
}

const SPHERE: readonly Point[] = Array.from({ length: 400 }, (_, i) => {
  const z = 1 - 2 * ((i * 0.6180339887498949) % 1)
  const angle = 2 * Math.PI * ((i * 0.7548776662466927) % 1)
  const across = Math.sqrt(Math.max(0, 1 - z * z))
  return [across * Math.cos(angle), across * Math.sin(angle), z]
})

function gapAlong(n: Point, a: readonly Point[], b: readonly Point[]): number {
  return Math.min(...a.map((p) => dot(n, p))) - Math.max(...b.map((p) => dot(n, p)))
}

/** The direction as two 16-bit numbers, and what they stand for. */
export function octahedral(n: Point): { bytes: number[]; direction: Point } {
  const sum = Math.abs(n[0]!) + Math.abs(n[1]!) + Math.abs(n[2]!)
  let [u, v] = [n[0]! / sum, n[1]! / sum]
  if (n[2]! < 0) [u, v] = [(1 - Math.abs(v)) * (u < 0 ? -1 : 1), (1 - Math.abs(u)) * (v < 0 ? -1 : 1)]
  const [i, j] = [Math.round(32767 * u), Math.round(32767 * v)]
  let [x, y] = [i / 32767, j / 32767]
  const z = 1 - Math.abs(x) - Math.abs(y)
  if (z < 0) [x, y] = [(1 - Math.abs(y)) * (x < 0 ? -1 : 1), (1 - Math.abs(x)) * (y < 0 ? -1 : 1)]
  const size = length([x, y, z])
  return { bytes: [i & 255, (i >> 8) & 255, j & 255, (j >> 8) & 255], direction: [x / size, y / size, z / size] }
}

/** Three doubles, little ends first. */
export function doubles(n: Point): number[] {
  const view = new DataView(new ArrayBuffer(24))
  n.forEach((x, k) => {
    view.setFloat64(8 * k, x, true)
  })
  return [...new Uint8Array(view.buffer)]
}

function sizeOf(points: readonly Point[]): number {
  return Math.max(...points.map((p) => length(minus(p, points[0]!))))
}

function minus(a: Point, b: Point): Point {
  return a.map((x, k) => x - b[k]!)
}

function dot(a: Point, b: Point): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

function cross(a: Point, b: Point): Point {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}

function length(a: Point): number {
  return Math.hypot(a[0]!, a[1]!, a[2]!)
}
