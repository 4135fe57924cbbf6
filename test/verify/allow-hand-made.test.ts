// Proofs of pairs by hand: cases where it is known how near two links come, and every way to put one together wrongly.
import { describe, expect, test } from 'vitest'
import {
  box,
  cylinder,
  type GeometryInput,
  group,
  type JointInput,
  mesh,
  Robot,
  type Shape,
  sphere,
} from '../../src/entries/robots.js'
import { blockMesh } from '../oracle/robots/motions-cases.js'
import { HALF_TURN, type HandMade, plane, verifyByHand, WHOLE_TURN } from './allow-cases.js'

const X = [1, 0, 0]
const Y = [0, 1, 0]
const Z = [0, 0, 1]
const CUBE = box({ size: [0.2, 0.2, 0.2] })
const BALL = sphere({ radius: 0.05 })

function at(shape: Shape, ...where: number[]): GeometryInput {
  return { shape, pose: { at: where } }
}

/** Links b, l0, l1, …, one after the other: what they have on them, and the joints between. */
function chain(geometry: readonly (readonly GeometryInput[])[], joints: readonly Partial<JointInput>[]): Robot {
  const name = (i: number): string => (i === 0 ? 'b' : `l${i - 1}`)
  return new Robot({
    name: 'r',
    links: geometry.map((own, i) => ({ name: name(i), geometry: own })),
    joints: joints.map((joint, i) => ({
      name: `j${i}`,
      kind: 'revolute',
      parent: name(i),
      child: name(i + 1),
      axis: Z,
      ...joint,
    })),
  })
}

const limits = (width: number, middle = 0) => ({ lower: middle - width, upper: middle + width })

/** A cell halved so often along one variable; `of` says what becomes of the part about a share of it. */
function halved(op: number, times: number, from: number, to: number, of: (middle: number) => number[]): number[] {
  const middle = (from + to) / 2
  if (times === 0) return of(middle)
  return [op, ...halved(op, times - 1, from, middle, of), ...halved(op, times - 1, middle, to, of)]
}

/** The largest clearance that is accepted. */
function largest(robot: Robot, a: string, b: string, made: HandMade): number {
  const holds = (clearance: number): boolean => verifyByHand(robot, a, b, { ...made, clearance }).valid
  if (!holds(0)) return Number.NaN
  let [low, high] = [0, 10]
  for (let i = 0; i < 60; i++) {
    const half = (low + high) / 2
    if (holds(half)) low = half
    else high = half
  }
  return low
}

/** A cube 1 away from another, which slides towards it by up to 0.3 and away by as much. */
const SLIDER = chain([[at(CUBE, 0, 0, 0)], [at(CUBE, 1, 0, 0)]], [{ kind: 'prismatic', axis: X, limits: limits(0.3) }])
const SLIDE: HandMade = { box: [[0, -0.3, 0.3]], tasks: plane(0, [-1, 0, 0]) }

describe('how near they come', () => {
  test.each([0, 1])('a slide, in frame %i', (frame) => {
    const found = largest(SLIDER, 'b', 'l0', { ...SLIDE, tasks: plane(frame, [-1, 0, 0]) })
    expect(found).toBeLessThanOrEqual(0.5)
    expect(found).toBeGreaterThan(0.5 - 1e-12)
  })

  test('a slide in halves: each has its own plane', () => {
    const slanted = plane(0, [-1, 0.3, 0])
    const whole = { ...SLIDE, tasks: slanted }
    const halves = { ...SLIDE, tasks: [16, ...plane(0, [-1, 0, 0]), 16, ...slanted, ...slanted] }
    expect(largest(SLIDER, 'b', 'l0', halves)).toBeGreaterThan(largest(SLIDER, 'b', 'l0', whole) + 0.05)
    expect(largest(SLIDER, 'b', 'l0', halves)).toBeLessThanOrEqual(0.5)
  })

  test('of twenty joints none is forgotten', () => {
    // A ball, 1 from the axis, comes nearer by 20 times 1e-4 radians, and by no more than their squares less.
    const [joints, each] = [20, 1e-4]
    const ball = chain(
      Array.from({ length: joints + 1 }, (_, k) =>
        k === 0 ? [at(CUBE, 1, 0.5, 0)] : k === joints ? [at(BALL, 1, 0, 0)] : [],
      ),
      Array.from({ length: joints }, () => ({ axis: Z, limits: limits(each) })),
    )
    const truth = 0.35 - Math.sin(joints * each)
    const made = {
      box: Array.from({ length: joints }, (_, v) => [v, -each, each] as const),
      tasks: plane(0, [0, 1, 0]),
    }
    const found = largest(ball, 'b', `l${joints - 1}`, made)
    expect(found).toBeLessThanOrEqual(truth)
    // Six of them are counted for the point of the ball that each moves farthest.
    expect(found).toBeGreaterThan(truth - 6 * each * 0.05 - 2 * (joints * each) ** 2)
  })

  test.each([
    ['one turn', [0.1], 0.1],
    ['two turns about one axis', [0.06, 0.04], 0.1],
    ['three', [0.02, 0.03, 0.05], 0.1],
  ])('a ball that leaves the top of its circle: %s', (_, widths, angle) => {
    const robot = chain(
      [[at(CUBE, 0, 0, 0)], ...widths.slice(1).map(() => []), [at(BALL, 1, 0, 0)]],
      widths.map((width) => ({ limits: limits(width) })),
    )
    const made: HandMade = {
      box: widths.map((width, v) => [v, -width, width]),
      // Seen from the last frame the ball stands still and the cube turns, which is worse.
      tasks: plane(0, [-1, 0, 0]),
    }
    const truth = Math.cos(angle) - 0.05 - 0.1
    const found = largest(robot, 'b', `l${widths.length - 1}`, made)
    expect(found).toBeLessThanOrEqual(truth)
    // Off by the ball's own size, twice, and by third powers.
    expect(found).toBeGreaterThan(truth - 0.1 * (1 - Math.cos(angle)) - 1e-4)
  })

  test('a ball that comes along its circle: both rules, whichever is better', () => {
    // From above the cube's side down to it: the sine's slope is all there is.
    const robot = chain([[at(CUBE, 0, 0, 0)], [at(BALL, 1, 0.5, 0)]], [{ limits: limits(0.2) }])
    const made: HandMade = { box: [[0, -0.2, 0.2]], tasks: plane(0, [0, -1, 0]) }
    const truth = 0.5 * Math.cos(0.2) - Math.sin(0.2) - 0.05 - 0.1
    const found = largest(robot, 'b', 'l0', made)
    expect(found).toBeLessThanOrEqual(truth)
    expect(found).toBeGreaterThan(truth - 0.02)
  })

  test('a mimic joint turns as much faster', () => {
    const robot = chain(
      [[at(CUBE, 0, 0, 0)], [], [at(CUBE, 1, 0, 0)]],
      [
        { kind: 'prismatic', axis: Y, limits: limits(0.1) },
        { kind: 'prismatic', axis: X, mimic: { joint: 'j0', multiplier: -3, offset: 0.5 } },
      ],
    )
    const found = largest(robot, 'b', 'l1', { box: [[0, -0.1, 0.1]], tasks: plane(0, [-1, 0, 0]) })
    expect(found).toBeLessThanOrEqual(1)
    expect(found).toBeGreaterThan(1 - 1e-12)
  })

  test.each([
    [1, 0.8],
    [-1, 0.2],
  ])('two that slide by one variable, %i times: together or towards each other', (multiplier, truth) => {
    const robot = new Robot({
      name: 'r',
      links: [
        { name: 'base' },
        { name: 'a', geometry: [at(CUBE, 0, 0, 0)] },
        { name: 'b', geometry: [at(CUBE, 1, 0, 0)] },
      ],
      joints: [
        { name: 'ja', kind: 'prismatic', parent: 'base', child: 'a', axis: X, limits: limits(0.3) },
        { name: 'jb', kind: 'prismatic', parent: 'base', child: 'b', axis: X, mimic: { joint: 'ja', multiplier } },
      ],
    })
    for (const frame of [0, 1, 2]) {
      const found = largest(robot, 'a', 'b', { box: [[0, -0.3, 0.3]], tasks: plane(frame, [-1, 0, 0]) })
      expect(found).toBeLessThanOrEqual(truth)
      expect(found).toBeGreaterThan(truth - 1e-12)
    }
  })
})

describe('envelopes', () => {
  // A ball that runs on a circle of 0.5 about z through (1, 0, 0), and a cube that stands at the middle of it or beside it.
  const arm = (where: number[]): Robot =>
    chain([[at(CUBE, ...where)], [at(BALL, 0.5, 0, 0)]], [{ kind: 'continuous', origin: { at: [1, 0, 0] } }])
  const turn: HandMade['box'] = [[0, -HALF_TURN, HALF_TURN]]

  test('of the second link: beside all of its circle', () => {
    const found = largest(arm([0, 0, 0]), 'b', 'l0', { flags: 2, box: turn, tasks: plane(0, [-1, 0, 0]) })
    expect(found).toBeLessThanOrEqual(0.35)
    expect(found).toBeGreaterThan(0.35 - 1e-12)
  })

  test('of the first link: it turns about the joint, as seen from the second', () => {
    // The ball is at (1.5, 0, 0) in the middle; the cube, from 0.9 to 1.1 on a circle of its own.
    const found = largest(arm([0, 0, 0]), 'b', 'l0', { flags: 1, box: turn, tasks: plane(1, [-1, 0, 0]) })
    // It surrounds the ball: no plane parts them.
    expect(found).toBeNaN()
    const high = largest(arm([0, 0, 0.5]), 'b', 'l0', { flags: 1, box: turn, tasks: plane(1, [0, 0, 1]) })
    expect(high).toBeLessThanOrEqual(0.35)
    expect(high).toBeGreaterThan(0.35 - 1e-12)
    const near = largest(arm([1, 0, 0]), 'b', 'l0', { flags: 1, box: turn, tasks: plane(1, [-1, 0, 0]) })
    expect(near).toBeLessThanOrEqual(0.45 - Math.hypot(0.1, 0.1))
    expect(near).toBeGreaterThan(0.45 - Math.hypot(0.1, 0.1) - 1e-12)
  })

  test('of both, and what is between them moves', () => {
    const robot = chain(
      [[at(CUBE, 0.3, 0, 0)], [], [], [at(CUBE, 0, 0, 0.2)]],
      [
        { kind: 'continuous' },
        { kind: 'prismatic', axis: X, limits: limits(0.2), origin: { at: [2, 0, 0] } },
        { kind: 'continuous', axis: Y },
      ],
    )
    const made: HandMade = {
      flags: 3,
      box: [
        [0, -HALF_TURN, HALF_TURN],
        [1, -0.2, 0.2],
        [2, -HALF_TURN, HALF_TURN],
      ],
      tasks: plane(1, [-1, 0, 0]),
    }
    const truth = 2 - 0.2 - Math.hypot(0.4, 0.1) - Math.hypot(0.3, 0.1)
    const found = largest(robot, 'b', 'l2', made)
    expect(found).toBeLessThanOrEqual(truth)
    expect(found).toBeGreaterThan(truth - 1e-12)
    // With one given up its joint counts, and a cell of a whole turn is a lot.
    for (const op of [5, 6]) {
      const less = largest(robot, 'b', 'l2', { ...made, tasks: [op, ...made.tasks] })
      expect(less).toBeLessThan(truth - 0.3)
      // In eighths of a turn; what is given up of A turns all the rest, so the plane turns with it.
      const eighths = halved(op === 5 ? 16 : 18, 3, 0, 1, (middle) => {
        const angle = op === 5 ? (2 * middle - 1) * Math.PI : 0
        return plane(1, [-Math.cos(angle), -Math.sin(angle), 0])
      })
      const more = largest(robot, 'b', 'l2', { ...made, tasks: [op, ...eighths] })
      expect(more).toBeGreaterThan(less + 0.1)
      expect(more).toBeLessThan(truth)
    }
  })

  test('of a cylinder: exact about its own axis, and never too small about another', () => {
    const about = (axis: readonly number[], n: readonly number[]): number => {
      const wheel = cylinder({ radius: 0.3, length: 0.2 })
      const robot = chain(
        [[at(CUBE, 0, 0, 0)], [at(wheel, 0, 0, 0)]],
        [{ kind: 'continuous', axis, origin: { at: [1, 0, 0] } }],
      )
      return largest(robot, 'b', 'l0', { flags: 2, box: turn, tasks: plane(0, n) })
    }
    expect(about(Z, [-1, 0, 0])).toBeLessThanOrEqual(0.6)
    expect(about(Z, [-1, 0, 0])).toBeGreaterThan(0.6 - 1e-12)
    const across = 0.9 - Math.hypot(0.3, 0.1)
    expect(about(Y, [-1, 0, 0])).toBeLessThanOrEqual(across)
    expect(about(Y, [-1, 0, 0])).toBeGreaterThan(across - 0.3 * (1 / Math.cos(Math.PI / 64) - 1) - 1e-9)
    expect(about(X, [-1, 0, 0])).toBeLessThanOrEqual(0.6)
    expect(about(X, [-1, 0, 0])).toBeGreaterThan(0.6 - 0.3 * (1 / Math.cos(Math.PI / 64) - 1) - 1e-9)
  })

  test.each([
    ['about a slide', SLIDER, 1, SLIDE.box, /does not turn/],
    ['more of them than joints', arm([0, 0, 0]), 3, turn, /more envelopes/],
  ])('rejected: %s', (_, robot, flags, sides, reason) => {
    const result = verifyByHand(robot, 'b', 'l0', { flags, box: sides, tasks: plane(1, X) })
    expect(result).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  })

  test.each([
    ['A', 1, 0, [-1, 0, 0]],
    ['B', 2, 1, [-1, 0, 0]],
  ])('rejected: a frame on the wrong side of the joint of %s', (_, flags, frame, n) => {
    const result = verifyByHand(arm([1, 0, 0]), 'b', 'l0', { flags, box: turn, tasks: plane(frame, n) })
    expect(result).toMatchObject({ valid: false, reason: expect.stringMatching(/no frame/) })
  })
})

describe('links of several geometries', () => {
  const two = (gap: number): Robot =>
    chain(
      [[at(CUBE, 0, 0, 0), at(CUBE, 0, gap, 0)], [{ shape: group([CUBE, BALL]), pose: { at: [1, 0, 0] } }]],
      [{ kind: 'prismatic', axis: X, limits: limits(0.1) }],
    )
  const sides: HandMade['box'] = [[0, -0.1, 0.1]]
  const one = plane(0, [-1, 0, 0])

  test('together by one plane, or each of one with all or each of the other', () => {
    for (const tasks of [one, [1, ...one, ...one], [2, ...one, ...one], [1, 2, ...one, ...one, 2, ...one, ...one]]) {
      expect(verifyByHand(two(1), 'b', 'l0', { box: sides, tasks })).toMatchObject({ valid: true })
    }
  })

  test.each([
    ['one geometry is missing', [1, ...one], /ends too early/],
    ['one part of a group is missing', [2, ...one], /ends too early/],
    ['one too many', [1, ...one, ...one, ...one], /extra bytes/],
    ['a box opened', [1, 1, ...one, ...one], /cannot be opened/],
  ])('rejected: %s', (_, tasks, reason) => {
    const result = verifyByHand(two(1), 'b', 'l0', { box: sides, tasks })
    expect(result).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  })
})

describe('boxes', () => {
  const turning = (joint: Partial<JointInput>): Robot => chain([[at(CUBE, 0, 0, 0)], [at(BALL, 0, 0, 1)]], [joint])
  const verdict = (robot: Robot, sides: HandMade['box']) =>
    verifyByHand(robot, 'b', robot.links.at(-1)!.name, { box: sides, tasks: plane(0, [0, 0, -1]) })

  test.each([
    ['the limits', { limits: limits(0.5) }, [0, -0.5, 0.5]],
    ['more than the limits', { limits: limits(0.5) }, [0, -0.6, 0.7]],
    ['one turn, anywhere, of a joint without limits', { kind: 'continuous' as const }, [0, 5, 5 + WHOLE_TURN + 2e-15]],
    ['one turn of a joint that has two', { limits: limits(7) }, [0, -7, -7 + WHOLE_TURN + 1e-15]],
    ['a single value', { limits: limits(0, 0.3) }, [0, 0.3, 0.3]],
  ])('accepted: %s', (_, joint, side) => {
    expect(verdict(turning(joint), [side as [number, number, number]])).toMatchObject({ valid: true })
  })

  test.each([
    ['less than the limits', { limits: limits(0.5) }, [[0, -0.5, 0.5 - 1e-16]], /does not hold the limits of j0/],
    ['less at the other end', { limits: limits(0.5) }, [[0, -0.4, 0.6]], /does not hold the limits of j0/],
    ['Math.PI is less than half a turn', { kind: 'continuous' }, [[0, -Math.PI, Math.PI]], /does not hold the limits/],
    ['no limits, and a slide', { kind: 'prismatic' }, [[0, -50, 50]], /does not hold the limits of j0/],
    ['an interval turned round', { limits: limits(0.5) }, [[0, 0.6, -0.6]], /no interval/],
    ['no number', { limits: limits(0.5) }, [[0, Number.NaN, 0.6]], /is not a number/],
    ['endless', { kind: 'continuous' }, [[0, -Infinity, Infinity]], /is not a number/],
    ['nothing', { limits: limits(0.5) }, [], /does not have j0/],
    [
      'a variable that there is not',
      { limits: limits(0.5) },
      [
        [0, -0.5, 0.5],
        [1, 0, 1],
      ],
      /does not move the two/,
    ],
    [
      'a variable twice',
      { limits: limits(0.5) },
      [
        [0, -0.5, 0.5],
        [0, -0.5, 0.5],
      ],
      /twice/,
    ],
    ['floating', { kind: 'floating' }, [], /floats/],
  ])('rejected: %s', (_, joint, sides, reason) => {
    const result = verdict(turning(joint as Partial<JointInput>), sides as unknown as HandMade['box'])
    expect(result).toMatchObject({ valid: false, reason: expect.stringMatching(reason) })
  })

  test('rejected: a turn only, where a mimic joint needs all of the limits', () => {
    const robot = chain(
      [[at(CUBE, 0, 0, 0)], [], [at(BALL, 0, 0, 1)]],
      [{ limits: limits(7) }, { mimic: { joint: 'j0', multiplier: 0.5 } }],
    )
    expect(verdict(robot, [[0, -HALF_TURN, HALF_TURN]])).toMatchObject({
      valid: false,
      reason: expect.stringMatching(/does not hold the limits of j0/),
    })
    expect(verdict(robot, [[0, -7, 7]])).toMatchObject({ valid: true })
  })

  test('rejected: a variable of a joint that is not between the two', () => {
    const robot = chain(
      [[at(CUBE, 0, 0, 0)], [at(BALL, 0, 0, 1)], [at(BALL, 0, 0, 2)]],
      [{ limits: limits(0.5) }, { limits: limits(0.5) }],
    )
    const result = verifyByHand(robot, 'b', 'l0', {
      box: [
        [0, -0.5, 0.5],
        [1, -0.5, 0.5],
      ],
      tasks: plane(0, [0, 0, -1]),
    })
    expect(result).toMatchObject({ valid: false, reason: expect.stringMatching(/does not move the two/) })
  })
})

test.each([
  ['too few bytes', [], /ends too early/],
  ['a direction cut short', plane(0, [-1, 0, 0]).slice(0, 9), /ends too early/],
  ['half of a halving', [16, ...plane(0, [-1, 0, 0])], /ends too early/],
  ['bytes too many', [...plane(0, [-1, 0, 0]), 0], /1 extra bytes/],
  ['a byte that means nothing', [0], /means nothing/],
  ['another one', [15], /means nothing/],
  ['a node that cannot be opened', [1, ...plane(0, [-1, 0, 0])], /cannot be opened/],
  ['the other node', [2, ...plane(0, [-1, 0, 0])], /cannot be opened/],
  ['an envelope given up that is not there', [5, ...plane(0, [-1, 0, 0])], /does not exist/],
  ['the other one', [6, ...plane(0, [-1, 0, 0])], /does not exist/],
  ['a variable that is not in the box', [17, 0, 0], /variable 1 cannot be halved/],
  ['halving without end', new Array(120).fill(16), /cannot be halved/],
  ['a frame that is not there', plane(2, [-1, 0, 0]), /no frame 2/],
  ['a direction of no length', plane(0, [0, 0, 0]), /direction is zero/],
  ['a direction that is not a number', plane(0, [Number.NaN, 0, 1]), /direction is zero/],
  ['an endless direction', plane(0, [Infinity, 0, 1]), /direction is zero/],
  ['the plane the other way round', plane(0, X), /does not separate/],
  ['a plane across', plane(0, Y), /does not separate/],
])('rejected: %s', (_, tasks, reason) => {
  const result = verifyByHand(SLIDER, 'b', 'l0', { ...SLIDE, tasks })
  expect(result).toMatchObject({ valid: false, where: { a: 'b', b: 'l0' }, reason: expect.stringMatching(reason) })
})

test('two links that nothing moves against each other need one plane, and no box', () => {
  const robot = chain([[at(CUBE, 0, 0, 0)], [at(CUBE, 1, 0, 0)]], [{ kind: 'fixed' }])
  const found = largest(robot, 'b', 'l0', { box: [], tasks: plane(0, [-1, 0, 0]) })
  expect(found).toBeLessThanOrEqual(0.8)
  expect(found).toBeGreaterThan(0.8 - 1e-12)
  const enveloped = verifyByHand(robot, 'b', 'l0', { flags: 1, box: [], tasks: plane(0, [-1, 0, 0]) })
  expect(enveloped).toMatchObject({ valid: false, reason: expect.stringMatching(/more envelopes/) })
})

test('the short form of a direction, and one of any length', () => {
  for (const tasks of [plane(0, [-1, 0, 0], false), plane(0, [-1e-30, 0, 0]), plane(0, [-1e30, 0, 0])]) {
    expect(verifyByHand(SLIDER, 'b', 'l0', { ...SLIDE, tasks })).toMatchObject({ valid: true })
  }
})

describe('meshes', () => {
  const block = (half: number): Shape => {
    const { positions, triangles } = blockMesh([half, half, half])
    return mesh({ positions, triangles })
  }
  const bolt = (where: number): Robot =>
    chain(
      [[at(block(1), 0, 0, 0)], [at(block(0.1), where, 0, 0)]],
      [{ kind: 'prismatic', axis: X, limits: limits(0.2) }],
    )
  const sides: HandMade['box'] = [[0, -0.2, 0.2]]

  test('a bolt inside a block is contained, and not never; beside it, the other way round', () => {
    // One plane to each side of the block: the triangles of it one by one, all of the bolt.
    const inside = { box: sides, tasks: openedPlanes(bolt(0)) }
    expect(verifyByHand(bolt(0), 'b', 'l0', inside, 'contained')).toMatchObject({ valid: true })
    expect(verifyByHand(bolt(0), 'b', 'l0', inside)).toMatchObject({ valid: false, reason: 'one is inside the other' })
    const beside = { box: sides, tasks: plane(0, [-1, 0, 0]) }
    expect(verifyByHand(bolt(2), 'b', 'l0', beside)).toMatchObject({ valid: true })
    expect(verifyByHand(bolt(2), 'b', 'l0', beside, 'contained')).toMatchObject({
      valid: false,
      reason: 'neither is inside the other',
    })
  })

  test('rejected: a triangle left out, one opened', () => {
    const tasks = openedPlanes(bolt(0))
    const short = { box: sides, tasks: tasks.slice(0, -27) }
    expect(verifyByHand(bolt(0), 'b', 'l0', short, 'contained')).toMatchObject({ reason: 'the proof ends too early' })
  })
})

/** The first link's mesh opened down to its triangles, each parted from the second link by its own plane. */
function openedPlanes(robot: Robot): number[] {
  const shape = robot.link('b').geometry[0]!.shape
  if (shape.kind !== 'mesh') throw new Error('no mesh')
  const { tree } = shape
  const of = (n: number): number[] => {
    const c = tree.child[n]!
    if (c >= 0) return [1, ...of(c), ...of(c + 1)]
    return [1, ...Array.from(tree.order.subarray(tree.first[n]!, tree.end[n]!)).flatMap((t) => plane(0, outwards(t)))]
  }
  const outwards = (t: number): number[] => {
    const corner = (c: number, k: number): number => tree.positions[3 * tree.triangles[3 * t + c]! + k]!
    const sum = [0, 1, 2].map((k) => corner(0, k) + corner(1, k) + corner(2, k))
    const most = Math.max(...sum.map(Math.abs))
    return sum.map((x) => (Math.abs(x) === most ? Math.sign(x) : 0))
  }
  return of(0)
}
