import { expect, test } from 'vitest'
import { looseRope, randomCoil } from '../../../scenes/index.js'
import { checkPoses } from '../../../src/chains/chain/chain-quick.js'
import { ChainBusyError, ChainTree, Random, sphere } from '../../../src/entries/chains.js'
import { moveCase, playMoveCase } from '../../oracle/chains/chain-moves-cases.js'

const none = () => ({ free: 0, collision: 0, undecided: 0, tests: 0 })

test.each(['spheres', 'groups', 'mixed'] as const)('[chain-moves] one joint, against dense sampling: %s', (shapes) => {
  const counts = none()
  for (let seed = 0; seed < 30; seed++) playMoveCase(moveCase(seed, 24, 1, shapes), 40, counts)
  expect(counts.free).toBeGreaterThan(4)
  expect(counts.collision).toBeGreaterThan(4)
})

test.each(['spheres', 'groups', 'mixed'] as const)(
  '[chain-moves] several joints, against dense sampling: %s',
  (shapes) => {
    const counts = none()
    for (let seed = 1000; seed < 1030; seed++) playMoveCase(moveCase(seed, 16, 5, shapes), 40, counts)
    expect(counts.free).toBeGreaterThan(4)
    expect(counts.collision).toBeGreaterThan(4)
  },
)

test('[chain-moves] nearly all joints at once, against dense sampling', () => {
  const counts = none()
  for (let seed = 2000; seed < 2060; seed++) {
    const { angle, ...rest } = moveCase(seed, 20, 19, 'spheres')
    playMoveCase({ ...rest, moving: 19, angle: angle / 10 }, 40, counts)
  }
  expect(counts.free).toBeGreaterThan(4)
  expect(counts.collision).toBeGreaterThan(4)
})

test('[cost] all joints of a loose chain at once: groups of segments are dropped, not pairs one by one', () => {
  const n = 1000
  const chain = ChainTree.fromSpheres(looseRope(n, 1).centres, 0.45, { neighbours: 2 })
  const turns = Array.from({ length: n - 1 }, (_, joint) => ({
    ...{ kind: 'rotate' as const, joint, angle: joint % 2 === 0 ? 0.0005 : -0.0005 },
  }))
  const { outcome, stats } = chain.checkMove(turns)
  expect(outcome).toBe('free')
  expect(stats.volumeTests + stats.leafTests).toBeLessThan(5 * n)
})

test.each([
  [1000, 100],
  [10_000, 300],
  [100_000, 500],
])(
  '[cost] one joint of a loose chain of %i links by 0.1 rad: at most %i tests, of nodes and links together',
  (n, most) => {
    const chain = ChainTree.fromSpheres(looseRope(n, 1).centres, 0.45, { neighbours: 2 })
    const random = new Random(n)
    for (let k = 0; k < 100; k++) {
      const joint = k < 2 ? k * (n - 2) : random.integer(n - 1)
      const { outcome, stats } = chain.checkMove([{ kind: 'rotate', joint, angle: k % 2 === 0 ? 0.1 : -0.1 }])
      expect(outcome).toBe('free')
      expect(stats.volumeTests + stats.leafTests).toBeLessThanOrEqual(most)
    }
  },
)

test('[chain-moves] what has no way is refused by name, and nothing changes', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 8, 0, 0, 12, 0, 0], 1)
  const refused: [unknown, string][] = [
    [{ kind: 'shape', link: 1, shape: sphere({ radius: 1 }) }, 'changes[0].kind'],
    [{ kind: 'rotate', joint: 3, angle: 1 }, 'changes[0].joint'],
    [{ kind: 'rotate', joint: 0, angle: Number.NaN }, 'changes[0].angle'],
    [{ kind: 'bend', joint: 0 }, 'changes[0].kind'],
    [undefined, 'changes[0]'],
  ]
  for (const [change, field] of refused) expect(() => chain.checkMove([change as never])).toThrow(field)
  const turn = { kind: 'rotate', joint: 1, angle: 1, axis: [0, 0, 1] } as const
  expect(() => chain.checkMove([turn, turn])).toThrow('changes[1].joint')
  expect(() => chain.checkMove({} as never)).toThrow('a list of changes')
  expect(() => chain.checkMove([turn], { maxTests: -1 })).toThrow('options.maxTests')
  expect(() => chain.checkMove([turn], { most: 1 } as never)).toThrow('most')
  expect(chain.canUndo).toBe(false)
  expect(chain.checkMove([]).outcome).toBe('free')
  expect(chain.checkMove([turn], { maxTests: 0 }).outcome).toBe('undecided')
  // The rule of the caller may not use the chain while it is asked.
  const busy: ChainTree = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 8, 0, 0, 1, 1, 0], 1, {
    exclude: () => busy.checkMove([]).outcome === 'free',
  })
  expect(() => busy.checkMove([turn])).toThrow(ChainBusyError)
})

test('[chain-moves] full turns, moves of nothing, contacts at an end and on the way', () => {
  // Link 3 turns about the bond of joint 1, on a circle of radius 4 about the x axis; link 0 is on that circle.
  const chain = ChainTree.fromSpheres([8, 0, 4, 0, 0, 0, 4, 0, 0, 8, 0, -4], 1)
  const turn = (angle: number) => chain.checkMove([{ kind: 'rotate', joint: 1, angle }])
  expect(turn(1).outcome).toBe('free')
  expect(turn(2.5).outcome).toBe('free')
  expect(turn(Math.PI)).toMatchObject({ outcome: 'collision', a: 0, b: 3 })
  expect(turn(-2 * Math.PI)).toMatchObject({ outcome: 'collision', a: 0, b: 3 })
  expect(turn(-2 * Math.PI).at).toBeCloseTo(0.5, 6)
  expect(turn(0).outcome).toBe('free')
  // Spheres that touch where they stop, to rounding, are not decided; a little more or less is.
  const touch = Math.PI - 2 * Math.asin(1 / 4)
  expect(turn(touch).outcome).toBe('undecided')
  expect(turn(touch - 1e-9).outcome).toBe('free')
  expect(turn(touch + 1e-9).outcome).toBe('collision')
  // Ends: the first joint moves everything but the first link, the last one only the last.
  expect(chain.checkMove([{ kind: 'slide', joint: 0, distance: 100, axis: [0, 0, -1] }]).outcome).toBe('free')
  expect(chain.checkMove([{ kind: 'slide', joint: 2, distance: 8, axis: [0, 0, 1] }])).toMatchObject({ a: 0, b: 3 })
  expect(ChainTree.fromSpheres([0, 0, 0], 1).checkMove([]).outcome).toBe('free')
})

test('[chain-moves] several joints at once cancel out: a crank that turns in place is free of what it does not reach', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0, 4, 4, 0, 8, 4, 0, 8, 0, 0, 12, 0, 0], 1)
  const crank = [
    { kind: 'rotate', joint: 1, angle: 3, axis: [1, 0, 0], pivot: [0, 0, 0] },
    { kind: 'rotate', joint: 3, angle: -3, axis: [1, 0, 0] },
  ] as const
  expect(chain.checkMove(crank).outcome).toBe('free')
})

test('[topology] a crankshaft has the same outcome there and back', () => {
  const random = new Random(11)
  const none = { pairOf: () => -1, first: new Int32Array(1), atoms: new Int32Array(0) }
  const near = { ...none, local: new Float64Array(0), radii: new Float64Array(0) }
  const outcomes = { free: 0, collision: 0, undecided: 0 }
  for (let k = 0; k < 150; k++) {
    const n = 6 + random.integer(30)
    const chain = ChainTree.fromSpheres(randomCoil(n, k, { spacing: 1 }), 0.25, { neighbours: 1 })
    const a = random.integer(n - 3)
    const b = a + 1 + random.integer(n - 2 - a)
    // About the line from the origin of link a to that of link b + 1.
    const along = chain.relativePose(a, b + 1)
    const turn = chain.relativePose(a, b)
    const axis = [along[3]!, along[7]!, along[11]!]
    const seen = [0, 1, 2].map((i) => turn[i]! * axis[0]! + turn[4 + i]! * axis[1]! + turn[8 + i]! * axis[2]!)
    const angle = random.range(-2, 2)
    const start = [chain.jointPose(a), chain.jointPose(b)]
    chain.change([
      { kind: 'rotate', joint: a, angle, axis, pivot: [0, 0, 0] },
      { kind: 'rotate', joint: b, angle: -angle, axis: seen },
    ])
    const end = [chain.jointPose(a), chain.jointPose(b)]
    const joints = Int32Array.of(a, b)
    const flat = (poses: readonly Float64Array[]): Float64Array => Float64Array.from(poses.flatMap((x) => [...x]))
    const back = checkPoses(chain.core, joints, 2, flat(start), true, near)
    chain.undo()
    expect(checkPoses(chain.core, joints, 2, flat(end), true, near)).toBe(back)
    outcomes[back]++
  }
  expect(outcomes.free).toBeGreaterThan(20)
  expect(outcomes.collision).toBeGreaterThan(20)
})

test('[chain-moves] spheres far along a chain that come close are measured again: a gap smaller than the slack is decided', () => {
  const n = 4000
  const centres = looseRope(n, 1).centres
  const [i, j, joint] = [500, 3500, 2000]
  const apart = Math.hypot(...[0, 1, 2].map((k) => centres[3 * i + k]! - centres[3 * j + k]!))
  const outcome = (gap: number) => {
    const radii = new Float64Array(n).fill(0.1)
    radii[i] = radii[j] = (apart - gap) / 2
    const exclude = (a: number, b: number): boolean => a !== i || b !== j
    return ChainTree.fromSpheres(centres, radii, { exclude }).checkMove([{ kind: 'rotate', joint, angle: 1e-13 }])
      .outcome
  }
  expect([1e-6, 1e-9, 0, -1e-9, -1e-6].map(outcome)).toEqual(['free', 'free', 'undecided', 'collision', 'collision'])
})
