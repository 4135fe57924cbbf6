// <equality> <connect> of a MuJoCo model: two bodies are pinned together at a point. Where all hinges of the loop that this closes are parallel, and one
// or two of them are free to move (a four-bar or a five-bar), the last hinge on either side is set by the loop, as LoopInput has it. Everything else
// is refused by name: slides, hinges that are not parallel, pins on the world or on what no hinge of the loop carries, six bars and more.
//
// A spring is a force, which Limber does not have: a link that one holds may be anywhere within its range.
import { transformPoint } from '../../base/math/pose.js'
import type { LoopInput } from '../../robots/model/joint.js'
import { isAlike } from '../../robots/model/read-loop.js'
import type { MjcfBodies, MjcfBody, MjcfJoint } from './mjcf-bodies.js'
import { checkAttributes, checkEmpty, type MjcfView } from './mjcf-element.js'
import { EQUALITY_CONNECT } from './mjcf-known.js'
import { composed, identity } from './mjcf-pose.js'
import { shown } from './robot-xml.js'
import { listed, type UrdfJoint } from './urdf.js'

/** Axes that differ by less, and chords that cross the line between two hinges by less than this part of it, are along each other. No unit. */
const ALONG = 1e-12
const FLAT = 1e-9

/** A hinge of a loop, where it is at first in the world. */
interface Hinge {
  readonly joint: MjcfJoint
  readonly body: MjcfBody
  readonly at: readonly number[]
  readonly axis: readonly number[]
}

export interface MjcfLoop {
  /** The hinge that it sets, and the one on the other side of the pin. */
  readonly hinge: MjcfJoint
  readonly other: MjcfJoint
  /** In the frame of the hinge's body, from the hinge. */
  readonly point: readonly number[]
  readonly length: number
  readonly branch: LoopInput['branch']
}

type Point = readonly [number, number, number]

export class MjcfLoops {
  readonly bySet = new Map<MjcfJoint, MjcfLoop>()
  /** Hinges that move the loops, by name. */
  private readonly free = new Set<string>()
  private readonly springs = new Set<string>()

  constructor(private readonly bodies: MjcfBodies) {}

  /** `originalOf`: the joint whose value a joint takes. */
  read(view: MjcfView, originalOf: (joint: MjcfJoint) => MjcfJoint): void {
    checkAttributes(view.element, EQUALITY_CONNECT, view.where)
    checkEmpty(view.element)
    if (view.has('site1') || view.has('site2')) {
      view.fail(view.has('site1') ? 'site1' : 'site2', 'body1, body2 and anchor: Limber reads no sites', 'a site')
    }
    const [one, other] = [this.bodyOf(view, 'body1'), this.bodyOf(view, 'body2')]
    const pin = at(worldPose(one), view.numbers('anchor', 3) ?? view.fail('anchor', 'three numbers', 'none'))
    const sides = between(one, other).map((side) => side.flatMap((body) => this.hingesOf(view, body)))
    const [last, end] = sides.map(([first]) => first)
    if (last === undefined || end === undefined) {
      const which = last === undefined ? one : other
      view.fail(undefined, 'two bodies that hinges of the loop move, each on its own side', shown(which.name))
    }
    const rest = sides.flatMap((side) => side.slice(1))
    for (const { joint, axis } of [end!, ...rest]) {
      const sign = dot(axis, last!.axis) > 0 ? 1 : -1
      if (axis.some((x, k) => Math.abs(x - sign * last!.axis[k]!) > ALONG)) {
        view.fail(
          undefined,
          `a planar loop: ${shown(joint.name)} is parallel to ${shown(last!.joint.name)}`,
          'another axis',
        )
      }
    }
    const originals = new Set(rest.map(({ joint }) => originalOf(joint)))
    if (originals.size < 1 || originals.size > 2) {
      const expected = 'a four-bar or a five-bar: one hinge or two, besides the two next to the pin'
      view.fail(undefined, expected, originals.size === 0 ? 'none' : listed([...originals].map(({ name }) => name)))
    }
    for (const { joint } of [last!, end!]) {
      if (this.bySet.has(joint))
        view.fail(undefined, 'hinges next to the pin that no other loop sets', shown(joint.name))
      if (originalOf(joint) !== joint) {
        view.fail(undefined, 'hinges next to the pin that follow no other joint', shown(joint.name))
      }
    }
    const isParallel = rest.length === 1 && isParallelogram(rest[0]!, last!, end!, pin, sides[0]!.includes(rest[0]!))
    this.set(view, last!, end!, pin, isParallel)
    this.set(view, end!, last!, pin, isParallel)
    for (const { name, view: own } of originals) {
      this.free.add(name)
      if (own.number('stiffness', 0) > 0 || own.has('springdamper')) this.springs.add(name)
    }
  }

  notes(): string[] {
    if (this.bySet.size === 0) return []
    const names = [...this.bySet.keys()].map(({ name }) => name)
    const out = [`Closed loops (<connect>) set ${listed(names)}; what moves them: ${listed([...this.free])}.`]
    if (this.springs.size > 0) {
      out.push(
        `Springs are forces, which are not modelled: ${listed([...this.springs])} may be anywhere within their ranges.`,
      )
    }
    return out
  }

  /** What is said of a joint of the robot, whose other joints are these. */
  inputOf(joint: MjcfJoint, joints: readonly UrdfJoint[]): LoopInput | undefined {
    const loop = this.bySet.get(joint)
    if (loop === undefined) return undefined
    const { parent, origin } = joints.find(({ name }) => name === loop.other.name)!
    const { point, length, branch } = loop
    return { point, link: parent, at: [origin[3]!, origin[7]!, origin[11]!], length, branch }
  }

  private set(view: MjcfView, hinge: Hinge, other: Hinge, pin: Point, isParallel: boolean): void {
    const { axis } = hinge
    const chord = across(minus(other.at, hinge.at), axis)
    const arm = across(minus(pin, hinge.at), axis)
    const way = across(minus(pin, other.at), axis)
    const side = dot(cross(chord, arm), axis)
    const [r, d, length] = [arm, chord, way].map((v) => Math.sqrt(dot(v, v))) as [number, number, number]
    if (!(r > 0 && length > 0))
      view.fail(undefined, 'a pin that is not on the axis of a hinge next to it', shown(hinge.joint.name))
    if (!isParallel && !(Math.abs(side) > FLAT * r * d)) {
      view.fail(undefined, 'a loop whose two last links are not in one line at first', shown(hinge.joint.name))
    }
    // Into the frame of the hinge's body.
    const pose = worldPose(hinge.body)
    const from = minus(pin, hinge.at)
    const point = [0, 1, 2].map((k) => pose[k]! * from[0]! + pose[4 + k]! * from[1]! + pose[8 + k]! * from[2]!)
    const branch = isParallel ? 'parallel' : side > 0 ? 'positive' : 'negative'
    this.bySet.set(hinge.joint, { hinge: hinge.joint, other: other.joint, point, length, branch })
  }

  private bodyOf(view: MjcfView, attribute: 'body1' | 'body2'): MjcfBody {
    if (attribute === 'body2' && !view.has(attribute)) return this.bodies.bodies[0]!
    const name = view.name(attribute)
    return this.bodies.byName.get(name) ?? view.fail(attribute, 'the name of a body', shown(name))
  }

  /** Of a body, the last one first. */
  private hingesOf(view: MjcfView, body: MjcfBody): Hinge[] {
    const pose = worldPose(body)
    return body.joints.toReversed().map((joint) => {
      if (joint.kind !== 'hinge')
        view.fail(undefined, 'a loop of hinges', `${shown(joint.name)}, a ${joint.kind} joint`)
      const axis = [0, 4, 8].map((o) => dot([pose[o]!, pose[o + 1]!, pose[o + 2]!], joint.axis))
      return { joint, body, axis, at: at(pose, joint.pos) }
    })
  }
}

/** Opposite sides are the same way: the hinge that moves, the two next to the pin, and the pin. */
function isParallelogram(moving: Hinge, one: Hinge, other: Hinge, pin: Point, isOnOne: boolean): boolean {
  const [near, far] = isOnOne ? [one, other] : [other, one]
  const side = across(minus(near.at, moving.at), moving.axis)
  const opposite = across(minus(pin, far.at), moving.axis)
  const size = Math.sqrt(dot(side, side))
  return (
    isAlike(size, Math.sqrt(dot(opposite, opposite))) && side.every((x, k) => Math.abs(x - opposite[k]!) <= FLAT * size)
  )
}

/** Bodies from each of two up to the nearest above both, which is in neither list. */
function between(one: MjcfBody, other: MjcfBody): readonly MjcfBody[][] {
  const above = (body: MjcfBody): MjcfBody[] => {
    const out: MjcfBody[] = []
    for (let b: MjcfBody | undefined = body; b !== undefined; b = b.parent) out.push(b)
    return out
  }
  const [a, b] = [above(one), above(other)]
  while (a.length > 0 && b.length > 0 && a.at(-1) === b.at(-1)) {
    a.pop()
    b.pop()
  }
  return [a, b]
}

function worldPose(body: MjcfBody): Float64Array {
  let pose = identity()
  for (let b: MjcfBody | undefined = body; b?.parent !== undefined; b = b.parent) pose = composed(b.pose, pose)
  return pose
}

function at(pose: Float64Array, p: ArrayLike<number>): Point {
  const out = new Float64Array(3)
  transformPoint(out, 0, pose, 0, Float64Array.from(p), 0)
  return [out[0]!, out[1]!, out[2]!]
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, k) => x - b[k]!)
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].map((k) => a[(k + 1) % 3]! * b[(k + 2) % 3]! - a[(k + 2) % 3]! * b[(k + 1) % 3]!)
}

function across(v: readonly number[], axis: readonly number[]): number[] {
  const along = dot(v, axis)
  return v.map((x, k) => x - along * axis[k]!)
}
