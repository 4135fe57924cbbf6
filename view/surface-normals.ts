// Normals of a surface for drawing: smooth where it is nearly smooth, sharp at its edges. Computed in the worker, where it does not block the page.

/** The cosine of 35 degrees: facets that meet at less are shaded as one. */
const CREASE = 0.82

export interface DrawnSurface {
  /** Nine numbers a triangle: corners are not shared. */
  readonly positions: Float32Array
  readonly normals: Float32Array
}

export function drawnSurface(points: ArrayLike<number>, triangles: ArrayLike<number>): DrawnSurface {
  const corners = triangles.length
  const positions = new Float32Array(3 * corners)
  for (let c = 0; c < corners; c++) {
    for (let k = 0; k < 3; k++) positions[3 * c + k] = points[3 * triangles[c]! + k]!
  }
  const { faces, areas } = faceNormals(positions)
  const { places, first, next } = cornersByPlace(positions)
  const normals = new Float32Array(3 * corners)
  for (let c = 0; c < corners; c++) {
    const f = 3 * Math.floor(c / 3)
    let [x, y, z] = [0, 0, 0]
    for (let other = first[places[c]!]!; other !== -1; other = next[other]!) {
      const g = 3 * Math.floor(other / 3)
      const dot = faces[f]! * faces[g]! + faces[f + 1]! * faces[g + 1]! + faces[f + 2]! * faces[g + 2]!
      if (dot < CREASE) continue
      const weight = areas[g / 3]!
      x += weight * faces[g]!
      y += weight * faces[g + 1]!
      z += weight * faces[g + 2]!
    }
    const length = Math.hypot(x, y, z)
    normals[3 * c] = length > 0 ? x / length : faces[f]!
    normals[3 * c + 1] = length > 0 ? y / length : faces[f + 1]!
    normals[3 * c + 2] = length > 0 ? z / length : faces[f + 2]!
  }
  return { positions, normals }
}

function faceNormals(p: Float32Array): { faces: Float32Array; areas: Float32Array } {
  const count = p.length / 9
  const faces = new Float32Array(3 * count)
  const areas = new Float32Array(count)
  for (let t = 0; t < count; t++) {
    const o = 9 * t
    const [ax, ay, az] = [p[o + 3]! - p[o]!, p[o + 4]! - p[o + 1]!, p[o + 5]! - p[o + 2]!]
    const [bx, by, bz] = [p[o + 6]! - p[o]!, p[o + 7]! - p[o + 1]!, p[o + 8]! - p[o + 2]!]
    const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
    const length = Math.hypot(x, y, z)
    areas[t] = length
    if (length === 0) continue
    faces[3 * t] = x / length
    faces[3 * t + 1] = y / length
    faces[3 * t + 2] = z / length
  }
  return { faces, areas }
}

/** Corners that are at the same place, as lists: files of triangles share none. */
function cornersByPlace(p: Float32Array): { places: Int32Array; first: Int32Array; next: Int32Array } {
  const count = p.length / 3
  const places = new Int32Array(count)
  const next = new Int32Array(count).fill(-1)
  const first = new Int32Array(count).fill(-1)
  let slots = 1
  while (slots < 2 * count) slots *= 2
  const table = new Int32Array(slots).fill(-1)
  const bits = new Int32Array(p.buffer, p.byteOffset, p.length)
  let known = 0
  for (let c = 0; c < count; c++) {
    const o = 3 * c
    // Zero has two signs, and is one place.
    for (let k = 0; k < 3; k++) if (p[o + k] === 0) p[o + k] = 0
    let at =
      (Math.imul(bits[o]!, 73856093) ^ Math.imul(bits[o + 1]!, 19349663) ^ Math.imul(bits[o + 2]!, 83492791)) &
      (slots - 1)
    for (; table[at] !== -1; at = (at + 1) & (slots - 1)) {
      const e = 3 * table[at]!
      if (p[e] === p[o] && p[e + 1] === p[o + 1] && p[e + 2] === p[o + 2]) break
    }
    if (table[at] === -1) {
      table[at] = c
      places[c] = known++
    } else places[c] = places[table[at]!]!
    next[c] = first[places[c]!]!
    first[places[c]!] = c
  }
  return { places, first, next }
}
