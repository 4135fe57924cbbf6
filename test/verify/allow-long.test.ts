// Pairs with more joints between them than a robot has as a rule: their proofs can be written, read and checked.
import { expect, test } from 'vitest'
import { box, classifyPair, Random, Robot, sphere } from '../../src/entries/robots.js'
import { proofCells } from '../../src/robots/allow/proof-cells.js'
import { documentOf } from './allow-cases.js'
import { verifyAllowedPairs } from './documents.js'

/** A block, joints that turn by `each` a hair beside one another, and at the end a bar that turns by `last`, away from the block. */
function long(joints: number, each: number, last: number): Robot {
  const random = new Random(joints)
  const name = (k: number): string => (k === 0 ? 'block' : k === joints ? 'bar' : `link${k}`)
  return new Robot({
    name: 'long',
    links: Array.from({ length: joints + 1 }, (_, k) => ({
      name: name(k),
      geometry:
        k === 0
          ? [{ shape: box({ size: [0.4, 0.2, 0.2], at: [-0.6, 0, 0] }) }]
          : k === joints
            ? [{ shape: box({ size: [0.9, 0.1, 0.1], at: [0.45, 0, 0] }) }]
            : [],
    })),
    joints: Array.from({ length: joints }, (_, k) => ({
      name: `joint${k}`,
      kind: 'revolute' as const,
      parent: name(k),
      child: name(k + 1),
      axis:
        k === joints - 1
          ? ([0, 0, 1] as const)
          : ([...random.direction(new Float64Array(3))] as [number, number, number]),
      limits: k === joints - 1 ? { lower: -last, upper: last } : { lower: -each, upper: each },
    })),
  })
}

test.each([
  ['more variables than a byte of a proof has numbers for', 250, 1e-5, 2.4],
  ['more variables than have corners that can be counted', 24, 0.01, 2.3],
])('%s', (_, joints, each, last) => {
  const robot = long(joints, each, last)
  const pair = classifyPair(robot, 'block', 'bar', { certificates: true })
  expect(pair.class).toBe('never')
  expect(pair.cells).toBeGreaterThan(1)
  const verdict = verifyAllowedPairs(robot, documentOf(robot, [pair]))
  expect(verdict).toMatchObject({ valid: true })
  const { variables, cells } = proofCells(robot, pair)
  expect(variables).toHaveLength(joints)
  // They fill the box.
  let share = 0
  for (let c = 0; c < cells.length; c += 2 * joints) {
    let own = 1
    for (let v = 0; v < joints; v++) own *= cells[c + 2 * v + 1]! - cells[c + 2 * v]!
    share += own
  }
  expect(share).toBeCloseTo(1, 12)
})

test.each([1e2, 1e6, 1e7])(
  '[allow-certificates] a joint that mimics a slide %d times as fast: what is proved is accepted',
  (multiplier) => {
    const ball = sphere({ radius: 0.1 })
    const limits = { lower: -0.1, upper: 0.1 }
    const axis = [0, 0, 1]
    const robot = new Robot({
      name: 'fast',
      links: [
        { name: 'base', geometry: [{ shape: ball, pose: { at: [1, 0, 0] } }] },
        { name: 'nut' },
        { name: 'screw' },
        { name: 'tip', geometry: [{ shape: ball }] },
      ],
      joints: [
        { name: 'slide', kind: 'prismatic', parent: 'base', child: 'nut', axis, limits },
        { name: 'turn', kind: 'revolute', parent: 'nut', child: 'screw', axis, mimic: { joint: 'slide', multiplier } },
        { name: 'reach', kind: 'prismatic', parent: 'screw', child: 'tip', axis, limits },
      ],
    })
    const pair = classifyPair(robot, 'base', 'tip', { certificates: true })
    expect(pair.class).toBe('never')
    expect(verifyAllowedPairs(robot, documentOf(robot, [pair]))).toMatchObject({ valid: true })
  },
)

test.each([1e4, 1e16, Number.MAX_VALUE])(
  '[allow-certificates] limits of ±%d, as some write for none, are a whole turn',
  (limit) => {
    const robot = new Robot({
      name: 'wheel',
      links: [
        { name: 'block', geometry: [{ shape: box({ size: [1, 1, 1] }) }] },
        { name: 'bar', geometry: [{ shape: box({ size: [0.4, 0.1, 0.1], at: [0.2, 0, 0] }) }] },
      ],
      joints: [
        {
          ...{
            name: 'turn',
            kind: 'revolute',
            parent: 'block',
            child: 'bar',
            axis: [0, 0, 1],
            origin: { at: [1, 0, 0] },
          },
          limits: { lower: -limit, upper: limit },
        },
      ],
    })
    const pair = classifyPair(robot, 'block', 'bar', { certificates: true, clearance: true })
    expect(pair.class).toBe('never')
    // About half a turn on, corners of the bar come this near to the block.
    const nearest = 0.5 - Math.hypot(0.4, 0.05)
    expect(pair.clearance!.found).toBeCloseTo(nearest, 6)
    expect(pair.clearance!.least).toBeGreaterThan(0.95 * nearest)
    expect(verifyAllowedPairs(robot, documentOf(robot, [pair]))).toMatchObject({ valid: true })
  },
)

/** Links of a ring that is open: the first and the last are near each other, and many joints that turn a little are between. */
function ring(joints: number, each: number, seed: number): Robot {
  const random = new Random(seed)
  const half = Math.PI / (joints + 2)
  const bar = [{ shape: box({ size: [0.6, 0.2, 0.2] }) }]
  return new Robot({
    name: 'ring',
    links: Array.from({ length: joints + 1 }, (_, k) => ({
      name: `link${k}`,
      geometry: k === 0 || k === joints ? bar : [],
    })),
    joints: Array.from({ length: joints }, (_, k) => ({
      ...{ name: `joint${k}`, kind: 'revolute', parent: `link${k}`, child: `link${k + 1}` },
      origin: { at: [0.5, 0, 0], rotation: [0, 0, Math.sin(half), Math.cos(half)] },
      axis: [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)],
      limits: { lower: -each, upper: each },
    })),
  })
}

test('[allow-certificates] clearances of pairs with many joints between are accepted, up to what is proved of them', () => {
  for (let seed = 0; seed < 24; seed++) {
    const joints = [16, 20, 24, 30][seed % 4]!
    const robot = ring(joints, 0.2 / joints, seed)
    const pair = classifyPair(robot, 'link0', `link${joints}`, {
      ...{ certificates: true, clearance: true, samples: 20, descents: 1, maxCells: 600 },
    })
    expect(pair.class).toBe('never')
    expect(verifyAllowedPairs(robot, documentOf(robot, [pair])), `seed ${seed}`).toMatchObject({ valid: true })
    // With more clearance than they have, where they are nearest, the same planes part nothing.
    const proof = pair.proof!.slice()
    new DataView(proof.buffer).setFloat64(2, pair.clearance!.found * (1 + 1e-9), true)
    expect(verifyAllowedPairs(robot, documentOf(robot, [{ ...pair, proof }]))).toMatchObject({ valid: false })
  }
})
