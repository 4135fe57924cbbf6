// Random segments of a world for the comparison of the deciding prover with the recording one: free ones, ones that collide, and
// ones that end or begin just beside a contact.
import type { Random } from '../../../src/base/math/random.js'
import { DecidedSegment } from '../../../src/robots/motion/decided-segment.js'
import { LinePiece } from '../../../src/robots/motion/line-piece.js'
import { worldSpace } from '../../../src/robots/motion/motion-space.js'
import type { MotionPiece } from '../../../src/robots/motion/piece.js'
import { type SegmentOptions, SegmentProver } from '../../../src/robots/motion/segment-prover.js'
import type { World } from '../../../src/robots/world/world.js'

export interface DecidedTally {
  edges: number
  free: number
  hits: number
  /** Neither of the two could tell. */
  undecided: number
  /** Made beside a contact. */
  grazing: number
  sampled: number
  readonly wrong: string[]
}

export function newDecidedTally(): DecidedTally {
  return { edges: 0, free: 0, hits: 0, undecided: 0, grazing: 0, sampled: 0, wrong: [] }
}

/** Values of joints without limits. */
const WIDEST = Math.PI

/** Tests after which a segment is left undecided. */
const MOST_STEPS = 200_000

const SAMPLES = 200

/** Compares `count` segments; every `sampled`th is sampled as well. */
export function compareEdges(
  world: World,
  random: Random,
  count: number,
  tally: DecidedTally,
  options: SegmentOptions = {},
  sampled = 10,
): void {
  for (let k = 0; k < count; k++) {
    const [from, to] = k % 3 === 0 ? grazing(world, random, tally) : anyEdge(world, random)
    const piece = new LinePiece(from, to, worldSpace(world).quaternions)
    compareOne(world, piece, tally, options, k % sampled === 0)
  }
}

function compareOne(
  world: World,
  piece: MotionPiece,
  tally: DecidedTally,
  options: SegmentOptions,
  isSampled: boolean,
): void {
  const decided = new DecidedSegment(world, piece, options, 2 * MOST_STEPS)
  const recorded = new SegmentProver(world, piece, options)
  for (const work of [decided, recorded]) while (work.isOpen && work.steps < MOST_STEPS) work.advance(MOST_STEPS, 1000)
  tally.edges++
  const label = JSON.stringify(piece.document())
  if (decided.isFree) tally.free++
  else if (decided.hit !== undefined) tally.hits++
  else tally.undecided++
  // Both are right: what is found closer than delta, though apart, ends the check where it is found before it is proved.
  if (decided.isFree && recorded.hit?.kind === 'closer-than-delta') {
    decided.proofs()
    return
  }
  if (decided.isFree && recorded.hit !== undefined) tally.wrong.push(`free, and touches: ${label}`)
  if (decided.hit !== undefined && recorded.isFree) tally.wrong.push(`touches, and is free: ${label}`)
  if (decided.isFree !== recorded.isFree && (recorded.isOpen ? decided : recorded).steps < MOST_STEPS / 2) {
    tally.wrong.push(`free: ${decided.isFree} and ${recorded.isFree}: ${label}`)
  }
  const { hit } = decided
  if (hit?.kind === 'collision' && !world.collides(hit.configuration)) tally.wrong.push(`no contact there: ${label}`)
  if (!isSampled || !decided.isFree) return
  tally.sampled++
  // What the certificate is made of: throws where the two disagree.
  decided.proofs()
  const q = new Float64Array(piece.dof)
  for (let i = 0; i <= SAMPLES; i++) {
    piece.at(q, i / SAMPLES)
    if (world.collides(q)) {
      tally.wrong.push(`free, and touches at ${i / SAMPLES}: ${label}`)
      return
    }
  }
}

/** A few tries for one that touches nothing, or that does. */
function somewhere(world: World, random: Random, isFree: boolean): Float64Array {
  let q = anywhere(world, random)
  for (let k = 0; k < 50 && world.collides(q) === isFree; k++) q = anywhere(world, random)
  return q
}

function anywhere(world: World, random: Random): Float64Array {
  const q = Float64Array.from(world.lower, (low, i) =>
    random.range(Math.max(low, -WIDEST), Math.min(world.upper[i]!, WIDEST)),
  )
  for (const i of worldSpace(world).quaternions) {
    const v = [0, 1, 2, 3].map(() => random.range(-1, 1))
    const length = Math.hypot(...v) || 1
    v.forEach((x, k) => {
      q[i + k] = x / length
    })
  }
  return q
}

/** From a configuration that is free, as a rule, some way in a random direction; now and then all or none of the joints move. */
function anyEdge(world: World, random: Random): [Float64Array, Float64Array] {
  const from = somewhere(world, random, random.unit() < 0.9)
  return [from, aside(world, random, from, 10 ** random.range(-2, 0.4))]
}

function aside(world: World, random: Random, from: Float64Array, length: number): Float64Array {
  const share = random.unit() < 0.3 ? random.unit() : 1
  const to = from.slice()
  let sum = 0
  const way = from.map(() => (random.unit() <= share ? random.range(-1, 1) : 0))
  for (const x of way) sum += x * x
  for (let i = 0; i < to.length; i++) {
    const moved = to[i]! + (sum > 0 ? (way[i]! * length) / Math.sqrt(sum) : 0)
    to[i] = Math.min(Math.max(moved, world.lower[i]!), world.upper[i]!)
  }
  for (const i of worldSpace(world).quaternions) {
    const length4 = Math.hypot(to[i]!, to[i + 1]!, to[i + 2]!, to[i + 3]!)
    for (let k = i; k < i + 4; k++) to[k] = length4 > 0 ? to[k]! / length4 : from[k]!
  }
  return to
}

/** Up to a contact but for a tiny rest, or along it, or a little into it. */
function grazing(world: World, random: Random, tally: DecidedTally): [Float64Array, Float64Array] {
  const free = somewhere(world, random, true)
  const hit = somewhere(world, random, false)
  if (world.collides(free) || !world.collides(hit)) return anyEdge(world, random)
  tally.grazing++
  const between = (t: number): Float64Array => {
    const q = new Float64Array(free.length)
    new LinePiece(free, hit, worldSpace(world).quaternions).at(q, t)
    return q
  }
  let low = 0
  let high = 1
  const depth = 4 + Math.floor(30 * random.unit())
  for (let k = 0; k < depth; k++) {
    const middle = (low + high) / 2
    if (world.collides(between(middle))) high = middle
    else low = middle
  }
  const kind = random.unit()
  if (kind < 0.4) return [between(Math.max(0, low - random.unit() * 0.3)), between(low)]
  if (kind < 0.7) return [between(low), aside(world, random, between(low), 10 ** random.range(-3, 0))]
  return [between(Math.max(0, low - random.unit() * 0.3)), between(high)]
}
