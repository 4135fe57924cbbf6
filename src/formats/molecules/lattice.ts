// A periodic box of any angles, as the lattice of its images. Its vectors are a along x, b in the plane of x and y, c upward, and b and
// c are the shortest that differ from the given ones by multiples of the others (as GROMACS writes boxes): the lattice is the same.
import type { PeriodicCell } from './frames-data.js'

type Vector = readonly [number, number, number]

export interface Lattice {
  readonly a: Vector
  readonly b: Vector
  readonly c: Vector
  /** The length of its shortest vector. What is nearer to a point than half of that is nearer than every image of it. */
  readonly shortest: number
}

/** No edge is longer than this multiple of the least height: then few images have to be tested. */
const FLATTEST = 20

/** The lattice; undefined for a cell that is flatter than 1 in 20, or that has no volume. */
export function latticeOf({ lengths, angles }: PeriodicCell): Lattice | undefined {
  const [alpha, beta, gamma] = angles.map((angle) => (angle * Math.PI) / 180) as [number, number, number]
  const [la, lb, lc] = lengths
  const a: Vector = [la, 0, 0]
  let b: Vector = [lb * Math.cos(gamma), lb * Math.sin(gamma), 0]
  const cx = lc * Math.cos(beta)
  const cy = (lc * (Math.cos(alpha) - Math.cos(beta) * Math.cos(gamma))) / Math.sin(gamma)
  let c: Vector = [cx, cy, Math.sqrt(lc * lc - cx * cx - cy * cy)]
  b = without(b, a, Math.round(b[0] / a[0]))
  c = without(c, b, Math.round(c[1] / b[1]))
  c = without(c, a, Math.round(c[0] / a[0]))
  const least = Math.min(a[0], b[1], c[2])
  if (!(least > 0 && Math.max(la, lb, lc) <= FLATTEST * least)) return undefined
  // Of three short vectors and everything near them: the shortest is among those within their least length.
  const reach = Math.min(la, Math.hypot(...b), Math.hypot(...c))
  let shortest = reach
  const lattice = { a, b, c, shortest }
  forImages(lattice, [0, 0, 0], reach, (x, y, z) => {
    const length = Math.hypot(x, y, z)
    if (length > 0) shortest = Math.min(shortest, length)
  })
  return { a, b, c, shortest }
}

/** The vector of the lattice that is nearest to d. */
export function nearestOf(lattice: Lattice, d: Vector): Vector {
  const { a, b, c } = lattice
  // One that is near, to start with: rounded along z, y and x.
  let rest = without(d, c, Math.round(d[2] / c[2]))
  rest = without(rest, b, Math.round(rest[1] / b[1]))
  rest = without(rest, a, Math.round(rest[0] / a[0]))
  let best: Vector = [d[0] - rest[0], d[1] - rest[1], d[2] - rest[2]]
  let least = Math.hypot(...rest)
  forImages(lattice, d, least, (x, y, z) => {
    const length = Math.hypot(d[0] - x, d[1] - y, d[2] - z)
    if (length >= least) return
    least = length
    best = [x, y, z]
  })
  return best
}

/** Shows every vector of the lattice within `reach` of `centre`, and some beyond. */
function forImages(
  { a, b, c }: Lattice,
  centre: Vector,
  reach: number,
  visit: (x: number, y: number, z: number) => void,
): void {
  const span = (at: number, step: number): [number, number] => [
    Math.floor((at - reach) / step),
    Math.ceil((at + reach) / step),
  ]
  const [k0, k1] = span(centre[2], c[2])
  for (let k = k0; k <= k1; k++) {
    const [j0, j1] = span(centre[1] - k * c[1], b[1])
    for (let j = j0; j <= j1; j++) {
      const [i0, i1] = span(centre[0] - k * c[0] - j * b[0], a[0])
      for (let i = i0; i <= i1; i++) visit(i * a[0] + j * b[0] + k * c[0], j * b[1] + k * c[1], k * c[2])
    }
  }
}

function without(v: Vector, w: Vector, times: number): Vector {
  return times === 0 ? v : [v[0] - times * w[0], v[1] - times * w[1], v[2] - times * w[2]]
}
