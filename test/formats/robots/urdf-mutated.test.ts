// Some hundred damaged robots; test/deep/robot-files.test.ts has ten thousand, with a watch on time and memory.
import { expect, test } from 'vitest'
import { RICH_FILES } from './robot-samples.js'
import { mutatedRobot, robotOutcome } from './urdf-mutate.js'

test('the robot that the damage is done to can be read', async () => {
  for (let seed = 0; seed < 6; seed++) expect(await robotOutcome(RICH_FILES, seed)).toBe('read')
})

test('[robot-files] a damaged robot is read or refused with a named error', async () => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 400; seed++) {
    const { files, how } = mutatedRobot(seed)
    const outcome = await robotOutcome(files, seed)
    // To try one again: robotOutcome(mutatedRobot(seed).files, seed).
    expect(outcome, `mutatedRobot(${seed}): ${how}`).not.toMatch(/^wrong/)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  // The damage is such that most, but not all, is noticed.
  expect(counts.get('refused: RobotFileError')).toBeGreaterThan(150)
  expect(counts.get('read')).toBeGreaterThan(50)
  expect([...counts.keys()].sort()).toEqual(['read', 'refused: RobotFileError'])
})
