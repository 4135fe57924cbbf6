// Roadmaps beside the slow oracle, in worlds whose obstacles come, move and go.
import { describe, expect, test } from 'vitest'
import {
  box,
  checkMotion,
  freeBody,
  InvalidInputError,
  type ObstacleInput,
  parseRoadmap,
  planNow,
  Random,
  type Roadmap,
  type RoadmapOptions,
  Robot,
  roadmap,
  roadmapNow,
  roadmapTrails,
  sphere,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { askBoth, checkClaims } from '../../oracle/robots/roadmaps.js'
import { ABOVE, BELOW, chambers, flatArm, judge, posts } from '../planning/plan-worlds.js'

function made(world: World, options: RoadmapOptions = {}): Roadmap {
  const result = roadmapNow(world, { vertices: 60, ...options })
  if (result.outcome !== 'made') throw new Error(`${result.outcome}: ${result.reason}`)
  return result.roadmap
}

function freeConfiguration(world: World, random: Random): Float64Array {
  for (;;) {
    const q = Float64Array.from(world.lower, (low, i) => random.range(low, world.upper[i]!))
    if (!world.collides(q)) return q
  }
}

const ABOVE_Q = Float64Array.from(ABOVE)

describe('a roadmap', () => {
  test('[roadmap] has as many vertices as wanted, all free, and edges that are proved', () => {
    const world = posts()
    const map = made(world)
    expect(map.vertices).toBe(60)
    expect(map.edges).toBeGreaterThan(100)
    for (let v = 0; v < 60; v++) expect(world.collides(map.configuration(world, v))).toBe(false)
    checkClaims(world, map)
    expect(map.stateIn(world)).toMatchObject({ free: map.edges, blocked: 0, open: 0 })
  })

  test('is the same for the same seed, in slices or not, and another for another', async () => {
    const world = posts()
    const bytes = made(world, { seed: 3 }).toBytes(world)
    const result = await roadmap(posts(), { vertices: 60, seed: 3 })
    if (result.outcome !== 'made') throw new Error(result.outcome)
    expect(result.roadmap.toBytes(posts())).toEqual(bytes)
    expect(made(world, { seed: 4 }).toBytes(world)).not.toEqual(bytes)
  })

  test('reports progress, and is stopped with what it has, all of it proved', async () => {
    const world = posts()
    const running = roadmap(world, { vertices: 3000 })
    const phases = new Set<string>()
    for await (const { phase, done } of running) {
      phases.add(phase)
      expect(done).toBeLessThanOrEqual(1)
      if (phase === 'connecting') running.cancel()
    }
    const result = await running
    expect(result).toMatchObject({ outcome: 'stopped', reason: 'it was cancelled' })
    expect([...phases]).toContain('connecting')
    const late = roadmapNow(world, { vertices: 3000, maxMillis: 0 })
    expect(late).toMatchObject({ outcome: 'stopped', reason: 'the limit of 0 ms was reached' })
  })

  test('says so where there is nothing to check, and refuses worlds in which something bends or nothing moves', () => {
    const alone = new World({ robots: [flatArm(1, 0.5)] })
    expect(roadmapNow(alone)).toMatchObject({ outcome: 'nothing-to-check' })
    const fixed = new World({ robots: [new Robot({ name: 'r', links: [{ name: 'a' }], joints: [] })] })
    expect(() => roadmapNow(fixed)).toThrow('something that can move')
    expect(() => roadmapNow(posts(), { vertices: 0 })).toThrow(InvalidInputError)
    expect(() => roadmapNow(posts(), { vertex: 3 } as RoadmapOptions)).toThrow('vertex')
  })

  test('keeps a clearance, and refuses plans that ask for more', () => {
    const world = posts()
    const map = made(world, { clearance: 0.02 })
    const result = judge(world, planNow(world, BELOW, ABOVE, { roadmap: map, clearance: 0.02 }), BELOW, [ABOVE_Q])
    expect(checkMotion(world, result.path, { clearance: 0.02 }).outcome).toBe('free')
    expect(() => planNow(world, BELOW, ABOVE, { roadmap: map, clearance: 0.03 })).toThrow('at most 0.02')
    expect(() => planNow(world, BELOW, ABOVE, { roadmap: map, delta: 0.03 })).toThrow('at most 0.02')
    // What had to be searched for with less is proved for its own clearance before it is added.
    for (const { waypoints } of roadmapTrails(world, map)) {
      expect(checkMotion(world, waypoints, { clearance: 0.02 }).outcome).toBe('free')
    }
  })

  test('moves some joints only, and says which other one is elsewhere', () => {
    const world = posts()
    const map = made(world, { moving: ['j0', 'j1'], home: { j2: 0.2 }, vertices: 30 })
    expect(map.moving).toEqual(['arm/j0', 'arm/j1'])
    const goal = Float64Array.of(1.9, -0.3, 0.2)
    judge(world, planNow(world, BELOW, goal, { roadmap: map }), BELOW, [goal])
    expect(() => planNow(world, [-0.6, 0.3, 0.1], goal, { roadmap: map })).toThrow('start (arm/j2)')
    expect(() => planNow(world, BELOW, goal, { roadmap: map, moving: ['j0'] })).toThrow('left out')
  })

  test('turns quaternions: edges hold in both directions', () => {
    const robot = freeBody({ name: 'thing', shape: box({ size: [0.4, 0.1, 0.1] }) })
    const world = new World({ robots: [robot], obstacles: [{ name: 'wall', shape: box({ size: [0.1, 3, 0.5] }) }] })
    const bounds = Object.fromEntries(world.variables.slice(0, 3).map((name) => [name, [-1, 1] as const]))
    const map = made(world, { vertices: 20, bounds })
    expect(map.edges).toBeGreaterThan(20)
    for (const { waypoints } of roadmapTrails(world, map)) {
      expect(checkMotion(world, waypoints).outcome).toBe('free')
      expect(checkMotion(world, [...waypoints].reverse()).outcome).toBe('free')
    }
  })
})

describe('a query', () => {
  test('[roadmap] gives what the slow one gives, and a certificate that the verifier accepts', () => {
    const world = posts()
    const map = made(world)
    const random = new Random(5)
    let solved = 0
    for (let k = 0; k < 12; k++) {
      const [start, goal] = [freeConfiguration(world, random), freeConfiguration(world, random)]
      const result = askBoth(world, map, start, goal)
      if (result !== undefined) judge(world, result, start, [goal])
      solved += result === undefined ? 0 : 1
    }
    expect(solved).toBeGreaterThan(8)
    checkClaims(world, map)
  })

  test('begins at a vertex, stands still, and takes several goals', () => {
    const world = posts()
    const map = made(world)
    const [a, b] = [map.configuration(world, 3), map.configuration(world, 40)]
    askBoth(world, map, a, b)
    expect(planNow(world, a, a, { roadmap: map })).toMatchObject({ outcome: 'solved', length: 0 })
    const inPost = [0.45, 0, 0]
    const result = judge(world, planNow(world, a, [inPost, Array.from(b)], { roadmap: map }), a, [
      Float64Array.from(inPost),
      b,
    ])
    expect(result.goal).toBe(1)
    expect(planNow(world, a, inPost, { roadmap: map })).toMatchObject({ outcome: 'invalid-goal' })
    expect(planNow(world, inPost, a, { roadmap: map })).toMatchObject({ outcome: 'invalid-start' })
  })

  test('falls back to a search where the roadmap does not connect, and the roadmap learns the path', () => {
    const world = chambers({ thickness: 0.1, hole: 0.3 })
    const map = made(world, { vertices: 8 })
    const [a, b] = [Float64Array.of(-0.5, -0.5, 0), Float64Array.of(0.5, -0.5, 0)]
    const before = map.vertices
    const result = askBoth(world, map, a, b)!
    expect(result.roadmap).toMatchObject({ found: 'by-search', edgesKnown: 0 })
    expect(result.roadmap!.verticesAdded).toBe(map.vertices - before)
    checkClaims(world, map)
    const again = askBoth(world, map, a, b)!
    expect(again.roadmap!.found).toBe('in-roadmap')
    const back = askBoth(world, map, b, a)!
    expect(back.roadmap).toMatchObject({ found: 'in-roadmap', verticesAdded: 0 })
  })

  test('two at a time, in slices, get the answers that they get alone', async () => {
    const world = posts()
    const { plan } = await import('../../../src/entries/robots.js')
    const bytes = made(world).toBytes(world)
    const alone = planNow(world, BELOW, ABOVE, { roadmap: parseRoadmap(bytes) })
    const map = parseRoadmap(bytes)
    const both = await Promise.all([
      plan(world, BELOW, ABOVE, { roadmap: map }),
      plan(world, BELOW, ABOVE, { roadmap: map }),
    ])
    for (const one of both) expect(one).toMatchObject({ outcome: 'solved', path: (alone as { path: unknown }).path })
  })
})

describe('in a changed world', () => {
  test('[roadmap] an obstacle exactly on an edge blocks it; it is free again when the obstacle is moved or gone', () => {
    const world = posts()
    const map = made(world)
    const view = map.viewIn(world)
    // The tip of the arm, in the middle of an edge.
    const edge = 17
    const points = view.graph.pointsOf(edge)
    const middle = points[points.length >> 1]!
    const pose = world.linkPose(middle, 'board2')
    const at = [0, 1, 2].map((k) => pose[4 * k + 3]! + 0.4 * pose[4 * k]!)
    const onEdge: ObstacleInput = { name: 'new', shape: sphere({ radius: 0.03 }), pose: { at } }
    world.addObstacle(onEdge)
    expect(map.stateIn(world)).toMatchObject({ free: 0, open: map.edges, blocked: 0 })
    const renewed = roadmapNow(world, { extend: map, vertices: 1 })
    expect(renewed).toMatchObject({ outcome: 'made' })
    checkClaims(world, map)
    expect(map.viewIn(world).isBlocked(edge)).toBe(true)
    expect(map.stateIn(world).open).toBe(0)
    // Gone: everything that was known is known again, without a proof.
    world.removeObstacle('new')
    expect(map.viewIn(world).isFree(edge)).toBe(true)
    expect(map.stateIn(world).blocked).toBe(0)
    // Back: what is blocked is known.
    world.addObstacle({ ...onEdge, name: 'again' })
    expect(map.viewIn(world).isBlocked(edge)).toBe(true)
    expect(map.stateIn(world).open).toBe(0)
    // Moved.
    world.removeObstacle('again')
    world.addObstacle({ ...onEdge, pose: { at: [0, 0, 3] } })
    expect(map.viewIn(world).isBlocked(edge)).toBe(false)
    checkClaims(world, map)
  })

  test('[roadmap] edges are proved against the new obstacle alone, and only those that are wanted', () => {
    const world = posts()
    const map = made(world)
    world.addObstacle({ name: 'new', shape: sphere({ radius: 0.05 }), pose: { at: [-0.6, 0.6, 0] } })
    const { of } = map.viewIn(world).graph.components(() => true)
    const [a, b] = [5, of.lastIndexOf(of[5]!)].map((v) => map.configuration(world, v)) as [Float64Array, Float64Array]
    const result = askBoth(world, map, a, b)!
    expect(result.roadmap!.found).toBe('in-roadmap')
    const { edgesProved, edgesBlocked } = result.roadmap!
    const state = map.stateIn(world)
    expect(state.free).toBe(edgesProved)
    expect(state.blocked).toBe(edgesBlocked)
    expect(state.open).toBeGreaterThan(0)
    expect(edgesProved).toBeGreaterThan(0)
    expect(askBoth(world, map, a, b)!.roadmap!.edgesProved).toBe(0)
  })

  test('[roadmap] as obstacles come, move and go, answers are those of the slow query', () => {
    const world = posts()
    let map = made(world, { vertices: 40 })
    const random = new Random(11)
    const names: string[] = []
    for (let round = 0; round < 14; round++) {
      const what = random.unit()
      if (names.length > 2 || (names.length > 0 && what < 0.5)) {
        const [gone] = names.splice(random.integer(names.length), 1)
        world.removeObstacle(gone!)
      }
      if (what > 0.3) {
        const name = `o${round}`
        const at = [random.range(-1, 1.4), random.range(-1.2, 1.2), 0]
        world.addObstacle({ name, shape: sphere({ radius: random.range(0.02, 0.12) }), pose: { at } })
        names.push(name)
      }
      const [start, goal] = [freeConfiguration(world, random), freeConfiguration(world, random)]
      askBoth(world, map, start, goal)
      checkClaims(world, map)
      if (round % 4 === 3) map = parseRoadmap(map.toBytes(world))
    }
  })

  test('[roadmap] extending it mends what obstacles broke', () => {
    const world = posts()
    const map = made(world)
    world.addObstacle({ name: 'new', shape: box({ size: [0.3, 0.3, 0.3] }), pose: { at: [-0.5, 0.7, 0] } })
    const result = roadmapNow(world, { extend: map, vertices: 60, seed: 2 })
    expect(result.outcome).toBe('made')
    const state = map.stateIn(world)
    expect(state).toMatchObject({ open: 0 })
    expect(state.blocked).toBeGreaterThan(0)
    expect(map.vertices).toBeGreaterThan(60)
    checkClaims(world, map)
    expect(() => roadmapNow(world, { extend: map, clearance: 0.1 })).toThrow('left out')
  })

  test('a robot, an attached object or an allowed pair that has changed is refused by name', () => {
    const world = posts()
    const map = made(world, { vertices: 5 })
    const ask = (other: World) => () => planNow(other, BELOW, ABOVE, { roadmap: map })
    expect(map.refusal(world)).toBeUndefined()
    expect(ask(new World({ robots: [flatArm(3, 0.49)] }))).toThrow('robot arm has changed')
    expect(ask(new World({ robots: [{ robot: flatArm(3, 0.5), name: 'other' }] }))).toThrow('robot arm is missing')
    expect(ask(new World({ robots: [{ robot: flatArm(3, 0.5), base: { at: [0, 0, 1] } }] }))).toThrow(
      'robot arm stands elsewhere',
    )
    const two = new World({ robots: [flatArm(3, 0.5), { robot: flatArm(1, 0.5), name: 'second' }] })
    expect(() => map.stateIn(two)).toThrow('robot second is new')
    world.attach({ name: 'cup', link: 'board2', shape: sphere({ radius: 0.05 }) })
    expect(ask(world)).toThrow('attached object cup is new')
    world.detach('cup')
    world.allow('board0', 'board2')
    expect(ask(world)).toThrow('the pair arm/board0 and arm/board2 is allowed to touch here, and not there')
    world.disallow('board0', 'board2')
    world.disallow('board0', 'board1')
    expect(ask(world)).toThrow('the pair arm/board0 and arm/board1 is allowed to touch there, and not here')
  })

  test('an obstacle that may be touched by more or less is another obstacle', () => {
    const world = posts()
    const map = made(world, { vertices: 20 })
    world.allow('board2', 'left')
    expect(map.stateIn(world)).toMatchObject({ free: 0, open: map.edges })
    world.disallow('board2', 'left')
    expect(map.stateIn(world)).toMatchObject({ open: 0, free: map.edges })
  })
})

test('[roadmap] walks pass every free edge once, and the independent verifier accepts their certificates', () => {
  const world = posts()
  const map = made(world, { vertices: 25 })
  const seen = new Set<number>()
  const document = worldDocument(world)
  for (const { edges, waypoints, prove } of roadmapTrails(world, map)) {
    for (const edge of edges) {
      expect(seen.has(edge)).toBe(false)
      seen.add(edge)
    }
    const verdict = prove()
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    const certificate = verdict.certificate()
    expect(certificate.pieces).toHaveLength(waypoints.length - 1)
    expect(verifyCertificate(document, certificate).valid).toBe(true)
  }
  expect(seen.size).toBe(map.edges)
})
