// Fetch turns its rolls by ±3.14159, and planning problems that others publish for it use ±π. Such a problem, made of the Fetch of
// LIMBER_DATA: it is refused without a tolerance, and solved, proved and smoothed with one; what planners add stays within the limits.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkScene } from '../../cli/check.js'
import { planScene } from '../../cli/plan.js'
import { smoothFile } from '../../cli/smooth.js'
import { readScene } from '../../node/index.js'
import { Random, type World } from '../../src/entries/robots.js'

const data = process.env.LIMBER_DATA
/** By how much π is beyond what the file says. */
const BEYOND = Math.PI - Number('3.14159')

describe.skipIf(data === undefined)('[joint-limits] Fetch from and to ±π (LIMBER_DATA)', () => {
  let folder: string
  let world: World
  const at = (name: string): string => join(folder, name)
  const read = (name: string): { waypoints: number[][] } => JSON.parse(readFileSync(at(name), 'utf8'))
  const scene = { root: '/' }

  /** Free, and with these joints at these values. */
  function free(random: Random, values: Record<string, number>): Float64Array {
    for (;;) {
      const q = world.lower.map((low, i) => random.range(low, world.upper[i]!))
      const at = world.configuration(values, q)
      if (!world.collides(at)) return at
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'limber-fetch-'))
    const robot = join(data!, 'robots/KavrakiLab+vamp/resources/fetch')
    const table = { name: 'table', shape: { kind: 'box', size: [0.5, 1.2, 0.04] }, pose: { xyz: [0.75, 0, 0.7] } }
    const robots = [{ name: 'fetch', urdf: join(robot, 'fetch.urdf'), srdf: join(robot, 'fetch.srdf') }]
    writeFileSync(at('scene.json'), JSON.stringify({ limber: 1, robots, obstacles: [table] }))
    world = (await readScene(at('scene.json'), scene)).world
    const random = new Random(3)
    const start = free(random, { 'fetch/wrist_roll_joint': -Math.PI, 'fetch/upperarm_roll_joint': Math.PI })
    const goal = free(random, { 'fetch/wrist_roll_joint': Math.PI, 'fetch/forearm_roll_joint': -Math.PI })
    for (const [name, q] of Object.entries({ start, goal })) {
      writeFileSync(at(`${name}.json`), JSON.stringify({ joints: world.variables, waypoints: [Array.from(q)] }))
    }
  })

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  function expectWithin(waypoints: readonly number[][]): void {
    for (const q of waypoints) {
      for (let i = 0; i < q.length; i++) {
        const off = Math.max(world.lower[i]! - q[i]!, q[i]! - world.upper[i]!)
        expect(off, world.variables[i]).toBeLessThanOrEqual(BEYOND)
      }
    }
  }

  test.each(['rrt-connect', 'a-sbl'])('check, plan by %s and smooth', async (planner) => {
    expect(BEYOND).toBeGreaterThan(1e-6)
    const ends = { ...scene, from: at('start.json'), to: [at('goal.json')], planner, seed: '1', time: '60' }
    const strict = { limitTolerance: '1e-6' }
    const [tolerant, out] = [{ limitTolerance: '1e-5' }, { out: at(`${planner}.json`) }]
    expect((await checkScene(at('scene.json'), { ...scene, at: at('goal.json'), ...strict })).code).toBe(1)
    expect((await checkScene(at('scene.json'), { ...scene, at: at('goal.json'), ...tolerant })).code).toBe(0)
    const refused = await planScene(at('scene.json'), { ...ends, ...strict })
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain('invalid start: 2 joints are outside their limits')
    const solved = await planScene(at('scene.json'), { ...ends, ...tolerant, ...out })
    expect(solved.stdout).toContain('proved')
    expect(solved.code).toBe(0)
    const { waypoints } = read(`${planner}.json`)
    // What the planner chose itself is within the limits; the ends are as given.
    for (const q of waypoints.slice(1, -1)) expect(world.outsideLimits(q)).toEqual([])
    expectWithin(waypoints)

    const path = at(`${planner}.json`)
    expect((await checkScene(at('scene.json'), { ...scene, path, ...strict })).code).toBe(1)
    expect((await checkScene(at('scene.json'), { ...scene, path, ...tolerant })).code).toBe(0)
    expect((await smoothFile(at('scene.json'), path, { ...scene, ...strict })).code).toBe(1)
    const smoothed = await smoothFile(at('scene.json'), path, { ...scene, ...tolerant, out: at('smooth.json') })
    expect(smoothed.code).toBe(0)
    expectWithin(read('smooth.json').waypoints)
    expect((await checkScene(at('scene.json'), { ...scene, path: at('smooth.json'), ...tolerant })).code).toBe(0)
  })
})
