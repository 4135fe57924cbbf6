// Motions in their worker: where everything is along a path, whether it is free, sampled for comparison, planned, smoothed and timed.
import {
  type Certificate,
  checkMotion,
  type MotionVerdict,
  type PlanProblem,
  plan,
  Random,
  type SampleVerdict,
  type Shape,
  sampleMotion,
  smooth,
  type World,
  worldDocument,
  writeJointTrajectory,
} from '../../../src/entries/robots.js'
import { type Verification, verifyCertificate } from '../../../src/verify/index.js'
import type { Measured } from '../../app/scene.js'
import { type EngineSide, type Methods, Moved, StoppedError, type Task } from '../../engine/protocol.js'
import { answerFor, type CellAnswer, type CellDrag, draggedTo } from '../../workcell/answers.js'
import type { CellEdits } from '../../workcell/edits.js'
import { type MeasureQuestion, measured } from '../../workcell/measured.js'
import { type FilesRequest, type OpenedFiles, openFiles } from '../../workcell/opened.js'
import { inOwnWords } from '../../workcell/sight.js'
import { type CellView, rounded, Workcell } from '../../workcell/workcell.js'
import { MOTION_CELLS } from './cells.js'
import { type CheckAnswer, type CheckProgress, type CheckRequest, watchCheck } from './check.js'
import { alongPath, type MotionPath, type PathLike, type PathState, untimed } from './path.js'
import {
  configurationAt,
  curvesOf,
  describedPath,
  type LaidPath,
  laidPath,
  type PathCurves,
  pathDocument,
  stateAt,
} from './path-motion.js'
import { type TimeRequest, timedPath } from './time-path.js'
import { type ProofPath, type WrittenProof, writeProof } from './write-proof.js'

export interface PathQuestion extends PathLike {
  readonly edits: CellEdits
}

/** The path that is edited, and the one that it is compared with. */
export type WhichPath = 'a' | 'b'

export interface PathFrames {
  /** Twelve numbers a thing, from the first frame to the last, which are equally far apart along the path. */
  readonly poses: Float32Array
  readonly frames: number
  readonly things: number
}

export interface SampleRequest {
  readonly resolution: number
  readonly ignoreLimits?: boolean
}

export interface SampleAnswer {
  readonly outcome: SampleVerdict['outcome']
  /** Where it looked, along the path, in this order. */
  readonly ticks: Float32Array
  readonly at: number | undefined
  readonly a: string
  readonly b: string
  readonly millis: number
}

export interface PlanStep {
  readonly words: string
  /** 0 to 1; undefined where it is not known. */
  readonly share: number | undefined
}

export interface PlanAnswer {
  /** Undefined where there is none. */
  readonly path: MotionPath | undefined
  readonly words: string
}

/** The least distance at places along a path, and between which two. */
export interface LeastDistance {
  readonly distance: number
  readonly a: string
  readonly b: string
  /** Along the path, 0 to 1. */
  readonly at: number
  /** How many places were measured. */
  readonly places: number
}

/** Frames of a path that is played. */
const FRAMES = 240

export const engine = {
  create() {
    let cell: Workcell | undefined
    let certificate: (() => Certificate) | undefined
    const meshes = new Map<string, Shape>()
    let laid: Partial<Record<WhichPath, LaidPath>> = {}
    const worldOf = (edits: CellEdits): World => cell!.world(edits)
    return {
      open({ cell: name, edits }: { cell: string; edits: CellEdits }): CellView {
        cell = new Workcell(MOTION_CELLS[name]!(), meshes)
        certificate = undefined
        laid = {}
        const view = cell.view(edits)
        warm(cell.world(edits), view)
        return view
      },
      async openFiles(request: FilesRequest): Promise<OpenedFiles> {
        const { cell: found, answer } = await openFiles(request, cell, meshes)
        cell = found
        if (answer.view === undefined) return answer
        certificate = undefined
        laid = {}
        // A clip has its own.
        if (answer.view.path !== undefined) return answer
        return {
          ...answer,
          view: { ...answer.view, goal: goalOf(cell!.world(request.fresh ?? request.edits), answer.view.start) },
        }
      },
      things({ edits }: { edits: CellEdits }) {
        return cell!.things(edits)
      },
      ask({ edits, q }: { edits: CellEdits; q: readonly number[] }): CellAnswer {
        return answerFor(cell!, { edits, q })
      },
      /** Two bodies, at a place along the path that was laid last. */
      measure({ edits, t, a, b }: Omit<MeasureQuestion, 'q'> & { readonly t: number }): Measured | undefined {
        const { dof } = worldOf(edits)
        if (laid.a === undefined || laid.a.motion.pieces[0]!.dof !== dof) return undefined
        return measured(cell!, { edits, q: [...configurationAt(laid.a, t, new Float64Array(dof))], a, b })
      },
      drag(request: CellDrag): number[] {
        return cell!.short(draggedTo(cell!, request))
      },
      /** All poses along the path: it is played without asking again. */
      async frames(
        { edits, which = 'a', ...path }: PathQuestion & { which?: WhichPath },
        task: Task,
      ): Promise<Moved<PathFrames>> {
        const world = worldOf(edits)
        const own = laidPath(world, path)
        laid[which] = own
        const q = new Float64Array(world.dof)
        const things = world.objects.length
        const poses = new Float32Array(12 * things * (FRAMES + 1))
        for (let f = 0; f <= FRAMES; f++) {
          poses.set(cell!.poses(edits, configurationAt(own, f / FRAMES, q)), 12 * things * f)
          if (f % 40 === 39) await task.breathe()
        }
        return new Moved({ poses, frames: FRAMES + 1, things }, [poses.buffer as ArrayBuffer])
      },
      /** Of the path that was last asked for by `frames`: what touches at a place. */
      at({ edits, t }: { edits: CellEdits; t: number }): CellAnswer | undefined {
        if (laid.a === undefined) return undefined
        const world = worldOf(edits)
        if (laid.a.motion.pieces[0]!.dof !== world.dof) return undefined
        return answerFor(cell!, { edits, q: [...configurationAt(laid.a, t, new Float64Array(world.dof))] })
      },
      /** Of the same path: what the robot does there. */
      stateAt({ t }: { t: number }): PathState | undefined {
        return laid.a === undefined ? undefined : stateAt(laid.a, t)
      },
      /** Of the same path; undefined where it has no times. */
      curves({ edits }: { edits: CellEdits }): PathCurves | undefined {
        return laid.a === undefined ? undefined : curvesOf(worldOf(edits), laid.a)
      },
      /** Measured at every frame, and not between them. */
      async least(
        { edits, which }: { edits: CellEdits; which: WhichPath },
        task: Task,
      ): Promise<LeastDistance | undefined> {
        const own = laid[which]
        const world = worldOf(edits)
        if (own === undefined || world.nothingToCheck() !== undefined) return undefined
        const q = new Float64Array(world.dof)
        let least: LeastDistance | undefined
        for (let f = 0; f <= FRAMES; f++) {
          const { distance, a, b } = world.distance(configurationAt(own, f / FRAMES, q))
          if (a !== '' && (least === undefined || distance < least.distance)) {
            least = { distance, a, b, at: f / FRAMES, places: FRAMES + 1 }
          }
          if (f % 8 === 7) await task.breathe()
        }
        return least
      },
      /** Of the path that is compared with: the certificate of the other stays. */
      async checkOther(
        { edits, ...request }: CheckRequest & PathQuestion,
        task: Task<CheckProgress>,
      ): Promise<CheckAnswer> {
        return (await watchCheck(worldOf(edits), request, task)).answer
      },
      time({ edits, ...request }: TimeRequest & { edits: CellEdits }): PlanAnswer {
        const answer = timedPath(worldOf(edits), request)
        if (answer.path === undefined) {
          return { path: undefined, words: `Only a free path can be timed: ${notProved(answer.verdict)}.` }
        }
        const { path, duration, blended, stops } = answer
        const corners = `${blended} corners cut, ${stops === 1 ? 'one stop' : `${stops} stops`} on the way`
        return { path, words: `${duration.toFixed(2)} s, ${corners}, proved free` }
      },
      /** As a file has it. */
      path({ edits, ...path }: PathQuestion): string {
        return `${JSON.stringify(pathDocument(worldOf(edits).variables, path), null, 2)}\n`
      },
      /** As a JointTrajectory. */
      rosPath({ edits, ...path }: PathQuestion): string {
        return writeJointTrajectory(describedPath(worldOf(edits).variables, path))
      },
      async check({ edits, ...request }: CheckRequest & PathQuestion, task: Task<CheckProgress>): Promise<CheckAnswer> {
        certificate = undefined
        const { answer, verdict } = await watchCheck(worldOf(edits), request, task)
        if (verdict.outcome === 'free') certificate = verdict.certificate
        return answer
      },
      sample({ edits, resolution, ignoreLimits, ...path }: PathQuestion & SampleRequest): SampleAnswer {
        const world = worldOf(edits)
        const { motion, breaks } = laidPath(world, path)
        const ticks: number[] = []
        const began = performance.now()
        const verdict = sampleMotion(world, motion, {
          resolution,
          ignoreLimits,
          maxSteps: 3e6,
          onSample: (place) => ticks.push(alongPath(breaks, place)),
        })
        const millis = performance.now() - began
        const found =
          verdict.outcome === 'collision'
            ? { at: alongPath(breaks, verdict), a: verdict.a, b: verdict.b }
            : { at: undefined, a: '', b: '' }
        return { outcome: verdict.outcome, ticks: Float32Array.from(ticks), ...found, millis }
      },
      /** The certificate of the last check that said `free`, checked by code that shares none with the checker. */
      verify({
        edits,
      }: {
        edits: CellEdits
      }): (Verification & { readonly millis: number; readonly bytes: number }) | undefined {
        if (certificate === undefined) return undefined
        const text = JSON.stringify(certificate())
        const began = performance.now()
        const verification = verifyCertificate(worldDocument(worldOf(edits)), JSON.parse(text))
        return { ...verification, millis: performance.now() - began, bytes: text.length }
      },
      /** All that others need to verify it. */
      proof({ edits, ...path }: PathQuestion & ProofPath): Promise<WrittenProof> {
        return writeProof(cell!, edits, path)
      },
      certificate(): string | undefined {
        return certificate === undefined ? undefined : `${JSON.stringify(certificate())}\n`
      },
      async plan(
        { edits, waypoints, seed, clearance }: PathQuestion & { seed: number; clearance: number },
        task: Task<PlanStep>,
      ): Promise<PlanAnswer> {
        const world = worldOf(edits)
        const running = plan(world, waypoints[0]!, waypoints.at(-1)!, {
          seed,
          clearance,
          maxMillis: 60_000,
          signal: task.signal,
        })
        for await (const { phase, nodes, proved, millis } of running) {
          const seconds = (millis / 1000).toFixed(1)
          task.progress(
            phase !== 'proving'
              ? {
                  words: `Searching: ${nodes} configurations reached, ${seconds} s`,
                  share: undefined,
                }
              : { words: `Proving: ${seconds} s`, share: proved },
          )
          if (task.signal.aborted) running.cancel()
        }
        const result = await running
        if (task.signal.aborted) throw new StoppedError()
        if (result.outcome !== 'solved') return { path: undefined, words: wordsOf(result) }
        const words = `${result.path.length} waypoints, length ${result.length.toFixed(2)} rad, proved free`
        return { path: untimed(result.path.map((q) => Array.from(q))), words }
      },
      async smooth(
        { edits, waypoints, seed, clearance }: PathQuestion & { seed: number; clearance: number },
        task: Task<PlanStep>,
      ): Promise<PlanAnswer> {
        const world = worldOf(edits)
        const running = smooth(
          world,
          waypoints.map((q) => Float64Array.from(q)),
          { seed, clearance, rounds: 200, signal: task.signal },
        )
        for await (const { phase, round, rounds, length, before } of running) {
          const saved = `${(100 * (1 - length / before)).toFixed(1)} % shorter`
          task.progress(
            phase === 'proving'
              ? { words: 'Proving the path as it is', share: undefined }
              : { words: `Round ${round} of ${rounds}: ${saved}`, share: round / rounds },
          )
          if (task.signal.aborted) running.cancel()
        }
        const result = await running
        if (task.signal.aborted) throw new StoppedError()
        if (result.outcome === 'not-proved') {
          const words = `Only a free path can be smoothed: ${notProved(result.verdict)}. Plan one first.`
          return { path: undefined, words }
        }
        const { path, length, before } = result
        const words = `${path.length} waypoints, length ${before.toFixed(2)} → ${length.toFixed(2)} rad, proved free`
        return { path: untimed(path.map((q) => Array.from(q))), words }
      },
    }
  },
} satisfies EngineSide<Methods>

export type MotionMethods = ReturnType<typeof engine.create>

/** The first check takes longer than all others: what it prepares should not be in the time that is shown. */
function warm(world: World, { start, goal = start }: CellView): void {
  checkMotion(world, [start, goal], { maxSteps: 300 })
}

/** Where a robot without a goal might go: free, and the same every time. */
function goalOf(world: World, start: readonly number[]): number[] {
  const random = new Random(1)
  for (let k = 0; k < 200; k++) {
    // Within a part of each range: whole turns of everything are not a motion worth watching.
    const goal = start.map((q, i) => {
      const [least, most] = [Math.max(world.lower[i]!, q - 1), Math.min(world.upper[i]!, q + 1)]
      return least < most ? rounded(random.range(least, most)) : q
    })
    if (world.outsideLimits(goal).length === 0 && !world.collides(goal)) return goal
  }
  return [...start]
}

function notProved(verdict: Exclude<MotionVerdict, { readonly outcome: 'free' }>): string {
  switch (verdict.outcome) {
    case 'undecided':
    case 'nothing-to-check':
      return inOwnWords(verdict.reason)
    case 'outside-limits':
      return `${verdict.joint} is outside its limits`
    default:
      return `${verdict.a} and ${verdict.b}: ${verdict.outcome}`
  }
}

function wordsOf(result: {
  readonly outcome: string
  readonly reason?: string
  readonly problems?: readonly PlanProblem[]
}): string {
  const first = result.problems?.[0]
  if (result.outcome === 'nothing-to-check')
    return `There is nothing to check, so no path is proved: ${inOwnWords(result.reason)}.`
  if (first === undefined) return `No path was found: ${result.reason}.`
  const where = result.outcome === 'invalid-start' ? 'start' : 'goal'
  switch (first.kind) {
    case 'collision':
      return `The ${where} configuration collides: ${first.a} touches ${first.b}.`
    case 'too-close':
      return `The ${where} configuration is too close: ${first.a} is ${(1000 * first.distance).toFixed(2)} mm from ${first.b}.`
    case 'outside-limits':
      return `The ${where} configuration is outside the joint limits: ${first.joint} is at ${first.value.toFixed(3)}.`
    case 'unreachable':
      return `The ${where} cannot be reached: ${first.reason}.`
  }
}
