// The shells of a mesh, which of them are closed, and what has an inside (docs/spec.md, [solids]).
//
// Vertices with the same coordinates are one (files repeat them), and triangles that are there more than once count once: programs write
// each triangle twice, once each way round, to have it seen from both sides. Triangles that meet two by two at edges make up a shell; where
// three or more meet, shells end, so that two solids that share an edge or a wall are never weighed against each other. A
// shell is closed as it came if each edge has an even number of its sides: then every line that avoids edges and vertices
// crosses it an even number of times, and counting crossings decides between inside and outside. If it can be turned so that each edge is
// passed as often in one direction as in the other, it is oriented: then a signed count, the winding number, tells how often it goes around
// a point, also where it passes through itself. A triangle two corners of which are one counts for nothing.
//
// Shells are found among the triangles of the file. Those that are not closed as they came are taken with all triangles that were added, and
// what is inside of those is a matter of pieces (mesh-pieces.ts).
//
// What is closed may enclose nothing: a face of a crate that fell apart is filled with itself, or came with two sides; and what cannot be
// oriented may cover things twice. Such shells stay open in this sense: they are named as surfaces.
//
// O(n), once a mesh; kept with the tree until that is refitted.
import type { MeshTree } from '../tree/mesh-tree.js'
import { triangleArea } from './fill-loop.js'
import { type Choice, findChoices, findPieces } from './mesh-pieces.js'
import { findCopies, findSides, type Sides, weldVertices } from './mesh-sides.js'

/** Fillings of more than this part of the area of a shell may enclose nothing, and do not count as closing it. */
export const MOST_FILLING = 0.5

/** A shell around less than this is flat, in units of its area to the power of 3/2: a sphere has 0.094, a sheet a thousandth as thick as wide 2e-4. */
const FLAT = 1e-6

export interface MeshShells {
  /** Shells among the triangles of the file. */
  readonly count: number
  /** By triangle of the file: its shell; -1 for copies, and where two corners are one. */
  readonly shellOf: Int32Array
  /**
   * By triangle: where its crossings are counted. Its shell, if that is closed as it came; else `count` and its piece; -1 if it belongs
   * to no closed choice, or does not count.
   */
  readonly slotOf: Int32Array
  readonly slots: number
  /** By triangle: -1 where it must be turned over to be like the others in its slot, else 1. */
  readonly turn: Int8Array
  /** Bases of the closed choices; their pieces are slots. */
  readonly choices: readonly Choice[]
  /** By shell: 1 if it is closed as it came; 1 if its winding numbers mean something, else only whether they are odd. */
  readonly closed: Uint8Array
  readonly oriented: Uint8Array
  /** By shell: 1 if it is oriented as it came, no triangle of it turned over, nor there both ways round. */
  readonly given: Uint8Array
  /** By shell: a vertex of it. */
  readonly vertex: Uint32Array
  /** By triangle of the file: 1 if it stays open. It belongs to nothing that is closed, or its shell may enclose nothing. */
  readonly open: Uint8Array
  /** A triangle of everything that hangs together by edges, added ones included. */
  readonly probes: Uint32Array
  /** Something can be inside. */
  readonly anySolid: boolean
  readonly anyOpen: boolean
}

const kept = new WeakMap<MeshTree, { readonly version: number; readonly shells: MeshShells }>()
const begun = new WeakMap<MeshTree, KnownShells>()

/** What closing a mesh has found out, so that its tree's shells take less to find; `weld` unless all of it is plainly closed. */
export interface KnownShells {
  readonly came: FileShells
  readonly weld: Uint32Array | undefined
}

/** For a tree that was built right now. */
export function beginShells(tree: MeshTree, known: KnownShells): void {
  begun.set(tree, known)
}

export function meshShells(tree: MeshTree): MeshShells {
  const known = kept.get(tree)
  if (known !== undefined && known.version === tree.version) return known.shells
  tree.demandAttached('mesh')
  const shells = findShells(
    tree.positions,
    tree.triangles,
    tree.added,
    tree.version === 0 ? begun.get(tree) : undefined,
  )
  begun.delete(tree)
  kept.set(tree, { version: tree.version, shells })
  return shells
}

/** The last `added` triangles are not the file's. */
export function findShells(
  positions: Float64Array,
  triangles: Uint32Array,
  added: number,
  known?: KnownShells,
): MeshShells {
  if (known !== undefined && known.weld === undefined) {
    return allClosed(known.came, known.came.seeds!, unitPoints(positions), triangles)
  }
  const weld = known?.weld ?? weldVertices(positions)
  if (known !== undefined) return withPieces(known.came, findSides(weld, triangles), weld, positions, triangles)
  const file = triangles.subarray(0, triangles.length - 3 * added)
  const sides = findSides(weld, file)
  const came = shellsOf(sides, weld, file)
  return withPieces(came, added === 0 ? sides : findSides(weld, triangles), weld, positions, triangles)
}

/** What the triangles of the file tell. */
export interface FileShells
  extends Pick<MeshShells, 'count' | 'shellOf' | 'turn' | 'closed' | 'oriented' | 'given' | 'vertex'> {
  /** A triangle of each shell, if all triangles of the file meet two by two. */
  readonly seeds: Uint32Array | undefined
}

/** The pieces that triangles of open shells, and added ones, fall into; `sides` are those of all triangles. */
function withPieces(
  came: FileShells,
  sides: Sides,
  weld: Uint32Array,
  positions: Float64Array,
  triangles: Uint32Array,
): MeshShells {
  const { count, shellOf, closed } = came
  const total = triangles.length / 3
  const files = shellOf.length
  const probes = (files === total && came.seeds) || componentsOf(sides, new Uint8Array(total).fill(1)).seeds
  const points = unitPoints(positions)
  if (files === total && closed.indexOf(0) < 0) return allClosed(came, probes, points, triangles)
  const open = flatOf(came, points, triangles)
  const taken = new Uint8Array(total)
  takeOpen(taken, came)
  if (files < total) {
    const own = triangles.subarray(3 * files)
    taken.set(findCopies(findSides(weld, own), weld, own).first, files)
  }
  const pieces = findPieces(sides, taken)
  const bases = findChoices(pieces)
  const slotOfPiece = new Int32Array(pieces.count).fill(-1)
  let slots = count
  for (const choice of bases) {
    for (const piece of choice.pieces) if (slotOfPiece[piece]! < 0) slotOfPiece[piece] = slots++
  }
  const choices = bases.map((choice) => ({ ...choice, pieces: choice.pieces.map((piece) => slotOfPiece[piece]!) }))
  const slotOf = new Int32Array(total).fill(-1)
  const turn = new Int8Array(total)
  turn.set(came.turn)
  for (let t = 0; t < total; t++) {
    if (taken[t] === 1) {
      slotOf[t] = slotOfPiece[pieces.pieceOf[t]!]!
      turn[t] = pieces.turn[t]!
      if (t < files && slotOf[t]! < 0) open[t] = 1
    } else if (t < files) slotOf[t] = shellOf[t]!
  }
  if (files < total) markFilled(open, taken, came, sides, points, triangles)
  const anySolid = closed.indexOf(1) >= 0 || choices.length > 0
  return { ...came, slotOf, slots, turn, choices, open, probes, anySolid, anyOpen: open.indexOf(1) >= 0 }
}

/** By triangle of a file to which nothing was added: 1 if its shell is not closed as it came, and no closed choice has it. */
export function looseTriangles(came: FileShells, sides: Sides): Uint8Array {
  const loose = new Uint8Array(came.shellOf.length)
  takeOpen(loose, came)
  const pieces = findPieces(sides, loose)
  const chosen = new Uint8Array(pieces.count)
  for (const choice of findChoices(pieces)) for (const piece of choice.pieces) chosen[piece] = 1
  if (chosen.indexOf(1) < 0) return loose
  for (let t = 0; t < loose.length; t++) if (loose[t] === 1 && chosen[pieces.pieceOf[t]!] === 1) loose[t] = 0
  return loose
}

/** Marks the triangles of shells that are not closed as they came. */
function takeOpen(taken: Uint8Array, { shellOf, closed }: FileShells): void {
  for (let t = 0; t < shellOf.length; t++) taken[t] = shellOf[t]! >= 0 && closed[shellOf[t]!] === 0 ? 1 : 0
}

/** Where every shell is closed as it came, and nothing was added. */
function allClosed(came: FileShells, probes: Uint32Array, points: Float64Array, triangles: Uint32Array): MeshShells {
  const open = flatOf(came, points, triangles)
  const [anySolid, anyOpen] = [came.count > 0, open.indexOf(1) >= 0]
  return { ...came, slotOf: came.shellOf, slots: came.count, choices: [], open, probes, anySolid, anyOpen }
}

/** By triangle: 1 in closed shells that are flat, by more than rounding, and in those that cannot be oriented. */
function flatOf(came: FileShells, points: Float64Array, triangles: Uint32Array): Uint8Array {
  const { count, shellOf, turn, closed, oriented, vertex } = came
  const open = new Uint8Array(shellOf.length)
  const volumes = new Float64Array(count)
  const areas = new Float64Array(count)
  for (let t = 0; t < shellOf.length; t++) {
    const shell = shellOf[t]!
    if (shell < 0 || closed[shell] === 0) continue
    const a = triangles[3 * t]!
    const b = triangles[3 * t + 1]!
    const c = triangles[3 * t + 2]!
    volumes[shell]! += turn[t]! * sixVolumes(points, vertex[shell]!, a, b, c)
    areas[shell]! += triangleArea(points, a, b, c)
  }
  for (let t = 0; t < shellOf.length; t++) {
    const shell = shellOf[t]!
    if (shell < 0 || closed[shell] === 0) continue
    const least = 6 * FLAT * areas[shell]! * Math.sqrt(areas[shell]!)
    if (oriented[shell] === 0 || !(Math.abs(volumes[shell]!) >= least)) open[t] = 1
  }
  return open
}

/** Six times the volume of the tetrahedron from o to a triangle. */
function sixVolumes(p: Float64Array, o: number, a: number, b: number, c: number): number {
  const x = p[3 * o]!
  const y = p[3 * o + 1]!
  const z = p[3 * o + 2]!
  const ax = p[3 * a]! - x
  const ay = p[3 * a + 1]! - y
  const az = p[3 * a + 2]! - z
  const bx = p[3 * b]! - x
  const by = p[3 * b + 1]! - y
  const bz = p[3 * b + 2]! - z
  const cx = p[3 * c]! - x
  const cy = p[3 * c + 1]! - y
  const cz = p[3 * c + 2]! - z
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

/** Marks shells of which more than a part is filling. Shells share a filling by the lengths of their edges at it. */
function markFilled(
  open: Uint8Array,
  taken: Uint8Array,
  { shellOf, count }: FileShells,
  sides: Sides,
  points: Float64Array,
  triangles: Uint32Array,
): void {
  const { start, at, edge } = sides
  const files = open.length
  const { partOf, seeds } = componentsOf(
    sides,
    taken.map((is, t) => (t < files ? 0 : is)),
  )
  const shellAreas = new Float64Array(count)
  const areas = new Float64Array(seeds.length)
  /** By filling: the lengths of edges that shells have at it, and their sum. */
  const lengths = Array.from(seeds, () => new Map<number, number>())
  const all = new Float64Array(seeds.length)
  const seen = new Uint8Array(start.length)
  for (let t = 0; t < taken.length; t++) {
    if (taken[t] === 0) continue
    const area = triangleArea(points, triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!)
    if (t < files) {
      shellAreas[shellOf[t]!]! += area
      continue
    }
    const part = partOf[t]!
    areas[part]! += area
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      const e = edge[side]!
      if (seen[e] === 1) continue
      seen[e] = 1
      const length = sideLength(points, triangles[side]!, triangles[side % 3 === 2 ? side - 2 : side + 1]!)
      for (let k = start[e]!; k < start[e + 1]!; k++) {
        const other = Math.trunc(at[k]! / 3)
        if (other >= files || taken[other] === 0) continue
        const shell = shellOf[other]!
        lengths[part]!.set(shell, (lengths[part]!.get(shell) ?? 0) + length)
        all[part]! += length
      }
    }
  }
  const filled = new Float64Array(count)
  lengths.forEach((own, part) => {
    for (const [shell, length] of own) filled[shell]! += (areas[part]! * length) / all[part]!
  })
  for (let t = 0; t < files; t++) {
    if (taken[t] === 1 && filled[shellOf[t]!]! > MOST_FILLING * shellAreas[shellOf[t]!]!) open[t] = 1
  }
}

export function sideLength(p: Float64Array, v: number, w: number): number {
  const x = p[3 * v]! - p[3 * w]!
  const y = p[3 * v + 1]! - p[3 * w + 1]!
  const z = p[3 * v + 2]! - p[3 * w + 2]!
  return Math.sqrt(x * x + y * y + z * z)
}

/** Scaled by a power of two, which changes no digit, where squares of areas would vanish or grow without end. */
export function unitPoints(points: Float64Array): Float64Array {
  let most = 0
  for (let k = 0; k < points.length; k++) most = Math.max(most, Math.abs(points[k]!))
  if (most === 0 || (most > 1e-30 && most < 1e30)) return points
  const scale = 2 ** -Math.floor(Math.log2(most))
  return points.map((x) => scale * x)
}

/** `sides` are those of the file's triangles. */
export function shellsOf(sides: Sides, weld: Uint32Array, triangles: Uint32Array): FileShells {
  const { first, mixed } = findCopies(sides, weld, triangles)
  const { pieceOf: shellOf, turn, count, closed, oriented, seeds, sums } = findPieces(sides, first)
  const given = oriented.slice()
  for (let t = 0; t < mixed.length; t++) if (turn[t] === -1 || mixed[t] === 1) given[shellOf[t]!] = 0
  const vertex = seeds.map((t) => triangles[3 * t]!)
  const allMeet = sums.length === 0 && first.indexOf(0) < 0
  return { count, shellOf, turn, closed, oriented, given, vertex, seeds: allMeet ? seeds : undefined }
}

/** What hangs together by edges, of the triangles that are taken: by triangle which one it belongs to, and a triangle of each. */
export function componentsOf(
  { edge, start, at }: Sides,
  taken: Uint8Array,
): { readonly partOf: Int32Array; readonly seeds: Uint32Array } {
  const partOf = new Int32Array(taken.length).fill(-1)
  const seeds: number[] = []
  const waiting = new Int32Array(taken.length)
  /** By edge: all its triangles have their part. */
  const done = new Uint8Array(start.length)
  for (let seed = 0; seed < taken.length; seed++) {
    if (taken[seed] === 0 || partOf[seed]! >= 0) continue
    partOf[seed] = seeds.length
    waiting[0] = seed
    for (let top = 1; top > 0; ) {
      const t = waiting[--top]!
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const e = edge[side]!
        if (e < 0 || done[e] === 1) continue
        done[e] = 1
        for (let k = start[e]!; k < start[e + 1]!; k++) {
          const other = Math.trunc(at[k]! / 3)
          if (taken[other] === 0 || partOf[other]! >= 0) continue
          partOf[other] = seeds.length
          waiting[top++] = other
        }
      }
    }
    seeds.push(seed)
  }
  return { partOf, seeds: Uint32Array.from(seeds) }
}
