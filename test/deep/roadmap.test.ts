// Roadmaps in worlds whose obstacles come, move and go, for many rounds, beside the slow oracle. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { box, parseRoadmap, Random, roadmapNow, sphere, type World } from '../../src/entries/robots.js'
import { askBoth, checkClaims } from '../oracle/robots/roadmaps.js'
import { chambers, posts } from '../robots/planning/plan-worlds.js'

const ROUNDS = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 4000)

const WORLDS: readonly (readonly [string, () => World])[] = [
  ['an arm between posts', posts],
  ['a ball in two chambers', () => chambers({ thickness: 0.1, hole: 0.3 })],
]

test.each(WORLDS)('[roadmap] %s: what is claimed is true, and ways are the shortest', (_name, worldOf) => {
  for (const seed of [1, 2, 3]) {
    const world = worldOf()
    const made = roadmapNow(world, { vertices: 40, seed })
    if (made.outcome !== 'made') throw new Error(made.outcome)
    let map = made.roadmap
    const random = new Random(seed)
    const names: string[] = []
    const free = (): Float64Array => {
      for (;;) {
        const q = Float64Array.from(world.lower, (low, i) => random.range(low, world.upper[i]!))
        if (!world.collides(q)) return q
      }
    }
    let solved = 0
    for (let round = 0; round < ROUNDS; round++) {
      const what = random.unit()
      if (names.length > 3 || (names.length > 0 && what < 0.5)) {
        world.removeObstacle(names.splice(random.integer(names.length), 1)[0]!)
      }
      if (what > 0.3) {
        const name = `o${round}`
        const at = [random.range(-1, 1), random.range(-1, 1), random.range(-0.3, 0.3)]
        // Not on the base of the arm, where nothing is free any more.
        if (Math.hypot(...at) < 0.4) at[0] = 1
        const size = random.range(0.02, 0.2)
        const shape = random.unit() < 0.5 ? sphere({ radius: size }) : box({ size: [size, size, size] })
        world.addObstacle({ name, shape, pose: { at } })
        names.push(name)
      }
      if (askBoth(world, map, free(), free()) !== undefined) solved++
      checkClaims(world, map)
      if (round % 5 === 4) map = parseRoadmap(map.toBytes(world))
      if (round % 8 === 7) {
        expect(roadmapNow(world, { extend: map, vertices: 45, seed: round }).outcome).toBe('made')
        checkClaims(world, map)
      }
    }
    expect(solved).toBeGreaterThan(ROUNDS / 4)
  }
})
