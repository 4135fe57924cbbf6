// Robot files, for the fuzzer: URDF, SRDF, xacro with YAML, MuJoCo models, motion capture. What reads is put into a world and asked whether
// it collides.
import { parseBvh } from '../../src/formats/robots/bvh-clip.js'
import { FIGURE, KNEE } from '../formats/robots/bvh-samples.js'
import { mjcf, RICH_MJCF, RICH_MODEL } from '../formats/robots/mjcf-samples.js'
import { chainUrdf, RICH_FILES, RICH_URDF, urdf } from '../formats/robots/robot-samples.js'
import { SAMPLE_URDF } from '../formats/robots/scene-samples.js'
import { bytesOf } from '../formats/samples.js'
import { bytesOfAll } from '../formats/xacro/xacro-samples.js'
import { type FuzzCase, type FuzzFormat, mainBytes, single, singles } from './format.js'
import { XACRO } from './formats-xacro.js'
import { optionsOf, readRobot, wrongRobot } from './use-robot.js'

const URDF = 'rich/urdf/rich.urdf'
const SRDF = 'rich/urdf/rich.srdf'
const MJCF = 'rich/rich.xml'

function urdfFolder(text: string): FuzzCase {
  return { main: URDF, files: { ...RICH_FILES, [URDF]: bytesOf(text) } }
}

function srdfFolder(text: string): FuzzCase {
  return { main: SRDF, files: { ...RICH_FILES, [SRDF]: bytesOf(text) } }
}

function mjcfFolder(text: string, more: Readonly<Record<string, string>> = {}): FuzzCase {
  return { main: MJCF, files: { ...RICH_MODEL, ...bytesOfAll(more), [MJCF]: bytesOf(text) } }
}

const times = (count: number, one: (k: number) => string): string =>
  Array.from({ length: count }, (_, k) => one(k)).join('')

/** Entities each of which is the one before twice: 2⁴⁰ letters. */
const ENTITIES = `<!DOCTYPE robot [<!ENTITY e0 "x">${times(40, (k) => `<!ENTITY e${k + 1} "&e${k};&e${k};">`)}]>`

/** Joints at one point, or nearly: bones of no length. */
function manyJoints(offset: string): string {
  const joints = times(
    299,
    (k) => `JOINT j${k} { OFFSET ${offset}\nCHANNELS 1 Xrotation\nEnd Site { OFFSET 1 ${k} 0 } }\n`,
  )
  return `HIERARCHY\nROOT r { OFFSET 0 0 0\nCHANNELS 1 Xrotation\n${joints}}\nMOTION\nFrames: 1\nFrame Time: 1\n${'0 '.repeat(300)}\n`
}

export const ROBOTS: readonly FuzzFormat[] = [
  {
    name: 'urdf',
    corpus: () => [RICH_URDF, RICH_URDF, SAMPLE_URDF, chainUrdf(40)].map(urdfFolder),
    odd: () =>
      [urdf(''), urdf('<link name="a"/>'), RICH_URDF.replaceAll(/size="[^"]*"|radius="[^"]*"/g, 'size="0 0 0"')].map(
        urdfFolder,
      ),
    bombs: {
      'nested elements': () => urdfFolder('<a>'.repeat(1e6)),
      'doubling entities': () => urdfFolder(`${ENTITIES}<robot name="&e40;"><link name="a"/></robot>`),
      'an attribute of ten million letters': () => urdfFolder(urdf(`<link name="${'x'.repeat(1e7)}"/>`)),
      'a hundred thousand attributes': () => urdfFolder(urdf(`<link name="a" ${times(1e5, (k) => `a${k}="1" `)}/>`)),
      'two thousand links at one place': () =>
        urdfFolder(
          urdf(
            times(
              2000,
              (k) => `<link name="l${k}"><collision><geometry><sphere radius="1"/></geometry></collision></link>`,
            ) +
              times(
                1999,
                (k) => `<joint name="j${k}" type="fixed"><parent link="l0"/><child link="l${k + 1}"/></joint>`,
              ),
          ),
        ),
      'mimics in a chain': () =>
        urdfFolder(
          urdf(
            times(2001, (k) => `<link name="l${k}"/>`) +
              times(
                2000,
                (k) =>
                  `<joint name="j${k}" type="continuous"><parent link="l${k}"/><child link="l${k + 1}"/><mimic joint="j${(k + 1) % 2000}"/></joint>`,
              ),
          ),
        ),
      'meshes by the thousand': () =>
        urdfFolder(
          urdf(
            `<link name="a">${'<collision><geometry><mesh filename="package://rich/meshes/part.stl"/></geometry></collision>'.repeat(3000)}</link>`,
          ),
        ),
    },
    damage: ['text', 'xml'],
    words: {
      values: [
        'base',
        'arm',
        'hand',
        'finger',
        'slide',
        'mirror',
        'floating',
        'fixed',
        'revolute',
        'package://rich/meshes/none.stl',
      ],
      names: [
        'link',
        'joint',
        'collision',
        'geometry',
        'mesh',
        'box',
        'capsule',
        'robot',
        'limit',
        'lower',
        'xyz',
        'filename',
        'type',
      ],
      pieces: [
        '<link name="base"/>',
        '<link name="new"><collision><geometry><sphere radius="1"/></geometry></collision></link>',
        '<joint name="ring" type="fixed"><parent link="hand"/><child link="base"/></joint>',
        '<joint name="new" type="revolute"><parent link="other_root"/><child link="new"/><mimic joint="new"/></joint>',
        '<collision><geometry><mesh filename="../meshes/part.stl" scale="1e30 1e30 1e30"/></geometry></collision>',
        '<origin xyz="1 2 3" rpy="1 2 3"/>',
        '<xacro:if value="1"/>',
      ],
    },
    read: (given, variant) => readRobot(given, optionsOf(variant)),
  },
  {
    name: 'srdf',
    corpus: () => [{ main: SRDF, files: RICH_FILES }],
    odd: () => ['<robot name="rich"/>', '<robot name="other"><group name="a"/></robot>'].map(srdfFolder),
    bombs: {
      'nested elements': () => srdfFolder('<a>'.repeat(1e6)),
      'groups of the group before, twice': () =>
        srdfFolder(
          `<robot name="rich"><group name="g0"><link name="arm"/></group>${times(60, (k) => `<group name="g${k + 1}"><group name="g${k}"/><group name="g${k}"/></group>`)}</robot>`,
        ),
      'groups in a ring': () =>
        srdfFolder(
          `<robot name="rich">${times(1000, (k) => `<group name="g${k}"><group name="g${(k + 1) % 1000}"/></group>`)}</robot>`,
        ),
      'doubling entities': () => srdfFolder(`${ENTITIES}<robot name="&e40;"/>`),
      'a hundred thousand pairs': () =>
        srdfFolder(
          `<robot name="rich">${'<disable_collisions link1="base" link2="arm" reason="Never"/>'.repeat(1e5)}</robot>`,
        ),
    },
    damage: ['text', 'xml'],
    words: {
      values: ['base', 'arm', 'hand', 'finger', 'mirror', 'all', 'fingers', 'planar', 'fixed'],
      names: [
        'group',
        'chain',
        'link',
        'joint',
        'group_state',
        'virtual_joint',
        'disable_collisions',
        'link1',
        'base_link',
        'value',
      ],
      pieces: [
        '<group name="arm"><group name="all"/></group>',
        '<group name="x"><chain base_link="finger" tip_link="thumb"/></group>',
      ],
    },
    read: ({ files }, variant) =>
      readRobot(
        { main: URDF, files },
        { ...optionsOf(variant), srdf: SRDF, virtualJoints: variant % 3 === 0 ? 'as-written' : 'fixed' },
      ),
  },
  XACRO,
  {
    name: 'mjcf',
    corpus: () => [{ main: MJCF, files: RICH_MODEL }],
    odd: () =>
      [mjcf(''), mjcf('<worldbody/>'), mjcf('<worldbody><body/><geom size="0"/></worldbody>')].map((text) =>
        mjcfFolder(text),
      ),
    bombs: {
      'nested elements': () => mjcfFolder('<a>'.repeat(1e6)),
      'nested bodies': () => mjcfFolder(mjcf(`<worldbody>${'<body>'.repeat(1e5)}${'</body>'.repeat(1e5)}</worldbody>`)),
      'doubling entities': () => mjcfFolder(`${ENTITIES}<mujoco model="&e40;"/>`),
      'a file that includes itself': () => mjcfFolder(mjcf('<include file="rich.xml"/>')),
      'files that include each other': () =>
        mjcfFolder(mjcf('<include file="a.xml"/>'), {
          'rich/a.xml': '<mujoco><include file="b.xml"/></mujoco>',
          'rich/b.xml': '<mujoco><include file="a.xml"/></mujoco>',
        }),
      'doubling includes': () =>
        mjcfFolder(
          mjcf('<include file="i0.xml"/><include file="i0.xml"/>'),
          Object.fromEntries(
            Array.from({ length: 40 }, (_, k) => [
              `rich/i${k}.xml`,
              `<mujoco><include file="i${k + 1}.xml"/><include file="./i${k + 1}.xml"/></mujoco>`,
            ]),
          ),
        ),
      'a billion copies': () =>
        mjcfFolder(mjcf('<worldbody><replicate count="1000000000"><geom size="1"/></replicate></worldbody>')),
      'copies of copies': () =>
        mjcfFolder(
          mjcf(
            `<worldbody>${'<replicate count="1000" offset="1 0 0">'.repeat(4)}<geom size="1"/>${'</replicate>'.repeat(4)}</worldbody>`,
          ),
        ),
      'many geoms': () =>
        mjcfFolder(RICH_MJCF.replace('<light pos="0 0 1"/>', '<geom type="ellipsoid" size="1 2 3"/>'.repeat(500))),
    },
    damage: ['text', 'xml'],
    damaged: /\.xml$/,
    words: {
      values: [
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
          '0.1 0.1 0.1',
          '5 1 2 3',
          'part',
          'base',
          'arm',
          'visual',
        ],
        ...['main', 'rich.xml', 'parts/defaults.xml', '../rich/rich.xml', 'grip', 'tip'],
      ],
      names: [
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
        'body',
        'geom',
      ],
      pieces: [
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
      ],
    },
    read: (given, variant) => readRobot(given, optionsOf(variant)),
  },
  {
    name: 'bvh',
    corpus: () => singles({ 'figure.bvh': FIGURE, 'knee.bvh': KNEE }),
    odd: () =>
      singles({ 'point.bvh': 'HIERARCHY\nROOT r { OFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 1\nFrame Time: 1\n\n' }),
    bombs: {
      '300 joints at one point': () => single('heap.bvh', manyJoints('0 0 0')),
      '300 joints within a nanometre': () => single('near.bvh', manyJoints('1e-9 0 0')),
      '2³¹ frames': () => single('frames.bvh', KNEE.replace('Frames: 3', 'Frames: 2147483647')),
      '2³¹ channels': () => single('channels.bvh', KNEE.replace('CHANNELS 1', 'CHANNELS 2147483647')),
      'nested joints': () => single('deep.bvh', `HIERARCHY\nROOT r {\n${'JOINT j { OFFSET 0 1 0\n'.repeat(1e5)}`),
    },
    damage: ['text'],
    words: {
      values: [
        '{',
        '}',
        'JOINT',
        'ROOT',
        'End Site',
        'OFFSET',
        'CHANNELS 3',
        'MOTION',
        'Frames: 9',
        'Xrotation',
        'Yposition',
        '/',
      ],
      pieces: ['{', '}', 'End Site { OFFSET 0 0 0 }', 'JOINT x { OFFSET 1 0 0\nCHANNELS 1 Xrotation }'],
    },
    read(given) {
      const { robot, path } = parseBvh(new TextDecoder().decode(mainBytes(given)), { file: given.main })
      for (const values of path.waypoints) {
        robot.configuration(Object.fromEntries(path.joints.map((name, i) => [name, values[i]!])))
      }
      return wrongRobot(robot)
    },
  },
]
