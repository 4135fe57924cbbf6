// A step as plain data, for certificates (docs/formats/certificate.md, "A step"): hulls of points that move straight from one frame to the
// next, and which two of them must stay apart.
import { InvalidInputError } from '../../errors.js'

/** What the items of a step are: balls, segments between consecutive points, or triangles. */
export type StepHulls = 'beads' | 'strands' | 'triangles'

/** A step: points of two frames, and what moves with them. */
export interface StepInput {
  readonly hulls: StepHulls
  /** x, y, z of every point at the start. */
  readonly points: ArrayLike<number>
  /** The same at the end; left out, nothing moves. */
  readonly next?: ArrayLike<number> | undefined
  /** Beads: one, or one each. Strands: one; two strands touch where they are within twice that of each other. */
  readonly radii?: ArrayLike<number> | undefined
  /** Three numbers of points each. Points at equal places with different numbers touch. */
  readonly triangles?: ArrayLike<number> | undefined
  /** Beads and strands: items i < j are checked where j − i is greater; strands that share a point never are. Default 0. */
  readonly neighbours?: number | undefined
  /** The last point is followed by the first one. */
  readonly closed?: boolean | undefined
  /** Strands that there are not, such as those between the chains of a melt. */
  readonly cuts?: ArrayLike<number> | undefined
  /** Pairs of items, i < j, that are not checked. */
  readonly excluded?: readonly (readonly [number, number])[] | undefined
  /** Triangles below `first` are one part, the rest another: are pairs within the first, within the second checked? */
  readonly parts?: { readonly first: number; readonly within: readonly [boolean, boolean] } | undefined
}

/** A step as a document: what `verifyStep` checks a proof against. */
export interface StepDocument {
  readonly limber: 2
  readonly kind: 'step'
  readonly hulls: StepHulls
  readonly points: readonly number[]
  readonly next?: readonly number[]
  readonly radii?: readonly number[]
  readonly triangles?: readonly number[]
  readonly neighbours?: number
  readonly closed?: boolean
  readonly cuts?: readonly number[]
  readonly excluded: readonly (readonly [number, number])[]
  readonly parts?: { readonly first: number; readonly within: readonly [boolean, boolean] }
}

/** The document of a step, against which `verifyStep` and `verifyStepExactly` check its certificate. */
export function stepDocument(input: StepInput): StepDocument {
  const { hulls, next, parts } = input
  const list = (values: ArrayLike<number>): number[] => Array.from(values, (x) => x + 0)
  const excluded = (input.excluded ?? []).map(([i, j]) => [i, j] as const)
  const rule =
    hulls === 'triangles'
      ? { triangles: list(input.triangles ?? []), ...(parts === undefined ? {} : { parts }) }
      : {
          radii: list(input.radii ?? [0]),
          neighbours: input.neighbours ?? 0,
          closed: input.closed ?? false,
          ...(input.cuts === undefined ? {} : { cuts: list(input.cuts) }),
        }
  const moved = next === undefined ? {} : { next: list(next) }
  return { limber: 2, kind: 'step', hulls, points: list(input.points), ...moved, ...rule, excluded }
}

/** The items of a step in flat arrays, checked: what its proof is made from. */
export interface StepItems {
  readonly hulls: StepHulls
  readonly from: Float64Array
  readonly to: Float64Array
  readonly count: number
  /** Numbers of the points of item i at 3i; −1 for one that there is not. */
  readonly corners: Int32Array
  /** By item: what its points are surrounded by. */
  readonly radii: Float64Array
  /** Items i < j count where j − i, and around the ring too if closed, is greater. */
  readonly neighbours: number
  readonly closed: boolean
  /** By item: 1 where it is not there. */
  readonly cuts: Uint8Array
  /** By i·count + j. */
  readonly excluded: ReadonlySet<number>
  readonly firstPart: number
  readonly within: readonly [boolean, boolean]
}

/** Larger coordinates are in no document. */
const LARGEST = 1e60

export function stepItems(input: StepInput): StepItems {
  const { hulls, parts } = input
  const from = Float64Array.from(input.points)
  const to = input.next === undefined ? from : Float64Array.from(input.next)
  const points = from.length / 3
  const demand = (holds: boolean, field: string, value: unknown, expected: string): void => {
    if (!holds) throw new InvalidInputError(field, value, expected)
  }
  demand(points >= 1 && Number.isInteger(points), 'points', from.length, 'three numbers for each of one point or more')
  demand(to.length === from.length, 'next', to.length, `as long as points (${from.length})`)
  for (const coordinates of [from, to]) {
    const at = coordinates.findIndex((x) => !(Math.abs(x) <= LARGEST))
    demand(at < 0, coordinates === from ? 'points' : 'next', coordinates[at], 'finite numbers of at most 1e60')
  }
  const closed = input.closed ?? false
  const corners = cornersOf(input, points, closed)
  const count = corners.length / 3
  const given = Float64Array.from(input.radii ?? [0])
  const isEach = hulls === 'beads' && given.length === points
  demand(given.length === 1 || isEach, 'radii', given.length, 'one radius, or one for each bead')
  const bad = given.find((r) => !(r >= 0 && r <= LARGEST))
  demand(bad === undefined, 'radii', bad, 'from 0 to 1e60')
  const neighbours = input.neighbours ?? 0
  demand(Number.isInteger(neighbours) && neighbours >= 0, 'neighbours', neighbours, 'a whole number of 0 or more')
  const cuts = new Uint8Array(count)
  for (const i of Array.from(input.cuts ?? [])) {
    demand(hulls === 'strands' && Number.isInteger(i) && i >= 0 && i < count, 'cuts', i, 'numbers of strands')
    cuts[i] = 1
  }
  const excluded = (input.excluded ?? []).map(([i, j]) => {
    const isPair = Number.isInteger(i) && Number.isInteger(j) && 0 <= i && i < j && j < count
    demand(isPair, 'excluded', [i, j], `pairs i < j of ${count} items`)
    return i * count + j
  })
  return {
    hulls,
    from,
    to,
    count,
    corners,
    radii: given.length === count ? given : new Float64Array(count).fill(hulls === 'triangles' ? 0 : given[0]!),
    neighbours: hulls === 'triangles' ? -1 : hulls === 'strands' ? Math.max(1, neighbours) : neighbours,
    closed,
    cuts,
    excluded: new Set(excluded),
    firstPart: parts?.first ?? count,
    within: parts?.within ?? [true, true],
  }
}

function cornersOf({ hulls, triangles }: StepInput, points: number, closed: boolean): Int32Array {
  if (hulls === 'triangles') {
    const corners = Int32Array.from(triangles ?? [])
    const areCorners = corners.every((v, k) => v === triangles![k] && v >= 0 && v < points)
    if (corners.length === 0 || corners.length % 3 !== 0 || !areCorners) {
      throw new InvalidInputError('triangles', triangles, 'three numbers of points for each of one triangle or more')
    }
    for (let t = 0; t < corners.length; t += 3) {
      const [a, b, c] = corners.subarray(t, t + 3) as unknown as [number, number, number]
      if (a === b || b === c || c === a) {
        throw new InvalidInputError(`triangles[${t / 3}]`, [a, b, c], 'three different points')
      }
    }
    return corners
  }
  const count = hulls === 'beads' || closed ? points : points - 1
  if (hulls === 'strands' && points < 2) throw new InvalidInputError('points', points, 'two points or more for strands')
  const corners = new Int32Array(3 * count).fill(-1)
  for (let i = 0; i < count; i++) {
    corners[3 * i] = i
    if (hulls === 'strands') corners[3 * i + 1] = (i + 1) % points
  }
  return corners
}

/** Whether items i < j are checked. */
export function itemsCount(items: StepItems, i: number, j: number): boolean {
  const { count, neighbours, closed, firstPart, within, excluded, cuts } = items
  if (j - i <= neighbours || (closed && count - (j - i) <= neighbours)) return false
  if ((j < firstPart && !within[0]) || (i >= firstPart && !within[1])) return false
  if (cuts[i] === 1 || cuts[j] === 1) return false
  return excluded.size === 0 || !excluded.has(i * count + j)
}
