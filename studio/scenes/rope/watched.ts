// A rope that moves, frame by frame, and the structures that watch it: what answers questions, the cages that are kept, and the proof that
// nothing touches.
import {
  coiledRope,
  looseRope,
  type MovingNecklace,
  packedRope,
  pulledKnot,
  rollingSpiral,
} from '../../../scenes/index.js'
import { type BeadPair, type BeadPairs, Necklace, necklaceDocument } from '../../../src/entries/chains.js'
import { verifyStep } from '../../../src/verify/index.js'
import type { RopeSetup } from './state.js'

/** Frames between two that are gone through one by one; what is farther away is leapt to. */
const NEAR = 16

/**
 * A moving rope with the radius of its beads and the places within which they may overlap. Its numbers are rounded to those that are drawn:
 * what is seen is what is checked, and the same in every browser.
 */
export function ropeOf({ rope, beads, thickness }: RopeSetup): MovingNecklace & { readonly neighbours: number } {
  const made = motionOf(rope, beads)
  const radius = made.radius * thickness
  // Beads are 1 apart: those that overlap along a rope that does not bend sharply, and some room.
  const frame = (k: number): Float64Array => made.frame(k).map(Math.fround)
  return { ...made, centres: frame(0), frame, radius, neighbours: Math.ceil(2.3 * radius) }
}

function motionOf(rope: RopeSetup['rope'], n: number): MovingNecklace {
  switch (rope) {
    case 'spiral':
    case 'curl': {
      const turns = Math.max(3, Math.round(10 * Math.sqrt(n / 500)))
      const way = rope === 'spiral' ? 'rolling' : 'curling'
      return { ...rollingSpiral({ n, turns, frames: 400, way }), radius: 0.45 }
    }
    case 'knot':
      return pulledKnot({ n })
    case 'loose':
      return looseRope(n, 1)
    case 'coiled':
      return coiledRope(n, 1)
    case 'packed':
      return packedRope(n, 1)
  }
}

/** That no two beads touch, by tests that the verifier repeats; and whether it agrees. */
export type RopeProof =
  | { readonly free: true; readonly tests: number; readonly valid: boolean; readonly reason: string }
  | { readonly free: false; readonly a: number; readonly b: number }

export class WatchedRope {
  readonly motion: ReturnType<typeof ropeOf>
  /** Answers questions. The cages that are drawn are another's: those are kept for the picture, and would sway what is chosen here. */
  private readonly asked: Necklace
  readonly wrapped: Necklace
  private layeredOne: Necklace | undefined
  private centres: Float64Array
  frame = 0
  /** Steps since it was built, and the basis changes in them. */
  steps = 0
  basisChanges = 0
  /** Of the last step. */
  changed: Int32Array = new Int32Array(0)
  cageTests = 0

  constructor(readonly setup: RopeSetup) {
    this.motion = ropeOf(setup)
    const { radius, neighbours } = this.motion
    this.centres = this.motion.frame(0)
    this.asked = new Necklace(this.centres, radius, { neighbours, method: setup.method })
    this.wrapped = new Necklace(this.centres, radius, { neighbours, method: 'cages' })
    this.wrapped.repairCages()
  }

  get places(): Float64Array {
    return this.centres
  }

  /** Goes to a frame: through those between if it is near and ahead. */
  go(frame: number): void {
    const to = Math.max(0, Math.min(this.motion.frames - 1, Math.round(frame)))
    if (to > this.frame && to - this.frame <= NEAR) for (let k = this.frame + 1; k < to; k++) this.step(k)
    if (to !== this.frame) this.step(to)
  }

  private step(frame: number): void {
    this.centres = this.motion.frame(frame)
    this.asked.step(this.centres)
    const { repair } = this.wrapped.step(this.centres)
    this.changed = repair!.changed
    this.cageTests = repair!.volumeTests + repair!.leafTests
    this.basisChanges += repair!.basisChanges
    this.steps++
    this.frame = frame
  }

  collisions(): BeadPairs {
    return this.asked.selfCollisions()
  }

  closest(): BeadPair | undefined {
    return this.asked.closestPair()
  }

  get method(): string {
    return this.asked.method
  }

  /** Around the two cages below, and so never smaller than the wrapped ones. */
  layered(): Necklace {
    const { radius, neighbours } = this.motion
    const { layeredOne } = this
    if (layeredOne === undefined) {
      this.layeredOne = new Necklace(this.centres, radius, {
        neighbours,
        method: 'cages',
        experimental: { cages: 'layered' },
      })
    } else layeredOne.step(this.centres)
    return this.layeredOne!
  }

  prove(): RopeProof {
    const found = this.wrapped.separatingSet()
    if (!found.free) return { free: false, a: found.a, b: found.b }
    const { radius, neighbours } = this.motion
    const verdict = verifyStep(necklaceDocument(this.centres, radius, { neighbours }), found.set)
    return {
      free: true,
      tests: verdict.valid ? verdict.volumeTests + verdict.leafTests : 0,
      valid: verdict.valid,
      reason: verdict.valid ? '' : verdict.reason,
    }
  }
}
