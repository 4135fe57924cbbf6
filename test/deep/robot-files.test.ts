// Ten thousand damaged URDF and SRDF files, and as many MuJoCo models: each is read or refused with a named error, inside 2 s of processor time and
// 512 MB. They are read by a child process, since a hang or a crash must not take the test with it. LIMBER_DEEP_STEPS scales
// it. And files that are large for their kind.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseRobot } from '../../src/formats/robots/robot-parse.js'
import { chainUrdf } from '../formats/robots/robot-samples.js'
import type { RobotLine } from '../formats/robots/urdf-mutated-child.js'
import { readLines } from './child-lines.js'

const CHILD = fileURLToPath(new URL('../../dist/test/formats/robots/urdf-mutated-child.js', import.meta.url))
const robots = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const BATCH = 1000
const MOST_MS = 2000
const MOST_MEGABYTES = 512

// Seeds below 0 are MuJoCo models (urdf-mutated-child.ts).
test.each([
  ['robots', 'mutatedRobot', 1],
  ['MuJoCo models', 'mutatedMjcf', -robots],
])(`[robot-files] ${robots} damaged %s are read or refused, inside 2 s and 512 MB each`, async (_, call, start) => {
  const counts = new Map<string, number>()
  const slowest = { ms: 0, which: '' }
  let megabytes = 0
  let done = 0
  const wrong: string[] = []
  for (let first = start; first < start + robots; first += BATCH) {
    const count = Math.min(BATCH, start + robots - first)
    const { lines, ending } = await readLines<RobotLine>(CHILD, first, count, MOST_MEGABYTES)
    if (ending !== undefined || lines.length < count)
      wrong.push(`${call}(${Math.abs(first + lines.length)}): ${ending}`)
    for (const { seed, how, outcome, ms, megabytes: held } of lines) {
      const which = `${call}(${Math.abs(seed)}): ${how}`
      done++
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      if (outcome.startsWith('wrong')) wrong.push(`${which}: ${outcome}`)
      if (ms > MOST_MS) wrong.push(`${which}: ${ms} ms`)
      if (held > MOST_MEGABYTES) wrong.push(`${which}: ${held} MB`)
      if (ms > slowest.ms) Object.assign(slowest, { ms, which })
      megabytes = Math.max(megabytes, held)
    }
  }
  console.log(JSON.stringify({ [call]: done, outcomes: Object.fromEntries(counts), slowest, megabytes }))
  expect(wrong).toEqual([])
  expect(done).toBe(robots)
})

test('[robot-files] a chain of 100,000 links is a robot', async () => {
  const n = 100_000
  const robot = await parseRobot(chainUrdf(n), {
    srdf: `<robot name="test"><group name="all"><chain base_link="link0" tip_link="link${n}"/></group></robot>`,
  })
  expect([robot.links.length, robot.dof, robot.groups[0]!.joints.length]).toEqual([n + 1, n, n])
  const poses = robot.linkPoses(robot.neutral())
  expect(poses[12 * n + 3]).toBe(n)
})
