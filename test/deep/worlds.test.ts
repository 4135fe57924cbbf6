// Worlds of robots from files against brute force. Needs LIMBER_DATA; LIMBER_DEEP_STEPS scales what is random.
import { describe, expect, test } from 'vitest'
import { dataRobot } from '../../bench/data-robots.js'
import { DistanceCheck } from '../oracle/robots/brute-mesh-check.js'
import { PROBLEM_ROBOTS, problemRobot, readProblems } from '../oracle/robots/problems.js'
import { ProblemJudge } from '../oracle/robots/problems-check.js'

const folder = process.env.LIMBER_DATA
/** A thousand. */
const configurations = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100)

describe.skipIf(folder === undefined)('starts and goals of the planning problems', () => {
  test.each(PROBLEM_ROBOTS)('%s: every one is judged, and brute force says the same', async (name) => {
    const judge = new ProblemJudge(await problemRobot(folder!, name))
    const problems = readProblems(folder!, name)
    for (const problem of problems) judge.judge(problem, ['srdf', 'acm'])
    console.log(
      `${name}: ${judge.table()}\nheld still by the URDF file: ${[...judge.held].join(', ')}\n` +
        `nearest pairs, triangle by triangle: ${judge.exact}, off by at most ${judge.worst.toExponential(1)} m`,
    )
    expect(problems.length).toBe(350)
    expect(judge.judged.length).toBe(4 * 350)
  })

  test.each(PROBLEM_ROBOTS)('%s: in the scene of another problem many collide, and every one truly', async (name) => {
    const judge = new ProblemJudge(await problemRobot(folder!, name))
    const problems = readProblems(folder!, name)
    // The same scene put elsewhere: seven times fifty, so 125 further is another kind of scene, 7 further the same one.
    problems.forEach((problem, i) => {
      if (i % 5 === 0) judge.judge(problem, ['srdf'], problems[(i + (i % 2 === 0 ? 7 : 125)) % problems.length]!)
    })
    const colliding = judge.judged.filter(({ touching }) => touching.length > 0).length
    console.log(`${name}: ${colliding} of ${judge.judged.length} collide among the obstacles of another problem`)
    expect(colliding).toBeGreaterThan(10)
    expect(colliding).toBeLessThan(judge.judged.length)
  })
})

describe.skipIf(folder === undefined)('[world-answers] distances and witness points at random configurations', () => {
  test.each(['panda', 'ur5', 'irb2400', 'shadow', 'atlas', 'fetch'] as const)('%s', async (name) => {
    const check = new DistanceCheck(await dataRobot(folder!, name, { srdf: true }), 4)
    for (let i = 0; i < configurations; i++) check.step()
    console.log(`${name}: ${check.report()}`)
    expect(check.configurations).toBe(configurations)
    expect(check.ofSize).toBeLessThan(1e-12)
  })
})
