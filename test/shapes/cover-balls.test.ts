import { describe, expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { COVER_GROUP, coverBalls, isCovered } from '../../src/shapes/cover-balls.js'
import {
  box,
  capsule,
  convex,
  cylinder,
  group,
  type MeshShape,
  mesh,
  type Shape,
  sphere,
} from '../../src/shapes/shape.js'
import { pointInMesh } from '../../src/shapes/shape-inside.js'
import { SOLID_MODES, solidMesh } from '../oracle/meshes/solids-cases.js'

/** How far the point is outside the nearest of the balls; computed, so off by a few roundings. */
function outside(balls: Float64Array, p: readonly number[]): number {
  let least = Infinity
  for (let i = 0; i < balls.length; i += 4) {
    const d = Math.hypot(p[0]! - balls[i]!, p[1]! - balls[i + 1]!, p[2]! - balls[i + 2]!)
    least = Math.min(least, d - balls[i + 3]!)
  }
  return least
}

function expectCovered(shape: Shape, points: readonly (readonly number[])[], name: string): void {
  const { whole, groups, balls } = coverBalls(shape)
  expect(balls.length).toBe(COVER_GROUP * groups.length)
  for (const p of points) {
    const slack = 1e-14 * (Math.abs(p[0]!) + Math.abs(p[1]!) + Math.abs(p[2]!))
    for (const list of [whole, groups, balls]) {
      expect(outside(list, p), `${name}: ${p.join(', ')}`).toBeLessThanOrEqual(slack)
    }
  }
}

/** Points of a mesh's triangles, corners among them, and inside it. */
function meshPoints({ positions, triangles, bounds, ...rest }: MeshShape, random: Random): number[][] {
  const out: number[][] = []
  const at = (c: number): number[] => [0, 1, 2].map((k) => positions[3 * triangles[c]! + k]!)
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [at(t), at(t + 1), at(t + 2)]
    const weights = [random.unit(), random.unit(), random.unit()]
    const sum = weights[0]! + weights[1]! + weights[2]!
    const middle = [0, 1, 2].map((k) => corners.reduce((all, c, i) => all + (c[k]! * weights[i]!) / sum, 0))
    out.push(...corners, middle)
  }
  const [x, y, z, r] = Array.from(bounds.sphere) as [number, number, number, number]
  const shape = { positions, triangles, bounds, ...rest }
  for (let k = 0; k < 200; k++) {
    const p = [x, y, z].map((c) => c + r * random.range(-1, 1)) as [number, number, number]
    if (pointInMesh(shape, ...p)) out.push(p)
  }
  return out
}

const between = (a: readonly number[], b: readonly number[], t: number): number[] =>
  a.map((x, k) => x + t * (b[k]! - x))

describe('balls around a shape contain it', () => {
  test('meshes, their insides too', () => {
    const random = new Random(11)
    for (let k = 0; k < 30; k++) {
      const { positions, triangles } = solidMesh(SOLID_MODES[k % SOLID_MODES.length]!, random)
      if (triangles.length === 0) continue
      const scale = [1, 1e-3, 1e4][random.integer(3)]!
      const shift = [0, 0, 100 * scale][random.integer(3)]!
      const shape = mesh({
        positions: Array.from(positions, (x, i) => scale * x + (i % 3 === 0 ? shift : 0)),
        triangles,
      })
      expectCovered(shape, meshPoints(shape, random), `case ${k}`)
      expect(isCovered(shape)).toBe(true)
    }
  })

  test('a tube is covered without the room in it', () => {
    const ring = Array.from({ length: 24 }, (_, i) => [Math.cos((Math.PI * i) / 12), Math.sin((Math.PI * i) / 12)])
    const positions = ring.flatMap(([c, s]) => [2, 1.9].flatMap((r) => [r * c!, r * s!, 0, r * c!, r * s!, 0.2]))
    const triangles = ring.flatMap((_, i) => {
      const [a, b] = [4 * i, 4 * ((i + 1) % 24)]
      const quad = (p: number, q: number, r: number, s: number): number[] => [p, q, r, p, r, s]
      return [
        ...quad(a, b, b + 1, a + 1),
        ...quad(a + 2, a + 3, b + 3, b + 2),
        ...quad(a + 1, b + 1, b + 3, a + 3),
        ...quad(a, a + 2, b + 2, b),
      ]
    })
    const shape = mesh({ positions, triangles })
    expectCovered(shape, meshPoints(shape, new Random(1)), 'tube')
    expect(outside(coverBalls(shape).balls, [0, 0, 5])).toBeGreaterThan(2)
  })

  test('everything else', () => {
    const random = new Random(12)
    const point = (): number[] => [0, 0, 0].map(() => random.range(-2, 2))
    for (let k = 0; k < 40; k++) {
      const [from, to] = [point(), k % 4 === 0 ? point() : [0, 0, 0]]
      const rod = capsule({ radius: 0.3, from, to })
      const onRod = Array.from({ length: 60 }, (_, i) =>
        between(from, to, (i % 20) / 19).map((x, d) => x + 0.3 * random.direction(new Float64Array(3))[d]! * 0.57),
      )
      expectCovered(rod, onRod, 'capsule')
      const ends = Array.from({ length: 40 }, () => {
        const d = random.direction(new Float64Array(3))
        return (random.unit() < 0.5 ? from : to).map((x, i) => x + 0.3 * d[i]!)
      })
      expectCovered(rod, ends, 'capsule ends')
      const points = Array.from({ length: 12 }, point)
      expectCovered(convex({ points: points.flat() }), points, 'convex')
      const flat = points.map(([x, y]) => [x!, y!, 1])
      expectCovered(convex({ points: flat.flat() }), flat, 'flat')
      const turned = { at: point(), rotation: [0.6, 0, 0, 0.8] }
      const drum = cylinder({ radius: 1, length: 3, ...turned })
      const { pose } = drum
      const local = (x: number, y: number, z: number): number[] =>
        [0, 4, 8].map((i) => pose[i]! * x + pose[i + 1]! * y + pose[i + 2]! * z + pose[i + 3]!)
      const rim = Array.from({ length: 48 }, (_, i) =>
        local(Math.cos(i / 7.6), Math.sin(i / 7.6), i % 2 === 0 ? 1.5 : -1.5),
      )
      expectCovered(drum, rim, 'cylinder')
      const brick = box({ size: [1, 2, 3], ...turned })
      const corners = Array.from({ length: 8 }, (_, i) => local((i & 1) - 0.5, (i & 2) - 1, 3 * ((i >> 2) - 0.5)))
      expectCovered(brick, [...corners, turned.at], 'box')
      const ball = sphere({ radius: 1, at: [5, 0, 0] })
      expectCovered(group([brick, ball, drum]), [...corners, ...rim, [6, 0, 0], [5, 1, 0]], 'group')
    }
    const many = Array.from({ length: 40 }, (_, i) => sphere({ radius: 0.5, at: [i, 0, 0] }))
    expectCovered(
      group(many),
      Array.from({ length: 40 }, (_, i) => [i, 0.5, 0]),
      'a large group',
    )
    expectCovered(
      group(many.slice(0, 9)),
      Array.from({ length: 9 }, (_, i) => [i, 0.5, 0]),
      'a group',
    )
  })
})
