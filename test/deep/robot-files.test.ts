// Ten thousand damaged URDF and SRDF files: each is read or refused with a named error, inside 2 s of processor time and
// 512 MB. They are read by a child process, since a hang or a crash must not take the test with it. LIMBER_DEEP_STEPS scales
// it. And files that are large for their kind.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseRobot } from '../../src/formats/robot-parse.js'
import { chainUrdf } from '../formats/robot-samples.js'
import type { RobotLine } from '../formats/urdf-mutated-child.js'

const CHILD = fileURLToPath(new URL('../../dist/test/formats/urdf-mutated-child.js', import.meta.url))
const robots = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 10)
const BATCH = 1000
const MOST_MS = 2000
const MOST_MEGABYTES = 512
/** Without a word for so long, the child hangs: wall time, on a machine that may have other things to do. */
const SILENCE_MS = 20_000

/** The lines of one child; `first` + number of lines is the robot at which it died or fell silent. */
function readBatch(first: number, count: number): Promise<{ lines: RobotLine[]; ending: string | undefined }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${MOST_MEGABYTES}`, CHILD, `${first}`, `${count}`])
    const lines: RobotLine[] = []
    let text = ''
    let complaint = ''
    let silent = false
    const bark = (): void => {
      silent = true
      child.kill('SIGKILL')
    }
    let watchdog = setTimeout(bark, SILENCE_MS)
    child.stdout.on('data', (data: Buffer) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(bark, SILENCE_MS)
      const parts = (text + data.toString()).split('\n')
      text = parts.pop()!
      for (const part of parts) lines.push(JSON.parse(part))
    })
    child.stderr.on('data', (data: Buffer) => {
      complaint = (complaint + data.toString()).slice(-2000)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(watchdog)
      const ending = silent ? `silent for ${SILENCE_MS} ms` : code === 0 ? undefined : `${code ?? signal} ${complaint}`
      resolve({ lines, ending })
    })
  })
}

test(`[robot-files] ${robots} damaged robots are read or refused, inside 2 s and 512 MB each`, async () => {
  const counts = new Map<string, number>()
  const slowest = { ms: 0, which: '' }
  let megabytes = 0
  let done = 0
  const wrong: string[] = []
  for (let first = 1; first <= robots; first += BATCH) {
    const count = Math.min(BATCH, robots - first + 1)
    const { lines, ending } = await readBatch(first, count)
    if (ending !== undefined || lines.length < count) wrong.push(`mutatedRobot(${first + lines.length}): ${ending}`)
    for (const { seed, how, outcome, ms, megabytes: held } of lines) {
      const which = `mutatedRobot(${seed}): ${how}`
      done++
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      if (outcome.startsWith('wrong')) wrong.push(`${which}: ${outcome}`)
      if (ms > MOST_MS) wrong.push(`${which}: ${ms} ms`)
      if (held > MOST_MEGABYTES) wrong.push(`${which}: ${held} MB`)
      if (ms > slowest.ms) Object.assign(slowest, { ms, which })
      megabytes = Math.max(megabytes, held)
    }
  }
  console.log(JSON.stringify({ robots: done, outcomes: Object.fromEntries(counts), slowest, megabytes }))
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
