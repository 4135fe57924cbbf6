// What `limber deform` found out, as a document and as a text.
import type { DeformCollapse, DeformPair } from '../../src/entries/meshes.js'
import { oneLine, plural } from '../check/check-report.js'
import type { Written } from '../plan/plan-files.js'
import { instant, type StepReport, summariseSteps, table } from '../steps/step-report.js'

export interface DeformStepReport extends StepReport {
  readonly meetings: readonly DeformPair[]
  readonly collapsed: readonly DeformCollapse[]
  readonly unproved: readonly DeformPair[]
  readonly inside: boolean
}

export interface DeformReport {
  readonly files: readonly string[]
  readonly kind: string
  readonly vertices: number
  readonly triangles: number
  readonly other: string | undefined
  readonly slabs: 'auto' | number
  /** Of every step, only the first contact was looked for. */
  readonly first: boolean
  readonly names: readonly string[]
  readonly steps: readonly DeformStepReport[]
  /** Every pair is listed. */
  readonly listed: boolean
  readonly certificate: Written | undefined
  readonly plot: Written | undefined
  readonly notes: readonly string[]
  readonly millis: number
}

/** The document that --json prints. */
export function deformDocument(report: DeformReport): object {
  const { files, kind, vertices, triangles, other, slabs, first, names } = report
  const { firstColliding, ...counts } = summariseSteps(report.steps)
  return {
    ...{ files, kind, vertices, triangles, other: other ?? null, slabs, first, frames: names },
    steps: report.steps.map(({ from, to, outcome, meetings, collapsed, unproved, inside, stats }) => ({
      ...{ from, to, outcome, at: outcome === 'collision' ? (meetings[0]?.lower ?? 0) : null },
      ...{ meetings: meetings.length, firstMeeting: meetings[0] ?? null },
      ...(report.listed ? { pairs: meetings } : {}),
      ...{ collapsed, unproved, inside, stats },
    })),
    summary: { ...counts, firstColliding: firstColliding ?? null },
    ...(report.certificate === undefined ? {} : { certificate: report.certificate }),
    ...(report.plot === undefined ? {} : { plot: report.plot }),
    notes: report.notes,
    millis: report.millis,
  }
}

/** The most entries of a long list that are printed; --json has all of them. */
const MOST = 10

export function describeDeform(report: DeformReport): string {
  const { steps, listed, first, certificate, plot } = report
  const lines = [describeInput(report)]
  if (steps.length > 0) {
    const head = ['step', 'outcome', ...(first ? [] : ['contacts']), 'first at', 'the two triangles']
    const rows = steps.map((step) => {
      const [meeting] = step.meetings
      const place = meeting === undefined ? ['-', '-'] : [instant(meeting.lower), pairName(report, meeting)]
      const counts = first ? [] : [String(step.meetings.length)]
      return [nameOf(report, step), step.outcome, ...counts, ...place]
    })
    const [title, ...texts] = table([head, ...rows])
    lines.push('', title!)
    texts.forEach((text, k) => {
      lines.push(text)
      const { meetings, collapsed, unproved, inside } = steps[k]!
      if (listed)
        for (const meeting of meetings) lines.push(`  ${pairName(report, meeting)}: at ${instant(meeting.lower)}`)
      if (inside) lines.push('  the surfaces do not touch, and one mesh is inside the other')
      if (collapsed.length > 0) lines.push(`  ${describeCollapsed(collapsed)}`)
      if (unproved.length > 0)
        lines.push(`  ${plural(unproved.length, 'pair')} not decided: ${pairName(report, unproved[0]!)} first`)
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

function describeInput({ files, kind, vertices, triangles, other, names, steps }: DeformReport): string {
  const source =
    kind === 'meshes'
      ? `${files[0]} to ${files.at(-1)}: ${plural(names.length, 'mesh')
          .replace(/mesh$/, 'mesh')
          .replace(/meshs$/, 'meshes')}`
      : kind === 'morph-targets'
        ? `${files[0]}: ${plural(steps.length, 'morph target')}`
        : `${files.at(-1)}: ${plural(names.length, kind === 'morph-animation' ? 'key' : 'frame')}`
  const against = other === undefined ? '' : `; against ${other}`
  return `${source}, ${vertices} vertices, ${triangles} triangles${against}`
}

function describeCollapsed(collapsed: readonly DeformCollapse[]): string {
  const more = collapsed.length - MOST
  const listed = collapsed.slice(0, MOST).map(({ triangle, lower }) => `${triangle} (at ${instant(lower)})`)
  const rest = more > 0 ? ` and ${more} more` : ''
  const which = collapsed.length === 1 ? 'triangle' : 'triangles'
  return `collapsed ${which} ${listed.join(', ')}${rest}: what its neighbours touch from then on is not decided`
}

function describeSummary(report: DeformReport): string[] {
  const { steps, other } = report
  const { free, colliding, undecided, nothingToCheck, firstColliding } = summariseSteps(steps)
  if (steps.length === 0) return ['Nothing to check: there is one frame, and no step.']
  const lines: string[] = []
  const against = other === undefined ? '' : `, nor ${other},`
  if (free === steps.length) {
    const every = steps.length === 1 ? 'The straight step is free' : `All ${steps.length} straight steps are free`
    lines.push(`${every}: the surface does not touch itself${against} at any instant.`)
  }
  if (firstColliding !== undefined) {
    const step = steps.find(({ outcome }) => outcome === 'collision')!
    const [meeting] = step.meetings
    const where =
      meeting === undefined ? 'one mesh is inside the other' : `triangles ${pairName(report, meeting, ' and')}`
    lines.push(
      `Triangles touch in ${colliding} of ${plural(steps.length, 'straight step')}.`,
      `First in step ${nameOf(report, step)}, at ${instant(firstColliding.at)} of it: ${where}.`,
    )
  }
  if (undecided > 0) lines.push(`${plural(undecided, 'step')} undecided.`)
  if (nothingToCheck > 0) {
    lines.push(`Nothing to check in ${plural(nothingToCheck, 'step')}: the mesh has no triangles.`)
  }
  return lines
}

function nameOf({ names, kind }: DeformReport, { from, to }: StepReport): string {
  return kind === 'morph-targets' || kind === 'meshes' ? `${names[from]} → ${names[to]}` : `${from} → ${to}`
}

function pairName({ other }: DeformReport, { with: whose, a, b }: DeformPair, comma = ','): string {
  return `${a}${comma} ${b}${whose === 'other' ? ` of ${other}` : ''}`
}
