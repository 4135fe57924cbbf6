// Closed loops at length: bounds over many more boxes, motions and pairs of random bars, and all links of a real gripper.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRobot } from '../../node/index.js'
import { Random } from '../../src/entries/robots.js'
import { classifyPair } from '../../src/robots/allow/classify-pair.js'
import { checkBounds, checkLoopMotion, checkLoopPair, randomBars, randomShape } from '../oracle/robots/loops.js'

/** LIMBER_DEEP_STEPS scales it: 1 for 100,000. */
const ROUNDS = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100_000

test('[loops] bounds of value and derivatives hold all over a box', () => {
  const random = new Random(1001)
  let closed = 0
  for (let n = 0; n < 20_000 * ROUNDS; n++) {
    const isNear = n % 2 === 0
    const shape = randomShape(random, isNear)
    const middle = shape.variables.map(() => (isNear ? 0 : random.range(-8, 8)))
    const width = 10 ** random.range(-13, 0.5)
    const half = middle.map(() => width * random.unit())
    if (checkBounds(shape, middle, half, random) === 'closed') closed++
  }
  expect(closed).toBeGreaterThan(2000 * ROUNDS)
})

test('[loops] [motion-free] free is free at every sample', () => {
  const random = new Random(1002)
  let free = 0
  for (let n = 0; n < 1500 * ROUNDS; n++) {
    if (checkLoopMotion(randomBars(random, n % 2 === 0).robot, random, 1500) === 'free') free++
  }
  expect(free).toBeGreaterThan(200 * ROUNDS)
})

test('[loops] never is never at any sample', () => {
  const random = new Random(1003)
  const names = ['base', 'crank', 'coupler', 'other', 'rocker'] as const
  let never = 0
  for (let n = 0; n < 200 * ROUNDS; n++) {
    const { robot } = randomBars(random, n % 2 === 0)
    const i = random.integer(4)
    const j = i + 1 + random.integer(4 - i)
    const [a, b] = [robot.link(names[i]!), robot.link(names[j]!)].sort((x, y) => x.index - y.index)
    if (checkLoopPair(robot, a!.name, b!.name, random, 2000) === 'never') never++
  }
  expect(never).toBeGreaterThan(5 * ROUNDS)
})

const gripper = join(process.env.LIMBER_DATA ?? 'none', 'robots/google-deepmind+mujoco_menagerie/robotiq_2f85/2f85.xml')

test.skipIf(!existsSync(gripper))('the fingers of the Robotiq 2F-85 touch at the pads only (LIMBER_DATA)', async () => {
  const robot = await readRobot(gripper)
  const parts = ['driver', 'coupler', 'spring_link', 'follower', 'pad']
  for (const a of parts) {
    for (const b of parts) {
      const pads = (a === 'pad' && (b === 'pad' || b === 'follower')) || (a === 'follower' && b === 'pad')
      expect([a, b, classifyPair(robot, `right_${a}`, `left_${b}`).class]).toEqual([a, b, pads ? 'sometimes' : 'never'])
    }
  }
})
