// The file that --certificate writes for steps: each with its own document and its own proof, so that it can be verified without
// anything else; and where the steps came from, so that they can be compared with the files that they were made from.
import { InvalidInputError } from '../../src/entries/chains.js'
import { verifyStepExactly } from '../../src/verify/exact/index.js'
import { type StepVerdict, verifyStep } from '../../src/verify/index.js'
import type { Written } from '../plan/plan-files.js'
import { type Place, placeFor, writeAtomically } from '../print/write-atomically.js'
import { questionOf, type StepQuestion } from './step-question.js'

/** What the steps were read from: the command, its files, and the options that say which points are meant. */
export interface StepsSource {
  readonly command: 'necklace' | 'deform'
  readonly files: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

/** One step with its proof. For a frame that was tested by itself, `from` and `to` are the same. */
export interface ProvedStep {
  readonly from: number
  readonly to: number
  readonly step: object
  readonly proof: object
}

export const STEPS_KIND = 'steps'
const START = /^\s*\{\s*"limber"\s*:\s*\d+\s*,\s*"kind"\s*:\s*"steps"/

/** What `limber verify` could not hold as text. */
const MOST_BYTES = 2 ** 28

export function certificatePlace(file: string): Promise<Place> {
  return placeFor(file, (start) => START.test(start), 'a name for a certificate')
}

/** Collects proofs as text while they are made: the steps themselves may be forgotten. */
export class StepsCertificate {
  private readonly texts: string[] = []
  private bytes = 0

  constructor(
    private readonly place: Place,
    private readonly source: StepsSource,
  ) {}

  add(step: ProvedStep): void {
    const text = JSON.stringify(step)
    this.texts.push(text)
    this.bytes += Buffer.byteLength(text)
    if (this.bytes <= MOST_BYTES) return
    const { file } = this.place
    throw new InvalidInputError(
      '--certificate',
      file,
      `left out, or asked for with fewer frames (--frames): more than ${MOST_BYTES} bytes after ${this.texts.length} steps`,
    )
  }

  async write(): Promise<Written> {
    const head = JSON.stringify({ limber: 2, kind: STEPS_KIND, source: this.source, steps: [] }).slice(0, -2)
    const text = `${head}${this.texts.join(',\n')}]}\n`
    await writeAtomically(this.place, text)
    return { file: this.place.file, bytes: Buffer.byteLength(text) }
  }
}

/** What was verified of such a file. */
export type StepsVerdict =
  | {
      readonly valid: true
      readonly outcome: 'free'
      readonly steps: number
      /** They are frames, each by itself: nothing moves. */
      readonly frames?: boolean
      /** Every step starts where the one before ends. */
      readonly isMotion: boolean
      readonly hulls: string
      readonly items: number
      /** What the steps ask, each question once. */
      readonly questions: readonly (StepQuestion & { readonly steps: number })[]
      readonly volumeTests: number
      readonly leafTests: number
      readonly directions: number
      /** Files whose frames the steps are, where that was compared. */
      readonly files: readonly string[]
    }
  | {
      readonly valid: false
      /** `nothing-to-check`: no pair counts in a step, so nothing is proved. */
      readonly outcome: 'rejected' | 'nothing-to-check'
      readonly reason: string
      readonly step?: string
    }

/** Verifies every step of the document. `own`: the documents of the steps as the caller's files have them, in order. */
export function verifySteps(
  document: unknown,
  exact: boolean,
  own: Iterable<unknown> | undefined,
  files: readonly string[],
  onStep: (share: number, label: string) => void,
): StepsVerdict {
  const { steps } = document as { readonly steps?: unknown }
  if (!Array.isArray(steps) || steps.length === 0) return rejected('"steps" is not a list of steps')
  const verify = exact ? verifyStepExactly : verifyStep
  const expected = own?.[Symbol.iterator]()
  const sum = { items: 0, volumeTests: 0, leafTests: 0, directions: 0 }
  const asked = new Map<string, number>()
  let hulls: string | undefined
  let last: Partial<Moved> = {}
  let isMotion = true
  let moving = 0
  for (const [k, entry] of (steps as unknown[]).entries()) {
    const { from, to, step, proof } = (entry ?? {}) as Partial<ProvedStep>
    const name = `${from} → ${to}`
    if (!Number.isInteger(from) || !Number.isInteger(to))
      return rejected(`step ${k} says not from where to where it goes`)
    if (expected !== undefined) {
      const next = expected.next()
      if (next.done === true) return rejected(`it has more steps than ${files.join(', ')}`, name)
      if (JSON.stringify(next.value) !== JSON.stringify(step))
        return rejected(`the step is not that of ${files.join(', ')}`, name)
    }
    const verdict: StepVerdict = verify(step, proof)
    if (!verdict.valid) {
      const { reason } = verdict
      return verdict.outcome === 'nothing-to-check'
        ? { valid: false, outcome: 'nothing-to-check', reason, step: name }
        : rejected(reason, name)
    }
    hulls ??= verdict.hulls
    if (hulls !== verdict.hulls) return rejected(`steps of ${hulls} and of ${verdict.hulls}`, name)
    sum.items = verdict.items
    sum.volumeTests += verdict.volumeTests
    sum.leafTests += verdict.leafTests
    sum.directions += verdict.directions
    const question = JSON.stringify(questionOf(step as object, verdict.items))
    asked.set(question, (asked.get(question) ?? 0) + 1)
    const { points, next } = step as Moved
    if (next !== undefined) moving++
    if (k > 0 && !isSame(last.next ?? last.points, points)) isMotion = false
    last = { points, next }
    onStep((k + 1) / steps.length, `step ${name}`)
  }
  if (expected !== undefined && expected.next().done !== true) {
    return rejected(`it has ${steps.length} steps, and ${files.join(', ')} more`)
  }
  if (moving > 0 && moving < steps.length) return rejected('some of its steps are steps, and some are frames')
  const frames = moving === 0 ? { frames: true } : {}
  const questions = [...asked].map(([question, count]) => ({ ...(JSON.parse(question) as StepQuestion), steps: count }))
  return {
    ...{ valid: true, outcome: 'free', steps: steps.length, ...frames, isMotion, hulls: hulls!, ...sum },
    ...{ questions, files },
  }
}

interface Moved {
  readonly points: readonly number[]
  readonly next: readonly number[] | undefined
}

/** Of documents that were verified: lists of numbers. */
function isSame(a: readonly number[] | undefined, b: readonly number[]): boolean {
  return a?.length === b.length && a.every((x, k) => x === b[k])
}

function rejected(reason: string, step?: string): StepsVerdict {
  return { valid: false, outcome: 'rejected', reason, ...(step === undefined ? {} : { step }) }
}
