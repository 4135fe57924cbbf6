// The robots of the bench: real ones where the data folder is there (the environment variable LIMBER_DATA), else those of the
// scene library.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRobot } from '../../node/index.js'
import { hand, humanoid, meshArm } from '../../scenes/index.js'
import type { Robot } from '../../src/index.js'
import { alwaysTouching } from './brute-force.js'

export interface BenchRobot {
  readonly name: string
  readonly robot: Robot
  /** How far from the base the boxes around it are, at most: metres. */
  readonly reach: number
  /** Pairs that are not checked beside those that the robot's own list names. */
  readonly allowed: readonly (readonly [string, string])[]
}

interface Source {
  readonly name: string
  readonly urdf: string
  readonly srdf?: string
  readonly reach: number
  readonly packages?: Readonly<Record<string, string>>
}

const FILES: readonly Source[] = [
  {
    name: 'Panda',
    urdf: 'KavrakiLab+vamp/resources/panda/panda.urdf',
    srdf: 'KavrakiLab+vamp/resources/panda/panda.srdf',
    packages: { meshes: 'KavrakiLab+vamp/resources/panda/meshes' },
    reach: 1,
  },
  {
    name: 'UR5',
    urdf: 'KavrakiLab+vamp/resources/ur5/ur5.urdf',
    srdf: 'KavrakiLab+vamp/resources/ur5/ur5.srdf',
    packages: { meshes: 'KavrakiLab+vamp/resources/ur5/meshes' },
    reach: 1,
  },
  {
    name: 'IRB 2400',
    urdf: 'tesseract-robotics+tesseract/support/urdf/abb_irb2400.urdf',
    srdf: 'tesseract-robotics+tesseract/support/urdf/abb_irb2400.srdf',
    packages: { tesseract: 'tesseract-robotics+tesseract' },
    reach: 1.8,
  },
  {
    name: 'Shadow hand',
    urdf: 'dexsuite+dex-urdf/robots/hands/shadow_hand/shadow_hand_right.urdf',
    reach: 0.5,
  },
  {
    name: 'Atlas',
    urdf: 'openai+roboschool/roboschool/models_robot/atlas_description/urdf/atlas_v4_with_multisense.urdf',
    reach: 1.3,
  },
]

/** Configurations by which pairs that always touch are found. */
const SAMPLES = 200

/** All of them, or the first few. */
export async function benchRobots(most = Infinity): Promise<{ robots: BenchRobot[]; notes: string[] }> {
  const data = process.env.LIMBER_DATA
  const folder = data === undefined ? undefined : join(data, 'robots')
  if (folder === undefined || !existsSync(folder)) {
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
  for (const source of FILES.slice(0, most)) {
    if (!existsSync(join(folder, source.urdf))) {
      notes.push(`without ${source.name}: the data folder has no robots/${source.urdf}`)
      continue
    }
    const robot = await load(folder, source)
    const allowed = source.srdf === undefined ? alwaysTouching(robot, SAMPLES) : []
    if (allowed.length > 0) {
      notes.push(`${source.name}: ${allowed.length} pairs of links that touch at rest or always are left out`)
    }
    robots.push({ name: source.name, robot, reach: source.reach, allowed })
  }
  return { robots, notes }
}

async function load(folder: string, { urdf, srdf, packages = {} }: Source): Promise<Robot> {
  return readRobot(join(folder, urdf), {
    ...(srdf === undefined ? {} : { srdf: join(folder, srdf) }),
    packages: Object.fromEntries(Object.entries(packages).map(([name, path]) => [name, join(folder, path)])),
  })
}
