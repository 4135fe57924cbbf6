// `limber check --path` with the engine: every outcome once, asked in this process; that the built command does so on the examples.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckOptions, checkScene } from '../../../cli/check.js'
import { verifyFiles } from '../../../cli/verify.js'
import { SAMPLE_URDF } from '../../formats/robots/scene-samples.js'
import { example, limber, limberHere, limberWith, type Run } from '../run.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** The sample robot below a plate: at lift 0 its finger's top is at 0.39, and the plate begins at 0.5. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-check-path-'))
  writeFileSync(at('arm.urdf'), SAMPLE_URDF)
  const obstacles = [{ name: 'plate', shape: { kind: 'box', size: [0.2, 0.2, 0.1] }, pose: { xyz: [0, 0, 0.55] } }]
  const scene = { limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }], obstacles }
  writeFileSync(at('scene.json'), JSON.stringify(scene))
  const path = (name: string, ...waypoints: number[][]): void =>
    writeFileSync(at(name), JSON.stringify({ joints: ['arm/lift', 'arm/turn'], waypoints }))
  path('low.json', [0, 0], [0.1, 1], [0, 2])
  path('up.json', [0, 0], [0, 1], [0.2, 1])
  path('touch.json', [0, 0], [0.1, 0])
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const check = (options: CheckOptions): Promise<Run> => checkScene(at('scene.json'), options)

async function json(options: CheckOptions): Promise<Record<string, unknown> & { code: number }> {
  const { code, stdout, stderr } = await check({ ...options, json: true })
  expect(stderr).toBe('')
  return { code: code!, ...JSON.parse(stdout) }
}

test('[certificates] free: proved, with a certificate that holds', async () => {
  const certificate = at('certificate.json')
  const run = await check({ path: at('low.json'), certificate })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(
    /^free: proved for the whole path, 2 segments, \d+ pairs, [\d,]+ tests, [\d.]+ m?s\n\nCertificate: /,
  )
  expect(JSON.parse(readFileSync(certificate, 'utf8'))).toMatchObject({ limber: 2, kind: 'motion' })
  expect(await verifyFiles(at('scene.json'), certificate, { path: at('low.json') })).toMatchObject({ code: 0 })
  const document = await json({ path: at('low.json') })
  expect(document).toMatchObject({ code: 0, outcome: 'free', segments: 2 })
  expect((document.stats as { volumeTests: number }).volumeTests).toBeGreaterThan(0)
})

test('[motion-outcomes] collision: shown, where it says, by --at', async () => {
  const found = await json({ path: at('up.json') })
  expect(found).toMatchObject({ code: 1, outcome: 'collision', segment: 1, b: 'plate' })
  expect(found.at).toBeGreaterThan(0.5)
  expect(Object.keys(found.configuration as object)).toEqual(['arm/lift', 'arm/turn'])
  writeFileSync(at('there.json'), JSON.stringify(found.configuration))
  const there = await json({ at: at('there.json') })
  const pairs = (there.collisions as { a: string; b: string }[]).map(({ a, b }) => `${a} ${b}`)
  expect(pairs).toContain(`${found.a} ${found.b}`)
})

test('[first-contact] --first-contact: the earliest, with all before it proved free', async () => {
  const found = await json({ path: at('up.json'), firstContact: true })
  expect(found).toMatchObject({ code: 1, outcome: 'collision', segment: 1, a: 'arm/finger', b: 'plate' })
  expect(found.at).toBeCloseTo(0.55, 5)
  const clear = found.clear as { segment: number; at: number }
  expect(clear.segment).toBe(1)
  expect(clear.at).toBeLessThanOrEqual(0.55)
  expect(clear.at).toBeGreaterThan(0.55 - 1e-5)
  const rough = await json({ path: at('up.json'), firstContact: '0.1' })
  expect(rough).toMatchObject({ outcome: 'collision', segment: 1 })
  expect((rough.clear as { at: number }).at).toBeLessThanOrEqual(0.55)
  const run = await check({ path: at('up.json'), firstContact: true })
  expect(run.stdout).toMatch(
    /^first contact: 0\.55\d* of the way from waypoints\[1\] to waypoints\[2\], .*\nproved free up to 0\.5/,
  )
  const certificate = at('no-contact.json')
  const none = await json({ path: at('low.json'), firstContact: true, certificate })
  expect(none).toMatchObject({ code: 0, outcome: 'free', certificate })
  expect(await verifyFiles(at('scene.json'), certificate)).toMatchObject({ code: 0 })
})

test('--clearance and --delta', async () => {
  expect(await json({ path: at('touch.json'), clearance: '0.005' })).toMatchObject({ code: 0, outcome: 'free' })
  const near = await json({ path: at('touch.json'), clearance: '0.02' })
  expect(near).toMatchObject({ code: 1, outcome: 'closer-than-clearance', b: 'plate', clearance: 0.02 })
  expect(near.distance).toBeLessThanOrEqual(0.02)
  const delta = await json({ path: at('touch.json'), delta: '0.02' })
  // It is told of only where it is found: to prove the path free may be easier.
  expect(['free', 'closer-than-delta']).toContain(delta.outcome)
  expect(await json({ path: at('up.json'), delta: '0.02' })).toMatchObject({ code: 1 })
})

test('[motion-limits] --max-steps: undecided, with what is left', async () => {
  const found = await json({ path: at('low.json'), maxSteps: '3' })
  expect(found).toMatchObject({ code: 3, outcome: 'undecided' })
  expect(found.reason).toContain('limit')
  expect((found.left as object[]).length).toBeGreaterThan(0)
  const run = await check({ path: at('low.json'), maxSteps: '3', certificate: at('none.json') })
  expect(run.code).toBe(3)
  expect(run.stdout).toMatch(/^undecided: .*\n.* is proved free, .*\n\nUndecided:\n {2}segment /)
  expect(run.stderr).toContain('no certificate')
})

test('[motion-outcomes] --sampled: its good answer proves nothing', async () => {
  expect(await json({ path: at('low.json'), sampled: '0.1' })).toMatchObject({ code: 3, outcome: 'sampled' })
  expect(await json({ path: at('up.json'), sampled: '0.1' })).toMatchObject({ code: 1, outcome: 'collision' })
})

test('the built command: what samples step over is found', async () => {
  const rod = ['check', example('rod.json'), '--path', example('past-rod.json')]
  const sampled = await limber(...rod, '--sampled', '0.02')
  expect(sampled).toMatchObject({ code: 3, stderr: '' })
  expect(sampled.stdout).toMatch(/^sampled: nothing touches at samples 0\.02 apart, /)
  const found = await limber(...rod)
  expect(found).toMatchObject({ code: 1, stderr: '' })
  expect(found.stdout).toMatch(
    /^collision: 0\.6\d+ of the way from waypoints\[0\] to waypoints\[1\], .*\n\n {2}arm\/\w+_finger and rod\n/,
  )
})

test('the built command: a path, its certificate, and that it holds', async () => {
  const cell = [example('cell.json'), '--path', example('round-post.json')]
  const free = await limber('check', ...cell, '--clearance', '0.02', '--certificate', at('c.json'))
  expect(free).toMatchObject({ code: 0, stderr: '' })
  expect(free.stdout).toMatch(/^free: proved for the whole path, never within 0\.02, 4 segments, 41 pairs, /)
  const again = free.stdout.match(/\nTo check it again: limber (.*)\n/)![1]!
  const verified = await limber(...again.split(' '))
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(verified.stdout).toMatch(/^valid: nothing comes within 0\.02 at any instant; 4 segments, /)
})

test('the command: --first-contact takes no scene for its tolerance', async () => {
  const args = ['--path', example('through-post.json'), '--json']
  const swallowed = await limberHere('check', '--first-contact', example('cell.json'), ...args)
  const plain = await limberHere('check', example('cell.json'), '--first-contact', ...args)
  expect(plain.code).toBe(1)
  expect(JSON.parse(plain.stdout)).toMatchObject({ outcome: 'collision', segment: 1, a: 'arm/forearm', b: 'post' })
  const still = (run: Run): unknown => ({ ...JSON.parse(run.stdout), millis: 0 })
  expect(still(swallowed)).toEqual(still(plain))
  const none = await limberHere('check', '--first-contact', '1e-3', ...args)
  expect(none).toEqual({ code: 2, stdout: '', stderr: "limber: missing required argument 'scene'\n" })
})

test('the built command: Ctrl-C ends it at once, in the middle of its work', async () => {
  const cell = [example('cell.json'), '--path', example('round-post.json')]
  const endless = ['--sampled', '1e-9', '--max-steps', '1e12']
  const run = await limberWith({ interruptMs: 2000 }, 'check', ...cell, ...endless)
  expect(run).toEqual({ code: null, stdout: '', stderr: '' })
})

test('the command: refusals are one line, and exit code 2', async () => {
  const both = await limberHere('check', example('cell.json'), '--at', 'q.json', '--path', 'p.json')
  expect(both).toMatchObject({ code: 2, stdout: '' })
  expect(both.stderr).toMatch(/^limber: --at must be left out where there is --path[^\n]*\n$/)
  const one = await limberHere('check', example('cell.json'), '--path', example('over-tray.json'))
  expect(one).toMatchObject({ code: 2, stdout: '' })
  expect(one.stderr).toMatch(
    /^limber: [^\n]*over-tray\.json, waypoints: expected two waypoints or more \(--at takes one\), got 1\n$/,
  )
})
