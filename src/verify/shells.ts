// The shells of a mesh (docs/spec.md, [solids]): pieces that hang together by edges, vertices at the same place being one. A shell is
// closed if every edge has an even number of sides of triangles; then it has an inside.
//
// Triangles with the same corners are copies. A shell is taken with each triangle once, if it is closed then; else with all copies,
// what their numbers have in common divided out, if it is closed then. A triangle with two corners at one place does not count.
//
// A shell is oriented if the sides on every edge cancel, each with its triangle's weight, as they came or after triangles were turned
// like their neighbours; then it goes around a point as often as a ray from there crosses it, up minus down. Around a point
// it is if that is not zero; for a shell that cannot be oriented, if it is odd.

export interface Shells {
  readonly count: number
  /** By triangle. Weight 0: it does not count. Less than 0: it counts the other way round. */
  readonly shellOf: Int32Array
  readonly weight: Int32Array
  /** By shell. */
  readonly closed: readonly boolean[]
  readonly oriented: readonly boolean[]
  /** Oriented as it came, and no triangle there both ways round that counts once: only then does inside out mean anything. */
  readonly given: readonly boolean[]
  /** A vertex of each. */
  readonly vertex: readonly number[]
}

/** A side of a triangle on an edge: 1 if it goes from the edge's lesser vertex to the greater one, else −1. */
interface Side {
  readonly triangle: number
  readonly way: number
}

interface Copies {
  /** The first of the triangles with these corners. */
  readonly first: number
  /** 1 if its corners are in an even order, else −1; copies turned the same way have the same. */
  readonly way: number
  many: number
  /** How many are turned like the first, less those that are not. */
  net: number
}

export function findShells(positions: Float64Array, triangles: Uint32Array): Shells {
  const count = triangles.length / 3
  const weld = weldVertices(positions)
  const corners = Uint32Array.from(triangles, (v) => weld[v]!)
  const edges = findEdges(corners, positions.length / 3)
  const copies = findCopies(corners, positions.length / 3)

  const shellOf = new Int32Array(count).fill(-1)
  const vertex: number[] = []
  const neighbours: Side[][][] = Array.from({ length: count }, () => [])
  for (const sides of edges) for (const { triangle } of sides) neighbours[triangle]!.push(sides)
  const turn = new Int8Array(count).fill(1)
  for (let seed = 0; seed < count; seed++) {
    if (shellOf[seed]! >= 0) continue
    shellOf[seed] = vertex.length
    const waiting = [seed]
    while (waiting.length > 0) {
      const t = waiting.pop()!
      for (const sides of neighbours[t]!) {
        for (const { triangle } of sides) {
          if (shellOf[triangle]! >= 0) continue
          shellOf[triangle] = vertex.length
          waiting.push(triangle)
        }
      }
    }
    vertex.push(triangles[3 * seed]!)
  }

  const shells = vertex.length
  const common = new Int32Array(shells)
  for (const { first, many } of copies.values()) common[shellOf[first]!] = divisor(many, common[shellOf[first]!]!)
  const stands = new Map([...copies.values()].map((copy) => [copy.first, copy]))
  const once: boolean[] = new Array(shells).fill(true)
  const all: boolean[] = new Array(shells).fill(true)
  for (const sides of edges) {
    const shell = shellOf[sides[0]!.triangle]!
    let ones = 0
    let manys = 0
    for (const { triangle } of sides) {
      ones += stands.has(triangle) ? 1 : 0
      manys += stands.get(triangle)?.many ?? 0
    }
    if (ones % 2 !== 0) once[shell] = false
    if (manys !== 0 && (manys / common[shell]!) % 2 !== 0) all[shell] = false
  }
  const weight = new Int32Array(count)
  const oneWay: boolean[] = new Array(shells).fill(true)
  for (const { first, many, net } of stands.values()) {
    const shell = shellOf[first]!
    if (once[shell]) {
      weight[first] = 1
      if (Math.abs(net) !== many) oneWay[shell] = false
    } else weight[first] = common[shell] === 1 ? net : many / common[shell]!
  }

  turnAlike(turn, edges, neighbours, (t) => stands.has(t))
  const asCame = balanced(edges, shellOf, shells, (t) => weight[t]!)
  const turned = balanced(edges, shellOf, shells, (t) => weight[t]! * turn[t]!)
  for (let t = 0; t < count; t++) if (!asCame[shellOf[t]!]) weight[t]! *= turn[t]!
  const closed = once.map((is, s) => is || all[s]!)
  return {
    count: shells,
    shellOf,
    weight,
    closed,
    oriented: closed.map((is, s) => is && (asCame[s]! || turned[s]!)),
    given: closed.map((is, s) => is && asCame[s]! && oneWay[s]!),
    vertex,
  }
}

/** The first vertex at the same place, for each. */
function weldVertices(p: Float64Array): Uint32Array {
  const firsts = new Map<string, number>()
  const weld = new Uint32Array(p.length / 3)
  for (let v = 0; v < weld.length; v++) {
    // -0 and 0 print alike.
    const key = `${p[3 * v]} ${p[3 * v + 1]} ${p[3 * v + 2]}`
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, v)
    weld[v] = first ?? v
  }
  return weld
}

/** The sides on each edge. A side whose ends are one vertex is on none. */
function findEdges(corners: Uint32Array, vertices: number): Side[][] {
  const edges = new Map<number, Side[]>()
  for (let side = 0; side < corners.length; side++) {
    const v = corners[side]!
    const w = corners[side % 3 === 2 ? side - 2 : side + 1]!
    if (v === w) continue
    const key = Math.min(v, w) * vertices + Math.max(v, w)
    const own = { triangle: Math.floor(side / 3), way: v < w ? 1 : -1 }
    const sides = edges.get(key)
    if (sides === undefined) edges.set(key, [own])
    else sides.push(own)
  }
  return [...edges.values()]
}

function findCopies(corners: Uint32Array, vertices: number): Map<string, Copies> {
  const copies = new Map<string, Copies>()
  for (let t = 0; 3 * t < corners.length; t++) {
    const [a, b, c] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
    if (a === b || b === c || c === a) continue
    const sorted = [a, b, c].sort((v, w) => v - w)
    const key = `${sorted[0]! * vertices + sorted[1]!} ${sorted[2]}`
    // Of the six orders of three corners, three are even.
    const way = (a < b ? 1 : -1) * (b < c ? 1 : -1) * (a < c ? 1 : -1)
    const known = copies.get(key)
    if (known === undefined) copies.set(key, { first: t, way, many: 1, net: 1 })
    else {
      known.many++
      known.net += way === known.way ? 1 : -1
    }
  }
  return copies
}

/** Turns triangles like their neighbours across edges where two meet and no more, copies apart. */
function turnAlike(turn: Int8Array, edges: Side[][], neighbours: Side[][][], counts: (t: number) => boolean): void {
  const faces = new Map(edges.map((sides) => [sides, sides.filter(({ triangle }) => counts(triangle))]))
  const seen = new Uint8Array(turn.length)
  for (let seed = 0; seed < turn.length; seed++) {
    if (seen[seed] === 1 || !counts(seed)) continue
    seen[seed] = 1
    const waiting = [seed]
    while (waiting.length > 0) {
      const t = waiting.pop()!
      for (const sides of neighbours[t]!) {
        const two = faces.get(sides)!
        if (two.length !== 2) continue
        const [own, other] = two[0]!.triangle === t ? [two[0]!, two[1]!] : [two[1]!, two[0]!]
        if (seen[other.triangle] === 1) continue
        seen[other.triangle] = 1
        turn[other.triangle] = own.way === other.way ? -turn[t]! : turn[t]!
        waiting.push(other.triangle)
      }
    }
  }
}

/** By shell: do the sides on each of its edges cancel? */
function balanced(edges: Side[][], shellOf: Int32Array, shells: number, weight: (t: number) => number): boolean[] {
  const out: boolean[] = new Array(shells).fill(true)
  for (const sides of edges) {
    if (sides.reduce((sum, { triangle, way }) => sum + way * weight(triangle), 0) !== 0) {
      out[shellOf[sides[0]!.triangle]!] = false
    }
  }
  return out
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
