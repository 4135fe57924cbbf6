// Envelopes against turning the points themselves; cells against exact arithmetic.
import { describe, expect, test } from 'vitest'
import { Random } from '../../src/index.js'
import { Cell, MIDDLE_ROUNDING } from '../../src/verify/allow/cell-box.js'
import { EnvelopeSet, upperHull } from '../../src/verify/allow/envelope.js'
import { LinkSet } from '../../src/verify/allow/link-set.js'
import { convexSet, MeshSet } from '../../src/verify/convex-sets.js'
import { U } from '../../src/verify/rounding.js'
import { add, exact, multiply } from '../oracle/exact.js'
import { randomGeometry } from './allow-cases.js'

type Point = readonly number[]

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!

/** Turned about a line by an angle. */
function turned(line: Float64Array, p: Point, angle: number): number[] {
  const d = [0, 1, 2].map((k) => p[k]! - line[3 + k]!)
  const along = dot(d, line)
  const across = d.map((x, k) => x - along * line[k]!)
  const side = [
    line[1]! * across[2]! - line[2]! * across[1]!,
    line[2]! * across[0]! - line[0]! * across[2]!,
    line[0]! * across[1]! - line[1]! * across[0]!,
  ]
  return [0, 1, 2].map(
    (k) => line[3 + k]! + along * line[k]! + Math.cos(angle) * across[k]! + Math.sin(angle) * side[k]!,
  )
}

function randomLine(random: Random): Float64Array {
  const line = new Float64Array(6)
  line.set(random.unit() < 0.3 ? [0, 0, 1] : random.direction(new Float64Array(3)))
  if (random.unit() < 0.7) for (let k = 3; k < 6; k++) line[k] = random.range(-0.5, 0.5)
  return line
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

/** A random link, and some nodes of it: its root, and others that are opened. */
function randomLink(random: Random): { link: LinkSet; nodes: number[] } {
  const geometries = randomGeometry(random).map(({ shape, pose }, i) => {
    if (shape.kind === 'group') throw new Error('no groups here')
    const { at, rotation } = (pose ?? { at: [0, 0, 0], rotation: [0, 0, 0, 1] }) as { at: Point; rotation: Point }
    return { object: 0, objectName: 'l', name: `${i}`, part: 0, shape, pose: poseOf(at, rotation) }
  })
  const sets = geometries.map(({ shape }) => convexSet(shape, 'l'))
  const link = new LinkSet(geometries, sets, { body: 0, pose: IDENTITY, length: 0 })
  const nodes = [link.root]
  for (let i = 0; i < 3; i++) {
    const children = link.children(nodes.at(-1)!)
    if (children === undefined) break
    nodes.push(children[random.integer(children.length)]!)
  }
  return { link, nodes }
}

function poseOf(at: Point, q: Point): Float64Array {
  const [x, y, z, w] = q as [number, number, number, number]
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), at[0]!],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), at[1]!],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), at[2]!],
  )
}

test('an envelope holds its link at every angle, and not much else', () => {
  const random = new Random(5)
  for (let round = 0; round < 25; round++) {
    const { link, nodes } = randomLink(random)
    const axis = randomLine(random)
    const envelope = new EnvelopeSet(link, axis)
    for (const node of nodes) {
      for (let i = 0; i < 6; i++) {
        const g = random.direction(new Float64Array(3))
        const own = envelope.least(node, g[0]!, g[1]!, g[2]!)
        // The link turned by an angle reaches as far along g as the link does along g turned back.
        let found = Infinity
        const free = axis.slice()
        free.fill(0, 3)
        for (let k = 0; k < 48; k++) {
          const angle = (2 * Math.PI * (k + random.unit())) / 48
          const back = turned(free, [...g], -angle)
          // g·turned(p) = back·p + what does not depend on p.
          const still = dot(g, turned(axis, [0, 0, 0], angle))
          found = Math.min(found, link.least(node, back[0]!, back[1]!, back[2]!, false) + still)
        }
        expect(own).toBeLessThanOrEqual(found + 1e-13)
        // A cylinder's is a little larger, and 48 angles are not all.
        expect(own).toBeGreaterThan(found - 0.02)
      }
      const line = randomLine(random)
      const far = envelope.farthest(node, line, 0)
      for (let k = 0; k < 24; k++) {
        const angle = (2 * Math.PI * k) / 24
        const at = turned(axis, [...line.subarray(3)], -angle)
        const free = axis.slice()
        free.fill(0, 3)
        const towards = turned(free, [...line.subarray(0, 3)], -angle)
        const seen = Float64Array.of(...towards, ...at)
        // Corners only are asked for exactly: of a mesh, that is what it is.
        expect(farthestCorner(link, node, seen)).toBeLessThanOrEqual(far + 1e-13)
      }
    }
  }
})

/** The greatest distance from a line of a node's corners. */
function farthestCorner(link: LinkSet, node: number, line: Float64Array): number {
  let far = 0
  for (const { points, cylinder } of link.outlines(node)) {
    // The prism around a cylinder is larger than it is.
    if (cylinder !== undefined) continue
    for (let i = 0; i < points.length; i += 3) {
      const d = [0, 1, 2].map((k) => points[i + k]! - line[3 + k]!)
      const along = dot(d, line)
      far = Math.max(far, Math.hypot(...d.map((x, k) => x - along * line[k]!)))
    }
  }
  return far
}

describe('the upper hull of a profile', () => {
  test.each([
    ['one point', [0, 1]],
    ['the same point often', [0, 1, 0, 1, 0, 1]],
    ['points on a line', Array.from({ length: 50 }, (_, i) => [i / 7, 0.3 + (0.1 * i) / 7]).flat()],
    ['points at one height', Array.from({ length: 20 }, (_, i) => [0.1, i / 9]).flat()],
    [
      'points on a circle, to rounding',
      Array.from({ length: 200 }, (_, i) => [Math.cos(i), Math.abs(Math.sin(i))]).flat(),
    ],
    [
      'points next to one another',
      Array.from({ length: 64 }, (_, i) => [0.1 + i * 2 ** -56, 1 + ((i * 37) % 11) * 2 ** -52]).flat(),
    ],
  ])('%s: no point is above it', (_, profile) => {
    const hull = upperHull(profile)
    for (let o = 2; o < hull.length; o += 2) expect(hull[o]).toBeGreaterThan(hull[o - 2]!)
    for (const [along, across] of [
      [0, 1],
      [1, 0],
      [-1, 0],
      [0.6, 0.8],
      [-0.6, 0.8],
      [1, 1e-9],
      [-1e-9, 1],
    ] as const) {
      const reach = (points: ArrayLike<number>): number => {
        let most = -Infinity
        for (let i = 0; i < points.length; i += 2) most = Math.max(most, points[i]! * along + points[i + 1]! * across)
        return most
      }
      expect(reach(hull)).toBeGreaterThanOrEqual(reach(profile))
      expect(reach(hull)).toBeLessThan(reach(profile) + 1e-13)
    }
  })
})

test('nodes of a mesh have the corners of all that is below them', () => {
  const random = new Random(3)
  let meshes = 0
  for (let round = 0; round < 40; round++) {
    for (const { shape } of randomGeometry(random)) {
      if (shape.kind !== 'mesh') continue
      meshes++
      const set = new MeshSet(shape, 'm')
      const count = (node: number): number => {
        const children = set.children(node)
        const corners = [...set.outline(node).points]
        if (children === undefined) {
          expect(corners.length).toBe(9)
          return 1
        }
        const below = new Set(children.flatMap((child) => threes(set.outline(child).points)))
        expect(new Set(threes(corners))).toEqual(below)
        return children.reduce((sum, child) => sum + count(child), 0)
      }
      expect(count(0)).toBe(shape.triangles.length / 3)
    }
  }
  expect(meshes).toBeGreaterThan(3)
})

function threes(points: ArrayLike<number>): string[] {
  return Array.from(
    { length: points.length / 3 },
    (_, i) => `${points[3 * i]},${points[3 * i + 1]},${points[3 * i + 2]}`,
  )
}

test('a cell, as it is rounded, holds the cell as it is', () => {
  const random = new Random(9)
  for (let round = 0; round < 600; round++) {
    const size = 10 ** random.range(-3, 3)
    const lower = random.range(-size, size)
    const side = { variable: 0, lower, upper: lower + random.unit() * 10 ** random.range(-9, 1) }
    let cell = Cell.whole(1)
    let [index, level] = [0n, 0]
    for (let k = random.integer(48); k > 0; k--) {
      const upper = random.integer(2) as 0 | 1
      cell = cell.half(0, upper)
      index = 2n * index + BigInt(upper)
      level++
    }
    expect(BigInt(cell.indices[0]!)).toBe(index)
    const middle = exact(cell.middle(0, side))
    const reach = exact(
      cell.halfWidth(0, side) + MIDDLE_ROUNDING * U * (Math.abs(side.lower) + Math.abs(side.upper)) + 1e-300,
    )
    const width = add(exact(side.upper), exact(-side.lower))
    for (const end of [index, index + 1n]) {
      const share = exact(Number(end) / 2 ** level)
      const at = add(exact(side.lower), multiply(width, share))
      const off = add(at, { m: -middle.m, e: middle.e })
      expect(add(reach, { m: -off.m, e: off.e }).m >= 0n && add(reach, off).m >= 0n).toBe(true)
    }
  }
})
