// Scenes in which something bends, on the command line: checked with keyframes, verified, and what is refused.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckOptions, checkScene } from '../../cli/check.js'
import { planScene } from '../../cli/plan.js'
import { smoothFile } from '../../cli/smooth.js'
import { verifyFiles } from '../../cli/verify.js'
import { memoryLibrary } from '../../src/entries/batch.js'
import { pc2 } from '../formats/samples.js'
import { cableFrames } from './check/cable-example.js'
import { example, type Run } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** Two triangles that stand upright, one edge on the column's top. */
const CLOTH = { positions: [0, 0, 2, 0.1, 0, 2, 0.1, 0, 2.1, 0, 0, 2.1], faces: 'f 1 2 3\nf 1 3 4\n' }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-cables-'))
  cpSync(dirname(example('cell.json')), folder, { recursive: true })
  const points = CLOTH.positions.map((c, i) => (i % 3 === 0 ? `v ${c}` : `${c}`) + (i % 3 === 2 ? '\n' : ' '))
  writeFileSync(at('cloth.obj'), points.join('') + CLOTH.faces)
  const cell = JSON.parse(readFileSync(at('cell.json'), 'utf8')) as object
  const deforming = [{ name: 'cloth', mesh: 'cloth.obj' }]
  writeFileSync(at('cloth.json'), JSON.stringify({ ...cell, deforming }))
  const frames = Array.from({ length: 5 }, (_, k) => CLOTH.positions.map((c, i) => (i % 3 === 1 ? c + k / 10 : c)))
  writeFileSync(at('cloth.pc2'), pc2(frames))
  writeFileSync(at('wide.xyz'), await cableFrames(0.5))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (options: CheckOptions, scene = 'cable.json'): Promise<Run> =>
  checkScene(at(scene), { path: at('round-post.json'), ...options })

const moving = { keyframes: [`cable=${example('cable.xyz')}`] }

test('the frames of the example are what they are said to be', async () => {
  expect(await cableFrames(-0.3)).toBe(readFileSync(example('cable.xyz'), 'utf8'))
})

test('a cable on an arm that moves: proved free, and both verifiers agree', { timeout: 30_000 }, async () => {
  const run = await check({ ...moving, certificate: at('proof.json') })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/^free: proved for the whole path, 4 segments, 72 pairs, /)
  for (const exact of [{}, { exact: true as const }]) {
    const verified = await verifyFiles(at('cable.json'), at('proof.json'), exact)
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    expect(verified.stdout).toContain('bend, straight between the certificate’s frames: cable'.replace('’', "'"))
  }
  // The same cell without the cable is another world.
  expect((await verifyFiles(at('cell.json'), at('proof.json'))).code).toBe(1)
  const forged = JSON.parse(readFileSync(at('proof.json'), 'utf8')) as { deforming: { frames: unknown[] }[] }
  forged.deforming[0]!.frames.pop()
  writeFileSync(at('forged.json'), JSON.stringify(forged))
  expect((await verifyFiles(at('cable.json'), at('forged.json'))).code).toBe(1)
})

test('a cable that is led round the other side meets the post; where it stands, a note says so', async () => {
  const wide = await check({ keyframes: [`cable=${at('wide.xyz')}`] })
  expect(wide.code).toBe(1)
  expect(wide.stdout).toMatch(/^collision: /)
  expect(wide.stdout).toContain('\n  cable and post\n')
  const still = await check({})
  expect(still).toMatchObject({
    code: 0,
    stderr: 'limber: cable has no --keyframes: it stands where the scene has it\n',
  })
})

test('a mesh that deforms moves by its vertex cache', async () => {
  const run = await check({ keyframes: [`cloth=${at('cloth.pc2')}`] }, 'cloth.json')
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const certified = await check(
    { keyframes: [`cloth=${at('cloth.pc2')}`], certificate: at('cloth-proof.json') },
    'cloth.json',
  )
  expect(certified.code).toBe(0)
  for (const exact of [{}, { exact: true as const }]) {
    const verified = await verifyFiles(at('cloth.json'), at('cloth-proof.json'), exact)
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    expect(verified.stdout).toContain("straight between the certificate's frames: cloth")
  }
  await expect(check({ keyframes: [`cloth=${at('strip.pc2')}`] }, 'cloth.json')).rejects.toThrow(
    'expected 4 vertices, as cloth has in the scene, got 51',
  )
})

test('what does not fit is refused', async () => {
  const refused: [CheckOptions, string, string?][] = [
    [{ keyframes: ['cable'] }, '--keyframes must be name=file'],
    [{ keyframes: ['cabel=x.xyz'] }, '--keyframes must be one of cable, got "cabel"'],
    [{ keyframes: ['cable=x.xyz'] }, 'nothing in the scene bends', 'cell.json'],
    [{ keyframes: [...moving.keyframes, ...moving.keyframes] }, 'given once for cable'],
    [{ keyframes: [`cable=${at('trefoil.xyz')}`] }, 'expected 25 beads, as cable has in the scene, got 48'],
    [{ keyframes: [`cable=${at('no.xyz')}`] }, 'no such file'],
    [{ ...moving, sampled: '0.1' }, 'in samples all that bends stands'],
    [{ ...moving, firstContact: true }, 'takes all that bends as standing'],
  ]
  for (const [options, message, scene] of refused) await expect(check(options, scene), message).rejects.toThrow(message)
  await expect(checkScene(at('cable.json'), moving)).rejects.toThrow('left out, or given with --path')
  const path = JSON.parse(readFileSync(at('round-post.json'), 'utf8')) as { waypoints: number[][] }
  writeFileSync(at('three.json'), JSON.stringify({ ...path, waypoints: path.waypoints.slice(0, 4) }))
  await expect(check({ ...moving, path: at('three.json') })).rejects.toThrow(
    'expected 4 frames, one for each waypoint, or 7, 10 and so on, at even distances along 3 segments, got 33',
  )
  // Not a power of two for each segment: the proof is one, but no certificate can have it.
  writeFileSync(at('thirds.xyz'), await cableFrames(-0.3, 6))
  const thirds = { keyframes: [`cable=${at('thirds.xyz')}`] }
  expect((await check(thirds)).code).toBe(0)
  await expect(check({ ...thirds, certificate: at('thirds.json') })).rejects.toThrow('1/65536')
  expect(existsSync(at('thirds.json'))).toBe(false)
})

test('planners take it as it stands, say so, and write no certificate', async () => {
  const ends = { from: at('over-tray.json'), to: [at('over-tray.json')] }
  const planned = await planScene(at('cable.json'), ends)
  expect(planned).toMatchObject({ code: 0, stderr: 'limber: cable may bend, but stands here where the scene has it\n' })
  const path = at('round-post.json')
  const smoothed = await smoothFile(at('cable.json'), path, { rounds: '1' })
  expect(smoothed.stderr).toContain('cable may bend, but stands here')
  const certificate = at('none.json')
  await expect(planScene(at('cable.json'), { ...ends, certificate })).rejects.toThrow('since cable may bend')
  await expect(smoothFile(at('cable.json'), path, { certificate })).rejects.toThrow('since cable may bend')
})

test('a library of files in memory refuses necklaces by name', async () => {
  const names = ['cable.json', 'cable.xyz', 'arm.urdf', 'arm.srdf', 'tray.obj']
  const files = new Map(names.map((name) => [name, new Uint8Array(readFileSync(example(name)))]))
  const read = memoryLibrary(files).world('cable.json', undefined)
  await expect(read).rejects.toThrow('cable.json, necklaces[0]: expected left out: necklaces cannot be read here')
})
