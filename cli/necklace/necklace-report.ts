// What `limber necklace` found out, as a document and as a text.
import { oneLine, plural, short } from '../check/check-report.js'
import type { Written } from '../plan/plan-files.js'

/** Two beads and their gap; what they are called, where that is known. */
export interface ClosestBeads {
  readonly a: number
  readonly b: number
  readonly gap: number
}

export interface FrameReport {
  readonly frame: number
  /** Pairs of beads that touch. */
  readonly collisions: number
  /** Undefined where no pair is checked. */
  readonly closest: ClosestBeads | undefined
  /** Cages whose basis is another than in the frame before; undefined for the first. */
  readonly basisChanges: number | undefined
  readonly method: string
  /** Two bead numbers a pair that touches; where they were asked for. */
  readonly pairs?: ArrayLike<number>
  readonly gaps?: ArrayLike<number>
}

export interface NecklaceReport {
  readonly file: string
  readonly format: string
  readonly atoms: number
  readonly beads: number
  readonly names: readonly string[] | undefined
  readonly radius: number
  /** Or half the usual spacing. */
  readonly radiusGiven: boolean
  readonly dimension: number
  readonly closed: boolean
  readonly neighbours: number
  readonly method: string
  readonly frames: readonly FrameReport[]
  readonly certificate: Written | undefined
  readonly plot: Written | undefined
  readonly notes: readonly string[]
  readonly millis: number
}

export interface NecklaceSummary {
  readonly frames: number
  /** Frames in which beads touch. */
  readonly colliding: number
  readonly firstColliding: number | undefined
  readonly closest: (ClosestBeads & { readonly frame: number }) | undefined
  readonly basisChanges: number
  readonly methods: ReadonlyMap<string, number>
}

export function summarise(frames: readonly FrameReport[]): NecklaceSummary {
  const methods = new Map<string, number>()
  let closest: NecklaceSummary['closest']
  let basisChanges = 0
  for (const { frame, closest: pair, basisChanges: changes = 0, method } of frames) {
    methods.set(method, (methods.get(method) ?? 0) + 1)
    basisChanges += changes
    if (pair !== undefined && (closest === undefined || pair.gap < closest.gap)) closest = { frame, ...pair }
  }
  const colliding = frames.filter(({ collisions }) => collisions > 0)
  return {
    frames: frames.length,
    colliding: colliding.length,
    firstColliding: colliding[0]?.frame,
    closest,
    basisChanges,
    methods,
  }
}

/** The document that --json prints. */
export function necklaceDocument(report: NecklaceReport): object {
  const { file, format, atoms, beads, names, radius, dimension, closed, neighbours, method, plot, notes } = report
  const { methods, firstColliding, closest, ...counts } = summarise(report.frames)
  const named = closest === undefined || names === undefined ? {} : { nameA: names[closest.a], nameB: names[closest.b] }
  return {
    ...{ file, format, atoms, beads, radius, dimension, closed, neighbours, method },
    frames: report.frames.map(({ frame, collisions, closest, basisChanges, method, pairs, gaps }) => ({
      frame,
      collisions,
      closest: closest ?? null,
      basisChanges: basisChanges ?? null,
      method,
      ...(pairs === undefined ? {} : { pairs: pairsOf(pairs).map(([a, b], k) => ({ a, b, gap: gaps![k] })) }),
    })),
    summary: {
      ...counts,
      firstColliding: firstColliding ?? null,
      closest: closest === undefined ? null : { ...closest, ...named },
      methods: Object.fromEntries(methods),
    },
    ...(report.certificate === undefined ? {} : { certificate: report.certificate }),
    ...(plot === undefined ? {} : { plot }),
    notes,
    millis: report.millis,
  }
}

/** As wide as their widest; the last column aligned left, the others right. */
export function describeNecklace(report: NecklaceReport): string {
  const { frames, plot, certificate } = report
  const head = ['frame', 'collisions', 'closest pair', 'gap', 'basis changes', 'method']
  const rows = frames.map(({ frame, collisions, closest, basisChanges, method }) => [
    String(frame),
    String(collisions),
    closest === undefined ? '-' : `${closest.a}, ${closest.b}`,
    closest === undefined ? '-' : fixed(closest.gap),
    basisChanges === undefined ? '-' : String(basisChanges),
    method,
  ])
  const widths = head.map((title, c) => rows.reduce((most, row) => Math.max(most, row[c]!.length), title.length))
  const line = (row: readonly string[]): string =>
    row.map((cell, c) => (c === row.length - 1 ? cell : cell.padStart(widths[c]!))).join('  ')
  const lines = [line(head)]
  rows.forEach((row, k) => {
    lines.push(line(row))
    const { pairs = [], gaps = [] } = frames[k]!
    for (const [i, [a, b]] of pairsOf(pairs).entries()) {
      lines.push(`${' '.repeat(widths[0]!)}  ${pairName(report, a, b)}: ${fixed(gaps[i]!)}`)
    }
  })
  const summary = describeSummary(report, summarise(frames))
  if (certificate !== undefined) {
    summary.push(
      `Certificate: ${certificate.file} (${certificate.bytes} bytes). To verify it: limber verify ${certificate.file}`,
    )
  }
  if (plot !== undefined) summary.push(`Plot: ${plot.file} (${plot.bytes} bytes)`)
  return `${describeInput(report)}\n\n${lines.join('\n')}\n\n${summary.map((text) => `${text}\n`).join('')}`
}

function describeInput(report: NecklaceReport): string {
  const { file, beads, atoms, radius, radiusGiven, closed, frames } = report
  const of = atoms === beads ? '' : ` of ${atoms} atoms`
  const from = radiusGiven ? '' : ' (half the usual spacing; --radius sets it)'
  return `${oneLine(file)}: ${plural(frames.length, 'frame')}, ${plural(beads, 'bead')}${of}, radius ${short(radius)}${from}${closed ? ', closed' : ''}`
}

function describeSummary(report: NecklaceReport, summary: NecklaceSummary): string[] {
  const { frames, colliding, firstColliding, closest, basisChanges } = summary
  if (closest === undefined) return ['No two beads are checked: all of them are neighbours.']
  const lines: string[] = []
  if (colliding === 0) lines.push(freeText(frames))
  else lines.push(`Beads touch in ${colliding} of ${plural(frames, 'frame')}, first in frame ${firstColliding}.`)
  const { frame, a, b, gap } = closest
  const apart = gap > 0 ? `${short(gap)} apart` : `${short(-gap)} deep`
  lines.push(`Closest in frame ${frame}: ${pairName(report, a, b)}, ${apart}.`)
  const steps = frames - 1
  if (steps > 0) lines.push(`${plural(basisChanges, 'basis change')} in ${plural(steps, 'step')}.`)
  return lines
}

/** Frames are what was tested: nobody is to read more into it. */
function freeText(frames: number): string {
  if (frames === 1) return 'No beads touch in this frame.'
  return `No beads touch in any of ${frames} frames. What happens between frames was not tested: --between does that.`
}

/** `beads 5 (A TRP6 CA) and 17 (A PRO18 CA)`; without names that tell no one from another. */
function pairName({ names }: NecklaceReport, a: number, b: number): string {
  const told = names !== undefined && names[a] !== names[b]
  const [nameA, nameB] = told ? [a, b].map((k) => ` (${oneLine(names[k]!)})`) : ['', '']
  return `beads ${a}${nameA} and ${b}${nameB}`
}

function pairsOf(pairs: ArrayLike<number>): [number, number][] {
  return Array.from({ length: pairs.length / 2 }, (_, k) => [pairs[2 * k]!, pairs[2 * k + 1]!])
}

/** So that numbers of a column can be compared: four decimals where that says something. */
function fixed(value: number): string {
  const size = Math.abs(value)
  return size === 0 || (size >= 1e-3 && size < 1e6) ? value.toFixed(4) : value.toExponential(3)
}
