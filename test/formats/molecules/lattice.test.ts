// Lattices of periodic boxes against brute force over many images, and ropes in boxes without right angles.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { type Frames, FramesFileError, type PeriodicCell } from '../../../src/entries/molecules.js'
import { latticeOf, nearestOf } from '../../../src/formats/molecules/lattice.js'
import { type RopeFrames, ropeStep, wholeRope } from '../../../src/formats/molecules/periodic-rope.js'

type Vector = [number, number, number]

/** The rhombic dodecahedron, a truncated octahedron, a hexagonal prism, and tilted ones. */
const CELLS: readonly PeriodicCell[] = [
  { lengths: [80, 80, 80], angles: [60, 60, 90] },
  { lengths: [30, 30, 30], angles: [70.52878, 109.47122, 70.52878] },
  { lengths: [20, 20, 35], angles: [90, 90, 120] },
  { lengths: [20, 33, 25], angles: [80, 140, 100] },
  { lengths: [12, 13, 14], angles: [150, 90, 95] },
]

const vectorsOf = ({ lengths: [a, b, c], angles }: PeriodicCell): Vector[] => {
  const [alpha, beta, gamma] = angles.map((angle) => Math.cos((angle * Math.PI) / 180)) as Vector
  const sine = Math.sqrt(1 - gamma * gamma)
  const y = (alpha - beta * gamma) / sine
  return [
    [a, 0, 0],
    [b * gamma, b * sine, 0],
    [c * beta, c * y, c * Math.sqrt(1 - beta * beta - y * y)],
  ]
}

function images(cell: PeriodicCell, reach: number): Vector[] {
  const [a, b, c] = vectorsOf(cell) as [Vector, Vector, Vector]
  const out: Vector[] = []
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      for (let k = -reach; k <= reach; k++) {
        out.push([0, 1, 2].map((axis) => i * a[axis]! + j * b[axis]! + k * c[axis]!) as Vector)
      }
    }
  }
  return out
}

test('the shortest vector and the nearest image are those of brute force', () => {
  const random = new Random(21)
  for (const cell of CELLS) {
    const lattice = latticeOf(cell)!
    const all = images(cell, 5)
    const lengths = all.map((v) => Math.hypot(...v)).filter((length) => length > 1e-6)
    expect(lattice.shortest).toBeCloseTo(Math.min(...lengths), 9)
    for (let round = 0; round < 100; round++) {
      const d = [0, 1, 2].map(() => random.range(-12, 12)) as Vector
      const least = Math.min(...all.map(([x, y, z]) => Math.hypot(d[0] - x, d[1] - y, d[2] - z)))
      const [x, y, z] = nearestOf(lattice, d)
      expect(Math.hypot(d[0] - x, d[1] - y, d[2] - z)).toBeCloseTo(least, 9)
    }
  }
  expect(latticeOf({ lengths: [1, 100, 100], angles: [90, 90, 80] })).toBeUndefined()
  expect(latticeOf({ lengths: [10, 10, 10], angles: [120, 120, 120] })).toBeUndefined()
})

function rope(frames: readonly (readonly number[])[], cell: PeriodicCell, closed = false): RopeFrames {
  return {
    ...{ file: 'a.xtc', frames: { cell: () => cell } as unknown as Frames, pieces: 1, closed, ignoreCell: false },
    ...{ reach: 0.1, dimension: 3, centres: (k: number) => Float64Array.from(frames[k]!) },
  }
}

test('a rope whose beads are put back at random images comes out as it was', () => {
  const random = new Random(8)
  for (const cell of CELLS) {
    const all = images(cell, 1)
    const line = Array.from({ length: 12 }, (_, i) => [0.6 * i, Math.sin(i), 0.1 * i]).flat()
    const next = line.map((x) => x + random.range(-0.3, 0.3))
    const torn = (centres: readonly number[]): number[] => {
      const out: number[] = []
      for (let i = 0; i < centres.length; i += 3) {
        const shift = all[random.integer(all.length)]!
        out.push(...[0, 1, 2].map((axis) => centres[i + axis]! + shift[axis]!))
      }
      return out
    }
    const torn0 = torn(line)
    const { from, to, images: kept } = ropeStep(rope([torn0, torn(next)], cell), 0, 1)
    expect(kept).toBe('apart')
    for (let i = 0; i < line.length; i++) {
      // All of it is where its first bead was left.
      const shift = torn0[i % 3]! - line[i % 3]!
      expect(from[i]! - shift).toBeCloseTo(line[i]!, 9)
      expect(to[i]! - shift).toBeCloseTo(next[i]!, 9)
    }
    expect([...wholeRope(rope([torn0], cell), 0)]).toEqual([...from])
  }
})

test('what is refused: half of the shortest vector, and a ring round the box', () => {
  const cell = CELLS[0]!
  const start = [0, 0, 0, 30, 0, 0]
  const ask = (): unknown => ropeStep(rope([start, [0, 0, 0, 0, 30, 0]], cell), 0, 1)
  expect(ask).toThrow(FramesFileError)
  expect(ask).toThrow('a step of less than half the shortest vector of the box, 39.99')
  const ring = [0, 0, 0, 27, 0, 0, 53, 0, 0]
  expect(() => wholeRope(rope([ring], cell, true), 0)).toThrow('one that winds round the box')
})
