import { expect, test } from 'vitest'
import { hand, meshArm } from '../../../scenes/robots.js'
import { InvalidInputError } from '../../../src/errors.js'
import { CellProof } from '../../../src/robots/allow/cell-proof.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { Robot } from '../../../src/robots/model/robot.js'
import { box, mesh, sphere } from '../../../src/shapes/shape.js'
import { checkProof, type ProofsSeen, randomProblem } from '../../oracle/robots/allow-cells.js'

// A failure prints checkProof(seen, …): paste it.
test('what is proved holds in every sample, and what is said to touch does', () => {
  const seen: ProofsSeen = { proved: 0, touching: 0, open: 0, cells: 0 }
  for (let seed = 0; seed < 150; seed++) checkProof(seen, seed, 400, 40)
  expect(seen.proved).toBeGreaterThan(40)
  expect(seen.touching).toBeGreaterThan(30)
  expect(seen.cells).toBeGreaterThan(seen.proved)
})

test('a clearance that is violated is never proved', () => {
  const seen: ProofsSeen = { proved: 0, touching: 0, open: 0, cells: 0 }
  for (let seed = 0; seed < 150; seed++) checkProof(seen, seed, 400, 30, 0.05)
  expect(seen.proved).toBeGreaterThan(15)
  expect(seen.touching).toBeGreaterThan(30)
})

test('steps of any size and recording do not change a proof', () => {
  let compared = 0
  for (let seed = 0; seed < 200 && compared < 12; seed++) {
    const problem = randomProblem(seed)
    if (problem === undefined) continue
    const whole = new CellProof(problem)
    whole.step(300)
    if (whole.state !== 'proved' || whole.cells < 3) continue
    const recorded = new CellProof(new PairProblem(problem.robot, problem.a.name, problem.b.name), { record: true })
    let steps = 0
    while (!recorded.step(1)) steps++
    expect(steps).toBeGreaterThan(0)
    expect(recorded.state).toBe('proved')
    expect([recorded.cells, recorded.planes, recorded.motion.tests]).toEqual([
      whole.cells,
      whole.planes,
      whole.motion.tests,
    ])
    expect(recorded.left).toBe(0)
    expect(whole.proof()).toBeUndefined()
    expect(recorded.proof()!.length).toBeGreaterThan(recorded.planes)
    compared++
  }
  expect(compared).toBeGreaterThan(5)
})

/** A ball on an arm of length 1, turning about z, beside a ball at (1 + far, 0, 0). */
function balls(far: number, turn = 3): PairProblem {
  const robot = new Robot({
    name: 'balls',
    links: [
      { name: 'base', geometry: [{ shape: sphere({ radius: 0.1 }), pose: { at: [1 + far, 0, 0] } }] },
      { name: 'arm', geometry: [{ shape: sphere({ radius: 0.1 }), pose: { at: [1, 0, 0] } }] },
    ],
    joints: [
      {
        name: 'turn',
        kind: 'revolute',
        parent: 'base',
        child: 'arm',
        axis: [0, 0, 1],
        limits: { lower: -turn, upper: turn + 0.1 },
      },
    ],
  })
  return new PairProblem(robot, 'base', 'arm')
}

test('a gap is proved down to a hair, and up to it', () => {
  for (const gap of [0.1, 1e-3, 1e-6, 1e-9]) {
    const proof = new CellProof(balls(0.2 + gap))
    proof.step(10_000)
    expect([gap, proof.state]).toEqual([gap, 'proved'])
  }
  for (const [clearance, state] of [
    [0.0999, 'proved'],
    [0.1001, 'touching'],
  ] as const) {
    const proof = new CellProof(balls(0.3), { clearance })
    proof.step(10_000)
    expect(proof.state).toBe(state)
    // Near where they are nearest.
    if (state === 'touching') expect(Math.abs(proof.touchesAt![0]!)).toBeLessThan(0.1)
  }
})

test('what touches in one point is never proved, and says how much is left', () => {
  for (const turn of [3, 1.3]) {
    const proof = new CellProof(balls(0.2, turn))
    expect(proof.left).toBe(1)
    while (proof.spent < 20_000 && !proof.step(100));
    expect(['touching', 'stuck']).toContain(proof.state)
    expect(proof.proof()).toBeUndefined()
    if (proof.state === 'stuck') expect(proof.left).toBeLessThan(1e-3)
  }
})

test('links without geometry, rigid ones and meshes inside each other', () => {
  const block = (half: number) =>
    mesh({
      positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [1, 2, 4].map((bit) => ((c & bit) === 0 ? -half : half))),
      triangles: [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
      ],
    })
  const robot = new Robot({
    name: 'nest',
    links: [
      { name: 'shell', geometry: [{ shape: block(0.5) }] },
      { name: 'core', geometry: [{ shape: block(0.2) }] },
      { name: 'nothing' },
      { name: 'beside', geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }), pose: { at: [2, 0, 0] } }] },
    ],
    joints: [
      { name: 'turn', kind: 'continuous', parent: 'shell', child: 'core', axis: [1, 1, 1] },
      { name: 'empty', kind: 'continuous', parent: 'shell', child: 'nothing' },
      { name: 'fixed', kind: 'fixed', parent: 'shell', child: 'beside' },
    ],
  })
  const run = (a: string, b: string): CellProof => {
    const proof = new CellProof(new PairProblem(robot, a, b))
    proof.step(1000)
    return proof
  }
  // A cell, a few planes: the core's envelope is inside, and each side of the shell is parted from it.
  expect(run('shell', 'core')).toMatchObject({ state: 'proved', cells: 1 })
  expect(run('shell', 'nothing')).toMatchObject({ state: 'proved', planes: 0 })
  expect(run('shell', 'beside')).toMatchObject({ state: 'proved', cells: 1 })
})

test('what has no box or no number for a clearance is refused', () => {
  const robot = new Robot({
    name: 'rail',
    links: [{ name: 'a' }, { name: 'b' }],
    joints: [{ name: 'slide', kind: 'prismatic', parent: 'a', child: 'b' }],
  })
  expect(() => new CellProof(new PairProblem(robot, 'a', 'b'))).toThrow(InvalidInputError)
  for (const clearance of [-1, NaN, Infinity]) {
    expect(() => new CellProof(balls(1), { clearance })).toThrow(InvalidInputError)
  }
})

test('pairs of the scenes’ robots take few cells', () => {
  for (const robot of [meshArm(100), hand()]) {
    const links = robot.links.filter(({ geometry }) => geometry.length > 0)
    let decided = 0
    for (let i = 0; i < links.length; i++) {
      for (let j = i + 2; j < links.length; j += 3) {
        const problem = new PairProblem(robot, links[i]!.name, links[j]!.name)
        const proof = new CellProof(problem)
        while (proof.spent < 1000 && !proof.step(100));
        if (proof.state !== 'open') decided++
      }
    }
    expect(decided).toBeGreaterThan(0)
  }
})

test('a range that is halved more than 31 times is not proved by cells that are not in it', () => {
  // Gears: 100,000 radians of the motor are 3 of the arm, which touches in the last ten-thousand-millionth of them.
  const reach = 3 + 2 * Math.asin(0.1) - 3e-10
  const ball = sphere({ radius: 0.1 })
  const robot = new Robot({
    name: 'geared',
    links: [
      { name: 'base', geometry: [{ shape: ball, pose: { at: [Math.cos(reach), Math.sin(reach), 0] } }] },
      { name: 'motor' },
      { name: 'arm', geometry: [{ shape: ball, pose: { at: [1, 0, 0] } }] },
    ],
    joints: [
      { name: 'drive', kind: 'revolute', parent: 'base', child: 'motor', limits: { lower: 0, upper: 1e5 } },
      {
        ...{ name: 'gear', kind: 'revolute', parent: 'base', child: 'arm', axis: [0, 0, 1] },
        mimic: { joint: 'drive', multiplier: 3e-5 },
      },
    ],
  })
  const proof = new CellProof(new PairProblem(robot, 'base', 'arm'), { envelopes: false })
  proof.step(10_000)
  expect(proof.state).toBe('stuck')
  expect(proof.left).toBeGreaterThan(0)
  expect(proof.left).toBeLessThan(1e-6)
})

test('nearer than a proof can tell: the cell is left', () => {
  const robot = new Robot({
    name: 'near',
    links: [
      { name: 'base', geometry: [{ shape: sphere({ radius: 0.1 }) }] },
      { name: 'cart', geometry: [{ shape: sphere({ radius: 0.1 }), pose: { at: [0, 0.2 + 1e-15, 0] } }] },
    ],
    joints: [
      {
        name: 'rail',
        kind: 'prismatic',
        parent: 'base',
        child: 'cart',
        axis: [1, 0, 0],
        limits: { lower: -1, upper: 1 },
      },
    ],
  })
  const proof = new CellProof(new PairProblem(robot, 'base', 'cart'))
  proof.step(100)
  expect(proof.state).toBe('touching')
  expect(proof.left).toBe(1)
})

test('a slide of a micrometre is halved like any other', () => {
  const micro = 1e-6
  const robot = new Robot({
    name: 'screw',
    links: [
      {
        name: 'base',
        geometry: [{ shape: sphere({ radius: 0.25 * micro }), pose: { at: [0.5 * micro, 0, 0] } }],
      },
      { name: 'nut' },
      { name: 'arm', geometry: [{ shape: sphere({ radius: 0.2 * micro }), pose: { at: [micro, 0, 0] } }] },
    ],
    joints: [
      {
        ...{ name: 'slide', kind: 'prismatic', parent: 'base', child: 'nut', axis: [1, 0, 0] },
        limits: { lower: 0, upper: micro },
      },
      {
        ...{ name: 'turn', kind: 'revolute', parent: 'nut', child: 'arm', axis: [0, 0, 1] },
        mimic: { joint: 'slide', multiplier: 3 / micro },
      },
    ],
  })
  const proof = new CellProof(new PairProblem(robot, 'base', 'arm'), { envelopes: false })
  proof.step(1000)
  expect(proof.state).toBe('proved')
  expect(proof.cells).toBeGreaterThan(1)
})

test('[scales] a rail of any length: as much of it is proved', () => {
  const left = [1, 2 ** -50, 2 ** 30, 2 ** 130].map((far) => {
    const at = [0.3 * far, 0.15 * far, 0]
    const shape = sphere({ radius: 0.1 * far })
    const robot = new Robot({
      name: 'rail',
      links: [
        { name: 'base', geometry: [{ shape }] },
        { name: 'cart', geometry: [{ shape, pose: { at } }] },
      ],
      joints: [
        {
          name: 'rail',
          kind: 'prismatic',
          parent: 'base',
          child: 'cart',
          axis: [1, 0, 0],
          limits: { lower: -far, upper: far },
        },
      ],
    })
    const proof = new CellProof(new PairProblem(robot, 'base', 'cart'))
    proof.step(100)
    return [proof.state, proof.left]
  })
  for (const one of left) expect(one).toEqual(left[0])
  expect(left[0]).toEqual(['touching', expect.any(Number)])
  expect(left[0]![1]).toBeLessThan(1)
})
