// What the golden rows ask about: made by formula and seed, of nothing but the public entry.
import {
  box,
  capsule,
  convex,
  cylinder,
  group,
  type JointInput,
  type LinkInput,
  mesh,
  Random,
  Robot,
  type Shape,
  sphere,
  World,
  type WorldInput,
} from '../../src/entries/robots.js'

export function randomPose(random: Random, least: number, most: number) {
  const axis = random.direction(new Float64Array(3))
  const w = random.range(-1, 1)
  const s = Math.sqrt(1 - w * w)
  const far = random.range(least, most)
  const at = random.direction(new Float64Array(3)).map((x) => far * x)
  return { at, rotation: [s * axis[0]!, s * axis[1]!, s * axis[2]!, w] }
}

/** A closed mesh of bumps about the unit sphere, `around` · (2 · `rings` − 2) triangles. */
export function bumpyBall(random: Random, rings: number, around: number, size = 1) {
  const positions: number[] = [0, 0, size]
  for (let i = 1; i < rings; i++) {
    for (let k = 0; k < around; k++) {
      const [polar, turn] = [(Math.PI * i) / rings, (2 * Math.PI * k) / around]
      const r = size * random.range(0.85, 1.1)
      const across = r * Math.sin(polar)
      positions.push(across * Math.cos(turn), across * Math.sin(turn), r * Math.cos(polar))
    }
  }
  const last = positions.length / 3
  positions.push(0, 0, -size)
  const at = (i: number, k: number): number => 1 + (i - 1) * around + (k % around)
  const triangles: number[] = []
  for (let k = 0; k < around; k++) {
    triangles.push(0, at(1, k), at(1, k + 1), last, at(rings - 1, k + 1), at(rings - 1, k))
    for (let i = 1; i < rings - 1; i++) {
      triangles.push(at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k), at(i + 1, k + 1), at(i, k + 1))
    }
  }
  return { positions, triangles }
}

/** A walk of `n` points at steps of `step`, each in a direction not far from the one before. */
export function walk(random: Random, n: number, step: number, turn = 0.6, dimension: 2 | 3 = 3): Float64Array {
  const out = new Float64Array(dimension * n)
  const heading = random.direction(new Float64Array(3))
  for (let i = 1; i < n; i++) {
    const d = random.direction(new Float64Array(3))
    let length = 0
    for (let k = 0; k < dimension; k++) length += (heading[k] = heading[k]! + turn * d[k]!) ** 2
    for (let k = 0; k < dimension; k++) {
      heading[k] = heading[k]! / Math.sqrt(length)
      out[dimension * i + k] = out[dimension * (i - 1) + k]! + step * heading[k]!
    }
  }
  return out
}

/** One of each kind, about one across. */
export function shapeOfEachKind(random: Random): Readonly<Record<string, Shape>> {
  const points = Array.from({ length: 24 }, () => [...random.direction(new Float64Array(3))].map((x) => 0.5 * x)).flat()
  return {
    sphere: sphere({ radius: 0.45, at: [0.1, 0, -0.05] }),
    capsule: capsule({ radius: 0.2, from: [-0.3, 0, 0.1], to: [0.4, 0.1, 0] }),
    box: box({ size: [0.7, 0.5, 0.9], at: [0, 0.1, 0], rotation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] }),
    cylinder: cylinder({ radius: 0.3, length: 0.8, at: [0.05, 0, 0] }),
    convex: convex({ points }),
    mesh: mesh(bumpyBall(random, 6, 8, 0.5)),
    group: group([sphere({ radius: 0.25, at: [0.3, 0, 0] }), box({ size: [0.4, 0.3, 0.2], at: [-0.2, 0.1, 0] })]),
  }
}

/** An arm of six joints with links of all kinds, meshes among them; `name` is the robot's. */
export function mixedArm(name = 'arm'): Robot {
  const random = new Random(77)
  const bone = (length: number, thick: number): Shape => {
    const { positions, triangles } = bumpyBall(random, 8, 10)
    const stretched = positions.map((p, i) => (i % 3 === 2 ? (length / 2) * (1 + p) : thick * p))
    return mesh({ positions: stretched, triangles })
  }
  const links: LinkInput[] = [
    { name: 'base', geometry: [{ shape: cylinder({ radius: 0.12, length: 0.2, at: [0, 0, 0.1] }) }] },
    { name: 'turret', geometry: [{ shape: box({ size: [0.2, 0.2, 0.2] }), pose: { at: [0, 0, 0.1] }, name: 'case' }] },
    { name: 'upper', geometry: [{ shape: bone(0.45, 0.07) }] },
    { name: 'lower', geometry: [{ shape: capsule({ radius: 0.05, from: [0, 0, 0], to: [0, 0, 0.35] }) }] },
    { name: 'wrist', geometry: [{ shape: bone(0.15, 0.05) }, { shape: sphere({ radius: 0.06, at: [0, 0, 0.15] }) }] },
    {
      name: 'palm',
      geometry: [{ shape: convex({ points: [-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 2].map((x) => 0.06 * x) }) }],
    },
    { name: 'finger', geometry: [{ shape: box({ size: [0.02, 0.02, 0.1], at: [0, 0, 0.05] }) }] },
  ]
  const turn = (joint: string, k: number, z: number, axis: number[], limit: number): JointInput => ({
    name: joint,
    kind: 'revolute',
    parent: links[k]!.name,
    child: links[k + 1]!.name,
    origin: { at: [0, 0, z] },
    axis,
    limits: { lower: -limit, upper: limit, velocity: 2, acceleration: 4 },
  })
  const joints: JointInput[] = [
    turn('turn', 0, 0.2, [0, 0, 1], 3),
    turn('shoulder', 1, 0.2, [0, 1, 0], 2),
    turn('elbow', 2, 0.45, [0, 1, 0], 2.6),
    turn('roll', 3, 0.35, [0, 0, 1], 3),
    turn('bend', 4, 0.15, [1, 0, 0], 2),
    {
      ...{ name: 'slide', kind: 'prismatic', parent: 'palm', child: 'finger', origin: { at: [0, 0, 0.1] } },
      axis: [0, 0, 1],
      limits: { lower: 0, upper: 0.06, velocity: 0.1, acceleration: 0.5 },
    },
  ]
  return new Robot({ name, links, joints })
}

/** The arm at a table, between a post, a ball, a rock and a group. */
export function cell(options: Pick<WorldInput, 'merge' | 'hulls' | 'experimental'> = {}): World {
  const random = new Random(78)
  const world = new World({
    robots: [mixedArm()],
    obstacles: [
      { name: 'table', shape: box({ size: [2, 2, 0.1] }), pose: { at: [0, 0, -0.1] } },
      { name: 'post', shape: cylinder({ radius: 0.05, length: 1.4 }), pose: { at: [0.45, 0.3, 0.6] } },
      { name: 'ball', shape: sphere({ radius: 0.15 }), pose: { at: [-0.4, 0.5, 0.7] } },
      { name: 'rock', shape: mesh(bumpyBall(random, 9, 12, 0.18)), pose: { at: [0.1, -0.6, 0.5] } },
      {
        name: 'rack',
        shape: group([
          box({ size: [0.05, 0.5, 0.6] }),
          capsule({ radius: 0.03, from: [0, 0, 0.3], to: [0.3, 0, 0.3] }),
        ]),
        pose: { at: [-0.7, -0.2, 0.4] },
      },
    ],
    ...options,
  })
  world.attach({
    name: 'cup',
    link: 'arm/finger',
    shape: cylinder({ radius: 0.03, length: 0.08 }),
    pose: { at: [0, 0, 0.12] },
    touch: ['arm/finger'],
  })
  return world
}

/** Uniform within the limits, or within ±π. */
export function randomConfiguration(world: World, random: Random): Float64Array {
  return world.lower.map((lower, k) => {
    const upper = world.upper[k]!
    return Number.isFinite(lower) && Number.isFinite(upper) ? random.range(lower, upper) : random.range(-3, 3)
  })
}

/** Configurations at which nothing touches. */
export function freeConfigurations(world: World, random: Random, count: number): Float64Array[] {
  const out: Float64Array[] = []
  while (out.length < count) {
    const q = randomConfiguration(world, random)
    if (!world.collides(q)) out.push(q)
  }
  return out
}
