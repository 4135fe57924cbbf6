import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BoxGeometry, Group, Mesh, type Object3D, TorusKnotGeometry } from 'three'
import { beforeAll, describe, expect, test } from 'vitest'
import { distance } from '../../src/entries/meshes.js'
import { box, cylinder, InvalidInputError, Random, type Robot, sphere, World } from '../../src/entries/robots.js'
import {
  applyConfiguration,
  configurationOf,
  poseOf,
  robotFromUrdfLoader,
  type UrdfLoaderRobot,
} from '../../three/index.js'
import { drawnCorners, meshCorners, place, poseOfMatrix, worstDifference } from './drawn.js'
import { loadUrdf } from './urdf-loader-node.js'

/** Chains here are at most some 40 joints and some 10 m long; what both do rounds by less. */
const SAME = 1e-9

/** Greatest difference between where the links of urdf-loader's robot are drawn and where ours says that they are. */
function worstLink(urdf: UrdfLoaderRobot, robot: Robot, q: ArrayLike<number>): number {
  let top: Object3D = urdf
  while (top.parent !== null) top = top.parent
  top.updateMatrixWorld(true)
  const poses = robot.linkPoses(q, poseOf(urdf))
  let worst = 0
  for (const { name, index } of robot.links) {
    const drawn = poseOfMatrix(urdf.links[name]!.matrixWorld)
    worst = Math.max(worst, worstDifference(poses.subarray(12 * index, 12 * index + 12), drawn))
  }
  return worst
}

const ONE_VALUE = ['revolute', 'continuous', 'prismatic'] as const

interface TreeOptions {
  readonly links: number
  readonly kinds: readonly string[]
  /** Roll, pitch and yaw among these, instead of any. */
  readonly angles?: readonly number[]
  readonly atOrigin?: boolean
}

/** A random robot as URDF text: a tree of boxes, one joint in four of them mimicking an earlier one where it can. */
function randomUrdf(random: Random, { links, kinds, angles, atOrigin = false }: TreeOptions): string {
  const vec = (): string => [0, 0, 0].map(() => random.range(-1, 1)).join(' ')
  const rpy = (): string =>
    [0, 0, 0].map(() => (angles === undefined ? random.range(-3, 3) : angles[random.integer(angles.length)]!)).join(' ')
  const parts = ['<robot name="random">']
  const originals: string[] = []
  for (let i = 0; i < links; i++) {
    const element = `<geometry><box size="0.1 0.2 0.3"/></geometry></collision>`
    parts.push(`<link name="l${i}"><collision><origin xyz="${vec()}" rpy="${rpy()}"/>${element}</link>`)
    if (i === 0) continue
    const kind = kinds[random.integer(kinds.length)]!
    const one = (ONE_VALUE as readonly string[]).includes(kind)
    parts.push(`<joint name="j${i}" type="${kind}"><parent link="l${random.integer(i)}"/><child link="l${i}"/>`)
    if (!atOrigin) parts.push(`<origin xyz="${vec()}" rpy="${rpy()}"/>`)
    if (kind !== 'floating' && kind !== 'planar' && random.unit() < 0.8) parts.push(`<axis xyz="${vec()}"/>`)
    if (one) parts.push('<limit lower="-50" upper="50" velocity="2" effort="3"/>')
    if (one && originals.length > 0 && random.unit() < 0.25) {
      const of = originals[random.integer(originals.length)]!
      parts.push(`<mimic joint="${of}" multiplier="${random.range(-2, 2)}" offset="${random.range(-1, 1)}"/>`)
    }
    if (one) originals.push(`j${i}`)
    parts.push('</joint>')
  }
  parts.push('</robot>')
  return parts.join('\n')
}

/** Values for every variable, quaternions of length 1. */
function randomConfiguration(random: Random, robot: Robot, most = 3): Float64Array {
  const q = Float64Array.from({ length: robot.dof }, () => random.range(-most, most))
  for (const { kind, variable } of robot.joints) {
    if (kind !== 'floating') continue
    const length = Math.hypot(...q.subarray(variable + 3, variable + 7))
    for (let k = 3; k < 7; k++) q[variable + k]! /= length
  }
  return q
}

describe('forward kinematics', () => {
  test('urdf-loader’s own setters: revolute, continuous, prismatic, fixed and mimic', () => {
    const random = new Random(61)
    for (let round = 0; round < 25; round++) {
      const urdf = loadUrdf(randomUrdf(random, { links: 12, kinds: [...ONE_VALUE, 'fixed'] }))
      place(urdf, random)
      const scene = new Group()
      place(scene, random)
      scene.add(urdf)
      const robot = robotFromUrdfLoader(urdf)
      for (let k = 0; k < 4; k++) {
        const q = randomConfiguration(random, robot)
        const values = Object.fromEntries(robot.variables.map((name, i) => [name, q[i]!]))
        urdf.setJointValues(values)
        expect(worstDifference(configurationOf(urdf, robot), q)).toBe(0)
        expect(worstLink(urdf, robot, q)).toBeLessThan(SAME)
      }
    }
  })

  test('applyConfiguration: all kinds, mimics of mimics, right angles', () => {
    const random = new Random(62)
    const quarters = [0, Math.PI / 2, -Math.PI / 2, Math.PI]
    for (let round = 0; round < 40; round++) {
      const kinds = [...ONE_VALUE, 'fixed', 'planar', 'floating']
      const options = { links: 12, kinds, ...(round % 2 === 0 ? { angles: quarters } : {}) }
      const urdf = loadUrdf(randomUrdf(random, options))
      place(urdf, random)
      // Axes that the loader does not let a planar joint have by itself.
      for (const joint of Object.values(urdf.joints)) {
        if (joint.jointType !== 'planar') continue
        const d = random.direction(new Float64Array(3))
        if (random.unit() < 0.5) joint.axis.fromArray(d)
        else joint.axis.set(0, 0, random.unit() < 0.5 ? -1 : 1)
      }
      const robot = robotFromUrdfLoader(urdf)
      for (let k = 0; k < 3; k++) {
        const q = randomConfiguration(random, robot)
        applyConfiguration(urdf, robot, q)
        expect(worstLink(urdf, robot, q)).toBeLessThan(SAME)
        // Back again; a quaternion may come back as its negative, which is the same rotation.
        const back = configurationOf(urdf, robot)
        for (const { kind, variable } of robot.joints) {
          if (kind !== 'floating' || q[variable + 6]! >= 0) continue
          for (let i = variable + 3; i < variable + 7; i++) q[i]! *= -1
        }
        expect(worstDifference(back, q)).toBeLessThan(SAME)
      }
      // The model is the same whatever the robot was last set to.
      expect(
        worstDifference(robotFromUrdfLoader(urdf).linkPoses(robot.neutral()), robot.linkPoses(robot.neutral())),
      ).toBe(0)
    }
  })

  test('values and transforms that urdf-loader sets for planar and floating joints are read back', () => {
    const random = new Random(63)
    for (let round = 0; round < 20; round++) {
      // Where a joint's frame is its parent's, urdf-loader and URDF mean the same.
      const same = loadUrdf(randomUrdf(random, { links: 5, kinds: ['planar', 'floating'], atOrigin: true }))
      // Elsewhere they do not, but a transform is a transform.
      const other = loadUrdf(randomUrdf(random, { links: 5, kinds: ['floating'] }))
      for (const urdf of [same, other]) {
        const robot = robotFromUrdfLoader(urdf)
        for (const { name, variables } of robot.joints) {
          const values = Array.from({ length: variables === 7 ? 6 : 3 }, () => random.range(-1, 1))
          urdf.setJointValue(name, ...values)
        }
        const q = configurationOf(urdf, robot)
        expect(worstLink(urdf, robot, q)).toBeLessThan(SAME)
        if (urdf === other) continue
        for (const { name, kind, variable } of robot.joints) {
          const value = urdf.joints[name]!.jointValue
          const shown = [...q.subarray(variable, variable + 3)]
          expect(worstDifference(shown, value.slice(0, 3))).toBeLessThan(SAME)
          if (kind === 'planar') continue
          // And set by us, urdf-loader's six numbers are what they were.
          const before = [...value]
          applyConfiguration(urdf, robot, q)
          expect(worstDifference(urdf.joints[name]!.jointValue, before)).toBeLessThan(SAME)
        }
      }
    }
  })

  test('whole turns of a planar joint are not lost', () => {
    const urdf = loadUrdf(randomUrdf(new Random(64), { links: 2, kinds: ['planar'] }))
    const robot = robotFromUrdfLoader(urdf)
    for (const theta of [0, 3, 4, -20, 100]) {
      applyConfiguration(urdf, robot, [1, 2, theta])
      expect(worstDifference(configurationOf(urdf, robot), [1, 2, theta])).toBeLessThan(SAME)
    }
  })

  test('values beyond limits are shown, and mimic joints keep their value', () => {
    const urdf = loadUrdf(`<robot name="two"><link name="a"/><link name="b"/><link name="c"/>
      <joint name="one" type="revolute"><parent link="a"/><child link="b"/><limit lower="-1" upper="1"/></joint>
      <joint name="other" type="revolute"><parent link="b"/><child link="c"/><limit lower="-1" upper="1"/>
        <mimic joint="one" multiplier="-2" offset="0.5"/></joint></robot>`)
    const robot = robotFromUrdfLoader(urdf)
    applyConfiguration(urdf, robot, [2])
    expect([urdf.joints.one!.angle, urdf.joints.other!.angle]).toEqual([2, -3.5])
    expect(worstLink(urdf, robot, [2])).toBeLessThan(SAME)
    // urdf-loader goes on from there.
    urdf.setJointValue('one', 0.5)
    expect(worstLink(urdf, robot, configurationOf(urdf, robot))).toBeLessThan(SAME)
  })
})

describe('the model', () => {
  const text = `<robot name="parts">
    <link name="base">
      <collision name="plate"><origin xyz="0 0 0.1" rpy="0.1 0.2 0.3"/><geometry><box size="1 2 0.2"/></geometry></collision>
      <collision><origin xyz="1 0 0"/><geometry><sphere radius="0.3"/></geometry></collision>
      <visual><geometry><sphere radius="5"/></geometry></visual>
    </link>
    <link name="arm">
      <collision><origin xyz="0 1 0" rpy="0.5 0 0"/><geometry><cylinder radius="0.2" length="0.7"/></geometry></collision>
      <collision name="horn"><origin xyz="0 0 1" rpy="1 0 0"/><geometry><mesh filename="package://x/horn.stl" scale="1 -2 3"/></geometry></collision>
    </link>
    <link name="tip"/>
    <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 1" rpy="1 2 3"/>
      <axis xyz="0 0 2"/><limit lower="-1" upper="2" velocity="3" effort="4"/></joint>
    <joint name="weld" type="fixed"><parent link="arm"/><child link="tip"/><axis xyz="0 0 0"/></joint>
  </robot>`
  const horn = (): Object3D => new Mesh(new TorusKnotGeometry(0.3, 0.1, 10, 4))
  let urdf: ReturnType<typeof loadUrdf>
  beforeAll(() => {
    urdf = loadUrdf(text, { mesh: horn })
  })

  test('names, limits, axes, geometry', () => {
    const robot = robotFromUrdfLoader(urdf)
    expect(robot.name).toBe('parts')
    expect(robot.links.map(({ name, geometry }) => [name, geometry.map((g) => [g.name, g.shape.kind])])).toEqual([
      [
        'base',
        [
          ['plate', 'box'],
          ['1', 'sphere'],
        ],
      ],
      [
        'arm',
        [
          ['0', 'cylinder'],
          ['horn', 'mesh'],
        ],
      ],
      ['tip', []],
    ])
    const { kind, axis, lower, upper, velocity, effort } = robot.joint('turn')
    expect([kind, [...axis], lower, upper, velocity, effort]).toEqual(['revolute', [0, 0, 1], -1, 2, 3, 4])
    expect(robot.joint('weld').kind).toBe('fixed')
    expect(robot.notes).toEqual([])
    expect(robotFromUrdfLoader(urdf, { name: 'mine' }).name).toBe('mine')
  })

  test('shapes are those that the text says, wherever the robot stands and however it is set or scaled', () => {
    const random = new Random(65)
    const moved = loadUrdf(text, { mesh: horn })
    moved.setJointValue('turn', 1)
    place(moved, random)
    moved.scale.setScalar(10)
    const robot = robotFromUrdfLoader(moved)
    const direct = [
      [box({ size: [1, 2, 0.2] }), robot.link('base').geometry[0]!],
      [sphere({ radius: 0.3 }), robot.link('base').geometry[1]!],
      [cylinder({ radius: 0.2, length: 0.7 }), robot.link('arm').geometry[0]!],
    ] as const
    const probe = sphere({ radius: 0.1 })
    for (const [expected, { shape }] of direct) {
      for (let k = 0; k < 20; k++) {
        const d = random.direction(new Float64Array(3))
        const pose = { at: [3 * d[0]!, 3 * d[1]!, 3 * d[2]!] }
        const there = distance(expected, probe, pose)
        const here = distance(shape, probe, pose)
        expect(there.distance).toBeGreaterThan(0)
        expect(Math.abs(here.distance - there.distance)).toBeLessThan(1e-12)
      }
    }
    // The mesh, scaled and mirrored, in the link's frame: as drawn by a loader's robot that stands at rest.
    const { shape, pose } = robot.link('arm').geometry[1]!
    const atRest = loadUrdf(text, { mesh: horn })
    const arm = atRest.links.arm!
    arm.removeFromParent()
    const element = arm.children.find(({ name }) => name === 'horn')!
    expect(worstDifference(meshCorners(shape, pose), drawnCorners(element))).toBeLessThan(1e-12)
  })

  test('visuals by choice, or with a note where there are no colliders', () => {
    const visual = robotFromUrdfLoader(urdf, { geometry: 'visual' })
    expect(visual.links.map(({ geometry }) => geometry.length)).toEqual([1, 0, 0])
    expect(visual.notes).toEqual([])
    const both = robotFromUrdfLoader(urdf, { geometry: 'both' })
    const colliders = robotFromUrdfLoader(urdf)
    expect(both.links.map(({ geometry }) => geometry.length)).toEqual(
      colliders.links.map(({ geometry }, i) => geometry.length + visual.links[i]!.geometry.length),
    )
    const without = robotFromUrdfLoader(loadUrdf(text, { collision: false }))
    expect(without.links.map(({ geometry }) => geometry.length)).toEqual([1, 0, 0])
    expect(without.notes).toEqual([
      'No colliders: visuals are taken instead. URDFLoader reads colliders with parseCollision = true.',
    ])
  })

  test('links are solid, or what open says', () => {
    // Without one of its twelve triangles.
    const bin = new BoxGeometry(1, 1, 1).toNonIndexed()
    bin.setDrawRange(0, 33)
    const open = loadUrdf(text, { mesh: () => new Mesh(bin) })
    const surfaces = (robot: Robot): string[] => new World({ robots: [robot] }).surfaces().map(({ object }) => object)
    expect(surfaces(robotFromUrdfLoader(open))).toEqual([])
    expect(surfaces(robotFromUrdfLoader(open, { open: 'surface' }))).toEqual(['parts/arm'])
  })

  test('primitives: false, and what an SRDF would add', () => {
    const robot = robotFromUrdfLoader(urdf, {
      primitives: false,
      allowed: [{ a: 'base', b: 'arm', reason: 'Adjacent' }],
      groups: [{ name: 'all', joints: ['turn'], links: ['arm'] }],
      states: [{ name: 'home', group: 'all', values: { turn: 0.5 } }],
    })
    expect(robot.link('base').geometry.map(({ shape }) => shape.kind)).toEqual(['mesh', 'mesh'])
    expect([robot.allowed.length, robot.groups.length, [...robot.state('home')]]).toEqual([1, 1, [0.5]])
  })

  test('several roots are one object in urdf-loader, and one link here', () => {
    const roots = loadUrdf(`<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
      <joint name="j" type="continuous"><parent link="a"/><child link="c"/></joint></robot>`)
    const robot = robotFromUrdfLoader(roots)
    expect(robot.links.map(({ name }) => name)).toEqual(['b', 'c'])
    expect(robot.notes).toEqual(['Links a and b are both roots: taken as one, called b.'])
  })

  test('a fixed joint that mimics stays fixed, and a note says so', () => {
    const held = loadUrdf(`<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
      <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
      <joint name="k" type="fixed"><parent link="a"/><child link="c"/><mimic joint="j"/></joint></robot>`)
    const robot = robotFromUrdfLoader(held)
    expect([robot.dof, robot.joint('k').mimic]).toEqual([0, undefined])
    expect(robot.notes).toEqual(['Joint k is fixed: that it mimics j is ignored.'])
  })

  test('no limits means no room, as URDF has it, and a note', () => {
    const stuck = loadUrdf(`<robot name="r"><link name="a"/><link name="b"/>
      <joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint></robot>`)
    const robot = robotFromUrdfLoader(stuck)
    const { lower, upper, velocity, effort } = robot.joint('j')
    expect([lower, upper, velocity, effort]).toEqual([0, 0, Infinity, Infinity])
    expect(robot.notes).toEqual(['Joint j has no room to move: both its limits are 0.'])
  })

  test('meshes that are not there: refused, or noted', () => {
    const early = loadUrdf(text, { mesh: () => undefined })
    expect(() => robotFromUrdfLoader(early)).toThrow(/^link arm, collider horn must be one triangle or more/)
    const robot = robotFromUrdfLoader(early, { missing: 'note' })
    expect(robot.link('arm').geometry.length).toBe(1)
    expect(robot.notes).toEqual(['link arm, collider horn: has no triangles, left out.'])
  })
})

describe('refused by name', () => {
  const two = (type: string, rest = ''): UrdfLoaderRobot =>
    loadUrdf(`<robot name="r"><link name="a"/><link name="b"/>
      <joint name="j" type="${type}"><parent link="a"/><child link="b"/>${rest}</joint></robot>`)
  const continuous = (): { urdf: UrdfLoaderRobot; robot: Robot } => {
    const urdf = two('continuous')
    return { urdf, robot: robotFromUrdfLoader(urdf) }
  }

  test.each<[string, () => unknown, RegExp]>([
    ['no object', () => robotFromUrdfLoader({} as UrdfLoaderRobot), /^urdfRobot must be an Object3D/],
    [
      'no robot',
      () => robotFromUrdfLoader(new Group() as unknown as UrdfLoaderRobot),
      /^urdfRobot\.links must be a record/,
    ],
    [
      'an unknown joint',
      () => robotFromUrdfLoader(two('ball')),
      /^urdfRobot\.joints\["j"\]\.jointType must be one of fixed/,
    ],
    [
      'an axis of zero',
      () => robotFromUrdfLoader(two('continuous', '<axis xyz="0 0 0"/>')),
      /^joints\[0\]\.axis must be/,
    ],
    [
      'no such geometry',
      () => robotFromUrdfLoader(two('fixed'), { geometry: 'mesh' as 'visual' }),
      /^options\.geometry/,
    ],
    [
      'a link that was moved',
      () => {
        const urdf = two('fixed')
        urdf.links.b!.position.x = 1
        return robotFromUrdfLoader(urdf)
      },
      /^urdfRobot\.joints\["j"\]: matrix of its link must be the identity/,
    ],
    [
      'a joint that hangs elsewhere',
      () => {
        const urdf = two('fixed')
        new Group().add(urdf.joints.j!)
        return robotFromUrdfLoader(urdf)
      },
      /^urdfRobot\.joints\["j"\]\.parent must be a link of the robot/,
    ],
    [
      'another robot’s joint',
      () => applyConfiguration(two('fixed'), continuous().robot, [0]),
      /^urdfRobot\.joints\["j"\]\.jointType must be continuous, as in r, got "fixed"/,
    ],
    [
      'a joint that is missing',
      () => applyConfiguration(loadUrdf('<robot name="r"><link name="a"/></robot>'), continuous().robot, [0]),
      /^urdfRobot\.joints\["j"\] must be there: it is a continuous joint of r/,
    ],
    [
      'too few values',
      () => {
        const { urdf, robot } = continuous()
        applyConfiguration(urdf, robot, [])
      },
      /^q must be 1 numbers: j/,
    ],
    [
      'a value that is no number',
      () => {
        const { urdf, robot } = continuous()
        urdf.joints.j!.jointValue = [NaN]
        return configurationOf(urdf, robot)
      },
      /^urdfRobot\[0\] must be a finite number/,
    ],
    [
      'a planar joint out of its plane',
      () => {
        const urdf = two('planar')
        const robot = robotFromUrdfLoader(urdf)
        urdf.joints.j!.position.z = 0.5
        return configurationOf(urdf, robot)
      },
      /^urdfRobot\.joints\["j"\] must be moved in its plane and turned about its axis only/,
    ],
  ])('%s', (_, act, message) => {
    expect(act).toThrow(InvalidInputError)
    expect(act).toThrow(message)
  })
})

describe('robots of others', () => {
  const folder = process.env.LIMBER_DATA
  const files =
    folder === undefined
      ? []
      : readdirSync(join(folder, 'robots'), { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.urdf$/i.test(path))
          .sort()
  const cube = new BoxGeometry(0.1, 0.1, 0.1)

  test.skipIf(folder === undefined)('are there', () => {
    expect(files.length).toBeGreaterThan(15)
  })

  test.each(files)('%s stands as urdf-loader draws it', (path) => {
    const random = new Random(66)
    const text = readFileSync(join(folder!, 'robots', path), 'utf8')
    const urdf = loadUrdf(text, { visual: false, mesh: () => new Mesh(cube) })
    const robot = robotFromUrdfLoader(urdf, { missing: 'note' })
    expect(robot.links.length).toBe(new Set(Object.values(urdf.links)).size)
    // Y up, as scenes of three are, and not at the origin.
    urdf.rotation.x = -Math.PI / 2
    urdf.position.set(1, 2, 3)
    // urdf-loader clamps a mimic joint to limits of its own; PR2's fingers would not follow then.
    for (const { name, mimic } of robot.joints) if (mimic !== undefined) urdf.joints[name]!.ignoreLimits = true
    for (let k = 0; k < 10; k++) {
      const q = robot.neutral()
      for (let i = 0; i < q.length; i++) {
        if (robot.lower[i]! > -Infinity) q[i] = random.range(robot.lower[i]!, robot.upper[i]!)
        else if (!robot.variables[i]!.includes('/rot_')) q[i] = random.range(-3, 3)
      }
      if (k % 2 === 0) applyConfiguration(urdf, robot, q)
      else
        for (const { name, variables, variable } of robot.joints)
          if (variables === 1) urdf.setJointValue(name, q[variable]!)
      const read = configurationOf(urdf, robot)
      if (k % 2 === 0) expect(worstDifference(read, q)).toBeLessThan(SAME)
      expect(worstLink(urdf, robot, read)).toBeLessThan(SAME)
    }
  })
})
