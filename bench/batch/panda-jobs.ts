// Many path checks of a Panda in a small cell, as files: a scene, the robot, and jobs. Seeded: the same files every time. Where there is
// no Panda, the arm of examples/ takes its place.
import { cpSync, createWriteStream, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { readScene } from '../../node/index.js'
import { Random } from '../../src/entries/robots.js'
import { DATA_ROBOTS } from '../data-robots.js'

export interface PandaJobs {
  readonly robot: 'panda' | 'arm'
  /** The file of jobs. */
  readonly file: string
}

/** Waypoints of a job, and the most that a joint moves between two of them, as a share of its range. */
const FEWEST = 3
const MOST = 6
const STEP = 0.15

const OBSTACLES = [
  { name: 'table', shape: { kind: 'box', size: [1.6, 1.6, 0.05] }, pose: { xyz: [0.3, 0, -0.1] } },
  { name: 'post', shape: { kind: 'cylinder', radius: 0.04, length: 1 }, pose: { xyz: [0.45, 0.45, 0.4] } },
  { name: 'shelf', shape: { kind: 'box', size: [0.4, 0.6, 0.03] }, pose: { xyz: [0.65, -0.2, 0.45] } },
  { name: 'crate', shape: { kind: 'box', size: [0.25, 0.25, 0.25] }, pose: { xyz: [0.5, 0.05, 0.05] } },
]

/** Writes them into an empty folder. `examples`: the folder of that name. */
export async function writePandaJobs(folder: string, count: number, examples: string): Promise<PandaJobs> {
  const data = process.env.LIMBER_DATA
  const robot = data === undefined ? 'arm' : 'panda'
  if (data === undefined) cpSync(examples, folder, { recursive: true })
  else {
    const from = join(data, 'robots', dirname(DATA_ROBOTS.panda.urdf))
    cpSync(from, join(folder, 'panda'), { recursive: true })
    const files = { urdf: 'panda/panda.urdf', srdf: 'panda/panda.srdf', packages: { meshes: 'panda/meshes' } }
    const scene = { limber: 1, robots: [{ name: 'panda', ...files }], obstacles: OBSTACLES }
    writeFileSync(join(folder, 'cell.json'), JSON.stringify(scene))
  }
  const { world } = await readScene(join(folder, 'cell.json'))
  const { variables, lower, upper } = world
  const random = new Random(7)
  const file = join(folder, 'jobs.jsonl')
  const out = createWriteStream(file)
  for (let k = 0; k < count; k++) {
    let at = Array.from(variables, (_, j) => random.range(lower[j]!, upper[j]!))
    const waypoints = [at]
    const length = FEWEST + random.integer(MOST - FEWEST + 1)
    while (waypoints.length < length) {
      at = at.map((x, j) => {
        const most = STEP * (upper[j]! - lower[j]!)
        return Math.min(upper[j]!, Math.max(lower[j]!, x + random.range(-most, most)))
      })
      waypoints.push(at)
    }
    const path = { joints: variables, waypoints }
    out.write(`${JSON.stringify({ id: `${k}`, job: 'check', scene: 'cell.json', path, certificate: 'digest' })}\n`)
  }
  out.end()
  await finished(out)
  return { robot, file }
}
