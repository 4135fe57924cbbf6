// `limber plan --robots`: each arm alone, then all of them together.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../../cli/check.js'
import type { PlanCommandOptions } from '../../../cli/plan/plan-options.js'
import { planScene } from '../../../cli/plan.js'
import { readPath } from '../../../node/index.js'
import { against } from '../../project/against-schema.js'
import { refused } from '../refused.js'
import { example, type Run } from '../run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** Arms with their hands over the table, left of it or right of it as they see it. */
const pose = (turns: Record<string, number>): string =>
  Object.entries(turns)
    .flatMap(([robot, turn]) => [
      `${robot}/turn=${turn}`,
      `${robot}/shoulder=1`,
      `${robot}/elbow=0.9`,
      `${robot}/wrist=0.7`,
    ])
    .join(',')
const FROM = pose({ left: -1.3, right: -1.3 })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-plan-robots-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ask = (options: PlanCommandOptions): Promise<Run> =>
  planScene(example('arms.json'), { robots: 'left,right', from: FROM, atom: '0.1', ...options })

test('two arms change sides: planned alone, scheduled together, and proved as one path', async () => {
  const to = [pose({ left: 1.3 }), pose({ right: 1.3 })]
  const { code, stdout } = await ask({ to, out: at('tracks.json') })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^scheduled: no timing collides, proved; /)
  expect(stdout).toMatch(/\n {2}planned +waypoints +length +took\n {2}left +\d+ .*\n {2}right +\d+ /)
  expect((await checkScene(example('arms.json'), { path: at('tracks.json') })).code).toBe(0)
  const { joints, waypoints } = await readPath(at('tracks.json'))
  const end = Object.fromEntries(joints.map((joint, k) => [joint, waypoints.at(-1)![k]!]))
  expect([end['left/turn'], end['right/turn'], end['back/turn']]).toEqual([1.3, 1.3, 0])

  const document = JSON.parse((await ask({ to, json: true })).stdout)
  expect(against('coordinate', document)).toBe('')
  expect(document.plans.map(({ robot }: { robot: string }) => robot)).toEqual(['left', 'right'])
  const joined = document.plans[0].path
  expect([joined.joints[0], joined.waypoints[0][0], joined.waypoints.at(-1)[0]]).toEqual(['left/turn', -1.3, 1.3])
})

test('a robot without a path is named, and so is one that stands in the way', async () => {
  const low = `${pose({ left: 0 }).replace('shoulder=1', 'shoulder=1.9')}`
  const { code, stdout } = await ask({ to: [low, pose({ right: 1.3 })] })
  expect([code, stdout.split(':', 2)]).toEqual([1, ['left', ' invalid goal']])
  const document = JSON.parse((await ask({ to: [low, pose({ right: 1.3 })], json: true })).stdout)
  expect([against('plan', document), document.robot, document.outcome]).toEqual(['', 'left', 'invalid-goal'])

  // The back arm stands where the left one is to go: it is an obstacle of its plan, not only of the coordination.
  const from = `${FROM},${pose({ back: 0 })}`
  const blocked = await ask({ from, to: [pose({ left: 0 }), pose({ right: 1.3 })] })
  expect([blocked.code, blocked.stdout.split(':', 2)]).toEqual([1, ['left', ' invalid goal']])
  expect(blocked.stdout).toMatch(/left\/\w+ and back\/\w+|back\/\w+ and left\/\w+/)
})

test('options that do not go together are refused by name', async () => {
  const to = [pose({ left: 1.3, right: 1.3 })]
  await refused(ask({ to, robots: 'left' }), '--robots must be two robots or more')
  await refused(ask({ to, robots: 'left,middle' }), '--robots must be names of robots: left, right, back')
  await refused(ask({ to: [pose({ left: 1.3 })] }), 'no goal of right')
  await refused(ask({ to: [...to, pose({ back: 1 })] }), 'back must be among --robots')
  await refused(ask({ to: [...to, 'left/turn=1'] }), 'each joint once, got left/turn')
  await refused(ask({ to, moving: ['left/turn'] }), '--moving must be left out where there is --robots')
  await refused(ask({ to, trajectory: at('t.json') }), '--trajectory')
  writeFileSync(
    at('two.json'),
    JSON.stringify({
      joints: ['left/turn', 'right/turn'],
      waypoints: [
        [1, 1],
        [2, 2],
      ],
    }),
  )
  await refused(ask({ to: [at('two.json')] }), 'one waypoint, the goal')
  const { robots: _, ...alone } = { robots: '', from: FROM, to, atom: '0.1' }
  await refused(planScene(example('arms.json'), alone), '--atom must be left out, or given with --robots')
})
