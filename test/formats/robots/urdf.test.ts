import { describe, expect, test } from 'vitest'
import { RobotFileError } from '../../../src/errors.js'
import { parseRobot } from '../../../src/formats/robots/robot-parse.js'
import { parseUrdf } from '../../../src/formats/robots/urdf.js'
import type { Shape } from '../../../src/shapes/shape.js'
import { chainUrdf, collision, joint, LINKS, RICH_URDF, urdf } from './robot-samples.js'

function refusal(text: string): RobotFileError {
  try {
    parseUrdf(text, 'r.urdf')
  } catch (error) {
    if (error instanceof RobotFileError) return error
    throw error
  }
  throw new Error(`read: ${text}`)
}

/** Rz·Ry·Rx, multiplied out one factor at a time. */
function rollPitchYaw(roll: number, pitch: number, yaw: number): number[][] {
  const product = (a: number[][], b: number[][]): number[][] =>
    a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, x, k) => sum + x * b[k]![j]!, 0)))
  const [c, s] = [Math.cos, Math.sin]
  const x = [
    [1, 0, 0],
    [0, c(roll), -s(roll)],
    [0, s(roll), c(roll)],
  ]
  const y = [
    [c(pitch), 0, s(pitch)],
    [0, 1, 0],
    [-s(pitch), 0, c(pitch)],
  ]
  const z = [
    [c(yaw), -s(yaw), 0],
    [s(yaw), c(yaw), 0],
    [0, 0, 1],
  ]
  return product(z, product(y, x))
}

describe('what is read', () => {
  const rich = parseUrdf(RICH_URDF)
  const jointOf = (name: string) => rich.joints.find((found) => found.name === name)!

  test('links, in the order of the file, with their lines', () => {
    expect(rich.name).toBe('rich')
    expect(rich.links.map(({ name }) => name)).toEqual(
      'base arm hand finger thumb cart kite mark other_root'.split(' '),
    )
    expect(rich.links[0]!.line).toBe(5)
    expect(rich.links[0]!.visuals).toEqual([
      { name: undefined, line: 7, kind: 'mesh', filename: 'package://rich/meshes/pretty.dae' },
    ])
    expect(rich.links[0]!.collisions.map(({ geometry, name }) => ({ geometry, name }))).toEqual([
      { name: 'body', geometry: { kind: 'box', size: [1, 2, 3] } },
      {
        name: undefined,
        geometry: { kind: 'mesh', filename: 'package://rich/meshes/part.stl', scale: [0.001, 0.001, -0.001] },
      },
    ])
    expect(rich.links[1]!.collisions[0]!.geometry).toEqual({ kind: 'capsule', radius: 0.1, length: 0.5 })
    expect(rich.links[4]!.collisions[0]!.geometry).toMatchObject({ scale: [1, 1, 1] })
    expect(rich.notes).toEqual([])
  })

  test('joints of every kind, axis and limits as the specification has them', () => {
    expect(rich.joints.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'shoulder revolute',
      'wrist continuous',
      'slide prismatic',
      'mirror prismatic',
      'floor planar',
      'air floating',
      'weld fixed',
    ])
    expect(jointOf('shoulder')).toMatchObject({
      ...{ line: 16, parent: 'base', child: 'arm', axis: [0, 1, 0] },
      limits: { lower: -1.5, upper: 2.5, effort: 10, velocity: 2 },
    })
    expect(jointOf('wrist')).toMatchObject({ axis: [0, 0, 2], limits: {} })
    expect(jointOf('slide').axis).toEqual([1, 0, 0])
    expect(jointOf('mirror').mimic).toEqual({ joint: 'slide', multiplier: -2, offset: 0.25 })
    // A direction that is none is no matter where there is no axis.
    expect(jointOf('weld').axis).toEqual([1, 0, 0])
  })

  test('a lower or upper limit that is left out is 0; where both are, there is none, and that is noted', () => {
    const text = urdf(
      LINKS +
        joint('<limit upper="2" velocity="1"/>', 'revolute', 'one') +
        joint('<limit velocity="1"/>', 'prismatic', 'none', 'b', 'c'),
    )
    const { joints, notes } = parseUrdf(text)
    expect(joints.map(({ limits }) => limits)).toEqual([{ lower: 0, upper: 2, velocity: 1 }, { velocity: 1 }])
    expect(notes).toEqual(['1 joint without lower and upper limit, taken to be unlimited: none.'])
    expect(parseUrdf(urdf(LINKS + joint(''))).notes).toEqual([
      '1 joint without lower and upper limit, taken to be unlimited: j.',
    ])
    expect(parseUrdf(urdf(LINKS + joint('<limit lower="0" upper="0"/>'))).notes).toEqual([
      '1 joint that cannot move, lower and upper limit being 0: j.',
    ])
  })

  test('[urdf] rpy is fixed-axis: R = Rz·Ry·Rx; a quaternion instead', () => {
    for (const [roll, pitch, yaw] of [
      [0.3, -0.7, 1.9],
      [3, 1.5707963267948966, -2],
      [0, 0, 100],
    ] as const) {
      const text = urdf(LINKS + joint(`<origin xyz="1 2 3" rpy="${roll} ${pitch} ${yaw}"/>`, 'continuous'))
      const { origin } = parseUrdf(text).joints[0]!
      rollPitchYaw(roll, pitch, yaw).forEach((row, i) => {
        row.forEach((value, k) => {
          expect(origin[4 * i + k]).toBeCloseTo(value, 14)
        })
        expect(origin[4 * i + 3]).toBe(i + 1)
      })
    }
    const turned = urdf(LINKS + joint('<origin quat_xyzw="0 0 0.6 0.8"/>', 'continuous'))
    const { origin } = parseUrdf(turned).joints[0]!
    expect(Math.atan2(origin[4]!, origin[0]!)).toBeCloseTo(2 * Math.atan2(0.6, 0.8), 14)
  })

  test('numbers as people write them', () => {
    const { origin } = parseUrdf(urdf(LINKS + joint('<origin xyz=" 1.\t+.5\n-2E-3 "/>', 'fixed'))).joints[0]!
    expect([origin[3], origin[7], origin[11]]).toEqual([1, 0.5, -0.002])
  })

  test('what says nothing of geometry and movement is passed over', () => {
    const text = urdf(
      `<link name="a"><inertial><mass value="nan"/></inertial><contact/><self_collision_checking/></link>
      <gazebo><link name="a"/><joint/></gazebo><ros2_control><joint name="x"/></ros2_control><sensor/><link_extra/>`,
    )
    expect(parseUrdf(text).links.map(({ name }) => name)).toEqual(['a'])
  })

  test('an odd declaration, or one not at the start, does no harm; several roots are fine', () => {
    const text = `\n <?xml version="0.0" ?>\n${urdf(LINKS)}`
    const { notes, links } = parseUrdf(text, 'folder/odd.urdf')
    expect(notes).toEqual(['odd.urdf says that it is XML "0.0"; read as 1.0.'])
    expect(links.map(({ line }) => line)).toEqual([4, 4, 4])
    expect(refusal(text.replace('<link name="a"/>', '<link/>')).line).toBe(4)
  })

  test('links to be seen and not touched are counted', () => {
    const seen = '<visual><geometry><sphere radius="x"/></geometry></visual>'
    const text = urdf(`<link name="a">${seen}</link><link name="b">${seen}${collision('<sphere radius="1"/>')}</link>`)
    expect(parseUrdf(text).notes).toEqual([
      "1 link with <visual> but no <collision>, which touches nothing (option geometry: 'visual' or 'both'): a.",
    ])
  })

  test('a name that is missing or empty is that of the file', async () => {
    const robot = await parseRobot('<robot><link name="a"/></robot>', { file: 'x/my.robot.urdf' })
    expect(robot.name).toBe('my.robot')
    expect(robot.notes).toEqual(['Without a name; called my.robot by its file.'])
    expect((await parseRobot(urdf(LINKS, ' '), { name: 'given' })).name).toBe('given')
  })

  test('includes that nothing expands are noted', () => {
    expect(parseUrdf(urdf('<link name="a"/>\n<include filename="arm.urdf"/><x:macro/><gazebo/>')).notes).toEqual([
      expect.stringMatching(/^Passed over with what they stand for: <include> in line \d+, <x:macro> in line \d+\./),
    ])
  })

  test('names are what they are', async () => {
    const text = urdf('<link name="__proto__"/><link name="a b/ü&amp;&quot;"/>').replace(
      '</robot>',
      `${joint('', 'continuous', 'constructor', '__proto__', 'a b/ü&amp;&quot;')}</robot>`,
    )
    const robot = await parseRobot(text)
    expect(robot.links.map(({ name }) => name)).toEqual(['__proto__', 'a b/ü&"'])
    expect(robot.variables).toEqual(['constructor'])
  })
})

describe('shapes', () => {
  const shapeOf = async (geometry: string): Promise<Shape> =>
    (await parseRobot(urdf(`<link name="a">${collision(geometry)}</link>`))).links[0]!.geometry[0]!.shape

  test('[urdf] a capsule is along z, its length without the caps; box and cylinder by their whole size', async () => {
    expect(await shapeOf('<capsule radius="0.5" length="2"/>')).toMatchObject({
      ...{ kind: 'capsule', radius: 0.5 },
      from: Float64Array.of(0, 0, -1),
      to: Float64Array.of(0, 0, 1),
    })
    expect(await shapeOf('<cylinder radius="0.5" length="2"/>')).toMatchObject({ radius: 0.5, length: 2 })
    expect(await shapeOf('<box size="1 2 3"/>')).toMatchObject({ half: Float64Array.of(0.5, 1, 1.5) })
    expect(await shapeOf('<sphere radius="3"/>')).toMatchObject({ kind: 'sphere', radius: 3 })
  })

  test('several a link, with their poses and names', async () => {
    const inside =
      collision('<sphere radius="1"/>', '<origin xyz="1 2 3"/>') +
      collision('<sphere radius="2"/>').replace('<collision>', '<collision name="second">')
    const { geometry } = (await parseRobot(urdf(`<link name="a">${inside}</link>`))).links[0]!
    expect(geometry.map(({ name }) => name)).toEqual(['0', 'second'])
    expect(Array.from(geometry[0]!.pose)).toEqual([1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3])
  })
})

describe('[robot-files] what is wrong is said by line, element and what was expected', () => {
  test.each([
    ['<link/>', 'line 2, <link> name: expected a name, got none'],
    ['<link name=" "/>', 'line 2, <link> name: expected a name, got " "'],
    ['', 'line 1, <robot>: expected one <link> or more, got none'],
    ['<link name="a"/>\n<link name="a"/>', 'line 3, link: expected a name of its own (line 2 has it), got "a"'],
    [
      `${LINKS}\n${joint('', 'hinge')}`,
      'line 3, joint "j" type: expected one of fixed, revolute, continuous, prismatic, planar, floating, got "hinge"',
    ],
    [
      `${LINKS}<joint name="j"><parent link="a"/><child link="b"/></joint>`,
      'line 2, joint "j" type: expected one of fixed, revolute, continuous, prismatic, planar, floating, got none',
    ],
    [
      `${LINKS}<joint name="j" type="fixed"><child link="b"/></joint>`,
      'line 2, joint "j": expected <parent link="…"/>, got none',
    ],
    [
      `${LINKS}<joint name="j" type="fixed"><parent/><child link="b"/></joint>`,
      'line 2, joint "j" <parent> link: expected a name, got none',
    ],
    [
      `${LINKS}${joint('', 'fixed', 'j', 'a', 'x')}`,
      'line 2, joint "j" <child>: expected a <link> of this file, got "x"',
    ],
    [
      `${LINKS}${joint('', 'fixed', 'j')}\n${joint('', 'fixed', 'k', 'c', 'b')}`,
      'line 3, joint "k" <child>: expected a link that is the child of one joint only (it is already the child of "j", line 2), got "b"',
    ],
    [
      `${LINKS}${joint('', 'fixed', 'j')}\n${joint('', 'fixed', 'k', 'b', 'a')}`,
      'line 2, joint "j": expected a tree, got "b", which hangs on itself',
    ],
    [
      `${LINKS}${joint('', 'fixed', 'j', 'a', 'a')}`,
      'line 2, joint "j": expected a tree, got "a", which hangs on itself',
    ],
    [
      `${LINKS}${joint('', 'fixed')}\n${joint('', 'fixed', 'j', 'b', 'c')}`,
      'line 3, joint: expected a name of its own (line 2 has it), got "j"',
    ],
    [
      `${LINKS}${joint('<limit lower="x" upper="1"/>')}`,
      'line 2, joint "j" <limit> lower: expected a number in decimal, got "x"',
    ],
    [
      `${LINKS}${joint('<limit lower="2" upper="1"/>')}`,
      'line 2, joint "j" <limit> lower: expected at most upper, 1, got 2',
    ],
    [
      `${LINKS}${joint('<limit velocity="-1"/>')}`,
      'line 2, joint "j" <limit> velocity: expected a number of 0 or more, got -1',
    ],
    [`${LINKS}${joint('<axis xyz="0 0 0"/>')}`, 'line 2, joint "j" <axis> xyz: expected a direction, got 0 0 0'],
    [`${LINKS}${joint('<axis/>')}`, 'line 2, joint "j" <axis> xyz: expected three numbers, got none'],
    [`${LINKS}${joint('<origin/><origin/>')}`, 'line 2, joint "j" <origin>: expected one of them, got a second one'],
    [
      `${LINKS}${joint('<mimic joint="x"/>')}`,
      'line 2, joint "j" <mimic> joint: expected a revolute, continuous or prismatic joint of this file, got "x"',
    ],
    [
      `${LINKS}${joint('<mimic joint="j" offset="1e61"/>')}`,
      'line 2, joint "j" <mimic> offset: expected a number of at most 1e+60, got 1e+61',
    ],
    [
      `${LINKS}${joint('<mimic joint="j"/>')}`,
      'line 2, joint "j" <mimic> joint: expected a joint that moves by itself in the end, got one that mimics this one',
    ],
    [
      `${LINKS}${joint('<mimic joint="j"/>', 'floating')}`,
      'line 2, joint "j" <mimic>: expected a revolute, continuous or prismatic joint, got floating',
    ],
    [
      `${LINKS}${joint('<origin rpy="0 0 0" quat_xyzw="0 0 0 1"/>')}`,
      'line 2, joint "j" <origin>: expected rpy or quat_xyzw, got both',
    ],
    [
      `${LINKS}${joint('<origin quat_xyzw="0 0 0 2"/>')}`,
      'line 2, joint "j" <origin> quat_xyzw: expected a unit quaternion, got "0 0 0 2"',
    ],
    ['<link name="a"><collision/></link>', 'line 2, link "a" <collision>: expected <geometry>, got none'],
    [`<link name="a">${collision('')}</link>`, 'line 2, link "a" <collision> <geometry>: expected one shape, got none'],
    [
      `<link name="a">${collision('<box size="1 1 1"/><box size="1 1 1"/>')}</link>`,
      'line 2, link "a" <collision> <geometry>: expected one shape, got several',
    ],
    [
      `<link name="a">${collision('<plane normal="0 0 1"/>')}</link>`,
      'line 2, link "a" <collision> <plane>: expected box, sphere, cylinder, capsule or mesh, got <plane>',
    ],
    [
      `<link name="a">${collision('<sphere/>')}</link>`,
      'line 2, link "a" <collision> <sphere> radius: expected a length above 0, got none',
    ],
    [
      `<link name="a">${collision('<sphere radius="0"/>')}</link>`,
      'line 2, link "a" <collision> <sphere> radius: expected a length from 1e-100 to 1e+60, got 0',
    ],
    [
      `<link name="a">${collision('<box/>')}</link>`,
      'line 2, link "a" <collision> <box> size: expected three lengths above 0, got none',
    ],
    [
      `<link name="a">${collision('<box size="1 -1 1"/>')}</link>`,
      'line 2, link "a" <collision> <box> size: expected a length from 1e-100 to 1e+60, got -1',
    ],
    [
      `<link name="a">${collision('<mesh/>')}</link>`,
      'line 2, link "a" <collision> <mesh> filename: expected a name, got none',
    ],
    [
      `<link name="a">${collision('<mesh filename="x.stl" scale="1 0 1"/>')}</link>`,
      'line 2, link "a" <collision> <mesh> scale: expected three numbers other than 0, got "1 0 1"',
    ],
    [
      `<link name="a">${collision('<mesh filename="x.stl" scale="2"/>')}</link>`,
      'line 2, link "a" <collision> <mesh> scale: expected 3 numbers in decimal, none above 1e+60, got "2"',
    ],
  ])('%s', (inside, message) => {
    expect(refusal(urdf(inside)).message).toBe(`r.urdf, ${message}`)
  })

  test.each([
    '1e400',
    '0x10',
    '1,0',
    '',
    ' ',
    'nan',
    'NaN',
    'inf',
    '-inf',
    'Infinity',
    '1 2',
    '1_0',
    '--1',
    '1e',
    'e5',
    '.',
    '1.5.2',
    '１',
  ])('the number %j', (number) => {
    const text = urdf(LINKS + joint(`<limit lower="${number}" upper="1e60"/>`))
    expect(refusal(text).message).toContain('joint "j" <limit> lower: expected a number in decimal, got "')
    const vector = urdf(LINKS + joint(`<origin xyz="0 ${number} 0"/>`))
    const fine = number === '1 2' ? 4 : 3
    expect(refusal(vector).message).toContain(`<origin> xyz: expected 3 numbers in decimal`)
    expect(fine).toBeGreaterThan(2)
  })

  test('a long number is not shown in full, nor waited for', () => {
    const long = `${'1'.repeat(100_000)}x`
    expect(refusal(urdf(LINKS + joint(`<limit lower="${long}" upper="1"/>`))).message.length).toBeLessThan(300)
    expect(refusal(urdf(LINKS + joint(`<origin xyz="${`${long} `.repeat(3)}"/>`))).message.length).toBeLessThan(300)
  })

  test('the error has its parts', () => {
    expect(refusal(urdf(LINKS + joint('<axis xyz="0 0"/>')))).toMatchObject({
      ...{ name: 'RobotFileError', file: 'r.urdf', line: 2, field: 'joint "j" <axis> xyz' },
      ...{ expected: '3 numbers in decimal, none above 1e+60', got: '"0 0"', missing: [] },
    })
  })

  test('what is not URDF', () => {
    expect(refusal('<sdf version="1.6"/>').message).toBe(
      'r.urdf, line 1: expected <robot>, the root of URDF, got <sdf>',
    )
    expect(refusal('').message).toContain('r.urdf, line 1: expected XML')
    expect(refusal('{}').message).toContain('r.urdf, line 1: expected XML')
    expect(refusal(urdf('<link name="a">')).message).toContain('line 3: expected XML')
    expect(refusal('solid x\nendsolid').message).toContain('line 2: expected XML')
    expect(() => parseUrdf(new Uint8Array(3) as never)).toThrow('robot.urdf: expected a text, got object')
  })
})

describe('xacro', () => {
  const RUN = '`xacro robot.urdf.xacro > robot.urdf`'

  test.each([
    ['<xacro:macro name="x"/>', '<xacro:macro>'],
    ['<link name="a"><xacro:insert_block name="x"/></link>', '<xacro:insert_block>'],
    ['<link name="$\u007bprefix}a"/>', '<link> name'],
    [`${LINKS}${joint('<origin xyz="0 0 $\u007bh}"/>')}`, '<origin> xyz'],
    ['<link name="$(arg name)"/>', '<link> name'],
  ])('is refused with what to run: %s', (inside, what) => {
    const error = refusal(urdf(inside))
    expect(error.message).toContain(RUN)
    expect(error.message).toContain(what)
    expect(error.line).toBe(2)
  })

  test('by its name space, whatever its prefix; a mere declaration is fine', () => {
    const text = (inside: string): string =>
      `<robot name="a" xmlns:x="http://www.ros.org/wiki/xacro">${inside}<link name="a"/></robot>`
    expect(refusal(text('<x:include filename="b"/>')).message).toContain(RUN)
    expect(parseUrdf(text('')).links).toHaveLength(1)
  })
})

describe('[robot-files] entities', () => {
  const laughs = Array.from({ length: 10 }, (_, k) => `<!ENTITY l${k + 1} "${`&l${k};`.repeat(10)}">`).join('')
  test.each([
    ['a billion laughs', `<!DOCTYPE robot [<!ENTITY l0 "ha">${laughs}]><robot name="&l10;"><link name="a"/></robot>`],
    [
      'a file of the system',
      '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"><link name="a"/></robot>',
    ],
    [
      'a plain document type',
      '<?xml version="1.0"?><!-- x --><!DOCTYPE robot><robot name="a"><link name="a"/></robot>',
    ],
    ['a document type elsewhere', '<!DOCTYPE robot SYSTEM "http://example.com/a.dtd"><robot><link name="a"/></robot>'],
  ])('%s is refused', (_, text) => {
    expect(refusal(text).message).toBe(
      'r.urdf, line 1: expected URDF without a document type: entities are not expanded, got <!DOCTYPE',
    )
  })

  test('an entity that is not declared', () => {
    expect(refusal('<robot name="&x;"><link name="a"/></robot>').message).toContain('undefined entity')
  })
})

describe('large files', () => {
  test('a chain of 10,000 links is read, and refused where it is closed to a ring (100,000: test/deep)', () => {
    const n = 10_000
    const text = chainUrdf(n)
    expect(parseUrdf(text).joints).toHaveLength(n)
    const ring = text.replace('</robot>', `${joint('', 'fixed', 'last', `link${n}`, 'link0')}</robot>`)
    expect(refusal(ring).message).toContain('which hangs on itself')
  })

  test('a row of mimics is followed only so far', () => {
    const links = Array.from({ length: 300 }, (_, k) => `<link name="l${k}"/>`).join('')
    const joints = Array.from({ length: 299 }, (_, k) =>
      joint(k === 298 ? '' : `<mimic joint="j${k + 1}"/>`, 'continuous', `j${k}`, `l${k}`, `l${k + 1}`),
    ).join('')
    expect(refusal(urdf(links + joints)).message).toContain('more than 100 mimics in a row')
  })

  test('elements without end are refused', () => {
    expect(refusal(urdf('<a>'.repeat(300) + '</a>'.repeat(300))).message).toContain('at most 200 deep')
  })
})
