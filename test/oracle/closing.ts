// How an open mesh is closed, word for word as docs/spec.md has it ([solids], closing), by lists and enumeration. Slow; obviously right.
import { closedChoices, distinct } from './closed-choices.js'
import { countedTriangles } from './solid-triangles.js'

export interface BruteFilling {
  /** Triangles of the shells that are closed together, each once. */
  readonly own: readonly number[]
  /** Three numbers of vertices each: what zips, and what fills loops. */
  readonly slivers: readonly number[][]
  readonly caps: readonly number[][]
  readonly loops: readonly number[][]
}

interface Plain {
  readonly positions: ArrayLike<number>
  readonly triangles: ArrayLike<number>
}

/** The shells that stay open as they came, and how each would be filled. */
export function bruteFillings({ positions, triangles }: Plain): BruteFilling[] {
  const count = triangles.length / 3
  const point = (v: number): number[] => [0, 1, 2].map((k) => positions[3 * v + k]! + 0)
  const nameOf = (v: number): string => point(v).join()
  const first = new Map<string, number>()
  for (let v = 0; v < positions.length / 3; v++) if (!first.has(nameOf(v))) first.set(nameOf(v), v)
  const vertex = Array.from(triangles, (v) => first.get(nameOf(v))!)
  const names = vertex.map(String)
  const corners = (t: number): string[] => names.slice(3 * t, 3 * t + 3)
  const edgesOf = (t: number): string[] =>
    [0, 1, 2].map((k) => edgeName(vertex[3 * t + k]!, vertex[3 * t + ((k + 1) % 3)]!)).filter((edge) => edge !== '')

  const shells: number[][] = []
  const left = new Set(Array.from({ length: count }, (_, t) => t))
  for (const seed of left) {
    const own = [seed]
    left.delete(seed)
    for (const t of own) {
      for (const other of left) {
        if (!edgesOf(other).some((edge) => edgesOf(t).includes(edge))) continue
        left.delete(other)
        own.push(other)
      }
    }
    shells.push(own.sort((a, b) => a - b))
  }
  const open = shells.filter((own) => !countedTriangles(own, names).closed).map((own) => distinct(own, corners))
  const taken = open.flat()
  const chosen = new Set(
    closedChoices(taken.map(corners))
      .flat()
      .map((k) => taken[k]!),
  )
  const used = Array.from(new Set(vertex))
  const size = Math.sqrt(
    [0, 1, 2].reduce((sum, k) => {
      const along = used.map((v) => positions[3 * v + k]!)
      return sum + (along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b))) ** 2
    }, 0),
  )
  const distance = (v: number, w: number): number =>
    Math.sqrt(point(v).reduce((sum, x, k) => sum + (x - point(w)[k]!) ** 2, 0))
  const area = (a: number, b: number, c: number): number => {
    const [p, q, r] = [point(a), point(b), point(c)]
    const u = q.map((x, k) => x - p[k]!)
    const v = r.map((x, k) => x - p[k]!)
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
    return Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!) / 2
  }

  const loose = open.filter((own) => own.some((t) => !chosen.has(t)))
  const leaders: number[] = []
  const leader = new Map<number, number>()
  const oddOf = (own: readonly number[]): [number, number][] => oddOnes(own.flatMap(edgesOf)).map(endsOf)
  for (const v of Array.from(new Set(loose.flatMap(oddOf).flat())).sort((a, b) => a - b)) {
    const near = leaders.find((w) => distance(v, w) <= 1e-6 * size)
    if (near === undefined) leaders.push(v)
    leader.set(v, near ?? v)
  }
  const groupsOf = (own: readonly number[]): number[] => oddOf(own).flatMap((ends) => ends.map((v) => leader.get(v)!))
  // Shells are put together until no two have a group in common.
  const clusters = loose.map((own) => [own])
  const common = (a: number[][], b: number[][]): boolean =>
    a.some((s) => b.some((t) => shares(groupsOf(s), groupsOf(t))))
  for (let i = 0; i < clusters.length; i++) {
    const j = clusters.findIndex((other, k) => k > i && common(clusters[i]!, other))
    if (j < 0) continue
    clusters[i]!.push(...clusters.splice(j, 1)[0]!)
    i--
  }
  return clusters.map((shellsOf) => {
    const odd = shellsOf.flatMap(oddOf)
    const slivers: number[][] = []
    for (const [v, w] of odd) {
      const [toV, toW] = [leader.get(v)!, leader.get(w)!]
      for (const sliver of [
        [v, w, toW],
        [v, toW, toV],
      ]) {
        if (new Set(sliver).size === 3) slivers.push(sliver)
      }
    }
    const rest = oddOnes(odd.map(([v, w]) => edgeName(leader.get(v)!, leader.get(w)!)).filter((edge) => edge !== ''))
    const loops = walk(rest.map(endsOf))
    return { own: shellsOf.flat(), slivers, caps: loops.flatMap((loop) => leastFilling(loop, area)), loops }
  })
}

function shares(a: readonly number[], b: readonly number[]): boolean {
  return a.some((x) => b.includes(x))
}

function edgeName(v: number, w: number): string {
  return v === w ? '' : `${Math.min(v, w)} ${Math.max(v, w)}`
}

function endsOf(edge: string): [number, number] {
  const [v, w] = edge.split(' ').map(Number)
  return [v!, w!]
}

function oddOnes(edges: readonly string[]): string[] {
  return [...new Set(edges)].filter((edge) => edges.filter((other) => other === edge).length % 2 === 1)
}

/** Loops, as the walk finds them. */
function walk(edges: readonly [number, number][]): number[][] {
  const left = new Set(edges.map(([v, w]) => edgeName(v, w)))
  const loops: number[][] = []
  while (left.size > 0) {
    const path = [Math.min(...[...left].flatMap(endsOf))]
    while (true) {
      const at = path.at(-1)!
      const next = [...left].map(endsOf).flatMap(([v, w]) => (v === at ? [w] : w === at ? [v] : []))
      if (next.length === 0) break
      const to = Math.min(...next)
      left.delete(edgeName(at, to))
      const passed = path.indexOf(to)
      if (passed < 0) path.push(to)
      else loops.push(path.splice(passed, path.length - passed, to))
    }
  }
  return loops
}

/** The triangles of least area: of all that hold the last edge, the first of the best, and so on. */
function leastFilling(loop: readonly number[], area: (a: number, b: number, c: number) => number): number[][] {
  const known = new Map<string, { area: number; triangles: number[][] }>()
  const least = (i: number, j: number): { area: number; triangles: number[][] } => {
    if (j - i < 2) return { area: 0, triangles: [] }
    const before = known.get(`${i} ${j}`)
    if (before !== undefined) return before
    let best: { area: number; triangles: number[][] } = { area: Infinity, triangles: [] }
    for (let k = i + 1; k < j; k++) {
      const [one, other] = [least(i, k), least(k, j)]
      const sum = one.area + other.area + area(loop[i]!, loop[k]!, loop[j]!)
      if (sum < best.area) {
        best = { area: sum, triangles: [[loop[i]!, loop[k]!, loop[j]!], ...one.triangles, ...other.triangles] }
      }
    }
    known.set(`${i} ${j}`, best)
    return best
  }
  return least(0, loop.length - 1).triangles
}
