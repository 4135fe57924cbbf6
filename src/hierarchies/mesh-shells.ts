// The shells of a mesh: what hangs together by edges, which of them are closed, and what has an inside (docs/spec.md, [solids]).
//
// Vertices with the same coordinates are one (files repeat them). A shell is closed as it came if each of its edges has an even number of
// sides of triangles: then every line that avoids its edges and vertices crosses it an even number of times, and inside and
// outside are told apart by counting. If it can be turned so that each edge is passed as often in one direction as in the
// other, it is oriented: then a signed count, the winding number, tells how often it goes around a point, also where it
// passes through itself. A triangle two corners of which are one has an edge with two sides and adds nothing: it belongs to a
// shell and does not count.
//
// Triangles that are there more than once (mesh-sides.ts). Programs write each triangle twice, once each way round, to have it
// seen from both sides: counted so, nothing would be inside. But two solids side by side also have their common wall twice,
// and without one of the two neither would be closed. So a shell is taken
// - with each triangle once, if it is closed then;
// - else as it is, if it is closed then: all copies count, and those turned against each other cancel;
// - but where all triangles are there 2, 3, … times, that is first divided out. A sheet with two sides remains a sheet.
//
// Shells are found among the triangles of the file. Those that are not closed as they came are taken, with all triangles that were added,
// each once, and what is inside of those is a matter of pieces (mesh-pieces.ts).
//
// O(n), once a mesh; kept with the tree until that is refitted.
import { findPieces } from './mesh-pieces.js'
import { type Copies, findCopies, findSides, type Sides, weldVertices } from './mesh-sides.js'
import type { MeshTree } from './mesh-tree.js'

export interface MeshShells {
  /** Shells among the triangles of the file. */
  readonly count: number
  /** By triangle of the file: its shell. */
  readonly shellOf: Int32Array
  /** By triangle, added ones too: how often it counts, less than 0 where it must be turned over to be like its neighbours. */
  readonly weight: Int32Array
  /**
   * By triangle: where its crossings are counted. Its shell, if that is closed as it came; else `count` and its piece; -1 if it belongs
   * to no closed choice.
   */
  readonly slotOf: Int32Array
  readonly slots: number
  /** A basis of the closed choices: the slots in each. */
  readonly choices: readonly Int32Array[]
  /** By shell: 1 if it is closed as it came; 1 if its winding numbers mean something, else only whether they are odd. */
  readonly closed: Uint8Array
  readonly oriented: Uint8Array
  /** By shell: 1 if it is oriented as it came, no triangle of it turned over, nor there both ways round if it counts once. */
  readonly given: Uint8Array
  /** By shell: 1 if it stays open: a triangle of it belongs to nothing that is closed. */
  readonly open: Uint8Array
  /** By shell: a vertex of it. */
  readonly vertex: Uint32Array
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
  return withPieces(came, added === 0 ? sides : findSides(weld, triangles), weld, triangles)
}

/** What the triangles of the file tell. */
export interface FileShells extends Pick<MeshShells, 'count' | 'shellOf' | 'closed' | 'oriented' | 'given' | 'vertex'> {
  /** By triangle: as in MeshShells, for closed shells. */
  readonly weight: Int32Array
  /** By triangle: 1 if it is the first of its copies. */
  readonly first: Uint8Array
  /** By shell: a triangle of it. */
  readonly seeds: Uint32Array
}

/** The pieces that triangles of open shells, and added ones, fall into; `sides` are those of all triangles. */
export function withPieces(came: FileShells, sides: Sides, weld: Uint32Array, triangles: Uint32Array): MeshShells {
  const { count, shellOf, closed } = came
  const total = triangles.length / 3
  const files = shellOf.length
  const open = new Uint8Array(count)
  const slotOf = new Int32Array(total)
  const all = { ...came, slotOf, open }
  if (files === total && closed.indexOf(0) < 0) {
    slotOf.set(shellOf)
    return { ...all, slots: count, choices: [], probes: came.seeds, anySolid: count > 0, anyOpen: false }
  }
  const taken = new Uint8Array(total)
  for (let t = 0; t < files; t++) taken[t] = closed[shellOf[t]!] === 0 ? came.first[t]! : 0
  if (files < total) takeAdded(taken, files, weld, triangles)
  const { pieceOf, count: pieces, basis } = findPieces(sides, taken)
  const weight = new Int32Array(total)
  for (let t = 0; t < total; t++) {
    const shell = t < files ? shellOf[t]! : -1
    if (shell >= 0 && closed[shell] === 1) {
      slotOf[t] = shell
      weight[t] = came.weight[t]!
      continue
    }
    slotOf[t] = pieceOf[t]! < 0 ? -1 : count + pieceOf[t]!
    weight[t] = taken[t]!
    if (shell >= 0 && taken[t] === 1 && pieceOf[t]! < 0) open[shell] = 1
  }
  const choices = basis.map((vector) => vector.map((piece) => count + piece))
  const probes = files === total ? came.seeds : flood(sides, new Uint8Array(total).fill(1)).seeds
  const anySolid = closed.indexOf(1) >= 0 || choices.length > 0
  return { ...all, weight, slots: count + pieces, choices, probes, anySolid, anyOpen: open.indexOf(1) >= 0 }
}

/** Marks the first of copies among the added triangles, degenerate ones apart. */
function takeAdded(taken: Uint8Array, from: number, weld: Uint32Array, triangles: Uint32Array): void {
  const own = triangles.subarray(3 * from)
  taken.set(findCopies(findSides(weld, own), weld, own).first, from)
}

/** `sides` and `copies` are those of the file's triangles. */
export function shellsOf(sides: Sides, copies: Copies, triangles: Uint32Array): FileShells {
  const { shellOf, turn, seeds } = flood(sides, copies.first)
  const count = seeds.length
  const { closed, weight, oneWay } = weigh(sides, copies, shellOf, count)
  const given = new Uint8Array(count).fill(1)
  const turned = new Uint8Array(count).fill(1)
  const { start, at, up } = sides
  for (let e = 0; e + 1 < start.length; e++) {
    const shell = shellOf[Math.trunc(at[start[e]!]! / 3)]!
    let balance = 0
    let balanceTurned = 0
    for (let k = start[e]!; k < start[e + 1]!; k++) {
      const side = at[k]!
      const t = Math.trunc(side / 3)
      balance += up[side]! * weight[t]!
      balanceTurned += up[side]! * weight[t]! * turn[t]!
    }
    if (balance !== 0) given[shell] = 0
    if (balanceTurned !== 0) turned[shell] = 0
  }
  for (let t = 0; t < turn.length; t++) if (given[shellOf[t]!] === 0) weight[t]! *= turn[t]!
  const oriented = new Uint8Array(count)
  for (let s = 0; s < count; s++) {
    oriented[s] = closed[s]! & (given[s]! | turned[s]!)
    given[s] = closed[s]! & given[s]! & oneWay[s]!
  }
  const vertex = seeds.map((t) => triangles[3 * t]!)
  return { count, shellOf, weight, closed, oriented, given, vertex, seeds, first: copies.first }
}

/** How often each triangle counts; which shells are closed then; which of them do not count a triangle once that is there both ways round. */
function weigh(
  { start, at }: Sides,
  { first, many, net }: Copies,
  shellOf: Int32Array,
  count: number,
): { closed: Uint8Array; weight: Int32Array; oneWay: Uint8Array } {
  // What the numbers of copies in a shell have in common.
  const common = new Int32Array(count)
  for (let t = 0; t < first.length; t++) {
    if (first[t] === 1) common[shellOf[t]!] = greatestDivisor(many[t]!, common[shellOf[t]!]!)
  }
  const closedOnce = new Uint8Array(count).fill(1)
  const closedAll = new Uint8Array(count).fill(1)
  for (let e = 0; e + 1 < start.length; e++) {
    const shell = shellOf[Math.trunc(at[start[e]!]! / 3)]!
    let once = 0
    let all = 0
    for (let k = start[e]!; k < start[e + 1]!; k++) {
      const t = Math.trunc(at[k]! / 3)
      once += first[t]!
      all += many[t]!
    }
    if (once % 2 !== 0) closedOnce[shell] = 0
    if (all !== 0 && (all / common[shell]!) % 2 !== 0) closedAll[shell] = 0
  }
  const weight = new Int32Array(first.length)
  const oneWay = new Uint8Array(count).fill(1)
  for (let t = 0; t < first.length; t++) {
    const shell = shellOf[t]!
    if (first[t] === 0) continue
    if (closedOnce[shell] === 1) {
      weight[t] = 1
      if (Math.abs(net[t]!) !== many[t]) oneWay[shell] = 0
    } else weight[t] = common[shell] === 1 ? net[t]! : many[t]! / common[shell]!
  }
  return { closed: closedOnce.map((c, s) => c | closedAll[s]!), weight, oneWay }
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

/**
 * Numbers the shells, and turns triangles like their neighbours wherever two meet at an edge and no more, copies apart. Only the
 * first of copies lead on: the others have no edges of their own, nor has a triangle with two corners a second one.
 */
function flood(
  { edge, up, start, at }: Sides,
  first: Uint8Array,
): { shellOf: Int32Array; turn: Int8Array; seeds: Uint32Array } {
  const n = first.length
  const shellOf = new Int32Array(n).fill(-1)
  const turn = new Int8Array(n).fill(1)
  const seeds: number[] = []
  const waiting = new Int32Array(n)
  /** By edge: all its triangles have their shell. */
  const done = new Uint8Array(start.length)
  const fill = (seed: number): void => {
    const shell = seeds.length
    seeds.push(seed)
    shellOf[seed] = shell
    waiting[0] = seed
    let top = 1
    while (top > 0) {
      const t = waiting[--top]!
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const e = edge[side]!
        if (e < 0 || done[e] === 1) continue
        done[e] = 1
        let faces = 0
        for (let k = start[e]!; k < start[e + 1]!; k++) faces += first[Math.trunc(at[k]! / 3)]!
        for (let k = start[e]!; k < start[e + 1]!; k++) {
          const other = Math.trunc(at[k]! / 3)
          if (shellOf[other]! >= 0) continue
          shellOf[other] = shell
          if (first[other] === 0) continue
          if (faces === 2) turn[other] = (up[at[k]!] === up[side] ? -turn[t]! : turn[t]!) as 1 | -1
          waiting[top++] = other
        }
      }
    }
  }
  for (let t = 0; t < n; t++) if (first[t] === 1 && shellOf[t]! < 0) fill(t)
  // What is left has two corners or one, and no edge with the others.
  for (let t = 0; t < n; t++) if (shellOf[t]! < 0) fill(t)
  return { shellOf, turn, seeds: Uint32Array.from(seeds) }
}
