// Which links of a MuJoCo model are tested against each other, and what ties its joints together.
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { World } from '../../../src/robots/world/world.js'
import { box } from '../../../src/shapes/shape.js'
import { expectClose, poseOf, tested } from './mjcf-check.js'
import { mjcf, RADIANS, readMjcf, refusedMjcf, world } from './mjcf-samples.js'

describe('pairs', () => {
  /** A chain of five bodies with a ball each. */
  const chain = (geoms: readonly string[], before = '', after = ''): string => {
    const open = geoms.map((geom, k) => `<body name="${'abcde'[k]}" pos="0 0 1"><joint/>${geom}`).join('')
    return mjcf(`${before}<worldbody><geom size="1"/>${open}${'</body>'.repeat(geoms.length)}</worldbody>${after}`)
  }
  const BALL = '<geom size="1"/>'

  test('parent and child are not tested, except with the world', async () => {
    const robot = await readMjcf(chain([BALL, BALL, BALL]))
    expect(tested(robot)).toEqual(['a-c', 'a-world', 'b-world', 'c-world'])
    expect(robot.allowed).toEqual([
      { a: 'a', b: 'b', reason: 'parent and child in MuJoCo' },
      { a: 'b', b: 'c', reason: 'parent and child in MuJoCo' },
    ])
  })

  test('filterparent off: they are', async () => {
    const robot = await readMjcf(chain([BALL, BALL, BALL], '<option><flag filterparent="disable"/></option>'))
    expect(tested(robot)).toEqual(['a-b', 'a-c', 'a-world', 'b-c', 'b-world', 'c-world'])
  })

  test('a body without geoms between two does not exempt them', async () => {
    const robot = await readMjcf(chain([BALL, '', BALL, BALL]))
    expect(tested(robot)).toEqual(['a-c', 'a-d', 'a-world', 'c-world', 'd-world'])
  })

  test('bodies without joints belong to what they are on', async () => {
    const robot = await readMjcf(
      world(
        `<body name="base">${BALL}<body name="a" pos="0 0 1"><joint/>${BALL}<body name="plate">${BALL}</body>
         <body name="b" pos="0 0 1"><joint/>${BALL}</body></body></body>`,
      ),
    )
    // `base` does not move, so MuJoCo tests it against `a`.
    expect(tested(robot)).toEqual(['a-base', 'b-base', 'base-plate'])
  })

  test('<exclude>', async () => {
    const robot = await readMjcf(
      chain(
        [BALL, BALL, BALL],
        '',
        '<contact><exclude body1="a" body2="world"/><exclude body1="c" body2="a"/></contact>',
      ),
    )
    expect(tested(robot)).toEqual(['b-world', 'c-world'])
    expect(robot.allowed[0]).toEqual({ a: 'a', b: 'world', reason: '<exclude>' })
    const unknown = chain([BALL], '', '<contact><exclude body1="a" body2="z"/></contact>')
    expect((await refusedMjcf(unknown)).message).toContain('<exclude> body2: expected a body of the model, got "z"')
  })

  test('contype and conaffinity, geom by geom', async () => {
    const robot = await readMjcf(
      chain([
        '<geom size="1" contype="2" conaffinity="0"/>',
        BALL,
        '<geom size="1" contype="0" conaffinity="2"/><geom size="2" contype="4" conaffinity="4"/><geom size="3"/>',
      ]),
    )
    // c is the geom that a touches, c.geoms2 touches nothing here, c.geoms3 touches the world.
    expect(tested(robot)).toEqual(['a-c', 'b-world', 'c.geoms3-world'])
    expect(robot.link('c.geoms3').geometry).toHaveLength(1)
    expect(robot.allowed).toContainEqual({ a: 'world', b: 'a', reason: 'contype and conaffinity' })
    expectClose(poseOf(robot, 'c.geoms2'), poseOf(robot, 'c'))
  })

  test('<pair> goes before everything else', async () => {
    const robot = await readMjcf(
      chain(
        ['<geom name="p" size="1"/>', `<geom name="q" size="1" contype="0" conaffinity="0"/>${BALL}`, BALL],
        '',
        '<contact><exclude body1="a" body2="b"/><pair geom1="q" geom2="p" condim="3"/></contact>',
      ),
    )
    expect(tested(robot)).toEqual(['a-b', 'a-c', 'a-world', 'b.geoms2-world', 'c-world'])
    expect(robot.link('b').geometry[0]!.name).toBe('q')
    const unknown = chain([BALL], '', '<contact><pair geom1="x" geom2="x"/></contact>')
    expect((await refusedMjcf(unknown)).message).toContain('<pair> geom1: expected a geom of the model')
  })

  test('[mjcf] agree with the rules, applied to every two geoms', async () => {
    const random = new Random(5)
    for (let round = 0; round < 60; round++) {
      const { text, expected } = randomModel(random)
      const robot = await readMjcf(text)
      expect(tested(robot), text).toEqual(expected)
    }
  })

  test('a ball on the floor touches it, and its own parts do not', async () => {
    const robot = await readMjcf(
      world(
        '<geom type="box" size="1 1 1" pos="0 0 -1"/><body name="a" pos="0 0 0.9"><freejoint/><geom size="1"/></body>',
      ),
    )
    const own = new World({ robots: [robot] })
    expect(own.collisions(own.neutral()).map(({ a, b }) => [a, b])).toEqual([['test/world', 'test/a']])
    own.addObstacle({ name: 'box', shape: box({ size: [0.1, 0.1, 0.1], at: [0, 0, 0.9] }) })
    expect(own.collisions(own.neutral())).toHaveLength(2)
  })
})

/** A tree of bodies with a geom or none, joints or none, masks and exclusions; and which bodies MuJoCo tests, by its rules as documented. */
function randomModel(random: Random): { text: string; expected: string[] } {
  const count = 2 + random.integer(7)
  const parents = Array.from({ length: count }, (_, i) => (i === 0 ? -1 : random.integer(i)))
  const moves = parents.map((_, i) => i > 0 && random.unit() < 0.7)
  const masks = parents.map(() =>
    random.unit() < 0.25 ? undefined : ([random.integer(4), random.integer(4)] as const),
  )
  const names = parents.map((_, i) => (i === 0 ? 'world' : `b${i}`))
  const excluded = parents.flatMap((_, i) => (i > 0 && random.unit() < 0.2 ? [[i, random.integer(i)] as const] : []))
  const weld = parents.map(() => 0)
  for (let i = 1; i < count; i++) weld[i] = moves[i] ? i : weld[parents[i]!]!
  const body = (i: number): string => {
    const mask = masks[i]
    const geom = mask === undefined ? '' : `<geom size="0.1" contype="${mask[0]}" conaffinity="${mask[1]}"/>`
    const inside = `${moves[i] ? '<joint/>' : ''}${geom}${parents.map((p, k) => (p === i ? body(k) : '')).join('')}`
    return i === 0 ? `<worldbody>${inside}</worldbody>` : `<body name="${names[i]}" pos="0 0 0.05">${inside}</body>`
  }
  const excludes = excluded.map(([i, j]) => `<exclude body1="${names[i]}" body2="${names[j]}"/>`).join('')
  const expected: string[] = []
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [masks[i], masks[j]]
      if (a === undefined || b === undefined || weld[i] === weld[j]) continue
      if (
        ((a[0] & b[1]) | (b[0] & a[1])) === 0 ||
        excluded.some(([k, l]) => (k === i && l === j) || (k === j && l === i))
      )
        continue
      const over = (k: number): number => weld[parents[k]!]!
      const [u, v] = [weld[i]!, weld[j]!]
      if (u !== 0 && v !== 0 && (over(u) === v || over(v) === u)) continue
      expected.push([names[i]!, names[j]!].sort().join('-'))
    }
  }
  return { text: mjcf(`${body(0)}<contact>${excludes}</contact>`), expected: expected.sort() }
}

describe('constraints', () => {
  const two = `<body><joint name="a" ref="0.1"/><geom size="1"/></body><body><joint name="b" ref="-0.4"/></body>
    <body><freejoint name="f"/></body>`
  const read = (equality: string, before = ''): Promise<Robot> =>
    readMjcf(mjcf(`${RADIANS}${before}<worldbody>${two}</worldbody><equality>${equality}</equality>`))

  test('a joint follows another', async () => {
    const robot = await read('<joint joint1="b" joint2="a" polycoef="0.5 -2"/>')
    // b + 0.4 = 0.5 - 2·(a - 0.1)
    const { mimic } = robot.joint('b')
    expect([mimic!.joint, mimic!.multiplier]).toEqual(['a', -2])
    expect(mimic!.offset).toBeCloseTo(-0.4 + 0.5 + 0.2, 14)
    expect((await read('<joint joint1="b" joint2="a"/>')).joint('b').mimic!.multiplier).toBe(1)
  })

  test('a joint alone is held', async () => {
    const robot = await read('<joint joint1="b" polycoef="0.5"/>')
    expect([robot.joint('b').lower, robot.joint('b').upper]).toEqual([-0.4 + 0.5, -0.4 + 0.5])
    expect(robot.neutral()[1]).toBe(-0.4 + 0.5)
  })

  test('those that are off are passed over, and noted', async () => {
    const robot = await read(
      '<weld name="w" active="false"/><joint joint1="a" joint2="b"/>',
      '<option><flag equality="disable"/></option>',
    )
    expect(robot.joint('a').mimic).toBeUndefined()
    expect(robot.notes[0]).toContain('2 equality constraints that MuJoCo does not enforce, passed over: w, line 3.')
  })

  test.each([
    ...['weld', 'tendon', 'flex', 'distance'].map((name) => [
      `<${name}/>`,
      'Limber does not model this constraint. Remove it, or set active="false", to check the bodies without it',
    ]),
    ['<blob/>', '<equality> <blob>: expected a constraint that MuJoCo has, got <blob>'],
    [
      '<joint joint1="a" joint2="b" polycoef="0 1 2"/>',
      'expected two numbers and zeros: a joint follows another linearly',
    ],
    ['<joint joint1="a" joint2="c"/>', 'joint2: expected a hinge or a slide of the model, got "c"'],
    ['<joint joint1="f" joint2="a"/>', 'joint1: expected a hinge or a slide of the model, got "f"'],
    ['<joint joint1="a" joint2="a"/>', 'joint2: expected another joint than joint1'],
    [
      '<joint joint1="a" joint2="b"/><joint joint1="b" joint2="a"/>',
      'expected joints that do not follow each other in a ring',
    ],
    ['<joint joint1="a" joint2="b"/><joint joint1="a"/>', 'expected a joint that no other equality constraint sets'],
  ] as [string, string][])('%s is refused', async (equality, message) => {
    const text = mjcf(`<worldbody>${two}</worldbody><equality>${equality}</equality>`)
    expect((await refusedMjcf(text)).message).toContain(message)
  })

  test('keyframes are states', async () => {
    const keys = (inside: string): string =>
      mjcf(`<worldbody><body><joint name="a"/><geom size="1"/></body><body><joint name="b" type="slide"/></body></worldbody>
        <keyframe>${inside}</keyframe>`)
    const robot = await readMjcf(keys('<key name="x" qpos="1 2" ctrl="3"/><key time="1"/><key/>'))
    expect(robot.states).toEqual([
      { name: 'x', values: { a: 1, b: 2 } },
      { name: 'key0', values: { a: 0, b: 0 } },
      { name: 'key1', values: { a: 0, b: 0 } },
    ])
    expect((await refusedMjcf(keys('<key qpos="1"/>'))).message).toContain(
      'expected 2 numbers, one for each hinge and slide',
    )
    expect((await refusedMjcf(keys('<key qpos="1 x"/>'))).message).toContain('key "key0" qpos')
    expect((await refusedMjcf(keys('<key name="a"/><key name="a"/>'))).message).toContain(
      'a name that no other state has',
    )
  })
})
