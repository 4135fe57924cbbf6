// Regular triangulations of the plane and of the line against brute force in whole numbers (oracle/chains/power.ts).
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { spanOf } from '../../../src/chains/power/power-diagram-span.js'
import { powerLine } from '../../../src/chains/power/power-line.js'
import { FREE } from '../../../src/chains/power/power-tetrahedra-arrays.js'
import { insertionOrder } from '../../../src/chains/power/power-tetrahedra-order.js'
import { PowerTriangles } from '../../../src/chains/power/power-triangles.js'
import { removeFromTriangles } from '../../../src/chains/power/power-triangles-remove.js'
import { validateTriangles } from '../../../src/chains/power/power-triangles-validate.js'
import { regularSimplices } from '../../oracle/chains/power.js'

type Kind = 'general' | 'grid' | 'circle' | 'copies' | 'line' | 'weighted' | 'tilted' | 'far'
const KINDS: readonly Kind[] = ['general', 'grid', 'circle', 'copies', 'line', 'weighted', 'tilted', 'far']

/** Points of whole coordinates on a circle around the origin. */
const CIRCLE = [
  [5, 0],
  [4, 3],
  [3, 4],
  [0, 5],
]

function ballsOf(kind: Kind, n: number, random: Random): Float64Array {
  const balls = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) {
    let x = random.range(-1, 1)
    let y = random.range(-1, 1)
    let r = random.range(0, 0.3)
    if (kind === 'grid' || kind === 'copies' || kind === 'tilted') {
      x = random.integer(4)
      y = random.integer(kind === 'copies' ? 2 : 4)
      r = random.integer(3) / 2
    } else if (kind === 'circle') {
      const p = CIRCLE[random.integer(4)]!
      x = random.integer(2) === 0 ? p[0]! : -p[0]!
      y = random.integer(2) === 0 ? p[1]! : -p[1]!
      r = random.integer(4) === 0 ? 1 : 0
    } else if (kind === 'line') {
      x = random.integer(6)
      y = 2 * x + (random.integer(5) === 0 ? 1 : 0)
      r = random.integer(3)
    } else if (kind === 'weighted') r = random.range(0, 1.5)
    else if (kind === 'far') {
      x += 1e6
      y -= 3e6
    }
    balls.set(kind === 'tilted' ? [x + y, x - y, 2 * x + y, r] : [x, y, 0, r], 4 * i)
  }
  return balls
}

/** Finite triangles, corners ascending, in lexicographic order. */
function trianglesOf(t: PowerTriangles): number[][] {
  const found: number[][] = []
  for (let k = 0; k < t.slots; k++) {
    if (t.corner[3 * k] === FREE || t.infiniteAt(k) >= 0) continue
    found.push([...t.corner.subarray(3 * k, 3 * k + 3)].sort((a, b) => a - b))
  }
  return found.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]! || p[2]! - q[2]!)
}

function build(balls: Float64Array, order: Iterable<number>): PowerTriangles | undefined {
  const { dimension, balls: span, u, v } = spanOf(balls)
  if (dimension !== 2) return undefined
  const t = new PowerTriangles(balls, u, v, span[0]!, span[1]!, span[2]!)
  for (const i of order) if (!span.includes(i)) t.insert(i)
  return t
}

test.each(KINDS)('the triangulation is that of brute force, and stays so as balls go and come: %s', (kind) => {
  const random = new Random(71)
  let flat = 0
  for (let round = 0; round < 60; round++) {
    const n = 3 + random.integer(9)
    const balls = ballsOf(kind, n, random)
    const t = build(balls, insertionOrder(balls))
    if (t === undefined) {
      flat++
      continue
    }
    validateTriangles(t)
    const whole = regularSimplices(balls, [t.u, t.v])
    expect(trianglesOf(t), `balls ${[...balls]}`).toEqual(whole)
    // Take one out: the rest is what brute force has without it. Put it and the hidden ones back: all is as before.
    const p = random.integer(n)
    if (t.star[p]! < 0 || !removeFromTriangles(t, p)) continue
    for (let i = 0; i < n; i++) if (i !== p && t.star[i]! < 0) t.insert(i)
    const rest = [...Array(n).keys()].filter((i) => i !== p)
    const without = regularSimplices(Float64Array.from(rest.flatMap((i) => [...balls.subarray(4 * i, 4 * i + 4)])), [
      t.u,
      t.v,
    ])
    expect(trianglesOf(t), `balls ${[...balls]} without ${p}`).toEqual(without.map((s) => s.map((k) => rest[k]!)))
    t.insert(p)
    validateTriangles(t)
    expect(trianglesOf(t)).toEqual(whole)
  }
  expect(flat).toBeLessThan(40)
})

test('the order of insertion does not matter', () => {
  const random = new Random(72)
  for (const kind of KINDS) {
    const balls = ballsOf(kind, 60, random)
    const forward = build(balls, Array(60).keys())!
    const backward = build(balls, [...Array(60).keys()].reverse())!
    validateTriangles(forward)
    expect(trianglesOf(backward)).toEqual(trianglesOf(forward))
  }
})

test('a broken triangulation does not pass', () => {
  const balls = ballsOf('general', 20, new Random(73))
  const t = build(balls, insertionOrder(balls))!
  const moved = t.corner[0]! >= 0 ? t.corner[0]! : t.corner[1]!
  balls[4 * moved] = balls[4 * moved]! + 3
  expect(() => validateTriangles(t)).toThrow(/triangle \d+/)
})

test('all except one are on a line: refused, and nothing changed', () => {
  const balls = Float64Array.of(0, 0, 0, 0.1, 1, 0, 0, 0.1, 2, 0, 0, 0.1, 3, 0, 0, 0.1, 1, 1, 0, 0.1)
  const t = build(balls, insertionOrder(balls))!
  const before = trianglesOf(t)
  expect(removeFromTriangles(t, 4)).toBe(false)
  validateTriangles(t)
  expect(trianglesOf(t)).toEqual(before)
  expect(removeFromTriangles(t, 0)).toBe(true)
  expect(trianglesOf(t)).toEqual([
    [1, 2, 4],
    [2, 3, 4],
  ])
})

test('on a line: the lower hull of brute force', () => {
  const random = new Random(74)
  for (let round = 0; round < 200; round++) {
    const n = 2 + random.integer(8)
    const balls = new Float64Array(4 * n)
    for (let i = 0; i < n; i++) {
      const x = round % 2 === 0 ? random.integer(6) : random.range(-3, 3)
      balls.set([x, 2 * x, -x, random.integer(4) / 2], 4 * i)
    }
    const line = powerLine(balls, 0)
    const edges = [...line].slice(1).map((j, k) => [line[k]!, j].sort((a, b) => a - b))
    edges.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]!)
    expect(edges, `balls ${[...balls]}`).toEqual(regularSimplices(balls, [0]))
  }
})

test('in one place, the largest ball stays; of equals the first', () => {
  expect([...powerLine(Float64Array.of(1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 3), 0)]).toEqual([1])
})
