// The Robotiq 2F-85 of the folder LIMBER_DATA: two five-bars, each held by a spring. Its links beside a forward kinematics that walks the XML by
// itself, its pins over the whole stroke and all positions of the springs, a proved stroke, and what is proved of pairs of its fingers.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRobot } from '../../../node/index.js'
import { checkMotion, Random, type Robot, World } from '../../../src/entries/robots.js'
import { classifyPair } from '../../../src/robots/allow/classify-pair.js'
import { mjcfBodies, rotated } from '../../oracle/robots/mjcf.js'
import { expectClose, matrixOf } from './mjcf-check.js'

const file =
  process.env.LIMBER_DATA === undefined
    ? ''
    : join(process.env.LIMBER_DATA, 'robots', 'google-deepmind+mujoco_menagerie', 'robotiq_2f85', '2f85.xml')

/** Read once: its meshes take a while. */
let read: Promise<Robot> | undefined
const gripper = (): Promise<Robot> => {
  read ??= readRobot(file)
  return read
}

describe.skipIf(!existsSync(file))('the Robotiq 2F-85 (LIMBER_DATA)', () => {
  test('[mjcf] [loops] links are where the XML says, and the pins hold to 1e-12 m', async () => {
    const robot = await gripper()
    expect(robot.variables).toEqual(['right_spring_link_joint', 'left_driver_joint', 'left_spring_link_joint'])
    const text = readFileSync(file, 'utf8')
    const bodiesAt = (values: Record<string, number>) =>
      new Map(mjcfBodies(text, () => '', values).map((body) => [body.name, body]))
    // MuJoCo takes the pin's place in the second body from where the bodies are at first.
    const first = bodiesAt({})
    const [follower, coupler] = [first.get('right_follower')!, first.get('right_coupler')!]
    const [w, ...xyz] = coupler.quaternion
    const inverse = [w!, ...xyz.map((x) => -x)]
    const anchor = rotated(
      inverse,
      follower.position.map((x, k) => x - coupler.position[k]!),
    )
    const random = new Random(5)
    let closed = 0
    let worst = 0
    for (let n = 0; n < 120; n++) {
      const q = Array.from(robot.lower, (low, i) => (n === 0 ? 0 : random.range(low, robot.upper[i]!)))
      if (!robot.joints.every(({ loop }) => loop === undefined || loop.closesAt(q, 0))) continue
      closed++
      const names = robot.joints.filter(({ kind }) => kind !== 'fixed').map(({ name }) => name)
      const bodies = bodiesAt(Object.fromEntries(names.map((name) => [name, robot.jointValue(name, q)])))
      const poses = robot.linkPoses(q)
      for (const { name, position, quaternion } of bodies.values()) {
        const { index } = robot.link(name)
        expectClose(poses.slice(12 * index, 12 * index + 12), matrixOf(quaternion, position))
      }
      for (const side of ['right', 'left']) {
        const own = bodies.get(`${side}_coupler`)!
        const turned = rotated(own.quaternion, anchor)
        const pin = bodies.get(`${side}_follower`)!.position
        worst = Math.max(worst, Math.hypot(...pin.map((x, k) => x - own.position[k]! - turned[k]!)))
      }
    }
    expect(closed).toBeGreaterThan(20)
    expect(worst).toBeLessThan(1e-12)
  })

  test('a stroke is proved free until the pads meet', async () => {
    const robot = await gripper()
    const world = new World({ robots: [robot] })
    expect(world.collides(robot.neutral())).toBe(false)
    expect(
      checkMotion(world, [
        [0, 0, 0],
        [0.55, 0.6, 0.55],
      ]).outcome,
    ).toBe('free')
    const shut = checkMotion(world, [
      [0, 0, 0],
      [0.7, 0.8, 0.7],
    ])
    expect(shut).toMatchObject({ outcome: 'collision', a: 'robotiq_2f85/right_pad', b: 'robotiq_2f85/left_pad' })
    const pads = new World({ robots: [robot], allowed: [['robotiq_2f85/right_pad', 'robotiq_2f85/left_pad']] })
    const whole = checkMotion(pads, [
      [0, 0, 0],
      [0.78, 0.8, 0.78],
    ])
    expect(whole.outcome).toBe('free')
    // As if the springs held the finger to the driver: the coupler leaves its range by a milliradian.
    const straight = checkMotion(world, [
      [0, 0, 0],
      [0.8, 0.8, 0.8],
    ])
    expect(straight).toMatchObject({ outcome: 'outside-limits', joint: 'robotiq_2f85/right_coupler_joint', limit: 0 })
    const torn = checkMotion(world, [
      [0, 0, 0],
      [0.8, 0, 0.8],
    ])
    expect(torn).toMatchObject({ outcome: 'outside-limits', joint: 'robotiq_2f85/right_coupler_joint (loop)' })
  })

  test('fingers touch at the pads only, for all positions of driver and springs (all links: test/deep/loops.test.ts)', async () => {
    const robot = await gripper()
    const parts = ['coupler', 'follower', 'pad']
    const options = { samples: 60, descents: 3 }
    for (const a of parts) {
      for (const b of parts) {
        const pads = (a === 'pad' && (b === 'pad' || b === 'follower')) || (a === 'follower' && b === 'pad')
        const found = classifyPair(robot, `right_${a}`, `left_${b}`, options)
        expect([a, b, found.class]).toEqual([a, b, pads ? 'sometimes' : 'never'])
      }
    }
  })
})
