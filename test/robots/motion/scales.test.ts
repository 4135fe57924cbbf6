// One scene in units from 1e-100 to 1e+60: every kind of shape against every other, turning, sliding, both at once and flying, by
// every method. The truth is known: what moves passes through one place on its way and stays away from another.
import { describe, expect, test } from 'vitest'
import { checkMotionAsPublished } from '../../../lab/published/check-motion.js'
import { icosphere } from '../../../scenes/index.js'
import { collide, contact, distance, MeshTree } from '../../../src/entries/meshes.js'
import {
  box,
  capsule,
  checkMotion,
  convex,
  cylinder,
  firstContact,
  freeBody,
  group,
  InvalidInputError,
  type JointInput,
  mesh,
  Robot,
  type Shape,
  sphere,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { verifyCertificate } from '../../../src/verify/index.js'

const BALL = icosphere(1)

/** All within a ball of 0.52, and all hold one of 0.1. */
const KINDS: Readonly<Record<string, (s: number) => Shape>> = {
  sphere: (s) => sphere({ radius: 0.3 * s }),
  capsule: (s) => capsule({ radius: 0.2 * s, from: [0, 0, -0.2 * s], to: [0, 0.1 * s, 0.2 * s] }),
  box: (s) => box({ size: [0.5 * s, 0.4 * s, 0.6 * s] }),
  cylinder: (s) => cylinder({ radius: 0.3 * s, length: 0.5 * s }),
  convex: (s) => convex({ points: corners(0.3 * s) }),
  mesh: (s) => mesh({ positions: BALL.positions.map((x) => 0.25 * s * x), triangles: BALL.triangles }),
  group: (s) => group([sphere({ radius: 0.2 * s }), box({ size: [0.5 * s, 0.2 * s, 0.2 * s] })]),
}

function corners(h: number): number[] {
  return [-h, h].flatMap((x) => [-h, h].flatMap((y) => [-h, h].flatMap((z) => [x, y, z])))
}

/** Units in which the largest coordinates and the smallest sizes are just allowed, and what is between. */
const WITHIN = [-99, -60, -20, -15, -8, 0, 8, 15, 20, 40, 59].map((e) => 10 ** e)

interface Way {
  readonly joints: (s: number) => JointInput[]
  readonly from: (s: number) => number[]
  readonly to: (s: number) => number[]
  /** Where what moves is at a moment halfway. */
  readonly middle: (s: number) => number[]
}

const base = { parent: 'base', axis: [0, 0, 1] } as const
const turn = (s: number, child: string): JointInput => ({
  ...base,
  name: 'turn',
  kind: 'revolute',
  child,
  origin: { at: [0.1 * s, 0, 0] },
  limits: { lower: -3, upper: 3 },
})
const slide = (s: number, parent: string): JointInput => ({
  name: 'slide',
  kind: 'prismatic',
  parent,
  child: 'arm',
  axis: [1, 0, 0],
  limits: { lower: -9 * s, upper: 9 * s },
})

const WAYS: Readonly<Record<string, Way>> = {
  turning: {
    joints: (s) => [turn(s, 'arm')],
    from: () => [-1],
    to: () => [1],
    middle: (s) => [1.1 * s, 0, 0],
  },
  sliding: {
    joints: (s) => [slide(s, 'base')],
    from: (s) => [-2 * s],
    to: (s) => [2 * s],
    middle: (s) => [s, 0, 0],
  },
  'turning and sliding': {
    joints: (s) => [turn(s, 'upper'), slide(s, 'upper')],
    from: (s) => [-1, -0.5 * s],
    to: (s) => [1, 0.5 * s],
    middle: (s) => [1.1 * s, 0, 0],
  },
}

function robotOf(way: Way, shape: Shape, s: number): Robot {
  const joints = way.joints(s)
  const names = ['base', ...joints.map(({ child }) => child)]
  const geometry = [{ shape, pose: { at: [s, 0, 0] } }]
  return new Robot({
    name: 'r',
    links: names.map((name) => (name === 'arm' ? { name, geometry } : { name })),
    joints,
  })
}

/** Worlds in which what moves meets the other on its way, and does not. */
function worldsOf(
  robot: Robot,
  other: Shape,
  middle: readonly number[],
  s: number,
): readonly [hit: World, free: World] {
  const world = (at: readonly number[]): World =>
    new World({ robots: [robot], obstacles: [{ name: 'other', shape: other, pose: { at } }] })
  return [world(middle), world([middle[0]!, middle[1]!, middle[2]! + 1.2 * s])]
}

const CHECKS: readonly ((...asked: Parameters<typeof checkMotion>) => { readonly outcome: string })[] = [
  checkMotion,
  (world, motion, { maxSteps } = {}) => checkMotionAsPublished(world, motion, { method: 'refined', maxSteps }),
  (world, motion, { maxSteps } = {}) => checkMotionAsPublished(world, motion, { method: 'adaptive', maxSteps }),
]

describe.each(Object.keys(WAYS))('%s', (name) => {
  const way = WAYS[name]!
  test.each(Object.keys(KINDS))('[scales] %s and every other kind: free is free, a collision is one', (kind) => {
    for (const s of WITHIN) {
      const robot = robotOf(way, KINDS[kind]!(s), s)
      for (const [other, make] of Object.entries(KINDS)) {
        const [hit, free] = worldsOf(robot, make(s), way.middle(s), s)
        const path = [way.from(s), way.to(s)]
        const context = `${kind} and ${other}, unit ${s}`
        for (const [k, check] of CHECKS.slice(0, other === kind ? undefined : 1).entries()) {
          const options = { maxSteps: 100_000 }
          expect(check(hit, path, options).outcome, `hit, ${context}, check ${k}`).toBe('collision')
          expect(check(free, path, options).outcome, `free, ${context}, check ${k}`).toBe('free')
        }
        const half = path[0]!.map((x, i) => (x + path[1]![i]!) / 2)
        expect([hit.collides(half), free.collides(half)], context).toEqual([true, false])
        const apart = free.distance(half).distance / s
        expect(apart > 0.15 && apart < 1.1, `${context}: ${apart}`).toBe(true)
        const contact = firstContact(hit, path)
        expect(contact.outcome, context).toBe('collision')
      }
    }
  })
})

test('[scales] a body that flies', () => {
  for (const s of WITHIN) {
    const robot = freeBody({ name: 'r', shape: KINDS.mesh!(s) })
    const [hit, free] = worldsOf(robot, KINDS.convex!(s), [0, 0, 0], s)
    const half = Math.sqrt(0.5)
    const path = [
      [-s, 0, 0, 0, 0, 0, 1],
      [s, 0.1 * s, 0, 0, 0, half, half],
    ]
    expect(checkMotion(hit, path, { maxSteps: 100_000 }).outcome, `unit ${s}`).toBe('collision')
    expect(checkMotion(free, path, { maxSteps: 100_000 }).outcome, `unit ${s}`).toBe('free')
  }
})

test('[scales] [certificates] what is proved is accepted by the verifier', () => {
  for (const [name, way] of Object.entries(WAYS)) {
    for (const s of WITHIN) {
      for (const kind of ['sphere', 'convex', 'mesh']) {
        const [, free] = worldsOf(robotOf(way, KINDS[kind]!(s), s), KINDS.mesh!(s), way.middle(s), s)
        const verdict = checkMotion(free, [way.from(s), way.to(s)])
        if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
        const found = verifyCertificate(worldDocument(free), verdict.certificate())
        expect(found.valid ? 'valid' : found.reason, `${name}, ${kind}, unit ${s}`).toBe('valid')
      }
    }
  }
})

test('[scales] the same numbers in units that are powers of two: the same tests, the same place', () => {
  const place = (s: number) => {
    const robot = robotOf(WAYS['turning and sliding']!, KINDS.mesh!(s), s)
    const [hit, free] = worldsOf(robot, KINDS.box!(s), [1.1 * s, 0, 0], s)
    const path = [WAYS['turning and sliding']!.from(s), WAYS['turning and sliding']!.to(s)]
    const found = firstContact(hit, path)
    const { volumeTests, leafTests, intervals } = checkMotion(free, path).stats
    return [found.outcome === 'collision' ? found.at : found.outcome, volumeTests, leafTests, intervals]
  }
  const one = place(1)
  for (const e of [-300, -60, 30, 190]) expect(place(2 ** e), `2^${e}`).toEqual(one)
})

test('[scales] contacts, depths and the inside of a mesh with a hole, in units that are powers of two', () => {
  const ask = (s: number): unknown[] => {
    const pairs = Object.values(KINDS).flatMap((one) =>
      Object.values(KINDS).map((other) => {
        const [a, b] = [one(s), other(s)]
        const [near, far] = [{ at: [0.3 * s, 0.05 * s, 0.02 * s] }, { at: [1.2 * s, 0.3 * s, 0.1 * s] }]
        const meshes = a.kind === 'mesh' || b.kind === 'mesh'
        const depth = meshes ? 0 : contact(a, b, near).depth! / s
        return [collide(a, b, near).collides, collide(a, b, far).collides, distance(a, b, far).distance / s, depth]
      }),
    )
    const inside = (['close', 'solid'] as const).map((open) => {
      const shape = mesh({ positions: BALL.positions.map((x) => s * x), triangles: BALL.triangles.slice(3), open })
      const robots = [freeBody({ name: 'ball', shape: sphere({ radius: 0.05 * s }) })]
      const world = new World({ robots, obstacles: [{ name: 'holed', shape }] })
      return [
        world.collides([0.1 * s, 0, 0, 0, 0, 0, 1]),
        world.collides([3 * s, 0, 0, 0, 0, 0, 1]),
        world.surfaces().length,
      ]
    })
    return [pairs, inside]
  }
  const one = ask(1)
  expect(one[1]).toEqual([
    [false, false, 1],
    [true, false, 0],
  ])
  for (const e of [-200, -60, 40, 190]) expect(ask(2 ** e), `2^${e}`).toEqual(one)
})

test('[scales] meshes by themselves', () => {
  for (const s of WITHIN) {
    const tree = new MeshTree({ positions: BALL.positions.map((x) => s * x), triangles: BALL.triangles })
    const reach = tree.reach / s
    expect(collide(tree, tree, { at: [reach * s, 0, 0] }).collides).toBe(true)
    expect(collide(tree, tree, { at: [2.01 * reach * s, 0, 0] }).collides).toBe(false)
    const { distance: d } = distance(tree, tree, { at: [5 * s, 0, 0] })
    expect(Math.abs(d / s - (5 - 2 * widest(BALL.positions)))).toBeLessThan(1e-9)
  }
})

/** Along x. */
function widest(positions: ArrayLike<number>): number {
  return Array.from(positions).reduce((most, x, i) => (i % 3 === 0 ? Math.max(most, x) : most), 0)
}

test('[scales] outside the range every shape is refused by name', () => {
  const fields: Record<string, RegExp> = {
    sphere: /^sphere\.radius /,
    capsule: /^capsule\.radius /,
    box: /^box\.size\[0\] /,
    cylinder: /^cylinder\.radius /,
    convex: /^convex\.points/,
    mesh: /^mesh\.positions/,
    group: /^sphere\.radius /,
  }
  for (const s of [1e-101, 1e-102, 1e-120, 1e-150, 1e-162, 1e-200, 1e-308, 1e62, 1e80, 1e150, 1e300]) {
    for (const [kind, make] of Object.entries(KINDS)) {
      expect(() => make(s), `${kind}, unit ${s}`).toThrow(InvalidInputError)
      expect(() => make(s), `${kind}, unit ${s}`).toThrow(fields[kind]!)
    }
    const positions = BALL.positions.map((x) => s * x)
    expect(() => new MeshTree({ positions, triangles: BALL.triangles })).toThrow(/^mesh\.positions/)
    const tree = new MeshTree({ positions: BALL.positions, triangles: BALL.triangles })
    expect(() => tree.refit(positions)).toThrow(/^positions/)
  }
})

test('[scales] points at one place are a point, whatever the unit; a vertex that no triangle uses does not count', () => {
  const point = convex({ points: [1e-200, 0, 0, 1e-200, 0, 0] })
  expect(collide(point, sphere({ radius: 1 })).collides).toBe(true)
  expect(() => mesh({ positions: [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5], triangles: [0, 1, 2] })).not.toThrow()
  expect(() => mesh({ positions: [0, 0, 0, 1e-150, 0, 0, 0, 0, 0, 5, 5, 5], triangles: [0, 1, 2] })).toThrow(
    /^mesh\.positions must be spread over 1e-100 or more, or at one place/,
  )
})
