// A straight step of a necklace without any structure: every checked pair decided by the exact primitive, and, to see that the
// primitive itself is right, every checked pair sampled at many instants with distances of our own.
import { Necklace, type NecklaceOptions, Random, type StepMeeting } from '../../../src/entries/chains.js'
import { firstBallContact, movingBallsMeet } from '../../../src/geometry/moving/moving-balls.js'
import { MovingPair } from '../../../src/geometry/moving/moving-pair.js'
import { ballsOf, eachTested } from './necklaces.js'
import { FAMILIES, MOTIONS } from './necklaces-cases.js'

/** A step as plain data, to be printed and pasted. */
export interface BetweenCase {
  readonly dimension: 2 | 3
  readonly closed: boolean
  readonly neighbours: number
  /** Pairs of which i + 3·j is a multiple of it are excluded; 0: none are. */
  readonly exclude: number
  readonly centres: readonly number[]
  readonly next: readonly number[]
  readonly radii: readonly number[]
  /** Null: beads. */
  readonly strands: number | null
  readonly cuts: readonly number[]
}

export interface BetweenPlayed {
  steps: number
  free: number
  colliding: number
  /** Steps of which no pair is checked. */
  empty: number
  pairs: number
  /** Pairs and instants that were sampled, and those of them in contact. */
  samples: number
  contacts: number
  exactCalls: number
}

export const nothingPlayed = (): BetweenPlayed => ({
  steps: 0,
  free: 0,
  colliding: 0,
  empty: 0,
  pairs: 0,
  samples: 0,
  contacts: 0,
  exactCalls: 0,
})

export const BETWEEN_WAYS: readonly { readonly name: string; readonly options: NecklaceOptions }[] = [
  { name: 'auto', options: {} },
  { name: 'cages', options: { method: 'cages' } },
  { name: 'layered', options: { method: 'cages', experimental: { cages: 'layered' } } },
  { name: 'grid', options: { method: 'grid' } },
  { name: 'power diagram', options: { method: 'power-diagram' } },
]

const excludes = (c: BetweenCase): ((i: number, j: number) => boolean) | undefined =>
  c.exclude === 0 ? undefined : (i, j) => (i + 3 * j) % c.exclude === 0

export function necklaceOfStep(c: BetweenCase, options: NecklaceOptions): Necklace {
  const { dimension, closed, neighbours } = c
  const exclude = excludes(c)
  return new Necklace(c.centres, c.radii, { dimension, closed, neighbours, ...(exclude && { exclude }), ...options })
}

/** The beads of strand i. */
const endsOf = (n: number, i: number): [number, number] => [i, (i + 1) % n]

/** Calls back with every pair of items that is checked. */
function eachPair(c: BetweenCase, visit: (i: number, j: number) => void): void {
  const n = c.radii.length
  const exclude = excludes(c)
  if (c.strands === null) {
    eachTested(n, { neighbours: c.neighbours, closed: c.closed, exclude }, visit)
    return
  }
  const isLoop = c.closed && n > 2
  const count = isLoop ? n : n - 1
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const [a, b] = [endsOf(n, i), endsOf(n, j)]
      const along = isLoop ? Math.min(j - i, count - (j - i)) : j - i
      if (along <= c.neighbours || a.some((x) => b.includes(x)) || c.cuts.includes(i) || c.cuts.includes(j)) continue
      if (exclude !== undefined && a.every((x) => b.every((y) => exclude(Math.min(x, y), Math.max(x, y))))) continue
      visit(i, j)
    }
  }
}

/** Every checked pair that meets, in the order that `between` promises. */
export function meetingsOf(c: BetweenCase, pair = new MovingPair()): StepMeeting[] {
  const from = ballsOf(c.dimension, c.centres, c.radii)
  const to = ballsOf(c.dimension, c.next, c.radii)
  const found: StepMeeting[] = []
  const out = new Float64Array(2)
  const n = c.radii.length
  eachPair(c, (a, b) => {
    if (c.strands === null) {
      if (!movingBallsMeet(from, to, a, from, to, b)) return
      firstBallContact(out, from, to, a, from, to, b)
    } else {
      const reach = 2 * c.strands
      const [p, q] = endsOf(n, a)
      const [v, w] = endsOf(n, b)
      pair.setA(from, to, 4 * p, 4 * q, -1)
      pair.setB(from, to, 4 * v, 4 * w, -1)
      if (!pair.meets(reach)) return
      pair.firstContact(out, reach)
    }
    found.push({ a, b, lower: out[0]!, upper: out[1]! })
  })
  return found.sort((p, q) => p.lower - q.lower || p.upper - q.upper || p.a - q.a || p.b - q.b)
}

/**
 * Throws if a way to answer differs from brute force, or brute force from what is sampled. `ways`: how many of the ways are asked,
 * which ones by turns; the first of them is asked again after steps to and fro, which cages that went ahead must survive.
 */
export function checkStep(c: BetweenCase, played: BetweenPlayed, instants = 24, ways = BETWEEN_WAYS.length): void {
  const truth = meetingsOf(c)
  sample(c, truth, played, instants)
  const strands = c.strands === null ? {} : { strands: c.strands, cuts: c.cuts }
  const listed = JSON.stringify(truth)
  let checked = 0
  eachPair(c, () => checked++)
  const expected = truth.length > 0 ? 'collision' : checked > 0 ? 'free' : 'nothing-to-check'
  for (let w = 0; w < ways; w++) {
    const { name, options } = BETWEEN_WAYS[(played.steps + w) % BETWEEN_WAYS.length]!
    const necklace = necklaceOfStep(c, options)
    const compare = (when: string): void => {
      const { outcome, pairs, at, complete, stats } = necklace.between(c.next, strands)
      demand(complete, c, `${name}, ${when}: not complete`)
      demand(outcome === expected, c, `${name}, ${when}: ${outcome}`)
      demand(at === truth[0]?.lower, c, `${name}, ${when}: at ${at}, not ${truth[0]?.lower}`)
      const said = JSON.stringify(pairs)
      demand(said === listed, c, `${name}, ${when}: ${said}, not ${listed}`)
      played.exactCalls += stats.exactCalls
    }
    compare('first')
    if (w > 0) continue
    necklace.step(c.next)
    necklace.selfCollides()
    necklace.undo()
    necklace.validate()
    compare('after a step and back')
    const { moved, verdict } = necklace.step(c.next, { proved: true, first: true, ...strands })
    demand(moved === (expected === 'free'), c, `${name}: proved, moved ${moved}`)
    demand(JSON.stringify(verdict!.pairs) === JSON.stringify(truth.slice(0, 1)), c, `${name}: not the first`)
    const stands = necklace.centres()
    demand(
      (moved ? c.next : c.centres).every((x, k) => x === stands[k]),
      c,
      `${name}: proved, beads elsewhere`,
    )
  }
  played.steps++
  played.pairs += truth.length
  if (expected === 'collision') played.colliding++
  else if (expected === 'free') played.free++
  else played.empty++
}

/** Distances at many instants in doubles, believed to a billionth of the size. */
function sample(c: BetweenCase, truth: readonly StepMeeting[], played: BetweenPlayed, instants: number): void {
  // In units in which no product underflows: a power of two, so that nothing else changes.
  const largest = Math.max(...c.centres.map(Math.abs), ...c.next.map(Math.abs), Number.MIN_VALUE)
  const unit = 2 ** Math.min(1000, -Math.floor(Math.log2(largest)))
  const from = ballsOf(c.dimension, c.centres, c.radii).map((x) => unit * x)
  const to = ballsOf(c.dimension, c.next, c.radii).map((x) => unit * x)
  const n = c.radii.length
  const size = Math.max(...from.map(Math.abs), ...to.map(Math.abs), unit * (c.strands ?? 0))
  const slack = 1e-9 * size
  const met = new Map(truth.map((m) => [m.a * n + m.b, m]))
  eachPair(c, (a, b) => {
    const meeting = met.get(a * n + b)
    const reach = unit * (c.strands === null ? c.radii[a]! + c.radii[b]! : 2 * c.strands)
    const gap = (t: number): number => {
      const place = (i: number): number[] =>
        [0, 1, 2].map((k) => from[4 * i + k]! + t * (to[4 * i + k]! - from[4 * i + k]!))
      if (c.strands === null) return distance(place(a), place(b)) - reach
      const [p, q] = endsOf(n, a)
      const [v, w] = endsOf(n, b)
      return segmentDistance(place(p), place(q), place(v), place(w)) - reach
    }
    for (let k = 0; k <= instants; k++) {
      const t = k / instants
      const g = gap(t)
      played.samples++
      if (g < -slack) {
        played.contacts++
        demand(meeting !== undefined, c, `${a} and ${b} overlap by ${-g} at ${t}, and are said to stay apart`)
        demand(meeting!.lower <= t, c, `${a} and ${b} overlap by ${-g} at ${t}, before ${meeting!.lower}`)
      }
    }
    if (meeting === undefined) return
    const { lower, upper } = meeting
    demand(
      lower >= 0 && upper <= 1 && upper >= lower && upper - lower <= 2 ** -40,
      c,
      `${a}, ${b}: ${lower} to ${upper}`,
    )
    demand(gap(upper) <= slack, c, `${a} and ${b} are ${gap(upper)} apart at ${upper}, where they are said to meet`)
  })
}

function distance(p: readonly number[], q: readonly number[]): number {
  return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!)
}

/** From all four ends to the other segment, and between the lines where they are nearest within both. */
export function segmentDistance(
  p: readonly number[],
  q: readonly number[],
  v: readonly number[],
  w: readonly number[],
): number {
  const toSegment = (x: readonly number[], a: readonly number[], b: readonly number[]): number => {
    const ab = [0, 1, 2].map((k) => b[k]! - a[k]!)
    const length = ab[0]! ** 2 + ab[1]! ** 2 + ab[2]! ** 2
    const along = ab.reduce((sum, d, k) => sum + d * (x[k]! - a[k]!), 0)
    const s = length > 0 ? Math.min(1, Math.max(0, along / length)) : 0
    return distance(
      x,
      [0, 1, 2].map((k) => a[k]! + s * ab[k]!),
    )
  }
  let best = Math.min(toSegment(p, v, w), toSegment(q, v, w), toSegment(v, p, q), toSegment(w, p, q))
  const a = [0, 1, 2].map((k) => q[k]! - p[k]!)
  const b = [0, 1, 2].map((k) => w[k]! - v[k]!)
  const d = [0, 1, 2].map((k) => v[k]! - p[k]!)
  const dot = (x: readonly number[], y: readonly number[]): number => x[0]! * y[0]! + x[1]! * y[1]! + x[2]! * y[2]!
  const det = dot(a, a) * dot(b, b) - dot(a, b) ** 2
  if (det > 0) {
    const s = (dot(d, a) * dot(b, b) - dot(d, b) * dot(a, b)) / det
    const t = (dot(d, a) * dot(a, b) - dot(d, b) * dot(a, a)) / det
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      best = Math.min(
        best,
        distance(
          [0, 1, 2].map((k) => p[k]! + s * a[k]!),
          [0, 1, 2].map((k) => v[k]! + t * b[k]!),
        ),
      )
    }
  }
  return best
}

/** A step of up to this many beads: any family, any motion; a third of them on whole numbers, where much is tied. */
export function betweenCase(seed: number, beads: number): BetweenCase {
  const random = new Random(seed)
  const pick = <T>(all: readonly T[]): T => all[random.integer(all.length)]!
  const dimension = random.integer(4) === 0 ? 2 : 3
  const family = FAMILIES[pick(Object.keys(FAMILIES))]!
  const n = 1 + random.integer(beads)
  const whole = random.integer(3) === 0
  const lie = whole ? wholeLie(random, n, dimension) : family(random, n, dimension)
  const motion = pick(['any', 'any', 'gentle', 'still', 'shift', 'fold', 'whole', 'flip'])
  let next: readonly number[]
  if (motion === 'any') next = MOTIONS[pick(Object.keys(MOTIONS))]!(random, lie, dimension, family).centres
  else if (motion === 'gentle') next = lie.centres.map((x) => x + random.range(-0.1, 0.1))
  else if (motion === 'still') next = lie.centres
  else if (motion === 'shift') {
    const by = Array.from({ length: dimension }, () => random.integer(9) - 4)
    next = lie.centres.map((x, k) => x + by[k % dimension]!)
  } else if (motion === 'fold') {
    // The half after a bead is mirrored in it along one axis: a fold back.
    const joint = random.integer(n)
    const axis = random.integer(dimension)
    next = lie.centres.map((x, k) =>
      k % dimension === axis && k >= dimension * joint ? 2 * lie.centres[dimension * joint + axis]! - x : x,
    )
  } else if (motion === 'flip') next = lie.centres.map((x, k) => (k % dimension === 0 ? -x : x))
  else next = lie.centres.map((x) => Math.round(x) + random.integer(3) - 1)
  const strands = random.integer(3) === 0 ? null : pick([0, 0, 0.25, 0.5, random.range(0, 0.6)])
  const cuts = strands !== null && random.integer(6) === 0 ? [random.integer(n)] : []
  return {
    dimension,
    closed: random.integer(2) === 0,
    neighbours: pick([0, 1, 1, 1, 2, 3]),
    exclude: pick([0, 0, 0, 2, 5]),
    centres: lie.centres.map(held),
    next: next.map(held),
    radii: lie.radii,
    strands,
    cuts,
  }
}

/** The engine takes coordinates of up to 1e60. */
const held = (x: number): number => Math.min(9e59, Math.max(-9e59, x))

function wholeLie(random: Random, n: number, dimension: number): { centres: number[]; radii: number[] } {
  const side = 2 + random.integer(4)
  return {
    centres: Array.from({ length: n * dimension }, () => random.integer(side)),
    radii: Array.from({ length: n }, () => [0, 0.25, 0.5, 0.5, 1][random.integer(5)]!),
  }
}

function demand(holds: boolean, c: BetweenCase, what: string): void {
  if (!holds) throw new Error(`${what}\n${JSON.stringify(c)}`)
}
