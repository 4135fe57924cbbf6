// Reads damaged xacro files, one after the other, and writes a line about each as soon as it is done: the parent process knows
// which one it was when it dies or hangs. Arguments: the first seed, and how many; or `bombs`.
import { writeSync } from 'node:fs'
import type { RobotLine } from '../robots/urdf-mutated-child.js'
import { BOMBS, mutatedXacro, xacroOutcome } from './xacro-mutate.js'
import { ARM_FILES, type Files } from './xacro-samples.js'

async function tell(seed: number, how: string, files: Files): Promise<void> {
  const before = process.cpuUsage()
  const outcome = await xacroOutcome(files, seed)
  const { user, system } = process.cpuUsage(before)
  const megabytes = process.resourceUsage().maxRSS / 1024
  const line: RobotLine = { seed, how, outcome, ms: (user + system) / 1000, megabytes }
  writeSync(1, `${JSON.stringify(line)}\n`)
}

const [first, count] = process.argv.slice(2).map(Number) as [number, number]
if (first === 0) for (const [how, files] of Object.entries(BOMBS)) await tell(0, how, { ...ARM_FILES, ...files })
for (let seed = Math.max(1, first); seed < first + count; seed++) {
  const { files, how } = mutatedXacro(seed)
  await tell(seed, how, files)
}
