// The experiment for people: ours beside the published figures.
import type { PlanningDocument } from '../planning.js'
import { checkList, formatNumber, formatTable, section } from '../table.js'
import { isPlan, isWalk } from './checks.js'
import type { PlanRow, WalkRow } from './rows.js'

export function printPlanning(document: PlanningDocument): string {
  return [
    section('The scenes, and what they stand for', sceneTable(document)),
    section(
      'Table IV: the first ε at which SBL stays right for a given number of runs in a row',
      epsilonTable(document),
    ),
    section('Table V: mean seconds a plan, all by turns on the same seeds', deltaTable(document)),
    section('The same plans: their times, and what they tested', planTable(document)),
    section('Table VII: random walks out of rings and holes, and smoothing', walkTable(document)),
    checkList(document.checks),
    closing(document),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Three significant digits, so that milliseconds are seen too. */
function seconds(value: number | undefined): string {
  if (value === undefined) return ''
  return value >= 100 ? formatNumber(value) : value.toPrecision(3)
}

function sceneTable({ scenes }: PlanningDocument): string {
  const body = scenes.map((s) => [
    s.name,
    s.figure,
    ...[s.joints, s.robotTriangles, s.obstacleTriangles, s.pairs].map(count),
  ])
  return formatTable(['', 'figure', 'joints', 'triangles: robots', 'obstacles', 'pairs checked'], body, 2)
}

function epsilonTable({ epsilons, rows }: PlanningDocument): string {
  if (epsilons.length === 0) return ''
  const own = rows.filter(isPlan).filter(({ table }) => table === 'IV')
  const body = epsilons.map((found, i) => {
    const row = own[i]
    return [
      epsilons[i - 1]?.scene === found.scene ? '' : found.scene,
      count(found.runs),
      found.epsilon.toPrecision(3),
      found.right ? 'yes' : 'NO',
      seconds(row?.seconds),
      count(found.mistakes),
      count(found.tried),
      row?.published?.epsilon === undefined ? '' : String(row.published.epsilon),
      seconds(row?.published?.seconds),
    ]
  })
  const head = ['', 'runs', 'ε', 'right', 's', 'wrong paths before', 'runs in all', '(paper: ε', 's)']
  return formatTable(head, body)
}

function deltaTable({ rows }: PlanningDocument): string {
  const own = rows.filter(isPlan).filter(({ table }) => table === 'V')
  const deltas = [...new Set(own.flatMap(({ delta }) => (delta === undefined ? [] : [delta])))]
  const body = [...new Set(own.map(({ scene }) => scene))].flatMap((scene) => {
    const of = (planner: string, delta: number): PlanRow | undefined =>
      own.find((row) => row.scene === scene && row.planner === planner && row.delta === delta)
    const sbl = own.find((row) => row.scene === scene && row.planner === 'sbl')
    const line = (name: string, planner: string): string[] => [
      name,
      planner,
      ...deltas.map((delta) => seconds(of(planner, delta)?.seconds)),
    ]
    return [
      [...line(scene, 'a-sbl'), sbl === undefined ? '' : `${seconds(sbl.seconds)} at ε ${sbl.epsilon!.toPrecision(3)}`],
      line('', 'rrt-connect'),
      ['', '(paper, A-SBL)', ...deltas.map((delta) => seconds(of('a-sbl', delta)?.published?.seconds))],
    ]
  })
  return own.length === 0 ? '' : formatTable(['', '', ...deltas.map((delta) => `δ ${delta}`), 'sbl'], body, 2)
}

function planTable({ rows }: PlanningDocument): string {
  const own = rows.filter(isPlan).filter(({ table }) => table === 'V')
  if (own.length === 0) return ''
  const body = own.map((row, i) => [
    own[i - 1]?.scene === row.scene ? '' : row.scene,
    row.planner,
    row.delta === undefined ? `ε ${row.epsilon!.toPrecision(3)}` : `δ ${row.delta}`,
    count(row.runs),
    seconds(row.median),
    seconds(row.seconds),
    seconds(row.percentile95),
    formatNumber(row.segments),
    formatNumber(row.length),
    count(row.iterations),
    count(row.validityTests),
    count(row.wrongPaths),
    count(row.unsolved),
  ])
  const head = [
    '',
    '',
    '',
    'runs',
    'median s',
    'mean s',
    '95 % s',
    'segments',
    'length',
    'rounds',
    'tests',
    'wrong',
    'unsolved',
  ]
  return formatTable(head, body, 3)
}

function walkTable({ rows }: PlanningDocument): string {
  const own = rows.filter(isWalk)
  if (own.length === 0) return ''
  const body = own.map((row, i) => {
    const { planner, published } = row
    const isWalking = planner === 'random-walk'
    return [
      own[i - 1]?.scene === row.scene ? '' : row.scene,
      isWalking ? walkName(row) : 'smoothing',
      seconds(row.seconds),
      isWalking ? count(row.tested!) : '',
      count(row.segments),
      formatNumber(row.length),
      isWalking ? '' : count(row.rounds!),
      isWalking ? '' : count(row.attempts!),
      isWalking ? '' : row.ratio!.toFixed(3),
      seconds(published?.seconds),
      published?.segments === undefined ? '' : count(published.segments),
      published?.rounds === undefined ? '' : count(published.rounds),
      published?.ratio === undefined ? '' : String(published.ratio),
    ]
  })
  const head = ['', '', 's', 'tested', 'path: segments', 'length', 'K', 'shortcuts tried', 'σ']
  return formatTable([...head, '(paper: s', 'tested', 'K', 'σ)'], body, 2)
}

function walkName({ arrived, out }: WalkRow): string {
  const arms = out === undefined ? '' : `, ${out} of 9 out`
  return arrived ? `walk${arms}` : `walk${arms}, stopped`
}

function closing({ node, seed, query }: PlanningDocument): string {
  return [
    `Measured in one run on Node ${node}: seed ${seed}, query ${query} of each scene; seconds of processor time. The paper's times are`,
    'of a Pentium III of 1 GHz. rrt-connect is the default of `plan`: RRT-Connect, its paths proved. sbl samples, and is the only one',
    'whose paths may collide; each path is judged by checkMotion at δ = 0. The paper’s scenes and queries are not published: ours are',
    'built by formula to its figures and counts of triangles, so its figures and ours compare in their ratios only. ε is in radians.',
    'Walks are blind, except for nine arms: those walk in turns of 5,000 steps, rather downhill, by steps that adapt to how many are free;',
    'their smoothing ends after 10 minutes. `few`: too few runs or rounds to say yes or no.',
  ].join('\n')
}
