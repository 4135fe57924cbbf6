// Worlds in which nothing is examined, links that were not seen, surfaces: in every verdict and result.
import { describe, expect, test } from 'vitest'
import { checkMotionAsPublished } from '../../../lab/published/check-motion.js'
import { MeshTree } from '../../../src/entries/meshes.js'
import {
  box,
  checkMotion,
  checkSegments,
  firstContact,
  freeBody,
  parseRobot,
  planNow,
  Robot,
  randomWalkNow,
  SegmentCheck,
  sampleMotion,
  smoothNow,
  sphere,
  timePath,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { verifyCertificate } from '../../../src/verify/index.js'

const BALL = sphere({ radius: 0.5 })

/** A cart on a rail of ten metres, with or without something on it and on the ground. */
function cart(onGround = false, onCart = true, visualOnly: readonly string[] = []): Robot {
  return new Robot({
    name: 'r',
    links: [
      { name: 'ground', geometry: onGround ? [{ shape: BALL, pose: { at: [0, 3, 0] } }] : [] },
      { name: 'cart', geometry: onCart ? [{ shape: BALL }] : [] },
    ],
    joints: [{ name: 'slide', kind: 'prismatic', parent: 'ground', child: 'cart', limits: { lower: -5, upper: 5 } }],
    visualOnly,
  })
}

const PATH = [[0], [1], [2]]

const nothing: readonly (readonly [string, () => World, string])[] = [
  ['nothing at all', () => new World(), 'there is no robot'],
  ['obstacles only', () => new World({ obstacles: [BALL, BALL] }), 'there is no robot'],
  [
    'a robot without geometry, among obstacles',
    () => new World({ robots: [cart(false, false)], obstacles: [BALL, BALL] }),
    'no link has collision geometry',
  ],
  [
    'one link only',
    () => new World({ robots: [cart()] }),
    'r/cart is all that has collision geometry; without collision geometry: r/ground',
  ],
  [
    'adjacent links',
    () => new World({ robots: [cart(true)] }),
    'of 2 objects, all pairs are allowed to touch or do not move relative to each other',
  ],
  [
    'everything allowed',
    () => new World({ robots: [cart()], obstacles: [{ name: 'o', shape: BALL }], allowed: [['r/cart', 'o']] }),
    'of 2 objects, all pairs are allowed to touch or do not move relative to each other; without collision geometry: r/ground',
  ],
]

describe('[nothing-to-check] is not free', () => {
  test.each(nothing)('%s', (_, make, reason) => {
    const world = make()
    const told = { outcome: 'nothing-to-check', reason, surfaces: [], unseen: [] }
    expect(world.nothingToCheck()).toBe(reason)
    const path = world.dof === 0 ? [[], []] : PATH
    for (const check of [checkMotion, checkMotionAsPublished]) {
      const verdict = check(world, path)
      expect(verdict).toMatchObject({ ...told, beyondLimits: [] })
      expect('certificate' in verdict).toBe(false)
    }
    expect(checkMotion(world, path, { clearance: 1, delta: 1, ignoreLimits: true })).toMatchObject(told)
    expect(firstContact(world, path)).toMatchObject(told)
    expect(sampleMotion(world, path, { resolution: 0.1 })).toMatchObject(told)
    const check = new SegmentCheck(world, [path[0]!, path[1]!])
    expect(check.outcome).toBe('nothing-to-check')
    expect(check.run()).toMatchObject(told)
    expect(checkSegments([check, check])).toMatchObject(told)
    expect(planNow(world, path[0]!, path.at(-1)!)).toMatchObject(told)
    expect(planNow(world, path[0]!, path[0]!, { planner: 'a-sbl' })).toMatchObject(told)
    expect(randomWalkNow(world, path[0]!)).toMatchObject(told)
    for (const isFree of [true, false]) {
      expect(smoothNow(world, path, { isFree })).toMatchObject({ outcome: 'not-proved', verdict: told })
    }
    expect(timePath(world, path, { velocity: 1, acceleration: 1 })).toMatchObject({
      outcome: 'not-proved',
      verdict: told,
    })
    // Queries of one configuration answer as ever.
    expect(world.collides(path[0]!)).toBe(false)
    expect(world.distance(path[0]!).distance).toBe(Infinity)
  })

  test('a pair that never meets is examined: free, with a certificate that holds', () => {
    const world = new World({ robots: [cart()], obstacles: [{ name: 'o', shape: BALL, pose: { at: [0, 9, 0] } }] })
    expect(world.pairs()).toMatchObject([{ status: 'never' }])
    expect(world.nothingToCheck()).toBeUndefined()
    const verdict = checkMotion(world, PATH)
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    expect(verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate())))).toMatchObject({
      valid: true,
    })
    expect(planNow(world, PATH[0]!, PATH[2]!)).toMatchObject({ outcome: 'solved' })
  })

  test('what is allowed, checked, added and removed counts at once', () => {
    const world = new World({ robots: [cart(true)] })
    expect(checkMotion(world, PATH).outcome).toBe('nothing-to-check')
    world.disallow('r/ground', 'r/cart')
    expect(checkMotion(world, PATH).outcome).toBe('free')
    world.allow('r/ground', 'r/cart')
    world.addObstacle({ name: 'o', shape: BALL, pose: { at: [9, 9, 0] } })
    expect(checkMotion(world, PATH).outcome).toBe('free')
    world.removeObstacle('o')
    expect(checkMotion(world, PATH).outcome).toBe('nothing-to-check')
    world.attach({ name: 'cup', link: 'r/cart', shape: BALL, pose: { at: [0, -1, 0] } })
    expect(checkMotion(world, PATH).outcome).toBe('free')
  })

  test('what is shown to be wrong comes first: limits, and ends that are not valid', () => {
    const world = new World({ robots: [cart()] })
    expect(checkMotion(world, [[0], [6]])).toMatchObject({ outcome: 'outside-limits', value: 6, limit: 5 })
    expect(firstContact(world, [[0], [6]]).outcome).toBe('outside-limits')
    expect(smoothNow(world, [[0], [6]])).toMatchObject({ verdict: { outcome: 'outside-limits' } })
    const problems = [{ kind: 'outside-limits', joint: 'r/slide', value: 6 }]
    expect(planNow(world, [6], [0])).toMatchObject({ outcome: 'invalid-start', problems })
    expect(planNow(world, [0], [6])).toMatchObject({ outcome: 'invalid-goal', problems })
    expect(randomWalkNow(world, [6])).toMatchObject({ outcome: 'invalid-start', problems })
    // Two robots' words at most: long lists are counted.
    const links = Array.from({ length: 12 }, (_, k) => ({ name: `l${k}` }))
    const joints = links.slice(1).map(({ name }, k) => ({
      ...{ name: `j${k}`, kind: 'revolute', parent: `l${k}`, child: name, axis: [0, 0, 1] },
      limits: { lower: -1, upper: 1 },
    }))
    const bare = new World({
      robots: [new Robot({ name: 'r', links, joints } as never), freeBody({ name: 'f', shape: BALL })],
    })
    expect(bare.nothingToCheck()).toBe(
      `f/body is all that has collision geometry; without collision geometry: ${[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `r/l${k}`).join(', ')} and 5 more`,
    )
  })
})

const VISUAL_ONLY = `<robot name="v">
  <link name="base"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
  <link name="arm"><visual><geometry><mesh filename="arm.stl"/></geometry></visual></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
</robot>`

const MESHES = `<robot name="m">
  <link name="base"><collision><geometry><mesh filename="base.stl"/></geometry></collision></link>
  <link name="arm">
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
    <collision><geometry><mesh filename="arm.stl"/></geometry></collision>
    <collision><geometry><mesh filename="hand.stl"/></geometry></collision>
  </link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
</robot>`

describe('[unseen] what was left out is listed', () => {
  test('links with visual geometry only are named, and so is the remedy', async () => {
    const robot = await parseRobot(VISUAL_ONLY)
    expect([robot.visualOnly, robot.unseen]).toEqual([['base', 'arm'], []])
    const world = new World({ robots: [{ robot, name: 'one' }], obstacles: [BALL] })
    const reason =
      "no link has collision geometry; with visual geometry only: one/base, one/arm (option geometry: 'visual' or 'both')"
    expect(checkMotion(world, [[0], [1]])).toMatchObject({ outcome: 'nothing-to-check', reason })
    const seen = await parseRobot(VISUAL_ONLY, { geometry: 'visual', missing: 'skip' })
    expect([seen.visualOnly, seen.unseen]).toEqual([[], ['arm']])
  })

  test('by robot and by world; a link of which a part is missing is one of them', async () => {
    const robot = await parseRobot(MESHES, { missing: 'skip' })
    expect([robot.unseen, robot.visualOnly]).toEqual([['base', 'arm'], []])
    const alone = new World({ robots: [{ robot, name: 'a' }] })
    expect(alone.unseen).toEqual(['a/base', 'a/arm'])
    const reason =
      'a/arm is all that has collision geometry; without collision geometry: a/base; not seen, their meshes are missing: a/base, a/arm'
    expect(checkMotion(alone, [[0], [1]])).toMatchObject({ outcome: 'nothing-to-check', reason })
    const world = new World({
      robots: [
        { robot, name: 'a' },
        { robot: cart(false, true, ['ground']), name: 'b', base: { at: [0, 5, 0] } },
      ],
    })
    const told = { unseen: ['a/base', 'a/arm'], visualOnly: ['b/ground'] }
    expect(world).toMatchObject(told)
    const way = [
      [0, 0],
      [1, 1],
    ]
    expect(checkMotion(world, way)).toMatchObject({ outcome: 'free', ...told })
    expect(
      checkMotion(world, [
        [0, 0],
        [5, 5],
      ]),
    ).toMatchObject({ outcome: 'outside-limits', ...told })
    expect(checkMotion(world, way, { maxSteps: 0, clearance: 1 })).toMatchObject({ outcome: 'undecided', ...told })
    expect(checkMotion(world, way, { clearance: 100 })).toMatchObject({ outcome: 'closer-than-clearance', ...told })
    expect(firstContact(world, way)).toMatchObject({ outcome: 'free', ...told })
    expect(sampleMotion(world, way, { resolution: 1 })).toMatchObject({ outcome: 'sampled', ...told })
    expect(new SegmentCheck(world, [way[0]!, way[1]!]).run()).toMatchObject({ outcome: 'free', ...told })
    expect(planNow(world, way[0]!, way[1]!)).toMatchObject({ outcome: 'solved', ...told })
    expect(planNow(world, [9, 0], way[1]!)).toMatchObject({ outcome: 'invalid-start', ...told })
    expect(planNow(world, way[0]!, [0, 9])).toMatchObject({ outcome: 'invalid-goal', ...told })
    expect(planNow(world, way[0]!, way[1]!, { maxIterations: 0 })).toMatchObject({ outcome: 'no-path-found', ...told })
    expect(smoothNow(world, way)).toMatchObject({ outcome: 'smoothed', ...told })
    expect(smoothNow(world, [...way, [9, 0]])).toMatchObject({ outcome: 'not-proved', ...told })
    expect(randomWalkNow(world, way[0]!, { maxTries: 2 })).toMatchObject({ outcome: 'stopped', ...told })
    expect(randomWalkNow(world, [9, 0])).toMatchObject({ outcome: 'invalid-start', ...told })
  })

  test('surfaces are in every verdict, as the world has them', () => {
    const sheet = new MeshTree({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] })
    const world = new World({
      robots: [cart()],
      obstacles: [
        { name: 'sheet', shape: sheet, pose: { at: [0, 9, 0] } },
        { name: 'block', shape: box({ size: [1, 1, 1] }), pose: { at: [0, -9, 0] } },
      ],
    })
    const surfaces = world.surfaces()
    expect(surfaces).toMatchObject([{ object: 'sheet', geometry: '0', part: 0, shells: 1, share: 1 }])
    expect(checkMotion(world, PATH)).toMatchObject({ outcome: 'free', surfaces })
    expect(checkMotion(world, [[0], [9]])).toMatchObject({ outcome: 'outside-limits', surfaces })
    expect(planNow(world, [0], [1])).toMatchObject({ outcome: 'solved', surfaces })
    expect(smoothNow(world, PATH)).toMatchObject({ outcome: 'smoothed', surfaces })
    // Found once for a world, however often it is asked about; and nobody can write to what verdicts share.
    const [one, other] = [checkMotion(world, PATH), checkMotion(world, PATH)]
    expect(one.surfaces).toBe(other.surfaces)
    expect(Object.isFrozen(one.surfaces) && Object.isFrozen(one.surfaces[0])).toBe(true)
    world.surfaces().length = 0
    expect(world.surfaces()).toEqual(surfaces)
    world.removeObstacle('sheet')
    expect(checkMotion(world, PATH).surfaces).toEqual([])
  })
})
