// The rope in its worker: goes to the frame that is asked for, step by step, and says what is found there.
import { type BeadPair, type Cages, InvalidInputError, knotInvariant } from '../../../src/entries/chains.js'
import { ballAround } from '../../engine/ball-around.js'
import { type EngineSide, type Methods, Moved, type Task } from '../../engine/protocol.js'
import { RateMeter, TimeMeter } from '../../engine/rate.js'
import type { GivenFile } from '../../engine/unpack.js'
import type { RopeFile, RopeFileView } from './rope-file.js'
import type { RopeChecked, RopeLook, RopeSetup } from './state.js'
import { RopeStepper, type RopeSteps, stepFile } from './steps.js'
import { type RopeProof, WatchedRope } from './watched.js'

/** What is drawn and said of the rope in one frame, or between two. */
export interface RopeFrame {
  readonly frame: number
  readonly frames: number
  readonly closed: boolean
  /** Beads at most this many places apart may overlap. */
  readonly neighbours: number
  /** What the beads of the closest pair are called, where a file says so. */
  readonly names: readonly [string, string] | undefined
  /** Two values of the Alexander polynomial of a closed rope, or none where it meets itself. */
  readonly knot: { readonly determinant: string; readonly atThirdRoot: string } | undefined
  readonly positions: Float32Array
  readonly radius: number
  /** x, y, z and radius of the smallest ball around it. */
  readonly ball: readonly number[]
  /** The same for the view. */
  readonly focus: readonly number[] | undefined
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
    let stepper: { readonly key: string; readonly own: RopeStepper } | undefined
    const files = new Map<string, RopeFile>()
    let opened: { readonly rope: WatchedRope; readonly depths: Int32Array } | undefined
    const rate = new RateMeter()
    let times: ReturnType<typeof median>[] = []

    function view(frame: number, look: RopeLook): Moved<RopeFrame> {
      const { rope, depths } = opened!
      const clock = stopwatch()
      rope.go(frame)
      const stepMs = times[0]!(clock())
      const touching = rope.collisions()
      const closest = rope.closest()
      const askMs = times[1]!(clock())
      const proof = look.proof ? rope.prove() : undefined
      const proofMs = times[2]!(clock())
      const edges = look.edges ? edgesOf(rope) : new Float32Array(0)
      const edgesMs = times[3]!(clock())
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
        neighbours: rope.motion.neighbours,
        names: namesOf(rope, closest),
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
        const rope = new WatchedRope(setup, files)
        opened = { rope, depths: depthsOf(rope.wrapped.cages()) }
        rate.start(0, performance.now())
        times = Array.from({ length: 4 }, () => median())
        return view(frame, look)
      },

      /** Another frame of the same rope, or another view of it. */
      go({ frame, look }: { frame: number; look: RopeLook }): Moved<RopeFrame> {
        return view(frame, look)
      },

      /** Reads files, so that ropes of this name can be built. */
      async read({ name, files: given }: { name: string; files: readonly GivenFile[] }): Promise<RopeFileView> {
        const { RopeFile } = await import('./rope-file.js')
        const file = new RopeFile(given)
        files.set(name, file)
        return file.view
      },

      /** Decides all frames and steps, from a frame outwards, until other ones are asked for; what is known of the same rope is kept. */
      async steps(
        { setup, checked, from = 0 }: { setup: RopeSetup; checked: RopeChecked; from?: number },
        task: Task<RopeSteps>,
      ): Promise<RopeSteps> {
        const own = ++stepping
        const key = JSON.stringify([setup, checked])
        if (stepper?.key !== key) stepper = { key, own: new RopeStepper(setup, checked, files) }
        const { own: now } = stepper
        now.focus(from)
        let told = performance.now()
        while (!now.isDone && own === stepping) {
          const until = performance.now() + SLICE
          do now.next()
          while (!now.isDone && performance.now() < until)
          if (performance.now() - told > REPORT) {
            task.progress(now.result)
            told = performance.now()
          }
          await task.breathe()
        }
        return now.result
      },

      /** A step with the proof that it is free, as JSON that `limber verify` takes; undefined if it is not free. */
      stepFile({ setup, checked, step }: { setup: RopeSetup; checked: RopeChecked; step: number }): string | undefined {
        return stepFile(setup, checked, step, files)
      },

      /** It plays: what was before says nothing about how often bases change now. */
      start(): void {
        rate.start(opened!.rope.basisChanges, performance.now())
      },

      /** Places of all beads, as an XYZ file. */
      xyz(): string {
        const { rope } = opened!
        return xyzOf(rope.places, JSON.stringify({ ...rope.setup, frame: rope.frame }))
      },

      /** All frames, as an XYZ file with every digit: what the command line says of it is what is shown here. */
      allFrames(): string {
        const { motion } = opened!.rope
        const numbers = 3 * motion.frames * (motion.centres.length / 3)
        if (numbers > MOST_SAVED) throw new Error('All frames are too many for one file: choose fewer beads.')
        return Array.from({ length: motion.frames }, (_, k) => xyzOf(motion.frame(k), `frame ${k}`)).join('')
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

/** Of the knot the middle: its arms leave the picture. Of what is rolled up the roll, and some of what is before it. Else all of it. */
function focusOf({ setup, places, motion, frame }: WatchedRope): number[] | undefined {
  const n = places.length / 3
  const { radius, frames } = motion
  if (setup.rope === 'knot') return ballAround(places, radius, Math.floor(n / 3), Math.ceil((2 * n) / 3))
  if (setup.rope !== 'spiral') return undefined
  const rolled = (n * frame) / (frames - 1)
  return ballAround(places, radius, 0, Math.min(n, Math.ceil(rolled + 0.12 * n)))
}

/** A frame with every digit: half a million lines are some 20 MB. */
const MOST_SAVED = 1_500_000

function xyzOf(p: Float64Array, title: string): string {
  const lines = Array.from({ length: p.length / 3 }, (_, i) => `C ${p[3 * i]} ${p[3 * i + 1]} ${p[3 * i + 2]}`)
  return `${lines.length}\n${title}\n${lines.join('\n')}\n`
}

/** Takes milliseconds, and gives the median of the last fifteen; 0 while they are too few. */
function median(): (milliseconds: number) => number {
  const meter = new TimeMeter(15)
  return (milliseconds) => {
    meter.add(milliseconds, 1)
    return meter.isTelling ? meter.micros / 1000 : 0
  }
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

function namesOf({ motion: { names } }: WatchedRope, pair: BeadPair | undefined): RopeFrame['names'] {
  return names === undefined || pair === undefined ? undefined : [names[pair.a]!, names[pair.b]!]
}

/** Where the surfaces of two beads come nearest to each other. */
function gapOf({ places, motion }: WatchedRope, { a, b, signedDistance: gap }: BeadPair): RopeGap {
  const from = [...places.subarray(3 * a, 3 * a + 3)]
  const way = from.map((x, k) => places[3 * b + k]! - x)
  const length = Math.hypot(...way) || 1
  const at = (d: number): number[] => from.map((x, k) => x + (d * way[k]!) / length)
  return { a, b, gap, pointA: at(motion.radius), pointB: at(length - motion.radius) }
}
