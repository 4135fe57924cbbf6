// The rope in its worker: goes to the frame that is asked for, step by step, and says what is found there.
import { type BeadPair, type Cages, InvalidInputError, knotInvariant } from '../../../src/entries/chains.js'
import { ballAround } from '../../engine/ball-around.js'
import { type EngineSide, type Methods, Moved, type Task } from '../../engine/protocol.js'
import { RateMeter } from '../../engine/rate.js'
import type { RopeChecked, RopeLook, RopeSetup } from './state.js'
import { RopeStepper, type RopeSteps, stepFile } from './steps.js'
import { type RopeProof, WatchedRope } from './watched.js'

/** What is drawn and said of the rope in one frame, or between two. */
export interface RopeFrame {
  readonly frame: number
  readonly frames: number
  readonly closed: boolean
  /** Two values of the Alexander polynomial of a closed rope, or none where it meets itself. */
  readonly knot: { readonly determinant: string; readonly atThirdRoot: string } | undefined
  readonly positions: Float32Array
  readonly radius: number
  /** x, y, z and radius of the smallest ball around it. */
  readonly ball: readonly number[]
  /** The same for the view. */
  readonly focus: readonly number[]
  /** Beads that touch another, and how many pairs. */
  readonly hits: Uint32Array
  readonly hitPairs: number
  readonly closest: RopeGap | undefined
  /** x, y, z, radius a cage, and whether its basis is another than a step ago. */
  readonly wrapped: Float32Array
  readonly isChanged: Uint8Array
  readonly layered: Float32Array
  /** Generations below the root. */
  readonly depth: number
  /** Two points an edge. */
  readonly edges: Float32Array
  readonly numbers: RopeNumbers
}

export interface RopeGap {
  readonly a: number
  readonly b: number
  readonly gap: number
  readonly pointA: readonly number[]
  readonly pointB: readonly number[]
}

export interface RopeNumbers {
  readonly method: string
  readonly steps: number
  readonly basisChanges: number
  readonly changesPerSecond: number
  readonly lastChanges: number
  readonly cageTests: number
  readonly cages: number
  readonly proof: RopeProof | undefined
  /** Sum of the radii of the cages that are drawn. */
  readonly wrappedRadii: number
  readonly layeredRadii: number
  readonly edges: number
  /** Milliseconds of each part: steps and cages, questions, proof, diagram. */
  readonly stepMs: number
  readonly askMs: number
  readonly proofMs: number
  readonly edgesMs: number
}

/** Milliseconds of work between two checks for messages, and between two reports. */
const SLICE = 10
const REPORT = 60

export const engine = {
  create() {
    let stepping = 0
    let opened: { readonly rope: WatchedRope; readonly depths: Int32Array } | undefined
    const rate = new RateMeter()

    function view(frame: number, look: RopeLook): Moved<RopeFrame> {
      const { rope, depths } = opened!
      const clock = stopwatch()
      rope.go(frame)
      const stepMs = clock()
      const touching = rope.collisions()
      const closest = rope.closest()
      const askMs = clock()
      const proof = look.proof ? rope.prove() : undefined
      const proofMs = clock()
      const edges = look.edges ? edgesOf(rope) : new Float32Array(0)
      const edgesMs = clock()
      rate.add(rope.basisChanges, performance.now())
      const cages = rope.wrapped.cages()
      const shown = look.level < 0 ? [] : generation(cages, depths, look.level)
      const wrapped = look.cages === 'layered' ? new Float32Array(0) : ballsOf(cages, shown)
      const layered =
        look.cages === 'wrapped' || look.level < 0 ? new Float32Array(0) : ballsOf(rope.layered().cages(), shown)
      const changed = new Set(rope.changed)
      const isChanged = Uint8Array.from(wrapped.length > 0 ? shown : [], (k) => (changed.has(k) ? 1 : 0))
      const positions = Float32Array.from(rope.places)
      const hits = Uint32Array.from(new Set(touching.pairs))
      const found: RopeFrame = {
        frame: rope.frame,
        frames: rope.motion.frames,
        closed: rope.motion.closed,
        knot: rope.motion.closed ? knotOf(rope.places) : undefined,
        positions,
        radius: rope.motion.radius,
        ball: [...cages.balls.subarray(0, 4)],
        focus: focusOf(rope),
        hits,
        hitPairs: touching.count,
        closest: closest === undefined ? undefined : gapOf(rope, closest),
        wrapped,
        isChanged,
        layered,
        depth: depths.reduce((most, depth) => Math.max(most, depth), 0),
        edges,
        numbers: {
          method: rope.method,
          steps: rope.steps,
          basisChanges: rope.basisChanges,
          changesPerSecond: rate.perSecond,
          lastChanges: rope.changed.length,
          cageTests: rope.cageTests,
          cages: cages.count,
          proof,
          wrappedRadii: radii(wrapped),
          layeredRadii: radii(layered),
          edges: edges.length / 6,
          stepMs,
          askMs,
          proofMs,
          edgesMs,
        },
      }
      return new Moved(found, [
        positions.buffer,
        hits.buffer,
        wrapped.buffer,
        isChanged.buffer,
        layered.buffer,
        edges.buffer,
      ])
    }

    return {
      /** Another rope, at a frame. */
      build({ setup, look, frame }: { setup: RopeSetup; look: RopeLook; frame: number }): Moved<RopeFrame> {
        const rope = new WatchedRope(setup)
        opened = { rope, depths: depthsOf(rope.wrapped.cages()) }
        rate.start(0, performance.now())
        return view(frame, look)
      },

      /** Another frame of the same rope, or another view of it. */
      go({ frame, look }: { frame: number; look: RopeLook }): Moved<RopeFrame> {
        return view(frame, look)
      },

      /** Decides all steps, one after the other, until other ones are asked for. */
      async steps(
        { setup, checked }: { setup: RopeSetup; checked: RopeChecked },
        task: Task<RopeSteps>,
      ): Promise<RopeSteps> {
        const own = ++stepping
        const stepper = new RopeStepper(setup, checked)
        let told = performance.now()
        while (!stepper.isDone && own === stepping) {
          const until = performance.now() + SLICE
          do stepper.next()
          while (!stepper.isDone && performance.now() < until)
          if (performance.now() - told > REPORT) {
            task.progress(stepper.result)
            told = performance.now()
          }
          await task.breathe()
        }
        return stepper.result
      },

      /** A step with the proof that it is free, as JSON that `limber verify` takes; undefined if it is not free. */
      stepFile({ setup, checked, step }: { setup: RopeSetup; checked: RopeChecked; step: number }): string | undefined {
        return stepFile(setup, checked, step)
      },

      /** It plays: what was before says nothing about how often bases change now. */
      start(): void {
        rate.start(opened!.rope.basisChanges, performance.now())
      },

      /** Places of all beads, as an XYZ file. */
      xyz(): string {
        const { rope } = opened!
        const p = rope.places
        const lines = Array.from(
          { length: p.length / 3 },
          (_, i) => `C ${p[3 * i]!.toFixed(4)} ${p[3 * i + 1]!.toFixed(4)} ${p[3 * i + 2]!.toFixed(4)}`,
        )
        return `${lines.length}\n${JSON.stringify({ ...rope.setup, frame: rope.frame })}\n${lines.join('\n')}\n`
      },

      /** The separating set, as JSON that `verifyStep` takes; undefined where beads touch. */
      separatingSet(): string | undefined {
        const found = opened!.rope.wrapped.separatingSet()
        return found.free ? `${JSON.stringify(found.set)}\n` : undefined
      },
    }
  },
} satisfies EngineSide<Methods>

export type RopeMethods = ReturnType<typeof engine.create>

function knotOf(places: Float64Array): RopeFrame['knot'] {
  try {
    const { determinant, atThirdRoot } = knotInvariant(places)
    return { determinant: String(determinant), atThirdRoot: String(atThirdRoot) }
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}

/** Of the knot the middle: its arms leave the picture. Of what is rolled up the roll, and some of what is before it. */
function focusOf({ setup, places, motion, frame }: WatchedRope): number[] {
  const n = places.length / 3
  const { radius, frames } = motion
  if (setup.rope === 'knot') return ballAround(places, radius, Math.floor(n / 3), Math.ceil((2 * n) / 3))
  if (setup.rope !== 'spiral') return ballAround(places, radius)
  const rolled = (n * frame) / (frames - 1)
  return ballAround(places, radius, 0, Math.min(n, Math.ceil(rolled + 0.12 * n)))
}

/** Milliseconds since it was asked last. */
function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const before = last
    last = performance.now()
    return last - before
  }
}

/** Generations that each cage is below the root. A cage comes after the one that holds it. */
function depthsOf({ count, parent }: Cages): Int32Array {
  const depths = new Int32Array(count)
  for (let k = 1; k < count; k++) depths[k] = depths[parent[k]!]! + 1
  return depths
}

/** The cages of a generation, and the leaves above it: together they hold every bead once. */
function generation({ count, right }: Cages, depths: Int32Array, level: number): number[] {
  const out: number[] = []
  for (let k = 0; k < count; k++) {
    if (depths[k] === level || (depths[k]! < level && right[k] === 0)) out.push(k)
  }
  return out
}

function ballsOf({ balls }: Cages, which: readonly number[]): Float32Array {
  const out = new Float32Array(4 * which.length)
  which.forEach((k, at) => {
    for (let i = 0; i < 4; i++) out[4 * at + i] = balls[4 * k + i]!
  })
  return out
}

function radii(balls: Float32Array): number {
  let sum = 0
  for (let k = 3; k < balls.length; k += 4) sum += balls[k]!
  return sum
}

function edgesOf(rope: WatchedRope): Float32Array {
  const pairs = rope.wrapped.powerDiagram().edges()
  const { places } = rope
  const out = new Float32Array(3 * pairs.length)
  for (let k = 0; k < pairs.length; k++) {
    for (let i = 0; i < 3; i++) out[3 * k + i] = places[3 * pairs[k]! + i]!
  }
  return out
}

/** Where the surfaces of two beads come nearest to each other. */
function gapOf({ places, motion }: WatchedRope, { a, b, signedDistance: gap }: BeadPair): RopeGap {
  const from = [...places.subarray(3 * a, 3 * a + 3)]
  const way = from.map((x, k) => places[3 * b + k]! - x)
  const length = Math.hypot(...way) || 1
  const at = (d: number): number[] => from.map((x, k) => x + (d * way[k]!) / length)
  return { a, b, gap, pointA: at(motion.radius), pointB: at(length - motion.radius) }
}
