// The chain in its worker: it folds as long as one likes, beside it a grid on the same moves; pictures go out as they are asked for.

import { ballAroundMean } from '../../engine/ball-around.js'
import { type EngineSide, type Methods, Moved, type Task } from '../../engine/protocol.js'
import { RateMeter, TimeMeter } from '../../engine/rate.js'
import { type ChainMove, FoldingChain } from './folding.js'
import { RADIUS } from './folding-sizes.js'
import { Rival } from './rival.js'
import type { ChainLook, ChainSetup, ChainTurn } from './state.js'
import { type ChainWay, WayCheck } from './way.js'

/** What is drawn and said of the chain at one moment. */
export interface ChainFrame {
  readonly positions: Float32Array
  /** Of the level that is shown, and around the joint of the last move: fifteen numbers each. */
  readonly boxes: Float32Array
  readonly path: Float32Array
  /** x, y, z and radius of a ball around the whole chain: its centre is the mean of the beads. */
  readonly ball: readonly number[]
  readonly levels: number
  readonly last: ChainMove | undefined
  readonly numbers: ChainNumbers
}

export interface ChainNumbers {
  readonly steps: number
  readonly taken: number
  /** Sums over all steps. */
  readonly volumeTests: number
  readonly leafTests: number
  readonly nodesUpdated: number
  /** In the last second, by the clock. */
  readonly stepsPerSecond: number
  /** Of its own time: the median of the last slices. */
  readonly microsPerStep: number
  readonly rival: { readonly microsPerStep: number; readonly steps: number; readonly differences: number }
}

/** Milliseconds of work between two checks for messages. */
const SLICE = 8
/** Milliseconds between two pictures at least, and how many times what one takes. */
const FRAME = 15
const FRAME_SHARE = 20
/** Steps between two readings of the clock. */
const STEPS = 4

interface Opened {
  readonly folding: FoldingChain
  look: ChainLook
  rival: Rival
  readonly rate: RateMeter
  /** Of the chain's own work. */
  readonly time: TimeMeter
  /** What answers questions about turns, of the chain after a number of steps. */
  ways: { readonly steps: number; readonly check: WayCheck } | undefined
}

export const engine = {
  create() {
    let opened: Opened | undefined
    /** The page has drawn the last picture. */
    let isWanted = true

    function frameOf(now: Opened, keep = false): Moved<ChainFrame> {
      const { folding, look, rival, rate, time } = now
      const { chain, last } = folding
      const places = chain.positions()
      if (keep) rival.start(places)
      const positions = Float32Array.from(places)
      const level = Math.min(look.level, chain.levels - 1)
      const boxes = Float32Array.from(level < 0 ? [] : chain.boxes(level).boxes)
      const path = Float32Array.from(look.path && last !== undefined ? chain.boxesAround(last.joint).boxes : [])
      const frame: ChainFrame = {
        positions,
        boxes,
        path,
        ball: ballAroundMean(places, RADIUS),
        levels: chain.levels,
        last,
        numbers: {
          steps: folding.steps,
          taken: folding.taken,
          volumeTests: folding.volumeTests,
          leafTests: folding.leafTests,
          nodesUpdated: folding.nodesUpdated,
          stepsPerSecond: rate.perSecond,
          microsPerStep: time.micros,
          rival: { microsPerStep: rival.microsPerStep, steps: rival.steps, differences: rival.differences },
        },
      }
      return new Moved(frame, [positions.buffer, boxes.buffer, path.buffer])
    }

    function waysOf(now: Opened): WayCheck {
      const { chain, steps } = now.folding
      if (now.ways?.steps !== steps) now.ways = { steps, check: new WayCheck(chain.positions()) }
      return now.ways.check
    }

    return {
      /** Another chain. One that folds ends. */
      build({ setup, look }: { setup: ChainSetup; look: ChainLook }): Moved<ChainFrame> {
        opened = undefined
        opened = {
          folding: new FoldingChain(setup),
          look,
          rival: new Rival(look.rival, setup.beads),
          rate: new RateMeter(),
          time: new TimeMeter(125),
          ways: undefined,
        }
        return frameOf(opened)
      },

      /** Shows other boxes, or has another grid beside it. */
      look(look: ChainLook): Moved<ChainFrame> {
        const now = opened!
        now.look = look
        if (now.rival.method !== look.rival) now.rival = new Rival(look.rival, now.folding.setup.beads)
        return frameOf(now)
      },

      /** The page has drawn a picture, and wants the next. */
      want(): void {
        isWanted = true
      },

      step(): Moved<ChainFrame> {
        opened!.folding.step()
        return frameOf(opened!)
      },

      /** A turn that is not made: is its whole way free? */
      way(turn: ChainTurn): Moved<ChainWay> {
        const now = opened!
        const way = waysOf(now).check(turn)
        return new Moved(way, [way.copies.buffer, way.touching.buffer] as ArrayBuffer[])
      },

      /** One that touches on its way, though not at its end. */
      find({ seed }: { seed: number }): ChainTurn | undefined {
        return waysOf(opened!).find(seed)
      },

      /** Folds until it is stopped, or has made `to` steps. Pictures go out as progress. */
      async fold({ to }: { to: number }, task: Task<ChainFrame>): Promise<Moved<ChainFrame>> {
        const now = opened!
        const { folding, rate } = now
        rate.start(folding.steps, performance.now())
        isWanted = true
        let sent = 0
        let cost = 0
        while (folding.steps < to && opened === now) {
          const before = folding.steps
          const begun = performance.now()
          let time = begun
          do {
            for (let k = 0; k < STEPS && folding.steps < to; k++) {
              folding.step()
              now.rival.hear(folding.joint, folding.angle, folding.isTaken)
            }
            time = performance.now()
          } while (time - begun < SLICE && folding.steps < to)
          now.time.add(time - begun, folding.steps - before)
          now.rival.walk(time - begun)
          rate.add(folding.steps, performance.now())
          if (isWanted && time - sent >= Math.max(FRAME, FRAME_SHARE * cost)) {
            const making = performance.now()
            const { value, transfer } = frameOf(now, true)
            task.progress(value, transfer)
            isWanted = false
            sent = performance.now()
            cost = sent - making
          }
          // A stop is not a fault here: the answer is how far it has come.
          await task.breathe().catch(() => {})
          if (task.signal.aborted) break
        }
        return frameOf(now)
      },

      /** Places of all beads, as an XYZ file with every digit. */
      xyz(): string {
        const { folding } = opened!
        const p = folding.chain.positions()
        const lines = Array.from(
          { length: folding.setup.beads },
          (_, i) => `C ${p[3 * i]} ${p[3 * i + 1]} ${p[3 * i + 2]}`,
        )
        return `${lines.length}\n${JSON.stringify({ ...folding.setup, steps: folding.steps })}\n${lines.join('\n')}\n`
      },
    }
  },
} satisfies EngineSide<Methods>

export type ChainMethods = ReturnType<typeof engine.create>
