// What `limber check --path` found, as text for people and as a document for programs.
import type { BeyondLimit, BlindSpots, PairStatus, WorldContact, WorldPair } from '../../src/entries/robots.js'
import { describeBeyond, describeBlindSpots } from '../print/blind-spots.js'
import { inFlags } from '../read/flags.js'
import {
  contactDocument,
  describeContact,
  describeDistance,
  describeUnchecked,
  type NearPair,
  type OutsideLimit,
  oneLine,
  plural,
  short,
} from './check-report.js'

/** Segment k leads from waypoint k to waypoint k + 1, both counted from 0; `at` is the share of it, 0 to 1. */
export interface PathPlace {
  readonly segment: number
  readonly at: number
}

/** What could not be settled. */
export interface PathGap {
  readonly segment: number
  readonly from: number
  readonly to: number
  readonly a: string
  readonly b: string
}

interface Hit extends PathPlace {
  /** Where the first contact was asked for: it is proved that there is none before this. */
  readonly clear?: PathPlace | undefined
  readonly configuration: ArrayLike<number>
  readonly a: string
  readonly b: string
}

export type PathAnswer =
  | { readonly outcome: 'free' }
  /** Nothing touches in the configurations tested, which proves nothing. */
  | { readonly outcome: 'sampled' }
  | (Hit & {
      readonly outcome: 'collision'
      readonly contact: WorldContact
    })
  | (Hit & NearPair & { readonly outcome: 'closer-than-clearance' | 'closer-than-delta' })
  | (BeyondLimit & { readonly outcome: 'outside-limits'; readonly configuration: ArrayLike<number> })
  | { readonly outcome: 'nothing-to-check'; readonly reason: string }
  | {
      readonly outcome: 'undecided'
      readonly reason: string
      readonly left: readonly PathGap[]
      /** Share of the work that is proved, where that is known. */
      readonly proved?: number | undefined
      readonly clear?: PathPlace | undefined
    }

export interface OutsideLimitAt extends OutsideLimit {
  readonly waypoint: number
}

/** What it cost; there may be more in it. */
export interface PathStats {
  readonly volumeTests: number
  readonly leafTests: number
}

export interface PathReport {
  readonly answer: PathAnswer
  /** Names of the numbers of a configuration. */
  readonly variables: readonly string[]
  readonly segments: number
  readonly clearance: number | undefined
  readonly delta: number | undefined
  /** The step of --sampled. */
  readonly resolution: number | undefined
  readonly firstContact: boolean
  /** Where the certificate was written, and how long it is. */
  readonly certificate: { readonly file: string; readonly bytes: number } | undefined
  /** How it can be checked again, as a command. */
  readonly verify: string | undefined
  readonly pairs: Readonly<Record<PairStatus, number>>
  readonly unchecked: readonly WorldPair[] | undefined
  readonly outsideLimits: readonly OutsideLimitAt[]
  readonly blindSpots: BlindSpots
  readonly notes: readonly string[]
  readonly stats: PathStats
  readonly millis: number
}

/** More of a list than this is a wall; --json has all of it. */
const MOST_LINES = 10

/** The document that --json prints. A configuration is a record by name: as it stands, it is a file for --at. */
export function pathDocument(report: PathReport): object {
  const { answer, clearance, delta, resolution, certificate, unchecked } = report
  return {
    outcome: answer.outcome,
    ...answerDocument(answer, report.variables),
    segments: report.segments,
    ...(clearance === undefined ? {} : { clearance }),
    ...(delta === undefined ? {} : { delta }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(certificate === undefined ? {} : { certificate: certificate.file }),
    outsideLimits: report.outsideLimits,
    ...report.blindSpots,
    notes: report.notes,
    pairs: report.pairs,
    ...(unchecked === undefined ? {} : { unchecked }),
    stats: report.stats,
    millis: report.millis,
  }
}

function answerDocument(answer: PathAnswer, variables: readonly string[]): object {
  switch (answer.outcome) {
    case 'free':
    case 'sampled':
      return {}
    case 'undecided': {
      const { reason, proved, clear, left } = answer
      return { reason, ...(proved === undefined ? {} : { proved }), ...(clear === undefined ? {} : { clear }), left }
    }
    case 'nothing-to-check':
      return { reason: inFlags(answer.reason) }
    case 'outside-limits': {
      const { segment, at, joint, value, limit } = answer
      return { segment, at, joint, value, limit, configuration: byName(answer, variables) }
    }
    case 'collision':
      return {
        ...placeDocument(answer, variables),
        contact: contactDocument(answer.contact),
      }
    case 'closer-than-clearance':
    case 'closer-than-delta': {
      const { distance, pointA, pointB } = answer
      const points = { pointA: Array.from(pointA), pointB: Array.from(pointB) }
      return { ...placeDocument(answer, variables), distance, ...points }
    }
  }
}

function placeDocument(hit: Hit, variables: readonly string[]): object {
  const { segment, at, clear, a, b } = hit
  return { segment, at, ...(clear === undefined ? {} : { clear }), configuration: byName(hit, variables), a, b }
}

/** A configuration as a file for --at has it. */
export function byName(
  { configuration }: Pick<Hit, 'configuration'>,
  variables: readonly string[],
): Record<string, number> {
  return Object.fromEntries(variables.map((name, k) => [name, configuration[k]!]))
}

export function describePath(report: PathReport): string {
  const { answer, certificate, unchecked } = report
  const lines = headline(report)
  switch (answer.outcome) {
    case 'nothing-to-check':
      break
    case 'outside-limits':
      lines.push('', ...describeConfiguration(answer, report.variables))
      lines.push('', '--ignore-limits checks the path anyway; a larger --limit-tolerance turns this into a note.')
      break
    case 'free':
      if (certificate !== undefined) lines.push('', ...describeCertificate(report))
      break
    case 'sampled':
      lines.push('', 'This proves nothing about the motion between samples. Leave out --sampled for a proof.')
      break
    case 'collision':
      if (answer.clear !== undefined) lines.push(`proved free up to ${describePlace(answer.clear)}`)
      lines.push('', ...describeContact(answer.contact))
      lines.push('', ...describeConfiguration(answer, report.variables))
      break
    case 'closer-than-clearance':
    case 'closer-than-delta':
      if (answer.clear !== undefined) lines.push(`proved free up to ${describePlace(answer.clear)}`)
      lines.push('', ...describeDistance(answer))
      lines.push('', ...describeConfiguration(answer, report.variables))
      break
    case 'undecided':
      if (answer.clear !== undefined) lines.push(`proved free up to ${describePlace(answer.clear)}`)
      if (answer.left.length > 0) lines.push('', 'Undecided:', ...describeGaps(answer.left))
      lines.push('', ...describeAdvice(report))
  }
  if (unchecked !== undefined) lines.push('', 'Not checked:', ...describeUnchecked(unchecked))
  lines.push(...describeBlindSpots(report.blindSpots))
  return `${lines.map(oneLine).join('\n')}\n`
}

function headline(report: PathReport): string[] {
  const { answer, segments, clearance, delta, resolution, firstContact, pairs, stats, millis } = report
  const looked = pairs.checked + pairs.never
  const cost = `${count(stats.volumeTests + stats.leafTests, 'test')}, ${duration(millis)}`
  const work = `${count(segments, 'segment')}, ${count(looked, 'pair')}, ${cost}`
  const first = firstContact ? 'first ' : ''
  const limit = `the ${clearance ? `clearance of ${clearance} and the ` : ''}delta of ${delta}`
  switch (answer.outcome) {
    case 'nothing-to-check':
      return [`nothing to check: ${inFlags(answer.reason)}`]
    case 'outside-limits':
      return [`outside limits: ${describeBeyond(answer)}, ${describePlace(answer)}`]
    case 'free': {
      const how = clearance === undefined || clearance === 0 ? '' : `, never within ${clearance}`
      return [`free: proved for the whole path${how}, ${work}`]
    }
    case 'sampled':
      return [`sampled: nothing touches at samples ${resolution} apart, ${work}`]
    case 'collision':
      return [`${firstContact ? 'first contact' : 'collision'}: ${describePlace(answer)}, ${cost}`]
    case 'closer-than-clearance':
      return [`${first}within the clearance of ${clearance}: ${describePlace(answer)}, ${cost}`]
    case 'closer-than-delta':
      return [`${first}closer than ${limit}: ${describePlace(answer)}, ${cost}`]
    case 'undecided': {
      const share = answer.proved === undefined ? '' : `${percent(answer.proved)} is proved free, `
      return [`undecided: ${answer.reason}`, `${share}${cost}`]
    }
  }
}

/** Waypoints as the path file has them. */
export function describePlace({ segment, at }: PathPlace): string {
  if (at === 0) return `at waypoints[${segment}]`
  if (at === 1) return `at waypoints[${segment + 1}]`
  return `${share(at)} of the way from waypoints[${segment}] to waypoints[${segment + 1}]`
}

function describeConfiguration({ configuration }: Pick<Hit, 'configuration'>, variables: readonly string[]): string[] {
  const width = Math.max(0, ...variables.map((name) => name.length))
  return ['Joints there:', ...variables.map((name, k) => `  ${name.padEnd(width)}  ${short(configuration[k]!)}`)]
}

function describeCertificate({ certificate, verify }: PathReport): string[] {
  const { file, bytes } = certificate!
  return [`Certificate: ${file}, ${size(bytes)}`, ...(verify === undefined ? [] : [`To check it again: ${verify}`])]
}

function describeGaps(left: readonly PathGap[]): string[] {
  const lines = left.slice(0, MOST_LINES).map(({ segment, from, to, a, b }) => {
    const where = from === 0 && to === 1 ? 'all' : `${share(from)} to ${share(to)}`
    return `  segment ${segment}, ${where}: ${a} and ${b}`
  })
  const more = left.length - MOST_LINES
  // The checker lists no more than a hundred.
  const least = left.length >= 100 ? 'at least ' : ''
  return more > 0 ? [...lines, `  and ${least}${more} more`] : lines
}

function describeAdvice({ delta, resolution }: PathReport): string[] {
  const limit = 'If a limit was reached, raise --max-steps or --max-seconds.'
  if (resolution !== undefined) return [limit]
  const larger = delta === undefined || delta === 0 ? '--delta <length>' : `a --delta larger than ${delta}`
  return [
    limit,
    'Objects that touch without penetrating cannot be decided:',
    `${larger} makes it a violation when two objects come closer than that.`,
  ]
}

export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`
}

export function size(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte')
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Enough digits for a tolerance of 1e-6 to be seen. */
function share(at: number): string {
  return String(Number(at.toPrecision(9)))
}

/** Rounded down: 100 % is not said of less. */
export function percent(part: number): string {
  return `${Math.floor(1000 * part) / 10} %`
}

export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1000) return `${ms.toFixed(0)} ms`
  return `${(ms / 1000).toFixed(1)} s`
}
