// Shapes as they cross from the worker to the page, which does not know the engine: plain data, as small as they can be drawn from.
import type { Geometry, Shape } from '../../src/index.js'

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
  | { readonly kind: 'convex'; readonly pose: Float32Array; readonly points: Float32Array }
  | {
      readonly kind: 'mesh'
      readonly pose: Float32Array
      readonly positions: Float32Array
      readonly triangles: Uint32Array
    }

export function drawnShapes(geometry: readonly Geometry[]): DrawnShape[] {
  return geometry.flatMap(({ shape, pose }) => drawnShape(shape, pose))
}

function drawnShape(shape: Shape, place: Float64Array): DrawnShape[] {
  const pose = Float32Array.from(place)
  switch (shape.kind) {
    case 'box':
      return [{ kind: 'box', pose: product(place, shape.pose), half: [...shape.half] }]
    case 'cylinder':
      return [{ kind: 'cylinder', pose: product(place, shape.pose), radius: shape.radius, length: shape.length }]
    case 'sphere':
      return [{ kind: 'sphere', pose, radius: shape.radius, centre: [...shape.centre] }]
    case 'capsule':
      return [{ kind: 'capsule', pose, radius: shape.radius, from: [...shape.from], to: [...shape.to] }]
    case 'convex':
      return [{ kind: 'convex', pose, points: Float32Array.from(shape.points) }]
    case 'mesh':
      return [{ kind: 'mesh', pose, positions: Float32Array.from(shape.positions), triangles: shape.triangles.slice() }]
    case 'group':
      return shape.parts.flatMap((part) => drawnShape(part, place))
  }
}

/** X_AC of X_AB and X_BC. */
function product(x: Float64Array, y: Float64Array): Float32Array {
  const out = new Float32Array(12)
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      const sum = x[row]! * y[column]! + x[row + 1]! * y[4 + column]! + x[row + 2]! * y[8 + column]!
      out[row + column] = column === 3 ? sum + x[row + 3]! : sum
    }
  }
  return out
}
