// From a scene of Limber's own to a MoveIt planning scene. MoveIt has one robot, whose root is the frame of everything: what is in the
// scene is written as seen from there.
import type { World } from '../../robots/world/world.js'
import { type ConvexShape, convexTriangles, type MeshShape } from '../../shapes/shape.js'
import type { SceneDescription, SceneObstacle } from '../robots/scene.js'
import type { Three } from '../robots/scene-json.js'
import type { ScenePose } from '../robots/scene-shape.js'
import type { AllowedMatrix, PlanningObject, PlanningScene } from './planning-scene.js'
import { composedPose, inverted, type PlanningShape, plainPose } from './planning-shapes.js'

/** A planning scene, and what of the scene is not in it. Sentences. */
export interface PlanningFromScene {
  readonly planning: PlanningScene
  readonly lost: readonly string[]
}

/** The planning scene of a scene and of the world that was made of it. What links carry and which pairs may touch need one robot. */
export function planningFromScene(scene: SceneDescription, world: World, name = ''): PlanningFromScene {
  const [robot, ...others] = scene.robots
  const isOne = robot !== undefined && others.length === 0
  const lost: string[] = []
  const model = isOne ? world.model().robots[0]!.robot : undefined
  const root = model?.links[0]?.name ?? ''
  const place = isOne ? inverted(robot.base ?? {}) : {}
  if (scene.robots.length > 0)
    lost.push(
      `robots: ${scene.robots.map((one) => one.name).join(', ')} (their files are named beside a planning scene)`,
    )
  if (isOne && robot.base !== undefined)
    lost.push(`the base of ${robot.name}: poses are in the frame of its root, ${root}`)
  const bending = [...(scene.necklaces ?? []), ...(scene.deforming ?? [])].map((one) => one.name)
  if (bending.length > 0) lost.push(`what bends: ${bending.join(', ')}`)
  const inScene = [...scene.obstacles, ...scene.attached]
  if (inScene.some(({ shape }) => shape.kind === 'capsule')) lost.push('capsules: each is a cylinder and two spheres')
  if (inScene.some(({ shape }) => shape.kind === 'convex')) lost.push('convex hulls: each is a mesh')
  const toObject = (one: SceneObstacle, frame: string, where: ScenePose): PlanningObject => ({
    ...{ id: one.name, frame, pose: plainPose(composedPose(where, one.pose ?? {})) },
    shapes: shapesOf(one, world, lost),
  })
  const objects = scene.obstacles.map((one) => toObject(one, root, place)).filter(({ shapes }) => shapes.length > 0)
  if (!isOne) {
    if (scene.attached.length > 0) lost.push(`what links carry: ${scene.attached.map((one) => one.name).join(', ')}`)
    if (scene.allowed.length > 0) lost.push(`${scene.allowed.length} pairs that may touch`)
  }
  const short = (link: string): string => link.slice(link.indexOf('/') + 1)
  const attached = isOne
    ? scene.attached.map((one) => ({
        ...toObject(one, short(one.link), {}),
        link: short(one.link),
        touchLinks: (one.touch ?? []).filter((other) => other.includes('/')).map(short),
      }))
    : []
  const matrix = isOne ? matrixOf(world, short) : undefined
  return { planning: { name, objects, attached, state: undefined, matrix, frames: {}, notes: [] }, lost }
}

function shapesOf({ name, shape }: SceneObstacle, world: World, lost: string[]): PlanningShape[] {
  switch (shape.kind) {
    case 'box':
    case 'sphere':
    case 'cylinder':
    case 'triangles':
      return [{ shape, pose: {} }]
    case 'capsule': {
      const { radius, length } = shape
      const end = (z: number): PlanningShape => ({ shape: { kind: 'sphere', radius }, pose: { xyz: [0, 0, z] } })
      return [{ shape: { kind: 'cylinder', radius, length }, pose: {} }, end(-length / 2), end(length / 2)]
    }
    case 'convex': {
      const made = world.geometryOf(name).geometry[0]!.shape as ConvexShape
      const triangles = rows(convexTriangles(made))
      if (triangles.length > 0)
        return [{ shape: { kind: 'triangles', vertices: rows(made.points), triangles }, pose: {} }]
      lost.push(`${name}: a hull that is flat`)
      return []
    }
    case 'mesh': {
      const { positions, triangles } = world.geometryOf(name).geometry[0]!.shape as MeshShape
      return [{ shape: { kind: 'triangles', vertices: rows(positions), triangles: rows(triangles) }, pose: {} }]
    }
  }
}

function rows(values: ArrayLike<number>): Three[] {
  return Array.from(
    { length: values.length / 3 },
    (_, k): Three => [values[3 * k]!, values[3 * k + 1]!, values[3 * k + 2]!],
  )
}

/** All pairs that may touch, for any reason; and links that are fixed to each other. Obstacles are not checked against obstacles. */
function matrixOf(world: World, short: (name: string) => string): AllowedMatrix {
  const links = world.objects.filter((name) => name.includes('/'))
  const names = [...links.map(short), ...world.objects.filter((name) => !name.includes('/'))]
  const places = new Map(names.map((name, k) => [name, k]))
  const allowed = names.map(() => names.map(() => false))
  for (const { a, b, status } of world.pairs()) {
    const isAllowed = status === 'allowed' || (status === 'rigid' && a.includes('/') && b.includes('/'))
    const [i, j] = [places.get(short(a)), places.get(short(b))]
    if (!isAllowed || i === undefined || j === undefined) continue
    allowed[i]![j] = true
    allowed[j]![i] = true
  }
  return { names, allowed, defaults: {} }
}
