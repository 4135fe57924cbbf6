// URDF robots of the folder LIMBER_DATA: their SRDF files, meshes that are missing, and where their links are, beside urdf-loader, which
// was written by others. test/robots/every-robot.test.ts has what they are read as.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRobot } from '../../../node/index.js'
import { Random } from '../../../src/base/math/random.js'
import { parseRobot } from '../../../src/formats/robots/robot-parse.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { loadUrdf } from '../../three/urdf-loader-node.js'
import { refused } from './robot-samples.js'

const folder = process.env.LIMBER_DATA === undefined ? undefined : join(process.env.LIMBER_DATA, 'robots')

/** Refused: collision meshes that are missing, by link, and in how many files; and what is left without them. */
const REFUSED: Readonly<Record<string, readonly [number, number, readonly number[]]>> = {
  'bimanual.urdf': [12, 3, [65, 64, 48, 82, 0]],
  'r2d2.urdf': [4, 2, [16, 15, 8, 12, 0]],
}

const PR2_GROUPS =
  'base 0/0 left_arm 7/10 left_arm_and_torso 8/11 right_arm 7/10 right_arm_and_torso 8/11 arms 14/19 head 2/2 torso 1/1 ' +
  'whole_body 15/19 right_gripper 1/9 left_gripper 1/9'

/** With its SRDF file: allowed pairs, groups with their joints that move and their links, states. */
const SEMANTICS: Readonly<Record<string, readonly [number, string, string]>> = {
  'abb_irb2400.srdf': [15, 'manipulator 6/8', 'all-zeros'],
  'car_seat_demo.srdf': [73, 'manipulator 8/12', ''],
  'lbr_iiwa_14_r820.srdf': [25, 'manipulator 7/9 manipulator_joint_group 7/7', 'all-zeros'],
  'fanuc.srdf': [10, 'manipulator 6/8', 'all-zeros'],
  'ur5.srdf': [88, 'manipulator 6/8 gripper 0/9', 'home open close'],
  'fetch.srdf': [74, 'arm 7/7 arm_with_torso 8/8 gripper 0/3 head 0/2 head_with_torso 1/3', ''],
  'pr2.srdf': [1161, PR2_GROUPS, 'tuck_right_arm tuck_left_arm'],
  'pr2_manipulation.srdf': [1199, PR2_GROUPS, 'tuck_right_arm tuck_left_arm'],
  'simple_humanoid.srdf': [0, 'r_leg 0/0 l_leg 0/0 mapURDFToOpenHRP 29/29', 'half_sitting'],
  'panda.srdf': [34, 'panda_arm 7/9 hand 0/3 panda_arm_hand 7/12', 'ready extended transport open close'],
}

function files(pattern: RegExp): string[] {
  if (folder === undefined) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => join(folder, path))
    .sort()
}

function counts(robot: Robot): number[] {
  const shapes = robot.links.flatMap(({ geometry }) => geometry.map(({ shape }) => shape.kind))
  const meshes = shapes.filter((kind) => kind === 'mesh').length
  return [robot.links.length, robot.joints.length, robot.dof, shapes.length, meshes]
}

describe.skipIf(folder === undefined)('real robots (LIMBER_DATA)', () => {
  const paths = files(/\.urdf$/i)

  test.each(Object.keys(REFUSED))('%s', async (name) => {
    const path = paths.find((found) => basename(found) === name)!
    const [missing, missingFiles, rest] = REFUSED[name]!
    const error = await refused(readRobot(path))
    expect(error.message).toContain(`got ${missing} missing, of ${missingFiles} files:\n  "`)
    // One a line, and what to do about it once.
    expect(error.message.match(/^ {2}"/gm)).toHaveLength(missing)
    expect(error.message.match(/option packages/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(error.message.match(/option missing/g)).toHaveLength(1)
    expect(error.missing).toHaveLength(missing)
    const links = new Set(error.missing.map(({ link }) => link))
    for (const link of links) expect(error.message).toContain(`of link "${link}"`)
    const robot = await readRobot(path, { missing: 'skip' })
    expect(counts(robot)).toEqual(rest)
    expect(robot.notes.at(-1)).toContain(`${missing} meshes left out, being missing: `)
  })

  test.each(files(/\.srdf$/i).map((path) => [basename(path), path]))('%s', async (name, srdf) => {
    const path = paths.find((found) => basename(found) === name.replace(/(_manipulation)?\.srdf$/, '.urdf'))!
    const expected = SEMANTICS[name]
    const robot = await readRobot(path, { srdf })
    const groups = robot.groups.map(({ name: group, joints, links }) => {
      const moving = joints.filter((joint) => robot.joint(joint).variables > 0).length
      return `${group} ${moving}/${links.length}`
    })
    expect([robot.allowed.length, groups.join(' '), robot.states.map((state) => state.name).join(' ')]).toEqual(
      expected,
    )
    const passed = robot.notes.filter((note) => note.includes('passed over'))
    // Its groups are chains to links that its URDF file does not have.
    if (name === 'simple_humanoid.srdf') expect(passed).toHaveLength(1)
    // A state is a configuration.
    for (const { name: state } of robot.states) expect(robot.state(state)).toHaveLength(robot.dof)
    expect((await readRobot(path)).allowed).toEqual([])
  })

  test('a virtual joint as written', async () => {
    const panda = paths.find((path) => basename(path) === 'panda.urdf')!
    const robot = await readRobot(panda, { srdf: panda.replace('.urdf', '.srdf'), virtualJoints: 'as-written' })
    expect(robot.dof).toBe(14)
    expect(robot.links[0]!.name).toBe('world')
    expect(robot.variables.slice(0, 4)).toEqual(
      ['trans_x', 'trans_y', 'trans_z', 'rot_x'].map((v) => `virtual_joint/${v}`),
    )
  })

  test("the capsule of Bullet's humanoid spans the thigh, from hip to knee, without its caps", async () => {
    const humanoid = await readRobot(paths.find((path) => basename(path) === 'humanoid.urdf')!)
    const thigh = humanoid.link('right_thigh').geometry[0]!
    const { shape, pose } = thigh
    if (shape.kind !== 'capsule') throw new Error(shape.kind)
    const end = (z: number): number[] => [0, 1, 2].map((k) => pose[4 * k + 2]! * z + pose[4 * k + 3]!)
    const ends = [end(shape.from[2]!), end(shape.to[2]!)].sort((a, b) => b[2]! - a[2]!)
    // Its model (MuJoCo's humanoid) has it as fromto="0 0 0 0 0.01 -0.34".
    ends[0]!.forEach((x) => {
      expect(x).toBeCloseTo(0, 4)
    })
    ends[1]!.forEach((x, k) => {
      expect(x).toBeCloseTo([0, 0.01, -0.34][k]!, 4)
    })
  })

  test.each(paths.map((path) => [basename(path), path]))(
    '%s: links are where urdf-loader has them',
    async (_, path) => {
      const text = readFileSync(path, 'utf8')
      const robot = await parseRobot(text, { missing: 'skip' })
      const theirs = loadUrdf(text, { collision: false, visual: false })
      for (const joint of Object.values(theirs.joints)) joint.ignoreLimits = true
      const random = new Random(7)
      let worst = 0
      for (let round = 0; round < 5; round++) {
        const q = Float64Array.from({ length: robot.dof }, () => random.range(-3, 3))
        for (const { name, variables, variable } of robot.joints) {
          if (variables > 0) theirs.setJointValue(name, ...q.subarray(variable, variable + variables))
        }
        theirs.updateMatrixWorld(true)
        const ours = robot.linkPoses(q)
        for (const { name, index } of robot.links) {
          const { elements } = theirs.links[name]!.matrixWorld
          for (let i = 0; i < 3; i++) {
            for (let k = 0; k < 4; k++) {
              worst = Math.max(worst, Math.abs(elements[4 * k + i]! - ours[12 * index + 4 * i + k]!))
            }
          }
        }
      }
      // Chains of some ten joints and some metres, by quaternions there and matrices here.
      expect(worst).toBeLessThan(1e-12)
    },
  )
})
