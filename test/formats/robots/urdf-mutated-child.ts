// Reads damaged robots, one after the other, and writes a line about each as soon as it is done: whoever started this knows
// which one it was when it dies or hangs. Arguments: the first seed, and how many; seeds below 0 are MuJoCo models.
import { writeSync } from 'node:fs'
import { mjcfOutcome, mutatedMjcf } from './mjcf-mutate.js'
import { mutatedRobot, robotOutcome } from './urdf-mutate.js'

export interface RobotLine {
  readonly seed: number
  readonly how: string
  readonly outcome: string
  /** Processor time for this one. */
  readonly ms: number
  /** The most memory that this process has ever had, node itself included. */
  readonly megabytes: number
}

const [first, count] = process.argv.slice(2).map(Number) as [number, number]
for (let seed = first; seed < first + count; seed++) {
  const { files, how } = seed < 0 ? mutatedMjcf(-seed) : mutatedRobot(seed)
  const before = process.cpuUsage()
  const outcome = await (seed < 0 ? mjcfOutcome(files, -seed) : robotOutcome(files, seed))
  const { user, system } = process.cpuUsage(before)
  const line: RobotLine = {
    ...{ seed, how, outcome },
    ms: (user + system) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
  }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
