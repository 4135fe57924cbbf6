// MuJoCo models, damaged at random: what is done to URDF files, and values and elements that are MuJoCo's. The same seed gives the same folder.
import { Random } from '../../../src/base/math/random.js'
import { LimberError } from '../../../src/errors.js'
import { robotFromFiles } from '../../../src/formats/robots/robot-folder.js'
import { bytesOf } from '../samples.js'
import { RICH_DEFAULTS, RICH_MJCF, RICH_MODEL } from './mjcf-samples.js'
import {
  ATTRIBUTE,
  find,
  MUTATIONS,
  type MutatedRobot,
  type Mutation,
  type RobotOutcome,
  replaced,
} from './urdf-mutate.js'

const VALUES = [
  ...[
    'mesh',
    'box',
    'plane',
    'hfield',
    'ellipsoid',
    'capsule',
    'free',
    'ball',
    'slide',
    'true',
    'false',
    'auto',
    'degree',
  ],
  ...[
    '1 0 0',
    '0 0 0 0',
    '1 1 1 1',
    '0 0 0 1 1 1',
    '1e60 1e60 1e60',
    '-1',
    '4294967295',
    '1e-320',
    '0.1 0.1 0.1',
    '5 1 2 3',
  ],
  ...[
    'part',
    'base',
    'world',
    'arm',
    'visual',
    'main',
    'rich.xml',
    'parts/defaults.xml',
    '../rich/rich.xml',
    'grip',
    'tip',
  ],
]
const PIECES = [
  '<include file="rich.xml"/>',
  '<include file="parts/defaults.xml"/>',
  '<body><joint/><geom size="1"/></body>',
  '<body name="base"/>',
  '<frame pos="1 2 3" childclass="arm"><geom size="1"/></frame>',
  '<joint name="extra" type="slide" axis="1 1 1"/>',
  '<freejoint/>',
  '<geom type="ellipsoid" size="1 2 3"/>',
  '<geom type="plane" size="1 1 1"/>',
  '<geom type="mesh" mesh="part"/>',
  '<default class="new"><geom type="box" size="1 1 1"/></default>',
  '<compiler angle="degree" strippath="true"/>',
  '<equality><joint joint1="grip" joint2="other"/><connect/></equality>',
  '<contact><pair geom1="body" geom2="tip"/><exclude body1="world" body2="thing"/></contact>',
  '<keyframe><key qpos="1 2 3"/></keyframe>',
  '<replicate count="1000000000"><geom size="1"/></replicate>',
  '<mujoco>',
  '</body>',
  '<a>'.repeat(250),
]

const OWN: Readonly<Record<string, Mutation>> = {
  ...MUTATIONS,
  ownValue(random, text) {
    const match = find(random, text, ATTRIBUTE)
    return replaced(text, match, `${match?.[1]}="${VALUES[random.integer(VALUES.length)]}"`)
  },
  ownPiece(random, text) {
    return replaced(text, find(random, text, />/g), `>${PIECES[random.integer(PIECES.length)]}`)
  },
  ownAttribute(random, text) {
    const names = [
      'class',
      'childclass',
      'pos',
      'quat',
      'euler',
      'zaxis',
      'size',
      'fromto',
      'mesh',
      'ref',
      'contype',
      'joint2',
    ]
    const name = names[random.integer(names.length)]
    const match = find(random, text, / \w+="/g)
    return replaced(text, match, ` ${name}="${VALUES[random.integer(VALUES.length)]}"${match?.[0]}`)
  },
}
const KINDS = Object.keys(OWN)

export function mutatedMjcf(seed: number): MutatedRobot {
  const random = new Random(seed)
  const texts = { model: RICH_MJCF, defaults: RICH_DEFAULTS }
  const how: string[] = []
  for (let k = random.integer(3); k >= 0; k--) {
    const which = random.unit() < 0.8 ? 'model' : 'defaults'
    const other = which === 'model' ? texts.defaults : texts.model
    const kind = KINDS[random.integer(KINDS.length)]!
    how.push(`${which} ${kind}`)
    texts[which] = OWN[kind]!(random, texts[which], other)
  }
  const files = {
    ...RICH_MODEL,
    'rich/rich.xml': bytesOf(texts.model),
    'rich/parts/defaults.xml': bytesOf(texts.defaults),
  }
  return { files, how: how.join(', ') }
}

/** Reads one; anything but a robot that can be asked where it is, or an error of ours, is wrong. */
export async function mjcfOutcome(files: MutatedRobot['files'], seed: number): Promise<RobotOutcome> {
  const geometry = ['collision', 'both', 'visual', 'collision', 'collision'][seed % 5]!
  try {
    const options = { geometry, missing: seed % 2 === 0 ? 'skip' : 'error' }
    const robot = await robotFromFiles(files, 'rich/rich.xml', options as never)
    const poses = robot.linkPoses(robot.neutral())
    for (const { name } of robot.states) robot.state(name)
    return poses.every(Number.isFinite) ? 'read' : 'wrong: a pose that is no number'
  } catch (error) {
    if (error instanceof LimberError) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}
