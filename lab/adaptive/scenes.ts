// The scenes of the experiment by name, made when they are needed: the paper's six of Tables III and XI, and the long arms.
import {
  cage,
  cageGun,
  carCoarse,
  carSix,
  lattice,
  type MotionScene,
  machine,
  tori,
  workshop,
} from '../../scenes/index.js'
import type { LabScene } from './lab-scene.js'
import type { RobotSample } from './motion-bounds.js'

export const LAB_SCENES = [
  'cage',
  'cage-gun',
  'machine',
  'workshop',
  'car-six',
  'car-coarse',
  'tori',
  'lattice-1',
  'lattice-9',
] as const
export type LabSceneName = (typeof LAB_SCENES)[number]

/** Those of the paper's Tables III, IV and XI. */
export const PAPER_SCENES: readonly LabSceneName[] = [
  'cage',
  'cage-gun',
  'machine',
  'workshop',
  'car-six',
  'car-coarse',
]

const BUILDERS: Readonly<Record<LabSceneName, () => MotionScene>> = {
  cage,
  'cage-gun': cageGun,
  machine,
  workshop,
  'car-six': carSix,
  'car-coarse': carCoarse,
  tori,
  'lattice-1': () => lattice(1),
  'lattice-9': () => lattice(9),
}

/** Radians a joint: arms of twenty joints, which touch something nearly everywhere, walk at random instead. */
const STEPS: Readonly<Partial<Record<LabSceneName, number>>> = { tori: 0.1, 'lattice-1': 0.1, 'lattice-9': 0.05 }

/** How many of the segments that others have: nine arms have 16,000 pairs. */
export function shareOf(name: LabSceneName): number {
  return name === 'lattice-9' ? 1 / 6 : 1
}

export function loadScene(name: LabSceneName): LabScene {
  const scene = BUILDERS[name]()
  return { name, figure: scene.paper.replace('Fig. ', ''), scene, world: scene.world(), step: STEPS[name] }
}

/** Figure 9: two arms of six joints and one of twenty, and that one again with pairs of its links. */
export function boundRobots(): RobotSample[] {
  const robotOf = (scene: MotionScene) => scene.robots[0]!.robot
  const snake = robotOf(lattice(1))
  return [
    { part: 'a', name: 'arm of 11a', robot: robotOf(cage()), pairs: false },
    { part: 'b', name: 'arm of 11b', robot: robotOf(cageGun()), pairs: false },
    { part: 'c', name: 'arm of twenty joints', robot: snake, pairs: false },
    { part: 'd', name: 'arm of twenty joints', robot: snake, pairs: true },
  ]
}
