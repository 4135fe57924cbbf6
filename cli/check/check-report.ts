// What `limber check` found, as text for people and as a document for programs.
import type { BlindSpots, PairStatus, World, WorldContact, WorldDistance, WorldPair } from '../../src/entries/robots.js'
import { describeBlindSpots } from '../print/blind-spots.js'
import { inFlags } from '../read/flags.js'

export interface OutsideLimit {
  readonly joint: string
  readonly value: number
  readonly lower: number
  readonly upper: number
}

export interface CheckReport {
  readonly outcome: 'free' | 'collision' | 'closer-than-clearance' | 'outside-limits' | 'nothing-to-check' | 'undecided'
  /** Why, where it is undecided or there is nothing to check. */
  readonly reason?: string
  readonly collisions: readonly WorldContact[]
  /** The least distance; its names are empty where there is no pair. */
  readonly distance: WorldDistance | undefined
  readonly clearance: number | undefined
  /** Pairs within the clearance, if one was asked for. */
  readonly near?: readonly WorldDistance[] | undefined
  readonly distances?: readonly WorldDistance[] | undefined
  readonly unchecked?: readonly WorldPair[] | undefined
  readonly pairs: Readonly<Record<PairStatus, number>>
  /** The joint that is farthest beyond comes first. */
  readonly outsideLimits: readonly OutsideLimit[]
  readonly blindSpots: BlindSpots
  readonly notes: readonly string[]
  readonly stats: Readonly<Record<string, number>>
}

/** The document that --json prints. JSON has no Infinity: null where there is no limit, or no pair. */
export function reportDocument(report: CheckReport): object {
  const { outcome, reason, collisions, distance, clearance, near, distances, unchecked } = report
  return {
    outcome,
    ...(reason === undefined ? {} : { reason: inFlags(reason) }),
    collisions: collisions.map(contactDocument),
    distance: distance === undefined || distance.distance === Infinity ? null : distanceDocument(distance),
    ...(near === undefined ? {} : { clearance, near: near.map(distanceDocument) }),
    ...(distances === undefined ? {} : { distances: distances.map(distanceDocument) }),
    outsideLimits: report.outsideLimits,
    ...report.blindSpots,
    notes: report.notes,
    pairs: report.pairs,
    ...(unchecked === undefined ? {} : { unchecked }),
    stats: report.stats,
  }
}

export function contactDocument(contact: WorldContact): object {
  const { a, b, geometryA, geometryB, depth, depthOf, normal, pointA, pointB } = contact
  return { a, b, geometryA, geometryB, depth, depthOf, normal: [...normal], pointA: [...pointA], pointB: [...pointB] }
}

function distanceDocument({ a, b, geometryA, geometryB, distance, normal, pointA, pointB }: WorldDistance): object {
  return { a, b, geometryA, geometryB, distance, normal: [...normal], pointA: [...pointA], pointB: [...pointB] }
}

export function describeReport(report: CheckReport): string {
  const lines = [headline(report)]
  for (const contact of report.collisions) lines.push('', ...describeContact(contact))
  if (report.outcome === 'closer-than-clearance') {
    for (const pair of report.near!) lines.push('', ...describeDistance(pair))
  } else if (report.outcome === 'free' && report.distance !== undefined && report.distance.distance < Infinity) {
    lines.push('', 'Nearest:', ...describeDistance(report.distance))
  }
  if (report.distances !== undefined) lines.push('', 'Distances:', ...describeDistances(report.distances))
  if (report.unchecked !== undefined) lines.push('', 'Not checked:', ...describeUnchecked(report.unchecked))
  lines.push(...describeBlindSpots(report.blindSpots))
  return `${lines.map(oneLine).join('\n')}\n`
}

function headline({ outcome, reason = '', collisions, clearance, near, pairs, outsideLimits }: CheckReport): string {
  const looked = pairs.checked + pairs.never
  switch (outcome) {
    case 'nothing-to-check':
      return `nothing to check: ${inFlags(reason)}`
    case 'outside-limits':
      return `outside limits: ${describeOutside(outsideLimits[0]!)}`
    case 'free':
      return `free: nothing touches, ${plural(looked, 'pair')} checked${clearance === undefined ? '' : `, all farther apart than ${clearance}`}`
    case 'collision':
      return `collision: ${plural(collisions.length, 'pair')} of ${looked} ${collisions.length === 1 ? 'touches' : 'touch'}`
    case 'closer-than-clearance':
      return `nothing touches, but ${plural(near!.length, 'pair')} of ${looked} ${near!.length === 1 ? 'is' : 'are'} within ${clearance}`
    case 'undecided':
      return `undecided: ${reason}`
  }
}

export function describeContact(contact: WorldContact): string[] {
  const { a, b, depth, depthOf, normal, pointA, pointB } = contact
  const hulls = depthOf === 'hulls' ? ', by their convex hulls' : ''
  const same = pointA.every((x, k) => x === pointB[k])
  return [
    `  ${a} and ${b}`,
    `    depth   ${short(depth)}${hulls}`,
    `    normal  ${vector(normal)}, from the first to the second`,
    ...(same
      ? [`    point   ${vector(pointA)}`]
      : [`    points  ${vector(pointA)} of the first, ${vector(pointB)} of the second`]),
  ]
}

/** Two things, and where they are nearest to each other. */
export interface NearPair {
  readonly a: string
  readonly b: string
  readonly distance: number
  readonly pointA: ArrayLike<number>
  readonly pointB: ArrayLike<number>
}

export function describeDistance({ a, b, distance, pointA, pointB }: NearPair): string[] {
  return [
    `  ${a} and ${b}`,
    `    distance  ${short(distance)}`,
    `    points    ${vector(pointA)} of the first, ${vector(pointB)} of the second`,
  ]
}

function describeDistances(distances: readonly WorldDistance[]): string[] {
  const numbers = distances.map(({ distance }) => short(distance))
  const width = Math.max(0, ...numbers.map((text) => text.length))
  return distances.map(({ a, b }, k) => `  ${numbers[k]!.padEnd(width)}  ${a} and ${b}`)
}

export function describeUnchecked(pairs: readonly WorldPair[]): string[] {
  return pairs.map(({ a, b, status, reason }) => `  ${a} and ${b}: ${status}${reason === '' ? '' : ` (${reason})`}`)
}

export function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** As many digits as people read; --json has them all. */
export function short(value: number): string {
  return String(Number(value.toPrecision(6)))
}

function vector(values: ArrayLike<number>): string {
  // What is zero up to rounding is shown as zero, beside numbers of its kind.
  const size = Math.max(...Array.from(values, Math.abs), 1e-3)
  return Array.from(values, (x) => short(Math.abs(x) < 1e-12 * size ? 0 : x)).join(' ')
}

/** Names come from files: what a terminal would obey rather than show is left out. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\ufffd')
}

/** What the user should know beside the answer: for standard error, so that answers can be read by programs. */
export function complaints(texts: readonly string[]): string {
  return texts.map((text) => `limber: ${oneLine(text)}\n`).join('')
}

/** The one that is farthest beyond first. */
export function outsideLimits(world: World, q: ArrayLike<number>): OutsideLimit[] {
  return world.variables
    .flatMap((joint, k) => {
      const [value, lower, upper] = [q[k]!, world.lower[k]!, world.upper[k]!]
      return value < lower || value > upper ? [{ joint, value, lower, upper }] : []
    })
    .sort((a, b) => excessOf(b) - excessOf(a))
}

/** By how much a joint is outside its limits. */
export function excessOf({ value, lower, upper }: OutsideLimit): number {
  return Math.max(lower - value, value - upper)
}

export function describeOutside({ joint, value, lower, upper }: OutsideLimit): string {
  return `${joint} is at ${value}, outside its limits ${lower} to ${upper}`
}

/** What to say of joints that a file says nothing about. `rest`: where they are, if not at neutral. */
export function leftOut(file: string, joints: readonly string[], rest?: unknown): string[] {
  const most = 10
  if (joints.length === 0) return []
  const more = joints.length > most ? ` and ${joints.length - most} more` : ''
  return [
    `${file} leaves out ${joints.slice(0, most).join(', ')}${more}: ${rest === undefined ? 'at neutral' : 'as the planning scene has them'}`,
  ]
}

export function countPairs(pairs: readonly WorldPair[]): Record<PairStatus, number> {
  const counts = { checked: 0, never: 0, allowed: 0, rigid: 0 }
  for (const { status } of pairs) counts[status]++
  return counts
}
