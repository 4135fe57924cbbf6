// Boxes fitted to the points of a tree's nodes: they contain them in exact arithmetic, they are tight, and they lie as the
// points do.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blob, bumpySphere, gear } from '../../../scenes/index.js'
import { composePose, POSE } from '../../../src/base/math/pose.js'
import { U } from '../../../src/base/math/rounding.js'
import { Random } from '../../../src/entries/meshes.js'
import { fitBoxes, pointsReach, refitBoxes } from '../../../src/meshes/tree/box-tree.js'
import { type SplitShape, splitMesh } from '../../../src/meshes/tree/mesh-splits.js'
import { BOX, BOX_HALF } from '../../../src/volumes/node-box.js'
import { add, type Dyadic, exact, multiply } from '../../oracle/exact.js'

interface Mesh {
  readonly positions: Float64Array
  readonly triangles: Uint32Array
}

type Verb = typeof fitBoxes

/** The tree of a mesh, and its boxes as fitBoxes or refitBoxes leave them. */
function fitted({ positions, triangles }: Mesh, verb: Verb, leafSize: number) {
  const shape = splitMesh(positions, triangles, { split: 'middle', leafSize })
  const items = { points: positions, corners: triangles, stride: 3 }
  const reach = pointsReach(items)
  const boxes = new Float64Array(BOX * shape.nodes)
  verb(boxes, shape, items, reach)
  return { shape, boxes, reach }
}

const negative = (a: Dyadic): Dyadic => ({ m: -a.m, e: a.e })
const magnitude = (a: Dyadic): Dyadic => (a.m < 0n ? negative(a) : a)

/** Whether |axis·(p − centre)| ≤ half along each axis of the box in boxes[0..], exactly. */
function contains(boxes: Float64Array, p: ArrayLike<number>): boolean {
  for (let k = 0; k < 3; k++) {
    let along = exact(0)
    for (let row = 0; row < 3; row++) {
      const from = add(exact(p[row]!), negative(exact(boxes[4 * row + 3]!)))
      along = add(along, multiply(from, exact(boxes[4 * row + k]!)))
    }
    if (add(exact(boxes[BOX_HALF + k]!), negative(magnitude(along))).m < 0n) return false
  }
  return true
}

const CLOUDS = ['any', 'lattice', 'flat', 'line', 'point', 'far', 'huge', 'tiny', 'ball'] as const
type Cloud = (typeof CLOUDS)[number]

function randomPoint(kind: Cloud, random: Random, turn: Float64Array): number[] {
  const any = () => random.range(-1, 1)
  const spin = (x: number, y: number, z: number) =>
    [0, 3, 6].map((i) => turn[i]! * x + turn[i + 1]! * y + turn[i + 2]! * z)
  switch (kind) {
    case 'any':
      return spin(3 * any(), 2 * any(), any())
    case 'lattice':
      return [random.integer(3), random.integer(3), random.integer(2)]
    case 'flat':
      return spin(any(), any(), 0)
    case 'line':
      return spin(any(), 0, 0)
    case 'point':
      return spin(1, 2, 3)
    case 'far':
      return spin(1e6 + any(), 1e-9 * any(), any())
    case 'huge':
      return spin(1e60 * any(), 1e60 * any(), 1e59 * any()).map((x) => x / 2)
    case 'tiny':
      return spin(1e-90 * any(), 1e-90 * any(), 1e-100 * any())
    case 'ball':
      return [...random.direction(new Float64Array(3))]
  }
}

/** Nine numbers: any matrix will do. */
const randomTurn = (random: Random) => Float64Array.from({ length: 9 }, () => random.range(-0.5, 0.5))

// A failure prints [kind, seed].
test('[never-misses] a box contains its points in exact arithmetic, whatever they are like', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CLOUDS), fc.nat(), (kind, seed) => {
      const random = new Random(seed)
      const turn = randomTurn(random)
      const count = 1 + random.integer(12)
      const positions = new Float64Array(9 * count)
      for (let v = 0; v < 3 * count; v++) positions.set(randomPoint(kind, random, turn), 3 * v)
      const triangles = Uint32Array.from({ length: 3 * count }, (_, k) => k)
      const { shape, boxes } = fitted({ positions, triangles }, fitBoxes, 12)
      expect(shape.nodes).toBe(1)
      for (let v = 0; v < 3 * count; v++) {
        if (!contains(boxes, positions.subarray(3 * v, 3 * v + 3))) throw new Error(`point ${v} is outside`)
      }
    }),
    { seed: 8, numRuns: 1500 },
  )
})

/** Poses of all boxes in the frame of the points. */
function framePoses(shape: SplitShape, boxes: Float64Array): Float64Array {
  const poses = new Float64Array(POSE * shape.nodes)
  poses.set(boxes.subarray(0, POSE))
  for (let n = 0; n < shape.nodes; n++) {
    const c = shape.child[n]!
    if (c < 0) continue
    for (const i of [c, c + 1]) composePose(poses, POSE * i, poses, POSE * n, boxes, BOX * i)
  }
  return poses
}

/** For each node: of its points, how far beyond its box the farthest is, and of the box, how far beyond its points. */
function excess({ positions, triangles }: Mesh, shape: SplitShape, boxes: Float64Array) {
  const poses = framePoses(shape, boxes)
  let outside = 0
  const loose = new Float64Array(shape.nodes)
  for (let n = 0; n < shape.nodes; n++) {
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (let i = shape.first[n]!; i < shape.end[n]!; i++) {
      for (let k = 0; k < 3; k++) {
        const p = 3 * triangles[3 * shape.order[i]! + k]!
        for (let axis = 0; axis < 3; axis++) {
          let along = 0
          for (let row = 0; row < 3; row++) {
            const o = POSE * n + 4 * row
            along += poses[o + axis]! * (positions[p + row]! - poses[o + 3]!)
          }
          low[axis] = Math.min(low[axis]!, along)
          high[axis] = Math.max(high[axis]!, along)
        }
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      const half = boxes[BOX * n + BOX_HALF + axis]!
      outside = Math.max(outside, high[axis]! - half, -low[axis]! - half)
      loose[n] = Math.max(loose[n]!, half - high[axis]!, half + low[axis]!)
    }
  }
  return { outside, loose }
}

/** What composing poses down a tree may lose, in units of reach: 12 u a level, 20 levels or fewer. */
const COMPOSED = 12 * 20 * U
/** What boxes are larger than they need be: FIT_ROUNDING twice over, and what was composed. */
const LOOSE = 2 * 4096 * U + COMPOSED

test.each([
  ['ball', bumpySphere(3000, 5)],
  ['gear', gear(3000)],
  ['blob', blob(3000, 5)],
])('every box of a tree contains its points and touches them on all six sides: %s', (_, mesh) => {
  for (const verb of [fitBoxes, refitBoxes]) {
    const { shape, boxes, reach } = fitted(mesh, verb, 4)
    const { outside, loose } = excess(mesh, shape, boxes)
    expect(outside).toBeLessThanOrEqual(COMPOSED * reach)
    expect(Math.max(...loose)).toBeLessThanOrEqual(LOOSE * reach)
  }
})

test('a refit of a large tree contains its points, and only its uppermost boxes are looser', () => {
  const mesh = bumpySphere(20_000, 6)
  const { shape, boxes, reach } = fitted(mesh, refitBoxes, 4)
  const { outside, loose } = excess(mesh, shape, boxes)
  expect(outside).toBeLessThanOrEqual(COMPOSED * reach)
  let above = 0
  for (let n = 0; n < shape.nodes; n++) {
    const large = shape.end[n]! - shape.first[n]! > 4096
    if (large) above++
    expect(loose[n]!).toBeLessThan(large ? 0.1 * boxes[BOX * n + BOX_HALF]! : LOOSE * reach)
  }
  expect(above).toBeGreaterThan(3)
})

test('a box lies as a rectangular patch does, also a square one', () => {
  const random = new Random(9)
  for (let round = 0; round < 200; round++) {
    const [long, wide] = [1 + random.integer(3), 1]
    const angle = random.range(0, Math.PI)
    const normal = random.direction(new Float64Array(3))
    const u = cross(normal, random.direction(new Float64Array(3)))
    const v = cross(normal, u)
    const cells = 4
    const positions: number[] = []
    for (let i = 0; i <= cells; i++) {
      for (let j = 0; j <= cells; j++) {
        const [a, b] = [(long * i) / cells, (wide * j) / cells]
        const x = a * Math.cos(angle) - b * Math.sin(angle)
        const y = a * Math.sin(angle) + b * Math.cos(angle)
        positions.push(...u.map((_, k) => x * u[k]! + y * v[k]!))
      }
    }
    const triangles: number[] = []
    for (let i = 0; i < cells; i++) {
      for (let j = 0; j < cells; j++) {
        const at = (cells + 1) * i + j
        triangles.push(at, at + 1, at + cells + 1, at + 1, at + cells + 2, at + cells + 1)
      }
    }
    const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) }
    const { boxes } = fitted(mesh, fitBoxes, 64)
    const sides = [boxes[BOX_HALF]!, boxes[BOX_HALF + 1]!].sort((a, b) => b - a)
    expect(sides[0]).toBeCloseTo(long / 2, 6)
    expect(sides[1]).toBeCloseTo(wide / 2, 6)
    expect(boxes[BOX_HALF + 2]).toBeCloseTo(0, 6)
  }
})

/** a × b, of length 1. */
function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const out = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
  const length = Math.hypot(...out)
  return out.map((x) => x / length)
}
