// What `limber check` prints and how it ends, asked in this process; that the built command does so, once for each exit code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckReport, describeReport, reportDocument } from '../../cli/check/check-report.js'
import { type CheckOptions, checkScene } from '../../cli/check.js'
import { LimberError } from '../../src/index.js'
import { SAMPLE_SRDF, SAMPLE_URDF } from '../formats/robots/scene-samples.js'
import { example, limber, type Run } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** The sample robot below a plate: at lift 0 its finger's top is at 0.39, and the plate begins at 0.5. */
const SCENE = {
  limber: 1,
  robots: [{ name: 'arm', urdf: 'arm.urdf' }],
  obstacles: [{ name: 'plate', shape: { kind: 'box', size: [0.2, 0.2, 0.1] }, pose: { xyz: [0, 0, 0.55] } }],
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-check-'))
  writeFileSync(at('arm.urdf'), SAMPLE_URDF)
  writeFileSync(at('arm.srdf'), SAMPLE_SRDF)
  writeFileSync(at('scene.json'), JSON.stringify(SCENE))
  writeFileSync(at('free.json'), '{"arm/lift": 0.01, "turn": 1}')
  writeFileSync(at('hit.json'), '{"joints": ["arm/lift", "arm/turn"], "waypoints": [[0.2, 0]]}')
  writeFileSync(at('beyond.json'), '{"lift": 3, "turn": 0}')
  writeFileSync(at('part.json'), '{"lift": 0.2}')
  writeFileSync(at('empty.json'), '{"limber":1}')
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const check = (options: CheckOptions = {}): Promise<Run> => checkScene(at('scene.json'), options)

async function json(options: CheckOptions): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await check({ ...options, json: true })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^[^\n]*\n$/)
  return JSON.parse(stdout)
}

test('free: exit code 0, and the nearest pair', async () => {
  const run = await check({ at: at('free.json') })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/^free: nothing touches, \d+ pairs checked\n\nNearest:\n {2}arm\/finger and plate\n/)
  expect(run.stdout).toContain('    distance  0.1\n')
  expect(run.stdout).toContain('    points    0 0 0.4 of the first, 0 0 0.5 of the second\n')
})

test('collision: exit code 1, and every pair with depth, normal and points', async () => {
  const run = await check({ at: at('hit.json') })
  expect(run).toMatchObject({ code: 1, stderr: '' })
  expect(run.stdout).toMatch(/^collision: 2 pairs of \d+ touch\n/)
  expect(run.stdout).toContain(
    '\n  arm/gripper and plate\n    depth   0.05\n    normal  0 0 1, from the first to the second\n    points  ',
  )
  expect(run.stdout).toContain('\n  arm/finger and plate\n')
})

test('--json: one document', async () => {
  const free = await json({ at: at('free.json') })
  expect(Object.keys(free)).toEqual([
    ...[
      'outcome',
      'collisions',
      'distance',
      'outsideLimits',
      'surfaces',
      'unseen',
      'visualOnly',
      'premises',
      'notes',
      'pairs',
      'stats',
    ],
  ])
  expect(free).toMatchObject({ outcome: 'free', collisions: [], outsideLimits: [], notes: [] })
  expect(free.distance).toMatchObject({ a: 'arm/finger', b: 'plate', normal: [0, 0, 1] })
  const { distance, pointA, pointB } = free.distance as { distance: number; pointA: number[]; pointB: number[] }
  expect(distance).toBeCloseTo(0.1, 14)
  expect([pointA.length, pointB.length]).toEqual([3, 3])
  expect((free.stats as { volumeTests: number }).volumeTests).toBeGreaterThan(0)

  const hit = await json({ at: at('hit.json') })
  expect(hit.outcome).toBe('collision')
  const collisions = hit.collisions as { a: string; b: string; depth: number }[]
  expect(collisions.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(['arm/finger plate', 'arm/gripper plate'])
  const fields = ['a', 'b', 'geometryA', 'geometryB', 'depth', 'depthOf', 'normal', 'pointA', 'pointB']
  expect(Object.keys(collisions[0]!)).toEqual(fields)
  expect(hit.distance).toMatchObject({ distance: 0 })
})

test('--clearance: anything within it is a violation', async () => {
  const near = await check({ at: at('free.json'), clearance: '0.2' })
  expect(near).toMatchObject({ code: 1, stderr: '' })
  expect(near.stdout).toMatch(
    /^nothing touches, but \d pairs? of \d+ (is|are) within 0\.2\n\n {2}arm\/finger and plate\n/,
  )
  const far = await check({ at: at('free.json'), clearance: '0.05' })
  expect(far.code).toBe(0)
  expect(far.stdout).toContain('all farther apart than 0.05')
  const found = await json({ at: at('free.json'), clearance: '2e-1' })
  expect(found).toMatchObject({
    outcome: 'closer-than-clearance',
    clearance: 0.2,
    near: [{ a: 'arm/finger' }, { a: 'arm/gripper' }],
  })
  expect((await json({ at: at('hit.json'), clearance: '0.05' })).outcome).toBe('collision')
})

test.each(['-1', 'x', '', ' ', 'Infinity', 'NaN', '0x10', '0b1', '1e999', '0.1m', '1_0'])(
  'a bad --clearance is refused: %j',
  async (clearance) => {
    await expect(check({ clearance })).rejects.toThrow('--clearance must be a length of zero or more, got')
  },
)

test('--distances and --all', async () => {
  const run = await check({ at: at('free.json'), distances: true, all: true })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/\nDistances:\n {2}0\.1 +arm\/finger and plate\n/)
  expect(run.stdout).toContain('\nNot checked:\n')
  expect(run.stdout).toContain('  arm/base and arm/gripper: allowed (Adjacent)\n')
  const { distances, unchecked } = (await json({ at: at('free.json'), distances: true, all: true })) as {
    distances: { distance: number }[]
    unchecked: { status: string }[]
  }
  const lengths = distances.map(({ distance }) => distance)
  expect(lengths.length).toBeGreaterThan(3)
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
  expect(unchecked.map(({ status }) => status)).not.toContain('checked')
})

test('without --at: neutral, and said so; joints left out are named', async () => {
  const none = await check()
  expect(none.code).toBe(0)
  expect(none.stderr).toBe('limber: no --at: all joints are at neutral: zero, or the limit nearest to zero\n')
  const part = await check({ at: at('part.json') })
  expect(part.code).toBe(1)
  expect(part.stderr).toBe(`limber: ${at('part.json')} leaves out arm/turn: at neutral\n`)
  expect((await json({ at: at('part.json') })).notes).toEqual([`${at('part.json')} leaves out arm/turn: at neutral`])
})

test('[joint-limits] a configuration outside the limits is exit code 1, unless they are ignored', async () => {
  const run = await check({ at: at('beyond.json') })
  expect(run).toMatchObject({ code: 1, stderr: 'limber: warning: arm/lift is at 3, outside its limits 0 to 2\n' })
  expect(run.stdout).toBe('outside limits: arm/lift is at 3, outside its limits 0 to 2\n')
  const { outcome, outsideLimits } = await json({ at: at('beyond.json') })
  expect(outcome).toBe('outside-limits')
  expect(outsideLimits).toEqual([{ joint: 'arm/lift', value: 3, lower: 0, upper: 2 }])
  for (const options of [{ ignoreLimits: true }, { limitTolerance: '1' }] as const) {
    const free = await check({ at: at('beyond.json'), ...options })
    expect(free).toMatchObject({ code: 0, stderr: run.stderr })
    expect(free.stdout).toMatch(/^free: /)
  }
  expect((await check({ at: at('beyond.json'), limitTolerance: '0.999' })).code).toBe(1)
  await expect(check({ limitTolerance: '-1' })).rejects.toThrow('--limit-tolerance must be a length of zero or more')
  await expect(check({ limitTolerance: '1', ignoreLimits: true })).rejects.toThrow('left out where there is --ignore')
})

test('a URDF file is a scene of its own', async () => {
  const run = await checkScene(at('arm.urdf'), { srdf: at('arm.srdf'), all: true })
  expect(run.code).toBe(0)
  expect(run.stdout).toContain('sample/finger and sample/tool: allowed (Never)')
  expect((await checkScene(at('arm.urdf'), { all: true })).stdout).not.toContain('sample/tool: allowed (Never)')
  await expect(check({ srdf: at('arm.srdf') })).rejects.toThrow('a scene names them for each robot')
  for (const bad of ['=parts', 'parts=']) {
    await expect(checkScene(at('arm.urdf'), { package: [bad] })).rejects.toThrow(
      `--package must be name=folder, or a folder, got "${bad}"`,
    )
  }
  await expect(checkScene(at('arm.urdf'), { package: ['parts'] })).rejects.toThrow(
    '--package must be a folder with packages in it: with a package.xml that names them, got "parts"',
  )
})

test('refusals name the options of the command', async () => {
  const told = async (path: string, options: CheckOptions): Promise<string> =>
    checkScene(at(path), options).then(
      () => 'nothing',
      (error: Error) => (error instanceof LimberError ? error.message : 'a bug'),
    )
  const left = 'must be left out: a scene names them for each robot, got '
  expect(await told('scene.json', { srdf: at('arm.srdf') })).toBe(`--srdf ${left}${JSON.stringify(at('arm.srdf'))}`)
  expect(await told('scene.json', { package: ['cell=.'] })).toContain(`--package ${left}`)
  expect(await told('scene.json', { root: at('nope') })).toBe(
    `--root must be a folder that is there, got ${JSON.stringify(at('nope'))}`,
  )
  expect(await told('arm.urdf', { root: at('nope') })).toMatch(/^--root must be a folder that .*arm\.urdf is in, got /)
  writeFileSync(at('outward.json'), JSON.stringify({ ...SCENE, robots: [{ name: 'arm', urdf: '../arm.urdf' }] }))
  expect(await told('outward.json', {})).toContain('(--root allows another folder), got "../arm.urdf"')
  const collision = '<collision><geometry><mesh filename="package://none/x.stl"/></geometry></collision>'
  writeFileSync(at('unfound.urdf'), SAMPLE_URDF.replace('<link name="tool">', `<link name="tool">${collision}`))
  const unfound = await told('unfound.urdf', {})
  expect(unfound).toContain('\n--skip-missing leaves them out')
  expect(unfound).toContain('--package')
  expect(unfound).not.toContain('option packages')
  const outside = collision.replace('package://none', 'file:///elsewhere')
  writeFileSync(at('outside.urdf'), SAMPLE_URDF.replace('<link name="tool">', `<link name="tool">${outside}`))
  expect(await told('outside.urdf', { root: folder })).toContain('(--root)')
})

test('[unseen] meshes that are not there are an error, or left out, noted, and exit code 3', async () => {
  const collision = '<collision><geometry><mesh filename="package://cell/none.stl"/></geometry></collision>'
  writeFileSync(at('lacking.urdf'), SAMPLE_URDF.replace('<link name="tool">', `<link name="tool">${collision}`))
  writeFileSync(at('lacking.json'), JSON.stringify({ limber: 1, robots: [{ name: 'arm', urdf: 'lacking.urdf' }] }))
  for (const file of ['lacking.urdf', 'lacking.json']) {
    await expect(checkScene(at(file))).rejects.toThrow('none.stl')
    const run = await checkScene(at(file), { skipMissing: true })
    expect(run.code).toBe(3)
    const name = file === 'lacking.urdf' ? 'sample/tool' : 'arm/tool'
    expect(run.stdout).toMatch(/^free: /)
    expect(run.stdout).toContain(
      `\n\nnot seen: ${name}: their meshes are missing, so their collisions are unknown (--accept-unseen accepts that)\n`,
    )
    const document = await checkScene(at(file), { skipMissing: true, json: true })
    expect(document.code).toBe(3)
    expect(JSON.parse(document.stdout)).toMatchObject({ outcome: 'free', unseen: [name] })
    expect((await checkScene(at(file), { skipMissing: true, acceptUnseen: true })).code).toBe(0)
    expect(run.stderr).toMatch(/^limber: .*1 mesh left out, being missing: .*none\.stl/)
  }
})

test('refusals', async () => {
  const refused = async (message: string, path: string, options: CheckOptions = {}): Promise<void> => {
    const error = await checkScene(path, options).then(
      () => undefined,
      (found: unknown) => found,
    )
    expect(error).toBeInstanceOf(LimberError)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toContain('\n')
  }
  writeFileSync(at('path.json'), '{"joints": ["arm/lift"], "waypoints": [[0], [1]]}')
  await refused('path.json, waypoints: expected one waypoint (--path takes several), got 2', at('scene.json'), {
    at: at('path.json'),
  })
  writeFileSync(at('wrong.json'), '{"arm/lft": 0}')
  await refused('did you mean "arm/lift"?', at('scene.json'), { at: at('wrong.json') })
  await refused('got no such file', at('none.json'))
  await refused('got no such file', at('scene.json'), { at: at('none.json') })
  writeFileSync(at('v2.json'), '{\n  "limber": 2\n}')
  await refused('line 2, column 13, limber: expected a version of the format that this Limber reads: 1', at('v2.json'))
  writeFileSync(at('out.json'), JSON.stringify({ ...SCENE, robots: [{ name: 'arm', urdf: '../arm.urdf' }] }))
  await refused('which leads out of it', at('out.json'))
})

test('[nothing-to-check] a world without pairs is exit code 3', async () => {
  const nothing = { code: 3, stderr: '', stdout: 'nothing to check: there is no robot\n' }
  expect(await checkScene(at('empty.json'))).toEqual(nothing)
  const { stdout } = await checkScene(at('empty.json'), { json: true })
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'nothing-to-check', reason: 'there is no robot', distance: null })
})

test('names cannot write to the terminal, and undecided says why', () => {
  const nothing = { collisions: [], distance: undefined, clearance: undefined, outsideLimits: [], notes: [], stats: {} }
  const blindSpots = { surfaces: [], unseen: [], visualOnly: [], premises: 0 }
  const report: CheckReport = {
    ...{ ...nothing, pairs: { checked: 1, never: 0, allowed: 1, rigid: 0 }, outcome: 'undecided', reason: 'no end' },
    blindSpots,
    unchecked: [{ a: 'a\u001b[31m', b: 'b\n', status: 'allowed', reason: 'User' }],
  }
  expect(describeReport(report)).toBe('undecided: no end\n\nNot checked:\n  a\ufffd[31m and b\ufffd: allowed (User)\n')
  expect(reportDocument(report)).toMatchObject({ outcome: 'undecided', reason: 'no end', distance: null })
})

test('the built command, on the examples: over the tray it is free, at the post it is not', async () => {
  const free = await limber('check', example('cell.json'), '--at', example('over-tray.json'), '--clearance', '0.01')
  expect(free.code).toBe(0)
  expect(free.stdout).toMatch(/^free: .*\n\nNearest:\n {2}cup and tray\n/)
  const hit = await limber('check', example('cell.json'), '--at', example('into-post.json'), '--json')
  expect(hit).toMatchObject({ code: 1, stderr: '' })
  const { collisions } = JSON.parse(hit.stdout) as { collisions: { b: string }[] }
  expect(collisions.map(({ b }) => b)).toContain('post')
  const alone = await limber('check', '--package', 'cell=.', '--skip-missing', example('arm.urdf'), '--json')
  expect(alone).toMatchObject({ code: 0, stderr: '' })
  const bad = await limber('check', example('cell.json'), '--at', example('arm.urdf'))
  expect(bad).toMatchObject({ code: 2, stdout: '' })
  expect(bad.stderr).toMatch(/^limber: [^\n]*arm\.urdf, line 1, column 1: expected JSON, got [^\n]*\n$/)
})
