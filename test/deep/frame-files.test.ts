// Damaged files of frames, by the ten thousand: each is read or refused with a named error. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { mutatedFrames, outcomeOfFrames } from '../formats/molecules/frames-mutate.js'

const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 5)

test(`${files} damaged files of frames are read or refused`, () => {
  const counts = new Map<string, number>()
  const wrong: string[] = []
  for (let seed = 1; seed <= files; seed++) {
    const file = mutatedFrames(1_000_000 + seed)
    const outcome = outcomeOfFrames(file)
    if (outcome.startsWith('wrong'))
      wrong.push(`mutatedFrames(${1_000_000 + seed}): ${file.name}, ${file.how}: ${outcome}`)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  console.log(JSON.stringify({ files, outcomes: Object.fromEntries(counts) }))
  expect(wrong).toEqual([])
})
