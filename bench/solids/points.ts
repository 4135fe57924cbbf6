// Points deep inside links and just outside them, judged by winding numbers, and what the engine makes of them.
import { collide } from '../../src/entries/meshes.js'
import { freeBody, type MeshShape, mesh, poseConfiguration, Random, sphere, World } from '../../src/entries/robots.js'
import { pointInMesh } from '../../src/shapes/shape-inside.js'
import { windingNumber } from './winding-number.js'

/** Deep inside: a winding number above this. Outside: one below that. */
const DEEP = 0.95
const OUTSIDE = 0.05

/** Metres. */
const BALL_RADIUS = 0.001

export interface PointCounts {
  /** Balls whose centre is deep inside a mesh; of those, how many are hit with the default, and with `open: 'surface'`. */
  balls: number
  hit: number
  hitBefore: number
  /** Points beside a surface and outside; of those, how many the default calls inside and `open: 'surface'` does not. */
  outside: number
  newlyInside: number
}

/** The mesh as its file has it. */
export function fileOf({ positions, triangles, tree }: MeshShape): { positions: Float64Array; triangles: Uint32Array } {
  return { positions, triangles: triangles.subarray(0, triangles.length - 3 * tree.added) }
}

/** `count` balls and as many points outside, over all meshes in turn. */
export function countPoints(shapes: readonly MeshShape[], count: number, seed: number): PointCounts {
  const random = new Random(seed)
  const meshes = shapes.map((shape) => new Asked(shape))
  const out: PointCounts = { balls: 0, hit: 0, hitBefore: 0, outside: 0, newlyInside: 0 }
  const most = 40 * count
  for (let k = 0; k < most && out.balls < count; k++) meshes[k % meshes.length]!.askBall(out, random)
  for (let k = 0; k < most && out.outside < count; k++) meshes[k % meshes.length]!.askBeside(out, random)
  return out
}

class Asked {
  private readonly file: { positions: Float64Array; triangles: Uint32Array }
  private readonly before: MeshShape
  private readonly low: number[]
  private readonly high: number[]
  private readonly world: World

  constructor(private readonly shape: MeshShape) {
    this.file = fileOf(shape)
    this.before = mesh({ ...this.file, open: 'surface' })
    const along = (k: number): number[] => Array.from(this.file.triangles, (v) => this.file.positions[3 * v + k]!)
    this.low = [0, 1, 2].map((k) => along(k).reduce((a, b) => Math.min(a, b)))
    this.high = [0, 1, 2].map((k) => along(k).reduce((a, b) => Math.max(a, b)))
    const ball = freeBody({ name: 'ball', shape: sphere({ radius: BALL_RADIUS }) })
    this.world = new World({ robots: [ball], obstacles: [{ name: 'link', shape }] })
  }

  /** A point anywhere in the box around the mesh. */
  askBall(out: PointCounts, random: Random): void {
    const at = [0, 1, 2].map((k) => random.range(this.low[k]!, this.high[k]!)) as [number, number, number]
    if (!(Math.abs(windingNumber(this.file.positions, this.file.triangles, at)) > DEEP)) return
    const ball = sphere({ radius: BALL_RADIUS, at })
    const hit = collide(this.shape, ball).collides
    if (this.world.collides(poseConfiguration({ at })) !== hit) throw new Error('collide and World do not agree')
    out.balls++
    if (hit) out.hit++
    if (collide(this.before, ball).collides) out.hitBefore++
  }

  /** A point a thousandth of the size off the middle of a triangle, on either side. */
  askBeside(out: PointCounts, random: Random): void {
    const { positions, triangles } = this.file
    const t = 3 * random.integer(triangles.length / 3)
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * triangles[t + k]!
      return [positions[v]!, positions[v + 1]!, positions[v + 2]!]
    }) as [number[], number[], number[]]
    const [u, v] = [a.map((x, k) => b[k]! - x), a.map((x, k) => c[k]! - x)]
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
    const size = Math.hypot(...this.low.map((x, k) => this.high[k]! - x))
    const step = ((random.unit() < 0.5 ? -1e-3 : 1e-3) * size) / Math.hypot(...n)
    if (!Number.isFinite(step)) return
    const [x, y, z] = a.map((p, k) => (p + b[k]! + c[k]!) / 3 + step * n[k]!) as [number, number, number]
    if (!(Math.abs(windingNumber(positions, triangles, [x, y, z])) < OUTSIDE)) return
    out.outside++
    if (pointInMesh(this.shape, x, y, z) && !pointInMesh(this.before, x, y, z)) out.newlyInside++
  }
}
