import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { box, type CylinderShape, capsule, convex, cylinder, mesh, type Shape, sphere } from '../../src/shapes/shape.js'
import { shapeObb, shapeSphere, shapeSupport } from '../../src/shapes/shape-bounds.js'
import { add, type Dyadic, exact, multiply } from '../oracle/exact.js'
import { type DyadicPoint, type ExactCore, exactCores, exactTransform } from '../oracle/shapes/shapes.js'
import { KINDS, MODES, shapeCase } from '../oracle/shapes/shapes-cases.js'

const minus = (a: Dyadic): Dyadic => ({ m: -a.m, e: a.e })
const square = (a: Dyadic): Dyadic => multiply(a, a)
const atLeast = (a: Dyadic, b: Dyadic): boolean => add(a, minus(b)).m >= 0n

function dot(d: ArrayLike<number>, p: DyadicPoint): Dyadic {
  return [0, 1, 2].map((k) => multiply(exact(d[k]!), p[k]!)).reduce(add)
}

/** room ≥ r·|d|, exactly */
function hasRoom(room: Dyadic, r: number, d: ArrayLike<number>): boolean {
  const lengthSq = [0, 1, 2].map((k) => square(exact(d[k]!))).reduce(add)
  return room.m >= 0n && atLeast(square(room), multiply(square(exact(r)), lengthSq))
}

/** Points around both rims of a cylinder that are inside it in exact arithmetic: shrunk by more than cosines are rounded. */
function rims({ radius, length, pose }: CylinderShape): DyadicPoint[] {
  const r = radius * (1 - 2 ** -50)
  return Array.from({ length: 96 }, (_, k) => {
    const angle = (Math.PI * (k >> 1)) / 24 + 0.01
    const local = [r * Math.cos(angle), r * Math.sin(angle), k & 1 ? length / 2 : -length / 2]
    return exactTransform(pose, local.map(exact) as unknown as DyadicPoint)
  })
}

function coresOf(shape: Shape): ExactCore[] {
  if (shape.kind === 'group') return shape.parts.flatMap(coresOf)
  return shape.kind === 'cylinder' ? [{ points: rims(shape), radius: 0 }] : exactCores(shape)
}

function checkBounds(shape: Shape, seed: number): void {
  const ball = new Float64Array(4)
  const pose = new Float64Array(12)
  const half = new Float64Array(3)
  shapeSphere(ball, 0, shape)
  shapeObb(pose, 0, half, 0, shape)
  const d = new Random(seed).direction(new Float64Array(3))
  const support = exact(shapeSupport(shape, d[0]!, d[1]!, d[2]!))
  for (const core of coresOf(shape)) {
    for (const p of core.points) {
      expect(hasRoom(add(support, minus(dot(d, p))), core.radius, d)).toBe(true)
      const fromBall = p.map((c, k) => add(c, minus(exact(ball[k]!))))
      const room = add(exact(ball[3]!), minus(exact(core.radius)))
      expect(room.m >= 0n && atLeast(square(room), fromBall.map(square).reduce(add))).toBe(true)
      if (shape.kind === 'box' || shape.kind === 'cylinder') continue // its own box: nothing to check
      const fromBox = p.map((c, k) => add(c, minus(exact(pose[4 * k + 3]!)))) as unknown as DyadicPoint
      for (let k = 0; k < 3; k++) {
        const axis = [pose[k]!, pose[4 + k]!, pose[8 + k]!]
        const along = dot(axis, fromBox)
        expect(hasRoom(add(exact(half[k]!), minus(along)), core.radius, axis)).toBe(true)
        expect(hasRoom(add(exact(half[k]!), along), core.radius, axis)).toBe(true)
      }
    }
  }
}

const ALL = [...KINDS, 'cylinder', 'mixed'] as const

test('[contains] spheres, boxes and supports contain the shape in exact arithmetic', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ALL), fc.constantFrom(...MODES), fc.nat(), (kind, mode, seed) => {
      checkBounds(shapeCase(kind, 'sphere', mode, seed).a, seed)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('[contains] the support of a cylinder, by squares', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MODES), fc.nat(), (mode, seed) => {
      const shape = shapeCase('cylinder', 'sphere', mode, seed).a as CylinderShape
      const d = new Random(seed).direction(new Float64Array(3))
      const [x, y, z, t] = [0, 1, 2, 3].map((k) =>
        dot(d, [0, 4, 8].map((row) => exact(shape.pose[row + k]!)) as unknown as DyadicPoint),
      ) as [Dyadic, Dyadic, Dyadic, Dyadic]
      const along = multiply(exact(shape.length / 2), z.m < 0n ? minus(z) : z)
      const room = add(exact(shapeSupport(shape, d[0]!, d[1]!, d[2]!)), minus(add(t, along)))
      expect(room.m >= 0n).toBe(true)
      expect(atLeast(square(room), multiply(square(exact(shape.radius)), add(square(x), square(y))))).toBe(true)
    }),
    { seed: 3, numRuns: 200 },
  )
})

test('bounds are tight', () => {
  const can = cylinder({ radius: 1, length: 2, at: [1, 2, 3] })
  const sizes = new Float64Array(4)
  shapeSphere(sizes, 0, can)
  expect(sizes[3]).toBeCloseTo(Math.SQRT2, 13)
  expect(shapeSupport(can, 0, 0, 1)).toBeCloseTo(4, 13)
  expect(shapeSupport(can, 0.6, 0.8, 0)).toBeCloseTo(3.2, 13)

  const ball = new Float64Array(4)
  const pose = new Float64Array(12)
  const half = new Float64Array(3)
  shapeSphere(ball, 0, sphere({ radius: 2, at: [1, 2, 3] }))
  expect([...ball]).toEqual([1, 2, 3, 2])

  const c = capsule({ radius: 0.5, from: [1, 1, 1], to: [3, 3, 3] })
  shapeSphere(ball, 0, c)
  expect(ball[3]).toBeCloseTo(Math.sqrt(3) + 0.5, 12)
  shapeObb(pose, 0, half, 0, c)
  expect([...half].map((h) => h.toFixed(10))).toEqual([
    (Math.sqrt(3) + 0.5).toFixed(10),
    '0.5000000000',
    '0.5000000000',
  ])

  const b = box({ size: [2, 4, 6], at: [1, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] })
  shapeObb(pose, 0, half, 0, b)
  expect([...half]).toEqual([1, 2, 3])
  expect([...pose]).toEqual([...b.pose])

  // A flat square at 45°: the covariance finds it, the frame's axes would not.
  const s = Math.SQRT1_2
  const flat = convex({ points: [0, 0, 0, 2, 0, 0, 0, s, s, 2, s, s] })
  shapeObb(pose, 0, half, 0, flat)
  expect([...half].sort((a, b) => a - b).map((h) => h.toFixed(9))).toEqual([
    '0.000000000',
    '0.500000000',
    '1.000000000',
  ])

  // Vertices that no triangle uses do not count.
  const m = mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9], triangles: [0, 1, 2] })
  shapeSphere(ball, 0, m)
  expect(ball[3]!).toBeLessThan(0.75)
  expect(shapeSupport(m, 1, 0, 0)).toBeCloseTo(1, 14)
})
