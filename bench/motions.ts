// Proved motions: segments of robots, by Limber's default and by the published methods; and two rigid meshes, beside FCL's
// continuous collision where it is installed. Same motions, in turns, ratios printed.
import { formatNumber, formatTable } from '../lab/table.js'
import type { MeshData } from '../scenes/index.js'
import { MeshTree } from '../src/index.js'
import { meshDistance } from '../src/queries/mesh-queries.js'
import type { Bench, Progress } from './bench.js'
import { PeerMissingError } from './meshes/contender.js'
import { FCL_WAYS, type FclWay, type RigidCase, RigidFcl } from './motions/rigid-fcl.js'
import { RIGID_PAIRS, type RigidPair, rigidMotions } from './motions/rigid-motions.js'
import { type RigidLimits, type RigidRow, raceRigid, type Truth } from './motions/rigid-race.js'

interface Size {
  readonly rigid: RigidLimits & { readonly pairs: number; readonly each: number }
}

const FULL: Size = { rigid: { pairs: Infinity, each: 16, rounds: 3, samples: 1000, limit: 20_000 } }
const QUICK: Size = { rigid: { pairs: 1, each: 2, rounds: 1, samples: 200, limit: 2000 } }

export const motions: Bench = {
  name: 'motions',
  async run(quick, progress) {
    const size = quick ? QUICK : FULL
    const rigid = await runRigid(size.rigid, progress)
    return {
      rows: rigid.rows,
      about: { notes: rigid.notes },
      text: [rigidTable(rigid.rows), ...rigidTarget(rigid.rows), rigid.notes.join('\n')].join('\n\n'),
    }
  },
}

/** Two meshes with the motions of a pair; `each` of every kind. */
export function makeRigidCase(pair: RigidPair, each: number): { one: RigidCase; trees: { a: MeshTree; b: MeshTree } } {
  const [a, b] = [pair.a(), pair.b()]
  const trees = { a: tree(a), b: tree(b) }
  const distance = (pose: Float64Array): number => meshDistance(trees.a, trees.b, pose).distance
  const motions = rigidMotions(pair.kinds, distance, each, pair.seed)
  return { one: { name: pair.name, a, b, motions }, trees }
}

function tree({ positions, triangles }: MeshData): MeshTree {
  return new MeshTree({ positions, triangles })
}

async function runRigid(size: Size['rigid'], progress: Progress): Promise<{ rows: RigidRow[]; notes: string[] }> {
  const rows: RigidRow[] = []
  const notes: string[] = []
  let ways: readonly FclWay[] = FCL_WAYS
  const pairs = RIGID_PAIRS.slice(0, size.pairs)
  for (const [k, pair] of pairs.entries()) {
    const within: Progress = (share, label) => progress((k + share) / pairs.length, `${pair.name}: ${label}`)
    within(0, 'building')
    const { one, trees } = makeRigidCase(pair, size.each)
    if (k === 0) {
      try {
        new RigidFcl(one).close()
      } catch (error) {
        if (!(error instanceof PeerMissingError)) throw error
        notes.push(`without FCL: ${error.message}`)
        ways = []
      }
    }
    const found = await raceRigid(one, trees, ways, size, within)
    rows.push(...found.rows)
    notes.push(...wrongs(pair.name, found.truths))
  }
  return { rows, notes }
}

function wrongs(pair: string, truths: readonly Truth[]): string[] {
  return truths.flatMap(({ kind, limber }, k) =>
    limber === 'right' ? [] : [`${pair}, motion ${k} (${kind}): ${limber}`],
  )
}

function rigidTable(rows: readonly RigidRow[]): string {
  const titles = [
    'pair',
    'contender',
    'motions',
    'hits',
    'missed',
    'late',
    'false',
    'no answer',
    'µs',
    'median',
    'free',
    'hit',
    '× Limber',
  ]
  const lines = rows.map((row) => [
    row.pair,
    row.contender,
    `${row.motions}`,
    `${row.hits}`,
    `${row.missed}`,
    `${row.late}`,
    `${row.alarms}`,
    `${row.unanswered}`,
    formatNumber(row.micros),
    formatNumber(row.medianMicros),
    formatNumber(row.microsFree),
    formatNumber(row.microsHit),
    formatNumber(row.ratio),
  ])
  return formatTable(titles, lines, 2)
}

/** What Limber sets out to show, and whether this run does. */
function rigidTarget(rows: readonly RigidRow[]): string[] {
  const names = [...new Set(rows.map(({ contender }) => contender))]
  return names.map((name) => {
    const those = rows.filter(({ contender }) => contender === name)
    const sum = (of: (row: RigidRow) => number): number => those.reduce((total, row) => total + of(row), 0)
    const own = rows.filter(({ contender }) => contender === 'Limber')
    const ratio =
      sum(({ micros, motions, unanswered }) => micros * (motions - unanswered)) /
      sum(({ micros, motions, unanswered, ratio }) => (micros * (motions - unanswered)) / ratio)
    const share = `${sum(({ missed }) => missed)} of ${own.reduce((total, { hits }) => total + hits, 0)} hits missed`
    return `${name}: ${share}, ${formatNumber(ratio)}× Limber's time`
  })
}
