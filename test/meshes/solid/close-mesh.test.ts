// Closing of open meshes: the added triangles are those of the rule, what is inside is what exact arithmetic says, and nothing that touched
// before is lost.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identityPose, setQuaternion } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { OpenMeshError } from '../../../src/errors.js'
import { fillLoop, LONGEST_LOOP, triangleArea } from '../../../src/meshes/solid/fill-loop.js'
import { FillingReach } from '../../../src/meshes/solid/filling-reach.js'
import { meshShells } from '../../../src/meshes/solid/mesh-shells.js'
import { openSurface } from '../../../src/meshes/solid/open-surface.js'
import { sealMeshBuffer } from '../../../src/meshes/tree/mesh-seal.js'
import { MeshTree } from '../../../src/meshes/tree/mesh-tree.js'
import { box, type MeshShape, mesh, meshShape, type Shape, sphere } from '../../../src/shapes/shape.js'
import { pointInMesh } from '../../../src/shapes/shape-inside.js'
import { TouchQuery, touchShapes } from '../../../src/shapes/shape-touch.js'
import { bruteFilling } from '../../oracle/meshes/closing.js'
import { ballMesh, ROCK_MODES, type RockMode, rock } from '../../oracle/meshes/rocks.js'
import { exactInside, exactPoint, exactSolid } from '../../oracle/meshes/solids.js'
import { insideOut, join, type PlainMesh, solidPoint } from '../../oracle/meshes/solids-cases.js'

function check(mode: RockMode, numRuns: number, body: (random: Random, plain: PlainMesh) => void): void {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      body(random, rock(mode, random))
    }),
    { seed: 70 + ROCK_MODES.indexOf(mode), numRuns },
  )
}

function triples(list: ArrayLike<number>): string[] {
  return Array.from({ length: list.length / 3 }, (_, t) =>
    [0, 1, 2]
      .map((k) => list[3 * t + k]!)
      .sort((a, b) => a - b)
      .join(),
  ).sort()
}

describe.each(ROCK_MODES)('%s', (mode) => {
  test('[solids] the triangles added are those of the rule, and the file comes first', () => {
    let added = 0
    check(mode, 25, (_, plain) => {
      const shape = mesh({ ...plain, open: 'solid' })
      const { tree } = shape
      expect([...tree.positions]).toEqual(plain.positions)
      expect([...tree.triangles.subarray(0, plain.triangles.length)]).toEqual(plain.triangles)
      const size = diagonal(plain)
      const distances = new FillingReach(tree.positions, Uint32Array.from(plain.triangles), size)
      const expected = bruteFilling(plain, tree.closeWithin, (caps) =>
        caps.length === 0 ? 0 : distances.of(caps.flat(), tree.closeWithin * size),
      )
      expect(triples(tree.triangles.subarray(plain.triangles.length))).toEqual(triples(expected.flat()))
      expect(tree.added).toBe(expected.length)
      added += tree.added
    })
    expect(added > 0).toBe(mode !== 'whole' && mode !== 'turned' && mode !== 'doubled')
  })

  test('[solids] a point is inside as exact arithmetic has it', () => {
    let inside = 0
    check(mode, 25, (random, plain) => {
      const shape = mesh({ ...plain, open: (['close', 'solid', 'surface'] as const)[random.integer(3)]! })
      const solid = exactSolid(shape)
      expect(openSurface(shape.tree)?.shells ?? 0).toBe(solid.surfaces)
      for (let k = 0; k < 8; k++) {
        const [x, y, z] = solidPoint(plain, random) as [number, number, number]
        const truth = exactInside(solid, exactPoint([x, y, z]))
        expect({ x, y, z, inside: pointInMesh(shape, x, y, z) }).toEqual({ x, y, z, inside: truth })
        if (truth) inside++
      }
    })
    expect(inside).toBeGreaterThan(5)
  })

  test('[solids] whatever the mesh touched, the closed mesh touches', () => {
    const seen = { before: 0, after: 0 }
    check(mode, 40, (random, plain) => {
      const before = mesh({ ...plain, open: 'surface' })
      const closed = (['close', 'solid'] as const).map((open) => mesh({ ...plain, open }))
      for (let k = 0; k < 8; k++) {
        const other = thing(random)
        const x = placed(random)
        if (!touches(before, other, x)) {
          if (touches(closed[1]!, other, x)) seen.after++
          continue
        }
        seen.before++
        for (const shape of closed) expect(touches(shape, other, x)).toBe(true)
      }
    })
    expect(seen.before).toBeGreaterThan(20)
    if (mode === 'lost') expect(seen.after).toBeGreaterThan(10)
  })

  test('[solids] nothing that is added takes an inside away', () => {
    let inside = 0
    check(mode, 25, (random, plain) => {
      const shape = mesh({ ...plain, open: random.unit() < 0.5 ? 'solid' : 'surface' })
      const more = withAdded(shape.tree, random)
      for (let k = 0; k < 12; k++) {
        const [x, y, z] = solidPoint(plain, random) as [number, number, number]
        if (!pointInMesh(shape, x, y, z)) continue
        inside++
        expect(pointInMesh(more, x, y, z)).toBe(true)
      }
    })
    expect(inside).toBeGreaterThan(5)
  })
})

/** Of the box around all triangles. */
function diagonal({ positions, triangles }: PlainMesh): number {
  const spans = [0, 1, 2].map((k) => {
    const along = triangles.map((v) => positions[3 * v + k]!)
    return Math.max(...along) - Math.min(...along)
  })
  return Math.sqrt(spans.reduce((sum, x) => sum + x * x, 0))
}

/** The same tree with more triangles at its end, between corners that it has: a cap, a wall, nonsense. */
function withAdded(tree: MeshTree, random: Random): MeshShape {
  const some = (): number => tree.triangles[random.integer(tree.triangles.length)]!
  const more = Array.from({ length: 3 * (1 + random.integer(8)) }, some)
  const triangles = [...tree.triangles, ...more]
  const buffer = new MeshTree({ positions: tree.positions, triangles }, { open: 'surface' }).buffer.slice(0)
  new Uint32Array(buffer, 0, 16)[11] = tree.added + more.length / 3
  sealMeshBuffer(buffer)
  return meshShape('mesh', MeshTree.fromBuffer(buffer))
}

function thing(random: Random): Shape {
  const size = 10 ** random.range(-3, 0)
  const sort = random.integer(3)
  if (sort === 0) return sphere({ radius: size })
  if (sort === 1) return box({ size: [size, size, size] })
  return mesh(ballMesh(0, size))
}

function placed(random: Random): Float64Array {
  const x = new Float64Array(12)
  setQuaternion(x, 0, [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), 1])
  for (let k = 0; k < 3; k++) x[4 * k + 3] = random.range(-1.2, 1.2)
  return x
}

function touches(a: Shape, b: Shape, x: Float64Array): boolean {
  return touchShapes(new TouchQuery(), a, b, x, 0)
}

function at(x: number, y: number, z: number): Float64Array {
  const pose = new Float64Array(12)
  identityPose(pose, 0)
  pose[3] = x
  pose[7] = y
  pose[11] = z
  return pose
}

const without = ({ positions, triangles }: PlainMesh, t: number): PlainMesh => ({
  positions,
  triangles: triangles.toSpliced(3 * t, 3),
})

describe('loops', () => {
  /** All ways to fill a loop from i to j. */
  function* fillings(i: number, j: number): Generator<number[]> {
    if (j - i < 2) yield []
    for (let k = i + 1; k < j; k++) {
      for (const one of fillings(i, k)) for (const other of fillings(k, j)) yield [i, k, j, ...one, ...other]
    }
  }

  test('are filled with the least area there is', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 3, max: 9 }), (seed, m) => {
        const random = new Random(seed)
        const flat = random.unit() < 0.3 ? 0 : 1
        const points = Float64Array.from({ length: 3 * m }, (_, k) => random.range(-1, 1) * (k % 3 === 2 ? flat : 1))
        const loop = Array.from({ length: m }, (_, k) => k)
        const areaOf = (list: readonly number[]): number => {
          let sum = 0
          for (let t = 0; t < list.length; t += 3) sum += triangleArea(points, list[t]!, list[t + 1]!, list[t + 2]!)
          return sum
        }
        const out: number[] = []
        const area = fillLoop(out, points, loop)
        expect(out.length).toBe(3 * (m - 2))
        const least = Math.min(...[...fillings(0, m - 1)].map(areaOf))
        expect(Math.abs(area - least)).toBeLessThanOrEqual(1e-12 * least)
        expect(Math.abs(areaOf(out) - least)).toBeLessThanOrEqual(1e-12 * least)
      }),
      { seed: 80, numRuns: 60 },
    )
  })

  test.each([LONGEST_LOOP, LONGEST_LOOP + 1, 3000, 9001])('of %i edges are bounded by what fills them', (m) => {
    const random = new Random(m)
    const points = Float64Array.from({ length: 3 * m }, (_, k) => {
      const angle = (2 * Math.PI * Math.trunc(k / 3)) / m
      return [Math.cos(angle), Math.sin(angle), 0.01 * random.range(-1, 1)][k % 3]!
    })
    const out: number[] = []
    fillLoop(
      out,
      points,
      Array.from({ length: m }, (_, k) => k),
    )
    expect(out.length).toBe(3 * (m - 2))
    const sides = new Map<string, number>()
    for (let i = 0; i < out.length; i++) {
      const [v, w] = [out[i]!, out[i % 3 === 2 ? i - 2 : i + 1]!]
      const edge = `${Math.min(v, w)} ${Math.max(v, w)}`
      sides.set(edge, (sides.get(edge) ?? 0) + 1)
    }
    const odd = [...sides].filter(([, n]) => n % 2 === 1).map(([edge]) => edge)
    const rim = Array.from({ length: m }, (_, k) => (k === m - 1 ? `0 ${k}` : `${k} ${k + 1}`))
    expect(odd.sort()).toEqual(rim.sort())
  })
})

describe('balls', () => {
  const ball = ballMesh(3)
  const holed = without(ball, 100)

  test('[solids] that lack one of 512 triangles are solids if asked for, and surfaces else', () => {
    expect(ball.triangles.length).toBe(3 * 512)
    expect(mesh(ball).tree.added).toBe(0)
    const small = sphere({ radius: 0.1 })
    for (const [open, added, inside] of [
      ['solid', 1, true],
      ['close', 0, false],
      ['surface', 0, false],
    ] as const) {
      const shape = mesh({ ...holed, open })
      expect({ open, added: shape.tree.added }).toEqual({ open, added })
      expect(touches(shape, small, at(0.1, 0, 0))).toBe(inside)
      expect(meshShells(shape.tree).anyOpen).toBe(!inside)
    }
    // The cap is the triangle that was lost.
    expect(triples(mesh({ ...holed, open: 'solid' }).triangles)).toEqual(triples(ball.triangles))
    // It reaches a little more than a hundredth of the size from the mesh.
    expect(mesh({ ...holed, closeWithin: 0.02 }).tree.added).toBe(1)
    expect(mesh({ ...holed, closeWithin: 0.005 }).tree.added).toBe(0)
  })

  test('[solids] that are hollow stay so only while no triangle is lost', () => {
    const [outer, inner] = [ballMesh(2), insideOut(ballMesh(2, 0.5))]
    const middle = (plain: PlainMesh): boolean[] =>
      (['surface', 'close', 'solid'] as const).map((open) => pointInMesh(mesh({ ...plain, open }), 0.01, 0.02, 0.03))
    expect(middle(join([outer, inner]))).toEqual([false, false, false])
    // The inner shell is no hollow any more, and the outer one is solid all through.
    expect(middle(join([outer, without(inner, 5)]))).toEqual([true, true, true])
    // The inner one is a solid of its own, as nothing closed is around it.
    expect(middle(join([without(outer, 5), inner]))).toEqual([true, true, true])
  })

  test('[solids] an inner ball hung on by triangles does not empty the middle', () => {
    const [outer, inner] = [without(ballMesh(2), 0), ballMesh(1, 0.4)]
    const both = join([outer, inner])
    const from = outer.positions.length / 3
    // Four triangles around a thread from an outer corner to inner ones: every edge of theirs is even but those on the balls.
    const [a, b, c] = inner.triangles.slice(0, 3).map((v) => v + from) as [number, number, number]
    const o = outer.triangles[60]!
    const hung = { positions: both.positions, triangles: [...both.triangles, o, a, b, o, b, c, o, c, a, a, b, c] }
    for (const open of ['solid', 'surface'] as const) {
      const shape = mesh({ ...hung, open })
      expect(pointInMesh(shape, 0.01, 0.02, 0.03)).toBe(true)
      expect(pointInMesh(shape, 0.01, 0.7, 0.03)).toBe(open === 'solid')
      expect(exactInside(exactSolid(shape), exactPoint([0.01, 0.02, 0.03]))).toBe(true)
    }
  })

  test('[solids] inner walls and fins do no harm, and need no filling', () => {
    const wall = [0, 1, 4]
    const walled = mesh({ ...ballMesh(0), triangles: [...ballMesh(0).triangles, 0, 1, 2, 0, 2, 3], open: 'surface' })
    expect(meshShells(walled.tree).anyOpen).toBe(false)
    expect(pointInMesh(walled, 0.1, 0.1, 0.2)).toBe(true)
    expect(pointInMesh(walled, 0.1, 0.1, -0.2)).toBe(true)
    const finned = { positions: [...ball.positions, 3, 3, 3], triangles: [...ball.triangles, 0, 6, 258] }
    expect(wall.length).toBe(3)
    for (const open of ['surface', 'close', 'solid'] as const) {
      expect(pointInMesh(mesh({ ...finned, open }), 0.1, 0.2, 0.3)).toBe(true)
    }
  })

  test('[solids] are refused where they are open, by the lengths of their loops and a place', () => {
    expect(mesh({ ...ball, open: 'refuse' }).tree.open).toBe('refuse')
    const twice = without(without(ball, 300), 100)
    expect(() => mesh({ ...twice, open: 'refuse' })).toThrow(OpenMeshError)
    try {
      new MeshTree(twice, { open: 'refuse' })
      expect.unreachable()
    } catch (error) {
      expect((error as OpenMeshError).loops).toEqual([3, 3])
      expect(ball.positions).toEqual(expect.arrayContaining([...(error as OpenMeshError).at]))
      expect((error as OpenMeshError).message).toMatch(/2 loops of open edges \(3, 3 edges\), the longest at/)
    }
    expect(() => mesh({ ...ball, open: 'ajar' as never })).toThrow(/mesh.open must be one of close, solid/)
    expect(() => new MeshTree(ball, { closeWithin: -1 })).toThrow(/options.closeWithin/)
  })

  test('[solids] a tree keeps what was added through its buffer, other volumes and a refit', () => {
    const tree = new MeshTree(holed, { open: 'solid', closeWithin: 0.25 })
    const again = MeshTree.fromBuffer(tree.buffer.slice(0))
    const dops = tree.withVolume('kdop14')
    for (const one of [tree, again, dops]) {
      one.validate()
      expect([one.added, one.open, one.closeWithin, one.size]).toEqual([1, 'solid', 0.25, 512])
    }
    tree.refit(holed.positions.map((x) => 2 * x))
    expect(tree.added).toBe(1)
    expect(pointInMesh(meshShape('mesh', tree), 1.5, 0, 0)).toBe(true)
    // A corner leaves: the places of two corners are no longer one, nothing is mended.
    const soup = new MeshTree({ positions: holed.triangles.flatMap((v) => holed.positions.slice(3 * v, 3 * v + 3)) })
    expect(soup.added).toBe(0)
    const solid = new MeshTree({ positions: soup.positions }, { open: 'solid' })
    expect(solid.added).toBe(1)
    expect(pointInMesh(meshShape('mesh', solid), 0.5, 0, 0)).toBe(true)
    const moved = solid.positions.slice()
    moved[0]! += 0.5
    solid.refit(moved)
    expect([solid.added, solid.size]).toEqual([1, 512])
    expect(pointInMesh(meshShape('mesh', solid), 0, 0.5, 0)).toBe(false)
  })
})
