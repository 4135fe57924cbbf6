// Meshes as solids, by exact arithmetic and enumeration: what is closed by lists and elimination (shells.ts), inside by a ray in some
// direction that meets no edge, and no vertex, of any triangle. Slow; obviously right.
import type { MeshShape, PartShape, Shape } from '../../../src/shapes/shape.js'
import { add, type Dyadic, exact, multiply } from '../exact.js'
import { exactTriangles } from '../geometry/triangles.js'
import { type DyadicPoint, exactTransform } from '../shapes/shapes.js'
import { components, findShells } from './shells.js'

type ExactTriangle = readonly [DyadicPoint, DyadicPoint, DyadicPoint]

export interface ExactShell {
  readonly triangles: readonly ExactTriangle[]
  /** Numbers of its triangles, modulo a prime: shells.ts. It is closed if there is one. */
  readonly cycles: readonly { readonly modulus: number; readonly factors: readonly number[] }[]
  readonly given: boolean
  /** It is the wall of a hollow. */
  hollow: boolean
}

export interface ExactSolid {
  readonly shells: readonly ExactShell[]
  /** What is not closed as it came, and all that was added, as far as it belongs to something closed. */
  readonly rest: ExactShell
  /** Things that hang together by edges and stay open. */
  readonly surfaces: number
  /** A corner of all that hangs together. */
  readonly corners: readonly DyadicPoint[]
}

/** The last triangles are added ones, if the mesh has a tree that says so. */
export function exactSolid(mesh: {
  positions: ArrayLike<number>
  triangles: ArrayLike<number>
  tree?: { readonly added: number }
}): ExactSolid {
  const { positions, triangles } = mesh
  const corner = (k: number): number[] => [0, 1, 2].map((c) => positions[3 * triangles[k]! + c]! + 0)
  const all = triangles.length / 3
  const files = all - (mesh.tree?.added ?? 0)
  const names = Array.from({ length: triangles.length }, (_, k) => corner(k).join())
  const corners = (t: number): string[] => names.slice(3 * t, 3 * t + 3)
  const exactly = (t: number): ExactTriangle =>
    [0, 1, 2].map((k) => exactPoint(corner(3 * t + k))) as unknown as ExactTriangle
  const found = findShells(names, files, false)
  const shells = found.shells.map(({ triangles: own, cycles, given }) => ({
    triangles: own.map(exactly),
    cycles: cycles.map(({ modulus, factors }) => ({ modulus, factors: own.map((t) => factors.get(t) ?? 0) })),
    given,
    hollow: false,
  }))
  markHollows(shells)
  const loose = new Set(found.loose)
  const held = found.taken.filter((t) => !loose.has(t) && found.cycles.some(({ factors }) => factors.has(t)))
  const cycles = found.cycles.map(({ modulus, factors }) => ({
    modulus,
    factors: held.map((t) => factors.get(t) ?? 0),
  }))
  // Shells that may enclose nothing stay open besides: flat ones, those that cannot be oriented, and those that are filled by half or more.
  const area = (list: readonly number[]): number => list.reduce((sum, t) => sum + areaOf(exactly(t)), 0)
  const open = new Set(found.loose)
  const fillings = components(
    found.taken.filter((t) => t >= files),
    corners,
  )
  const lengthOf = (edge: string): number => {
    const [from, to] = edge.split(' ').map((name) => name.split(',').map(Number)) as [number[], number[]]
    return Math.hypot(...from.map((x, k) => x - to[k]!))
  }
  /** How much of each filling is a shell's: by the lengths of the edges that shells have at it, as often as they have sides there. */
  const shareOf = (own: readonly number[]): number =>
    fillings.reduce((sum, filling) => {
      const at = new Set(filling.flatMap((t) => edgesOf(corners(t))))
      const along = (list: readonly number[]): number =>
        list
          .flatMap((t) => edgesOf(corners(t)).filter((edge) => at.has(edge)))
          .reduce((l, edge) => l + lengthOf(edge), 0)
      const all = along(found.taken.filter((t) => t < files))
      return all > 0 ? sum + (area(filling) * along(own)) / all : sum
    }, 0)
  for (const { triangles: own, cycles: ownCycles } of found.shells) {
    const oriented = ownCycles.find(({ modulus }) => modulus !== 2)
    const stays =
      ownCycles.length === 0
        ? shareOf(own) > 0.5 * area(own)
        : oriented === undefined ||
          insideOf(own.map((t) => [exactly(t), oriented.factors.get(t)!])) < 1e-6 * area(own) ** 1.5
    if (stays) for (const t of own) open.add(t)
  }
  return {
    shells,
    rest: { triangles: held.map(exactly), cycles, given: false, hollow: false },
    surfaces: components([...open], corners).length,
    corners: components(
      Array.from({ length: all }, (_, t) => t),
      corners,
    ).map(([t]) => exactly(t!)[0]),
  }
}

function edgesOf(names: readonly string[]): string[] {
  return names.map((name, k) => [name, names[(k + 1) % 3]!].sort().join(' '))
}

/** The volume of triangles with their numbers, 1 and −1 modulo a prime, up to that sign. */
function insideOf(list: readonly (readonly [ExactTriangle, number])[]): number {
  const sum = list.reduce((total, [[a, b, c], factor]) => {
    const term = dot(a, cross(b, c))
    return add(total, factor === list[0]![1] ? term : negative(term))
  }, exact(0))
  return Math.abs((Number(sum.m) * 2 ** sum.e) / 6)
}

function areaOf(triangle: ExactTriangle): number {
  const [a, b, c] = triangle.map((p) => p.map(({ m, e }) => Number(m) * 2 ** e)) as [number[], number[], number[]]
  const [u, v] = [b.map((x, k) => x - a[k]!), c.map((x, k) => x - a[k]!)]
  return Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2
}

export function exactPoint(p: ArrayLike<number>): DyadicPoint {
  return [exact(p[0]!), exact(p[1]!), exact(p[2]!)]
}

/** Is the point inside or on something closed, hollows taken away? */
export function exactInside({ shells, rest }: ExactSolid, p: DyadicPoint): boolean {
  const closed = shells.filter(({ cycles }) => cycles.length > 0)
  if ([...closed, rest].some((shell) => onShell(shell, p))) return true
  return solidsAround(closed, p) > 0 || goesAround(rest, p)
}

/** Solids less hollows around a point. */
function solidsAround(shells: readonly ExactShell[], p: DyadicPoint): number {
  return shells.reduce((sum, shell) => sum + (goesAround(shell, p) ? (shell.hollow ? -1 : 1) : 0), 0)
}

/**
 * Hollows are shells that are turned inside out, touch no other, and lie inside one more solid than hollows. From the outside in:
 * what is around a shell that touches none is larger.
 */
function markHollows(shells: readonly ExactShell[]): void {
  const candidates = shells
    .filter((shell) => shell.given && sign(volume(shell)) < 0)
    .filter((shell) => !shells.some((other) => other !== shell && shellsTouch(shell, other)))
    .sort((a, b) => sign(add(volume(a), negative(volume(b)))))
  const decided = shells.filter((shell) => shell.cycles.length > 0 && !candidates.includes(shell))
  for (const shell of candidates) {
    shell.hollow = solidsAround(decided, shell.triangles[0]![0]) > 0
    decided.push(shell)
  }
}

/** Six times the volume inside. */
function volume({ triangles }: ExactShell): Dyadic {
  return triangles.reduce((sum, [a, b, c]) => add(sum, dot(a, cross(b, c))), exact(0))
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

/** Does some cycle wind around the point? */
function goesAround({ triangles, cycles }: ExactShell, p: DyadicPoint): boolean {
  if (cycles.length === 0) return false
  const seen = triangles.map(([a, b, c]) => [minus(a, p), minus(b, p), minus(c, p)] as const)
  for (let attempt = 1; ; attempt++) {
    const d = exactPoint([Math.sin(attempt), Math.sin(2 * attempt + 1), Math.sin(3 * attempt + 2)])
    const crossings = seen.map(([a, b, c]) => {
      // Seen edge-on, a triangle that does not hold the point is crossed by no ray but those in its plane.
      if (det(a, b, c) === 0) return 0
      const s = [det(d, a, b), det(d, b, c), det(d, c, a)]
      if (s.includes(0)) return undefined
      // The line passes through the triangle, and ahead of the point.
      return s[0] === s[1] && s[1] === s[2] && det(a, b, c) === s[0] ? s[0]! : 0
    })
    if (crossings.includes(undefined)) continue
    return cycles.some(
      ({ modulus, factors }) => factors.reduce((sum, factor, k) => sum + factor * crossings[k]!, 0) % modulus !== 0,
    )
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
        const solid = exactSolid(partA)
        if (piecesOf(partB).some((p) => exactInside(solid, place(p)))) return true
      }
      if (partB.kind !== 'mesh') continue
      const solid = exactSolid(partB)
      const moved = (shell: ExactShell): ExactShell => ({
        ...shell,
        triangles: shell.triangles.map((t) => t.map(place) as unknown as ExactTriangle),
      })
      const there = { ...solid, shells: solid.shells.map(moved), rest: moved(solid.rest) }
      if (piecesOf(partA).some((p) => exactInside(there, p))) return true
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
      return [...exactSolid(part as MeshShape).corners]
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
