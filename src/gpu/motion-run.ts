// One call about many segments on the device (motion-batch.ts): chunk by chunk, each cut finer as long as that may help, and what the
// device leaves, by checkMotion.
import { now } from '../base/work/clock.js'
import { checkMotion } from '../robots/motion/check-motion.js'
import { LIMIT_TOLERANCE } from '../robots/motion/motion-limits.js'
import type { World, WorldModel } from '../robots/world/world.js'
import { deviceFailure, handled } from './chunk-slot.js'
import { type ExactAnswers, MOTION_FREE, NOT_FREE, UNDECIDED } from './exact-answers.js'
import { type AskedDistance, askedDistance } from './gpu-filter.js'
import { COLLIDING, PLACED, TESTED } from './kernels/params.js'
import { STUCK } from './kernels/sweep-kernel.js'
import { writeSample } from './segments.js'
import type { DeviceSweep, SweepFilter } from './sweep-filter.js'
import { halfWidth, isDecided, type SweepFault } from './sweep-tables.js'

/** A part that is not settled is cut into this many. */
const CUT = 4

/** Parts of a whole segment at most, and those of one that may be open at a time: beyond that checkMotion is faster. */
const MOST_PARTS = CUT ** 4
const MOST_OPEN = 12

/** Segments of a chunk. */
const SEGMENTS = 2 ** 16

/** Chunks of which checkMotion is deciding what is left, at a time: memory is bounded by them. */
const MOST_PENDING = 4

/** As checkMotion decides about `count` segments where nothing moves. */
export function stillMotions(world: World, count: number, clearance: number): Uint8Array {
  const out = new Uint8Array(count)
  if (count > 0 && checkMotion(world, [[], []], { clearance }).outcome === 'free') out.fill(MOTION_FREE)
  return out
}

/** What is not decided is not free: how many there were. */
export function settleUndecided(answers: Uint8Array): number {
  let count = 0
  answers.forEach((answer, k) => {
    if (answer !== UNDECIDED) return
    answers[k] = NOT_FREE
    count++
  })
  return count
}

export const NO_COUNTS = { parts: 0, free: 0, colliding: 0, unknown: 0, undecided: 0, gpuMillis: 0, cpuMillis: 0 }

/** Parts that are on the device, or will be: which segment, and which of its parts. */
interface Parts {
  readonly segments: number[]
  readonly indices: number[]
}

/** One call on the device. */
export class MotionRun {
  readonly counts = { ...NO_COUNTS }
  readonly out: Uint8Array
  private readonly asked: AskedDistance
  private readonly dof: number

  constructor(
    private readonly world: World,
    private readonly model: WorldModel,
    private readonly filter: SweepFilter,
    private readonly tables: DeviceSweep,
    private readonly segments: Float64Array,
    private readonly clearance: number,
    private readonly setUp: {
      readonly exact: ExactAnswers
      readonly fault: SweepFault
      /** Throws where the call is to end. */
      readonly demand: () => void
    },
  ) {
    this.asked = askedDistance(clearance)
    this.dof = world.dof
    this.out = new Uint8Array(segments.length / (2 * this.dof))
  }

  /** Segments `first` to `end`, chunk by chunk; what one leaves is decided while the next is on the device. */
  async all(first: number, end: number): Promise<void> {
    const pending: Promise<void>[] = []
    try {
      for (let from = first; from < end; from += SEGMENTS) {
        while (pending.length > MOST_PENDING) await pending.shift()
        this.setUp.demand()
        const left = await this.onDevice(from, Math.min(end, from + SEGMENTS))
        if (left.length > 0) pending.push(handled(this.ask(left)))
      }
    } finally {
      await Promise.all(pending)
    }
  }

  /** Settles segments `from` to `end` as far as the device can; which are left. */
  private async onDevice(from: number, end: number): Promise<number[]> {
    const { out, counts } = this
    const left: number[] = []
    const known = new Uint8Array(end - from)
    let parts: Parts = { segments: [], indices: [] }
    for (let k = from; k < end; k++) {
      const isSure = isDecided(this.tables.tables.of, this.model.kinematics.layout, this.segments, 2 * this.dof * k)
      if (isSure && this.isWithinLimits(k)) {
        parts.segments.push(k)
        parts.indices.push(0)
      } else {
        known[k - from] = 1
        left.push(k)
      }
    }
    for (let cut = 1; parts.segments.length > 0; cut *= CUT) {
      const open: Parts = { segments: [], indices: [] }
      const bits = await this.test(parts, cut)
      let first = 0
      for (let i = 0; i < bits.length; i++) {
        const k = parts.segments[i]!
        if (i === 0 || parts.segments[i - 1] !== k) first = open.segments.length
        if (known[k - from] === 1) continue
        const bit = bits[i]!
        if (bit === (PLACED | TESTED)) continue
        if ((bit & (COLLIDING | PLACED)) === (COLLIDING | PLACED)) {
          known[k - from] = 1
          counts.colliding++
        } else {
          open.segments.push(k)
          open.indices.push(parts.indices[i]!)
          const isHopeless = (bit & STUCK) !== 0 || (bit & PLACED) === 0 || cut * CUT > MOST_PARTS
          if (!isHopeless && open.segments.length - first <= MOST_OPEN) continue
          // A later part may still be seen to collide: none the less, checkMotion will see it too.
          known[k - from] = 1
          left.push(k)
        }
        open.segments.length = first
        open.indices.length = first
      }
      parts = cutInto(open)
    }
    for (let k = from; k < end; k++) {
      if (known[k - from] === 1) continue
      out[k] = MOTION_FREE
      counts.free++
    }
    return left
  }

  /** Segments `first` to `end` without the device. */
  async exactly(first: number, end: number): Promise<void> {
    const size = 2 * this.dof
    this.counts.unknown += end - first
    this.out.set(await this.decide(this.segments.subarray(size * first, size * end)), first)
  }

  /** Bits of parts; those that cannot be placed have none. */
  private async test(parts: Parts, cut: number): Promise<Uint32Array> {
    const { filter, counts } = this
    const bits = new Uint32Array(parts.segments.length)
    await filter.reserve(bits.length, this.tables.tables)
    for (let from = 0; from < bits.length; from += filter.stride) {
      const end = Math.min(bits.length, from + filter.stride)
      this.fill(parts, from, end, cut)
      const sent = now()
      const some = await filter.run(end - from, this.tables, this.asked).catch((error: unknown) => {
        throw deviceFailure(error)
      })
      counts.gpuMillis += now() - sent
      counts.parts += end - from
      bits.set(some, from)
    }
    return bits
  }

  /** Middles of parts, from the nearer end as LinePiece has them, and how far joints go from there. */
  private fill(parts: Parts, from: number, end: number, cut: number): void {
    const { dof, segments, filter, setUp } = this
    const { layout } = this.model.kinematics
    const { stride, values, chords } = filter
    const count = end - from
    for (let i = 0; i < count; i++) {
      const a = 2 * dof * parts.segments[from + i]!
      const t = (parts.indices[from + i]! + 0.5) / cut
      writeSample(values, dof * i, segments, a, dof, t)
    }
    for (let b = 1; b < layout.bodies; b++) {
      const factor = setUp.fault.standing === b ? 0 : Math.abs(layout.factors[b]!)
      const v = layout.variables[b]!
      for (let i = 0, o = stride * (b - 1); i < count; i++, o++) {
        const a = 2 * dof * parts.segments[from + i]! + v
        const start = segments[a]!
        const stop = segments[a + dof]!
        chords[o] = halfWidth(
          (factor * Math.abs(stop - start) * 0.5) / cut,
          factor * (Math.abs(start) + Math.abs(stop)),
        )
      }
    }
  }

  /** Both ends, as checkMotion asks, and sliding joints to the last bit: what never meets within limits may meet beyond. */
  private isWithinLimits(k: number): boolean {
    const { dof, segments, world } = this
    const { lower, upper } = world
    const o = 2 * dof * k
    for (let i = 0; i < 2 * dof; i++) {
      const q = segments[o + i]!
      const v = i < dof ? i : i - dof
      if (lower[v]! - q > LIMIT_TOLERANCE || q - upper[v]! > LIMIT_TOLERANCE) return false
    }
    const { reader } = this.model
    return reader.withinLimits(segments, o) && reader.withinLimits(segments, o + dof)
  }

  private async ask(left: readonly number[]): Promise<void> {
    const { segments, out, counts } = this
    counts.unknown += left.length
    const size = 2 * this.dof
    const some = new Float64Array(size * left.length)
    left.forEach((k, i) => {
      some.set(segments.subarray(size * k, size * (k + 1)), size * i)
    })
    const answers = await this.decide(some)
    left.forEach((k, i) => {
      out[k] = answers[i]!
    })
  }

  private async decide(segments: Float64Array): Promise<Uint8Array> {
    const asked = now()
    const answers = await this.setUp.exact.motions(segments, this.clearance)
    this.counts.cpuMillis += now() - asked
    this.counts.undecided += settleUndecided(answers)
    return answers
  }
}

/** Each in CUT. */
function cutInto({ segments, indices }: Parts): Parts {
  const out: Parts = { segments: [], indices: [] }
  segments.forEach((k, i) => {
    for (let j = 0; j < CUT; j++) {
      out.segments.push(k)
      out.indices.push(CUT * indices[i]! + j)
    }
  })
  return out
}
