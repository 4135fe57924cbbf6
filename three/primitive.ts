// Boxes, spheres, capsules and cylinders among three's geometries, as the solids they stand for. A round one contains the
// facets that are drawn for it, so nothing is missed by taking it instead of them.
import { type BufferGeometry, type Matrix4, Vector3 } from 'three'
import { box, capsule, cylinder, type PartShape, sphere } from '../src/entries/meshes.js'
import { alike, rigidParts } from './matrices.js'

/** In the geometry's own coordinates; capsules and cylinders stand along y, as three has them. */
export type Primitive =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule' | 'cylinder'; readonly radius: number; readonly height: number }

/** With fewer facets than this round it, a cylinder is meant as a prism: a nut, say. Capsules have 8 by default. */
const ROUND_FACETS = 8

const FULL_TURN = 2 * Math.PI

/** What the geometry is, where its vertices are still those that its parameters say. */
export function recognise(geometry: BufferGeometry): Primitive | undefined {
  const { parameters } = geometry as { parameters?: Readonly<Record<string, unknown>> }
  if (parameters === undefined || parameters === null) return undefined
  const number = (name: string): number => (typeof parameters[name] === 'number' ? (parameters[name] as number) : NaN)
  const found = byParameters(geometry.type, number, parameters.openEnded)
  return found !== undefined && isUntouched(geometry, parameters) ? found : undefined
}

/** Comparisons are such that what is not a number makes it no primitive. */
function byParameters(type: string, number: (name: string) => number, open: unknown): Primitive | undefined {
  const radius = number('radius')
  switch (type) {
    case 'BoxGeometry': {
      const size = [number('width'), number('height'), number('depth')] as const
      return size.every((s) => s > 0) ? { kind: 'box', size } : undefined
    }
    case 'SphereGeometry': {
      const whole = number('phiLength') >= FULL_TURN && number('thetaStart') === 0 && number('thetaLength') === Math.PI
      const round = number('widthSegments') >= ROUND_FACETS && 2 * number('heightSegments') >= ROUND_FACETS
      return radius > 0 && whole && round ? { kind: 'sphere', radius } : undefined
    }
    case 'CapsuleGeometry': {
      // Its middle part was called `length` in earlier versions of three.
      const given = number('height')
      const height = Math.max(0, Number.isNaN(given) ? number('length') : given)
      const round = number('radialSegments') >= ROUND_FACETS && 4 * number('capSegments') >= ROUND_FACETS
      return radius > 0 && height >= 0 && round ? { kind: 'capsule', radius, height } : undefined
    }
    case 'CylinderGeometry': {
      const [top, height] = [number('radiusTop'), number('height')]
      const whole = number('thetaLength') >= FULL_TURN && open === false && number('radiusBottom') === top
      const round = number('radialSegments') >= ROUND_FACETS
      return top > 0 && height > 0 && whole && round ? { kind: 'cylinder', radius: top, height } : undefined
    }
    default:
      return undefined
  }
}

/**
 * Parameters stay when a geometry is translated, scaled, bent or cut, and subclasses (a box with rounded edges) inherit
 * them: only the vertices tell. So they are compared with those of a new one, made by the geometry's own class.
 */
function isUntouched(geometry: BufferGeometry, parameters: object): boolean {
  const { fromJSON } = geometry.constructor as { fromJSON?: (data: object) => BufferGeometry }
  if (typeof fromJSON !== 'function') return false
  const twin = fromJSON.call(geometry.constructor, parameters)
  const whole = geometry.drawRange.start === 0 && geometry.drawRange.count === Infinity
  return (
    whole &&
    sameNumbers(geometry.index?.array, twin.index?.array) &&
    sameNumbers(geometry.getAttribute('position')?.array, twin.getAttribute('position')?.array)
  )
}

function sameNumbers(a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The shape that the matrix makes of it; undefined where that is none of Limber's: a sheared box, a flattened ball. */
export function placePrimitive(primitive: Primitive, matrix: Matrix4): PartShape | undefined {
  const parts = rigidParts(matrix)
  if (parts === undefined) return undefined
  const { rigid, scale } = parts
  const [sx, sy, sz] = [Math.abs(scale[0]), scale[1], scale[2]]
  const e = rigid.elements
  const at = [e[12]!, e[13]!, e[14]!]
  // Where the scales differ by less than the tolerance, the largest: what is drawn stays inside.
  const uniform = Math.max(sx, sy, sz)
  switch (primitive.kind) {
    case 'box': {
      const { size } = primitive
      const rotation = [e[0]!, e[4]!, e[8]!, e[1]!, e[5]!, e[9]!, e[2]!, e[6]!, e[10]!]
      return box({ size: [size[0] * sx, size[1] * sy, size[2] * sz], at, rotation })
    }
    case 'sphere':
      if (!alike(sx, sy) || !alike(sy, sz) || !alike(sz, sx)) return undefined
      return sphere({ radius: primitive.radius * uniform, at })
    case 'capsule': {
      if (!alike(sx, sy) || !alike(sy, sz) || !alike(sz, sx)) return undefined
      const from = new Vector3(0, -primitive.height / 2, 0).applyMatrix4(matrix).toArray()
      const to = new Vector3(0, primitive.height / 2, 0).applyMatrix4(matrix).toArray()
      return capsule({ radius: primitive.radius * uniform, from, to })
    }
    case 'cylinder': {
      if (!alike(sz, sx)) return undefined
      // three's y is Limber's z; (z, x, y) is as right-handed as (x, y, z).
      const rotation = [e[8]!, e[0]!, e[4]!, e[9]!, e[1]!, e[5]!, e[10]!, e[2]!, e[6]!]
      return cylinder({ radius: primitive.radius * Math.max(sx, sz), length: primitive.height * sy, at, rotation })
    }
  }
}
