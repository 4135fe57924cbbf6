// Who answers what the device leaves open: the world itself, or others that have the same world (threads).
import { InvalidInputError } from '../errors.js'
import { checkMotion } from '../robots/motion/check-motion.js'
import { World } from '../robots/world/world.js'

/** Answers about segments: not free, free, or not decided. */
export const NOT_FREE = 0
export const MOTION_FREE = 1
export const UNDECIDED = 2

/** Exact answers about configurations, `dof` numbers each: bytes, 1 for yes. */
export interface ExactAnswers {
  /** The world that they are about, where it is known. */
  readonly world?: World
  /** How many work at a time. */
  readonly threads: number
  /** Why some of them are not used; empty, or left out, where all are. */
  readonly why?: string
  /** As World.collidesMany. */
  collides(configurations: Float64Array): Promise<Uint8Array>
  /** 1 where World.distance is above d. */
  distanceAbove(configurations: Float64Array, d: number): Promise<Uint8Array>
  /** By segment, `dof` numbers of its start and of its end: 1 where checkMotion says free, 2 where it does not decide. */
  motions(segments: Float64Array, clearance: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** One thread: this one. */
export function exactAnswers(world: World): ExactAnswers {
  if (!(world instanceof World)) throw new InvalidInputError('world', world, 'a World')
  return {
    world,
    threads: 1,
    collides: async (configurations) => world.collidesMany(configurations),
    distanceAbove: async (configurations, d) => {
      const { dof } = world
      const out = new Uint8Array(configurations.length / dof)
      for (let k = 0; k < out.length; k++) {
        out[k] = world.distance(configurations.subarray(dof * k, dof * k + dof)).distance > d ? 1 : 0
      }
      return out
    },
    motions: async (segments, clearance) => checkedMotions(world, segments, clearance),
    close: async () => {},
  }
}

/** As checkMotion decides, segment by segment. */
export function checkedMotions(world: World, segments: Float64Array, clearance: number): Uint8Array {
  const { dof } = world
  const out = new Uint8Array(segments.length / (2 * dof))
  for (let k = 0; k < out.length; k++) {
    const from = segments.subarray(2 * dof * k, 2 * dof * k + dof)
    const to = segments.subarray(2 * dof * k + dof, 2 * dof * (k + 1))
    const { outcome } = checkMotion(world, [from, to], { clearance })
    out[k] = outcome === 'free' ? MOTION_FREE : outcome === 'undecided' ? UNDECIDED : NOT_FREE
  }
  return out
}
