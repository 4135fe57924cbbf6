// The shells of a mesh, which of them are closed, and what has an inside (docs/spec.md, [solids]).
//
// Vertices with the same coordinates are one (files repeat them), and triangles that are there more than once count once: programs write
// each triangle twice, once each way round, to have it seen from both sides. Triangles that meet two by two at edges make up a shell; where
// three or more meet, shells end, so that two solids that share an edge or a wall are never weighed against each other. A
// shell is closed as it came if each edge has an even number of its sides: then every line that avoids edges and vertices
// crosses it an even number of times, and inside and outside are told apart by counting. If it can be turned so that each edge is
// passed as often in one direction as in the other, it is oriented: then a signed count, the winding number, tells how often it goes around
// a point, also where it passes through itself. A triangle two corners of which are one counts for nothing.
//
// Shells are found among the triangles of the file. Those that are not closed as they came are taken with all triangles that were added, and
// what is inside of those is a matter of pieces (mesh-pieces.ts).
//
// Closing may enclose nothing: a face of a crate that fell apart is filled with itself. What hangs together and is more filling than mesh
// stays open in this sense: it is named as a surface.
//
// O(n), once a mesh; kept with the tree until that is refitted.
import type { MeshTree } from '../tree/mesh-tree.js'
import { triangleArea } from './fill-loop.js'
import { type Choice, findChoices, findPieces } from './mesh-pieces.js'
import { type Copies, findCopies, findSides, type Sides, weldVertices } from './mesh-sides.js'

/** Fillings of more than this part of what they close may enclose nothing, and do not count as closing it. */
export const MOST_FILLING = 0.5

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
  /** By triangle of the file: 1 if it stays open. It belongs to nothing that is closed, or to what is more filling than mesh. */
  readonly open: Uint8Array
  /** A triangle of everything that hangs together by edges, added ones included. */
  readonly probes: Uint32Array
  /** Something can be inside. */
  readonly anySolid: boolean
  readonly anyOpen: boolean
}

const kept = new WeakMap<MeshTree, { readonly version: number; readonly shells: MeshShells }>()

export function meshShells(tree: MeshTree): MeshShells {
  const known = kept.get(tree)
  if (known !== undefined && known.version === tree.version) return known.shells
  tree.demandAttached('mesh')
  const shells = findShells(tree.positions, tree.triangles, tree.added)
  kept.set(tree, { version: tree.version, shells })
  return shells
}

/** The last `added` triangles are not the file's. */
export function findShells(positions: Float64Array, triangles: Uint32Array, added: number): MeshShells {
  const weld = weldVertices(positions)
  const file = triangles.subarray(0, triangles.length - 3 * added)
  const sides = findSides(weld, file)
  const came = shellsOf(sides, findCopies(sides, weld, file), file)
  return withPieces(came, added === 0 ? sides : findSides(weld, triangles), weld, positions, triangles)
}

/** What the triangles of the file tell. */
export interface FileShells
  extends Pick<MeshShells, 'count' | 'shellOf' | 'turn' | 'closed' | 'oriented' | 'given' | 'vertex'> {
  /** A triangle of each shell, if all triangles of the file meet two by two. */
  readonly seeds: Uint32Array | undefined
}

/** The pieces that triangles of open shells, and added ones, fall into; `sides` are those of all triangles. */
export function withPieces(
  came: FileShells,
  sides: Sides,
  weld: Uint32Array,
  positions: Float64Array,
  triangles: Uint32Array,
): MeshShells {
  const { count, shellOf, closed } = came
  const total = triangles.length / 3
  const files = shellOf.length
  const open = new Uint8Array(files)
  const probes = (files === total && came.seeds) || componentsOf(sides, new Uint8Array(total).fill(1)).seeds
  const anySolid = closed.indexOf(1) >= 0
  if (files === total && closed.indexOf(0) < 0) {
    return { ...came, slotOf: shellOf, slots: count, choices: [], open, probes, anySolid, anyOpen: false }
  }
  const taken = new Uint8Array(total)
  for (let t = 0; t < files; t++) taken[t] = shellOf[t]! >= 0 && closed[shellOf[t]!] === 0 ? 1 : 0
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
  if (files < total) markFillings(open, taken, sides, positions, triangles)
  const anyOpen = open.indexOf(1) >= 0
  return { ...came, slotOf, slots, turn, choices, open, probes, anySolid: anySolid || choices.length > 0, anyOpen }
}

/** Marks the file's triangles of all that hangs together, of those taken, and is more filling than mesh. */
function markFillings(
  open: Uint8Array,
  taken: Uint8Array,
  sides: Sides,
  positions: Float64Array,
  triangles: Uint32Array,
): void {
  const { partOf, seeds } = componentsOf(sides, taken)
  const own = new Float64Array(seeds.length)
  const filling = new Float64Array(seeds.length)
  for (let t = 0; t < taken.length; t++) {
    if (taken[t] === 0) continue
    const area = triangleArea(positions, triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!)
    const sums = t < open.length ? own : filling
    sums[partOf[t]!] = sums[partOf[t]!]! + area
  }
  for (let t = 0; t < open.length; t++) {
    const part = partOf[t]!
    if (taken[t] === 1 && filling[part]! > MOST_FILLING * own[part]!) open[t] = 1
  }
}

/** `sides` and `copies` are those of the file's triangles. */
export function shellsOf(sides: Sides, { first, mixed }: Copies, triangles: Uint32Array): FileShells {
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
  const waiting: number[] = []
  /** By edge: all its triangles have their part. */
  const done = new Uint8Array(start.length)
  for (let seed = 0; seed < taken.length; seed++) {
    if (taken[seed] === 0 || partOf[seed]! >= 0) continue
    partOf[seed] = seeds.length
    waiting.push(seed)
    for (let t = waiting.pop(); t !== undefined; t = waiting.pop()) {
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const e = edge[side]!
        if (e < 0 || done[e] === 1) continue
        done[e] = 1
        for (let k = start[e]!; k < start[e + 1]!; k++) {
          const other = Math.trunc(at[k]! / 3)
          if (taken[other] === 0 || partOf[other]! >= 0) continue
          partOf[other] = seeds.length
          waiting.push(other)
        }
      }
    }
    seeds.push(seed)
  }
  return { partOf, seeds: Uint32Array.from(seeds) }
}
