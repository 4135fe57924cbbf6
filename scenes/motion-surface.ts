// Triangle surfaces put together from turned parts, boxes, pipes and curved panels: what the scenes of motions are built of.
// Every part is closed and its triangles turn anticlockwise as seen from outside; parts of one surface may pass through each
// other, and all of them together are one mesh. Counts of triangles are exact and said with each part.
import { InvalidInputError, type MeshShape, mesh } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'
import type { MeshData } from './meshes.js'

export type Vec3 = readonly [number, number, number]

/** How far along a part from 0 to 1, and how thick it is there. */
export type Profile = readonly (readonly [along: number, radius: number])[]

export class Surface {
  private readonly positions: number[] = []
  private readonly triangles: number[] = []

  /** Triangles so far. */
  get count(): number {
    return this.triangles.length / 3
  }

  data(): MeshData {
    return { positions: Float64Array.from(this.positions), triangles: Uint32Array.from(this.triangles) }
  }

  shape(): MeshShape {
    return mesh(this.data())
  }

  /** A solid of revolution about the line between two points, its ends flat: 2 · sides · rings triangles. */
  turned(from: Vec3, to: Vec3, rings: Profile, sides: number): this {
    checkCount('sides', sides, 3)
    checkCount('rings', rings.length, 1)
    const axis = minus(to, from)
    const [x, y] = across(unit(axis))
    const first = this.positions.length / 3
    const along = (k: number): Vec3 => plus(from, axis, rings[k]![0])
    this.positions.push(...along(0))
    rings.forEach(([, radius], k) => {
      const centre = along(k)
      for (let i = 0; i < sides; i++) {
        const angle = (2 * Math.PI * i) / sides
        this.positions.push(...plus(plus(centre, x, radius * Math.cos(angle)), y, radius * Math.sin(angle)))
      }
    })
    this.positions.push(...along(rings.length - 1))
    this.lace(first, sides, rings.length)
    return this
  }

  /** A round rod, cut lengthwise into bands: 2 · sides · (bands + 1) triangles. */
  rod(from: Vec3, to: Vec3, radius: number, sides: number, bands = 1): this {
    checkCount('bands', bands, 1)
    return this.turned(
      from,
      to,
      Array.from({ length: bands + 1 }, (_, k) => [k / bands, radius] as const),
      sides,
    )
  }

  /** A tube along a bent line, mitred at its corners: 2 · sides · points triangles. */
  pipe(points: readonly Vec3[], radius: number, sides: number): this {
    checkCount('sides', sides, 3)
    checkCount('points', points.length, 2)
    const first = this.positions.length / 3
    const steps = points.slice(1).map((p, i) => unit(minus(p, points[i]!)))
    let [x] = across(steps[0]!)
    this.positions.push(...points[0]!)
    points.forEach((p, k) => {
      const into = steps[Math.max(0, k - 1)]!
      const outOf = steps[Math.min(k, steps.length - 1)]!
      // A ring across `into`, each corner slid along it to the plane that halves the bend.
      const y = cross(into, x)
      const half = unit(plus(into, outOf, 1))
      for (let i = 0; i < sides; i++) {
        const angle = (2 * Math.PI * i) / sides
        const r = plus(plus([0, 0, 0], x, radius * Math.cos(angle)), y, radius * Math.sin(angle))
        this.positions.push(...plus(plus(p, r, 1), into, -dot(r, half) / dot(into, half)))
      }
      x = unit(plus(x, outOf, -dot(x, outOf)))
    })
    this.positions.push(...points.at(-1)!)
    this.lace(first, sides, points.length)
    return this
  }

  /** A box by two corners, its faces cut into cells: 4 · (ab + bc + ca) triangles, 12 without cuts. */
  box(low: Vec3, high: Vec3, cells: Vec3 = [1, 1, 1]): this {
    cells.forEach((n, i) => {
      checkCount(`cells[${i}]`, n)
      if (!(low[i]! < high[i]!)) throw new InvalidInputError(`low[${i}]`, low[i], `less than ${high[i]}`)
    })
    const vertices = new Map<number, number>()
    const vertex = (at: Vec3): number => {
      const key = (at[0] * (cells[1] + 1) + at[1]) * (cells[2] + 1) + at[2]
      let v = vertices.get(key)
      if (v === undefined) {
        v = this.positions.length / 3
        for (let i = 0; i < 3; i++) {
          // Exactly the corners given at both ends.
          const f = at[i]! / cells[i]!
          this.positions.push(f === 1 ? high[i]! : low[i]! + f * (high[i]! - low[i]!))
        }
        vertices.set(key, v)
      }
      return v
    }
    for (let axis = 0; axis < 3; axis++) {
      const [b, c] = [(axis + 1) % 3, (axis + 2) % 3]
      for (const side of [0, cells[axis]!]) {
        const corner = (i: number, j: number): number => {
          const at: [number, number, number] = [0, 0, 0]
          at[axis] = side
          at[b] = i
          at[c] = j
          return vertex(at)
        }
        for (let i = 0; i < cells[b]!; i++) {
          for (let j = 0; j < cells[c]!; j++) {
            const [p, q, r, s] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]
            if (side > 0) this.triangles.push(p, q, r, p, r, s)
            else this.triangles.push(p, r, q, p, s, r)
          }
        }
      }
    }
    return this
  }

  /**
   * A curved panel with a thickness over a grid of m × n cells, those of `hole` left out and every rim closed: 4 triangles a
   * cell and 2 an edge of the rim. `at(i, j, side)` is a point of its face (side 0) or back (side 1); seen from in front of
   * its face, j grows to the left of i.
   */
  panel(
    m: number,
    n: number,
    at: (i: number, j: number, side: 0 | 1) => Vec3,
    hole = (_i: number, _j: number) => false,
  ): this {
    checkCount('m', m)
    checkCount('n', n)
    const first = this.positions.length / 3
    for (const side of [0, 1] as const) {
      for (let i = 0; i <= m; i++) for (let j = 0; j <= n; j++) this.positions.push(...at(i, j, side))
    }
    const vertex = (i: number, j: number, side: 0 | 1): number => first + (side * (m + 1) + i) * (n + 1) + j
    const solid = (i: number, j: number): boolean => i >= 0 && j >= 0 && i < m && j < n && !hole(i, j)
    const quad = (a: number, b: number, c: number, d: number): void => {
      this.triangles.push(a, b, c, a, c, d)
    }
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        if (!solid(i, j)) continue
        const corners = [
          [i, j],
          [i + 1, j],
          [i + 1, j + 1],
          [i, j + 1],
        ] as const
        const face = corners.map(([k, l]) => vertex(k, l, 0))
        const back = corners.map(([k, l]) => vertex(k, l, 1))
        quad(face[0]!, face[1]!, face[2]!, face[3]!)
        quad(back[0]!, back[3]!, back[2]!, back[1]!)
        const beyond = [solid(i, j - 1), solid(i + 1, j), solid(i, j + 1), solid(i - 1, j)]
        beyond.forEach((there, k) => {
          const l = (k + 1) % 4
          if (!there) quad(face[l]!, face[k]!, back[k]!, back[l]!)
        })
      }
    }
    return this
  }

  /** A level rectangle of m × n cells, seen from above; open, so it has no inside: 2 · m · n triangles. */
  floor(low: readonly [number, number], high: readonly [number, number], z: number, m: number, n: number): this {
    checkCount('m', m)
    checkCount('n', n)
    const first = this.positions.length / 3
    for (let i = 0; i <= m; i++) {
      for (let j = 0; j <= n; j++) {
        this.positions.push(low[0] + (i / m) * (high[0] - low[0]), low[1] + (j / n) * (high[1] - low[1]), z)
        if (i === m || j === n) continue
        const a = first + i * (n + 1) + j
        this.triangles.push(a, a + n + 1, a + n + 2, a, a + n + 2, a + 1)
      }
    }
    return this
  }

  /** A copy of another surface or mesh, turned about z and then moved. */
  add(other: Surface | MeshData, at: Vec3 = [0, 0, 0], turn = 0): this {
    const { positions, triangles } = other instanceof Surface ? other.data() : other
    const first = this.positions.length / 3
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!]
      this.positions.push(c * x - s * y + at[0], s * x + c * y + at[1], z + at[2])
    }
    for (const v of triangles) this.triangles.push(first + v)
    return this
  }

  /** Triangles over a pole, `rings` rings of `sides` vertices and another pole. */
  private lace(first: number, sides: number, rings: number): void {
    const at = (ring: number, i: number): number => first + 1 + ring * sides + (i % sides)
    const last = first + 1 + rings * sides
    for (let i = 0; i < sides; i++) {
      this.triangles.push(first, at(0, i + 1), at(0, i), last, at(rings - 1, i), at(rings - 1, i + 1))
      for (let k = 0; k + 1 < rings; k++) {
        this.triangles.push(at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k, i), at(k + 1, i + 1), at(k + 1, i))
      }
    }
  }
}

function plus(a: Vec3, b: Vec3, k: number): Vec3 {
  return [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function unit(a: Vec3): Vec3 {
  const length = Math.hypot(...a)
  if (!(length > 0)) throw new InvalidInputError('direction', a, 'other than zero')
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** Two directions square to `axis` and to each other, right-handed with it. */
function across(axis: Vec3): [Vec3, Vec3] {
  const least = axis.reduce((best, a, i) => (Math.abs(a) < Math.abs(axis[best]!) ? i : best), 0)
  const other: Vec3 = [Number(least === 0), Number(least === 1), Number(least === 2)]
  const x = unit(plus(other, axis, -dot(other, axis)))
  return [x, cross(axis, x)]
}
