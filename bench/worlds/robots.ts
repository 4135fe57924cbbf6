// The robots of the bench: real ones where the data folder is there (the environment variable LIMBER_DATA), else those of the
// scene library.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hand, humanoid, meshArm } from '../../scenes/index.js'
import type { Robot } from '../../src/index.js'
import { DATA_ROBOTS, type DataRobot, dataRobot } from '../data-robots.js'
import { alwaysTouching } from './brute-force.js'

export interface BenchRobot {
  readonly name: string
  readonly robot: Robot
  /** How far from the base the boxes around it are, at most: metres. */
  readonly reach: number
  /** Pairs that are not checked beside those that the robot's own list names. */
  readonly allowed: readonly (readonly [string, string])[]
}

const REAL: readonly (Pick<BenchRobot, 'name' | 'reach'> & { readonly key: DataRobot })[] = [
  { name: 'Panda', key: 'panda', reach: 1 },
  { name: 'UR5', key: 'ur5', reach: 1 },
  { name: 'IRB 2400', key: 'irb2400', reach: 1.8 },
  { name: 'Shadow hand', key: 'shadow', reach: 0.5 },
  { name: 'Atlas', key: 'atlas', reach: 1.3 },
]

/** Configurations by which pairs that always touch are found. */
const SAMPLES = 200

/** All of them, or the first few. */
export async function benchRobots(most = Infinity): Promise<{ robots: BenchRobot[]; notes: string[] }> {
  const data = process.env.LIMBER_DATA
  if (data === undefined || !existsSync(join(data, 'robots'))) {
    const own = [meshArm(), hand(), humanoid()].slice(0, most)
    return {
      robots: own.map((robot) => ({ name: robot.name, robot, reach: robot.name === 'hand' ? 0.4 : 1, allowed: [] })),
      notes: [
        'without the robots of the data folder: LIMBER_DATA does not name it; those of scenes/ are in their place',
      ],
    }
  }
  const robots: BenchRobot[] = []
  const notes: string[] = []
  for (const { name, key, reach } of REAL.slice(0, most)) {
    const { urdf, srdf } = DATA_ROBOTS[key]
    if (!existsSync(join(data, 'robots', urdf))) {
      notes.push(`without ${name}: the data folder has no robots/${urdf}`)
      continue
    }
    const robot = await dataRobot(data, key, { srdf: true })
    const allowed = srdf === undefined ? alwaysTouching(robot, SAMPLES) : []
    if (allowed.length > 0) {
      notes.push(`${name}: ${allowed.length} pairs of links that touch at rest or always are left out`)
    }
    robots.push({ name, robot, reach, allowed })
  }
  return { robots, notes }
}
