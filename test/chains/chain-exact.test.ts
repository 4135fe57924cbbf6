import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOX, BOX_HALF, ENDS } from '../../src/chains/chain-arrays.js'
import { ChainTree, Random } from '../../src/index.js'
import { add, exact, multiply } from '../oracle/exact.js'
import { exactPose, exactPoses, sign, subtract } from '../oracle/exact-chain.js'
import { inside } from './inside.js'

/** A random chain that has been changed a few times. */
function shaken(links: number, seed: number, spread: number, merge: 'better-child' | 'covariance' | 'cab'): ChainTree {
  const random = new Random(seed)
  const centres = Float64Array.from({ length: 3 * links }, () => random.range(-spread, spread))
  const chain = ChainTree.fromSpheres(centres, 1, { merge })
  for (let k = 0; k < 40; k++)
    chain.rotate(random.integer(links - 1), random.range(-3, 3), random.direction(new Float64Array(3)))
  return chain
}

test('[volumes-contain] every box holds its links in exact arithmetic', () => {
  let nodes = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 45 }),
      fc.nat(0xffff),
      fc.constantFrom(1, 1e-6, 1e5),
      fc.constantFrom('better-child' as const, 'covariance' as const, 'cab' as const),
      (links, seed, spread, merge) => {
        const chain = shaken(links, seed, spread, merge)
        const c = inside(chain)
        const joints = Array.from({ length: links - 1 }, (_, j) => chain.jointPose(j))
        for (let n = 0; n < c.nodes; n++) {
          const first = c.first[n]!
          const poses = exactPoses(exactPose(c.ends, n * ENDS), joints.slice(first, c.end[n]! - 1))
          for (let k = 0; k < 3; k++) {
            const half = exact(c.box[n * BOX + BOX_HALF + k]!)
            for (const pose of poses) {
              const at = pose[4 * k + 3]!
              const reach = add(at.m < 0n ? { m: -at.m, e: at.e } : at, exact(1))
              const room = subtract(half, reach)
              expect(sign(room)).toBeGreaterThanOrEqual(0)
            }
          }
          nodes++
        }
      },
    ),
    { seed: 31, numRuns: 40 },
  )
  expect(nodes).toBeGreaterThan(300)
})

test('[never-misses] spheres an ulp from touching: free is only said where it is true in exact arithmetic', () => {
  const random = new Random(77)
  let touching = 0
  let free = 0
  for (let round = 0; round < 60; round++) {
    const links = 3 + random.integer(30)
    const chain = shaken(links, random.integer(1e6), 3, 'better-child')
    const joints = Array.from({ length: links - 1 }, (_, j) => chain.jointPose(j))
    const closest = chain.closestPair()!
    // Radii that make the closest pair touch, but for a few units in the last place. Centres may coincide at worst.
    const between = Math.hypot(...[3, 7, 11].map((k) => chain.relativePose(closest.a, closest.b)[k]!))
    const radius = (between / 2) * (1 + (random.integer(9) - 4) * 2 ** -52)
    if (!(radius > 0)) continue
    const again = ChainTree.fromSpheres(new Float64Array(3 * links), radius)
    again.change(joints.map((pose, joint) => ({ kind: 'set', joint, pose })))
    const poses = exactPoses(exactPose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]), joints)
    const limit = exact(2 * radius)
    let overlap = false
    for (let i = 0; i < links; i++) {
      for (let j = i + 2; j < links; j++) {
        let sq = exact(0)
        for (const k of [3, 7, 11]) {
          const d = subtract(poses[i]![k]!, poses[j]![k]!)
          sq = add(sq, multiply(d, d))
        }
        if (sign(subtract(sq, multiply(limit, limit))) <= 0) overlap = true
      }
    }
    const said = again.selfCollides()
    if (overlap) {
      touching++
      expect(said).toBe(true)
    } else if (!said) free++
  }
  expect(touching).toBeGreaterThan(5)
  expect(free).toBeLessThan(60)
})
