// Forward kinematics: bodies, which are links that fixed joints hold together, and movers, which are the single degrees of freedom
// between them. Body 0 is the world. A body's pose is its parent's, times the joint's origin (with the fixed joints before it), times
// the joint's motion: slides first, then a turn.
//
// Rounding, by poses.ts, in u. A fixed joint: its origin as read 7, a product 9 and 7 to make it orthonormal, 7 for the translation:
// FIXED. A joint that moves: as much for its origin, two products with their translations 32, the motion's rotation 48, 7 to make it
// orthonormal, 7 for the direction of a mover's line: MOVING; for a floating joint 29 more, of its start: FLOATING. `steps` adds these up from the world to a body or link; between
// two bodies the joints above both do not count: whatever these are off by, poses there are rigid, and the same for both.
import { demand } from './plain.js'
import { IDENTITY, LINE, orthonormalise, POSE, product, rotation, setLine, shift, U } from './poses.js'
import type { ReadLink, ReadWorld } from './world.js'

const FIXED = 32
const MOVING = 96
const FLOATING = 128

export interface Mover {
  readonly isTurn: boolean
  readonly body: number
  /** Its number in a configuration, and its value: factor · number + offset. */
  readonly variable: number
  readonly factor: number
  readonly offset: number
}

/** Where something is fixed: its body and pose there; rounding steps and lengths on the way from the body's frame. */
export interface Fixed {
  readonly body: number
  readonly pose: Float64Array
  readonly steps: number
  readonly length: number
}

interface Body {
  readonly parent: number
  readonly link: ReadLink
  readonly origin: Float64Array
  readonly length: number
  /** From the world. */
  readonly steps: number
  readonly mover: number
  /** Directions of its slides, in the joint's frame. */
  readonly slides: readonly ArrayLike<number>[]
}

/** How a floating body turns: from the rotation `start` about `axis`, in its own frame. */
export interface FreeTurn {
  readonly start: Float64Array
  readonly axis: Float64Array
}

/** What is known of a set of points at an anchor: its radii by rough answers and by its corners, and its first order (leaf.ts). */
export interface Known {
  rough?: number[]
  fine?: number[]
  twist?: Float64Array
}

/** The middle of a cell: where everything is there, and how the movers move about it (docs/formats/certificate.md). By mover or body. */
export class Anchor {
  readonly value: Float64Array
  /** rate, s, b of the inequality. */
  readonly rate: Float64Array
  readonly s: Float64Array
  readonly bend: Float64Array
  readonly chord: Float64Array
  /** The exact value differs from what is said here by no more, anywhere in the cell. */
  readonly error: Float64Array
  readonly lines: Float64Array
  readonly poses: Float64Array
  /** All lengths on the way from the world to a body: no two places on the way are farther apart. */
  readonly lengths: Float64Array
  /** By set, where it is kept. */
  readonly known = new Map<object, Known>()

  constructor({ movers, count }: Bodies) {
    const byMover = (): Float64Array => new Float64Array(movers.length)
    this.value = byMover()
    this.rate = byMover()
    this.s = byMover()
    this.bend = byMover()
    this.chord = byMover()
    this.error = byMover()
    this.lines = new Float64Array(LINE * movers.length)
    this.poses = new Float64Array(POSE * count)
    this.lengths = new Float64Array(count)
    this.poses.set(IDENTITY)
  }

  /** chord of a mover that is never farther from its value than this. */
  setSpread(k: number, spread: number, isTurn: boolean): void {
    this.chord[k] = isTurn ? 2 * Math.sin(Math.min(spread, Math.PI) / 2) * (1 + 16 * U) : spread
  }

  pose(body: number): Float64Array {
    return this.poses.subarray(POSE * body, POSE * body + POSE)
  }
}

export class Bodies {
  readonly movers: Mover[] = []
  /** By link. */
  private readonly links: Fixed[] = []
  /** The world is none of these: body b is at b − 1. */
  private readonly bodies: Body[] = []

  constructor({ links }: ReadWorld) {
    for (const link of links) {
      const { kind } = link
      const above = this.linkOf(link.parent)
      const origin = orthonormalise(product(new Float64Array(POSE), above.pose, link.origin))
      const length = above.length + shift(link.origin)
      const steps = above.steps + FIXED
      if (kind === 'fixed') {
        this.links.push({ body: above.body, pose: origin, steps, length })
        continue
      }
      const slides = slideDirections(link)
      const body = this.bodies.push({
        ...{ parent: above.body, link, origin, length, slides },
        steps: this.stepsOf(above.body) + steps + (kind === 'floating' ? FLOATING : MOVING),
        mover: this.movers.length,
      })
      const { factor, offset } = link
      const turns = kind === 'prismatic' ? 0 : 1
      for (let k = 0; k < slides.length + turns; k++) {
        this.movers.push({ isTurn: k === slides.length, body, variable: link.variable + k, factor, offset })
      }
      this.links.push({ body, pose: IDENTITY, steps: 0, length: 0 })
    }
  }

  /** Bodies, the world among them. */
  get count(): number {
    return this.bodies.length + 1
  }

  /** Link −1 is the world itself. */
  linkOf(link: number): Fixed {
    return link < 0 ? { body: 0, pose: IDENTITY, steps: 0, length: 0 } : this.links[link]!
  }

  jointOf(body: number): Body {
    return this.bodies[body - 1]!
  }

  stepsOf(body: number): number {
    return body === 0 ? 0 : this.jointOf(body).steps
  }

  /** Bodies from `body` up to and without `ancestor`. */
  path(body: number, ancestor: number): number[] {
    const out: number[] = []
    for (let b = body; b !== ancestor; b = this.jointOf(b).parent) out.push(b)
    return out
  }

  common(a: number, b: number): number {
    // Parents have lower numbers.
    while (a !== b) {
      if (a > b) a = this.jointOf(a).parent
      else b = this.jointOf(b).parent
    }
    return a
  }

  /** Movers of a body, from the parent on. */
  moversOf(body: number): number[] {
    const from = this.jointOf(body).mover
    const to = this.bodies[body]?.mover ?? this.movers.length
    return Array.from({ length: to - from }, (_, k) => from + k)
  }

  /** Places bodies, parents first, and their movers' lines, by the anchor's values; the parent of the first is placed, or the world. */
  place(anchor: Anchor, bodies: Iterable<number>, turns: ReadonlyMap<number, FreeTurn>): void {
    const { value, lines, lengths } = anchor
    const joined = new Float64Array(POSE)
    const motion = new Float64Array(POSE)
    for (const body of bodies) {
      const { parent, link, origin, length, mover, slides } = this.jointOf(body)
      product(joined, anchor.pose(parent), origin)
      motion.set(IDENTITY)
      lengths[body] = lengths[parent]! + length
      slides.forEach((direction, i) => {
        for (let row = 0; row < 3; row++) motion[4 * row + 3]! += direction[row]! * value[mover + i]!
        lengths[body]! += Math.abs(value[mover + i]!)
        setLine(lines, LINE * (mover + i), joined, direction)
      })
      const pose = anchor.pose(body)
      const turn = mover + slides.length
      const free = turns.get(turn)
      const axis = free?.axis ?? link.axis
      const isTurn = link.kind !== 'prismatic'
      if (isTurn) rotation(motion, axis, value[turn]!)
      if (free !== undefined) turnFirst(motion, free.start)
      orthonormalise(product(pose, joined, motion))
      if (isTurn) setLine(lines, LINE * turn, pose, axis)
    }
  }
}

/** The rotation `first` put before that of a pose. */
function turnFirst(pose: Float64Array, first: Float64Array): void {
  const own = product(new Float64Array(POSE), first, pose)
  for (let row = 0; row < 12; row += 4) for (let k = 0; k < 3; k++) pose[row + k] = own[row + k]!
}

const X = [1, 0, 0]
const Y = [0, 1, 0]

function slideDirections({ kind, axis }: ReadLink): readonly ArrayLike<number>[] {
  if (kind === 'prismatic') return [axis]
  if (kind === 'floating') return [X, Y, [0, 0, 1]]
  return kind === 'planar' ? planeDirections(axis[0]!, axis[1]!, axis[2]!) : []
}

/** What the shortest rotation from z to the axis makes of x and y. */
function planeDirections(ax: number, ay: number, az: number): number[][] {
  const across = ax * ax + ay * ay
  if (across === 0) return az > 0 ? [X, Y] : [X, [0, -1, 0]]
  // The same as 1/(1 + az), without cancellation.
  const k = az < 0 ? (1 - az) / across : 1 / (1 + az)
  return [
    [1 - k * ax * ax, -k * ax * ay, -ax],
    [-k * ax * ay, 1 - k * ay * ay, -ay],
  ]
}

/** The movers between two bodies, from A to B. */
export interface Chain {
  readonly movers: readonly number[]
  /** How many of them are on A's side of the nearest common body. */
  readonly ofA: number
  readonly bodyA: number
  readonly bodyB: number
  readonly common: number
  /** Bodies between, parents first. */
  readonly below: readonly number[]
  /** Rounding steps between. */
  readonly steps: number
}

export function chainBetween(bodies: Bodies, bodyA: number, bodyB: number): Chain {
  const common = bodies.common(bodyA, bodyB)
  const up = bodies.path(bodyA, common)
  const down = bodies.path(bodyB, common)
  const ofA = up.flatMap((body) => bodies.moversOf(body).reverse())
  const ofB = down.flatMap((body) => bodies.moversOf(body).reverse()).reverse()
  demand(ofA.length + ofB.length < 2 ** 16, 'there are too many joints between two things')
  return {
    ...{ bodyA, bodyB, common, movers: [...ofA, ...ofB], ofA: ofA.length },
    below: [...up.reverse(), ...down.reverse()],
    steps: bodies.stepsOf(bodyA) + bodies.stepsOf(bodyB) - 2 * bodies.stepsOf(common),
  }
}
