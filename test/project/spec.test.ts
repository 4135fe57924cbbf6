// Rules of docs/spec.md that are about the public face as a whole, each shown in a few lines a reader can follow. The
// rules about exactness have their tests beside the code.
import { expect, test } from 'vitest'
import { straightChain } from '../../scenes/index.js'
import { box, ChainTree, mesh, Random, sphere } from '../../src/entries/chains.js'

/** Three spheres in a row whose first and last touch in one point: all numbers are exact in doubles. */
const touching = (): ChainTree => ChainTree.fromSpheres([0, 0, 0, 1, 1, 0, 2, 0, 0], 1)

test('[touching] one common point is a collision', () => {
  const chain = touching()
  expect(chain.selfCollides()).toBe(true)
  const { count, pairs, distances } = chain.selfCollisions()
  expect({ count, pairs: [...pairs], distances: [...distances] }).toEqual({ count: 1, pairs: [0, 2], distances: [0] })
  expect(chain.closestPair()).toMatchObject({ distance: 0, a: 0, b: 2, pointA: undefined, pointB: undefined })
  expect(chain.collidesWith(sphere({ radius: 1, at: [4, 0, 0] }))).toBe(true)
  expect(chain.collidesWith(box({ size: [2, 2, 2], at: [-2, 0, 0] }))).toBe(true)
  expect(chain.collidesWith(sphere({ radius: 1, at: [4.001, 0, 0] }))).toBe(false)
})

test('[touching] a distance asked for is included', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 3, 4, 0, 6, 0, 0], 1)
  expect(chain.pairsWithin(4).count).toBe(1)
  expect(chain.pairsWithin(3.999).count).toBe(0)
})

test('[touching] a closed mesh is solid: what lies inside it touches it', () => {
  const corners = [-9, -9, -9, 9, -9, -9, 0, 9, -9, 0, 0, 18]
  const triangles = [0, 1, 2, 0, 1, 3, 1, 2, 3, 0, 2, 3]
  const solid = mesh({ positions: corners, triangles })
  expect(ChainTree.fromSpheres([0, -2, -4], 1).collidesWith(solid)).toBe(true)
  expect(ChainTree.fromSpheres([0, -2, -8], 1).collidesWith(solid)).toBe(true)
  expect(ChainTree.fromSpheres([0, -2, -24], 1).collidesWith(solid)).toBe(false)
  const surface = mesh({ positions: corners, triangles: triangles.slice(3), open: 'surface' })
  expect(ChainTree.fromSpheres([0, -2, -4], 1).collidesWith(surface)).toBe(false)
})

test('[skip] only what no change can have affected is skipped', () => {
  const n = 600
  const fresh = (): ChainTree => ChainTree.fromSpheres(straightChain(n), 1)
  const whole = fresh()
  whole.selfCollides()
  const all = whole.stats.volumeTests
  const tests = (chain: ChainTree): number => {
    chain.selfCollides()
    return chain.stats.volumeTests + chain.stats.leafTests
  }
  // Not before the first query, not after a change that came before it.
  const early = fresh()
  early.rotate(7, 1)
  expect(tests(early)).toBeGreaterThanOrEqual(all / 2)
  // Nothing left to test once it is known to be free; undo takes the knowledge back with the change.
  expect(tests(whole)).toBe(0)
  whole.rotate(7, 1)
  whole.undo()
  expect(tests(whole)).toBe(0)
  // Changes that were never tested add up, and so do changes after a collision that was kept.
  whole.rotate(100, Math.PI / 2, [0, 0, 1])
  whole.rotate(101, Math.PI / 2, [0, 0, 1])
  whole.rotate(102, Math.PI / 2, [0, 0, 1])
  whole.rotate(103, Math.PI / 2, [0, 0, 1])
  expect(whole.selfCollides()).toBe(true)
  whole.rotate(400, 1)
  expect(whole.selfCollides()).toBe(true)
  // A change of shape affects the pairs of that link.
  const reshaped = fresh()
  expect(reshaped.selfCollides()).toBe(false)
  reshaped.setShape(300, sphere({ radius: 7 }))
  expect([...reshaped.selfCollisions().pairs]).toEqual([298, 300, 300, 302])
})

test('[skip] a chain with a history answers like one without', () => {
  const random = new Random(5)
  const n = 60
  const chain = ChainTree.fromSpheres(straightChain(n), 1.5)
  const seen = { free: 0, kept: 0, undone: 0, untested: 0 }
  for (let step = 0; step < 400; step++) {
    chain.rotate(random.integer(n - 1), random.range(-2, 2), random.direction(new Float64Array(3)))
    if (random.unit() < 0.2) {
      seen.untested++
      if (random.unit() < 0.5) chain.undo()
      continue
    }
    const joints = Array.from({ length: n - 1 }, (_, j) => chain.jointPose(j))
    const shapes = Array.from({ length: n }, (_, i) => chain.shape(i))
    const fresh = ChainTree.fromLinks(shapes, joints)
    const hit = chain.selfCollides()
    expect(hit).toBe(fresh.selfCollides())
    expect(chain.selfCollisions().pairs).toEqual(fresh.selfCollisions().pairs)
    if (!hit) seen.free++
    else if (random.unit() < 0.1) seen.kept++
    else {
      seen.undone++
      chain.undo()
    }
  }
  // Each of the ways in which knowledge is gained, kept and lost has been gone often.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10)
})

test('[frames] a pose is twelve numbers, row by row, translation in the last column; a quaternion is x, y, z, w', () => {
  const half = Math.SQRT1_2
  // A quarter turn about z, from x to y, and 1, 2, 3 along.
  const rows = [0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3]
  const ball = sphere({ radius: 0.1 })
  for (const pose of [
    rows,
    { at: [1, 2, 3], rotation: [0, 0, half, half] },
    { at: [1, 2, 3], rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1] },
  ]) {
    const got = ChainTree.fromLinks([ball, ball], [pose]).jointPose(0)
    rows.forEach((value, k) => {
      expect(got[k]).toBeCloseTo(value, 14)
    })
  }
})

test('[frames] X_AB is B seen from A: joints, relative poses, the base, axes', () => {
  const ball = sphere({ radius: 0.1 })
  const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2]
  const joint = { at: [1, 0, 0], rotation: turn }
  const chain = ChainTree.fromLinks([ball, ball, ball], [joint, joint], { base: { at: [0, 0, 5] } })
  const close = (got: ArrayLike<number>, want: readonly number[]): void => {
    want.forEach((value, k) => {
      expect(got[k]).toBeCloseTo(value, 13)
    })
  }
  // Link 1 stands one along x and looks along y; link 2 one along that.
  close(chain.positions(), [0, 0, 5, 1, 0, 5, 1, 1, 5])
  close(chain.relativePose(0, 2), [-1, 0, 0, 1, 0, -1, 0, 1, 0, 0, 1, 0])
  close(chain.relativePose(2, 0), [-1, 0, 0, 1, 0, -1, 0, 1, 0, 0, 1, 0])
  close(chain.linkPose(2), [-1, 0, 0, 1, 0, -1, 0, 1, 0, 0, 1, 5])
  // The axis of joint 1 is given in link 1's frame, whose x is the base's y: half a turn about it, at link 2's origin.
  chain.rotate(1, Math.PI, [1, 0, 0])
  close(chain.linkPose(2), [1, 0, 0, 1, 0, -1, 0, 1, 0, 0, -1, 5])
  // The base moves all of it, and nothing within it.
  chain.setBase({ at: [10, 0, 0] })
  close(chain.positions(), [10, 0, 0, 11, 0, 0, 11, 1, 0])
})

test('[frames] what was returned is the caller’s: a later call does not overwrite it', () => {
  const chain = ChainTree.fromSpheres(straightChain(20), 1)
  const read = () => [
    chain.positions(),
    chain.poses(),
    chain.linkPose(19),
    chain.relativePose(0, 19),
    chain.jointPose(9),
  ]
  const returned = [...read(), chain.pairsWithin(9).pairs, chain.closestPair()!.pointA!]
  const copies = returned.map((array) => array.slice())
  const { stats } = chain
  const counts = { ...stats }
  chain.rotate(9, 1, [0, 0, 1])
  read()
  chain.pairsWithin(5)
  chain.closestPair()
  expect(returned).toEqual(copies)
  expect(stats).toEqual(counts)
  // And what was given in stays the caller's too.
  const centres = straightChain(3)
  const copied = ChainTree.fromSpheres(centres, 1)
  centres.fill(0)
  expect([...copied.positions()]).toEqual([0, 0, 0, 4, 0, 0, 8, 0, 0])
})

test('[neighbours] links up to this many joints apart are not tested against each other', () => {
  // Spheres so large that every one touches every other.
  const pairs = (neighbours?: number): number[] => [
    ...ChainTree.fromSpheres(straightChain(4), 50, neighbours === undefined ? {} : { neighbours }).selfCollisions()
      .pairs,
  ]
  expect(pairs()).toEqual([0, 2, 0, 3, 1, 3])
  expect(pairs(0)).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3])
  expect(pairs(1)).toEqual(pairs())
  expect(pairs(2)).toEqual([0, 3])
  expect(pairs(3)).toEqual([])
  expect(ChainTree.fromSpheres(straightChain(4), 50, { neighbours: 3 }).closestPair()).toBeUndefined()
})

test('[neighbours] a rule of the caller’s excludes pairs, the smaller link first, in every question about the chain itself', () => {
  const asked: [number, number][] = []
  const exclude = (i: number, j: number): boolean => {
    asked.push([i, j])
    return i === 0
  }
  const chain = ChainTree.fromSpheres(straightChain(4), 50, { exclude })
  expect([...chain.selfCollisions().pairs]).toEqual([1, 3])
  expect([...chain.pairsWithin(1).pairs]).toEqual([1, 3])
  expect(chain.closestPair()).toMatchObject({ a: 1, b: 3 })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every(([i, j]) => i < j)).toBe(true)
  // Not between the chain and something else.
  expect(chain.collidesWith(sphere({ radius: 1, at: [-50, 0, 0] }))).toBe(true)
})
