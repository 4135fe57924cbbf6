// Envelopes against turning the points themselves; cells against exact arithmetic.
import { describe, expect, test } from 'vitest'
import { Random, Robot } from '../../src/entries/robots.js'
import { robotDocument } from '../../src/robots/model/robot-document.js'
import { Scene } from '../../src/verify/scene.js'
import { EnvelopeSet, type LinkSet, upperHull } from '../../src/verify/sets.js'
import { readWorld } from '../../src/verify/world.js'
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

/** A random link, and some nodes of it: its root, and others that are opened. */
function randomLink(random: Random): { link: LinkSet; nodes: number[] } {
  const robot = new Robot({ name: 'r', links: [{ name: 'l', geometry: randomGeometry(random) }] })
  const link = new Scene(readWorld(robotDocument(robot))).setOf(0)
  const nodes = [link.root]
  for (let i = 0; i < 3; i++) {
    const children = link.children(nodes.at(-1)!)
    if (children === undefined) break
    nodes.push(children[random.integer(children.length)]!)
  }
  return { link, nodes }
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
      const far = envelope.farthest(node, line)
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
  for (const [part, own] of link.partsOf(node)) {
    const points = part.points(own)
    // The prism around a cylinder is larger than it is.
    if (part.cylinder !== undefined) continue
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
    for (const geometry of randomGeometry(random)) {
      const { shape } = geometry
      if (shape.kind !== 'mesh') continue
      meshes++
      const robot = new Robot({ name: 'r', links: [{ name: 'l', geometry: [geometry] }] })
      const set = new Scene(readWorld(robotDocument(robot))).setOf(0)
      const points = (node: number): string[] => set.partsOf(node).flatMap(([part, own]) => threes(part.points(own)))
      const count = (node: number): number => {
        const children = set.children(node)
        if (children === undefined) {
          expect(points(node).length).toBe(3)
          return 1
        }
        expect(new Set(points(node))).toEqual(new Set(children.flatMap(points)))
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
