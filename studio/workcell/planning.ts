// A planning scene that is dropped onto a cell: its objects become obstacles, which can be moved like others.
import {
  convex,
  mesh,
  obstaclesOfPlanning,
  parsePlanningScene,
  type SceneObstacle,
  type SceneShape,
  type Shape,
  worldFromPlanning,
} from '../../src/entries/robots.js'
import { product, rollPitchYaw } from '../../view/poses.js'
import { fullPose, turnOf } from './changed-shape.js'
import type { TextFile } from './documents.js'
import type { AddedObstacle } from './edits.js'
import type { FoundObstacle } from './obstacles.js'
import type { CellParts } from './workcell.js'

export interface PlanningObstacles {
  readonly obstacles: readonly FoundObstacle[]
  /** Of those that are meshes, by their `file`. */
  readonly shapes: ReadonlyMap<string, Shape>
  readonly notes: readonly string[]
}

/** Where the cell has one robot, frames of its links are known, and the scene is placed by its base. Throws with words. */
export async function planningObstacles(
  { path, text }: TextFile,
  robots: CellParts['robots'],
): Promise<PlanningObstacles> {
  const scene = await parsePlanningScene(text, path)
  const only = robots.length === 1 ? robots[0] : undefined
  const { obstacles, notes } =
    only === undefined
      ? obstaclesOfPlanning(scene, path)
      : await worldFromPlanning(scene, only.robot, { file: path }).then(({ description, notes: said }) => ({
          obstacles: description.obstacles,
          notes: said.filter((note) => !only.robot.notes.includes(note)),
        }))
  const left = [
    ...(scene.attached.length > 0 ? ['what the robot carries'] : []),
    ...(scene.matrix === undefined ? [] : ['which pairs may touch']),
    ...(scene.state === undefined ? [] : ['where the robot is']),
  ]
  const shapes = new Map<string, Shape>()
  const base = fullPose(only?.base)
  return {
    obstacles: obstacles.map((one) => foundObstacle(one, `${path}#${one.name}`, base, shapes)),
    shapes,
    notes: [...notes, ...(left.length === 0 ? [] : [`Only its obstacles are taken, not ${left.join(', ')}.`])],
  }
}

function foundObstacle(
  { name, shape, pose = {} }: SceneObstacle,
  file: string,
  base: ArrayLike<number>,
  shapes: Map<string, Shape>,
): FoundObstacle {
  const { xyz = [0, 0, 0], rpy, quat } = pose
  const rotation = quat ?? (rpy === undefined ? undefined : turnOf(rpy.map(inDegrees)))
  const placed = product(base, fullPose(rotation === undefined ? { at: xyz } : { at: xyz, rotation }))
  const place = { name, at: [placed[3]!, placed[7]!, placed[11]!], degrees: rollPitchYaw(placed).map(inDegrees) }
  const plain = (kind: AddedObstacle['kind'], size: readonly number[]): FoundObstacle => ({ ...place, kind, size })
  switch (shape.kind) {
    case 'box':
      return plain('box', shape.size)
    case 'sphere':
      return plain('ball', [shape.radius])
    case 'cylinder':
    case 'capsule':
      return plain(shape.kind, [shape.radius, shape.length])
    default:
      shapes.set(file, shapeOf(shape, name))
      return { ...plain('mesh', sizeOf(shape)), file }
  }
}

type Pointed = Exclude<SceneShape, { kind: 'box' | 'sphere' | 'cylinder' | 'capsule' }>

function shapeOf(shape: Pointed, name: string): Shape {
  switch (shape.kind) {
    case 'convex':
      return convex({ points: shape.points.flat() })
    case 'triangles': {
      const { vertices, triangles, open = 'close', closeWithin } = shape
      const closing = closeWithin === undefined ? { open } : { open, closeWithin }
      return mesh({ positions: vertices.flat(), triangles: triangles.flat(), ...closing })
    }
    case 'mesh':
      throw new Error(`${name} is in ${shape.file}, which is not in the planning scene. Drop that file itself.`)
  }
}

function sizeOf(shape: Pointed): number[] {
  const points = shape.kind === 'convex' ? shape.points : shape.kind === 'triangles' ? shape.vertices : []
  return [0, 1, 2].map((k) => {
    const along = points.map((point) => point[k]!)
    return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b))
  })
}

function inDegrees(angle: number): number {
  return (angle * 180) / Math.PI
}
