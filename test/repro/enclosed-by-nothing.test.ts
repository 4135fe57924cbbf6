// Meshes whose closed parts enclosed less than they seem to: what was inside was called free, and nothing was said.
import { expect, test } from 'vitest'
import { openSurface } from '../../src/meshes/solid/open-surface.js'
import { mesh } from '../../src/shapes/shape.js'
import { pointInMesh } from '../../src/shapes/shape-inside.js'
import { exactInside, exactPoint, exactSolid } from '../oracle/meshes/solids.js'
import { join, type PlainMesh } from '../oracle/meshes/solids-cases.js'

/** A box from the origin to x, y, z; eight corners, numbered by bits. */
function bar(x: number, y: number, z: number): PlainMesh {
  const positions = Array.from({ length: 8 }, (_, i) => [i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0]).flat()
  const sides = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]
  return { positions, triangles: sides }
}

/** A cube of edge 1 around the origin, each of its faces moved outwards by `gap`, so that they come apart. */
function crate(gap: number): PlainMesh {
  const positions: number[] = []
  const triangles: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const first = positions.length / 3
      for (const [a, b] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const p = [0, 0, 0]
        p[axis] = side * (0.5 + gap)
        p[(axis + 1) % 3] = a / 2
        p[(axis + 2) % 3] = b / 2
        positions.push(...p)
      }
      triangles.push(first, first + 1, first + 2, first, first + 2, first + 3)
    }
  }
  return { positions, triangles }
}

/** No two triangles have a vertex in common. */
function apart({ positions, triangles }: PlainMesh, by: number): PlainMesh {
  return {
    positions: triangles.flatMap((v, i) => [0, 1, 2].map((k) => positions[3 * v + k]! + by * Math.sin(9 * i + k))),
    triangles: triangles.map((_, i) => i),
  }
}

test.each([1e-5, 1e-4])('[solids] a crate with cracks of %f is closed whole', (gap) => {
  for (const open of ['close', 'solid'] as const) {
    const shape = mesh({ ...crate(gap), open })
    expect(openSurface(shape.tree)).toBeUndefined()
    expect(pointInMesh(shape, 0.1, 0.2, 0.3)).toBe(true)
    expect(exactInside(exactSolid(shape), exactPoint([0.1, 0.2, 0.3]))).toBe(true)
  }
})

test('[solids] a crate that fell apart is filled face by face, and named', () => {
  const shape = mesh({ ...crate(0.05), open: 'solid' })
  expect(shape.tree.added).toBe(12)
  expect(pointInMesh(shape, 0.1, 0.2, 0.3)).toBe(false)
  expect(openSurface(shape.tree)).toMatchObject({ shells: 6, share: 1, looksSolid: true })
})

test.each([0, 1e-7, 1e-4, 1e-2])('[solids] loose triangles off by %f close, or are named', (by) => {
  const shape = mesh({ ...apart(bar(1, 1, 1), by), open: 'solid' })
  const surface = openSurface(shape.tree)
  expect(surface === undefined).toBe(pointInMesh(shape, 0.4, 0.5, 0.6))
  expect(surface === undefined).toBe(by < 1e-3)
})

test('[solids] a small part of loose triangles is named, however large the rest is', () => {
  const big = bar(100, 100, 100)
  const bolt = apart(bar(1, 1, 1), 0.2)
  const shape = mesh({ ...join([big, bolt]), open: 'solid' })
  expect(openSurface(shape.tree)).toMatchObject({ shells: 12 })
})

const flipped = ({ positions, triangles }: PlainMesh, which: (t: number) => boolean): PlainMesh => ({
  positions,
  triangles: triangles.map((v, i): number => {
    const t = Math.trunc(i / 3)
    return which(t) && i % 3 > 0 ? triangles[i % 3 === 1 ? i + 1 : i - 1]! : v
  }),
})

test.each([
  ['alike', (): boolean => false],
  ['one of them mirrored', (t: number): boolean => t >= 12],
  ['one triangle turned over', (t: number): boolean => t === 0],
  ['another triangle turned over', (t: number): boolean => t === 1],
] as const)('[solids] two boxes that overlap and share an edge, %s', (_, which) => {
  const shape = mesh(flipped(join([bar(2, 1, 1), bar(1, 1, 2)]), which))
  for (const p of [
    [0.5, 0.5, 0.5],
    [1.5, 0.5, 0.5],
    [0.5, 0.5, 1.5],
  ] as const) {
    expect({ p, inside: pointInMesh(shape, p[0], p[1], p[2]) }).toEqual({ p, inside: true })
    expect(exactInside(exactSolid(shape), exactPoint(p))).toBe(true)
  }
})

test('[solids] what cannot be oriented takes no inside away from what it hangs on', () => {
  // The projective plane of six vertices, which are corners of two boxes that overlap, so that it has edges in common with them.
  const boxes = join([bar(2, 1, 1), bar(1, 1, 2)])
  const plane = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 1, 1, 2, 4, 2, 3, 5, 3, 4, 1, 4, 5, 2, 5, 1, 3]
  const shape = mesh({ positions: boxes.positions, triangles: [...boxes.triangles, ...plane] })
  expect(pointInMesh(shape, 0.5, 0.5, 0.5)).toBe(true)
  expect(pointInMesh(shape, 0.5, 0.5, 1.5)).toBe(true)
})

test('[solids] where a tube passes through itself it is solid, also with a hole in it', () => {
  // A square tube along a path that crosses itself, closed at both ends.
  const path = [
    [0, 0],
    [4, 0],
    [4, 4],
    [1, 4],
    [1, -3],
  ] as const
  const positions: number[] = []
  const triangles: number[] = []
  path.forEach(([x, y], i) => {
    const [before, after] = [path[Math.max(0, i - 1)]!, path[Math.min(path.length - 1, i + 1)]!]
    const d = [Math.sign(after[0] - before[0]), Math.sign(after[1] - before[1])] as const
    for (const [side, z] of [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ] as const) {
      positions.push(x - side * d[1], y + side * d[0], z)
    }
    if (i === 0) return
    for (let k = 0; k < 4; k++) {
      const [a, b, c, e] = [4 * i - 4 + k, 4 * i - 4 + ((k + 1) % 4), 4 * i + ((k + 1) % 4), 4 * i + k]
      triangles.push(a, b, c, a, c, e)
    }
  })
  const end = 4 * (path.length - 1)
  triangles.push(0, 2, 1, 0, 3, 2, end, end + 1, end + 2, end, end + 2, end + 3)
  for (const lost of [0, 1, 2, 5, 20]) {
    const shape = mesh({ positions, triangles: triangles.toSpliced(3 * lost, lost === 0 ? 0 : 3), open: 'solid' })
    expect(openSurface(shape.tree)).toBeUndefined()
    for (const p of [
      [1, 0.01, 0.02],
      [2.5, 0.01, 0.02],
    ] as const) {
      expect({ lost, p, inside: pointInMesh(shape, p[0], p[1], p[2]) }).toEqual({ lost, p, inside: true })
      expect(exactInside(exactSolid(shape), exactPoint(p))).toBe(true)
    }
  }
})

test('[solids] two halves of a brick that come apart along a saddle are sewn together before they are capped', () => {
  const ring = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ] as const
  const half = (z: number, up: number): PlainMesh => ({
    positions: [
      // One diagonal of the seam or the other is the shorter one.
      ...ring.flatMap(([x, y], k) => {
        const by = k % 2 === 1 ? 1 : 1 - z * 1e-5
        return [by * x, by * y, (k % 2 === 1 ? -0.4 : 0.4) + up]
      }),
      ...ring.flatMap(([x, y]) => [x, y, z]),
    ],
    triangles: [
      ...[0, 1, 2, 3].flatMap((k) => [k, (k + 1) % 4, ((k + 1) % 4) + 4, k, ((k + 1) % 4) + 4, k + 4]),
      4,
      5,
      6,
      4,
      6,
      7,
    ],
  })
  for (const open of ['close', 'solid'] as const) {
    const shape = mesh({ ...join([half(1, 1e-4), half(-1, 0)]), open })
    expect(pointInMesh(shape, 0, 0, 0.01)).toBe(true)
  }
})

test.each([0, 1e-9, 1e-5])(
  '[solids] panels with two sides, each its own flat shell, come apart by %f: solid, or named',
  (gap) => {
    const { positions, triangles } = crate(gap)
    // The other sides with the other diagonals.
    const backs = Array.from({ length: 6 }, (_, f) => [0, 3, 1, 1, 3, 2].map((v) => 4 * f + v)).flat()
    for (const open of ['close', 'solid'] as const) {
      const shape = mesh({ positions, triangles: [...triangles, ...backs], open })
      expect(pointInMesh(shape, 0.1, 0.2, 0.3) || openSurface(shape.tree) !== undefined).toBe(true)
      expect(exactSolid(shape).surfaces > 0).toBe(openSurface(shape.tree) !== undefined)
    }
    if (gap > 0)
      expect(() => mesh({ positions, triangles: [...triangles, ...backs], open: 'refuse' })).toThrow(/encloses nothing/)
  },
)

test.each([0.05, 1e-4])('[solids] a small box with cracks of %f on a wall is not lost in the area of the wall', (g) => {
  const panel = (...corners: number[][]): PlainMesh => ({ positions: corners.flat(), triangles: [0, 1, 2, 0, 2, 3] })
  const box = [
    panel([4, 4, 10], [5, 4, 10], [5 - g, 4, 11], [4 + g, 4, 11]),
    panel([5, 4, 10], [5, 5, 10], [5, 5 - g, 11], [5, 4 + g, 11]),
    panel([5, 5, 10], [4, 5, 10], [4 + g, 5, 11], [5 - g, 5, 11]),
    panel([4, 5, 10], [4, 4, 10], [4, 4 + g, 11], [4, 5 - g, 11]),
    panel([4 + g, 4, 11], [5 - g, 4, 11], [5 - g, 5 - g, 11], [4 + g, 5 - g, 11]),
  ]
  // The wall is a part of a large housing, and has the bottom of the box for a square of its own.
  const wall: PlainMesh[] = []
  for (let x = 0; x < 10; x++) {
    for (let y = 0; y < 10; y++) wall.push(panel([x, y, 10], [x + 1, y, 10], [x + 1, y + 1, 10], [x, y + 1, 10]))
  }
  const rest = [
    panel([0, 0, 0], [0, 10, 0], [10, 10, 0], [10, 0, 0]),
    ...Array.from({ length: 10 }, (_, k) => [
      panel([k, 0, 0], [k + 1, 0, 0], [k + 1, 0, 10], [k, 0, 10]),
      panel([k, 10, 0], [k, 10, 10], [k + 1, 10, 10], [k + 1, 10, 0]),
      panel([0, k, 0], [0, k, 10], [0, k + 1, 10], [0, k + 1, 0]),
      panel([10, k, 0], [10, k + 1, 0], [10, k + 1, 10], [10, k, 10]),
    ]).flat(),
  ]
  for (const open of ['close', 'solid'] as const) {
    const shape = mesh({ ...join([...box, ...wall, ...rest]), open })
    expect(pointInMesh(shape, 4.5, 4.51, 10.52) || openSurface(shape.tree) !== undefined).toBe(true)
  }
})

test.each([1e-85, 1e-98, 1e55])('[solids] a crate of loose faces in units of %f is closed as in others', (unit) => {
  for (const open of ['close', 'solid'] as const) {
    for (const [gap, closed] of [
      [1e-4, true],
      [0.05, false],
    ] as const) {
      const { positions, triangles } = crate(gap)
      const shape = mesh({ positions: positions.map((x) => unit * x), triangles, open })
      expect(openSurface(shape.tree) === undefined).toBe(closed)
      expect(pointInMesh(shape, 0.1 * unit, 0.2 * unit, 0.3 * unit)).toBe(closed)
    }
  }
})

test('[solids] what overlaps itself and cannot be oriented is named', () => {
  // Two boxes that overlap, and two bridges between them instead of a triangle of each; one bridge is twisted.
  const { positions, triangles } = join([bar(2, 1, 1), bar(1, 1, 1.5)])
  const corners = (t: number): number[] => triangles.slice(3 * t, 3 * t + 3)
  const kept = Array.from({ length: 24 }, (_, t) => t).filter((t) => ![0, 2, 12, 14].includes(t))
  const bridge = (from: number, to: number, isTwisted: boolean): number[] => {
    const [a, [p, q, r]] = [corners(from), corners(to) as [number, number, number]]
    const b = isTwisted ? [p, q, r] : [p, r, q]
    return [0, 1, 2].flatMap((k) => [a[k]!, a[(k + 1) % 3]!, b[(k + 1) % 3]!, a[k]!, b[(k + 1) % 3]!, b[k]!])
  }
  for (const isTwisted of [false, true]) {
    const moved = positions.map((x, i) => (i >= 24 ? x + 0.25 : x))
    const all = [...kept.flatMap(corners), ...bridge(0, 12, false), ...bridge(2, 14, isTwisted)]
    const shape = mesh({ positions: moved, triangles: all })
    expect(openSurface(shape.tree) !== undefined).toBe(isTwisted)
    expect(exactSolid(shape).surfaces > 0).toBe(isTwisted)
  }
})
