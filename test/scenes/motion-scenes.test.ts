// The scenes of motions are what they say: triangles as in the paper, closed meshes, free starts, some random configurations
// free and some not, the same each time.
import { describe, expect, test } from 'vitest'
import {
  freeConfiguration,
  freeEnds,
  freeSteps,
  lattice,
  MOTION_SCENES,
  type MotionScene,
  type MotionSceneName,
  sixAxisArm,
  snakeArm,
} from '../../scenes/index.js'
import { InvalidInputError, type MeshShape, Random, type Shape, type World } from '../../src/entries/robots.js'

/** Scene, figure, joints, the paper's triangles of all robots and of obstacles, obstacles, L_ref, configurations to try. */
const SCENES = [
  ['tori', 'Fig. 1a', 40, 640, 18_000, 3, 0.5, 80],
  ['cage', 'Fig. 11a', 6, 2991, 432, 9, 1.77, 60],
  ['cage-gun', 'Fig. 11b', 6, 2502, 432, 6, 1.65, 60],
  ['lattice-1', 'Fig. 11c', 20, 320, 384, 4, 0.5, 80],
  ['lattice-9', 'Fig. 11c', 180, 2880, 384, 4, 0.5, 80],
  ['machine', 'Fig. 12a', 6, 2502, 34_171, 2, 1.16, 60],
  ['workshop', 'Fig. 12b', 6, 5450, 74_681, 5, 0.64, 60],
  ['car-six', 'Fig. 12c', 36, 6 * 3594, 19_668, 1, 1.59, 80],
  ['car-coarse', 'Fig. 12d', 36, 6 * 2502, 4016, 1, 1.32, 80],
] as const satisfies readonly (readonly [MotionSceneName, ...unknown[]])[]

const made = new Map<string, MotionScene>()
function sceneOf(name: MotionSceneName): MotionScene {
  const scene = made.get(name) ?? MOTION_SCENES[name]()
  made.set(name, scene)
  return scene
}

const worlds = new Map<MotionSceneName, World>()
function worldOf(name: MotionSceneName): World {
  const world = worlds.get(name) ?? sceneOf(name).world()
  worlds.set(name, world)
  return world
}

describe.each(SCENES)('%s', (name, paper, dof, robots, obstacles, count, lref, tries) => {
  test('has the counts of the paper', () => {
    const scene = sceneOf(name)
    const world = worldOf(name)
    expect([scene.name, scene.paper, scene.lref]).toEqual([name, paper, lref])
    expect(world.dof).toBe(dof)
    expect(scene.obstacles).toHaveLength(count)
    expect(Math.abs(scene.triangles.robots / robots - 1)).toBeLessThan(0.1)
    expect(Math.abs(scene.triangles.obstacles / obstacles - 1)).toBeLessThan(0.1)
    expect([...world.lower, ...world.upper].every(Number.isFinite)).toBe(true)
  })

  test('every mesh is closed, and turned outwards', () => {
    const scene = sceneOf(name)
    const shapes = new Set<Shape>(scene.obstacles.map(({ shape }) => shape as Shape))
    for (const { robot } of scene.robots) {
      for (const { geometry } of robot.links) for (const { shape } of geometry) shapes.add(shape)
    }
    for (const shape of shapes) {
      expect(shape.kind).toBe('mesh')
      const { open, volumes } = measure(shape as MeshShape)
      expect(open).toBe(0)
      expect(Math.min(...volumes)).toBeGreaterThan(0)
    }
  })

  test('start and goal are free; of random configurations some are free, and some are not', () => {
    const scene = sceneOf(name)
    const world = worldOf(name)
    for (const q of [scene.start, scene.goal]) {
      expect(world.outsideLimits(q)).toEqual([])
      expect(world.collides(q)).toBe(false)
    }
    expect(scene.goal).not.toEqual(scene.start)
    const random = new Random(1)
    let free = 0
    for (let k = 0; k < tries; k++) free += Number(!world.collides(scene.sampleConfiguration(random)))
    expect(free / tries).toBeGreaterThan(0.03)
    expect(free / tries).toBeLessThan(0.7)
  })

  test('is the same each time', () => {
    const scene = sceneOf(name)
    const again = MOTION_SCENES[name]()
    expect(again.start).toEqual(scene.start)
    expect(again.triangles).toEqual(scene.triangles)
    expect(again.sampleConfiguration(new Random(5))).toEqual(scene.sampleConfiguration(new Random(5)))
    scene.obstacles.forEach(({ shape }, i) => {
      const other = again.obstacles[i]!.shape as MeshShape
      expect(same((shape as MeshShape).positions, other.positions)).toBe(true)
      expect(same((shape as MeshShape).triangles, other.triangles)).toBe(true)
    })
  })
})

function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return a.length === b.length
}

/** Edges that are not passed as often one way as the other, and the volume inside each part that hangs together. */
function measure({ positions: p, triangles: t }: MeshShape): { open: number; volumes: number[] } {
  const n = p.length / 3
  const part = Int32Array.from({ length: n }, (_, v) => v)
  const root = (v: number): number => {
    let at = v
    while (part[at] !== at) at = part[at] = part[part[at]!]!
    return at
  }
  const balance = new Map<number, number>()
  const volumes = new Map<number, number>()
  const at = (v: number): [number, number, number] => [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!]
  for (let i = 0; i < t.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [v, w] = [t[i + k]!, t[i + ((k + 1) % 3)]!]
      const key = Math.min(v, w) * n + Math.max(v, w)
      balance.set(key, (balance.get(key) ?? 0) + (v < w ? 1 : -1))
      part[root(v)] = root(w)
    }
  }
  for (let i = 0; i < t.length; i += 3) {
    const [a, b, c] = [at(t[i]!), at(t[i + 1]!), at(t[i + 2]!)]
    const [x, y, z] = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]
    const key = root(t[i]!)
    volumes.set(key, (volumes.get(key) ?? 0) + (a[0] * x + a[1] * y + a[2] * z) / 6)
  }
  return { open: [...balance.values()].filter((b) => b !== 0).length, volumes: [...volumes.values()] }
}

test('ends of random segments are free and the same for the same seed', () => {
  const scene = sceneOf('cage')
  const world = worldOf('cage')
  const ends = freeEnds(scene, new Random(3))
  const again = freeEnds(scene, new Random(3), world)
  for (let k = 0; k < 10; k++) {
    const [from, to] = ends.next().value
    expect(again.next().value).toEqual([from, to])
    expect(world.collides(from)).toBe(false)
    expect(world.collides(to)).toBe(false)
    expect(world.outsideLimits(from)).toEqual([])
  }
  for (const [reach, seed] of [
    [0.05, 6],
    [0.3, 7],
  ] as const) {
    const near = freeEnds(scene, new Random(seed), world, reach)
    for (let k = 0; k < 10; k++) {
      const [from, to] = near.next().value
      expect(world.collides(to)).toBe(false)
      expect(world.outsideLimits(to)).toEqual([])
      expect(to.every((q, i) => Math.abs(q - from[i]!) <= reach * (world.upper[i]! - world.lower[i]!))).toBe(true)
    }
  }
  expect(() => freeEnds(scene, new Random(1), world, 2).next()).toThrow(InvalidInputError)
  expect(freeConfiguration(scene, world, new Random(4))).not.toEqual(freeConfiguration(scene, world, new Random(5)))
})

test('a random walk leads from free configuration to free configuration', () => {
  const scene = sceneOf('tori')
  const world = worldOf('tori')
  let last = scene.start
  const steps = freeSteps(scene, new Random(3), 0.1, world)
  for (let k = 0; k < 10; k++) {
    const [from, to] = steps.next().value
    expect(from).toEqual(last)
    expect(world.collides(to)).toBe(false)
    expect(world.outsideLimits(to)).toEqual([])
    expect(to.every((q, i) => Math.abs(q - from[i]!) <= 0.1)).toBe(true)
    expect(to).not.toEqual(from)
    last = to
  }
})

test('a forearm is as long as asked for, and a snake has as many joints', () => {
  for (const model of ['irb', 'heavy'] as const) {
    const robot = sixAxisArm(model, { forearm: 2 })
    const poses = robot.linkPoses(robot.neutral())
    const x = (link: string): number => poses[12 * robot.link(link).index + 3]!
    expect(x('wrist') - x('elbow')).toBeCloseTo(2, 12)
  }
  expect(snakeArm(7).dof).toBe(7)
  expect(() => sixAxisArm('irb', { forearm: 0 })).toThrow(InvalidInputError)
  expect(() => lattice(2 as 1)).toThrow(InvalidInputError)
})
