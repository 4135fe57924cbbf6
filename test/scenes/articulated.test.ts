import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordScene } from '../../lab/cab/record.js'
import {
  ARTICULATED_CHAINS,
  type ArticulatedScene,
  articulatedChains,
  articulatedHand,
  boatLink,
  ellipsoidLink,
  PLACE,
  roundedLink,
} from '../../scenes/index.js'
import { orthonormalityError, setQuaternion, transformPoint } from '../../src/base/math/pose.js'
import { InvalidInputError } from '../../src/index.js'

const silent = (): undefined => undefined

function scenesOf(seed: number): ArticulatedScene[] {
  return [...ARTICULATED_CHAINS.map((name) => articulatedChains(name, { seed })), articulatedHand({ seed })]
}

function extents(points: ArrayLike<number>): number[] {
  return [0, 1, 2].map((axis) => {
    const along = Array.from(points).filter((_, i) => i % 3 === axis)
    return Math.max(...along) - Math.min(...along)
  })
}

/** How far the two ends of each joint are apart at these poses, at most. */
function widestJoint({ bodies }: ArticulatedScene, poses: Float64Array, at: number): number {
  const [p, q] = [new Float64Array(3), new Float64Array(3)]
  return Math.max(
    ...bodies.map(({ parent, anchor, parentAnchor }, k) => {
      if (parent < 0) return 0
      transformPoint(p, 0, poses, at + 12 * parent, parentAnchor, 0)
      transformPoint(q, 0, poses, at + 12 * k, anchor, 0)
      return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!)
    }),
  )
}

test('the scenes of Tables 1 to 5: bodies, trees, pairs', () => {
  const scenes = scenesOf(1)
  expect(scenes.map((s) => s.table)).toEqual([1, 2, 3, 4, 5])
  for (const { name, bodies, pairs, table } of scenes) {
    expect(bodies.length, name).toBe(table === 5 ? 18 : 32)
    // All pairs of 32 but 30 that are joined; of a hand of 16, a table and a ball all but 15 and the ball on the table.
    expect(pairs.length / 2, name).toBe(table === 5 ? 137 : 466)
    const seen = new Set<number>()
    for (let k = 0; k < pairs.length; k += 2) {
      const [a, b] = [pairs[k]!, pairs[k + 1]!]
      expect(a).toBeLessThan(b)
      expect(bodies[b]!.parent).not.toBe(a)
      seen.add(32 * a + b)
    }
    expect(seen.size).toBe(pairs.length / 2)
    bodies.forEach(({ parent, tree }, k) => {
      expect(parent).toBeLessThan(k)
      if (parent >= 0) expect(bodies[parent]!.tree).toBe(tree)
    })
    expect(new Set(bodies.map((b) => b.name)).size).toBe(bodies.length)
  }
})

test('they start joined, at unit quaternions', () => {
  for (const scene of [...scenesOf(1), ...scenesOf(5)]) {
    const poses = new Float64Array(12 * scene.bodies.length)
    scene.bodies.forEach(({ start }, k) => {
      expect(start.length).toBe(PLACE)
      expect(Math.hypot(...start.subarray(3))).toBeCloseTo(1, 12)
      setQuaternion(poses, 12 * k, start.subarray(3))
      for (let i = 0; i < 3; i++) poses[12 * k + 4 * i + 3] = start[i]!
    })
    expect(widestJoint(scene, poses, 0), scene.name).toBeLessThan(1e-12)
  }
})

test('links are as long and as thick as they should be', () => {
  expect(extents(ellipsoidLink({ length: 1, width: 1 / 3, sides: 4 }).points)[0]).toBe(1)
  for (const extent of extents(ellipsoidLink({ length: 1, width: 1 / 6 }).points).slice(1)) {
    expect(extent).toBeCloseTo(1 / 6, 12)
  }
  expect(extents(roundedLink(3, 2, 1).points)).toEqual([3, 2, 1])
  const { mesh, hull } = boatLink({ length: 1, width: 1 / 6, depth: 1 / 12 })
  expect(extents(mesh.positions)[0]).toBe(1)
  expect(Math.max(...extents(mesh.positions).slice(1))).toBeCloseTo(1 / 6, 12)
  expect(hull.points).toEqual(mesh.positions)
})

test('a boat is closed, turned outward, and hollow', () => {
  const { positions, triangles } = boatLink({ length: 1, width: 1 / 6, depth: 1 / 12, plank: 0.3 }).mesh
  const edges = new Map<string, number>()
  let volume = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const v = [...triangles.subarray(t, t + 3)]
    for (let k = 0; k < 3; k++) {
      const key = `${v[k]} ${v[(k + 1) % 3]}`
      expect(edges.has(key)).toBe(false)
      edges.set(key, 1)
    }
    const [a, b, c] = v.map((k) => positions.subarray(3 * k, 3 * k + 3)) as [Float64Array, Float64Array, Float64Array]
    volume +=
      (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
        a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
        a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
      6
  }
  // Every edge belongs to two triangles, one in each direction.
  for (const key of edges.keys()) expect(edges.has(key.split(' ').reverse().join(' '))).toBe(true)
  // Half an ellipsoid less its hollow: what is left of π/3·abc is about 1 − 0.7².
  const solid = (Math.PI / 3) * (1 / 2) * (1 / 12) * (1 / 12) * 2
  expect(volume / solid).toBeGreaterThan(0.35)
  expect(volume / solid).toBeLessThan(0.55)
})

test('[same-seed] recordings: a seed gives the same frames to the last bit, another seed others; joints hold', async () => {
  const hash = async (scene: ArticulatedScene): Promise<string> => {
    const { poses, frames } = await recordScene({ ...scene, settle: 0 }, 8, silent)
    expect(poses.length).toBe(12 * scene.bodies.length * frames)
    let [skew, widest] = [0, 0]
    for (let k = 0; k < poses.length; k += 12) skew = Math.max(skew, orthonormalityError(poses, k))
    for (let frame = 0; frame < frames; frame++) {
      widest = Math.max(widest, widestJoint(scene, poses, 12 * scene.bodies.length * frame))
    }
    expect(skew, scene.name).toBeLessThan(4e-15)
    // A physics engine keeps joints together by forces: they give a little, in units of a link's length.
    expect(widest, scene.name).toBeLessThan(0.05)
    return createHash('sha256').update(poses).digest('hex')
  }
  const [first, again, other] = [[], [], []] as string[][]
  for (const scene of scenesOf(1)) first!.push(await hash(scene))
  for (const scene of scenesOf(1)) again!.push(await hash(scene))
  for (const scene of scenesOf(2)) other!.push(await hash(scene))
  expect(again).toEqual(first)
  expect(new Set([...first!, ...other!]).size).toBe(10)
})

test('what makes no sense is refused', () => {
  expect(() => articulatedChains('knot' as never)).toThrow(InvalidInputError)
  expect(() => articulatedChains('convex-3', { links: 1 })).toThrow('links must be')
  expect(() => ellipsoidLink({ length: 0, width: 1 })).toThrow('length must be')
  expect(() => ellipsoidLink({ length: 1, width: 1, sides: 2 })).toThrow('sides must be')
  expect(() => boatLink({ length: 1, width: 1, depth: 1, plank: 1 })).toThrow('plank must be')
  expect(() => roundedLink(1, Number.NaN, 1)).toThrow('width must be')
})
