// The checks of closed meshes against the exact oracle, shared by the quick and the deep tests.
import { expect } from 'vitest'
import { setQuaternion } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { box, capsule, group, mesh, type Shape, sphere } from '../../../src/shapes/shape.js'
import { insideShapes, pointInMesh } from '../../../src/shapes/shape-inside.js'
import { TouchQuery, touchShapes, touchSurfaces } from '../../../src/shapes/shape-touch.js'
import { hasInside, isClosed } from './closed.js'
import { exactInside, exactNested, exactPoint, exactSolid } from './solids.js'
import { type SolidMode, solidMesh, solidPoint } from './solids-cases.js'

const OPEN_CHOICES = ['close', 'solid', 'surface'] as const

/** How often what was seen: a test that never meets an inside shows little. */
export const met = { inside: 0, outside: 0, nested: 0, free: 0, touching: 0 }

/** A mesh of the mode and twelve points. */
export function checkPoints(mode: SolidMode, seed: number): void {
  const random = new Random(seed)
  const plain = solidMesh(mode, random)
  const shape = mesh({ ...plain, open: OPEN_CHOICES[random.integer(3)]! })
  const solid = exactSolid(shape)
  expect(isClosed(shape)).toBe(solid.surfaces === 0)
  expect(hasInside(shape)).toBe([...solid.shells, solid.rest].some(({ cycles }) => cycles.length > 0))
  for (let k = 0; k < 12; k++) {
    const [x, y, z] = solidPoint(plain, random) as [number, number, number]
    const truth = exactInside(solid, exactPoint([x, y, z]))
    if (truth) met.inside++
    else met.outside++
    expect({ point: [x, y, z], inside: pointInMesh(shape, x, y, z) }).toEqual({ point: [x, y, z], inside: truth })
  }
}

/** A mesh of the mode and something smaller, often within it. */
export function checkNested(mode: SolidMode, seed: number): void {
  const random = new Random(seed)
  const a = mesh({ ...solidMesh(mode, random), open: OPEN_CHOICES[random.integer(3)]! })
  const scale = random.unit() < 0.5 ? 2 ** -6 : 10 ** random.range(-9, -0.5)
  const b = small(random, scale)
  const x = new Float64Array(12)
  if (random.unit() < 0.5) setQuaternion(x, 0, [0, 0, 0, 1])
  else setQuaternion(x, 0, [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), 1])
  for (let k = 0; k < 3; k++) {
    x[4 * k + 3] = random.unit() < 0.5 ? random.integer(9) / 4 - 0.375 : random.range(-0.5, 1.5)
  }
  const [p, q, y] = random.unit() < 0.5 ? [a, b, x] : [b, a, turnedBack(x)]
  if (touchSurfaces(new TouchQuery(), p, q, y, 0)) {
    met.touching++
    return
  }
  const truth = exactNested(p, q, y)
  if (truth) met.nested++
  else met.free++
  expect(insideShapes(p, q, y, 0)).toBe(truth)
  expect(touchShapes(new TouchQuery(), p, q, y, 0)).toBe(truth)
}

function small(random: Random, scale: number): Shape {
  const sort = random.integer(5)
  if (sort === 0) return sphere({ radius: scale })
  if (sort === 1) return box({ size: [scale, scale, scale] })
  if (sort === 2)
    return group([capsule({ radius: scale, from: [0, 0, 0], to: [0, 0, scale] }), sphere({ radius: scale })])
  const plain = solidMesh(random.unit() < 0.5 ? 'cubes' : 'bumps', random)
  const made = mesh({ ...plain, positions: plain.positions.map((c) => scale * c) })
  return sort === 3 ? made : group([made, sphere({ radius: scale, at: [3, 3, 3] })])
}

/** The inverse of a pose, as good as doubles have it. */
function turnedBack(x: Float64Array): Float64Array {
  const y = new Float64Array(12)
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) y[4 * k + l] = x[4 * l + k]!
    y[4 * k + 3] = -(x[k]! * x[3]! + x[4 + k]! * x[7]! + x[8 + k]! * x[11]!)
  }
  return y
}
