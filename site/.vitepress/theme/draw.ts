// Draws a motion of a robot among obstacles, seen from above: the hull of each shape's corners. Everything comes from the engine;
// this file only projects.

interface Shape {
  readonly kind: string
  readonly radius?: number
  readonly length?: number
  readonly half?: ArrayLike<number>
  readonly pose?: ArrayLike<number>
  readonly centre?: ArrayLike<number>
  readonly from?: ArrayLike<number>
  readonly to?: ArrayLike<number>
}

interface Robot {
  readonly links: readonly {
    readonly geometry: readonly { readonly shape: Shape; readonly pose: ArrayLike<number> }[]
  }[]
  linkPoses(q: ArrayLike<number>): Float64Array
}

export interface Picture {
  readonly robot: Robot
  readonly obstacles: readonly Shape[]
  /** Waypoints of the motion that is shown. */
  readonly path: readonly ArrayLike<number>[]
  /** Where it ends in a contact, as a fraction of the first segment; left out where it is free. */
  readonly contact?: number | undefined
}

type Point = readonly [number, number]

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
/** Points on a circle. */
const ROUND = 48
const SECONDS = 4
/** Obstacles of fewer pixels get a ring around them. */
const TINY = 5

/** x, y, z in the frame of `pose`, twelve numbers. */
function place(pose: ArrayLike<number>, p: readonly number[]): number[] {
  return [0, 4, 8].map((row) => pose[row]! * p[0]! + pose[row + 1]! * p[1]! + pose[row + 2]! * p[2]! + pose[row + 3]!)
}

/** Points whose hull, seen from above, is the shape's outline. */
function corners(shape: Shape): number[][] {
  const own = shape.pose ?? IDENTITY
  const ring = (centre: ArrayLike<number>, radius: number): number[][] =>
    Array.from({ length: ROUND }, (_, k) => {
      const angle = (2 * Math.PI * k) / ROUND
      return [centre[0]! + radius * Math.cos(angle), centre[1]! + radius * Math.sin(angle), centre[2]!]
    })
  switch (shape.kind) {
    case 'box':
      return [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
        place(
          own,
          [0, 1, 2].map((d) => (k & (1 << d) ? 1 : -1) * shape.half![d]!),
        ),
      )
    case 'cylinder':
      return [-0.5, 0.5].flatMap((end) => ring([0, 0, end * shape.length!], shape.radius!).map((p) => place(own, p)))
    case 'capsule':
      return [shape.from!, shape.to!].flatMap((end) => ring(end, shape.radius!))
    default:
      return ring(shape.centre ?? [0, 0, 0], shape.radius ?? 0)
  }
}

/** The convex hull, by Andrew's monotone chain. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Point[]): Point[] => {
    const out: Point[] = []
    for (const p of list) {
      while (out.length > 1) {
        const [a, b] = [out.at(-2)!, out.at(-1)!]
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break
        out.pop()
      }
      out.push(p)
    }
    return out.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

function outline(shape: Shape, pose: ArrayLike<number> = IDENTITY, link: ArrayLike<number> = IDENTITY): Point[] {
  return hull(corners(shape).map((p) => place(link, place(pose, p)).slice(0, 2) as unknown as Point))
}

function extent(points: readonly Point[]): [number, number] {
  const range = (k: 0 | 1): number => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]))
  return [range(0), range(1)]
}

/** Plays the motion in a loop; returns what ends it. */
export function draw(canvas: HTMLCanvasElement, { robot, obstacles, path, contact }: Picture): () => void {
  const context = canvas.getContext('2d')!
  const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name)
  const at = (t: number): number[] => {
    const k = Math.min(Math.floor(t * (path.length - 1)), path.length - 2)
    const share = t * (path.length - 1) - k
    return Array.from(path[k]!, (value, d) => value + share * (path[k + 1]![d]! - value))
  }
  const robotAt = (t: number): Point[][] => {
    const poses = robot.linkPoses(at(t))
    return robot.links.flatMap(({ geometry }, k) =>
      geometry.map(({ shape, pose }) => outline(shape, pose, poses.subarray(12 * k, 12 * k + 12))),
    )
  }
  const fixed = obstacles.map((shape) => outline(shape))
  const all = [...fixed, ...Array.from({ length: 21 }, (_, k) => robotAt(k / 20)).flat()].flat()
  const [lowX, highX] = [Math.min(...all.map((p) => p[0])), Math.max(...all.map((p) => p[0]))]
  const [lowY, highY] = [Math.min(...all.map((p) => p[1])), Math.max(...all.map((p) => p[1]))]
  const scale = 0.9 * Math.min(canvas.width / (highX - lowX), canvas.height / (highY - lowY))
  const onCanvas = ([x, y]: Point): Point => [
    canvas.width / 2 + scale * (x - (lowX + highX) / 2),
    canvas.height / 2 - scale * (y - (lowY + highY) / 2),
  ]
  const fill = (points: readonly Point[], style: string): void => {
    context.beginPath()
    for (const p of points) context.lineTo(...onCanvas(p))
    context.closePath()
    context.fillStyle = style
    context.fill()
    // What is thinner than a pixel is still seen.
    context.strokeStyle = style
    context.stroke()
  }
  const isTiny = (points: readonly Point[]): boolean => scale * Math.hypot(...extent(points)) < TINY
  const ring = (points: readonly Point[]): void => {
    context.beginPath()
    context.arc(...onCanvas(points[0]!), 2 * TINY, 0, 2 * Math.PI)
    context.stroke()
  }
  let frame = 0
  const started = performance.now()
  const step = (now: number): void => {
    // The first frame may have begun before.
    const t = (Math.max(0, now - started) / 1000 / SECONDS) % 1
    const end = contact ?? 1
    const touching = contact !== undefined && t >= end
    context.clearRect(0, 0, canvas.width, canvas.height)
    for (const part of robotAt(Math.min(t, end))) fill(part, colour(touching ? '--vp-c-danger-1' : '--vp-c-brand-1'))
    for (const part of fixed) {
      fill(part, colour('--vp-c-text-1'))
      if (isTiny(part)) ring(part)
    }
    frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
