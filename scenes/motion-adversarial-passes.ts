// Motions past thin plates, through narrow gaps, along walls and past corners at one instant; see motion-adversarial.ts.
import { World } from '../src/index.js'
import {
  type AdversarialMotion,
  bar,
  block,
  type Case,
  finish,
  type Kind,
  needle,
  sliders,
  THIN,
  worldOf,
} from './motion-adversarial-parts.js'

/** Plates 1e-6 thick in the way of a bar 1 long, 1/32 square, that turns about z, and of a cube on rails. */
export function plates(kind: Kind): AdversarialMotion[] {
  const swing = bar(kind)
  const cube = sliders(kind, [[1, 0, 0]])
  const inTheWay = block(kind, [0.5, 0, -1], [2, THIN, 1])
  return finish(kind, [
    {
      name: 'plate across a turn',
      world: worldOf(swing, inTheWay),
      motion: [[-1], [1]],
      expected: 'collision',
      // At 1/2 the bar lies along x, from y = −1/64 to 1/64, and the plate starts at x = 1/2.
      at: { segment: 0, at: 0.5 },
      why: 'lying along x, the bar takes up the plate, which is from 1/2 to 2 of it',
    },
    {
      name: 'plate across a turn, met off the middle',
      world: worldOf(swing, inTheWay),
      motion: [[-3], [0.137]],
      expected: 'collision',
      at: { segment: 0, at: 1 - 0.137 / 3.137 },
      // At the angle 0, as before.
      why: 'the same plate, met shortly before the end of a long turn',
    },
    {
      name: 'plate just beyond the tip of a turn',
      world: worldOf(swing, block(kind, [1.001, 0, -1], [2, THIN, 1])),
      motion: [[-1], [1]],
      expected: 'free',
      // The corners run on a circle of radius √(1 + 2⁻¹²) < 1.00013.
      clearance: 0.0008,
      why: 'the farthest corner is √(1 + 1/4096) < 1.00013 from the axis and the plate 1.001',
    },
    {
      name: 'plate across rails',
      world: worldOf(cube, block(kind, [5.125, -1, -1], [5.125 + THIN, 1, 1])),
      motion: [[0], [8]],
      expected: 'collision',
      // The cube reaches from q − 1/16 to q + 1/16.
      at: { segment: 0, at: 5.125 / 8 },
      why: 'a cube of 1/8 goes from 0 to 8 through a plate at 5.125',
    },
    {
      name: 'a thousand thin plates beside the rails',
      world: worldOf(
        cube,
        ...Array.from({ length: 1000 }, (_, i) => {
          const x = 0.5 + 0.007 * i
          return block(kind, [x, 0.0626, -1], [x + THIN, 1, 1])
        }),
      ),
      motion: [[0], [8]],
      expected: 'free',
      clearance: 0.00009,
      why: 'the cube’s side is at 1/16 = 0.0625 and the plates’ edges at 0.0626',
    },
    {
      name: 'needle through a needle',
      world: worldOf(needle(kind, THIN), block(kind, [0.75, 0, -1], [0.75 + THIN, THIN, 1])),
      motion: [[-1.5], [1.5]],
      expected: 'collision',
      // At 0 it lies on y from −5e-7 to 5e-7, the other one from 0 to 1e-6.
      at: { segment: 0, at: 0.5 },
      why: 'both 1e-6 thick, one turning across the other',
    },
    {
      name: 'needle past the end of a needle',
      world: worldOf(needle(kind, THIN), block(kind, [1 + 2 * THIN, 0, -1], [2, THIN, 1])),
      motion: [[-1.5], [1.5]],
      expected: 'free',
      // Its corners are √(1 + 2.5e-13) < 1 + 2e-13 from the axis.
      clearance: 1.9e-6,
      why: 'it is 1 long and the other one begins at 1.000002',
    },
  ])
}

/** A cube of side 1 on rails between two walls. */
export function gaps(kind: Kind): AdversarialMotion[] {
  const cube = sliders(kind, [[1, 0, 0]], 1)
  const between = (half: number): World =>
    worldOf(cube, block(kind, [2, half, -1], [4, 3, 1]), block(kind, [2, -3, -1], [4, -half, 1]))
  return finish(kind, [
    {
      name: 'gap of 1e-6',
      world: between(0.5 + THIN / 2),
      motion: [[0], [6]],
      expected: 'free',
      clearance: 0.49 * THIN,
      why: 'half a millionth on either side',
    },
    {
      name: 'gap that is 1e-6 too narrow',
      world: between(0.5 - THIN / 2),
      motion: [[0], [6]],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'half a millionth too much on either side, from 1.5 to 4.5',
    },
    {
      name: 'gap of nothing',
      world: between(0.5),
      motion: [[0], [6]],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'the walls are exactly as far apart as the cube is wide: it touches them from 1.5 to 4.5',
    },
    {
      name: 'gap of 1e-6, a standing start inside',
      world: between(0.5 + THIN / 2),
      motion: [[3], [-3]],
      expected: 'free',
      clearance: 0.49 * THIN,
      why: 'as before, from within the gap',
    },
  ])
}

/** Contact at one instant, and nearly so. */
export function instants(kind: Kind): AdversarialMotion[] {
  // Corners of a plate of 8 × 6 run on a circle of radius exactly 5.
  const plate = bar(kind, [-4, -3, -1], [4, 3, 1])
  const wall = (x: number): World => worldOf(plate, block(kind, [x, -20, -2], [x + 1, 20, 2]))
  const crossing = (from: readonly number[], to: readonly number[]): Pick<Case, 'world' | 'motion'> => ({
    world: new World({
      robots: [
        sliders(kind, [
          [1, 0, 0],
          [0, 1, 0],
        ]),
      ],
      obstacles: [{ name: 'post', shape: block(kind, [-0.0625, -0.0625, -1], [0.0625, 0.0625, 1]) }],
    }),
    motion: [from, to],
  })
  return finish(kind, [
    {
      name: 'corner that grazes a wall at one instant',
      world: wall(5),
      motion: [[-1], [1]],
      expected: 'either',
      why: 'the corners’ circle of radius 5 touches the wall at 5, at the angles ±atan(3/4), which no number is',
    },
    {
      name: 'corner that stays clear of a wall by 1e-6',
      world: wall(5 + THIN),
      motion: [[-1], [1]],
      expected: 'free',
      clearance: 0.99 * THIN,
      why: 'the same circle, the wall 1e-6 farther away',
    },
    {
      name: 'corner that cuts 1e-6 into a wall',
      world: wall(5 - THIN),
      motion: [[-1], [1]],
      expected: 'collision',
      at: { segment: 0, at: (1 - Math.atan(0.75)) / 2 },
      why: 'for about √(2 · 1e-6 / 5) = 0.0006 either way of ±atan(3/4)',
    },
    {
      name: 'corner that cuts 1e-10 into a wall',
      world: wall(5 - 1e-10),
      motion: [[-1], [1]],
      expected: 'collision',
      at: { segment: 0, at: (1 - Math.atan(0.75)) / 2 },
      why: 'for about 6e-6 either way: far above rounding, far below any resolution',
    },
    {
      name: 'a post clipped in passing',
      ...crossing([-1, -1.125], [1, 0.875]),
      expected: 'collision',
      // Cubes of 1/8 touch while |x| and |y| are both ≤ 1/8: x from 7/16 to 9/16 of the time, y from 1/2 to 5/8.
      at: { segment: 0, at: 0.5625 },
      why: 'a cube cuts the corner of a post from 1/2 to 9/16',
    },
    {
      name: 'edges that touch at one instant',
      ...crossing([-1, -1.25], [1, 0.75]),
      expected: 'collision',
      // |x| ≤ 1/8 from 7/16 to 9/16, |y| ≤ 1/8 from 9/16 to 11/16.
      at: { segment: 0, at: 0.5625 },
      why: 'at 9/16, and then only, x = 1/8 and y = −1/8: the edges meet in a line',
    },
    {
      name: 'edges that pass each other by 1e-6',
      ...crossing([-1, -1.25 - THIN], [1, 0.75 - THIN]),
      expected: 'free',
      // At x = 1/8 the gap in y is 1e-6, and the other way round; both shrink and grow at the same rate.
      clearance: 0.7 * THIN,
      why: 'as before, late by 1e-6: corner to corner the distance is 1e-6 / √2',
    },
  ])
}

/** Along a wall at constant clearance: rails, and a bar that turns level over a floor. */
export function slides(kind: Kind): AdversarialMotion[] {
  const cube = sliders(kind, [[1, 0, 0]], 1)
  const along = (y: number): World => worldOf(cube, block(kind, [-200, y, -5], [200, y + 1, 5]))
  const swing = bar(kind)
  const over = (z: number): World => worldOf(swing, block(kind, [-2, -2, z - 1], [2, 2, z]))
  const low = -1 / 64
  return finish(kind, [
    {
      name: 'sliding along a wall at 1e-6',
      world: along(0.5 + THIN),
      motion: [[-100], [100]],
      expected: 'free',
      clearance: 0.99 * THIN,
      why: 'a hundred times as far as the cube is long, always 1e-6 from the wall',
    },
    {
      name: 'sliding along a wall in contact',
      world: along(0.5),
      motion: [[-100], [100]],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'the same, touching all the time',
    },
    {
      name: 'turning over a floor at 1e-6',
      world: over(low - THIN),
      motion: [[-Math.PI], [Math.PI]],
      expected: 'free',
      clearance: 0.99 * THIN,
      why: 'the bar turns about z: its lower side stays at −1/64',
    },
    {
      name: 'turning 1e-6 deep in a floor',
      world: over(low + THIN),
      motion: [[-Math.PI], [Math.PI]],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'the same, 1e-6 lower, all the time',
    },
  ])
}
