// Joint values as one types them: inline, by the name of a state, as JSON, from standard input; and poses of `limber query`.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGiven } from '../../cli/read/read-given.js'
import { readScene } from '../../node/index.js'
import type { World } from '../../src/entries/robots.js'
import { example, limberHere, MAIN } from './run.js'

const SCENE = example('rod.json')
const ARM = example('arm.urdf')
const BESIDE = example('beside-post.json')
const ROW = '1.6 1.3 0.9 0.4 0.04'

let folder: string
let world: World

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-given-'))
  world = (await readScene(ARM, { srdf: 'auto' })).world
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('readGiven', () => {
  const joints = ['arm/turn', 'arm/shoulder', 'arm/elbow', 'arm/wrist', 'arm/grip']
  const waypoints = [[1.6, 1.3, 0.9, 0.4, 0.04]]

  test.each([
    [BESIDE, joints, waypoints],
    [ROW, joints, waypoints],
    [ROW.replaceAll(' ', ', '), joints, waypoints],
    [`[${ROW.replaceAll(' ', ',')}]`, joints, waypoints],
    [JSON.stringify({ joints, waypoints }), joints, waypoints],
    [' {"elbow": 1}', ['elbow'], [[1]]],
    ['elbow=1,arm/wrist=-0.5', ['elbow', 'arm/wrist'], [[1, -0.5]]],
    ['elbow = +1e-3 , wrist=.5', ['elbow', 'wrist'], [[1e-3, 0.5]]],
    ['up', joints.slice(0, 4), [[0, 0, 0, 0]]],
    ['arm/up', joints.slice(0, 4), [[0, 0, 0, 0]]],
  ])('%s', async (text, names, values) => {
    expect((await readGiven('--at', text, world)).path).toEqual({ joints: names, waypoints: values })
  })

  test.each([
    ['1 2 3', '--at must be 5 numbers, one a joint in the order of the scene (arm/turn, arm/shoulder, '],
    ['elbow=', '--at must be joint=value,joint=value,…, got "elbow="'],
    ['elbow=1,', '--at must be joint=value,joint=value,…'],
    ['=1', '--at must be joint=value,joint=value,…'],
    ['elbow=0x10', '--at must be joint=value,joint=value,…'],
    ['elbow=1,elbow=2', '--at must be each joint once: elbow is there twice'],
    ['ready', '--at must be a file, values of joints, or a named state: up, got "ready"'],
    ['q.json', 'q.json: expected a file that can be read, got no such file'],
    ['{"elbow": "x"}', '--at, line 1, column 11, elbow: expected a finite number'],
  ])('%s is refused', async (text, message) => {
    await expect(readGiven('--at', text, world)).rejects.toThrow(message)
  })

  test('a state of two robots, and one without a value', async () => {
    const joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
    writeFileSync(join(folder, 'two.urdf'), `<robot name="two"><link name="a"/><link name="b"/>${joint}</robot>`)
    writeFileSync(
      join(folder, 'two.srdf'),
      '<robot name="two"><group name="g"/><group_state name="home" group="g"><joint name="j" value="1"/></group_state>' +
        '<group_state name="lost" group="g"><joint name="root" value="0 0 0"/></group_state></robot>',
    )
    const robot = (name: string): object => ({ name, urdf: 'two.urdf', srdf: 'two.srdf' })
    const scene = { limber: 1, robots: [robot('left'), robot('right')], obstacles: [] }
    writeFileSync(join(folder, 'two.json'), JSON.stringify(scene))
    const { world: both } = await readScene(join(folder, 'two.json'))
    expect((await readGiven('--at', 'right/home', both)).path).toEqual({ joints: ['right/j'], waypoints: [[1]] })
    await expect(readGiven('--at', 'home', both)).rejects.toThrow('a state of one robot: left/home or right/home')
    await expect(readGiven('--at', 'left/lost', both)).rejects.toThrow('this one has none')
  })
})

describe('on the command line', () => {
  test('check --at: the same answer whichever way it is given', async () => {
    const file = await limberHere('check', SCENE, '--at', BESIDE, '--json')
    for (const text of [ROW, 'turn=1.6,shoulder=1.3,elbow=0.9,wrist=0.4,grip=0.04']) {
      expect(await limberHere('check', SCENE, '--at', text, '--json')).toEqual(file)
    }
    const up = await limberHere('check', ARM, '--srdf', 'auto', '--at', 'up')
    expect(up).toMatchObject({ code: 0, stderr: 'limber: --at up leaves out arm/grip: at neutral\n' })
    expect(up.stdout).toMatch(/^free/)
  })

  test('plan --from and --to', async () => {
    const run = await limberHere(
      'plan',
      ARM,
      '--srdf',
      'auto',
      '--from',
      'up',
      '--to',
      'turn=1',
      '--to',
      '-0.5 1 0 0 0',
    )
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(/^solved/)
    const other = await limberHere('plan', ARM, '--srdf', 'auto', '--to', 'away')
    expect(other).toMatchObject({ code: 2 })
    expect(other.stderr).toContain('--to must be a file, values of joints, or a named state: up, got "away"')
  })

  test('standard input', () => {
    const run = (words: readonly string[], input: string): string =>
      spawnSync(process.execPath, [MAIN, ...words], { input, encoding: 'utf8' }).stdout
    expect(run(['check', ARM, '--at', '-'], '{"elbow": 1}')).toMatch(/^free/)
    const path = '{"joints":["elbow"],"waypoints":[[0],[1]]}'
    expect(run(['check', ARM, '--path', '-'], path)).toMatch(/^free: proved/)
  })

  test('an SRDF file of its name is mentioned with the flag that reads it', async () => {
    const bare = await limberHere('check', ARM, '--at', 'turn=0')
    expect(bare.stderr).toContain(
      'limber: arm.srdf is beside arm.urdf, and was not read: it may say which links need no checking (--srdf auto).\n',
    )
  })

  test('packages of a folder', async () => {
    const at = join(folder, 'robot')
    for (const path of [at, join(folder, 'ws/some/m')]) mkdirSync(path, { recursive: true })
    copyFileSync(example('tray.obj'), join(folder, 'ws/some/m/tray.obj'))
    writeFileSync(join(folder, 'ws/some/package.xml'), '<package><name>trays</name></package>')
    const link = (name: string): string =>
      `<link name="${name}"><collision><geometry><mesh filename="package:///trays/m/tray.obj"/></geometry></collision></link>`
    const joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="0 0 9"/></joint>'
    writeFileSync(join(at, 'r.urdf'), `<robot name="r">${link('a')}${link('b')}${joint}</robot>`)
    const lost = await limberHere('check', join(at, 'r.urdf'))
    expect(lost.stderr.split('\n').slice(1)).toEqual([
      '  "package:///trays/m/tray.obj" of link "a"',
      '  "package:///trays/m/tray.obj" of link "b"',
      'package "trays" not found around the file, or without it: --package, or packages in a scene',
      '--skip-missing leaves them out',
      '',
    ])
    // Nothing moves against anything: it was read.
    const found = await limberHere('check', join(at, 'r.urdf'), '--package', join(folder, 'ws'))
    expect([found.code, found.stdout]).toEqual([3, expect.stringMatching(/^nothing to check/)])
    const named = await limberHere(
      'check',
      join(at, 'r.urdf'),
      '--package',
      join(folder, 'ws'),
      '--package',
      `trays=${at}`,
    )
    expect(named.stderr).toContain('package "trays" is ')
    const none = await limberHere('check', join(at, 'r.urdf'), '--package', at)
    expect(none.stderr).toContain('--package must be a folder with packages in it')
  })
})

describe('query', () => {
  const query = (...words: string[]): ReturnType<typeof limberHere> =>
    limberHere('query', example('tray.obj'), example('tray.obj'), ...words)

  test('one --pose; poses without rotation', async () => {
    writeFileSync(join(folder, 'poses.jsonl'), '{"t":[0,0,1]}\n{"q":[0,0,0,1],"t":[0,0,1]}\n')
    const lines = (await query('--op', 'distance', '--poses', join(folder, 'poses.jsonl'))).stdout.split('\n')
    expect(lines[0]).toBe(lines[1])
    expect((await query('--op', 'distance', '--pose', '0 0 1')).stdout).toBe(`${lines[0]}\n`)
    expect((await query('--op', 'collide', '--pose', '0 0 1 0 0 1.5')).stdout).toBe('{"collide":false}\n')
    expect((await query('--op', 'collide', '--pose', '0 0 0 0 0 1.5')).stdout).toBe('{"collide":true}\n')
  })

  test.each([
    [['--op', 'collide'], 'limber: expected --poses or --pose: where B is in the frame of A\n'],
    [['--op', 'collide', '--pose', '0', '--poses', 'x'], 'limber: expected --poses or --pose'],
    [['--op', 'collide', '--pose', '0 0'], 'limber: --pose must be "x y z", "x y z roll pitch yaw" or '],
    [['--op', 'sweep', '--pose', '0 0 1'], 'limber: --pose must be left out for sweep'],
  ])('%j is refused', async (words, message) => {
    const { code, stderr } = await query(...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
