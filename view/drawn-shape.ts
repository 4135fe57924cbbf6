// Shapes as they cross from the worker to the page, which does not know the engine: plain data, as small as they can be drawn from.
import { convexTriangles, type Geometry, type Shape } from '../src/entries/robots.js'
import { product } from './poses.js'
import { type DrawnSurface, drawnSurface } from './surface-normals.js'

/** Poses are twelve numbers, row-major 3×4, in the frame of the thing that the shape is a part of. */
export type DrawnShape =
  | { readonly kind: 'box'; readonly pose: Float32Array; readonly half: readonly number[] }
  | {
      readonly kind: 'sphere'
      readonly pose: Float32Array
      readonly radius: number
      readonly centre: readonly number[]
    }
  | { readonly kind: 'cylinder'; readonly pose: Float32Array; readonly radius: number; readonly length: number }
  | {
      readonly kind: 'capsule'
      readonly pose: Float32Array
      readonly radius: number
      readonly from: readonly number[]
      readonly to: readonly number[]
    }
  | {
      readonly kind: 'mesh'
      readonly pose: Float32Array
      /** Nine numbers a triangle. */
      readonly positions: Float32Array
      readonly normals: Float32Array
    }

/** `by`: moved so far. */
export function drawnShapes(geometry: readonly Geometry[], by: readonly number[] = [0, 0, 0]): DrawnShape[] {
  return geometry.flatMap(({ shape, pose }) =>
    drawnShape(
      shape,
      pose.map((x, i) => (i % 4 === 3 ? x + by[i >> 2]! : x)),
    ),
  )
}

function drawnShape(shape: Shape, place: Float64Array): DrawnShape[] {
  const pose = Float32Array.from(place)
  const posed = (own: Float64Array): Float32Array => Float32Array.from(product(place, own))
  switch (shape.kind) {
    case 'box':
      return [{ kind: 'box', pose: posed(shape.pose), half: [...shape.half] }]
    case 'cylinder':
      return [{ kind: 'cylinder', pose: posed(shape.pose), radius: shape.radius, length: shape.length }]
    case 'sphere':
      return [{ kind: 'sphere', pose, radius: shape.radius, centre: [...shape.centre] }]
    case 'capsule':
      return [{ kind: 'capsule', pose, radius: shape.radius, from: [...shape.from], to: [...shape.to] }]
    case 'convex':
      return [{ kind: 'mesh', pose, ...surfaceOf(shape, () => drawnSurface(shape.points, convexTriangles(shape))) }]
    case 'mesh':
      return [{ kind: 'mesh', pose, ...surfaceOf(shape, () => drawnSurface(shape.positions, shape.triangles)) }]
    case 'group':
      return shape.parts.flatMap((part) => drawnShape(part, place))
  }
}

/** Obstacles are redrawn whenever one is moved: their surfaces stay as they are. */
const surfaces = new WeakMap<Shape, DrawnSurface>()

function surfaceOf(shape: Shape, make: () => DrawnSurface): DrawnSurface {
  const known = surfaces.get(shape) ?? make()
  surfaces.set(shape, known)
  return known
}
