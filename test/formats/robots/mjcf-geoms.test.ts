// The geoms of a MuJoCo model as shapes.
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { World } from '../../../src/robots/world/world.js'
import { convexTriangles } from '../../../src/shapes/shape.js'
import { rotated } from '../../oracle/robots/mjcf.js'
import { binaryStl, TETRAHEDRON } from '../samples.js'
import { expectClose } from './mjcf-check.js'
import { readMjcf, refusedMjcf, world } from './mjcf-samples.js'

describe('geoms', () => {
  test('of all kinds', async () => {
    const robot = await readMjcf(
      world(
        `<geom size="1"/><geom type="capsule" size="0.1 0.5"/><geom type="cylinder" size="0.1 0.5 9"/><geom type="box" size="1 2 3"/>
         <geom type="ellipsoid" size="2 2 2"/><geom type="capsule" fromto="0 0 1 0 0 3" size="0.25"/><geom type="box" fromto="1 0 0 3 0 0" size="0.25"/>`,
      ),
    )
    const shapes = robot.link('world').geometry.map(({ shape }) => shape)
    expect(shapes).toMatchObject([
      { kind: 'sphere', radius: 1 },
      { kind: 'capsule', radius: 0.1, from: Float64Array.of(0, 0, -0.5), to: Float64Array.of(0, 0, 0.5) },
      { kind: 'cylinder', radius: 0.1, length: 1 },
      { kind: 'box', half: Float64Array.of(1, 2, 3) },
      { kind: 'sphere', radius: 2 },
      { kind: 'capsule', radius: 0.25, from: Float64Array.of(0, 0, -1) },
      { kind: 'box', half: Float64Array.of(0.25, 0.25, 1) },
    ])
    const { pose } = robot.link('world').geometry[6]!
    // Its z runs along x, back from the second point to the first.
    expectClose([pose[2]!, pose[6]!, pose[10]!, pose[3]!, pose[7]!, pose[11]!], [-1, 0, 0, 2, 0, 0])
  })

  test('[never-misses] an ellipsoid is inside its polyhedron, which is hardly larger', async () => {
    const random = new Random(11)
    for (let round = 0; round < 4; round++) {
      const radii = [0, 1, 2].map(() => 10 ** random.range(-3, 1))
      const robot = await readMjcf(world(`<geom type="ellipsoid" size="${radii.join(' ')}"/>`))
      const shape = robot.link('world').geometry[0]!.shape
      if (shape.kind !== 'convex') throw new Error(shape.kind)
      const { points } = shape
      expect(points.length).toBe(3 * 642)
      const triangles = convexTriangles(shape)
      expect(triangles.length).toBe(3 * 1280)
      const corner = (v: number): number[] => [0, 1, 2].map((k) => points[3 * v + k]! / radii[k]!)
      // In coordinates in which the ellipsoid is the unit ball: planes are beyond it, and corners not far.
      for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => corner(triangles[t + k]!)) as [number[], number[], number[]]
        const u = b.map((x, k) => x - a[k]!)
        const v = c.map((x, k) => x - a[k]!)
        const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
        expect(n.reduce((sum, x, k) => sum + x * a[k]!, 0) / Math.hypot(...n)).toBeGreaterThanOrEqual(1)
        expect(Math.hypot(...a)).toBeLessThan(1.006)
      }
      expect(robot.notes[0]).toBe(
        'Ellipsoids are polyhedra around them, larger by less than 0.6 % of the largest radius: 1 in this model.',
      )
    }
  })

  test('a plane is the top of a large box', async () => {
    const robot = await readMjcf(
      world(
        '<geom type="plane" size="0 0 1" pos="0 0 0.5"/><body name="a" pos="0 0 2"><freejoint/><geom size="1"/></body>',
      ),
    )
    expect(robot.notes).toEqual([
      'Planes are the top faces of boxes that reach 1000 to each side and downwards: 1 in this model.',
    ])
    const own = new World({ robots: [robot] })
    const at = (x: number, y: number, z: number): boolean =>
      own.collides(own.configuration({ 'a.joint1/trans_x': x, 'a.joint1/trans_y': y, 'a.joint1/trans_z': z }))
    expect([at(0, 0, 0), at(0, 0, -0.499), at(0, 0, -0.501), at(900, -900, -0.6), at(0, 0, -900)]).toEqual([
      ...[false, false, true, true, true],
    ])
    const error = await refusedMjcf(world('<body><joint/><geom type="plane" size="1 1 1"/></body>'))
    expect(error.message).toContain('expected a plane only in <worldbody> or in a body that does not move, got plane')
  })

  test('meshes have the place of their file, moved by refpos and refquat and then scaled', async () => {
    const asset = (more: string): string =>
      `<compiler meshdir="parts/"/><asset><mesh file="deep/part.stl" ${more}/></asset>`
    const files = { 'parts/deep/part.stl': binaryStl(TETRAHEDRON) }
    const at = async (more: string): Promise<number[][]> => {
      const text = world('<geom type="mesh" mesh="part" pos="1 0 0" euler="0 0 90"/>', asset(more))
      const robot = await readMjcf(text, files)
      const { shape, pose } = robot.link('world').geometry[0]!
      if (shape.kind !== 'mesh') throw new Error(shape.kind)
      const { positions } = shape
      return Array.from({ length: positions.length / 3 }, (_, v) =>
        [0, 1, 2].map(
          (k) =>
            pose[4 * k]! * positions[3 * v]! +
            pose[4 * k + 1]! * positions[3 * v + 1]! +
            pose[4 * k + 2]! * positions[3 * v + 2]! +
            pose[4 * k + 3]!,
        ),
      )
    }
    const plain = await at('')
    // By MuJoCo's formula, of what the plain one has in the frame of the file; the geom turns x to y and moves by x.
    const expected = (scale: number[], refpos: number[], refquat: number[]): number[][] =>
      plain.map(([x, y, z]) => {
        const file = [y!, 1 - x!, z!]
        const [w, ...v] = refquat
        const moved = rotated(
          [w!, ...v.map((a) => -a)],
          file.map((a, k) => a - refpos[k]!),
        ).map((a, k) => a * scale[k]!)
        return [1 - moved[1]!, moved[0]!, moved[2]!]
      })
    const h = Math.SQRT1_2
    const cases: [string, number[], number[], number[]][] = [
      ['scale="1 2 -3" refpos="0.1 0.2 0.3"', [1, 2, -3], [0.1, 0.2, 0.3], [1, 0, 0, 0]],
      ['scale="2 2 2" refpos="0.1 0.2 0.3" refquat="3 0 0 3"', [2, 2, 2], [0.1, 0.2, 0.3], [h, 0, 0, h]],
      ['scale="-2 -2 -2" refpos="0 1 0" refquat="0.5 0.5 0.5 0.5"', [-2, -2, -2], [0, 1, 0], [0.5, 0.5, 0.5, 0.5]],
    ]
    for (const [more, scale, refpos, refquat] of cases) {
      const wanted = expected(scale, refpos, refquat)
      for (const point of await at(more)) {
        const nearest = Math.min(...wanted.map((other) => Math.hypot(...other.map((x, k) => x - point[k]!))))
        expect(nearest).toBeLessThan(1e-12)
      }
    }
    const bent = world('<geom type="mesh" mesh="part"/>', asset('scale="1 2 3" refquat="1 1 0 0"'))
    expect((await refusedMjcf(bent)).message).toContain('expected the same scale along x, y and z with it, got "1 2 3"')
  })

  test.each([
    ['<geom type="hfield" hfield="h"/>', 'Limber has no other geoms, got hfield'],
    ['<geom type="sdf" mesh="h"/>', 'Limber has no other geoms, got sdf'],
    ['<geom type="box" size="1 1"/>', 'size: expected lengths from 1e-100 to 5e+59, got 1 1'],
    ['<geom/>', 'size: expected lengths from 1e-100 to 5e+59, got none'],
    ['<geom size="1" fromto="0 0 0 1 1 1"/>', 'expected a capsule, cylinder, ellipsoid or box for it, got a sphere'],
    ['<geom type="box" size="1" fromto="0 0 0 1 1 1" pos="1 0 0"/>', 'pos: expected pos or fromto, got both'],
    ['<geom type="mesh" mesh="none"/>', 'expected a <mesh> of <asset>, got "none"'],
    ['<geom type="box" mesh="m"/>', 'expected type="mesh": a box that is fitted to a mesh is not read, got m'],
    ['<geom type="mesh" mesh="m"/>', 'expected a mesh from a file (STL, OBJ)'],
    ['<geom size="1" contype="1.5"/>', 'contype: expected a whole number of 32 bits, got 1.5'],
    ['<geom size="1" class="none"/>', 'expected a class of <default>, got "none"'],
    ['<geom size="1 x"/>', 'expected 1 to 3 numbers in decimal'],
    ['<geom size="1"/><blob/>', '<worldbody> <blob>: expected an element that MuJoCo has in a body, got <blob>'],
    [
      '<replicate count="2"><geom size="1"/></replicate>',
      'MuJoCo writes one, with all elements spelt out, by mj_saveLastXML',
    ],
    ['<geom size="1"><geom/></geom>', '<geom> <geom>: expected nothing inside <geom>, got <geom>'],
    ['<flexcomp/>', 'expected rigid bodies only: Limber does not read those that MuJoCo bends, got <flexcomp>'],
  ])('%s is refused', async (inside, message) => {
    const error = await refusedMjcf(world(inside, '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>'))
    expect(error.message).toContain('models/test.xml, line 2, ')
    expect(error.message).toContain(message)
  })

  test('that touch nothing are left out, unless they are asked for', async () => {
    const text = world(
      `<body name="a"><joint/><geom size="1" contype="0" conaffinity="0"/><geom size="2" contype="0"/></body>
       <body name="b"><geom type="hfield" contype="0" conaffinity="0"/></body>`,
    )
    const robot = await readMjcf(text)
    expect(robot.link('a').geometry).toHaveLength(1)
    expect(robot.visualOnly).toEqual(['b'])
    expect(robot.notes).toEqual([
      "1 body whose geoms all touch nothing, contype and conaffinity being 0 (option geometry: 'visual' or 'both'): b.",
    ])
    const both = world('<body name="a"><joint/><geom size="1" contype="0" conaffinity="0"/><geom size="2"/></body>')
    const radii = async (geometry: 'visual' | 'both'): Promise<unknown> =>
      (await readMjcf(both, {}, { geometry })).links.flatMap((link) =>
        link.geometry.map(({ shape }) => (shape.kind === 'sphere' ? shape.radius : 0)),
      )
    expect([await radii('visual'), await radii('both')]).toEqual([[1], [1, 2]])
  })

  test('have their own colour, or that of their material', async () => {
    const text = world(
      `<body name="a"><joint/><geom size="1" rgba="1 0 0 1" material="m"/><geom size="2" material="m"/><geom size="3"/>
       <geom size="4" rgba="red"/></body>`,
      '<asset><material name="m" rgba="0 1 0 0.5"/></asset>',
    )
    const { geometry } = (await readMjcf(text)).link('a')
    expect(geometry.map(({ colour }) => colour)).toEqual([[1, 0, 0, 1], [0, 1, 0, 0.5], undefined, undefined])
  })
})
