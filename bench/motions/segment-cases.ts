// Worlds and random segments in them for the bench of motions: both ends are free of contact, what is between is as it comes. The
// arms of the scenes with random ends or steps of a random walk; a Panda among boxes, or where the data folder is not there an
// arm of the scenes in its place, with segments of three lengths.

import {
  cage,
  carSix,
  clutter,
  freeEnds,
  freeSteps,
  type MotionScene,
  machine,
  meshArm,
  workshop,
} from '../../scenes/index.js'
import { Random, World } from '../../src/entries/robots.js'
import { scattered } from '../worlds/case.js'
import { type BenchRobot, benchRobots } from '../worlds/robots.js'
import type { Segment } from './segment-race.js'

export interface SegmentCase {
  readonly name: string
  readonly world: World
  /** Steps of fixed resolution, in configuration space: radians. */
  readonly resolutions: readonly number[]
  /** Both ends free; without end. */
  readonly segments: Iterator<Segment>
}

const SEEDS = { segments: 11, clutter: 4 }

const RESOLUTIONS = [0.1, 0.01, 0.001]

interface SceneRecipe {
  readonly make: () => MotionScene
  /** Largest change of a joint; random ends if left out. */
  readonly step?: number
}

export const SCENE_CASES: Readonly<Record<string, SceneRecipe>> = {
  workshop: { make: workshop },
  cage: { make: cage },
  machine: { make: machine },
  // Few of the segments between random ends of 36 joints are free.
  'six arms': { make: carSix, step: 0.5 },
}

export function sceneCase(name: string): SegmentCase {
  const { make, step } = SCENE_CASES[name]!
  const scene = make()
  const world = scene.world()
  const random = new Random(SEEDS.segments)
  const segments = step === undefined ? freeEnds(scene, random, world) : freeSteps(scene, random, step, world)
  return { name, world, resolutions: RESOLUTIONS, segments }
}

/** Boxes around the robot. */
const BOXES = 20

/** Length of the segments between free ends: the largest change of a joint, radians. */
export const LENGTHS: readonly { readonly name: string; readonly most: number }[] = [
  { name: '≤ 0.3', most: 0.3 },
  { name: '≤ 1', most: 1 },
  { name: 'random', most: Infinity },
]

/** The first robot of the data folder, the Panda; without that folder an arm of the scenes. */
export async function loadArm(): Promise<{ arm: BenchRobot; notes: readonly string[] }> {
  const { robots, notes } = await benchRobots(1)
  return { arm: robots[0] ?? { name: 'mesh-arm', robot: meshArm(), reach: 1, allowed: [] }, notes }
}

export function boxesCase({ name, robot, reach, allowed }: BenchRobot, length: (typeof LENGTHS)[number]): SegmentCase {
  const obstacles = clutter(SEEDS.clutter, BOXES, reach, robot)
  const world = new World({
    robots: [robot],
    obstacles: obstacles.map(({ name: box, shape, pose }) => ({ name: box, shape, pose })),
    allowed: allowed.map(([a, b]) => [`${robot.name}/${a}`, `${robot.name}/${b}`] as const),
  })
  const title = `${name}, ${BOXES} boxes, ${length.name}`
  return { name: title, world, resolutions: RESOLUTIONS, segments: between(world, robot, length.most) }
}

function* between(world: World, robot: BenchRobot['robot'], most: number): Generator<Segment, never> {
  const random = new Random(SEEDS.segments)
  for (let seed = 1; ; seed++) {
    for (const from of scattered(robot, 50, seed)) {
      if (world.collides(from)) continue
      for (const aim of scattered(robot, 50, 1e6 + seed)) {
        // Towards another configuration, as far as the length allows.
        const farthest = Math.max(...aim.map((value, i) => Math.abs(value - from[i]!)))
        const share = most === Infinity ? 1 : Math.min(1, (most * random.range(0.2, 1)) / farthest)
        const to = from.map((value, i) => value + share * (aim[i]! - value))
        if (world.collides(to)) continue
        yield [from, to]
        break
      }
    }
  }
}
