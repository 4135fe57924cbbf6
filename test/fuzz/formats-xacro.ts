// xacro files with YAML, for the fuzzer; and those that would grow without end, or nearly: macros that call themselves, doubling, YAML
// aliases.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what xacro looks like

import { Random } from '../../src/base/math/random.js'
import { ARM_FILES, bytesOfAll, type Files } from '../formats/xacro/xacro-samples.js'
import { randomExpression } from '../oracle/formats/python-expressions.js'
import type { Bombs, FuzzFormat } from './format.js'
import { readRobot } from './use-robot.js'

const XACRO_MAIN = 'one/urdf/arm.urdf.xacro'

function robot(inside: string): Files {
  return { [XACRO_MAIN]: `<robot name="a" xmlns:xacro="x"><link name="a"/>${inside}</robot>` }
}

function doubled(count: number, one: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => one(k)).join('')
}

/** Files that would grow without end, or nearly: 2³⁰ and more of something. */
const BOMBS: Readonly<Record<string, Files>> = {
  'a macro that calls itself': robot('<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>'),
  'a macro that calls itself in blocks': robot(
    '<xacro:macro name="m" params="*a"><xacro:m><b/></xacro:m></xacro:macro><xacro:m><b/></xacro:m>',
  ),
  'a macro that calls itself twice in a block': robot(
    '<xacro:macro name="m" params="**a"><xacro:m><b><xacro:insert_block name="a"/><xacro:insert_block name="a"/></b></xacro:m></xacro:macro><xacro:m><b><c/></b></xacro:m>',
  ),
  'a macro that includes itself': robot('<xacro:include filename="arm.urdf.xacro"/>'),
  'a macro that includes its file': robot(
    '<xacro:macro name="m"><xacro:include filename="arm.urdf.xacro"/></xacro:macro><xacro:m/>',
  ),
  'doubling macros': robot(
    `<xacro:macro name="m0"><l/></xacro:macro>${doubled(30, (k) => `<xacro:macro name="m${k + 1}"><xacro:m${k}/><xacro:m${k}/></xacro:macro>`)}<xacro:m30/>`,
  ),
  'doubling empty macros': robot(
    `<xacro:macro name="m0"/>${doubled(30, (k) => `<xacro:macro name="m${k + 1}"><xacro:m${k}/><xacro:m${k}/></xacro:macro>`)}<xacro:m30/>`,
  ),
  'doubling blocks': robot(
    `<xacro:macro name="m" params="*a"><d><xacro:insert_block name="a"/><xacro:insert_block name="a"/></d></xacro:macro>${'<xacro:m>'.repeat(40)}<l/>${'</xacro:m>'.repeat(40)}`,
  ),
  'doubling block properties': robot(
    `<xacro:property name="b0"><l/></xacro:property>${doubled(40, (k) => `<xacro:property name="b${k + 1}"><xacro:insert_block name="b${k}"/><xacro:insert_block name="b${k}"/></xacro:property>`)}<xacro:insert_block name="b40"/>`,
  ),
  'doubling texts': robot(
    `<xacro:property name="t0" value="x"/>${doubled(40, (k) => `<xacro:property name="t${k + 1}" value="\${t${k}}\${t${k}}"/>`)}<l a="\${t40}"/>`,
  ),
  'doubling lists': robot(
    `<xacro:property name="t0" value="\${[1]}"/>${doubled(40, (k) => `<xacro:property name="t${k + 1}" value="\${[t${k}, t${k}]}"/>`)}<l a="\${t40}"/>`,
  ),
  'comparing doubling lists': robot(
    `<xacro:property name="t0" value="\${[1]}"/><xacro:property name="u0" value="\${[1]}"/>${doubled(40, (k) => ['t', 'u'].map((n) => `<xacro:property name="${n}${k + 1}" value="\${[${n}${k}, ${n}${k}]}"/>`).join(''))}<l a="\${t40 == u40}"/>`,
  ),
  'a long text many times': robot(
    `<xacro:property name="t" value="\${'x' * 99999}"/><xacro:macro name="m"><l a="\${t}" b="\${t}"/></xacro:macro>${'<xacro:m/>'.repeat(5000)}`,
  ),
  'a long loop in a loop': robot('<l a="${[[y for y in range(99999)] for x in range(99999)]}"/>'),
  'a chain of properties': robot(
    `<xacro:property name="p0" value="1"/>${doubled(20_000, (k) => `<xacro:property name="p${k + 1}" value="\${p${k}}"/>`)}<l a="\${p20000}"/>`,
  ),
  brackets: robot(`<l a="${'${('.repeat(3000)}"/>`),
  'pieces in pieces': robot(`<l a="${'${'.repeat(3000)}1${'}'.repeat(3000)}"/>`),
  'quotes that nothing closes': robot(`<l a="${"$(')".repeat(50_000)}"/>`),
  'YAML aliases': {
    ...robot('<l a="${load_yaml(\'a.yaml\')}"/>'),
    'one/urdf/a.yaml': `a0: &a0 [1, 1]\n${doubled(40, (k) => `a${k + 1}: &a${k + 1} [*a${k}, *a${k}]\n`)}`,
  },
  'many YAML aliases': {
    ...robot('<l a="${load_yaml(\'a.yaml\')}"/>'),
    'one/urdf/a.yaml': `a: &a 1\n${doubled(20_000, (k) => `b${k}: *a\n`)}`,
  },
  'an alias of itself': { ...robot('<l a="${load_yaml(\'a.yaml\')}"/>'), 'one/urdf/a.yaml': 'a: &a [*a, *a]' },
  'YAML merges': {
    ...robot('<l a="${load_yaml(\'a.yaml\')}"/>'),
    'one/urdf/a.yaml': `a0: &a0 {x: 1}\n${doubled(40, (k) => `a${k + 1}: &a${k + 1} {<<: [*a${k}, *a${k}], k${k}: *a${k}}\n`)}`,
  },
  'YAML brackets': { ...robot('<l a="${load_yaml(\'a.yaml\')}"/>'), 'one/urdf/a.yaml': '['.repeat(100_000) },
  'YAML indents': {
    ...robot('<l a="${load_yaml(\'a.yaml\')}"/>'),
    'one/urdf/a.yaml': doubled(900, (k) => `${' '.repeat(k)}a:\n`),
  },
  'much YAML': {
    ...robot('<l a="${load_yaml(\'a.yaml\')}"/>'),
    'one/urdf/a.yaml': '- {a: 1, b: "x"}\n'.repeat(30_000),
  },
  'many YAML files': robot(
    `<xacro:macro name="m" params="k"><l a="\${load_yaml('../config/' + '/' * k + 'arm.yaml')}"/><xacro:if value="\${k &lt; 380}"><xacro:m k="\${k + 1}"/></xacro:if></xacro:macro><xacro:m k="0"/>`,
  ),
}

const XACRO_BOMBS: Bombs = Object.fromEntries(
  Object.entries(BOMBS).map(([how, files]) => [
    how,
    () => ({ main: XACRO_MAIN, files: bytesOfAll({ ...ARM_FILES, ...files }) }),
  ]),
)

export const XACRO: FuzzFormat = {
  name: 'xacro',
  corpus: () => [{ main: XACRO_MAIN, files: bytesOfAll(ARM_FILES) }],
  bombs: XACRO_BOMBS,
  damage: ['text', 'xml'],
  damaged: /\.(?:xacro|yaml)$/,
  words: {
    values: [
      ...[
        '${',
        '${}',
        '$(',
        '$()',
        '$$',
        '${a',
        '${config}',
        '${left}',
        '${own + 1}',
        '$(arg x)',
        '${1/0}',
        '${2**1000}',
      ],
      ...[
        "${'a'*99999999}",
        '${[0]*99999}',
        '${range(99999)}',
        '${xacro.fatal(1)}',
        '${__import__}',
        '*a **b',
        'a:=',
        'a:=^|',
      ],
      ...[
        "a:='x",
        'a:=${',
        'a a',
        '../arm.urdf.xacro',
        'arm.urdf.xacro',
        'parts/segment.xacro',
        'x*.xacro',
        '${radians(config)}',
      ],
      ...["${'%s' % 1}", '${{}}', '${(}', '${[}', '${config.segment.length * 1e308 * 10}'],
      // In attributes, which quotes and brackets would end.
      ...Array.from({ length: 200 }, (_, k) => {
        const inside = randomExpression(new Random(k)).replaceAll('"', '&quot;').replaceAll('<', '&lt;')
        return `\${${inside}}`
      }),
    ],
    names: [
      'property',
      'macro',
      'arg',
      'include',
      'if',
      'unless',
      'insert_block',
      'call',
      'element',
      'attribute',
      'segments',
    ].map((name) => `xacro:${name}`),
    pieces: [
      '<xacro:segments parent="base" left="5"/>',
      '<xacro:include filename="arm.urdf.xacro"/>',
      '<xacro:include filename="parts/segment.xacro" ns="a"/>',
      '<xacro:insert_block name="box"/>',
      '<xacro:property name="config" value="${config}"/>',
      '<xacro:property name="left" value="9" scope="global"/>',
      '<xacro:property name="own" value="${own}x" lazy_eval="false"/>',
      '<xacro:property name="box"><xacro:insert_block name="box"/></xacro:property>',
      '<xacro:macro name="segments" params="a b c"><xacro:segments a="1" b="2" c="3"/></xacro:macro>',
      '<xacro:call macro="${own}"/>',
      '<xacro:element xacro:name="${1}"/>',
      '<xacro:attribute name="name" value="x"/>',
      '<xacro:if value="${left}"/>',
      ...['&a\n', '*segment\n', '\n- a: [1, {b: !degrees x}]\n', ': : ? |\n  x\n'],
    ],
  },
  read: (given, variant) => readRobot(given, variant % 2 === 0 ? {} : { arguments: { segments: 1 + (variant % 6) } }),
}
