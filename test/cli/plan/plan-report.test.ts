// What `limber plan` and `limber smooth` print, write and end with, for answers that are made up here.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlanEngine } from '../../../cli/plan/plan-engine.js'
import type { PlanCommandOptions } from '../../../cli/plan/plan-options.js'
import { planScene } from '../../../cli/plan.js'
import { type SmoothCommandOptions, smoothFile } from '../../../cli/smooth.js'
import type {
  Certificate,
  MotionStats,
  PlanOptions,
  PlanResult,
  PlanStats,
  SmoothResult,
  TimedPath,
  Trajectory,
} from '../../../src/entries/robots.js'
import { SAMPLE_URDF } from '../../formats/robots/scene-samples.js'
import type { Run } from '../run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** The sample robot below a plate: at lift 0 its finger's top is at 0.39, and the plate begins at 0.5. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-plan-report-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const JOINTS = ['arm/lift', 'arm/turn']
const FOREIGN = '{ "joints": ["lift", "turn"], "waypoints": [[0, 0], [0.01, 1]] }'

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true })
  writeFileSync(at('arm.urdf'), SAMPLE_URDF)
  const obstacles = [{ name: 'plate', shape: { kind: 'box', size: [0.2, 0.2, 0.1] }, pose: { xyz: [0, 0, 0.55] } }]
  const scene = { limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }], obstacles }
  writeFileSync(at('scene.json'), JSON.stringify(scene))
  writeFileSync(at('from.json'), '{"arm/lift": 0, "arm/turn": 0}')
  writeFileSync(at('to.json'), '{"arm/lift": 0.02, "arm/turn": 2}')
  writeFileSync(at('two.json'), `{"joints": ["lift", "turn"], "waypoints": [[0, 1], [0.01, 2]]}`)
  writeFileSync(at('part.json'), '{"turn": 1}')
  writeFileSync(at('path.json'), FOREIGN)
})

const PROOFS = { volumeTests: 1, leafTests: 2, configurations: 3, intervals: 4 } as MotionStats
const STATS: PlanStats = {
  millis: 12,
  iterations: 40,
  nodes: 1234,
  validityTests: 5000,
  edgesSampled: 80,
  edgesProved: 7,
  edgesRefuted: 1,
  proofs: PROOFS,
}
const SEEN = { surfaces: [], unseen: [], visualOnly: [], premises: 0 } as const
const PATH = [Float64Array.of(0, 0), Float64Array.of(0.1 + 0.2 - 0.3, 1), Float64Array.of(0.02, 2)]
const CERTIFICATE = { limber: 1, kind: 'motion', proofs: [] } as unknown as Certificate
const SOLVED: PlanResult = {
  outcome: 'solved',
  path: PATH,
  goal: 0,
  length: 2.345678901,
  certificate: () => CERTIFICATE,
  stats: STATS,
  beyondLimits: [],
  ...SEEN,
}
const CONTACT = {
  a: 'arm/gripper',
  b: 'plate',
  geometryA: 'g',
  geometryB: 'plate',
  depth: 0.05,
  normal: Float64Array.of(0, 0, 1),
  depthOf: 'solids',
  pointA: Float64Array.of(0, 0, 0.55),
  pointB: Float64Array.of(0, 0, 0.5),
} as const
const TOUCHING = { kind: 'collision', a: 'arm/gripper', b: 'plate', contact: CONTACT } as const
const SMOOTH_STATS = {
  millis: 3,
  rounds: 100,
  attempts: 9,
  shortcuts: 2,
  sampledOut: 1,
  validityTests: 5,
  proved: 4,
  refuted: 1,
  undecided: 0,
  proofs: PROOFS,
}
const SMOOTHED: SmoothResult = {
  outcome: 'smoothed',
  path: [PATH[0]!, PATH[2]!],
  length: 2,
  before: 2.3,
  proved: true,
  stopped: undefined,
  certificate: () => CERTIFICATE,
  stats: SMOOTH_STATS,
  beyondLimits: [],
  ...SEEN,
}

interface Asked {
  start?: unknown
  goals?: readonly unknown[]
  options?: PlanOptions
}

/** Whatever is asked, this is answered. */
function engine(answer: PlanResult, smoothed: SmoothResult = SMOOTHED, asked: Asked = {}): PlanEngine {
  const running = <P, R>(progress: P[], result: R) => ({
    result: Promise.resolve(result),
    async *[Symbol.asyncIterator]() {
      yield* progress
    },
  })
  return {
    plan(_, start, goals, options) {
      Object.assign(asked, { start, goals, options })
      return running([{ millis: 1, iterations: 1, nodes: 2, proved: 0.5, phase: 'proving' as const }], answer)
    },
    smooth: () =>
      running([{ millis: 1, phase: 'smoothing' as const, round: 1, rounds: 2, length: 1, before: 2 }], smoothed),
    timePath: (_, path) => ({
      ...({} as TimedPath),
      outcome: 'timed',
      trajectory: played(path as Float64Array[]),
      stops: 1,
    }),
  }
}

/** At rest at every waypoint, each 13 ms after the last one; with 10 t³ − 15 t⁴ + 6 t⁵ in between. */
function played(path: readonly Float64Array[]): Trajectory {
  const step = 0.013
  const duration = step * (path.length - 1)
  const at = (time: number) => {
    const k = Math.min(Math.floor(time / step), path.length - 2)
    const t = time / step - k
    const along = (value: number, from: number): Float64Array =>
      path[k]!.map((x, i) => from * x + value * (path[k + 1]![i]! - x))
    return {
      time,
      positions: along(t ** 3 * (10 - 15 * t + 6 * t * t), 1),
      velocities: along((30 * t * t * (1 - t) ** 2) / step, 0),
      accelerations: along((60 * t * (1 - t) * (1 - 2 * t)) / step ** 2, 0),
    }
  }
  return { duration, times: Float64Array.from(path, (_, k) => k * step), at } as Trajectory
}

const FROM_TO = (): PlanCommandOptions => ({ from: at('from.json'), to: [at('to.json')] })

async function plan(answer: PlanResult, options: PlanCommandOptions = {}, asked: Asked = {}): Promise<Run> {
  const run = await planScene(at('scene.json'), { ...FROM_TO(), ...options }, engine(answer, SMOOTHED, asked))
  return { ...run, stdout: told(run.stdout), stderr: told(run.stderr) }
}

async function smooth(answer: SmoothResult, options: SmoothCommandOptions = {}): Promise<Run> {
  const run = await smoothFile(at('scene.json'), at('path.json'), options, engine(SOLVED, answer))
  return { ...run, stdout: told(run.stdout), stderr: told(run.stderr) }
}

/** Without what differs from run to run. */
const told = (text: string): string => text.replaceAll(folder, 'F').replace(/\d+\.\d ms|\d+ ms/g, 'T ms')

async function json(run: Promise<Run>): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^[^\n]*\n$/)
  return { code, ...JSON.parse(stdout) }
}

test('solved: without --out, the waypoints are shown', async () => {
  expect(await plan(SOLVED)).toEqual({
    code: 0,
    stderr: '',
    stdout: `solved: a path of 3 waypoints, proved free at every instant; length 2.34568, 1,234 nodes, T ms

Waypoints (arm/lift, arm/turn):
  0 0
  5.55112e-17 1
  0.02 2
--out <file> writes them with all digits.
`,
  })
})

test('solved: files, to the last digit, and what to do next', async () => {
  const options = { out: at('out.json'), certificate: at('proof.json') }
  expect(await plan(SOLVED, options)).toEqual({
    code: 0,
    stderr: '',
    stdout: `solved: a path of 3 waypoints, proved free at every instant; length 2.34568, 1,234 nodes, T ms

Path: F/out.json, 3 waypoints
Certificate: F/proof.json, 41 bytes
To check it again: limber verify F/scene.json F/proof.json --path F/out.json
`,
  })
  const text = readFileSync(at('out.json'), 'utf8')
  expect(text).toBe(
    `{"joints":["arm/lift","arm/turn"],\n"waypoints":[\n[0,0],\n[${0.1 + 0.2 - 0.3},1],\n[0.02,2]\n]}\n`,
  )
  expect(JSON.parse(readFileSync(at('proof.json'), 'utf8'))).toEqual(CERTIFICATE)
  // What is ours is written over; nothing is left beside it.
  expect((await plan(SOLVED, options)).code).toBe(0)
  expect(readdirSync(folder).filter((name) => name.includes('part') && name !== 'part.json')).toEqual([])
  const { stdout } = await plan(SOLVED, { out: at('out.json'), clearance: '0.01' })
  expect(stdout).toContain('limber check F/scene.json --path F/out.json --clearance 0.01\n')
})

test('--json: one document, whose path is a path file as it stands', async () => {
  const document = await json(plan(SOLVED, { json: true, out: at('out.json') }))
  expect(document).toMatchObject({
    code: 0,
    outcome: 'solved',
    goal: 0,
    proved: true,
    length: 2.345678901,
    path: { joints: JOINTS, waypoints: PATH.map((q) => [...q]) },
    files: { out: 'F/out.json' },
    notes: [],
    stats: { nodes: 1234 },
  })
  expect(JSON.parse(readFileSync(at('out.json'), 'utf8'))).toEqual(document.path)
})

test('--smooth: what is written is the smoothed path', async () => {
  const run = await plan(SOLVED, { smooth: true, out: at('out.json') })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('\nsmoothed: length 2.3 to 2, 2 waypoints, T ms\n\nPath: F/out.json, 2 waypoints\n')
  expect(JSON.parse(readFileSync(at('out.json'), 'utf8')).waypoints).toHaveLength(2)
  const document = await json(plan(SOLVED, { smooth: '10', json: true }))
  expect(document).toMatchObject({ length: 2, smoothed: { before: 2.3, length: 2 } })
})

test('--trajectory: points at a rate and at knots, proved as the curve through them', async () => {
  const run = await plan(SOLVED, { trajectory: at('t.json') })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain(
    '\nTrajectory: F/t.json, 0.026 s, 1 stop on the way, 5 points, proved free as the curve through them\n',
  )
  const { joints, points } = JSON.parse(readFileSync(at('t.json'), 'utf8'))
  expect(joints).toEqual(JOINTS)
  expect(points.map(({ time }: { time: number }) => time)).toEqual([0, 0.01, 0.013, 0.02, 0.026])
  expect(points[0]).toEqual({ time: 0, positions: [0, 0], velocities: [0, 0], accelerations: [0, 0] })
  expect(points[4].positions).toEqual([0.02, 2])
  const t = 0.01 / 0.013
  expect(points[1].velocities[1]).toBeCloseTo((30 * t * t * (1 - t) ** 2) / 0.013, 9)
  expect(await json(plan(SOLVED, { trajectory: at('t.json'), json: true }))).toMatchObject({
    trajectory: { duration: 0.026, stops: 1, points: 5, outcome: 'free' },
    files: { trajectory: 'F/t.json' },
  })
})

test('--trajectory: one that is not proved free is not written, and exit code 3', async () => {
  const through = { ...SOLVED, path: [Float64Array.of(0, 0), Float64Array.of(0.2, 1)] }
  const run = await plan(through, { trajectory: at('t.json'), out: at('out.json') })
  expect(run.code).toBe(3)
  expect(run.stdout).toMatch(
    /\nTrajectory: 0\.013 s, 1 stop on the way, 3 points, not free: arm\/\w+ and plate touch\n/,
  )
  expect(run.stderr).toBe('limber: the trajectory is not proved free: F/t.json is not written\n')
  expect(existsSync(at('t.json'))).toBe(false)
  expect(existsSync(at('out.json'))).toBe(true)
})

test('no path found: what was explored, and what may help', async () => {
  const answer: PlanResult = {
    outcome: 'no-path-found',
    reason: 'the time limit of 10 s was reached',
    explored: { fromStart: 1200, fromGoal: 3, closest: 0.75 },
    stats: STATS,
    ...SEEN,
  }
  const run = await plan(answer, { out: at('out.json'), clearance: '0.01', moving: ['turn'] })
  expect(run).toEqual({
    code: 1,
    stderr: 'limber: no path: F/out.json is not written\n',
    stdout: `no path found: the time limit of 10 s was reached, 1,234 nodes, T ms
explored: 1,200 configurations from the start, 3 configurations from the goals; the nearest two are 0.75 apart
tested: 5,000 configurations; edges: 7 proofs, 1 refuted

This does not prove that no path exists. What may help:
  the search hardly leaves the goal: what is near it?
    limber check F/scene.json --at F/to.json --distances
  more time: --time 60
  other random numbers: --seed 2
  shorter steps, for narrow passages: --range 0.35
  a smaller --clearance or --delta
  more joints in --moving
`,
  })
  expect(existsSync(at('out.json'))).toBe(false)
  const document = await json(plan(answer, { json: true }))
  expect(document).toMatchObject({ code: 1, outcome: 'no-path-found', explored: answer.explored })
  expect(document).not.toHaveProperty('path')
  const stuck = { ...answer, explored: { fromStart: 1, fromGoal: 900, closest: Infinity } }
  const { stdout } = await plan(stuck)
  expect(stdout).toContain('900 configurations from the goals\n')
  expect(stdout).toContain(
    'the search hardly leaves the start: what is near it?\n    limber check F/scene.json --at F/from.json --distances\n',
  )
})

test('an older file is named where there is no new one', async () => {
  await plan(SOLVED, { out: at('out.json') })
  const none: PlanResult = { outcome: 'invalid-start', problems: [TOUCHING], stats: STATS, ...SEEN }
  const { stderr } = await plan(none, { out: at('out.json') })
  expect(stderr).toBe('limber: no path: F/out.json is an older one\n')
})

test('invalid start: the pair, and how to allow it', async () => {
  const run = await plan({ outcome: 'invalid-start', problems: [TOUCHING], stats: STATS, ...SEEN })
  expect(run).toEqual({
    code: 1,
    stderr: '',
    stdout: `invalid start: 1 pair touches

  arm/gripper and plate
    depth   0.05
    normal  0 0 1, from the first to the second
    points  0 0 0.55 of the first, 0 0 0.5 of the second

If they may touch, F/scene.json says so by "allowed": [["arm/gripper", "plate"]]
If the robot holds plate, it belongs under "attached" there, with what it touches in "touch".
`,
  })
  const problems = [
    { kind: 'too-close', a: 'arm/finger', b: 'plate', distance: 0.001 },
    { kind: 'outside-limits', joint: 'arm/lift', value: 9, lower: 0, upper: 1 },
  ] as const
  const more = await plan({ outcome: 'invalid-start', problems, stats: STATS, ...SEEN }, { clearance: '0.01' })
  expect(more.stdout).toBe(`invalid start: 1 pair is too near, 1 joint is outside its limits

  arm/finger and plate
    distance  0.001

  arm/lift is at 9, outside its limits 0 to 1

A smaller --clearance or --delta lets them pass.
A plan stays inside the limits of the joints, and so do its start and its goals.
--ignore-limits lets the start and the goals be outside; --limit-tolerance by how much.
`)
})

test('invalid start: what is held, and a robot alone', async () => {
  const scene = JSON.parse(readFileSync(at('scene.json'), 'utf8'))
  const cup = { name: 'cup', link: 'arm/gripper', shape: { kind: 'sphere', radius: 0.01 } }
  writeFileSync(at('held.json'), JSON.stringify({ ...scene, attached: [cup] }))
  const held = { ...TOUCHING, b: 'cup', a: 'arm/finger' }
  const answer = engine({ outcome: 'invalid-start', problems: [held], stats: STATS, ...SEEN })
  const run = await planScene(at('held.json'), FROM_TO(), answer)
  expect(run.stdout).toContain('or, as long as cup is held, by "arm/finger" in its "touch".\n')
  const own = { ...TOUCHING, a: 'arm/base', b: 'arm/finger' }
  const alone = engine({ outcome: 'invalid-start', problems: [own], stats: STATS, ...SEEN })
  const { stdout } = await planScene(at('arm.urdf'), { to: [at('part.json')] }, alone)
  expect(stdout).toContain('(--srdf) says so: <disable_collisions link1="base" link2="finger" reason="User"/>\n')
})

test('invalid goal: the first of several, by name; a link that cannot get there', async () => {
  const answer: PlanResult = { outcome: 'invalid-goal', goal: 1, problems: [TOUCHING], stats: STATS, ...SEEN }
  const run = await plan(answer, { to: [at('to.json'), at('two.json')] })
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/^no goal of 3 will do; this is F\/two\.json, waypoints\[0\]: 1 pair touches\n/)
  expect((await plan({ ...answer, goal: 0 })).stdout).toMatch(/^invalid goal: 1 pair touches\n/)
  const far = { kind: 'unreachable', link: 'arm/tool', reason: 'it is too far', position: 0.5, angle: 0 } as const
  const unreachable: PlanResult = { outcome: 'invalid-goal', goal: 0, problems: [far], stats: STATS, ...SEEN }
  const { stdout } = await plan(unreachable, { to: [], toLink: ['tool'], toPose: ['5 0 0 0 0 0'] })
  expect(stdout).toMatch(/^invalid goal: the link cannot reach the pose\n\n {2}it is too far\n/)
  expect(stdout).toContain('--to-free')
})

test('what the engine is asked', async () => {
  const asked: Asked = {}
  const to = [at('two.json'), at('part.json')]
  const run = await plan(
    SOLVED,
    { to, toLink: ['tool'], toPose: ['1 2 3'], moving: ['turn', 'arm/turn'], seed: '9' },
    asked,
  )
  expect(run.stderr).toBe('limber: F/part.json leaves out arm/lift: to end where it starts\n')
  expect(asked.goals!.slice(0, 3)).toEqual([Float64Array.of(0, 1), Float64Array.of(0.01, 2), Float64Array.of(0, 1)])
  expect(asked.goals![3]).toMatchObject({ link: 'tool', free: ['roll', 'pitch', 'yaw'] })
  expect(asked.options).toMatchObject({ seed: 9, moving: ['arm/turn'] })
  const { stderr } = await plan(SOLVED, { from: undefined as unknown as string })
  expect(stderr).toMatch(/^limber: no --from: all joints start at neutral/)
  const robot = await plan(SOLVED, { moving: ['arm'] }, asked)
  expect(robot.code).toBe(0)
  expect(asked.options!.moving).toEqual(JOINTS)
})

test.each<[string, PlanCommandOptions, RegExp]>([
  ['a path that is not ours', { out: 'path.json' }, /path\.json: expected a name for a path, got another file, which/],
  ['the start', { out: 'from.json' }, /from\.json: expected a name for a path, got another file, which is left/],
  ['a scene', { certificate: 'scene.json' }, /scene\.json: expected a name for a certificate, got another file/],
  ['a folder', { out: '.' }, /expected a name for a path, got a folder/],
  ['a folder that does not exist', { out: 'no/p.json' }, /got one in a folder that does not exist/],
  ['the same file twice', { out: 'x', trajectory: 'x' }, /--trajectory must be another file than that of --out, got/],
])('nothing is written over: %s', async (_, files, message) => {
  const options = Object.fromEntries(Object.entries(files).map(([kind, name]) => [kind, at(name as string)]))
  await expect(plan(SOLVED, options)).rejects.toThrow(message)
  expect(readFileSync(at('path.json'), 'utf8')).toBe(FOREIGN)
})

test('a pose file of ours is not written over by the path that leads to it', async () => {
  await plan({ ...SOLVED, path: [PATH[2]!] }, { out: at('goal.json') })
  await expect(plan(SOLVED, { to: [at('goal.json')], out: at('goal.json') })).rejects.toThrow(
    /--out must be another file than a file that is read, got /,
  )
})

test.each<[string, PlanCommandOptions, RegExp]>([
  ['a joint', { moving: ['trun'] }, /--moving must be one of arm\/lift, arm\/turn, got "trun"/],
  ['bounds', { bounds: ['x=0:1'] }, /--bounds must be one of arm\/lift, arm\/turn, got "x"/],
  ['a start of two', { from: 'two.json' }, /two\.json, waypoints: expected one waypoint: the start, got 2/],
  ['no file', { to: ['none.json'] }, /none\.json: expected a file that can be read, got no such file/],
  ['a scene', { to: ['scene.json'] }, /this is a scene/],
])('wrong input is named: %s', async (_, options, message) => {
  const { from, to, ...rest } = options
  const files = { ...(from ? { from: at(from) } : {}), ...(to ? { to: to.map(at) } : {}) }
  await expect(plan(SOLVED, { ...rest, ...files })).rejects.toThrow(message)
})

test('rates of one joint are reported for all its names', async () => {
  const twice = { trajectory: at('t.json'), maxVelocity: ['turn=1', 'arm/turn=2'] }
  await expect(plan(SOLVED, twice)).rejects.toThrow(/--max-velocity must be each joint once: turn is the same/)
  const none = { trajectory: at('t.json'), maxAcceleration: ['x=1'] }
  await expect(plan(SOLVED, none)).rejects.toThrow(/--max-acceleration must be one of arm\/lift, arm\/turn, got "x"/)
})

test('smooth: in place, and elsewhere', async () => {
  const run = await smooth(SMOOTHED, { out: at('out.json') })
  expect(run).toEqual({
    code: 0,
    stderr: '',
    stdout: `smoothed: length 2.3 to 2, 2 waypoints, T ms
proved free at every instant

Path: F/out.json, 2 waypoints
To check it again: limber check F/scene.json --path F/out.json
`,
  })
  const again = await smoothFile(at('scene.json'), at('out.json'), { out: at('out.json') }, engine(SOLVED))
  expect(again.code).toBe(0)
  await expect(smooth(SMOOTHED, { out: at('path.json') })).rejects.toThrow(
    /path\.json: expected a name for a path, got/,
  )
  expect(await json(smooth(SMOOTHED, { json: true }))).toMatchObject({
    code: 0,
    outcome: 'smoothed',
    before: 2.3,
    length: 2,
    proved: true,
    path: { joints: JOINTS },
  })
  const late = await smooth({ ...SMOOTHED, stopped: 'time' })
  expect(late).toMatchObject({ code: 0, stderr: 'limber: time ran out: the path is the shortest so far\n' })
})

test('smooth: a path that is not free', async () => {
  const hit = { segment: 0, at: 0.25, configuration: Float64Array.of(0.1, 1.25), a: 'arm/gripper', b: 'plate' }
  const collision = {
    outcome: 'collision',
    ...hit,
    contact: CONTACT,
    stats: PROOFS,
    beyondLimits: [],
    ...SEEN,
  } as const
  const answer: SmoothResult = { outcome: 'not-proved', verdict: collision, stats: SMOOTH_STATS, ...SEEN }
  expect(await smooth(answer, { out: at('out.json') })).toEqual({
    code: 1,
    stderr: 'limber: the path is not proved free: F/out.json is not written\n',
    stdout: `not free: 0.25 of the way from waypoints[0] to waypoints[1]

  arm/gripper and plate
    depth   0.05
    normal  0 0 1, from the first to the second
    points  0 0 0.55 of the first, 0 0 0.5 of the second

Only a path that is free can be smoothed. More about it:
limber check F/scene.json --path F/path.json
`,
  })
  expect(await json(smooth(answer, { json: true }))).toMatchObject({
    code: 1,
    outcome: 'not-proved',
    verdict: { outcome: 'collision', segment: 0, configuration: { 'arm/lift': 0.1 } },
  })
  const undecided = {
    outcome: 'undecided',
    reason: 'a limit',
    left: [],
    proved: 0.5,
    stats: PROOFS,
    beyondLimits: [],
    ...SEEN,
  } as const
  const open: SmoothResult = { outcome: 'not-proved', verdict: undecided, stats: SMOOTH_STATS, ...SEEN }
  expect(await smooth(open)).toMatchObject({ code: 3 })
  expect(await json(smooth(open, { json: true }))).toMatchObject({ code: 3, outcome: 'undecided' })
  const near = {
    ...hit,
    outcome: 'closer-than-clearance',
    distance: 0.01,
    stats: PROOFS,
    beyondLimits: [],
    ...SEEN,
  } as const
  const points = { pointA: Float64Array.of(0, 0, 0), pointB: Float64Array.of(0, 0, 1) }
  const close: SmoothResult = { outcome: 'not-proved', verdict: { ...near, ...points }, stats: SMOOTH_STATS, ...SEEN }
  const run = await smooth(close, { clearance: '0.02' })
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/^closer than clearance: 0\.25 of the way from waypoints\[0\] to waypoints\[1\]\n/)
})

test('smooth: wrong input', async () => {
  await expect(smoothFile(at('scene.json'), at('to.json'), {}, engine(SOLVED))).rejects.toThrow(
    /to\.json, waypoints: expected two waypoints or more, got 1/,
  )
  await expect(smooth(SMOOTHED, { rounds: 'many' })).rejects.toThrow(/--rounds must be a whole number/)
  await expect(smooth(SMOOTHED, { continuous: 'x' })).rejects.toThrow(/--continuous must be one of/)
})
