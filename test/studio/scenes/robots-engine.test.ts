// Several robots' side in the worker, asked directly: what the diagram calls free is free, executions keep to it, waits have their
// reasons, a deadlock is shown where it is, and files come back as they were written.
import { expect, test } from 'vitest'
import { Random } from '../../../src/entries/robots.js'
import { ROBOT_CELLS } from '../../../studio/scenes/robots/cells.js'
import { engine, type WorkStep } from '../../../studio/scenes/robots/engine.js'
import { doingAt, placeAt, staircase } from '../../../studio/scenes/robots/execution.js'
import { cellAt, FREE } from '../../../studio/scenes/robots/picture.js'
import { FIRST, readRobotsState } from '../../../studio/scenes/robots/state.js'
import { ROBOT_CELL_TITLES } from '../../../studio/scenes/robots/titles.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { testTask } from '../task.js'

/** Coarse, so that it is quick. */
const SETTINGS = { edits: NO_EDITS, paths: {}, speed: FIRST.speed, atom: 0.1, clearance: 0, replan: false }

async function coordinated(cell: string) {
  const side = engine.create()
  side.open({ cell, edits: NO_EDITS })
  const robots = side.lay(SETTINGS).value
  const task = testTask<WorkStep>()
  const answer = await side.coordinate(SETTINGS, task)
  return { side, robots, answer, task }
}

/** Of the cell of two arms: once for all tests, which only ask. */
let first: ReturnType<typeof coordinated> | undefined
const twoArms = (): ReturnType<typeof coordinated> => (first ??= coordinated('two'))

test('all cells that are offered are there, and each robot of theirs has a path', () => {
  expect(ROBOT_CELL_TITLES.map(([name]) => name).sort()).toEqual(Object.keys(ROBOT_CELLS).sort())
  for (const make of Object.values(ROBOT_CELLS)) {
    const { robots, paths } = make()
    expect(robots.map(({ name }) => name)).toEqual(Object.keys(paths))
  }
})

test('two arms: the diagram is right about every place, and names two links of two robots where it is blocked', async () => {
  const { side, robots, answer, task } = await twoArms()
  expect(answer).toMatchObject({ outcome: 'scheduled', unseen: [], deadlock: undefined, ghosts: [] })
  expect(task.told.length).toBeGreaterThan(0)
  const picture = answer.diagrams[0]!
  // Seconds along the paths are the engine's.
  expect(picture.marksA.at(-1)).toBeCloseTo(robots[0]!.duration, 9)
  expect(picture.marksB.at(-1)).toBeCloseTo(robots[1]!.duration, 9)
  const random = new Random(1)
  let met = 0
  for (let k = 0; k < 40; k++) {
    const at = robots.map(({ duration }) => random.range(0, duration))
    const { state } = cellAt(picture, at[0]!, at[1]!)
    const { answer: here, blocked, nearest } = side.ask({ edits: NO_EDITS, at }).value
    expect(blocked.length, String(at)).toBe(state === FREE ? 0 : 1)
    expect(nearest!.a.split('/')[0]).not.toBe(nearest!.b.split('/')[0])
    for (const { a, b } of blocked) expect([a.split('/')[0], b.split('/')[0]].sort()).toEqual(['left', 'right'])
    if (here.touching.length === 0) continue
    met++
    expect(state).not.toBe(FREE)
  }
  expect(met).toBeGreaterThan(1)
})

test('two arms: late executions stay in what is proved, wait for who is late, and are free as motions', async () => {
  const { side, robots, answer } = await twoArms()
  const picture = answer.diagrams[0]!
  const { robot, after } = answer.signals[0]!
  for (const delays of [{}, { [after]: 2.5 }, { [robot]: 1.3, [after]: 0.4 }]) {
    const { runs, end } = side.execution({ delays })!
    runs.forEach((run, r) => {
      expect(run.places.at(-1)).toBeCloseTo(robots[r]!.duration, 6)
      expect(run.places.every((place, k) => k === 0 || place >= run.places[k - 1]!)).toBe(true)
      expect(doingAt(run, end).kind).toBe('arrived')
      expect(placeAt(run, end + 1)).toBe(run.places.at(-1))
    })
    const stairs = staircase(runs[0]!, runs[1]!)
    stairs.forEach(([a, b], k) => {
      const [nextA, nextB] = stairs[Math.min(k + 1, stairs.length - 1)]!
      for (const t of [0, 0.3, 0.5, 0.9]) {
        expect(cellAt(picture, a + t * (nextA - a), b + t * (nextB - b)).state, `${a} ${b}`).toBe(FREE)
      }
    })
    expect(await side.check({ edits: NO_EDITS, delays })).toBe('free')
  }
  const { runs, end } = side.execution({ delays: { [after]: 2.5 } })!
  expect(end).toBeGreaterThan(answer.makespan!)
  const [waiting, late] = [robot, after].map((name) => runs.find((run) => run.name === name)!)
  expect(waiting!.waits.some((wait) => wait.after.includes(after) && wait.to > 2.5)).toBe(true)
  expect(late!.waits[0]).toMatchObject({ from: 0, to: 2.5, at: 0, after: [] })
  expect(doingAt(late!, 1)).toEqual({ kind: 'late' })
  // Waits without a reason would be a wrong reading of the schedule.
  for (const { waits } of runs)
    for (const wait of waits) expect(wait.after.length === 0).toBe(wait.to <= 2.5 && wait.at === 0)
})

test('two arms that cannot pass: the deadlock has its region and two places in it; with other paths they pass', async () => {
  const { side, answer } = await coordinated('swap')
  expect(answer.outcome).toBe('deadlock')
  const { deadlock, ghosts, diagrams } = answer
  expect(deadlock).toMatchObject({ a: 'left', b: 'right', isSeen: true, key: diagrams[0]!.key })
  expect(deadlock!.region.length).toBeGreaterThan(2)
  expect(ghosts).toHaveLength(2)
  for (const { at, poses } of ghosts) {
    const here = side.ask({ edits: NO_EDITS, at: at! }).value
    expect(here.blocked).toHaveLength(1)
    // The ghost is where the dot would put the robots.
    here.answer.poses.forEach((x, k) => {
      expect(x).toBeCloseTo(poses[k]!, 5)
    })
  }
  expect(side.execution({ delays: {} })).toBeUndefined()
  const other = await side.coordinate({ ...SETTINGS, replan: true }, testTask())
  expect(other.outcome).toBe('scheduled')
  expect(other.replanned).toHaveLength(1)
  expect(other.laid!.map(({ duration }) => duration)).toEqual([
    expect.closeTo(other.diagrams[0]!.marksA.at(-1)!, 9),
    expect.closeTo(other.diagrams[0]!.marksB.at(-1)!, 9),
  ])
  expect(await side.check({ edits: NO_EDITS, delays: { right: 1 } })).toBe('free')
})

test('a path that is not free alone: the robot is shown where it touches, in the cell', async () => {
  const side = engine.create()
  const edits = { ...NO_EDITS, moved: { table: [0, 0, 0.35] } }
  const { things } = side.open({ cell: 'two', edits })
  const answer = await side.coordinate({ ...SETTINGS, edits }, testTask())
  expect(answer).toMatchObject({ outcome: 'invalid', diagrams: [], deadlock: undefined })
  expect(answer.reason).toMatch(/^the path of left, alone: collision of left\/\w+ and table$/)
  expect(answer.ghosts).toHaveLength(1)
  const { poses } = side.ask({ edits, at: [0, 0] }).value.answer
  // The left one is not at its start, the right one is.
  const movedOf = (robot: string): boolean =>
    things.some(({ name }, i) =>
      Array.from({ length: 12 }, (_, k) => 12 * i + k).some(
        (k) => name.startsWith(robot) && Math.abs(answer.ghosts[0]!.poses[k]! - poses[k]!) > 0.01,
      ),
    )
  expect([movedOf('left'), movedOf('right'), movedOf('table')]).toEqual([true, false, false])
})

test('a cell that is saved is opened again with the paths of its robots; path files that disagree are refused by name', async () => {
  const { side, robots } = await twoArms()
  const { zip } = side.files({ edits: NO_EDITS })
  const other = engine.create()
  const { view, paths } = await other.openFiles({ files: [{ path: 'robots.zip', bytes: zip }], edits: NO_EDITS })
  expect(view!.robots).toEqual(['left', 'right'])
  expect(paths).toEqual(ROBOT_CELLS.two!().paths)
  const again = other.lay({ ...SETTINGS, paths: paths! }).value
  expect(again.map(({ duration }) => duration)).toEqual(robots.map(({ duration }) => duration))
  // Without paths they stand.
  expect(other.lay(SETTINGS).value.map(({ duration }) => duration)).toEqual([0, 0])

  const file = (path: string, content: object) => ({ path, bytes: new TextEncoder().encode(JSON.stringify(content)) })
  const one = { joints: ['left/joint1'], waypoints: [[0], [1]] }
  const opened = await other.openFiles({ files: [file('a.json', one)], edits: NO_EDITS })
  expect(opened.paths).toEqual({
    left: [
      [0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0],
    ],
  })
  const twice = other.openFiles({ files: [file('a.json', one), file('b.json', one)], edits: NO_EDITS })
  await expect(twice).rejects.toThrow('b.json and a.json both have a path for left')
  expect(() => other.lay({ ...SETTINGS, paths: { nobody: [[0]] } })).toThrow('nobody')
  expect(() => other.lay({ ...SETTINGS, paths: { left: [[0]] } })).toThrow('left has 6')
})

test('a link that cannot be understood says why', () => {
  const read = (fields: object) => readRobotsState(fields as Record<string, unknown>, ['two'])
  const state = { cell: 'two', delays: { left: 1 }, clock: 2, at: [1, 2], pair: 'left|right', replan: true }
  expect(read(state)).toEqual(state)
  for (const [fields, words] of [
    [{ cell: 'nowhere' }, 'cell must be two'],
    [{ delays: { left: -1 } }, 'delays of left must be a number from 0 to'],
    [{ delays: [] }, 'delays must be seconds by robot'],
    [{ at: ['a'] }, 'at must be a list of seconds'],
    [{ paths: { left: [] } }, 'paths must be lists of waypoints'],
    [{ atom: 0 }, 'atom must be a number from'],
  ] as const) {
    expect(() => read(fields)).toThrow(words)
  }
})
