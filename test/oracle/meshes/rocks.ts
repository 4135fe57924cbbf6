// Round things as bad files have them: triangles lost, turned over, doubled, strayed, corners off by a little. Same seed, same mesh.
import type { Random } from '../../../src/base/math/random.js'
import { insideOut, join, type PlainMesh } from './solids-cases.js'

/** A sphere of radius 1: an octahedron cut `cuts` times, of 8·4^cuts triangles. */
export function ballMesh(cuts: number, radius = 1, at: readonly number[] = [0, 0, 0]): PlainMesh {
  const points: number[][] = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]
  let triangles = [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 1, 0, 5, 2, 1, 5, 3, 2, 5, 0, 3, 5]
  for (let cut = 0; cut < cuts; cut++) {
    const middles = new Map<string, number>()
    const middle = (i: number, j: number): number => {
      const key = [Math.min(i, j), Math.max(i, j)].join()
      const known = middles.get(key)
      if (known !== undefined) return known
      const sum = points[i]!.map((x, k) => x + points[j]![k]!)
      const length = Math.sqrt(sum.reduce((total, x) => total + x * x, 0))
      points.push(sum.map((x) => x / length))
      middles.set(key, points.length - 1)
      return points.length - 1
    }
    const finer: number[] = []
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.slice(t, t + 3) as [number, number, number]
      const [p, q, r] = [middle(a, b), middle(b, c), middle(c, a)]
      finer.push(a, p, r, p, b, q, r, q, c, p, q, r)
    }
    triangles = finer
  }
  return { positions: points.flatMap((p) => p.map((x, k) => at[k]! + radius * x)), triangles }
}

/** What is done to a rock; the first are done to hollow ones too. */
export const ROCK_MODES = ['whole', 'lost', 'turned', 'doubled', 'stray', 'jittered', 'hollow', 'all'] as const
export type RockMode = (typeof ROCK_MODES)[number]

/** A rock of 32 or 128 triangles, or a hollow one, spoilt. */
export function rock(mode: RockMode, random: Random): PlainMesh {
  const cuts = random.unit() < 0.8 ? 1 : 2
  const round = ballMesh(cuts)
  let out: PlainMesh = {
    positions: round.positions.map((x) => x * random.range(0.8, 1.2)),
    triangles: round.triangles,
  }
  if (mode === 'hollow') {
    out = join([out, insideOut(ballMesh(1, 0.5)), ...(random.unit() < 0.3 ? [ballMesh(0, 0.2)] : [])])
  }
  const does = (what: RockMode): boolean => mode === what || (mode === 'all' && random.unit() < 0.5)
  const some = (): number => 3 * random.integer(out.triangles.length / 3)
  if (does('lost') || (mode === 'hollow' && random.unit() < 0.8)) {
    for (let k = 1 + random.integer(4); k > 0; k--) out.triangles.splice(some(), 3)
  }
  if (does('turned')) {
    for (let k = random.integer(9); k >= 0; k--) {
      const t = some()
      out.triangles.splice(t, 3, out.triangles[t + 1]!, out.triangles[t]!, out.triangles[t + 2]!)
    }
  }
  if (does('doubled')) {
    for (let k = random.integer(6); k >= 0; k--) {
      const [a, b, c] = out.triangles.slice(some()) as [number, number, number]
      out.triangles.push(...(random.unit() < 0.5 ? [a, b, c] : [b, a, c]))
    }
  }
  if (does('stray')) {
    for (let k = random.integer(4); k >= 0; k--) {
      // On an edge, out into the open; or between any three corners, inner walls among them.
      const t = some()
      const corner = (): number => out.triangles[random.integer(out.triangles.length)]!
      if (random.unit() < 0.5) {
        out.positions.push(...[0, 1, 2].map(() => random.range(-1.5, 1.5)))
        out.triangles.push(out.triangles[t]!, out.triangles[t + 1]!, out.positions.length / 3 - 1)
      } else out.triangles.push(out.triangles[t]!, corner(), corner())
    }
  }
  if (does('jittered')) {
    // No power: engines differ in them.
    const by = [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4][random.integer(6)]!
    const share = random.unit() < 0.5 ? 1 : 0.2
    // Triangles with corners of their own, some of which are off.
    const positions = out.triangles.flatMap((v) => out.positions.slice(3 * v, 3 * v + 3))
    out = {
      positions: positions.map((x) => (random.unit() < share ? x + by * random.range(-1, 1) : x)),
      triangles: out.triangles.map((_, k) => k),
    }
  }
  return out
}
