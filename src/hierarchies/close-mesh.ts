// Closes a mesh that has holes and cracks, by triangles between vertices that are there (docs/spec.md, [solids], closing).
//
// The edges of a shell that have an odd number of sides make loops: at every vertex there is an even number of them. Cracks are zipped,
// which leaves loops between the leaders of groups of vertices, and those are filled with least area. The sum of the shells and of what was
// added is then closed, each triangle counted modulo 2. No vertex is moved, which might shrink the mesh; what is added can be touched, so
// that nothing gets in unseen. Shells with vertices in one group are zipped to each other, and closed together or not at all.
import { OpenMeshError } from '../errors.js'
import { fillLoop, triangleArea } from './fill-loop.js'
import { FillingReach } from './filling-reach.js'
import { type MeshShells, shellsOf, withPieces } from './mesh-shells.js'
import { findCopies, findSides, irregularShells, type Sides, weldVertices } from './mesh-sides.js'

/**
 * What becomes of a shell that is not closed: `close` fills holes that reach no farther than `closeWithin`, `solid` fills all,
 * `surface` none, and `refuse` throws OpenMeshError.
 */
export type OpenChoice = 'close' | 'solid' | 'surface' | 'refuse'

/** Their places in this list are what a tree's buffer keeps: add at the end only. */
export const OPEN_CHOICES: readonly OpenChoice[] = ['close', 'solid', 'surface', 'refuse']

/** How far fillings may reach from the mesh, as a fraction of its size. */
export const CLOSE_WITHIN = 0.001

/** Vertices at holes that are no farther apart are zipped, as a fraction of the mesh's size. */
const ZIP = 1e-6

/** And how much of a shell's area they may have. */
const MOST_AREA = 0.1

/**
 * Shells that would be filled with themselves enclose nothing. As long as they have no more of the mesh's area than this, nobody misses an
 * inside; more of them may be a solid that fell to pieces, and has to be named.
 */
const CRUMBS = 0.01

export interface Closing {
  /** The triangles to add, three numbers of vertices each. */
  readonly added: readonly number[]
  /** With those, no shell stays open. False if it does, or nobody knows. */
  readonly isClosed: boolean
}

export function closeMesh(
  points: Float64Array,
  triangles: Uint32Array,
  open: OpenChoice,
  closeWithin: number,
): Closing {
  if (open === 'surface') return { added: [], isClosed: false }
  const holes = new MeshHoles(points, triangles)
  if (holes.clusters.length === 0) return { added: [], isClosed: true }
  if (open === 'refuse') throw holes.error()
  const most = closeWithin * holes.size
  const added: number[] = []
  const crumbs: number[] = []
  let crumbsArea = 0
  let isClosed = true
  for (const cluster of holes.clusters) {
    const filling = holes.fill(cluster)
    const { caps, zipped, area } = filling
    const ownArea = holes.areaOf(cluster)
    if (open === 'close') {
      const near = area <= MOST_AREA * ownArea && zipped <= most
      if (!near || (caps.length > 0 && !(holes.reach.of(caps, most) <= most))) {
        isClosed = false
        continue
      }
    }
    if (holes.isFilledWithItself(cluster, filling.added)) {
      for (const v of filling.added) crumbs.push(v)
      crumbsArea += ownArea
    } else for (const v of filling.added) added.push(v)
  }
  if (crumbs.length === 0) return { added, isClosed }
  return crumbsArea <= CRUMBS * holes.area() ? { added: [...added, ...crumbs], isClosed } : { added, isClosed: false }
}

/** How far fillings of the shells of triangles that are open would reach from the mesh, as a fraction of its size; 0 if there is none. */
export function openReach(points: Float64Array, triangles: Uint32Array, isOpen: (t: number) => boolean): number {
  const holes = new MeshHoles(points, triangles)
  let most = 0
  for (const cluster of holes.clusters) {
    if (!cluster.shells.some((shell) => isOpen(holes.triangleOf(shell)))) continue
    const { caps, zipped } = holes.fill(cluster)
    most = Math.max(most, zipped, holes.reach.of(caps))
  }
  return holes.size > 0 ? most / holes.size : 0
}

/** Shells that are zipped to each other, and their odd edges. */
interface Cluster {
  readonly shells: number[]
  /** The lesser number first, in ascending order. */
  readonly edges: (readonly [number, number])[]
}

interface Filling {
  /** All of it, and what fills loops; three numbers of vertices a triangle. */
  readonly added: readonly number[]
  readonly caps: readonly number[]
  /** The farthest that a vertex is from the leader of its group. */
  readonly zipped: number
  readonly area: number
}

/**
 * The shells of a mesh that stay open, and their loops. Shells of which two triangles meet at every edge are left aside from the first:
 * they are closed, and mostly there are no others.
 */
class MeshHoles {
  readonly clusters: readonly Cluster[]
  /** Diagonal of the box around all triangles. */
  readonly size: number
  private readonly found: MeshShells | undefined
  private readonly weld: Uint32Array
  /** The triangles that are looked at, by their numbers in the file; and their corners. */
  private readonly numbers: Uint32Array = new Uint32Array(0)
  private readonly own: Uint32Array = new Uint32Array(0)
  /** Triangles in the order of their shells, copies left out, and where each shell's begin. */
  private readonly members: Uint32Array = new Uint32Array(0)
  private readonly starts: Uint32Array = new Uint32Array(0)
  private readonly first: Uint8Array = new Uint8Array(0)
  private readonly low = [Infinity, Infinity, Infinity]
  private leader: ReadonlyMap<number, number> = new Map()
  private distances: FillingReach | undefined

  constructor(
    private readonly points: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    const weld = weldVertices(points)
    const all = findSides(weld, triangles)
    this.weld = weld
    this.clusters = []
    this.size = 0
    this.numbers = irregularShells(all, weld, triangles)
    if (this.numbers.length === 0) return
    const whole = 3 * this.numbers.length === triangles.length
    const own = whole ? triangles : cornersOf(triangles, this.numbers)
    const sides = whole ? all : findSides(weld, own)
    const copies = findCopies(sides, weld, own)
    const came = shellsOf(sides, copies, own)
    if (came.closed.indexOf(0) < 0) return
    this.found = withPieces(came, sides, weld, own)
    if (!this.found.anyOpen) return
    this.own = own
    this.first = copies.first
    this.starts = new Uint32Array(came.count + 1)
    for (let t = 0; t < copies.first.length; t++) this.starts[came.shellOf[t]! + 1]! += copies.first[t]!
    for (let s = 0; s < came.count; s++) this.starts[s + 1]! += this.starts[s]!
    const next = this.starts.slice()
    this.members = new Uint32Array(this.starts[came.count]!)
    for (let t = 0; t < copies.first.length; t++) {
      if (copies.first[t] === 1) this.members[next[came.shellOf[t]!]!++] = t
    }
    this.size = this.measure()
    this.clusters = this.gather(sides)
  }

  get reach(): FillingReach {
    this.distances ??= new FillingReach(this.points, this.triangles, this.size)
    return this.distances
  }

  areaOf({ shells }: Cluster): number {
    return shells.reduce((sum, shell) => sum + this.sum(this.trianglesOf(shell)), 0)
  }

  /** Of all shells, each triangle counted once. */
  area(): number {
    const { points, triangles, numbers } = this
    let area = this.sum(this.members)
    // The others have no copies.
    for (let t = 0, next = 0; 3 * t < triangles.length; t++) {
      if (t === numbers[next]) next++
      else area += triangleArea(points, triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!)
    }
    return area
  }

  /** A triangle of a shell, by its number in the file. */
  triangleOf(shell: number): number {
    return this.numbers[this.members[this.starts[shell]!]!]!
  }

  /** Is there a copy of each of its triangles in the filling? Then it encloses nothing: a lone triangle, for instance. */
  isFilledWithItself({ shells }: Cluster, added: readonly number[]): boolean {
    const { own, weld, starts } = this
    const count = shells.reduce((sum, shell) => sum + starts[shell + 1]! - starts[shell]!, 0)
    if (added.length < 3 * count) return false
    const filling = new Set<string>()
    for (let t = 0; t < added.length; t += 3) filling.add(keyOf(added.slice(t, t + 3)))
    const isThere = (t: number): boolean => filling.has(keyOf([0, 1, 2].map((k) => weld[own[3 * t + k]!]!)))
    return shells.every((shell) => this.trianglesOf(shell).every(isThere))
  }

  fill({ edges }: Cluster): Filling {
    const { points, leader } = this
    const added: number[] = []
    const rest = new Set<number>()
    const vertices = points.length / 3
    let area = 0
    let zipped = 0
    const addSliver = (a: number, b: number, c: number): void => {
      if (a === b || b === c || c === a) return
      added.push(a, b, c)
      area += triangleArea(points, a, b, c)
    }
    for (const [v, w] of edges) {
      const toV = leader.get(v)!
      const toW = leader.get(w)!
      addSliver(v, w, toW)
      addSliver(v, toW, toV)
      zipped = Math.max(zipped, this.distance(v, toV), this.distance(w, toW))
      if (toV === toW) continue
      const key = Math.min(toV, toW) * vertices + Math.max(toV, toW)
      if (!rest.delete(key)) rest.add(key)
    }
    const odd = [...rest].sort((a, b) => a - b)
    const caps: number[] = []
    for (const loop of loopsOf(odd.map((key) => [Math.trunc(key / vertices), key % vertices]))) {
      area += fillLoop(caps, points, loop)
    }
    return { added: [...added, ...caps], caps, zipped, area }
  }

  error(): OpenMeshError {
    const loops = this.clusters.flatMap(({ edges }) => loopsOf(edges))
    loops.sort((a, b) => b.length - a.length)
    const at = 3 * loops[0]![0]!
    return new OpenMeshError(
      loops.map(({ length }) => length),
      [this.points[at]!, this.points[at + 1]!, this.points[at + 2]!],
    )
  }

  private sum(members: Uint32Array): number {
    const { points, own } = this
    let area = 0
    for (const t of members) area += triangleArea(points, own[3 * t]!, own[3 * t + 1]!, own[3 * t + 2]!)
    return area
  }

  /** Each once, however many copies there are. */
  private trianglesOf(shell: number): Uint32Array {
    return this.members.subarray(this.starts[shell]!, this.starts[shell + 1]!)
  }

  private measure(): number {
    const { points, triangles, low } = this
    const high = [-Infinity, -Infinity, -Infinity]
    for (let i = 0; i < triangles.length; i++) {
      for (let k = 0; k < 3; k++) {
        const at = points[3 * triangles[i]! + k]!
        if (at < low[k]!) low[k] = at
        if (at > high[k]!) high[k] = at
      }
    }
    const [x, y, z] = high.map((top, k) => top - low[k]!) as [number, number, number]
    return Math.sqrt(x * x + y * y + z * z)
  }

  /** The odd edges of all shells that stay open, by what is zipped to each other; and the leaders of their vertices. */
  private gather({ start, at }: Sides): Cluster[] {
    const { own, first, weld } = this
    const { shellOf, open, count } = this.found!
    const edges: (readonly [number, number, number])[] = []
    for (let e = 0; e + 1 < start.length; e++) {
      const side = at[start[e]!]!
      const shell = shellOf[Math.trunc(side / 3)]!
      if (open[shell] === 0) continue
      let once = 0
      for (let k = start[e]!; k < start[e + 1]!; k++) once += first[Math.trunc(at[k]! / 3)]!
      if (once % 2 === 0) continue
      const v = weld[own[side]!]!
      const w = weld[own[side % 3 === 2 ? side - 2 : side + 1]!]!
      edges.push([Math.min(v, w), Math.max(v, w), shell])
    }
    edges.sort(([a, b], [c, d]) => a - c || b - d)
    const leader = this.leaders(edges)
    this.leader = leader
    // Trees of shells: those that have a vertex of a group go together.
    const parent = Int32Array.from({ length: count }, (_, s) => s)
    const rootOf = (shell: number): number => {
      let root = shell
      while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!
      return root
    }
    const groupOf = new Map<number, number>()
    for (const [v, w, shell] of edges) {
      for (const end of [v, w]) {
        const to = leader.get(end)!
        const other = groupOf.get(to)
        if (other === undefined) groupOf.set(to, shell)
        else parent[Math.max(rootOf(shell), rootOf(other))] = Math.min(rootOf(shell), rootOf(other))
      }
    }
    const clusters = new Map<number, Cluster>()
    for (let shell = 0; shell < count; shell++) {
      if (open[shell] === 0) continue
      const known = clusters.get(rootOf(shell))
      if (known === undefined) clusters.set(rootOf(shell), { shells: [shell], edges: [] })
      else known.shells.push(shell)
    }
    for (const [v, w, shell] of edges) clusters.get(rootOf(shell))!.edges.push([v, w])
    return [...clusters.values()]
  }

  private distance(v: number, w: number): number {
    const { points: p } = this
    const x = p[3 * v]! - p[3 * w]!
    const y = p[3 * v + 1]! - p[3 * w + 1]!
    const z = p[3 * v + 2]! - p[3 * w + 2]!
    return Math.sqrt(x * x + y * y + z * z)
  }

  /** The leader of each vertex at these edges: the first vertex near it that leads. */
  private leaders(edges: readonly (readonly [number, number, number])[]): Map<number, number> {
    const { points, low } = this
    const near = ZIP * this.size
    // Leaders by the cells of a grid; numbers of cells that come out alike by chance cost time and nothing else.
    const cell = 16 * near
    const cells = new Map<number, number[]>()
    const cellOf = (at: number, k: number): number => Math.floor((at - low[k]!) / cell)
    const keyOf = (x: number, y: number, z: number): number =>
      (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) | 0
    const leader = new Map<number, number>()
    const vertices = new Set<number>()
    for (const [v, w] of edges) vertices.add(v).add(w)
    for (const v of [...vertices].sort((a, b) => a - b)) {
      const at = [points[3 * v]!, points[3 * v + 1]!, points[3 * v + 2]!] as const
      const from = at.map((x, k) => cellOf(x - near, k)) as [number, number, number]
      const to = at.map((x, k) => cellOf(x + near, k)) as [number, number, number]
      let first = v
      for (let x = from[0]; x <= to[0]; x++) {
        for (let y = from[1]; y <= to[1]; y++) {
          for (let z = from[2]; z <= to[2]; z++) {
            for (const w of cells.get(keyOf(x, y, z)) ?? []) if (w < first && this.distance(v, w) <= near) first = w
          }
        }
      }
      leader.set(v, first)
      if (first !== v) continue
      const key = keyOf(cellOf(at[0], 0), cellOf(at[1], 1), cellOf(at[2], 2))
      const own = cells.get(key)
      if (own === undefined) cells.set(key, [v])
      else own.push(v)
    }
    return leader
  }
}

function cornersOf(triangles: Uint32Array, numbers: Uint32Array): Uint32Array {
  const out = new Uint32Array(3 * numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    for (let k = 0; k < 3; k++) out[3 * i + k] = triangles[3 * numbers[i]! + k]!
  }
  return out
}

/** The same for the same three corners in any order. */
function keyOf(corners: readonly number[]): string {
  return [...corners].sort((a, b) => a - b).join()
}

/**
 * The loops that edges make, an even number of which meet at each vertex: from the least vertex with an edge left to the least neighbour
 * each time; where the walk comes to a vertex that it has passed, a loop is cut off.
 */
function loopsOf(edges: readonly (readonly [number, number])[]): number[][] {
  const neighbours = new Map<number, number[]>()
  const add = (v: number, w: number): void => {
    const own = neighbours.get(v)
    if (own === undefined) neighbours.set(v, [w])
    else own.push(w)
  }
  for (const [v, w] of edges) {
    add(v, w)
    add(w, v)
  }
  // The least comes last, where it is taken from. What was used from the other end is skipped.
  for (const own of neighbours.values()) own.sort((a, b) => b - a)
  const used = new Map<number, Set<number>>()
  const use = (v: number, w: number): void => {
    const own = used.get(v)
    if (own === undefined) used.set(v, new Set([w]))
    else own.add(w)
  }
  const loops: number[][] = []
  const path: number[] = []
  const places = new Map<number, number>()
  for (const start of [...neighbours.keys()].sort((a, b) => a - b)) {
    path.push(start)
    places.set(start, 0)
    while (path.length > 0) {
      const v = path.at(-1)!
      const own = neighbours.get(v)!
      while (own.length > 0 && used.get(v)?.has(own.at(-1)!)) own.pop()
      const w = own.pop()
      if (w === undefined) {
        // Only the start can be left without an edge: at every other vertex the walk has come in once more than it left.
        places.delete(v)
        path.pop()
        continue
      }
      use(w, v)
      const place = places.get(w)
      if (place === undefined) {
        places.set(w, path.length)
        path.push(w)
        continue
      }
      loops.push(path.slice(place))
      for (const passed of path.splice(place + 1)) places.delete(passed)
    }
  }
  return loops
}
