import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityPose } from '../../src/base/math/pose.js'
import { InvalidInputError } from '../../src/errors.js'
import { box, mesh, type Shape, sphere } from '../../src/shapes/shape.js'
import { insideShapes, pointInMesh } from '../../src/shapes/shape-inside.js'
import { checkNested, checkPoints, met } from '../oracle/meshes/check-solids.js'
import { hasInside, isClosed } from '../oracle/meshes/closed.js'
import { SOLID_MODES } from '../oracle/meshes/solids-cases.js'

// A failure prints the seed: paste it into checkPoints with the mode of the title.
test.each(SOLID_MODES)('a point is inside a mesh as exact arithmetic has it: %s', (mode) => {
  met.inside = 0
  met.outside = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => checkPoints(mode, seed)),
    { seed: 51, numRuns: 16 },
  )
  expect(Math.min(met.inside, met.outside)).toBeGreaterThan(10)
})

test.each(SOLID_MODES)('a thing inside another is found: %s', (mode) => {
  met.nested = 0
  met.free = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => checkNested(mode, seed)),
    { seed: 52, numRuns: mode === 'hollow' ? 40 : 50 },
  )
  // Next to nothing is inside a spike.
  expect(mode === 'spike' ? met.free : Math.min(met.nested, met.free)).toBeGreaterThan(3)
})

function at(x: number, y: number, z: number): Float64Array {
  const pose = new Float64Array(12)
  identityPose(pose, 0)
  pose[3] = x
  pose[7] = y
  pose[11] = z
  return pose
}

function inside(a: Shape, b: Shape, x: Float64Array): boolean {
  return insideShapes(a, b, x, 0)
}

/** The box from −size to size, its faces turned outward or, inside out, inward; in a mesh of several of them. */
function boxes(...sizes: readonly { size: number; at?: number; insideOut?: boolean }[]): Shape & { kind: 'mesh' } {
  const positions: number[] = []
  const triangles: number[] = []
  for (const { size, at: shift = 0, insideOut = false } of sizes) {
    const from = positions.length / 3
    for (let k = 0; k < 8; k++) {
      positions.push((k & 1 ? size : -size) + shift, k & 2 ? size : -size, k & 4 ? size : -size)
    }
    for (const [a, b, c, d] of [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ] as const) {
      const faces = insideOut ? [a, c, b, a, d, c] : [a, b, c, a, c, d]
      triangles.push(...faces.map((v) => v + from))
    }
  }
  return mesh({ positions, triangles })
}

test('[solids] a closed box, from within and from without', () => {
  const cube = boxes({ size: 1 })
  expect(isClosed(cube)).toBe(true)
  expect(hasInside(cube)).toBe(true)
  for (const p of [-1, -0.5, 0, 1]) {
    expect(pointInMesh(cube, p, 0, 0)).toBe(true)
    expect(pointInMesh(cube, 0, p, 0)).toBe(true)
    expect(pointInMesh(cube, p, p, p)).toBe(true)
  }
  for (const p of [-2, 1 + 2 ** -52, 1e60]) {
    expect(pointInMesh(cube, p, 0, 0)).toBe(false)
    expect(pointInMesh(cube, 0, 0, p)).toBe(false)
    expect(pointInMesh(cube, -1, 1, p)).toBe(false)
  }
  expect(inside(cube, sphere({ radius: 0.5 }), at(0.2, 0, 0))).toBe(true)
  expect(inside(sphere({ radius: 0.5 }), cube, at(0.2, 0, 0))).toBe(true)
  expect(inside(cube, sphere({ radius: 0.5 }), at(2, 0, 0))).toBe(false)
  expect(inside(box({ size: [1, 1, 1] }), sphere({ radius: 1 }), at(0, 0, 0))).toBe(false)
})

test('shells that overlap make a union, whichever way they are turned', () => {
  for (const insideOut of [false, true]) {
    const two = boxes({ size: 1 }, { size: 1, at: 1, insideOut })
    expect(pointInMesh(two, 0.5, 0.1, 0.2)).toBe(true)
    expect(pointInMesh(two, -0.5, 0.1, 0.2)).toBe(true)
    expect(pointInMesh(two, 1.5, 0.1, 0.2)).toBe(true)
    expect(pointInMesh(two, 2.5, 0.1, 0.2)).toBe(false)
  }
})

test('a shell inside out, inside another and touching none, is a hollow', () => {
  const room = boxes({ size: 3 }, { size: 2, insideOut: true })
  expect(pointInMesh(room, 2.5, 0, 0)).toBe(true)
  expect(pointInMesh(room, 2, 0, 0)).toBe(true)
  expect(pointInMesh(room, 1, 0, 0)).toBe(false)
  expect(inside(room, sphere({ radius: 1 }), at(0, 0, 0))).toBe(false)
  expect(inside(room, sphere({ radius: 0.1 }), at(2.5, 0, 0))).toBe(true)
  const guest = boxes({ size: 3 }, { size: 2, insideOut: true }, { size: 1 })
  expect(pointInMesh(guest, 0, 0, 0)).toBe(true)
  expect(pointInMesh(guest, 1.5, 0, 0)).toBe(false)
  // Not so if it is turned as it should be, if it sticks out, or if all is inside out.
  expect(pointInMesh(boxes({ size: 3 }, { size: 2 }), 0, 0, 0)).toBe(true)
  expect(pointInMesh(boxes({ size: 3 }, { size: 2, at: 2, insideOut: true }), 2, 0, 0)).toBe(true)
  expect(pointInMesh(boxes({ size: 3, insideOut: true }), 0, 0, 0)).toBe(true)
})

test('every piece of a shape is tested', () => {
  const cube = boxes({ size: 1 })
  const pair = boxes({ size: 0.1, at: 9 }, { size: 0.1 })
  expect(inside(cube, pair, at(0, 0, 0))).toBe(true)
  expect(inside(pair, cube, at(0, 0, 0))).toBe(true)
  expect(inside(cube, pair, at(3, 0, 0))).toBe(false)
})

test('[solids] a mesh with a hole is a surface; its closed shells are solids still', () => {
  const whole = boxes({ size: 1 }, { size: 1, at: 9 })
  const open = mesh({ positions: whole.positions, triangles: whole.triangles.slice(3) })
  expect(isClosed(open)).toBe(false)
  expect(hasInside(open)).toBe(true)
  expect(pointInMesh(open, 0, 0, 0)).toBe(false)
  expect(pointInMesh(open, 9, 0, 0)).toBe(true)
  expect(hasInside(sphere({ radius: 1 }))).toBe(false)
})

type Triple = readonly [number, number, number]

function triplesOf({ triangles }: { readonly triangles: Uint32Array }): Triple[] {
  return Array.from(
    { length: triangles.length / 3 },
    (_, t) => Array.from(triangles.subarray(3 * t, 3 * t + 3)) as never,
  )
}

const back = ([a, b, c]: Triple): Triple => [b, a, c]
const on = ([a, b, c]: Triple): Triple => [b, c, a]

test('[solids] triangles that are there more than once: a closed mesh is solid, a sheet is a sheet', () => {
  const cube = boxes({ size: 1 })
  const own = triplesOf(cube)
  const repeated: readonly (readonly [string, (list: readonly Triple[]) => Triple[]])[] = [
    ['all, the other way round', (list) => [...list, ...list.map(back)]],
    ['each beside its like', (list) => list.flatMap((t) => [t, back(t)])],
    ['now one first, now the other', (list) => list.flatMap((t, k) => (k % 3 === 0 ? [back(t), t] : [t, back(t)]))],
    ['all, the same way round', (list) => [...list, ...list.map(on)]],
    ['three times', (list) => [...list, ...list.map(back), ...list.map(on)]],
    ['four times', (list) => list.flatMap((t) => [t, on(t), back(t), on(back(t))])],
    ['one, the same way round', (list) => [...list, on(list[1]!)]],
    ['two, the other way round', (list) => [back(list[1]!), ...list, back(list[4]!)]],
    ['half, the other way round', (list) => [...list, ...list.slice(6).map(back)]],
  ]
  for (const [how, again] of repeated) {
    const solid = mesh({ positions: cube.positions, triangles: again(own).flat() })
    expect(isClosed(solid), how).toBe(true)
    expect(pointInMesh(solid, 0.1, 0.2, 0.3), how).toBe(true)
    expect(pointInMesh(solid, 1, 0.2, 0.3), how).toBe(true)
    expect(pointInMesh(solid, 1.5, 0.2, 0.3), how).toBe(false)
    expect(inside(solid, sphere({ radius: 0.1 }), at(0.1, 0.2, 0.3)), how).toBe(true)
    // Without the last two triangles of the box it is open, and so it is when those that are left are there again.
    const sheet = mesh({ positions: cube.positions, triangles: again(own.slice(0, 10)).flat() })
    expect(isClosed(sheet), how).toBe(false)
    expect(hasInside(sheet), how).toBe(false)
    expect(inside(sheet, sphere({ radius: 0.1 }), at(0.1, 0.2, 0.3)), how).toBe(false)
  }
})

test('[solids] a wall between two boxes is there twice, and both are solid; also if all is there twice', () => {
  const [left, right] = [boxes({ size: 1 }), boxes({ size: 1, at: 2 })]
  // The last two triangles are the face at x = size, those before it the one at −size: the wall is cut the same way from both sides.
  const pairs = [...left.triangles, ...right.triangles.map((v) => v + 8)]
  const positions = [...left.positions, ...right.positions]
  const wall = (list: readonly number[], x: number): string[] =>
    triplesOf({ triangles: Uint32Array.from(list) })
      .filter((t) => t.every((v) => positions[3 * v] === x))
      .map((t) =>
        t
          .map((v) => positions.slice(3 * v + 1, 3 * v + 3).join())
          .sort()
          .join(' '),
      )
  expect(new Set(wall(pairs, 1)).size).toBe(2)
  expect(wall(pairs, 1).length).toBe(4)
  const twice = triplesOf({ triangles: Uint32Array.from(pairs) })
    .flatMap((t) => [t, back(t)])
    .flat()
  for (const triangles of [pairs, twice]) {
    const two = mesh({ positions, triangles })
    expect(isClosed(two)).toBe(true)
    for (const x of [-0.5, 0.9, 1, 1.1, 2.5]) expect(pointInMesh(two, x, 0.1, 0.2)).toBe(true)
    for (const z of [-2, 2]) expect(pointInMesh(two, 1, 0.1, z)).toBe(false)
    for (const x of [-1.5, 3.5]) expect(pointInMesh(two, x, 0.1, 0.2)).toBe(false)
  }
})

test('a shell that is there both ways round is not a hollow: its orientation is unknown', () => {
  const room = boxes({ size: 3 }, { size: 2, insideOut: true })
  const triangles = [...room.triangles, ...triplesOf(room).flatMap(back)]
  expect(pointInMesh(mesh({ positions: room.positions, triangles }), 0, 0, 0)).toBe(true)
  // There twice the same way round, it is still inside out.
  const same = [...room.triangles, ...triplesOf(room).flatMap(on)]
  expect(pointInMesh(mesh({ positions: room.positions, triangles: same }), 0, 0, 0)).toBe(false)
})

test('triangles that are segments or points do not open a shell, nor turn it', () => {
  const cube = boxes({ size: 1 }, { size: 0.5, insideOut: true })
  const flat = [0, 0, 1, 2, 3, 2, 1, 1, 1, 0, 7, 0]
  for (const triangles of [
    [...flat, ...cube.triangles],
    [...cube.triangles, ...flat, ...flat],
  ]) {
    const solid = mesh({ positions: cube.positions, triangles })
    expect(isClosed(solid)).toBe(true)
    expect(pointInMesh(solid, 0.7, 0.6, 0.1)).toBe(true)
    expect(pointInMesh(solid, 1.7, 0.2, 0.1)).toBe(false)
  }
  // One of two corners, across the box and touching its inner wall: that is no hollow then, by the rule.
  const open = mesh({ positions: cube.positions, triangles: [...flat, ...cube.triangles.subarray(3, 36)] })
  expect(isClosed(open)).toBe(false)
  expect(pointInMesh(open, 0.7, 0.6, 0.1)).toBe(false)
})

test('input that is none is refused', () => {
  expect(() => pointInMesh(boxes({ size: 1 }), Number.NaN, 0, 0)).toThrow(InvalidInputError)
  expect(() => inside(boxes({ size: 1 }), sphere({ radius: 1 }), at(Infinity, 0, 0))).toThrow(InvalidInputError)
})
