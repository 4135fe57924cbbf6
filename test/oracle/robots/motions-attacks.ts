// Motions that are made to be missed, or to be called collisions where there are none; each by formula, with what is true of it.
// `touches` is never free; `free` must be found free, with no more tests than it says; `open` may be left undecided, but
// nothing else that is untrue.
import {
  box,
  capsule,
  cylinder,
  type JointInput,
  type JointKind,
  mesh,
  type ObstacleInput,
  Robot,
  type Shape,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { ANYWHERE, blockMesh, roundMesh } from './motions-cases.js'

export interface Attack {
  readonly name: string
  readonly truth: 'free' | 'touches' | 'open'
  readonly world: World
  readonly waypoints: readonly (readonly number[])[]
  readonly options?: {
    readonly delta?: number
    readonly clearance?: number
    readonly continuous?: 'as-given' | 'shortest'
    readonly ignoreLimits?: boolean
  }
  /** It does not take more tests of volumes and triangles than this to prove it free. */
  readonly tests?: number
  /** Where brute force on a sampled motion sees it touch: collisions that are not for an instant only. */
  readonly shown?: boolean
}

const T0 = [1e-2, 1e-4, 1e-6] as const

/** One body moved by one joint. */
export function onJoint(kind: JointKind, shape: Shape, joint: Partial<JointInput> = {}, name = 'r'): Robot {
  return new Robot({
    name,
    links: [{ name: 'base' }, { name: 'body', geometry: [{ shape }] }],
    joints: [{ name: 'j', kind, parent: 'base', child: 'body', ...joint }],
  })
}

export function meshOf(text: { readonly positions: number[]; readonly triangles: number[] }): Shape {
  return mesh({ positions: text.positions, triangles: text.triangles })
}

const rail = (shape: Shape, joint: Partial<JointInput> = {}) => onJoint('prismatic', shape, joint)
const thing = (shape: Shape, at: readonly number[] = [0, 0, 0], rotation?: readonly number[]): ObstacleInput => ({
  name: 'thing',
  shape,
  pose: rotation === undefined ? { at } : { at, rotation },
})
const meet = (robot: Robot, ...obstacles: ObstacleInput[]): World =>
  new World({ robots: [robot], obstacles: obstacles.map((one, i) => ({ ...one, name: `thing${i}` })) })

/** Two triangles, flat, in the plane x = 0. */
const SHEET = { positions: [0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1], triangles: [0, 1, 2, 0, 2, 3] }

/** A turn about some axis that no coordinate is along, as a quaternion. */
const SKEW = (() => {
  const q = [0.3, -0.5, 0.2, 0.7]
  const n = Math.hypot(...q)
  return q.map((c) => c / n)
})()

function thin(): Attack[] {
  const found: Attack[] = []
  const bullets: [string, Shape][] = [
    ['a ball', sphere({ radius: 1e-5 })],
    ['a box', box({ size: [1e-5, 1e-5, 1e-5] })],
    ['a small mesh', meshOf(blockMesh([1e-5, 1e-5, 1e-5]))],
    ['a triangle', meshOf({ positions: [0, 0, 0, 1e-5, 0, 0, 0, 1e-5, 1e-5], triangles: [0, 1, 2] })],
  ]
  const plates: [string, Shape][] = [
    ['a box 1e-6 thick', box({ size: [1e-6, 2, 2] })],
    ['a mesh 1e-6 thick', meshOf(blockMesh([5e-7, 1, 1]))],
    ['a sheet', meshOf(SHEET)],
    ['a disc 1e-6 thick', cylinder({ radius: 1, length: 1e-6, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] })],
  ]
  for (const [bullet, shape] of bullets) {
    for (const [plate, wall] of plates) {
      const way = [[-1.2345], [1.1]]
      found.push({
        name: `${bullet} through ${plate}`,
        truth: 'touches',
        world: meet(rail(shape), thing(wall, [0.0123, 0.1, 0.2])),
        waypoints: way,
      })
      found.push({
        name: `${bullet} past ${plate}, 1e-6 beside it`,
        truth: 'free',
        world: meet(rail(shape), thing(wall, [0.0123, 1 + 1.1e-5 + 1e-6, 0.2])),
        waypoints: way,
        tests: 4000,
      })
    }
  }
  const long = capsule({ radius: 1e-6, from: [0.5, 0, 0], to: [10, 0, 0] })
  const needle = capsule({ radius: 1e-6, from: [0, 0, -1], to: [0, 0, 1] })
  const spin = onJoint('revolute', long, { axis: [0, 0, 1] })
  for (const [far, truth] of [
    [9.99, 'touches'],
    [10 + 1e-5, 'free'],
    [0.5 - 1e-5, 'free'],
  ] as const) {
    const place = [far * Math.cos(1), far * Math.sin(1), 0]
    found.push({
      name: `a link ten long turned past a needle ${far} away`,
      truth,
      world: meet(spin, thing(needle, place)),
      waypoints: [[0], [2.3]],
      tests: 2000,
    })
  }
  return found
}

function gaps(): Attack[] {
  const found: Attack[] = []
  for (const turned of [false, true]) {
    for (const kind of ['boxes', 'meshes'] as const) {
      const make = (half: number[]): Shape =>
        kind === 'boxes' ? box({ size: half.map((h) => 2 * h) }) : meshOf(blockMesh(half))
      for (const gap of [1e-3, 1e-6, 1e-9]) {
        // A block that slides between two walls, in a frame that is turned with all of it.
        const world = new World({
          robots: [
            {
              robot: new Robot({
                name: 'r',
                links: [
                  {
                    name: 'walls',
                    geometry: [-1, 1].map((s) => ({ shape: make([2, 0.5, 2]), pose: { at: [0, s * (1 + gap), 0] } })),
                  },
                  { name: 'between' },
                  { name: 'block', geometry: [{ shape: make([0.5, 0.5, 0.5]) }] },
                ],
                joints: [
                  { name: 'x', kind: 'prismatic', parent: 'walls', child: 'between' },
                  { name: 'z', kind: 'prismatic', parent: 'between', child: 'block', axis: [0, 0, 1] },
                ],
              }),
              ...(turned ? { base: { at: [0.1, 0.2, 0.3], rotation: SKEW } } : {}),
            },
          ],
          adjacent: 'checked',
        })
        found.push({
          name: `${kind} slide ${turned ? 'askew ' : ''}between two walls, ${gap} from each`,
          truth: 'free',
          world,
          waypoints: [
            [-1, 0.5],
            [1.2, -0.7],
          ],
          tests: 3000,
        })
      }
    }
  }
  // Turning in a hole of four walls.
  for (const gap of T0) {
    for (const [name, peg] of [
      ['a cylinder', cylinder({ radius: 0.5, length: 1 })],
      ['a ball', sphere({ radius: 0.5 })],
    ] as const) {
      const walls = [0, 1, 2, 3].map((k) => {
        const [c, s] = [Math.round(Math.cos((k * Math.PI) / 2)), Math.round(Math.sin((k * Math.PI) / 2))]
        return thing(box({ size: [1, 1, 1] }), [c * (1 + gap), s * (1 + gap), 0])
      })
      found.push({
        name: `${name} turns in a hole that is ${gap} wider`,
        truth: 'free',
        world: meet(onJoint('continuous', peg, { axis: [0, 0, 1] }), ...walls),
        waypoints: [[0], [2 * Math.PI]],
        tests: 40_000,
      })
    }
  }
  for (const gap of [1e-4, 1e-6]) {
    const arm = onJoint('revolute', box({ size: [1, 0.1, 0.1], at: [0.5, 0, 0] }), { axis: [0, 0, 1] })
    const corner = Math.hypot(1, 0.05)
    found.push({
      name: `the corner of an arm passes a wall ${gap} away`,
      truth: 'free',
      world: meet(arm, thing(box({ size: [1, 4, 1] }), [corner + gap + 0.5, 0, 0])),
      waypoints: [[-1], [1]],
      tests: 20_000,
    })
    found.push({
      name: `the corner of an arm goes ${gap} into a wall`,
      truth: 'touches',
      world: meet(arm, thing(box({ size: [1, 4, 1] }), [corner - gap + 0.5, 0, 0])),
      waypoints: [[-1.05], [0.7]],
    })
  }
  return found
}

function instantsOnly(): Attack[] {
  const ball = sphere({ radius: 0.5 })
  const tip = meshOf({
    positions: [0, 0, 0, -0.5, 1, 0.3, 0.5, 1, 0.3, 0, 1, -0.4],
    triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2],
  })
  const under = meshOf({
    positions: [0, 0, 0, -0.5, -1, 0.3, 0.5, -1, 0.3, 0, -1, -0.4],
    triangles: [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3],
  })
  const needle = capsule({ radius: 0.125, from: [0, 0, 0], to: [0.875, 0, 0] })
  const touch = (name: string, world: World, waypoints: number[][], options?: Attack['options']): Attack => ({
    name,
    truth: 'touches',
    world,
    waypoints,
    shown: false,
    ...(options === undefined ? {} : { options }),
  })
  return [
    touch('two balls graze half way', meet(rail(ball), thing(ball, [0, 1, 0])), [[-1], [1]]),
    touch('two balls graze a third of the way', meet(rail(ball), thing(ball, [0, 1, 0])), [[-1], [2]]),
    touch('two balls graze, and delta is given', meet(rail(ball), thing(ball, [0, 1, 0])), [[-1], [2]], {
      delta: 1e-6,
    }),
    touch('two tips meet half way', meet(rail(tip), thing(under)), [[-1], [1]]),
    touch('two tips meet a third of the way', meet(rail(tip), thing(under)), [[-1], [2]]),
    touch('two edges of boxes meet', meet(rail(box({ size: [1, 1, 1] })), thing(box({ size: [1, 1, 1] }), [0, 1, 1])), [
      [-2],
      [2],
    ]),
    touch(
      'two boxes slide face on face',
      meet(rail(box({ size: [1, 1, 1] })), thing(box({ size: [1, 1, 1] }), [0, 1, 0])),
      [[-2], [2]],
    ),
    touch(
      'a needle turns and touches a wall at one angle',
      meet(onJoint('revolute', needle, { axis: [0, 0, 1] }), thing(box({ size: [1, 1, 1] }), [1.5, 0, 0])),
      [[-1], [1]],
    ),
    touch(
      'a needle turns and touches a wall at one angle, which is no dyadic share',
      meet(onJoint('revolute', needle, { axis: [0, 0, 1] }), thing(box({ size: [1, 1, 1] }), [1.5, 0, 0])),
      [[-1], [2]],
    ),
    touch('contact at the start only', meet(rail(ball), thing(ball, [1, 0, 0])), [[0], [-3]]),
    touch('contact at the end only', meet(rail(ball), thing(ball, [1, 0, 0])), [[-3], [0]]),
    touch('contact at both ends', meet(rail(ball), thing(ball, [1, 0, 0]), thing(ball, [-5, 0, 0])), [[0], [-4]]),
    touch('contact at a waypoint only', meet(rail(ball), thing(ball, [1, 0, 0])), [[-3], [0], [-2]]),
    touch(
      'meshes in contact at the start only',
      meet(rail(meshOf(blockMesh([0.5, 0.5, 0.5]))), thing(meshOf(blockMesh([0.5, 0.5, 0.5])), [1, 0, 0])),
      [[0], [-3]],
    ),
  ]
}

function turns(): Attack[] {
  const arm = capsule({ radius: 0.1, from: [0, 0, 0], to: [1, 0, 0] })
  const found: Attack[] = []
  for (const kind of ['revolute', 'continuous'] as const) {
    for (const turn of [2 * Math.PI, -2 * Math.PI, 4 * Math.PI, 3 * Math.PI, 20 * Math.PI]) {
      for (const angle of [0.3, Math.PI, -2]) {
        const place = [Math.cos(angle), Math.sin(angle), 0]
        const start = 1
        const hit = Math.abs(turn) >= 2 * Math.PI
        found.push({
          name: `${kind}, ${turn} round, a ball at ${angle}`,
          truth: hit ? 'touches' : 'open',
          world: meet(onJoint(kind, arm, { axis: [0, 0, 1] }), thing(sphere({ radius: 0.01 }), place)),
          waypoints: [[start], [start + turn]],
        })
      }
    }
    found.push({
      name: `${kind}, two turns within a ring of balls`,
      truth: 'free',
      world: meet(
        onJoint(kind, arm, { axis: [0, 0, 1] }),
        ...[0, 1, 2, 3, 4, 5].map((k) => thing(sphere({ radius: 0.1 }), [1.3 * Math.cos(k), 1.3 * Math.sin(k), 0])),
      ),
      waypoints: [[-2 * Math.PI], [2 * Math.PI]],
      tests: 20_000,
    })
  }
  const across = meet(onJoint('continuous', arm, { axis: [0, 0, 1] }), thing(sphere({ radius: 0.2 }), [-1, 0, 0]))
  found.push(
    {
      name: 'the long way round hits',
      truth: 'touches',
      world: across,
      waypoints: [[-2], [2]].map(([x]) => [x! + Math.PI]),
    },
    { name: 'as given, past the ball', truth: 'touches', world: across, waypoints: [[2.5], [2.5 + 2 * Math.PI - 1.2]] },
    {
      name: 'the same ends, the short way round',
      truth: 'free',
      world: across,
      waypoints: [[2], [-2 + 4 * Math.PI - 2 * Math.PI - 4.2]],
      options: { continuous: 'shortest' },
      tests: 2000,
    },
    {
      name: 'a whole turn the short way stands still',
      truth: 'free',
      world: across,
      waypoints: [[1], [1 + 2 * Math.PI]],
      options: { continuous: 'shortest' },
      tests: 100,
    },
  )
  return found
}

/** A body that flies, seen eccentric; it turns half round, or nearly, about some axis. */
function flights(): Attack[] {
  const arm = capsule({ radius: 0.05, from: [0.2, 0, 0], to: [1, 0, 0] })
  const fly = onJoint('floating', arm)
  const s = Math.SQRT1_2
  return [
    {
      name: 'a flying arm turns a quarter and meets a ball on the arc',
      truth: 'touches',
      world: meet(fly, thing(sphere({ radius: 0.01 }), [s, s, 0])),
      waypoints: [
        [0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, s, s],
      ],
    },
    {
      name: 'the same from another attitude: the axis is the body’s',
      truth: 'touches',
      // Turned a quarter about x first: its z is −y of the world, so it swings in the x-z plane.
      world: meet(fly, thing(sphere({ radius: 0.01 }), [s, 0, s])),
      waypoints: [
        [0, 0, 0, s, 0, 0, s],
        [0, 0, 0, 0.5, -0.5, 0.5, 0.5],
      ],
    },
    {
      name: 'on the other side there is nothing',
      truth: 'free',
      world: meet(fly, thing(sphere({ radius: 0.01 }), [s, -s, 0])),
      waypoints: [
        [0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, s, s],
      ],
      tests: 500,
    },
    {
      name: 'turning and flying at once, past a needle',
      truth: 'touches',
      world: meet(fly, thing(capsule({ radius: 1e-4, from: [0.05, 0.9, -1], to: [0.05, 0.9, 1] }))),
      waypoints: [
        [-1, 0, 0, 0, 0, 0, 1],
        [1, 0, 0, 0, 0, 1, 0],
      ],
    },
    {
      name: 'a quaternion and its negative are one attitude',
      truth: 'free',
      world: meet(fly, thing(sphere({ radius: 0.01 }), [-0.5, 0, 0])),
      waypoints: [
        [0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0.5, 0, 0, 0, -1],
      ],
      tests: 500,
    },
    {
      name: 'half a turn, one way or the other',
      truth: 'touches',
      world: meet(fly, thing(sphere({ radius: 0.01 }), [0, 0.7, 0]), thing(sphere({ radius: 0.01 }), [0, -0.7, 0])),
      waypoints: [
        [0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 1, 0],
      ],
    },
  ]
}

function still(): Attack[] {
  const ball = sphere({ radius: 0.5 })
  const near = meet(rail(ball), thing(ball, [1.5, 0, 0]))
  return [
    { name: 'standing still, apart', truth: 'free', world: near, waypoints: [[0]], tests: 10 },
    { name: 'standing still, apart, two waypoints', truth: 'free', world: near, waypoints: [[0], [0]], tests: 10 },
    { name: 'standing still in contact', truth: 'touches', world: near, waypoints: [[0.5]] },
    {
      name: 'standing still in contact, three waypoints',
      truth: 'touches',
      world: near,
      waypoints: [[0.5], [0.5], [0.5]],
    },
    { name: 'one joint moves by 1e-12', truth: 'free', world: near, waypoints: [[0], [1e-12]], tests: 10 },
    { name: 'one joint moves by 1e-300', truth: 'free', world: near, waypoints: [[0], [1e-300]], tests: 10 },
    {
      name: 'one joint moves by 1e-12 into contact',
      truth: 'touches',
      world: near,
      waypoints: [[0.5 - 1e-12], [0.5]],
      shown: false,
    },
    { name: 'standing 1e-9 apart', truth: 'free', world: near, waypoints: [[0.5 - 1e-9]], tests: 50 },
  ]
}

function sliding(): Attack[] {
  const found: Attack[] = []
  for (const gap of [1e-2, 1e-4, 1e-6, 1e-9]) {
    const block = box({ size: [0.2, 0.2, 0.2], at: [0, 0, 0.1 + gap] })
    const floor = box({ size: [4, 4, 0.2], at: [0, 0, -0.1] })
    const blockOf = meshOf(roundMesh(12, 5, 0.1))
    found.push(
      {
        name: `a box slides ${gap} above a floor`,
        truth: 'free',
        world: meet(rail(block), thing(floor)),
        waypoints: [[-1], [1]],
        tests: 20,
      },
      {
        name: `a box slides and turns about the normal ${gap} above a floor`,
        truth: 'free',
        world: meet(onJoint('planar', block, { axis: [0, 0, 1] }), thing(floor)),
        waypoints: [
          [-1, 0.5, 0],
          [1, -0.5, 1],
        ],
        tests: 400,
      },
      {
        name: `a mesh slides ${gap} above a floor of two triangles`,
        truth: 'free',
        world: meet(
          rail(blockOf, { origin: { at: [0, 0, 0.1 + gap] } }),
          thing(meshOf({ positions: [-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], triangles: [0, 1, 2, 0, 2, 3] })),
        ),
        waypoints: [[-1], [1]],
        tests: 3000,
      },
      {
        name: `a mesh slides ${gap} above a mesh of many triangles`,
        truth: 'free',
        world: meet(rail(blockOf, { origin: { at: [0, 0, 0.1 + gap] } }), thing(meshOf(gridMesh(16, 2)))),
        waypoints: [[-1], [1]],
        tests: 30_000,
      },
    )
  }
  return found
}

/** A square grid in the plane z = 0 of 2·n² triangles. */
export function gridMesh(n: number, half: number): { positions: number[]; triangles: number[] } {
  const positions: number[] = []
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) positions.push(-half + (2 * half * i) / n, -half + (2 * half * j) / n, 0)
  }
  const triangles: number[] = []
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const k = i * (n + 1) + j
      triangles.push(k, k + n + 1, k + 1, k + 1, k + n + 1, k + n + 2)
    }
  }
  return { positions, triangles }
}

function insides(): Attack[] {
  const small = sphere({ radius: 0.1 })
  const cube = blockMesh([1, 1, 1])
  const inner = blockMesh([0.8, 0.8, 0.8])
  const shell = meshOf({
    positions: [...cube.positions, ...inner.positions],
    triangles: [
      ...cube.triangles,
      ...inner.triangles.map((_, k, all) => 8 + all[k % 3 === 0 ? k : k % 3 === 1 ? k + 1 : k - 1]!),
    ],
  })
  const open = meshOf({ positions: cube.positions, triangles: cube.triangles.slice(3) })
  const grain = meshOf(roundMesh(6, 3, 0.1))
  const found: Attack[] = []
  for (const [what, shape] of [
    ['a ball', small],
    ['a closed mesh', grain],
    ['an open mesh', meshOf({ positions: SHEET.positions.map((x) => 0.05 * x), triangles: SHEET.triangles })],
  ] as const) {
    found.push(
      {
        name: `${what} inside a closed mesh all the way`,
        truth: 'touches',
        world: meet(rail(shape), thing(meshOf(cube))),
        waypoints: [[-0.5], [0.5]],
      },
      {
        name: `${what} inside a solid box all the way`,
        truth: 'touches',
        world: meet(rail(shape), thing(box({ size: [2, 2, 2] }))),
        waypoints: [[-0.5], [0.5]],
      },
      {
        name: `${what} stands still inside a closed mesh`,
        truth: 'touches',
        world: meet(rail(shape), thing(meshOf(cube))),
        waypoints: [[0.1]],
      },
      {
        name: `${what} moves in the hollow of a shell`,
        truth: 'free',
        world: meet(rail(shape), thing(shell)),
        waypoints: [[-0.5], [0.5]],
        tests: 5000,
      },
      {
        name: `${what} in the wall of a shell`,
        truth: 'touches',
        world: meet(rail(what === 'a ball' ? sphere({ radius: 0.01 }) : meshOf(roundMesh(5, 2, 0.01))), thing(shell)),
        waypoints: [[0.85], [0.95]],
      },
      {
        name: `${what} moves in a box that lacks a triangle`,
        truth: 'free',
        world: meet(rail(shape), thing(open)),
        waypoints: [[-0.5], [0.5]],
        tests: 5000,
      },
      {
        name: `${what} leaves a box through its side`,
        truth: 'touches',
        world: meet(rail(shape), thing(open)),
        waypoints: [[0], [3]],
        // Flat things that pass through each other flat on do so in an instant.
        shown: what !== 'an open mesh',
      },
    )
  }
  // A solid mesh around something that stands still.
  found.push({
    name: 'a closed mesh moves around a ball',
    truth: 'touches',
    world: meet(rail(meshOf(cube)), thing(small)),
    waypoints: [[-0.5], [0.5]],
  })
  found.push({
    name: 'a shell moves around a ball',
    truth: 'free',
    world: meet(rail(shell), thing(small)),
    waypoints: [[-0.5], [0.5]],
    tests: 5000,
  })
  return found
}

function onOneClock(): Attack[] {
  const cube = box({ size: [0.4, 0.4, 0.4] })
  const cross = (a: Robot, b: Robot): World => new World({ robots: [a, b] })
  const x = onJoint('prismatic', cube, {}, 'x')
  const y = onJoint('prismatic', cube, { axis: [0, 1, 0] }, 'y')
  const found: Attack[] = [
    {
      name: 'two sliders meet at the crossing',
      truth: 'touches',
      world: cross(x, y),
      waypoints: [
        [-1, -1],
        [1, 1],
      ],
    },
    {
      name: 'two sliders cross, one after the other, on one clock',
      truth: 'free',
      world: cross(x, y),
      waypoints: [
        [-1, -2],
        [2, 0.9],
        [3, 2],
      ],
      tests: 2000,
    },
    {
      name: 'two sliders pass each other 1e-6 apart on the diagonal of a crossing',
      truth: 'free',
      world: cross(x, y),
      // As long as the one is within 0.4 of the crossing, the other is more than 0.4 from it.
      waypoints: [
        [-1, -1.8 - 1e-6],
        [1, 0.2 - 1e-6],
      ],
      tests: 2000,
    },
    {
      name: 'two sliders that run side by side',
      truth: 'free',
      world: cross(x, onJoint('prismatic', cube, { origin: { at: [0, 0.4 + 1e-6, 0] } }, 'y')),
      waypoints: [
        [-5, -5],
        [5, 5],
      ],
      tests: 100,
    },
    {
      name: 'two sliders on one rail, one behind the other',
      truth: 'free',
      world: cross(x, onJoint('prismatic', cube, { origin: { at: [0.4 + 1e-6, 0, 0] } }, 'y')),
      waypoints: [
        [-5, -5],
        [5, 5],
      ],
      tests: 100,
    },
    {
      name: 'the one behind is quicker',
      truth: 'touches',
      world: cross(x, onJoint('prismatic', cube, { origin: { at: [0.5, 0, 0] } }, 'y')),
      waypoints: [
        [-5, -5],
        [5, 4.8],
      ],
    },
  ]
  // Two hands of a clock: the quick one overtakes.
  const hand = (name: string, z: number): Robot =>
    onJoint('continuous', capsule({ radius: 0.02, from: [0.3, 0, z], to: [1, 0, z] }), { axis: [0, 0, 1] }, name)
  found.push(
    {
      name: 'two hands turn together',
      truth: 'free',
      world: cross(hand('x', 0), hand('y', 0)),
      waypoints: [
        [0, 0.3],
        [9, 9.3],
      ],
      tests: 20_000,
    },
    {
      name: 'one hand overtakes the other',
      truth: 'touches',
      world: cross(hand('x', 0), hand('y', 0)),
      waypoints: [
        [0, 0.3],
        [9, 8.9],
      ],
    },
    {
      name: 'two hands in two planes',
      truth: 'free',
      world: cross(hand('x', 0), hand('y', 0.05)),
      waypoints: [
        [0, 0.3],
        [9, -9],
      ],
      tests: 20_000,
    },
  )
  return found
}

function chains(): Attack[] {
  const finger = box({ size: [0.02, 0.1, 0.1] })
  const gripper = (multiplier: number): Robot =>
    new Robot({
      name: 'r',
      links: [
        { name: 'hand' },
        { name: 'left', geometry: [{ shape: finger }] },
        { name: 'right', geometry: [{ shape: finger }] },
      ],
      joints: [
        {
          name: 'open',
          kind: 'prismatic',
          parent: 'hand',
          child: 'left',
          axis: [1, 0, 0],
          origin: { at: [0.01, 0, 0] },
        },
        {
          name: 'follow',
          kind: 'prismatic',
          parent: 'hand',
          child: 'right',
          axis: [1, 0, 0],
          origin: { at: [-0.01, 0, 0] },
          mimic: { joint: 'open', multiplier },
        },
      ],
    })
  const held = thing(box({ size: [0.04, 0.04, 0.04] }))
  const found: Attack[] = []
  for (const multiplier of [-1, -3, -0.5]) {
    const reach = 0.02 / Math.min(1, -multiplier)
    found.push(
      {
        name: `a gripper (${multiplier}) closes to 1e-6 of a box`,
        truth: 'free',
        world: meet(gripper(multiplier), held),
        waypoints: [[0.3], [reach + 2e-6]],
        tests: 200,
      },
      {
        name: `a gripper (${multiplier}) closes on a box`,
        truth: 'touches',
        world: meet(gripper(multiplier), held),
        waypoints: [[0.3], [reach - 1e-3]],
      },
      {
        name: `a gripper (${multiplier}) closes on nothing: its fingers meet`,
        truth: 'touches',
        world: meet(gripper(multiplier)),
        waypoints: [[0.3], [-0.01]],
      },
    )
  }
  // Folded at the middle of the motion, stretched out at the ends: radii at the anchor are small.
  const limb = capsule({ radius: 0.02, from: [0, 0, 0], to: [1, 0, 0] })
  const folding = (multiplier?: number): Robot =>
    new Robot({
      name: 'r',
      links: [{ name: 'base' }, { name: 'upper' }, { name: 'fore', geometry: [{ shape: limb }] }],
      joints: [
        { name: 'shoulder', kind: 'revolute', parent: 'base', child: 'upper', axis: [0, 0, 1] },
        {
          name: 'elbow',
          kind: 'revolute',
          parent: 'upper',
          child: 'fore',
          axis: [0, 0, 1],
          origin: { at: [1, 0, 0] },
          ...(multiplier === undefined ? {} : { mimic: { joint: 'shoulder', multiplier, offset: Math.PI } }),
        },
      ],
    })
  for (const side of [-1, 1]) {
    found.push({
      name: `an arm that is folded half way and stretched at the ends, ball at ${side}`,
      truth: 'touches',
      world: meet(folding(), thing(sphere({ radius: 0.01 }), [1.95 * Math.cos(0.5), side * 1.95 * Math.sin(0.5), 0])),
      waypoints: [
        [-0.5, 0],
        [0.5, 2 * Math.PI],
      ],
    })
    for (const multiplier of [-6, 6]) {
      found.push({
        name: `the same by a mimic of ${multiplier}, ball at ${side}`,
        truth: 'touches',
        world: meet(
          folding(multiplier),
          thing(sphere({ radius: 0.01 }), [1.95 * Math.cos(Math.PI / 6), side * 1.95 * Math.sin(Math.PI / 6), 0]),
        ),
        waypoints: [[-Math.PI / 6], [Math.PI / 6]],
      })
    }
  }
  // Several joints on one axis: what they make together is more than the sum of what each would.
  for (const count of [2, 3, 5]) {
    const ring = new Robot({
      name: 'r',
      links: Array.from({ length: count + 1 }, (_, i) => ({
        name: `link${i}`,
        geometry: i === count ? [{ shape: sphere({ radius: 0.01, at: [1, 0, 0] }) }] : [],
      })),
      joints: Array.from({ length: count }, (_, i) => ({
        name: `joint${i + 1}`,
        kind: 'revolute' as const,
        parent: `link${i}`,
        child: `link${i + 1}`,
        axis: [0, 0, 1],
      })),
    })
    for (const [far, truth] of [
      [0.88, 'touches'],
      [Math.cos(0.5) - 0.0101, 'free'],
    ] as const) {
      found.push({
        name: `${count} joints on one axis, a wall at ${far}`,
        truth,
        world: meet(ring, thing(box({ size: [1, 4, 1] }), [far - 0.5, 0, 0])),
        waypoints: [new Array<number>(count).fill(-0.5 / count), new Array<number>(count).fill(0.5 / count)],
        tests: 200,
      })
    }
  }
  // Scissors: two branches of one tree, turning against each other, with a trunk that spins.
  const blade = (z: number): Shape => box({ size: [1, 0.01, 0.01], at: [0.6, 0, z] })
  const scissors = (z: number): Robot =>
    new Robot({
      name: 'r',
      links: [
        { name: 'base' },
        { name: 'trunk' },
        { name: 'a', geometry: [{ shape: blade(0) }] },
        { name: 'b', geometry: [{ shape: blade(z) }] },
      ],
      joints: [
        { name: 'spin', kind: 'continuous', parent: 'base', child: 'trunk', axis: [1, 1, 1] },
        { name: 'one', kind: 'revolute', parent: 'trunk', child: 'a', axis: [0, 0, 1] },
        { name: 'other', kind: 'revolute', parent: 'trunk', child: 'b', axis: [0, 0, -1] },
      ],
    })
  found.push(
    {
      name: 'scissors shut in one plane',
      truth: 'touches',
      world: meet(scissors(0)),
      waypoints: [
        [0, 1, 1],
        [7, -1, 0.8],
      ],
    },
    {
      name: 'scissors shut in two planes',
      truth: 'free',
      world: meet(scissors(0.0101)),
      waypoints: [
        [0, 1, 1],
        [7, -1, -1],
      ],
      tests: 20_000,
    },
    {
      name: 'scissors turn the same way',
      truth: 'free',
      world: meet(scissors(0)),
      waypoints: [
        [0, 0, 0.1],
        [40, 2, -1.9],
      ],
      tests: 20_000,
    },
  )
  // Side by side on one trunk: what they share moves neither against the other.
  return found
}

function farAway(): Attack[] {
  const ball = sphere({ radius: 0.5 })
  const found: Attack[] = [
    {
      name: 'obstacles a kilometre away',
      truth: 'free',
      world: meet(
        rail(ball),
        thing(box({ size: [10, 10, 10] }), [0, 1000, 0]),
        thing(meshOf(blockMesh([1, 1, 1])), [0, 0, -1000]),
      ),
      waypoints: [[-100], [100]],
      tests: 50,
    },
    {
      name: 'a ball thrown a kilometre, past a plate 1e-6 thick',
      truth: 'touches',
      world: meet(rail(sphere({ radius: 1e-3 })), thing(box({ size: [1e-6, 2, 2] }), [123.456, 0, 0])),
      waypoints: [[-500], [500]],
    },
  ]
  for (const far of [1e3, 1e6]) {
    for (const gap of [1e-3, 1e-6]) {
      const move = (shape: Shape): World =>
        new World({
          robots: [{ robot: rail(shape), base: { at: [far, far, -far] } }],
          obstacles: [{ name: 'floor', shape: box({ size: [4, 4, 0.2] }), pose: { at: [far, far, -far - 0.1] } }],
        })
      const block = (z: number): Shape => box({ size: [0.2, 0.2, 0.2], at: [0, 0, 0.1 + z] })
      found.push(
        {
          name: `${far} away from the origin, ${gap} above a floor`,
          truth: 'free',
          world: move(block(gap)),
          waypoints: [[-1], [1]],
          tests: 200,
        },
        {
          name: `${far} away from the origin, ${gap} into a floor`,
          truth: 'touches',
          world: move(block(-gap)),
          waypoints: [[-1], [1]],
        },
      )
    }
  }
  return found
}

/** Pairs that cannot meet within the limits are looked at where a motion leaves the limits. */
function beyondLimits(): Attack[] {
  const ball = sphere({ radius: 0.5 })
  const short = onJoint('prismatic', ball, { limits: { lower: 0, upper: 1 } })
  const follower = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'lead' }, { name: 'tail', geometry: [{ shape: ball }] }],
    joints: [
      { name: 'x', kind: 'prismatic', parent: 'base', child: 'lead', limits: { lower: 0, upper: 1 } },
      { name: 'y', kind: 'prismatic', parent: 'base', child: 'tail', mimic: { joint: 'x', multiplier: -2 } },
    ],
  })
  return [
    {
      name: 'out of its limits and into something',
      truth: 'touches',
      world: meet(short, thing(ball, [5, 0, 0])),
      waypoints: [[0], [6]],
    },
    {
      name: 'out of its limits and back through something',
      truth: 'touches',
      world: meet(short, thing(ball, [5, 0, 0])),
      waypoints: [[0], [8], [0.5]],
    },
    {
      name: 'beyond its limits at both ends',
      truth: 'touches',
      world: meet(short, thing(ball, [0.5, 0, 0])),
      waypoints: [[-9], [9]],
    },
    {
      name: 'within its limits',
      truth: 'free',
      world: meet(short, thing(ball, [5, 0, 0])),
      waypoints: [[0], [1]],
      tests: 10,
    },
    {
      name: 'a mimic out of its limits',
      truth: 'touches',
      world: meet(follower, thing(ball, [-7, 0, 0])),
      waypoints: [[0], [4]],
    },
    {
      name: 'a mimic within its limits',
      truth: 'free',
      world: meet(follower, thing(ball, [-7, 0, 0])),
      waypoints: [[0], [1]],
      tests: 10,
    },
  ]
}

/** All of them. */
export function attacks(): Attack[] {
  // Some leave the limits of joints, to be seen there.
  return [
    ...thin(),
    ...gaps(),
    ...instantsOnly(),
    ...turns(),
    ...flights(),
    ...still(),
    ...sliding(),
    ...insides(),
    ...onOneClock(),
    ...chains(),
    ...farAway(),
    ...beyondLimits(),
  ].map((attack) => ({ ...attack, options: { ...ANYWHERE, ...attack.options } }))
}
