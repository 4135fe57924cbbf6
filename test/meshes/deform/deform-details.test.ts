// What a step of a mesh is, case by case; what it costs; what is refused.
import { expect, test } from 'vitest'
import { type ClothScene, clothStep, soup, sphereMesh } from '../../../scenes/index.js'
import { type DeformOther, MeshTree, selfCollisions } from '../../../src/entries/meshes.js'

const surface = { open: 'surface' } as const

/** A square of four triangles around the vertex 0; corners 1 to 4 in order. */
const PYRAMID = {
  positions: [0, 0, 1, 1, 1, 0, -1, 1, 0, -1, -1, 0, 1, -1, 0],
  triangles: [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1],
}

function moved(positions: ArrayLike<number>, vertex: number, to: readonly number[]): Float64Array {
  const next = Float64Array.from(positions)
  next.set(to, 3 * vertex)
  return next
}

test('[deform] a corner of a tetrahedron that passes through the opposite face', () => {
  const positions = [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 1]
  const tree = new MeshTree({ positions, triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] })
  const through = tree.checkDeform(moved(positions, 3, [1, 1, -1]))
  expect(through.outcome).toBe('collision')
  expect(through.at).toBe(0.5)
  expect(through.pairs.map(({ a, b, lower, upper }) => [a, b, lower, upper])).toEqual([
    [0, 1, 0.5, 0.5],
    [0, 2, 0.5, 0.5],
    [0, 3, 0.5, 0.5],
  ])
  expect(through.collapsed).toEqual([])
  expect(tree.checkDeform(moved(positions, 3, [1, 1, 2 ** -40])).outcome).toBe('free')
  // It only just arrives.
  expect(tree.checkDeform(moved(positions, 3, [1, 1, 0])).pairs.map(({ lower }) => lower)).toEqual([1, 1, 1])
})

test('[deform] triangles that collapse are named, and leave the step undecided', () => {
  const positions = [0, 0, 0, 2, 0, 0, 1, 1, 0, 1, -1, 0]
  const tree = new MeshTree({ positions, triangles: [0, 1, 2, 1, 0, 3] }, surface)
  const flips = tree.checkDeform(moved(positions, 2, [1, -0.5, 0]))
  expect(flips.outcome).toBe('undecided')
  expect(flips.at).toBeUndefined()
  expect(flips.pairs).toEqual([])
  expect(flips.collapsed.map(({ triangle }) => triangle)).toEqual([0])
  const { lower, upper } = flips.collapsed[0]!
  expect(lower).toBeLessThanOrEqual(2 / 3)
  expect(upper).toBeGreaterThanOrEqual(2 / 3)
  expect(upper - lower).toBeLessThanOrEqual(2 ** -40)
  // The same over the other one in space: it folds, and touches nothing.
  expect(tree.checkDeform(moved(positions, 2, [1, -0.5, 1])).outcome).toBe('free')
  // A triangle with two corners in one place has collapsed from the start.
  const needle = new MeshTree({ positions, triangles: [0, 1, 2, 3, 3, 1] }, surface)
  expect(needle.checkDeform(positions).collapsed).toEqual([{ triangle: 1, lower: 0, upper: 0 }])
})

test('[deform] a contact before a neighbour collapses is a collision', () => {
  // A flap folds down onto its neighbour at one half, and is in line with the hinge only afterwards.
  const positions = [0, 0, 0, 2, 0, 0, 1, -1, 0, 1, -1, 1]
  const tree = new MeshTree({ positions, triangles: [0, 1, 2, 1, 0, 3] }, surface)
  const { outcome, pairs, collapsed } = tree.checkDeform([0, 0, 0, 2, 0, 0, 1, -1, 0, 1, 1, -1])
  expect(outcome).toBe('undecided')
  expect(collapsed.length).toBe(1)
  expect(pairs).toEqual([])
  const earlier = tree.checkDeform([0, 0, 0, 2, 0, 0, 1, 0.5, 0, 1, -1, -1])
  expect(earlier.outcome).toBe('collision')
  expect(earlier.pairs).toEqual([{ with: 'self', a: 0, b: 1, lower: 0.5, upper: 0.5 }])
  expect(earlier.collapsed[0]!.lower).toBeGreaterThan(0.5)
})

test('[deform] fans that share one vertex can pass through each other', () => {
  // Two triangles at one vertex, no edge between them.
  const positions = [0, 0, 0, 2, -1, 1, 2, 1, 1, 2, -1, -1, 2, 1, -1]
  const tree = new MeshTree({ positions, triangles: [0, 1, 2, 0, 3, 4] }, surface)
  expect(tree.checkDeform(positions).outcome).toBe('free')
  const next = [0, 0, 0, 2, -1, -1, 2, 1, -1, 2, -1, 1, 2, 1, 1]
  expect(tree.checkDeform(next).pairs).toEqual([{ with: 'self', a: 0, b: 1, lower: 0.5, upper: 0.5 }])
})

test('[deform] a mesh that touches itself at the start collides at 0', () => {
  const { positions, triangles } = soup(30, 3, 1)
  const tree = new MeshTree({ positions, triangles }, surface)
  const { count, pairs } = selfCollisions(tree)
  expect(count).toBeGreaterThan(3)
  const rests = tree.checkDeform(positions)
  expect(rests.at).toBe(0)
  expect(rests.pairs.flatMap(({ a, b, upper }) => [a, b, upper])).toEqual(
    Array.from({ length: count }, (_, k) => [pairs[2 * k], pairs[2 * k + 1], 0]).flat(),
  )
})

test('[deform] vertices at one place are one, as long as they stay together', () => {
  const corners = PYRAMID.triangles.flatMap((v) => PYRAMID.positions.slice(3 * v, 3 * v + 3))
  const tree = new MeshTree({ positions: corners }, surface)
  expect(selfCollisions(tree).count).toBe(0)
  const up = corners.map((x, i) => (i % 3 === 2 ? 2 * x : x))
  expect(tree.checkDeform(up).outcome).toBe('free')
  // One corner of the tip stays behind: the seam tears, and touches where it tore from.
  const torn = moved(up, 0, [0, 0, 1])
  expect(tree.checkDeform(torn).at).toBe(0)
  const closing = new MeshTree({ positions: torn }, surface).checkDeform(up)
  expect([closing.outcome, closing.at]).toEqual(['collision', 1])
})

test('[deform] copies of a triangle, and triangles that were added, are not in contact with anything', () => {
  const double = { ...PYRAMID, triangles: [...PYRAMID.triangles, ...PYRAMID.triangles, 1, 0, 2] }
  const tree = new MeshTree(double, surface)
  expect(selfCollisions(tree).count).toBe(0)
  expect(tree.checkDeform(PYRAMID.positions.map((x) => 2 * x)).outcome).toBe('free')
  const closed = new MeshTree(PYRAMID, { open: 'solid' })
  expect(closed.added).toBe(2)
  // The tip goes down through the floor that was added: nothing of the file touches, or collapses.
  expect(closed.checkDeform(moved(PYRAMID.positions, 0, [0, 0, -1])).outcome).toBe('free')
  // What is not part of the mesh can touch what was added.
  const dart = new MeshTree({ positions: [0, 0, -1, 0.1, 0, -1, 0, 0.1, -2] }, surface)
  const far = closed.positions.map((x, i) => x - (i % 3 === 2 ? 3 : 0))
  expect(closed.checkDeform(far, { other: dart }).outcome).toBe('collision')
})

test.each([
  ['wave', 1],
  ['fold', 1],
  ['gentle', 1],
  ['roll', 1.2],
] as [ClothScene, number][])(
  '[deform] %s takes at most %s times the node tests of the frame at its end',
  (scene, most) => {
    const { positions, next, triangles } = clothStep(scene, 5000)
    const tree = new MeshTree({ positions, triangles }, surface)
    const result = tree.checkDeform(next)
    expect(result.outcome).toBe('free')
    tree.refit(next)
    const still = selfCollisions(tree)
    expect(still.count).toBe(0)
    expect(result.stats.volumeTests).toBeLessThanOrEqual(1.01 * most * still.stats.volumeTests)
    expect(result.stats.exactCalls).toBe(0)
  },
)

test('[deform] a roll through 2.5 radians is cut into slabs, and every number of slabs gives the same answer', () => {
  const { positions, next, triangles } = clothStep('roll', 5000, { angle: 2.5 })
  const tree = new MeshTree({ positions, triangles }, surface)
  const auto = tree.checkDeform(next)
  expect(auto.outcome).toBe('free')
  expect(auto.stats.slabs).toBe(16)
  const one = tree.checkDeform(next, { slabs: 1 })
  expect(one.outcome).toBe('free')
  expect(auto.stats.hullTests).toBeLessThan(one.stats.hullTests / 10)
})

test('[deform] nothing moves, and a refit afterwards changes no result', () => {
  const tree = new MeshTree(sphereMesh(100))
  const before = tree.positions.slice()
  const next = before.map((x) => 1.5 * x)
  const result = tree.checkDeform(next)
  expect(tree.positions).toEqual(before)
  expect(tree.version).toBe(0)
  tree.refit(next)
  expect(result.document().points).toEqual(Array.from(before))
  expect(result.outcome).toBe('free')
})

test('[deform] a trace names the nodes that were tested', () => {
  const { positions, next, triangles } = clothStep('fold', 400)
  const tree = new MeshTree({ positions, triangles }, surface)
  const trace: number[] = []
  const { volumeTests } = tree.checkDeform(next, { slabs: 1, trace }).stats
  expect(trace.length).toBe(2 * volumeTests)
  expect(trace.every((n) => n >= 0 && n < tree.nodes)).toBe(true)
})

test('[deform] wrong input is refused by name', () => {
  const tree = new MeshTree(PYRAMID, surface)
  const next = PYRAMID.positions
  expect(() => tree.checkDeform([1, 2, 3])).toThrow(/next.*15 numbers/)
  expect(() => tree.checkDeform(moved(next, 0, [0, Number.NaN, 0]))).toThrow(/next\[1\]/)
  expect(() => tree.checkDeform(next, { slab: 2 } as object)).toThrow(/slab/)
  for (const slabs of [0, 3, 64, 1.5]) expect(() => tree.checkDeform(next, { slabs })).toThrow(/slabs/)
  expect(() => tree.checkDeform(next, { other: {} as DeformOther })).toThrow(/other\.mesh/)
  expect(() => tree.checkDeform(next, { other: { mesh: tree, next, to: {} } })).toThrow(/other\.to/)
  expect(() => tree.checkDeform(next, { other: { mesh: tree, next: [0] } })).toThrow(/other\.next/)
  expect(() => tree.checkDeform(next, { first: 1 as unknown as boolean })).toThrow(/first/)
  expect(() => tree.checkDeform(next, { trace: {} as number[] })).toThrow(/trace/)
  expect(() => selfCollisions({} as MeshTree)).toThrow(/mesh/)
})
