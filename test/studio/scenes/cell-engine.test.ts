// The cell's side in the worker, asked directly: its numbers are the engine's own, edits are what they say, files are recognised.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readScene } from '../../../node/index.js'
import { linkGoalError, robotFromFiles } from '../../../src/entries/robots.js'
import type { GivenFile } from '../../../studio/engine/unpack.js'
import { engine } from '../../../studio/scenes/cell/engine.js'
import { CELL_TITLES } from '../../../studio/scenes/cell/titles.js'
import { CELLS } from '../../../studio/workcell/cells.js'
import { type AddedObstacle, type CellEdits, NO_EDITS, pairKey } from '../../../studio/workcell/edits.js'
import { sharedFolders } from '../../../studio/workcell/names.js'
import { isOdd, likelyUnit } from '../../../studio/workcell/obstacles.js'
import { Workcell } from '../../../studio/workcell/workcell.js'
import { boxObj } from '../../formats/samples.js'
import { ARM_FILES, bytesOfAll } from '../../formats/xacro/xacro-samples.js'
import { root } from '../browser.js'

function example(...names: readonly string[]): GivenFile[] {
  return names.map((name) => ({ path: name, bytes: new Uint8Array(readFileSync(join(root, 'examples', name))) }))
}

function text(path: string, content: string): GivenFile {
  return { path, bytes: strToU8(content) }
}

const WHOLE = ['cell.json', 'arm.urdf', 'arm.srdf', 'tray.obj']

describe('cells of the studio', () => {
  test('all that are offered are there, stand free at first, and have joints to move', () => {
    expect(CELL_TITLES.map(([name]) => name).sort()).toEqual(Object.keys(CELLS).sort())
    for (const name of ['arm', 'figure']) {
      const side = engine.create()
      const view = side.open({ cell: name, edits: NO_EDITS })
      const answer = side.ask({ edits: NO_EDITS, q: view.start }).value
      expect(answer.touching).toEqual([])
      expect(answer.outside).toEqual([])
      expect(answer.nearest!.distance).toBeGreaterThan(0)
      expect(answer.poses.length).toBe(12 * view.things.length)
      expect(view.variables.every((variable) => variable !== undefined && variable.lower < variable.upper)).toBe(true)
    }
  })

  test('an answer is what the world says, with edits and without', () => {
    const side = engine.create()
    const { start } = side.open({ cell: 'arm', edits: NO_EDITS })
    const edits: CellEdits = {
      ...NO_EDITS,
      moved: { crate: [-0.1, -0.2, 0.05] },
      added: [
        { name: 'box 1', kind: 'box', size: [0.2, 0.2, 0.2], at: [0.6, 0, 1] },
        { name: 'ball 1', kind: 'ball', size: [0.1], at: [0, 0, 3] },
      ],
      removed: ['lamp'],
      pairs: { [pairKey('arm/gun', 'wheel')]: 'allowed', [pairKey('arm/base', 'arm/carousel')]: 'checked' },
    }
    for (const given of [NO_EDITS, edits]) {
      const world = new Workcell(CELLS.arm!()).world(given)
      for (let k = 0; k < 8; k++) {
        const q = start.map((x, i) => x + 0.9 * Math.sin(3 * k + i))
        const answer = side.ask({ edits: given, q }).value
        const { a, b, distance } = world.distance(q)
        expect(answer.nearest).toMatchObject({ a, b, distance })
        expect(answer.touching.map((one) => [one.a, one.b])).toEqual(world.collisions(q).map((one) => [one.a, one.b]))
      }
    }
    expect(side.pairs({ edits }).find(({ a, b }) => a === 'arm/gun' && b === 'wheel')).toMatchObject({
      status: 'allowed',
      reason: 'You',
    })
    expect(side.pairs({ edits }).find(({ a, b }) => a === 'arm/base' && b === 'arm/carousel')?.status).toBe('checked')
    const names = side.things({ edits }).map(({ name }) => name)
    expect(names).toContain('ball 1')
    expect(names).not.toContain('lamp')
  })

  test('a link that is dragged goes where the pointer is, or as close as it gets', () => {
    const side = engine.create()
    const { start } = side.open({ cell: 'arm', edits: NO_EDITS })
    const world = new Workcell(CELLS.arm!()).world(NO_EDITS)
    const point = [0.1, 0, 0]
    const request = { edits: NO_EDITS, q: start, link: 'arm/gun', point, to: [0.8, 0.3, 1], alone: false }
    const q = side.drag(request)
    const goal = { link: 'arm/gun', tool: { at: point }, free: ['roll', 'pitch', 'yaw'] as const }
    const off = (at: readonly number[], to: number[]): number =>
      linkGoalError(world, { ...goal, pose: { at: to } }, at).position
    // Joints are rounded to a tenth of a milliradian, and the arm is two metres long.
    expect(off(q, [0.8, 0.3, 1])).toBeLessThan(1e-3)
    const far = side.drag({ ...request, to: [5, 0, 1] })
    expect(world.outsideLimits(far)).toEqual([])
    expect(off(far, [5, 0, 1])).toBeLessThan(off(start, [5, 0, 1]))
    const alone = side.drag({ ...request, link: 'arm/upper', point: [0, 0, 0.5], alone: true })
    expect(alone.filter((x, i) => x !== start[i]).length).toBe(1)
    expect(alone[1]).not.toBe(start[1])
  })
})

describe('files that are dropped', () => {
  test('a scene with all that it names is as the command line reads it', async () => {
    const side = engine.create()
    const { view } = await side.openFiles({ files: example(...WHOLE), edits: NO_EDITS })
    expect(view!.title).toBe('cell.json')
    const { world } = await readScene(join(root, 'examples', 'cell.json'))
    expect(view!.things.map(({ name }) => name)).toEqual(world.objects)
    for (const q of [view!.start, [0.785, 1.2, 0.3, 0.5, 0.04], [1, -1, 1, 0.2, 0.01]]) {
      const { nearest, touching } = side.ask({ edits: NO_EDITS, q }).value
      const { a, b, distance } = world.distance(q)
      expect(nearest).toMatchObject({ a, b })
      expect(nearest!.distance).toBeCloseTo(distance, 12)
      expect(touching.map((one) => [one.a, one.b])).toEqual(world.collisions(q).map((one) => [one.a, one.b]))
    }
  })

  test('a URDF alone, in a folder, or in a zip; its SRDF gives the pose that it begins in', async () => {
    const folder = example('arm.urdf', 'arm.srdf').map(({ path, bytes }) => ({ path: `robots/${path}`, bytes }))
    const zip = zipSync(Object.fromEntries(folder.map(({ path, bytes }) => [path, bytes])))
    for (const files of [example('arm.urdf'), folder, [{ path: 'robots.zip', bytes: zip }]]) {
      const { view } = await engine.create().openFiles({ files, edits: NO_EDITS })
      expect(view!.robots).toEqual(['arm'])
      expect(view!.things.length).toBe(7)
      expect(view!.start).toEqual([0, 0, 0, 0, 0])
    }
  })

  test('a xacro file with all that it includes, as a folder or in a zip; its arguments', async () => {
    const folder = Object.entries(ARM_FILES).map(([path, content]) => text(path, content))
    const zip = { path: 'arm.zip', bytes: zipSync(bytesOfAll(ARM_FILES)) }
    const values = { segments: '4' }
    const robot = await robotFromFiles(bytesOfAll(ARM_FILES), 'arm.urdf.xacro', { arguments: values })
    for (const files of [folder, [zip]]) {
      const side = engine.create()
      const { view } = await side.openFiles({ files, edits: NO_EDITS, values: 'segments:=4' })
      expect(view).toMatchObject({ title: 'arm.urdf.xacro', robots: ['arm'], choices: [] })
      expect(view!.start.length).toBe(robot.dof)
      // And it is saved with them.
      expect(JSON.parse(side.scene({ edits: NO_EDITS }).scene).robots).toEqual([
        { name: 'arm', arguments: values, urdf: 'one/urdf/arm.urdf.xacro' },
      ])
    }
    const alone = folder.filter(({ path }) => path.endsWith('arm.urdf.xacro'))
    const open = (files: GivenFile[], given = '') =>
      engine.create().openFiles({ files, edits: NO_EDITS, values: given })
    await expect(open(alone)).rejects.toThrow(
      /arm\.urdf\.xacro, line \d+, .* which is not there.*\. Drop the whole folder, with all that it includes\.$/,
    )
    await expect(open(folder, 'segments=4')).rejects.toThrow('Arguments are written name:=value, not "segments=4".')
    const typo = text(
      't.xacro',
      '<robot name="t"><xacro:arg name="type" default="x"/><xacro:include filename="$(arg type).xacro"/></robot>',
    )
    await expect(open([typo])).rejects.toThrow('give it as type:=value (field Arguments), or drop the whole folder')
  })

  test('MuJoCo models, without those that others include', async () => {
    const geom = '<geom type="sphere" size="1"/>'
    const files = [
      text('part.xml', `<mujoco><worldbody><body name="b"><joint type="hinge"/>${geom}</body></worldbody></mujoco>`),
      text('whole.xml', `<mujoco model="w"><include file="part.xml"/><worldbody>${geom}</worldbody></mujoco>`),
    ]
    const { view } = await engine.create().openFiles({ files, edits: NO_EDITS })
    expect(view).toMatchObject({ title: 'whole.xml', choices: [] })
    expect(view!.start.length).toBe(1)
    // Keyframes for another file are no model: they are chosen where there is nothing else, so that it is said.
    const keys = text('keys.xml', '<mujoco><keyframe><key name="k" qpos="0"/></keyframe></mujoco>')
    const { view: same } = await engine.create().openFiles({ files: [keys, ...files], edits: NO_EDITS })
    expect(same).toMatchObject({ title: 'whole.xml', choices: [] })
    await expect(engine.create().openFiles({ files: [keys], edits: NO_EDITS })).rejects.toThrow(/keys\.xml.*worldbody/)
  })

  test('the plane of a MuJoCo model is a floor: it is not dragged, and the view is not fitted to its kilometres', async () => {
    const body = '<body name="b" pos="0 0 2"><freejoint/><geom type="sphere" size="1"/></body>'
    const file = text('m.xml', `<mujoco><worldbody><geom type="plane" size="0 0 1"/>${body}</worldbody></mujoco>`)
    const { view } = await engine.create().openFiles({ files: [file], edits: NO_EDITS })
    expect(view!.things.map(({ name, isFixed }) => [name, isFixed])).toEqual([
      ['m/world', true],
      ['m/b', false],
    ])
  })

  test('of files to choose from, the folders that all of them are in are not shown', () => {
    const shown = (paths: readonly string[]) => paths.map((path) => path.slice(sharedFolders(paths)))
    expect(shown(['a/b/c.urdf', 'a/b/d/c.urdf'])).toEqual(['c.urdf', 'd/c.urdf'])
    expect(shown(['ab/c.urdf', 'a/c.urdf'])).toEqual(['ab/c.urdf', 'a/c.urdf'])
    expect(shown(['c.urdf', 'd.urdf'])).toEqual(['c.urdf', 'd.urdf'])
  })

  test('of several scenes or robots the first is opened, and the others can be chosen', async () => {
    const side = engine.create()
    const other =
      '<robot name="b"><link name="x"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>'
    const robots = [...example('arm.urdf', 'arm.srdf'), text('other.urdf', other)]
    const { view } = await side.openFiles({ files: robots, edits: NO_EDITS })
    expect(view).toMatchObject({ title: 'arm.urdf', choices: ['arm.urdf', 'other.urdf'] })
    const chosen = await side.openFiles({ files: robots, edits: NO_EDITS, choice: 'other.urdf' })
    expect(chosen.view!.things.map(({ name }) => name)).toEqual(['other/x'])
    expect(chosen.view!.notes).toEqual(['arm.srdf was not read: it is not about this robot.'])
    const scenes = example(...WHOLE, 'rod.json', 'past-rod.json', 'round-post.json')
    const opened = await side.openFiles({ files: scenes, edits: NO_EDITS })
    expect(opened.view).toMatchObject({ title: 'rod.json', choices: ['rod.json', 'cell.json'] })
    // There are two paths: nobody knows which is meant.
    expect(opened.waypoints).toBeUndefined()
  })

  test('a pose, a path, and a mesh are for the cell that is open', async () => {
    const side = engine.create()
    await side.openFiles({ files: example(...WHOLE), edits: NO_EDITS })
    const pose = await side.openFiles({ files: example('into-post.json'), edits: NO_EDITS })
    expect(pose).toMatchObject({ view: undefined, waypoints: [[0.785, 1.2, 0.3, 0.5, 0.04]] })
    const path = await side.openFiles({ files: example('round-post.json'), edits: NO_EDITS })
    expect(path.waypoints?.length).toBe(5)
    const { meshes, view } = await side.openFiles({ files: example('tray.obj'), edits: NO_EDITS })
    expect(view).toBeUndefined()
    expect(meshes.map(({ file }) => file)).toEqual(['tray.obj'])
    const edits: CellEdits = {
      ...NO_EDITS,
      added: [{ name: 'tray 2', kind: 'mesh', size: meshes[0]!.size, at: [0, 0, 3], file: 'tray.obj' }],
    }
    expect(side.things({ edits }).map(({ name }) => name)).toContain('tray 2')
  })

  test('a mesh with a hole is closed as was asked for, and so again when the scene is saved and read', async () => {
    for (const open of ['close', 'solid', 'surface'] as const) {
      const side = engine.create()
      side.open({ cell: 'arm', edits: NO_EDITS })
      const { meshes } = await side.openFiles({ files: [text('bin.obj', boxObj(0.2, 0))], edits: NO_EDITS, open })
      const added: AddedObstacle = { name: 'bin', kind: 'mesh', size: meshes[0]!.size, at: [0, 0, 3], file: 'bin.obj' }
      const edits: CellEdits = { ...NO_EDITS, added: [added] }
      const { start } = side.open({ cell: 'arm', edits })
      const { sight } = side.ask({ edits, q: start }).value
      expect(sight.surfaces.map(({ object }) => object)).toEqual(open === 'solid' ? [] : ['bin'])
      const { zip } = side.scene({ edits })
      const files = Object.entries(unzipSync(zip)).map(([path, bytes]) => ({ path, bytes }))
      const again = engine.create()
      const { view } = await again.openFiles({ files, edits: NO_EDITS })
      const { sight: then } = again.ask({ edits: NO_EDITS, q: view!.start }).value
      expect(then.surfaces.map(({ object }) => object)).toEqual(open === 'solid' ? [] : ['bin'])
    }
  })

  test('meshes of one name that are dropped one after the other are two', async () => {
    const side = engine.create()
    side.open({ cell: 'arm', edits: NO_EDITS })
    const wedge = (size: number): string =>
      `v 0 0 0\nv ${size} 0 0\nv 0 ${size} 0\nv 0 0 ${size}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`
    const added: AddedObstacle[] = []
    for (const [folder, size] of [
      ['', 0.1],
      ['2/', 0.4],
    ] as const) {
      const request = { files: [text('part.obj', wedge(size))], edits: NO_EDITS, folder }
      const { file, size: whole } = (await side.openFiles(request)).meshes[0]!
      expect(file).toBe(`${folder}part.obj`)
      added.push({ name: `part ${size}`, kind: 'mesh', size: whole, at: [0, size, 3], file })
    }
    const [small, large] = added.map((one) => side.things({ edits: { ...NO_EDITS, added: [one] } }).at(-1)!)
    expect(small!.shapes).not.toEqual(large!.shapes)
  })

  test('a mesh without triangles is refused by name', async () => {
    const side = engine.create()
    side.open({ cell: 'arm', edits: NO_EDITS })
    const request = { files: [text('points.obj', 'v 0 0 0\nv 1 0 0\n')], edits: NO_EDITS }
    await expect(side.openFiles(request)).rejects.toThrow('points.obj: a mesh without triangles.')
  })

  test('a mesh in millimetres comes in its own numbers; with its unit it is as large as it is', async () => {
    const side = engine.create()
    const { start } = side.open({ cell: 'arm', edits: NO_EDITS })
    const obj = 'v 0 0 0\nv 300 0 0\nv 0 200 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
    const { meshes } = await side.openFiles({ files: [text('part.obj', obj)], edits: NO_EDITS })
    const { size } = meshes[0]!
    expect(size).toEqual([300, 200, 100])
    expect([isOdd(size, 1.42), likelyUnit(size, 1.42)]).toEqual([true, 'mm'])
    expect([isOdd([0.3, 0.2, 0.1], 1.42), likelyUnit([0.3, 0.2, 0.1], 1.42)]).toEqual([false, 'm'])
    expect(likelyUnit([40, 30, 20], 1.42)).toBe('cm')
    const part = { name: 'part', kind: 'mesh', size, file: 'part.obj', unit: 'mm', at: [3, 0, 5] } as const
    const drawn = side.things({ edits: { ...NO_EDITS, added: [part] } }).find(({ name }) => name === 'part')!
    const { positions } = drawn.shapes[0] as { positions: Float32Array }
    const along = (k: number): number[] => [...positions].filter((_, i) => i % 3 === k)
    expect([0, 1, 2].map((k) => Math.max(...along(k)) - Math.min(...along(k)))).toEqual([
      expect.closeTo(0.3, 6),
      expect.closeTo(0.2, 6),
      expect.closeTo(0.1, 6),
    ])
    expect(drawn.isAdded).toBe(true)
    expect(side.ask({ edits: { ...NO_EDITS, added: [part] }, q: start }).value.nearest!.distance).toBeGreaterThan(0)
  })

  const WRONG: readonly (readonly [string, () => GivenFile[], RegExp])[] = [
    [
      'a scene without its robot',
      () => example('cell.json'),
      /cell\.json names files that are not here: arm\.urdf, arm\.srdf, tray\.obj/,
    ],
    ['a scene with a field that nobody knows', () => [text('s.json', '{"limber":1,"robot":[]}')], /s\.json.*robot/s],
    ['a scene that is no JSON', () => [text('s.json', '{"limber":1,')], /s\.json/],
    ['a URDF that is cut off', () => [text('a.urdf', '<robot name="a"><link name="b">')], /a\.urdf/],
    [
      'a URDF with a joint to nowhere',
      () => [
        text(
          'a.urdf',
          '<robot name="a"><link name="b"/><joint name="j" type="fixed"><parent link="b"/><child link="c"/></joint></robot>',
        ),
      ],
      /a\.urdf.*"j"/s,
    ],
    [
      'a folder of meshes alone',
      () => Array.from({ length: 30 }, (_, i) => text(`m${i}.stl`, '')),
      /30 meshes, and no URDF or scene that names them/,
    ],
    ['a mesh that is none', () => [text('x.stl', 'solid x\nfacet oops')], /x\.stl/],
    ['a recipe', () => [text('x.urdf.xacro', '<robot/>')], /xacro/],
    [
      'an archive that is none',
      () => [{ path: 'x.zip', bytes: Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3) }],
      /x\.zip: a zip archive that cannot be unpacked/,
    ],
    ['something else', () => [text('notes.txt', 'hello')], /Nothing here is a URDF.*notes\.txt/],
  ]
  test.each(WRONG)('%s is refused in words', async (_, files, words) => {
    const side = engine.create()
    const { start } = side.open({ cell: 'arm', edits: NO_EDITS })
    await expect(side.openFiles({ files: files(), edits: NO_EDITS })).rejects.toThrow(words)
    // And what was open is open.
    expect(side.ask({ edits: NO_EDITS, q: start }).value.touching).toEqual([])
  })

  test('a robot without some of its meshes is shown, and they are named', async () => {
    const urdf =
      '<robot name="r"><link name="a"><collision><geometry><mesh filename="package://r/a.stl"/></geometry></collision></link><link name="b"><collision><geometry><box size="1 1 1"/></geometry></collision></link><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    const { view } = await engine.create().openFiles({ files: [text('r.urdf', urdf)], edits: NO_EDITS })
    expect(view!.things.map(({ name }) => name)).toEqual(['r/b'])
    expect(view!.notes[0]).toBe('Missing, and left out: package://r/a.stl. Drop them together with r.urdf.')
  })
})

describe('what is saved', () => {
  const edits: CellEdits = {
    ...NO_EDITS,
    moved: { crate: [0, -0.1, 0.02] },
    added: [{ name: 'ball 1', kind: 'ball', size: [0.1], at: [0.3, -0.4, 1.2] }],
    removed: ['lamp'],
    pairs: { [pairKey('arm/gun', 'wheel')]: 'allowed' },
  }

  test('a cell by formula, as a scene with its files, is the same cell', async () => {
    for (const name of ['arm', 'figure']) {
      const side = engine.create()
      const given = name === 'arm' ? edits : NO_EDITS
      const { start } = side.open({ cell: name, edits: given })
      const { zip, scene, notes } = side.scene({ edits: given })
      expect(notes).toEqual([])
      expect(new TextDecoder().decode(unzipSync(zip)['scene.json'])).toBe(scene)
      const again = engine.create()
      await again.openFiles({ files: [{ path: 'scene.zip', bytes: zip }], edits: NO_EDITS })
      for (let k = 0; k < 5; k++) {
        const q = start.map((x, i) => x + 0.4 * Math.sin(2 * k + i))
        const before = side.ask({ edits: given, q }).value
        const after = again.ask({ edits: NO_EDITS, q }).value
        expect(after.nearest!.distance).toBeCloseTo(before.nearest!.distance, 9)
        // A bench of several parts is several obstacles.
        const links = (list: typeof before.touching) => new Set(list.map(({ a }) => a))
        expect(links(after.touching)).toEqual(links(before.touching))
      }
    }
  })

  test('a scene from files keeps them, with what was changed', async () => {
    const side = engine.create()
    await side.openFiles({ files: example(...WHOLE), edits: NO_EDITS })
    const changed: CellEdits = { ...NO_EDITS, moved: { post: [0.1, 0, 0] }, removed: ['tray'] }
    const { zip, scene } = side.scene({ edits: changed })
    expect(Object.keys(unzipSync(zip)).sort()).toEqual([...WHOLE].sort())
    const { obstacles, attached, robots } = JSON.parse(scene)
    expect(obstacles.map(({ name }: { name: string }) => name)).toEqual(['table', 'post'])
    expect(obstacles[1].pose.xyz[0]).toBeCloseTo(0.45, 12)
    expect(attached[0].name).toBe('cup')
    expect(robots[0].urdf).toBe('arm.urdf')
  })

  test('what a scene file cannot say is reported', () => {
    const side = engine.create()
    side.open({ cell: 'arm', edits: NO_EDITS })
    const checked: CellEdits = { ...NO_EDITS, pairs: { [pairKey('arm/base', 'arm/carousel')]: 'checked' } }
    expect(side.scene({ edits: checked }).notes).toEqual([
      'A scene file cannot say that arm/base and arm/carousel are checked: it is left out.',
    ])
  })
})
