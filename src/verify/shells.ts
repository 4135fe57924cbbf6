// The shells of a mesh (docs/spec.md, [solids]): pieces that hang together by edges, vertices at the same place being one. A shell is
// closed if every edge has an even number of sides of triangles; then it has an inside.
//
// Triangles with the same corners are copies. A shell is taken with each triangle once, if it is closed then; else with all copies,
// what their numbers have in common divided out, if it is closed then. A triangle with two corners at one place does not count.
//
// A shell is oriented if the sides on every edge cancel, each with its triangle's weight, as they came or after triangles were turned
// like their neighbours; then it goes around a point as often as a ray from there crosses it, up minus down. Around a point
// it is if that is not zero; for a shell that cannot be oriented, if it is odd.
import { weldVertices } from './components.js'

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

/** Sides by edge. Side 3·t + k goes from corner k of triangle t to the next. */
interface Edges {
  /** By edge: the sides on it. */
  readonly sides: readonly number[][]
  /** By side: its edge; -1 if its ends are one vertex. */
  readonly edge: Int32Array
  /** By side: 1 if it goes from the edge's lesser vertex to the greater one, else −1. */
  readonly way: Int8Array
}

interface Copies {
  /** By triangle: of how many with the same corners it is the first; 0 for the others, and where two corners are one. */
  readonly many: Int32Array
  /** How many of those are turned like it, less those that are not. */
  readonly net: Int32Array
}

export function findShells(positions: Float64Array, triangles: Uint32Array): Shells {
  const weld = weldVertices(positions)
  const corners = triangles.map((v) => weld[v]!)
  const edges = findEdges(corners, weld.length)
  const { many, net } = findCopies(corners, weld.length)
  const { shellOf, vertex } = flood(edges, triangles)
  const shells = vertex.length

  const common = new Int32Array(shells)
  many.forEach((copies, t) => {
    if (copies > 0) common[shellOf[t]!] = divisor(copies, common[shellOf[t]!]!)
  })
  const sums = (weight: (side: number) => number): number[] =>
    edges.sides.map((sides) => sides.reduce((sum, side) => sum + weight(side), 0))
  const forAll = (holds: (edge: number, shell: number) => boolean): boolean[] => {
    const out: boolean[] = new Array(shells).fill(true)
    edges.sides.forEach((sides, e) => {
      const shell = shellOf[triangleOf(sides[0]!)]!
      if (!holds(e, shell)) out[shell] = false
    })
    return out
  }
  const ones = sums((side) => Math.min(1, many[triangleOf(side)]!))
  const all = sums((side) => many[triangleOf(side)]!)
  const closedOnce = forAll((e) => ones[e]! % 2 === 0)
  const closedAll = forAll((e, shell) => all[e] === 0 || (all[e]! / common[shell]!) % 2 === 0)
  const weight = new Int32Array(many.length)
  const oneWay: boolean[] = new Array(shells).fill(true)
  many.forEach((copies, t) => {
    const shell = shellOf[t]!
    if (copies === 0) return
    if (closedOnce[shell]) {
      weight[t] = 1
      if (Math.abs(net[t]!) !== copies) oneWay[shell] = false
    } else weight[t] = common[shell] === 1 ? net[t]! : copies / common[shell]!
  })

  const turn = turnAlike(edges, many)
  const came = sums((side) => edges.way[side]! * weight[triangleOf(side)]!)
  const turned = sums((side) => edges.way[side]! * weight[triangleOf(side)]! * turn[triangleOf(side)]!)
  const asCame = forAll((e) => came[e] === 0)
  const asTurned = forAll((e) => turned[e] === 0)
  weight.forEach((own, t) => {
    if (!asCame[shellOf[t]!]) weight[t] = own * turn[t]!
  })
  const closed = closedOnce.map((is, s) => is || closedAll[s]!)
  return {
    count: shells,
    shellOf,
    weight,
    closed,
    oriented: closed.map((is, s) => is && (asCame[s]! || asTurned[s]!)),
    given: closed.map((is, s) => is && asCame[s]! && oneWay[s]!),
    vertex,
  }
}

function triangleOf(side: number): number {
  return Math.trunc(side / 3)
}

function findEdges(corners: Uint32Array, vertices: number): Edges {
  const numbers = new Map<number, number>()
  const sides: number[][] = []
  const edge = new Int32Array(corners.length).fill(-1)
  const way = new Int8Array(corners.length)
  for (let side = 0; side < corners.length; side++) {
    const v = corners[side]!
    const w = corners[side % 3 === 2 ? side - 2 : side + 1]!
    if (v === w) continue
    const key = Math.min(v, w) * vertices + Math.max(v, w)
    let e = numbers.get(key)
    if (e === undefined) {
      e = sides.length
      numbers.set(key, e)
      sides.push([])
    }
    sides[e]!.push(side)
    edge[side] = e
    way[side] = v < w ? 1 : -1
  }
  return { sides, edge, way }
}

function findCopies(corners: Uint32Array, vertices: number): Copies {
  const count = corners.length / 3
  const many = new Int32Array(count)
  const net = new Int32Array(count)
  /** By the two least corners: the first triangles with them. */
  const firsts = new Map<number, number[]>()
  for (let t = 0; t < count; t++) {
    const [a, b, c] = sorted(corners, t)
    if (a === b || b === c) continue
    const key = a * vertices + b
    const known = firsts.get(key)
    const first = known?.find((one) => sorted(corners, one)[2] === c) ?? t
    if (first === t) {
      if (known === undefined) firsts.set(key, [t])
      else known.push(t)
    }
    many[first]!++
    net[first]! += orderOf(corners, t) === orderOf(corners, first) ? 1 : -1
  }
  return { many, net }
}

function sorted(corners: Uint32Array, t: number): [number, number, number] {
  const [a, b, c] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
  const low = Math.min(a, b, c)
  const high = Math.max(a, b, c)
  return [low, a + b + c - low - high, high]
}

/** Of the six orders of three corners three are even: 1, else −1. */
function orderOf(corners: Uint32Array, t: number): number {
  const [a, b, c] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
  return (a < b ? 1 : -1) * (b < c ? 1 : -1) * (a < c ? 1 : -1)
}

/** Numbers what hangs together by edges. */
function flood({ sides, edge }: Edges, triangles: Uint32Array): { shellOf: Int32Array; vertex: number[] } {
  const count = triangles.length / 3
  const shellOf = new Int32Array(count).fill(-1)
  const vertex: number[] = []
  for (let seed = 0; seed < count; seed++) {
    if (shellOf[seed]! >= 0) continue
    const shell = vertex.length
    vertex.push(triangles[3 * seed]!)
    shellOf[seed] = shell
    const waiting = [seed]
    while (waiting.length > 0) {
      const t = waiting.pop()!
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        if (edge[side]! < 0) continue
        for (const other of sides[edge[side]!]!) {
          const next = triangleOf(other)
          if (shellOf[next]! >= 0) continue
          shellOf[next] = shell
          waiting.push(next)
        }
      }
    }
  }
  return { shellOf, vertex }
}

/** Turns triangles like their neighbours across edges where two meet and no more, copies apart: 1, or −1 for those turned over. */
function turnAlike({ sides, edge, way }: Edges, many: Int32Array): Int8Array {
  const turn = new Int8Array(many.length)
  for (let seed = 0; seed < turn.length; seed++) {
    if (turn[seed] !== 0) continue
    turn[seed] = 1
    const waiting = many[seed]! > 0 ? [seed] : []
    while (waiting.length > 0) {
      const t = waiting.pop()!
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        if (edge[side]! < 0) continue
        const faces = sides[edge[side]!]!.filter((one) => many[triangleOf(one)]! > 0)
        if (faces.length !== 2) continue
        const other = faces[0] === side ? faces[1]! : faces[0]!
        const next = triangleOf(other)
        if (turn[next] !== 0) continue
        turn[next] = way[side] === way[other] ? -turn[t]! : turn[t]!
        waiting.push(next)
      }
    }
  }
  return turn
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
