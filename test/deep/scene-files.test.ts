// Ten thousand damaged scene and path files: each is read, with all that it names, or refused with a named error. They are read
// by a child process, since a hang or a crash must not take the test with it. LIMBER_DEEP_STEPS scales it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { SceneChildLine } from '../formats/robots/scene-mutated-child.js'

const CHILD = fileURLToPath(new URL('../../dist/test/formats/robots/scene-mutated-child.js', import.meta.url))
const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const BATCH = 500
const MOST_MEGABYTES = 512
/** Of wall time for a batch, on a machine that may have other things to do: what takes longer hangs. */
const BATCH_MS = 120_000
/** Of processor time for one file. */
const MOST_MS = 2000

const folder = mkdtempSync(join(tmpdir(), 'limber-scenes-'))

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test(`${files} damaged scene and path files are read or refused`, () => {
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let done = 0
  let slowest = 0
  for (let first = 1; first <= files; first += BATCH) {
    const count = Math.min(BATCH, files - first + 1)
    const args = [`--max-old-space-size=${MOST_MEGABYTES}`, CHILD, `${first}`, `${count}`, folder]
    const run = spawnSync(process.execPath, args, { timeout: BATCH_MS, killSignal: 'SIGKILL', encoding: 'utf8' })
    const lines = run.stdout.split('\n').slice(0, -1)
    if (lines.length < count) {
      wrong.push(`mutatedText(${first + lines.length}): ${run.signal ?? run.status} ${run.stderr.slice(-2000)}`)
    }
    for (const text of lines) {
      const { seed, kind, how, outcome, ms } = JSON.parse(text) as SceneChildLine
      done++
      counts.set(`${kind} ${outcome}`, (counts.get(`${kind} ${outcome}`) ?? 0) + 1)
      if (outcome.startsWith('wrong')) wrong.push(`mutatedText(${seed}): ${kind}, ${how}: ${outcome}`)
      if (ms > MOST_MS) wrong.push(`mutatedText(${seed}): ${kind}, ${how}: ${ms} ms`)
      slowest = Math.max(slowest, ms)
    }
  }
  console.log(JSON.stringify({ files: done, outcomes: Object.fromEntries(counts), slowest }))
  expect(wrong).toEqual([])
  expect(done).toBe(files)
})
