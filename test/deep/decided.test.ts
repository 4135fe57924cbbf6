// The deciding prover and the recording one on two hundred thousand segments, a third of them beside a contact: no disagreement. The
// robots of LIMBER_DATA where it is set, and the scenes. LIMBER_DEEP_STEPS scales it; LIMBER_DEEP_PART=2/5 runs the second of five.
import { afterAll, expect, test } from 'vitest'
import { loadProblems, problemFolder } from '../../bench/planning/problems.js'
import { MOTION_SCENES, type MotionSceneName } from '../../scenes/index.js'
import { Random } from '../../src/entries/robots.js'
import { compareEdges, type DecidedTally, newDecidedTally } from '../oracle/robots/decided-edges.js'
import { buildWorld, randomCase } from '../oracle/robots/motions-cases.js'

const edges = 2 * Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const [part, parts] = (process.env.LIMBER_DEEP_PART ?? '1/1').split('/').map(Number) as [number, number]
const folder = problemFolder()

/** Shares: problems of each robot, or nothing; the scenes; random worlds. */
const PROBLEMS = folder === undefined ? 0 : 0.35
const SCENES = 0.2
const RANDOM = 1 - 2 * PROBLEMS - SCENES

/** Segments in one world. */
const IN_ONE = 50

const total = newDecidedTally()

afterAll(() => {
  const { wrong, ...counts } = total
  console.log(`part ${part} of ${parts}: ${JSON.stringify(counts)}, ${wrong.length} disagreements`)
})

function add(tally: DecidedTally): void {
  for (const key of ['edges', 'free', 'hits', 'undecided', 'grazing', 'sampled'] as const) total[key] += tally[key]
  total.wrong.push(...tally.wrong)
}

/** Worlds of a kind, this part's share of them. */
function rounds(share: number, visit: (k: number, tally: DecidedTally) => void): void {
  const tally = newDecidedTally()
  const worlds = Math.ceil((share * edges) / IN_ONE)
  for (let k = part - 1; k < worlds; k += parts) visit(k, tally)
  add(tally)
  expect(tally.wrong).toEqual([])
}

test.skipIf(folder === undefined).each(['panda', 'ur5'] as const)('[never-misses] %s among problems', async (robot) => {
  const problems = await loadProblems(folder!, { robots: [robot] })
  rounds(PROBLEMS, (k, tally) => {
    const problem = problems[k % problems.length]!
    compareEdges(problem.world(), new Random(k), IN_ONE, tally, k % 4 === 0 ? { clearance: 0.01 } : {}, 25)
  })
})

test('[never-misses] scenes', () => {
  const names = Object.keys(MOTION_SCENES).filter((name) => name !== 'lattice-9') as MotionSceneName[]
  const worlds = names.map((name) => MOTION_SCENES[name]().world())
  rounds(SCENES, (k, tally) => compareEdges(worlds[k % worlds.length]!, new Random(k), IN_ONE, tally, {}, 25))
})

test('[never-misses] random worlds', () => {
  rounds(RANDOM, (k, tally) => {
    const options = { clearance: k % 3 === 0 ? 0.01 : 0, delta: k % 4 === 0 ? 0.003 : 0, solids: k % 5 !== 0 }
    compareEdges(buildWorld(randomCase(k)), new Random(k), IN_ONE, tally, options, 25)
  })
})
