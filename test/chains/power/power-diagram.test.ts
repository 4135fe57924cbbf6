// The public face of power diagrams: what centres span, lists, input. Triangulations themselves: power-triangles, power-tetrahedra.
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { PowerDiagram } from '../../../src/chains/power/power-diagram.js'
import { edgesChanged } from '../../../src/chains/power/power-diagram-lists.js'
import { InvalidInputError } from '../../../src/errors.js'
import { regularSimplices } from '../../oracle/chains/power.js'

/** Random combinations of these directions, at whole or any coordinates. */
function spread(random: Random, n: number, directions: readonly (readonly number[])[], whole: boolean): number[] {
  const centres: number[] = []
  for (let i = 0; i < n; i++) {
    const at = [1, -2, 3]
    for (const d of directions) {
      const s = whole ? random.integer(4) : random.range(-2, 2)
      for (let k = 0; k < 3; k++) at[k]! += s * d[k]!
    }
    centres.push(...at)
  }
  return centres
}

const SPANS = [
  { directions: [], dimension: 0, axes: [] },
  { directions: [[0, 2, 1]], dimension: 1, axes: [1] },
  { directions: [[1, 0, 0]], dimension: 1, axes: [0] },
  {
    directions: [
      [0, 1, 0],
      [0, 1, 2],
    ],
    dimension: 2,
    axes: [1, 2],
  },
  {
    directions: [
      [1, 2, 0],
      [1, -1, 1],
    ],
    dimension: 2,
    axes: [0, 1],
  },
  {
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    dimension: 3,
    axes: [0, 1, 2],
  },
] as const

test.each(SPANS)(
  'of dimension $dimension, along $axes: simplices, edges, neighbours and hidden balls are those of brute force',
  (span) => {
    const random = new Random(61)
    let full = 0
    for (let round = 0; round < 30; round++) {
      const n = 1 + random.integer(span.dimension === 3 ? 8 : 10)
      const centres = spread(random, n, span.directions, true)
      const radii = Array.from({ length: n }, () => random.integer(4) / 2)
      const diagram = new PowerDiagram(centres, radii)
      diagram.validate()
      expect(diagram.size).toBe(n)
      if (diagram.dimension < span.dimension) continue
      full++
      expect(diagram.dimension).toBe(span.dimension)
      const balls = Float64Array.from({ length: 4 * n }, (_, at) =>
        at % 4 === 3 ? radii[at >> 2]! : centres[3 * (at >> 2) + (at % 4)]!,
      )
      const largest = radii.indexOf(Math.max(...radii))
      const truth = span.dimension === 0 ? [[largest]] : regularSimplices(balls, span.axes)
      expect([...diagram.simplices()], `centres ${centres} radii ${radii}`).toEqual(truth.flat())
      const pairs = new Set(truth.flatMap((s) => s.flatMap((i, k) => s.slice(k + 1).map((j) => i * n + j))))
      const edges = [...pairs].sort((a, b) => a - b).flatMap((key) => [Math.trunc(key / n), key % n])
      expect([...diagram.edges()]).toEqual(edges)
      const corners = new Set(truth.flat())
      expect([...diagram.hidden()]).toEqual([...Array(n).keys()].filter((i) => !corners.has(i)))
      for (let i = 0; i < n; i++) {
        const near = edges.flatMap((x, k) => (x === i ? [edges[k ^ 1]!] : [])).sort((a, b) => a - b)
        expect([...diagram.neighbours(i)]).toEqual(near)
      }
    }
    expect(full).toBeGreaterThan(10)
  },
)

test('in the plane, centres have two numbers', () => {
  const flat = new PowerDiagram([0, 0, 4, 0, 0, 3, 4, 3.5, 1, 1], [1, 1, 1, 1, 0.1], { dimension: 2 })
  expect(flat.dimension).toBe(2)
  expect([...flat.hidden()]).toEqual([])
  const space = new PowerDiagram([0, 0, 7, 4, 0, 7, 0, 3, 7, 4, 3.5, 7, 1, 1, 7], [1, 1, 1, 1, 0.1])
  expect([...space.simplices()]).toEqual([...flat.simplices()])
})

test('many neighbours: one ball in the middle of a ring', () => {
  const n = 500
  const centres = [0, 0]
  for (let k = 0; k < n; k++) {
    const t = (4 * k) / n - 2
    // Rational points of a circle, some to each side.
    const s = 1 + t * t
    centres.push((10 * (1 - t * t)) / s, (20 * t) / s)
  }
  const diagram = new PowerDiagram(centres, 0.01, { dimension: 2 })
  diagram.validate()
  expect([...diagram.neighbours(0)]).toEqual(Array.from({ length: n }, (_, k) => k + 1))
  const edges = diagram.edges()
  for (let k = 2; k < edges.length; k += 2) {
    expect(edges[k]! > edges[k - 2]! || (edges[k] === edges[k - 2] && edges[k + 1]! > edges[k - 1]!)).toBe(true)
  }
})

test('lists that are handed out are copies', () => {
  const diagram = new PowerDiagram([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], 0.1)
  const edges = diagram.edges()
  edges.fill(7)
  diagram.simplices().fill(7)
  expect([...diagram.edges()]).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3])
  expect([...diagram.simplices()]).toEqual([0, 1, 2, 3])
})

test('edges that came or went', () => {
  const list = (...pairs: number[]): Int32Array => Int32Array.from(pairs)
  expect(edgesChanged(list(), list())).toBe(0)
  expect(edgesChanged(list(0, 1, 0, 2, 1, 2), list(0, 1, 0, 2, 1, 2))).toBe(0)
  expect(edgesChanged(list(0, 1, 0, 2, 1, 2), list(0, 1, 0, 3))).toBe(3)
  expect(edgesChanged(list(), list(0, 1, 2, 3))).toBe(2)
})

describe('wrong input is refused', () => {
  test.each([
    ['centres', () => new PowerDiagram([], 1)],
    ['centres', () => new PowerDiagram([1, 2, 3, 4], 1)],
    ['centres[1]', () => new PowerDiagram([1, Number.NaN, 3], 1)],
    ['radius', () => new PowerDiagram([1, 2, 3], -1)],
    ['radius', () => new PowerDiagram([1, 2, 3], [1, 2])],
    ['dimension', () => new PowerDiagram([1, 2, 3, 4], 1, { dimension: 4 as 3 })],
    ['dim', () => new PowerDiagram([1, 2, 3, 4], 1, { dim: 2 } as object)],
    ['ball', () => new PowerDiagram([1, 2, 3], 1).neighbours(1)],
    ['centres.length', () => new PowerDiagram([1, 2, 3], 1).move([1, 2])],
    ['centres[2]', () => new PowerDiagram([1, 2, 3], 1).move([1, 2, Infinity])],
  ])('%s', (field, make) => {
    let caught: unknown
    try {
      make()
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(InvalidInputError)
    expect((caught as InvalidInputError).field).toBe(field)
  })
})
