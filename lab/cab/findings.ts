// What of the CAB paper is reproduced, table by table. Its motions are not given, so counts compare in their ratios.
import type { CabDocument } from '../cab.js'
import { FindingLists, type Findings } from '../findings.js'
import type { Row } from './measure.js'
import type { CabMethod, CabScene } from './options.js'
import { publishedTable } from './published.js'

/** Ratios of times this near are reproduced. */
const NEAR = 0.25

export function cabFindings(document: CabDocument): Findings {
  const findings = new FindingLists()
  for (const { name, table } of document.scenes) sceneFindings(findings, document, name, `Table ${table}`)
  footnote(findings, document)
  const { scenes, rows } = document
  if (scenes.length > 0) {
    const perFrame = scenes.map(({ name, frames }) => find(rows, name, 'cab').totalMs / frames)
    findings.incomparable(
      'Section 4',
      `CAB takes ${perFrame.map((ms) => ms.toFixed(3)).join(', ')} ms a frame in all, published 0.9 to 1.3`,
      'a Pentium 4 of 1.8 GHz, other shapes and other motions',
    )
  }
  return findings
}

function find<T extends Pick<Row, 'scene' | 'method'>>(rows: readonly T[], scene: CabScene, method: CabMethod): T {
  return rows.find((row) => row.scene === scene && row.method === method)!
}

function sceneFindings(findings: FindingLists, { rows }: CabDocument, scene: CabScene, of: string): void {
  const published = publishedTable(scene)
  const both = (method: CabMethod, value: (row: Row) => number): readonly [number, number] => [
    value(find(rows, scene, method)) / value(find(rows, scene, 'cab')),
    value(find(published, scene, method)) / value(find(published, scene, 'cab')),
  ]
  const queries = (row: Row): number => row.exactQueries
  const update = (row: Row): number => row.updateMs
  const total = (row: Row): number => row.totalMs
  const spell = ([ours, theirs]: readonly [number, number]): string =>
    `${ours.toFixed(2)} times CAB’s, published ${theirs.toFixed(2)}`

  const equal = find(rows, scene, 'obb').exactQueries === find(rows, scene, 'cab').exactQueries
  findings.judge(of, 'OBB and CAB call the exact query equally often', equal, 'their leaf boxes differ')
  const aabb = both('aabb*', queries)
  const fewer = `CAB calls the exact query less often than AABB*, which calls it ${spell(aabb)}`
  findings.judge(of, fewer, aabb[0] > 1, 'the motions are not given')

  timed(
    findings,
    of,
    'OBB’s update takes',
    both('obb', update),
    'both are written for this engine; covariance costs more beside CAB than theirs',
  )
  timed(
    findings,
    of,
    'AABB*’s update takes',
    both('aabb*', update),
    'ours projects half extents, theirs transforms eight corners: AABB* updates faster than CAB here',
  )
  timed(
    findings,
    of,
    'AABB+’s update takes',
    both('aabb+', update),
    'theirs transforms every vertex of detailed bodies; our bodies have few vertices',
  )
  for (const method of ['obb', 'aabb*'] as const) {
    const ratio = both(method, total)
    findings.judge(
      of,
      `CAB is faster in total than ${method === 'obb' ? 'OBB' : 'AABB*'}, which takes ${spell(ratio)} (timed)`,
      ratio[0] > 1,
      'exact queries cost less here beside updates',
    )
  }
  if (scene === 'braided-6') {
    const ratio = find(rows, scene, 'obb').totalMs / find(rows, scene, 'aabb*').totalMs
    const what = `AABB* is slightly faster in total than OBB: by ${ratio.toFixed(2)} times (timed)`
    findings.judge(of, what, ratio > 1, 'exact queries cost more here beside updates')
  }
  if (scene === 'convex-3') {
    const what = 'AABB*’s total is printed as 15.94, its parts add up to 15.49: a misprint'
    findings.incomparable(of, what, 'the other lines add up, to their rounding')
  }
  findings.incomparable(
    of,
    'numbers of queries and seconds',
    'the motions are not given, its pairs are others (all 120 of 16 links, without the other chain), and so is the machine',
  )
}

function timed(
  findings: FindingLists,
  of: string,
  what: string,
  [ours, theirs]: readonly [number, number],
  why: string,
): void {
  const near = Math.abs(ours - theirs) <= NEAR * theirs
  findings.judge(of, `${what} ${ours.toFixed(2)} times CAB’s, published ${theirs.toFixed(2)} (timed)`, near, why)
}

/** "We found this will result in a slightly larger parent box. Hence, filtering of collisions will not be as good." */
function footnote(findings: FindingLists, { boxes, scenes }: CabDocument): void {
  if (scenes.length === 0) return
  const ratios = (value: 'innerVolume' | 'boxTests'): number[] =>
    scenes.map(({ name }) => find(boxes, name, 'cab-sum')[value] / find(boxes, name, 'cab')[value])
  const spell = (values: readonly number[]): string => values.map((v) => v.toFixed(3)).join(', ')
  const volume = ratios('innerVolume')
  findings.judge(
    'Footnote 1',
    `the sum of the axes, where the endpoint vector is the shortest, gives larger parent boxes: ${spell(volume)} of CAB’s volume`,
    volume.every((r) => r > 1),
    'on motions that fold links upon each other the sum lies between both axes, and the box is smaller',
  )
  const tests = ratios('boxTests')
  findings.judge(
    'Footnote 1',
    `so it filters less well: ${spell(tests)} of CAB’s box tests`,
    tests.every((r) => r >= 1),
    'its boxes are not always larger',
  )
}
