// The growing polytope of EPA: a closed surface of triangles whose corners are points a − b of the Minkowski difference
// D = A − B. In buffers that grow and are used again.
//
// What EPA proves with it rests on these invariants, not on the surface being convex:
// - it is closed: what a new corner replaces is always a set of triangles, by the cone from the corner over the border of
//   that set;
// - the point `centre` is inside, that is, the surface winds around it. At first it is the middle of a tetrahedron. Every
//   face has a unit normal n and a value low = min n·y over its corners, with n·centre < low; a face is replaced only
//   because of a corner w with n·centre < n·w. So n separates the centre from the tetrahedron of the face and w, and these
//   tetrahedra are all that is between the old surface and the new.
// Both inequalities are checked, with EPA_ROUNDING to spare.
import { orient3d } from '../../base/math/orient.js'
import { U } from '../../base/math/rounding.js'
import { faceNormalExactly } from './epa-careful.js'

/** What a face's normal and a corner's side may be off by, in units of the polytope's size. */
export const EPA_ROUNDING = 16 * U

/**
 * Height of a corner above or below a face that needs no further look, in units of the polytope's size. Were it wrong, for a
 * normal that far off, the surface would be less convex and no less closed.
 */
const CLEARLY_ABOVE = 1e-3

/** Rounding of a determinant of differences, in units of the sum of its products' sizes: Shewchuk 1997, (7 + 56u)·u. */
const SIDE_ROUNDING = (7 + 56 * U) * U

export class EpaPolytope {
  /** Corners: y = a − b, and a and b. */
  corners = 0
  y = new Float64Array(3 * 64)
  a = new Float64Array(3 * 64)
  b = new Float64Array(3 * 64)
  /** Faces: three corners, counter-clockwise from outside (the first is −1 when it is gone); */
  faces = 0
  corner = new Int32Array(3 * 128)
  /** the faces across the edges 0–1, 1–2 and 2–0; */
  neighbour = new Int32Array(3 * 128)
  /** unit normal, and the least and greatest n·y of the corners. */
  normal = new Float64Array(3 * 128)
  low = new Float64Array(128)
  high = new Float64Array(128)
  /** How far the centre is below low, less what rounding takes. */
  private room = new Float64Array(128)
  /** A point inside. */
  readonly centre = new Float64Array(3)
  /** The largest |y|. */
  size = 0
  /** Exact arithmetic for normals: slow. */
  careful = false
  /** Faces that the last new corner replaces. */
  private gone = new Int32Array(128)
  /** At a corner of the border: the new face that begins there, and when it was made. */
  private from = new Int32Array(64)
  private round = new Int32Array(64)
  private rounds = 0
  /** When a face was last tested, and whether the new corner is above it. */
  private seen = new Int32Array(128)
  private above = new Uint8Array(128)

  clear(careful: boolean): void {
    this.corners = 0
    this.faces = 0
    this.size = 0
    this.careful = careful
    this.rounds = 0
    this.round.fill(0)
    this.seen.fill(0)
  }

  /** Adds a corner and returns its number. */
  addCorner(y: Float64Array, a: Float64Array, b: Float64Array): number {
    const k = this.corners++
    if (3 * k === this.y.length) this.growCorners()
    for (let axis = 0; axis < 3; axis++) {
      this.y[3 * k + axis] = y[axis]!
      this.a[3 * k + axis] = a[axis]!
      this.b[3 * k + axis] = b[axis]!
    }
    this.size = Math.max(this.size, Math.sqrt(y[0]! * y[0]! + y[1]! * y[1]! + y[2]! * y[2]!))
    return k
  }

  /** The first four corners as a tetrahedron. False if rounding leaves no room inside. */
  addTetrahedron(): boolean {
    const { y, centre } = this
    for (let axis = 0; axis < 3; axis++) {
      centre[axis] = (y[axis]! + y[3 + axis]! + (y[6 + axis]! + y[9 + axis]!)) / 4
    }
    this.addFace(0, 1, 2)
    // Corner 3 must be below the first face.
    const [p, q] = this.side(0, 3) > 0 ? [2, 1] : [1, 2]
    this.corner.set([0, p, q])
    this.addFace(p, 3, q)
    this.addFace(q, 3, 0)
    this.addFace(0, 3, p)
    this.neighbour.set([3, 1, 2, 3, 2, 0, 1, 3, 0, 2, 1, 0])
    for (let face = 0; face < 4; face++) if (!this.measure(face)) return false
    return true
  }

  private addFace(i: number, j: number, k: number): number {
    const face = this.faces++
    if (face === this.low.length) this.growFaces()
    this.corner[3 * face] = i
    this.corner[3 * face + 1] = j
    this.corner[3 * face + 2] = k
    this.seen[face] = 0
    return face
  }

  /** Sets a face's normal, low and high; false if the centre is not safely below it. */
  private measure(face: number): boolean {
    const { y, normal, centre } = this
    const i = 3 * this.corner[3 * face]!
    const j = 3 * this.corner[3 * face + 1]!
    const k = 3 * this.corner[3 * face + 2]!
    if (this.careful) faceNormalExactly(normal, 3 * face, y, i, j, k)
    else setFaceNormal(normal, 3 * face, y, i, j, k)
    const nx = normal[3 * face]!
    const ny = normal[3 * face + 1]!
    const nz = normal[3 * face + 2]!
    const di = nx * y[i]! + ny * y[i + 1]! + nz * y[i + 2]!
    const dj = nx * y[j]! + ny * y[j + 1]! + nz * y[j + 2]!
    const dk = nx * y[k]! + ny * y[k + 1]! + nz * y[k + 2]!
    const low = Math.min(di, dj, dk)
    this.low[face] = low
    this.high[face] = Math.max(di, dj, dk)
    this.room[face] = low - (nx * centre[0]! + ny * centre[1]! + nz * centre[2]!) - EPA_ROUNDING * this.size
    return this.room[face]! > 0
  }

  /** How far a corner is above a face. */
  private height(face: number, corner: number): number {
    const { y, normal } = this
    const n = 3 * face
    const p = 3 * corner
    return normal[n]! * y[p]! + normal[n + 1]! * y[p + 1]! + normal[n + 2]! * y[p + 2]! - this.high[face]!
  }

  /**
   * Is the corner above the face? Exactly so: the normal of a small face is known to few digits, a corner far away from it
   * may only seem to be above it, and one wrong answer turns a new face over.
   */
  private isAbove(face: number, corner: number): boolean {
    const height = this.height(face, corner)
    if (Math.abs(height) > CLEARLY_ABOVE * this.size) return height > 0
    return this.side(face, corner) > 0
  }

  /** Positive if the corner is above the plane of the face, negative if below, 0 if on it. The sign is exact. */
  private side(face: number, corner: number): number {
    const { y } = this
    const i = 3 * this.corner[3 * face]!
    const j = 3 * this.corner[3 * face + 1]!
    const k = 3 * this.corner[3 * face + 2]!
    const l = 3 * corner
    const dx = y[i]! - y[l]!
    const dy = y[i + 1]! - y[l + 1]!
    const dz = y[i + 2]! - y[l + 2]!
    const ex = y[j]! - y[l]!
    const ey = y[j + 1]! - y[l + 1]!
    const ez = y[j + 2]! - y[l + 2]!
    const fx = y[k]! - y[l]!
    const fy = y[k + 1]! - y[l + 1]!
    const fz = y[k + 2]! - y[l + 2]!
    // The filter of orient3d, which is not called with twelve numbers unless it has to be.
    const det = dz * (ex * fy - fx * ey) + ez * (fx * dy - dx * fy) + fz * (dx * ey - ex * dy)
    const size =
      (Math.abs(ex * fy) + Math.abs(fx * ey)) * Math.abs(dz) +
      (Math.abs(fx * dy) + Math.abs(dx * fy)) * Math.abs(ez) +
      (Math.abs(dx * ey) + Math.abs(ex * dy)) * Math.abs(fz)
    if (Math.abs(det) > SIDE_ROUNDING * size) return -det
    return -orient3d(
      y[i]!,
      y[i + 1]!,
      y[i + 2]!,
      y[j]!,
      y[j + 1]!,
      y[j + 2]!,
      y[k]!,
      y[k + 1]!,
      y[k + 2]!,
      y[l]!,
      y[l + 1]!,
      y[l + 2]!,
    )
  }

  /**
   * Makes the last corner part of the surface, by replacing the faces that it is above, beginning with `face`. The new
   * faces are those from `faces` as it was. False if rounding has made a mess of it.
   */
  expand(face: number): boolean {
    const w = this.corners - 1
    this.rounds++
    let count = 1
    this.gone[0] = face
    this.seen[face] = this.rounds
    this.above[face] = 1
    const firstNew = this.faces
    for (let g = 0; g < count; g++) {
      const f = this.gone[g]!
      if (!(this.height(f, w) + this.high[f]! - this.low[f]! + this.room[f]! > 0)) return false
      for (let e = 0; e < 3; e++) {
        const other = this.neighbour[3 * f + e]!
        if (this.seen[other] !== this.rounds) {
          this.seen[other] = this.rounds
          this.above[other] = +this.isAbove(other, w)
          if (this.above[other] === 1) {
            if (count === this.gone.length) this.gone = grown(this.gone)
            this.gone[count++] = other
          }
        }
        if (this.above[other] === 1) continue
        const i = this.corner[3 * f + e]!
        const j = this.corner[3 * f + ((e + 1) % 3)]!
        // A border that meets itself at a corner.
        if (this.round[i] === this.rounds) return false
        const made = this.addFace(i, j, w)
        this.round[i] = this.rounds
        this.from[i] = made
        this.neighbour[3 * made] = other
        for (let k = 0; k < 3; k++) {
          if (this.neighbour[3 * other + k] === f && this.corner[3 * other + k] === j)
            this.neighbour[3 * other + k] = made
        }
      }
    }
    for (let f = firstNew; f < this.faces; f++) {
      const j = this.corner[3 * f + 1]!
      if (this.round[j] !== this.rounds) return false
      const following = this.from[j]!
      this.neighbour[3 * f + 1] = following
      this.neighbour[3 * following + 2] = f
      if (!this.measure(f)) return false
    }
    for (let g = 0; g < count; g++) this.corner[3 * this.gone[g]!] = -1
    return true
  }

  isGone(face: number): boolean {
    return this.corner[3 * face]! < 0
  }

  private growCorners(): void {
    this.y = grown(this.y)
    this.a = grown(this.a)
    this.b = grown(this.b)
    this.from = grown(this.from)
    this.round = grown(this.round)
  }

  private growFaces(): void {
    this.corner = grown(this.corner)
    this.neighbour = grown(this.neighbour)
    this.normal = grown(this.normal)
    this.low = grown(this.low)
    this.high = grown(this.high)
    this.room = grown(this.room)
    this.seen = grown(this.seen)
    this.above = grown(this.above)
  }
}

/** The unit normal of a triangle from its two shorter edges: the error of their product grows with their lengths. */
export function setFaceNormal(out: Float64Array, o: number, y: Float64Array, i: number, j: number, k: number): void {
  const ij = edgeSq(y, i, j)
  const jk = edgeSq(y, j, k)
  const ki = edgeSq(y, k, i)
  const apex = jk >= ij && jk >= ki ? i : ki >= ij ? j : k
  const p = apex === i ? j : apex === j ? k : i
  const q = apex === i ? k : apex === j ? i : j
  const dx = y[p]! - y[apex]!
  const dy = y[p + 1]! - y[apex + 1]!
  const dz = y[p + 2]! - y[apex + 2]!
  const ex = y[q]! - y[apex]!
  const ey = y[q + 1]! - y[apex + 1]!
  const ez = y[q + 2]! - y[apex + 2]!
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  out[o] = nx / length
  out[o + 1] = ny / length
  out[o + 2] = nz / length
}

function edgeSq(y: Float64Array, i: number, j: number): number {
  const dx = y[j]! - y[i]!
  const dy = y[j + 1]! - y[i + 1]!
  const dz = y[j + 2]! - y[i + 2]!
  return dx * dx + dy * dy + dz * dz
}

/** A copy with twice the room. */
function grown<T extends Float64Array | Int32Array | Uint8Array>(old: T): T {
  const bigger = new (old.constructor as new (length: number) => T)(2 * old.length)
  bigger.set(old)
  return bigger
}
