// Some hundred damaged files of ROS and MoveIt; test/deep/ros-files.test.ts has ten thousand.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseRobot } from '../../../src/formats/robots/robot-parse.js'
import { mutatedRos, rosOutcome } from './ros-mutate.js'

test('a damaged message or planning scene is read or refused with a named error', async () => {
  const robot = await parseRobot(readFileSync(new URL('../../../examples/arm.urdf', import.meta.url), 'utf8'), {
    name: 'arm',
  })
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 150; seed++) {
    const outcome = await rosOutcome(mutatedRos(seed), robot)
    expect(outcome, `mutatedRos(${seed})`).toMatch(/^(read|refused)$/)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  expect(counts.get('refused')).toBeGreaterThan(50)
  expect(counts.get('read')).toBeGreaterThan(5)
})
