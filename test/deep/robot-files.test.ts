// Robot files that are large for their kind. Damaged ones: `npm run fuzz`.
import { expect, test } from 'vitest'
import { parseRobot } from '../../src/formats/robots/robot-parse.js'
import { chainUrdf } from '../formats/robots/robot-samples.js'

test('[robot-files] a chain of 100,000 links is a robot', async () => {
  const n = 100_000
  const robot = await parseRobot(chainUrdf(n), {
    srdf: `<robot name="test"><group name="all"><chain base_link="link0" tip_link="link${n}"/></group></robot>`,
  })
  expect([robot.links.length, robot.dof, robot.groups[0]!.joints.length]).toEqual([n + 1, n, n])
  const poses = robot.linkPoses(robot.neutral())
  expect(poses[12 * n + 3]).toBe(n)
})
