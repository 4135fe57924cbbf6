// What `limber check --path` prints and how it ends, for answers that are made up here.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckPathOptions, checkPath, type PathFinding } from '../../../cli/check/check-path.js'
import { readPathOptions } from '../../../cli/check/check-path-options.js'
import type { PathAnswer } from '../../../cli/check/check-path-report.js'
import { openScene, sceneWords } from '../../../cli/read/scene-options.js'
import { SAMPLE_URDF } from '../../formats/robots/scene-samples.js'
import type { Run } from '../run.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-check-path-'))
  writeFileSync(at('arm.urdf'), SAMPLE_URDF)
  const obstacles = [{ name: 'plate', shape: { kind: 'box', size: [0.2, 0.2, 0.1] }, pose: { xyz: [0, 0, 0.55] } }]
  const scene = { limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }], obstacles }
  writeFileSync(at('scene.json'), JSON.stringify(scene))
  const waypoints = [
    [0, 0],
    [0.01, 1],
    [0, 2],
  ]
  writeFileSync(at('path.json'), JSON.stringify({ joints: ['arm/lift', 'arm/turn'], waypoints }))
  writeFileSync(at('part.json'), JSON.stringify({ joints: ['lift'], waypoints: [[0], [3], [-1]] }))
  const far = Array.from({ length: 15 }, () => [3, 0])
  writeFileSync(at('far.json'), JSON.stringify({ joints: ['lift', 'turn'], waypoints: far }))
  const round = { joints: ['lift', 'turn'], waypoints: [3, -3, 0].map((turn) => [0, turn]) }
  writeFileSync(at('round.json'), JSON.stringify(round))
  writeFileSync(at('one.json'), '{"arm/lift": 0, "arm/turn": 0}')
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const STATS = { volumeTests: 1200, leafTests: 34, distanceTests: 7, configurations: 5, intervals: 6 }
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
const HIT = { segment: 1, at: 0.25, configuration: Float64Array.of(0.1, 1.25), a: 'arm/gripper', b: 'plate' }
const NEAR = { ...HIT, distance: 0.001, pointA: Float64Array.of(0, 0, 0.4), pointB: Float64Array.of(0, 0, 0.401) }
const CERTIFICATE = { limber: 1, kind: 'motion', proofs: [] }

/** Whatever is asked, this is answered. */
async function check(answer: PathAnswer, options: CheckPathOptions = {}): Promise<Run> {
  const all = { path: at('path.json'), ...options }
  const { world, notes, description } = await openScene(at('scene.json'), {})
  const finding: PathFinding = {
    answer,
    stats: STATS,
    certificate: answer.outcome === 'free' ? () => CERTIFICATE : undefined,
  }
  const run = await checkPath(
    { file: at('scene.json'), world, notes, description },
    all,
    readPathOptions(all)!,
    async () => finding,
  )
  return { ...run, stdout: run.stdout.replace(/\d+\.\d ms|\d+ ms/, 'T ms') }
}

async function json(answer: PathAnswer, options: CheckPathOptions = {}): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await check(answer, { ...options, json: true })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^[^\n]*\n$/)
  return JSON.parse(stdout)
}

test('free', async () => {
  const run = await check({ outcome: 'free' })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/^free: proved for the whole path, 2 segments, \d+ pairs, 1,234 tests, T ms\n$/)
  const far = await check({ outcome: 'free' }, { clearance: '0.02' })
  expect(far.stdout).toMatch(/^free: proved for the whole path, never within 0\.02, 2 segments, /)
  const document = await json({ outcome: 'free' }, { clearance: '0.02', delta: '0.001' })
  expect(document).toMatchObject({ outcome: 'free', segments: 2, clearance: 0.02, delta: 0.001, stats: STATS })
  expect(document).toMatchObject({ outsideLimits: [], notes: [] })
  expect(Object.keys(document)).not.toContain('certificate')
})

test('collision: where, what, how deep, and the joints there', async () => {
  const run = await check({ ...HIT, outcome: 'collision', contact: CONTACT })
  expect(run).toMatchObject({ code: 1, stderr: '' })
  expect(run.stdout).toBe(
    [
      'collision: 0.25 of the way from waypoints[1] to waypoints[2], 1,234 tests, T ms',
      '',
      '  arm/gripper and plate',
      '    depth   0.05',
      '    normal  0 0 1, from the first to the second',
      '    points  0 0 0.55 of the first, 0 0 0.5 of the second',
      '',
      'Joints there:',
      '  arm/lift  0.1',
      '  arm/turn  1.25',
      '',
    ].join('\n'),
  )
  const document = await json({ ...HIT, outcome: 'collision', contact: CONTACT })
  const { contact } = document as { contact: object }
  expect(document).toMatchObject({ outcome: 'collision', segment: 1, at: 0.25, a: 'arm/gripper', b: 'plate' })
  expect(document.configuration).toEqual({ 'arm/lift': 0.1, 'arm/turn': 1.25 })
  expect(contact).toMatchObject({ depth: 0.05, normal: [0, 0, 1], pointA: [0, 0, 0.55], pointB: [0, 0, 0.5] })
})

test('places at waypoints, and the first contact', async () => {
  const start = await check({ ...HIT, at: 0, outcome: 'collision', contact: CONTACT })
  expect(start.stdout).toMatch(/^collision: at waypoints\[1\], /)
  const end = await check({ ...HIT, at: 1, outcome: 'collision', contact: CONTACT })
  expect(end.stdout).toMatch(/^collision: at waypoints\[2\], /)
  const first = { ...HIT, outcome: 'collision', contact: CONTACT, clear: { segment: 1, at: 0.24999905 } } as const
  const run = await check(first, { firstContact: true })
  expect(run.code).toBe(1)
  expect(run.stdout).toContain(
    'first contact: 0.25 of the way from waypoints[1] to waypoints[2], 1,234 tests, T ms\nproved free up to 0.24999905 of the way from waypoints[1] to waypoints[2]\n\n  arm/gripper',
  )
  expect((await json(first, { firstContact: true })).clear).toEqual({ segment: 1, at: 0.24999905 })
})

test('closer than the clearance is a violation', async () => {
  const delta = await check({ ...NEAR, outcome: 'closer-than-delta' }, { delta: '0.01' })
  expect(delta).toMatchObject({ code: 1, stderr: '' })
  expect(delta.stdout).toMatch(/^closer than the delta of 0\.01: 0\.25 of the way from waypoints\[1\] to /)
  expect(delta.stdout).toContain('\n  arm/gripper and plate\n    distance  0.001\n    points    0 0 0.4 of the first')
  expect(delta.stdout).toContain('\nJoints there:\n  arm/lift  0.1\n')
  const both = await check({ ...NEAR, outcome: 'closer-than-delta' }, { delta: '0.01', clearance: '0.1' })
  expect(both.stdout).toMatch(/^closer than the clearance of 0\.1 and the delta of 0\.01: 0\.25 of the way /)
  const clearance = await check({ ...NEAR, outcome: 'closer-than-clearance' }, { clearance: '0.01' })
  expect(clearance.code).toBe(1)
  expect(clearance.stdout).toMatch(/^within the clearance of 0\.01: /)
  const document = await json({ ...NEAR, outcome: 'closer-than-clearance' }, { clearance: '0.01' })
  expect(document).toMatchObject({ segment: 1, at: 0.25, distance: 0.001, pointA: [0, 0, 0.4], clearance: 0.01 })
})

test('undecided: what is left, and what helps', async () => {
  const gap = { segment: 0, from: 0.5, to: 0.53125, a: 'arm/finger', b: 'plate' }
  const left = [gap, { ...gap, from: 0, to: 1 }]
  const run = await check({ outcome: 'undecided', reason: 'a limit was reached', left, proved: 0.98765 })
  expect(run).toMatchObject({ code: 3, stderr: '' })
  expect(run.stdout).toMatch(
    /^undecided: a limit was reached\n98\.7 % is proved free, 1,234 tests, T ms\n\nUndecided:\n/,
  )
  expect(run.stdout).toContain(
    '  segment 0, 0.5 to 0.53125: arm/finger and plate\n  segment 0, all: arm/finger and plate\n\nIf a limit was reached, raise --max-steps ',
  )
  expect(run.stdout).toContain('--delta <length>')
  const many = Array.from({ length: 25 }, () => gap)
  const wall = await check({ outcome: 'undecided', reason: 'no', left: many, proved: 1 - 1e-9 }, { delta: '0.1' })
  expect(wall.stdout).toContain('  and 15 more\n')
  expect(wall.stdout).toContain('99.9 % is proved free')
  expect(wall.stdout).toContain('a --delta larger than 0.1')
  const document = await json({ outcome: 'undecided', reason: 'no', left, proved: 0.5 })
  expect(document).toMatchObject({ outcome: 'undecided', reason: 'no', left, proved: 0.5 })
})

test('sampled proves nothing: exit code 3', async () => {
  const run = await check({ outcome: 'sampled' }, { sampled: '0.05' })
  expect(run).toMatchObject({ code: 3, stderr: '' })
  expect(run.stdout).toMatch(/^sampled: nothing touches at samples 0\.05 apart, 2 segments, .*\n\nThis proves nothing /)
  expect(await json({ outcome: 'sampled' }, { sampled: '0.05' })).toMatchObject({
    outcome: 'sampled',
    resolution: 0.05,
  })
})

test('a certificate is written where all is proved, and else there is none', async () => {
  const file = at('certificate.json')
  const hit = { ...HIT, outcome: 'collision', contact: CONTACT } as const
  const none = await check(hit, { certificate: file })
  expect(none.code).toBe(1)
  expect(none.stderr).toBe(`limber: no certificate, the path is not proved free: ${file} is not written\n`)
  expect(existsSync(file)).toBe(false)

  const free = await check({ outcome: 'free' }, { certificate: file })
  expect(free).toMatchObject({ code: 0, stderr: '' })
  expect(free.stdout).toContain(
    `\n\nCertificate: ${file}, 41 bytes\nTo check it again: limber verify ${at('scene.json')} ${file}\n`,
  )
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(CERTIFICATE)}\n`)
  expect((await json({ outcome: 'free' }, { certificate: file })).certificate).toBe(file)

  const old = await check(hit, { certificate: file })
  expect(old.stderr).toBe(`limber: no certificate, the path is not proved free: ${file} is an older one\n`)
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(CERTIFICATE)}\n`)
  expect((await json(hit, { certificate: file })).notes).toEqual([
    `no certificate, the path is not proved free: ${file} is an older one`,
  ])
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
})

test('how to check it again can be pasted, with what leads to the scene', async () => {
  const options = { srdf: "it's.srdf", package: ['a=b c'], skipMissing: true, root: '/' } as const
  expect(sceneWords('robot.urdf', options)).toBe(
    "robot.urdf --srdf 'it'\\''s.srdf' --package 'a=b c' --skip-missing --root /",
  )
  const file = at('another certificate.json')
  const run = await check({ outcome: 'free' }, { certificate: file, root: folder })
  expect(run.stdout).toContain(`limber verify ${at('scene.json')} --root ${folder} '${file}'\n`)
})

test('a certificate never takes the place of another file', async () => {
  for (const name of ['scene.json', 'path.json', 'arm.urdf']) {
    const before = readFileSync(at(name), 'utf8')
    await expect(check({ outcome: 'free' }, { certificate: at(name) })).rejects.toThrow(
      `${name}: expected a name for a certificate, got another file, which is left as it is`,
    )
    expect(readFileSync(at(name), 'utf8')).toBe(before)
  }
})

test('joints left out, and joints outside their limits by waypoint', async () => {
  const run = await check({ outcome: 'free' }, { path: at('part.json') })
  expect(run.stderr).toBe(
    [
      `limber: ${at('part.json')} leaves out arm/turn: at neutral`,
      'limber: warning: waypoints[1]: arm/lift is at 3, outside its limits 0 to 2',
      'limber: warning: waypoints[2]: arm/lift is at -1, outside its limits 0 to 2',
      '',
    ].join('\n'),
  )
  expect((await json({ outcome: 'free' }, { path: at('part.json') })).outsideLimits).toEqual([
    { waypoint: 1, joint: 'arm/lift', value: 3, lower: 0, upper: 2 },
    { waypoint: 2, joint: 'arm/lift', value: -1, lower: 0, upper: 2 },
  ])
  const far = await check({ outcome: 'free' }, { path: at('far.json') })
  expect(far.stderr).toMatch(/limber: warning: and 5 more outside their limits: --json has them\n$/)
})

test('a joint without limits that goes the long way round is pointed out', async () => {
  const said = (await check({ outcome: 'free' }, { path: at('round.json') })).stderr
  expect(said).toBe(
    'limber: arm/turn turns by -6 from waypoints[0] to waypoints[1], as given; --continuous shortest goes the short way\n',
  )
  for (const continuous of ['as-given', 'shortest']) {
    expect((await check({ outcome: 'free' }, { path: at('round.json'), continuous })).stderr).toBe('')
  }
})

test('--all: what is not checked', async () => {
  const run = await check({ outcome: 'free' }, { all: true })
  expect(run.stdout).toContain('\n\nNot checked:\n')
  expect(run.stdout).toContain('  arm/base and arm/gripper: allowed (Adjacent)\n')
  expect((await json({ outcome: 'free' }, { all: true })).unchecked).toContainEqual(
    expect.objectContaining({ a: 'arm/base', b: 'arm/gripper', status: 'allowed' }),
  )
})

test('paths that are none', async () => {
  const free = { outcome: 'free' } as const
  await expect(check(free, { path: at('one.json') })).rejects.toThrow(
    'one.json, waypoints: expected two waypoints or more (--at takes one), got 1',
  )
  await expect(check(free, { path: at('none.json') })).rejects.toThrow('none.json: expected a file that can be read')
  writeFileSync(at('broken.json'), '{"joints": ["arm/lift"],\n "waypoints": [[0], [1]')
  await expect(check(free, { path: at('broken.json') })).rejects.toThrow('broken.json, line 2')
  writeFileSync(at('short.json'), '{"joints": ["arm/lift", "arm/turn"], "waypoints": [[0, 0], [1]]}')
  await expect(check(free, { path: at('short.json') })).rejects.toThrow('waypoints[1]: expected a list of 2 numbers')
  writeFileSync(at('wrong.json'), '{"joints": ["arm/lft"], "waypoints": [[0], [1]]}')
  await expect(check(free, { path: at('wrong.json') })).rejects.toThrow('did you mean "arm/lift"?')
})

test('names cannot write to the terminal', async () => {
  const run = await check({ ...HIT, outcome: 'collision', contact: { ...CONTACT, a: 'arm\u001b[31m\nx' } })
  expect(run.stdout).toContain('  arm\ufffd[31m\ufffdx and plate\n')
})
