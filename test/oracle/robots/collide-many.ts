// Random worlds of robots whose joints turn or slide, in many units and places, with configurations of which some all but touch:
// collidesMany must say what collides says.
import {
  box,
  capsule,
  convex,
  cylinder,
  group,
  type JointInput,
  mesh,
  Random,
  Robot,
  type Shape,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { coverBalls } from '../../../src/shapes/cover-balls.js'
import { SOLID_MODES, solidMesh } from '../meshes/solids-cases.js'

export interface ManyCase {
  readonly world: World
  readonly configurations: readonly Float64Array[]
}

const KINDS = ['revolute', 'revolute', 'revolute', 'continuous', 'prismatic', 'fixed'] as const

/** `size`: of links, in the unit of the world. */
function randomShape(random: Random, size: number): Shape {
  const some = (): number => random.range(0.2, 0.6) * size
  const point = (): number[] => [0, 0, 0].map(() => random.range(-0.5, 0.5) * size)
  switch (random.integer(8)) {
    case 0:
      return sphere({ radius: some() / 2, at: point() })
    case 1:
      return capsule({ radius: some() / 4, from: point(), to: point() })
    case 2:
      return cylinder({ radius: some() / 2, length: some(), at: point(), rotation: quaternion(random) })
    case 3:
      return convex({ points: Array.from({ length: 10 }, point).flat() })
    case 4:
    case 5: {
      const { positions, triangles } = solidMesh(SOLID_MODES[random.integer(SOLID_MODES.length)]!, random)
      const most = Array.from(positions).reduce((far, x) => Math.max(far, Math.abs(x)), 0)
      if (triangles.length === 0) return box({ size: [some(), some(), some()] })
      return mesh({ positions: Array.from(positions, (x) => (0.4 * size * x) / most), triangles })
    }
    case 6:
      return group([sphere({ radius: some() / 3, at: point() }), box({ size: [some(), some(), some() / 3] })])
    default:
      return box({ size: [some(), some(), some()], at: point() })
  }
}

function quaternion(random: Random): number[] {
  const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
  const n = Math.hypot(...q)
  return q.map((x) => x / n)
}

export function manyCase(seed: number, count: number): ManyCase {
  const random = new Random(seed)
  const size = [1, 1, 1, 1e-3, 1e3][random.integer(5)]!
  const far = [0, 0, 0, 1e2, 1e5][random.integer(5)]! * size
  const place = (reach: number) => ({
    at: [far, 0, 0].map((x) => x + random.range(-reach, reach) * size),
    rotation: random.unit() < 0.3 ? [0, 0, 0, 1] : quaternion(random),
  })
  const links = Array.from({ length: 2 + random.integer(8) }, (_, i) => ({
    name: `link${i}`,
    geometry: Array.from({ length: [0, 1, 1, 2][random.integer(4)]! }, () => ({
      shape: randomShape(random, 0.4 * size),
      pose: { at: [0, 0, 0].map(() => random.range(-0.1, 0.1) * size), rotation: quaternion(random) },
    })),
  }))
  const joints = links.slice(1).map((link, i): JointInput => {
    const kind = KINDS[random.integer(KINDS.length)]!
    const axes = [[0, 0, 1], [0, -1, 0], [1, 0, 0], [0, 0, 0].map(() => random.range(-1, 1))]
    return {
      name: `joint${i}`,
      kind,
      parent: links[random.unit() < 0.8 ? i : random.integer(i + 1)]!.name,
      child: link.name,
      origin: { at: [random.range(0.1, 0.4) * size, 0, 0], rotation: quaternion(random) },
      axis: axes[random.integer(4)]!,
      ...(kind === 'prismatic' ? { limits: { lower: -0.2 * size, upper: 0.3 * size } } : {}),
      ...(kind === 'revolute' && i > 0 && random.unit() < 0.1 && links.length > 2
        ? { mimic: { joint: 'joint0', multiplier: -0.5, offset: 0.3 } }
        : {}),
    }
  })
  // Only a joint that turns can be mimicked.
  const usable = joints.map((joint) =>
    joint.mimic !== undefined && joints[0]!.kind !== 'revolute' ? { ...joint, mimic: undefined } : joint,
  )
  const robot = new Robot({ name: 'robot', links, joints: usable })
  const obstacles = Array.from({ length: random.integer(8) }, (_, i) => ({
    name: `thing${i}`,
    shape: randomShape(random, (random.unit() < 0.1 ? 20 : 0.8) * size),
    pose: place(1.2),
  }))
  const world = new World({ robots: [{ robot, base: place(0.1) }], obstacles })
  // So that the filter takes part.
  for (const { shape } of [...links.flatMap(({ geometry }) => geometry), ...obstacles]) coverBalls(shape)
  return { world, configurations: configurationsOf(world, random, count, size) }
}

function configurationsOf(world: World, random: Random, count: number, size: number): Float64Array[] {
  const turn = random.unit() < 0.1 ? 1e5 : 1
  const one = (): Float64Array =>
    Float64Array.from(world.lower, (lower, i) => {
      const slides = Number.isFinite(lower)
      // A few are beyond their limits.
      return slides ? random.range(lower, world.upper[i]!) * (random.unit() < 0.02 ? 2 : 1) : turn * random.range(-2, 2)
    })
  const out: Float64Array[] = []
  while (out.length < count) {
    const [a, b] = [one(), one()]
    out.push(a, b)
    if (out.length % 8 !== 0 || world.collides(a) === world.collides(b)) continue
    // The last configurations on the way from one to the other that answer differently, and some next to them.
    let [low, high] = [0, 1]
    const at = (t: number): Float64Array => a.map((x, i) => x + (b[i]! - x) * t)
    const first = world.collides(a)
    for (let k = 0; k < 50; k++) {
      const middle = low / 2 + high / 2
      if (world.collides(at(middle)) === first) low = middle
      else high = middle
      // Distances of about a single-precision rounding, and of less.
      if (k > 8) out.push(at(low), at(high))
    }
  }
  for (const q of out) expectFinite(q, size)
  return out
}

function expectFinite(q: Float64Array, size: number): void {
  if (!q.every(Number.isFinite)) throw new Error(`a configuration of a world of size ${size}: ${q.join()}`)
}

/** Configurations of which the two do not say the same, as plain data. */
export function disagreements({ world, configurations }: ManyCase): number[][] {
  const flat = new Float64Array(world.dof * configurations.length)
  configurations.forEach((q, k) => {
    flat.set(q, world.dof * k)
  })
  // Of no numbers there are no configurations.
  const many = world.collidesMany(world.dof === 0 ? configurations : flat)
  return configurations.filter((q, k) => (many[k] === 1) !== world.collides(q)).map((q) => Array.from(q))
}
