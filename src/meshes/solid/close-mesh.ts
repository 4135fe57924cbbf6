// Closes a mesh that has holes and cracks, by triangles between vertices that are there (docs/spec.md, [solids], closing).
//
// The edges of what is open that have an odd number of sides make loops: at every vertex there is an even number of them. Cracks are zipped,
// which leaves loops between the leaders of groups of vertices, and those are filled with least area. The sum of what was open and of what
// was added is then closed, each triangle counted modulo 2. No vertex is moved, which might shrink the mesh; what is added can be touched,
// so that nothing gets in unseen. What has vertices in one group is zipped together, and closed together or not at all.
//
// A crate whose faces come apart by more than the zip allows would be filled face by face, and enclose nothing. So where a filling is not
// small, what is left is zipped again with wider groups, as far as holes may be closed.
import { OpenMeshError } from '../../errors.js'
import { fillLoop, triangleArea } from './fill-loop.js'
import { FillingReach } from './filling-reach.js'
import {
  componentsOf,
  type FileShells,
  findShells,
  type KnownShells,
  looseTriangles,
  MOST_FILLING,
  shellsOf,
  sideLength,
  unitPoints,
} from './mesh-shells.js'
import { findSides, type Sides, weldVertices } from './mesh-sides.js'

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

/** And how much of the area of what they close. */
const MOST_AREA = 0.1

/** The triangles to add, three numbers of vertices each; and what was found out about the mesh. */
export interface Closing {
  readonly added: readonly number[]
  readonly known: KnownShells | undefined
}

export function closeMesh(
  points: Float64Array,
  triangles: Uint32Array,
  open: OpenChoice,
  closeWithin: number,
): Closing {
  if (open === 'surface') return { added: [], known: undefined }
  const holes = new MeshHoles(points, triangles)
  if (open === 'refuse') {
    const stays = findShells(points, triangles, 0).open.indexOf(1)
    if (stays >= 0) throw holes.error(points, triangles[3 * stays]!)
  }
  const added: number[] = []
  if (holes.parts.length === 0) return { added, known: holes.known }
  const most = closeWithin * holes.size
  const isGood = ({ area, zipped, caps, most: share }: Filling, own: number): boolean =>
    area <= MOST_AREA * own &&
    share <= MOST_FILLING &&
    zipped <= most &&
    (caps.length === 0 || holes.reach.of(caps, most) <= most)
  const add = (filling: Filling): void => {
    for (const v of filling.added) added.push(v)
  }
  const left = new Map<Part, Filling>()
  for (const cluster of holes.zip(holes.parts, ZIP)) {
    const filling = holes.fill(cluster)
    if (isGood(filling, cluster.area)) add(filling)
    else left.set(cluster, filling)
  }
  for (const cluster of closeWithin > ZIP ? holes.zip([...left.keys()], closeWithin) : []) {
    const filling = holes.fill(cluster)
    const narrow = cluster.parts.reduce((sum, part) => sum + left.get(part)!.area, 0)
    if (!isGood(filling, cluster.area) && (open === 'close' || filling.area >= narrow)) continue
    add(filling)
    for (const part of cluster.parts) left.delete(part)
  }
  if (open === 'solid') for (const filling of left.values()) add(filling)
  return { added, known: holes.known }
}

/** How far fillings of the triangles that are open would reach from the mesh, as a fraction of its size; 0 if there is none. */
export function openReach(points: Float64Array, triangles: Uint32Array, isOpen: (t: number) => boolean): number {
  const holes = new MeshHoles(points, triangles)
  let most = 0
  for (const cluster of holes.zip(holes.parts, ZIP)) {
    if (!cluster.triangles.some(isOpen)) continue
    const { caps, zipped } = holes.fill(cluster)
    most = Math.max(most, zipped, holes.reach.of(caps))
  }
  return holes.size > 0 ? most / holes.size : 0
}

/** Open triangles that hang together by edges. */
interface Part {
  /** By their numbers in the file. */
  readonly triangles: number[]
  area: number
  /** The odd edges, the lesser number first, in ascending order; and the shells that have sides there. */
  readonly edges: (readonly [number, number, readonly number[]])[]
}

/** What is zipped together. */
interface Cluster extends Part {
  readonly parts: readonly Part[]
  /** Of each vertex at its edges. */
  readonly leader: ReadonlyMap<number, number>
}

interface Filling {
  /** All of it, and what fills loops; three numbers of vertices a triangle. */
  readonly added: readonly number[]
  readonly caps: readonly number[]
  /** The farthest that a vertex is from the leader of its group. */
  readonly zipped: number
  readonly area: number
  /** What fills the loops of a shell, as a part of its area; the greatest. */
  readonly most: number
}

/** What is open in a mesh, and its loops. */
class MeshHoles {
  readonly parts: readonly Part[] = []
  /** Undefined where the points had to be scaled. */
  readonly known: KnownShells | undefined
  /** Diagonal of the box around all triangles. */
  readonly size: number = 0
  private readonly low = [Infinity, Infinity, Infinity]
  private readonly points: Float64Array
  private shellAreas = new Float64Array(0)
  private distances: FillingReach | undefined

  constructor(
    given: Float64Array,
    private readonly triangles: Uint32Array,
  ) {
    const points = unitPoints(given)
    this.points = points
    const weld = weldVertices(points)
    const sides = findSides(weld, triangles)
    const came = shellsOf(sides, weld, triangles)
    const allClosed = came.closed.indexOf(0) < 0
    if (points === given) this.known = { came, weld: allClosed && came.seeds !== undefined ? undefined : weld }
    if (allClosed) return
    const open = looseTriangles(came, sides)
    if (open.indexOf(1) < 0) return
    this.size = this.measure()
    this.parts = this.partsOf(sides, came, open, weld)
  }

  get reach(): FillingReach {
    this.distances ??= new FillingReach(this.points, this.triangles, this.size)
    return this.distances
  }

  fill({ edges, leader }: Cluster): Filling {
    const { points } = this
    const added: number[] = []
    /** By edge between leaders: the shells at it. */
    const shellsAt = new Map<number, number[]>()
    const rest = new Set<number>()
    const vertices = points.length / 3
    let area = 0
    let zipped = 0
    const addSliver = (a: number, b: number, c: number): void => {
      if (a === b || b === c || c === a) return
      added.push(a, b, c)
      area += triangleArea(points, a, b, c)
    }
    for (const [v, w, shells] of edges) {
      const toV = leader.get(v)!
      const toW = leader.get(w)!
      addSliver(v, w, toW)
      addSliver(v, toW, toV)
      zipped = Math.max(zipped, sideLength(points, v, toV), sideLength(points, w, toW))
      if (toV === toW) continue
      const key = Math.min(toV, toW) * vertices + Math.max(toV, toW)
      shellsAt.set(key, [...(shellsAt.get(key) ?? []), ...shells])
      if (!rest.delete(key)) rest.add(key)
    }
    const odd = [...rest].sort((a, b) => a - b)
    const caps: number[] = []
    const filled = new Map<number, number>()
    for (const loop of loopsOf(odd.map((key) => [Math.trunc(key / vertices), key % vertices]))) {
      const own = fillLoop(caps, points, loop)
      area += own
      const around = loop.flatMap((v, k) => {
        const w = loop[(k + 1) % loop.length]!
        return shellsAt.get(Math.min(v, w) * vertices + Math.max(v, w))!
      })
      for (const shell of new Set(around)) filled.set(shell, (filled.get(shell) ?? 0) + own)
    }
    let most = 0
    for (const [shell, own] of filled) most = Math.max(most, own / this.shellAreas[shell]!)
    return { added: [...added, ...caps], caps, zipped, area, most }
  }

  /** At the longest loop, or at a vertex. */
  error(points: Float64Array, vertex: number): OpenMeshError {
    const loops = this.parts.flatMap(({ edges }) => loopsOf(edges))
    loops.sort((a, b) => b.length - a.length)
    const at = 3 * (loops[0]?.[0] ?? vertex)
    return new OpenMeshError(
      loops.map(({ length }) => length),
      [points[at]!, points[at + 1]!, points[at + 2]!],
    )
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

  private partsOf(sides: Sides, { shellOf, count }: FileShells, open: Uint8Array, weld: Uint32Array): Part[] {
    const { points, triangles } = this
    const { partOf, seeds } = componentsOf(sides, open)
    this.shellAreas = new Float64Array(count)
    const parts: Part[] = Array.from(seeds, () => ({ triangles: [], area: 0, edges: [] }))
    for (let t = 0; t < open.length; t++) {
      if (open[t] === 0) continue
      const part = parts[partOf[t]!]!
      part.triangles.push(t)
      const area = triangleArea(points, triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!)
      part.area += area
      this.shellAreas[shellOf[t]!]! += area
    }
    const { start, at } = sides
    const corner = (side: number): number => weld[triangles[side]!]!
    for (const e of oddEdges(sides, open)) {
      const own = at.subarray(start[e]!, start[e + 1]!).filter((side) => open[Math.trunc(side / 3)] === 1)
      const side = own[0]!
      const [v, w] = [corner(side), corner(side % 3 === 2 ? side - 2 : side + 1)]
      const shells = Array.from(own, (other) => shellOf[Math.trunc(other / 3)]!)
      parts[partOf[Math.trunc(side / 3)]!]!.edges.push([Math.min(v, w), Math.max(v, w), shells])
    }
    for (const { edges } of parts) edges.sort(([a, b], [c, d]) => a - c || b - d)
    return parts
  }

  /** Puts together what has vertices in one group: no farther apart than `near` of the size. */
  zip(parts: readonly Part[], near: number): Cluster[] {
    const leader = this.leaders(parts, near * this.size)
    const parent = parts.map((_, k) => k)
    const rootOf = (k: number): number => {
      while (parent[k] !== k) k = parent[k] = parent[parent[k]!]!
      return k
    }
    const firstOf = new Map<number, number>()
    parts.forEach(({ edges }, k) => {
      for (const end of edges.flatMap(([v, w]) => [v, w] as const)) {
        const to = leader.get(end)!
        const other = rootOf(firstOf.get(to) ?? k)
        firstOf.set(to, other)
        parent[Math.max(rootOf(k), other)] = Math.min(rootOf(k), other)
      }
    })
    const clusters = new Map<number, Part[]>()
    parts.forEach((part, k) => {
      const own = clusters.get(rootOf(k))
      if (own === undefined) clusters.set(rootOf(k), [part])
      else own.push(part)
    })
    return [...clusters.values()].map((own) => ({
      parts: own,
      leader,
      triangles: own.flatMap(({ triangles }) => triangles),
      area: own.reduce((sum, { area }) => sum + area, 0),
      edges: own.flatMap(({ edges }) => edges).toSorted(([a, b], [c, d]) => a - c || b - d),
    }))
  }

  /** The leader of each vertex at their edges: the first vertex near it that leads. */
  private leaders(parts: readonly Part[], near: number): Map<number, number> {
    const { points, low } = this
    // Leaders by the cells of a grid; numbers of cells that come out alike by chance cost time and nothing else.
    const cell = 16 * near
    const cells = new Map<number, number[]>()
    const cellOf = (at: number, k: number): number => Math.floor((at - low[k]!) / cell)
    const keyOf = (x: number, y: number, z: number): number =>
      (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) | 0
    const leader = new Map<number, number>()
    const vertices = new Set<number>()
    for (const { edges } of parts) for (const [v, w] of edges) vertices.add(v).add(w)
    for (const v of [...vertices].sort((a, b) => a - b)) {
      const at = [points[3 * v]!, points[3 * v + 1]!, points[3 * v + 2]!] as const
      const from = at.map((x, k) => cellOf(x - near, k)) as [number, number, number]
      const to = at.map((x, k) => cellOf(x + near, k)) as [number, number, number]
      let first = v
      for (let x = from[0]; x <= to[0]; x++) {
        for (let y = from[1]; y <= to[1]; y++) {
          for (let z = from[2]; z <= to[2]; z++) {
            for (const w of cells.get(keyOf(x, y, z)) ?? [])
              if (w < first && sideLength(points, v, w) <= near) first = w
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

/** The edges that an odd number of open triangles meet at. */
function oddEdges({ start, at }: Sides, open: Uint8Array): number[] {
  const odd: number[] = []
  for (let e = 0; e + 1 < start.length; e++) {
    let count = 0
    for (let k = start[e]!; k < start[e + 1]!; k++) count += open[Math.trunc(at[k]! / 3)]!
    if (count % 2 === 1) odd.push(e)
  }
  return odd
}

/**
 * The loops that edges make, an even number of which meet at each vertex: from the least vertex with an edge left to the least neighbour
 * each time; where the walk comes to a vertex that it has passed, a loop is cut off.
 */
function loopsOf(edges: readonly (readonly [number, number, ...unknown[]])[]): number[][] {
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
