// Planning questions by seed, as plain data: the random robots of motions-cases.ts among things that are made to be missed between
// two samples: plates and needles thinner than any step, meshes with dents and holes, slots. What fails is printed, and is
// made smaller by `smallest`.
import { type PlanOptions, planNow, Random } from '../../src/index.js'
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
import { judgePlan } from './paths.js'

export interface PlanCaseText extends CaseText {
  /** Of the plan; waypoints[0] is the start, waypoints[1] and on are goals. */
  readonly plan: Pick<
    PlanOptions,
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
