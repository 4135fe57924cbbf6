// Motions whose ends, turns, clocks, linkages or insides are easy to get wrong; see motion-adversarial.ts.
import { type Shape, World } from '../src/index.js'
import {
  type AdversarialMotion,
  bar,
  block,
  finish,
  flyer,
  gripper,
  type Kind,
  scissors,
  sliders,
  THIN,
  worldOf,
} from './motion-adversarial-parts.js'
import { Surface } from './motion-surface.js'

/** Contact at the beginning, at the end, at a waypoint. A cube of 1/8 comes up to a wall at 1. */
export function ends(kind: Kind): AdversarialMotion[] {
  const world = worldOf(sliders(kind, [[1, 0, 0]]), block(kind, [1, -1, -1], [2, 1, 1]))
  const touching = 0.9375
  return finish(kind, [
    {
      name: 'touching at the end',
      world,
      motion: [[0], [touching]],
      expected: 'collision',
      at: { segment: 0, at: 1 },
      why: 'it ends at 15/16 + 1/16 = 1, on the wall',
    },
    {
      name: 'touching at the start, and leaving',
      world,
      motion: [[touching], [0]],
      expected: 'collision',
      at: { segment: 0, at: 0 },
      why: 'it starts on the wall',
    },
    {
      name: 'ending 1e-9 before contact',
      world,
      motion: [[0], [touching - 1e-9]],
      expected: 'free',
      clearance: 0.99e-9,
      why: 'it stops 1e-9 before the wall',
    },
    {
      name: 'starting 1e-9 from contact',
      world,
      motion: [[touching - 1e-9], [0]],
      expected: 'free',
      clearance: 0.99e-9,
      why: 'the same, backwards',
    },
    {
      name: 'touching at a waypoint',
      world,
      motion: [[0], [touching], [0.25]],
      expected: 'collision',
      at: { segment: 0, at: 1 },
      why: 'there and back, on the wall in between',
    },
    {
      name: 'turning back 1e-9 before contact',
      world,
      motion: [[0], [touching - 1e-9], [0.25]],
      expected: 'free',
      clearance: 0.99e-9,
      why: 'there and back, not quite on the wall',
    },
    {
      name: 'starting inside',
      world,
      motion: [[1.25], [0]],
      expected: 'collision',
      at: { segment: 0, at: 0 },
      why: 'it starts wholly within the wall, which is solid',
    },
  ])
}

/** Full turns of the bar; both ends look the same. */
export function turns(kind: Kind): AdversarialMotion[] {
  const swing = bar(kind)
  const turn = 2 * Math.PI
  const post = (angle: number, far: number): Shape => {
    const [x, y] = [far * Math.cos(angle), far * Math.sin(angle)]
    return block(kind, [x - 0.001, y - 0.001, -1], [x + 0.001, y + 0.001, 1])
  }
  return finish(kind, [
    {
      name: 'full turn into a post',
      world: worldOf(swing, post(2, 0.9)),
      motion: [[0], [turn]],
      expected: 'collision',
      at: { segment: 0, at: 2 / turn },
      why: 'a thin post stands at the angle 2 within reach; both ends are one and the same pose',
    },
    {
      name: 'full turn among posts out of reach',
      world: worldOf(swing, ...Array.from({ length: 12 }, (_, i) => post(0.5 * i, 1.01))),
      motion: [[0], [turn]],
      expected: 'free',
      // 1.01 − 0.001 · √2 − 1.00013.
      clearance: 0.008,
      why: 'the posts are 1.01 from the axis and the bar’s corners less than 1.00013',
    },
    {
      name: 'ten turns and a bit, backwards, into a post',
      world: worldOf(swing, post(2, 0.9)),
      motion: [[0], [-10 * turn - 0.5]],
      expected: 'collision',
      at: { segment: 0, at: (turn - 2) / (10 * turn + 0.5) },
      why: 'the first of the ten turns meets it already',
    },
    {
      name: 'just short of a full turn',
      world: worldOf(swing, post(0, 0.9)),
      motion: [[0.02], [turn - 0.02]],
      expected: 'free',
      // At 0.9 the bar is 1/64 thick to either side: an angle of 0.0174; the post’s corner another 0.0011.
      clearance: 0.0008,
      why: 'it starts and ends either side of a post, and goes the long way round',
    },
    {
      name: 'the short way past a post',
      world: worldOf(swing, post(0, 0.9)),
      motion: [[0.02], [-0.02]],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'the same ends, through the post',
    },
  ])
}

/** No motion at all. */
export function stills(kind: Kind): AdversarialMotion[] {
  const world = worldOf(sliders(kind, [[1, 0, 0]]), block(kind, [1, -1, -1], [2, 1, 1]))
  return finish(kind, [
    { name: 'standing still', world, motion: [[0.5], [0.5]], expected: 'free', clearance: 0.43, why: 'far away' },
    { name: 'one waypoint', world, motion: [[0.5]], expected: 'free', clearance: 0.43, why: 'the same, said shorter' },
    {
      name: 'standing still in contact',
      world,
      motion: [[0.9375], [0.9375]],
      expected: 'collision',
      at: { segment: 0, at: 0 },
      why: 'on the wall all the time',
    },
    {
      name: 'standing still 1e-12 from contact',
      world,
      motion: [[0.9375 - 1e-12], [0.9375 - 1e-12]],
      expected: 'free',
      clearance: 0.9e-12,
      why: 'nothing moves, and 1e-12 is thousands of roundings away from contact',
    },
    {
      name: 'a motion of 1e-15',
      world,
      motion: [[0.5], [0.5 + 1e-15]],
      expected: 'free',
      clearance: 0.43,
      why: 'next to nothing, far away',
    },
  ])
}

/** Two on one clock: cubes of 1/8 on crossing rails. */
export function together(kind: Kind): AdversarialMotion[] {
  const one = sliders(kind, [[1, 0, 0]])
  const other = sliders(kind, [[0, 1, 0]])
  const world = new World({
    robots: [
      { robot: one, name: 'one' },
      { robot: other, name: 'other' },
    ],
  })
  return finish(kind, [
    {
      name: 'two that meet where their ways cross',
      world,
      motion: [
        [-2, -2],
        [2, 2],
      ],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'both are at the crossing at 1/2',
    },
    {
      name: 'two whose ways cross at different times',
      world,
      motion: [
        [-2, -2.5],
        [2, 1.5],
      ],
      expected: 'free',
      // They differ by x − y = 1/2 always; both within 1/8 would need |x − y| ≤ 1/4. Nearest: (1/4, −1/4), gaps of 1/8 both ways.
      clearance: 0.17,
      why: 'one is always 1/2 ahead, and they are 1/8 wide',
    },
    {
      name: 'two that take turns',
      world,
      motion: [
        [-2, -2],
        [2, -2],
        [2, 2],
      ],
      expected: 'free',
      clearance: 1.8,
      why: 'one crosses and waits, then the other crosses',
    },
    {
      name: 'two that miss by 1e-6',
      world,
      motion: [
        [-2, -2.25 - THIN],
        [2, 1.75 - THIN],
      ],
      expected: 'free',
      clearance: 0.7 * THIN,
      why: 'one is 1/4 + 1e-6 ahead: edge to edge at x = 1/8, y = −1/8 − 1e-6, at 1e-6 / √2 in between',
    },
    {
      name: 'two that touch at one instant',
      world,
      motion: [
        [-2, -2.25],
        [2, 1.75],
      ],
      expected: 'collision',
      // x = 1/8 and y = −1/8 at 17/32.
      at: { segment: 0, at: 17 / 32 },
      why: 'one is exactly 1/4 ahead: their edges meet at 17/32, then only',
    },
  ])
}

/** A free-flying rod 2 long and 1/32 square, and posts. */
export function flights(kind: Kind): AdversarialMotion[] {
  const rod = flyer(kind)
  const at = (x: number, angle: number): number[] => [x, 0, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]
  const post = (angle: number, far: number): Shape => {
    const [x, y] = [far * Math.cos(angle), far * Math.sin(angle)]
    return block(kind, [x - 0.001, y - 0.001, -1], [x + 0.001, y + 0.001, 1])
  }
  return finish(kind, [
    {
      name: 'a rod that turns in the air into a post',
      world: worldOf(rod, post(1, 0.9)),
      motion: [at(0, 0), at(0, 2)],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'it turns from 0 to 2 about its middle, at a constant rate, and the post is at 1',
    },
    {
      name: 'a rod that turns in the air away from a post',
      world: worldOf(rod, post(2.5, 0.9)),
      motion: [at(0, 0), at(0, 2)],
      expected: 'free',
      // One half goes from 0 to 2, the other from π to π + 2: 0.5 from the post at the end, sin 0.5 · 0.9 less 1/64 and 0.0015.
      clearance: 0.4,
      why: 'the rod’s halves take up angles from 0 to 2 and π to π + 2, and the post is at 2.5',
    },
    {
      name: 'a rod that flies lengthwise through a gap of 1e-6',
      world: worldOf(
        rod,
        block(kind, [3, 1 / 64 + THIN / 2, -1], [4, 1, 1]),
        block(kind, [3, -1, -1], [4, -1 / 64 - THIN / 2, 1]),
      ),
      motion: [at(0, 0), at(7, 0)],
      expected: 'free',
      clearance: 0.49 * THIN,
      why: 'it does not turn, and there is half a millionth on either side',
    },
    {
      name: 'a rod that flies through the same gap and turns by 0.001',
      world: worldOf(
        rod,
        block(kind, [3, 1 / 64 + THIN / 2, -1], [4, 1, 1]),
        block(kind, [3, -1, -1], [4, -1 / 64 - THIN / 2, 1]),
      ),
      motion: [at(0, 0), at(7, 0.001)],
      expected: 'collision',
      // Between the walls at 1/2: x = 3.5, turned by 0.0005, so 0.00025 higher at x = 4.
      at: { segment: 0, at: 0.5 },
      why: 'in the gap it is turned by 0.0005, and the gap is a thousandth of that',
    },
  ])
}

/** Joints whose motions cancel, or are tied together. */
export function linkages(): AdversarialMotion[] {
  const two = scissors()
  const floor = (y: number): World => worldOf(two, block('mesh', [-1, y - 1, -1], [3, y, 1]))
  const fingers = gripper()
  const held = (half: number): World => worldOf(fingers, block('mesh', [-half, -0.125, -0.125], [half, 0.125, 0.125]))
  return finish('mesh', [
    {
      name: 'a tip that two joints keep on a line, 1e-6 over a floor',
      world: floor(-THIN),
      motion: [
        [0.3, -0.6],
        [1.2, -2.4],
      ],
      expected: 'free',
      // Links of length 1 at angles a and −a: the tip is at (2 · cos a, 0). The second link rises from it at the angle a > 0.3,
      // and is a spike that opens by less than 0.03 either way.
      clearance: 0.99 * THIN,
      why: 'the second joint turns back twice what the first one turns, so the tip runs along y = 0',
    },
    {
      name: 'a tip that two joints keep on a line, 1e-6 under a floor’s surface',
      world: floor(THIN),
      motion: [
        [0.3, -0.6],
        [1.2, -2.4],
      ],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'the same, with the floor 2e-6 higher',
    },
    {
      name: 'fingers that close on a sheet 1e-6 thick',
      world: held(THIN / 2),
      motion: [[0.5], [0]],
      expected: 'collision',
      at: { segment: 0, at: 1 },
      why: 'one follows the other the other way; at 0 they meet in the middle of the sheet',
    },
    {
      name: 'fingers that stop 1e-6 from a sheet',
      world: held(THIN / 2),
      motion: [[0.5], [1.5 * THIN]],
      expected: 'free',
      // From either finger; the fingers themselves are 3e-6 apart then.
      clearance: 0.99 * THIN,
      why: 'they end at ±1.5e-6 from the middle, and the sheet is half a millionth either way',
    },
  ])
}

/** Surfaces that never meet, although one thing is inside the other. */
export function solids(): AdversarialMotion[] {
  const cube = sliders('mesh', [[1, 0, 0]])
  const full = new Surface().box([-2, -2, -2], [2, 2, 2])
  const hollow = new Surface().box([-2, -2, -2], [2, 2, 2]).add(insideOut(new Surface().box([-1, -1, -1], [1, 1, 1])))
  return finish('mesh', [
    {
      name: 'wholly inside a solid',
      world: worldOf(cube, full.shape()),
      motion: [[-0.5], [0.5]],
      expected: 'collision',
      at: { segment: 0, at: 0.5 },
      why: 'a closed mesh is solid; no two surfaces ever meet',
    },
    {
      name: 'inside the hollow of a solid',
      world: worldOf(cube, hollow.shape()),
      motion: [[-0.5], [0.5]],
      expected: 'free',
      clearance: 0.43,
      why: 'its cube of 1/8 stays within the hollow, 7/16 from its walls',
    },
    {
      name: 'out of the hollow into the solid',
      world: worldOf(cube, hollow.shape()),
      motion: [[0], [1.5]],
      expected: 'collision',
      at: { segment: 0, at: 1 },
      why: 'it passes the inner wall and ends within the solid, where no surfaces meet',
    },
  ])
}

function insideOut(surface: Surface) {
  const { positions, triangles } = surface.data()
  return { positions, triangles: triangles.map((_, i, all) => all[i - (i % 3) + ((3 - (i % 3)) % 3)]!) }
}
