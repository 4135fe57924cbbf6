// Rooms of points against definitions; depths against exact arithmetic and against translations that must not part what is deep.
import { expect, test } from 'vitest'
import { box, capsule, convex, cylinder, mesh, Random, sphere } from '../../../src/entries/robots.js'
import { PairProbe } from '../../../src/robots/allow/pair-probe.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { SolidRoom } from '../../../src/robots/allow/solid-room.js'
import type { PartShape } from '../../../src/shapes/shape.js'
import { pointMesh } from '../../oracle/meshes/brute-mesh.js'
import { pointInside } from '../../oracle/meshes/brute-mesh-inside.js'
import { AllowOracle } from '../../oracle/robots/allow.js'
import { ballMesh, boxMesh, joined, randomRobot } from '../../oracle/robots/allow-cases.js'
import { exactDeepest } from '../../oracle/shapes/shapes-depth.js'

type Point = readonly [number, number, number]

/** How deep a point is, by the definition; minus how far it is outside. */
const ROOMS: readonly { name: string; shape: PartShape; room: (p: Point) => number }[] = [
  { name: 'sphere', shape: sphere({ radius: 0.5 }), room: (p) => 0.5 - Math.hypot(...p) },
  {
    name: 'capsule',
    shape: capsule({ radius: 0.3, from: [-0.4, 0, 0], to: [0.4, 0, 0] }),
    room: ([x, y, z]) => 0.3 - Math.hypot(Math.max(0, Math.abs(x) - 0.4), y, z),
  },
  { name: 'box', shape: box({ size: [1, 0.6, 0.8] }), room: (p) => inBox(p) },
  { name: 'hull', shape: convex({ points: corners() }), room: (p) => inBox(p) },
  { name: 'mesh', shape: boxMesh([1, 0.6, 0.8]) as PartShape, room: (p) => inBox(p) },
  {
    name: 'cylinder',
    shape: cylinder({ radius: 0.5, length: 0.6 }),
    room: ([x, y, z]) => {
      const [r, h] = [Math.hypot(x, y) - 0.5, Math.abs(z) - 0.3]
      return r < 0 && h < 0 ? -Math.max(r, h) : -Math.hypot(Math.max(r, 0), Math.max(h, 0))
    },
  },
]

function corners(): number[] {
  return [-0.5, 0.5].flatMap((x) => [-0.3, 0.3].flatMap((y) => [-0.4, 0.4].flatMap((z) => [x, y, z])))
}

function inBox(p: Point): number {
  const out = [0.5, 0.3, 0.4].map((h, k) => Math.abs(p[k]!) - h)
  return Math.max(...out) < 0 ? -Math.max(...out) : -Math.hypot(...out.map((o) => Math.max(o, 0)))
}

test.each(ROOMS)('the room around points in a $name', ({ shape, room }) => {
  const random = new Random(3)
  const rooms = new SolidRoom(shape)
  for (let k = 0; k < 300; k++) {
    const p: Point = [random.range(-0.7, 0.7), random.range(-0.7, 0.7), random.range(-0.7, 0.7)]
    const truth = room(p)
    const found = rooms.around(...p)
    expect(found, `${p}`).toBeLessThanOrEqual(truth)
    expect(found, `${p}`).toBeGreaterThan(truth - 1e-10)
    // Along `deeper` there is more of it, unless that is the middle.
    const h = 1e-5
    const on = p.map((x, c) => x + h * rooms.deeper[c]!) as unknown as Point
    if (truth < 0.25) expect(room(on), `${p}`).toBeGreaterThan(truth + 0.9 * h)
    // Asked for more than there is, it says no more than asked for.
    expect(rooms.around(...p, truth + 0.1), `${p}`).toBeLessThanOrEqual(truth + 0.1)
    expect(rooms.around(...p, truth - 0.1), `${p}`).toBe(found)
  }
})

test('the room around points in a surface that bulges, by all of its triangles', () => {
  const shape = ballMesh(0.5, 60)
  if (shape.kind !== 'mesh') throw new Error('no mesh')
  const random = new Random(8)
  const rooms = new SolidRoom(shape)
  for (let k = 0; k < 200; k++) {
    const p: Point = [random.range(-0.6, 0.6), random.range(-0.6, 0.6), random.range(-0.6, 0.6)]
    const truth = pointInside(shape, p) ? pointMesh(shape, p) : -pointMesh(shape, p)
    expect(rooms.around(...p)).toBeCloseTo(truth, 10)
    expect(rooms.around(...p)).toBeLessThanOrEqual(truth + 1e-15)
  }
})

test('a surface without an inside has no room', () => {
  const sheet = mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] })
  const rooms = new SolidRoom(sheet)
  expect(rooms.isSolid).toBe(false)
  expect(rooms.around(0.2, 0.2, 0.1)).toBeCloseTo(-0.1, 10)
  expect(rooms.around(0.2, 0.2, 0)).toBeLessThanOrEqual(0)
})

test('convex solids: the depth is that of exact arithmetic, or less', () => {
  const shapes = [sphere({ radius: 0.3 }), box({ size: [0.5, 0.4, 0.3] }), convex({ points: corners() })]
  const random = new Random(11)
  let deep = 0
  for (const one of shapes) {
    for (const other of shapes) {
      for (let k = 0; k < 6; k++) {
        const at = [0, 0, 0].map(() => random.range(-0.3, 0.3))
        const robot = joined('fixed', [{ shape: one }], [{ shape: other, pose: { at } }], { limits: undefined })
        const probe = new PairProbe(new PairProblem(robot, 'base', 'part'))
        probe.distance(new Float64Array(0), 0)
        const truth = -exactDeepest(one, other, [1, 0, 0, at[0]!, 0, 1, 0, at[1]!, 0, 0, 1, at[2]!])
        const depth = probe.depth()
        expect(depth).toBeLessThanOrEqual(Math.max(truth, 0))
        if (truth <= 0) continue
        deep++
        expect(depth).toBeGreaterThan(truth - 1e-9)
      }
    }
  }
  expect(deep).toBeGreaterThan(20)
})

test('[allow-witness] any shapes: no translation by less separates them', () => {
  const seen = { deep: 0, none: 0 }
  for (let seed = 200; seed < 206; seed++) {
    const robot = randomRobot(seed)
    const random = new Random(seed)
    const [a, b] = [robot.links[0]!.name, robot.links[1]!.name]
    const problem = new PairProblem(robot, a, b)
    const probe = new PairProbe(problem)
    const oracle = new AllowOracle(robot, a, b)
    for (let k = 0; k < 40; k++) {
      const values = Float64Array.from(problem.variables, ({ lower, upper }) => random.range(lower, upper))
      if (probe.distance(values, 0) > 0) continue
      const depth = probe.depth()
      if (!(depth > 1e-9)) {
        seen.none++
        continue
      }
      seen.deep++
      const q = problem.configuration(values)
      const label = JSON.stringify({ seed, a, b, q: [...q], depth })
      expect(oracle.separatedBy(q, 0.999 * depth, k, 2), label).toEqual([])
      if (seen.deep % 4 === 0) break
    }
  }
  expect(seen.deep).toBeGreaterThan(5)
})

test('two meshes: nearly all of the depth is found', () => {
  // A block that stands in another by 0.07 of its width of 1.
  const robot = joined('fixed', [{ shape: boxMesh([1, 1, 1]) }], [{ shape: boxMesh([1, 1, 1], [0.93, 0.2, 0.1]) }], {
    limits: undefined,
  })
  const probe = new PairProbe(new PairProblem(robot, 'base', 'part'))
  probe.distance(new Float64Array(0), 0)
  const depth = probe.depth()
  expect(depth).toBeLessThanOrEqual(0.07)
  expect(depth).toBeGreaterThan(0.065)
  // B goes deeper the way it came.
  expect(probe.depths.deeper[0]!).toBeLessThan(-0.9)
})
