// Random steps of ropes and meshes, and the truth about them: every pair by itself, decided exactly.
import type { Random } from '../../../src/base/math/random.js'
import { wholeNumbers } from '../../../src/base/math/whole-numbers.js'
import { movingBallsMeet } from '../../../src/geometry/moving/moving-balls.js'
import { MovingPair } from '../../../src/geometry/moving/moving-pair.js'
import { multiplyPolys, subtractPolys, trimmed } from '../../../src/geometry/moving/polynomials.js'
import { firstTime } from '../../../src/geometry/moving/sign-conditions.js'
import type { StepInput } from '../../../src/geometry/steps/step-document.js'

/** Why what a step's document says is not so; undefined if every pair by itself, decided exactly, stays apart. */
export function refuteStep(step: StepInput): string | undefined {
  const [met] = meetingPairs(step, 1)
  if (met === undefined) return undefined
  return met[0] === met[1] ? `triangle ${met[0]} collapses` : `${step.hulls} ${met[0]} and ${met[1]} meet`
}

/** Every pair of items that counts and meets at some instant, and triangles that collapse, as [t, t]. At most `most` of them. */
export function meetingPairs(input: StepInput, most = Infinity): [number, number][] {
  const found: [number, number][] = []
  const items = itemsOf(input)
  for (let i = 0; i < items.length && found.length < most; i++) {
    if (input.hulls === 'triangles' && mayNotCollapse(input, i) && collapses(input, items[i]!)) found.push([i, i])
    for (let j = i + 1; j < items.length && found.length < most; j++) {
      if (pairCounts(input, items.length, i, j) && itemsMeet(input, items, i, j)) found.push([i, j])
    }
  }
  return found
}

export function itemsOf({ hulls, points, triangles, closed }: StepInput): number[][] {
  const n = points.length / 3
  if (hulls === 'beads') return Array.from({ length: n }, (_, i) => [i])
  if (hulls === 'strands') return Array.from({ length: closed === true ? n : n - 1 }, (_, i) => [i, (i + 1) % n])
  return Array.from({ length: triangles!.length / 3 }, (_, t) => Array.from(triangles!).slice(3 * t, 3 * t + 3))
}

function mayNotCollapse({ parts }: StepInput, t: number): boolean {
  return parts === undefined || parts.within[t < parts.first ? 0 : 1]
}

export function pairCounts(
  { hulls, neighbours = 0, closed, excluded, parts, cuts }: StepInput,
  n: number,
  i: number,
  j: number,
): boolean {
  if (excluded?.some(([a, b]) => a === i && b === j) === true) return false
  if (hulls === 'strands' && cuts !== undefined && [i, j].some((k) => Array.from(cuts).includes(k))) return false
  if (hulls === 'triangles') {
    if (parts === undefined) return true
    const [a, b] = [i < parts.first ? 0 : 1, j < parts.first ? 0 : 1]
    return a !== b || parts.within[a]!
  }
  const least = hulls === 'strands' ? Math.max(1, neighbours) : neighbours
  return j - i > least && (closed !== true || n - (j - i) > least)
}

function itemsMeet(input: StepInput, items: readonly number[][], i: number, j: number): boolean {
  const from = Float64Array.from(input.points)
  const to = Float64Array.from(input.next ?? input.points)
  const radii = input.radii ?? [0]
  if (input.hulls === 'beads') {
    const balls = (points: Float64Array): Float64Array =>
      Float64Array.from(
        [i, j].flatMap((k) => [...points.subarray(3 * k, 3 * k + 3), radii[radii.length === 1 ? 0 : k]!]),
      )
    return movingBallsMeet(balls(from), balls(to), 0, balls(from), balls(to), 1)
  }
  const [a, b] = [items[i]!, items[j]!]
  const pair = new MovingPair()
  const meets = (p: readonly number[], q: readonly number[]): boolean => {
    const at = (hull: readonly number[], k: number): number => (hull[k] === undefined ? -1 : 3 * hull[k])
    pair.setA(from, to, at(p, 0), at(p, 1), at(p, 2))
    pair.setB(from, to, at(q, 0), at(q, 1), at(q, 2))
    return pair.meets(input.hulls === 'strands' ? 2 * radii[0]! : 0)
  }
  const common = a.filter((v) => b.includes(v))
  const [restA, restB] = [a.filter((v) => !common.includes(v)), b.filter((v) => !common.includes(v))]
  if (common.length === 0) return meets(a, b)
  if (common.length === 3) return true
  if (meets(restA, b) || meets(a, restB)) return true
  return (
    common.length === 2 &&
    (meets([common[0]!, ...restA], [common[1]!, ...restB]) || meets([common[1]!, ...restA], [common[0]!, ...restB]))
  )
}

/** Are the corners on one line at some instant? */
function collapses(input: StepInput, triangle: readonly number[]): boolean {
  const at = (of: ArrayLike<number>): number[] => triangle.flatMap((v) => [of[3 * v]!, of[3 * v + 1]!, of[3 * v + 2]!])
  const w = wholeNumbers([...at(input.points), ...at(input.next ?? input.points)])
  const edge = (corner: number, k: number) => {
    const d0 = w[3 * corner + k]! - w[k]!
    return trimmed([d0, w[9 + 3 * corner + k]! - w[9 + k]! - d0])
  }
  const [e, f] = [1, 2].map((corner) => [0, 1, 2].map((k) => edge(corner, k))) as [bigint[][], bigint[][]]
  const cross = [0, 1, 2].map((k) => {
    const [l, m] = [(k + 1) % 3, (k + 2) % 3]
    return subtractPolys(multiplyPolys(e[l]!, f[m]!), multiplyPolys(e[m]!, f[l]!))
  })
  if (cross.every((p) => p.length === 0)) return true
  return firstTime([{ zero: cross.filter((p) => p.length > 0), nonNegative: [], positive: [] }], 1) !== undefined
}

/** A step of a rope or a mesh, by seed. Coordinates are whole now and then, so that some touch exactly. */
export function randomStep(random: Random, largest: number): { input: StepInput; slabs: number } {
  const kind = random.integer(4)
  const slabs = random.integer(3) === 0 ? 2 ** random.integer(4) : 1
  if (kind === 0) return { input: randomMesh(random, largest), slabs }
  const hulls = kind === 1 ? 'beads' : 'strands'
  const n = 2 + random.integer(largest)
  const isWhole = random.integer(4) === 0
  const round = (x: number): number => (isWhole ? Math.round(2 * x) : x)
  const points: number[] = [0, 0, 0]
  const step = new Float64Array(3)
  const spread = random.range(1, 3)
  for (let i = 3; i < 3 * n; i += 3) {
    random.direction(step)
    for (let k = 0; k < 3; k++) points.push(points[i - 3 + k]! + round(spread * step[k]!))
  }
  const moved = random.range(0, 1) ** 2
  const next = points.map((x) => x + round(random.range(-moved, moved)))
  const size = random.range(0, 0.6)
  const each = hulls === 'beads' && random.integer(2) === 0
  const radii = each
    ? points.filter((_, k) => k % 3 === 0).map(() => random.range(0, size))
    : [isWhole ? 0.5 : size / 2]
  const neighbours = random.integer(4)
  const closed = random.integer(2) === 0
  const items = hulls === 'beads' || closed ? n : n - 1
  const excluded: [number, number][] = []
  for (let k = random.integer(4); k > 0 && items > 1; k--) {
    const i = random.integer(items - 1)
    excluded.push([i, i + 1 + random.integer(items - i - 1)])
  }
  const isStill = random.integer(8) === 0
  const cuts = hulls === 'strands' && random.integer(3) === 0 ? [random.integer(items)] : undefined
  const input: StepInput = {
    hulls,
    points,
    ...(isStill ? {} : { next }),
    radii: hulls === 'strands' && random.integer(2) === 0 ? [0] : radii,
    neighbours,
    closed,
    ...(cuts === undefined ? {} : { cuts }),
    excluded,
  }
  return { input, slabs }
}

/** A sheet, or two of them, or triangles at random; a third part of them flat. */
export function randomMesh(random: Random, largest: number): StepInput {
  const width = 1 + random.integer(Math.max(1, Math.round(Math.sqrt(largest / 2))))
  const sheet = (z: number, wave: number, first: number): { points: number[]; triangles: number[] } => {
    const points: number[] = []
    for (let i = 0; i <= width; i++) for (let j = 0; j <= width; j++) points.push(i, j, z + random.range(-wave, wave))
    const at = (i: number, j: number): number => first + i * (width + 1) + j
    const triangles: number[] = []
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) {
        triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1))
      }
    }
    return { points, triangles }
  }
  const wave = random.integer(3) === 0 ? 0 : random.range(0, 0.6)
  const lower = sheet(0, wave, 0)
  const hasTwo = random.integer(2) === 0
  const upper = hasTwo ? sheet(random.range(0.3, 2), wave, lower.points.length / 3) : { points: [], triangles: [] }
  const points = [...lower.points, ...upper.points]
  const triangles = [...lower.triangles, ...upper.triangles]
  const moved = random.range(0, 1) ** 2
  const turn = random.integer(2) === 0 ? random.range(0, 1.5) : 0
  const next = points.map((_, k) => {
    const [x, y, z] = [points[k - (k % 3)]!, points[k - (k % 3) + 1]!, points[k - (k % 3) + 2]!]
    const turned = [x * Math.cos(turn) - z * Math.sin(turn), y, x * Math.sin(turn) + z * Math.cos(turn)]
    return turned[k % 3]! + (moved < 0.02 ? 0 : random.range(-moved, moved))
  })
  if (random.integer(6) === 0) triangles.splice(3 * random.integer(triangles.length / 3 - 1), 3)
  const within = [random.integer(4) > 0, random.integer(2) === 0] as const
  const first = Math.min(lower.triangles.length, triangles.length) / 3
  const excluded: [number, number][] = random.integer(4) === 0 && triangles.length > 3 ? [[0, 1]] : []
  return { hulls: 'triangles', points, next, triangles, excluded, ...(hasTwo ? { parts: { first, within } } : {}) }
}
