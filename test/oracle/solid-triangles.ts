// Which triangles of a shell count, where some are there more than once, written down as lists: each once, if that is closed; else
// all of them; but where all are there the same number of times, or multiples of it, that many are taken for one.

export interface Counted {
  /** Triangles of the shell; one that counts twice is in the list twice. */
  readonly triangles: readonly number[]
  readonly closed: boolean
  /** Every edge is passed as often in one direction as in the other. */
  readonly consistent: boolean
  /** There is one way round that it came in. */
  readonly oneWay: boolean
}

/** `shell` has triangles of a mesh, `names` what the corners of all its triangles are called, three a triangle. */
export function countedTriangles(shell: readonly number[], names: readonly string[]): Counted {
  const corners = (t: number): string[] => names.slice(3 * t, 3 * t + 3)
  const kinds = new Map<string, number[]>()
  for (const t of shell) {
    if (new Set(corners(t)).size < 3) continue
    const key = corners(t).sort().join(' ')
    const copies = kinds.get(key)
    if (copies === undefined) kinds.set(key, [t])
    else copies.push(t)
  }
  const copies = [...kinds.values()]
  const once = copies.map(([first]) => first!)
  if (isClosed(once, corners)) {
    return {
      triangles: once,
      closed: true,
      consistent: isConsistent(once, corners),
      oneWay: copies.every((list) => list.every((t) => winding(corners(t)) === winding(corners(list[0]!)))),
    }
  }
  let divisor = Math.min(...copies.map((list) => list.length))
  while (!copies.every((list) => list.length % divisor === 0)) divisor--
  const triangles =
    divisor === 1 ? copies.flat() : copies.flatMap((list) => Array(list.length / divisor).fill(list[0]!) as number[])
  return {
    triangles,
    closed: isClosed(triangles, corners),
    consistent: isConsistent(triangles, corners),
    oneWay: true,
  }
}

type Corners = (t: number) => string[]

function sums(triangles: readonly number[], corners: Corners, add: (up: boolean) => number): number[] {
  const found = new Map<string, number>()
  for (const t of triangles) {
    const names = corners(t)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [names[k]!, names[(k + 1) % 3]!]
      const edge = from < to ? `${from} ${to}` : `${to} ${from}`
      found.set(edge, (found.get(edge) ?? 0) + add(from < to))
    }
  }
  return [...found.values()]
}

function isClosed(triangles: readonly number[], corners: Corners): boolean {
  return sums(triangles, corners, () => 1).every((n) => n % 2 === 0)
}

function isConsistent(triangles: readonly number[], corners: Corners): boolean {
  return sums(triangles, corners, (up) => (up ? 1 : -1)).every((n) => n === 0)
}

/** Corners in the order of their names, or against it. */
function winding([a, b, c]: readonly string[]): boolean {
  return [a! < b!, b! < c!, c! < a!].filter((up) => up).length === 2
}
