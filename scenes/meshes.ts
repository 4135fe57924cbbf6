// Triangle meshes by formula or seed, about as large as a ball of radius 1: the models of tests, lab, bench and studio.
// All except `sheet` and `soup` are closed, without gaps or doubled vertices, and their triangles turn anticlockwise as seen
// from outside. A closed surface has an even number of triangles and a grid the product of two numbers, so each builder
// says how near to `count` it comes.
import { InvalidInputError, Random } from '../src/entries/meshes.js'
import { checkCount, checkLength } from './checks.js'

export interface MeshData {
  /** Vertices: x, y, z, x, y, z, … */
  readonly positions: Float64Array
  /** Three vertex numbers a triangle. */
  readonly triangles: Uint32Array
}

/** A regular icosahedron, each triangle cut in four `subdivisions` times, on a sphere: 20 · 4^subdivisions triangles. */
export function icosphere(subdivisions: number, radius = 1): MeshData {
  if (!Number.isInteger(subdivisions) || subdivisions < 0 || subdivisions > 9) {
    throw new InvalidInputError('subdivisions', subdivisions, 'a whole number from 0 to 9')
  }
  checkLength('radius', radius)
  const g = (1 + Math.sqrt(5)) / 2
  const points = [-1, 1].flatMap((x) => [x, g, 0, 0, x, g, g, 0, x, x, -g, 0, 0, x, -g, -g, 0, x])
  let faces = ICOSAHEDRON
  for (let s = 0; s < subdivisions; s++) faces = quarter(points, faces)
  const positions = Float64Array.from(points)
  for (let i = 0; i < positions.length; i += 3) {
    const k = radius / Math.hypot(positions[i]!, positions[i + 1]!, positions[i + 2]!)
    for (let j = 0; j < 3; j++) positions[i + j]! *= k
  }
  return { positions, triangles: Uint32Array.from(faces) }
}

/** Its faces, by the order in which icosphere lists its corners. */
const ICOSAHEDRON: readonly number[] =
  '0 10 5 0 5 11 0 7 6 0 6 10 0 11 7 1 3 9 1 11 3 1 8 7 1 7 11 1 9 8 2 9 4 2 4 10 2 6 8 2 10 6 2 8 9 3 5 4 3 4 9 3 11 5 4 5 10 6 7 8'
    .split(' ')
    .map(Number)

/** Each triangle into four, by the middles of its edges; an edge's middle is one vertex for both its triangles. */
function quarter(points: number[], faces: readonly number[]): number[] {
  const middles = new Map<number, number>()
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b)
    let m = middles.get(key)
    if (m === undefined) {
      m = points.length / 3
      for (let i = 0; i < 3; i++) points.push((points[3 * a + i]! + points[3 * b + i]!) / 2)
      middles.set(key, m)
    }
    return m
  }
  const out: number[] = []
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f]!, faces[f + 1]!, faces[f + 2]!]
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
    out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
  }
  return out
}

/**
 * A sphere of exactly `count` triangles (even, 6 or more), all of about one size: rings of latitude with as many vertices
 * as suit their length, and a vertex at either pole. Two rings of m and n vertices have m + n triangles between them.
 */
export function sphereMesh(count: number, radius = 1): MeshData {
  checkCount('count', count, 6)
  if (count % 2 !== 0) throw new InvalidInputError('count', count, 'an even number: a closed surface has no other')
  checkLength('radius', radius)
  const rings = ringSizes(count)
  const positions = new Float64Array(3 * (count / 2 + 2))
  const triangles = new Uint32Array(3 * count)
  let p = 0
  let t = 0
  const vertex = (theta: number, phi: number): void => {
    positions[p++] = radius * Math.sin(theta) * Math.cos(phi)
    positions[p++] = radius * Math.sin(theta) * Math.sin(phi)
    positions[p++] = radius * Math.cos(theta)
  }
  const triangle = (a: number, b: number, c: number): void => {
    triangles[t++] = a
    triangles[t++] = b
    triangles[t++] = c
  }
  vertex(0, 0)
  rings.forEach((n, r) => {
    for (let k = 0; k < n; k++) vertex((Math.PI * (r + 1)) / (rings.length + 1), (2 * Math.PI * k) / n)
  })
  positions[p + 2] = -radius
  const south = p / 3
  for (let k = 0; k < rings[0]!; k++) triangle(0, 1 + k, 1 + ((k + 1) % rings[0]!))
  let first = 1
  for (let r = 0; r + 1 < rings.length; r++) {
    const m = rings[r]!
    const n = rings[r + 1]!
    const above = (i: number): number => first + (i % m)
    const below = (j: number): number => first + m + (j % n)
    // Walk both rings at once, always onward on the one whose next vertex comes first.
    for (let i = 0, j = 0; i < m || j < n; ) {
      if (j < n && (i === m || (j + 1) * m <= (i + 1) * n)) triangle(above(i), below(j), below(++j))
      else triangle(above(i), below(j), above(++i))
    }
    first += m
  }
  const last = rings.at(-1)!
  for (let k = 0; k < last; k++) triangle(south, first + ((k + 1) % last), first + k)
  return { positions, triangles }
}

/** How many vertices each ring has: 3 or more, in proportion to its length, half of `count` together. */
function ringSizes(count: number): number[] {
  const side = Math.sqrt((16 * Math.PI) / (Math.sqrt(3) * count))
  const rings = Math.max(1, Math.min(Math.round((2 * Math.PI) / (Math.sqrt(3) * side)) - 1, Math.floor(count / 6)))
  const length = (r: number): number => Math.sin((Math.PI * (r + 1)) / (rings + 1))
  let sum = 0
  for (let r = 0; r < rings; r++) sum += length(r)
  const out = Array.from({ length: rings }, (_, r) => Math.max(3, Math.round(((count / 2) * length(r)) / sum)))
  // What rounding left over is dealt out one by one, from the equator outwards.
  let rest = count / 2 - out.reduce((a, b) => a + b)
  for (let k = 0; rest !== 0; k = (k + 1) % rings) {
    const r = (rings >> 1) + (k % 2 === 0 ? k / 2 : -(k + 1) / 2)
    const step = Math.sign(rest)
    if (out[r] === undefined || out[r] + step < 3) continue
    out[r]! += step
    rest -= step
  }
  return out
}

/** A sphere of radius 1 with smooth bumps of up to `height`: exactly `count` triangles (even). */
export function bumpySphere(count: number, seed: number, options: { readonly height?: number } = {}): MeshData {
  const { height = 0.1 } = options
  if (!(height >= 0 && height < 1)) throw new InvalidInputError('height', height, 'from 0 to less than 1')
  const mesh = sphereMesh(count)
  const bumps = smoothNoise(new Random(seed), 8)
  return swell(mesh, (x, y, z) => 1 + height * bumps(x, y, z))
}

/** A small ball with seven long rounded knobs in random directions, deep valleys between them: `count` triangles (even). */
export function blob(count: number, seed: number): MeshData {
  const mesh = sphereMesh(count)
  const random = new Random(seed)
  const knobs = Array.from({ length: 7 }, () => ({
    axis: random.direction(new Float64Array(3)),
    size: random.range(0.5, 1),
  }))
  return swell(mesh, (x, y, z) => {
    let r = 0.4
    for (const { axis, size } of knobs)
      r += 0.6 * size * Math.exp(12 * (axis[0]! * x + axis[1]! * y + axis[2]! * z - 1))
    return r
  })
}

/** Every vertex of a unit sphere moved along its radius. */
function swell({ positions, triangles }: MeshData, radius: (x: number, y: number, z: number) => number): MeshData {
  const out = Float64Array.from(positions)
  for (let i = 0; i < out.length; i += 3) {
    const r = radius(out[i]!, out[i + 1]!, out[i + 2]!)
    for (let j = 0; j < 3; j++) out[i + j]! *= r
  }
  return { positions: out, triangles }
}

/** A sum of plane waves with wave numbers up to `frequency`, between −1 and 1. */
function smoothNoise(random: Random, frequency: number): (x: number, y: number, z: number) => number {
  const waves = Array.from({ length: 12 }, () => {
    const axis = random.direction(new Float64Array(3))
    return { axis, k: random.range(0.3, 1) * frequency, phase: random.range(0, 2 * Math.PI) }
  })
  return (x, y, z) => {
    let sum = 0
    for (const { axis, k, phase } of waves) sum += Math.cos(k * (axis[0]! * x + axis[1]! * y + axis[2]! * z) + phase)
    return sum / waves.length
  }
}

/** A ring: `radius` from its centre to that of its tube. Within two per cent of `count` from 1,000 on. */
export function torusMesh(count: number, options: { readonly radius?: number; readonly tube?: number } = {}): MeshData {
  const { radius = 0.75, tube = 0.25 } = options
  checkCount('count', count, 24)
  checkLength('radius', radius)
  checkLength('tube', tube)
  if (!(tube < radius)) throw new InvalidInputError('tube', tube, 'less than the radius')
  return loops(count, radius / tube, (out, u, v) => {
    const r = radius + tube * Math.cos(v)
    out[0] = r * Math.cos(u)
    out[1] = r * Math.sin(u)
    out[2] = tube * Math.sin(v)
  })
}

/**
 * A tube along the knot that winds `p` times around the axis and `q` times around the ring. Within two per cent of
 * `count` from 1,000 on. With other p and q than 2 and 3, a `tube` that is too thick cuts through itself.
 */
export function torusKnot(
  count: number,
  options: { readonly p?: number; readonly q?: number; readonly tube?: number } = {},
): MeshData {
  const { p = 2, q = 3, tube = 0.16 } = options
  checkCount('count', count, 24)
  checkCount('p', p)
  checkCount('q', q)
  checkLength('tube', tube)
  const length = 2 * Math.PI * Math.hypot((2 / 3) * p, q / 3)
  return loops(count, length / (2 * Math.PI * tube), (out, u, v) => {
    const [cp, sp, cq, sq] = [Math.cos(p * u), Math.sin(p * u), Math.cos(q * u), Math.sin(q * u)]
    const r = (2 + cq) / 3
    // Away from the ring's core, and square to that and to the curve: a frame that closes by itself.
    const [nx, ny, nz] = [cq * cp, cq * sp, sq]
    const [tx, ty, tz] = [-p * r * sp - (q / 3) * sq * cp, p * r * cp - (q / 3) * sq * sp, (q / 3) * cq]
    const k = Math.hypot(tx, ty, tz)
    const a = tube * Math.cos(v)
    const b = (tube * Math.sin(v)) / k
    out[0] = r * cp + a * nx + b * (ny * tz - nz * ty)
    out[1] = r * sp + a * ny + b * (nz * tx - nx * tz)
    out[2] = sq / 3 + a * nz + b * (nx * ty - ny * tx)
  })
}

/** A closed grid over u and v from 0 to 2π, `ratio` times as many cells along u as along v. */
function loops(count: number, ratio: number, at: (out: number[], u: number, v: number) => void): MeshData {
  const n = Math.max(3, Math.round(Math.sqrt(count / 2 / ratio)))
  const m = Math.max(3, Math.round(count / 2 / n))
  return closedGrid(m, n, (out, i, j) => at(out, (2 * Math.PI * i) / m, (2 * Math.PI * j) / n))
}

/** m × n vertices, both ways round: 2·m·n triangles. */
function closedGrid(m: number, n: number, at: (out: number[], i: number, j: number) => void): MeshData {
  const positions = new Float64Array(3 * m * n)
  const triangles = new Uint32Array(6 * m * n)
  const point = [0, 0, 0]
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      at(point, i, j)
      positions.set(point, 3 * (i * n + j))
      const [k, l] = [(i + 1) % m, (j + 1) % n]
      const corners = [i * n + j, k * n + j, k * n + l, i * n + j, k * n + l, i * n + l]
      triangles.set(corners, 6 * (i * n + j))
    }
  }
  return { positions, triangles }
}

/** A box whose faces are grids of square cells: large flat regions. Within three per cent of `count` from 5,000 on. */
export function gridBox(count: number, size: readonly [number, number, number] = [1.2, 1.2, 1.2]): MeshData {
  checkCount('count', count, 12)
  size.forEach((s, i) => {
    checkLength(`size[${i}]`, s)
  })
  const [x, y, z] = size
  const cell = Math.sqrt((4 * (x * y + y * z + z * x)) / count)
  const cells = size.map((s) => Math.max(1, Math.round(s / cell)))
  const positions: number[] = []
  const triangles: number[] = []
  const vertices = new Map<number, number>()
  const vertex = (at: readonly number[]): number => {
    const key = (at[0]! * (cells[1]! + 1) + at[1]!) * (cells[2]! + 1) + at[2]!
    let v = vertices.get(key)
    if (v === undefined) {
      v = positions.length / 3
      for (let i = 0; i < 3; i++) positions.push(size[i]! * (at[i]! / cells[i]! - 0.5))
      vertices.set(key, v)
    }
    return v
  }
  for (let axis = 0; axis < 3; axis++) {
    const [b, c] = [(axis + 1) % 3, (axis + 2) % 3]
    for (const side of [0, 1]) {
      for (let i = 0; i < cells[b]!; i++) {
        for (let j = 0; j < cells[c]!; j++) {
          const [p, q, r, s] = [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ].map(([di, dj]) => {
            const at = [0, 0, 0]
            at[axis] = side * cells[axis]!
            at[b] = i + di!
            at[c] = j + dj!
            return vertex(at)
          }) as [number, number, number, number]
          if (side === 1) triangles.push(p, q, r, p, r, s)
          else triangles.push(p, r, q, p, s, r)
        }
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) }
}

/** A plate two wide and a fiftieth thick, as grids: near it, everything is near many triangles. See gridBox. */
export function thinPlate(count: number): MeshData {
  return gridBox(count, [2, 2, 0.04])
}

/** A spur gear with a bore: flat faces, sharp edges, narrow gaps. Within three per cent of `count` from 10,000 on. */
export function gear(count: number, teeth = 16): MeshData {
  checkCount('teeth', teeth, 3)
  // A quarter of each tooth's arc is root, flank, tip, flank; the profile runs bore, top, rim, bottom.
  checkCount('count', count, 32 * teeth)
  const [bore, root, tip, half] = [0.3, 0.8, 1, 0.15]
  const perimeter = 2 * (tip - bore + 2 * half)
  const perQuarter = Math.max(1, Math.round(Math.sqrt(((count / 2) * 2 * Math.PI * tip) / perimeter) / (4 * teeth)))
  const m = 4 * teeth * perQuarter
  const faces = Math.max(2, Math.round(count / 4 / m))
  const wall = Math.max(1, Math.round((faces * 2 * half) / (perimeter / 2)))
  const flat = Math.max(1, faces - wall)
  return closedGrid(m, 2 * (wall + flat), (out, i, j) => {
    const phase = (i / perQuarter) % 4
    const raised = phase <= 1 ? 0 : phase <= 2 ? phase - 1 : phase <= 3 ? 1 : 4 - phase
    const rim = root + raised * (tip - root)
    const b = flat + wall
    // From the rim's lower edge up, in over the top, down the bore, out below.
    const [r, z] =
      j < wall
        ? [rim, -half + (2 * half * j) / wall]
        : j < b
          ? [rim + ((bore - rim) * (j - wall)) / flat, half]
          : j < b + wall
            ? [bore, half - (2 * half * (j - b)) / wall]
            : [bore + ((rim - bore) * (j - b - wall)) / flat, -half]
    const angle = (2 * Math.PI * i) / m
    out[0] = r * Math.cos(angle)
    out[1] = r * Math.sin(angle)
    out[2] = z
  })
}

/** Hills over a square of two by two: one open sheet. Within three per cent of `count` from 5,000 on. */
export function sheet(count: number, seed: number): MeshData {
  checkCount('count', count, 2)
  const hills = smoothNoise(new Random(seed), 6)
  const n = Math.max(1, Math.round(Math.sqrt(count / 2)))
  const positions = new Float64Array(3 * (n + 1) ** 2)
  const triangles = new Uint32Array(6 * n * n)
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const [x, y] = [(2 * i) / n - 1, (2 * j) / n - 1]
      const a = i * (n + 1) + j
      positions.set([x, y, 0.4 * hills(x, y, 0)], 3 * a)
      if (i < n && j < n) triangles.set([a, a + n + 1, a + n + 2, a, a + n + 2, a + 1], 6 * (i * n + j))
    }
  }
  return { positions, triangles }
}

/** `count` triangles of random shape and place, edges up to about `edge`, no two with a common vertex: no surface at all. */
export function soup(count: number, seed: number, edge = 0.1): MeshData {
  checkCount('count', count)
  checkLength('edge', edge)
  const random = new Random(seed)
  const positions = new Float64Array(9 * count)
  for (let t = 0; t < count; t++) {
    const at = [random.range(-0.6, 0.6), random.range(-0.6, 0.6), random.range(-0.6, 0.6)]
    for (let k = 0; k < 9; k++) positions[9 * t + k] = at[k % 3]! + random.range(-edge / 2, edge / 2)
  }
  return { positions, triangles: Uint32Array.from({ length: 3 * count }, (_, k) => k) }
}
