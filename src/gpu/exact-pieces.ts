// Exact answers in pieces: between two the event loop gets its turn, and a call can be stopped.
import { now } from '../base/work/clock.js'
import { breathe } from '../base/work/steps.js'
import type { ExactAnswers } from './exact-answers.js'

/** Milliseconds of work after which the event loop gets its turn: a page still answers to a click. */
const BREATH = 50

/** Configurations, distances and segments that take one thread some ten milliseconds. */
const COLLIDES = 4096
const DISTANCES = 256
const MOTIONS = 32

/** Pieces of several threads are longer by this and by their number: they do not keep this thread busy, and all wait for the last of each. */
const SHARED = 8

/** The same answers. `demand` throws where the call is to end. */
export function inPieces(exact: ExactAnswers, dof: () => number, demand: () => void): ExactAnswers {
  let until = now() + BREATH
  const cut = async (
    numbers: Float64Array,
    size: number,
    least: number,
    ask: (some: Float64Array) => Promise<Uint8Array>,
  ): Promise<Uint8Array> => {
    const out = new Uint8Array(numbers.length / size)
    const { threads } = exact
    const piece = threads > 1 ? SHARED * threads * least : least
    for (let from = 0; from < out.length; from += piece) {
      if (now() >= until) {
        await breathe()
        until = now() + BREATH
      }
      demand()
      out.set(await ask(numbers.subarray(size * from, size * (from + piece))), from)
    }
    return out
  }
  return {
    get threads() {
      return exact.threads
    },
    collides: (all) => cut(all, dof(), COLLIDES, (some) => exact.collides(some)),
    distanceAbove: (all, d) => cut(all, dof(), DISTANCES, (some) => exact.distanceAbove(some, d)),
    motions: (all, clearance) => cut(all, 2 * dof(), MOTIONS, (some) => exact.motions(some, clearance)),
    close: () => exact.close(),
  }
}

/** Why a call ran where it did, and why threads are not used. */
export function withThreads(why: string, { why: ofThreads = '' }: ExactAnswers): string {
  return why === '' || ofThreads === '' ? `${why}${ofThreads}` : `${why}; ${ofThreads}`
}
