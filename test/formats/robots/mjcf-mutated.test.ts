// Some hundred damaged MuJoCo models; test/deep/robot-files.test.ts has ten thousand, with a watch on time and memory.
import { expect, test } from 'vitest'
import { mjcfOutcome, mutatedMjcf } from './mjcf-mutate.js'
import { RICH_MODEL } from './mjcf-samples.js'

test('the model that the damage is done to can be read', async () => {
  for (let seed = 0; seed < 6; seed++) expect(await mjcfOutcome(RICH_MODEL, seed)).toBe('read')
})

test('[robot-files] a damaged MuJoCo model is read or refused with a named error', async () => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 400; seed++) {
    const { files, how } = mutatedMjcf(seed)
    const outcome = await mjcfOutcome(files, seed)
    // To try one again: mjcfOutcome(mutatedMjcf(seed).files, seed).
    expect(outcome, `mutatedMjcf(${seed}): ${how}`).not.toMatch(/^wrong/)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  // The damage is such that most, but not all, is noticed.
  expect(counts.get('refused: RobotFileError')).toBeGreaterThan(150)
  expect(counts.get('read')).toBeGreaterThan(30)
  expect([...counts.keys()].sort()).toEqual(['read', 'refused: RobotFileError'])
})
