// Robots with geometry, made in code, and things around them: models for tests, lab, bench and studio where no files of real
// ones are at hand. Metres and radians, z up, the base at the origin. All by formula and fixed seeds: the same robot each time.
import { collide } from '../src/entries/meshes.js'
import {
  box,
  capsule,
  cylinder,
  type GeometryInput,
  type JointInput,
  type JointKind,
  type LinkInput,
  mesh,
  Random,
  Robot,
  type Shape,
  sphere,
} from '../src/entries/robots.js'
import { checkCount, checkLength } from './checks.js'
import { randomTurn } from './mesh-poses.js'
import { bumpySphere } from './meshes.js'

type Vec3 = readonly [number, number, number]

/** Collects links and joints; a link without shapes is a frame between two joints. */
class Builder {
  readonly links: LinkInput[] = []
  readonly joints: JointInput[] = []

  link(name: string, ...shapes: Shape[]): void {
    this.links.push({ name, geometry: shapes.map((shape): GeometryInput => ({ shape })) })
  }

  joint(name: string, parent: string, child: string, at: Vec3, axis: Vec3, lower: number, upper: number): void {
    const kind: JointKind = 'revolute'
    this.joints.push({ name, kind, parent, child, origin: { at }, axis, limits: { lower, upper } })
  }

  robot(name: string): Robot {
    return new Robot({ name, links: this.links, joints: this.joints })
  }
}

const X: Vec3 = [1, 0, 0]
const Y: Vec3 = [0, 1, 0]
const Z: Vec3 = [0, 0, 1]

/** A bumpy closed hull of `triangles` triangles around the z axis, from height `low` to `high`, about `radius` thick. */
function hull(triangles: number, seed: number, radius: number, low: number, high: number): Shape {
  const { positions, triangles: t } = bumpySphere(triangles, seed, { height: 0.06 })
  const half = (high - low) / 2
  const stretched = positions.map((p, i) => (i % 3 === 2 ? low + half + half * p : radius * p))
  return mesh({ positions: stretched, triangles: t })
}

/** Where each joint of the arm is above the one before it, its axis, how far it turns, and how thick its link is. */
const ARM: readonly { rise: number; axis: Vec3; limit: number; radius: number }[] = [
  { rise: 0.16, axis: Z, limit: 2.9, radius: 0.08 },
  { rise: 0.18, axis: Y, limit: 1.9, radius: 0.08 },
  { rise: 0.16, axis: Z, limit: 2.9, radius: 0.075 },
  { rise: 0.17, axis: Y, limit: 2.4, radius: 0.07 },
  { rise: 0.18, axis: Z, limit: 2.9, radius: 0.065 },
  { rise: 0.18, axis: Y, limit: 2.1, radius: 0.06 },
  { rise: 0.1, axis: Z, limit: 3, radius: 0.05 },
]
/** How far a link of the arm reaches past the joints at its ends. */
const ARM_OVERLAP = 0.04

/**
 * An arm of seven turning joints, about 1.2 long and straight up at zero, its eight links closed meshes of `triangles`
 * triangles (even) each.
 */
export function meshArm(triangles = 400): Robot {
  const b = new Builder()
  b.link('base', hull(triangles, 1, 0.1, 0, ARM[0]!.rise + ARM_OVERLAP / 2))
  ARM.forEach(({ rise, axis, limit, radius }, i) => {
    const length = ARM[i + 1]?.rise ?? 0.1
    b.link(`link${i + 1}`, hull(triangles, i + 2, radius, -ARM_OVERLAP, length + ARM_OVERLAP / 2))
    b.joint(`joint${i + 1}`, i === 0 ? 'base' : `link${i}`, `link${i + 1}`, [0, 0, rise], axis, -limit, limit)
  })
  return b.robot('mesh-arm')
}

/** Fingers: name, where they leave the palm, lengths of their three bones. */
const FINGERS: readonly { name: string; at: Vec3; bones: Vec3 }[] = [
  { name: 'first', at: [0.033, 0, 0.095], bones: [0.045, 0.026, 0.022] },
  { name: 'middle', at: [0.011, 0, 0.1], bones: [0.048, 0.029, 0.024] },
  { name: 'ring', at: [-0.011, 0, 0.095], bones: [0.045, 0.027, 0.022] },
  { name: 'little', at: [-0.033, 0, 0.087], bones: [0.038, 0.022, 0.019] },
]

/** A hand: wrist, palm, four fingers of four joints and a thumb of five, 23 joints in all; a box and capsules. */
export function hand(): Robot {
  const b = new Builder()
  b.link('forearm', cylinder({ radius: 0.03, length: 0.12, at: [0, 0, -0.08] }))
  b.link('wrist')
  b.link('palm', box({ size: [0.085, 0.022, 0.08], at: [0, 0, 0.05] }))
  b.joint('wrist-side', 'forearm', 'wrist', [0, 0, 0], Y, -0.5, 0.2)
  b.joint('wrist-bend', 'wrist', 'palm', [0, 0, 0.01], X, -0.7, 0.5)
  const bone = (radius: number, length: number): Shape => capsule({ radius, from: [0, 0, 0], to: [0, 0, length] })
  for (const { name, at, bones } of FINGERS) {
    b.link(`${name}-knuckle`)
    b.joint(`${name}-spread`, 'palm', `${name}-knuckle`, at, Y, -0.35, 0.35)
    bones.forEach((length, i) => {
      const parent = i === 0 ? `${name}-knuckle` : `${name}-${i}`
      b.link(`${name}-${i + 1}`, bone(0.009 - 0.001 * i, length))
      b.joint(`${name}-bend-${i + 1}`, parent, `${name}-${i + 1}`, [0, 0, bones[i - 1] ?? 0], X, -0.2, 1.57)
    })
  }
  b.link('thumb-root')
  b.link('thumb-1', bone(0.012, 0.038))
  b.link('thumb-middle')
  b.link('thumb-2', bone(0.011, 0.032))
  b.link('thumb-3', bone(0.009, 0.025))
  b.joint('thumb-turn', 'palm', 'thumb-root', [0.042, 0.008, 0.03], Z, -1, 1)
  b.joint('thumb-lift', 'thumb-root', 'thumb-1', [0.012, 0, 0], Y, 0.2, 1.2)
  b.joint('thumb-side', 'thumb-1', 'thumb-middle', [0, 0, 0.038], Y, -0.5, 0.5)
  b.joint('thumb-bend', 'thumb-middle', 'thumb-2', [0, 0, 0], X, -0.3, 0.8)
  b.joint('thumb-tip', 'thumb-2', 'thumb-3', [0, 0, 0.032], X, -0.3, 1.57)
  return b.robot('hand')
}

/** A figure 1.7 tall of boxes, cylinders, capsules and spheres, 31 joints, its pelvis at the origin. */
export function humanoid(): Robot {
  const b = new Builder()
  /** Three turns at one place: two frames without geometry, then the link. */
  const ball = (name: string, parent: string, child: string, at: Vec3, limits: Vec3): void => {
    const names = [`${name}-x`, `${name}-y`, `${name}-z`]
    const frames = [`${child}-x`, `${child}-y`, child]
    for (let i = 0; i < 3; i++) {
      if (i < 2) b.link(frames[i]!)
      b.joint(
        names[i]!,
        i === 0 ? parent : frames[i - 1]!,
        frames[i]!,
        i === 0 ? at : [0, 0, 0],
        [X, Y, Z][i]!,
        -limits[i]!,
        limits[i]!,
      )
    }
  }
  b.link('pelvis', box({ size: [0.18, 0.3, 0.14] }))
  b.link(
    'torso',
    box({ size: [0.2, 0.34, 0.3], at: [0, 0, 0.25] }),
    cylinder({ radius: 0.05, length: 0.06, at: [0, 0, 0.43] }),
  )
  ball('back', 'pelvis', 'torso', [0, 0, 0.08], [0.4, 0.5, 0.7])
  b.link('neck')
  b.link('head', sphere({ radius: 0.11, at: [0, 0, 0.1] }), box({ size: [0.08, 0.1, 0.05], at: [0.08, 0, 0.08] }))
  b.joint('neck-turn', 'torso', 'neck', [0, 0, 0.47], Z, -1.2, 1.2)
  b.joint('neck-nod', 'neck', 'head', [0, 0, 0], Y, -0.6, 0.8)
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    b.link(`${side}-upper-arm`, capsule({ radius: 0.045, from: [0, 0, -0.05], to: [0, 0, -0.26] }))
    ball(`${side}-shoulder`, 'torso', `${side}-upper-arm`, [0, 0.24 * sign, 0.36], [1.6, 2, 1.2])
    b.link(`${side}-forearm`, cylinder({ radius: 0.04, length: 0.2, at: [0, 0, -0.13] }))
    b.joint(`${side}-elbow`, `${side}-upper-arm`, `${side}-forearm`, [0, 0, -0.3], Y, -2.3, 0)
    b.link(
      `${side}-hand`,
      box({ size: [0.05, 0.09, 0.1], at: [0, 0, -0.09] }),
      capsule({ radius: 0.015, from: [0.03, 0, -0.08], to: [0.06, 0, -0.12] }),
    )
    ball(`${side}-wrist`, `${side}-forearm`, `${side}-hand`, [0, 0, -0.25], [0.8, 0.8, 1.2])
    b.link(`${side}-thigh`, capsule({ radius: 0.075, from: [0, 0, -0.06], to: [0, 0, -0.34] }))
    ball(`${side}-hip`, 'pelvis', `${side}-thigh`, [0, 0.11 * sign, -0.08], [0.5, 1.4, 0.6])
    b.link(`${side}-shin`, cylinder({ radius: 0.055, length: 0.3, at: [0, 0, -0.22] }))
    b.joint(`${side}-knee`, `${side}-thigh`, `${side}-shin`, [0, 0, -0.42], Y, 0, 2.3)
    b.link(`${side}-ankle`)
    b.link(`${side}-foot`, box({ size: [0.24, 0.1, 0.05], at: [0.05, 0, -0.05] }))
    b.joint(`${side}-ankle-bend`, `${side}-shin`, `${side}-ankle`, [0, 0, -0.41], Y, -0.7, 0.7)
    b.joint(`${side}-ankle-roll`, `${side}-ankle`, `${side}-foot`, [0, 0, 0], X, -0.4, 0.4)
  }
  return b.robot('humanoid')
}

export interface ClutterBox {
  readonly name: string
  readonly shape: Shape
  /** Twelve numbers: where its middle is and how it is turned. */
  readonly pose: Float64Array
}

/** Tries for one box; more fail only where the robot leaves no room. */
const TRIES = 10_000

/**
 * `count` turned boxes around a robot: sides of 0.05 to 0.4, middles 0.3 to 1 from the origin, all times `reach`. None comes
 * nearer than 0.2 · `reach` to the origin, and none touches `robot` at its neutral configuration, if it is given.
 */
export function clutter(seed: number, count: number, reach = 1, robot?: Robot): ClutterBox[] {
  checkCount('count', count, 0)
  checkLength('reach', reach)
  const random = new Random(seed)
  const kept: { shape: Shape; pose: Float64Array }[] = [
    { shape: sphere({ radius: 0.2 * reach }), pose: Float64Array.from(IDENTITY) },
  ]
  if (robot !== undefined) {
    const poses = robot.linkPoses(robot.neutral())
    for (const { index, geometry } of robot.links) {
      for (const { shape, pose } of geometry) kept.push({ shape, pose: product(poses.subarray(12 * index), pose) })
    }
  }
  const direction = new Float64Array(3)
  return Array.from({ length: count }, (_, i) => {
    for (let k = 0; k < TRIES; k++) {
      const shape = box({ size: [0, 0, 0].map(() => reach * random.range(0.05, 0.4)) })
      const pose = randomTurn(random)
      random.direction(direction)
      const far = reach * random.range(0.3, 1)
      for (let j = 0; j < 3; j++) pose[4 * j + 3] = far * direction[j]!
      if (kept.every((other) => !collide(other.shape, shape, fromInside(other.pose, pose)).collides)) {
        return { name: `box-${i + 1}`, shape, pose }
      }
    }
    throw new Error(`no room for box ${i + 1} of ${count} within ${reach}`)
  })
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** X_AC of X_AB and X_BC. */
function product(x: Float64Array, y: Float64Array): Float64Array {
  return Float64Array.from(IDENTITY, (_, i) => {
    const [row, column] = [4 * (i >> 2), i % 4]
    const sum = x[row]! * y[column]! + x[row + 1]! * y[4 + column]! + x[row + 2]! * y[8 + column]!
    return column === 3 ? sum + x[row + 3]! : sum
  })
}

/** X_AB of X_WA and X_WB. */
function fromInside(a: Float64Array, b: Float64Array): Float64Array {
  return Float64Array.from(IDENTITY, (_, i) => {
    const [row, column] = [i >> 2, i % 4]
    let sum = 0
    for (let k = 0; k < 3; k++) sum += a[4 * k + row]! * (b[4 * k + column]! - (column === 3 ? a[4 * k + 3]! : 0))
    return sum
  })
}
