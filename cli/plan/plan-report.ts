// What `limber plan` found, as text for people and as a document for programs.
import type {
  BlindSpots,
  MotionVerdict,
  PlanOptimised,
  PlanProblem,
  PlanResult,
  PlanRoadmapUse,
} from '../../src/entries/robots.js'
import { byName, count, describePlace, duration, size } from '../check/check-path-report.js'
import { contactDocument, describeContact, describeDistance, oneLine, plural, short } from '../check/check-report.js'
import { describeBeyond, describeBlindSpots } from '../print/blind-spots.js'
import { inFlags } from '../read/flags.js'
import type { FileKind, Written } from './plan-files.js'
import type { PlayedTrajectory } from './plan-trajectory.js'

/** A path that is there to be written, and what was made of it. */
export interface PathOutput {
  readonly variables: readonly string[]
  readonly path: readonly Float64Array[]
  readonly length: number
  readonly trajectory: PlayedTrajectory | undefined
  readonly written: Readonly<Partial<Record<FileKind, Written>>>
  /** Commands to try next. */
  readonly next: readonly string[]
}

export interface SmoothedReport {
  readonly before: number
  readonly length: number
  readonly millis: number
}

export interface PlanReport {
  readonly answer: PlanResult
  readonly interrupted: boolean
  readonly variables: readonly string[]
  /** How each goal was given. */
  readonly goals: readonly string[]
  readonly smoothed: SmoothedReport | undefined
  /** Where it was solved and not interrupted. */
  readonly output: PathOutput | undefined
  /** What to do where no path was found. */
  readonly advice: readonly string[]
  readonly blindSpots: BlindSpots
  readonly notes: readonly string[]
  readonly millis: number
}

/** More of a list than this is a wall; --json has all of it. */
const MOST_LINES = 10

export function planDocument(report: PlanReport): object {
  const { answer, output, smoothed } = report
  return {
    outcome: answer.outcome,
    ...answerDocument(answer, report.goals),
    ...(report.interrupted ? { interrupted: true } : {}),
    ...(smoothed === undefined ? {} : { smoothed }),
    ...(output === undefined ? {} : outputDocument(output)),
    ...report.blindSpots,
    notes: report.notes,
    stats: answer.stats,
    millis: report.millis,
  }
}

function answerDocument(answer: PlanResult, goals: readonly string[]): object {
  switch (answer.outcome) {
    case 'solved':
      return {
        ...{ goal: answer.goal, goalName: goals[answer.goal], length: answer.length, proved: true },
        ...(answer.optimised === undefined ? {} : { optimised: answer.optimised }),
        ...(answer.roadmap === undefined ? {} : { roadmap: answer.roadmap }),
        beyondLimits: answer.beyondLimits,
      }
    case 'nothing-to-check':
      return { reason: inFlags(answer.reason) }
    case 'no-path-found':
      return { reason: answer.reason, explored: answer.explored }
    case 'invalid-start':
      return { problems: answer.problems.map(problemDocument) }
    case 'invalid-goal':
      return {
        goal: answer.goal,
        goalName: goals[answer.goal],
        problems: answer.problems.map(problemDocument),
      }
  }
}

function problemDocument(problem: PlanProblem): object {
  return problem.kind === 'collision' ? { ...problem, contact: contactDocument(problem.contact) } : problem
}

/** `path` is a path file as it stands. */
export function outputDocument({ variables, path, length, trajectory, written }: PathOutput): object {
  const files = Object.fromEntries(Object.entries(written).map(([kind, { file }]) => [kind, file]))
  return {
    length,
    proved: true,
    path: { joints: variables, waypoints: path.map((q) => Array.from(q)) },
    ...(trajectory === undefined ? {} : { trajectory: trajectoryDocument(trajectory) }),
    files,
  }
}

function trajectoryDocument({ points, duration, stops, verdict }: PlayedTrajectory): object {
  return { duration, stops, points: points.length, outcome: verdict.outcome }
}

export function describePlan(report: PlanReport): string {
  const { answer, output, smoothed, advice } = report
  const lines = [...headline(report)]
  if (smoothed !== undefined) lines.push(describeSmoothed(smoothed, output?.path.length))
  if (answer.outcome === 'invalid-start' || answer.outcome === 'invalid-goal') {
    lines.push(...describeProblems(answer.problems))
  }
  if (output !== undefined) lines.push(...describeOutput(output))
  if (advice.length > 0) lines.push('', ...advice)
  lines.push(...describeBlindSpots(report.blindSpots))
  return `${lines.map(oneLine).join('\n')}\n`
}

function describeOptimised({ before, rounds, improvements }: PlanOptimised, length: number): string {
  const how = `${plural(rounds, 'round')} of further search, ${improvements} with a shorter path`
  return `optimised: length ${short(before)} to ${short(length)}; ${how}`
}

function describeUse({ found, edgesKnown, ...use }: PlanRoadmapUse): string {
  const { edgesProved, edgesBlocked, verticesAdded, edgesAdded } = use
  const renewed = `${edgesProved} proved for this scene, ${edgesBlocked} blocked`
  if (found === 'in-roadmap') return `roadmap: the path has ${plural(edgesKnown, 'edge')} of it as proved; ${renewed}`
  return `roadmap: it has no way, so one was searched for; ${verticesAdded} vertices and ${plural(edgesAdded, 'edge')} added, ${renewed}`
}

function headline({ answer, goals, interrupted, millis }: PlanReport): string[] {
  const { stats } = answer
  const cost = `${count(stats.nodes, 'node')}, ${duration(millis)}`
  switch (answer.outcome) {
    case 'solved': {
      const where = goals.length > 1 ? [`reached: ${goals[answer.goal]}`] : []
      const still = answer.path.length === 1
      const what = still ? 'the start is the goal' : `a path of ${plural(answer.path.length, 'waypoint')}`
      return [
        `solved: ${what}, proved free at every instant; length ${short(answer.length)}, ${cost}`,
        ...(answer.optimised === undefined ? [] : [describeOptimised(answer.optimised, answer.length)]),
        ...(answer.roadmap === undefined ? [] : [describeUse(answer.roadmap)]),
        ...where,
        ...(interrupted ? ['interrupted: nothing is written'] : []),
      ]
    }
    case 'nothing-to-check':
      return [`nothing to check, so no path would be proved: ${inFlags(answer.reason)}`]
    case 'no-path-found':
      return [
        interrupted
          ? `interrupted: ${cost}; nothing is written`
          : `no path found: ${inSeconds(answer.reason)}, ${cost}`,
        ...describeExplored(answer),
      ]
    case 'invalid-start':
      return [`invalid start: ${describeCounts(answer.problems)}`]
    case 'invalid-goal': {
      const which =
        goals.length > 1 ? `no goal of ${goals.length} will do; this is ${goals[answer.goal]}` : 'invalid goal'
      return [`${which}: ${describeCounts(answer.problems)}`]
    }
  }
}

/** The engine has milliseconds, --time seconds. */
export function inSeconds(reason: string): string {
  return reason.replace(/\b(\d+(?:\.\d+)?) ms\b/, (_, millis) => `${Number(millis) / 1000} s`)
}

function describeExplored({ explored, stats }: PlanResult & { outcome: 'no-path-found' }): string[] {
  const { fromStart, fromGoal, closest } = explored
  const near =
    closest === 0
      ? '; the trees met, but that path is not proved free'
      : Number.isFinite(closest)
        ? `; the nearest two are ${short(closest)} apart`
        : ''
  return [
    `explored: ${count(fromStart, 'configuration')} from the start, ${count(fromGoal, 'configuration')} from the goals${near}`,
    `tested: ${count(stats.validityTests, 'configuration')}; edges: ${count(stats.edgesProved, 'proof')}, ${stats.edgesRefuted.toLocaleString('en-US')} refuted`,
  ]
}

function describeCounts(problems: readonly PlanProblem[]): string {
  const of = (kind: PlanProblem['kind'], one: string, many: string): string[] => {
    const found = problems.filter((problem) => problem.kind === kind).length
    return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`]
  }
  const unreachable = problems.some(({ kind }) => kind === 'unreachable')
  const parts = [
    ...of('collision', 'pair touches', 'pairs touch'),
    ...of('too-close', 'pair is too near', 'pairs are too near'),
    ...of('outside-limits', 'joint is outside its limits', 'joints are outside their limits'),
    ...(unreachable ? ['the link cannot reach the pose'] : []),
  ]
  return parts.join(', ')
}

function describeProblems(problems: readonly PlanProblem[]): string[] {
  const lines = problems.slice(0, MOST_LINES).flatMap((problem) => ['', ...describeProblem(problem)])
  const more = problems.length - MOST_LINES
  return more > 0 ? [...lines, '', `  and ${more} more: --json has them`] : lines
}

function describeProblem(problem: PlanProblem): string[] {
  switch (problem.kind) {
    case 'collision':
      return describeContact(problem.contact)
    case 'too-close':
      return [`  ${problem.a} and ${problem.b}`, `    distance  ${short(problem.distance)}`]
    case 'outside-limits': {
      const { joint, value, lower, upper } = problem
      return [`  ${joint} is at ${value}, outside its limits ${lower} to ${upper}`]
    }
    case 'unreachable':
      return [`  ${problem.reason}`]
  }
}

export function describeSmoothed({ before, length, millis }: SmoothedReport, waypoints: number | undefined): string {
  const now = waypoints === undefined ? '' : `, ${plural(waypoints, 'waypoint')}`
  return `smoothed: length ${short(before)} to ${short(length)}${now}, ${duration(millis)}`
}

export function describeOutput({ variables, path, trajectory, written, next }: PathOutput): string[] {
  const { out, certificate, trajectory: file } = written
  const lines = ['']
  if (out !== undefined) lines.push(`Path: ${out.file}, ${plural(path.length, 'waypoint')}`)
  else lines.push(...describeWaypoints(variables, path))
  if (certificate !== undefined) lines.push(`Certificate: ${certificate.file}, ${size(certificate.bytes)}`)
  if (trajectory !== undefined) {
    lines.push(`Trajectory: ${describeTrajectory(trajectory, file)}`)
  }
  return [...lines, ...next]
}

function describeTrajectory({ points, duration, stops, verdict }: PlayedTrajectory, file: Written | undefined): string {
  const halts = stops === 0 ? '' : `, ${plural(stops, 'stop')} on the way`
  return [
    ...(file === undefined ? [] : [file.file]),
    ...(points.length === 0 ? [] : [`${short(duration)} s${halts}`, count(points.length, 'point')]),
    describeVerdict(verdict),
  ].join(', ')
}

function describeVerdict(verdict: MotionVerdict): string {
  switch (verdict.outcome) {
    case 'free':
      return 'proved free as the curve through them'
    case 'undecided':
      return `undecided: ${verdict.reason}`
    case 'nothing-to-check':
      return `nothing to check: ${inFlags(verdict.reason)}`
    case 'outside-limits':
      return `outside limits: ${describeBeyond(verdict)}`
    case 'collision':
      return `not free: ${verdict.a} and ${verdict.b} touch`
    case 'closer-than-clearance':
    case 'closer-than-delta':
      return `not free: ${verdict.a} and ${verdict.b} come within ${short(verdict.distance)}`
  }
}

function describeWaypoints(variables: readonly string[], path: readonly Float64Array[]): string[] {
  const rows = path.slice(0, MOST_LINES).map((q) => `  ${Array.from(q, short).join(' ')}`)
  const more = path.length - MOST_LINES
  return [
    `Waypoints (${variables.join(', ')}):`,
    ...rows,
    ...(more > 0 ? [`  and ${more} more`] : []),
    '--out <file> writes them with all digits.',
  ]
}

export function verdictDocument(verdict: MotionVerdict, variables: readonly string[]): object {
  if (verdict.outcome === 'free') return { outcome: verdict.outcome }
  if (verdict.outcome === 'undecided') {
    const { outcome, reason, left, proved } = verdict
    return { outcome, reason, proved, left }
  }
  if (verdict.outcome === 'nothing-to-check') {
    return { outcome: verdict.outcome, reason: inFlags(verdict.reason) }
  }
  const { outcome, segment, at } = verdict
  const configuration = byName(verdict, variables)
  if (outcome === 'outside-limits') {
    const { joint, value, limit } = verdict
    return { outcome, segment, at, joint, value, limit, configuration }
  }
  const place = { outcome, segment, at, a: verdict.a, b: verdict.b, configuration }
  return outcome === 'collision'
    ? { ...place, contact: contactDocument(verdict.contact) }
    : { ...place, distance: verdict.distance, pointA: [...verdict.pointA], pointB: [...verdict.pointB] }
}

/** Where a path is not free, or may not be. */
export function describeNotFree(verdict: MotionVerdict): string[] {
  switch (verdict.outcome) {
    case 'free':
      return []
    case 'nothing-to-check':
      return [`nothing to check: ${inFlags(verdict.reason)}`]
    case 'outside-limits':
      return [`outside limits: ${describeBeyond(verdict)}, ${describePlace(verdict)}`]
    case 'collision':
      return [`not free: ${describePlace(verdict)}`, '', ...describeContact(verdict.contact)]
    case 'closer-than-clearance':
    case 'closer-than-delta':
      return [`${verdict.outcome.replaceAll('-', ' ')}: ${describePlace(verdict)}`, '', ...describeDistance(verdict)]
    case 'undecided':
      return [`undecided: ${verdict.reason}`]
  }
}
