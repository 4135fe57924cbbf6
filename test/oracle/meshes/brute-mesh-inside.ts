// Closed meshes as solids with no hierarchy, fast enough for files: a shell holds a point if a ray from it, in a direction that
// passes every edge at a distance, crosses the shell around it. In floating point with room to spare: a direction that comes
// near an edge is given up for another one. solids.ts does the same exactly, for small meshes.
import type { MeshShape, PartShape, Shape } from '../../../src/shapes/shape.js'
import { solidBall } from './brute-mesh.js'
import { type Cycle, findShells } from './shells.js'

interface Shell {
  /** Nine numbers a triangle. */
  readonly corners: Float64Array
  /** Of the numbers of triangles, modulo a prime; none if it is not closed. */
  readonly cycles: readonly { readonly modulus: number; readonly factors: readonly number[] }[]
  readonly low: readonly number[]
  readonly high: readonly number[]
  /** It is no shell: closed choices of triangles of shells that are not closed, and of added ones. */
  readonly choice: boolean
}

const known = new WeakMap<MeshShape, readonly Shell[]>()

export function shellsOf(mesh: MeshShape): readonly Shell[] {
  let shells = known.get(mesh)
  if (shells === undefined) {
    shells = allShells(mesh)
    known.set(mesh, shells)
  }
  return shells
}

function allShells({ positions, triangles, tree }: MeshShape): Shell[] {
  const names = Array.from(triangles, (v) => [0, 1, 2].map((c) => positions[3 * v + c]! + 0).join())
  const found = findShells(names, triangles.length / 3 - tree.added, true)
  const shellOf = (own: readonly number[], cycles: readonly Cycle[], choice: boolean): Shell => {
    const corners = Float64Array.from(
      own.flatMap((t) => [0, 1, 2].flatMap((k) => [0, 1, 2].map((c) => positions[3 * triangles[3 * t + k]! + c]!))),
    )
    const axis = (c: number): number[] => Array.from(corners).filter((_, i) => i % 3 === c)
    return {
      corners,
      cycles: cycles.map(({ modulus, factors }) => ({ modulus, factors: own.map((t) => factors.get(t) ?? 0) })),
      low: [0, 1, 2].map((c) => axis(c).reduce((a, b) => Math.min(a, b), Infinity)),
      high: [0, 1, 2].map((c) => axis(c).reduce((a, b) => Math.max(a, b), -Infinity)),
      choice,
    }
  }
  const shells = found.shells.map((shell) => shellOf(shell.triangles, shell.cycles, false))
  const held = found.taken.filter((t) => found.cycles.some(({ factors }) => factors.has(t)))
  return [...shells, shellOf(held, found.cycles, true)]
}

/** Is a point that is not on the surface inside something closed? */
export function pointInside(mesh: MeshShape, p: readonly number[]): boolean {
  return shellsOf(mesh).some(
    (shell) =>
      shell.cycles.length > 0 && p.every((x, k) => x >= shell.low[k]! && x <= shell.high[k]!) && holds(shell, p),
  )
}

function holds({ corners, cycles, low, high }: Shell, p: readonly number[]): boolean {
  const size = Math.hypot(...high.map((h, k) => h - low[k]!))
  for (let attempt = 1; attempt < 100; attempt++) {
    const d = [Math.sin(attempt), Math.sin(2 * attempt + 1), Math.sin(3 * attempt + 2)]
    const crossed = crossings(corners, p, d, size)
    if (crossed === undefined) continue
    return cycles.some(({ modulus, factors }) => {
      let sum = 0
      for (const [t, side] of crossed) sum += factors[t]! * side
      return sum % modulus !== 0
    })
  }
  throw new Error(`no ray from ${p} that passes all edges at a distance`)
}

/** By triangle that is crossed: 1 or −1. Undefined where one comes too near to an edge to be sure. */
function crossings(
  corners: Float64Array,
  p: readonly number[],
  d: readonly number[],
  size: number,
): Map<number, number> | undefined {
  const out = new Map<number, number>()
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
    if (volume > 0 === ab > 0) out.set(t / 9, ab > 0 ? 1 : -1)
  }
  return out
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
