// `limber plan` and `limber smooth` as commands: what they print, what Ctrl-C does, refusals.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_URDF } from '../../formats/robots/scene-samples.js'
import { example, limber, limberWith } from '../run.js'
import { FROM_TO } from './plan-example.js'

let folder: string
const at = (name: string): string => join(folder, name)

/** The sample robot below a plate, which its finger cannot pass: at lift 0 its top is at 0.39, and the plate begins at 0.5. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-plan-command-'))
  writeFileSync(at('arm.urdf'), SAMPLE_URDF)
  const obstacles = [{ name: 'plate', shape: { kind: 'box', size: [9, 9, 0.1] }, pose: { xyz: [0, 0, 0.55] } }]
  const scene = { limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }], obstacles }
  writeFileSync(at('scene.json'), JSON.stringify(scene))
  writeFileSync(at('above.json'), '{"arm/lift": 0.5}')
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('plan, then the command that it says to try next', async () => {
  const args = ['--from', FROM_TO.from, '--to', FROM_TO.to[0]!, '--out', at('built.json')]
  const still = ['--moving', 'turn,shoulder', '--moving', 'elbow,wrist', '--bounds', 'turn=-1:2']
  const run = await limber('plan', '--smooth', example('cell.json'), ...args, ...still)
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/\nsmoothed: length /)
  const { waypoints } = JSON.parse(readFileSync(at('built.json'), 'utf8'))
  for (const [, , , , grip] of waypoints) expect(grip).toBe(0.04)
  const again = run.stdout.match(/\nTo check it again: limber (.*)\n/)![1]!
  expect(await limber(...again.split(' '))).toMatchObject({ code: 0, stderr: '' })
  const smoothed = await limber('smooth', example('cell.json'), at('built.json'), '--json')
  expect(JSON.parse(smoothed.stdout)).toMatchObject({ outcome: 'smoothed', proved: true })
})

test('a plan that looks for shorter paths: the same one for the same rounds', async () => {
  const args = [example('cell.json'), '--from', FROM_TO.from, '--to', FROM_TO.to[0]!, '--optimise-rounds', '3']
  const [text, json] = await Promise.all([limber('plan', ...args), limber('plan', ...args, '--json')])
  expect(text).toMatchObject({ code: 0, stderr: '' })
  expect(text.stdout).toMatch(
    /\noptimised: length [\d.]+ to [\d.]+; 3 rounds of further search, \d with a shorter path\n/,
  )
  const { length, optimised } = JSON.parse(json.stdout)
  expect(optimised).toMatchObject({ rounds: 3 })
  expect(length).toBeLessThan(optimised.before)
  expect(text.stdout).toContain(`length ${Number(length.toPrecision(6))}, `)
})

test('Ctrl-C tells what was explored, and writes nothing', async () => {
  const args = [at('scene.json'), '--to', at('above.json'), '--time', '600', '--out', at('interrupted.json')]
  const run = await limberWith({ interruptWhenReady: true }, 'plan', ...args)
  expect(run.code).toBe(130)
  expect(run.stdout).toMatch(
    /^interrupted: [\d,]+ nodes?, .*; nothing is written\nexplored: [\d,]+ configurations? from /,
  )
  expect(existsSync(at('interrupted.json'))).toBe(false)
})

test('refusals are one line, and exit code 2', async () => {
  const [none, scene, path] = await Promise.all([
    limber('plan', example('cell.json')),
    limber('plan', '--smooth', '3', '--to', 'q.json'),
    limber('smooth', example('cell.json'), example('over-tray.json')),
  ])
  expect(none).toMatchObject({ code: 2, stdout: '' })
  expect(none.stderr).toMatch(/^limber: no goal: [^\n]*\n$/)
  expect(scene).toEqual({ code: 2, stdout: '', stderr: "limber: missing required argument 'scene'\n" })
  expect(path).toMatchObject({ code: 2, stdout: '' })
  expect(path.stderr).toMatch(/^limber: [^\n]*over-tray\.json, waypoints: expected two waypoints or more, got 1\n$/)
})
