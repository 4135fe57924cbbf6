// The experiment of things that bend, for people.
import type { BendDocument } from '../bend.js'
import { checkList, formatNumber, formatTable, section } from '../table.js'
import type { ChainMoveRow } from './chain-moves.js'
import type { MeshStepRow } from './mesh-steps.js'
import { PROTOTYPE_CHAINS, PROTOTYPE_ROPES } from './published.js'
import type { RopeStepRow } from './rope-steps.js'

export function printBend(document: BendDocument): string {
  return [
    section('Steps of ropes beside the query on the frame at their end, same method on both sides', ropes(document)),
    section('Moves of a loose chain beside the query at their end (medians)', chains(document)),
    section(
      'Steps of sheets beside the query on the frame at their end',
      document.cloth.length === 0 ? '' : meshStepTable(document.cloth),
    ),
    section('Sampling beside the proof', sampling(document)),
    section('A melt of soft polymers: strands that pass through each other', melts(document)),
    section('Closed ropes', knots(document)),
    document.checks.length === 0 ? '' : checkList(document.checks),
    closing(document),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

const count = (value: number): string => value.toLocaleString('en')
const times = (value: number): string => `${value.toFixed(2)}×`
const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** One line for a scene, a size and what is tested; the turns as columns. */
function ropes({ ropes: rows }: BendDocument): string {
  if (rows.length === 0) return ''
  const motions = [...new Set(rows.map(({ motion }) => motion))]
  const groups = new Map<string, RopeStepRow[]>()
  for (const row of rows) {
    const key = [row.scene, row.beads, row.items, row.method].join()
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const body = [...groups.values()].map((group) => {
    const [{ scene, beads, items, method }] = group as [RopeStepRow]
    const cells = motions.flatMap((motion) => {
      const row = group.find((one) => one.motion === motion)
      return row === undefined ? ['', ''] : [times(row.ratio), times(row.timeRatio)]
    })
    const theirs = items === 'thin beads' && method === 'cages' ? PROTOTYPE_ROPES[scene] : {}
    const frame = group[0]!
    return [
      ...[scene, items, method, count(beads), count(frame.testsFrame), ...cells],
      motions.flatMap((motion) => theirs[motion]?.toFixed(2) ?? []).join(' '),
    ]
  })
  const head = ['rope', 'of', 'by', 'beads', 'tests', ...motions.flatMap((motion) => [motion, 'time']), '(prototype)']
  return formatTable(head, body, 3)
}

function chains({ chains: rows }: BendDocument): string {
  if (rows.length === 0) return ''
  const theirs = (row: ChainMoveRow): string => {
    const found = row.angle === 0.1 ? PROTOTYPE_CHAINS.find(({ links }) => links === row.links) : undefined
    return found === undefined ? '' : count(found.tests)
  }
  return chainMoveTable(rows, theirs)
}

function sampling({ sampling: rows }: BendDocument): string {
  if (rows.length === 0) return ''
  const body = rows.map((row, k) => [
    ...(rows[k - 1]?.scene === row.scene
      ? ['', '', '', '', '', '']
      : [row.kind, row.scene, ...[row.steps, row.free, row.colliding, row.passages].map(count)]),
    count(row.instants),
    ...(row.colliding === 0 ? ['', ''] : [count(row.missedSteps), count(row.missedPassages)]),
    count(row.falseFree),
    `${formatNumber(row.testRatio)}×`,
    `${formatNumber(row.timeRatio)}×`,
  ])
  const head = [
    ...['of', 'scene', 'steps', 'free', 'colliding', 'passages', 'instants'],
    ...['steps missed', 'passages missed', 'false free', 'tests', 'time'],
  ]
  return formatTable(head, body, 2)
}

function melts({ melts: rows }: BendDocument): string {
  if (rows.length === 0) return ''
  const body = rows.map((r) => [
    `${r.chains} chains of ${r.length}`,
    ...[r.steps, r.free, r.passages, r.within, r.confirmed].map(count),
    ...[r.tests, r.testsFrame].map(count),
    times(r.tests / r.testsFrame),
    count(r.exactCalls),
  ])
  const head = ['melt', 'steps', 'free', 'passages', 'of one chain', 'confirmed', 'tests', 'of the frames', '', 'exact']
  return formatTable(head, body)
}

function knots({ knots: rows, walks }: BendDocument): string {
  const body = rows.map((r) => [
    ...[r.scene, r.outcome, yesNo(r.keepsKnot), count(r.passages), count(r.confirmed), r.before, r.after],
  ])
  const head = ['rope', 'outcome', 'keeps its knot', 'passages', 'confirmed', 'invariant before', 'after']
  const text = walks.map(
    (w) =>
      `${count(w.walks)} closed walks of ${w.beads} beads, ${count(w.steps)} steps: ${count(w.kept)} proved to keep the knot, after ${count(w.contradicted)} of them the invariant is another;\n` +
      `${count(w.passing)} with passages (${count(w.passages)}, ${count(w.confirmed)} confirmed), after ${count(w.changed)} of them it is another.`,
  )
  return [...(rows.length === 0 ? [] : [formatTable(head, body)]), ...text].join('\n')
}

function closing({ node }: BendDocument): string {
  return [
    `Counted on Node ${node}. × is against the discrete query on the frame at the end of the step (ropes, chains, sheets), or against the proof`,
    '(sampling). Tests: pairs of cages and of beads or strands; boxes, balls and links; node pairs. Ropes: beads of radius 0.45, one apart, two',
    'neighbours left out; gentle is one frame on, middle ten; turns are rigid turns of the whole rope taken as one straight step. Sampling takes',
    'instants evenly, both ends included; a passage is missed if it is in contact at none of them, a step if nothing is. Where much collides',
    'sampling takes less time than the proof, which decides every such pair in whole numbers and brackets its first instant. What is decided',
    'is the straight step: what a thing did between two frames is not known.',
  ].join('\n')
}

export function ropeStepTable(rows: readonly RopeStepRow[]): string {
  const titles = [
    ...['scene', 'beads', 'items', 'step', 'method', 'answered by', 'outcome', 'pairs', 'tests', 'of the frame'],
    ...['ratio', 'ms', 'of the frame', 'ratio', 'exact'],
  ]
  const lines = rows.map((r) => [
    ...[r.scene, count(r.beads), r.items, r.motion, r.method],
    r.answered === r.answeredFrame ? r.answered : `${r.answered}, ${r.answeredFrame}`,
    ...[r.outcome, count(r.pairs), count(r.tests), count(r.testsFrame)],
    ...[r.ratio, r.millis, r.millisFrame, r.timeRatio].map(formatNumber),
    count(r.exactCalls),
  ])
  return formatTable(titles, lines, 7)
}

/** `theirs`: a column of another's tests. */
export function chainMoveTable(rows: readonly ChainMoveRow[], theirs?: (row: ChainMoveRow) => string): string {
  const titles = [
    'links',
    'joints',
    'rad',
    'tests',
    'at most',
    'of the end',
    'ratio',
    'µs',
    'of the end',
    'free',
    'collision',
    'undecided',
  ]
  const lines = rows.map((r) => [
    ...[count(r.links), String(r.joints), String(r.angle)],
    ...[r.tests, r.mostTests, r.testsEnd, r.ratio, r.micros, r.microsEnd].map(formatNumber),
    ...[r.free, r.collisions, r.undecided].map(count),
    ...(theirs === undefined ? [] : [theirs(r)]),
  ])
  return formatTable([...titles, ...(theirs === undefined ? [] : ['(prototype: tests)'])], lines, 0)
}

export function meshStepTable(rows: readonly MeshStepRow[]): string {
  const titles = [
    'sheet',
    'triangles',
    'radians',
    'slabs',
    'outcome',
    'node tests',
    'of the frame',
    'ratio',
    'hull pairs',
    'exact',
    'ms',
    'ms frame',
  ]
  const lines = rows.map((row) => [
    ...[
      row.scene,
      count(row.triangles),
      `${row.angle}`,
      `${row.slabs}${row.asked === 'auto' ? ' (auto)' : ''}`,
      row.outcome,
    ],
    ...[row.volumeTests, row.volumeTestsFrame, row.ratio, row.hullTests, row.exactCalls].map(formatNumber),
    ...[row.millis, row.millisFrame].map(formatNumber),
  ])
  return formatTable(titles, lines, 1)
}
