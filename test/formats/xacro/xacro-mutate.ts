// xacro and YAML files, damaged at random, and bombs: files that would grow without end. The same seed gives the same folder.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what xacro looks like
import { Random } from '../../../src/base/math/random.js'
import { LimberError } from '../../../src/errors.js'
import { robotFromFiles } from '../../../src/formats/robots/robot-folder.js'
import { randomExpression } from '../../oracle/formats/python-expressions.js'
import { ARM_FILES, bytesOfAll, type Files } from './xacro-samples.js'

export interface MutatedXacro {
  readonly files: Files
  readonly how: string
}

const MAIN = 'one/urdf/arm.urdf.xacro'
const NAMES = Object.keys(ARM_FILES).filter((name) => !name.endsWith('package.xml'))

const VALUES = [
  ...[
    '',
    ' ',
    '${',
    '${}',
    '$(',
    '$()',
    '$$',
    '${a',
    '${config}',
    '${config.segment}',
    '${left}',
    '${own + 1}',
    '$(arg x)',
  ],
  ...[
    '${1/0}',
    '${2**1000}',
    "${'a'*99999999}",
    '${[0]*99999}',
    '${range(99999)}',
    '${xacro.fatal(1)}',
    '${__import__}',
  ],
  ...[
    '$(find arm_description)',
    '$(find x y)',
    '$(find ../..)',
    '$(env HOME)',
    '$(optenv A b)',
    '$(eval 1+)',
    '$(dirname)',
  ],
  ...[
    'true',
    'False',
    '0',
    '1',
    '-1',
    'nan',
    'inf',
    '1e999',
    '5',
    '99999',
    '0 0 0',
    "'",
    '"',
    "'x'",
    '&#0;',
    '&lt;',
    '&x;',
  ],
  ...[
    '*a **b',
    'a:=',
    'a:=^',
    'a:=^|',
    ':=1',
    "a:='x",
    'a:=${',
    'a a',
    '../arm.urdf.xacro',
    'arm.urdf.xacro',
    '/etc/passwd',
  ],
  ...[
    'parts/segment.xacro',
    'x*.xacro',
    'package://x',
    'file:///etc/passwd',
    'https://example.com/x',
    '__proto__',
    'constructor',
  ],
  ...[
    '${config.segment.length * 1e308 * 10}',
    '${radians(config)}',
    "${'%s' % 1}",
    '${{}}',
    '${(}',
    '${[}',
    'x'.repeat(5000),
  ],
]
const PIECES = [
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
  '<!DOCTYPE robot [<!ENTITY x "y">]>',
  '&a\n',
  '*segment\n',
  '\n- a: [1, {b: !degrees x}]\n',
  ': : ? |\n  x\n',
]
const TAGS = [
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
  'x',
]

type Mutation = (random: Random, text: string, other: string) => string

function find(random: Random, text: string, pattern: RegExp): RegExpExecArray | undefined {
  const found = [...text.matchAll(pattern)] as RegExpExecArray[]
  return found.length === 0 ? undefined : found[random.integer(found.length)]
}

function replaced(text: string, match: RegExpExecArray | undefined, by: string): string {
  return match === undefined ? text : text.slice(0, match.index) + by + text.slice(match.index + match[0].length)
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  value(random, text) {
    const match = find(random, text, /([\w:]+)="([^"]*)"/g)
    return replaced(text, match, `${match?.[1]}="${pick(random, VALUES)}"`)
  },
  expression(random, text) {
    const inside = randomExpression(random).replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    return replaced(text, find(random, text, /\$\{[^}]*\}/g), `\${${inside}}`)
  },
  name(random, text) {
    const names = text.match(/\b[a-z_]{3,}\b/g) ?? ['x']
    return replaced(text, find(random, text, /\b[a-z_]{3,}\b/g), pick(random, names))
  },
  tag(random, text) {
    return replaced(text, find(random, text, /<\/?(xacro:)?\w+/g), `<xacro:${pick(random, TAGS)}`)
  },
  dropElement(random, text) {
    return replaced(text, find(random, text, /<[\w:]+[^<>]*\/>/g), '')
  },
  dropAttribute(random, text) {
    return replaced(text, find(random, text, /[\w:]+="[^"]*"/g), '')
  },
  insert(random, text) {
    const at = find(random, text, />|\n/g)
    return replaced(text, at, `${at?.[0]}${pick(random, PIECES)}`)
  },
  repeat(random, text) {
    const match = find(random, text, /<[\w:]+[^<>]*\/>/g)
    return replaced(text, match, (match?.[0] ?? '').repeat(random.integer(300)))
  },
  number(random, text) {
    return replaced(
      text,
      find(random, text, /\d+(\.\d+)?/g),
      pick(random, ['-1', '0', '1e9', '99', '0x', '1_0', '1:30', '~', 'yes']),
    )
  },
  byte(random, text) {
    const at = random.integer(text.length + 1)
    return text.slice(0, at) + String.fromCharCode(random.integer(256)) + text.slice(at + random.integer(2))
  },
  truncate(random, text) {
    return text.slice(0, random.integer(text.length + 1))
  },
  cut(random, text) {
    const from = random.integer(text.length + 1)
    return text.slice(0, from) + text.slice(from + random.integer(200))
  },
  splice(random, text, other) {
    const [from, at] = [random.integer(other.length + 1), random.integer(text.length + 1)]
    return text.slice(0, at) + other.slice(from, from + random.integer(500)) + text.slice(at)
  },
}

const KINDS = Object.keys(MUTATIONS)

export function mutatedXacro(seed: number): MutatedXacro {
  const random = new Random(seed)
  if (random.unit() < 0.02) {
    const [how, files] = pick(random, Object.entries(BOMBS))
    return { files: { ...ARM_FILES, ...files }, how }
  }
  const files: Record<string, string> = { ...ARM_FILES }
  const how: string[] = []
  for (let k = random.integer(3); k >= 0; k--) {
    const [which, other, kind] = [pick(random, NAMES), pick(random, NAMES), pick(random, KINDS)]
    how.push(`${which} ${kind}`)
    files[which] = MUTATIONS[kind]!(random, files[which]!, files[other]!)
  }
  return { files, how: how.join(', ') }
}

function robot(inside: string): Files {
  return { [MAIN]: `<robot name="a" xmlns:xacro="x"><link name="a"/>${inside}</robot>` }
}

function doubled(count: number, one: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => one(k)).join('')
}

/** Files that would grow without end, or nearly: 2³⁰ and more of something. */
export const BOMBS: Readonly<Record<string, Files>> = {
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

export type XacroOutcome = 'read' | `refused: ${string}` | `wrong: ${string}`

/** Reads one; anything but a robot that can be asked where it is, or an error of ours, is wrong. */
export async function xacroOutcome(files: Files, seed: number): Promise<XacroOutcome> {
  try {
    const made = await robotFromFiles(
      bytesOfAll(files),
      MAIN,
      seed % 2 === 0 ? {} : { arguments: { segments: 1 + (seed % 6) } },
    )
    const poses = made.linkPoses(made.neutral())
    return poses.every(Number.isFinite) ? 'read' : 'wrong: a pose that is no number'
  } catch (error) {
    if (error instanceof LimberError) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}
