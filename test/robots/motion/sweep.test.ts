// Swept meshes: what is called free is free, a collision is one, and thin things are not stepped over.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { icosphere, thinPlate } from '../../../scenes/index.js'
import { collide, MeshTree, Random } from '../../../src/entries/meshes.js'
import { firstContact, freeBody, poseConfiguration, sweep, World } from '../../../src/entries/robots.js'
import { MESH_MODES, meshCase } from '../../oracle/meshes/meshes-cases.js'

type Q = [number, number, number, number]

/** Spherical interpolation the short way, written down independently of the engine. */
function poseAt(from: { q: Q; t: number[] }, to: { q: Q; t: number[] }, s: number): { rotation: Q; at: number[] } {
  const dot = from.q.reduce((sum, c, k) => sum + c * to.q[k]!, 0)
  const sign = dot < 0 ? -1 : 1
  const omega = Math.acos(Math.min(1, Math.abs(dot)))
  const [wa, wb] =
    omega < 1e-9 ? [1 - s, s] : [Math.sin((1 - s) * omega), Math.sin(s * omega)].map((w) => w / Math.sin(omega))
  const q = from.q.map((c, k) => wa! * c + sign * wb! * to.q[k]!)
  const norm = Math.hypot(...q)
  return { rotation: q.map((c) => c / norm) as Q, at: from.t.map((c, k) => c + s * (to.t[k]! - c)) }
}

function unit(random: Random): Q {
  const q = [0, 1, 2, 3].map(() => random.range(-1, 1))
  const norm = Math.hypot(...q)
  return q.map((c) => c / norm) as Q
}

test('[sweep] agrees with tests at many moments', () => {
  let tight = 0
  const outcomes = { free: 0, collision: 0, undecided: 0, 'nothing-to-check': 0 }
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const { a, b } = meshCase('surface', seed)
      const treeA = new MeshTree(a)
      const treeB = new MeshTree(b)
      const way = () => ({ q: unit(random), t: [0, 1, 2].map(() => random.range(-3.5, 3.5)) })
      const from = way()
      const to = way()
      const pose = (s: number) => poseAt(from, to, s)
      const found = sweep(treeA, treeB, pose(0), pose(1))
      outcomes[found.outcome]++
      const hits = (s: number) => collide(treeA, treeB, pose(s)).collides
      if (found.outcome === 'collision') {
        // The engine's pose and this one's differ by rounding, the meshes overlap by more a little later or earlier.
        const at = found.at!
        expect([at, at + 1e-5, at - 1e-5].some((s) => hits(Math.min(1, Math.max(0, s))))).toBe(true)
        expect(found.clear).toBeLessThanOrEqual(at)
        if (at - found.clear <= 1e-4) tight++
      }
      const clear = found.outcome === 'free' ? 1 : found.clear
      for (let k = 0; k <= 100; k++) if (hits((clear * k) / 100 - 1e-9)) expect(clear * k).toBe(0)
    }),
    { seed: 5, numRuns: 60 },
  )
  expect(outcomes.free).toBeGreaterThan(10)
  expect(outcomes.collision).toBeGreaterThan(10)
  // Those that graze before they hit leave a stretch open; the others are proved free to just before.
  expect(tight).toBeGreaterThan(0.8 * outcomes.collision)
})

test('[sweep] agrees with the prover of motions of a world, in order of time', () => {
  let [free, collision, tight] = [0, 0, 0]
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const { a, b, x } = meshCase(MESH_MODES[seed % MESH_MODES.length]!, seed)
      const reach = Math.max(0, ...b.positions.map(Math.abs))
      const from = { rotation: [0, 1, 2, 4, 5, 6, 8, 9, 10].map((k) => x[k]!), at: [x[3]!, x[7]!, x[11]!] }
      const far = random.unit() < 0.5 ? 0.01 : 1
      const whole = random.unit() < 0.3
      const step = [0, 1, 2].map(() => (whole ? random.integer(7) - 3 : random.range(-2, 2) * reach * far))
      const kind = random.integer(3)
      const to = {
        rotation: kind === 0 ? from.rotation : unit(random),
        at: kind === 1 ? from.at : from.at.map((c, k) => c + step[k]!),
      }
      const ends = random.unit() < 0.5 ? [from, to] : [to, from]
      const found = sweep(new MeshTree(a), new MeshTree(b), ends[0]!, ends[1]!, { maxSteps: 100_000 })
      if (found.outcome === 'nothing-to-check') {
        expect(new MeshTree(a).size * new MeshTree(b).size).toBe(0)
        return
      }
      const robot = freeBody({ name: 'b', shape: new MeshTree(b) })
      const world = new World({ robots: [robot], obstacles: [{ name: 'a', shape: new MeshTree(a) }] })
      const other = firstContact(
        world,
        ends.map((end) => poseConfiguration(end)),
        { maxSteps: 100_000 },
      )
      // What one has seen touching, the other has not proved free: up to the rounding of poses.
      const [at, clear] = [found.at ?? 2, found.outcome === 'free' ? 1 : found.clear]
      const [atOther, clearOther] = [
        other.outcome === 'collision' ? other.at : 2,
        other.outcome === 'collision' || other.outcome === 'undecided' ? other.clear.at : 1,
      ]
      expect(at).toBeGreaterThan(clearOther - 1e-9)
      expect(atOther).toBeGreaterThan(clear - 1e-9)
      if (found.outcome === 'free') free++
      else if (found.outcome === 'collision') {
        collision++
        expect(found.clear).toBeLessThanOrEqual(at)
        if (at - found.clear <= 1e-6) tight++
      } else expect(other.outcome).toBe('undecided')
    }),
    { seed: 6, numRuns: 300 },
  )
  expect(free).toBeGreaterThan(80)
  expect(collision).toBeGreaterThan(80)
  expect(tight).toBeGreaterThan(0.9 * collision)
})

test('[sweep] first contact of a ball and a plate, to the tolerance', () => {
  const plate = new MeshTree({ positions: [-3, -3, 0, 3, -3, 0, 3, 3, 0, -3, 3, 0], triangles: [0, 1, 2, 0, 2, 3] })
  const ball = new MeshTree(icosphere(3, 0.25))
  // The lowest vertex of the ball is at z = -0.25: it touches when the centre is that high, 0.75 / 3 of the way down.
  const found = sweep(plate, ball, { at: [0, 0, 1] }, { at: [0, 0, -2] }, { tolerance: 1e-9 })
  expect(found.outcome).toBe('collision')
  const lowest = Math.min(...ball.positions.filter((_, k) => k % 3 === 2))
  expect(found.at).toBeCloseTo((1 + lowest) / 3, 8)
  expect(found.clear).toBeLessThanOrEqual(found.at!)
})

test('[sweep] a thin plate is not stepped over, however fast it goes by', () => {
  const a = new MeshTree(icosphere(1, 0.01))
  const b = new MeshTree(thinPlate(40))
  const found = sweep(a, b, { at: [0, 0, -1000] }, { at: [0, 0, 1000] }, { tolerance: 1e-9 })
  expect(found.outcome).toBe('collision')
  expect(found.at).toBeCloseTo(0.5, 4)
})

test('[sweep] no motion, half turns, motions that begin or end in contact', () => {
  const cube = new MeshTree(icosphere(1))
  const half: Q = [0, 0, 1, 0]
  expect(sweep(cube, cube, { at: [3, 0, 0] }, { at: [3, 0, 0] }).outcome).toBe('free')
  expect(sweep(cube, cube, { at: [3, 0, 0] }, { at: [3, 0, 0], rotation: half }).outcome).toBe('free')
  expect(sweep(cube, cube, { at: [1, 0, 0] }, { at: [9, 0, 0] })).toMatchObject({ outcome: 'collision', at: 0 })
  expect(sweep(cube, cube, { at: [9, 0, 0] }, { at: [1, 0, 0] }).outcome).toBe('collision')
  expect(sweep(cube, new MeshTree({ positions: [] }), {}, { at: [1, 0, 0] }).outcome).toBe('nothing-to-check')
})

test('[sweep] gives up when told to, and says so', () => {
  const a = new MeshTree({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0] })
  const over = (gap: number, maxSteps?: number) =>
    sweep(a, a, { at: [-2, 0.1, gap] }, { at: [2, 0.1, gap] }, maxSteps === undefined ? {} : { maxSteps })
  // Slides over A's plane, a hair above it.
  expect(over(0.001)).toMatchObject({ outcome: 'free', clear: 1 })
  expect(over(1e-9)).toMatchObject({ outcome: 'free', clear: 1 })
  // Nearer than rounding can tell.
  expect(over(1e-17, 2000)).toMatchObject({ outcome: 'undecided' })
  // What overlaps is opened: more than one test.
  const ball = new MeshTree(icosphere(3))
  expect(sweep(ball, ball, { at: [-3, 0, 1.99] }, { at: [3, 0, 1.99] }, { maxSteps: 2 })).toMatchObject({
    outcome: 'undecided',
  })
  expect(() => sweep(a, a, {}, {}, { tolerance: 0 })).toThrow(/options.tolerance/)
})
