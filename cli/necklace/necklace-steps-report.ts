// What `limber necklace --between` found out, as a document and as a text.

import type { RopeStep } from '../../src/entries/molecules.js'
import { oneLine, plural, short } from '../check/check-report.js'
import type { Written } from '../plan/plan-files.js'
import { instant, type Meeting, type StepReport, stepName, summariseSteps, table } from '../steps/step-report.js'

export interface RopeStepReport extends StepReport {
  /** The step is proved to keep the knot that the rope is tied in. */
  readonly keepsKnot: boolean
  readonly images: RopeStep['images']
  /** Pairs that meet next to each other along the rope are at one place: where a bead passes a bead, up to four pairs of strands meet. */
  readonly places: number
}

/** At how many places two items of a rope meet. `items`: how many there are; `closed`: the last is next to the first. */
export function countPlaces(meetings: readonly Meeting[], items: number, closed: boolean): number {
  const key = (a: number, b: number): number => Math.min(a, b) * items + Math.max(a, b)
  const open = new Set(meetings.map(({ a, b }) => key(a, b)))
  const beside = (item: number, by: number): number => (closed ? (item + by + items) % items : item + by)
  let places = 0
  for (const { a, b } of meetings) {
    if (!open.delete(key(a, b))) continue
    places++
    const waiting = [[a, b] as const]
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      for (let k = 0; k < 9; k++) {
        const next = [beside(pair[0], (k % 3) - 1), beside(pair[1], Math.floor(k / 3) - 1)] as const
        if (open.delete(key(...next))) waiting.push(next)
      }
    }
  }
  return places
}

/** Two values of the Alexander polynomial of the knot that a frame is tied in, as knotInvariant has them; or why there are none. */
export type FrameKnot = { readonly frame: number } & (
  | { readonly determinant: string; readonly atThirdRoot: string; readonly crossings: number }
  | { readonly unknown: string }
)

export interface RopeStepsReport {
  readonly file: string
  readonly format: string
  readonly atoms: number
  readonly beads: number
  readonly names: readonly string[] | undefined
  readonly radius: number
  readonly radiusGiven: boolean
  /** The radius of strands; undefined: beads. */
  readonly strands: number | undefined
  /** Only the first meeting of a step was looked for. */
  readonly first: boolean
  readonly dimension: number
  readonly closed: boolean
  readonly neighbours: number
  readonly method: string
  readonly frames: number
  readonly steps: readonly RopeStepReport[]
  /** Of the first and the last frame; undefined where nothing was asked about a knot. */
  readonly knots: readonly FrameKnot[] | undefined
  /** Every pair that meets is listed. */
  readonly listed: boolean
  readonly certificate: Written | undefined
  readonly plot: Written | undefined
  readonly notes: readonly string[]
  readonly millis: number
}

/** The document that --json prints. */
export function ropeStepsDocument(report: RopeStepsReport): object {
  const { file, format, atoms, beads, names, radius, strands, first, dimension, closed, neighbours, method } = report
  const { firstColliding, ...counts } = summariseSteps(report.steps)
  const named = ({ a, b, lower, upper }: Meeting): object => {
    const extra = names === undefined ? {} : { nameA: itemName(report, a), nameB: itemName(report, b) }
    return { a, b, lower, upper, ...extra }
  }
  return {
    ...{ file, format, atoms, beads, ...(strands === undefined ? { radius } : { strands }), first, dimension, closed },
    ...{ neighbours, method, frames: report.frames },
    steps: report.steps.map(({ from, to, outcome, meetings, places, keepsKnot, images, stats }) => ({
      ...{ from, to, outcome, at: meetings[0]?.lower ?? null, meetings: meetings.length, places },
      firstMeeting: meetings[0] === undefined ? null : named(meetings[0]),
      ...(report.listed ? { pairs: meetings.map(named) } : {}),
      keepsKnot,
      images: images ?? null,
      stats,
    })),
    summary: {
      ...counts,
      firstColliding: firstColliding ?? null,
      keepsKnot: report.steps.length > 0 && report.steps.every(({ keepsKnot }) => keepsKnot),
    },
    ...(report.knots === undefined ? {} : { knots: report.knots }),
    ...(report.certificate === undefined ? {} : { certificate: report.certificate }),
    ...(report.plot === undefined ? {} : { plot: report.plot }),
    notes: report.notes,
    millis: report.millis,
  }
}

export function describeRopeSteps(report: RopeStepsReport): string {
  const { steps, first, listed, certificate, plot } = report
  const lines = [describeInput(report)]
  if (steps.length > 0) {
    const head = ['step', 'outcome', ...(first ? [] : ['meetings', 'places']), 'first at', `the two ${thing(report)}s`]
    const rows = steps.map((step) => {
      const [meeting] = step.meetings
      const counts = first ? [] : [String(step.meetings.length), String(step.places)]
      const place = meeting === undefined ? ['-', '-'] : [instant(meeting.lower), `${meeting.a}, ${meeting.b}`]
      return [stepName(step), step.outcome, ...counts, ...place]
    })
    const [title, ...texts] = table([head, ...rows])
    lines.push('', title!)
    texts.forEach((text, k) => {
      lines.push(text)
      if (!listed) return
      for (const { a, b, lower } of steps[k]!.meetings) lines.push(`  ${pairName(report, a, b)}: at ${instant(lower)}`)
    })
  }
  lines.push('', ...describeSummary(report))
  if (certificate !== undefined) {
    lines.push(
      `Certificate: ${certificate.file} (${certificate.bytes} bytes). To verify it: limber verify ${certificate.file}`,
    )
  }
  if (plot !== undefined) lines.push(`Plot: ${plot.file} (${plot.bytes} bytes)`)
  return lines.map((line) => `${oneLine(line)}\n`).join('')
}

function describeInput(report: RopeStepsReport): string {
  const { file, beads, atoms, radius, radiusGiven, strands, closed, frames } = report
  const of = atoms === beads ? '' : ` of ${atoms} atoms`
  const half = radiusGiven ? '' : ' (half the usual spacing; --radius sets it)'
  const what = strands === undefined ? `radius ${short(radius)}${half}` : `strands of radius ${short(strands)}`
  return `${file}: ${plural(frames, 'frame')}, ${plural(beads, 'bead')}${of}, ${what}${closed ? ', closed' : ''}`
}

function describeSummary(report: RopeStepsReport): string[] {
  const { steps } = report
  const { free, colliding, undecided, nothingToCheck, firstColliding } = summariseSteps(steps)
  const things = `${thing(report)}s`
  if (steps.length === 0) return ['Nothing to check: there is one frame, and no step.', ...describeKnots(report)]
  const lines: string[] = []
  if (free === steps.length) {
    const every = steps.length === 1 ? 'The straight step is free' : `All ${steps.length} straight steps are free`
    lines.push(`${every}: no two ${things} touch at any instant.`)
  }
  if (firstColliding !== undefined) {
    const { meetings } = steps.find(({ outcome }) => outcome === 'collision')!
    const { a, b, lower } = meetings[0]!
    lines.push(
      `${capital(things)} meet in ${colliding} of ${plural(steps.length, 'straight step')}.`,
      `First in step ${stepName(firstColliding)}, at ${instant(lower)} of it: ${pairName(report, a, b)}.`,
    )
  }
  if (undecided > 0) lines.push(`${plural(undecided, 'step')} undecided.`)
  if (nothingToCheck > 0) {
    const why = 'all of them are neighbours, cut or excluded, or there is only one'
    lines.push(`Nothing to check in ${plural(nothingToCheck, 'step')}: no two ${things} are checked; ${why}.`)
  }
  lines.push(...describeImages(report), ...describeKnots(report))
  return lines
}

/** What was said of the periodic images of the rope, and what was not. */
function describeImages({ steps }: RopeStepsReport): string[] {
  const boxed = steps.filter(({ images }) => images !== undefined)
  if (boxed.length === 0) return []
  const open = boxed.filter(({ images }) => images === 'not-checked')
  const whole = 'Periodic box: the rope is made whole, and beads go to their nearest image.'
  if (open.length === 0) return [whole, 'Its own periodic images stay clear of it: it is shorter than the box.']
  return [
    whole,
    `Not checked: the rope against its own periodic images, in ${open.length} of ${plural(steps.length, 'step')}, first in step ${stepName(open[0]!)}.`,
  ]
}

function describeKnots({ steps, knots }: RopeStepsReport): string[] {
  if (knots === undefined) return []
  const lines: string[] = []
  const open = steps.filter(({ keepsKnot }) => !keepsKnot)
  if (steps.length > 0) {
    lines.push(
      open.length === 0
        ? 'The knot is kept in every step.'
        : `The knot is not proved to be kept in ${open.length} of ${plural(steps.length, 'step')}, first in step ${stepName(open[0]!)}.`,
    )
  }
  for (const knot of knots) {
    const what =
      'unknown' in knot ? `not known: ${knot.unknown}` : `|Δ(−1)| = ${knot.determinant}, |Δ(ω)| = ${knot.atThirdRoot}`
    lines.push(`Knot of frame ${knot.frame}, by its Alexander polynomial: ${what}.`)
  }
  return lines
}

function thing({ strands }: RopeStepsReport): string {
  return strands === undefined ? 'bead' : 'strand'
}

/** `strands 5 (A TRP6 CA to A ILE7 CA) and 17 (…)`; without names that tell no one from another. */
function pairName(report: RopeStepsReport, a: number, b: number): string {
  const [nameA, nameB] = [itemName(report, a), itemName(report, b)]
  const told = nameA !== undefined && nameA !== nameB
  const [inA, inB] = told ? [` (${nameA})`, ` (${nameB})`] : ['', '']
  return `${thing(report)}s ${a}${inA} and ${b}${inB}`
}

function itemName({ names, strands, beads }: RopeStepsReport, item: number): string | undefined {
  if (names === undefined) return undefined
  return strands === undefined ? names[item]! : `${names[item]!} to ${names[(item + 1) % beads]!}`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
