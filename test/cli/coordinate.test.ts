// `limber coordinate` on the arms of the examples, asked in this process: verdicts, exit codes, files, and what is refused.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScene } from '../../cli/check.js'
import type { CoordinateCommandOptions } from '../../cli/coordinate/coordinate-options.js'
import { timingLine } from '../../cli/coordinate/diagram-shapes.js'
import { parseSignals } from '../../cli/coordinate/signal-table.js'
import { coordinateScene } from '../../cli/coordinate.js'
import { describeFile } from '../../cli/info.js'
import { verifyFiles } from '../../cli/verify.js'
import { readPath, readScene } from '../../node/index.js'
import { type CoordinateScheduled, configurationsOf, coordinateNow, type World } from '../../src/entries/robots.js'
import { against } from '../project/against-schema.js'
import { refused } from './refused.js'
import { example, type Run } from './run.js'

let folder: string
let world: World
const at = (name: string): string => join(folder, name)
const write = (name: string, content: unknown): string => {
  writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  return at(name)
}

const ARMS = example('arms.json')
const LEFT = example('left-path.json')
const RIGHT = example('right-path.json')
const BACK = example('back-path.json')
/** Large atoms: proofs are fewer. */
const ATOM = '0.1'
const JOINTS = ['turn', 'shoulder', 'elbow', 'wrist', 'grip']

/** A path of one robot over the table, its hand near the middle of it, from one angle to another. */
function sweep(robot: string, from: number, to: number, shoulder = 1): object {
  const joints = JOINTS.map((joint) => `${robot}/${joint}`)
  return { joints, waypoints: [from, to].map((turn) => [turn, shoulder, 0.9, 0.7, 0.02]) }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-coordinate-'))
  world = (await readScene(ARMS)).world
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ask = (paths: string[], options: CoordinateCommandOptions = {}): Promise<Run> =>
  coordinateScene(ARMS, paths, { atom: ATOM, ...options })

async function askJson(paths: string[], options: CoordinateCommandOptions = {}) {
  const { code, stdout, stderr } = await ask(paths, { ...options, json: true })
  expect(stderr).toBe('')
  const document = JSON.parse(stdout)
  expect(against('coordinate', document)).toBe('')
  return { code, ...document }
}

/** What the library says of the same paths. */
async function ofLibrary(...robots: string[]): Promise<CoordinateScheduled> {
  const paths: [string, Float64Array[]][] = []
  for (const robot of robots) {
    const all = configurationsOf(world, await readPath(example(`${robot}-path.json`)))
    const first = world.variables.indexOf(`${robot}/turn`)
    paths.push([robot, all.map((q) => q.slice(first, first + JOINTS.length))])
  }
  const result = coordinateNow(world, Object.fromEntries(paths), { atom: Number(ATOM) })
  if (result.outcome !== 'scheduled') throw new Error(result.outcome)
  return result
}

test('three arms: the verdict, the signals of the library, and files that hold', { timeout: 60_000 }, async () => {
  const own = await ofLibrary('left', 'right', 'back')
  expect(own.signals.length).toBeGreaterThan(0)
  const files = { out: at('tracks.json'), plot: at('diagram.svg') }
  const text = await ask([LEFT, RIGHT, BACK], { ...files, signals: at('signals.csv') })
  expect(text.code).toBe(0)
  expect(text.stdout).toMatch(
    /^scheduled: no timing collides, proved; makespan [\d.]+ s \(one after the other 4\.8 s, /,
  )
  expect(text.stdout).toContain(`${own.signals.length} signals; on time alone`)
  expect(text.stdout).toContain('each stays on its path, never goes back on')
  expect(text.stdout).toContain(`limber check ${ARMS} --path ${at('tracks.json')}`)
  const { robot, mark, after, left } = own.signals[0]!
  expect(text.stdout).toMatch(new RegExp(`\\n  ${robot} +${mark} +[\\d.]+ s +${after} +${left} +[\\d.]+ s\\n`))

  const found = await askJson([LEFT, RIGHT, BACK], { signals: at('signals.json') })
  expect(found.code).toBe(0)
  expect(found.signals).toEqual(own.signals)
  expect([found.makespan, found.lowerBound, found.oneAfterOther]).toEqual([
    ...[own.makespan, own.lowerBound, own.oneAfterOther],
  ])
  expect(parseSignals(readFileSync(at('signals.csv'), 'utf8'), 'csv').signals).toEqual(own.signals)
  const table = parseSignals(readFileSync(at('signals.json'), 'utf8'), 'json')
  expect(table.signals).toEqual(own.signals)
  expect(table.robots!.map((one) => [one.name, one.marks])).toEqual(
    own.schedule.robots.map((name) => [name, own.schedule.marksOf(name)]),
  )

  // The timed path is one for `limber check`, ends where the paths end, and takes as long as was said.
  const checked = await checkScene(ARMS, { path: at('tracks.json') })
  expect([checked.code, checked.stdout.slice(0, 5)]).toEqual([0, 'free:'])
  const { waypoints, times } = await readPath(at('tracks.json'))
  expect(times!.at(-1)).toBe(own.makespan)
  const ends = [LEFT, RIGHT, BACK].flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).waypoints.at(-1))
  expect(waypoints.at(-1)).toEqual(ends)

  for (const [file, words] of [
    ['tracks.json', /path, joint values.*\n {2}waypoints +\d+\n {2}seconds +[\d.]+\n/],
    ['signals.csv', /signals, which robot waits for which/],
    ['signals.json', /\n {2}robots +left, right, back\n/],
  ] as const) {
    expect((await describeFile(at(file))).stdout, file).toMatch(words)
    expect(against('info', JSON.parse((await describeFile(at(file), { json: true })).stdout)), file).toBe('')
  }
})

test('the picture is well-formed, and has what it must', { timeout: 60_000 }, async () => {
  const own = await ofLibrary('left', 'right')
  expect((await ask([LEFT, RIGHT], { plot: at('two.svg') })).code).toBe(0)
  const two = elementsOf(readFileSync(at('two.svg'), 'utf8'))
  expect(two.filter((name) => name === 'g.diagram')).toHaveLength(1)
  expect(two.filter((name) => name === 'polyline.way')).toHaveLength(1)
  // Those of this pair, and the key.
  expect(two.filter((name) => name === 'path.sign')).toHaveLength(own.signals.length + 1)
  for (const name of ['rect.free', 'path.open', 'line.axis', 'title', 'style']) expect(two, name).toContain(name)
  const text = readFileSync(at('two.svg'), 'utf8')
  expect(text).toContain('left, seconds along its path')
  expect(text).toContain('right, seconds along its path')
  expect(text).toContain('prefers-color-scheme:dark')
  expect(text).toContain('not proved free')

  expect((await ask([LEFT, RIGHT, BACK], { plot: at('three.svg') })).code).toBe(0)
  const three = elementsOf(readFileSync(at('three.svg'), 'utf8'))
  expect(three.filter((name) => name === 'g.diagram')).toHaveLength(3)
})

/** Elements with their classes; throws where the text is not XML. */
function elementsOf(text: string): string[] {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes: { class: own } }) => {
    names.push(own === undefined ? name : `${name}.${own}`)
  })
  parser.write(text).close()
  return names
}

test('the line of the timing passes through cells that are proved, and waits where signals say', async () => {
  const own = await ofLibrary('left', 'right', 'back')
  for (const view of own.diagrams) {
    const { marksA, marksB, states } = view
    const atomOf = (marks: Float64Array, seconds: number): number => {
      const k = marks.findIndex((mark) => mark > seconds)
      return k === -1 ? marks.length - 2 : k - 1
    }
    const line = timingLine(view, own.schedule)
    expect(line.at(-1)).toEqual([marksA.at(-1), marksB.at(-1)])
    let blocked = 0
    for (let k = 1; k < line.length; k++) {
      const [a, b] = [line[k - 1]!, line[k]!]
      // Off the marks: along them, one of the neighbours is proved.
      const [da, db] = [b[0] - a[0], b[1] - a[1]]
      if (da === 0 || db === 0) continue
      for (let s = 1; s < 50; s++) {
        const [x, y] = [a[0] + (da * s) / 50.3, a[1] + (db * s) / 50.3]
        if (states[atomOf(marksA, x) * (marksB.length - 1) + atomOf(marksB, y)] !== 0) blocked++
      }
    }
    expect(blocked, `${view.a}, ${view.b}`).toBe(0)
  }
})

test('arms that want to change places cannot: a deadlock, with its place', async () => {
  const paths = [write('left.json', sweep('left', -0.5, 0.5)), write('right.json', sweep('right', -0.5, 0.5))]
  const { code, stdout, stderr } = await ask(paths, { plot: at('dead.svg'), out: at('none.json') })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^deadlock: left and right cannot pass each other: no schedule among the proved cells\n/)
  expect(stdout).toMatch(/\n {2}left {3}0 s to 0\.5 s of its path\n {2}right {2}0 s to 0\.5 s of its path\n/)
  expect(stdout).toMatch(/\n {2}joint +first +last\n {2}left\/turn +/)
  expect(stderr).toContain('none.json is not written')
  expect(elementsOf(readFileSync(at('dead.svg'), 'utf8'))).not.toContain('polyline.way')
  const found = await askJson(paths)
  expect([found.code, found.a, found.b, found.isSeen]).toEqual([1, 'left', 'right', true])
  expect([found.secondsA, found.secondsB]).toEqual([
    [0, 0.5],
    [0, 0.5],
  ])
  // One of the two configurations that it names collides.
  const hits = found.configurations.map((q: Record<string, number>) => world.collides(world.configuration(q)))
  expect(hits).toContain(true)
})

test('a path that collides by itself, and starts that exclude each other, are invalid', async () => {
  const low = write('low.json', sweep('right', 0, 0.2, 1.9))
  const alone = await ask([LEFT, low])
  expect(alone.code).toBe(1)
  expect(alone.stdout).toMatch(/^invalid: the path of right alone \(.*low\.json\) is not free\n/)
  const found = await askJson([LEFT, low])
  expect([found.robot, found.verdict.outcome]).toEqual(['right', 'collision'])
  expect(Object.keys(found.verdict.configuration)).toEqual(JOINTS.map((joint) => `right/${joint}`))

  const both = await ask([write('left.json', sweep('left', 0, 0.5)), write('right.json', sweep('right', 0, 0.5))])
  expect(both.code).toBe(1)
  expect(both.stdout).toMatch(/^invalid: the starts of left and right collide: left\/\w+ and right\/\w+\n/)
})

test('undecided, nothing to check and links that are not seen exit with 3', async () => {
  const late = await ask([LEFT, RIGHT], { time: '0.000001' })
  expect([late.code, late.stdout.split('\n')[0]]).toEqual([3, 'undecided: the limit of 0.000001 s was reached'])

  const link = (name: string, shape: string): string =>
    `<link name="${name}"><collision><geometry>${shape}</geometry></collision></link>`
  const joint =
    '<joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="0" upper="1" velocity="1" effort="1"/></joint>'
  const robot = (base: string, cart: string): string => `<robot name="cart">${base}${cart}${joint}</robot>`
  write('cart.urdf', robot(link('base', '<mesh filename="lost.stl"/>'), link('cart', '<box size="0.1 0.1 0.1"/>')))
  write('ghost.urdf', robot('<link name="base"/>', '<link name="cart"/>'))
  const scene = (urdf: string): string =>
    write(`${urdf}.json`, {
      limber: 1,
      robots: ['one', 'two'].map((name, k) => ({ name, urdf, base: { xyz: [0, k, 0] } })),
    })
  const paths = ['one', 'two'].map((name) =>
    write(`${name}.json`, { joints: [`${name}/slide`], waypoints: [[0], [1]] }),
  )
  const ghost = await coordinateScene(scene('ghost.urdf'), paths)
  expect([ghost.code, ghost.stdout.slice(0, 28)]).toEqual([3, 'undecided: nothing to check:'])
  const unseen = await coordinateScene(scene('cart.urdf'), paths, { skipMissing: true })
  expect([unseen.code, unseen.stdout.slice(0, 10)]).toEqual([3, 'scheduled:'])
  expect(unseen.stdout).toContain('not seen: one/base, two/base')
  expect(unseen.stdout).toContain('no signals: no path comes near another')
  const accepted = await coordinateScene(scene('cart.urdf'), paths, {
    skipMissing: true,
    acceptUnseen: true,
    json: true,
  })
  expect([accepted.code, JSON.parse(accepted.stdout).lag]).toEqual([0, null])
})

test('paths may be timed, trajectories, or what plan --json prints; NAME=file picks one of several', async () => {
  const joints = JOINTS.map((joint) => `left/${joint}`)
  const waypoints = [
    [-0.5, 1, 0.9, 0.7, 0.02],
    [-0.3, 1, 0.9, 0.7, 0.02],
  ]
  const timed = write('timed.json', { joints, waypoints, times: [0, 3] })
  const straight = write('straight.json', {
    joints,
    points: waypoints.map((positions, k) => ({ time: 2 * k, positions })),
  })
  const rest = [0, 0, 0, 0, 0]
  const curved = write('curved.json', {
    joints,
    points: waypoints.map((positions, k) => ({ time: 4 * k, positions, velocities: rest, accelerations: rest })),
  })
  const printed = write('plan.json', { outcome: 'solved', path: { joints, waypoints } })
  const all = world.variables
  const both = write('both.json', {
    joints: all,
    waypoints: waypoints.map((own) => [...own, own[0]! - 0.4, ...own.slice(1), ...own.map((x) => (x === 1 ? 0 : x))]),
  })
  const seconds = async (path: string): Promise<number> => (await askJson([path])).robots[0].seconds
  expect(await seconds(timed)).toBe(3)
  expect(await seconds(straight)).toBe(2)
  expect(await seconds(curved)).toBe(4)
  expect(await seconds(printed)).toBeCloseTo(0.1, 12)
  const two = await askJson([`left=${both}`, `right=${both}`])
  expect(two.robots.map(({ file }: { file: string }) => file)).toEqual([both, both, null])
  expect(two.notes).toEqual(['no path of back: it stands, at neutral'])
  await refused(ask([both]), `${both}, joints: expected a path in which one robot moves (NAME=${both}`)
  await refused(ask([curved], { out: at('no.json') }), 'has velocities: a path file holds straight lines only')
})

test('what is wrong is refused by name', async () => {
  const broken = write('broken.json', '{"joints": ["left/turn"], "waypoints": [[0], [0, 1]]}')
  await refused(ask([broken]), `${broken}, line 1`)
  await refused(ask([write('late.json', { joints: ['left/turn'], waypoints: [[0], [1]], times: [1, 1] })]), 'times[1]')
  await refused(ask([write('who.json', { joints: ['left/knee'], waypoints: [[0], [1]] })]), 'joint "left/knee"')
  await refused(ask([write('short.json', { joints: ['turn'], waypoints: [[0], [1]] })]), "the robot's name before it")
  const point = { time: 0, positions: [1, 2] }
  await refused(ask([write('row.json', { joints: ['left/turn'], points: [point] })]), 'points[0].positions')
  const points = [
    { time: 1, positions: [0] },
    { time: 0, positions: [1] },
  ]
  const back = write('back.json', { joints: ['left/turn'], points })
  await refused(ask([back]), `${back}: points (time)[1] must be later than the one before`)
  await refused(ask([`middle=${LEFT}`]), 'the name of a robot: left, right, back')
  await refused(ask([at('missing.json')]), 'missing.json')
  await refused(ask([LEFT, LEFT]), 'got a second one of left')
  await refused(ask([`left=${RIGHT}`]), `${RIGHT}, joints: expected joints of left, got only others: right/turn`)
  await refused(ask([LEFT], { atom: '0' }), '--atom')
  await refused(ask([LEFT], { lag: '-1' }), '--lag')
  await refused(ask([LEFT], { objective: 'speed' }), '--objective')
  await refused(ask([LEFT], { signals: at('signals.txt') }), '--signals')
  await refused(ask([LEFT], { rates: ['left/knee=1'] }), '--rates')
  await refused(ask([LEFT], { rates: ['1e-12'] }), '--rates')
  await refused(ask([LEFT], { plot: LEFT }), 'another file, which is left as it is')
  const cell = example('cell.json')
  await refused(coordinateScene(cell, [example('round-post.json')]), `${cell} must be a world of two robots or more`)
})

test('a certificate is written, and both verifiers accept it', async () => {
  const certificate = at('proof.json')
  const { code, stdout } = await ask([LEFT, RIGHT], { certificate })
  expect(code).toBe(0)
  expect(stdout).toContain(`Certificate: ${certificate}`)
  for (const options of [{}, { exact: true }] as const) {
    const verified = await verifyFiles(ARMS, certificate, options)
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^valid/)])
  }
})

test('limits of acceleration take time', async () => {
  const plain = await askJson([LEFT, RIGHT])
  const slow = await askJson([LEFT, RIGHT], { acceleration: ['5'] })
  expect(slow.makespan).toBeGreaterThan(plain.makespan)
})
