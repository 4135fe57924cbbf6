// Ten thousand damaged motion-capture files: each is read or refused with a named error, none takes two seconds; and files made to be
// slow. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { clipOutcome, mutatedClip } from '../formats/robots/bvh-mutate.js'

const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const MOST_MS = 2000

function timed(text: string): { outcome: string; ms: number } {
  const before = process.cpuUsage()
  const outcome = clipOutcome(text)
  const { user, system } = process.cpuUsage(before)
  return { outcome, ms: (user + system) / 1000 }
}

test(`${files} damaged BVH files are read or refused`, { timeout: 600_000 }, () => {
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let slowest = 0
  for (let seed = 1; seed <= files; seed++) {
    const { outcome, ms } = timed(mutatedClip(seed))
    counts.set(outcome.slice(0, 7), (counts.get(outcome.slice(0, 7)) ?? 0) + 1)
    slowest = Math.max(slowest, ms)
    if (outcome.startsWith('wrong') || ms > MOST_MS) wrong.push(`mutatedClip(${seed}): ${outcome}, ${ms} ms`)
  }
  console.log(JSON.stringify({ files, outcomes: Object.fromEntries(counts), slowest }))
  expect(wrong).toEqual([])
})

test.each(['0 0 0', '1e-9 0 0'])('300 joints at one point (%s): no more than two seconds', (offset) => {
  const joints = Array.from(
    { length: 299 },
    (_, k) => `JOINT j${k} { OFFSET ${offset}\nCHANNELS 1 Xrotation\nEnd Site { OFFSET 1 ${k} 0 } }\n`,
  )
  const line = Array.from({ length: 300 }, () => '0').join(' ')
  const text = `HIERARCHY\nROOT r { OFFSET 0 0 0\nCHANNELS 1 Xrotation\n${joints.join('')}}\nMOTION\nFrames: 1\nFrame Time: 1\n${line}\n`
  const { outcome, ms } = timed(text)
  expect(outcome).toBe('read')
  expect(ms).toBeLessThan(MOST_MS)
})
