// What is said of a scene of motions before anything is measured in it.
import type { MotionScene } from '../scenes/index.js'
import type { World } from '../src/index.js'

export interface SceneFacts {
  readonly name: string
  /** Of the paper: '11b'. */
  readonly figure: string
  /** The paper's reference length (Table II), in units of the scene. */
  readonly lref: number
  readonly joints: number
  readonly robotTriangles: number
  readonly obstacleTriangles: number
  readonly pairs: number
}

/** A scene that an experiment has loaded. */
export interface LoadedScene {
  readonly name: string
  readonly figure: string
  readonly scene: MotionScene
  readonly world: World
}

export function describeScene({ name, figure, scene, world }: LoadedScene): SceneFacts {
  return {
    name,
    figure,
    lref: scene.lref,
    joints: world.dof,
    robotTriangles: scene.triangles.robots,
    obstacleTriangles: scene.triangles.obstacles,
    pairs: world.pairs().filter(({ status }) => status === 'checked').length,
  }
}
