// Segments that are kept and gone on with, a few tests at a time: the outcome is the same, and nothing gets lost on the way.
import { expect, test } from 'vitest'
import { bumpySphere, icosphere } from '../../../scenes/index.js'
import {
  checkMotion,
  checkSegments,
  curveMotion,
  firstContact,
  mesh,
  Random,
  Robot,
  SegmentCheck,
  sphere,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { verifyCertificate } from '../../../src/verify/index.js'

/** A bumpy ball on an arm that swings past another one. */
function swinging(random: Random): World {
  const ball = (scale: number) => {
    const { positions, triangles } = bumpySphere(200, 3, { height: 0.3 })
    return mesh({ positions: Array.from(positions, (x) => scale * x), triangles })
  }
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'ball', geometry: [{ shape: ball(0.3), pose: { at: [1, 0, 0] } }] }],
    joints: [{ name: 'j', kind: 'continuous', parent: 'base', child: 'ball', axis: [0, 0, 1] }],
  })
  const at = [0, random.range(1.2, 1.7), random.range(-0.3, 0.3)]
  return new World({ robots: [robot], obstacles: [{ name: 'o', shape: ball(0.3), pose: { at } }] })
}

test('[motion-limits] a check that is ended again and again comes to the outcome of one that is not', () => {
  const outcomes = new Set<string>()
  for (let seed = 1; seed <= 12; seed++) {
    const world = swinging(new Random(seed))
    const whole = checkMotion(world, [[0], [3]])
    outcomes.add(whole.outcome)
    for (const maxSteps of [1, 2, 5, 13, 50]) {
      const check = new SegmentCheck(world, [[0], [3]])
      let verdict = check.run({ maxSteps })
      for (let k = 0; check.outcome === 'open'; k++) {
        expect(verdict.outcome).toBe('undecided')
        expect(k).toBeLessThan(100_000)
        verdict = check.run({ maxSteps })
      }
      expect(verdict.outcome, `seed ${seed}, ${maxSteps} tests at a time`).toBe(whole.outcome)
      if (verdict.outcome === 'collision') expect(world.collides(verdict.configuration)).toBe(true)
      if (verdict.outcome === 'free') {
        expect(verifyCertificate(worldDocument(world), verdict.certificate())).toMatchObject({ valid: true })
      }
    }
  }
  expect([...outcomes].sort()).toEqual(['collision', 'free'])
})

test('[motion-limits] segments of a path share one queue, and what is proved stays proved', () => {
  const world = swinging(new Random(5))
  const ends = [[0], [0.4], [0.8], [1.1]]
  const checks = ends.slice(1).map((to, i) => new SegmentCheck(world, [ends[i]!, to]))
  const first = checkSegments(checks)
  const again = checkSegments(checks)
  expect(again.outcome).toBe(first.outcome)
  expect(again.stats).toEqual(first.stats)
  world.allow('r/ball', 'o')
  expect(() => checkSegments(checks)).toThrow(/world must be as it was/)
})

test('[first-contact] a thing inside another from the start is in contact from the start, whatever ends the work', () => {
  const inner = icosphere(1)
  const solid = (scale: number) =>
    mesh({ positions: Array.from(inner.positions, (x) => scale * x), triangles: inner.triangles })
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'ball', geometry: [{ shape: solid(0.1) }] }],
    joints: [{ name: 'j', kind: 'continuous', parent: 'base', child: 'ball', axis: [0, 0, 1] }],
  })
  const world = new World({ robots: [robot], obstacles: [{ name: 'o', shape: solid(1) }] })
  expect(firstContact(world, [[0], [1]])).toMatchObject({ outcome: 'collision', at: 0, clear: { segment: 0, at: 0 } })
  for (let maxSteps = 0; maxSteps < 40; maxSteps++) {
    const found = firstContact(world, [[0], [1]], { maxSteps })
    expect(found).toMatchObject({ clear: { segment: 0, at: 0 } })
  }
})

test('[first-contact] what is inside at first and outside by the middle touches from the start', () => {
  const { positions, triangles } = icosphere(1)
  const solid = (scale: number) => mesh({ positions: Array.from(positions, (x) => scale * x), triangles })
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'ball', geometry: [{ shape: solid(0.1) }] }],
    joints: [{ name: 'j', kind: 'prismatic', parent: 'base', child: 'ball', axis: [1, 0, 0] }],
  })
  const world = new World({ robots: [robot], obstacles: [{ name: 'o', shape: solid(1) }] })
  expect(world.collides([0])).toBe(true)
  expect(firstContact(world, [[0], [10]])).toMatchObject({ outcome: 'collision', at: 0, clear: { segment: 0, at: 0 } })
  for (const maxSteps of [1, 3, 10]) {
    const verdict = checkMotion(world, [[0], [10]], { maxSteps })
    if (verdict.outcome === 'undecided') {
      // Whatever is not among the rest is proved, and at the start nothing is.
      expect(verdict.left.some(({ from }) => from === 0)).toBe(true)
    } else expect(verdict.outcome).toBe('collision')
  }
})

test('[motion-free] a curve that has changed since is asked again', () => {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'ball', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [{ name: 'j', kind: 'prismatic', parent: 'base', child: 'ball', axis: [1, 0, 0] }],
  })
  const world = new World({ robots: [robot], obstacles: [sphere({ radius: 0.1, at: [1, 0, 0] })] })
  let far = 0.5
  const motion = curveMotion(world, { at: (t) => [far * t], speeds: () => [2] })
  expect(checkMotion(world, motion).outcome).toBe('free')
  far = 2
  expect(checkMotion(world, motion).outcome).toBe('collision')
  const asking = curveMotion(world, {
    at: (t) => {
      if (far === 3) checkMotion(world, [[0], [0.5]])
      return [0.5 * t]
    },
    speeds: () => [2],
  })
  far = 3
  expect(() => checkMotion(world, asking)).toThrow(/does not query its own world/)
})
