import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChainVolume, ENDS } from '../../../src/chains/chain/chain-arrays.js'
import { type BoxFit, type ChainExperiments, ChainTree, Random } from '../../../src/entries/chains.js'
import { BOX, BOX_HALF } from '../../../src/volumes/node-box.js'
import { type ExactBall, extremes, move } from '../../oracle/chains/chain-extremes.js'
import { exactPose, exactPoses, sign, subtract } from '../../oracle/chains/exact-chain.js'
import { add, type Dyadic, exact, multiply } from '../../oracle/exact.js'
import { randomJoint, randomShape, VOLUMES } from './driver.js'
import { inside } from './inside.js'

interface Making {
  readonly volume: ChainVolume
  readonly experimental?: ChainExperiments
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

/** Is a ball inside the box with these half extents, in exact arithmetic? */
function insideBox(half: Float64Array, { at, radius }: ExactBall): boolean {
  return at.every((x, k) => sign(subtract(exact(half[k]!), add(absolute(x), radius))) >= 0)
}

/** Is it inside the swept rectangle with these half lengths and this radius? */
function insideSwept([half0, half1, sweep]: Float64Array, { at: [x, y, z], radius }: ExactBall): boolean {
  const past = (a: Dyadic, half: number): Dyadic => {
    const d = subtract(absolute(a), exact(half))
    return sign(d) > 0 ? d : exact(0)
  }
  const out = [past(x, half0!), past(y, half1!), z]
  const square = out.reduce((sum, d) => add(sum, multiply(d, d)), exact(0))
  const room = subtract(exact(sweep!), radius)
  return sign(room) >= 0 && sign(subtract(multiply(room, room), square)) >= 0
}

/** Looks into every node of a chain; returns how many there are. */
function expectContents(chain: ChainTree, volume: ChainVolume): number {
  const holds = volume === 'obb' ? insideBox : insideSwept
  const c = inside(chain)
  const joints = Array.from({ length: chain.size - 1 }, (_, j) => chain.jointPose(j))
  const balls = Array.from({ length: chain.size }, (_, i) => extremes(chain.shape(i)))
  for (let n = 0; n < c.nodes; n++) {
    const first = c.first[n]!
    const size = c.box.slice(n * BOX + BOX_HALF, n * BOX + BOX_HALF + 3)
    const poses = exactPoses(exactPose(c.ends, n * ENDS), joints.slice(first, c.end[n]! - 1))
    for (const [k, pose] of poses.entries()) {
      for (const ball of balls[first + k]!) expect(holds(size, move(pose, ball))).toBe(true)
    }
  }
  return c.nodes
}

const merges = fc.constantFrom(
  'better-child' as const,
  'covariance' as const,
  'cab' as const,
  'cab-gs' as const,
  'cab-sum' as const,
)
const fits = fc.constantFrom('snug' as const, 'loose' as const, 'tight' as const)

test.each(VOLUMES)('[volumes-contain] every volume holds its links in exact arithmetic: %s', (volume) => {
  let nodes = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 45 }),
      fc.nat(0xffff),
      fc.constantFrom(1, 1e-6, 1e5),
      merges,
      fits,
      (links, seed, spread, merge, boxes) => {
        nodes += expectContents(shaken(links, seed, spread, { volume, boxes, experimental: { merge } }), volume)
      },
    ),
    { seed: 31, numRuns: 40 },
  )
  expect(nodes).toBeGreaterThan(300)
})

test.each(VOLUMES)('[volumes-contain] whatever the shapes of the links: %s', (volume) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 }), fc.nat(0xffff), merges, fits, (links, seed, merge, boxes) => {
      const random = new Random(seed)
      const shapes = Array.from({ length: links }, () => randomShape(random, 0.8))
      const joints = Array.from({ length: links - 1 }, () => randomJoint(random))
      expectContents(ChainTree.fromLinks(shapes, joints, { volume, boxes, experimental: { merge } }), volume)
    }),
    { seed: 32, numRuns: 40 },
  )
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
