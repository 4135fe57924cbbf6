import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOX, BOX_HALF, type ChainVolume, ENDS } from '../../src/chains/chain-arrays.js'
import { type BoxFit, ChainTree, type MergeRule, Random } from '../../src/index.js'
import { add, type Dyadic, exact, multiply } from '../oracle/exact.js'
import { type ExactPose, exactPose, exactPoses, sign, subtract } from '../oracle/exact-chain.js'
import { VOLUMES } from './driver.js'
import { inside } from './inside.js'

interface Making {
  readonly volume: ChainVolume
  readonly merge?: MergeRule
  readonly boxes?: BoxFit
}

/** A random chain of unit spheres that has been changed a few times. */
function shaken(links: number, seed: number, spread: number, making: Making): ChainTree {
  const random = new Random(seed)
  const centres = Float64Array.from({ length: 3 * links }, () => random.range(-spread, spread))
  const chain = ChainTree.fromSpheres(centres, 1, making)
  for (let k = 0; k < 40; k++)
    chain.rotate(random.integer(links - 1), random.range(-3, 3), random.direction(new Float64Array(3)))
  return chain
}

const absolute = (a: Dyadic): Dyadic => (a.m < 0n ? { m: -a.m, e: a.e } : a)

/** Is the unit sphere at a pose's origin inside the box with these half extents, in exact arithmetic? */
function insideBox(half: ArrayLike<number>, pose: ExactPose): boolean {
  return [0, 1, 2].every((k) => sign(subtract(exact(half[k]!), add(absolute(pose[4 * k + 3]!), exact(1)))) >= 0)
}

/** Is it inside the swept rectangle with these half lengths and this radius? */
function insideSwept([half0, half1, radius]: ArrayLike<number> & Iterable<number>, pose: ExactPose): boolean {
  const past = (at: Dyadic, half: number): Dyadic => {
    const d = subtract(absolute(at), exact(half))
    return sign(d) > 0 ? d : exact(0)
  }
  const out = [past(pose[3]!, half0!), past(pose[7]!, half1!), pose[11]!]
  const square = out.reduce((sum, d) => add(sum, multiply(d, d)), exact(0))
  const room = subtract(exact(radius!), exact(1))
  return sign(room) >= 0 && sign(subtract(multiply(room, room), square)) >= 0
}

test.each(VOLUMES)('[volumes-contain] every volume holds its links in exact arithmetic: %s', (volume) => {
  const holds = volume === 'obb' ? insideBox : insideSwept
  let nodes = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 45 }),
      fc.nat(0xffff),
      fc.constantFrom(1, 1e-6, 1e5),
      fc.constantFrom('better-child' as const, 'covariance' as const, 'cab' as const),
      fc.constantFrom('snug' as const, 'loose' as const, 'tight' as const),
      (links, seed, spread, merge, boxes) => {
        const chain = shaken(links, seed, spread, { volume, merge, boxes })
        const c = inside(chain)
        const joints = Array.from({ length: links - 1 }, (_, j) => chain.jointPose(j))
        for (let n = 0; n < c.nodes; n++) {
          const first = c.first[n]!
          const poses = exactPoses(exactPose(c.ends, n * ENDS), joints.slice(first, c.end[n]! - 1))
          const size = c.box.subarray(n * BOX + BOX_HALF, n * BOX + BOX_HALF + 3)
          for (const pose of poses) expect(holds(size, pose)).toBe(true)
          nodes++
        }
      },
    ),
    { seed: 31, numRuns: 40 },
  )
  expect(nodes).toBeGreaterThan(300)
})

test.each(VOLUMES)(
  '[never-misses] spheres an ulp from touching are only free if they are in exact arithmetic: %s',
  (volume) => {
    const random = new Random(77)
    let touching = 0
    let free = 0
    for (let round = 0; round < 60; round++) {
      const links = 3 + random.integer(30)
      const chain = shaken(links, random.integer(1e6), 3, { volume })
      const joints = Array.from({ length: links - 1 }, (_, j) => chain.jointPose(j))
      const closest = chain.closestPair()!
      // Radii that make the closest pair touch, but for a few units in the last place. Centres may coincide at worst.
      const between = Math.hypot(...[3, 7, 11].map((k) => chain.relativePose(closest.a, closest.b)[k]!))
      const radius = (between / 2) * (1 + (random.integer(9) - 4) * 2 ** -52)
      if (!(radius > 0)) continue
      const again = ChainTree.fromSpheres(new Float64Array(3 * links), radius, { volume })
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
  },
)
