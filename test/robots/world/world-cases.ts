// Random worlds: a robot or two, branching, with every kind of joint and of shape, obstacles, and allowed pairs.
import {
  type BodyMergeRule,
  box,
  capsule,
  convex,
  cylinder,
  group,
  type JointInput,
  mesh,
  Random,
  Robot,
  type RobotInput,
  type Shape,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { matrixOf, type WorldCase } from '../../oracle/robots/worlds.js'

const KINDS = ['revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'] as const

export function quaternion(random: Random): number[] {
  const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
  const n = Math.hypot(...q)
  return q.map((x) => x / n)
}

function pose(random: Random, size: number) {
  return { at: [0, 0, 0].map(() => random.range(-size, size)), rotation: quaternion(random) }
}

function points(random: Random, count: number, size: number): number[] {
  return Array.from({ length: 3 * count }, () => random.range(-size, size))
}

function shape(random: Random, size: number): Shape {
  const length = (): number => random.range(0.3, 1) * size
  switch (random.integer(7)) {
    case 0:
      return sphere({ radius: length() / 2 })
    case 1:
      return capsule({ radius: length() / 4, from: points(random, 1, size / 2), to: points(random, 1, size / 2) })
    case 2:
      return cylinder({ radius: length() / 3, length: length() })
    case 3:
      return convex({ points: points(random, 6, size / 2) })
    case 4:
      return mesh({ positions: points(random, 4, size / 2), triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] })
    case 5:
      return group([sphere({ radius: length() / 4 }), box({ size: [length(), length() / 3, length() / 3] })])
    default:
      return box({ size: [length(), length(), length()] })
  }
}

function randomRobot(random: Random, name: string, size: number): RobotInput {
  const links = Array.from({ length: size }, (_, i) => ({
    name: `link${i}`,
    geometry: Array.from({ length: [0, 1, 1, 1, 2][random.integer(5)]! }, () => ({
      shape: shape(random, 0.5),
      pose: pose(random, 0.1),
    })),
  }))
  const joints: JointInput[] = []
  for (let i = 1; i < size; i++) {
    // Mostly joints that turn; the others free a link to go anywhere.
    const kind = KINDS[random.unit() < 0.6 ? 0 : random.integer(KINDS.length)]!
    joints.push({
      name: `joint${i}`,
      kind,
      parent: `link${random.unit() < 0.7 ? i - 1 : random.integer(i)}`,
      child: `link${i}`,
      origin: { at: [random.range(0.2, 0.7), 0, 0], rotation: quaternion(random) },
      axis: [random.range(-1, 1), random.range(-1, 1), 1],
      ...(kind === 'prismatic' ? { limits: { lower: -0.3, upper: 0.5 } } : {}),
    })
  }
  const allowed = size > 2 ? [{ a: 'link0', b: `link${1 + random.integer(size - 1)}`, reason: 'Never' }] : []
  return { name, links, joints, allowed }
}

export function randomWorld(seed: number): WorldCase {
  const random = new Random(seed)
  const robots = Array.from({ length: 1 + random.integer(2) }, (_, r) => {
    const input = randomRobot(random, `robot${r}`, 1 + random.integer(7))
    const base = pose(random, r)
    return { input, robot: new Robot(input), name: input.name, base: matrixOf(base), at: base }
  })
  const obstacles = Array.from({ length: random.integer(6) }, (_, i) => ({
    name: `thing${i}`,
    shape: shape(random, 1),
    pose: pose(random, 2),
  }))
  const names = [
    ...robots.flatMap(({ input }) => input.links.map((link) => `${input.name}/${link.name}`)),
    ...obstacles.map(({ name }) => name),
  ]
  const allowed: [string, string][] = []
  for (let k = random.integer(3); k > 0; k--) {
    const a = names[random.integer(names.length)]!
    const b = names[random.integer(names.length)]!
    if (a !== b) allowed.push([a, b])
  }
  return { robots, obstacles, allowed }
}

export function makeWorld(c: WorldCase, merge?: BodyMergeRule): World {
  return new World({
    robots: c.robots.map(({ robot, name, base }) => ({
      robot,
      name,
      base: base.slice(0, 3).flat(),
    })),
    obstacles: c.obstacles,
    allowed: c.allowed,
    experimental: { merge },
  })
}

export function randomConfiguration(world: World, random: Random): Float64Array {
  const q = Float64Array.from(world.variables, () => random.range(-1.5, 1.5))
  world.variables.forEach((name, i) => {
    if (name.endsWith('/rot_x')) q.set(quaternion(random), i)
  })
  return q
}
