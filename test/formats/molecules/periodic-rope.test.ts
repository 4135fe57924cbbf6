// Ropes in periodic boxes: put back into the box bead by bead, they must come out as they were.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { type Frames, FramesFileError, type PeriodicCell } from '../../../src/entries/molecules.js'
import { type RopeFrames, ropeStep, wholeRope } from '../../../src/formats/molecules/periodic-rope.js'

type Lengths = PeriodicCell['lengths']

interface Case {
  /** Centres frame by frame. */
  readonly frames: readonly (readonly number[])[]
  readonly boxes: readonly (Lengths | undefined)[]
  readonly angles?: PeriodicCell['angles']
  readonly closed?: boolean
  readonly ignoreCell?: boolean
  readonly reach?: number
  readonly pieces?: number
}

function rope({
  frames,
  boxes,
  angles = [90, 90, 90],
  closed = false,
  ignoreCell = false,
  reach = 0.1,
  pieces = 1,
}: Case): RopeFrames {
  const cell = (k: number): PeriodicCell | undefined => boxes[k] && { lengths: boxes[k], angles }
  return {
    ...{ file: 'a.dcd', frames: { cell } as Frames, pieces, closed, ignoreCell, reach, dimension: 3 },
    centres: (k) => Float64Array.from(frames[k]!),
  }
}

/** Beads put back into the box, one by one. */
function wrapped(centres: readonly number[], box: Lengths): number[] {
  return centres.map((x, k) => x - Math.floor(x / box[k % 3]!) * box[k % 3]!)
}

function walk(random: Random, beads: number, step: number): number[] {
  const out = [1, 2, 3]
  for (let i = 3; i < 3 * beads; i++) out.push(out[i - 3]! + step * (2 * random.unit() - 1))
  return out
}

test('a rope that was put back into the box bead by bead moves as it did before', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed)
    const box: Lengths = [5 + random.unit(), 6 + random.unit(), 7]
    const start = walk(random, 40, 1.2)
    const drift = [0, 1, 2].map(() => 4 * random.unit() - 2)
    const end = start.map((x, k) => x + drift[k % 3]! + 0.4 * (random.unit() - 0.5))
    const step = ropeStep(rope({ frames: [wrapped(start, box), wrapped(end, box)], boxes: [box, box] }), 0, 1)
    start.forEach((x, k) => {
      const [from, to] = [step.from[k]! - step.from[k % 3]!, step.to[k]! - step.from[k]!]
      // Up to the rounding of coordinates below 64 and their shifts.
      expect(Math.abs(from - (x - start[k % 3]!)), `seed ${seed}`).toBeLessThan(2 ** -44)
      expect(Math.abs(to - (end[k]! - x)), `seed ${seed}`).toBeLessThan(2 ** -44)
    })
  }
})

test('what was never cut stays as it is, to the bit', () => {
  const frames = [walk(new Random(7), 30, 1), walk(new Random(7), 30, 1).map((x) => x + 0.25)]
  const step = ropeStep(
    rope({
      frames,
      boxes: [
        [9, 9, 9],
        [9, 9, 9],
      ],
    }),
    0,
    1,
  )
  expect([...step.from]).toEqual(frames[0])
  expect([...step.to]).toEqual(frames[1])
  const without = ropeStep(rope({ frames, boxes: [undefined, undefined] }), 0, 1)
  expect(without).toEqual({ from: step.from, to: step.to, images: undefined })
})

test('a box that changes from frame to frame', () => {
  const start = [1, 1, 1, 2, 1, 1, 3, 1, 1, 4, 1, 1]
  // Beads at 9.5 and 10.5 of a box of 10.4: the second is at 0.1 of it.
  const shifted = start.map((x, k) => (k % 3 === 0 ? x + 6.5 : x))
  const [a, b]: [Lengths, Lengths] = [
    [10, 10, 10],
    [10.4, 10, 10],
  ]
  const step = ropeStep(rope({ frames: [wrapped(shifted, a), wrapped(shifted, b)], boxes: [a, b] }), 0, 1)
  for (let i = 0; i < 4; i++) expect(step.to[3 * i]! - step.to[0]!).toBeCloseTo(i, 12)
  for (let i = 0; i < 4; i++) expect(Math.abs(step.to[3 * i]! - step.from[3 * i]!)).toBeLessThan(5)
})

test('images stay clear of a rope that is shorter than the box with its reach, and of no other', () => {
  const start = [0, 0, 0, 3, 0, 0, 6, 0, 0]
  const of = (length: number, reach: number): string | undefined =>
    ropeStep(
      rope({
        frames: [start, start],
        boxes: [
          [length, 9, 9],
          [length, 9, 9],
        ],
        reach,
      }),
      0,
      1,
    ).images
  expect(of(7, 0.9)).toBe('apart')
  expect(of(7, 1)).toBe('not-checked')
  expect(of(6.5, 0.6)).toBe('not-checked')
  expect(of(6.5, 0.25)).toBe('apart')
})

function refused(question: Case, message: string): void {
  const ask = (): unknown => ropeStep(rope(question), 0, 1)
  expect(ask).toThrow(FramesFileError)
  expect(ask).toThrow(message)
}

test('steps that could have gone either way are refused', () => {
  const start = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]
  const box: Lengths = [10, 10, 10]
  // One bead goes far, the others stay: along the rope it is still near its neighbours.
  const swung = [0, 0, 0, 1, 0, 0, 1.5, 4, 0, 1.5, 8, 0]
  refused(
    { frames: [start, swung], boxes: [box, box] },
    'a.dcd, frame 0 to 1, bead 3: expected a step along y of less than half the box, 5',
  )
  // As a whole it goes by its nearest image.
  const far = start.map((x, k) => (k % 3 === 1 ? x + 8 : x))
  expect(ropeStep(rope({ frames: [start, far], boxes: [box, box] }), 0, 1).to[1]).toBe(-2)
})

test('boxes that are refused by name', () => {
  const start = [0, 0, 0, 1, 0, 0]
  const box: Lengths = [10, 10, 10]
  const both = { frames: [start, start], boxes: [box, box] }
  refused(
    { ...both, boxes: [[1, 100, 100], box], angles: [90, 60, 90] },
    'a.dcd, frame 0, unit cell: expected a box that is not flatter than 1 in 20 (option ignoreCell leaves the cell out), got 1, 100, 100',
  )
  expect(ropeStep(rope({ ...both, angles: [90, 90.000002, 90] }), 0, 1).images).toBe('apart')
  refused(
    { ...both, boxes: [box, undefined] },
    'frame 1, unit cell: expected a cell, as in frame 0 (option ignoreCell leaves them out), got none',
  )
  refused({ ...both, boxes: [undefined, box] }, 'frame 0, unit cell: expected a cell, as in frame 1')
  refused(
    { ...both, pieces: 3 },
    'frame 0: expected no unit cell where the rope is in pieces (option cuts): option ignoreCell leaves it out, got one, and 3 pieces',
  )
  expect(ropeStep(rope({ ...both, angles: [90, 60, 90], ignoreCell: true }), 0, 1).images).toBeUndefined()
})

test('a closed rope that winds round the box is refused, a closed one that is cut is not', () => {
  const box: Lengths = [8, 8, 8]
  const ring = [0, 0, 0, 2, 0, 0, 4, 0, 0, 6, 0, 0]
  refused(
    { frames: [ring, ring], boxes: [box, box], closed: true },
    'frame 0: expected a closed rope that can be made whole, got one that winds round the box along x',
  )
  const square = [7, 7, 0, 9, 7, 0, 9, 9, 0, 7, 9, 0]
  const whole = wholeRope(rope({ frames: [wrapped(square, box)], boxes: [box], closed: true }), 0)
  expect([...whole]).toEqual(square)
})
