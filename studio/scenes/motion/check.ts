// A motion check that can be watched: as fast as it goes, or a few tests a frame.
import { checkSegments, type MotionVerdict, SegmentCheck, type World } from '../../../src/entries/robots.js'
import type { Task } from '../../engine/protocol.js'
import { inOwnWords } from '../../workcell/sight.js'
import { alongPath, type PathLike } from './path.js'
import { laidPath } from './path-motion.js'
import { BINS, openShares } from './progress.js'

export interface CheckRequest extends PathLike {
  /** Metres. */
  readonly clearance: number
  /** Joints may be beyond their limits. */
  readonly ignoreLimits?: boolean
  /** A few tests a frame, so that it can be watched. */
  readonly slow: boolean
}

export interface CheckProgress {
  /** As openShares makes it. */
  readonly open: Uint8Array
  /** How much is proved, 0 to 1. */
  readonly proved: number
  readonly tests: number
  /** Of the engine's work alone. */
  readonly millis: number
  /** What is tested next: part of the path, and the two objects that are likeliest to meet. */
  readonly next: { readonly from: number; readonly to: number; readonly a: string; readonly b: string } | undefined
}

export interface CheckAnswer {
  readonly outcome: MotionVerdict['outcome']
  readonly progress: CheckProgress
  readonly intervals: number
  /** Of what touches or comes too near; else the pair that took longest to prove. */
  readonly a: string
  readonly b: string
  /** Along the path; undefined where nothing touches. */
  readonly at: number | undefined
  readonly q: readonly number[] | undefined
  /** Where they touch, or the two nearest points. */
  readonly points: readonly (readonly number[])[]
  readonly distance: number | undefined
  readonly depth: number | undefined
  /** Why it is undecided, or there is nothing to check; which joint is beyond which limit. */
  readonly reason: string
  readonly unseen: readonly string[]
  readonly visualOnly: readonly string[]
  readonly surfaces: MotionVerdict['surfaces']
}

/** Milliseconds of work before others have their turn, and between two frames. */
const SLICE = 12
const FRAME = 33
/** Tests at a time, where it is not slowed down: by number and not by time, so that the same check is the same work again. */
const MOST_TESTS = 2000

export interface CheckResult {
  readonly answer: CheckAnswer
  readonly verdict: MotionVerdict
}

export async function watchCheck(
  world: World,
  { clearance, ignoreLimits, slow, ...path }: CheckRequest,
  task: Task<CheckProgress>,
): Promise<CheckResult> {
  let began = performance.now()
  let millis = 0
  const { motion, breaks } = laidPath(world, path)
  const checks = motion.pieces.map((piece) => new SegmentCheck(world, piece, { clearance, ignoreLimits }))
  const pairs = Math.max(...checks.map((check) => check.left().length))
  let last: CheckProgress['next']
  let tests = 0
  const state = (verdict: MotionVerdict): CheckProgress => {
    const next = nextOf(checks, breaks)
    last = next ?? last
    const proved = verdict.outcome === 'free' ? 1 : verdict.outcome === 'undecided' ? verdict.proved : NaN
    tests = verdict.stats.volumeTests + verdict.stats.leafTests
    // What was not tested is not proved.
    const isOpen = verdict.outcome !== 'nothing-to-check' && verdict.outcome !== 'outside-limits'
    const open = isOpen ? openShares(checks, breaks, pairs) : new Uint8Array(BINS).fill(255)
    return { open, proved, tests, millis, next }
  }
  for (;;) {
    const from = performance.now()
    // Slow at first, then ever faster: a hundred tests can be followed, a hundred thousand come to an end.
    const maxSteps = slow ? Math.max(2, Math.round(0.05 * tests)) : Math.min(MOST_TESTS, Math.max(32, tests))
    const verdict = checkSegments(checks, { maxSteps })
    millis += performance.now() - from
    const isOver = !checks.some((check) => check.outcome === 'open') || verdict.outcome !== 'undecided'
    if (isOver) return { answer: answerOf(verdict, state(verdict), breaks, last), verdict }
    const now = state(verdict)
    if (!slow && performance.now() - began < SLICE) continue
    task.progress(now)
    if (slow) await pause(began + FRAME, task)
    else await task.breathe()
    began = performance.now()
  }
}

async function pause(until: number, task: Task): Promise<void> {
  do {
    await new Promise((go) => setTimeout(go, 5))
    await task.breathe()
  } while (performance.now() < until)
}

function nextOf(checks: readonly SegmentCheck[], breaks: readonly number[]): CheckProgress['next'] {
  let first = -1
  for (let i = 0; i < checks.length; i++) {
    if (checks[i]!.outcome !== 'open') continue
    if (first === -1 || checks[i]!.priority > checks[first]!.priority) first = i
  }
  const next = first === -1 ? undefined : checks[first]!.next()
  if (next === undefined) return undefined
  const { from, to, a, b } = next
  const at = (t: number): number => alongPath(breaks, { segment: first, at: t })
  return { from: at(from), to: at(to), a, b }
}

function answerOf(
  verdict: MotionVerdict,
  progress: CheckProgress,
  breaks: readonly number[],
  last: CheckProgress['next'],
): CheckAnswer {
  const { outcome, stats, unseen, visualOnly, surfaces } = verdict
  const nothing = { at: undefined, q: undefined, points: [], distance: undefined, depth: undefined, reason: '' }
  const { a = '', b = '' } = last ?? {}
  const base = { outcome, progress, intervals: stats.intervals, unseen, visualOnly, surfaces, a, b, ...nothing }
  switch (verdict.outcome) {
    case 'free':
      return base
    case 'undecided':
      return { ...base, reason: verdict.reason, a: verdict.left[0]?.a ?? '', b: verdict.left[0]?.b ?? '' }
    case 'nothing-to-check':
      return { ...base, reason: inOwnWords(verdict.reason), a: '', b: '' }
    case 'outside-limits': {
      const { joint, value, limit, configuration } = verdict
      const reason = `${joint} is at ${value.toFixed(4)}, beyond its limit ${limit.toFixed(4)}`
      return { ...base, reason, a: '', b: '', at: alongPath(breaks, verdict), q: [...configuration] }
    }
    case 'collision': {
      const { contact, configuration } = verdict
      return {
        ...base,
        a: verdict.a,
        b: verdict.b,
        at: alongPath(breaks, verdict),
        q: [...configuration],
        points: [[...contact.pointA], [...contact.pointB]],
        depth: contact.depth,
      }
    }
    default:
      return {
        ...base,
        a: verdict.a,
        b: verdict.b,
        at: alongPath(breaks, verdict),
        q: [...verdict.configuration],
        points: [[...verdict.pointA], [...verdict.pointB]],
        distance: verdict.distance,
      }
  }
}
