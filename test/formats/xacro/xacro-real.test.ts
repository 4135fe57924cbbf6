// The xacro robots of the folder LIMBER_DATA: where their links are, beside a URDF file that others expanded and beside forward
// kinematics written down here. test/robots/every-robot.test.ts has what they are read as.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkScene } from '../../../cli/check.js'
import { readRobot } from '../../../node/index.js'
import { Random } from '../../../src/base/math/random.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { linkPose, matrixProduct, rotationOf, type Transform } from '../../oracle/robots/transforms.js'

const folder = process.env.LIMBER_DATA === undefined ? undefined : join(process.env.LIMBER_DATA, 'robots')
const FRANKA = 'frankaemika+franka_ros/franka_description/robots'
const UR = 'UniversalRobots+Universal_Robots_ROS2_Description'
const at = (...names: string[]): string => join(folder ?? '', ...names)

describe.skipIf(folder === undefined)('xacro robots (LIMBER_DATA)', () => {
  test('limits come from YAML, in degrees where it says so', async () => {
    const robot = await readRobot(at(UR, 'urdf/ur.urdf.xacro'), { arguments: { ur_type: 'ur5e' } })
    const limits = ['shoulder_pan_joint', 'elbow_joint'].map((name) => [
      robot.joint(name).lower,
      robot.joint(name).upper,
    ])
    expect(limits).toEqual([
      [-2 * Math.PI, 2 * Math.PI],
      [-Math.PI, Math.PI],
    ])
  })

  test('the command takes arguments as ROS writes them', async () => {
    const { code, stdout } = await checkScene(at(UR, 'urdf/ur.urdf.xacro'), { argument: ['ur_type:=ur5e'] })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^free: nothing touches, 15 pairs checked/)
  })

  test('a type of which there are no files is refused by name', async () => {
    const error = await readRobot(at(UR, 'urdf/ur.urdf.xacro')).catch((reason: Error) => reason)
    expect(`${error}`).toMatch(
      /ur_common\.xacro, line \d+, <xacro:property> .* in macro read_model_data: expected a YAML file, got "package:\/\/ur_description\/config\/ur5x\//,
    )
    const typo = readRobot(at(UR, 'urdf/ur.urdf.xacro'), { arguments: { ur_type: 'ur5e', tf_prefx: 'a' } })
    await expect(typo).rejects.toThrow(/ur\.urdf\.xacro: expected arguments that the file has: name, .*, got tf_prefx$/)
  })

  test('the Panda is where the panda.urdf of others is, to 1e-10', async () => {
    const ours = await readRobot(at(FRANKA, 'panda/panda.urdf.xacro'), { arguments: { hand: 'true' } })
    const theirs = await readRobot(at('KavrakiLab+vamp/resources/panda/panda.urdf'))
    const links = theirs.links.map(({ name }) => name).filter((name) => ours.links.some((link) => link.name === name))
    expect(links).toEqual([
      ...Array.from({ length: 9 }, (_, k) => `panda_link${k}`),
      ...['panda_hand', 'panda_leftfinger', 'panda_rightfinger'],
    ])
    // Theirs has fixed fingers, further apart than the limits allow.
    const fingers = { panda_finger_joint1: 0.065 }
    const random = new Random(1)
    let worst = 0
    for (let k = 0; k < 100; k++) {
      const q = jointsAt(theirs, random)
      const [a, b] = [ours.configuration({ ...q, ...fingers }), theirs.configuration(q)]
      for (const link of links) {
        const [x, y] = [linkPose(ours, a, link), linkPose(theirs, b, link)]
        for (let i = 0; i < 12; i++) worst = Math.max(worst, Math.abs(x[i]! - y[i]!))
      }
    }
    console.log(`Panda: ${worst}`)
    expect(worst).toBeLessThan(1e-10)
  })

  test.each(['ur5e', 'ur10e'])('%s is where its default_kinematics.yaml says, to 1e-12', async (type) => {
    const robot = await readRobot(at(UR, 'urdf/ur.urdf.xacro'), { arguments: { ur_type: type } })
    const parts = kinematics(readFileSync(at(UR, 'config', type, 'default_kinematics.yaml'), 'utf8'))
    expect([...parts.keys()]).toEqual(['shoulder', 'upper_arm', 'forearm', 'wrist_1', 'wrist_2', 'wrist_3'])
    const moving = robot.joints.filter(({ variables }) => variables > 0).map(({ name }) => name)
    const random = new Random(2)
    let worst = 0
    for (let k = 0; k < 100; k++) {
      const q = jointsAt(robot, random)
      const configuration = robot.configuration(q)
      let pose = rotationOf(0, 0, Math.PI)
      moving.forEach((joint, i) => {
        const [link, { x, y, z, roll, pitch, yaw }] = [...parts][i]! as [string, Record<string, number>]
        const placed: Transform = rotationOf(roll!, pitch!, yaw!)
        placed[3] = x!
        placed[7] = y!
        placed[11] = z!
        pose = matrixProduct(matrixProduct(pose, placed), rotationOf(0, 0, q[joint]!))
        const got = linkPose(robot, configuration, `${link}_link`)
        for (let e = 0; e < 12; e++) worst = Math.max(worst, Math.abs(got[e]! - pose[e]!))
      })
    }
    console.log(`${type}: ${worst}`)
    expect(worst).toBeLessThan(1e-12)
  })
})

/** Values within the limits, by joint. */
function jointsAt(robot: Robot, random: Random): Record<string, number> {
  const moving = robot.joints.filter(({ variables, mimic }) => variables > 0 && mimic === undefined)
  return Object.fromEntries(moving.map(({ name, lower, upper }) => [name, lower + (upper - lower) * random.unit()]))
}

/** The lines of such a file: `  part:`, then `    key: number`. */
function kinematics(text: string): Map<string, Record<string, number>> {
  const parts = new Map<string, Record<string, number>>()
  let part: Record<string, number> = {}
  for (const line of text.split('\n')) {
    const [, name] = /^ {2}(\w+):\s*$/.exec(line) ?? []
    const [, key, value] = /^ {4}(\w+):\s*(\S+)\s*$/.exec(line) ?? []
    if (name !== undefined) parts.set(name, (part = {}))
    if (key !== undefined) part[key] = Number(value)
  }
  return parts
}
