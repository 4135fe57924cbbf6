// `limber plan --smooth`, `--trajectory` and `limber smooth` with the engine, on the examples; asked in this process.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../cli/check.js'
import { smoothFile } from '../../cli/smooth.js'
import { verifyFiles } from '../../cli/verify.js'
import { readScene } from '../../node/index.js'
import { checkMotion, type TrajectoryInput, trajectoryMotion } from '../../src/entries/robots.js'
import { FROM_TO, json, numbersOf, plan } from './plan/plan-example.js'
import { example } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-smooth-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('--smooth, and limber smooth: shorter, proved, from the same start to the same end', async () => {
  const found = await json(plan({ smooth: '30', json: true, out: at('smooth.json') }))
  const { before, length } = found.smoothed as { before: number; length: number }
  expect(length).toBeLessThan(before)
  expect(await checkScene(example('cell.json'), { path: at('smooth.json') })).toMatchObject({ code: 0 })
  const files = { out: at('smooth.json'), certificate: at('smooth-proof.json') }
  const more = await smoothFile(example('cell.json'), at('smooth.json'), { ...files, rounds: '20', seed: '2' })
  expect(more).toMatchObject({ code: 0, stderr: '' })
  const { waypoints } = JSON.parse(readFileSync(at('smooth.json'), 'utf8'))
  expect(waypoints[0]).toEqual(numbersOf(FROM_TO.from))
  expect(waypoints.at(-1)).toEqual(numbersOf(FROM_TO.to[0]!))
  const verified = await verifyFiles(example('cell.json'), files.certificate, { path: files.out })
  expect(verified).toMatchObject({ code: 0 })
})

test('limber smooth: a path that is not free is not touched', async () => {
  const run = await smoothFile(example('cell.json'), example('through-post.json'), { out: at('none.json') })
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(
    /^not free: .* of the way from waypoints\[1\] to waypoints\[2\]\n\n {2}arm\/\w+ and post\n/,
  )
  expect(existsSync(at('none.json'))).toBe(false)
})

test('--trajectory: what is in the file is proved free, inside the limits', async () => {
  const file = at('trajectory.json')
  const limits = { maxVelocity: ['1'], maxAcceleration: ['2'], rate: '50' }
  const run = await plan({ smooth: '20', trajectory: file, ...limits, json: true })
  expect(run.code).toBe(0)
  expect(JSON.parse(run.stdout).trajectory).toMatchObject({ outcome: 'free' })
  const { world } = await readScene(example('cell.json'))
  const trajectory: TrajectoryInput = JSON.parse(readFileSync(file, 'utf8'))
  const motion = trajectoryMotion(world, trajectory)
  expect(checkMotion(world, motion).outcome).toBe('free')
  const { points } = trajectory
  expect(Array.from(points[0]!.positions)).toEqual(numbersOf(FROM_TO.from))
  expect(Array.from(points.at(-1)!.positions)).toEqual(numbersOf(FROM_TO.to[0]!))
  const largest = (lists: (ArrayLike<number> | undefined)[]): number =>
    Math.max(...lists.flatMap((list) => Array.from(list!, Math.abs)))
  expect(largest(points.map(({ velocities }) => velocities))).toBeLessThanOrEqual(1 + 1e-9)
  expect(largest(points.map(({ accelerations }) => accelerations))).toBeLessThanOrEqual(2 + 1e-9)
  for (const k of [0, points.length - 1]) expect(Math.hypot(...Array.from(points[k]!.velocities!))).toBeLessThan(1e-9)
})

test('--trajectory: missing limits are reported before the search', async () => {
  const file = at('no-trajectory.json')
  await expect(plan({ trajectory: file, out: at('no-path.json') })).rejects.toThrow(
    /^--max-acceleration must be a limit for arm\/turn, which moves: its joint has none, got undefined$/,
  )
  expect(existsSync(at('no-path.json'))).toBe(false)
})
