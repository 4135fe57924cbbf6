// The MuJoCo models of the folder LIMBER_DATA: what they are read as, where their links are beside a forward kinematics that walks the XML by itself, and
// balls in the middle of their geoms, which have to be hit.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRobot, readScene } from '../../../node/index.js'
import { Random } from '../../../src/base/math/random.js'
import { robotFromFiles } from '../../../src/formats/robots/robot-folder.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { World } from '../../../src/robots/world/world.js'
import { sphere } from '../../../src/shapes/shape.js'
import { mjcfBodies, type OracleGeom, rotated } from '../../oracle/robots/mjcf.js'
import { bytesOf } from '../samples.js'
import { expectClose, matrixOf } from './mjcf-check.js'
import { refused } from './robot-samples.js'

const folder =
  process.env.LIMBER_DATA === undefined
    ? undefined
    : join(process.env.LIMBER_DATA, 'robots', 'google-deepmind+mujoco_menagerie')

/** By folder and file: links, joints that move, dof, geometries, pairs that are not tested. */
const MODELS: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  'shadow_hand/left_hand.xml': [26, 24, 24, 38, 25],
  'shadow_hand/right_hand.xml': [26, 24, 24, 38, 25],
  'shadow_hand/scene_left.xml': [28, 25, 31, 40, 25],
  'shadow_hand/scene_right.xml': [28, 25, 31, 40, 25],
  'wonik_allegro/left_hand.xml': [22, 16, 16, 21, 21],
  'wonik_allegro/right_hand.xml': [22, 16, 16, 21, 21],
  'wonik_allegro/scene_left.xml': [24, 17, 23, 23, 21],
  'wonik_allegro/scene_right.xml': [24, 17, 23, 23, 21],
}

const REFUSED: Readonly<Record<string, string>> = {
  'shadow_hand/keyframes.xml': 'line 1, <mujoco>: expected a <worldbody> with a body or a geom that counts, got none',
}

/** Tested in mjcf-loops-real.test.ts. */
const LOOPS = ['robotiq_2f85/2f85.xml', 'robotiq_2f85/scene.xml']

const present = folder !== undefined && existsSync(folder)

describe.skipIf(!present)('MuJoCo models (LIMBER_DATA)', () => {
  const paths = present
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.xml'))
        .sort()
    : []

  test('are those that are known here', () => {
    expect(paths).toEqual([...Object.keys(MODELS), ...Object.keys(REFUSED), ...LOOPS].sort())
  })

  test.each(Object.keys(MODELS))('%s loads and answers', async (path) => {
    const { world, notes } = await readScene(join(folder!, path))
    expect(world.nothingToCheck()).toBeUndefined()
    expect(world.collides(world.neutral())).toBe(false)
    expect(world.distance(world.neutral()).distance).toBeGreaterThan(0)
    const { robot } = world.model().robots[0]!
    const moving = robot.joints.filter(({ variables }) => variables > 0).length
    const shapes = robot.links.flatMap(({ geometry }) => geometry).length
    expect([robot.links.length, moving, robot.dof, shapes, robot.allowed.length]).toEqual(MODELS[path])
    expect(robot.unseen).toEqual([])
    expect(notes).toEqual(robot.notes)
  })

  test.each(Object.entries(REFUSED))('%s is refused', async (path, words) => {
    expect((await refused(readRobot(join(folder!, path)))).message).toContain(words)
  })

  test.each(Object.keys(MODELS))('[mjcf] %s: links are where the XML says', async (path) => {
    const file = join(folder!, path)
    const robot = await readRobot(file)
    for (const values of configurations(robot)) {
      const poses = robot.linkPoses(robot.configuration(values))
      const bodies = bodiesOf(file, values)
      expect(bodies.length).toBeGreaterThan(20)
      for (const { name, position, quaternion } of bodies) {
        const { index } = robot.link(name)
        expectClose(poses.slice(12 * index, 12 * index + 12), matrixOf(quaternion, position))
      }
    }
  })

  test.each(Object.keys(MODELS))('[never-misses] %s: balls in the middle of geoms are hit', async (path) => {
    const file = join(folder!, path)
    const robot = await readRobot(file)
    let balls = 0
    for (const values of configurations(robot).slice(0, 3)) {
      const q = robot.configuration(values)
      for (const { name, geoms } of bodiesOf(file, values)) {
        for (const geom of geoms) {
          for (const at of placesInside(geom, dirname(file))) {
            const world = new World({
              robots: [robot],
              obstacles: [{ name: 'ball', shape: sphere({ radius: 1e-4, at }) }],
            })
            const hit = world.collisions(q).flatMap(({ a, b }) => [a, b])
            expect(hit, `${name} ${geom.type} at ${at}`).toContain(`${robot.name}/${name}`)
            balls++
          }
        }
      }
    }
    expect(balls).toBeGreaterThanOrEqual(3 * MODELS[path]![3])
  })

  test('keyframes of the Shadow hand', async () => {
    const files = new Map<string, Uint8Array>()
    for (const path of readdirSync(join(folder!, 'shadow_hand'), { recursive: true, encoding: 'utf8' })) {
      if (/\.(xml|obj)$/.test(path)) files.set(`hand/${path}`, readFileSync(join(folder!, 'shadow_hand', path)))
    }
    const text = '<mujoco model="hand"><include file="right_hand.xml"/><include file="keyframes.xml"/></mujoco>'
    files.set('hand/main.xml', bytesOf(text))
    const robot = await robotFromFiles(files, 'hand/main.xml')
    expect(robot.states.map(({ name }) => name).slice(0, 4)).toEqual(['scissors', 'rock', 'paper', 'open hand'])
    expect(robot.states).toHaveLength(13)
    expect(robot.state('rock')[3]).toBe(1.484)
    const world = new World({ robots: [robot] })
    expect(world.collides(robot.state('open hand'))).toBe(false)
  })
})

/** Neutral, and five within the limits. */
function configurations(robot: Robot): Record<string, number>[] {
  const random = new Random(17)
  const hinges = robot.joints.filter(({ variables }) => variables === 1)
  return [0, 1, 2, 3, 4, 5].map((round) =>
    Object.fromEntries(
      hinges.map(({ name, lower, upper }) => [
        name,
        round === 0 ? Math.min(Math.max(0, lower), upper) : random.range(lower, upper),
      ]),
    ),
  )
}

function bodiesOf(file: string, values: Readonly<Record<string, number>>) {
  const read = (path: string): string => readFileSync(path, 'utf8')
  return mjcfBodies(read(file), (included) => read(join(dirname(file), included)), values)
}

/** The centre of a primitive; a point below a plane; of a mesh some vertices, and their mean where rays show that it is inside. */
function placesInside(geom: OracleGeom, at: string): number[][] {
  const { type, mesh, position, quaternion } = geom
  const place = (point: readonly number[]): number[] => rotated(quaternion, point).map((x, k) => x + position[k]!)
  if (type === 'plane') return [place([0, 0, -0.01]), place([50, -50, -50])]
  if (type !== 'mesh') return [[...position]]
  const { points, triangles } = readObj(join(at, 'assets', `${basename(mesh!)}.obj`))
  const mean = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k]!, 0) / points.length)
  const some = [0, 1, 2].map((k) => points[Math.floor((k * (points.length - 1)) / 2)]!)
  return [...some, ...(isInside(mean, points, triangles) ? [mean] : [])].map(place)
}

/** In metres: the hand's meshes are in millimetres. */
function readObj(path: string): { points: number[][]; triangles: number[][] } {
  const points: number[][] = []
  const triangles: number[][] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/)
    if (word === 'v') points.push(rest.slice(0, 3).map((x) => Number(x) * 0.001))
    if (word !== 'f') continue
    const corners = rest.map((text) => Number.parseInt(text, 10) - 1)
    for (let k = 2; k < corners.length; k++) triangles.push([corners[0]!, corners[k - 1]!, corners[k]!])
  }
  return { points, triangles }
}

/** By the solid angle of the surface: 4π inside. */
function isInside(p: readonly number[], points: readonly number[][], triangles: readonly number[][]): boolean {
  let angle = 0
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((v) => points[v]!.map((x, k) => x - p[k]!)) as [number[], number[], number[]]
    const dot = (u: number[], v: number[]): number => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)]
    const triple =
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
    angle += 2 * Math.atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
  }
  return Math.abs(angle) > 2 * Math.PI
}
