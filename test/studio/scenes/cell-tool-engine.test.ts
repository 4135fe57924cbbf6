// The frame that is dragged, what robots look like, and what is copied of a cell, asked of the worker's side directly.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strToU8, unzipSync } from 'fflate'
import { Matrix4, Vector3 } from 'three'
import { describe, expect, test } from 'vitest'
import { checkMotion } from '../../../src/entries/robots.js'
import type { GivenFile } from '../../../studio/engine/unpack.js'
import { engine } from '../../../studio/scenes/cell/engine.js'
import { recipeOf } from '../../../studio/scenes/cell/recipe.js'
import { readRobotCellState } from '../../../studio/scenes/cell/state.js'
import { ANGLE, LENGTH, readQuantity, written } from '../../../studio/ui/quantity.js'
import { draggedPose, rowsOf } from '../../../studio/view/gizmo.js'
import { armsOf, holdableLinks, placeOfLink, tipName } from '../../../studio/workcell/arms.js'
import { CELLS } from '../../../studio/workcell/cells.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import type { CellSight } from '../../../studio/workcell/sight.js'
import type { StraightAnswer } from '../../../studio/workcell/tool.js'
import { straightBanner } from '../../../studio/workcell/tool-words.js'
import { Workcell } from '../../../studio/workcell/workcell.js'
import { poseFromFields, rollPitchYaw } from '../../../view/poses.js'
import { matrixOf } from '../../../view/shapes.js'
import { limberHere } from '../../cli/run.js'
import { root } from '../browser.js'

function example(...names: readonly string[]): GivenFile[] {
  return names.map((name) => ({ path: name, bytes: new Uint8Array(readFileSync(join(root, 'examples', name))) }))
}

function text(path: string, content: string): GivenFile {
  return { path, bytes: strToU8(content) }
}

/** The arm at its bench, and the frame of its last link. */
function arm() {
  const side = engine.create()
  const view = side.open({ cell: 'arm', edits: NO_EDITS })
  const link = tipName(view.arms)!
  const world = new Workcell(CELLS.arm!()).world(NO_EDITS)
  return { side, view, link, world, start: view.start }
}

describe('a frame that is dragged', () => {
  test('comes to where it should be, position and rotation, within the limits of the joints', () => {
    const { side, link, world, start } = arm()
    expect(link).toBe('arm/gun')
    const { frames } = side.ask({ edits: NO_EDITS, q: start }).value
    const at = placeOfLink(side.open({ cell: 'arm', edits: NO_EDITS }).arms, link)
    const frame = frames.subarray(12 * at, 12 * at + 12)
    expect(Array.from(world.linkPose(start, link))).toEqual(Array.from(frame, (x) => expect.closeTo(x, 6)))
    const fields = [frame[3]!, frame[7]!, frame[11]!, ...rollPitchYaw(frame)]
    let q: readonly number[] = start
    for (const [k, by] of [
      [0, 0.12],
      [1, 0.2],
      [2, -0.15],
      [3, 0.3],
      [4, -0.2],
      [5, 0.25],
    ] as const) {
      fields[k]! += by
      const pose = poseFromFields(fields)
      const answer = side.reach({ q, link, pose })
      expect(answer.isReached).toBe(true)
      expect([...world.linkPose(answer.q, link)]).toEqual(pose.map((x) => expect.closeTo(x, 3)))
      expect(world.outsideLimits(answer.q)).toEqual([])
      q = answer.q
    }
  })

  test('stays behind where it cannot get, and says by how much', () => {
    const { side, link, world, start } = arm()
    const pose = [...world.linkPose(start, link)]
    pose[3] = 6
    const answer = side.reach({ q: start, link, pose })
    expect(answer).toMatchObject({ isReached: false, isBeyond: true })
    const [x, y, z] = [3, 7, 11].map((k) => world.linkPose(answer.q, link)[k]! - pose[k]!)
    expect(answer.position).toBeCloseTo(Math.hypot(x!, y!, z!), 9)
    expect(answer.position).toBeGreaterThan(3)
    expect(world.outsideLimits(answer.q)).toEqual([])
  })

  test('the straight motion has the verdict of checkMotion: free, or a collision with its place', () => {
    const { side, world, start } = arm()
    const seen = new Set<string>()
    for (let k = 0; k < 12; k++) {
      const q = start.map((x, i) => x + 0.5 * Math.sin(3 * k + i))
      const answer = side.straight({ edits: NO_EDITS, from: start, q, budget: 10_000 }).value
      const verdict = checkMotion(world, [start, q])
      seen.add(answer.outcome)
      expect(answer.outcome).toBe(verdict.outcome)
      expect(answer.stood).toEqual(side.ask({ edits: NO_EDITS, q: start }).value.poses)
      if (verdict.outcome !== 'collision') continue
      expect(answer).toMatchObject({ a: verdict.a, b: verdict.b, at: verdict.at })
      const there = start.map((x, i) => x + verdict.at * (q[i]! - x))
      expect(answer.q).toEqual(there.map((x) => expect.closeTo(x, 9)))
      expect(world.collides(answer.q!)).toBe(true)
    }
    expect([...seen].sort()).toEqual(['collision', 'free'])
  })

  test('where it collided before it moved, that is said', () => {
    const { side, view, world, start } = arm()
    const found = side.straight({ edits: NO_EDITS, from: start, q: start.map((x) => x + 0.9), budget: 10_000 }).value
    expect(found.outcome).toBe('collision')
    const from = [...found.q!]
    const answer = side.straight({ edits: NO_EDITS, from, q: start, budget: 10_000 }).value
    const { a, b } = world.collisions(from)[0]!
    expect(answer).toMatchObject({ outcome: 'collision', a, b, at: 0, q: from })
    expect(straightBanner(answer, view).words).toMatch(/^Collision already where it stood: /)
  })

  test('a torso can be held still while its hand is dragged', async () => {
    const side = engine.create()
    const joint = (name: string, parent: string, child: string, at: string, axis: string): string =>
      `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${at}"/>
       <axis xyz="${axis}"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`
    const links = ['pelvis', 'torso', 'head', 'upper', 'lower', 'hand'].map((name) => `<link name="${name}"/>`)
    const urdf = `<robot name="r">${links.join('')}
      ${joint('waist', 'pelvis', 'torso', '0 0 0', '0 0 1')}${joint('neck', 'torso', 'head', '0 0 1', '0 0 1')}
      ${joint('shoulder', 'torso', 'upper', '0 0.3 0.8', '0 1 0')}${joint('elbow', 'upper', 'lower', '0.4 0 0', '0 1 0')}
      ${joint('wrist', 'lower', 'hand', '0.4 0 0', '0 1 0')}</robot>`
    const { view } = await side.openFiles({ files: [text('r.urdf', urdf)], edits: NO_EDITS })
    const moving = ['r/shoulder', 'r/elbow', 'r/wrist']
    expect(holdableLinks(view!.arms, 'r/hand')).toEqual([{ link: 'r/torso', moving }])
    expect(holdableLinks(view!.arms, 'r/head')).toEqual([{ link: 'r/torso', moving: ['r/neck'] }])
    expect(holdableLinks(arm().view.arms, 'arm/gun')).toEqual([])
    const link = 'r/hand'
    const pose = poseFromFields([0.4, 0.4, 0.5, 0, 0, 0.2])
    const q = view!.start
    const free = side.reach({ q, link, pose })
    const held = side.reach({ q, link, pose, moving })
    expect([Math.abs(free.q[0]!) > 0.01, held.q[0]]).toEqual([true, 0])
    expect(held.q[2]).not.toBe(0)
  })

  test('a pose that was typed is tried from elsewhere too, where no small step leads there', () => {
    const { side, link, world, start } = arm()
    const { lower, upper } = world
    let tried = 0
    for (let k = 0; k < 12; k++) {
      const there = start.map((_, i) => lower[i]! + (0.5 + 0.45 * Math.sin(7 * k + 5 * i)) * (upper[i]! - lower[i]!))
      const question = { q: start, link, pose: [...world.linkPose(there, link)] }
      if (side.reach(question).isReached) continue
      tried++
      expect(side.reach({ ...question, seeds: 30 }).isReached).toBe(true)
    }
    expect(tried).toBeGreaterThan(0)
  })

  test('every outcome has its words and its colour', () => {
    const { view } = arm()
    const base = { a: 'arm/gun', b: 'bench', at: 0.255, q: [], point: [0, 0, 0], proved: 0.567, reason: 'why' }
    const seen: CellSight = { nothing: undefined, unseen: [], visualOnly: [], surfaces: [] }
    const said = (outcome: StraightAnswer['outcome'], sight = seen): string[] => {
      const banner = straightBanner({ ...base, outcome, sight, stood: new Float32Array(0), millis: 1 }, view)
      return [banner.mood, banner.words]
    }
    expect(said('free')).toEqual(['free', 'The straight motion is proved free'])
    // Not green where a link was not seen.
    expect(said('free', { ...seen, unseen: ['arm/gun'] })).toEqual([
      'warn',
      'The straight motion is proved free as far as is seen: 1 link is not',
    ])
    expect(said('undecided')).toEqual(['warn', 'Undecided so far: 56 % of the way is proved'])
    expect(said('collision')).toEqual(['hit', 'Collision at 26 % of the way: gun – bench'])
    expect(said('outside-limits')).toEqual(['hit', 'Beyond a limit at 26 % of the way: why'])
    expect(said('nothing-to-check')).toEqual(['warn', 'Nothing to check: why'])
  })

  test('handles move it along an axis, turn it about one, or move it freely', () => {
    const from = matrixOf(poseFromFields([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), 0)
    const axis = new Vector3().setFromMatrixColumn(from, 1)
    const middle = new Vector3(0.1, 0.2, 0.3)
    const by = new Vector3(0.3, -0.1, 0.2)
    const placed = (pose: Matrix4): Vector3 => new Vector3().setFromMatrixPosition(pose)
    const taken = middle.clone().addScaledVector(axis, 0.05)
    const along = draggedPose({ kind: 'move', axis: 1 }, from, taken, taken.clone().add(by))
    expect(placed(along).distanceTo(middle.clone().addScaledVector(axis, by.dot(axis)))).toBeLessThan(1e-12)
    const free = draggedPose({ kind: 'free' }, from, taken, taken.clone().add(by))
    expect(placed(free).distanceTo(middle.clone().add(by))).toBeLessThan(1e-12)
    // A quarter of a turn about y takes z to x.
    const z = new Vector3().setFromMatrixColumn(from, 2)
    const x = new Vector3().setFromMatrixColumn(from, 0)
    const turned = draggedPose({ kind: 'turn', axis: 1 }, from, middle.clone().add(z), middle.clone().add(x))
    expect(new Vector3().setFromMatrixColumn(turned, 2).distanceTo(x)).toBeLessThan(1e-12)
    expect(placed(turned).distanceTo(middle)).toBeLessThan(1e-12)
    expect(matrixOf(rowsOf(turned), 0).equals(turned)).toBe(true)
    // Along and about axes of the world.
    const world = new Matrix4().copyPosition(from)
    const up = draggedPose({ kind: 'move', axis: 2 }, from, taken, taken.clone().add(by), world)
    expect(placed(up).toArray()).toEqual([0.1, 0.2, 0.5].map((value) => expect.closeTo(value, 12)))
    const [a, b] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0)].map((end) => end.add(middle))
    const round = draggedPose({ kind: 'turn', axis: 2 }, from, a!, b!, world)
    const [x0, x1] = [x, new Vector3().setFromMatrixColumn(round, 0)]
    expect([x1.x, x1.y, x1.z]).toEqual([-x0.y, x0.x, x0.z].map((value) => expect.closeTo(value, 12)))
  })
})

describe('robots as trees', () => {
  test('named states are those of the SRDF file, by their numbers in a configuration; the tip is the hand', async () => {
    const side = engine.create()
    const { view } = await side.openFiles({
      files: example('cell.json', 'arm.urdf', 'arm.srdf', 'tray.obj'),
      edits: NO_EDITS,
    })
    const [own] = view!.arms
    expect(own!.states).toEqual([{ name: 'up', group: 'arm', values: [0, 1, 2, 3].map((i) => [i, 0]) }])
    expect(tipName(view!.arms)).toBe('arm/hand')
    expect(own!.links.map(({ name, parent }) => [name, parent])).toContainEqual(['left_finger', 4])
    expect(own!.links.every(({ parent }, i) => parent < i)).toBe(true)
    // Of several robots, numbers go on.
    const { robots } = CELLS.six!()
    const arms = armsOf(robots)
    expect(placeOfLink(arms, `${arms[1]!.name}/${arms[1]!.links[2]!.name}`)).toBe(arms[0]!.links.length + 2)
    expect(placeOfLink(arms, 'nobody/nothing')).toBe(-1)
  })

  test('the tip is the hand of a gripper whose fingers are fixed, or mimic each other; a frame without geometry, if there is one', async () => {
    const solid = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    const tipWith = async (hand: string) => {
      const link = (name: string, inside = solid) => `<link name="${name}">${inside}</link>`
      const joint = (child: string, parent: string, kind: string, more = '') =>
        `<joint name="to_${child}" type="${kind}"><parent link="${parent}"/><child link="${child}"/><limit lower="0" upper="1"/>${more}</joint>`
      const finger = (side: string, kind: string, more = '') =>
        link(side) + joint(side, 'hand', kind, more) + link(`${side}_tip`) + joint(`${side}_tip`, side, kind, more)
      const kinds: Record<string, string> = {
        fixed: finger('left', 'fixed') + finger('right', 'fixed'),
        mimic:
          finger('left', 'revolute', '<mimic joint="to_lead"/>') + link('lead') + joint('lead', 'hand', 'revolute'),
        frame:
          finger('left', 'fixed') + finger('right', 'fixed') + link('grasp', '') + joint('grasp', 'right_tip', 'fixed'),
      }
      const urdf = `<robot name="r">${link('base')}${link('hand')}${joint('hand', 'base', 'revolute')}${kinds[hand]}</robot>`
      const { view } = await engine.create().openFiles({ files: [text('r.urdf', urdf)], edits: NO_EDITS })
      return tipName(view!.arms)
    }
    expect([await tipWith('fixed'), await tipWith('mimic'), await tipWith('frame')]).toEqual([
      'r/hand',
      'r/hand',
      'r/grasp',
    ])
  })
})

describe('what robots look like', () => {
  const box = '<geometry><box size="1 1 1"/></geometry>'
  const urdf = (visuals: string): string =>
    `<robot name="r"><material name="red"><color rgba="1 0 0 0.5"/></material>
     <link name="a"><collision>${box}</collision>${visuals}</link>
     <link name="b"><collision>${box}</collision><visual><origin xyz="0 0 1"/>${box}</visual></link>
     <joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="3 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint></robot>`

  test('visuals have their colours and move with their links; what is checked stays', async () => {
    const side = engine.create()
    const visual = `<visual><geometry><sphere radius="2"/></geometry><material name="red"/></visual>`
    await side.openFiles({ files: [text('r.urdf', urdf(visual))], edits: NO_EDITS })
    const before = side.ask({ edits: NO_EDITS, q: [0.5] }).value
    expect(before.visuals.length).toBe(0)
    const { visuals, notes } = await side.visuals()
    expect(notes).toEqual([])
    expect(visuals.map(({ name, shapes }) => [name, shapes.map(({ shape, colour }) => [shape.kind, colour])])).toEqual([
      ['r/a', [['sphere', [1, 0, 0, 0.5]]]],
      ['r/b', [['box', undefined]]],
    ])
    const after = side.ask({ edits: NO_EDITS, q: [0.5] }).value
    expect(after.nearest).toEqual(before.nearest)
    expect(after.visuals).toEqual(after.frames)
    expect(after.visuals[12 + 1]).toBeCloseTo(-Math.sin(0.5), 6)
  })

  test('a mesh that is missing is named, and the rest is shown; what cannot be read is said; where there is none, too', async () => {
    const looks = async (files: GivenFile[]) => {
      const side = engine.create()
      const { view } = await side.openFiles({ files, edits: NO_EDITS })
      expect(view!.things.map(({ name }) => name)).toEqual(['r/a', 'r/b'])
      return side.visuals()
    }
    const missing = await looks([
      text('r.urdf', urdf('<visual><geometry><mesh filename="a.dae"/></geometry></visual>')),
    ])
    expect(missing.visuals.map(({ name }) => name)).toEqual(['r/b'])
    expect(missing.notes).toEqual(['Visual meshes that are missing: a.dae. Drop them together with r.urdf.'])
    const broken = await looks([text('r.urdf', urdf('<visual><geometry><sphere radius="x"/></geometry></visual>'))])
    expect(broken.visuals).toEqual([])
    expect(broken.notes[0]).toMatch(/^The visual geometry of r cannot be shown: r\.urdf, line 2, .*radius/)
    const side = engine.create()
    side.open({ cell: 'arm', edits: NO_EDITS })
    expect((await side.visuals()).notes).toEqual([
      'These robots have no visual geometry: the collision geometry is all there is to show.',
    ])
  })

  test('the Panda: states, tip and visuals with their colours, of which some meshes are missing', async ({ skip }) => {
    const data = process.env.LIMBER_DATA
    const folder = join(data ?? '', 'robots', 'KavrakiLab+vamp', 'resources', 'panda')
    if (data === undefined || !existsSync(folder)) return skip('LIMBER_DATA does not name the folder with robots')
    const side = engine.create()
    const file = (path: string): GivenFile => ({ path, bytes: new Uint8Array(readFileSync(join(folder, path))) })
    const meshes = ['link0', 'link1', 'link2', 'link3', 'link4', 'link5', 'link6', 'link7', 'hand', 'finger']
    const files = ['panda.urdf', 'panda.srdf', ...meshes.map((name) => `meshes/collision/${name}.obj`)].map(file)
    const { view } = await side.openFiles({ files, edits: NO_EDITS })
    expect(view!.arms[0]!.states.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ready', 'extended', 'transport']),
    )
    expect(tipName(view!.arms)).toMatch(/hand|grasp/)
    const { visuals, notes } = await side.visuals()
    expect(visuals.find(({ name }) => name === 'panda/panda_link0')?.shapes[0]?.colour).toEqual([1, 1, 1, 1])
    expect(notes[0]).toContain('meshes/visual/link1.obj')
  })
})

describe('what is copied of a cell', () => {
  test('the command and the program answer as the studio does, for a configuration and for a motion', async () => {
    const { side, start, view } = arm()
    // Inside the checkout: from there `limber` is this package.
    mkdirSync(join(root, 'dist'), { recursive: true })
    const folder = mkdtempSync(join(root, 'dist', 'recipe-'))
    try {
      for (const [path, bytes] of Object.entries(unzipSync(side.scene({ edits: NO_EDITS }).zip))) {
        mkdirSync(dirname(join(folder, 'scene', path)), { recursive: true })
        writeFileSync(join(folder, 'scene', path), bytes)
      }
      const path = (...waypoints: readonly (readonly number[])[]): string =>
        JSON.stringify({ joints: view.variableNames, waypoints })
      /** A line that calls limber, with paths in the folder. */
      const command = async (text: string, line: number): Promise<string> => {
        const words = text.split('\n')[line]!.split(' ')
        expect(words.slice(0, 2)).toEqual(['npx', 'limber'])
        const args = words.slice(2).map((word) => (/\.json$/.test(word) ? join(folder, word) : word))
        return (await limberHere(...args)).stdout
      }
      const { nearest } = side.ask({ edits: NO_EDITS, q: start }).value
      const motions = [
        [start, start.map((x, i) => (i === 0 ? x + 0.2 : x))],
        [start, start.map((x, i) => (i === 1 ? 0.6 : x))],
      ] as const
      const still = recipeOf({ file: view.sceneFile, q: start, from: [] })
      const moving = motions.map(([from, q]) => recipeOf({ file: view.sceneFile, q, from }))
      writeFileSync(join(folder, 'pose.json'), path(start))
      expect(await command(still.command, 1)).toContain(nearest!.distance.toPrecision(5))
      // All programs in one process: what takes long is to start it.
      const programs = [still, ...moving].map(({ code }, k) => {
        writeFileSync(join(folder, `program${k}.mjs`), code!)
        return `await import('./program${k}.mjs')`
      })
      const run = ['--input-type=module', '-e', programs.join('\n')]
      const lines = execFileSync(process.execPath, run, { cwd: folder, encoding: 'utf8' }).split('\n')
      const [closest, free, collision, where] = lines
      const { a, b, distance } = nearest!
      expect(closest).toMatch(new RegExp(`^closest pair: ${a} and ${b}, ${distance.toFixed(6)}`))
      expect([free, collision]).toEqual(['free', 'collision'])
      for (const [k, [from, q]] of motions.entries()) {
        writeFileSync(join(folder, 'path.json'), path(from, q))
        const answer = side.straight({ edits: NO_EDITS, from, q, budget: 60_000 }).value
        expect(answer.outcome).toBe([free, collision][k])
        expect(await command(moving[k]!.command, 1)).toMatch(new RegExp(`^${answer.outcome}`))
        if (k === 0) expect(await command(moving[k]!.command, 2)).toMatch(/^valid/)
        else expect(where).toContain(`${answer.a} and ${answer.b} touch at ${answer.at}`)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('what is typed and what links hold', () => {
  test('numbers with units, or without; what is none is NaN', () => {
    expect(readQuantity('45', ANGLE)).toBeCloseTo(Math.PI / 4, 12)
    expect(readQuantity(' -30° ', ANGLE)).toBeCloseTo(-Math.PI / 6, 12)
    expect(readQuantity('−30 deg', ANGLE)).toBeCloseTo(-Math.PI / 6, 12)
    expect(readQuantity('0.5 rad', ANGLE)).toBe(0.5)
    expect(readQuantity('120', LENGTH)).toBeCloseTo(0.12, 12)
    expect(readQuantity('1.5e1 cm', LENGTH)).toBeCloseTo(0.15, 12)
    expect(readQuantity('.25m', LENGTH)).toBe(0.25)
    for (const wrong of ['', 'x', '1 2', '12 stones', '45 mm', 'NaN', 'Infinity', '1,5', '--3', 'toString']) {
      expect(readQuantity(wrong, ANGLE), wrong).toBeNaN()
    }
    expect([written(-0.0001, ANGLE), written(Math.PI, ANGLE), written(0.1234, LENGTH)]).toEqual([
      '0.0°',
      '180.0°',
      '123.4 mm',
    ])
  })

  test('fields of an address are read, or refused in words', () => {
    const read = (fields: Record<string, unknown>) => readRobotCellState(fields, ['arm'])
    const state = { shown: 'both', frames: ['arm/gun'], tool: 'arm/gun', from: [0, 1] }
    expect(read({ ...state, q: [1, 2] })).toEqual({ ...state, q: [1, 2] })
    for (const [field, value] of [
      ['shown', 'all'],
      ['frames', 'arm/gun'],
      ['tool', 3],
      ['from', ['x']],
    ] as const) {
      expect(() => read({ [field]: value })).toThrow(new RegExp(`^${field} must be`))
    }
  })
})
