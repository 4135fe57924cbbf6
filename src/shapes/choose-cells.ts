// Where to cut a mesh so that the hulls of what is left on both sides of each plane cover least besides the mesh: one cut after the
// other, each the best there is. This is a matter of tightness only; what parts contain is decided by outer-parts.ts.
//
// All of it is seen in the frame of the mesh's box, scaled to the cube from −1 to 1: hulls and ratios of volumes stay the same. The
// volume of a hull is estimated by how many points of a fixed set lie between its extents along LINES directions.
import { weldVertices } from '../meshes/solid/mesh-sides.js'
import { CENTRED_AABB, meshAabbs } from '../meshes/tree/mesh-aabbs.js'
import { BOX_HALF } from '../volumes/node-box.js'
import { type Cut, clipPolygons, MOST_CUTS, type Polygons, trianglesOf } from './clip-triangles.js'
import type { MeshShape } from './shape.js'

/** The most parts of a mesh. */
const MOST_PARTS = 4

/** The planes of a cell are across at most this many of the box's axes: what is inside a mesh is in its parts only then (outer-parts.ts). */
const MOST_AXES = 2

/** A cut must leave less than what was covered by this part of the whole hull. */
const LEAST_GAIN = 0.03

/** Places to cut at along an axis: one less. */
const SLABS = 16

/** Triangles that are tested, evenly spaced among all. */
const MOST_TESTED = 1000

/** Points of the cube by which volumes are estimated. */
const POINTS = 1000

/** Directions: the axes first; then all others of up to one step along each, of those that point opposite ways one. */
const DIRECTIONS = directions()
const LINES = DIRECTIONS.length / 3

function directions(): Float64Array {
  const out: number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  for (let z = 0; z <= 1; z++) {
    for (let y = -1; y <= 1; y++) {
      for (let x = -1; x <= 1; x++) {
        const steps = Math.abs(x) + Math.abs(y) + z
        if (steps > 1 && (z > 0 || y > 0)) out.push(x, y, z)
      }
    }
  }
  return Float64Array.from(out)
}

/** Extents along all lines: LINES lower ends, then LINES upper ends. */
const EXTENTS = 2 * LINES

interface Cell {
  readonly cuts: readonly Cut[]
  /** Which axes they are across, a bit each. */
  readonly axes: number
  readonly polygons: Polygons
  readonly outline: Outline
  /** Points of the set that its hull covers, as far as is seen: by number. */
  readonly covers: Int32Array
  /** The best way to cut it: points won, the axis (−1: none), the place along it, and how far from there others were tried. */
  gain: number
  axis: number
  at: number
  step: number
}

/** A box around a mesh. */
export interface CutFrame {
  /** Three axes, one after the other. */
  readonly axes: Float64Array
  /** Where its middle is along them, and half its extents. */
  readonly middle: readonly number[]
  readonly half: readonly number[]
}

/** The box of the mesh's tree, or the one along the axes of its frame, whichever is smaller: cuts are made across its axes. */
export function cutFrame({ tree }: MeshShape): CutFrame {
  const { boxes } = tree
  const half = [0, 1, 2].map((k) => boxes[BOX_HALF + k]!)
  const aligned = meshAabbs(tree)
  const own = [...aligned.subarray(CENTRED_AABB / 2, CENTRED_AABB)]
  if (own[0]! * own[1]! * own[2]! <= half[0]! * half[1]! * half[2]!) {
    return { axes: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), middle: [...aligned.subarray(0, 3)], half: own }
  }
  const axes = Float64Array.from({ length: 9 }, (_, i) => boxes[4 * (i % 3) + Math.trunc(i / 3)]!)
  const middle = [0, 3, 6].map((k) => axes[k]! * boxes[3]! + axes[k + 1]! * boxes[7]! + axes[k + 2]! * boxes[11]!)
  return { axes, middle, half }
}

/**
 * Cells as the planes around them, at most MOST_CUTS each; together they are all of space. One without planes where no cut is worth
 * while.
 */
export function chooseCells(mesh: MeshShape, { axes, middle, half }: CutFrame): readonly (readonly Cut[])[] {
  const scale = half.map((h) => (h > 0 ? h : 1))
  const sample = trianglesOf(mesh, Math.ceil(mesh.triangles.length / 3 / MOST_TESTED))
  const { points } = sample
  for (let p = 0; p < points.length; p += 3) {
    const [x, y, z] = [points[p]!, points[p + 1]!, points[p + 2]!]
    for (let k = 0; k < 3; k++) {
      points[p + k] = (axes[3 * k]! * x + axes[3 * k + 1]! * y + axes[3 * k + 2]! * z - middle[k]!) / scale[k]!
    }
  }
  const cells = [makeCell([], 0, sample, ALL_POINTS)]
  const least = LEAST_GAIN * cells[0]!.covers.length
  while (cells.length < MOST_PARTS) {
    const cell = cells.reduce((best, other) => (other.gain > best.gain ? other : best))
    if (!(cell.gain > least)) break
    const { cuts, axis, polygons, covers } = cell
    tryAxis(cell, axis, cell.at - cell.step, cell.at + cell.step)
    const { at } = cell
    const [x, y, z] = [axes[3 * axis]!, axes[3 * axis + 1]!, axes[3 * axis + 2]!]
    const c = middle[axis]! + at * scale[axis]!
    const sides = ([1, -1] as const).map((sign) => {
      const unit = { x: +(axis === 0), y: +(axis === 1), z: +(axis === 2), c: at, sign }
      return makeCell([...cuts, { x, y, z, c, sign }], cell.axes | (1 << axis), clipPolygons(polygons, unit, 0), covers)
    })
    cells.splice(cells.indexOf(cell), 1, ...sides)
  }
  return cells.map(({ cuts }) => cuts)
}

/** Points of the cube, evenly spread: multiples of three numbers of which no small multiples add up to a whole one. */
const CUBE = Float64Array.from({ length: 3 * POINTS }, (_, i) => {
  const share = (0.5 + Math.trunc(i / 3) * [0.8191725133961645, 0.6710436067037893, 0.5497004779019703][i % 3]!) % 1
  return 2 * share - 1
})
const ALL_POINTS = Int32Array.from({ length: POINTS }, (_, i) => i)

/** By point: where it is along each line. */
const ALONG = pointsAlong()

function pointsAlong(): Float64Array {
  const out = new Float64Array(POINTS * LINES)
  for (let i = 0; i < POINTS; i++) {
    for (let l = 0; l < LINES; l++) {
      let sum = 0
      for (let k = 0; k < 3; k++) sum += CUBE[3 * i + k]! * DIRECTIONS[3 * l + k]!
      out[i * LINES + l] = sum
    }
  }
  return out
}

function makeCell(cuts: readonly Cut[], axes: number, polygons: Polygons, among: Int32Array): Cell {
  const own = new Float64Array(EXTENTS)
  clear(own, 0)
  const outline = outlineOf(polygons)
  const { points } = outline
  for (let p = 0; p < points.length; p += 3) extend(own, 0, points[p]!, points[p + 1]!, points[p + 2]!)
  const covers = among.filter((i) => isBetween(own, 0, i))
  const cell: Cell = { cuts, axes, polygons, outline, covers, gain: 0, axis: -1, at: 0, step: 0 }
  for (let axis = 0; axis < 3 && cuts.length < MOST_CUTS; axis++) {
    const together = axes | (1 << axis)
    const count = (together & 1) + ((together >> 1) & 1) + (together >> 2)
    if (count <= MOST_AXES) tryAxis(cell, axis, own[axis]!, own[LINES + axis]!)
  }
  return cell
}

/** Corners of polygons, each once, and edges between them, two places in the list of corners each. */
interface Outline {
  readonly points: Float64Array
  readonly edges: Int32Array
}

function outlineOf({ points, first }: Polygons): Outline {
  const weld = weldVertices(points)
  const places = new Int32Array(weld.length)
  const own = new Float64Array(points.length)
  let count = 0
  for (let v = 0; v < weld.length; v++) {
    if (weld[v] !== v) {
      places[v] = places[weld[v]!]!
      continue
    }
    for (let k = 0; k < 3; k++) own[3 * count + k] = points[3 * v + k]!
    places[v] = count++
  }
  const seen = new Set<number>()
  for (let i = 0; i + 1 < first.length; i++) {
    let b = places[first[i + 1]! - 1]!
    for (let v = first[i]!; v < first[i + 1]!; v++) {
      const a = places[v]!
      seen.add(a < b ? a * weld.length + b : b * weld.length + a)
      b = a
    }
  }
  const edges = new Int32Array(2 * seen.size)
  let length = 0
  for (const key of seen) {
    edges[length++] = Math.trunc(key / weld.length)
    edges[length++] = key % weld.length
  }
  return { points: own.slice(0, 3 * count), edges }
}

function clear(extents: Float64Array, o: number): void {
  extents.fill(Infinity, o, o + LINES).fill(-Infinity, o + LINES, o + EXTENTS)
}

function extend(extents: Float64Array, o: number, x: number, y: number, z: number): void {
  for (let l = 0; l < LINES; l++) {
    const along = DIRECTIONS[3 * l]! * x + DIRECTIONS[3 * l + 1]! * y + DIRECTIONS[3 * l + 2]! * z
    if (along < extents[o + l]!) extents[o + l] = along
    if (along > extents[o + LINES + l]!) extents[o + LINES + l] = along
  }
}

function isBetween(extents: Float64Array, o: number, point: number): boolean {
  const p = point * LINES
  for (let l = 0; l < LINES; l++) {
    const along = ALONG[p + l]!
    if (along < extents[o + l]! || along > extents[o + LINES + l]!) return false
  }
  return true
}

/** Of what is in a slab, of all up to it, and of all from it on. */
const slabs = new Float64Array(SLABS * EXTENTS)
const above = new Float64Array(SLABS * EXTENTS)

/** Finds the best place to cut along an axis, from `low` to `high`; what is beyond counts for the slabs at the ends. */
function tryAxis(cell: Cell, axis: number, low: number, high: number): void {
  const width = (high - low) / SLABS
  if (!(width > 1e-9)) return
  for (let s = 0; s < SLABS; s++) clear(slabs, s * EXTENTS)
  gatherSlabs(cell.outline, axis, low, width)
  above.set(slabs)
  for (let s = SLABS - 2; s >= 0; s--) join(above, s * EXTENTS, above, (s + 1) * EXTENTS)
  for (let s = 1; s < SLABS; s++) {
    let covered = 0
    for (const i of cell.covers) {
      if (isBetween(slabs, (s - 1) * EXTENTS, i) || isBetween(above, s * EXTENTS, i)) covered++
    }
    const gain = cell.covers.length - covered
    if (gain > cell.gain) {
      cell.gain = gain
      cell.axis = axis
      cell.at = low + s * width
      cell.step = width
    }
    join(slabs, s * EXTENTS, slabs, (s - 1) * EXTENTS)
  }
}

function slabOf(place: number, low: number, width: number): number {
  return Math.max(0, Math.min(SLABS - 1, Math.floor((place - low) / width)))
}

function gatherSlabs({ points, edges }: Outline, axis: number, low: number, width: number): void {
  for (let p = 0; p < points.length; p += 3) {
    const s = slabOf(points[p + axis]!, low, width)
    extend(slabs, s * EXTENTS, points[p]!, points[p + 1]!, points[p + 2]!)
  }
  for (let e = 0; e < edges.length; e += 2) {
    const a = 3 * edges[e]!
    const b = 3 * edges[e + 1]!
    const s = slabOf(points[a + axis]!, low, width)
    const r = slabOf(points[b + axis]!, low, width)
    // What an edge has in common with the planes that it crosses is on both sides of them.
    for (let k = Math.min(s, r) + 1; k <= Math.max(s, r); k++) {
      const t = (low + k * width - points[a + axis]!) / (points[b + axis]! - points[a + axis]!)
      const x = points[a]! + t * (points[b]! - points[a]!)
      const y = points[a + 1]! + t * (points[b + 1]! - points[a + 1]!)
      const z = points[a + 2]! + t * (points[b + 2]! - points[a + 2]!)
      extend(slabs, k * EXTENTS, x, y, z)
      extend(slabs, (k - 1) * EXTENTS, x, y, z)
    }
  }
}

function join(out: Float64Array, o: number, other: Float64Array, i: number): void {
  for (let l = 0; l < LINES; l++) {
    if (other[i + l]! < out[o + l]!) out[o + l] = other[i + l]!
    if (other[i + LINES + l]! > out[o + LINES + l]!) out[o + LINES + l] = other[i + LINES + l]!
  }
}
