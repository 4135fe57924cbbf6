// What `limber coordinate` found, as text for people and as a document for programs.
import type {
  CoordinateDeadlock,
  CoordinateResult,
  CoordinateScheduled,
  DiagramView,
} from '../../src/entries/robots.js'
import { byName, count, duration, size } from '../check/check-path-report.js'
import { oneLine, short } from '../check/check-report.js'
import { columns } from '../info/described.js'
import type { FileKind, Written } from '../plan/plan-files.js'
import { describeNotFree, inSeconds, verdictDocument } from '../plan/plan-report.js'
import { describeBlindSpots } from '../print/blind-spots.js'
import { inFlags } from '../read/flags.js'
import { robotsOfSchedule } from './signal-table.js'

/** The path that was planned for a robot, in its own joints. */
export interface PlannedPath {
  readonly robot: string
  readonly joints: readonly string[]
  readonly waypoints: readonly Float64Array[]
  readonly length: number
  readonly millis: number
}

export interface CoordinateReport {
  readonly answer: CoordinateResult
  readonly interrupted: boolean
  readonly variables: readonly string[]
  readonly planned?: readonly PlannedPath[]
  /** Files of paths by robot; those without one stand, or were planned. */
  readonly files: Readonly<Record<string, string>>
  readonly clearance: number | undefined
  readonly atom: number | undefined
  readonly written: Readonly<Partial<Record<FileKind, Written>>>
  /** Commands to try next. */
  readonly next: readonly string[]
  readonly notes: readonly string[]
  readonly millis: number
}

/** What the schedule rests on. */
const ASSUMED = [
  'This holds however late any robot is, as long as each stays on its path, never goes back on',
  'it, and does not pass a mark before its signals are there.',
]

export function coordinateDocument(report: CoordinateReport): object {
  const { answer, written, clearance, atom } = report
  const { surfaces, unseen, visualOnly, premises, stats, diagrams } = answer
  return {
    outcome: answer.outcome,
    ...answerDocument(answer, report),
    ...(clearance === undefined ? {} : { clearance }),
    ...(atom === undefined ? {} : { atom }),
    ...(report.interrupted ? { interrupted: true } : {}),
    ...(report.planned === undefined ? {} : { plans: report.planned.map(plannedDocument) }),
    diagrams: diagrams.map(diagramDocument),
    files: Object.fromEntries(Object.entries(written).map(([kind, { file }]) => [kind, file])),
    ...{ surfaces, unseen, visualOnly, premises },
    notes: report.notes,
    stats,
    millis: report.millis,
  }
}

function answerDocument(answer: CoordinateResult, { variables, files }: CoordinateReport): object {
  switch (answer.outcome) {
    case 'scheduled': {
      const { makespan, lowerBound, oneAfterOther, lag, signals } = answer
      // JSON has no Infinity: null where robots may be late by any amount.
      const least = Number.isFinite(lag) ? lag : null
      const robots = arrivals(answer).map((robot) => ({ ...robot, file: files[robot.name] ?? null }))
      const others = Object.entries(replannedOf(answer)).map(([robot, waypoints]) => ({
        robot,
        path: { joints: ownVariables(robot, variables), waypoints: waypoints.map((q) => Array.from(q)) },
      }))
      const replanned = others.length === 0 ? {} : { replanned: others }
      return { proved: true, makespan, lowerBound, oneAfterOther, lag: least, robots, signals, ...replanned }
    }
    case 'deadlock': {
      const { a, b, isSeen, atomsA, atomsB, reason, configurations } = answer
      const [secondsA, secondsB] = componentSeconds(answer)
      return {
        ...{ reason, a, b, isSeen, atomsA, atomsB, secondsA, secondsB },
        configurations: configurations.map((configuration) => byName({ configuration }, variables)),
      }
    }
    case 'invalid': {
      const { robot, verdict, configuration, reason } = answer
      return {
        ...{ reason, robot },
        // A robot alone has its own variables; the world's begin with the same names.
        ...(verdict === undefined ? {} : { verdict: verdictDocument(verdict, ownVariables(robot, variables)) }),
        ...(verdict !== undefined || configuration === undefined
          ? {}
          : { configuration: byName({ configuration }, variables) }),
      }
    }
    case 'undecided':
      return { reason: inFlags(answer.reason) }
  }
}

function plannedDocument({ robot, joints, waypoints, length, millis }: PlannedPath): object {
  return { robot, length, millis, path: { joints, waypoints: waypoints.map((q) => Array.from(q)) } }
}

function diagramDocument({ a, b, marksA, marksB, regions, stats }: DiagramView): object {
  return {
    ...{ a, b, marksA: marksA.length - 1, marksB: marksB.length - 1 },
    regions: regions.map((cells) => {
      const [atomsA, atomsB] = [rangeOf(cells, 0), rangeOf(cells, 1)]
      return {
        ...{ cells: cells.length / 2, atomsA, atomsB },
        secondsA: secondsOf(marksA, atomsA),
        secondsB: secondsOf(marksB, atomsB),
      }
    }),
    stats,
  }
}

type Range = readonly [number, number]

function rangeOf(cells: Int32Array, side: 0 | 1): Range {
  let [least, most] = [Infinity, -Infinity]
  for (let k = side; k < cells.length; k += 2) {
    least = Math.min(least, cells[k]!)
    most = Math.max(most, cells[k]!)
  }
  return [least, most]
}

function secondsOf(marks: Float64Array, [first, last]: Range): Range {
  return [marks[first]!, marks[last + 1]!]
}

/** Other paths than were given, of an engine that looks for them: by robot. */
function replannedOf(answer: CoordinateScheduled): Readonly<Record<string, readonly Float64Array[]>> {
  const { replanned = {} } = answer as { readonly replanned?: Readonly<Record<string, readonly Float64Array[]>> }
  return replanned
}

function ownVariables(robot: string, variables: readonly string[]): string[] {
  return variables.filter((name) => name.startsWith(`${robot}/`))
}

interface Arrival {
  readonly name: string
  readonly marks: number
  readonly seconds: number
  /** When it arrives if nothing is late, and how long it has waited then. */
  readonly arrives: number
  readonly waits: number
}

function arrivals(answer: CoordinateScheduled): Arrival[] {
  return robotsOfSchedule(answer).map((robot) => {
    const arrives = answer.schedule.timesOf(robot.name).arrive.at(-1)!
    return { ...robot, arrives, waits: Math.max(0, arrives - robot.seconds) }
  })
}

function componentSeconds({ a, b, atomsA, atomsB, diagrams }: CoordinateDeadlock): [Range, Range] {
  const { marksA, marksB } = diagrams.find((own) => own.a === a && own.b === b)!
  return [secondsOf(marksA, atomsA), secondsOf(marksB, atomsB)]
}

export function describeCoordinate(report: CoordinateReport): string {
  const lines = [...answerLines(report), ...plannedLines(report), ...fileLines(report)]
  if (report.interrupted) lines.push('', 'interrupted: nothing is written')
  lines.push(...describeBlindSpots(report.answer))
  return `${lines.map(oneLine).join('\n')}\n`
}

function plannedLines({ planned = [] }: CoordinateReport): string[] {
  return columns(
    ['planned', 'waypoints', 'length', 'took'],
    planned.map(({ robot, waypoints, length, millis }) => [
      ...[robot, String(waypoints.length), short(length), duration(millis)],
    ]),
  )
}

function costOf({ answer: { diagrams, stats }, millis }: CoordinateReport): string {
  return `${count(diagrams.length, 'diagram')}, ${count(stats.cells, 'cell')}, ${duration(millis)}`
}

function answerLines(report: CoordinateReport): string[] {
  const { answer } = report
  switch (answer.outcome) {
    case 'scheduled':
      return describeScheduled(answer, report)
    case 'deadlock':
      return describeDeadlock(answer, report)
    case 'invalid': {
      const { verdict, reason, robot } = answer
      const file = report.files[robot]
      if (verdict === undefined) return [`invalid: ${reason}`, ...describeAt(answer.configuration, report.variables)]
      const own = file === undefined ? '' : ` (${file})`
      return [`invalid: the path of ${robot} alone${own} is not free`, ...describeNotFree(verdict)]
    }
    case 'undecided':
      return [`undecided: ${inSeconds(inFlags(answer.reason))}`, costOf(report)]
  }
}

function describeScheduled(answer: CoordinateScheduled, report: CoordinateReport): string[] {
  const { makespan, lowerBound, oneAfterOther, signals, lag } = answer
  const { clearance } = report
  const apart = clearance === undefined || clearance === 0 ? '' : `, never within ${clearance}`
  const bounds = `one after the other ${seconds(oneAfterOther)}, lower bound ${seconds(lowerBound)}`
  const late = `on time alone they may be ${seconds(lag)} late, proved`
  const how =
    signals.length === 0 ? 'no signals: no path comes near another' : `${count(signals.length, 'signal')}; ${late}`
  return [
    `scheduled: no timing collides, proved${apart}; makespan ${seconds(makespan)} (${bounds})`,
    `${how}; ${costOf(report)}`,
    ...Object.entries(replannedOf(answer)).map(
      ([robot, path]) =>
        `replanned: ${robot} has another path, of ${path.length} waypoints (--json has it, --out its times)`,
    ),
    ...columns(
      ['robot', 'path', 'arrives', 'waits'],
      arrivals(answer).map((robot) => [robot.name, ...[robot.seconds, robot.arrives, robot.waits].map(seconds)]),
    ),
    ...columns(
      ['robot', 'waits before mark', 'at', 'until', 'has reached mark', 'at'],
      signals.map(({ robot, mark, at, after, left, leftAt }) => [
        ...[robot, String(mark), seconds(at), after, String(left), seconds(leftAt)],
      ]),
    ),
    '',
    ...(signals.length === 0 ? [ASSUMED[0]!.replace(', never goes back on', '.')] : ASSUMED),
  ]
}

function describeDeadlock(answer: CoordinateDeadlock, { variables, atom = 0.02 }: CoordinateReport): string[] {
  const { a, b, isSeen, configurations } = answer
  const [secondsA, secondsB] = componentSeconds(answer)
  const [one, other] = configurations
  const range = ([from, to]: Range): string => `${seconds(from)} to ${seconds(to)} of its path`
  const width = Math.max(a.length, b.length)
  return [
    `deadlock: ${a} and ${b} cannot pass each other: no schedule among the proved cells`,
    `  ${a.padEnd(width)}  ${range(secondsA)}`,
    `  ${b.padEnd(width)}  ${range(secondsB)}`,
    isSeen
      ? 'Something touches in there, for example at the configurations below.'
      : `Nothing touches in the configurations that were tested: an --atom below ${atom} may prove a way through.`,
    ...columns(
      ['joint', 'first', 'last'],
      variables.map((name, k) => [name, short(one[k]!), short(other[k]!)]),
    ),
    '',
    'Give one of them another path: one that leaves its start sooner, or is out of the way of the',
    "other's start and end. --plot <file> draws the region.",
  ]
}

function describeAt(configuration: Float64Array | undefined, variables: readonly string[]): string[] {
  if (configuration === undefined) return []
  return columns(
    ['joint', 'there'],
    variables.map((name, k) => [name, short(configuration[k]!)]),
  )
}

function fileLines({ written, next }: CoordinateReport): string[] {
  const { out, signals, plot, certificate } = written
  const lines = [
    ...(out === undefined ? [] : [`Timed path of all robots: ${out.file}, ${size(out.bytes)}`]),
    ...(signals === undefined ? [] : [`Signals: ${signals.file}, ${size(signals.bytes)}`]),
    ...(plot === undefined ? [] : [`Diagrams: ${plot.file}, ${size(plot.bytes)}`]),
    ...(certificate === undefined ? [] : [`Certificate: ${certificate.file}, ${size(certificate.bytes)}`]),
    ...next,
  ]
  return lines.length === 0 ? [] : ['', ...lines]
}

/** Three digits behind the point. */
function seconds(value: number): string {
  return `${Number(value.toFixed(3))} s`
}
