// Plans that are proved: MotionBenchMaker's problems for Panda and UR5, as LIMBER_DATA has them. All planners in turns, problem by
// problem; links are meshes, and once more balls; and goals that almost touch something.
import type { Bench } from './bench.js'
import { type PlanContender, proving, sampling } from './planning/contenders.js'
import { type Entrant, type MeasureSize, measureInTurns } from './planning/measure.js'
import { type BenchProblem, loadProblems, type Model, type ProblemChoice, problemFolder } from './planning/problems.js'
import { planningTable, planningTargets, summarise } from './planning/table.js'
import { tightenGoal } from './planning/tight-goals.js'

interface Size extends MeasureSize {
  /** Problems a scene. */
  readonly each: number
  /** Of the default planner; the others have one. */
  readonly rounds: number
  /** The slower planners get one problem in this many. */
  readonly others: number
}

const FULL: Size = { each: Infinity, rounds: 3, others: 5, warmUp: 3000, verifyEvery: 25, pairsEvery: 50 }
const QUICK: Size = { each: 1, rounds: 1, others: 1, warmUp: 300, verifyEvery: 7, pairsEvery: 14 }

/** Metres. */
const TIGHT = 1e-5

const SAMPLED = [0.1, 0.05]

interface Case {
  readonly contender: PlanContender
  readonly model: Model
  readonly goalClearance?: number
  readonly rounds: number
  /** One problem in this many; default all. */
  readonly every?: number
}

export const planning: Bench = {
  name: 'planning',
  async run(quick, progress, options = {}) {
    const folder = problemFolder()
    if (folder === undefined) {
      const note = 'no planning problems: LIMBER_DATA does not name a folder that has problems/ and robots/'
      return { rows: [], about: { notes: [note] }, text: note }
    }
    const size = quick ? QUICK : FULL
    const choice = readChoice(options, size)
    const notes: string[] = []
    const meshes = await loadProblems(folder, choice)
    const spheres = keepFree(await loadProblems(folder, { ...choice, model: 'spheres' }), notes)
    const tight = tightenAll(meshes, notes)
    const lazy = proving('rrt-connect', 'edges are sampled as they are made, the path that is found is proved')
    const eager = proving('rrt-connect-eager', 'every edge is proved as it is made')
    const sbl = proving('a-sbl', 'as published: lazy, two trees, adaptive checks')
    const all: Case[] = [
      { contender: lazy, model: 'meshes', rounds: size.rounds },
      { contender: lazy, model: 'meshes', goalClearance: TIGHT, rounds: size.rounds },
      { contender: lazy, model: 'spheres', rounds: 1 },
      { contender: eager, model: 'meshes', rounds: 1, every: size.others },
      { contender: sbl, model: 'meshes', rounds: 1, every: size.others },
      ...SAMPLED.map((resolution) => ({ contender: sampling(resolution), model: 'meshes' as const, rounds: 1 })),
    ]
    const wanted = options.planners?.split(',')
    const cases = all.filter(({ contender: { name } }) => wanted === undefined || wanted.includes(name))
    const entrants = cases.map(({ contender, model, goalClearance, rounds, every = 1 }): Entrant => {
      const problems = goalClearance !== undefined ? tight : model === 'spheres' ? spheres : meshes
      return { contender, problems: problems.map((problem, i) => (i % every === 0 ? problem : undefined)), rounds }
    })
    const measured = measureInTurns(entrants, size, progress)
    const rows = cases.flatMap(({ contender, model, goalClearance }, k) =>
      summarise(measured[k]!, { planner: contender.name, model, goalClearance }),
    )
    const wrong = measured.flatMap((list, k) =>
      list.flatMap(({ problem: { robot, scene, index }, proved, wrong: found }) =>
        proved && found.length > 0
          ? [`WRONG: ${cases[k]!.contender.name}, ${robot} ${scene} ${index}: ${found.join('; ')}`]
          : [],
      ),
    )
    const unsolved = measured.flatMap((list, k) =>
      list.flatMap(({ problem: { robot, scene, index }, solved, outcome }) =>
        solved ? [] : [`${cases[k]!.contender.name}, ${cases[k]!.model}, ${robot} ${scene} ${index}: ${outcome}`],
      ),
    )
    return {
      rows,
      about: { notes, planners: cases.map(({ contender: { name, how } }) => ({ name, how })), wrong, unsolved },
      keep: Object.keys(options).length === 0,
      text: [planningTable(rows), planningTargets(rows).join('\n'), [...wrong, ...unsolved, ...notes].join('\n')]
        .filter((part) => part !== '')
        .join('\n\n'),
    }
  },
}

function readChoice(options: Readonly<Record<string, string>>, { each }: Size): ProblemChoice {
  return {
    each: options.each === undefined ? each : Number(options.each),
    ...(options.robots === undefined ? {} : { robots: options.robots.split(',') as ('panda' | 'ur5')[] }),
    ...(options.scenes === undefined ? {} : { scenes: options.scenes.split(',') }),
  }
}

/** Balls are larger than the meshes they replace: some goals collide. */
function keepFree(problems: readonly BenchProblem[], notes: string[]): (BenchProblem | undefined)[] {
  return problems.map((problem) => {
    const world = problem.world()
    if (!world.collides(problem.start) && !world.collides(problem.goal)) return problem
    notes.push(
      `without ${problem.robot} ${problem.scene} ${problem.index}, spheres: they touch at the start or the goal`,
    )
    return undefined
  })
}

function tightenAll(problems: readonly BenchProblem[], notes: string[]): (BenchProblem | undefined)[] {
  let blocks = 0
  const tight = problems.map((problem) => {
    const found = tightenGoal(problem, TIGHT)
    if (found === undefined) {
      notes.push(`without ${problem.robot} ${problem.scene} ${problem.index} at ${TIGHT}: nothing can be put there`)
    }
    if (found?.how === 'block') blocks++
    return found?.problem
  })
  notes.push(
    `goals ${TIGHT} from something: the nearest obstacle is pushed towards the robot; in ${blocks} of ${problems.length} a ` +
      'small block stands before it instead',
  )
  return tight
}
