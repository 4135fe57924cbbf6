// The merge rules as they are written down, with vectors and corners: slow, plain, and no care for rounding.
type V = readonly number[]

const dot = (a: V, b: V): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
const minus = (a: V, b: V): V => a.map((x, k) => x - b[k]!)
const times = (a: V, s: number): V => a.map((x) => x * s)
const length = (a: V): number => Math.hypot(...a)
const unit = (a: V): V => times(a, 1 / length(a))
const cross = (a: V, b: V): V => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
]

interface Box {
  readonly centre: V
  readonly axes: readonly V[]
  readonly half: V
}

/** From fifteen numbers. */
export function readBox(a: Float64Array, o = 0): Box {
  const column = (k: number): V => [a[o + k]!, a[o + 4 + k]!, a[o + 8 + k]!]
  return { centre: column(3), axes: [0, 1, 2].map(column), half: [...a.subarray(o + 12, o + 15)] }
}

export function corners(box: Box): V[] {
  return Array.from({ length: 8 }, (_, c) =>
    [0, 1, 2].map(
      (row) =>
        box.centre[row]! +
        [0, 1, 2].reduce((sum, k) => sum + box.axes[k]![row]! * box.half[k]! * ((c >> k) & 1 ? 1 : -1), 0),
    ),
  )
}

/** Half extents of both boxes' corners along three axes. */
export function extents(l: Box, r: Box, axes: readonly V[]): number[] {
  const points = [...corners(l), ...corners(r)]
  return axes.map((axis) => {
    const along = points.map((p) => dot(minus(p, l.centre), axis))
    return (Math.max(...along) - Math.min(...along)) / 2
  })
}

const largest = (half: V): number => half.indexOf(Math.max(...half))

/** CAB's axes (cab-2004, section 3.2.1; the parallel case by the magnitude of the product); or one of its variants. */
export function cabAxes(l: Box, r: Box, joint: V, rule: 'cab' | 'cab-gs' | 'cab-sum'): readonly V[] {
  const gs = rule === 'cab-gs'
  const away = (box: Box, axis: V): V => (dot(axis, minus(box.centre, joint)) >= 0 ? axis : times(axis, -1))
  const [i, j] = [largest(l.half), largest(r.half)]
  const a1 = times(away(l, l.axes[i]!), l.half[i]!)
  const a2 = times(away(r, r.axes[j]!), r.half[j]!)
  const product = Math.abs(dot(unit(a1), unit(a2)))
  const others = (major: number): number[] => [0, 1, 2].filter((k) => k !== major)
  const second = (box: Box, major: number): number => {
    const [p, q] = others(major)
    return box.half[p!]! >= box.half[q!]! ? p! : q!
  }
  const [si, sj] = [second(l, i), second(r, j)]
  const from = l.half[si]! >= r.half[sj]! ? { box: l, k: si } : { box: r, k: sj }
  if (!gs && product > 1 - 1e-5) return from.box.axes
  const e = minus(a1, a2)
  let major = length(a2) > length(a1) ? a2 : a1
  if (length(e) > length(major)) major = e
  // "If E is shortest, find A1 by taking the normalized sum of a1 and a2" (the paper's footnote).
  if (rule === 'cab-sum' && length(e) < Math.min(length(a1), length(a2))) major = minus(a1, times(a2, -1))
  const first = unit(major)
  let normal: V
  if (gs && product > 0.95) {
    const minor = from.box.axes[from.k]!
    normal = unit(minus(minor, times(first, dot(minor, first))))
  } else {
    normal = unit(cross(a1, a2))
  }
  return [first, normal, cross(first, normal)]
}

/** The covariance of all corners along these axes: what is off its diagonal, over its trace. */
export function offDiagonal(l: Box, r: Box, axes: readonly V[]): number {
  const points = [...corners(l), ...corners(r)]
  const mean = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k]!, 0) / 16)
  const moment = (a: V, b: V): number =>
    points.reduce((sum, p) => sum + dot(minus(p, mean), a) * dot(minus(p, mean), b), 0)
  const trace = axes.reduce((sum, a) => sum + moment(a, a), 0)
  return (
    (Math.abs(moment(axes[0]!, axes[1]!)) +
      Math.abs(moment(axes[0]!, axes[2]!)) +
      Math.abs(moment(axes[1]!, axes[2]!))) /
    trace
  )
}
