// Two geometries at one configuration, tested by the world's own queries: what touches, or is nearer than it may be, is shown there.
import type { WorldModel } from '../world/world.js'
import type { MotionGeometry } from './motion-system.js'
import { ABSENT } from './proof.js'

/** What ends a check with an answer. */
export interface Hit {
  readonly kind: 'collision' | 'closer-than-clearance' | 'closer-than-delta'
  /** Along the piece. */
  readonly at: number
  readonly configuration: Float64Array
  /** What was asked for. */
  readonly clearance: number
  /** The world's geometries. */
  readonly leafA: number
  readonly leafB: number
}

export interface ContactTerms {
  readonly delta: number
  readonly clearance: number
  /** Is a thing inside a closed mesh in collision with it? */
  readonly solids: boolean
}

interface TestCounts {
  volumeTests: number
  leafTests: number
}

/**
 * Geometries that touch, or come too close to decide it elsewhere: the world's own queries decide. Of two meshes only the triangles
 * of nodes a and b are tested, if they are given. What is wrong, or undefined.
 */
export function lookCloser(
  counts: TestCounts,
  { index, search, prepare }: WorldModel,
  { delta, clearance, solids }: ContactTerms,
  q: Float64Array,
  one: MotionGeometry,
  other: MotionGeometry,
  a: number,
  b: number,
): Hit['kind'] | undefined {
  const meshA = one.tree.shape
  const meshB = other.tree.shape
  const near = clearance + delta
  prepare(q)
  if (a !== ABSENT && meshA.kind === 'mesh' && meshB.kind === 'mesh') {
    const s = meshA.tree.order[a - one.tree.triangles]!
    const t = meshB.tree.order[b - other.tree.triangles]!
    counts.leafTests++
    if (near === 0) {
      return search.touchTriangles(index, one.leaf, other.leaf, meshA.tree, s, meshB.tree, t) ? 'collision' : undefined
    }
    const d = search.distanceTriangles(index, one.leaf, other.leaf, meshA.tree, s, meshB.tree, t, near)
    return d === 0 ? 'collision' : kindOf(d, clearance, near)
  }
  const { volumeTests, leafTests } = search.inner
  const touches = search.touch(index, one.leaf, other.leaf, solids)
  counts.volumeTests += search.inner.volumeTests - volumeTests
  counts.leafTests += search.inner.leafTests - leafTests
  if (touches) return 'collision'
  if (near === 0) return undefined
  return kindOf(search.measure(index, one.leaf, other.leaf, near)?.distance ?? Infinity, clearance, near)
}

function kindOf(distance: number, clearance: number, near: number): Hit['kind'] | undefined {
  if (distance <= clearance) return 'closer-than-clearance'
  return distance < near ? 'closer-than-delta' : undefined
}

/** May one of the two be inside the other: is one of them a mesh? */
export function mayHoldOther(one: MotionGeometry, other: MotionGeometry): boolean {
  return one.tree.shape.kind === 'mesh' || other.tree.shape.kind === 'mesh'
}

/** Is one of the two inside the other, at q? */
export function isInsideAt(
  { index, search, prepare }: WorldModel,
  q: Float64Array,
  one: MotionGeometry,
  other: MotionGeometry,
): boolean {
  prepare(q)
  return search.isInside(index, one.leaf, other.leaf)
}
