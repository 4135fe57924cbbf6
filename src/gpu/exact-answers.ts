// Who answers what the device leaves open: the world itself, or others that have the same world (threads).
import type { World } from '../robots/world/world.js'

/** Exact answers about configurations, `dof` numbers each: bytes, 1 for yes. */
export interface ExactAnswers {
  /** How many work at a time. */
  readonly threads: number
  /** As World.collidesMany. */
  collides(configurations: Float64Array): Promise<Uint8Array>
  /** 1 where World.distance is above d. */
  distanceAbove(configurations: Float64Array, d: number): Promise<Uint8Array>
  /**
   * By segment, `dof` numbers of its start and of its end: 1 where checkMotion says free, 2 where it does not decide. Where it is left
   * out, this thread is asked.
   */
  motions?(segments: Float64Array, clearance: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** One thread: this one. */
export function exactAnswers(world: World): ExactAnswers {
  return {
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
    close: async () => {},
  }
}
