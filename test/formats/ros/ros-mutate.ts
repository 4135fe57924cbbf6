// Damaged files of ROS and MoveIt: a seed says which file, and what is done to it.
import { Random } from '../../../src/base/math/random.js'
import { FileError } from '../../../src/errors.js'
import { motionFromPath } from '../../../src/formats/robots/path-motion.js'
import { parsePlanningScene } from '../../../src/formats/ros/planning-scene.js'
import { worldFromPlanning } from '../../../src/formats/ros/planning-world.js'
import { parseAnyPath, withoutMimics } from '../../../src/formats/ros/ros-path.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { World } from '../../../src/robots/world/world.js'
import { DISPLAY_2, PLANNING, SCENE_NEW, SCENE_OLD, STATE, TRAJECTORY_1 } from './ros-samples.js'

const SEEDS = [TRAJECTORY_1, DISPLAY_2, STATE, SCENE_OLD, SCENE_NEW, PLANNING]
const PATHS = 3
const WORDS = ['[', ']', '{', '}', '- ', '&a', '*a', '---', 'null', '.nan', '1e400', '-1', '*', '.', 'mesh', 'box', '"', '\0', '!!binary', '<<:', 'base', 'turn', '999999999', '1e-320'] // biome-ignore format: a list

export interface MutatedRos {
  readonly isPath: boolean
  readonly text: string
}

export function mutatedRos(seed: number): MutatedRos {
  const random = new Random(seed)
  const which = seed % SEEDS.length
  let text = SEEDS[which]!
  for (let times = 1 + random.integer(3); times > 0; times--) {
    const at = random.integer(text.length)
    const to = at + 1 + random.integer(seed % 4 === 0 ? 60 : 4)
    const words = text.split(/(\s+)/)
    switch (random.integer(7)) {
      case 0:
        text = text.slice(0, at) + text.slice(to)
        break
      case 1:
        text = text.slice(0, at) + String.fromCharCode(32 + random.integer(96)) + text.slice(at + 1)
        break
      case 2:
        text = text.slice(0, to) + text.slice(at)
        break
      case 3:
        words[random.integer(words.length)] = WORDS[random.integer(WORDS.length)]!
        text = words.join('')
        break
      case 4:
        text = text.replace(/-?\d+(?:\.\d+)?/g, (number) =>
          random.unit() < 0.05 ? `${(random.unit() - 0.5) * 10 ** (random.integer(90) - 20)}` : number,
        )
        break
      case 5: {
        // Lines are where YAML is broken most easily.
        const lines = text.split('\n')
        lines.splice(
          random.integer(lines.length),
          random.integer(3),
          `${' '.repeat(random.integer(9))}${lines[random.integer(lines.length)]!.trim()}`,
        )
        text = lines.join('\n')
        break
      }
      default:
        text = text.slice(0, at)
    }
    if (text === '') text = '\n'
  }
  return { isPath: which < PATHS, text }
}

/** `read`, `refused`, or what is wrong. */
export async function rosOutcome({ isPath, text }: MutatedRos, robot: Robot): Promise<string> {
  try {
    if (isPath) {
      const world = new World({ robots: [robot] })
      motionFromPath(world, withoutMimics(world, await parseAnyPath(text, 'damaged.yaml')), { file: 'damaged.yaml' })
    } else {
      const { world } = await worldFromPlanning(await parsePlanningScene(text, 'damaged.yaml'), robot, {
        file: 'damaged.yaml',
      })
      world.collides(world.neutral())
    }
    return 'read'
  } catch (error) {
    if (!(error instanceof FileError)) return `wrong: ${(error as Error).stack}`
    return error.message.startsWith('damaged.yaml') ? 'refused' : `wrong: no file: ${error.message}`
  }
}
