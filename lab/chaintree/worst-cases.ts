// The worst cases of section 4, by the chain-aligned tree and by a spatially adapted one: box tests of one whole query, against the
// number of links. Also those of section 6.3, a chain against another body.
import { doubleRowChain, lemma7Chain } from '../../scenes/index.js'
import { composeInversePose } from '../../src/base/math/pose.js'
import { ChainTree, sphere } from '../../src/entries/chains.js'
import { obbsFartherThan } from '../../src/volumes/obb.js'
import { ObbTree } from '../baselines/obb-tree.js'
import { treesHit } from '../baselines/obb-tree-search.js'
import type { Progress } from '../experiment.js'
import type { WorstCasePlan } from './options.js'

export const WORST_CASES = {
  lemma7: "Lemma 7's chain",
  figure5: "Figure 5's double row",
  'figure5-spatial': "Figure 5's double row, spatially adapted tree",
  'lemma7-spatial': "Lemma 7's chain, spatially adapted tree",
  'to-sphere': "Lemma 7's chain against a sphere",
  'to-chain': "Lemma 7's chain against its like",
} as const
export type WorstCaseName = keyof typeof WORST_CASES

export interface WorstCase {
  readonly name: WorstCaseName
  readonly n: number
  /** Of the first query, where nothing may be skipped. */
  readonly volumeTests: number
  /** Colliding pairs reported. In truth there are none: see `SHRINK`. */
  readonly pairs: number
}

/**
 * The spheres of these chains touch. They are made a millionth smaller, so that in truth no two of them meet: what is
 * counted is the search, and a near touch has to be searched for just the same. The search itself knows positions only
 * to a bound that outgrows the gap of 2e-6 on the longest chains; such pairs are then decided from more careful
 * poses, and none may be reported.
 */
const SHRINK = 1 - 1e-6

/**
 * Section 6.3 has no chain of its own for its bounds. Lemma 7's does: every unit's hull contains one point. A sphere there meets all
 * of them, and so does each unit of a second chain, moved by half a step of the lattice; links of 0.8 are then 0.13 apart.
 */
const THIN = 0.8

const MEASURE: Readonly<Record<WorstCaseName, (size: number) => WorstCase>> = {
  lemma7: (d) => aligned('lemma7', lemma7Chain(d).centres),
  figure5: (n) => aligned('figure5', doubleRowChain(n)),
  'figure5-spatial': (n) => adapted('figure5-spatial', doubleRowChain(n)),
  'lemma7-spatial': (d) => adapted('lemma7-spatial', lemma7Chain(d).centres),
  'to-sphere': (d) => {
    const { centres, common } = lemma7Chain(d)
    const chain = ChainTree.fromSpheres(centres, THIN)
    const hit = chain.collidesWith(sphere({ radius: 1 }), { at: common })
    return { name: 'to-sphere', n: chain.size, volumeTests: chain.stats.volumeTests, pairs: hit ? 1 : 0 }
  },
  'to-chain': (d) => {
    const { centres } = lemma7Chain(d)
    const chain = ChainTree.fromSpheres(centres, THIN)
    const hit = chain.collidesWith(
      ChainTree.fromSpheres(
        centres.map((x) => x + 1),
        THIN,
      ),
    )
    return { name: 'to-chain', n: chain.size, volumeTests: chain.stats.volumeTests, pairs: hit ? 1 : 0 }
  },
}

function aligned(name: WorstCaseName, centres: Float64Array): WorstCase {
  const chain = ChainTree.fromSpheres(centres, SHRINK)
  const { count } = chain.selfCollisions()
  return { name, n: chain.size, volumeTests: chain.stats.volumeTests, pairs: count }
}

/** Theorem 1 speaks of this one: an OBBTree, built for this configuration, with one link a leaf. */
function adapted(name: WorstCaseName, centres: Float64Array): WorstCase {
  const n = centres.length / 3
  const tree = new ObbTree(n, SHRINK, 1, 1)
  tree.reset(centres)
  tree.build(0, n)
  const hit = treesHit(tree, 0, 0)
  return { name, n, volumeTests: tree.volumeTests, pairs: hit ? 1 : 0 }
}

export async function measureWorstCases(plan: WorstCasePlan, progress: Progress): Promise<WorstCase[]> {
  const jobs = (Object.keys(WORST_CASES) as WorstCaseName[]).flatMap((name) =>
    (name.startsWith('figure5') ? plan.figure5 : plan.lemma7).map((size) => ({ name, size })),
  )
  const out: WorstCase[] = []
  for (const [i, { name, size }] of jobs.entries()) {
    await progress(i / jobs.length, `worst cases: ${WORST_CASES[name]}`)
    out.push(MEASURE[name](size))
  }
  return out
}

/** Figure 4: pairs of boxes of the second level that overlap, and box tests of a whole query, before and after one joint turns. */
export interface Corrupted {
  readonly n: number
  readonly boxes: number
  readonly overlaps: readonly [number, number]
  readonly volumeTests: readonly [number, number]
  /** Of the ChainTree, after the turn, nothing skipped. */
  readonly chainTests: number
}

const SPACING = 4

/**
 * A hairpin of two rows, of which a spatially adapted tree groups links that face each other. The middle joint turns by 180° and the
 * chain is straight. The boxes are fitted again, with the links that they had.
 */
export function corruptTree(n: number): Corrupted {
  const half = n / 2
  const folded = Float64Array.from({ length: 3 * n }, (_, i) => {
    const k = Math.trunc(i / 3)
    return SPACING * [k < half ? k : n - 1 - k, k < half ? 0 : 1, 0][i % 3]!
  })
  const straight = Float64Array.from({ length: 3 * n }, (_, i) => (i % 3 === 0 ? (SPACING * i) / 3 : 0))
  const tree = new ObbTree(n, 1, 1, 2)
  tree.reset(folded)
  tree.build(0, n)
  const before = countOverlaps(tree)
  tree.refit(straight)
  const after = countOverlaps(tree)
  const chain = ChainTree.fromSpheres(straight, 1)
  chain.selfCollisions()
  return {
    n,
    boxes: before.leaves,
    overlaps: [before.overlaps, after.overlaps],
    volumeTests: [before.volumeTests, after.volumeTests],
    chainTests: chain.stats.volumeTests,
  }
}

function countOverlaps(tree: ObbTree): { leaves: number; overlaps: number; volumeTests: number } {
  const leaves = Array.from({ length: tree.nodes }, (_, node) => node).filter((node) => tree.right[node]! < 0)
  const relative = new Float64Array(12)
  let overlaps = 0
  for (const [k, a] of leaves.entries()) {
    for (const b of leaves.slice(k + 1)) {
      composeInversePose(relative, 0, tree.poses, 12 * a, tree.poses, 12 * b)
      if (!obbsFartherThan(tree.halves, 3 * a, tree.halves, 3 * b, relative, 0, 0)) overlaps++
    }
  }
  tree.volumeTests = 0
  treesHit(tree, 0, 0)
  return { leaves: leaves.length, overlaps, volumeTests: tree.volumeTests }
}

/** Least squares of log(volumeTests) against log(n), for each worst case that has two sizes or more. */
export function fitExponents(cases: readonly WorstCase[]): Record<string, number> {
  const out: Record<string, number> = {}
  for (const name of new Set(cases.map((c) => c.name))) {
    const points = cases.filter((c) => c.name === name && c.volumeTests > 0)
    if (points.length < 2) continue
    out[name] = Number(logLogSlope(points.map((c) => [c.n, c.volumeTests])).toFixed(4))
  }
  return out
}

export function logLogSlope(points: readonly (readonly [number, number])[]): number {
  const x = points.map(([n]) => Math.log(n))
  const y = points.map(([, value]) => Math.log(value))
  const mean = (a: readonly number[]): number => a.reduce((s, v) => s + v, 0) / a.length
  const mx = mean(x)
  const my = mean(y)
  let xy = 0
  let xx = 0
  for (let i = 0; i < x.length; i++) {
    xy += (x[i]! - mx) * (y[i]! - my)
    xx += (x[i]! - mx) ** 2
  }
  return xy / xx
}
