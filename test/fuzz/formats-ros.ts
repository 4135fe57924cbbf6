// Messages of ROS and planning scenes of MoveIt, for the fuzzer; and YAML that is made to be slow.
import { readFileSync } from 'node:fs'
import { motionFromPath } from '../../src/formats/robots/path-motion.js'
import { parseRobot } from '../../src/formats/robots/robot-parse.js'
import { parsePlanningScene } from '../../src/formats/ros/planning-scene.js'
import { worldFromPlanning } from '../../src/formats/ros/planning-world.js'
import { parseAnyPath, withoutMimics } from '../../src/formats/ros/ros-path.js'
import { LONGEST_YAML } from '../../src/formats/text/yaml-documents.js'
import type { Robot } from '../../src/robots/model/robot.js'
import { World } from '../../src/robots/world/world.js'
import { DISPLAY_2, PLANNING, SCENE_NEW, SCENE_OLD, STATE, TRAJECTORY_1 } from '../formats/ros/ros-samples.js'
import { type FuzzCase, type FuzzFormat, mainBytes, single, singles } from './format.js'

const WORDS = {
  values: ['null', '.nan', '1e400', '1e-320', '999999999', 'mesh', 'box', 'base', 'turn', '!!binary', '"', '\0'],
  pieces: ['[', ']', '{', '}', '- ', '&a ', '*a', '\n---\n', '<<: ', '* ', '\n.\n'],
}

const ARM = new URL(`${import.meta.url.includes('/dist/') ? '../' : ''}../../examples/arm.urdf`, import.meta.url)

let read: Promise<Robot> | undefined

/** The arm of the examples, which all samples are about. */
function arm(): Promise<Robot> {
  read ??= parseRobot(readFileSync(ARM, 'utf8'), { name: 'arm' })
  return read
}

function textOf(given: FuzzCase): string {
  return new TextDecoder().decode(mainBytes(given))
}

const aliases = (count: number): string =>
  Array.from({ length: count }, (_, k) => `a${k + 1}: &a${k + 1} [*a${k}, *a${k}]`).join('\n')

const SLOW: Readonly<Record<string, () => string>> = {
  'aliases that double': () => `a0: &a0 [1, 1]\n${aliases(40)}\n`,
  'one alias, many times': () =>
    `joint_names: &a [x]\n${Array.from({ length: 60_000 }, (_, k) => `f${k}: *a`).join('\n')}`,
  'open brackets': () => `joint_names: ${'['.repeat(500_000)}`,
  'open lists': () => `a:\n${'- '.repeat(LONGEST_YAML / 2 - 10)}`,
  'a list of texts': () => `joint_names:\n${'- a\n'.repeat(110_000)}`,
  'a list of numbers': () => `a: [${'1,'.repeat(110_000)}]`,
  fields: () => Array.from({ length: 90_000 }, (_, k) => `k${k}: 1`).join('\n'),
  comments: () => `a: 1\n${'#x\n'.repeat(110_000)}`,
  'a text': () => `a: "${'\\x41'.repeat(LONGEST_YAML / 4 - 10)}"`,
}

export const ROS: readonly FuzzFormat[] = [
  {
    name: 'ros-path',
    corpus: () => singles({ 'trajectory.yaml': TRAJECTORY_1, 'display.yaml': DISPLAY_2, 'state.yaml': STATE }),
    bombs: Object.fromEntries(Object.entries(SLOW).map(([how, text]) => [how, () => single('slow.yaml', text())])),
    damage: ['text'],
    words: WORDS,
    async read(given) {
      const world = new World({ robots: [await arm()] })
      const path = withoutMimics(world, await parseAnyPath(textOf(given), given.main))
      motionFromPath(world, path, { file: given.main })
    },
  },
  {
    name: 'planning-scene',
    corpus: () => singles({ 'old.scene': SCENE_OLD, 'new.scene': SCENE_NEW, 'planning.yaml': PLANNING }),
    damage: ['text'],
    words: WORDS,
    async read(given) {
      const scene = await parsePlanningScene(textOf(given), given.main)
      const { world } = await worldFromPlanning(scene, await arm(), { file: given.main })
      world.collides(world.neutral())
    },
  },
]
