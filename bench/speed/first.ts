// The first plan of a fresh process, this build and another in turns.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clutter } from '../../scenes/index.js'
import { planNow, World } from '../../src/entries/robots.js'
import type { Progress } from '../bench.js'
import { DATA_ROBOTS, dataRobot } from '../data-robots.js'
import { scattered } from '../worlds/case.js'
import type { SpeedRow } from './compare-speed.js'
import type { FirstProblem, FirstTimes } from './first-plan.js'

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'first-plan.js')
const DIST = join(dirname(SCRIPT), '..', '..')
const ROBOTS = ['panda', 'ur5'] as const

const BOXES = 20
const COLLIDES = 200

export async function firstRows(dist: string, runs: number, progress: Progress): Promise<SpeedRow[]> {
  const data = process.env.LIMBER_DATA
  if (data === undefined) return []
  const folder = mkdtempSync(join(tmpdir(), 'limber-first-'))
  try {
    const rows: SpeedRow[] = []
    for (const name of ROBOTS) {
      const file = join(folder, `${name}.json`)
      writeFileSync(file, JSON.stringify(await firstProblem(data, name)))
      const times: FirstTimes[][] = [[], []]
      for (let r = 0; r < runs; r++) {
        progress(r / runs, `first plan, ${name}`)
        for (const k of r % 2 === 0 ? [0, 1] : [1, 0]) times[k]!.push(first(k === 0 ? DIST : dist, file))
      }
      const row = (
        what: string,
        unit: string,
        of: (one: FirstTimes) => number,
        asked: { mostRatio?: number } = {},
      ): SpeedRow => ({
        figure: { name: `fresh process, ${name}: ${what}`, of: 'median', ...asked },
        unit,
        items: 1,
        own: times[0]!.map(of),
        other: times[1]!.map(of),
      })
      rows.push(
        row('until a world', 'ms', (one) => one.worldMillis),
        row('until a proved path', 'ms', (one) => one.planMillis, { mostRatio: 0.5 }),
        row('until a proved path, processor', 'ms', (one) => one.cpuMillis),
        row(`first ${COLLIDES} collides, a second`, '', (one) => one.collidesPerSecond),
      )
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function first(dist: string, file: string): FirstTimes {
  const times: FirstTimes = JSON.parse(execFileSync(process.execPath, [SCRIPT, dist, file], { encoding: 'utf8' }))
  if (times.outcome !== 'solved') throw new Error(`the first plan of a fresh process: ${times.outcome}`)
  return times
}

async function firstProblem(data: string, name: (typeof ROBOTS)[number]): Promise<FirstProblem> {
  const robot = await dataRobot(data, name, { srdf: true })
  const obstacles = clutter(4, BOXES, 1, robot)
  const world = new World({ robots: [robot], obstacles })
  const [start, goal] = solvedEnds(
    world,
    scattered(robot, 100, 1).filter((q) => !world.collides(q)),
  )
  const { urdf, srdf, packages = {} } = DATA_ROBOTS[name]
  const at = (path: string): string => join(data, 'robots', path)
  return {
    urdf: at(urdf),
    srdf: at(srdf!),
    packages: Object.fromEntries(Object.entries(packages).map(([key, path]) => [key, at(path)])),
    boxes: obstacles.map(({ name: box, shape, pose }) => {
      if (shape.kind !== 'box') throw new Error(`${box} is a ${shape.kind}`)
      return { name: box, size: Array.from(shape.half, (half) => 2 * half), pose: Array.from(pose) }
    }),
    start: Array.from(start),
    goal: Array.from(goal),
    configurations: scattered(robot, COLLIDES, 2).map((q) => Array.from(q)),
  }
}

/** The first two free configurations, one after the other, with a path between them. */
function solvedEnds(world: World, free: readonly Float64Array[]): readonly [Float64Array, Float64Array] {
  for (const [k, goal] of free.slice(1).entries()) {
    const start = free[k]!
    if (planNow(world, start, goal, { seed: 1, maxMillis: 2000 }).outcome === 'solved') return [start, goal]
  }
  throw new Error('no two of the configurations have a path between them')
}
