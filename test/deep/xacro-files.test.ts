// Ten thousand damaged xacro files, and files that would grow without end: each is read or refused with a named error, inside 2 s of
// processor time and 512 MB. They are read by a child process, since a hang or a crash must not take the test with it.
// LIMBER_DEEP_STEPS scales it.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { RobotLine } from '../formats/robots/urdf-mutated-child.js'
import { BOMBS } from '../formats/xacro/xacro-mutate.js'
import { readLines } from './child-lines.js'

const CHILD = fileURLToPath(new URL('../../dist/test/formats/xacro/xacro-mutated-child.js', import.meta.url))
const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const BATCH = 1000
const MOST_MS = 2000
const MOST_MEGABYTES = 512

/** Seed 0 stands for all bombs. */
test(`[robot-files] ${files} damaged xacro files and all bombs are read or refused, inside 2 s and 512 MB each`, async () => {
  const counts = new Map<string, number>()
  const slowest = { ms: 0, which: '' }
  let megabytes = 0
  const wrong: string[] = []
  for (let first = 0; first <= files; first += BATCH) {
    const count = Math.min(BATCH, files - first + 1)
    const wanted = count + (first === 0 ? Object.keys(BOMBS).length - 1 : 0)
    const { lines, ending } = await readLines<RobotLine>(CHILD, first, count, MOST_MEGABYTES)
    if (ending !== undefined || lines.length < wanted) wrong.push(`behind ${lines.at(-1)?.how}: ${ending}`)
    for (const { seed, how, outcome, ms, megabytes: held } of lines) {
      const which = `mutatedXacro(${seed}): ${how}`
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      if (outcome.startsWith('wrong')) wrong.push(`${which}: ${outcome}`)
      if (ms > MOST_MS) wrong.push(`${which}: ${ms} ms`)
      if (held > MOST_MEGABYTES) wrong.push(`${which}: ${held} MB`)
      if (ms > slowest.ms) Object.assign(slowest, { ms, which })
      megabytes = Math.max(megabytes, held)
    }
  }
  console.log(JSON.stringify({ outcomes: Object.fromEntries(counts), slowest, megabytes }))
  expect(wrong).toEqual([])
  expect([...counts.values()].reduce((sum, one) => sum + one, 0)).toBe(files + Object.keys(BOMBS).length)
})
