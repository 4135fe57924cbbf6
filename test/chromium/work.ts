// What is worked out twice, in Node and in a browser, and must come out the same to the last bit: paths of planners by seed,
// verdicts and certificates, distances, moves of a chain. Worlds are made of seeded numbers and of our own sines only, so that
// they are the same to the bit as well. Runs anywhere: no DOM, nothing of Node.
import { type LabPlanOptions, planNowInLab } from '../../lab/published/plan.js'
import { cosine, sine } from '../../src/base/math/trigonometry.js'
import { ChainTree } from '../../src/entries/chains.js'
import {
  box,
  capsule,
  checkMotion,
  convex,
  cylinder,
  inverseKinematics,
  type JointInput,
  mesh,
  type PlanResult,
  planNow,
  Random,
  Robot,
  randomWalkNow,
  type Shape,
  smoothNow,
  sphere,
  timePath,
  World,
} from '../../src/entries/robots.js'

/** One thing that was worked out: enough to see what differs, and a digest of all of it. */
export interface Work {
  readonly name: string
  readonly outcome: string
  readonly digest: string
  /** The first numbers, in full. */
  readonly head: string
}

export const SEEDS = Array.from({ length: 12 }, (_, k) => k + 1)

/** All of it. The names tell runs apart; `first` and `again` of one seed must be equal too. */
export function workAll(): Work[] {
  const arm = armWorld()
  const out: Work[] = []
  for (const seed of SEEDS) {
    out.push(planned(`arm, seed ${seed}, first`, arm, { seed }))
    out.push(planned(`arm, seed ${seed}, again`, arm, { seed }))
  }
  for (const planner of ['rrt-connect-eager', 'a-sbl', 'sbl'] as const) {
    for (const seed of SEEDS.slice(0, 3)) out.push(planned(`arm by ${planner}, seed ${seed}`, arm, { seed, planner }))
  }
  const flyer = flyerWorld()
  for (const seed of SEEDS.slice(0, 4)) out.push(planned(`flyer, seed ${seed}`, flyer, { seed }))
  const car = carWorld()
  for (const seed of SEEDS.slice(0, 4)) out.push(planned(`car, seed ${seed}`, car, { seed }))
  out.push(...afterwards(arm), walked(arm), walked(flyer), ...solutions(arm))
  out.push(...verdicts(arm), ...verdicts(flyer), ...distances(arm), ...distances(flyer), chainMoves())
  return out
}

interface Setting {
  readonly name: string
  readonly world: World
  readonly start: Float64Array
  readonly goal: Float64Array
}

function planned(name: string, { world, start, goal }: Setting, options: LabPlanOptions): Work {
  // Rounds are counted, not milliseconds: an engine may be slow.
  const result: PlanResult = planNowInLab(world, start, goal, {
    maxMillis: Infinity,
    maxIterations: 20_000,
    ...options,
  })
  if (result.outcome !== 'solved') return digestOf(name, result.outcome, [])
  const { millis: _, ...counts } = result.stats
  const text = options.planner !== 'sbl' ? JSON.stringify(result.certificate()) : ''
  return digestOf(name, `solved, ${JSON.stringify(counts)}`, [...result.path, [result.length]], text)
}

/** A path that is smoothed, and put on a clock. */
function afterwards({ world, start, goal }: Setting): Work[] {
  const plan = planNow(world, start, goal, { maxMillis: Infinity, maxIterations: 20_000 })
  if (plan.outcome !== 'solved') return [digestOf('smoothed', plan.outcome, [])]
  const smoothed = smoothNow(world, plan.path, { seed: 3, rounds: 12 })
  if (smoothed.outcome !== 'smoothed') return [digestOf('smoothed', smoothed.outcome, [])]
  const timed = timePath(world, smoothed.path, { velocity: 1.3, acceleration: 2.1 })
  const states = timed.outcome === 'timed' ? timed.trajectory.sample(20) : []
  const numbers = states.flatMap(({ time, positions, velocities, accelerations }) => [
    [time],
    positions,
    velocities,
    accelerations,
  ])
  return [
    digestOf('smoothed', `smoothed ${smoothed.stats.shortcuts}`, [...smoothed.path, [smoothed.length]]),
    digestOf('timed', timed.outcome, numbers),
  ]
}

function walked({ name, world, start }: Setting): Work {
  const walk = randomWalkNow(world, start, { seed: 4, maxTries: 150, step: 0.2 })
  return digestOf(`${name}, walk`, walk.outcome, 'path' in walk ? walk.path : [])
}

function solutions({ name, world, goal }: Setting): Work[] {
  return [1, 2].map((seed) => {
    const pose = world.linkPose(goal, 'arm/l6')
    const found = inverseKinematics(world, { link: 'arm/l6', pose }, { seed, seeds: 10 })
    return digestOf(`${name}, pose ${seed}`, found.outcome, found.solutions)
  })
}

function verdicts({ name, world, start, goal }: Setting): Work[] {
  const random = new Random(5)
  return Array.from({ length: 8 }, (_, k) => {
    const step = k % 2 === 0 ? 0.05 : 0.6
    const to = withTurns(start.map((x) => x + random.range(-step, step)))
    const verdict = checkMotion(world, [start, k === 0 ? goal : to])
    const at = verdict.outcome === 'collision' ? [verdict.at, ...verdict.configuration] : []
    const text = verdict.outcome === 'free' ? JSON.stringify(verdict.certificate()) : ''
    return digestOf(`${name}, motion ${k}`, `${verdict.outcome}, ${JSON.stringify(verdict.stats)}`, [at], text)
  })
}

function distances({ name, world, start }: Setting): Work[] {
  const random = new Random(6)
  return Array.from({ length: 20 }, (_, k) => {
    const q = withTurns(start.map((x) => x + random.range(-1, 1)))
    const { distance, pointA, pointB, a, b } = world.distance(q)
    const depths = world.collisions(q).map(({ depth }) => depth)
    return digestOf(`${name}, distance ${k}`, `${a} ${b} ${world.collides(q)}`, [[distance], pointA, pointB, depths])
  })
}

/** Seven numbers are a place and a quaternion, which is to be of unit length. */
function withTurns(q: Float64Array): Float64Array {
  if (q.length !== 7) return q
  const [x, y, z, w] = q.subarray(3) as unknown as [number, number, number, number]
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  return q.map((c, i) => (i < 3 ? c : c / length))
}

function chainMoves(): Work {
  const random = new Random(7)
  const centres = Float64Array.from({ length: 900 }, (_, i) => (i % 3 === 0 ? (4 / 3) * i : random.range(-0.5, 0.5)))
  const chain = ChainTree.fromSpheres(centres, 1)
  const numbers: number[] = []
  for (let k = 0; k < 300; k++) {
    chain.rotate(1 + random.integer(298), random.range(-0.4, 0.4))
    const touches = chain.selfCollides()
    if (touches) chain.undo()
    if (k % 20 === 0) numbers.push(touches ? 1 : 0, chain.closestPair()!.distance, ...chain.positions().slice(0, 30))
  }
  return digestOf('chain', `${numbers.length} numbers`, [numbers])
}

export function digestOf(name: string, outcome: string, lists: readonly ArrayLike<number>[], text = ''): Work {
  const numbers = Float64Array.from(lists.flatMap((list) => [list.length, ...Array.from(list)]))
  const bytes = new Uint8Array(numbers.buffer)
  let low = 0x811c9dc5
  let high = 0x2b992ddf
  // FNV-1a and a twin of it: any bit that differs shows, and nobody forges these.
  const add = (byte: number): void => {
    low = Math.imul(low ^ byte, 0x01000193)
    high = Math.imul(high ^ byte ^ (low >>> 16), 0x01000197)
  }
  for (const byte of bytes) add(byte)
  for (let i = 0; i < text.length; i++) add(text.charCodeAt(i) & 0xff)
  const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')
  return { name, outcome, digest: hex(high) + hex(low), head: Array.from(numbers.subarray(0, 16)).join(' ') }
}

// Worlds.

/** Six joints, links of every kind; a wall with a window to reach through. */
function armWorld(): Setting {
  const shapes: Shape[] = [
    capsule({ radius: 0.07, from: [0, 0, 0], to: [0, 0, 0.3] }),
    roundMesh(10, 6, 0.09, 0.2),
    box({ size: [0.1, 0.12, 0.3], at: [0, 0, 0.15] }),
    cylinder({ radius: 0.05, length: 0.25, at: [0, 0, 0.12] }),
    convex({ points: roundMesh(6, 3, 0.05, 0.1).positions }),
    roundMesh(8, 4, 0.05, 0.06),
  ]
  const axes = [
    [0, 0, 1],
    [0, 1, 0],
    [0, 1, 0],
    [0.6, 0, 0.8],
    [0, 1, 0],
    [1, 0, 0],
  ]
  const joints = axes.map(
    (axis, k): JointInput => ({
      name: `j${k}`,
      kind: 'revolute',
      parent: `l${k}`,
      child: `l${k + 1}`,
      axis,
      origin: { at: [0, 0, k === 0 ? 0.1 : 0.32] },
      limits: { lower: -2.8, upper: 2.8 },
    }),
  )
  const links = [{ name: 'l0' }, ...shapes.map((shape, k) => ({ name: `l${k + 1}`, geometry: [{ shape }] }))]
  const robot = new Robot({ name: 'arm', links, joints })
  const wall = (name: string, size: readonly number[], at: readonly number[]) => ({
    name,
    shape: box({ size }),
    pose: { at },
  })
  const world = new World({
    robots: [robot],
    obstacles: [
      wall('left', [0.05, 1, 2], [0.6, 0.8, 0.6]),
      wall('right', [0.05, 1, 2], [0.6, -0.8, 0.6]),
      wall('sill', [0.05, 0.6, 0.5], [0.6, 0, -0.1]),
      wall('lintel', [0.05, 0.6, 0.8], [0.6, 0, 1.35]),
      { name: 'ball', shape: sphere({ radius: 0.12 }), pose: { at: [-0.2, 0.7, 0.7] } },
      { name: 'stone', shape: roundMesh(12, 7, 0.25, 0.2), pose: { at: [0.1, -0.75, 0.4] } },
    ],
  })
  const start = Float64Array.of(-0.32, 0.89, 1.33, -2.41, -0.42, 0.5)
  const goal = Float64Array.of(-2.4, 0.7, 0.6, -0.5, -0.4, 1)
  return { name: 'arm', world, start, goal }
}

/** A bent body that flies through a gap between two slabs: positions and a quaternion. */
function flyerWorld(): Setting {
  const robot = new Robot({
    name: 'flyer',
    links: [
      { name: 'space' },
      {
        name: 'body',
        geometry: [
          { shape: box({ size: [0.6, 0.1, 0.1] }) },
          { shape: box({ size: [0.1, 0.1, 0.4] }), pose: { at: [0.25, 0, 0.25] } },
        ],
      },
    ],
    joints: [{ name: 'fly', kind: 'floating', parent: 'space', child: 'body' }],
  })
  const world = new World({
    robots: [robot],
    obstacles: [
      { name: 'over', shape: box({ size: [0.2, 3, 1.5] }), pose: { at: [0, 0, 1.0] } },
      { name: 'under', shape: box({ size: [0.2, 3, 1.5] }), pose: { at: [0, 0, -1.0] } },
    ],
  })
  return {
    name: 'flyer',
    world,
    start: Float64Array.of(-1, 0, 0.2, 0, 0, 0, 1),
    goal: Float64Array.of(1, 0.2, -0.2, 0.5, 0.5, 0.5, 0.5),
  }
}

/** A car that turns without limits, in a yard with a wall. */
function carWorld(): Setting {
  const robot = new Robot({
    name: 'car',
    links: [{ name: 'ground' }, { name: 'body', geometry: [{ shape: box({ size: [0.8, 0.3, 0.2] }) }] }],
    joints: [{ name: 'drive', kind: 'planar', parent: 'ground', child: 'body', axis: [0, 0, 1] }],
  })
  const world = new World({
    robots: [robot],
    obstacles: [
      { name: 'wall', shape: box({ size: [0.1, 2, 0.5] }), pose: { at: [0, 0.7, 0] } },
      { name: 'post', shape: cylinder({ radius: 0.1, length: 1 }), pose: { at: [0, -1.0, 0] } },
    ],
  })
  return { name: 'car', world, start: Float64Array.of(-1, 0.5, 0), goal: Float64Array.of(1, 0.5, 2) }
}

/** About round, closed, squeezed: by sines of our own. */
function roundMesh(around: number, rings: number, radius: number, height: number) {
  const positions = [0, 0, -height]
  for (let i = 1; i <= rings; i++) {
    const polar = (Math.PI * i) / (rings + 1)
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around
      const across = radius * sine(polar)
      positions.push(across * cosine(angle), across * sine(angle), -height * cosine(polar))
    }
  }
  positions.push(0, 0, height)
  const last = 1 + around * rings
  const triangles: number[] = []
  for (let k = 0; k < around; k++) {
    const next = (k + 1) % around
    triangles.push(0, 1 + next, 1 + k, last, last - around + k, last - around + next)
    for (let i = 0; i < rings - 1; i++) {
      const low = 1 + around * i
      triangles.push(low + k, low + next, low + around + k, low + next, low + around + next, low + around + k)
    }
  }
  return mesh({ positions, triangles })
}
