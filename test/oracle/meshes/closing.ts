// How an open mesh is closed, word for word as docs/spec.md has it ([solids], closing), by lists and enumeration. Slow; obviously right.
import { components, findShells } from './shells.js'

interface Filling {
  /** Open triangles that are closed together, by what hangs together. */
  readonly parts: number[][]
  /** Three numbers of vertices each. */
  readonly added: readonly number[][]
  readonly area: number
  readonly isGood: boolean
}

interface Plain {
  readonly positions: ArrayLike<number>
  readonly triangles: ArrayLike<number>
}

/** What `open: 'solid'` adds: three numbers of vertices each. `reach` tells how far caps are from the mesh. */
export function bruteFilling(
  { positions, triangles }: Plain,
  closeWithin: number,
  reach: (caps: readonly number[][]) => number,
): number[][] {
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

  const found = findShells(names, count, false)
  const loose = components(found.loose, corners)
  const shells = found.shells.filter(({ triangles: own }) => found.loose.includes(own[0]!))
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

  const oddOf = (own: readonly number[]): [number, number][] => oddOnes(own.flatMap(edgesOf)).map(endsOf)
  const areaOf = (list: readonly number[][]): number => list.reduce((sum, [a, b, c]) => sum + area(a!, b!, c!), 0)
  /** Each item is closed as a whole. */
  const fill = (items: readonly number[][][], near: number): Filling[] => {
    const leaders: number[] = []
    const leader = new Map<number, number>()
    const odd = (item: readonly number[][]): [number, number][] => item.flatMap(oddOf)
    for (const v of Array.from(new Set(items.flatMap(odd).flat())).sort((a, b) => a - b)) {
      const first = leaders.find((w) => distance(v, w) <= near * size)
      if (first === undefined) leaders.push(v)
      leader.set(v, first ?? v)
    }
    const groupsOf = (item: readonly number[][]): number[] =>
      odd(item).flatMap((ends) => ends.map((v) => leader.get(v)!))
    // Items are put together until no two have a group in common.
    const clusters = items.map((item) => [...item])
    for (let i = 0; i < clusters.length; i++) {
      const j = clusters.findIndex((other, k) => k > i && shares(groupsOf(clusters[i]!), groupsOf(other)))
      if (j < 0) continue
      clusters[i]!.push(...clusters.splice(j, 1)[0]!)
      i--
    }
    return clusters.map((parts) => {
      const slivers = odd(parts).flatMap(([v, w]) => {
        const [toV, toW] = [leader.get(v)!, leader.get(w)!]
        const both = [
          [v, w, toW],
          [v, toW, toV],
        ]
        return both.filter((sliver) => new Set(sliver).size === 3)
      })
      const rest = odd(parts).map(([v, w]) => edgeName(leader.get(v)!, leader.get(w)!))
      const loops = walk(oddOnes(rest.filter((edge) => edge !== '')).map(endsOf))
      const caps = loops.map((loop) => leastFilling(loop, area))
      const added = [...slivers, ...caps.flat()]
      const own = (list: readonly number[]): number => areaOf(list.map((t) => vertex.slice(3 * t, 3 * t + 3)))
      // No shell is filled by more than half.
      const isFilled = shells.some(({ triangles: shell }) => {
        const sides = oddOf(parts.flat())
          .filter(([v, w]) => shell.some((t) => edgesOf(t).includes(edgeName(v, w))))
          .map(([v, w]) => edgeName(leader.get(v)!, leader.get(w)!))
        const touching = loops.flatMap((loop, k) => {
          const edges = loop.map((v, i) => edgeName(v, loop[(i + 1) % loop.length]!))
          return shares(edges, sides) ? caps[k]! : []
        })
        return areaOf(touching) > 0.5 * own(shell)
      })
      const zipped = Math.max(0, ...odd(parts).flatMap((ends) => ends.map((v) => distance(v, leader.get(v)!))))
      const isNear = zipped <= closeWithin * size && reach(caps.flat()) <= closeWithin * size
      const isGood = areaOf(added) <= 0.1 * own(parts.flat()) && !isFilled && isNear
      return { parts, added, area: areaOf(added), isGood }
    })
  }
  const narrow = fill(
    loose.map((part) => [part]),
    1e-6,
  )
  const bad = narrow.filter(({ isGood }) => !isGood)
  const again =
    closeWithin > 1e-6
      ? fill(
          bad.map(({ parts }) => parts),
          closeWithin,
        )
      : []
  const wide = again.filter((filling) => {
    const before = bad.filter(({ parts }) => filling.parts.includes(parts[0]!))
    return filling.isGood || filling.area < before.reduce((sum, { area: own }) => sum + own, 0)
  })
  const done = new Set(wide.flatMap(({ parts }) => parts))
  const left = narrow.filter(({ parts, isGood }) => isGood || !done.has(parts[0]!))
  return [...left, ...wide].flatMap(({ added }) => added)
}

function shares<T>(a: readonly T[], b: readonly T[]): boolean {
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
