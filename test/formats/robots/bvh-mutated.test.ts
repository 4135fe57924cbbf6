// Some hundred damaged motion-capture files; test/deep/bvh-files.test.ts has ten thousand.
import { expect, test } from 'vitest'
import { clipOutcome, mutatedClip } from './bvh-mutate.js'

test('a damaged BVH file is read or refused with a named error and a place', () => {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 400; seed++) {
    const outcome = clipOutcome(mutatedClip(seed))
    expect(outcome, `mutatedClip(${seed})`).toMatch(/^(read|refused)$/)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  expect(counts.get('refused')).toBeGreaterThan(100)
  expect(counts.get('read')).toBeGreaterThan(20)
})
