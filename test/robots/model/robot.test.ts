import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JointInput, type JointKind, Random, Robot, type RobotInput, sphere } from '../../../src/entries/robots.js'
import { Kinematics } from '../../../src/robots/model/kinematics.js'
import { expectField } from '../../expect-field.js'
import { linkPose } from '../../oracle/robots/kinematics.js'

const KINDS: readonly JointKind[] = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating']
const AXES = [
  [0, 0, 1],
  [0, 0, -1],
  [1, 0, 0],
  [0, -3, 0],
  [1e-9, 0, -1],
  [1e-3, -2e-3, -1],
]

function quaternion(random: Random): number[] {
  const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
  const n = Math.hypot(...q)
  return q.map((x) => x / n)
}

/** A random forest of links, its joints listed in any order; mimic joints follow ones that may come later. */
function randomRobot(seed: number, size: number): RobotInput {
  const random = new Random(seed)
  const names = Array.from({ length: size }, (_, i) => `link${i}`)
  const joints: JointInput[] = []
  for (let i = 1; i < size; i++) {
    if (random.unit() < 0.08) continue
    const kind = KINDS[random.integer(KINDS.length)]!
    joints.push({
      name: `joint${i}`,
      kind,
      parent: names[random.unit() < 0.6 ? i - 1 : random.integer(i)]!,
      child: names[i]!,
      origin: {
        at: [0, 0, 0].map(() => random.range(-1, 1)),
        ...(random.unit() < 0.7 ? { rotation: quaternion(random) } : {}),
      },
      axis: random.unit() < 0.5 ? AXES[random.integer(AXES.length)]! : [0, 0, 0].map(() => random.range(-1, 1)),
    })
  }
  const single = joints.filter(({ kind }) => kind === 'revolute' || kind === 'prismatic' || kind === 'continuous')
  const mimics = new Map<string, JointInput>()
  single.forEach((joint, i) => {
    if (i === 0 || random.unit() > 0.3) return
    // Of one that comes before it in this list, so that there is no circle.
    const mimic = {
      joint: single[random.integer(i)]!.name,
      multiplier: random.range(-2, 2),
      offset: random.range(-1, 1),
    }
    mimics.set(joint.name, { ...joint, mimic })
  })
  const shuffled = joints.map((joint) => mimics.get(joint.name) ?? joint)
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.integer(i + 1)
    ;[shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!]
  }
  return { name: 'random', links: names.map((name) => ({ name })), joints: shuffled }
}

function randomConfiguration(robot: Robot, random: Random): Float64Array {
  const q = Float64Array.from(robot.variables, () => random.range(-4, 4))
  for (const { kind, variable } of robot.joints) if (kind === 'floating') q.set(quaternion(random), variable + 3)
  return q
}

/** How far the engine is from the oracle, worst entry of all links. */
function worstError(input: RobotInput, robot: Robot, q: Float64Array, poses: Float64Array): number {
  const values = (name: string): number[] => {
    const { variable, variables } = robot.joint(name)
    return Array.from(q.slice(variable, variable + variables))
  }
  let worst = 0
  robot.links.forEach((link, i) => {
    const expected = linkPose(input, link.name, values)
    for (let k = 0; k < 12; k++) {
      worst = Math.max(worst, Math.abs(poses[12 * i + k]! - expected[Math.trunc(k / 4)]![k % 4]!))
    }
  })
  return worst
}

test('[kinematics] poses of every kind of joint, branching and mimic are those of the definition', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 14 }), (seed, size) => {
      const input = randomRobot(seed, size)
      const robot = new Robot(input)
      const q = randomConfiguration(robot, new Random(seed + 1))
      expect(worstError(input, robot, q, robot.linkPoses(q))).toBeLessThan(1e-12)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('[kinematics] a changed joint moves only what hangs below it, to the same bits as from scratch', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const input = randomRobot(seed, 12)
      const robot = new Robot(input)
      if (robot.dof === 0) return
      const base = new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
      const random = new Random(seed + 2)
      const kept = new Kinematics([{ robot, base }])
      const q = randomConfiguration(robot, random)
      kept.update(q)
      expect(kept.update(q)).toBe(0)
      for (let step = 0; step < 5; step++) {
        const other = randomConfiguration(robot, random)
        const moved = robot.joints.filter(({ variables }) => variables > 0)[0]!
        const changed = step % 2 === 0 ? moved : robot.joints[random.integer(robot.joints.length)]!
        for (let k = 0; k < changed.variables; k++) q[changed.variable + k] = other[changed.variable + k]!
        const count = kept.update(q)
        const fresh = new Kinematics([{ robot, base }])
        fresh.update(q)
        expect(kept.poses).toEqual(fresh.poses)
        // Exactly the bodies below the joint, and those below its mimics.
        let expected = 0
        const below = new Uint8Array(fresh.bodies)
        for (let b = 1; b < fresh.bodies; b++) {
          const { name, mimic } = fresh.joints[b]!
          const own = changed.variables > 0 && (name === changed.name || mimic?.joint === changed.name)
          below[b] = own || below[fresh.parents[b]!] === 1 ? 1 : 0
          expected += below[b]!
        }
        expect(count).toBe(expected)
      }
    }),
    { seed: 2, numRuns: 100 },
  )
})

test('[kinematics] a chain of a thousand joints does not drift', () => {
  const random = new Random(5)
  const links = Array.from({ length: 1001 }, (_, i) => ({ name: `l${i}` }))
  const joints = Array.from({ length: 1000 }, (_, i) => ({
    name: `j${i}`,
    kind: 'revolute' as const,
    parent: `l${i}`,
    child: `l${i + 1}`,
    axis: [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)],
    origin: { at: [0.1, 0, 0], rotation: quaternion(random) },
  }))
  const robot = new Robot({ name: 'snake', links, joints })
  const poses = robot.linkPoses(Float64Array.from(robot.variables, () => random.range(-3, 3)))
  const o = 12 * 1000
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const dot = [0, 4, 8].reduce((sum, row) => sum + poses[o + row + i]! * poses[o + row + j]!, 0)
      expect(Math.abs(dot - (i === j ? 1 : 0))).toBeLessThan(1e-15)
    }
  }
})

test('a hundred thousand links in a row work', () => {
  const n = 100_000
  const robot = new Robot({
    name: 'long',
    links: Array.from({ length: n }, (_, i) => ({ name: `l${i}` })),
    joints: Array.from({ length: n - 1 }, (_, i) => ({
      name: `j${i}`,
      kind: 'continuous' as const,
      parent: `l${i}`,
      child: `l${i + 1}`,
    })),
  })
  expect(robot.dof).toBe(n - 1)
  expect(robot.links[n - 1]!.name).toBe(`l${n - 1}`)
})

const links = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
const turn = { name: 'j', kind: 'revolute' as const, parent: 'a', child: 'b', limits: { lower: 0.5, upper: 2 } }
const slide = { name: 'k', kind: 'floating' as const, parent: 'b', child: 'c' }

describe('[bad-input] what is wrong with a robot is named, with what was expected', () => {
  test.each<[string, () => unknown]>([
    ['name', () => new Robot({ name: '', links })],
    ['links', () => new Robot({ name: 'r', links: [] })],
    ['links[1].name', () => new Robot({ name: 'r', links: [{ name: 'a' }, { name: 'a' }] })],
    ['links[0].shape', () => new Robot({ name: 'r', links: [{ name: 'a', shape: 1 } as never] })],
    [
      'links[0].geometry[0].shape',
      () => new Robot({ name: 'r', links: [{ name: 'a', geometry: [{ shape: 3 as never }] }] }),
    ],
    ['joints[0].kind', () => new Robot({ name: 'r', links, joints: [{ ...turn, kind: 'hinge' as never }] })],
    ['joints[0].parent', () => new Robot({ name: 'r', links, joints: [{ ...turn, parent: 'z' }] })],
    ['joints[0].child', () => new Robot({ name: 'r', links, joints: [{ ...turn, child: 'z' }] })],
    ['joints[1].child', () => new Robot({ name: 'r', links, joints: [turn, { ...slide, child: 'b', parent: 'c' }] })],
    ['joints', () => new Robot({ name: 'r', links, joints: [turn, { ...slide, parent: 'b', child: 'a' }] })],
    ['joints[0].axis', () => new Robot({ name: 'r', links, joints: [{ ...turn, axis: [0, 0, 0] }] })],
    ['joints[0].axis[1]', () => new Robot({ name: 'r', links, joints: [{ ...turn, axis: [0, Number.NaN, 0] }] })],
    [
      'joints[0].limits.lower',
      () => new Robot({ name: 'r', links, joints: [{ ...turn, limits: { lower: 2, upper: 1 } }] }),
    ],
    ['joints[0].limits.upper', () => new Robot({ name: 'r', links, joints: [{ ...slide, limits: { upper: 1 } }] })],
    ['joints[0].mimic.joint', () => new Robot({ name: 'r', links, joints: [{ ...turn, mimic: { joint: 'x' } }] })],
    ['joints[0].mimic.joint', () => new Robot({ name: 'r', links, joints: [{ ...turn, mimic: { joint: 'j' } }] })],
    [
      'joints[0].mimic.joint',
      () => new Robot({ name: 'r', links, joints: [{ ...turn, mimic: { joint: 'k' } }, slide] }),
    ],
    [
      'joints[0].mimic.joint',
      () =>
        new Robot({
          name: 'r',
          links,
          joints: [
            { ...turn, mimic: { joint: 'k' } },
            { ...turn, name: 'k', child: 'c', mimic: { joint: 'j' } },
          ],
        }),
    ],
    [
      'joints',
      () =>
        new Robot({
          name: 'r',
          links,
          joints: [
            { ...turn, name: 'p/x' },
            { ...slide, name: 'p', kind: 'planar' },
          ],
        }),
    ],
    ['allowed[0].b', () => new Robot({ name: 'r', links, allowed: [{ a: 'a', b: 'q' }] })],
    ['groups[0].joints[0]', () => new Robot({ name: 'r', links, groups: [{ name: 'g', joints: ['x'], links: [] }] })],
    ['states[0].values', () => new Robot({ name: 'r', links, states: [{ name: 's', values: { x: 1 } }] })],
    ['robot.base', () => new Robot({ name: 'r', links, base: 1 } as never)],
    ['q', () => new Robot({ name: 'r', links, joints: [turn] }).linkPoses([])],
    ['q[0]', () => new Robot({ name: 'r', links, joints: [turn] }).linkPoses([Infinity])],
    ['q[0]', () => new Robot({ name: 'r', links, joints: [turn] }).linkPoses(['1' as never])],
    ['q: k', () => new Robot({ name: 'r', links, joints: [slide] }).linkPoses([0, 0, 0, 0, 0, 0, 0])],
    ['link', () => new Robot({ name: 'r', links }).link('z')],
    ['state', () => new Robot({ name: 'r', links }).state('z')],
    ['values["z"]', () => new Robot({ name: 'r', links, joints: [turn] }).configuration({ z: 1 })],
    ['values["k"]', () => new Robot({ name: 'r', links, joints: [slide] }).configuration({ k: 1 })],
  ])('%s', expectField)
})

test('names, limits, neutral and named states', () => {
  const robot = new Robot({
    name: 'r',
    links: [...links, { name: 'd', geometry: [{ shape: sphere({ radius: 1 }) }] }],
    joints: [
      slide,
      turn,
      { name: 'm', kind: 'prismatic', parent: 'a', child: 'd', mimic: { joint: 'j', multiplier: 2 } },
    ],
    states: [{ name: 'open', group: 'g', values: { j: 1.5 } }],
  })
  expect(robot.variables).toEqual([
    'j',
    'k/trans_x',
    'k/trans_y',
    'k/trans_z',
    'k/rot_x',
    'k/rot_y',
    'k/rot_z',
    'k/rot_w',
  ])
  expect(Array.from(robot.neutral())).toEqual([0.5, 0, 0, 0, 0, 0, 0, 1])
  expect(robot.state('open')[0]).toBe(1.5)
  expect(robot.configuration({ 'k/trans_y': 3 }, robot.state('open'))[2]).toBe(3)
  expect(robot.lower[0]).toBe(0.5)
  expect(robot.upper[3]).toBe(Infinity)
  expect(robot.linkPoses(robot.neutral())[12 * robot.link('d').index + 3]).toBe(1)
  expect(() => robot.configuration({ m: 1 })).toThrow('set through j')
  expect(Object.isFrozen(robot.links)).toBe(true)
})
