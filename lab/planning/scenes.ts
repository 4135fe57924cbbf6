// The scenes of the experiment by name, and what is asked in each: the paper's six of Tables IV and V, and the long arms of VII.
import {
  lattice,
  liesBelow,
  MOTION_SCENES,
  type MotionScene,
  type PlanningQuery,
  planningQuery,
} from '../../scenes/index.js'
import type { World } from '../../src/index.js'

export const PLAN_SCENES = ['cage', 'cage-gun', 'machine', 'workshop', 'car-six', 'car-coarse'] as const
export type PlanSceneName = (typeof PLAN_SCENES)[number]

export const WALK_SCENES = ['tori', 'lattice-1', 'lattice-9'] as const
export type WalkSceneName = (typeof WALK_SCENES)[number]

interface Loaded<Name extends string> {
  readonly name: Name
  /** Of the paper: '11b'. */
  readonly figure: string
  readonly scene: MotionScene
  readonly world: World
}

export interface PlanScene extends Loaded<PlanSceneName> {
  readonly query: PlanningQuery
}

export interface WalkScene extends Loaded<WalkSceneName> {
  /** Out of all rings and holes? */
  readonly isOut: (q: Float64Array) => boolean
}

function load<Name extends PlanSceneName | WalkSceneName>(name: Name): Loaded<Name> {
  // Arms that have to come out turn all the way round, nine as well as one.
  const scene = name === 'lattice-9' ? lattice(9, Math.PI) : MOTION_SCENES[name]()
  return { name, figure: scene.paper.replace('Fig. ', ''), scene, world: scene.world() }
}

export function loadPlanScene(name: PlanSceneName, variant: number): PlanScene {
  const loaded = load(name)
  return { ...loaded, query: planningQuery(loaded.scene, variant, loaded.world) }
}

export function loadWalkScene(name: WalkSceneName): WalkScene {
  const loaded = load(name)
  return { ...loaded, isOut: liesBelow(loaded.scene) }
}
