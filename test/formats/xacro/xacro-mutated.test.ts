// Some hundred damaged xacro files, and bombs; test/deep/xacro-files.test.ts has ten thousand, with a watch on time and memory.
import { expect, test } from 'vitest'
import { BOMBS, mutatedXacro, xacroOutcome } from './xacro-mutate.js'
import { ARM_FILES } from './xacro-samples.js'

test('the robot that the damage is done to can be read', async () => {
  for (let seed = 2; seed < 8; seed++) expect(await xacroOutcome(ARM_FILES, seed)).toBe('read')
})

test('[robot-files] a damaged xacro file is read or refused with a named error', async () => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 300; seed++) {
    const { files, how } = mutatedXacro(seed)
    const outcome = await xacroOutcome(files, seed)
    // To try one again: xacroOutcome(mutatedXacro(seed).files, seed).
    expect(outcome, `mutatedXacro(${seed}): ${how}`).not.toMatch(/^wrong/)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  expect(counts.get('refused: RobotFileError')).toBeGreaterThan(150)
  expect(counts.get('read')).toBeGreaterThan(20)
  expect([...counts.keys()].sort()).toEqual(['read', 'refused: RobotFileError'])
})

test.each(Object.entries(BOMBS))('[robot-files] %s', async (how, files) => {
  const outcome = await xacroOutcome({ ...ARM_FILES, ...files }, 0)
  expect(outcome).toBe(how === 'many YAML files' ? 'read' : 'refused: RobotFileError')
})
