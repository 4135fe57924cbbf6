// Some hundred damaged files; test/deep/mesh-files.test.ts has ten thousand, with a watch on time and memory.
import { expect, test } from 'vitest'
import { mutatedFile, outcomeOf, seedFiles } from './mutate.js'

test('the files that the damage is done to can be read', () => {
  for (const file of seedFiles()) expect(outcomeOf(file), file.name).toBe('read')
})

test('they are the same bytes whenever they are made', () => {
  const zipped = seedFiles().filter(({ name }) => name.endsWith('.gz'))
  expect(zipped.length).toBe(6)
  // Where gzip has the time.
  for (const { name, bytes } of zipped) expect([...bytes.subarray(4, 8)], name).toEqual([0, 0, 0, 0])
})

test('a damaged file is read or refused with a named error', () => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 800; seed++) {
    const file = mutatedFile(seed)
    const outcome = outcomeOf(file)
    // To try one again: outcomeOf(mutatedFile(seed)).
    expect(outcome, `mutatedFile(${seed}): ${file.name}, ${file.how}`).not.toMatch(/^wrong/)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  // The damage is such that most, but not all, is noticed.
  expect(counts.get('refused: MeshFileError')).toBeGreaterThan(300)
  expect(counts.get('read')).toBeGreaterThan(50)
})
