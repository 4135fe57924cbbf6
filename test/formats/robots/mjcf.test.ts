// Where the bodies of a MuJoCo model are and how they move, and the files that it is made of.
import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { mjcfBodies } from '../../oracle/robots/mjcf.js'
import { expectClose, matrixOf, poseOf, tested } from './mjcf-check.js'
import { mjcf, RADIANS, RICH_DEFAULTS, RICH_MJCF, RICH_MODEL, readMjcf, refusedMjcf, world } from './mjcf-samples.js'
import { refused } from './robot-samples.js'

describe('poses', () => {
  const h = Math.SQRT1_2
  const cases: [string, number[]][] = [
    ['quat="0 1 0 1"', [0, 0, 1, 0, -1, 0, 1, 0, 0]],
    ['axisangle="0 0 2 90"', [0, -1, 0, 1, 0, 0, 0, 0, 1]],
    ['xyaxes="0 3 0 -1 7 0"', [0, -1, 0, 1, 0, 0, 0, 0, 1]],
    ['zaxis="0 2 0"', [1, 0, 0, 0, 0, 1, 0, -1, 0]],
    ['zaxis="0 0 -1"', [1, 0, 0, 0, -1, 0, 0, 0, -1]],
    ['euler="45 0 90"', [0, -1, 0, h, 0, -h, h, 0, h]],
  ]

  test.each(cases)('%s', async (attributes, rotation) => {
    const expected = [0, 1, 2].flatMap((k) => [...rotation.slice(3 * k, 3 * k + 3), k + 1])
    const robot = await readMjcf(
      world(`<body name="a" pos="1 2 3" ${attributes}><geom size="1" ${attributes}/></body>`),
    )
    expectClose(poseOf(robot, 'a'), expected)
    expectClose(
      robot.link('a').geometry[0]!.pose,
      poseOf(robot, 'a').map((x, k) => (k % 4 === 3 ? 0 : x)),
    )
  })

  test('euler with axes of the parent, and radians', async () => {
    const text = (sequence: string): string =>
      world('<body name="a" euler="0.5 0.25 -1"/>', `<compiler angle="radian" eulerseq="${sequence}"/>`)
    const turning = await readMjcf(text('xyz'))
    const fixed = await readMjcf(text('ZYX'))
    const oracle = mjcfBodies(text('xyz'), () => '')[1]!
    expectClose(poseOf(turning, 'a'), matrixOf(oracle.quaternion, oracle.position))
    // About fixed axes in the other order is the same, and the angles go with the letters.
    const swapped = await readMjcf(
      world('<body name="a" euler="-1 0.25 0.5"/>', '<compiler angle="radian" eulerseq="ZYX"/>'),
    )
    expectClose(poseOf(swapped, 'a'), poseOf(turning, 'a'))
    expect(Math.abs(poseOf(fixed, 'a')[0]! - poseOf(turning, 'a')[0]!)).toBeGreaterThan(0.01)
  })

  test('two orientations are refused, and so are directions without a length', async () => {
    const both = await refusedMjcf(world('<body quat="1 0 0 0" euler="0 0 0"/>'))
    expect(both.message).toContain('expected one of quat, axisangle, xyaxes, zaxis, euler, got quat and euler')
    for (const wrong of ['quat="0 0 0 0"', 'zaxis="0 0 0"', 'xyaxes="1 0 0 2 0 0"', 'axisangle="0 0 0 1"']) {
      expect((await refusedMjcf(world(`<body ${wrong}/>`))).message).toContain('line 2')
    }
  })

  test('frames move bodies, geoms and joints', async () => {
    const text = world(
      `<body name="a"><frame pos="1 0 0" euler="0 0 90"><joint name="j" axis="1 0 0" pos="0 1 0"/>
       <geom size="1" pos="0 2 0"/><body name="b" pos="0 0 3"/></frame></body>`,
    )
    const robot = await readMjcf(text)
    expectClose(robot.link('a').geometry[0]!.pose, [0, -1, 0, -1, 1, 0, 0, 0, 0, 0, 1, 0])
    expectClose(poseOf(robot, 'b'), [0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 3])
    // About y, through 0 0 0: z goes to x.
    expectClose(poseOf(robot, 'a', { j: Math.PI / 2 }), [0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0])
  })
})

describe('joints', () => {
  test('[mjcf] of one body act in order, about their own points', async () => {
    const text = world(
      `<body name="a" pos="0.1 0.2 0.3" quat="1 2 3 4">
        <joint name="x" axis="1 0 0" pos="0.1 0 0.5"/><joint name="s" type="slide" axis="1 1 0"/><joint name="z" axis="0 0 2" pos="0 1 0" ref="0.3"/>
        <geom size="0.1"/>
        <body name="b" pos="0 0 1"><joint name="w" axis="0 1 0" ref="-0.2" pos="0.3 0 0"/></body></body>`,
      RADIANS,
    )
    const robot = await readMjcf(text)
    expect(robot.variables).toEqual(['x', 's', 'z', 'w'])
    const random = new Random(3)
    for (let round = 0; round < 20; round++) {
      const values = Object.fromEntries(robot.variables.map((name) => [name, random.range(-3, 3)]))
      for (const { name, position, quaternion } of mjcfBodies(text, () => '', values)) {
        expectClose(poseOf(robot, name, values), matrixOf(quaternion, position))
      }
    }
    // Where MuJoCo starts.
    expect(robot.states).toEqual([{ name: 'qpos0', values: { z: 0.3, w: -0.2 } }])
    expect(robot.notes[0]).toBe(
      '2 joints with ref, where MuJoCo starts: state qpos0 has these values; at 0 they are elsewhere.',
    )
    expectClose(
      poseOf(robot, 'a', robot.states[0]!.values).filter((_, k) => k % 4 === 3),
      [0.1, 0.2, 0.3],
    )
  })

  test('have limits in degrees, and slides in lengths', async () => {
    const robot = await readMjcf(
      world(
        `<body><joint name="a" range="-90 180"/><joint name="b" type="slide" range="-90 180"/><joint name="c"/>
        <joint name="d" range="1 2" limited="false"/><joint name="e" type="slide"/></body>`,
      ),
    )
    expect(robot.joints.map(({ kind, lower, upper }) => [kind, lower, upper])).toEqual([
      ['revolute', -Math.PI / 2, Math.PI],
      ['prismatic', -90, 180],
      ['continuous', -Infinity, Infinity],
      ['continuous', -Infinity, Infinity],
      ['prismatic', -Infinity, Infinity],
    ])
  })

  test.each([
    ['<joint limited="true"/>', 'expected a lower limit below the upper one, got none'],
    ['<joint range="2 1"/>', 'expected a lower limit below the upper one, got "2 1"'],
    ['<joint type="ball"/>', 'Limber has no ball joints, but three hinges in one body turn like one, got ball'],
    ['<joint type="screw"/>', 'expected one of hinge, slide, free, ball, got "screw"'],
    ['<freejoint/><joint/>', 'expected a free joint as the only one of a body that is directly in <worldbody>'],
    ['<joint axis="0 0 0"/>', 'joint "a.joint1" axis: expected directions other than 0 0 0'],
    ['<joint colour="1"/>', '<joint> colour: expected an attribute that MuJoCo has for <joint>, got colour'],
    ['<freejoint align="true"/>', 'expected a free joint without align and alignfree'],
    ['<joint name="j"/><joint name="j"/>', 'expected a name that no other joint has, got "j"'],
  ])('%s is refused', async (joint, message) => {
    const error = await refusedMjcf(world(`<body name="a">${joint}<geom size="1"/></body>`))
    expect(error.message).toContain('models/test.xml, line 2, ')
    expect(error.message).toContain(message)
  })

  test('ranges without autolimits say whether they hold', async () => {
    const before = '<compiler autolimits="false"/>'
    const error = await refusedMjcf(world('<body><joint range="1 2"/></body>', before))
    expect(error.message).toContain(
      'expected limited="true" or "false" with it, or autolimits in <compiler>, got neither',
    )
    expect((await readMjcf(world('<body><joint range="1 2" limited="true"/></body>', before))).dof).toBe(1)
  })

  test('a free joint is a floating one, at rest where the body is', async () => {
    const text = world(
      '<body name="a" pos="1 2 3" euler="0 0 90"><freejoint name="f"/><geom size="1"/></body>',
      '<keyframe><key qpos="5 5 5 0 1 0 0"/></keyframe>',
    )
    const robot = await readMjcf(text)
    expectClose(poseOf(robot, 'a'), [0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3])
    const moved = robot.linkPoses(robot.state('key0')).slice(12)
    expectClose(moved, [1, 0, 0, 5, 0, -1, 0, 5, 0, 0, -1, 5])
  })
})

describe('defaults', () => {
  test('of classes within classes, childclass, and sizes of which the first are said', async () => {
    const defaults = `<default><geom type="box" size="1 2 3"/><joint axis="1 0 0"/>
      <default class="a"><geom size="4"/><default class="b"><geom type="capsule"/><joint range="0 90"/></default></default></default>
      <default><geom pos="0 0 1"/></default>`
    const robot = await readMjcf(
      world(
        `<geom/><body name="x" childclass="a"><joint/><geom/><geom class="b"/><geom class="main" size="9"/>
         <body name="y"><joint class="b"/><geom/></body></body>`,
        defaults,
      ),
    )
    const shapes = (link: string): unknown[] =>
      robot.link(link).geometry.map(({ shape }) => {
        if (shape.kind === 'box') return Array.from(shape.half)
        return shape.kind === 'capsule' ? [shape.radius, shape.to[2]] : shape.kind
      })
    expect(shapes('world')).toEqual([[1, 2, 3]])
    expect(shapes('x')).toEqual([
      [4, 2, 3],
      [4, 2],
      [9, 2, 3],
    ])
    expect(shapes('y')).toEqual([[4, 2, 3]])
    // The second section comes behind the classes, which have copied the first.
    expect(robot.link('y').geometry[0]!.pose[11]).toBe(0)
    expect(robot.link('x').geometry[2]!.pose[11]).toBe(1)
    expect(robot.link('world').geometry[0]!.pose[11]).toBe(1)
    expect(robot.joints.filter(({ variables }) => variables > 0).map(({ axis, upper }) => [axis[0], upper])).toEqual([
      [1, Infinity],
      [1, Math.PI / 2],
    ])
  })

  test('are refused where they are wrong, by their own line', async () => {
    const error = await refusedMjcf(
      '<mujoco><default>\n<geom size="x"/>\n</default><worldbody>\n<geom/></worldbody></mujoco>',
    )
    expect(error.message).toContain('line 2, body "world" <geom> size: expected 1 to 3 numbers in decimal')
    for (const wrong of [
      '<default><default/></default>',
      '<default class="x"/>',
      '<default><default class="a"/><default class="a"/></default>',
      '<default><blob/></default>',
      '<default><geom x="1"/></default>',
    ]) {
      expect((await refusedMjcf(world('<geom size="1"/>', wrong))).message).toContain('line 2, <default>')
    }
  })
})

describe('files', () => {
  test('are included, from the folder of the main one', async () => {
    const robot = await readMjcf(mjcf('<include file="sub/a.xml"/>'), {
      'sub/a.xml': '<mujocoinclude><worldbody><include file="sub/b.xml"/></worldbody></mujocoinclude>',
      'sub/b.xml': '<x><body name="b"><geom size="1"/></body></x>',
    })
    expect(robot.links.map(({ name }) => name)).toEqual(['world', 'b'])
  })

  test.each([
    ['<include file="none.xml"/>', '<include> "none.xml": expected a file that is there, got no such file'],
    ['<include file="../../etc/x.xml"/>', 'expected a path'],
    ['<include file="/etc/passwd"/>', 'expected a path from the folder of the model'],
    ['<include/>', '<include> file: expected a name, got none'],
    ['<include file="a.xml"/><include file="a.xml"/>', 'expected each file once, got "a.xml" again'],
    ['<include file="ring.xml"/>', 'expected each file once, got "ring.xml" again'],
  ])('%s is refused', async (inside, message) => {
    const files = { 'a.xml': '<x><option/></x>', 'ring.xml': '<x><include file="ring.xml"/></x>' }
    expect((await refusedMjcf(mjcf(inside), files)).message).toContain(message)
  })

  test('the last <compiler> names the folder of meshes, and strippath takes names only', async () => {
    const files = { 'right/part.stl': RICH_MODEL['rich/meshes/part.stl']! }
    const before = '<compiler meshdir="wrong"/><compiler assetdir="right/" strippath="true"/>'
    const asset = '<asset><mesh file="C:\\some\\where/part.stl"/></asset>'
    const robot = await readMjcf(world('<geom type="mesh" mesh="part"/>', before + asset), files)
    expect(robot.link('world').geometry[0]!.shape.kind).toBe('mesh')
    const error = await refused(readMjcf(world('<geom type="mesh" mesh="part"/>', asset), files))
    expect(error.message).toContain('models/test.xml, line 2')
  })

  test('errors name the included file and its line', async () => {
    const error = await refusedMjcf(mjcf('<include file="a.xml"/>'), {
      'a.xml': '<x>\n<worldbody>\n<geom size="-1"/></worldbody></x>',
    })
    expect(error.message).toContain('models/a.xml, line 3, body "world" <geom> size')
  })

  test('a part of a model is not one', async () => {
    expect((await refusedMjcf('<mujocoinclude/>')).message).toContain(
      'expected <mujoco>, the root of a model, got <mujocoinclude>, a part of one',
    )
    expect((await refusedMjcf(mjcf(''))).message).toContain('a <worldbody> with a body or a geom that counts')
  })

  test('what is in no list is refused by line', async () => {
    expect((await refusedMjcf(mjcf('<blob/>'))).message).toContain('line 2, <mujoco> <blob>: expected a section')
    expect((await refusedMjcf(mjcf('<compiler x="1"/>'))).message).toContain('<compiler> x')
    expect((await refusedMjcf(mjcf('<compiler coordinate="global"/>'))).message).toContain('2.3.3 or older')
    expect((await refusedMjcf(mjcf('<deformable><flex/></deformable>'))).message).toContain('rigid bodies only')
  })
})

test('[mjcf] something of everything', async () => {
  const robot = await readMjcf(RICH_MJCF, {
    'parts/defaults.xml': RICH_DEFAULTS,
    'meshes/part.stl': RICH_MODEL['rich/meshes/part.stl']!,
  })
  expect(robot.variables.slice(0, 5)).toEqual(['shoulder', 'lift', 'elbow', 'grip', 'fly/trans_x'])
  expect(robot.state('home')[0]).toBe(0.5)
  expect(robot.joint('other').mimic).toMatchObject({ joint: 'grip', multiplier: -1 })
  expect(robot.notes).toHaveLength(8)
})

test('an SRDF file adds to what the model says', async () => {
  const text = world(
    '<body name="a"><joint name="j"/><geom size="1"/></body><body name="b"><joint/><geom size="1"/></body>',
  )
  const srdf = `<robot name="test"><disable_collisions link1="a" link2="b" reason="Never"/>
    <group name="g"><joint name="j"/></group><group_state name="s" group="g"><joint name="j" value="1"/></group_state></robot>`
  const robot = await readMjcf(text, { 'test.srdf': srdf }, { srdf: 'models/test.srdf' })
  expect(tested(robot)).toEqual([])
  expect(robot.states.map(({ name }) => name)).toEqual(['s'])
})
