// Reads damaged mesh files, one after the other, and writes a line about each as soon as it is done: whoever started
// this knows which file it was when it dies or hangs. Arguments: the first seed, and how many.
import { writeSync } from 'node:fs'
import { mutatedFile, outcomeOf } from './mutate.js'

export interface ChildLine {
  readonly seed: number
  readonly name: string
  readonly how: string
  readonly outcome: string
  /** Processor time for this one file. */
  readonly ms: number
  /** The most memory that this process has ever had, node itself included. */
  readonly megabytes: number
}

const [first, count] = process.argv.slice(2).map(Number) as [number, number]
for (let seed = first; seed < first + count; seed++) {
  const file = mutatedFile(seed)
  const before = process.cpuUsage()
  const outcome = outcomeOf(file)
  const { user, system } = process.cpuUsage(before)
  const line: ChildLine = {
    ...{ seed, name: file.name, how: file.how, outcome },
    ms: (user + system) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
  }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
