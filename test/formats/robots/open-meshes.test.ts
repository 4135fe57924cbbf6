// Meshes with holes, through robot files and scene files: what becomes of them, and where that is said.
import { describe, expect, test } from 'vitest'
import { type OpenChoice, type OpenOptions, parseMesh } from '../../../src/entries/meshes.js'
import {
  parseRobot,
  parseScene,
  RobotFileError,
  type SceneDescription,
  SceneFileError,
  type SceneShape,
  sphere,
  World,
  worldFromScene,
} from '../../../src/entries/robots.js'
import { boxObj, bytesOf } from '../samples.js'
import { collision, joint, refusal, urdf } from './robot-samples.js'

/** A box of 1 without one of its twelve triangles. */
const BIN = parseMesh(bytesOf(boxObj(1, 0)), { name: 'bin.obj' })
const ROBOT = urdf(
  `<link name="base"/>\n<link name="bin">${collision('<mesh filename="bin.obj"/>')}</link>${joint('', 'continuous', 'j', 'base', 'bin')}`,
)

async function robotWorld(options: OpenOptions): Promise<World> {
  const robot = await parseRobot(ROBOT, { name: 'arm', readMesh: () => BIN, ...options })
  return new World({ robots: [robot], obstacles: [{ name: 'ball', shape: sphere({ radius: 0.01 }) }] })
}

describe('links', () => {
  test('[urdf] are solid if nothing else is said: what is inside them touches', async () => {
    for (const open of [undefined, 'solid'] as const) {
      const world = await robotWorld({ open })
      expect(world.collides(world.neutral())).toBe(true)
      expect(world.surfaces()).toEqual([])
    }
  })

  test('by choice they are surfaces, and named', async () => {
    for (const open of ['surface', 'close'] as const) {
      const world = await robotWorld({ open })
      expect(world.collides(world.neutral())).toBe(false)
      expect(world.surfaces().map(({ object, looksSolid }) => ({ object, looksSolid }))).toEqual([
        { object: 'arm/bin', looksSolid: true },
      ])
    }
    const wide = await robotWorld({ open: 'close', closeWithin: 0.5 })
    expect(wide.collides(wide.neutral())).toBe(true)
  })

  test('[robot-files] refused, by link, file and loops', async () => {
    const error = await refusal(ROBOT, { file: 'r.urdf', readMesh: () => BIN, open: 'refuse' })
    expect(error).toBeInstanceOf(RobotFileError)
    expect(error.message).toMatch(
      /^r\.urdf, line 3, link "bin" <mesh> bin\.obj: expected a closed mesh, got the mesh is not closed: one loop of open edges \(3 edges\)/,
    )
    await expect(parseRobot(ROBOT, { open: 'shut' as OpenChoice })).rejects.toThrow(
      'options.open must be one of close, solid, surface, refuse',
    )
    await expect(parseRobot(ROBOT, { closeWithin: -1 })).rejects.toThrow('options.closeWithin')
  })
})

const BALL: SceneShape = { kind: 'sphere', radius: 0.01 }

/** A link that is a ball, inside a bin that is an obstacle; and the other way round, the bin being carried. */
function scene(closing: object, more: object = {}): object {
  const shape = { kind: 'mesh', file: 'bin.obj', ...closing }
  return {
    limber: 1,
    robots: [{ name: 'arm', urdf: 'arm.urdf', ...more }],
    obstacles: [
      { name: 'bin', shape, pose: { xyz: [5, 0, 0] } },
      { name: 'ball', shape: BALL },
    ],
    attached: [{ name: 'carried', link: 'arm/bin', shape, pose: { xyz: [-5, 0, 0] } }],
    allowed: [],
  }
}

async function sceneWorld(description: object): Promise<World> {
  const { world } = await worldFromScene(description as SceneDescription, {
    robot: ({ name, open, closeWithin }) => parseRobot(ROBOT, { name, open, closeWithin, readMesh: () => BIN }),
    mesh: async () => BIN,
  })
  return world
}

async function surfaces(description: object): Promise<string[]> {
  return (await sceneWorld(description)).surfaces().map(({ object }) => object)
}

describe('scenes', () => {
  test('[scene-strict] obstacles are closed where that is little, robots and what they carry are solid; fields say otherwise', async () => {
    expect(await surfaces(scene({}))).toEqual(['bin'])
    expect(await surfaces(scene({ open: 'solid' }))).toEqual([])
    expect(await surfaces(scene({ open: 'close', closeWithin: 0.5 }))).toEqual([])
    expect((await surfaces(scene({ open: 'surface' }))).sort()).toEqual(['bin', 'carried'])
    expect((await surfaces(scene({}, { open: 'surface' }))).sort()).toEqual(['arm/bin', 'bin'])
  })

  test('one file closed in two ways is two shapes, in one way one', async () => {
    const world = await sceneWorld(scene({}))
    const shapeOf = (name: string) => world.geometryOf(name).geometry[0]!.shape
    expect(shapeOf('bin')).not.toBe(shapeOf('carried'))
    const same = await sceneWorld(scene({ open: 'solid' }))
    expect(same.geometryOf('bin').geometry[0]!.shape).toBe(same.geometryOf('carried').geometry[0]!.shape)
  })

  test('[scene-strict] refused by field, file and loops', async () => {
    const error = await sceneWorld(scene({ open: 'refuse' })).catch((found: unknown) => found)
    expect(error).toBeInstanceOf(SceneFileError)
    expect((error as Error).message).toMatch(
      /obstacles\[0\]\.shape "bin\.obj": expected a closed mesh, got the mesh is not closed: one loop of open edges \(3 edges\)/,
    )
  })

  test.each([
    [scene({ open: 'shut' }), 'obstacles[0].shape.open', 'one of close, solid, surface, refuse'],
    [scene({ open: null }), 'obstacles[0].shape.open', 'one of close, solid, surface, refuse'],
    [scene({ closeWithin: -0.1 }), 'obstacles[0].shape.closeWithin', "a fraction of the mesh's size, 0 or more"],
    [scene({ closeWithin: '1' }), 'obstacles[0].shape.closeWithin', "a fraction of the mesh's size, 0 or more"],
    [scene({}, { open: 'open' }), 'robots[0].open', 'one of close, solid, surface, refuse'],
    [scene({}, { closeWithin: NaN }), 'robots[0].closeWithin', "a fraction of the mesh's size, 0 or more"],
    [scene({ closewithin: 1 }), 'obstacles[0].shape.closewithin', 'no field of that name'],
  ])('[scene-strict] wrong fields are refused by their place (%#)', (description, field, expected) => {
    let found: unknown
    try {
      parseScene(description)
    } catch (error) {
      found = error
    }
    expect(found).toBeInstanceOf(SceneFileError)
    expect((found as SceneFileError).field).toBe(field)
    expect((found as SceneFileError).message).toContain(expected)
  })

  test('what was read is such a scene again', () => {
    const description = parseScene(scene({ open: 'solid', closeWithin: 0.01 }, { open: 'close' }))
    expect(parseScene(JSON.stringify(description))).toEqual(description)
    expect(description.robots[0]).toMatchObject({ open: 'close' })
    expect(description.obstacles[0]!.shape).toMatchObject({ open: 'solid', closeWithin: 0.01 })
  })
})
