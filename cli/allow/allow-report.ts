// What `limber allow` found, as text for people. The document for programs is the engine's.
import {
  type AllowedPairs,
  isCertified,
  isConvention,
  type JudgedPair,
  type PairClass,
  type PairResult,
  type Robot,
} from '../../src/entries/robots.js'
import { oneLine, plural, short } from '../check/check-report.js'
import { describeBlindSpots } from '../print/blind-spots.js'

export interface AllowReport {
  readonly robot: Robot
  readonly result: AllowedPairs
  /** Pairs that were asked for. */
  readonly wanted: number
  readonly interrupted: boolean
  /** Of --against, or of --srdf; and its name. */
  readonly judged: readonly JudgedPair[] | undefined
  readonly list: string | undefined
  readonly written: readonly string[]
  readonly millis: number
  readonly workers: number
  readonly notes: readonly string[]
}

/** In the order in which people want to know. */
const CLASSES: readonly { readonly name: PairClass; readonly says: string }[] = [
  { name: 'sometimes', says: 'touch in some configuration, which is shown' },
  { name: 'undecided', says: 'neither proved nor refuted' },
  { name: 'touches', says: 'in contact in every sample, with a depth near zero in at least one' },
  { name: 'always', says: 'proved to overlap in every configuration' },
  { name: 'contained', says: 'proved: one is inside the other, and their surfaces never meet' },
  { name: 'never', says: 'proved separated in every configuration' },
]

export function describeAllow(report: AllowReport): string {
  const { result, wanted, interrupted, judged, list, written, millis, workers } = report
  const { pairs } = result
  const how = `${duration(millis)}, ${plural(workers, 'thread')}`
  const lines = interrupted
    ? [`stopped: ${pairs.length} of ${plural(wanted, 'pair')} of links of ${result.robot}; ${how}`]
    : [`${result.robot}: ${plural(pairs.length, 'pair')} of links, over all joint values within their limits; ${how}`]
  for (const { name, says } of CLASSES) {
    const those = pairs.filter((pair) => pair.class === name)
    if (those.length === 0) continue
    lines.push(`  ${name.padEnd(9)} ${String(those.length).padStart(5)}  ${says}${certainty(name, those)}`)
  }
  if (pairs.length > 0) lines.push('', ...table(pairs))
  if (judged !== undefined && list !== undefined) lines.push('', ...describeJudged(report.robot, judged, list))
  lines.push(...describeBlindSpots({ ...result, visualOnly: report.robot.visualOnly, premises: 0 }))
  if (written.length > 0) lines.push('', ...written)
  return `${lines.map(oneLine).join('\n')}\n`
}

/** Claims of the engine that no certificate backs are marked. */
function certainty(kind: PairClass, pairs: readonly PairResult[]): string {
  if (kind === 'sometimes' || kind === 'undecided') return ''
  const certified = pairs.filter(isCertified).length
  if (certified === pairs.length) return '; certified'
  return certified === 0 ? '; not certified' : `; ${certified} certified`
}

function table(pairs: readonly PairResult[]): string[] {
  const rows = CLASSES.flatMap(({ name }) => pairs.filter((pair) => pair.class === name)).map((pair) => [
    pair.class,
    `${pair.a} – ${pair.b}${pair.adjacent ? ' (adjacent)' : ''}`,
    String(pair.joints.length),
    String(pair.cells),
    detail(pair),
  ])
  const all = [['class', 'links', 'joints', 'cells', ''], ...rows]
  const widths = [0, 1, 2, 3].map((k) => all.reduce((most, row) => Math.max(most, row[k]!.length), 0))
  return all.map(([kind, links, joints, cells, more]) =>
    [
      kind!.padEnd(widths[0]!),
      links!.padEnd(widths[1]!),
      joints!.padStart(widths[2]!),
      cells!.padStart(widths[3]!),
      more!,
    ]
      .join('  ')
      .trimEnd(),
  )
}

function detail({ class: kind, witness, depth, often, clearance, left }: PairResult): string {
  switch (kind) {
    case 'sometimes': {
      const share = often === undefined || often === 0 ? 'none of the samples' : `${short(100 * often)} % of samples`
      return `${deep(depth)}, in ${share}`
    }
    case 'always':
      return deep(depth)
    case 'touches':
      return depth === undefined || depth === 0 ? '' : `up to ${deep(depth)}`
    case 'never':
      if (clearance === undefined) return ''
      return `nowhere closer than ${shortBelow(clearance.least)}; ${short(clearance.found)} was found`
    case 'contained':
      return ''
    case 'undecided':
      return [
        ...(witness === undefined ? [] : [`${deep(depth)}, in all samples`]),
        ...(left === undefined ? [] : [`${short(100 * left)} % of the box is left`]),
      ].join('; ')
  }
}

/** As `short`, rounded down: no more than was proved. */
function shortBelow(value: number): string {
  const [digits, exponent] = value.toExponential(5).split('e') as [string, string]
  if (Number(`${digits}e${exponent}`) <= value) return short(value)
  return String(Number(`${Number(digits.replace('.', '')) - 1}e${Number(exponent) - 5}`))
}

function deep(depth: number | undefined): string {
  return depth === undefined || depth === 0 ? 'touch' : `${short(depth)} deep`
}

function describeJudged(robot: Robot, judged: readonly JudgedPair[], list: string): string[] {
  const of = (kind: JudgedPair['judgement']): JudgedPair[] => judged.filter(({ judgement }) => judgement === kind)
  const exempted = judged.filter(({ exemption }) => exemption !== undefined)
  const [unsafe, wasteful] = [of('unsafe'), of('wasteful')]
  const open = exempted.filter(({ judgement }) => judgement === undefined)
  const byCustom = exempted.filter(
    ({ pair, exemption }) => pair.class === 'sometimes' && isConvention(pair, exemption!),
  )
  const lines = [
    `${list}: ${plural(exempted.length, 'exemption')} of links with geometry: ${of('confirmed').length} confirmed, ${unsafe.length} unsafe, ${open.length} undecided; ${wasteful.length} wasteful (checked, and never touch)`,
  ]
  for (const one of unsafe) lines.push(...describeExempted(robot, 'unsafe', one))
  for (const one of byCustom) lines.push(...describeExempted(robot, 'adjacent, exempted by convention', one))
  for (const { pair } of open) lines.push(`  undecided: ${pair.a} – ${pair.b}`)
  for (const { pair } of wasteful) lines.push(`  wasteful: ${pair.a} – ${pair.b} never touch`)
  return lines
}

function describeExempted(robot: Robot, what: string, { pair, exemption }: JudgedPair): string[] {
  const { a, b, depth, witness } = pair
  const values = witness === undefined ? [] : [`    ${jointValues(robot, pair, witness)}`]
  return [`  ${what}: ${a} – ${b} (${exemption!.reason ?? 'no reason'}), ${deep(depth)} at`, ...values]
}

/** Of the joints between the two: the others do not matter. */
export function jointValues(robot: Robot, { joints }: PairResult, q: ArrayLike<number>): string {
  const names = joints.flatMap((name) => {
    const { mimic, drivers } = robot.joint(name)
    if (drivers.length > 0) return drivers
    const own = mimic?.joint ?? name
    return robot.variables.filter((variable) => variable === own || variable.startsWith(`${own}/`))
  })
  if (names.length === 0) return 'any configuration'
  const values = [...new Set(names)].map((name) => [name, q[robot.variables.indexOf(name)]!] as const)
  return JSON.stringify(Object.fromEntries(values))
}

function duration(millis: number): string {
  return millis < 1000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`
}
