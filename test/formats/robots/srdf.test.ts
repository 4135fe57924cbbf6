import { describe, expect, test } from 'vitest'
import { parseRobot } from '../../../src/formats/robots/robot-parse.js'
import { parseSrdf } from '../../../src/formats/robots/srdf.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { joint, LINKS, RICH_SRDF, RICH_URDF, refusal, urdf } from './robot-samples.js'

const skip = { missing: 'skip' } as const

/** a – b – c, by `ab` and `bc`; and a – d by `ad`. Another root: e. */
const TREE = urdf(
  `${LINKS}<link name="d"/><link name="e"/>` +
    joint('<limit lower="-1" upper="1"/>', 'revolute', 'ab', 'a', 'b') +
    joint('', 'fixed', 'bc', 'b', 'c') +
    joint('', 'continuous', 'ad', 'a', 'd'),
  'tree',
)

function srdf(inside: string): string {
  return `<robot name="tree">\n${inside}\n</robot>`
}

const read = (inside: string, options = {}): Promise<Robot> => parseRobot(TREE, { srdf: srdf(inside), ...options })

describe('[srdf] groups', () => {
  const groupOf = async (inside: string): Promise<string> => {
    const { joints, links } = (await read(`<group name="g">${inside}</group>`)).groups[0]!
    return `${joints.join(' ')} | ${links.join(' ')}`
  }

  test.each([
    ['<link name="b"/>', 'ab | b'],
    ['<link name="a"/>', ' | a'],
    ['<joint name="bc"/>', 'bc | c'],
    ['<chain base_link="a" tip_link="c"/>', 'ab bc | a b c'],
    // Not the joint that the base hangs on.
    ['<chain base_link="b" tip_link="c"/>', 'bc | b c'],
    ['<chain base_link="c" tip_link="c"/>', ' | c'],
    // By the link above both.
    ['<chain base_link="d" tip_link="c"/>', 'ab bc ad | a b c d'],
    ['<chain base_link="c" tip_link="a"/>', 'ab bc | a b c'],
    // In the robot's order, each once.
    ['<joint name="ad"/><link name="b"/><joint name="ab"/><other/>', 'ab ad | b d'],
    ['', ' | '],
  ])('%s', async (inside, expected) => {
    expect(await groupOf(inside)).toBe(expected)
  })

  test('groups of groups, whatever their order in the file', async () => {
    const robot = await read(
      '<group name="top"><group name="one"/><group name="two"/></group>' +
        '<group name="one"><joint name="ad"/></group><group name="two"><group name="one"/><link name="b"/></group>',
    )
    expect(robot.groups).toEqual([
      { name: 'top', joints: ['ab', 'ad'], links: ['b', 'd'] },
      { name: 'one', joints: ['ad'], links: ['d'] },
      { name: 'two', joints: ['ab', 'ad'], links: ['b', 'd'] },
    ])
  })
})

describe('[srdf] what is wrong is said by line', () => {
  test.each([
    ['<group/>', 'line 2, <group> name: expected a name, got none'],
    ['<group name="g"/>\n<group name="g"/>', 'line 3, group: expected a name of its own (line 2 has it), got "g"'],
    [
      '<group name="g"><group name="h"/></group>\n<group name="h"><group name="g"/></group>',
      'line 3, group "h" <group>: expected a group that does not contain this one, got "g"',
    ],
    ['<group name="g"><chain base_link="a"/></group>', 'line 2, group "g" <chain> tip_link: expected a name, got none'],
    [
      '<group name="g"/><group_state name="s" group="g"><joint name="ab" value="1 2"/></group_state>',
      'line 2, group_state "s" joint "ab" value: expected 1 value for a revolute joint, got 2',
    ],
    [
      '<group name="g"/><group_state name="s" group="g"><joint name="ab" value="0x1"/></group_state>',
      'line 2, group_state "s" joint "ab" value: expected a number in decimal, got "0x1"',
    ],
    [
      '<group name="g"/><group_state name="s" group="g"><joint name="ab"/></group_state>',
      'line 2, group_state "s" joint "ab" value: expected a number in decimal, got none',
    ],
    [
      '<group name="g"/><group_state name="s" group="g"><joint name="ab" value="1"/><joint name="ab" value="1"/></group_state>',
      'line 2, group_state "s" <joint>: expected every joint once, got "ab" again',
    ],
    ['<disable_collisions link1="a"/>', 'line 2, <disable_collisions> link2: expected a name, got none'],
    [
      '<virtual_joint name="v" type="revolute" parent_frame="w" child_link="a"/>',
      'line 2, virtual_joint "v" type: expected one of fixed, planar, floating, got "revolute"',
    ],
    [
      '<disable_default_collisions link="b"/>\n<enable_collisions link1="b" link2="x"/>',
      'line 3, <enable_collisions>: expected a link of the robot, got "x"',
    ],
    [
      '<xacro:x/>',
      'line 2: expected SRDF, but this is xacro: run `xacro robot.srdf.xacro > robot.srdf` and read what comes out, got <xacro:x>',
    ],
  ])('%s', async (inside, message) => {
    const error = await refusal(TREE, { srdf: srdf(inside) })
    expect(error.message).toBe(`robot.srdf, ${message}`)
  })

  test('a document type, and what is not SRDF', async () => {
    const doctype = '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>'
    expect((await refusal(TREE, { srdf: doctype })).message).toContain('expected SRDF without a document type')
    expect((await refusal(TREE, { srdf: '<mujoco/>' })).message).toContain('<robot>, the root of SRDF, got <mujoco>')
  })
})

describe('[srdf] what the robot does not have is noted and passed over, one note a kind', () => {
  test.each([
    [
      '<group name="g">\n<link name="x"/><link name="y"/></group>',
      '3: 2 links of groups that the robot does not have, passed over: x, y',
    ],
    ['<group name="g"><joint name="x"/></group>', '2: 1 joint of a group that the robot does not have, passed over: x'],
    ['<group name="g"><group name="x"/></group>', '2: 1 group in a group that the file does not have, passed over: x'],
    [
      '<group name="g"><chain base_link="e" tip_link="a"/><chain base_link="a" tip_link="x"/></group>',
      '2: 2 chains of groups between whose ends the robot has no way, passed over: e to a, a to x',
    ],
    ['<group_state name="s" group="g"/>', '2: 1 named state of a group that the file does not have: s'],
    [
      '<group name="g"/><group_state name="s" group="g">\n<joint name="x" value="1 2 3"/></group_state>',
      '3: 1 joint of a named state that the robot does not have, passed over: x',
    ],
    [
      '<virtual_joint name="v" type="fixed" parent_frame="w" child_link="x"/>',
      '2: 1 virtual joint on a link that the robot does not have, passed over: v',
    ],
  ])('%s', async (inside, note) => {
    const robot = await read(inside)
    expect(robot.notes).toEqual([`robot.srdf, line ${note}.`])
    // What does say something about pairs is as without it.
    expect(robot.allowed).toEqual([])
  })

  test('what is there stays', async () => {
    const robot = await read(
      '<group name="g"><group name="x"/><link name="y"/><joint name="ab"/></group>' +
        '<group_state name="s" group="g"><joint name="root" value="0 0 1 0 0 0 1"/><joint name="ab" value="0.5"/></group_state>',
    )
    expect(robot.groups).toEqual([{ name: 'g', joints: ['ab'], links: ['b'] }])
    expect(robot.states).toEqual([{ name: 's', group: 'g', values: { ab: 0.5 } }])
  })

  test('virtual joints as written are refused instead', async () => {
    const written = (inside: string): Promise<Error> =>
      refusal(TREE, { srdf: srdf(inside), virtualJoints: 'as-written' })
    expect((await written('<virtual_joint name="v" type="fixed" parent_frame="w" child_link="x"/>')).message).toBe(
      'robot.srdf, line 2, virtual_joint "v" child_link: expected a link of the robot, got "x"',
    )
    const taken = '<virtual_joint name="ab" type="fixed" parent_frame="w" child_link="a"/>'
    expect((await written(taken)).message).toBe(
      'robot.srdf, line 2, virtual_joint "ab": expected a name that no joint of the robot has, got "ab"',
    )
    expect((await read(taken)).variables).toEqual(['ab', 'ad'])
  })

  test('<enable_collisions> of an unknown link is noted where it cannot matter', async () => {
    const robot = await read('<enable_collisions link1="b" link2="x"/>')
    expect(robot.notes).toEqual([
      'robot.srdf names 1 link that the robot does not have in pairs that need no checking: x.',
    ])
  })
})

describe('[srdf] pairs that need no checking', () => {
  test('each once, with its reason', async () => {
    const robot = await read(
      '<disable_collisions link1="a" link2="b" reason="Never"/><disable_collisions link1="b" link2="a" reason="Adjacent"/>' +
        '<disable_collisions link1="a" link2="c"/><disable_collisions link1="a" link2="a"/>',
    )
    expect(robot.allowed).toEqual([
      { a: 'b', b: 'a', reason: 'Adjacent' },
      { a: 'a', b: 'c', reason: 'disable_collisions' },
    ])
  })

  test('a link that is not there is noted', async () => {
    const robot = await read('<disable_collisions link1="a" link2="ghost"/><disable_default_collisions link="spirit"/>')
    expect(robot.allowed).toEqual([])
    expect(robot.notes).toEqual([
      'robot.srdf names 2 links that the robot does not have in pairs that need no checking: spirit, ghost.',
    ])
  })

  test('links that are checked against nothing, except what is enabled and not disabled again', async () => {
    const robot = await read(
      '<disable_collisions link1="b" link2="c"/><enable_collisions link1="a" link2="b"/>' +
        '<enable_collisions link1="c" link2="b"/><disable_default_collisions link="b"/>',
    )
    expect(robot.allowed.map(({ a, b, reason }) => `${a} ${b} ${reason}`)).toEqual([
      'b d disable_default_collisions',
      'b e disable_default_collisions',
      'b c disable_collisions',
    ])
  })
})

describe('[srdf] states', () => {
  test('by name, with several variables a joint', async () => {
    const robot = await parseRobot(RICH_URDF, { srdf: RICH_SRDF, ...skip })
    expect(robot.states).toEqual([
      { name: 'home', group: 'all', values: { shoulder: 0.5, slide: 0.05 } },
      { name: 'parked', group: 'all', values: { 'floor/x': 1, 'floor/y': 2, 'floor/theta': 3 } },
    ])
    expect(robot.notes).toContain('State "home": values of joints that do not move by themselves left out: mirror.')
    expect(robot.state('home')[robot.variables.indexOf('slide')]).toBe(0.05)
  })
})

describe('[srdf] virtual joints', () => {
  const inside =
    '<group name="g"><joint name="v"/><joint name="ab"/></group>' +
    '<group_state name="s" group="g"><joint name="v" value="1 2 3"/></group_state>' +
    '<virtual_joint name="v" type="planar" parent_frame="world" child_link="a"/>'

  test('left out, and said so', async () => {
    const robot = await read(inside)
    expect(robot.variables).toEqual(['ab', 'ad'])
    expect(robot.groups[0]!.joints).toEqual(['ab'])
    expect(robot.states[0]!.values).toEqual({})
    expect(robot.notes).toEqual([
      'Virtual joint "v" (planar) left out: the base of the robot fixes its pose (option virtualJoints).',
      'State "s": values of joints that do not move by themselves left out: v.',
    ])
  })

  test('as written: a root of the name of the frame, and a joint to it', async () => {
    const robot = await read(inside, { virtualJoints: 'as-written' })
    expect(robot.links.map(({ name }) => name)).toEqual(['world', 'a', 'b', 'c', 'd', 'e'])
    expect(robot.variables).toEqual(['v/x', 'v/y', 'v/theta', 'ab', 'ad'])
    expect(robot.groups[0]!.joints).toEqual(['v', 'ab'])
    // In the plane of the ground.
    const at = 12 * robot.link('a').index
    const pose = robot.linkPoses(robot.state('s')).subarray(at, at + 12)
    expect([pose[3], pose[7], pose[11]]).toEqual([1, 2, 0])
    expect(pose[0]).toBeCloseTo(Math.cos(3), 14)
  })

  test('as written: a frame for two roots; refused where a link hangs on something already', async () => {
    const both = (child: string): string =>
      '<virtual_joint name="v" type="floating" parent_frame="world" child_link="a"/>' +
      `<virtual_joint name="w" type="fixed" parent_frame="world" child_link="${child}"/>`
    const robot = await read(both('e'), { virtualJoints: 'as-written' })
    expect(robot.links.filter(({ joint: above }) => above === undefined).map(({ name }) => name)).toEqual(['world'])
    expect(robot.dof).toBe(9)
    const options = { srdf: srdf(both('b')), virtualJoints: 'as-written' } as const
    expect((await refusal(TREE, options)).message).toBe(
      'robot.srdf, line 2, virtual_joint "w" child_link: expected a link that is the child of no other joint, got "b", which hangs on "ab"',
    )
    const taken = srdf('<virtual_joint name="v" type="fixed" parent_frame="e" child_link="a"/>')
    expect((await refusal(TREE, { srdf: taken, virtualJoints: 'as-written' })).message).toContain(
      'parent_frame: expected a name that no link of the robot has, got "e"',
    )
  })
})

test('what is noted of the rest', async () => {
  const robot = await parseRobot(TREE, {
    srdf: '<robot name="other"><passive_joint name="x"/><end_effector name="e" parent_link="y" group="z"/></robot>',
    srdfFile: 'folder/other.srdf',
  })
  expect(robot.notes).toEqual([
    'other.srdf is for robot "other", this one is "tree".',
    'other.srdf, line 1: 1 passive joint that the robot does not have, passed over: x.',
    'other.srdf, line 1: 1 end effector on a link that the robot does not have: e.',
    'other.srdf, line 1: 1 end effector of a group that the file does not have: e.',
  ])
})

test('the description has all of it', () => {
  const { endEffectors, virtualJoints, passiveJoints, enabled, unchecked } = parseSrdf(RICH_SRDF)
  expect(endEffectors).toEqual([{ name: 'grip', line: 10, parentLink: 'hand', group: 'fingers', parentGroup: 'arm' }])
  expect(virtualJoints).toEqual([
    { name: 'world_joint', line: 11, kind: 'floating', parentFrame: 'world', childLink: 'base' },
  ])
  expect(passiveJoints).toEqual([{ name: 'mirror', line: 12 }])
  expect(unchecked).toEqual([{ name: 'mark', line: 15 }])
  expect(enabled).toEqual([{ link1: 'mark', link2: 'base', line: 16, reason: undefined }])
})

test('groups that grow without end are refused, and no stack runs over', async () => {
  const links = Array.from({ length: 2000 }, (_, k) => `<link name="l${k}"/>`).join('')
  const rows = Array.from({ length: 2000 }, (_, k) => `<group name="g${k + 1}"><group name="g${k}"/></group>`)
  const all = `<group name="g0">${links}</group>`
  const text = `<robot name="x">${rows.reverse().join('\n')}${all}</robot>`
  const error = await refusal(urdf(links, 'x'), { srdf: text })
  expect(error.message).toContain('expected at most 2000000 entries in all groups, got more')
  const deep = Array.from({ length: 20_000 }, (_, k) => `<group name="g${k + 1}"><group name="g${k}"/></group>`)
  const robot = await parseRobot(urdf('<link name="l0"/>', 'x'), {
    srdf: `<robot name="x">${deep.reverse().join('\n')}<group name="g0"><link name="l0"/></group></robot>`,
  })
  expect(robot.groups[0]).toEqual({ name: 'g20000', joints: [], links: ['l0'] })
})
