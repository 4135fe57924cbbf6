// All scenes of motions by name, in the order of the paper's figures.
import { cage, cageGun } from './motion-cages.js'
import { carCoarse, carSix } from './motion-cars.js'
import { machine } from './motion-machine.js'
import type { MotionScene } from './motion-scene.js'
import { lattice, tori } from './motion-snakes.js'
import { workshop } from './motion-workshop.js'

export const MOTION_SCENES = {
  tori,
  cage,
  'cage-gun': cageGun,
  'lattice-1': () => lattice(1),
  'lattice-9': () => lattice(9),
  machine,
  workshop,
  'car-six': carSix,
  'car-coarse': carCoarse,
} as const satisfies Record<string, () => MotionScene>

export type MotionSceneName = keyof typeof MOTION_SCENES
