// Closed meshes as solids with no hierarchy, fast enough for files: a shell holds a point if a ray from it, in a direction that
// passes every edge at a distance, crosses the shell around it. In floating point with room to spare: a direction that comes
// near an edge is given up for another one. solids.ts does the same exactly, for small meshes.
import type { MeshShape, PartShape, Shape } from '../../src/bodies/shape.js'
import { solidBall } from './brute-mesh.js'
import { distinct, nullSpace } from './closed-choices.js'
import { type Counted, countedTriangles } from './solid-triangles.js'

interface Shell {
  /** Nine numbers a triangle. */
  readonly corners: Float64Array
  /** The same for those that count for inside and outside: solid-triangles.ts. */
  readonly counted: Float64Array
  readonly closed: boolean
  /** Every edge is passed as often in one direction as in the other. */
  readonly oriented: boolean
  readonly low: readonly number[]
  readonly high: readonly number[]
  /** A closed choice of triangles of shells that are not closed, and of added ones. */
  readonly choice: boolean
}

const known = new WeakMap<MeshShape, readonly Shell[]>()

/** Pieces that hang together by edges, vertices being their coordinates. */
export function shellsOf(mesh: MeshShape): readonly Shell[] {
  let shells = known.get(mesh)
  if (shells === undefined) {
    shells = findShells(mesh)
    known.set(mesh, shells)
  }
  return shells
}

function findShells({ positions, triangles, tree }: MeshShape): Shell[] {
  const all = triangles.length / 3
  const count = all - tree.added
  const names = Array.from(triangles, (v) => [0, 1, 2].map((c) => positions[3 * v + c]! + 0).join())
  const sidesOf = (t: number): [string, number][] =>
    [0, 1, 2].flatMap((k): [string, number][] => {
      const from = names[3 * t + k]!
      const to = names[3 * t + ((k + 1) % 3)]!
      if (from === to) return []
      return from < to ? [[`${from} ${to}`, 1]] : [[`${to} ${from}`, -1]]
    })
  const byEdge = new Map<string, number[]>()
  for (let t = 0; t < count; t++) {
    for (const [edge] of sidesOf(t)) {
      const own = byEdge.get(edge)
      if (own === undefined) byEdge.set(edge, [t])
      else own.push(t)
    }
  }
  const seen = new Uint8Array(count)
  const shells: Shell[] = []
  const open: number[] = []
  const cornersOf = (list: readonly number[]): Float64Array =>
    Float64Array.from(
      list.flatMap((t) => [0, 1, 2].flatMap((k) => [0, 1, 2].map((c) => positions[3 * triangles[3 * t + k]! + c]!))),
    )
  const add = (own: readonly number[], counted: Omit<Counted, 'oneWay'>, choice: boolean): void => {
    const corners = cornersOf(own)
    const axis = (c: number): number[] => Array.from(corners).filter((_, i) => i % 3 === c)
    shells.push({
      corners,
      counted: cornersOf(counted.triangles),
      closed: counted.closed,
      oriented: counted.consistent,
      low: [0, 1, 2].map((c) => axis(c).reduce((a, b) => Math.min(a, b))),
      high: [0, 1, 2].map((c) => axis(c).reduce((a, b) => Math.max(a, b))),
      choice,
    })
  }
  for (let first = 0; first < count; first++) {
    if (seen[first] === 1) continue
    seen[first] = 1
    const own = [first]
    for (let k = 0; k < own.length; k++) {
      for (const [edge] of sidesOf(own[k]!)) {
        for (const other of byEdge.get(edge)!) {
          if (seen[other] === 1) continue
          seen[other] = 1
          own.push(other)
        }
      }
    }
    const counted = countedTriangles(own, names)
    add(own, counted, false)
    if (!counted.closed) open.push(...own)
  }
  const cornerNames = (t: number): string[] => names.slice(3 * t, 3 * t + 3)
  const added = Array.from({ length: tree.added }, (_, k) => count + k)
  const taken = [...distinct(open, cornerNames), ...distinct(added, cornerNames)]
  for (const own of choicesOf(taken, sidesOf)) add(own, { triangles: own, closed: true, consistent: false }, true)
  return shells
}

/** A basis of the closed choices. Triangles that meet two by two go together: files have too many to eliminate one by one. */
function choicesOf(taken: readonly number[], sidesOf: (t: number) => [string, number][]): number[][] {
  const byEdge = new Map<string, number[]>()
  for (const t of taken) {
    for (const [edge] of sidesOf(t)) {
      const own = byEdge.get(edge)
      if (own === undefined) byEdge.set(edge, [t])
      else own.push(t)
    }
  }
  const pieceOf = new Map<number, number>()
  const pieces: number[][] = []
  for (const seed of taken) {
    if (pieceOf.has(seed)) continue
    const own = [seed]
    pieceOf.set(seed, pieces.length)
    for (const t of own) {
      for (const [edge] of sidesOf(t)) {
        const both = byEdge.get(edge)!
        if (both.length !== 2) continue
        for (const other of both) {
          if (pieceOf.has(other)) continue
          pieceOf.set(other, pieces.length)
          own.push(other)
        }
      }
    }
    pieces.push(own)
  }
  const rows = [...byEdge.values()].map((own) => own.reduce((row, t) => row ^ (1n << BigInt(pieceOf.get(t)!)), 0n))
  return nullSpace([...new Set(rows)], pieces.length).map((vector) => vector.flatMap((piece) => pieces[piece]!))
}

/** Is a point that is not on the surface inside a closed shell of the mesh, or a closed choice? Of a basis, one tells. */
export function pointInside(mesh: MeshShape, p: readonly number[]): boolean {
  return shellsOf(mesh).some(
    (shell) => shell.closed && p.every((x, k) => x >= shell.low[k]! && x <= shell.high[k]!) && holds(shell, p),
  )
}

function holds({ counted, oriented, low, high }: Shell, p: readonly number[]): boolean {
  const size = Math.hypot(...high.map((h, k) => h - low[k]!))
  for (let attempt = 1; attempt < 100; attempt++) {
    const d = [Math.sin(attempt), Math.sin(2 * attempt + 1), Math.sin(3 * attempt + 2)]
    const found = crossings(counted, p, d, size)
    if (found !== undefined) return oriented ? found.winding !== 0 : found.count % 2 === 1
  }
  throw new Error(`no ray from ${p} that passes all edges at a distance`)
}

/** Undefined where one comes too near to an edge to be sure. */
function crossings(
  corners: Float64Array,
  p: readonly number[],
  d: readonly number[],
  size: number,
): { winding: number; count: number } | undefined {
  let winding = 0
  let count = 0
  /** Coordinates of the corners, seen from the point. */
  const c = new Float64Array(9)
  for (let t = 0; t < corners.length; t += 9) {
    for (let k = 0; k < 9; k++) c[k] = corners[t + k]! - p[k % 3]!
    const ab = det(d, c, 0, 3)
    const bc = det(d, c, 3, 6)
    const ca = det(d, c, 6, 0)
    const sides = [ab, bc, ca]
    const sure = sides.filter((side) => Math.abs(side) > 1e-13 * size * size)
    if (sure.some((side) => side > 0) && sure.some((side) => side < 0)) continue
    if (sure.length < 3) {
      if (isPointOrSegment(c) || isSliver(c, size)) continue
      return undefined
    }
    // Which side of the triangle's plane the point is on: det(a, b, c) has the sign of the direction it is met in.
    const volume =
      c[0]! * (c[4]! * c[8]! - c[5]! * c[7]!) +
      c[1]! * (c[5]! * c[6]! - c[3]! * c[8]!) +
      c[2]! * (c[3]! * c[7]! - c[4]! * c[6]!)
    if (volume > 0 !== ab > 0) continue
    winding += ab > 0 ? 1 : -1
    count++
  }
  return { winding, count }
}

/** d · (u × v) of two corners. */
function det(d: readonly number[], c: Float64Array, u: number, v: number): number {
  return (
    d[0]! * (c[u + 1]! * c[v + 2]! - c[u + 2]! * c[v + 1]!) +
    d[1]! * (c[u + 2]! * c[v]! - c[u]! * c[v + 2]!) +
    d[2]! * (c[u]! * c[v + 1]! - c[u + 1]! * c[v]!)
  )
}

/** So thin that no ray meets it but by an accident: what zips a crack. */
function isSliver(c: Float64Array, size: number): boolean {
  const [u, v] = [3, 6].map((k) => [c[k]! - c[0]!, c[k + 1]! - c[1]!, c[k + 2]! - c[2]!]) as [number[], number[]]
  const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
  return Math.hypot(...n) < 1e-12 * size * size
}

function isPointOrSegment(c: Float64Array): boolean {
  const same = (u: number, v: number): boolean => [0, 1, 2].every((k) => c[u + k] === c[v + k])
  return same(0, 3) || same(3, 6) || same(6, 0)
}

/** Is a piece of B inside a closed shell of A, or one of A inside B? For shapes whose surfaces do not touch. X_AB both ways. */
export function bruteNested(
  a: Shape,
  b: Shape,
  toA: (p: readonly number[]) => number[],
  toB: (p: readonly number[]) => number[],
): boolean {
  for (const partA of a.kind === 'group' ? a.parts : [a]) {
    for (const partB of b.kind === 'group' ? b.parts : [b]) {
      if (partA.kind === 'mesh' && piecesOf(partB).some((p) => pointInside(partA, toA(p)))) return true
      if (partB.kind === 'mesh' && piecesOf(partA).some((p) => pointInside(partB, toB(p)))) return true
    }
  }
  return false
}

/** A point of each piece. */
function piecesOf(part: PartShape): number[][] {
  if (part.kind !== 'mesh') return [solidBall(part)[0]]
  return shellsOf(part)
    .filter(({ choice }) => !choice)
    .map(({ corners }) => [...corners.subarray(0, 3)])
}
