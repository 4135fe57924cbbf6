// One fresh process: reads a robot, makes a world, plans, and asks for collisions, with code that no one has run yet. Its arguments
// are a build's `dist`, of which it loads what the package.json beside it exports, as users do, and a document with the problem; it
// prints milliseconds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the process is given: files, and plain numbers. */
export interface FirstProblem {
  readonly urdf: string
  readonly srdf: string
  readonly packages: Readonly<Record<string, string>>
  /** Twelve numbers a pose. */
  readonly boxes: readonly {
    readonly name: string
    readonly size: readonly number[]
    readonly pose: readonly number[]
  }[]
  readonly start: readonly number[]
  readonly goal: readonly number[]
  readonly configurations: readonly (readonly number[])[]
}

export interface FirstTimes {
  /** From the start of the process: to a world, and to a proved path; processor time of all threads to that path. */
  readonly worldMillis: number
  readonly planMillis: number
  readonly cpuMillis: number
  /** Of the first tests of collision in that world, by the clock. */
  readonly collidesPerSecond: number
  readonly outcome: string
}

async function main(dist: string, file: string): Promise<void> {
  const { exports } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8'))
  const load = (entry: string) => import(pathToFileURL(join(dist, '..', exports[entry].default)).href)
  const problem: FirstProblem = JSON.parse(readFileSync(file, 'utf8'))
  const { readRobot }: typeof import('../../node/index.js') = await load('./node')
  const { World, box, planNow }: typeof import('../../src/entries/robots.js') = await load('./robots')
  const robot = await readRobot(problem.urdf, { srdf: problem.srdf, packages: problem.packages })
  const obstacles = problem.boxes.map(({ name, size, pose }) => ({
    name,
    shape: box({ size }),
    pose: Float64Array.from(pose),
  }))
  const world = new World({ robots: [robot], obstacles })
  const worldMillis = performance.now()
  const ends = [problem.start, problem.goal].map((q) => Float64Array.from(q)) as [Float64Array, Float64Array]
  const { outcome } = planNow(world, ...ends, { seed: 1 })
  const planMillis = performance.now()
  const { user, system } = process.cpuUsage()
  // A world that was not used, so that nothing is known of it, as after reading a file.
  const other = new World({ robots: [robot], obstacles })
  const configurations = problem.configurations.map((q) => Float64Array.from(q))
  const before = performance.now()
  for (const q of configurations) other.collides(q)
  const spent = performance.now() - before
  const times: FirstTimes = {
    worldMillis,
    planMillis,
    cpuMillis: (user + system) / 1000,
    collidesPerSecond: (1000 * configurations.length) / spent,
    outcome,
  }
  console.log(JSON.stringify(times))
}

if (process.argv[1]?.endsWith('first-plan.js')) await main(process.argv[2]!, process.argv[3]!)
