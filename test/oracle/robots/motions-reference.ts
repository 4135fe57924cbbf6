// First contact by conservative advancement, written to be obviously right: the distance of every pair by brute force, and how
// far anything can have come by Lemma 2 (Adaptive checking, 2004): joint k moves a point by no more than |Δq_k| times the
// farthest that point can be from its axis, over everything the joints beyond it can do. Nothing is made sharper.
import type { World } from '../../../src/index.js'
import type { Way } from './motions.js'
import type { MotionScene } from './motions-scene.js'

export interface ReferenceContact {
  /** free: nothing comes nearer than `tolerance` before the end. near: something does, at `at`. lost: too many steps. */
  readonly outcome: 'free' | 'near' | 'lost'
  readonly segment: number
  /** Everything before it is free. */
  readonly at: number
  readonly a: string
  readonly b: string
  readonly distance: number
}

/** How far a point of each object can move along a segment of straight lines in configuration space, from end to end. */
export function objectSpeeds(world: World, scene: MotionScene, from: Float64Array, to: Float64Array): number[] {
  const robots = world.model().robots
  const firsts = robots.map((_, r) => robots.slice(0, r).reduce((sum, { robot }) => sum + robot.dof, 0))
  return scene.objects.map(({ robot: r, link, parts }) => {
    if (r === -1) return 0
    const { robot } = robots[r]!
    const first = firsts[r]!
    let speed = 0
    // How far a point of it can be from the frame that we have come up to.
    let reach = Math.max(
      ...parts.map(
        ({ pose, ball }) => Math.hypot(pose[3]!, pose[7]!, pose[11]!) + Math.hypot(...ball.subarray(0, 3)) + ball[3]!,
      ),
    )
    for (let joint = robot.links[link]!.joint; joint !== undefined; joint = robot.links[joint.parent]!.joint) {
      const { kind, mimic, variable, origin } = joint
      const factor = Math.abs(mimic?.multiplier ?? 1)
      const offset = Math.abs(mimic?.offset ?? 0)
      const moved = (k: number): number => factor * Math.abs(to[first + variable + k]! - from[first + variable + k]!)
      const most = (k: number): number =>
        factor * Math.max(Math.abs(to[first + variable + k]!), Math.abs(from[first + variable + k]!)) + offset
      switch (kind) {
        case 'revolute':
        case 'continuous':
          speed += moved(0) * reach
          break
        case 'prismatic':
          speed += moved(0)
          reach += most(0)
          break
        case 'planar':
          speed += moved(2) * reach + moved(0) + moved(1)
          reach += most(0) + most(1)
          break
        case 'floating':
          // Half a turn is the most that the short way takes.
          speed += turned(from, to, first + variable + 3) * reach + moved(0) + moved(1) + moved(2)
          reach += most(0) + most(1) + most(2)
          break
        case 'fixed':
          break
      }
      reach += Math.hypot(origin[3]!, origin[7]!, origin[11]!)
    }
    return speed
  })
}

function turned(from: Float64Array, to: Float64Array, i: number): number {
  const dot = [0, 1, 2, 3].reduce((sum, k) => sum + from[i + k]! * to[i + k]!, 0)
  return 2 * Math.acos(Math.min(1, Math.abs(dot))) * (1 + 1e-9) + 1e-7
}

/** Of straight segments whose continuous joints go as given. */
export function referenceFirstContact(
  world: World,
  scene: MotionScene,
  way: Way,
  tolerance: number,
  maxSteps = 20_000,
): ReferenceContact {
  let steps = 0
  for (let segment = 0; segment < way.segments; segment++) {
    const speeds = objectSpeeds(world, scene, way.at(segment, 0), way.at(segment, 1))
    let t = 0
    for (;;) {
      scene.place(way.at(segment, t))
      let step = Infinity
      for (const { a, b } of scene.pairs) {
        const speed = speeds[a]! + speeds[b]!
        // Nothing nearer than this matters: the whole rest of the segment is safe from what is farther.
        const distance = scene.pairDistance(a, b, Math.max(tolerance, speed * Math.min(step, 1 - t) * 1.001))
        if (distance <= tolerance) {
          return { outcome: 'near', segment, at: t, a: scene.objects[a]!.name, b: scene.objects[b]!.name, distance }
        }
        if (speed > 0) step = Math.min(step, (distance * (1 - 1e-9)) / speed)
      }
      if (t >= 1) break
      if (++steps > maxSteps) return { outcome: 'lost', segment, at: t, a: '', b: '', distance: 0 }
      t = Math.min(1, t + step)
    }
  }
  return { outcome: 'free', segment: way.segments - 1, at: 1, a: '', b: '', distance: Infinity }
}
