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
