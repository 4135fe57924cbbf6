// One step of a mesh against brute force: every pair of triangles by the exact primitive, and in exact arithmetic at many instants.
import { type DeformResult, MeshTree, selfCollisions } from '../../../src/entries/meshes.js'
import { MovingPair } from '../../../src/geometry/moving/moving-pair.js'
import { verifyStepExactly } from '../../../src/verify/exact/index.js'
import { verifyStep } from '../../../src/verify/index.js'
import {
  bruteSelfCollisions,
  cornerSets,
  isFlat,
  pointsAt,
  touchBeyond,
  type WholeStep,
  weldedVertices,
  wholeStep,
} from './deform.js'
import type { DeformCase } from './deform-cases.js'

/** What was seen so far. */
export const seenSteps = {
  steps: 0,
  free: 0,
  collision: 0,
  undecided: 0,
  'nothing-to-check': 0,
  pairs: 0,
  instants: 0,
  touching: 0,
  verified: 0,
}

/** Instants of the sampling: 0, 1/n, … 1. */
const INSTANTS = 16

/** Throws, with the case as plain data, where anything is wrong. */
export function checkDeformCase(input: DeformCase, slabs: 'auto' | number = 'auto', instants = INSTANTS): DeformResult {
  const tree = new MeshTree(input, { open: 'surface', leafSize: 1 + (input.positions.length % 4) })
  const demand = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${what}, slabs ${slabs}, of ${JSON.stringify(input)}`)
  }
  const still = selfCollisions(tree)
  const expected = bruteSelfCollisions(input.positions, input.triangles)
  demand(JSON.stringify(Array.from(still.pairs)) === JSON.stringify(expected.flat()), `selfCollisions ${still.pairs}`)

  const result = tree.checkDeform(input.next, { slabs })
  seenSteps.steps++
  seenSteps[result.outcome]++
  const step = wholeStep(input.positions, input.next)
  const corners = cornerSets(input.triangles, weldedVertices(step.from, step.to))
  checkPairs(input, result, corners, demand)
  checkCollapses(result, step, corners, demand)
  if (result.outcome === 'free') {
    const [document, certificate] = [result.document(), result.certificate()]
    for (const verify of [verifyStep, verifyStepExactly]) {
      const verdict = verify(document, certificate)
      demand(verdict.valid, `${verify.name}: ${JSON.stringify(verdict)}`)
    }
    seenSteps.verified++
  }
  sample(result, step, corners, instants, demand)
  return result
}

type Demand = (holds: boolean, what: string) => void

/** The pairs are those that the exact primitive finds without any search, and the outcome follows from them. */
function checkPairs(input: DeformCase, result: DeformResult, corners: readonly number[][], demand: Demand): void {
  const [from, to] = [Float64Array.from(input.positions), Float64Array.from(input.next)]
  const pair = new MovingPair()
  const bracket = new Float64Array(2)
  const collapses = new Map(result.collapsed.map(({ triangle, lower }) => [triangle, lower]))
  const found: { a: number; b: number; lower: number; upper: number }[] = []
  for (let s = 0; s < corners.length; s++) {
    for (let t = s + 1; t < corners.length; t++) {
      let [lower, upper] = [Infinity, Infinity]
      const [a, b] = [[...new Set(corners[s]!)], [...new Set(corners[t]!)]]
      for (const [p, q] of hullPairs(a, b)) {
        const at = (hull: readonly number[], k: number): number => (k < hull.length ? 3 * hull[k]! : -1)
        pair.setA(from, to, at(p, 0), at(p, 1), at(p, 2))
        pair.setB(from, to, at(q, 0), at(q, 1), at(q, 2))
        if (!pair.meets(0)) continue
        pair.firstContact(bracket, 0)
        lower = Math.min(lower, bracket[0]!)
        upper = Math.min(upper, bracket[1]!)
      }
      if (lower === Infinity) continue
      const isNear = a.some((v) => b.includes(v))
      if (isNear && !(upper < (collapses.get(s) ?? Infinity) && upper < (collapses.get(t) ?? Infinity))) continue
      found.push({ a: s, b: t, lower, upper })
    }
  }
  const listed = [...result.pairs].sort((p, q) => p.a - q.a || p.b - q.b)
  seenSteps.pairs += found.length
  // Which of several hulls is asked first may make a bracket a point or the interval of the grid that ends there: both hold the instant.
  const agree = found.every(({ a, b, lower, upper }, k) => {
    const own = listed[k]
    return own?.a === a && own.b === b && own.lower <= upper && lower <= own.upper && own.upper - own.lower <= 2 ** -40
  })
  demand(agree && listed.length === found.length, `pairs ${JSON.stringify(listed)} and not ${JSON.stringify(found)}`)
  const outcome = found.length > 0 ? 'collision' : result.collapsed.length > 0 ? 'undecided' : 'free'
  demand(result.outcome === outcome, `outcome ${result.outcome}`)
  const first = result.pairs.reduce((least, { lower }) => Math.min(least, lower), Infinity)
  demand(result.at === (found.length > 0 ? first : undefined), `at ${result.at}`)
}

/** What is listed has no area at the instant that is named; to rounding, where no double names it. */
function checkCollapses(result: DeformResult, step: WholeStep, corners: readonly number[][], demand: Demand): void {
  const n = 2 ** 52
  for (const { triangle, lower, upper } of result.collapsed) {
    const points = pointsAt(step, Math.round(((lower + upper) / 2) * n), n)
    const [a, b, c] = corners[triangle]!.map((v) => points[v]!.map((x) => Number(x / 2n ** 20n))) as number[][]
    const [d, e] = [a!.map((x, k) => b![k]! - x), a!.map((x, k) => c![k]! - x)]
    const area = Math.hypot(d[1]! * e[2]! - d[2]! * e[1]!, d[2]! * e[0]! - d[0]! * e[2]!, d[0]! * e[1]! - d[1]! * e[0]!)
    demand(area <= 1e-9 * spread(step, n) ** 2, `triangle ${triangle} does not collapse at ${lower}`)
    if (lower === upper) demand(isFlat(points, corners[triangle]!), `triangle ${triangle} is not flat at ${lower}`)
  }
}

/** The largest coordinate, in the units of that. */
function spread({ from, to }: WholeStep, n: number): number {
  let most = 0
  for (const p of [...from, ...to])
    for (const x of p) most = Math.max(most, Math.abs(Number((x * BigInt(n)) / 2n ** 20n)))
  return most
}

/** What is tested of two sets of vertices. */
function hullPairs(a: readonly number[], b: readonly number[]): (readonly [readonly number[], readonly number[]])[] {
  const shared = a.filter((v) => b.includes(v))
  const [ownA, ownB] = [a.filter((v) => !b.includes(v)), b.filter((v) => !a.includes(v))]
  if (ownA.length === 0 || ownB.length === 0) return []
  if (shared.length === 0) return [[a, b]]
  if (shared.length === 1) {
    return [
      [ownA, b],
      [a, ownB],
    ]
  }
  const [p, q] = shared as [number, number]
  return [
    [ownA, b],
    [a, ownB],
    [
      [...ownA, p],
      [...ownB, q],
    ],
    [
      [...ownA, q],
      [...ownB, p],
    ],
  ]
}

/** At no instant before the first contact of a pair do its triangles touch; none touches that is not listed; collapses are right. */
function sample(
  result: DeformResult,
  step: WholeStep,
  corners: readonly number[][],
  instants: number,
  demand: Demand,
): void {
  const first = new Map(result.pairs.map(({ a, b, lower, upper }) => [`${a} ${b}`, { lower, upper }]))
  const collapses = new Map(result.collapsed.map(({ triangle, lower, upper }) => [triangle, { lower, upper }]))
  for (let k = 0; k <= instants; k++) {
    const points = pointsAt(step, k, instants)
    const t = k / instants
    seenSteps.instants++
    corners.forEach((a, s) => {
      const collapse = collapses.get(s)
      if (isFlat(points, a)) demand(collapse !== undefined && collapse.lower <= t, `triangle ${s} collapses at ${t}`)
      for (let u = s + 1; u < corners.length; u++) {
        const b = corners[u]!
        if (!touchBeyond(points, a, b)) continue
        seenSteps.touching++
        const known = first.get(`${s} ${u}`)
        const isNamed =
          a.some((v) => b.includes(v)) && [collapse, collapses.get(u)].some((c) => c !== undefined && c.lower <= t)
        demand(isNamed || (known !== undefined && known.lower <= t), `triangles ${s} and ${u} touch at ${t}`)
      }
    })
  }
  // A contact that begins at an instant that a double can name is confirmed there.
  for (const { a, b, lower, upper } of result.pairs) {
    if (lower !== upper) continue
    const n = 2 ** 53
    const points = pointsAt(step, lower * n, n)
    demand(touchBeyond(points, corners[a]!, corners[b]!), `triangles ${a} and ${b} do not touch at ${lower}`)
  }
}
