// MoveIt planning scenes: both layouts of the text format, the message, what becomes of it around a robot, what is refused; written and
// read again.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { SceneFileError } from '../../../src/errors.js'
import { parseRobot } from '../../../src/formats/robots/robot-parse.js'
import type { Three } from '../../../src/formats/robots/scene-json.js'
import { placementOf, type ScenePose } from '../../../src/formats/robots/scene-shape.js'
import { planningFromScene } from '../../../src/formats/ros/planning-from-scene.js'
import { type PlanningScene, parsePlanningScene } from '../../../src/formats/ros/planning-scene.js'
import { type PlanningShape, poseFrom } from '../../../src/formats/ros/planning-shapes.js'
import { obstaclesOfPlanning, worldFromPlanning } from '../../../src/formats/ros/planning-world.js'
import { writePlanningScene, writeSceneText } from '../../../src/formats/ros/write-ros.js'
import { PLANNING, SCENE_NEW, SCENE_OLD } from './ros-samples.js'

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url)), 'utf8')
const arm = await parseRobot(example('arm.urdf'), { name: 'arm', srdf: example('arm.srdf') })

test('the older layout: a count behind the name, quaternions x y z w', async () => {
  const { name, objects } = await parsePlanningScene(SCENE_OLD, 'old.scene')
  expect(name).toBe('(noname)')
  expect(objects).toEqual([
    {
      ...{ id: 'table', frame: '', pose: {} },
      shapes: [{ shape: { kind: 'box', size: [1.6, 1.2, 0.05] }, pose: { xyz: [0.4, 0, -0.03] } }],
    },
    {
      ...{ id: 'far post', frame: '', pose: {} },
      shapes: [
        {
          shape: { kind: 'cylinder', radius: 0.04, length: 1 },
          pose: { xyz: [0.35, 0.35, 0.5], quat: [0, 0, 0.6, 0.8] },
        },
        { shape: { kind: 'cone', radius: 0.1, length: 0.3 }, pose: { xyz: [0, 0, 2] } },
      ],
    },
  ])
})

test('the newer layout: the pose of the object goes before those of its shapes; a plane is a plate', async () => {
  const scene = await parsePlanningScene(SCENE_NEW, 'new.scene')
  const { obstacles, notes } = obstaclesOfPlanning(scene, 'new.scene')
  expect(obstacles.map(({ name, shape }) => `${name}: ${shape.kind}`)).toEqual([
    'shelf 1: box',
    'shelf 2: triangles',
    'floor: box',
  ])
  // A quarter turn about z takes 1 0 0 to 0 1 0.
  const pose = placementOf(obstacles[0]!.pose)
  expect([3, 7, 11].map((k) => Math.round(pose[k]! * 1e15) / 1e15)).toEqual([0, 1, 1])
  expect(obstacles[2]).toMatchObject({
    shape: { size: [2000, 2000, 1e-6] },
    pose: { xyz: [-0, -0, -0.5], quat: [-0, 0, 0, 1] },
  })
  expect(notes).toEqual([
    'shelf has 2 shapes: shelf 1 to shelf 2',
    'floor: a plane is a plate 0.000001 thick that reaches 1000 to each side; what is below it is not inside',
  ])
})

test('planes at random: the plate has the points of the plane, in exact arithmetic all but rounding', async () => {
  const random = new Random(3)
  const unit = (): number => 2 * random.unit() - 1
  for (let round = 0; round < 100; round++) {
    const coefficients = [unit(), unit(), round % 3 === 0 ? -1 : unit(), unit()] as const
    const pose = randomPose(random)
    const planning = sceneOf([{ shape: { kind: 'plane', coefficients }, pose }])
    const plate = obstaclesOfPlanning(planning).obstacles[0]!
    const [place, at] = [placementOf(plate.pose), placementOf(pose)]
    const [a, b, c, d] = coefficients
    // Where three points of the plane, near its frame, are in the frame of the plate: at height zero.
    const n2 = a * a + b * b + c * c
    for (const [x, y, z] of [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ] as const) {
      // biome-ignore format: one line
      const s = (a * x + b * y + c * z + d) / n2
      const p = [x - s * a, y - s * b, z - s * c]
      const world = [0, 1, 2].map(
        (k) => at[4 * k]! * p[0]! + at[4 * k + 1]! * p[1]! + at[4 * k + 2]! * p[2]! + at[4 * k + 3]!,
      )
      const height = [0, 1, 2].reduce((sum, k) => sum + place[4 * k + 2]! * (world[k]! - place[4 * k + 3]!), 0)
      expect(Math.abs(height)).toBeLessThan(1e-12)
    }
  }
})

test('a cone is inside of the pyramid that stands for it, and that is hardly larger', async () => {
  const { obstacles, notes } = obstaclesOfPlanning(
    sceneOf([{ shape: { kind: 'cone', radius: 0.1, length: 0.3 }, pose: {} }]),
  )
  const { shape } = obstacles[0]!
  if (shape.kind !== 'convex') throw new Error(shape.kind)
  const base = shape.points.slice(0, -1)
  expect(shape.points.at(-1)).toEqual([0, 0, 0.15])
  expect(base.every(([, , z]) => z === -0.15)).toBe(true)
  // Exactly: the line through two corners stays 0.1 away from the axis, or more.
  const whole = (x: number): bigint => BigInt(Math.round(x * 2 ** 60))
  base.forEach(([x, y], k) => {
    const [u, v] = base[(k + 1) % base.length]!
    const [cross, dx, dy] = [whole(x) * whole(v) - whole(y) * whole(u), whole(u) - whole(x), whole(v) - whole(y)]
    expect(cross * cross >= whole(0.1) ** 2n * (dx * dx + dy * dy)).toBe(true)
    expect(Math.hypot(x, y)).toBeLessThan(0.1 * 1.0022)
  })
  expect(notes[0]).toMatch(/^thing: a cone is a pyramid of 48 sides around it, at most 0\.0002\d larger$/)
})

test('the message around a robot: obstacles, what is carried, the matrix, values of joints', async () => {
  const loaded = await worldFromPlanning(await parsePlanningScene(PLANNING, 'scene.yaml'), arm, { file: 'scene.yaml' })
  const { world, description, state, notes } = loaded
  expect(Array.from(state!)).toEqual([0, 0.1, 0.2, 0.3, 0.02])
  expect(description.obstacles.map(({ name }) => name)).toEqual(['table', 'lamp_bulb'])
  // The camera looks down from a metre above: half a turn about x.
  expect(description.obstacles[1]!.pose!.xyz).toEqual([0.5, -0.25, 2])
  expect(description.attached).toEqual([
    {
      ...{ name: 'cup', link: 'arm/hand', shape: { kind: 'cylinder', radius: 0.03, length: 0.1 } },
      ...{ pose: { xyz: [0, 0, 0.14] }, touch: ['arm/left_finger', 'arm/right_finger'] },
    },
  ])
  expect(description.allowed).toEqual([['arm/base', 'table']])
  const status = (a: string, b: string) =>
    world.pairs().find((pair) => [pair.a, pair.b].sort().join() === [a, b].sort().join())?.status
  expect(status('arm/base', 'table')).toBe('allowed')
  expect(status('cup', 'arm/left_finger')).toBe('allowed')
  // The SRDF file exempts the fingers; the matrix does not.
  expect(arm.allowed.length).toBe(1)
  expect(['checked', 'never']).toContain(status('arm/left_finger', 'arm/right_finger'))
  expect(notes).toContain(
    "scene.yaml: 1 pair of links that the robot's files or its structure exempt are checked: the matrix does not allow them",
  )
  expect(notes).toContain('scene.yaml: lamp/bulb is called lamp_bulb here')
})

test('an entry and a default that disagree: the pair is checked, and said', async () => {
  const text = PLANNING.replace('default_entry_names: []', 'default_entry_names: [table]').replace(
    'default_entry_values: []',
    'default_entry_values: [false]',
  )
  const { description, notes } = await worldFromPlanning(await parsePlanningScene(text), arm)
  expect(description.allowed).toEqual([])
  expect(notes.join()).toContain('1 pair of the matrix have an entry and a default that disagree: they are checked')
  const all = PLANNING.replace('default_entry_names: []', 'default_entry_names: [lamp/bulb]').replace(
    'default_entry_values: []',
    'default_entry_values: [true]',
  )
  const open = await worldFromPlanning(await parsePlanningScene(all), arm)
  expect(open.description.allowed).toContainEqual(['arm/hand', 'lamp_bulb'])
})

test.each<[string, string, string]>([
  ['octomap', 'data: []', 'data: [1, 2]'],
  ['padding', 'padding: 0.0', 'padding: 0.01'],
  ['scale', 'scale: 1.0', 'scale: 1.1'],
  ['REMOVE', 'operation: 0', 'operation: 1'],
  ['a prism', 'type: 2, dimensions', 'type: 5, dimensions'],
  ['a frame', 'frame_id: camera', 'frame_id: camara'],
  ['a link', 'link_name: hand', 'link_name: hnad'],
  ['dimensions', 'dimensions: [0.1]', 'dimensions: [0.1, 2]'],
  ['too many poses', 'primitives: [{type: 2, dimensions: [0.1]}]', 'primitives: []'],
  ['a row of the matrix', '[0, 1, 0, 0, 0, 0, 0, 1]', '[0, 1, 0, 0]'],
  ['a matrix that is not symmetric', '[1, 0, 1, 0, 0, 0, 0, 0]', '[1, 0, 1, 1, 0, 0, 0, 0]'],
  ['a name twice', 'id: lamp/bulb', 'id: table'],
  ['a name twice, in a scene', 'id: lamp/bulb', 'id: cup'],
  ['a joint', 'name: [turn,', 'name: [trun,'],
  ['a quaternion', 'x: 0.0, y: 0.0, z: 0.0, w: 0.0', 'x: 0.0, y: 2.0, z: 0.0, w: 0.0'],
])('refused by name: %s', async (_, from, to) => {
  const text = PLANNING.replace(from, to)
  expect(text).not.toBe(PLANNING)
  const error = await parsePlanningScene(text, 'scene.yaml')
    .then((scene) => worldFromPlanning(scene, arm, { file: 'scene.yaml' }))
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(SceneFileError)
  expect((error as SceneFileError).message).toMatch(/^scene\.yaml, .*expected .*/)
})

test.each<[string, string]>([
  ['a\n* b\n1\nbox\n1 1\n', 'line 6: expected its z, got the end of the text'],
  ['a\n* b\n1\nbox\n1 1 0\n', 'line 5: expected its z, above zero, got 0'],
  ['a\n* b\n1\ntorus\n', 'line 4: expected box, sphere, cylinder, cone, plane or mesh, got "torus"'],
  ['a\n* b\n99999\n', 'a whole number of at most'],
  ['a\n* b\n0\n.\n', 'expected one shape or more, got none of "b"'],
  ['a\n.\nb\n', 'expected nothing behind ".", got "b"'],
  ['a\n* b\n1\nsphere\n1\n0 0 0\n0 0 0 7\n0 0 0 0\n.\n', 'a unit quaternion x, y, z, w, got one of length 7'],
])('a .scene file that is refused: %#', async (text, message) => {
  await expect(parsePlanningScene(text, 'a.scene')).rejects.toThrow(message)
})

function sceneOf(shapes: readonly PlanningShape[], pose: ScenePose = {}): PlanningScene {
  const objects = [{ id: 'thing', frame: '', pose, shapes }]
  return { name: 'a scene', objects, attached: [], state: undefined, matrix: undefined, frames: {}, notes: [] }
}

function randomPose(random: Random): ScenePose {
  const raw = Array.from({ length: 4 }, () => 2 * random.unit() - 1)
  const norm = Math.hypot(...raw)
  const xyz = Array.from({ length: 3 }, () => 4 * random.unit() - 2) as unknown as Three
  return poseFrom(
    xyz,
    raw.map((x) => x / norm),
    (got) => {
      throw new Error(got)
    },
  )
}

test('scenes at random: written as text and as a message, and read again to the bit', async () => {
  const random = new Random(11)
  const size = (): number => random.unit() + 1e-3
  const point = (): Three => [random.unit(), -random.unit() * 1e-9, random.unit() * 1e9]
  const kinds: (() => PlanningShape['shape'])[] = [
    () => ({ kind: 'box', size: [size(), size(), size()] }),
    () => ({ kind: 'sphere', radius: size() }),
    () => ({ kind: 'cylinder', radius: size(), length: size() }),
    () => ({ kind: 'cone', radius: size(), length: size() }),
    () => ({ kind: 'triangles', vertices: [point(), point(), point()], triangles: [[0, 1, 2]] }),
    () => ({ kind: 'plane', coefficients: [size(), -size(), size(), size()] }),
  ]
  for (let round = 0; round < 20; round++) {
    // In the order of the message: solids, meshes, planes.
    const shapes = kinds.filter(() => random.unit() < 0.5).map((make) => ({ shape: make(), pose: randomPose(random) }))
    if (shapes.length === 0) continue
    const scene = sceneOf(shapes, round % 2 === 0 ? {} : randomPose(random))
    expect(await parsePlanningScene(writeSceneText(scene))).toStrictEqual(scene)
    const whole: PlanningScene = {
      ...scene,
      attached: [{ ...scene.objects[0]!, id: 'held', link: 'hand', touchLinks: ['a', 'b'] }],
      state: { turn: random.unit(), grip: -1e-7 },
      matrix: { names: ['a', 'b'], allowed: [[false, true], [true, false]], defaults: { c: true } }, // biome-ignore format: rows
      frames: { camera: randomPose(random) },
    }
    expect(await parsePlanningScene(writePlanningScene(whole))).toStrictEqual(whole)
  }
})

test('a scene of its own: the same contacts around the robot, before and after', async () => {
  const planning = await parsePlanningScene(example('planning-scene.yaml'), 'planning-scene.yaml')
  const { world, description } = await worldFromPlanning(planning, arm)
  const back = planningFromScene(description, world, 'cell').planning
  const again = await worldFromPlanning(await parsePlanningScene(writePlanningScene(back)), arm)
  expect(again.description).toEqual(description)
  const random = new Random(5)
  for (let k = 0; k < 200; k++) {
    const q = Float64Array.from(world.lower, (low, i) => low + random.unit() * (world.upper[i]! - low))
    const contacts = (of: typeof world): string => JSON.stringify(of.collisions(q))
    expect(contacts(again.world)).toBe(contacts(world))
  }
})
