// The command in this process; and the built one, for what it does with pipes and signals. `npm test` builds first; alone:
// `node scripts/setup.mjs --build-only`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOp } from '../../cli/query.js'
import { PoseLines } from '../../cli/read/pose-lines.js'
import { MeshTree } from '../../src/index.js'
import { binaryStl, obj, type Sample } from '../formats/samples.js'
import { limber, limberHere, limberWith, MAIN, type Run } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** The corners of a cube from -1 to 1, and its faces cut in two. */
const CUBE: Sample = {
  positions: Array.from({ length: 24 }, (_, k) => ((Math.trunc(k / 3) >> (k % 3)) & 1 ? 1 : -1)),
  triangles: [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ],
}

/** A quarter turn about z. */
const TURN = { R: [0, -1, 0, 1, 0, 0, 0, 0, 1], q: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }
const PLAIN = { q: [0, 0, 0, 1] }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-query-'))
  writeFileSync(at('cube.obj'), obj(CUBE))
  writeFileSync(at('cube.stl'), binaryStl(CUBE))
  writeFileSync(at('nothing.obj'), '# nothing\n')
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function words(poses: readonly unknown[], op: string, ...more: string[]): string[] {
  writeFileSync(at('poses.jsonl'), poses.map((pose) => `${JSON.stringify(pose)}\n`).join(''))
  return ['query', at('cube.obj'), at('cube.stl'), '--poses', at('poses.jsonl'), '--op', op, ...more]
}

function query(poses: readonly unknown[], op: string, ...more: string[]): Promise<Run> {
  return limberHere(...words(poses, op, ...more))
}

function answers(run: Run): unknown[] {
  // Some of the meshes here are not closed, which is said.
  expect(run.stderr.replace(/^limber: .* stays a surface: .*\n/gm, '')).toBe('')
  expect(run.code).toBe(0)
  expect(run.stdout).toMatch(/\n$/)
  return run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const POSES = [
  { ...PLAIN, t: [1, 0, 0] },
  { ...PLAIN, t: [3, 0, 0] },
  { R: TURN.R, t: [0, 4, 0] },
  { q: TURN.q, t: [2, 0, 0] },
]

test('collide, by the built command too', async () => {
  const found = [true, false, false, true].map((collide) => ({ collide }))
  expect(answers(await query(POSES, 'collide'))).toEqual(found)
  expect(answers(await limber(...words(POSES, 'collide')))).toEqual(found)
})

test('distance, with the nearest points in the frame of A', async () => {
  const [inside, right, up] = answers(await query(POSES, 'distance')) as Record<string, unknown>[]
  expect(Object.keys(inside!)).toEqual(['distance', 'pointA', 'pointB'])
  expect(inside!.distance).toBe(0)
  expect(right!.distance).toBeCloseTo(1, 14)
  expect((right!.pointA as number[])[0]).toBeCloseTo(1, 14)
  expect((right!.pointB as number[])[0]).toBeCloseTo(2, 14)
  expect(up!.distance).toBeCloseTo(2, 14)
})

test.each(['rss', 'kdop18'])('every volume gives the same: %s', async (volume) => {
  expect(answers(await query(POSES, 'within:1.5', '--volume', volume, '--json'))).toEqual(
    [true, true, false, true].map((found) => ({ within: found })),
  )
})

test('sweep: the whole way, with the moment of contact', async () => {
  const way = (from: number[], to: number[]): object => ({ from: { ...PLAIN, t: from }, to: { ...PLAIN, t: to } })
  const motions = [way([-5, 0, 0], [5, 0, 0]), way([-5, 3, 0], [5, 3, 0]), way([0, 0, 1], [0, 0, 9])]
  const [through, past, out] = answers(await query(motions, 'sweep')) as { outcome: string; at: number | null }[]
  expect(Object.keys(through!)).toEqual(['outcome', 'at'])
  expect(through!.outcome).toBe('collision')
  expect(through!.at).toBeCloseTo(0.3, 4)
  expect(past).toEqual({ outcome: 'free', at: null })
  expect(out).toEqual({ outcome: 'collision', at: 0 })
})

test("sweep: matrices and quaternions, turning the short way about B's origin", async () => {
  // A cube 3 above A that turns a quarter about x: its edge comes down to 3 - √2 on the way, which is above 1.
  const roll = { R: [1, 0, 0, 0, 0, -1, 0, 1, 0], q: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }
  const turns = [2.5, 2.3].flatMap((z) => [
    { from: { ...PLAIN, t: [0, 0, z] }, to: { R: roll.R, t: [0, 0, z] } },
    { from: { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, z] }, to: { q: roll.q.map((x) => -x), t: [0, 0, z] } },
  ])
  const [far, farToo, near, nearToo] = answers(await query(turns, 'sweep')) as { outcome: string; at: number | null }[]
  expect([far, farToo]).toEqual([
    { outcome: 'free', at: null },
    { outcome: 'free', at: null },
  ])
  // √2 sin(π/4 + turned) = 1.3
  const at = (Math.asin(1.3 / Math.SQRT2) - Math.PI / 4) / (Math.PI / 2)
  for (const found of [near, nearToo]) {
    expect(found!.outcome).toBe('collision')
    expect(found!.at).toBeCloseTo(at, 4)
  }
})

test('sweep: the example of the docs', async () => {
  const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
  const [tray, poses] = [example('tray.obj'), example('motions.jsonl')]
  const found = answers(await limberHere('query', tray, tray, '--op', 'sweep', '--poses', poses))
  expect(found).toMatchObject([{ outcome: 'free' }, { outcome: 'collision' }, { outcome: 'collision' }])
  // A millimetre past each other; from above onto its rim; turning into its side.
  expect((found[1] as { at: number }).at).toBeCloseTo(0.88, 5)
})

test('a mesh without triangles is infinitely far away, which JSON has no number for', async () => {
  writeFileSync(at('poses.jsonl'), `${JSON.stringify(POSES[0])}\n`)
  const run = (op: string) =>
    limberHere('query', at('cube.obj'), at('nothing.obj'), '--poses', at('poses.jsonl'), '--op', op)
  const said = `limber: ${at('nothing.obj')} has no triangles: nothing touches it\n`
  const far = '{"distance":null,"pointA":null,"pointB":null}\n'
  expect(await run('distance')).toEqual({ code: 3, stdout: far, stderr: said })
  expect(await run('collide')).toEqual({ code: 3, stdout: '{"collide":false}\n', stderr: said })
  writeFileSync(at('poses.jsonl'), `${JSON.stringify({ from: POSES[0], to: POSES[1] })}\n`)
  const nothing = '{"outcome":"nothing-to-check","at":null}\n'
  expect(await run('sweep')).toEqual({ code: 3, stdout: nothing, stderr: said })
})

test('no poses, no answers; blank lines and a missing last line end do no harm', async () => {
  expect(await query([], 'collide')).toEqual({ code: 0, stdout: '', stderr: '' })
  writeFileSync(at('odd.jsonl'), `\n${JSON.stringify(POSES[0])}\r\n  \n${JSON.stringify(POSES[1])}`)
  const run = await limberHere('query', at('cube.obj'), at('cube.stl'), '--poses', at('odd.jsonl'), '--op', 'collide')
  expect(run).toEqual({ code: 0, stdout: '{"collide":true}\n{"collide":false}\n', stderr: '' })
})

test('poses from standard input are answered as they come', async () => {
  const child = spawn(process.execPath, [
    MAIN,
    'query',
    at('cube.obj'),
    at('cube.stl'),
    '--poses',
    '-',
    '--op',
    'collide',
  ])
  const read = (): Promise<string> =>
    new Promise((resolve) => child.stdout.once('data', (data: Buffer) => resolve(`${data}`)))
  child.stdin.write(`${JSON.stringify(POSES[0])}\n`)
  expect(await read()).toBe('{"collide":true}\n')
  child.stdin.write(JSON.stringify(POSES[1]))
  child.stdin.end('\n')
  expect(await read()).toBe('{"collide":false}\n')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
})

test('a bad line is refused by its number, after the answers before it', async () => {
  writeFileSync(
    at('bad.jsonl'),
    `${JSON.stringify(POSES[0])}\n\n{"q":[0,0,0,2],"t":[0,0,0]}\n${JSON.stringify(POSES[1])}\n`,
  )
  const run = await limberHere('query', at('cube.obj'), at('cube.stl'), '--poses', at('bad.jsonl'), '--op', 'collide')
  expect(run).toEqual({
    code: 2,
    stdout: '{"collide":true}\n',
    stderr: `limber: ${at('bad.jsonl')}, line 3: pose.q must be a unit quaternion (x, y, z, w), got [0, 0, 0, 2]\n`,
  })
})

test.each([
  ['{"from":{"q":[0,0,0,1],"t":[0,0,0]}}', 'the line must be {"from":pose,"to":pose}'],
  ['{"from":{"q":[0,0,0,1],"t":[0,0,0]},"to":{"q":[0,0,0,1],"t":[0,0,0]},"by":1}', 'by must be left out'],
  ['{"from":{"R":[1,0,0,0,1,0,0,0,1],"t":[0,0,0]},"to":{"q":[0,0,0,2],"t":[0,0,0]}}', 'to.q must be a unit quaternion'],
  ['{"from":{"R":[1,0,0,0,1,0,0,0,2],"t":[0,0,0]},"to":{"q":[0,0,0,1],"t":[0,0,0]}}', 'from must be a pose whose 3×3'],
  ['{"from":{"q":[0,0,0,1],"t":[0,1e999,0]},"to":{"q":[0,0,0,1],"t":[0,0,0]}}', 'from.t[1] must be a finite number'],
  ['[{"q":[0,0,0,1],"t":[0,0,0]}]', 'the line must be {"from":pose,"to":pose}'],
])('a bad motion is refused by its number: %s', (text, message) => {
  writeFileSync(at('bad.jsonl'), '')
  const cube = new MeshTree(CUBE)
  const ask = (): object =>
    new PoseLines(at('bad.jsonl')).read({ line: 3, text }, (value) => readOp('sweep')(cube, cube, value))
  expect(ask).toThrow(`${at('bad.jsonl')}, line 3: ${message}`)
})

test('nothing is lost before a bad motion', async () => {
  const good = JSON.stringify({ from: POSES[1], to: POSES[1] })
  writeFileSync(at('bad.jsonl'), `${good}\n${good}\n{"from":1}\n${good}\n`)
  const run = await limberHere('query', at('cube.obj'), at('cube.stl'), '--poses', at('bad.jsonl'), '--op', 'sweep')
  expect(run).toMatchObject({ code: 2, stdout: '{"outcome":"free","at":null}\n'.repeat(2) })
  expect(run.stderr).toMatch(/bad\.jsonl, line 3: /)
})

test.each(['near', 'within', 'within:', 'within:-1', 'within:x', 'within:Infinity', 'within:0x'])(
  'a bad --op is refused: %s',
  (op) => {
    expect(() => readOp(op)).toThrow(
      `--op must be collide, distance, within:D (a length of zero or more) or sweep, got "${op}"`,
    )
  },
)

test('a bad --volume, a missing option, missing files are refused by name', async () => {
  const volume = await query(POSES, 'collide', '--volume', 'box')
  expect(volume).toMatchObject({ code: 2, stdout: '' })
  expect(volume.stderr).toMatch(/^limber: --volume must be one of obb, rss, .*, got "box"\n$/)
  expect((await limberHere('query', 'a', 'b', '--op', 'collide')).stderr).toContain(
    'limber: expected --poses or --pose: where B is in the frame of A',
  )
  const none = await limberHere('query', 'a', 'b', '--pose', '0 0 0')
  expect(none.stderr).toBe('limber: no --op: give collide, distance, within:D or sweep\n')
  const poses = await limberHere(
    'query',
    at('cube.obj'),
    at('cube.stl'),
    '--poses',
    at('none.jsonl'),
    '--op',
    'collide',
  )
  expect(poses).toMatchObject({
    code: 2,
    stderr: `limber: ${at('none.jsonl')}: expected a file of poses that can be read, got no such file\n`,
  })
  const dir = await limberHere('query', at('cube.obj'), at('cube.stl'), '--poses', folder, '--op', 'collide')
  expect(dir.code).toBe(2)
  expect(dir.stderr).toContain('expected a file of poses, got a folder')
  const mesh = await limberHere(
    'query',
    at('cube.obj'),
    at('none.stl'),
    '--poses',
    at('poses.jsonl'),
    '--op',
    'collide',
  )
  expect(mesh).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `limber: ${at('none.stl')}: expected a file that can be read, got no such file\n`,
  })
  writeFileSync(at('broken.obj'), 'v 0 0 0\nv 0 0\n')
  const broken = await limberHere(
    'query',
    at('broken.obj'),
    at('cube.stl'),
    '--poses',
    at('poses.jsonl'),
    '--op',
    'collide',
  )
  expect(broken.stderr).toBe(`limber: ${at('broken.obj')}, line 2: expected a coordinate, got the end of the line\n`)
})

test('a closed pipe ends the command quietly, and Ctrl-C at once', async () => {
  writeFileSync(at('many.jsonl'), `${JSON.stringify(POSES[1])}\n`.repeat(1_000_000))
  const args = ['query', at('cube.obj'), at('cube.stl'), '--poses', at('many.jsonl'), '--op', 'distance']
  expect(await limberWith({ closeStdout: true }, ...args)).toEqual({ code: 0, stdout: '', stderr: '' })
  const interrupted = await limberWith({ interruptAtOutput: true }, ...args)
  expect(interrupted).toMatchObject({ code: 130, stderr: '' })
})
