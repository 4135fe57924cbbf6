// Ten thousand damaged mesh files: each is read or refused with a named error, inside 2 s of processor time and 512 MB.
// They are read by a child process, since a hang or a crash must not take the test with it. LIMBER_DEEP_STEPS scales it.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ChildLine } from '../formats/meshes/mutated-child.js'
import { readLines } from './child-lines.js'

const CHILD = fileURLToPath(new URL('../../dist/test/formats/meshes/mutated-child.js', import.meta.url))
const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const BATCH = 500
const MOST_MS = 2000
const MOST_MEGABYTES = 512

test(`${files} damaged files are read or refused, inside 2 s and 512 MB each`, async () => {
  const counts = new Map<string, number>()
  const byFormat = new Map<string, { read: number; refused: number }>()
  const slowest = { ms: 0, which: '' }
  let megabytes = 0
  let done = 0
  const wrong: string[] = []
  for (let first = 1; first <= files; first += BATCH) {
    const count = Math.min(BATCH, files - first + 1)
    const { lines, ending } = await readLines<ChildLine>(CHILD, first, count, MOST_MEGABYTES)
    if (ending !== undefined || lines.length < count) wrong.push(`mutatedFile(${first + lines.length}): ${ending}`)
    for (const { seed, name, how, outcome, ms, megabytes: held } of lines) {
      const which = `mutatedFile(${seed}): ${name}, ${how}`
      done++
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      const format = name.replace(/^\w+\./, '')
      const kind = byFormat.get(format) ?? { read: 0, refused: 0 }
      kind[outcome.startsWith('refused') ? 'refused' : 'read']++
      byFormat.set(format, kind)
      if (outcome.startsWith('wrong')) wrong.push(`${which}: ${outcome}`)
      if (ms > MOST_MS) wrong.push(`${which}: ${ms} ms`)
      if (held > MOST_MEGABYTES) wrong.push(`${which}: ${held} MB`)
      if (ms > slowest.ms) Object.assign(slowest, { ms, which })
      megabytes = Math.max(megabytes, held)
    }
  }
  console.log(JSON.stringify({ files: done, outcomes: Object.fromEntries(counts), slowest, megabytes }))
  console.log(
    [...byFormat].map(([format, { read, refused }]) => `${format} ${read} read, ${refused} refused`).join('; '),
  )
  expect(wrong).toEqual([])
  expect(done).toBe(files)
})
