// Motions' side in the worker, asked directly: what it proves is proved, what it shows is there, what it plans is free.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readPath, readScene } from '../../../node/index.js'
import { checkMotion, parseBvh, parsePath, sampleMotion, worldDocument } from '../../../src/entries/robots.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { StoppedError } from '../../../studio/engine/protocol.js'
import { MOTION_CELLS } from '../../../studio/scenes/motion/cells.js'
import type { CheckProgress } from '../../../studio/scenes/motion/check.js'
import { engine, type PlanStep } from '../../../studio/scenes/motion/engine.js'
import { alongPath, breaksOf, placeAt, waypointAt } from '../../../studio/scenes/motion/path.js'
import { BINS } from '../../../studio/scenes/motion/progress.js'
import { readMotionState } from '../../../studio/scenes/motion/state.js'
import { MOTION_TITLES } from '../../../studio/scenes/motion/titles.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { Workcell } from '../../../studio/workcell/workcell.js'
import { boxObj } from '../../formats/samples.js'
import { root } from '../browser.js'
import { testTask } from '../task.js'

const RESOLUTION = 0.02

function rod() {
  const side = engine.create()
  const view = side.open({ cell: 'rod', edits: NO_EDITS })
  return { side, view, waypoints: [view.start, view.goal!], world: new Workcell(MOTION_CELLS.rod!()).world(NO_EDITS) }
}

test('all motions that are offered are there', () => {
  expect(MOTION_TITLES.map(([name]) => name).sort()).toEqual(Object.keys(MOTION_CELLS).sort())
})

test('the rod: the proof finds it, samples step over it, until they are fine enough', async () => {
  const { side, waypoints, world } = rod()
  const whole = checkMotion(world, waypoints)
  expect(whole).toMatchObject({ outcome: 'collision', a: 'arm/gun', b: 'rod' })
  for (const slow of [false, true]) {
    const answer = await side.check({ edits: NO_EDITS, waypoints, clearance: 0, slow }, testTask())
    expect(answer).toMatchObject({ outcome: 'collision', a: 'arm/gun', b: 'rod' })
    expect(world.collides(answer.q!)).toBe(true)
  }
  const coarse = side.sample({ edits: NO_EDITS, waypoints, resolution: RESOLUTION })
  expect(coarse).toMatchObject({ outcome: 'sampled', at: undefined })
  expect(coarse.ticks.length).toBe(sampleMotion(world, waypoints, { resolution: RESOLUTION }).stats.configurations)
  const fine = side.sample({ edits: NO_EDITS, waypoints, resolution: 0.005 })
  expect(fine).toMatchObject({ outcome: 'collision', a: 'arm/gun', b: 'rod' })
  expect(side.certificate()).toBeUndefined()
  expect(side.verify({ edits: NO_EDITS })).toBeUndefined()
})

test('a plan is free, its proof grows to all of it, and the certificate holds for the world as a user has it', async () => {
  const { side, waypoints, world } = rod()
  const steps = testTask<PlanStep>()
  const planned = await side.plan({ edits: NO_EDITS, waypoints, seed: 1, clearance: 0 }, steps)
  expect(planned.path!.waypoints.length).toBeGreaterThan(2)
  expect(checkMotion(world, planned.path!.waypoints).outcome).toBe('free')
  const task = testTask<CheckProgress>()
  const request = { edits: NO_EDITS, waypoints: planned.path!.waypoints, clearance: 0, slow: true }
  const answer = await side.check(request, task)
  expect(answer.outcome).toBe('free')
  const openOf = ({ open }: CheckProgress): number => open.reduce((sum, share) => sum + share, 0)
  const opens = [...task.told, answer.progress].map(openOf)
  expect(opens.length).toBeGreaterThan(5)
  expect(opens.every((open, i) => i === 0 || open <= opens[i - 1]!)).toBe(true)
  expect(opens.at(-1)).toBe(0)
  expect(answer.progress).toMatchObject({ proved: 1, next: undefined })
  expect(task.told[0]!.next).toBeDefined()
  expect(side.verify({ edits: NO_EDITS })).toMatchObject({ valid: true })
  expect(verifyCertificate(worldDocument(world), JSON.parse(side.certificate()!))).toMatchObject({ valid: true })

  const shorter = await side.smooth(
    { edits: NO_EDITS, waypoints: planned.path!.waypoints, seed: 1, clearance: 0 },
    testTask(),
  )
  expect(checkMotion(world, shorter.path!.waypoints).outcome).toBe('free')
  const refused = await side.smooth({ edits: NO_EDITS, waypoints, seed: 1, clearance: 0 }, testTask())
  expect(refused.path).toBeUndefined()
  expect(refused.words).toContain('arm/gun and rod: collision')
})

test('what is green is free: no configuration in a part that is proved collides', async () => {
  const { side, waypoints, world } = rod()
  const task = testTask<CheckProgress>()
  await side.check({ edits: NO_EDITS, waypoints, clearance: 0, slow: true }, task)
  let looked = 0
  for (const { open } of task.told.slice(-3)) {
    for (let bin = 0; bin < BINS; bin += 7) {
      if (open[bin] !== 0) continue
      const t = (bin + 0.5) / BINS
      expect(world.collides(waypoints[0]!.map((x, i) => x + t * (waypoints[1]![i]! - x)))).toBe(false)
      looked++
    }
  }
  expect(looked).toBeGreaterThan(50)
})

test('a goal that collides, or is too near, is refused in words', async () => {
  const { side, waypoints } = rod()
  const inside = waypoints[0]!.map((x, i) => (i === 0 ? 0 : i === 1 ? 0.9 : x))
  const refused = await side.plan(
    { edits: NO_EDITS, waypoints: [waypoints[0]!, inside], seed: 1, clearance: 0 },
    testTask(),
  )
  expect(refused.words).toMatch(/^The goal configuration collides: arm\/\w+ touches \w+\.$/)
  const near = await side.plan({ edits: NO_EDITS, waypoints, seed: 1, clearance: 0.3 }, testTask())
  expect(near.words).toMatch(/^The start configuration is too close: arm\/\w+ is [\d.]+ mm from/)
})

test('a stop ends checks, plans and smoothing', async () => {
  const side = engine.create()
  const view = side.open({ cell: 'rod', edits: NO_EDITS })
  const waypoints = [view.start, view.goal!]
  for (const work of ['check', 'plan', 'smooth'] as const) {
    const task = testTask<never>()
    task.stop()
    const request = { edits: NO_EDITS, waypoints, clearance: 0, slow: true, seed: 1 }
    await expect(side[work](request, task)).rejects.toThrow(StoppedError)
  }
})

test('frames follow the path', async () => {
  const { side, waypoints, world } = rod()
  const { poses, frames, things } = (await side.frames({ edits: NO_EDITS, waypoints }, testTask())).value
  const gun = world.objects.indexOf('arm/gun')
  for (const f of [0, 17, frames - 1]) {
    const t = f / (frames - 1)
    const q = waypoints[0]!.map((x, i) => x + t * (waypoints[1]![i]! - x))
    const pose = world.linkPose(q, 'arm/gun')
    const o = 12 * (things * f + gun)
    for (const [k, x] of pose.entries()) expect(poses[o + k]).toBeCloseTo(x, 5)
  }
})

test('a scene and a path that are dropped', async () => {
  const example = (path: string) => ({ path, bytes: new Uint8Array(readFileSync(join(root, 'examples', path))) })
  const side = engine.create()
  const files = ['rod.json', 'past-rod.json', 'arm.urdf', 'arm.srdf'].map(example)
  const { view, waypoints } = await side.openFiles({ files, edits: NO_EDITS })
  expect(view!.goal!.length).toBe(5)
  const text = readFileSync(join(root, 'examples', 'past-rod.json'), 'utf8')
  expect(waypoints).toEqual(parsePath(text).waypoints)
  const answer = await side.check({ edits: NO_EDITS, waypoints: waypoints!, clearance: 0, slow: false }, testTask())
  expect(answer).toMatchObject({ outcome: 'collision', b: 'rod' })
})

test('a clip: its frames are the motion, upright, alone and in a scene', async () => {
  const clip = { path: 'fold.bvh', bytes: new Uint8Array(readFileSync(join(root, 'examples', 'fold.bvh'))) }
  const bytes = new TextEncoder().encode(
    JSON.stringify({ limber: 1, robots: [{ name: 'leg', urdf: 'fold.bvh', figure: { scale: 0.1 } }], obstacles: [] }),
  )
  const frames = parseBvh(new TextDecoder().decode(clip.bytes)).path.waypoints
  for (const [files, scale] of [
    [[clip], 1],
    [[clip, { path: 'scene.json', bytes }], 0.1],
  ] as const) {
    const side = engine.create()
    const { view, waypoints } = await side.openFiles({ files, edits: NO_EDITS })
    expect(waypoints).toBeUndefined()
    expect(view!.path).toEqual(frames)
    expect(view!.start).toEqual(frames[0])
    const request = { edits: NO_EDITS, waypoints: view!.path!, clearance: 0, slow: false }
    expect(await side.check(request, testTask())).toMatchObject({ outcome: 'collision' })
    const { poses, things } = (await side.frames(request, testTask())).value
    expect(things).toBe(3)
    // The knee is 4 below the hip: along y in the file, and downwards here; a scene says itself which way is up.
    const knee = Array.from(poses.subarray(12, 24))
    expect([knee[3], knee[7], knee[11]].map((x) => Number(x!.toFixed(6)) + 0)).toEqual(
      scale === 1 ? [0, 0, -4] : [0, -0.4, 0],
    )
  }
})

test('a certificate that is dropped is verified against the cell that is open', async () => {
  const { side, waypoints } = rod()
  const planned = await side.plan({ edits: NO_EDITS, waypoints, seed: 1, clearance: 0 }, testTask())
  await side.check({ edits: NO_EDITS, waypoints: planned.path!.waypoints, clearance: 0, slow: false }, testTask())
  const files = [{ path: 'proof.json', bytes: new TextEncoder().encode(side.certificate()!) }]
  const { certificate } = await side.openFiles({ files, edits: NO_EDITS })
  expect(certificate).toMatch(/^proof\.json holds for this cell: \d+ pieces of a motion, \d+ planes/)
  const moved = { ...NO_EDITS, moved: { rod: [0, 0, 0.001] } }
  expect((await side.openFiles({ files, edits: moved })).certificate).toMatch(
    /does not hold for this cell: it is about another/,
  )
})

test('a certificate of a motion past an open mesh says that it does not cover its inside', async () => {
  const side = engine.create()
  const { start } = side.open({ cell: 'bench', edits: NO_EDITS })
  const bin = [{ path: 'bin.obj', bytes: new TextEncoder().encode(boxObj(0.2, 0)) }]
  const { meshes } = await side.openFiles({ files: bin, edits: NO_EDITS })
  const added = [{ name: 'bin', kind: 'mesh', size: meshes[0]!.size, at: [0, 0, 5], file: 'bin.obj' } as const]
  const edits = { ...NO_EDITS, added }
  const near = start.map((x) => x + 0.001)
  const answer = await side.check({ edits, waypoints: [start, near], clearance: 0, slow: false }, testTask())
  expect(answer.outcome).toBe('free')
  expect(answer.surfaces.map(({ object }) => object)).toEqual(['bin'])
  expect(side.verify({ edits })).toMatchObject({ valid: true, unseen: [], surfaces: [{ object: 'bin' }] })
  const proof = [{ path: 'proof.json', bytes: new TextEncoder().encode(side.certificate()!) }]
  const { certificate } = await side.openFiles({ files: proof, edits })
  expect(certificate).toMatch(/It does not cover objects inside open meshes \(bin\)\.$/)
})

test('how far holes of dropped meshes are closed is obeyed', async () => {
  const side = engine.create()
  const { start } = side.open({ cell: 'bench', edits: NO_EDITS })
  for (const [closeWithin, surfaces] of [
    [0.001, 1],
    [1, 0],
  ] as const) {
    const files = [{ path: 'bin.obj', bytes: new TextEncoder().encode(boxObj(0.2, 0)) }]
    const request = { files, edits: NO_EDITS, folder: `${closeWithin}/`, open: 'close', closeWithin } as const
    const { file, size } = (await side.openFiles(request)).meshes[0]!
    const added = [{ name: 'bin', kind: 'mesh', size, at: [0, 0, 5], file } as const]
    const { sight } = side.ask({ edits: { ...NO_EDITS, added }, q: start })
    expect(sight.surfaces).toHaveLength(surfaces)
  }
})

test('a motion outside the limits of joints is checked all the same where that is asked for, and proved', async () => {
  const { side, view } = rod()
  // Where it starts, after a whole turn that the first joint cannot make.
  const beyond = view.start.map((x, k) => (k === 0 ? x + 2 * Math.PI : x))
  const path = { edits: NO_EDITS, waypoints: [beyond, beyond.map((x) => x + 1e-6)] }
  for (const [ignoreLimits, outcome, sampled] of [
    [false, 'outside-limits', 'outside-limits'],
    [true, 'free', 'sampled'],
  ] as const) {
    const answer = await side.check({ ...path, clearance: 0, slow: false, ignoreLimits }, testTask())
    expect(answer.outcome).toBe(outcome)
    expect(side.sample({ ...path, resolution: 0.1, ignoreLimits }).outcome).toBe(sampled)
    expect((await side.proof({ ...path, clearance: 0, ignoreLimits })).isProved).toBe(ignoreLimits)
  }
  expect(side.verify({ edits: NO_EDITS })).toMatchObject({ valid: true, ignoreLimits: true })
})

test('what is saved with a certificate is what the certificate is about, for the command line too', async () => {
  const { side, waypoints } = rod()
  const open = await side.proof({ edits: NO_EDITS, waypoints, clearance: 0 })
  expect(open.isProved).toBe(false)
  expect(Object.keys(unzipSync(open.zip)).filter((path) => path.endsWith('.json'))).toEqual(['scene.json', 'path.json'])
  const planned = await side.plan({ edits: NO_EDITS, waypoints, seed: 1, clearance: 0 }, testTask())
  const { zip, notes } = await side.proof({ edits: NO_EDITS, waypoints: planned.path!.waypoints, clearance: 0 })
  expect(notes).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'limber-proof-'))
  try {
    for (const [path, bytes] of Object.entries(unzipSync(zip))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
    const { world } = await readScene(join(folder, 'scene.json'))
    const certificate = JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8'))
    expect(verifyCertificate(worldDocument(world), certificate)).toMatchObject({ valid: true })
    const path = await readPath(join(folder, 'path.json'))
    expect(path).toEqual({ joints: world.variables, waypoints: planned.path!.waypoints })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('places along a path and back', () => {
  const breaks = breaksOf([
    [0, 0],
    [3, 0],
    [3, 1],
    [3, 1],
  ])
  expect(breaks.map((at) => Number(at.toFixed(4)))).toEqual([0, 0.75, 1, 1])
  for (const u of [0, 0.1, 0.75, 0.9]) expect(alongPath(breaks, placeAt(breaks, u))).toBeCloseTo(u, 12)
  expect(placeAt(breaks, 1)).toEqual({ segment: 2, at: 1 })
  expect(waypointAt(breaks, 0.7501)).toBe(1)
  expect(waypointAt(breaks, 0.4)).toBeUndefined()
})

test('a link is read, or refused by the name of what is wrong', () => {
  const cells = ['rod']
  const good = {
    cell: 'rod',
    waypoints: [[1], [2]],
    t: 0.5,
    resolution: 0.1,
    clearance: 0.01,
    ignoreLimits: true,
    slow: false,
    seed: 3,
  }
  expect(readMotionState(good, cells)).toEqual(good)
  for (const [field, value] of [
    ['waypoints', [[1]]],
    ['waypoints', [[1], ['x']]],
    ['t', 2],
    ['resolution', 0],
    ['clearance', -1],
    ['seed', 'x'],
    ['cell', 'nobody'],
  ] as const) {
    expect(() => readMotionState({ [field]: value }, cells)).toThrow(field)
  }
})
