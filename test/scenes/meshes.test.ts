import { expect, test } from 'vitest'
import {
  blob,
  bumpySphere,
  gear,
  gridBox,
  icosphere,
  type MeshData,
  nestedPoses,
  type PoseDistance,
  penetratingPoses,
  separatedPoses,
  sheet,
  soup,
  sphereMesh,
  thinPlate,
  torusKnot,
  torusMesh,
} from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

const size = (mesh: MeshData): number => mesh.triangles.length / 3

/** The volume inside, by the divergence theorem; positive where triangles turn anticlockwise from outside. */
function volume({ positions: p, triangles: t }: MeshData): number {
  let sum = 0
  for (let k = 0; k < t.length; k += 3) {
    const [a, b, c] = [3 * t[k]!, 3 * t[k + 1]!, 3 * t[k + 2]!]
    sum +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!)
  }
  return sum / 6
}

/** Vertices − edges + triangles, once every edge has been seen to be used once each way and every vertex at all. */
function eulerNumber({ positions, triangles }: MeshData): number {
  const vertices = positions.length / 3
  const edges = new Set<number>()
  const backwards = new Set<number>()
  for (let k = 0; k < triangles.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      const [a, b] = [triangles[k + i]!, triangles[k + ((i + 1) % 3)]!]
      edges.add(a * vertices + b)
      backwards.add(b * vertices + a)
    }
  }
  expect(edges.size).toBe(triangles.length)
  expect([...edges].every((edge) => backwards.has(edge))).toBe(true)
  expect(new Set(triangles).size).toBe(vertices)
  return vertices - edges.size / 2 + triangles.length / 3
}

function longestEdge({ positions: p, triangles: t }: MeshData): number {
  let most = 0
  for (let k = 0; k < t.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      const [a, b] = [3 * t[k + i]!, 3 * t[k + ((i + 1) % 3)]!]
      most = Math.max(most, Math.hypot(p[a]! - p[b]!, p[a + 1]! - p[b + 1]!, p[a + 2]! - p[b + 2]!))
    }
  }
  return most
}

const BUILDERS: Readonly<Record<string, (count: number) => MeshData>> = {
  sphereMesh,
  bumpySphere: (count) => bumpySphere(count, 1),
  blob: (count) => blob(count, 1),
  torusMesh,
  torusKnot,
  gridBox,
  thinPlate,
  gear,
  sheet: (count) => sheet(count, 1),
  soup: (count) => soup(count, 1),
}

test.each(Object.keys(BUILDERS))(
  '%s: about the count that was asked for, finite, about the size of a unit ball',
  (name) => {
    for (const count of [10_000, 20_000]) {
      const mesh = BUILDERS[name]!(count)
      expect(Math.abs(size(mesh) / count - 1)).toBeLessThan(0.03)
      let most = 0
      for (let i = 0; i < mesh.positions.length; i += 3) {
        const r = Math.hypot(mesh.positions[i]!, mesh.positions[i + 1]!, mesh.positions[i + 2]!)
        most = Math.max(most, r)
      }
      expect(most).toBeLessThan(1.6)
      expect(most).toBeGreaterThan(0.85)
      expect(mesh.positions.every(Number.isFinite)).toBe(true)
      expect(longestEdge(mesh)).toBeLessThan(0.2)
      expect(Math.max(...mesh.triangles)).toBeLessThan(mesh.positions.length / 3)
    }
  },
)

test.each([
  ['sphereMesh', 2, 4],
  ['bumpySphere', 2, 3.5],
  ['blob', 2, 0.2],
  ['torusMesh', 0, 0.8],
  ['torusKnot', 0, 0.5],
  ['gridBox', 2, 1.7],
  ['thinPlate', 2, 0.15],
  ['gear', 0, 0.6],
])('%s: closed, of the right genus, right side out', (name, euler, least) => {
  for (const count of [520, 2000, 5140]) {
    const mesh = BUILDERS[name]!(count)
    expect(eulerNumber(mesh)).toBe(euler)
    expect(volume(mesh)).toBeGreaterThan(least)
  }
})

test('spheres: 20 · 4^s triangles, or any even number, on the sphere and nearly its volume', () => {
  for (let s = 0; s <= 5; s++) {
    const mesh = icosphere(s, 2)
    expect(size(mesh)).toBe(20 * 4 ** s)
    expect(eulerNumber(mesh)).toBe(2)
    expectOnSphere(mesh, 2)
  }
  expect(size(icosphere(4))).toBe(5120)
  expect(volume(icosphere(4))).toBeCloseTo((4 / 3) * Math.PI, 1)
  for (let count = 6; count <= 300; count += 2) {
    const mesh = sphereMesh(count, 0.5)
    expect(size(mesh)).toBe(count)
    expect(eulerNumber(mesh)).toBe(2)
    expectOnSphere(mesh, 0.5)
    expect(volume(mesh)).toBeGreaterThan(0)
  }
  expect(size(sphereMesh(5140))).toBe(5140)
  expect(volume(sphereMesh(5140))).toBeCloseTo((4 / 3) * Math.PI, 1)
  // All of about one size: the mean edge of 5,140 triangles on the unit sphere is 0.075.
  expect(longestEdge(sphereMesh(5140))).toBeLessThan(0.12)
})

function expectOnSphere({ positions: p }: MeshData, radius: number): void {
  let off = 0
  for (let i = 0; i < p.length; i += 3) off = Math.max(off, Math.abs(Math.hypot(p[i]!, p[i + 1]!, p[i + 2]!) - radius))
  expect(off).toBeLessThan(1e-12)
}

test('the faces of a grid box are flat, and a plate is thin', () => {
  const box = gridBox(1200, [1, 2, 3])
  for (let i = 0; i < box.positions.length; i += 3) {
    const on = [1, 2, 3].filter((s, k) => Math.abs(box.positions[i + k]!) === s / 2)
    expect(on.length).toBeGreaterThan(0)
  }
  expect(volume(box)).toBeCloseTo(6, 9)
  expect(volume(thinPlate(2000))).toBeCloseTo(0.16, 9)
})

test('[same-seed] a seed gives the same mesh, another seed another', () => {
  for (const make of [bumpySphere, blob, sheet, soup]) {
    expect(make(500, 7)).toEqual(make(500, 7))
    expect(make(500, 7).positions).not.toEqual(make(500, 8).positions)
  }
})

test('mesh builders refuse what they cannot build and name the field', () => {
  expect(() => icosphere(10)).toThrow(InvalidInputError)
  expect(() => icosphere(1.5)).toThrow('subdivisions must be')
  expect(() => icosphere(1, -1)).toThrow('radius must be')
  expect(() => sphereMesh(7)).toThrow('count must be an even number')
  expect(() => sphereMesh(4)).toThrow('count must be')
  expect(() => bumpySphere(100, 1, { height: 1 })).toThrow('height must be')
  expect(() => torusMesh(100, { tube: 2 })).toThrow('tube must be')
  expect(() => torusKnot(100, { p: 0 })).toThrow('p must be')
  expect(() => gridBox(100, [1, 0, 1])).toThrow('size[1] must be')
  expect(() => gear(100)).toThrow('count must be')
  expect(() => gear(1000, 2)).toThrow('teeth must be')
  expect(() => sheet(0, 1)).toThrow('count must be')
  expect(() => soup(10, 1, 0)).toThrow('edge must be')
})

/** Balls of radius 1 and 0.5, B's off its origin: the distance has a closed form. */
const ballDistance: PoseDistance = (pose) => {
  const centre = [0, 1, 2].map((i) => 0.3 * pose[4 * i]! + pose[4 * i + 3]!)
  return Math.max(0, Math.hypot(...centre) - 1.5)
}

function expectRotation(pose: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let dot = 0
      for (let k = 0; k < 3; k++) dot += pose[4 * i + k]! * pose[4 * j + k]!
      expect(dot).toBeCloseTo(i === j ? 1 : 0, 12)
    }
  }
  const [a, b, c, , d, e, f, , g, h, k] = pose as unknown as number[]
  expect(a! * (e! * k! - f! * h!) - b! * (d! * k! - f! * g!) + c! * (d! * h! - e! * g!)).toBeCloseTo(1, 12)
}

test('separated poses have gaps in the range, all of it, and are rotations', () => {
  const poses = separatedPoses(ballDistance, { count: 200, seed: 1 })
  const gaps = poses.map(ballDistance)
  expect(Math.min(...gaps)).toBeGreaterThan(0.00098)
  expect(Math.max(...gaps)).toBeLessThan(0.0506)
  expect(Math.min(...gaps)).toBeLessThan(0.003)
  expect(Math.max(...gaps)).toBeGreaterThan(0.047)
  for (const pose of poses) expectRotation(pose)
})

test('penetrating poses touch, and little further out they do not', () => {
  const poses = penetratingPoses(ballDistance, { count: 100, seed: 1, depth: [0.01, 0.02] })
  for (const pose of poses) {
    expectRotation(pose)
    expect(ballDistance(pose)).toBe(0)
    // The way in went straight towards A's origin: back along it by what it went in, however obliquely.
    const out = Float64Array.from(pose)
    const length = Math.hypot(pose[3]!, pose[7]!, pose[11]!)
    for (let i = 0; i < 3; i++) out[4 * i + 3]! *= (length + 0.0211) / length
    expect(ballDistance(out)).toBeGreaterThan(0)
  }
})

test('nested poses: any turn, an origin within the offset', () => {
  const poses = nestedPoses({ count: 300, seed: 2, offset: 0.01 })
  const lengths = poses.map((pose) => Math.hypot(pose[3]!, pose[7]!, pose[11]!))
  expect(Math.max(...lengths)).toBeLessThanOrEqual(0.01)
  expect(Math.max(...lengths)).toBeGreaterThan(0.0095)
  for (const pose of poses) expectRotation(pose)
  // The mean of uniform turns is the zero matrix: each entry has variance 1/3.
  for (const k of [0, 1, 2, 4, 5, 6, 8, 9, 10]) {
    expect(Math.abs(poses.reduce((sum, pose) => sum + pose[k]!, 0) / 300)).toBeLessThan(0.15)
  }
})

test('[same-seed] a seed gives the same poses, and more of them start with the same', () => {
  const make = (seed: number, count: number) => separatedPoses(ballDistance, { count, seed })
  expect(make(3, 10)).toEqual(make(3, 10))
  expect(make(3, 20).slice(0, 10)).toEqual(make(3, 10))
  expect(make(4, 10)).not.toEqual(make(3, 10))
  expect(nestedPoses({ count: 20, seed: 3 }).slice(0, 10)).toEqual(nestedPoses({ count: 10, seed: 3 }))
})

test('what goes by is drawn again; a distance that never falls, and bad arguments, are refused', () => {
  // A target off the origin: most directions miss it.
  const aside: PoseDistance = (pose) => Math.max(0, Math.hypot(pose[3]! - 1, pose[7]!, pose[11]!) - 0.1)
  for (const pose of separatedPoses(aside, { count: 5, seed: 1 })) expect(aside(pose)).toBeLessThan(0.0506)
  expect(() => separatedPoses(() => 1, { count: 1, seed: 1 })).toThrow('distance must be')
  expect(() => separatedPoses(aside, { count: -1, seed: 1 })).toThrow('count must be')
  expect(() => separatedPoses(aside, { count: 1, seed: 1, gap: [0.1, 0.01] })).toThrow('gap must be')
  expect(() => penetratingPoses(aside, { count: 1, seed: 1, depth: [0, 0.01] })).toThrow('depth must be')
  expect(() => penetratingPoses(aside, { count: 1, seed: 1, far: -1 })).toThrow('far must be')
  expect(() => nestedPoses({ count: 1, seed: 1, offset: -1 })).toThrow('offset must be')
})
