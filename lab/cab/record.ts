// Frames of an articulated scene, by rapier: bodies, joints, contacts between all that is not joined. Seeded by the scene and
// nothing else; the same scene gives the same frames again, to the last bit.
import type { RigidBody, World } from '@dimforge/rapier3d-compat'
import { type ArticulatedBody, type ArticulatedScene, PLACE } from '../../scenes/index.js'
import { POSE, setQuaternion } from '../../src/base/math/pose.js'
import { LimberError, type Shape } from '../../src/index.js'
import type { Progress } from '../experiment.js'

export interface Recording {
  readonly scene: ArticulatedScene
  readonly frames: number
  /** Poses of all bodies in all frames: twelve numbers a body, bodies one after the other, frames one after the other. */
  readonly poses: Float64Array
}

/** The poses of some frames, one view each. */
export function framesOf({ scene, poses }: Recording, from: number, to: number): Float64Array[] {
  const size = POSE * scene.bodies.length
  return Array.from({ length: to - from }, (_, k) => poses.subarray(size * (from + k), size * (from + k + 1)))
}

type Rapier = typeof import('@dimforge/rapier3d-compat')

const PACKAGE = '@dimforge/rapier3d-compat'
const STEPS_A_REPORT = 100

/** The package is there for those who develop Limber, and need not be for those who use it. */
export async function loadRapier(
  load: () => Promise<Rapier> = () => import('@dimforge/rapier3d-compat'),
): Promise<Rapier> {
  let rapier: Rapier
  try {
    rapier = await load()
  } catch (error) {
    throw new LimberError(
      `the physics engine that moves these scenes is not installed; run: npm install --no-save ${PACKAGE} (${String(error)})`,
    )
  }
  await rapier.init()
  return rapier
}

export async function recordScene(scene: ArticulatedScene, frames: number, progress: Progress): Promise<Recording> {
  const rapier = await loadRapier()
  const world = new rapier.World({ x: 0, y: 0, z: -scene.gravity })
  try {
    world.timestep = scene.step
    const bodies = scene.bodies.map((body) => addBody(rapier, world, scene, body))
    addJoints(rapier, world, scene, bodies)
    const poses = new Float64Array(POSE * bodies.length * frames)
    const places = new Float64Array(PLACE * bodies.length)
    for (let step = 0; step < scene.settle + frames; step++) {
      readPlaces(places, bodies)
      if (step >= scene.settle) writePoses(poses, POSE * bodies.length * (step - scene.settle), places)
      drive(scene, bodies, places, step * scene.step)
      world.step()
      if (step % STEPS_A_REPORT === 0) {
        const pause = progress(step / (scene.settle + frames), `${scene.name}: recording`)
        if (pause !== undefined) await pause
      }
    }
    return { scene, frames, poses }
  } finally {
    world.free()
  }
}

function addBody(rapier: Rapier, world: World, scene: ArticulatedScene, body: ArticulatedBody): RigidBody {
  const { RigidBodyDesc } = rapier
  const [x, y, z, qx, qy, qz, qw] = body.start as unknown as [number, number, number, number, number, number, number]
  const kind = {
    dynamic: () => RigidBodyDesc.dynamic(),
    kinematic: () => RigidBodyDesc.kinematicPositionBased(),
    fixed: () => RigidBodyDesc.fixed(),
  }[body.motion]()
  const made = world.createRigidBody(
    kind
      .setTranslation(x, y, z)
      .setRotation({ x: qx, y: qy, z: qz, w: qw })
      .setLinearDamping(scene.damping)
      .setAngularDamping(scene.damping)
      .setCanSleep(false),
  )
  for (const solid of body.solids) world.createCollider(colliderOf(rapier, solid).setFriction(0.3), made)
  return made
}

function colliderOf({ ColliderDesc }: Rapier, solid: Shape) {
  switch (solid.kind) {
    case 'sphere':
      return ColliderDesc.ball(solid.radius).setTranslation(...triple(solid.centre))
    case 'box': {
      const { pose, half } = solid
      // Turned boxes would need a quaternion, and no scene has one.
      if (pose[0] === 1 && pose[5] === 1) {
        return ColliderDesc.cuboid(...triple(half)).setTranslation(pose[3]!, pose[7]!, pose[11]!)
      }
      break
    }
    case 'convex': {
      const hull = ColliderDesc.convexHull(Float32Array.from(solid.points))
      if (hull !== null) return hull
    }
  }
  throw new LimberError(`a scene has a ${solid.kind} that cannot be given to the physics engine`)
}

function triple(v: Float64Array): [number, number, number] {
  return [v[0]!, v[1]!, v[2]!]
}

function addJoints(rapier: Rapier, world: World, scene: ArticulatedScene, bodies: readonly RigidBody[]): void {
  scene.bodies.forEach((body, k) => {
    if (body.parent < 0 || body.motion !== 'dynamic') return
    const [p, q] = [body.parentAnchor, body.anchor].map((v) => ({ x: v[0]!, y: v[1]!, z: v[2]! }))
    const joint = world.createImpulseJoint(rapier.JointData.spherical(p!, q!), bodies[body.parent]!, bodies[k]!, true)
    joint.setContactsEnabled(false)
  })
}

let accelerations = new Float64Array(0)
let placed = new Float64Array(0)

function drive(scene: ArticulatedScene, bodies: readonly RigidBody[], places: Float64Array, time: number): void {
  if (accelerations.length !== 3 * bodies.length) accelerations = new Float64Array(3 * bodies.length)
  if (placed.length !== places.length) placed = new Float64Array(places.length)
  scene.forces(accelerations, time, places)
  scene.placed(placed, time + scene.step)
  scene.bodies.forEach(({ motion }, k) => {
    const body = bodies[k]!
    if (motion === 'kinematic') {
      const at = PLACE * k
      body.setNextKinematicTranslation({ x: placed[at]!, y: placed[at + 1]!, z: placed[at + 2]! })
      body.setNextKinematicRotation({ x: placed[at + 3]!, y: placed[at + 4]!, z: placed[at + 5]!, w: placed[at + 6]! })
    } else if (motion === 'dynamic') {
      const m = body.mass()
      const a = 3 * k
      body.resetForces(true)
      body.addForce({ x: m * accelerations[a]!, y: m * accelerations[a + 1]!, z: m * accelerations[a + 2]! }, true)
    }
  })
}

function readPlaces(places: Float64Array, bodies: readonly RigidBody[]): void {
  bodies.forEach((body, k) => {
    const t = body.translation()
    const q = body.rotation()
    places.set([t.x, t.y, t.z, q.x, q.y, q.z, q.w], PLACE * k)
  })
}

/** Quaternions come in single precision and are normalised here, so that the poses are rigid to double precision. */
function writePoses(poses: Float64Array, at: number, places: Float64Array): void {
  for (let k = 0; k < places.length / PLACE; k++) {
    const [p, o] = [PLACE * k, at + POSE * k]
    setQuaternion(poses, o, places.subarray(p + 3, p + 7))
    for (let i = 0; i < 3; i++) poses[o + 4 * i + 3] = places[p + i]!
  }
}
