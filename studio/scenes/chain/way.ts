// A turn of one bond, all the way: is it free at every instant, and not only at its end? And what is drawn of it.
import { type ChainMove, ChainTree, Random } from '../../../src/entries/chains.js'
import { RADIUS } from './folding-sizes.js'
import type { ChainTurn } from './state.js'

export interface ChainWay extends ChainTurn {
  readonly outcome: ChainMove['outcome']
  /** Where it first touches, to a millionth: an instant from 0 to 1, and two beads that touch then. */
  readonly at: number | undefined
  readonly pair: readonly [number, number] | undefined
  /** Nothing touches at its end: all that a test of the end alone would say. */
  readonly endFree: boolean
  readonly tests: number
  /** The beads that move, x, y, z each, along the whole way; the last copy is where it first touches, or at its end. */
  readonly copies: Float32Array
  readonly count: number
  /** The two beads at the instant. */
  readonly touching: Float32Array
}

/** Copies, and beads in all of them. */
const MOST_COPIES = 12
const MOST_BEADS = 40_000
/** A part of the way that the first contact is known to. */
const FIRST_TO = 1e-6
/** Turns that are tried, and milliseconds. */
const MOST_TRIES = 5000
const PATIENCE = 400

export class WayCheck {
  private readonly chain: ChainTree
  private readonly places: Float64Array

  /** A chain of its own: what is tried here leaves the one that folds as it is. */
  constructor(places: Float64Array) {
    this.places = places
    this.chain = ChainTree.fromSpheres(places, RADIUS)
    this.chain.selfCollides()
  }

  check({ joint, angle }: ChainTurn): ChainWay {
    const move = this.chain.checkMove([{ kind: 'rotate', joint, angle }])
    const { outcome, stats } = move
    const first = outcome === 'collision' ? this.firstContact(joint, angle, move) : undefined
    const end = first?.at ?? 1
    const moving = this.places.length - 3 * (joint + 2)
    const count = moving <= 0 ? 0 : Math.max(2, Math.min(MOST_COPIES, Math.floor((3 * MOST_BEADS) / moving)))
    const copies = new Float64Array(count * Math.max(0, moving))
    for (let k = 0; k < count; k++) {
      const instant = first === undefined ? (k + 1) / count : k < count - 1 ? (k + 1) / (count - 1) : end
      this.turned(copies, k * moving, joint + 2, this.places.length / 3, joint, angle * instant)
    }
    const pair = first?.pair
    const touching = new Float64Array(pair === undefined ? 0 : 6)
    pair?.forEach((bead, k) => {
      this.turned(touching, 3 * k, bead, bead + 1, joint, bead > joint + 1 ? angle * end : 0)
    })
    return {
      joint,
      angle,
      outcome,
      at: first?.at,
      pair,
      endFree: this.endFree(joint, angle),
      tests: stats.volumeTests + stats.leafTests,
      copies: Float32Array.from(copies),
      count,
      touching: Float32Array.from(touching),
    }
  }

  /** The engine names any instant at which something touches: the first one is found by halving what is not yet proved free. */
  private firstContact(
    joint: number,
    angle: number,
    found: ChainMove,
  ): { at: number; pair: readonly [number, number] } {
    let free = 0
    let at = found.at!
    let pair = [found.a!, found.b!] as const
    while (at - free > FIRST_TO) {
      const half = (free + at) / 2
      const move = this.chain.checkMove([{ kind: 'rotate', joint, angle: angle * half }])
      if (move.outcome === 'collision') {
        at = half * move.at!
        pair = [move.a!, move.b!]
      } else free = half
    }
    return { at, pair }
  }

  /** A turn whose end is free and whose way is not; undefined if none was found. */
  find(seed: number): ChainTurn | undefined {
    const { chain } = this
    const random = new Random(seed)
    const until = performance.now() + PATIENCE
    for (let k = 0; k < MOST_TRIES && performance.now() < until; k++) {
      const joint = random.integer(chain.size - 1)
      // As a link has it.
      const angle = Number(random.range(-Math.PI, Math.PI).toFixed(3))
      if (!this.endFree(joint, angle)) continue
      if (chain.checkMove([{ kind: 'rotate', joint, angle }]).outcome === 'collision') return { joint, angle }
    }
    return undefined
  }

  private endFree(joint: number, angle: number): boolean {
    const { chain } = this
    chain.rotate(joint, angle)
    const free = !chain.selfCollides()
    chain.undo()
    return free
  }

  /** Beads `from` to `to`, turned about the bond from bead `joint` to the next. */
  private turned(out: Float64Array, o: number, from: number, to: number, joint: number, angle: number): void {
    const p = this.places
    const pivot = 3 * joint + 3
    const axis = [0, 1, 2].map((k) => p[pivot + k]! - p[pivot - 3 + k]!)
    const length = Math.hypot(...axis)
    const [x, y, z] = axis.map((v) => v / length) as [number, number, number]
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    for (let i = 3 * from; i < 3 * to; i += 3, o += 3) {
      const [u, v, w] = [p[i]! - p[pivot]!, p[i + 1]! - p[pivot + 1]!, p[i + 2]! - p[pivot + 2]!]
      const along = (1 - c) * (x * u + y * v + z * w)
      out[o] = p[pivot]! + c * u + s * (y * w - z * v) + along * x
      out[o + 1] = p[pivot + 1]! + c * v + s * (z * u - x * w) + along * y
      out[o + 2] = p[pivot + 2]! + c * w + s * (x * v - y * u) + along * z
    }
  }
}
