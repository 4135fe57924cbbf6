// A world as lines: the edges of its shapes, seen from afar (parallel rays), in a drawing for a terminal.
import type { Shape, World } from '../../src/entries/robots.js'
import { Canvas } from './canvas.js'

type Point = readonly [number, number, number]
type Edge = readonly [Point, Point]

export interface View {
  /** Of the viewer, in radians: about z, and above the ground. */
  readonly azimuth: number
  readonly elevation: number
  /** What is in the middle, and how much of the world is as wide as the drawing. */
  readonly centre: Point
  readonly width: number
}

const ROUND = 20

export function drawWorld(
  world: World,
  q: Float64Array,
  view: View,
  columns: number,
  rows: number,
  at?: Point,
): string[] {
  const canvas = new Canvas(columns, rows)
  const project = projection(view, canvas)
  for (const object of world.objects) {
    const { link, geometry } = world.geometryOf(object)
    const frame = link === undefined ? undefined : world.linkPose(q, link)
    for (const { shape, pose } of geometry) {
      for (const [from, to] of edgesOf(shape)) {
        const show = (point: Point): [number, number] => {
          const own = place(pose, point)
          return project(frame === undefined ? own : place(frame, own))
        }
        canvas.line(...show(from), ...show(to))
      }
    }
  }
  if (at !== undefined) canvas.mark(...project(at), '✕')
  return canvas.lines()
}

function projection({ azimuth, elevation, centre, width }: View, canvas: Canvas): (p: Point) => [number, number] {
  const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)]
  const scale = canvas.width / width
  return (point) => {
    const [x, y, z] = point.map((value, k) => value - centre[k]!) as [number, number, number]
    // To the right, and up; the viewer is at (ca·ce, sa·ce, se).
    const right = -sa * x + ca * y
    const up = -ca * se * x - sa * se * y + ce * z
    return [canvas.width / 2 + scale * right, canvas.height / 2 - scale * up]
  }
}

/** Twelve numbers, row by row. */
function place(pose: Float64Array, [x, y, z]: Point): Point {
  const row = (k: number): number => pose[4 * k]! * x + pose[4 * k + 1]! * y + pose[4 * k + 2]! * z + pose[4 * k + 3]!
  return [row(0), row(1), row(2)]
}

function edgesOf(shape: Shape): Edge[] {
  switch (shape.kind) {
    case 'box': {
      const corner = (k: number): Point =>
        place(shape.pose, [0, 1, 2].map((axis) => (k & (1 << axis) ? 1 : -1) * shape.half[axis]!) as never)
      return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) =>
        [1, 2, 4].flatMap((bit): Edge[] => ((k & bit) === 0 ? [[corner(k), corner(k | bit)]] : [])),
      )
    }
    case 'cylinder':
      return ring(shape.radius, [-shape.length / 2, shape.length / 2]).map(([a, b]) => [
        place(shape.pose, a),
        place(shape.pose, b),
      ])
    case 'sphere':
      return ring(shape.radius, [0]).map(([a, b]) => [add(a, shape.centre), add(b, shape.centre)])
    case 'capsule':
      return [[[...shape.from] as never as Point, [...shape.to] as never as Point]]
    case 'group':
      return shape.parts.flatMap(edgesOf)
    case 'mesh': {
      const point = (v: number): Point => [0, 1, 2].map((axis) => shape.positions[3 * v + axis]!) as never
      return Array.from({ length: shape.triangles.length }, (_, k): Edge => {
        const next = k % 3 === 2 ? k - 2 : k + 1
        return [point(shape.triangles[k]!), point(shape.triangles[next]!)]
      })
    }
    case 'convex':
      return []
  }
}

/** Circles about z at these heights, and lines between the first and the last. */
function ring(radius: number, heights: readonly number[]): Edge[] {
  const point = (k: number, z: number): Point => {
    const angle = (2 * Math.PI * k) / ROUND
    return [radius * Math.cos(angle), radius * Math.sin(angle), z]
  }
  const around = Array.from({ length: ROUND }, (_, k) => k)
  return [
    ...heights.flatMap((z) => around.map((k): Edge => [point(k, z), point(k + 1, z)])),
    ...(heights.length < 2
      ? []
      : around.filter((k) => k % 5 === 0).map((k): Edge => [point(k, heights[0]!), point(k, heights.at(-1)!)])),
  ]
}

function add([x, y, z]: Point, by: ArrayLike<number>): Point {
  return [x + by[0]!, y + by[1]!, z + by[2]!]
}
