// From a description to a world: what is loaded, where it stands, who may touch whom, and what is said when it does not fit.
import { expect, test } from 'vitest'
import { Necklace } from '../../../src/chains/necklace/necklace.js'
import { SceneFileError } from '../../../src/errors.js'
import type { MeshData } from '../../../src/formats/meshes/mesh-data.js'
import { parseScene, type SceneDescription } from '../../../src/formats/robots/scene.js'
import type { SceneMesh } from '../../../src/formats/robots/scene-shape.js'
import { type SceneLoaders, worldFromScene } from '../../../src/formats/robots/scene-world.js'
import type { World } from '../../../src/robots/world/world.js'
import { TETRAHEDRON } from '../samples.js'
import { CELL, sampleRobot } from './scene-samples.js'

const TRIANGLES: MeshData = {
  positions: Float64Array.from(TETRAHEDRON.positions),
  triangles: Uint32Array.from(TETRAHEDRON.triangles),
  format: 'stl',
  notes: ['Seen.'],
}

/** Loaders that keep a list of what was asked for. */
function loaders(mesh: MeshData = TRIANGLES): SceneLoaders & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async robot(entry, field) {
      asked.push(`${field} ${entry.urdf}`)
      return sampleRobot(entry.name)
    },
    async mesh(entry: SceneMesh, field: string) {
      asked.push(`${field} ${entry.file} ${JSON.stringify(entry.scale)}`)
      return mesh
    },
  }
}

/** From the nearest of the robot's links, all joints at neutral. */
function distanceTo(world: World, obstacle: string): number {
  return world.distances(world.neutral()).find(({ b }) => b === obstacle)!.distance
}

const scene = (parts: object): SceneDescription => parseScene({ limber: 1, ...parts })

async function refusal(description: SceneDescription, using = loaders()): Promise<SceneFileError> {
  const error = await worldFromScene(description, using, 'cell.json').then(
    () => undefined,
    (found: unknown) => found,
  )
  expect(error).toBeInstanceOf(SceneFileError)
  return error as SceneFileError
}

test('everything is there, under its name, and each mesh is loaded once', async () => {
  const using = loaders()
  const twice = {
    ...CELL,
    obstacles: [...CELL.obstacles, { ...CELL.obstacles[5]!, name: 'again', pose: { xyz: [0, 0, 4] } }],
  }
  const { world, notes } = await worldFromScene(parseScene(twice), using)
  expect(world.objects.filter((name) => !name.includes('/'))).toEqual([
    ...['cup', 'lid', 'table', 'ball', 'post', 'rail', 'wedge', 'part', 'mirrored', 'again'],
  ])
  expect(world.variables).toEqual(['arm/lift', 'arm/turn', 'left/lift', 'left/turn'])
  expect(using.asked).toEqual([
    'robots[0] arm.urdf',
    'robots[1] robots/other.urdf',
    'obstacles[5].shape parts/part.stl 0.001',
    'obstacles[6].shape parts/part.stl [1,1,-1]',
  ])
  expect(notes).toEqual([
    ...['arm: Made by hand.', 'left: Made by hand.', 'parts/part.stl: Seen.', 'parts/part.stl: Seen.'],
  ])
})

test('robots and obstacles stand where the scene says', async () => {
  const base = { xyz: [1, 2, 3], rpy: [0, 0, Math.PI / 2] }
  const { world } = await worldFromScene(
    scene({
      robots: [{ name: 'r', urdf: 'u', base }],
      obstacles: [{ name: 'o', shape: { kind: 'sphere', radius: 0.5 }, pose: { xyz: [1, 2, 6] } }],
    }),
    loaders(),
  )
  const pose = world.linkPose(world.neutral(), 'r/tool')
  const want = [0, -1, 0, 1, 1, 0, 0, 2.5, 0, 0, 1, 3]
  want.forEach((value, k) => {
    expect(pose[k]).toBeCloseTo(value, 15)
  })
  // The finger reaches to z = 3 + 0.3 + 0.07 + 0.02 at lift 0; the ball starts at 5.5.
  expect(distanceTo(world, 'o')).toBeCloseTo(5.5 - 3.39, 12)
})

test.each([
  [{ kind: 'box', size: [0.2, 0.4, 0.6] }, 0.3],
  [{ kind: 'sphere', radius: 0.3 }, 0.3],
  [{ kind: 'cylinder', radius: 0.1, length: 0.6 }, 0.3],
  [{ kind: 'capsule', radius: 0.1, length: 0.4 }, 0.3],
  [{ kind: 'convex', points: [[0, 0, -0.3], [0.1, 0, 0], [0, 0.1, 0]] }, 0.3], // biome-ignore format: one line
  [{ kind: 'mesh', file: 'm.stl' }, 2],
])('a shape is as long as it is said to be: %j', async (shape, reach) => {
  // Each stands on its z axis above the finger, and reaches down by `reach`.
  const { world } = await worldFromScene(
    scene({
      robots: [{ name: 'r', urdf: 'u' }],
      obstacles: [{ name: 'o', shape, pose: { xyz: shape.kind === 'mesh' ? [-0.25, -0.5, 5] : [0, 0, 5] } }],
    }),
    loaders(),
  )
  expect(distanceTo(world, 'o')).toBeCloseTo(5 - reach - 0.39, 12)
})

test('what is attached moves with its link; touch and allowed are left out, in any order', async () => {
  const robots = [{ name: 'r', urdf: 'u' }]
  const shape = { kind: 'box', size: [0.1, 0.1, 0.1] }
  const obstacles = [{ name: 'lid', shape: { kind: 'box', size: [1, 1, 0.1] }, pose: { xyz: [0, 0, 1] } }]
  const held = (more: object) => ({ name: 'held', link: 'r/gripper', shape, pose: { xyz: [0, 0, 0.5] }, ...more })
  const touching = async (parts: object): Promise<string[]> => {
    const { world } = await worldFromScene(scene({ robots, obstacles, ...parts }), loaders())
    // Up by 0.2: gripper at 0.5, what it holds at 1.
    return world.collisions({ 'r/lift': 0.2 }).map(({ a, b }) => `${a} ${b}`)
  }
  expect(await touching({})).toEqual([])
  expect(await touching({ attached: [held({})] })).toEqual(['held lid'])
  expect(await touching({ attached: [held({ touch: ['lid'] })] })).toEqual([])
  expect(await touching({ attached: [held({})], allowed: [['lid', 'held']] })).toEqual([])
  const other = { ...held({ name: 'other' }), pose: { xyz: [0, 0, 0.58] }, link: 'r/base' }
  const near = { ...other, pose: { xyz: [0, 0, 0.95] } }
  expect((await touching({ attached: [held({ touch: ['lid'] }), near], allowed: [['other', 'lid']] })).sort()).toEqual([
    'held other',
  ])
  // A thing that comes later in the file may be touched too.
  expect(await touching({ attached: [held({ touch: ['lid', 'other'] }), near], allowed: [['other', 'lid']] })).toEqual(
    [],
  )
})

test.each<[string, object, string]>([
  [
    'attached[0].link',
    { attached: [{ name: 'h', link: 'r/griper', shape: { kind: 'sphere', radius: 1 } }] },
    'did you mean "r/gripper"?',
  ],
  [
    'attached[0].touch[1]',
    { attached: [{ name: 'h', link: 'r/base', shape: { kind: 'sphere', radius: 1 }, touch: ['r/tool', 'r/fingr'] }] },
    'did you mean "r/finger"?',
  ],
  ['allowed[0][1]', { allowed: [['r/base', 'r/hand']] }, 'the name of a link, got "r/hand"'],
])('names of links are known once robots are read: %s', async (field, parts, message) => {
  const error = await refusal(scene({ robots: [{ name: 'r', urdf: 'u' }], ...parts }))
  expect(error.field).toBe(field)
  expect(error.message).toContain(message)
  expect(error.message.startsWith(`cell.json, ${field}: `)).toBe(true)
})

test('a mesh without triangles is not an obstacle', async () => {
  const empty = { ...TRIANGLES, triangles: new Uint32Array(0) }
  const error = await refusal(
    scene({ obstacles: [{ name: 'o', shape: { kind: 'mesh', file: 'm.stl' } }] }),
    loaders(empty),
  )
  expect(error.message).toBe('cell.json, obstacles[0].shape.file: expected a mesh of one triangle or more, got none')
})

test('what the engine refuses is said of the field, and a description by hand is checked too', async () => {
  const far = { ...TRIANGLES, positions: Float64Array.from(TRIANGLES.positions, (x) => x * 1e61) }
  const error = await refusal(scene({ obstacles: [{ name: 'o', shape: { kind: 'mesh', file: 'm' } }] }), loaders(far))
  expect(error.field).toBe('obstacles[0].shape')
  expect(error.message).toContain('mesh.positions[')
  const byHand = { limber: 1, robots: [], obstacles: [{ name: 'o' }], attached: [], allowed: [] }
  expect((await refusal(byHand as unknown as SceneDescription)).field).toBe('obstacles[0].shape')
})

test('what a loader throws comes through as it is', async () => {
  const broken = { ...loaders(), robot: () => Promise.reject(new RangeError('no disk')) }
  await expect(worldFromScene(scene({ robots: [{ name: 'r', urdf: 'u' }] }), broken)).rejects.toThrow(
    new RangeError('no disk'),
  )
})

test('what bends stands in its first frame, and may touch what it is fastened to', async () => {
  const rope = { name: 'rope', frames: 'rope.xyz', radius: 0.01, strands: 0.01, neighbours: 2 }
  const cloth = { name: 'cloth', mesh: 'cloth.obj', scale: 2, self: false }
  const parts = {
    robots: [{ name: 'arm', urdf: 'arm.urdf' }],
    necklaces: [{ ...rope, fastened: [{ to: 'arm/base', beads: [0] }] }],
    deforming: [cloth],
    allowed: [['rope', 'cloth']],
  }
  const using = {
    ...loaders(),
    necklace: async ({ radius }: { radius: number }) => new Necklace([5, 0, 0, 6, 0, 0, 7, 0, 0], radius),
  }
  const { world, notes } = await worldFromScene(scene(parts), using)
  expect(new Set(world.objects.filter((name) => !name.includes('/')))).toEqual(new Set(['rope', 'cloth']))
  expect(Array.from(world.positionsOf('rope'))).toEqual([5, 0, 0, 6, 0, 0, 7, 0, 0])
  expect(using.asked).toContain('deforming[0] cloth.obj 2')
  expect(notes).toContain('cloth.obj: Seen.')
  const allowed = world.pairs().filter(({ status }) => status === 'allowed')
  expect(allowed).toContainEqual(expect.objectContaining({ a: 'arm/base', b: 'rope' }))
  // Necklaces need a loader, links and numbers of beads must be there.
  const none = await refusal(scene(parts))
  expect(none.message).toBe('cell.json, necklaces[0]: expected left out: necklaces cannot be read here')
  const lost = scene({ ...parts, necklaces: [{ ...rope, fastened: [{ to: 'arm/bas', beads: [0] }] }] })
  expect((await refusal(lost, using)).message).toContain('necklaces[0].fastened[0].to: expected the name of a link')
  const far = scene({ ...parts, necklaces: [{ ...rope, fastened: [{ to: 'arm/base', beads: [3] }] }] })
  expect((await refusal(far, using)).message).toContain('necklaces[0]: expected something that a world can be made of')
})
