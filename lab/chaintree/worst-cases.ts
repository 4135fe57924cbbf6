// The worst cases of section 4: box tests of one whole self-collision query, against the number of links.
import { doubleRowChain, lemma7Chain } from '../../scenes/index.js'
import { ChainTree } from '../../src/index.js'
import type { Progress } from '../experiment.js'
import type { WorstCasePlan } from './options.js'

export interface WorstCase {
  readonly name: 'lemma7' | 'figure5'
  readonly n: number
  /** Of the first query for all colliding pairs, where nothing may be skipped. */
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

export async function measureWorstCases(plan: WorstCasePlan, progress: Progress): Promise<WorstCase[]> {
  const jobs: { name: WorstCase['name']; build: () => Float64Array }[] = [
    ...plan.lemma7.map((d) => ({ name: 'lemma7' as const, build: () => lemma7Chain(d).centres })),
    ...plan.figure5.map((n) => ({ name: 'figure5' as const, build: () => doubleRowChain(n) })),
  ]
  const out: WorstCase[] = []
  for (const [i, { name, build }] of jobs.entries()) {
    const centres = build()
    await progress(i / jobs.length, `worst cases: ${(centres.length / 3).toLocaleString('en')} links`)
    const chain = ChainTree.fromSpheres(centres, SHRINK)
    const { count } = chain.selfCollisions()
    out.push({ name, n: chain.size, volumeTests: chain.stats.volumeTests, pairs: count })
  }
  return out
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
