// Ten thousand damaged files of ROS and MoveIt: each is read or refused with a named error, none takes two seconds; and files made to be
// slow. LIMBER_DEEP_STEPS scales it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseRobot } from '../../src/formats/robots/robot-parse.js'
import { LONGEST_YAML } from '../../src/formats/text/yaml-documents.js'
import { type MutatedRos, mutatedRos, rosOutcome } from '../formats/ros/ros-mutate.js'

const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const MOST_MS = 2000
const robot = await parseRobot(readFileSync(new URL('../../examples/arm.urdf', import.meta.url), 'utf8'), {
  name: 'arm',
})

async function timed(file: MutatedRos): Promise<{ outcome: string; ms: number }> {
  const before = process.cpuUsage()
  const outcome = await rosOutcome(file, robot)
  const { user, system } = process.cpuUsage(before)
  return { outcome, ms: (user + system) / 1000 }
}

test(`${files} damaged files of ROS and MoveIt are read or refused`, { timeout: 600_000 }, async () => {
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let slowest = 0
  for (let seed = 1; seed <= files; seed++) {
    const { outcome, ms } = await timed(mutatedRos(seed))
    counts.set(outcome.slice(0, 7), (counts.get(outcome.slice(0, 7)) ?? 0) + 1)
    slowest = Math.max(slowest, ms)
    if (outcome.startsWith('wrong') || ms > MOST_MS) wrong.push(`mutatedRos(${seed}): ${outcome}, ${ms} ms`)
  }
  console.log(JSON.stringify({ files, outcomes: Object.fromEntries(counts), slowest }))
  expect(wrong).toEqual([])
})

const aliases = Array.from({ length: 40 }, (_, k) => `a${k + 1}: &a${k + 1} [*a${k}, *a${k}]`).join('\n')
test.each<[string, string]>([
  ['aliases that double', `a0: &a0 [1, 1]\n${aliases}\n`],
  ['one alias, many times', `joint_names: &a [x]\n${Array.from({ length: 60_000 }, (_, k) => `f${k}: *a`).join('\n')}`],
  ['open brackets', `joint_names: ${'['.repeat(500_000)}`],
  ['open lists', `a:\n${'- '.repeat(LONGEST_YAML / 2 - 10)}`],
  ['a list of texts', `joint_names:\n${'- a\n'.repeat(110_000)}`],
  ['a list of numbers', `a: [${'1,'.repeat(110_000)}]`],
  ['fields', Array.from({ length: 90_000 }, (_, k) => `k${k}: 1`).join('\n')],
  ['comments', `a: 1\n${'#x\n'.repeat(110_000)}`],
  ['a text', `a: "${'\\x41'.repeat(LONGEST_YAML / 4 - 10)}"`],
])('made to be slow: %s', async (_, text) => {
  const { outcome, ms } = await timed({ isPath: true, text })
  expect(outcome).toBe('refused')
  expect(ms).toBeLessThan(MOST_MS)
})
