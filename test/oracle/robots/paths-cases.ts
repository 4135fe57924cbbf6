// Planning questions by seed, as plain data: the random robots of motions-cases.ts among things that are made to be missed between
// two samples: plates and needles thinner than any step, meshes with dents and holes, slots. What fails is printed, and is
// made smaller by `smallest`.
import { type LabPlanOptions, planNowInLab as planNow } from '../../../lab/published/plan.js'
import {
  inverseKinematics,
  Random,
  randomWalkNow,
  smoothNow,
  timePath,
  type World,
} from '../../../src/entries/robots.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { judgeFree, pieceWay, polyline, show } from './motions.js'
import {
  buildWorld,
  type CaseText,
  type GeometryText,
  randomCase,
  randomConfiguration,
  randomShape,
  roundMesh,
  type ShapeText,
  unitQuaternion,
} from './motions-cases.js'
import { MotionScene } from './motions-scene.js'
import { judgePlan, recheck } from './paths.js'

export interface PlanCaseText extends CaseText {
  /** Of the plan; waypoints[0] is the start, waypoints[1] and on are goals. */
  readonly plan: Pick<
    LabPlanOptions,
    'planner' | 'seed' | 'range' | 'resolution' | 'clearance' | 'delta' | 'maxIterations'
  >
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)]!
}

/** Thin, mostly. */
function hinderance(random: Random): ShapeText {
  const thin = 10 ** random.range(-7, -2)
  switch (random.integer(6)) {
    case 0:
    case 1:
      return { kind: 'box', size: [thin, random.range(0.1, 0.8), random.range(0.1, 0.8)] }
    case 2:
      return { kind: 'capsule', radius: thin, from: [0, 0, -0.5], to: [0, 0, random.range(0, 0.5)] }
    case 3: {
      // A sheet of two triangles, bent a little.
      const s = random.range(0.1, 0.5)
      return {
        kind: 'mesh',
        positions: [0, -s, -s, thin, s, -s, 0, s, s, thin, -s, s],
        triangles: [0, 1, 2, 0, 2, 3],
      }
    }
    case 4:
      return roundMesh(4 + random.integer(5), 2 + random.integer(4), random.range(0.05, 0.25), random)
    default:
      return randomShape(random, 0.4)
  }
}

/** Same seed, same question. Start and goals are free, if such places are found at all. */
export function randomPlanCase(seed: number): PlanCaseText {
  const random = new Random(seed)
  const text = randomCase(seed, { obstacles: 3 })
  const near = text.robots.map(({ base }) => base.at)
  const obstacles: GeometryText[] = [
    ...text.obstacles,
    ...Array.from({ length: 4 + random.integer(14) }, () => {
      const about = pick(random, near)
      return {
        shape: hinderance(random),
        at: about.map((x) => x + random.range(-1, 1)),
        rotation: unitQuaternion(random),
      }
    }),
  ]
  const bare: CaseText = { ...text, obstacles, waypoints: [] }
  const world = buildWorld(bare)
  const free = (): number[] => {
    let q = randomConfiguration(world, random)
    for (let k = 0; k < 30 && world.collides(q); k++) q = randomConfiguration(world, random)
    return q
  }
  const waypoints = [free(), free()]
  if (random.unit() < 0.2) waypoints.push(free())
  return {
    ...bare,
    waypoints,
    plan: {
      planner: pick(random, ['rrt-connect', 'rrt-connect', 'rrt-connect-eager', 'a-sbl']),
      seed,
      range: pick(random, [0.2, 0.5, 0.5, 2]),
      // Coarse, so that proofs find what samples missed, and trees are cut.
      ...(random.unit() < 0.7 ? { resolution: pick(random, [0.3, 1, 5]) } : {}),
      clearance: pick(random, [0, 0, 0, 1e-3]),
      delta: pick(random, [0, 0, 0, 1e-4]),
      maxIterations: 150,
    },
  }
}

export interface PlanCaseOutcome {
  readonly outcome: string
  readonly refuted: number
  /** What is wrong; undefined if nothing is. */
  readonly wrong: string | undefined
}

/** Plans, and judges what comes out: the path, its proof, and that the same question has the same answer again. */
export function runPlanCase(text: PlanCaseText, twice = false): PlanCaseOutcome {
  const world = buildWorld(text)
  const [start, ...goals] = text.waypoints as [number[], ...number[][]]
  const options = { ...text.plan, maxMillis: Infinity }
  const result = planNow(world, start, goals, options)
  const { outcome, stats } = result
  const { clearance = 0, delta = 0 } = text.plan
  const wrong = judgePlan(
    { world, start, goals, clearance: outcome === 'solved' ? clearance : Math.max(clearance, delta) },
    result,
  )
  const refuted = stats.edgesRefuted
  if (wrong !== undefined || !twice) return { outcome, refuted, wrong }
  const again = planNow(world, start, goals, options)
  const same = JSON.stringify(withoutMillis(again)) === JSON.stringify(withoutMillis(result))
  return { outcome, refuted, wrong: same ? undefined : 'the same question has another answer the second time' }
}

function withoutMillis({ stats, ...rest }: ReturnType<typeof planNow>): unknown {
  return { ...rest, stats: { ...stats, millis: 0 } }
}

/** What comes after a plan: smoothing, a clock, and a random walk from the start. What is wrong with any of it; undefined if nothing is. */
export function runAfterwards(text: PlanCaseText, tally: Record<string, number> = {}): string | undefined {
  const count = (key: string): void => {
    tally[key] = (tally[key] ?? 0) + 1
  }
  const world = buildWorld(text)
  const scene = new MotionScene(world)
  const [start, ...goals] = text.waypoints as [number[], ...number[][]]
  const { seed = 1, clearance = 0 } = text.plan
  const walk = randomWalkNow(world, start, { seed, clearance, maxTries: 30, step: 0.3 })
  count(`walk ${walk.outcome}`)
  if ('path' in walk) {
    const wrong = judgeProved(world, scene, walk.path, walk.certificate(), clearance)
    if (wrong !== undefined) return `walk: ${wrong}`
  }
  const plan = planNow(world, start, goals, { ...text.plan, maxMillis: Infinity })
  if (plan.outcome !== 'solved') return undefined
  const smoothed = smoothNow(world, plan.path, { seed, clearance, rounds: 15 })
  count(smoothed.outcome)
  if (smoothed.outcome !== 'smoothed') return `a proved path is ${smoothed.outcome}`
  const { path, length, before } = smoothed
  if (!(length <= before * (1 + 1e-12))) return `smoothing made ${length} of ${before}`
  const ends = [
    path[0]!.every((x, i) => x === plan.path[0]![i]),
    path.at(-1)!.every((x, i) => x === plan.path.at(-1)![i]),
  ]
  if (!(ends[0] && ends[1])) return 'smoothing moved an end'
  const wrong = judgeProved(world, scene, path, smoothed.certificate(), clearance)
  if (wrong !== undefined) return `smoothed: ${wrong}`
  return judgeTimed(world, scene, path, clearance, count)
}

function judgeProved(
  world: World,
  scene: MotionScene,
  path: readonly Float64Array[],
  certificate: object,
  clearance: number,
): string | undefined {
  for (const q of path) {
    const outside = q.findIndex((x, i) => x < world.lower[i]! || x > world.upper[i]!)
    if (outside !== -1) return `${world.variables[outside]} is outside its limits: ${show(q)}`
  }
  const { wrong } = recheck(scene, polyline(world, path), { clearance })
  if (wrong !== undefined) return wrong
  const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(certificate)))
  return verified.valid ? undefined : `the certificate is refused: ${verified.reason}`
}

const RATE = { velocity: 1.1, acceleration: 1.7 } as const

/** On a clock: free at every sample, proved, within its rates, from rest to rest, and continuous. */
function judgeTimed(
  world: World,
  scene: MotionScene,
  path: readonly Float64Array[],
  clearance: number,
  count: (key: string) => void,
): string | undefined {
  // Turns of floating joints have no clock.
  if (world.variables.some((name) => name.endsWith('/rot_x'))) return undefined
  const timed = timePath(world, path, { ...RATE, clearance })
  count(timed.outcome)
  if (timed.outcome !== 'timed')
    return timed.verdict.outcome === 'undecided' ? undefined : `timed: ${timed.verdict.outcome}`
  const { trajectory } = timed
  const free = judgeFree(scene, pieceWay(trajectory.motion), { samples: 60, clearance })
  if (free !== undefined) return `timed: ${free}`
  const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(timed.certificate())))
  if (!verified.valid) return `timed: the certificate is refused: ${verified.reason}`
  const states = trajectory.sample(200 / Math.max(trajectory.duration, 1e-3))
  for (const [k, { positions, velocities, accelerations, time }] of states.entries()) {
    for (let i = 0; i < positions.length; i++) {
      if (Math.abs(velocities[i]!) > RATE.velocity * (1 + 1e-9))
        return `timed: ${world.variables[i]} at ${velocities[i]}`
      if (Math.abs(accelerations[i]!) > RATE.acceleration * (1 + 1e-9)) {
        return `timed: ${world.variables[i]} is accelerated by ${accelerations[i]} at ${time}`
      }
      if (positions[i]! < world.lower[i]! || positions[i]! > world.upper[i]!) return `timed: outside its limits`
      const before = states[k - 1]
      if (before === undefined) continue
      // As far as it can get between two samples.
      const most = RATE.velocity * (time - before.time) * (1 + 1e-6) + 1e-12
      if (!world.variables[i]!.includes('/rot_') && Math.abs(positions[i]! - before.positions[i]!) > most) {
        return `timed: ${world.variables[i]} jumps at ${time}`
      }
    }
  }
  const [first, last] = [states[0]!, states.at(-1)!]
  if (first.velocities.some((v) => Math.abs(v) > 1e-9) || last.velocities.some((v) => Math.abs(v) > 1e-9)) {
    return 'timed: not at rest at its ends'
  }
  return undefined
}

/**
 * Where a link of a random robot is to be: everything that inverse kinematics finds, and a plan to it, held against forward
 * kinematics and contacts of our own. What is wrong; undefined if nothing is.
 */
export function runPoseCase(seed: number, tally: Record<string, number> = {}): string | undefined {
  const random = new Random(seed)
  const text = randomPlanCase(seed)
  const world = buildWorld(text)
  const scene = new MotionScene(world)
  const [start, there] = text.waypoints as [number[], number[]]
  const r = random.integer(text.robots.length)
  const last = `link${text.robots[r]!.links.length - 1}`
  // A robot has its links in an order of its own.
  const l = world.model().robots[r]!.robot.link(last).index
  scene.place(there)
  const pose = Float64Array.from(scene.linkPoses[r]![l]!)
  const goal = { link: `r${r}/${last}`, pose, position: 1e-5, angle: 1e-5 }
  const isThere = (q: Float64Array): string | undefined => {
    scene.place(q)
    const at = scene.linkPoses[r]![l]!
    const off = Math.hypot(...[3, 7, 11].map((k) => at[k]! - pose[k]!))
    // |R − R'| of rotations is at most twice √2 times the sine of half the angle between them.
    const turned = Math.hypot(...[0, 1, 2, 4, 5, 6, 8, 9, 10].map((k) => at[k]! - pose[k]!)) / Math.SQRT2
    if (off > 1.001e-5 || turned > 1.001e-5) return `the link is ${off} off, and turned by ${turned}: ${show(q)}`
    // What is not on the way to the link stays as it is, wherever that is.
    const outside = q.findIndex((x, i) => x !== start[i] && (x < world.lower[i]! || x > world.upper[i]!))
    return outside === -1 ? undefined : `${world.variables[outside]} is outside its limits: ${show(q)}`
  }
  const found = inverseKinematics(world, goal, { start, seed, seeds: 12 })
  tally[`pose ${found.outcome}`] = (tally[`pose ${found.outcome}`] ?? 0) + 1
  if ((found.outcome === 'solved') !== found.solutions.length > 0)
    return `${found.outcome}, ${found.solutions.length} solutions`
  for (const q of found.solutions) {
    const wrong = isThere(q)
    if (wrong !== undefined) return wrong
    const contact = scene.contact(q)
    if (contact !== undefined) return `${contact.a} and ${contact.b} touch: ${show(q)}`
  }
  const plan = planNow(world, start, goal, {
    seed,
    maxMillis: Infinity,
    maxIterations: 60,
    inverseKinematics: { seeds: 12 },
  })
  tally[`to pose: ${plan.outcome}`] = (tally[`to pose: ${plan.outcome}`] ?? 0) + 1
  if (plan.outcome !== 'solved') return undefined
  return isThere(plan.path.at(-1)!) ?? judgeProved(world, scene, plan.path, plan.certificate(), 0)
}
