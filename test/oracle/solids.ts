// Meshes as solids, by exact arithmetic and enumeration: shells by looking at all edges, closed choices of the other triangles by elimination
// (closed-choices.ts), inside by a ray in some direction that meets no edge, and no vertex, of any triangle. Slow; obviously right.
import type { MeshShape, PartShape, Shape } from '../../src/bodies/shape.js'
import { closedChoices, distinct } from './closed-choices.js'
import { add, type Dyadic, exact, multiply } from './exact.js'
import { type DyadicPoint, exactTransform } from './shapes.js'
import { countedTriangles } from './solid-triangles.js'
import { exactTriangles } from './triangles.js'

type ExactTriangle = readonly [DyadicPoint, DyadicPoint, DyadicPoint]

export interface ExactShell {
  readonly triangles: readonly ExactTriangle[]
  /** Those that count for inside and outside, as often as they do: solid-triangles.ts. */
  readonly counted: readonly ExactTriangle[]
  readonly closed: boolean
  readonly consistent: boolean
  readonly oneWay: boolean
  /** It is the wall of a hollow. */
  hollow: boolean
  /** No shell, but a closed choice of triangles of shells that are not closed, and of added ones: one of a basis. */
  readonly choice?: boolean
}

/**
 * The pieces of a mesh that hang together by edges, vertices being their coordinates; and closed choices. The last triangles are added
 * ones, if it has a tree that says so.
 */
export function exactShells(mesh: {
  positions: ArrayLike<number>
  triangles: ArrayLike<number>
  tree?: { readonly added: number }
}): ExactShell[] {
  const { positions, triangles } = mesh
  const corner = (k: number): number[] => [0, 1, 2].map((c) => positions[3 * triangles[k]! + c]! + 0)
  const all = triangles.length / 3
  const count = all - (mesh.tree?.added ?? 0)
  const names = Array.from({ length: triangles.length }, (_, k) => corner(k).join())
  const edgesOf = (t: number): [string, number][] => {
    const out: [string, number][] = []
    for (let k = 0; k < 3; k++) {
      const from = names[3 * t + k]!
      const to = names[3 * t + ((k + 1) % 3)]!
      if (from !== to) out.push(from < to ? [`${from} ${to}`, 1] : [`${to} ${from}`, -1])
    }
    return out
  }
  // Triangles that share an edge get the same label, until nothing changes.
  const label = Array.from({ length: count }, (_, t) => t)
  for (let changed = true; changed; ) {
    changed = false
    const least = new Map<string, number>()
    for (let t = 0; t < count; t++) {
      for (const [edge] of edgesOf(t)) least.set(edge, Math.min(least.get(edge) ?? t, label[t]!))
    }
    for (let t = 0; t < count; t++) {
      for (const [edge] of edgesOf(t)) {
        if (least.get(edge)! >= label[t]!) continue
        label[t] = least.get(edge)!
        changed = true
      }
    }
  }
  const exactly = (list: readonly number[]): ExactTriangle[] =>
    list.map((t) => [0, 1, 2].map((k) => exactPoint(corner(3 * t + k))) as unknown as ExactTriangle)
  const open: number[] = []
  const shells: ExactShell[] = [...new Set(label)].map((l) => {
    const own = label.flatMap((m, t) => (m === l ? [t] : []))
    const counted = countedTriangles(own, names)
    if (!counted.closed) open.push(...own)
    return { ...counted, triangles: exactly(own), counted: exactly(counted.triangles), hollow: false }
  })
  markHollows(shells)
  const corners = (t: number): string[] => names.slice(3 * t, 3 * t + 3)
  const added = Array.from({ length: all - count }, (_, k) => count + k)
  const taken = [...distinct(open, corners), ...distinct(added, corners)]
  for (const choice of closedChoices(taken.map(corners))) {
    const own = exactly(choice.map((k) => taken[k]!))
    const parity = { closed: true, consistent: false, oneWay: false, hollow: false, choice: true }
    shells.push({ triangles: own, counted: own, ...parity })
  }
  return shells
}

/** Does every triangle that is in no closed shell belong to a closed choice? */
export function isExactlyClosed(shells: readonly ExactShell[]): boolean {
  const chosen = new Set(shells.filter(({ choice }) => choice).flatMap(({ triangles }) => triangles.map(nameOf)))
  return shells
    .filter(({ closed }) => !closed)
    .every(({ triangles }) => triangles.every((t) => new Set(t.map(cornerName)).size < 3 || chosen.has(nameOf(t))))
}

function nameOf(triangle: ExactTriangle): string {
  return triangle.map(cornerName).sort().join(' ')
}

function cornerName(p: DyadicPoint): string {
  return p.map(({ m, e }) => Number(m) * 2 ** e).join()
}

export function exactPoint(p: ArrayLike<number>): DyadicPoint {
  return [exact(p[0]!), exact(p[1]!), exact(p[2]!)]
}

/** Is the point inside or on a closed shell, hollows taken away, or a closed choice? */
export function exactInside(shells: readonly ExactShell[], p: DyadicPoint): boolean {
  const closed = shells.filter((shell) => shell.closed)
  if (closed.some((shell) => onShell(shell, p))) return true
  const came = closed.filter(({ choice }) => !choice)
  return solidsAround(came, p) > 0 || closed.some((shell) => shell.choice && insideShell(shell, p))
}

/** Solids less hollows around a point. */
function solidsAround(shells: readonly ExactShell[], p: DyadicPoint): number {
  return shells.reduce((sum, shell) => sum + (insideShell(shell, p) ? (shell.hollow ? -1 : 1) : 0), 0)
}

/**
 * Hollows are shells that are turned inside out, touch no other, and lie inside one more solid than hollows. From the outside in:
 * what is around a shell that touches none is larger.
 */
function markHollows(shells: readonly ExactShell[]): void {
  const candidates = shells
    .filter((shell) => shell.closed && shell.consistent && shell.oneWay && sign(volume(shell)) < 0)
    .filter((shell) => !shells.some((other) => other !== shell && shellsTouch(shell, other)))
    .sort((a, b) => sign(add(volume(a), negative(volume(b)))))
  const decided = shells.filter((shell) => shell.closed && !candidates.includes(shell))
  for (const shell of candidates) {
    shell.hollow = solidsAround(decided, shell.triangles[0]![0]) > 0
    decided.push(shell)
  }
}

/** Six times the volume inside. */
function volume({ counted }: ExactShell): Dyadic {
  return counted.reduce((sum, [a, b, c]) => add(sum, dot(a, cross(b, c))), exact(0))
}

function shellsTouch(a: ExactShell, b: ExactShell): boolean {
  return a.triangles.some((s) => b.triangles.some((t) => exactTriangles(flat(s), 0, flat(t), 0).distance === 0))
}

function flat(t: ExactTriangle): number[] {
  return t.flatMap((p) => p.map(({ m, e }) => Number(m) * 2 ** e))
}

function onShell({ triangles }: ExactShell, p: DyadicPoint): boolean {
  return triangles.some(([a, b, c]) => holdsOrigin(minus(a, p), minus(b, p), minus(c, p)))
}

function insideShell({ counted, consistent }: ExactShell, p: DyadicPoint): boolean {
  const seen = counted.map(([a, b, c]) => [minus(a, p), minus(b, p), minus(c, p)] as const)
  // Seen edge-on, a triangle that does not hold the point is crossed by no ray but those in its plane.
  const faces = seen.filter(([a, b, c]) => det(a, b, c) !== 0)
  for (let attempt = 1; ; attempt++) {
    const d = exactPoint([Math.sin(attempt), Math.sin(2 * attempt + 1), Math.sin(3 * attempt + 2)])
    let winding = 0
    let crossings = 0
    const sides = faces.map(([a, b, c]) => [det(d, a, b), det(d, b, c), det(d, c, a)])
    if (sides.some((s) => s.includes(0))) continue
    faces.forEach(([a, b, c], t) => {
      const s = sides[t]!
      // The line passes through the triangle, and ahead of the point.
      if (s[0] !== s[1] || s[1] !== s[2] || det(a, b, c) !== s[0]) return
      winding += s[0]!
      crossings++
    })
    return consistent ? winding !== 0 : crossings % 2 === 1
  }
}

/** Is the origin in the triangle? It is in its plane, and seen from it no edge has it outside. */
function holdsOrigin(a: DyadicPoint, b: DyadicPoint, c: DyadicPoint): boolean {
  if (det(a, b, c) !== 0) return false
  const n = cross(minus(b, a), minus(c, a))
  if (n.some(({ m }) => m !== 0n)) {
    const sides = [cross(a, b), cross(b, c), cross(c, a)].map((m) => sign(dot(m, n)))
    return sides.every((s) => s >= 0)
  }
  // A segment or a point: between two of its corners.
  const between = (u: DyadicPoint, v: DyadicPoint) => cross(u, v).every(({ m }) => m === 0n) && sign(dot(u, v)) <= 0
  return between(a, b) || between(b, c) || between(c, a)
}

/** Is a piece of B inside A, or one of A inside B? For shapes that do not touch. */
export function exactNested(a: Shape, b: Shape, x: ArrayLike<number>): boolean {
  const place = (p: DyadicPoint) => exactTransform(x, p)
  for (const partA of partsOf(a)) {
    for (const partB of partsOf(b)) {
      if (partA.kind === 'mesh') {
        const shells = exactShells(partA)
        if (piecesOf(partB).some((p) => exactInside(shells, place(p)))) return true
      }
      if (partB.kind !== 'mesh') continue
      const shells = exactShells(partB).map((shell) => ({
        ...shell,
        triangles: shell.triangles.map((t) => t.map(place) as unknown as ExactTriangle),
        counted: shell.counted.map((t) => t.map(place) as unknown as ExactTriangle),
      }))
      if (piecesOf(partA).some((p) => exactInside(shells, p))) return true
    }
  }
  return false
}

function partsOf(shape: Shape): readonly PartShape[] {
  return shape.kind === 'group' ? shape.parts : [shape]
}

/** A point of each piece. */
function piecesOf(part: PartShape): DyadicPoint[] {
  switch (part.kind) {
    case 'mesh':
      return exactShells(part as MeshShape)
        .filter(({ choice }) => !choice)
        .map((shell) => shell.triangles[0]![0])
    case 'sphere':
      return [exactPoint(part.centre)]
    case 'capsule':
      return [exactPoint(part.from)]
    case 'convex':
      return [exactPoint(part.points)]
    default:
      return [exactPoint([part.pose[3]!, part.pose[7]!, part.pose[11]!])]
  }
}

function negative(a: Dyadic): Dyadic {
  return { m: -a.m, e: a.e }
}

function minus(a: DyadicPoint, b: DyadicPoint): DyadicPoint {
  return [add(a[0], negative(b[0])), add(a[1], negative(b[1])), add(a[2], negative(b[2]))]
}

function cross(a: DyadicPoint, b: DyadicPoint): DyadicPoint {
  const minor = (i: 0 | 1 | 2, j: 0 | 1 | 2) => add(multiply(a[i], b[j]), negative(multiply(a[j], b[i])))
  return [minor(1, 2), minor(2, 0), minor(0, 1)]
}

function dot(a: DyadicPoint, b: DyadicPoint): Dyadic {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]))
}

/** The sign of a determinant. */
function det(a: DyadicPoint, b: DyadicPoint, c: DyadicPoint): number {
  return sign(dot(a, cross(b, c)))
}

function sign({ m }: Dyadic): number {
  return m > 0n ? 1 : m < 0n ? -1 : 0
}
