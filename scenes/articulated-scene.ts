// What an articulated scene is: bodies in trees, shapes on them, which pairs are to be checked, and what moves them. A scene
// knows no physics engine; a simulator (rapier, in the lab) makes a body of each, joins them where they are jointed, and
// asks `forces` or `placed` before every step.
import type { ConvexShape, Shape } from '../src/entries/meshes.js'

export interface ArticulatedBody {
  readonly name: string
  /** Number of the body that it hangs on; -1 for none. Parents come before their children. */
  readonly parent: number
  /** Bodies of one tree are one articulated body. */
  readonly tree: number
  /** Where the joint to its parent is: in its own frame, and in the parent's. */
  readonly anchor: Float64Array
  readonly parentAnchor: Float64Array
  readonly shape: Shape
  /** The convex hull of a shape that is a mesh: a surface has no depth, its hull has. */
  readonly hull: ConvexShape | undefined
  /** The shape again, as solids that a physics engine can take. */
  readonly solids: readonly Shape[]
  /** Moved by forces, moved by `placed`, or not at all. */
  readonly motion: 'dynamic' | 'kinematic' | 'fixed'
  /** Position and quaternion (x, y, z, w) at the start. */
  readonly start: Float64Array
}

/** Numbers in a position with its quaternion. */
export const PLACE = 7

export interface ArticulatedScene {
  readonly name: string
  readonly what: string
  /** The table of cab-2004 that it repeats, and how many frames that has. */
  readonly table: 1 | 2 | 3 | 4 | 5
  readonly frames: number
  readonly bodies: readonly ArticulatedBody[]
  /** Two body numbers a pair, the smaller one first: what is to be checked. */
  readonly pairs: Int32Array
  /** Downward, along −z. */
  readonly gravity: number
  /** Seconds from a frame to the next. */
  readonly step: number
  /** How many frames pass before the first one that counts. */
  readonly settle: number
  /** Share of its velocity that a dynamic body loses, a second. */
  readonly damping: number
  /**
   * Writes accelerations, three numbers a body, from the time in seconds, and where the bodies are (PLACE numbers each).
   * They act on the bodies' origins.
   */
  readonly forces: (out: Float64Array, time: number, places: Float64Array) => void
  /** Writes the places of kinematic bodies, PLACE numbers a body, and leaves the others alone. */
  readonly placed: (out: Float64Array, time: number) => void
}

/** All pairs of bodies but a body and what it hangs on, and those that `skip` names. */
export function articulatedPairs(
  bodies: readonly { readonly parent: number }[],
  skip: (a: number, b: number) => boolean = () => false,
): Int32Array {
  const out: number[] = []
  for (let a = 0; a < bodies.length; a++) {
    for (let b = a + 1; b < bodies.length; b++) {
      if (bodies[b]!.parent !== a && bodies[a]!.parent !== b && !skip(a, b)) out.push(a, b)
    }
  }
  return Int32Array.from(out)
}
