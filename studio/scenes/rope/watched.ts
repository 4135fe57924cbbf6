// A rope that moves, frame by frame, and the structures that watch it: what answers questions, the cages that are kept, and the proof that
// nothing touches.
import {
  coiledRope,
  looseRope,
  type MovingNecklace,
  mirroredTrefoil,
  packedRope,
  pulledKnot,
  rollingSpiral,
  swellingTrefoil,
  untiedTrefoil,
} from '../../../scenes/index.js'
import { type BeadPair, type BeadPairs, Necklace, necklaceDocument } from '../../../src/entries/chains.js'
import type { RopeStep } from '../../../src/entries/molecules.js'
import { verifyStep } from '../../../src/verify/index.js'
import type { RopeFile } from './rope-file.js'
import { isClosed, type RopeName, type RopeSetup } from './state.js'

/** Frames between two that are gone through one by one; what is farther away is leapt to. */
const NEAR = 16

/** Of trefoils: even, so that a flat one is between two frames, and none of them touches itself there. */
const FRAMES = 24

const NO_FILES: RopeFiles = new Map()

/** A rope that moves, and which of its beads may overlap. */
export interface Rope extends MovingNecklace {
  readonly closed: boolean
  /** Beads, or strands, at most this many places apart may overlap. */
  readonly neighbours: number
  /** The step that begins with frame k: in a periodic box, the nearest image of the next frame. */
  step(k: number): RopeStep
  /** What each bead is called, where a file says so. */
  readonly names: readonly string[] | undefined
}

/** Ropes that were read from files, by the name that a setup has for them. */
export type RopeFiles = ReadonlyMap<string, RopeFile>

/**
 * A moving rope with the radius of its beads and the places within which they may overlap. Its numbers are rounded to those that are drawn:
 * what is seen is what is checked, and the same in every browser.
 */
export function ropeOf({ rope, beads, thickness, source }: RopeSetup, files: RopeFiles = NO_FILES): Rope {
  if (source !== undefined) {
    const file = files.get(rope)
    if (file === undefined) throw new Error('The files of this rope are not open: drop them again.')
    return file.rope(source, thickness)
  }
  const made = motionOf(rope, beads)
  const closed = isClosed(rope)
  const radius = made.radius * thickness
  const frame = (k: number): Float64Array => made.frame(k).map(Math.fround)
  // Beads of open ropes are 1 apart: those that overlap along a rope that does not bend sharply, and some room.
  const spacing = closed ? leastSpacing(made) : 1
  return {
    ...{ ...made, closed, centres: frame(0), frame, radius, neighbours: Math.ceil((2.3 * radius) / spacing) },
    step: (k) => ({ from: frame(k), to: frame(k + 1), images: undefined }),
    names: undefined,
  }
}

/** Between beads next to each other, in all frames. */
function leastSpacing({ frame, frames }: MovingNecklace): number {
  let least = Infinity
  for (let k = 0; k < frames; k++) {
    const p = frame(k)
    for (let i = 3; i < p.length; i += 3) {
      least = Math.min(least, Math.hypot(p[i]! - p[i - 3]!, p[i + 1]! - p[i - 2]!, p[i + 2]! - p[i - 1]!))
    }
  }
  return least
}

function motionOf(rope: string, n: number): MovingNecklace {
  switch (rope as RopeName) {
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
    case 'swelling':
      return thin(swellingTrefoil(n, FRAMES))
    case 'mirror':
      return thin(mirroredTrefoil(n, FRAMES))
    case 'circle':
      return thin(untiedTrefoil(n, FRAMES))
  }
}

/** So thin that the two frames around a flat trefoil do not touch themselves: their strands are 0.087 apart at the crossings. */
function thin(rope: MovingNecklace): MovingNecklace {
  return { ...rope, radius: 0.04 }
}

/** That no two beads touch, by tests that the verifier repeats; and whether it agrees. Without beads a and b, no pair is checked. */
export type RopeProof =
  | { readonly free: true; readonly tests: number; readonly valid: boolean; readonly reason: string }
  | { readonly free: false; readonly a: number | undefined; readonly b: number | undefined }

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

  constructor(
    readonly setup: RopeSetup,
    files?: RopeFiles,
  ) {
    this.motion = ropeOf(setup, files)
    const { radius, neighbours, closed } = this.motion
    this.centres = this.motion.frame(0)
    this.asked = new Necklace(this.centres, radius, { neighbours, closed, method: setup.method })
    this.wrapped = new Necklace(this.centres, radius, { neighbours, closed, method: 'cages' })
    this.wrapped.repairCages()
  }

  get places(): Float64Array {
    return this.centres
  }

  /** Goes to a frame, or between two: through those on the way if it is near and ahead. */
  go(place: number): void {
    const to = Math.max(0, Math.min(this.motion.frames - 1, place))
    if (to > this.frame && to - this.frame <= NEAR) {
      for (let k = Math.floor(this.frame) + 1; k < to; k++) this.step(k)
    }
    if (to !== this.frame) this.step(to)
  }

  private step(frame: number): void {
    this.centres = placesAt(this.motion, frame)
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
    const { radius, neighbours, closed } = this.motion
    const { layeredOne } = this
    if (layeredOne === undefined) {
      this.layeredOne = new Necklace(this.centres, radius, {
        neighbours,
        closed,
        method: 'cages',
        experimental: { cages: 'layered' },
      })
    } else layeredOne.step(this.centres)
    return this.layeredOne!
  }

  prove(): RopeProof {
    const found = this.wrapped.separatingSet()
    if (!found.free) return { free: false, a: found.a, b: found.b }
    const { radius, neighbours, closed } = this.motion
    const verdict = verifyStep(necklaceDocument(this.centres, radius, { neighbours, closed }), found.set)
    return {
      free: true,
      tests: verdict.valid ? verdict.volumeTests + verdict.leafTests : 0,
      valid: verdict.valid,
      reason: verdict.valid ? '' : verdict.reason,
    }
  }
}

/** In a frame, or on the straight way from one to the next. */
function placesAt({ frame, step }: Rope, at: number): Float64Array {
  const part = at - Math.floor(at)
  if (part === 0) return frame(at)
  const { from, to: after } = step(Math.floor(at))
  return from.map((x, i) => Math.fround(x + part * (after[i]! - x)))
}
