// How files are read, as the command line has it: which elements of a URDF file are geometry.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../../cli/check.js'
import { sceneWords } from '../../../cli/read/scene-options.js'
import { sphereMesh } from '../../../scenes/index.js'
import { boxObj } from '../../formats/samples.js'
import { limber, limberHere } from '../run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** Two balls, one of them on a slider that takes it out of the other, by way of a third; seen, and nothing that touches. */
function seen(element: 'visual' | 'collision'): string {
  const ball = `<${element}><geometry><sphere radius="0.1"/></geometry></${element}>`
  return `<robot name="seen">
    <link name="a">${ball}</link><link name="between">${ball}</link><link name="b">${ball}</link>
    <joint name="turn" type="revolute">
      <origin xyz="0 1 0"/><parent link="a"/><child link="between"/><axis xyz="1 0 0"/>
      <limit lower="0" upper="0.001" effort="1" velocity="1"/>
    </joint>
    <joint name="slide" type="prismatic">
      <origin xyz="0 -1 0"/><parent link="between"/><child link="b"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/>
    </joint>
  </robot>`
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-read-'))
  writeFileSync(at('seen.urdf'), seen('visual'))
  writeFileSync(at('plain.urdf'), seen('collision'))
  const scene = (geometry: string | undefined) => ({
    limber: 1,
    robots: [{ name: 'seen', urdf: 'seen.urdf', geometry }],
    obstacles: [{ name: 'post', shape: { kind: 'sphere', radius: 0.1 }, pose: { xyz: [0.5, 0, 0] } }],
  })
  for (const geometry of ['collision', 'visual', 'both', undefined]) {
    writeFileSync(at(`${geometry ?? 'none'}.json`), JSON.stringify(scene(geometry)))
  }
  writeFileSync(at('far.json'), '{"turn": 0, "slide": 0.3}')
  writeFileSync(at('hit.json'), '{"turn": 0, "slide": 0.5}')
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Objects that are named in the answer at a pose where b is inside the post. */
async function touching(file: string, options: object = {}): Promise<unknown> {
  const { stdout } = await checkScene(at(file), { at: at('hit.json'), json: true, ...options })
  return JSON.parse(stdout).outcome
}

test('--geometry: a robot of visuals alone is seen by it, and what is said without it names it', async () => {
  const without = await checkScene(at('seen.urdf'), { at: at('far.json') })
  expect(without.stderr).toContain(
    '3 links with <visual> but no <collision>, which touch nothing (--geometry visual or both): a, between, b.',
  )
  for (const geometry of ['visual', 'both']) {
    const run = await checkScene(at('seen.urdf'), { at: at('far.json'), geometry })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('1 pair checked')
  }
  expect(await checkScene(at('plain.urdf'), { at: at('far.json') })).toMatchObject({ code: 0, stderr: '' })
})

test("a scene's own geometry, and --geometry before it", async () => {
  expect(await touching('visual.json')).toBe('collision')
  expect(await touching('both.json')).toBe('collision')
  expect(await touching('none.json')).not.toBe('collision')
  expect(await touching('none.json', { geometry: 'visual' })).toBe('collision')
  expect(await touching('collision.json', { geometry: 'both' })).toBe('collision')
  expect(await touching('visual.json', { geometry: 'collision' })).not.toBe('collision')
})

test('limber allow takes it too, in its threads', async () => {
  const pairs = async (geometry: string): Promise<string[]> => {
    const { stdout } = await limber('allow', at('seen.urdf'), '--geometry', geometry, '--json', '--workers', '2')
    return JSON.parse(stdout).pairs.map((pair: { class: string }) => pair.class)
  }
  expect(await pairs('visual')).toEqual(['never', 'sometimes', 'never'])
  expect(await pairs('collision')).toEqual([])
})

test('a word that it is not is refused; commands to be tried next have it', async () => {
  await expect(checkScene(at('seen.urdf'), { geometry: 'all' })).rejects.toThrow(
    '--geometry must be one of collision, visual, both, got "all"',
  )
  expect(sceneWords('a.urdf', { geometry: 'both', root: '.' })).toBe('a.urdf --geometry both --root .')
})

test('--open: a mesh with a hole, as an obstacle and as a link; --close-within; before what a scene says', async () => {
  writeFileSync(at('bin.obj'), boxObj(1, 0))
  const scene = (more: object) => ({
    limber: 1,
    robots: [{ name: 'seen', urdf: 'plain.urdf' }],
    obstacles: [{ name: 'bin', shape: { kind: 'mesh', file: 'bin.obj', ...more }, pose: { xyz: [0.5, 0, 0] } }],
    // The base is in it as well.
    allowed: [['seen/a', 'bin']],
  })
  writeFileSync(at('bin.json'), JSON.stringify(scene({})))
  writeFileSync(at('solid.json'), JSON.stringify(scene({ open: 'solid' })))
  const outcome = async (file: string, options: object = {}): Promise<unknown> => {
    const { stdout } = await checkScene(at(file), { at: at('hit.json'), json: true, ...options })
    return JSON.parse(stdout).outcome
  }
  expect(await outcome('bin.json')).toBe('free')
  expect(await outcome('bin.json', { open: 'solid' })).toBe('collision')
  expect(await outcome('bin.json', { closeWithin: '0.5' })).toBe('collision')
  expect(await outcome('solid.json')).toBe('collision')
  expect(await outcome('solid.json', { open: 'surface' })).toBe('free')
  const refused = await limberHere('check', at('bin.json'), '--at', at('hit.json'), '--open', 'refuse')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/bin\.json.*obstacles\[0\]\.shape "bin\.obj".*one loop of open edges \(3 edges\)/)
  expect(refused.stderr).toContain('--open close or solid fills them')
  await expect(checkScene(at('bin.json'), { open: 'shut' })).rejects.toThrow(
    '--open must be one of close, solid, surface, refuse, got "shut"',
  )
  await expect(checkScene(at('bin.json'), { closeWithin: 'x' })).rejects.toThrow('--close-within must be a fraction')
})

test('limber query: two meshes, one inside the other', async () => {
  writeFileSync(at('bin.obj'), boxObj(1, 0))
  writeFileSync(at('die.obj'), boxObj(0.1))
  writeFileSync(at('poses.jsonl'), '{"q":[0,0,0,1],"t":[0,0,0]}\n')
  const query = (...more: string[]) =>
    limberHere('query', at('bin.obj'), at('die.obj'), '--poses', at('poses.jsonl'), '--op', 'collide', ...more)
  expect(await query()).toEqual({
    code: 0,
    stdout: '{"collide":false}\n',
    stderr: `limber: ${at('bin.obj')} stays a surface: objects entirely inside are not detected (--open solid fills holes)\n`,
  })
  const inside = { code: 0, stdout: '{"collide":true}\n', stderr: '' }
  expect(await query('--open', 'solid')).toEqual(inside)
  expect(await query('--close-within', '0.5')).toEqual(inside)
  const refused = await query('--open', 'refuse')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/bin\.obj: expected a closed mesh, got the mesh is not closed: one loop of open edges/)
})

test('a ball of 512 triangles without one of them: a link is solid; an obstacle is named, and solid if asked', async () => {
  const { positions, triangles } = sphereMesh(512, 0.3)
  expect(triangles.length).toBe(3 * 512)
  const lines = (letter: string, values: ArrayLike<number>, from: number, add: number): string[] =>
    Array.from({ length: values.length / 3 - from }, (_, k) =>
      [letter, ...[0, 1, 2].map((c) => values[3 * (k + from) + c]! + add)].join(' '),
    )
  writeFileSync(at('ball.obj'), `${[...lines('v', positions, 0, 0), ...lines('f', triangles, 1, 1)].join('\n')}\n`)
  const robot = (name: string, shape: string): void =>
    writeFileSync(
      at(name),
      `<robot name="r"><link name="base"/><link name="tip"><collision><geometry>${shape}</geometry></collision></link>
        <joint name="j" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`,
    )
  robot('shell.urdf', '<mesh filename="ball.obj"/>')
  robot('inner.urdf', '<sphere radius="0.01"/>')
  const scene = (name: string, urdf: string, shape: object): void =>
    writeFileSync(
      at(name),
      JSON.stringify({ limber: 1, robots: [{ name: 'r', urdf }], obstacles: [{ name: 'thing', shape }] }),
    )
  scene('shell.json', 'shell.urdf', { kind: 'sphere', radius: 0.01 })
  scene('inner.json', 'inner.urdf', { kind: 'mesh', file: 'ball.obj' })
  writeFileSync(at('turn.json'), JSON.stringify({ joints: ['r/j'], waypoints: [[0], [0.5]] }))
  const check = async (file: string, ...more: string[]) =>
    limberHere('check', at(file), '--path', at('turn.json'), ...more)

  expect((await check('shell.json')).code).toBe(1)
  const open = await check('inner.json')
  expect(open.code).toBe(0)
  expect(open.stdout).toMatch(/surfaces: thing \(geometry 0\): objects entirely inside are not detected/)
  const document = JSON.parse((await check('inner.json', '--json')).stdout)
  expect(document.surfaces).toMatchObject([{ object: 'thing', geometry: '0', shells: 1, looksSolid: true }])
  expect((await check('inner.json', '--open', 'solid')).code).toBe(1)
  expect((await check('shell.json', '--open', 'surface')).stdout).toContain('surfaces: r/tip (geometry 0)')
})
