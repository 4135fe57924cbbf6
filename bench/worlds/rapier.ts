// rapier on the same parts and poses, in single precision, two ways. `step`: all parts are sensors on kinematic bodies in one
// world, their poses are set, and one step runs its broad phase and its narrow phase over all pairs that its filters let
// through; sensors are asked only whether they intersect. `queries`: each part asks the obstacles' broad phase for a first hit, and the pairs of the robot
// itself are asked one by one, so that it can stop at the first contact.
//
// Meshes are TriMesh, asked with kept raw shapes: the public queries rebuild them at every call. Poses are handed over as
// vectors and quaternions that were worked out before.
import type { Collider, RigidBody, RotationOps, VectorOps } from '@dimforge/rapier3d-compat'
import { composePose, POSE } from '../../src/base/math/pose.js'
import type { PartShape } from '../../src/entries/meshes.js'
import { loadPackage } from '../meshes/contender.js'
import { centrePose, type Part, type WorldCase } from './case.js'
import { timeBlocks, type WorldContender, type WorldPeer } from './contender.js'

type Rapier = typeof import('@dimforge/rapier3d-compat')
type RapierShape = import('@dimforge/rapier3d-compat').Shape
type RawPose = readonly [ReturnType<typeof VectorOps.intoRaw>, ReturnType<typeof RotationOps.intoRaw>]

/** x, y, z and a quaternion x, y, z, w. */
const PLACE = 7

export async function loadWorldRapier(): Promise<WorldPeer> {
  const { module: rapier, version } = await loadPackage(
    '@dimforge/rapier3d-compat',
    () => import('@dimforge/rapier3d-compat'),
  )
  await rapier.init()
  return {
    name: 'rapier',
    version,
    contenders: async (one) => [stepping(rapier, one), querying(rapier, one)],
  }
}

/** As many bits as its collision groups have. */
const GROUPS = 16

function stepping(rapier: Rapier, one: WorldCase): WorldContender {
  const { moving, still, checked, bodies, configurations } = one
  const world = new rapier.World({ x: 0, y: 0, z: 0 })
  const bodyOf = new Map<number, number>()
  const filters = groupsOf(one)
  const add = (part: Part, body: RigidBody): Collider => {
    const description = new rapier.ColliderDesc(shapeOf(rapier, part.shape))
      .setSensor(true)
      .setActiveCollisionTypes(rapier.ActiveCollisionTypes.ALL)
    if (filters === undefined) description.setActiveHooks(rapier.ActiveHooks.FILTER_INTERSECTION_PAIRS)
    else description.setCollisionGroups(filters[part.body]!)
    const collider = world.createCollider(description, body)
    bodyOf.set(collider.handle, part.body)
    return collider
  }
  const carriers = moving.map(() => world.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased()))
  const colliders = moving.map((part, i) => add(part, carriers[i]!))
  const places = placesOf(one)
  for (const part of still) {
    const body = world.createRigidBody(rapier.RigidBodyDesc.fixed())
    add(part, body)
    const place = new Float64Array(PLACE)
    writePlace(place, 0, part.pose, 0, rapierFrame(part.shape))
    moveTo(body, place, 0)
  }
  const hooks = {
    filterContactPair: () => null,
    filterIntersectionPair: (a: number, b: number): boolean => checked[bodyOf.get(a)! * bodies + bodyOf.get(b)!] === 1,
  }
  const queue = new rapier.EventQueue(false)
  const narrow = world.narrowPhase.raw
  let hit = false
  let at = 0
  const onPair = (other: number): void => {
    if (!hit && checked[at * bodies + bodyOf.get(other)!] === 1) hit = true
  }
  return {
    name: 'rapier step',
    how: {
      collide: `World.step, all parts sensors, pairs by ${filters === undefined ? 'a hook' : 'groups'}; poses given`,
    },
    tolerance: 0,
    run: (_, blocks) =>
      timeBlocks(configurations.length, blocks, (k) => {
        for (let i = 0; i < carriers.length; i++) moveTo(carriers[i]!, places, PLACE * (k * carriers.length + i))
        if (filters === undefined) world.step(queue, hooks)
        else world.step()
        hit = false
        for (let i = 0; i < colliders.length && !hit; i++) {
          at = moving[i]!.body
          narrow.intersection_pairs_with(colliders[i]!.handle, onPair)
        }
        return Number(hit)
      }),
    close: () => {
      queue.free()
      world.free()
    },
  }
}

function moveTo(thing: RigidBody | Collider, place: Float64Array, o: number): void {
  thing.setTranslation({ x: place[o]!, y: place[o + 1]!, z: place[o + 2]! }, true)
  thing.setRotation({ x: place[o + 3]!, y: place[o + 4]!, z: place[o + 5]!, w: place[o + 6]! }, true)
}

/**
 * Memberships and filter of each body, where there are few enough of them for a bit each (all obstacles share one, which is
 * right where every link is checked against all of them or none).
 */
function groupsOf({ robot, still, checked, bodies, moving }: WorldCase): number[] | undefined {
  const links = [...new Set(moving.map(({ body }) => body))]
  if (links.length + 1 > GROUPS) return undefined
  const bit = (body: number): number => (body < robot.links.length ? 1 << links.indexOf(body) : 1 << (GROUPS - 1))
  const out: number[] = []
  for (const body of [...links, ...still.map((part) => part.body)]) {
    let filter = 0
    for (let other = 0; other < bodies; other++) if (checked[body * bodies + other] === 1) filter |= bit(other)
    out[body] = ((bit(body) << 16) | filter) >>> 0
  }
  return out
}

function querying(rapier: Rapier, one: WorldCase): WorldContender {
  const { moving, still, checked, bodies, configurations } = one
  const world = new rapier.World({ x: 0, y: 0, z: 0 })
  const bodyOf = new Map<number, number>()
  for (const part of still) {
    const collider = world.createCollider(new rapier.ColliderDesc(shapeOf(rapier, part.shape)))
    const place = new Float64Array(PLACE)
    writePlace(place, 0, part.pose, 0, rapierFrame(part.shape))
    moveTo(collider, place, 0)
    bodyOf.set(collider.handle, part.body)
  }
  world.step()
  const shapes = moving.map(({ shape }) => shapeOf(rapier, shape).intoRaw())
  const places = placesOf(one)
  const raw: RawPose[] = []
  for (let o = 0; o < places.length; o += PLACE) {
    const [x, y, z, i, j, k, w] = places.subarray(o, o + PLACE) as unknown as number[]
    raw.push([
      rapier.VectorOps.intoRaw({ x: x!, y: y!, z: z! }),
      rapier.RotationOps.intoRaw({ x: i!, y: j!, z: k!, w: w! }),
    ])
  }
  const [broad, narrow, bodySet, colliderSet] = [
    world.broadPhase.raw,
    world.narrowPhase.raw,
    world.bodies.raw,
    world.colliders.raw,
  ]
  const pairs: [number, number][] = []
  moving.forEach((a, i) => {
    moving.forEach((b, j) => {
      if (i < j && checked[a.body * bodies + b.body] === 1) pairs.push([i, j])
    })
  })
  const meetsAll = moving.map((a) => still.every((b) => checked[a.body * bodies + b.body] === 1))
  let at = 0
  const some = (handle: number): boolean => checked[at * bodies + bodyOf.get(handle)!] === 1
  const everything = undefined as unknown as typeof some
  const collides = (k: number): boolean => {
    const first = k * moving.length
    for (let i = 0; still.length > 0 && i < moving.length; i++) {
      at = moving[i]!.body
      const [t, r] = raw[first + i]!
      const predicate = meetsAll[i] ? everything : some
      const found = broad.intersectionWithShape(
        narrow,
        bodySet,
        colliderSet,
        t,
        r,
        shapes[i]!,
        0,
        undefined,
        undefined,
        undefined,
        predicate,
      )
      if (found !== undefined) return true
    }
    for (const [i, j] of pairs) {
      if (shapes[i]!.intersectsShape(...raw[first + i]!, shapes[j]!, ...raw[first + j]!)) return true
    }
    return false
  }
  return {
    name: 'rapier queries',
    how: { collide: 'BroadPhase.intersectionWithShape a part, own pairs by intersectsShape, shapes kept; poses given' },
    tolerance: 0,
    run: (_, blocks) => timeBlocks(configurations.length, blocks, (k) => Number(collides(k))),
    close: () => {
      for (const one of [...shapes, ...raw.flat()]) one.free()
      world.free()
    },
  }
}

function shapeOf(rapier: Rapier, shape: PartShape): RapierShape {
  switch (shape.kind) {
    case 'sphere':
      return new rapier.Ball(shape.radius)
    case 'capsule':
      return new rapier.Capsule(Math.hypot(...shape.to.map((t, k) => t - shape.from[k]!)) / 2, shape.radius)
    case 'box':
      return new rapier.Cuboid(shape.half[0]!, shape.half[1]!, shape.half[2]!)
    case 'cylinder':
      return new rapier.Cylinder(shape.length / 2, shape.radius)
    case 'mesh':
      return new rapier.TriMesh(Float32Array.from(shape.positions), Uint32Array.from(shape.triangles))
    default:
      throw new Error(`the bench has no ${shape.kind} for rapier`)
  }
}

/** Takes rapier's y, along which its capsules and cylinders lie, to our z. */
const Y_TO_Z = Float64Array.of(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0)

/** The frame of rapier's shape in that of ours. */
function rapierFrame(shape: PartShape): Float64Array {
  const centre = centrePose(shape)
  if (shape.kind !== 'capsule' && shape.kind !== 'cylinder') return centre
  const out = new Float64Array(POSE)
  composePose(out, 0, centre, 0, Y_TO_Z, 0)
  return out
}

function placesOf({ moving, poses }: WorldCase): Float64Array {
  const frames = moving.map(({ shape }) => rapierFrame(shape))
  const out = new Float64Array((poses.length / POSE) * PLACE)
  for (let k = 0; k < poses.length / POSE; k++) writePlace(out, PLACE * k, poses, POSE * k, frames[k % frames.length]!)
  return out
}

const placed = new Float64Array(POSE)

function writePlace(out: Float64Array, o: number, pose: Float64Array, i: number, frame: Float64Array): void {
  composePose(placed, 0, pose, i, frame, 0)
  for (let k = 0; k < 3; k++) out[o + k] = placed[4 * k + 3]!
  out.set(quaternion(placed), o + 3)
}

/** x, y, z, w of a pose's rotation, by its largest component (Shepperd). */
function quaternion(pose: Float64Array): number[] {
  const at = (row: number, column: number): number => pose[4 * row + column]!
  const [a, e, i] = [at(0, 0), at(1, 1), at(2, 2)]
  const largest = Math.max(a + e + i, a, e, i)
  const [p, q, r] = [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)]
  const [s, t, u] = [at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(1, 2) + at(2, 1)]
  let out: number[]
  if (largest === a + e + i) out = [p, q, r, 1 + a + e + i]
  else if (largest === a) out = [1 + a - e - i, s, t, p]
  else if (largest === e) out = [s, 1 - a + e - i, u, q]
  else out = [t, u, 1 - a - e + i, r]
  const norm = Math.hypot(...out)
  return out.map((c) => c / norm)
}
