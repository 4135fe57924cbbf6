// Some hundred damaged scene and path files; test/deep/scene-files.test.ts has ten thousand.
import { expect, test } from 'vitest'
import { mutatedText, textOutcome } from './scene-mutate.js'

test('[scene-strict] a damaged scene or path file is read or refused with a named error', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 1500; seed++) {
    const file = mutatedText(seed)
    const outcome = textOutcome(file)
    // To try one again: textOutcome(mutatedText(seed)).
    expect(outcome, `mutatedText(${seed}): ${file.kind}, ${file.how}`).not.toMatch(/^wrong/)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  // The damage is such that most, but not all, is noticed.
  expect(counts.get('refused: SceneFileError')).toBeGreaterThan(700)
  expect(counts.get('read')).toBeGreaterThan(100)
})
