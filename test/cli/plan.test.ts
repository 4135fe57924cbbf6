// `limber plan` with the engine, on the examples; asked in this process.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../cli/check.js'
import { addPlanCommand, planScene } from '../../cli/plan.js'
import { addSmoothCommand } from '../../cli/smooth.js'
import { verifyFiles } from '../../cli/verify.js'
import { readScene } from '../../node/index.js'
import { SAMPLE_URDF } from '../formats/robots/scene-samples.js'
import { FROM_TO, json, numbersOf, plan } from './plan/plan-example.js'
import { example } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** The sample robot below a plate, which its finger cannot pass: at lift 0 its top is at 0.39, and the plate begins at 0.5. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-plan-'))
  writeFileSync(at('arm.urdf'), SAMPLE_URDF)
  const obstacles = [{ name: 'plate', shape: { kind: 'box', size: [9, 9, 0.1] }, pose: { xyz: [0, 0, 0.55] } }]
  const scene = { limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }], obstacles }
  writeFileSync(at('scene.json'), JSON.stringify(scene))
  writeFileSync(at('above.json'), '{"arm/lift": 0.5}')
  writeFileSync(at('out.json'), '{"lift": 2.5}')
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a plan of the example: proved, written, checked and verified again', async () => {
  const files = { out: at('path.json'), certificate: at('proof.json') }
  const run = await plan(files)
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/^solved: a path of \d+ waypoints, proved free at every instant; length [\d.]+, /)
  const { joints, waypoints } = JSON.parse(readFileSync(files.out, 'utf8'))
  expect(joints).toEqual(['arm/turn', 'arm/shoulder', 'arm/elbow', 'arm/wrist', 'arm/grip'])
  expect(waypoints[0]).toEqual(numbersOf(FROM_TO.from))
  expect(waypoints.at(-1)).toEqual(numbersOf(FROM_TO.to[0]!))
  expect(await checkScene(example('cell.json'), { path: files.out })).toMatchObject({ code: 0 })
  const verified = await verifyFiles(example('cell.json'), files.certificate, { path: files.out })
  expect(verified).toMatchObject({ code: 0 })
})

test('same seed, same path; another seed, another one', async () => {
  const [first, again, other] = [
    await json(plan({ json: true, seed: '3' })),
    await json(plan({ json: true, seed: '3' })),
    await json(plan({ json: true, seed: '4' })),
  ]
  expect(first.path).toEqual(again.path)
  expect(first.path).not.toEqual(other.path)
})

test('--planner a-sbl', async () => {
  const found = await json(plan({ planner: 'a-sbl', json: true }))
  expect(found).toMatchObject({ code: 0, outcome: 'solved', proved: true })
  writeFileSync(at('other.json'), JSON.stringify(found.path))
  expect(await checkScene(example('cell.json'), { path: at('other.json') })).toMatchObject({ code: 0 })
})

test('--to-link: the link is where it was to be, and joints that are not needed stay', async () => {
  const found = await json(plan({ to: [], toLink: ['cup'], toPose: ['0.3 -0.5 0.9'], moving: ['arm'], json: true }))
  expect(found).toMatchObject({ code: 0, outcome: 'solved', goalName: 'the pose of cup' })
  const { world } = await readScene(example('cell.json'))
  const X = world.linkPose(found.path.waypoints.at(-1)!, 'arm/hand')
  // The cup is held 0.14 along the hand's z.
  ;[0.3, -0.5, 0.9].forEach((value, k) => {
    expect(X[4 * k + 3]! + 0.14 * X[4 * k + 2]!).toBeCloseTo(value, 5)
  })
  const far = await plan({ to: [], toLink: ['cup'], toPose: ['0.3 -0.5 9'] })
  expect(far.code).toBe(1)
  expect(far.stdout).toMatch(/^invalid goal: the link cannot be brought there\n/)
  const none = plan({ to: [], toLink: ['mug'], toPose: ['0.3 -0.5 0.9'] })
  await expect(none).rejects.toThrow(/^--to-link must be the name of a link: arm\/base, .*got "mug"$/)
})

test('several goals: one that is not free does not matter, unless there is no other', async () => {
  const to = [example('into-post.json'), example('beside-post.json')]
  expect(await json(plan({ to, json: true }))).toMatchObject({ code: 0, outcome: 'solved', goal: 1, goalName: to[1] })
  const run = await plan({ to: [to[0]!] })
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/^invalid goal: 1 pair touches\n\n {2}arm\/forearm and post\n/)
  expect(run.stdout).toContain('"allowed": [["arm/forearm", "post"]]')
  const start = await json(plan({ from: to[0]!, json: true }))
  expect(start).toMatchObject({ code: 1, outcome: 'invalid-start', problems: [{ kind: 'collision', b: 'post' }] })
})

test('start and goal the same', async () => {
  const found = await json(plan({ to: [FROM_TO.from], json: true, out: at('still.json') }))
  expect(found).toMatchObject({ code: 0, outcome: 'solved', length: 0 })
  expect(found.path.waypoints).toEqual([numbersOf(FROM_TO.from)])
})

test('no path found: exit code 1, and nothing is written', async () => {
  const options = { to: [at('above.json')], maxIterations: '50', out: at('no-way.json') }
  const run = await planScene(at('scene.json'), options)
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/^no path found: .*50 rounds.*\nexplored: [\d,]+ configurations? from the start, /)
  expect(run.stderr).toContain('limber: no path: ')
  expect(existsSync(at('no-way.json'))).toBe(false)
  const late = await planScene(at('scene.json'), { to: [at('above.json')], time: '0.05' })
  expect(late.stdout).toMatch(/^no path found: .*0\.05 s/)
})

test('outside the limits', async () => {
  const run = await planScene(at('scene.json'), { to: [at('out.json')] })
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('arm/lift is at 2.5, outside its limits 0 to 2\n')
})

test('a joint that does not move cannot get anywhere', async () => {
  await expect(plan({ moving: ['turn'] })).rejects.toThrow(
    /beside-post\.json \(arm\/shoulder\) must be 1\.44, as in start: it does not move \(--moving\), got 1\.3$/,
  )
})

test('the help names every option', () => {
  const program = new Command()
  addPlanCommand(program)
  addSmoothCommand(program)
  const [planHelp, smoothHelp] = program.commands.map((command) => command.helpInformation())
  for (const option of [
    '--out',
    '--certificate',
    '--trajectory',
    '--seed',
    '--time',
    '--clearance',
    '--root',
    '--json',
  ]) {
    expect(planHelp).toContain(option)
    expect(smoothHelp).toContain(option)
  }
  for (const option of ['--from', '--to', '--to-link', '--to-pose', '--planner', '--moving', '--smooth', '--range']) {
    expect(planHelp).toContain(option)
  }
})
