// The sub-distance step again, slow and hard to fool: every face of the simplex is tried, its barycentric coordinates
// are refined against the point that they give, and negative ones are set to zero. GJK turns to it when the fast step
// makes no progress, which happens in slivers (nearly parallel faces and edges, points almost on a line). It is rare
// enough to allocate.
import { compact, keepIfNearer, type Simplex, setNormal } from './simplex.js'

/** Like reduceSimplex, for one to four points. */
export function reduceSimplexCarefully(s: Simplex): void {
  s.v[3] = Infinity
  for (let face = 1; face < 1 << s.size; face++) {
    const ids: number[] = []
    for (let i = 0; i < s.size; i++) if (face & (1 << i)) ids.push(i)
    tryFace(s, ids)
  }
  compact(s)
  setNormal(s)
}

function tryFace(s: Simplex, ids: number[]): void {
  const points = ids.map((i) => [s.y[3 * i]!, s.y[3 * i + 1]!, s.y[3 * i + 2]!] as Vec)
  const base = points[0]!
  const edges = points.slice(1).map((p) => sub(p, base))
  const mu = nearestCoordinates(base, edges)
  if (mu === undefined) return
  const lambda = [1 - mu.reduce((sum, m) => sum + m, 0), ...mu].map((l) => Math.max(l, 0))
  const total = lambda.reduce((sum, l) => sum + l, 0)
  const w = [0, 0, 0, 0]
  const v: Vec = [0, 0, 0]
  ids.forEach((id, k) => {
    w[id] = lambda[k]! / total
    for (let axis = 0; axis < 3; axis++) v[axis] = v[axis]! + w[id]! * points[k]![axis]!
  })
  if (keepIfNearer(s.v, s.weight, v[0], v[1], v[2])) s.weight.set(w)
}

/**
 * The μ that make |base + Σ μ·edge| least, by modified Gram–Schmidt and three rounds of refinement; undefined if the
 * edges are dependent, because then smaller faces hold the same point.
 */
function nearestCoordinates(base: Vec, edges: Vec[]): number[] | undefined {
  const q: Vec[] = []
  const r: number[][] = []
  for (let k = 0; k < edges.length; k++) {
    let e = edges[k]!
    const row: number[] = []
    for (const [j, qj] of q.entries()) {
      row[j] = dot(qj, e) / dot(qj, qj)
      e = addScaled(e, qj, -row[j]!)
    }
    if (!(dot(e, e) > 1e-30 * dot(edges[k]!, edges[k]!))) return undefined
    q.push(e)
    r.push(row)
  }
  const mu = edges.map(() => 0)
  for (let round = 0; round < 3; round++) {
    let c = base
    for (let k = 0; k < edges.length; k++) c = addScaled(c, edges[k]!, mu[k]!)
    const step: number[] = []
    for (const qk of q) {
      step.push(-dot(qk, c) / dot(qk, qk))
      c = addScaled(c, qk, step.at(-1)!)
    }
    for (let k = edges.length - 1; k >= 0; k--) {
      for (let j = 0; j < k; j++) step[j] = step[j]! - r[k]![j]! * step[k]!
      mu[k] = mu[k]! + step[k]!
    }
  }
  return mu
}

type Vec = [number, number, number]

function sub(a: Vec, b: Vec): Vec {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function addScaled(a: Vec, b: Vec, k: number): Vec {
  return [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
}

function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
