// Every robot file of the folder LIMBER_DATA (URDF, xacro, MuJoCo): what it is read as and what it answers at neutral, or the words in
// which it is refused; and balls deep inside its links, which have to be hit.
import { readdirSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { windingNumber } from '../../bench/solids/winding-number.js'
import { readScene } from '../../node/index.js'
import { Random } from '../../src/base/math/random.js'
import type { Robot } from '../../src/robots/model/robot.js'
import { World } from '../../src/robots/world/world.js'
import { type MeshShape, type PartShape, sphere } from '../../src/shapes/shape.js'
import { isClosed } from '../oracle/meshes/closed.js'

type Vec = readonly [number, number, number]
type Values = Record<string, string | boolean>

/** Deep inside: a winding number above this, of the triangles that the file has. */
const DEEP = 0.95
const MOST_TRIES = 20

const folder = process.env.LIMBER_DATA === undefined ? undefined : join(process.env.LIMBER_DATA, 'robots')
const ALLEGRO = 'Gepetto+example-robot-data/robots/allegro_hand_description/urdf'
const BULLET = 'bulletphysics+bullet3/data'
const FRANKA = 'frankaemika+franka_ros/franka_description/robots'
const GEPETTO = 'Gepetto+example-robot-data/robots'
const LOADERS = 'gkjohnson+urdf-loaders/urdf'
const MENAGERIE = 'google-deepmind+mujoco_menagerie'
const SHADOW = 'dexsuite+dex-urdf/robots/hands/shadow_hand'
const TESSERACT = 'tesseract-robotics+tesseract/support/urdf'
const UR = 'UniversalRobots+Universal_Robots_ROS2_Description/urdf'
const VAMP = 'KavrakiLab+vamp/resources'
const ATLAS = 'openai+roboschool/roboschool/models_robot/atlas_description/urdf'

/** At neutral: how many pairs touch, of those that are checked. */
type Answer = `${number} of ${number} touch` | 'nothing to check'

/** Links, joints, dof, geometries, and the meshes among these; the answer; balls inside geometries; arguments of a xacro file. */
type Row = readonly [string, readonly number[], Answer, number, Values?]

const READ: readonly Row[] = [
  [`${ALLEGRO}/allegro_left_hand.urdf`, [21, 20, 16, 21, 0], '1 of 181 touch', 21],
  [`${ALLEGRO}/allegro_right_hand.urdf`, [21, 20, 16, 21, 0], '1 of 181 touch', 21],
  // Two of its meshes are closed by Limber, and too open in their files for a point that is surely inside.
  [`${GEPETTO}/pr2_description/urdf/pr2.urdf`, [82, 81, 20, 32, 31], '4 of 432 touch', 30],
  [`${GEPETTO}/simple_humanoid_description/urdf/simple_humanoid.urdf`, [31, 30, 29, 2, 1], 'nothing to check', 2],
  [`${VAMP}/fetch/fetch.urdf`, [17, 16, 8, 15, 13], '2 of 80 touch', 15],
  [`${VAMP}/fetch/fetch_spherized.urdf`, [17, 16, 8, 111, 0], '2 of 81 touch', 111],
  // One of its meshes stays open.
  [`${VAMP}/panda/panda.urdf`, [13, 12, 7, 11, 11], '3 of 41 touch', 10],
  [`${VAMP}/panda/panda_spherized.urdf`, [13, 12, 7, 59, 0], '2 of 38 touch', 59],
  [`${VAMP}/ur5/ur5.urdf`, [22, 21, 6, 18, 17], '0 of 71 touch', 18],
  [`${VAMP}/ur5/ur5_spherized.urdf`, [22, 21, 6, 40, 0], '1 of 66 touch', 40],
  [`${UR}/ur.urdf.xacro`, [13, 12, 6, 7, 7], '0 of 15 touch', 7, { ur_type: 'ur5e' }],
  [`${UR}/ur.urdf.xacro`, [13, 12, 6, 7, 7], '0 of 15 touch', 7, { ur_type: 'ur10e' }],
  [
    ...([`${UR}/ur.urdf.xacro`, [13, 12, 6, 7, 7], '0 of 15 touch', 7] as const),
    { ur_type: 'ur5e', force_abs_paths: true, tf_prefix: 'left_' },
  ],
  [`${UR}/ur_mocked.urdf.xacro`, [13, 12, 6, 7, 7], '0 of 15 touch', 7, { ur_type: 'ur10e', safety_limits: true }],
  [`${BULLET}/humanoid.urdf`, [34, 33, 21, 19, 0], '0 of 66 touch', 19],
  [`${BULLET}/kuka_iiwa/model.urdf`, [8, 7, 7, 8, 8], '0 of 19 touch', 8],
  [`${BULLET}/quadruped/minitaur.urdf`, [27, 26, 16, 30, 0], '0 of 175 touch', 30],
  [`${SHADOW}/shadow_hand_right.urdf`, [33, 32, 24, 45, 12], '0 of 258 touch', 45],
  [`${FRANKA}/common/hand.urdf.xacro`, [5, 4, 1, 15, 1], '3 of 3 touch', 15],
  [`${FRANKA}/dual_panda/dual_panda_example.urdf.xacro`, [45, 44, 16, 107, 18], '70 of 646 touch', 107],
  [`${FRANKA}/fr3/fr3.urdf.xacro`, [17, 16, 7, 38, 8], '23 of 98 touch', 38],
  // Its capsules around links reach beyond the links' ends: they are meant for another checker.
  [`${FRANKA}/panda/panda.urdf.xacro`, [17, 16, 7, 38, 8], '25 of 98 touch', 38],
  [`${FRANKA}/panda/panda.urdf.xacro`, [22, 21, 8, 53, 9], '34 of 157 touch', 53, { hand: true }],
  [`${FRANKA}/panda/panda.urdf.xacro`, [23, 22, 8, 17, 9], '3 of 42 touch', 17, { hand: true, gazebo: true }],
  [`${LOADERS}/T12/urdf/T12.URDF`, [37, 36, 36, 37, 37], '0 of 459 touch', 37],
  [`${LOADERS}/T12/urdf/T12_flipped.URDF`, [37, 36, 36, 37, 37], '0 of 459 touch', 37],
  [`${LOADERS}/T12/urdf/T12_wrong_axes.orig.URDF`, [37, 36, 36, 37, 37], '0 of 459 touch', 37],
  [`${LOADERS}/TriATHLETE/urdf/TriATHLETE.URDF`, [31, 30, 30, 31, 31], '0 of 396 touch', 31],
  [`${LOADERS}/TriATHLETE/urdf/TriATHLETE.orig.URDF`, [31, 30, 30, 31, 31], '0 of 408 touch', 31],
  [`${LOADERS}/TriATHLETE/urdf/TriATHLETE_flipped.URDF`, [31, 30, 30, 31, 31], '0 of 396 touch', 31],
  [`${MENAGERIE}/robotiq_2f85/2f85.xml`, [17, 16, 3, 14, 10], '0 of 51 touch', 14],
  [`${MENAGERIE}/robotiq_2f85/scene.xml`, [19, 18, 10, 16, 10], '0 of 74 touch', 16],
  [`${MENAGERIE}/shadow_hand/left_hand.xml`, [26, 25, 24, 38, 6], '0 of 261 touch', 38],
  [`${MENAGERIE}/shadow_hand/right_hand.xml`, [26, 25, 24, 38, 6], '0 of 261 touch', 38],
  [`${MENAGERIE}/shadow_hand/scene_left.xml`, [28, 27, 31, 40, 6], '0 of 311 touch', 40],
  [`${MENAGERIE}/shadow_hand/scene_right.xml`, [28, 27, 31, 40, 6], '0 of 311 touch', 40],
  [`${MENAGERIE}/wonik_allegro/left_hand.xml`, [22, 21, 16, 21, 0], '0 of 176 touch', 21],
  [`${MENAGERIE}/wonik_allegro/right_hand.xml`, [22, 21, 16, 21, 0], '0 of 176 touch', 21],
  [`${MENAGERIE}/wonik_allegro/scene_left.xml`, [24, 23, 23, 23, 0], '0 of 218 touch', 23],
  [`${MENAGERIE}/wonik_allegro/scene_right.xml`, [24, 23, 23, 23, 0], '0 of 218 touch', 23],
  ['moveit+moveit_resources/fanuc_description/urdf/fanuc.urdf', [9, 8, 6, 7, 7], '0 of 13 touch', 7],
  [`${ATLAS}/atlas_v4_with_multisense.urdf`, [31, 30, 30, 88, 0], '4 of 403 touch', 88],
  [`${TESSERACT}/abb_irb2400.urdf`, [9, 8, 6, 7, 7], '1 of 13 touch', 7],
  // One of its meshes is closed by Limber, and too open in its file.
  [`${TESSERACT}/car_seat_demo.urdf`, [17, 16, 8, 38, 33], '2 of 85 touch', 37],
  [`${TESSERACT}/lbr_iiwa_14_r820.urdf`, [10, 9, 7, 8, 8], '0 of 19 touch', 8],
]

const MACROS =
  'expected a robot: this file only defines macros, which another file includes and calls. Read that file, got'
const NO_TYPE = '; argument ur_type has its default, ur5x: give it as ur_type:=value'

/** In words that end, or begin, like this. */
const REFUSED: readonly (readonly [string, string])[] = [
  [
    `${BULLET}/r2d2.urdf`,
    'line 281: expected every collision mesh, got 4 missing, of 2 files:\n  "l_finger.stl" of link',
  ],
  [
    `${SHADOW}/bimanual.urdf`,
    'line 54: expected every collision mesh, got 12 missing, of 3 files:\n  "meshes/visual/forearm',
  ],
  [`${MENAGERIE}/shadow_hand/keyframes.xml`, 'expected a <worldbody> with a body or a geom that counts, got none'],
  [`${UR}/ur.urdf.xacro`, NO_TYPE],
  [`${UR}/ur_mocked.urdf.xacro`, NO_TYPE],
  [`${UR}/ur_macro.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${UR}/ros2_control_mock_hardware.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${UR}/inc/ur_common.xacro`, `${MACROS} 5 macros and no <link>`],
  [`${UR}/inc/ur_joint_control.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${UR}/inc/ur_sensors.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${UR}/inc/ur_transmissions.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${FRANKA}/common/franka_arm.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${FRANKA}/common/franka_hand.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${FRANKA}/common/franka_robot.xacro`, `${MACROS} 1 macro and no <link>`],
  [`${FRANKA}/common/utils.xacro`, `${MACROS} 9 macros and no <link>`],
]

describe.skipIf(folder === undefined)('every robot (LIMBER_DATA)', () => {
  test('is one that is known here', () => {
    const found = readdirSync(folder!, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.(urdf|xacro|xml)$/i.test(path) && basename(path) !== 'package.xml',
    )
    const known = new Set([...READ, ...REFUSED].map(([path]) => path))
    expect(found.map((path) => path.replaceAll(sep, '/')).sort()).toEqual([...known].sort())
  })

  test.each(READ.map((row) => ({ title: titleOf(row), row })))('[never-misses] $title', async ({ row }) => {
    const [path, expected, answer, balls, values] = row
    const { world } = await readScene(join(folder!, path), values === undefined ? {} : { arguments: values })
    const { robot } = world.model().robots[0]!
    const q = world.neutral()
    const touching = world.collisions(q).length
    const checked = world.pairs().filter(({ status }) => status === 'checked').length
    const isEmpty = world.nothingToCheck() !== undefined
    expect(countsOf(robot)).toEqual(expected)
    expect(isEmpty ? 'nothing to check' : `${touching} of ${checked} touch`).toBe(answer)
    expect(world.collides(q)).toBe(touching > 0)
    if (!isEmpty) expect(world.distance(q).distance === 0).toBe(touching > 0)
    const { placed, missed } = ballsInside(robot, q)
    expect(missed).toEqual([])
    expect(placed).toBe(balls)
  })

  test.each(REFUSED)('%s is refused', async (path, words) => {
    await expect(readScene(join(folder!, path))).rejects.toThrow(words)
  })
})

function titleOf([path, , , , values]: Row): string {
  const file = basename(path)
  return values === undefined ? file : `${file} ${Object.values(values).join(' ')}`
}

function countsOf(robot: Robot): number[] {
  const shapes = robot.links.flatMap(({ geometry }) => geometry.map(({ shape }) => shape.kind))
  const meshes = shapes.filter((kind) => kind === 'mesh').length
  return [robot.links.length, robot.joints.length, robot.dof, shapes.length, meshes]
}

/** A ball inside each geometry that has an inside: how many, and the links that are not hit by theirs. */
function ballsInside(robot: Robot, q: Float64Array): { placed: number; missed: string[] } {
  const poses = robot.linkPoses(q)
  const balls = robot.links.flatMap(({ name, index, geometry }) =>
    geometry.flatMap(({ shape, pose }) =>
      (shape.kind === 'group' ? shape.parts : [shape]).flatMap((part) => {
        const point = insideOf(part)
        if (point === undefined) return []
        return [{ link: `${robot.name}/${name}`, at: at(poses.subarray(12 * index, 12 * index + 12), at(pose, point)) }]
      }),
    ),
  )
  const world = new World({
    robots: [robot],
    obstacles: balls.map((ball, k) => ({ name: `ball-${k}`, shape: sphere({ radius: 1e-5, at: ball.at }) })),
  })
  const hits = new Set(world.collisions(q).flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]))
  const missed = balls.filter(({ link }, k) => !hits.has(`${link} ball-${k}`)).map(({ link }) => link)
  return { placed: balls.length, missed }
}

function at(pose: ArrayLike<number>, [x, y, z]: Vec): Vec {
  const row = (r: number): number => pose[4 * r]! * x + pose[4 * r + 1]! * y + pose[4 * r + 2]! * z + pose[4 * r + 3]!
  return [row(0), row(1), row(2)]
}

/** Undefined where there is no point that is surely inside. */
function insideOf(shape: PartShape): Vec | undefined {
  switch (shape.kind) {
    case 'sphere':
      return [...shape.centre] as unknown as Vec
    case 'capsule':
      return [0, 1, 2].map((k) => (shape.from[k]! + shape.to[k]!) / 2) as unknown as Vec
    case 'box':
    case 'cylinder':
      return at(shape.pose, [0, 0, 0])
    case 'convex':
      return meanOf(shape.points)
    case 'mesh':
      return isClosed(shape) ? insideMesh(shape) : undefined
  }
}

function meanOf(points: ArrayLike<number>): Vec {
  const sums = [0, 0, 0]
  for (let k = 0; k < points.length; k++) sums[k % 3]! += points[k]!
  return sums.map((sum) => (3 * sum) / points.length) as unknown as Vec
}

/** The centre of the volume, or else a point between four corners: the first that the triangles of the file enclose. */
function insideMesh({ positions, triangles, tree }: MeshShape): Vec | undefined {
  const file = triangles.subarray(0, triangles.length - 3 * tree.added)
  const corner = (v: number): Vec => [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!]
  const middle = [0, 0, 0]
  let volume = 0
  for (let t = 0; t < file.length; t += 3) {
    const [a, b, c] = [corner(file[t]!), corner(file[t + 1]!), corner(file[t + 2]!)]
    const six =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    volume += six
    for (let k = 0; k < 3; k++) middle[k]! += (six * (a[k]! + b[k]! + c[k]!)) / 4
  }
  const random = new Random(1)
  let point: Vec = [middle[0]! / volume, middle[1]! / volume, middle[2]! / volume]
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (Math.abs(windingNumber(positions, file, point)) > DEEP) return point
    point = meanOf([0, 1, 2, 3].flatMap(() => corner(file[random.integer(file.length)]!)))
  }
  return undefined
}
