// A six-axis arm with a supply cable from its carousel to its forearm, in a cell with a table, a post and a fence. The cable is
// given by frames: a curve that leaves both glands straight out and hangs between them, sampled into beads. Its ends follow the links at every
// frame and go straight between, as all of it does.
import { Necklace } from '../src/entries/chains.js'
import { box, cylinder, type Fastening, type Keyframe, World } from '../src/entries/robots.js'
import { checkCount, checkLength } from './checks.js'
import { sixAxisArm } from './motion-arms.js'

export interface CableCellOptions {
  /** Beads of the cable. */
  readonly beads?: number
  /** Its radius, in metres. */
  readonly radius?: number
  /** Frames for each piece of the motion. */
  readonly frames?: number
  /** How far the cable hangs down between its glands: a quarter of this, as a part of their distance. */
  readonly slack?: number
  /** How far out of the arm's side the glands lead it, in metres. */
  readonly out?: number
}

export interface CableCell {
  /** Robot `arm`, obstacles `floor`, `table`, `post` and `fence`, and the necklace `cable`, checked as strands. */
  readonly world: World
  readonly waypoints: readonly Float64Array[]
  readonly keyframes: readonly Keyframe[]
  /** Of the cable. */
  readonly radius: number
  readonly neighbours: number
  readonly fastened: readonly Fastening[]
}

/** Where the glands are, and which way they lead the cable: in the frames of their links. */
const GLANDS = [
  { link: 'arm/carousel', at: [0, 0.17, 0.1], along: [0, 1, 0] },
  { link: 'arm/forearm', at: [0.1, 0.06, 0], along: [0, 1, 0] },
] as const

/** Length of cable that is in a gland, in metres. */
const GLAND = 0.08

/** From a place beside the table over it to the post; radians. */
const WAY = [
  [-0.9, 0.1, 0.1, 0, 0.4, 0],
  [-0.5, 0.35, 0.0, 0.3, 0.5, 0.3],
  [0.1, 0.45, -0.1, 0.5, 0.3, 0.8],
  [0.6, 0.2, 0.05, 0.2, 0.2, 0.4],
]

/** The cell, the motion through it and the frames of the cable. */
export function cableCell(options: CableCellOptions = {}): CableCell {
  const { beads = 48, radius = 0.012, frames = 8, slack = 0.35, out = 0.35 } = options
  checkCount('beads', beads, 4)
  checkCount('frames', frames, 1)
  checkLength('radius', radius)
  const world = new World({
    robots: [sixAxisArm('irb', { name: 'arm', forearm: 0.755 })],
    obstacles: [
      { name: 'floor', shape: box({ size: [5, 5, 0.1] }), pose: { at: [0, 0, -0.06] } },
      { name: 'table', shape: box({ size: [0.7, 0.9, 0.08] }), pose: { at: [1.15, 0, 0.55] } },
      { name: 'post', shape: cylinder({ radius: 0.06, length: 2.4 }), pose: { at: [0.35, 1.2, 1.2] } },
      { name: 'fence', shape: box({ size: [3, 0.04, 2] }), pose: { at: [0, 1.6, 1] } },
    ],
  })
  const waypoints = WAY.map((q) => Float64Array.from(q))
  const count = frames * (waypoints.length - 1)
  const keyframes = Array.from({ length: count + 1 }, (_, k) => {
    const segment = Math.min(Math.floor(k / frames), waypoints.length - 2)
    const t = k / frames - segment
    const q = waypoints[segment]!.map((from, i) => from + t * (waypoints[segment + 1]![i]! - from))
    return { at: k / frames, positions: hanging(world, q, beads, slack, out) }
  })
  // Strands of one stretch of the cable overlap: those nearer along it than two diameters are neighbours. In the gland is as much of it.
  const spacing = Math.min(
    ...keyframes.map(({ positions }) => Math.hypot(...[0, 1, 2].map((k) => positions[3 + k]! - positions[k]!))),
  )
  const neighbours = 1 + Math.ceil((4 * radius) / spacing)
  const inGland = 1 + Math.ceil(GLAND / spacing)
  const fastened = GLANDS.map(({ link }, end) => ({
    to: link,
    beads: Array.from({ length: inGland }, (_, i) => (end === 0 ? i : beads - 1 - i)),
  }))
  const cable = new Necklace(keyframes[0]!.positions, radius, { neighbours })
  world.addNecklace('cable', cable, { strands: radius, fastened })
  return { world, waypoints, keyframes, radius, neighbours, fastened }
}

/** Beads at even distances along a cubic curve between the glands, which sags. */
function hanging(world: World, q: Float64Array, beads: number, slack: number, out: number): Float64Array {
  const ends = GLANDS.map(({ link, at, along }) => {
    const x = world.linkPose(q, link)
    const turn = (v: readonly number[]): number[] =>
      [0, 4, 8].map((i) => x[i]! * v[0]! + x[i + 1]! * v[1]! + x[i + 2]! * v[2]!)
    const place = turn(at).map((c, k) => c + x[4 * k + 3]!)
    return { place, next: turn(along).map((c, k) => place[k]! + out * c) }
  })
  const [a, b] = [ends[0]!, ends[1]!]
  const far = Math.hypot(...a.place.map((c, k) => b.place[k]! - c))
  const curve = Array.from({ length: FINE + 1 }, (_, i) => {
    const t = i / FINE
    const s = 1 - t
    const sag = 4 * slack * far * (t * s) ** 2
    return [0, 1, 2].map((k) => {
      const way = s ** 3 * a.place[k]! + 3 * s * s * t * a.next[k]! + 3 * s * t * t * b.next[k]! + t ** 3 * b.place[k]!
      return way - (k === 2 ? sag : 0)
    })
  })
  return evenly(curve, beads)
}

/** Pieces of the curve that is sampled. */
const FINE = 512

/** Points at even distances along a line through others. */
function evenly(curve: readonly (readonly number[])[], count: number): Float64Array {
  const lengths = [0]
  for (let i = 1; i < curve.length; i++) {
    lengths.push(lengths[i - 1]! + Math.hypot(...curve[i]!.map((c, k) => c - curve[i - 1]![k]!)))
  }
  const positions = new Float64Array(3 * count)
  let at = 1
  for (let i = 0; i < count; i++) {
    const along = (lengths.at(-1)! * i) / (count - 1)
    while (at < curve.length - 1 && lengths[at]! < along) at++
    const t = Math.min(1, (along - lengths[at - 1]!) / (lengths[at]! - lengths[at - 1]!))
    for (let k = 0; k < 3; k++) positions[3 * i + k] = curve[at - 1]![k]! * (1 - t) + curve[at]![k]! * t
  }
  return positions
}
