// Scenes in tiny units. One that turns was undecided from 1e-15 on: radians were added to lengths. Hulls of 1e-150, whose squares
// underflow, gave a false collision. A capsule whose ends are 5e-324 apart got boxes with axes that are longer than 1, and what overlapped
// it by half its radius did not collide.
import { expect, test } from 'vitest'
import {
  capsule,
  checkMotion,
  convex,
  freeBody,
  mesh,
  poseConfiguration,
  Robot,
  sphere,
  World,
  worldDocument,
} from '../../src/entries/robots.js'
import { verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyCertificate } from '../../src/verify/index.js'

test('[scales] a ball of 3e-16 turns past another', () => {
  const shape = sphere({ radius: 3e-16 })
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'arm', geometry: [{ shape, pose: { at: [1e-15, 0, 0] } }] }],
    joints: [
      { name: 'j', kind: 'revolute', parent: 'base', child: 'arm', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } },
    ],
  })
  const world = new World({ robots: [robot], obstacles: [{ name: 'ball', shape, pose: { at: [-1e-15, 0, 0] } }] })
  expect(checkMotion(world, [[0], [1.5]]).outcome).toBe('free')
  expect(checkMotion(world, [[0], [3]]).outcome).toBe('collision')
})

test('[scales] a hull of 1e-150 is refused', () => {
  const points = [0, 0, 0, 1e-150, 0, 0, 0, 1e-150, 0, 0, 0, 1e-150]
  expect(() => convex({ points })).toThrow(/^convex\.points must be spread over 1e-100 or more/)
})

test('[scales] a capsule of 1e-101 is refused, one of no length is a ball', () => {
  const ends = (x: number) => ({ radius: 0.1, from: [0.5, 0, 0], to: [0.5, x, x] })
  for (const x of [5e-324, 1e-101]) {
    expect(() => capsule(ends(x))).toThrow(/^capsule\.from and to must be spread over 1e-100 or more, or at one place/)
  }
  const robot = freeBody({ name: 'b', shape: sphere({ radius: 0.1 }) })
  for (const x of [0, 1e-100]) {
    const world = new World({ robots: [robot], obstacles: [capsule(ends(x))] })
    const some = [0.299, 0.301, 0.35].map((at) => poseConfiguration({ at: [at, 0, 0] }))
    expect(some.map((q) => world.collides(q))).toEqual([false, true, true])
  }
})

test('[scales] a proof within a hollow box of 1e-98 is accepted by both verifiers', () => {
  const corners = (half: number): number[] =>
    Array.from({ length: 24 }, (_, i) => (((i / 3) >> (i % 3)) % 2 === 1 ? half : -half))
  const out = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]
  for (const unit of [1, 1e-60, 1e-95, 1e-98, 1e50]) {
    const positions = [...corners(1), ...corners(0.8)].map((x) => unit * x)
    const room = mesh({ positions, triangles: [...out, ...out.toReversed().map((v) => v + 8)] })
    const robots = [freeBody({ name: 'b', shape: sphere({ radius: 0.02 * unit }) })]
    const world = new World({ robots, obstacles: [{ name: 'room', shape: room }] })
    const at = (x: number): Float64Array => poseConfiguration({ at: [x * unit, 0.1 * unit, 0.2 * unit] })
    const verdict = checkMotion(world, [at(0.3), at(0.4)])
    if (verdict.outcome !== 'free') throw new Error(`${unit}: ${verdict.outcome}`)
    for (const verify of [verifyCertificate, verifyCertificateExactly]) {
      expect({ unit, ...verify(worldDocument(world), verdict.certificate()) }).toMatchObject({ unit, valid: true })
    }
    expect(checkMotion(world, [at(0.9), at(0.9)]).outcome).toBe('collision')
  }
})
