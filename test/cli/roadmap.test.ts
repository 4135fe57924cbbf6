// `limber roadmap`, `limber plan --roadmap` and `limber verify` of a roadmap, as commands.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { example, limberHere, MAIN } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)
let bytes: Buffer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-roadmap-'))
  cpSync(example('.'), folder, { recursive: true })
  const scene = JSON.parse(readFileSync(at('cell.json'), 'utf8'))
  const pose = { xyz: [0.3, -0.3, 1] }
  scene.obstacles.push({ name: 'lamp', shape: { kind: 'sphere', radius: 0.05 }, pose })
  writeFileSync(at('lamp.json'), JSON.stringify(scene))
  const run = await limberHere('roadmap', at('cell.json'), '--vertices', '8', '--out', at('cell.roadmap'))
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/^made: 8 vertices, \d+ edges, .*\nproved free at every instant: \d+ edges\nRoadmap: /)
  bytes = readFileSync(at('cell.roadmap'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of the roadmap that a test may change. */
function copy(name: string): string {
  writeFileSync(at(name), bytes)
  return at(name)
}

const ends = (): string[] => ['--from', at('over-tray.json'), '--to', at('beside-post.json')]

async function plan(scene: string, file: string, ...more: string[]): Promise<Record<string, unknown>> {
  const run = await limberHere('plan', at(scene), ...ends(), '--roadmap', file, ...more, '--json')
  expect(run).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(run.stdout)
}

test('plan answers from the roadmap, and writes to it only with --update', async () => {
  const file = copy('plan.roadmap')
  expect((await plan('cell.json', file)).roadmap).toMatchObject({ edgesBlocked: 0 })
  expect(readFileSync(file).equals(bytes)).toBe(true)
  expect((await plan('lamp.json', file, '--update')).outcome).toBe('solved')
  expect(readFileSync(file).equals(bytes)).toBe(false)
  const after = (await plan('lamp.json', file)).roadmap
  expect(after).toMatchObject({ found: 'in-roadmap', edgesProved: 0, edgesBlocked: 0 })
  const text = await limberHere('plan', at('cell.json'), ...ends(), '--roadmap', file, '--certificate', at('c.json'))
  expect(text.stdout).toMatch(/\nroadmap: the path has \d+ edges? of it as proved; 0 proved for this scene/)
  expect((await limberHere('verify', at('cell.json'), at('c.json'))).code).toBe(0)
})

test('verify checks every edge that is said to be free in the scene, and says how many are not', async () => {
  const file = copy('verify.roadmap')
  const same = await limberHere('verify', at('cell.json'), file)
  expect(same).toMatchObject({ code: 0, stderr: '' })
  expect(same.stdout).toMatch(/^valid: nothing touches at any instant of \d+ edges between 8 vertices; /)
  const other = await limberHere('verify', at('lamp.json'), file)
  expect(other.code).toBe(3)
  expect(other.stdout).toMatch(
    /^nothing to check: it says of no edge that it is free in this scene: "limber roadmap --up/,
  )
  const updated = await limberHere('roadmap', at('lamp.json'), '--vertices', '8', '--update', file)
  expect(updated.code).toBe(0)
  const again = await limberHere('verify', at('lamp.json'), file, '--json')
  expect(again.code).toBe(0)
  expect(JSON.parse(again.stdout)).toMatchObject({ valid: true, open: 0 })
  // Nothing is lost for the scene that it was made for.
  const { edges, open } = JSON.parse((await limberHere('verify', at('cell.json'), file, '--json')).stdout)
  expect(open).toBe(0)
  expect(edges).toBeGreaterThanOrEqual(JSON.parse(again.stdout).edges)
})

test('verify rejects a forged roadmap and names the edge', async () => {
  const forged = Uint8Array.from(bytes)
  const start = bytes.indexOf('\n', 20) + 1
  // The first vertex, shoulder and elbow: into the table.
  new DataView(forged.buffer).setFloat64(start + 8, 2.2, true)
  new DataView(forged.buffer).setFloat64(start + 16, 0, true)
  forged.set(sha256(forged.subarray(0, -32)), forged.length - 32)
  writeFileSync(at('forged.roadmap'), forged)
  const run = await limberHere('verify', at('cell.json'), at('forged.roadmap'))
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(
    /^rejected: an edge that is said to be free is not: .*\n {2}edge \d+, from vertex \d+ to vertex/,
  )
})

test('what is damaged, of another world or contradictory is refused by name', async () => {
  writeFileSync(at('cut.roadmap'), bytes.subarray(0, bytes.length - 5))
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await limberHere(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    return stderr
  }
  const cell = at('cell.json')
  const map = at('cell.roadmap')
  expect(await refused('plan', cell, ...ends(), '--roadmap', at('cut.roadmap'))).toContain('the file is damaged')
  expect(await refused('verify', cell, at('cut.roadmap'))).toContain('cut.roadmap, byte')
  expect(await refused('info', at('cut.roadmap'))).toContain('cut.roadmap, byte')
  expect(await refused('plan', cell, ...ends(), '--roadmap', at('none.roadmap'))).toContain('no such file')
  expect(await refused('plan', cell, ...ends(), '--update')).toContain('--update')
  expect(await refused('plan', cell, ...ends(), '--roadmap', map, '--moving', 'elbow')).toContain('--moving')
  expect(await refused('plan', cell, ...ends(), '--roadmap', map, '--clearance', '0.1')).toContain('--clearance')
  expect(await refused('verify', at('rod.json'), map)).toContain('roadmap must be one of this world')
  expect(await refused('verify', map)).toContain('a scene and a roadmap')
  expect(await refused('roadmap', cell)).toContain('--out')
  expect(await refused('roadmap', cell, '--out', cell)).toContain('another file, which is left as it is')
  expect(await refused('roadmap', cell, '--update', map, '--clearance', '1')).toContain('--clearance')
})

test('a command that is killed while it writes leaves the roadmap as it was', async () => {
  const file = copy('killed.roadmap')
  const hook = `import fs from 'node:fs/promises';import{syncBuiltinESMExports as s}from'node:module';fs.rename=()=>{process.kill(process.pid,'SIGKILL');return new Promise(()=>{})};s()`
  const args = ['roadmap', at('lamp.json'), '--vertices', '9', '--update', file]
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, MAIN, ...args])
  const signal = await new Promise((resolve) => child.on('close', (_code, name) => resolve(name)))
  expect(signal).toBe('SIGKILL')
  expect(readFileSync(file).equals(bytes)).toBe(true)
  expect((await limberHere('info', file)).code).toBe(0)
})
