// Many straight segments as input, and samples of them.
import { checkFields } from '../base/math/checks.js'
import { MAX_COORDINATE } from '../base/math/rounding.js'
import type { StopSignal } from '../base/work/running.js'
import { InvalidInputError } from '../errors.js'
import { FLOATING } from '../robots/model/body-layout.js'
import type { World } from '../robots/world/world.js'
import type { Configuration } from '../robots/world/world-input.js'
import type { BatchCallOptions } from './call-options.js'

/** Start and end of each, or all numbers in a row: those of a start, those of its end, and so on. */
export type SegmentsInput = Float64Array | readonly (readonly [Configuration, Configuration])[]

/** How far apart samples are. */
export interface SampleSegmentsOptions extends BatchCallOptions {
  /** Samples are no farther apart than this: the root of the sum of squares of what the variables change by. */
  readonly resolution: number
}

/** Samples that are asked about at a time. */
const SAMPLES = 2 ** 20

/** Checked: for each segment the `dof` numbers of its start and of its end, and how many segments there are. */
export function readSegments(world: World, segments: SegmentsInput): { numbers: Float64Array; count: number } {
  const { reader } = world.model()
  if (segments instanceof Float64Array) {
    const { dof } = world
    if (dof === 0 ? segments.length > 0 : segments.length % (2 * dof) !== 0) {
      throw new InvalidInputError('segments', segments, `${2 * dof} numbers a segment`)
    }
    return {
      numbers: demandModest(reader.readMany('segments', segments)),
      count: dof === 0 ? 0 : segments.length / (2 * dof),
    }
  }
  if (!Array.isArray(segments)) {
    throw new InvalidInputError('segments', segments, 'a list of pairs of configurations, or a Float64Array')
  }
  // forEach would pass over the holes of a list.
  for (let k = 0; k < segments.length; k++) {
    const segment: unknown = segments[k]
    if (!Array.isArray(segment) || segment.length !== 2) {
      throw new InvalidInputError(`segments[${k}]`, segment, 'two configurations: where it begins and ends')
    }
  }
  const numbers = demandModest(reader.readMany('segments', segments.flat() as Configuration[]))
  return { numbers, count: segments.length }
}

/** What checkMotion refuses is refused before it is known who answers. */
function demandModest(numbers: Float64Array): Float64Array {
  numbers.forEach((value, i) => {
    if (Math.abs(value) <= MAX_COORDINATE) return
    throw new InvalidInputError(`segments[${i}]`, value, `a number of at most ${MAX_COORDINATE}`)
  })
  return numbers
}

/** How far along each segment the first sample is that collides; Infinity where none does. */
export async function sampleSegments(
  world: World,
  input: SegmentsInput,
  options: SampleSegmentsOptions,
  collides: (configurations: Float64Array | readonly Configuration[], signal?: StopSignal) => Promise<Uint8Array>,
): Promise<Float64Array> {
  checkFields('options', options, ['resolution', 'signal'])
  const { resolution, signal } = options
  if (!(resolution > 0)) throw new InvalidInputError('options.resolution', resolution, 'a number above 0')
  const { dof } = world
  if (world.model().kinematics.layout.kinds.includes(FLOATING)) {
    throw new InvalidInputError('world', 'a floating joint', 'without floating joints: use sampleMotion')
  }
  const { numbers: segments, count } = readSegments(world, input)
  const out = new Float64Array(count).fill(Infinity)
  if (dof === 0) {
    const [hit] = count === 0 ? [0] : await collides([[]], signal)
    return hit === 1 ? out.fill(0) : out
  }
  const steps = Array.from({ length: count }, (_, k) =>
    stepsOf(segments.subarray(2 * dof * k, 2 * dof * (k + 1)), resolution),
  )
  for (let from = 0; from < count; ) {
    let end = from
    let samples = 0
    while (end < count && (end === from || samples + steps[end]! + 1 <= SAMPLES)) samples += steps[end++]! + 1
    const q = new Float64Array(dof * samples)
    let o = 0
    for (let k = from; k < end; k++) {
      for (let i = 0; i <= steps[k]!; i++, o += dof) writeSample(q, o, segments, 2 * dof * k, dof, i / steps[k]!)
    }
    const hits = await collides(q, signal)
    o = 0
    for (let k = from; k < end; k++) {
      for (let i = 0; i <= steps[k]!; i++, o++) if (hits[o] === 1) out[k] = Math.min(out[k]!, i / steps[k]!)
    }
    from = end
  }
  return out
}

/** Steps of equal length that are no longer than the resolution, one at least. */
function stepsOf(segment: Float64Array, resolution: number): number {
  const dof = segment.length / 2
  let sumSq = 0
  for (let v = 0; v < dof; v++) sumSq += (segment[dof + v]! - segment[v]!) ** 2
  const steps = Math.max(1, Math.ceil(Math.sqrt(sumSq) / resolution))
  if (steps > SAMPLES)
    throw new InvalidInputError(
      'options.resolution',
      resolution,
      `so large that a segment has at most ${SAMPLES} samples`,
    )
  return steps
}

/** At t of the segment that begins at `a`, from the nearer end, so that both ends come out as they were given. */
export function writeSample(
  q: Float64Array,
  o: number,
  segments: Float64Array,
  a: number,
  dof: number,
  t: number,
): void {
  for (let v = 0; v < dof; v++) {
    const start = segments[a + v]!
    const stop = segments[a + dof + v]!
    q[o + v] = t <= 0.5 ? start + t * (stop - start) : stop - (1 - t) * (stop - start)
  }
}
