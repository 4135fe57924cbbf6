// Whether a mesh is a solid is fixed when it is made: whoever asks gets the same answer, and what stays a surface is named.
import { describe, expect, test } from 'vitest'
import { ChainTree, Necklace } from '../../../src/entries/chains.js'
import {
  box,
  collide,
  collisions,
  contact,
  distance,
  greedyDistance,
  group,
  type MeshShape,
  MeshTree,
  mesh,
  type OpenChoice,
  Random,
  type Shape,
  sphere,
  within,
} from '../../../src/entries/meshes.js'
import { checkMotion, freeBody, parseRobot, poseConfiguration, sweep, World } from '../../../src/entries/robots.js'
import { ballMesh } from '../../oracle/meshes/rocks.js'
import { insideOut, join, type PlainMesh } from '../../oracle/meshes/solids-cases.js'

/** A ball of 512 triangles that lacks one. */
const BALL = ballMesh(3)
const HOLED: PlainMesh = { positions: BALL.positions, triangles: BALL.triangles.toSpliced(300, 3) }

type Point = readonly [number, number, number]

/** By who asks: does a ball of radius r at a place touch the mesh? */
function answers(plain: PlainMesh, open: OpenChoice, at: Point, r: number): Record<string, boolean> {
  const shape = mesh({ ...plain, open })
  const small = ballMesh(1, r)
  const inner = mesh(small)
  const pose = { at }
  const trees = (volume: 'obb' | 'kdop14' | 'rss'): [MeshTree, MeshTree] => [
    new MeshTree(plain, { open, volume }),
    new MeshTree(small, { volume }),
  ]
  const ball = sphere({ radius: r })
  const away = { at: [at[0], at[1], at[2] + 100 * r] }
  const world = new World({
    robots: [freeBody({ name: 'b', shape: ball })],
    obstacles: [{ name: 'a', shape }],
  })
  const meshes = new World({
    robots: [freeBody({ name: 'b', shape: inner })],
    obstacles: [{ name: 'a', shape: new MeshTree(plain, { open }) }],
  })
  const q = poseConfiguration(pose)
  const centres = [...at, at[0] + r / 2, at[1], at[2]]
  const out: Record<string, boolean> = {
    'collide, shapes': collide(shape, ball, pose).collides,
    'collide, the other way round': collide(ball, shape, { at: at.map((x) => -x) }).collides,
    'collide, meshes as shapes': collide(shape, inner, pose).collides,
    'collide, a group': collide(group([shape, box({ size: [1, 1, 1], at: [90, 0, 0] })]), ball, pose).collides,
    'distance, shapes': distance(shape, ball, pose).distance === 0,
    within: within(shape, ball, 0, pose),
    greedyDistance: greedyDistance(shape, ball, pose) === 0,
    contact: contact(shape, ball, pose).distance === 0,
    ChainTree: ChainTree.fromSpheres(centres, r).collidesWith(shape),
    'ChainTree, a tree': ChainTree.fromSpheres(centres, r).collidesWith(trees('obb')[0]),
    'ChainTree, distance': ChainTree.fromSpheres(centres, r).distanceTo(shape).distance === 0,
    'ChainTree, links': ChainTree.fromLinks([inner], [], { base: pose }).collidesWith(shape),
    Necklace: new Necklace(centres, r).collidesWith(shape),
    'Necklace, distance': new Necklace(centres, r).distanceTo(trees('obb')[0]).distance === 0,
    'World.collides': world.collides(q),
    'World.collisions': world.collisions(q).length === 1,
    'World.distance': world.distance(q).distance === 0,
    'World.pairsWithin': world.pairsWithin(q, 0).length === 1,
    'World, meshes': meshes.collides(q),
    checkMotion: checkMotion(world, [q, q]).outcome === 'collision',
    'checkMotion, meshes': checkMotion(meshes, [q, q]).outcome === 'collision',
  }
  for (const volume of ['obb', 'kdop14', 'rss'] as const) {
    const [a, b] = trees(volume)
    out[`collide, ${volume}`] = collide(a, b, pose).collides
    out[`collide, ${volume}, the other way round`] = collide(b, a, { at: at.map((x) => -x) }).collides
    out[`distance, ${volume}`] = distance(a, b, pose).distance === 0
    out[`within, ${volume}`] = within(a, b, 0, pose)
    out[`greedyDistance, ${volume}`] = greedyDistance(a, b, pose) === 0
    out[`sweep, ${volume}`] = sweep(a, b, pose, pose).outcome === 'collision'
    expect(collisions(a, b, pose).count === 0 || out[`collide, ${volume}`]).toBe(true)
  }
  expect(collide(shape, ball, away).collides).toBe(false)
  return out
}

function allSay(found: Record<string, boolean>, truth: boolean): void {
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, truth])))
}

describe('[solids] every query gives the same answer', () => {
  const INSIDE: Point = [0.2, -0.1, 0.1]

  test('about a closed mesh', () => {
    for (const open of ['close', 'solid', 'surface', 'refuse'] as const) {
      allSay(answers(BALL, open, INSIDE, 0.05), true)
      allSay(answers(BALL, open, [1.2, 0.3, 0.1], 0.05), false)
    }
  })

  test('about one that lacks a triangle', () => {
    allSay(answers(HOLED, 'solid', INSIDE, 0.05), true)
    allSay(answers(HOLED, 'close', INSIDE, 0.05), false)
    allSay(answers(HOLED, 'surface', INSIDE, 0.05), false)
  })

  test('about a crack, and a hollow', () => {
    // One facet is off by a little, as with a digit more in a text STL file.
    const soup = { positions: BALL.triangles.flatMap((v) => BALL.positions.slice(3 * v, 3 * v + 3)), triangles: [] }
    const cracked = { positions: soup.positions, triangles: BALL.triangles.map((_, k) => k) }
    for (let k = 0; k < 9; k++) cracked.positions[k]! += 3e-7
    allSay(answers(cracked, 'close', INSIDE, 0.05), true)
    allSay(answers(cracked, 'surface', INSIDE, 0.05), false)
    const hollow = join([BALL, insideOut(ballMesh(2, 0.6))])
    allSay(answers(hollow, 'close', INSIDE, 0.05), false)
    allSay(answers(hollow, 'close', [0.8, 0, 0], 0.05), true)
  })

  test('anywhere, about anything', () => {
    const random = new Random(90)
    const seen = { yes: 0, no: 0 }
    for (let k = 0; k < 12; k++) {
      const at = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)] as const
      const found = answers(HOLED, k % 3 === 0 ? 'close' : 'solid', at, 0.03)
      const truth = found['collide, shapes']!
      allSay(found, truth)
      seen[truth ? 'yes' : 'no']++
    }
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(1)
  })

  test('and says where: a point of the inner one, and no triangle of the outer', () => {
    const [a, b] = [new MeshTree(BALL), new MeshTree(ballMesh(0, 0.1))]
    const hit = collide(a, b, { at: INSIDE })
    expect([hit.triangleA, hit.triangleB]).toEqual([-1, 0])
    const v = b.triangles[0]!
    const corner = [0, 1, 2].map((k) => b.positions[3 * v + k]! + INSIDE[k]!)
    expect([...hit.contact!]).toEqual([...corner, ...corner])
    const near = distance(b, a, { at: INSIDE.map((x) => -x) })
    expect([near.distance, near.error, near.triangleA, near.triangleB]).toEqual([0, 0, 0, -1])
    expect([...near.pointA!]).toEqual([...near.pointB!])
    expect([...near.pointA!]).toEqual([...b.positions.subarray(3 * v, 3 * v + 3)])
  })
})

describe('[solids] what stays a surface is named', () => {
  const obstacle = (shape: Shape | MeshTree): ReturnType<World['surfaces']> =>
    new World({ obstacles: [{ name: 'thing', shape }] }).surfaces()

  test('with its share, reach and looks', () => {
    expect(obstacle(mesh(BALL))).toEqual([])
    expect(obstacle(mesh({ ...HOLED, open: 'solid' }))).toEqual([])
    for (const shape of [mesh(HOLED), new MeshTree(HOLED), mesh({ ...HOLED, open: 'surface' })]) {
      const [only, ...others] = obstacle(shape)
      expect(others).toEqual([])
      expect(only).toMatchObject({ object: 'thing', geometry: '0', part: 0, shells: 1, share: 1, looksSolid: true })
      // The middle of the lost triangle is as far from its sides as a circle in it is wide.
      const reach = inscribedRadius(BALL, 100) / (2 * Math.sqrt(3))
      expect(only!.reach).toBeGreaterThanOrEqual(reach)
      expect(only!.reach).toBeLessThan(1.011 * reach)
    }
    const both = mesh({ ...join([HOLED, ballMesh(3, 1, [5, 0, 0])]), open: 'surface' })
    expect(obstacle(both)[0]!.share).toBeCloseTo(0.5, 2)
    // A sheet does not look solid, whichever side is asked.
    const sheet = mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], triangles: [0, 1, 2, 1, 3, 2] })
    expect(obstacle(sheet)[0]).toMatchObject({ shells: 1, share: 1, looksSolid: false })
    // Parts of groups, in the order of the world.
    const world = new World({
      robots: [freeBody({ name: 'first', shape: group([sphere({ radius: 1 }), mesh(HOLED)]) })],
      obstacles: [sheet, mesh(BALL), mesh(HOLED)],
    })
    expect(world.surfaces().map(({ object, part }) => [object, part])).toEqual([
      ['first/body', 1],
      ['obstacle_1', 0],
      ['obstacle_3', 0],
    ])
  })

  test('also a solid that fell to pieces, whatever was asked for', () => {
    const random = new Random(91)
    const positions = BALL.triangles.flatMap((v) => BALL.positions.slice(3 * v, 3 * v + 3))
    const soup = (by: number): MeshShape =>
      mesh({
        positions: positions.map((x) => x + by * random.range(-1, 1)),
        triangles: BALL.triangles.map((_, k) => k),
        open: 'solid',
      })
    // The second time they are zipped as far apart as holes may be closed.
    for (const by of [1e-7, 1e-4]) {
      const fine = soup(by)
      expect(obstacle(fine)).toEqual([])
      expect(collide(fine, sphere({ radius: 0.1 })).collides).toBe(true)
    }
    expect(obstacle(soup(1e-2))).toMatchObject([{ shells: 512, share: 1, looksSolid: true }])
  })

  test('links are solids unless the caller says otherwise', async () => {
    const urdf = `<robot name="r"><link name="l"><collision><geometry><mesh filename="m.stl"/></geometry></collision></link></robot>`
    const readMesh = () => ({
      positions: Float64Array.from(HOLED.positions),
      triangles: Uint32Array.from(HOLED.triangles),
      format: 'stl' as const,
      notes: [],
    })
    const ball = { name: 'ball', shape: sphere({ radius: 0.1 }), pose: { at: [0.1, 0, 0] } }
    const read = async (options: { open?: OpenChoice; closeWithin?: number }): Promise<World> =>
      new World({ robots: [await parseRobot(urdf, { readMesh, ...options })], obstacles: [ball] })
    const world = await read({})
    expect([world.collides([]), world.surfaces()]).toEqual([true, []])
    expect((await read({ open: 'close', closeWithin: 0.05 })).collides([])).toBe(true)
    const surface = await read({ open: 'close' })
    expect(surface.collides([])).toBe(false)
    expect(surface.surfaces()).toMatchObject([{ object: 'r/l', geometry: '0', shells: 1 }])
    await expect(read({ open: 'refuse' })).rejects.toThrow(/link "l" <mesh> m.stl: expected a closed mesh.*one loop/)
  })
})

function inscribedRadius({ positions, triangles }: PlainMesh, t: number): number {
  const [a, b, c] = [0, 1, 2].map((k) => {
    const v = 3 * triangles[3 * t + k]!
    return positions.slice(v, v + 3)
  }) as [number[], number[], number[]]
  const length = (p: number[], q: number[]): number => Math.hypot(...p.map((x, k) => x - q[k]!))
  const [x, y, z] = [length(a, b), length(b, c), length(c, a)]
  const s = (x + y + z) / 2
  return Math.sqrt(((s - x) * (s - y) * (s - z)) / s)
}

test('[solids] a mesh that was sent elsewhere as a record comes back closed as it was', () => {
  const shape = mesh({ ...HOLED, open: 'solid' })
  const { kind, positions, triangles, tree } = shape
  const record = structuredClone({ kind, positions, triangles, tree: { added: tree.added, open: tree.open } })
  const world = new World({ obstacles: [{ name: 'a', shape: record as never }] })
  expect(world.surfaces()).toEqual([])
  expect((world.geometryOf('a').geometry[0]!.shape as MeshShape).tree.added).toBe(1)
  expect((world.geometryOf('a').geometry[0]!.shape as MeshShape).triangles).toEqual(triangles)
})
