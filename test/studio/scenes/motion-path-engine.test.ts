// Paths that the user edits, times and drops, asked of the motion's side in the worker: a waypoint that is added changes nothing, curves
// are what the trajectory says, messages of ROS are read, and what is copied out runs and says the same.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { checkScene } from '../../../cli/check.js'
import { motionFromPath, parseAnyPath, withoutMimics } from '../../../src/entries/robots.js'
import { engine } from '../../../studio/scenes/motion/engine.js'
import {
  durationOf,
  type MotionPath,
  pathBreaks,
  pathLength,
  placeAt,
  untimed,
  withOrder,
  withoutWaypoint,
  withTime,
  withWaypoint,
} from '../../../studio/scenes/motion/path.js'
import { laidPath, motionOf, stateAt } from '../../../studio/scenes/motion/path-motion.js'
import { motionRecipe } from '../../../studio/scenes/motion/recipe.js'
import { FIRST, readMotionState } from '../../../studio/scenes/motion/state.js'
import { engine as robotsEngine } from '../../../studio/scenes/robots/engine.js'
import { robotsRecipe } from '../../../studio/scenes/robots/recipe.js'
import { FIRST as ROBOTS_FIRST } from '../../../studio/scenes/robots/state.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { readFiles } from '../../../studio/workcell/files.js'
import { Workcell } from '../../../studio/workcell/workcell.js'
import { limberHere } from '../../cli/run.js'
import { root } from '../browser.js'
import { testTask } from '../task.js'

const example = (path: string) => ({ path, bytes: new Uint8Array(readFileSync(join(root, 'examples', path))) })
const CELL = ['cell.json', 'arm.urdf', 'arm.srdf', 'tray.obj'].map(example)

/** Inside of the checkout, so that programs find the package by its name. */
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
function unpacked(zip: Uint8Array): string {
  const folder = mkdtempSync(join(root, 'dist', 'recipe-'))
  folders.push(folder)
  for (const [path, bytes] of Object.entries(unzipSync(zip))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

/** What a program prints. */
function ran(folder: string, code: string): string {
  writeFileSync(join(folder, 'program.mjs'), code)
  return execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' }).trim()
}

async function arm() {
  const side = engine.create()
  const opened = await side.openFiles({ files: CELL, edits: NO_EDITS })
  const world = new Workcell((await readFiles(CELL)).cell!).world(NO_EDITS)
  return { side, view: opened.view!, world }
}

async function dropped(side: ReturnType<typeof engine.create>, file: string): Promise<MotionPath> {
  return (await side.openFiles({ files: [example(file)], edits: NO_EDITS })).path!
}

test('a trajectory of ROS: its points, times and rates, proved as the command line proves it', async () => {
  const { side, world } = await arm()
  const path = await dropped(side, 'round-post.yaml')
  expect(path.waypoints.length).toBe(14)
  expect(durationOf(path)).toBeCloseTo(4.042360894, 9)
  expect(path.velocities[1]![1]).toBe(-1.6269772170784795)
  // The same curve as the library makes of the file.
  const text = readFileSync(join(root, 'examples', 'round-post.yaml'), 'utf8')
  const known = motionFromPath(world, withoutMimics(world, await parseAnyPath(text)))
  const own = motionOf(world, path)
  expect(own.pieces.map((piece) => piece.document())).toEqual(known.pieces.map((piece) => piece.document()))
  const answer = await side.check({ edits: NO_EDITS, ...path, clearance: 0, slow: false }, testTask())
  expect(answer.outcome).toBe('free')
  const { stdout } = await checkScene(join(root, 'examples', 'cell.json'), {
    path: join(root, 'examples', 'round-post.yaml'),
    json: true,
  })
  expect(JSON.parse(stdout).outcome).toBe('free')

  // Of two messages the last, without velocities: straight, with times. It goes through the post.
  const { path: through } = await side.openFiles({ files: [example('through-post.yaml')], edits: NO_EDITS })
  expect(through).toMatchObject({ times: [0, 2], velocities: [], accelerations: [] })
  expect(through!.notes!.join(' ')).toContain('Of 2 messages, the last is taken.')
  const hit = await side.check({ edits: NO_EDITS, ...through!, clearance: 0, slow: false }, testTask())
  expect(hit).toMatchObject({ outcome: 'collision', b: 'post' })
  // Two files are two paths.
  const two = await side.openFiles({ files: ['round-post.json', 'through-post.json'].map(example), edits: NO_EDITS })
  expect([two.path!.waypoints.length, two.second!.waypoints.length]).toEqual([5, 3])
  // What is none of these says so, with the name of the file; joints that the cell does not have, too.
  const refused = async (file: string, content: string): Promise<unknown> => {
    const files = [{ path: file, bytes: new TextEncoder().encode(content) }]
    return side.openFiles({ files, edits: NO_EDITS }).catch((error: Error) => error.message)
  }
  expect(await refused('picker.yaml', 'column: {height: 1.2}\n')).toMatch(/^picker\.yaml.*a message of ROS/)
  expect(await refused('t.yaml', 'joint_names: [nobody]\npoints:\n- positions: [1]\n')).toContain('nobody')
})

test('a waypoint that is added is on the way, and the motion stays as it is: straight, cubic and quintic', async () => {
  const { side, world } = await arm()
  const timed = await dropped(side, 'round-post.yaml')
  const straight = await dropped(side, 'round-post.json')
  const cubic = { ...timed, accelerations: [] }
  for (const path of [straight, { ...timed, velocities: [], accelerations: [] }, cubic, timed]) {
    const before = laidPath(world, path)
    const t = 0.37
    const next = withWaypoint(path, placeAt(before.breaks, t), stateAt(before, t))
    expect(next.waypoints.length).toBe(path.waypoints.length + 1)
    const after = laidPath(world, next)
    expect(pathLength(next)).toBeGreaterThanOrEqual(pathLength(path) - 1e-9)
    for (let u = 0; u <= 1; u += 0.05) {
      const [was, is] = [stateAt(before, u), stateAt(after, u)]
      is.q.forEach((x, i) => {
        expect(x).toBeCloseTo(was.q[i]!, 9)
      })
    }
    const gone = withoutWaypoint(next, placeAt(before.breaks, t).segment + 1)
    expect(gone).toEqual({ ...untimed([]), ...pick(path) })
  }
  const few = untimed([[0], [1]])
  expect(() => withoutWaypoint(few, 0)).toThrow('two waypoints at least')
  expect(withOrder(untimed([[0], [1], [2], [3]]), 1, 2).waypoints).toEqual([[0], [2], [1], [3]])
  const moved = withTime(timed, 3, 100)
  expect(moved.times[3]).toBeCloseTo(timed.times[4]! - 0.001, 9)
  expect(pathBreaks(moved)[3]).toBeGreaterThan(pathBreaks(timed)[3]!)
})

function pick({ waypoints, times, velocities, accelerations }: MotionPath): MotionPath {
  return { waypoints, times, velocities, accelerations }
}

test('a path that is timed keeps to the limits, is proved, and its curves are its derivatives', async () => {
  const { side } = await arm()
  const { waypoints } = await dropped(side, 'round-post.json')
  const limits = { clearance: 0, fastest: 0.8, quickest: 3 }
  const { path: answer, words } = side.time({ edits: NO_EDITS, waypoints, ...limits })
  expect(words).toMatch(/^[\d.]+ s, \d corners cut, .* proved free$/)
  const path = answer!
  expect(path.velocities[0]).toEqual([0, 0, 0, 0, 0])
  expect((await side.check({ edits: NO_EDITS, ...path, clearance: 0, slow: false }, testTask())).outcome).toBe('free')
  await side.frames({ edits: NO_EDITS, ...path }, testTask())
  const curves = side.curves({ edits: NO_EDITS })!
  expect(curves.times.at(-1)).toBeCloseTo(durationOf(path)!, 5)
  const most = (rows: readonly Float32Array[]): number => Math.max(...rows.map((row) => Math.max(...row.map(Math.abs))))
  expect(most(curves.velocities)).toBeLessThanOrEqual(0.8 * (1 + 1e-6))
  expect(most(curves.velocities)).toBeGreaterThan(0.79)
  expect(most(curves.accelerations)).toBeLessThanOrEqual(3 * (1 + 1e-6))
  for (let k = 1; k < curves.times.length; k++) {
    const h = curves.times[k]! - curves.times[k - 1]!
    if (h < 1e-3) continue
    curves.positions.forEach((row, i) => {
      const mean = (curves.velocities[i]![k]! + curves.velocities[i]![k - 1]!) / 2
      expect((row[k]! - row[k - 1]!) / h).toBeCloseTo(mean, 2)
    })
  }
  expect(curves.limits[0]).toMatchObject({ lower: expect.any(Number), upper: expect.any(Number) })
  // As a file, and as a message: the same path again.
  for (const [name, text] of [
    ['path.json', side.path({ edits: NO_EDITS, ...path })],
    ['path.yaml', side.rosPath({ edits: NO_EDITS, ...path })],
  ] as const) {
    const files = [{ path: name, bytes: new TextEncoder().encode(text) }]
    const again = (await side.openFiles({ files, edits: NO_EDITS })).path!
    expect(again.waypoints).toEqual(path.waypoints)
    again.times.forEach((time, k) => {
      expect(time).toBeCloseTo(path.times[k]!, 8)
    })
  }
  const through = (await dropped(side, 'through-post.json')).waypoints
  expect(side.time({ edits: NO_EDITS, waypoints: through, ...limits })).toMatchObject({
    path: undefined,
    words: expect.stringContaining('post'),
  })
  // A link has it all, or is refused by name.
  const state = { ...pick(path), other: pick(path), speed: 0.5, repeat: 'back', curve: 'velocity', joint: 2 }
  expect(readMotionState(JSON.parse(JSON.stringify(state)), ['rod'])).toEqual(state)
  for (const odd of [{ times: [1] }, { velocities: [[1]] }, { speed: 9 }, { repeat: 'never' }, { other: {} }]) {
    const fields = { waypoints: [[1], [2]], ...odd }
    expect(() => readMotionState(fields, ['rod'])).toThrow(Object.keys(odd)[0]!)
  }
})

test('two paths: each has its own verdict and its least distance', async () => {
  const { side, world } = await arm()
  const free = await dropped(side, 'round-post.json')
  const hit = await dropped(side, 'through-post.json')
  await side.frames({ edits: NO_EDITS, ...free }, testTask())
  await side.frames({ edits: NO_EDITS, which: 'b', ...hit }, testTask())
  await side.check({ edits: NO_EDITS, ...free, clearance: 0, slow: false }, testTask())
  const other = await side.checkOther({ edits: NO_EDITS, ...hit, clearance: 0, slow: false }, testTask())
  expect(other).toMatchObject({ outcome: 'collision', b: 'post' })
  // The certificate is still that of the first.
  expect(side.verify({ edits: NO_EDITS })).toMatchObject({ valid: true })
  const [a, b] = [
    await side.least({ edits: NO_EDITS, which: 'a' }, testTask()),
    await side.least({ edits: NO_EDITS, which: 'b' }, testTask()),
  ]
  expect(b!.distance).toBe(0)
  const q = stateAt(laidPath(world, free), a!.at).q
  expect(a).toMatchObject({ distance: world.distance(q).distance, places: 241 })
})

test('what is copied out of Motion and Robots runs, and says what the stage says', async () => {
  const { side, view } = await arm()
  const path = await dropped(side, 'through-post.yaml')
  const { zip } = await side.proof({ edits: NO_EDITS, ...path, clearance: 0.001 })
  const recipe = motionRecipe(view.sceneFile, { ...FIRST, clearance: 0.001 })
  const answer = await side.check({ edits: NO_EDITS, ...path, clearance: 0.001, slow: false }, testTask())
  const folder = unpacked(zip)
  const [unzip, command] = recipe.command.split('\n')
  expect(unzip).toBe('unzip -o motion.zip')
  const words = command!.replace('npx limber ', '').split(' ')
  expect(words.slice(0, 4)).toEqual(['check', 'cell.json', '--path', 'path.json'])
  const printed = await limberHere(
    ...words.map((word) => (word.endsWith('.json') ? join(folder, word) : word)),
    '--json',
  )
  expect(JSON.parse(printed.stdout)).toMatchObject({ outcome: answer.outcome, a: answer.a, b: answer.b })
  expect(ran(folder, recipe.code!)).toMatch(
    new RegExp(`^${answer.outcome}\n${answer.a} and ${answer.b} touch in segment `),
  )

  const robots = robotsEngine.create()
  const cell = robots.open({ cell: 'two', edits: NO_EDITS })
  const question = { edits: NO_EDITS, paths: {}, speed: ROBOTS_FIRST.speed, atom: 0.2, clearance: 0, replan: false }
  const laid = robots.lay(question).value
  const { outcome, makespan } = await robots.coordinate(question, testTask())
  const { command: coordinate, code } = robotsRecipe(cell.sceneFile, laid, { ...ROBOTS_FIRST, atom: 0.2 })
  const saved = unpacked(robots.files({ edits: NO_EDITS }).zip)
  const args = coordinate.split('\n')[1]!.replace('npx limber ', '').split(' ')
  const said = await limberHere(...args.map((word) => (word.endsWith('.json') ? join(saved, word) : word)), '--json')
  expect(JSON.parse(said.stdout).outcome).toBe(outcome)
  expect(ran(saved, code!)).toBe(`${outcome}\nall have arrived after ${makespan} s`)
})
