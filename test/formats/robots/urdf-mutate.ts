// URDF and SRDF files, damaged at random: attributes and elements taken away, doubled, swapped and filled with what does not
// belong there, and bytes that are flipped, cut and moved. The same seed gives the same folder, so a number is enough to
// paste a case.
import { Random } from '../../../src/base/math/random.js'
import { LimberError } from '../../../src/errors.js'
import { robotFromFiles } from '../../../src/formats/robots/robot-folder.js'
import { bytesOf } from '../samples.js'
import { chainUrdf, RICH_FILES, RICH_SRDF, RICH_URDF } from './robot-samples.js'

export interface MutatedRobot {
  readonly files: Readonly<Record<string, Uint8Array>>
  readonly how: string
}

export const VALUES = [
  ...[
    '',
    ' ',
    'nan',
    'inf',
    '-1',
    '0',
    '1e400',
    '1e308',
    '-1e60',
    '1e-320',
    '0x10',
    '1,0',
    '1 2 3',
    '0 0 0',
    '1e61 0 0',
  ],
  ...[
    'base',
    'arm',
    'hand',
    'finger',
    'slide',
    'mirror',
    'rich',
    'floating',
    'fixed',
    'revolute',
    'world',
    '__proto__',
  ],
  ...[
    '../../../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    'package://../x',
    'package://etc/passwd',
    '%2e%2e/x',
  ],
  ...['\\\\server\\share', 'https://example.com/x', 'a%00b', '%', 'package://rich/meshes/none.stl', 'x\u0000'],
  ...['$\u007bx}', '$(find x)', '&amp;', '&x;', '&#0;', '&#x41;', '<', '"', '9'.repeat(2000), 'x'.repeat(5000)],
]
const PIECES = [
  '<!DOCTYPE robot [<!ENTITY x "y"><!ENTITY z "&x;&x;">]>',
  '<xacro:if value="1"/>',
  '<link name="base"/>',
  '<link name="new"><collision><geometry><sphere radius="1"/></geometry></collision></link>',
  '<joint name="ring" type="fixed"><parent link="hand"/><child link="base"/></joint>',
  '<joint name="new" type="revolute"><parent link="other_root"/><child link="new"/><mimic joint="new"/></joint>',
  '<group name="arm"><group name="all"/></group>',
  '<group name="x"><chain base_link="finger" tip_link="thumb"/></group>',
  '<collision><geometry><mesh filename="../meshes/part.stl" scale="1e30 1e30 1e30"/></geometry></collision>',
  '<origin xyz="1 2 3" rpy="1 2 3"/>',
  '<!-- -- -->',
  '<![CDATA[ x ]]>',
  '<?xml version="1.0"?>',
  '<a>'.repeat(250),
  '</robot>',
  '\u0000',
]

export type Mutation = (random: Random, text: string, other: string) => string

/** A place where the pattern matches; undefined if there is none. */
export function find(random: Random, text: string, pattern: RegExp): RegExpExecArray | undefined {
  const found = [...text.matchAll(pattern)] as RegExpExecArray[]
  return found.length === 0 ? undefined : found[random.integer(found.length)]
}

export function replaced(text: string, match: RegExpExecArray | undefined, by: string): string {
  return match === undefined ? text : text.slice(0, match.index) + by + text.slice(match.index + match[0].length)
}

export const ATTRIBUTE = /(\w+)="([^"]*)"/g
const EMPTY_ELEMENT = /<\w+[^<>]*\/>/g
const ELEMENT = /<(\w+)[^<>]*>[^<]*(?:<[^/][^<>]*\/>[^<]*)*<\/\1>/g

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  value(random, text) {
    const match = find(random, text, ATTRIBUTE)
    return replaced(text, match, `${match?.[1]}="${VALUES[random.integer(VALUES.length)]}"`)
  },
  number(random, text) {
    const value = VALUES[random.integer(15)]!
    return replaced(text, find(random, text, /-?\d+(\.\d+)?/g), value)
  },
  swapValues(random, text) {
    const [a, b] = [find(random, text, ATTRIBUTE), find(random, text, ATTRIBUTE)]
    return replaced(text, a, `${a?.[1]}="${b?.[2]}"`)
  },
  rename(random, text) {
    const names = ['lower', 'xyz', 'name', 'link', 'filename', 'x', 'type']
    const match = find(random, text, ATTRIBUTE)
    return replaced(text, match, `${names[random.integer(names.length)]}="${match?.[2]}"`)
  },
  dropAttribute(random, text) {
    return replaced(text, find(random, text, ATTRIBUTE), '')
  },
  dropElement(random, text) {
    return replaced(text, find(random, text, random.unit() < 0.5 ? EMPTY_ELEMENT : ELEMENT), '')
  },
  doubleElement(random, text) {
    const match = find(random, text, random.unit() < 0.5 ? EMPTY_ELEMENT : ELEMENT)
    return replaced(text, match, match === undefined ? '' : match[0] + match[0])
  },
  tag(random, text) {
    const tags = [
      'link',
      'joint',
      'collision',
      'geometry',
      'mesh',
      'box',
      'capsule',
      'group',
      'chain',
      'robot',
      'limit',
    ]
    const match = find(random, text, /<(\w+)/g)
    return replaced(text, match, `<${tags[random.integer(tags.length)]}`)
  },
  insert(random, text) {
    const at = find(random, text, />/g)
    return replaced(text, at, `>${PIECES[random.integer(PIECES.length)]}`)
  },
  repeat(random, text) {
    const match = find(random, text, random.unit() < 0.5 ? EMPTY_ELEMENT : ELEMENT)
    return replaced(text, match, match === undefined ? '' : match[0].repeat(random.integer(500)))
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
    const from = random.integer(other.length + 1)
    const at = random.integer(text.length + 1)
    return text.slice(0, at) + other.slice(from, from + random.integer(1000)) + text.slice(at)
  },
}

const KINDS = Object.keys(MUTATIONS)

export function mutatedRobot(seed: number): MutatedRobot {
  const random = new Random(seed)
  const texts = { urdf: random.unit() < 0.1 ? chainUrdf(200) : RICH_URDF, srdf: RICH_SRDF }
  const how: string[] = []
  for (let k = random.integer(3); k >= 0; k--) {
    const which = random.unit() < 0.6 ? 'urdf' : 'srdf'
    const other = which === 'urdf' ? texts.srdf : texts.urdf
    const kind = KINDS[random.integer(KINDS.length)]!
    how.push(`${which} ${kind}`)
    texts[which] = MUTATIONS[kind]!(random, texts[which], other)
  }
  const files = {
    ...RICH_FILES,
    'rich/urdf/rich.urdf': bytesOf(texts.urdf),
    'rich/urdf/rich.srdf': bytesOf(texts.srdf),
  }
  return { files, how: how.join(', ') }
}

export type RobotOutcome = 'read' | `refused: ${string}` | `wrong: ${string}`

/** Reads one; anything but a robot that can be asked where it is, or an error of ours, is wrong. */
export async function robotOutcome(files: MutatedRobot['files'], seed: number): Promise<RobotOutcome> {
  const geometry = ['collision', 'both', 'visual', 'collision', 'collision'][seed % 5]!
  const options = {
    ...{ geometry, missing: seed % 2 === 0 ? 'skip' : 'error' },
    virtualJoints: seed % 3 === 0 ? 'as-written' : 'fixed',
  }
  try {
    const robot = await robotFromFiles(files, 'rich.urdf', options as never)
    const poses = robot.linkPoses(robot.neutral())
    return poses.every(Number.isFinite) ? 'read' : 'wrong: a pose that is no number'
  } catch (error) {
    if (error instanceof LimberError) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}
