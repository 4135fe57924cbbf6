// The frames of `limber necklace`, opened: which of them are asked about, where the beads are in each, and what a step or a frame is
// as plain data. `limber verify` opens them in the same way.
import { readFrames } from '../../node/index.js'
import type { StepInput } from '../../src/entries/chains.js'
import {
  type Frames,
  FramesFileError,
  InvalidInputError,
  type RopeFrames,
  type RopeStep,
  ropeRadius,
  ropeSpacings,
  ropeStep,
  wholeRope,
} from '../../src/entries/molecules.js'
import { withFlags } from '../read/flags.js'
import { type NecklaceCommandOptions, type NecklaceQuestion, numbersIn } from './necklace-options.js'

export interface OpenedNecklace {
  readonly file: string
  readonly question: NecklaceQuestion
  readonly frames: Frames
  /** The frames asked about. */
  readonly numbers: readonly number[]
  /** Of the beads, or of the strands. */
  readonly radius: number
  /** Beads after which no strand follows. */
  readonly cuts: readonly number[]
}

export async function openNecklace(
  file: string,
  options: NecklaceCommandOptions,
  question: NecklaceQuestion,
): Promise<OpenedNecklace> {
  const frames = await withFlags(() => readFrames(file, question.reader))
  const numbers = framesAsked(frames, question, options.frames)
  const given = question.between?.strands ?? question.radius
  const radius = given ?? ropeRadius(frames.frame(numbers[0]!), question.necklace.closed)
  const cuts = cutsOf(frames, numbers[0]!, question, options)
  return { file, question, frames, numbers, radius, cuts }
}

/** The steps between the frames asked about, with the numbers of their frames. A rope in a box is made whole. */
export function* ropeSteps(
  opened: OpenedNecklace,
): Generator<RopeStep & { readonly now: number; readonly next: number }> {
  const { numbers } = opened
  const rope = ropeFrames(opened)
  for (let k = 1; k < numbers.length; k++) {
    const [now, next] = [numbers[k - 1]!, numbers[k]!]
    yield { now, next, ...withFlags(() => ropeStep(rope, now, next)) }
  }
}

/** Where the beads of a frame are, made whole where there is a box. */
export function wholeCentres(opened: OpenedNecklace, frame: number): Float64Array {
  return withFlags(() => wholeRope(ropeFrames(opened), frame))
}

function ropeFrames(opened: OpenedNecklace): RopeFrames {
  const { file, frames, radius, question, cuts } = opened
  const { closed, dimension } = question.necklace
  const ignoreCell = question.between?.ignoreCell === true
  const pieces = cuts.length + 1
  const centres = (frame: number): Float64Array => centresOf(opened, frame)
  return { file, frames, closed, dimension, ignoreCell, pieces, reach: 2 * radius, centres }
}

/** A step as plain data; without `to`, a frame by itself. */
export function ropeStepInput(
  { question, radius, cuts }: OpenedNecklace,
  from: Float64Array,
  to?: Float64Array,
): StepInput {
  const { closed, dimension, neighbours } = question.necklace
  return {
    hulls: question.between?.strands === undefined ? 'beads' : 'strands',
    points: inSpace(from, dimension),
    ...(to === undefined ? {} : { next: inSpace(to, dimension) }),
    radii: [radius],
    neighbours,
    ...(cuts.length === 0 ? {} : { cuts }),
    // Two beads are joined by one strand.
    closed: closed && from.length > 2 * dimension,
  }
}

function inSpace(centres: Float64Array, dimension: 2 | 3): Float64Array {
  if (dimension === 3) return centres
  const out = new Float64Array((3 * centres.length) / 2)
  for (let i = 0; i < centres.length / 2; i++) out.set(centres.subarray(2 * i, 2 * i + 2), 3 * i)
  return out
}

/** In the plane, only what lies in it: a bead moved there would be another one. */
export function centresOf({ file, frames, question }: OpenedNecklace, frame: number): Float64Array {
  const { dimension } = question.necklace
  const centres = frames.frame(frame)
  if (dimension === 3) return centres
  const flat = new Float64Array((2 * centres.length) / 3)
  for (let i = 0; i < centres.length / 3; i++) {
    const z = centres[3 * i + 2]!
    if (z !== 0) {
      throw new FramesFileError(
        file,
        { field: `frame ${frame}, bead ${i}` },
        'z = 0 in the plane (--dimension 2)',
        `${z}`,
      )
    }
    flat[2 * i] = centres[3 * i]!
    flat[2 * i + 1] = centres[3 * i + 1]!
  }
  return flat
}

function framesAsked({ count }: Frames, { frames }: NecklaceQuestion, text: string | undefined): number[] {
  if (frames === undefined) return Array.from({ length: count }, (_, k) => k)
  if (frames.some(({ last }) => last >= count)) {
    throw new InvalidInputError(
      '--frames',
      text,
      count === 1 ? '0: there is one frame' : `numbers from 0 to ${count - 1}`,
    )
  }
  return numbersIn('--frames', text!, frames)
}

/** Beads after which no strand follows: at gaps, and where chains end. */
function cutsOf(
  { beads, frame }: Frames,
  first: number,
  { between, necklace: { closed } }: NecklaceQuestion,
  { chainLength: text }: NecklaceCommandOptions,
): number[] {
  const { cut = Infinity, chainLength = Infinity } = between ?? {}
  if (cut === Infinity && chainLength === Infinity) return []
  if (chainLength < Infinity && beads % chainLength !== 0) {
    throw new InvalidInputError('--chain-length', text, `a part of ${beads}, the number of beads`)
  }
  const spacings = [...ropeSpacings(frame(first), closed)]
  return spacings.flatMap((spacing, i) => (spacing > cut || (i + 1) % chainLength === 0 ? [i] : []))
}
