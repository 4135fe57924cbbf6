import { expect, test } from 'vitest'
import { setAxisAngle } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError } from '../../../src/index.js'
import { createRealignment } from '../../../src/meshes/kdop/kdop-realignment.js'
import { REALIGN_METHODS } from '../../../src/meshes/kdop/kdop-turn.js'
import { fitKdop } from '../../../src/volumes/kdop.js'
import { DOP_SIZES, type DopSize, directionSet } from '../../../src/volumes/kdop-directions.js'
import { POINT_KINDS, randomPoints } from '../../oracle/geometry/volumes.js'
import {
  checkRealign,
  checkRealignLower,
  type RealignCase,
  reachOf,
  realignCase,
  realigned,
  show,
  supportOf,
} from '../../oracle/meshes/kdop-realign.js'

const ALL = REALIGN_METHODS.flatMap((method) => DOP_SIZES.map((k) => ({ method, k })))

test.each(ALL)('[never-misses] $method, k = $k: every moved point is inside', ({ method, k }) => {
  const random = new Random(k)
  const r = createRealignment(method, k)
  let apart = 0
  for (let run = 0; run < 30; run++) {
    for (const kind of POINT_KINDS) {
      const c = realignCase(random, kind)
      checkRealign(r, c)
      if (run % 3 === 0) apart += checkRealignLower(r, c, randomPoints(random, 'random'))
    }
  }
  expect(apart).toBeGreaterThan(10)
})

test.each(ALL)('$method, k = $k: no turn gives back the volume itself, to the last bit', ({ method, k }) => {
  const random = new Random(k + 100)
  const r = createRealignment(method, k)
  for (const kind of POINT_KINDS) {
    const points = randomPoints(random, kind)
    const x = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
    const { own, out } = realigned(r, { points, x, reach: reachOf(points) })
    expect([...out]).toEqual([...own])
    const plain = new Float64Array(k)
    fitKdop(plain, 0, points, points.length / 3, k)
    expect([...own]).toEqual([...plain])
  }
})

// Not only where the pose is recognised as no turn: the methods themselves tend to the volume as the turn goes to none. Major
// axes do not: away from the axes theirs are the slabs of a box.
test.each(ALL.filter(({ method }) => method !== 'major-axes'))(
  '$method, k = $k: a slight turn changes the volume slightly',
  ({ method, k }) => {
    const random = new Random(k + 200)
    const r = createRealignment(method, k)
    for (let run = 0; run < 50; run++) {
      const points = randomPoints(random, 'random')
      const size = reachOf(points)
      const angle = 10 ** random.range(-15, -6)
      const axis = random.direction(new Float64Array(3))
      const x = new Float64Array(12)
      setAxisAngle(x, 0, axis[0]!, axis[1]!, axis[2]!, angle)
      const c = { points, x, reach: size }
      const { own, out } = realigned(r, c)
      for (let d = 0; d < k; d++) {
        expect(Math.abs(out[d]! - own[d]!), show(c)).toBeLessThan((20 * angle + 1e-12) * size)
      }
    }
  },
)

test.each(DOP_SIZES)('hill climbing, k = %i, is exact: it equals the largest of all points', (k) => {
  const random = new Random(k + 300)
  const r = createRealignment('hill-climbing', k)
  const { vectors } = directionSet(k)
  for (let run = 0; run < 40; run++) {
    // Enough points for hulls that are climbed, some of them with many ties.
    const count = 1 + random.integer(200)
    const points = new Float64Array(3 * count)
    for (let i = 0; i < points.length; i += 3) {
      random.direction(points, i)
      if (run % 2 === 0)
        for (let a = 0; a < 3; a++) points[i + a] = Math.round(points[i + a]! * 6) * (run % 4 === 0 ? 1 : 0.1)
    }
    const c: RealignCase = { ...realignCase(random, 'random'), points, reach: reachOf(points) }
    const out = checkRealign(r, c)
    const shift = Math.abs(c.x[3]!) + Math.abs(c.x[7]!) + Math.abs(c.x[11]!)
    for (let d = 0; d < k; d++) {
      expect(Math.abs(out[d]! - supportOf(c, vectors, d)), show(c)).toBeLessThan(1e-12 * (c.reach + shift))
    }
  }
})

test.each([18, 26] as const)(
  'k = %i: all directions and extended are never looser than the major axes, bit for bit',
  (k) => {
    const random = new Random(k + 400)
    const axes = createRealignment('major-axes', k)
    const others = [createRealignment('all-directions', k), createRealignment('extended', k)]
    for (let run = 0; run < 300; run++) {
      const c = realignCase(random, POINT_KINDS[run % POINT_KINDS.length]!)
      // Boxes, where the two are equal in exact arithmetic and rounding decides.
      if (run % 3 === 0) makeBox(c.points, random)
      const bound = realigned(axes, c).out
      for (const r of others) {
        const { out } = realigned(r, c)
        for (let d = 0; d < k; d++) expect(out[d]! <= bound[d]!, `${r.method} ${d}: ${show(c)}`).toBe(true)
      }
    }
  },
)

/** Moves the points to the corners of their box. */
function makeBox(points: Float64Array, random: Random): void {
  const [p, q] = [points.slice(0, 3), points.slice(-3)]
  for (let i = 0; i < points.length; i++)
    points[i] = (i < 24 ? (Math.trunc(i / 3) >> (i % 3)) & 1 : random.integer(2)) ? p[i % 3]! : q[i % 3]!
}

test('how tight the methods are on curved patches: the order that was measured', () => {
  const mean = (method: (typeof REALIGN_METHODS)[number], k: DopSize): number => {
    const r = createRealignment(method, k)
    const { vectors } = directionSet(k)
    const own = new Random(77)
    let sum = 0
    for (let run = 0; run < 200; run++) {
      const points = new Float64Array(3 * 60)
      for (let i = 0; i < points.length; i += 3) {
        own.direction(points, i)
        // A cap of a sphere.
        points[i + 2] = Math.abs(points[i + 2]!) * 0.3
      }
      const c: RealignCase = { ...realignCase(own, 'random'), points, reach: reachOf(points) }
      if (run % 8 === 0) continue
      const { out } = realigned(r, c)
      for (let d = 0; d < k; d += 2) {
        const exactWidth = supportOf(c, vectors, d) + supportOf(c, vectors, d + 1)
        sum += (out[d]! + out[d + 1]!) / exactWidth / (k / 2)
      }
    }
    return sum / 175
  }
  const widths = Object.fromEntries(REALIGN_METHODS.map((m) => [m, mean(m, 18)]))
  expect(widths['hill-climbing']).toBeCloseTo(1, 9)
  expect(widths.extended).toBeLessThan(widths['all-directions']!)
  expect(widths['all-directions']).toBeLessThan(widths['major-axes']!)
  expect(widths.occupancy).toBeLessThan(widths['major-axes']!)
  expect(widths.cone).toBeLessThan(widths['major-axes']!)
})

test.each(['major-axes', 'all-directions', 'extended'] as const)(
  '%s: merged nodes are those of all points',
  (method) => {
    const random = new Random(31)
    for (const k of DOP_SIZES) {
      const r = createRealignment(method, k)
      const a = randomPoints(random, 'random')
      const b = randomPoints(random, 'random')
      const nodes = new Float64Array(4 * r.stride)
      r.fit(nodes, 0, a, a.length / 3)
      r.fit(nodes, r.stride, b, b.length / 3)
      r.merge!(nodes, 2 * r.stride, nodes, 0, nodes, r.stride)
      r.fit(nodes, 3 * r.stride, Float64Array.of(...a, ...b), (a.length + b.length) / 3)
      const reach = Math.max(reachOf(a), reachOf(b))
      for (let d = 0; d < r.stride; d++) {
        expect(Math.abs(nodes[2 * r.stride + d]! - nodes[3 * r.stride + d]!)).toBeLessThan(1e-14 * reach)
      }
    }
  },
)

test('what does not exist is refused', () => {
  expect(() => createRealignment('major-axes', 16 as DopSize)).toThrow(InvalidInputError)
  expect(() => createRealignment('magic' as 'cone', 18)).toThrow(InvalidInputError)
})
