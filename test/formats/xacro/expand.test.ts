// What xacro files come to, and how they are refused.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what xacro looks like
import { describe, expect, test } from 'vitest'
import { robotFromFiles } from '../../../src/formats/robots/robot-folder.js'
import { ARM_FILES, bytesOfAll, expandedFiles, expandedText } from './xacro-samples.js'

const MAIN = 'one/urdf/arm.urdf.xacro'

describe('a robot in two packages', () => {
  test('is read, by the names in package.xml', async () => {
    const robot = await robotFromFiles(bytesOfAll(ARM_FILES), 'arm.urdf.xacro')
    expect(robot.name).toBe('arm')
    expect(robot.links.map(({ name }) => name).sort()).toEqual(
      ['base', 'camera', 'hand', 'segment_1', 'segment_2', 'segment_3'].sort(),
    )
    expect(robot.joint('joint_2').upper).toBe((120 * Math.PI) / 180)
    expect(robot.joint('joint_2').velocity).toBe(2)
    expect(robot.notes).toEqual([])
  })

  test('takes arguments', async () => {
    const files = bytesOfAll(ARM_FILES)
    const robot = await robotFromFiles(files, 'arm.urdf.xacro', {
      arguments: { segments: 5, gripper: false, name: 'five' },
    })
    expect([robot.name, robot.links.length, robot.dof]).toEqual(['five', 6, 5])
    const wrong = robotFromFiles(files, 'arm.urdf.xacro', { arguments: { segment: 5 } })
    await expect(wrong).rejects.toThrow(
      `${MAIN}: expected arguments that the file has: name, segments, gripper, got segment`,
    )
    const bad = robotFromFiles(files, 'arm.urdf.xacro', { arguments: { segments: [5] as never } })
    await expect(bad).rejects.toThrow(/options\.arguments\.segments must be a text, a number or a boolean/)
  })

  test('is expanded in order', async () => {
    const { text } = await expandedFiles(ARM_FILES, MAIN, { segments: '1' })
    expect(text).toBe(`<robot name="arm">
<link name="base">
<collision>
<geometry>
<cylinder radius="0.08" length="0.1"/>
</geometry>
</collision>
</link>
<link name="segment_1">
<collision>
<origin xyz="0 0 0.125"/>
<geometry>
<box size="0.05 0.05 0.25"/>
</geometry>
</collision>
</link>
<joint name="joint_1" type="revolute">
<parent link="base"/>
<child link="segment_1"/>
<origin xyz="0 0 0.05"/>
<axis xyz="0 1 0"/>
<limit lower="-2.0943951023931953" upper="2.0943951023931953" effort="1" velocity="2"/>
</joint>
<link name="hand">
<collision>
<geometry>
<sphere radius="0.062"/>
</geometry>
</collision>
</link>
<joint name="hand_joint" type="fixed">
<parent link="segment_1"/>
<child link="hand"/>
<origin xyz="0 0 0.25" rpy="0 0 1.5707963267948966"/>
</joint>
<link name="camera"/>
<joint name="camera_fixed" type="fixed">
<parent link="segment_1"/>
<child link="camera"/>
</joint>
</robot>`)
  })

  test('faults in the URDF that comes out are at the line that they come from', async () => {
    const faulty = {
      ...ARM_FILES,
      'two/hand.xacro': ARM_FILES['two/hand.xacro']!.replace('<sphere radius=', '<sphere radus='),
    }
    await expect(robotFromFiles(bytesOfAll(faulty), 'arm.urdf.xacro')).rejects.toThrow(
      'two/hand.xacro, line 3, link "hand" <collision> <sphere> radius: expected a length above 0, got none',
    )
    const mesh = {
      ...ARM_FILES,
      'two/hand.xacro': ARM_FILES['two/hand.xacro']!.replace(
        /<sphere.*?\/>/,
        '<mesh filename="package://hand_description/a.stl"/>',
      ),
    }
    await expect(robotFromFiles(bytesOfAll(mesh), 'arm.urdf.xacro')).rejects.toThrow(
      /^two\/hand\.xacro, line 3: expected every collision mesh, got 1 missing/,
    )
  })
})

describe('properties', () => {
  test.each([
    [
      'a number keeps its kind',
      '<xacro:property name="a" value="2"/><l a="${a / 4} ${a * 2} ${a}"/>',
      '<l a="0.5 4 2"/>',
    ],
    [
      'digits are not lost',
      '<l a="${0.1 + 0.2} ${1/3} ${2.0**60} ${1e-7}"/>',
      '<l a="0.30000000000000004 0.3333333333333333 1.152921504606847e+18 1e-07"/>',
    ],
    ['late', '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="1"/><l a="${a}"/>', '<l a="1"/>'],
    [
      'known once',
      '<xacro:property name="b" value="1"/><xacro:property name="a" value="${b}"/><l a="${a}"/><xacro:property name="b" value="2"/><l a="${a}"/>',
      '<l a="1"/>\n<l a="1"/>',
    ],
    [
      'at once',
      '<xacro:property name="a" value="1"/><xacro:property name="a" value="${a + 1}" lazy_eval="false"/><l a="${a}"/>',
      '<l a="2"/>',
    ],
    [
      'quotes',
      `<xacro:property name="a" value="'0 0'"/><l a="\${a}" b="\${a.split()[1] + 'x'}"/>`,
      '<l a="0 0" b="0x"/>',
    ],
    [
      'a default',
      '<xacro:property name="a" default="1"/><xacro:property name="a" default="2"/><l a="${a}"/>',
      '<l a="1"/>',
    ],
    [
      'removed',
      '<xacro:property name="a" value="1"/><xacro:property name="a" remove="true"/><xacro:property name="a" default="2"/><l a="${a}"/>',
      '<l a="2"/>',
    ],
    [
      'of the caller',
      '<xacro:macro name="m"><xacro:property name="a" value="${1+1}" scope="parent"/></xacro:macro><xacro:m/><l a="${a}"/>',
      '<l a="2"/>',
    ],
    [
      'of all',
      '<xacro:macro name="n"><xacro:property name="a" value="3" scope="global"/></xacro:macro><xacro:macro name="m"><xacro:n/></xacro:macro><xacro:m/><l a="${a}"/>',
      '<l a="3"/>',
    ],
    [
      'of a macro alone',
      '<xacro:property name="a" value="1"/><xacro:macro name="m"><xacro:property name="a" value="2"/><k a="${a}"/></xacro:macro><xacro:m/><l a="${a}"/>',
      '<k a="2"/>\n<l a="1"/>',
    ],
    [
      'a block',
      '<xacro:property name="b"><o a="${x}"/><p/></xacro:property><xacro:macro name="m" params="x"><xacro:insert_block name="b"/></xacro:macro><xacro:m x="7"/>',
      '<o a="7"/>\n<p/>',
    ],
    ['escapes', '<l a="$${b} $$(c) $d"/>', '<l a="${b} $(c) $d"/>'],
    [
      'text',
      '<l>${1 + 1} a</l><xacro:if value="1"><l>b &amp; ${"&lt;"}</l></xacro:if>',
      '<l>2 a</l>\n<l>b &amp; &lt;</l>',
    ],
    ['True and true', '<xacro:property name="a" value="true"/><l a="${a} ${not a}"/>', '<l a="True False"/>'],
  ])('%s', async (_, inside, expected) => {
    expect(await expandedText(inside)).toBe(expected)
  })
})

describe('macros', () => {
  test.each([
    [
      'defaults',
      `<xacro:macro name="m" params="a b:=2 c:='x y' d=\${b} e:=\${dict(p=1, q=2)} f:=''"><l a="\${a} \${b} \${c} \${d} \${e['q']} \${f}|"/></xacro:macro><xacro:property name="b" value="9"/><xacro:m a="1"/>`,
      '<l a="1 2 x y 9 2 |"/>',
    ],
    [
      'inherited',
      '<xacro:macro name="m" params="a:=^ b:=^|5"><l a="${a} ${b}"/></xacro:macro><xacro:property name="a" value="1"/><xacro:m/><xacro:m a="3" b="4"/>',
      '<l a="1 5"/>\n<l a="3 4"/>',
    ],
    [
      'blocks',
      '<xacro:macro name="m" params="*one **two a"><l a="${a}"><xacro:insert_block name="one"/><xacro:insert_block name="two"/><xacro:insert_block name="one"/></l></xacro:macro><xacro:m a="1"><o/><w><x/><y/></w></xacro:m>',
      '<l a="1">\n<o/>\n<x/>\n<y/>\n<o/>\n</l>',
    ],
    [
      'by name',
      '<xacro:macro name="m" params="a"><l a="${a}"/></xacro:macro><xacro:property name="n" value="m"/><xacro:call macro="${n}" a="1"/>',
      '<l a="1"/>',
    ],
    [
      'in a macro',
      '<xacro:macro name="m"><xacro:macro name="n"><l/></xacro:macro><xacro:n/></xacro:macro><xacro:m/>',
      '<l/>',
    ],
    [
      'again',
      '<xacro:macro name="m"><a/></xacro:macro><xacro:m/><xacro:macro name="m"><b/></xacro:macro><xacro:m/>',
      '<a/>\n<b/>',
    ],
    [
      'blocks see their own place',
      '<xacro:macro name="m" params="a *b"><xacro:insert_block name="b"/></xacro:macro><xacro:property name="a" value="1"/><xacro:m a="2"><l a="${a}"/></xacro:m>',
      '<l a="1"/>',
    ],
    [
      'elements and attributes',
      '<xacro:element xacro:name="${\'a\' + \'b\'}" c="1"><xacro:attribute name="d" value="${2}"/></xacro:element>',
      '<ab c="1" d="2"/>',
    ],
  ])('%s', async (_, inside, expected) => {
    expect(await expandedText(inside)).toBe(expected)
  })
})

describe('files', () => {
  const files = {
    'sub/a.xacro': '<robot xmlns:xacro="x"><xacro:include filename="b.xacro"/><l a="$(dirname)"/></robot>',
    'sub/b.xacro': '<robot><xacro:property name="where" value="$(dirname)" lazy_eval="false"/><b/></robot>',
    'sub/c.yaml': 'a: [1, 2.5, yes, ~, 1e3, 0x10, "5"]\nb: {c: !radians pi/2}\n10: x',
    'p/package.xml': '<package><name>pkg</name></package>',
    'p/d/e.xacro': '<robot><l a="$(dirname)"/><xacro:include filename="../f.xacro"/></robot>',
    'p/f.xacro': '<robot><f/></robot>',
  }
  test.each([
    [
      'relative to each file',
      '<xacro:include filename="sub/a.xacro"/><xacro:include filename="${where}/b.xacro"/><m filename="${where}/x.stl"/>',
      '<b/>\n<l a="./sub"/>\n<b/>\n<m filename="./sub/x.stl"/>',
    ],
    ['by package', '<xacro:include filename="$(find pkg)/d/e.xacro"/>', '<l a="package://pkg/d"/>\n<f/>'],
    [
      'by package, as an absolute path',
      '<mesh filename="file://$(find pkg)/a.stl"/>',
      '<mesh filename="package://pkg/a.stl"/>',
    ],
    ['optional', '<xacro:include filename="none.xacro" optional="true"/><l/>', '<l/>'],
    [
      'YAML',
      '<xacro:property name="y" value="${load_yaml(\'sub/c.yaml\')}"/><l a="${y[\'a\']} ${y.b.c} ${y[10]}"/>',
      `<l a="[1, 2.5, True, None, '1e3', 16, '5'] 1.5707963267948966 x"/>`,
    ],
    [
      'arguments',
      '<xacro:arg name="a" default="${1 + 1}"/><l a="$(arg a) $(eval a * 2) $(eval arg(\'a\') + 1) ${xacro.arg(\'a\') + 1}"/>',
      '<l a="2 4 3 3"/>',
    ],
    [
      'arguments as they are given, by xacro.arg',
      `<xacro:arg name="a" default="true"/><xacro:property name="p" value="\${xacro.arg('a')}"/>
       <l a="\${xacro.arg('a') == 'true'} \${p == 'true'} \${p} \${tuple([1, 2]) == (1, 2)} \${[1, 2.0].count(1.0)} \${bool(nan)}"/>`,
      '<l a="True False True True 1 True"/>',
    ],
    ['the environment by default', '<l a="$(optenv SIZE 3 4)"/>', '<l a="3 4"/>'],
  ])('%s', async (_, inside, expected) => {
    expect(await expandedText(inside, files)).toBe(expected)
  })

  test('what was taken in a sense that the file does not spell out is noted', async () => {
    const main = '<robot><l a="$(optenv A b)${xacro.warning(\'look\', 1)}"/></robot>'
    const { notes } = await expandedFiles({ 'm.xacro': main }, 'm.xacro')
    expect(notes).toEqual([
      '$(optenv A) is "b": the environment is not read; A:=value changes it.',
      'm.xacro says: look 1',
    ])
    expect((await expandedFiles({ 'm.xacro': main }, 'm.xacro', { A: 'c' })).text).toContain('a="c"')
  })
})

describe('refused by file and line', () => {
  const files = {
    'bad.yaml': 'a: 1\nb: [1',
    'tag.yaml': '\na: !!python/object x',
    'loop.xacro': '<robot><xacro:include filename="loop.xacro"/></robot>',
  }
  test.each([
    ['<l a="${b}"/>', '<l> a: expected a property or parameter that is defined here, got "b"'],
    ['<l a="${1 +}"/>', '<l> a: expected a value, got its end'],
    ['<l a="${1 / 0}"/>', '<l> a: expected a divisor other than 0, got 0'],
    ['<l a="${\'a\' + 1}"/>', '<l> a: expected two numbers, two texts or two lists around +, got "a" + 1'],
    ['<l a="${1 | 2}"/>', '<l> a: expected an expression of the part of Python that is read, got "| 2"'],
    ['<l a="${lambda x: x}"/>', '<l> a: expected an expression of the part of Python that is read, got "lambda"'],
    ['<l a="${open(\'/etc/passwd\')}"/>', '<l> a: expected a function that is known here, got "open()"'],
    ['<l a="${\'\'.__class__}"/>', '<l> a: expected a dictionary, for .__class__, got ""'],
    [
      '<l a="${__import__(\'os\')}"/>',
      '<l> a: expected a name that does not start with two underscores, got "__import__"',
    ],
    ['<l a="${a"/>', '<l> a: expected a closing }, got "${a"'],
    [
      '<l a="$(env HOME)"/>',
      '<l> a: expected a value for HOME, given as HOME:=value: the environment is not read, got $(env HOME)',
    ],
    ['<l a="$(arg x)"/>', '<l> a: expected a value for argument x, given as x:=value or in arguments, got none'],
    [
      '<l a="$(anon x)"/>',
      '<l> a: expected $(find …), $(arg …), $(optenv …), $(dirname) or $(eval …), got "$(anon x)"',
    ],
    [
      '<xacro:nothing/>',
      '<xacro:nothing>: expected a macro that is defined before this, got xacro:nothing; there are none',
    ],
    [
      '<xacro:macro name="m" params="a"><l/></xacro:macro><xacro:m/>',
      '<xacro:m> a: expected a value for parameter a of macro m, got none',
    ],
    [
      '<xacro:macro name="m" params="a"><l/></xacro:macro><xacro:m b="1"/>',
      '<xacro:m> b: expected a parameter of macro m, which has a',
    ],
    [
      '<xacro:macro name="m" params="*a"><l/></xacro:macro><xacro:m/>',
      '<xacro:m>: expected a block for parameter *a of macro m, got none',
    ],
    [
      '<xacro:macro name="m"><l/></xacro:macro><xacro:m><x/></xacro:m>',
      '<xacro:m>: expected as many blocks as macro m has parameters for, got <x>',
    ],
    [
      '<xacro:macro name="m"><l a="${b}"/></xacro:macro><xacro:m/>',
      '<l> a in macro m: expected a property or parameter that is defined here, got "b"',
    ],
    [
      '<xacro:property name="a" value="${b}"/>\n<xacro:property name="b" value="${a}"/><l a="${a}"/>',
      'property "b": expected a property that does not depend on itself (lazy_eval="false" may help), got "a"',
      2,
    ],
    ['<xacro:if value="perhaps"/>', '<xacro:if> value: expected true, false or a whole number, got "perhaps"'],
    [
      '<xacro:include filename="none.xacro"/>',
      '<xacro:include> filename: expected a file to include, got "none.xacro", which is not there',
    ],
    [
      '<xacro:arg name="type" default="small"/><xacro:include filename="types/$(arg type).xacro"/>',
      '<xacro:include> filename: expected a file to include, got "types/small.xacro", which is not there; ' +
        'argument type has its default, small: give it as type:=value',
    ],
    [
      '<xacro:include filename="*.xacro"/>',
      '<xacro:include> filename: expected the name of one file, without * and ?, got "*.xacro"',
    ],
    [
      '<xacro:include filename="../../etc/passwd"/>',
      '<xacro:include> filename: expected a path inside the folder (option root)',
    ],
    ['<xacro:insert_block name="x"/>', '<xacro:insert_block> name: expected a block that is defined here, got "x"'],
    ['<l a="${load_yaml(\'none.yaml\')}"/>', '<l> a: expected a YAML file, got "none.yaml", which is not there'],
    ['<l a="${xacro.fatal(\'no\', 2)}"/>', '<l> a: expected a file that does not end with xacro.fatal(), got "no 2"'],
    ['<l a="${dict(a=1).b}"/>', '<l> a: expected a key of the dictionary, which has a, got "b"'],
    [
      '<xacro:property name="a-b" value="1"/>',
      '<xacro:property> name: expected the name of a property: letters, digits and _, got "a-b"',
    ],
  ])('%s', async (inside, expected, line = 1) => {
    await expect(expandedText(inside, files)).rejects.toThrow(
      new RegExp(`^main\\.xacro, line ${line}, ${escapeRegExp(expected)}$`),
    )
  })

  test('YAML by its own file and line', async () => {
    await expect(expandedText('<l a="${load_yaml(\'bad.yaml\')}"/>', files)).rejects.toThrow(
      /^bad\.yaml, line \d: expected YAML, got /,
    )
    await expect(expandedText('<l a="${load_yaml(\'tag.yaml\')}"/>', files)).rejects.toThrow(
      /^tag\.yaml, line 2: expected a value without a tag, or with !degrees or !radians, got /,
    )
  })

  test('a file of macros', async () => {
    await expect(expandedText('<xacro:macro name="a"><link name="b"/></xacro:macro>')).rejects.toThrow(
      'main.xacro: expected a robot: this file only defines macros, which another file includes and calls. Read that file, ' +
        'got 1 macro and no <link>',
    )
  })

  test('a file that includes itself', async () => {
    await expect(expandedText('<xacro:include filename="loop.xacro"/>', files)).rejects.toThrow(
      /loop\.xacro, line 1, .* deep, got deeper: does a macro call itself/,
    )
  })
})

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
