// What the fuzzer does with a robot that was read: it is placed, and a world with it is asked whether it collides.
import { type RobotFromFilesOptions, robotFromFiles } from '../../src/formats/robots/robot-folder.js'
import type { Robot } from '../../src/robots/model/robot.js'
import { World } from '../../src/robots/world/world.js'
import type { FuzzCase } from './format.js'

const GEOMETRY = ['collision', 'both', 'visual', 'collision', 'collision'] as const

/** By variant. */
export function optionsOf(variant: number): RobotFromFilesOptions {
  return { geometry: GEOMETRY[variant % 5]!, missing: variant % 2 === 0 ? 'skip' : 'error' }
}

/** A robot that can be placed, and a world with it that can be asked. */
export function wrongRobot(robot: Robot): string | undefined {
  const neutral = robot.neutral()
  if (!robot.linkPoses(neutral).every(Number.isFinite)) return 'a pose that is not finite'
  for (const { name } of robot.states) robot.state(name)
  const world = new World({ robots: [robot] })
  return typeof world.collides(world.neutral()) === 'boolean' ? undefined : 'no answer'
}

export async function readRobot(
  { main, files }: FuzzCase,
  options: RobotFromFilesOptions,
): Promise<string | undefined> {
  return wrongRobot(await robotFromFiles(files, main, options))
}
