// Two rigid meshes, one of which moves past the other: Limber's sweep beside FCL's continuous collision.
import { formatNumber, formatTable } from '../../lab/table.js'
import type { MeshData } from '../../scenes/index.js'
import { MeshTree } from '../../src/index.js'
import { meshDistance } from '../../src/meshes/tree/mesh-queries.js'
import type { Progress } from '../bench.js'
import { PeerMissingError } from '../meshes/contender.js'
import { FCL_WAYS, type FclWay, type RigidCase, RigidFcl } from './rigid-fcl.js'
import { RIGID_PAIRS, type RigidPair, rigidMotions } from './rigid-motions.js'
import { type RigidLimits, type RigidRow, raceRigid, type Truth } from './rigid-race.js'

export interface RigidSize extends RigidLimits {
  /** How many of the pairs of meshes, and how many motions of each kind. */
  readonly pairs: number
  readonly each: number
}

/** Two meshes with the motions of a pair; `each` of every kind. */
export function makeRigidCase(pair: RigidPair, each: number): { one: RigidCase; trees: { a: MeshTree; b: MeshTree } } {
  const [a, b] = [pair.a(), pair.b()]
  const trees = { a: tree(a), b: tree(b) }
  const distance = (pose: Float64Array): number => meshDistance(trees.a, trees.b, pose).distance
  const motions = rigidMotions(pair, distance, each)
  return { one: { name: pair.name, a, b, motions }, trees }
}

function tree({ positions, triangles }: MeshData): MeshTree {
  return new MeshTree({ positions, triangles })
}

export async function runRigid(size: RigidSize, progress: Progress): Promise<{ rows: RigidRow[]; notes: string[] }> {
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
        const fcl = new RigidFcl(one)
        notes.push(`FCL ${await fcl.version()}, compiled with ${fcl.flags}`)
        fcl.close()
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

export function rigidTable(rows: readonly RigidRow[]): string {
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

/** What Limber sets out to show: conservative advancement takes this many times as long, and Limber misses nothing. */
const WANTED = 20

export function rigidTarget(rows: readonly RigidRow[]): string[] {
  const names = [...new Set(rows.map(({ contender }) => contender))]
  return names.map((name) => {
    const those = rows.filter(({ contender }) => contender === name)
    const sum = (of: (row: RigidRow) => number): number => those.reduce((total, row) => total + of(row), 0)
    const own = rows.filter(({ contender }) => contender === 'Limber')
    const ratio =
      sum(({ micros, motions, unanswered }) => micros * (motions - unanswered)) /
      sum(({ micros, motions, unanswered, ratio }) => (micros * (motions - unanswered)) / ratio)
    const share = `${sum(({ missed }) => missed)} of ${own.reduce((total, { hits }) => total + hits, 0)} hits missed`
    const wanted = name.startsWith('FCL advancement') ? ` (wanted: ${WANTED}×)` : ''
    return `${name}: ${share}, ${formatNumber(ratio)}× Limber's time${wanted}`
  })
}
