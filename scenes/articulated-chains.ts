// Two chains of links that meet: the scenes of cab-2004, Tables 1 to 4. No gravity; the end links are drawn after points that
// wander (sums of sines by seed), and the links between follow. The open chains run side by side and swing into each other,
// while the whole turns about an axis by seed, so that no direction is favoured; the braided ones are wound around one axis,
// and wound tighter and looser by their ends.
import { InvalidInputError, Random } from '../src/index.js'
import { boatLink, ellipsoidLink } from './articulated-links.js'
import { type ArticulatedBody, type ArticulatedScene, articulatedPairs, PLACE } from './articulated-scene.js'
import {
  axisTurn,
  type Quaternion,
  turnAbout,
  turnFromX,
  turns,
  turnVector,
  type Vector,
  wander,
} from './articulated-turns.js'
import { checkCount } from './checks.js'

export const ARTICULATED_CHAINS = ['convex-3', 'convex-6', 'dented-6', 'braided-6'] as const
export type ArticulatedChains = (typeof ARTICULATED_CHAINS)[number]

/** All lengths are in units of a link's. */
const LENGTH = 1
const PAPER_FRAMES = 10_000

/** Open chains: how far apart they start, how far their ends are led about, and how far they are stretched. */
const OPEN_GAP = 0.8 * LENGTH
const OPEN_REACH = 1 * LENGTH
const OPEN_SLACK = 0.9
/** Seconds in which they turn once about their axis. */
const OPEN_TURN = 45

const TABLES = {
  'convex-3': { table: 1, what: 'convex links, 3 : 1, open' },
  'convex-6': { table: 2, what: 'convex links, 6 : 1, open' },
  'dented-6': { table: 3, what: 'boat hulls, 6 : 1, open' },
  'braided-6': { table: 4, what: 'convex links, 6 : 1, braided' },
} as const

export function articulatedChains(
  name: ArticulatedChains,
  options: { readonly seed?: number; readonly links?: number } = {},
): ArticulatedScene {
  const { seed = 1, links = 16 } = options
  if (!ARTICULATED_CHAINS.includes(name)) {
    throw new InvalidInputError('name', name, `one of ${ARTICULATED_CHAINS.join(', ')}`)
  }
  checkCount('links', links, 2)
  const random = new Random(seed)
  const link = makeLink(name)
  const braided = name === 'braided-6'
  const chains = [0, 1].map((c) => (braided ? braidedPath(links, c) : openPath(links, c, random)))
  const frame = braided ? () => axisTurn(0, 0) : turningFrame(random)
  const bodies = chains.flatMap((path, c) => chainBodies(turnPath(path, frame(0)), c, links, link, random))
  const targets = braided ? braidTargets(chains, random) : openTargets(chains, frame, random)
  const ends = new Float64Array(12)
  return {
    name,
    what: `two chains of ${links} ${TABLES[name].what}`,
    table: TABLES[name].table,
    frames: PAPER_FRAMES,
    bodies,
    pairs: articulatedPairs(bodies),
    gravity: 0,
    step: 1 / 60,
    settle: 60,
    damping: braided ? 2 : 0.4,
    forces: (out, time, places) => {
      targets(ends, time)
      pullLinks(out, places, links, ends, braided ? 0 : TOGETHER)
    },
    placed: () => undefined,
  }
}

type Link = Pick<ArticulatedBody, 'shape' | 'hull' | 'solids'>

function makeLink(name: ArticulatedChains): Link {
  if (name === 'dented-6') {
    const { mesh, hull } = boatLink({ length: LENGTH, width: LENGTH / 6, depth: LENGTH / 12 })
    return { shape: mesh, hull, solids: [hull] }
  }
  const shape = ellipsoidLink({ length: LENGTH, width: LENGTH / (name === 'convex-3' ? 3 : 6) })
  return { shape, hull: undefined, solids: [shape] }
}

/** Joints of a chain, ends included: links + 1 points, LENGTH apart. Along x and slack, the two of them side by side. */
function openPath(links: number, chain: number, random: Random): Float64Array {
  const points = new Float64Array(3 * (links + 1))
  const phase = random.range(0, 2 * Math.PI)
  for (let k = 1; k <= links; k++) {
    // A wave of one and a half turns.
    const heading = 0.9 * Math.sin(phase + (3 * Math.PI * k) / links)
    points[3 * k] = points[3 * k - 3]! + LENGTH * Math.cos(heading)
    points[3 * k + 1] = points[3 * k - 2]! + LENGTH * Math.sin(heading)
  }
  centre(points)
  for (let k = 0; k <= links; k++) points[3 * k + 2] = (chain === 0 ? 0.5 : -0.5) * OPEN_GAP
  return points
}

/** Half of a double helix about x. */
function braidedPath(links: number, chain: number): Float64Array {
  const points = new Float64Array(3 * (links + 1))
  // Chords of a helix: LENGTH² = rise² + (2 r sin(BRAID_TURN / 2))².
  const rise = Math.sqrt(LENGTH ** 2 - (2 * BRAID_RADIUS * Math.sin(BRAID_TURN / 2)) ** 2)
  for (let k = 0; k <= links; k++) {
    const angle = k * BRAID_TURN + chain * Math.PI
    points[3 * k] = k * rise
    points[3 * k + 1] = BRAID_RADIUS * Math.cos(angle)
    points[3 * k + 2] = BRAID_RADIUS * Math.sin(angle)
  }
  for (let k = 0; k <= links; k++) points[3 * k]! -= (links * rise) / 2
  return points
}

const BRAID_TURN = 0.5
const BRAID_RADIUS = 0.22

function centre(points: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0
    for (let i = axis; i < points.length; i += 3) sum += points[i]!
    for (let i = axis; i < points.length; i += 3) points[i]! -= sum / (points.length / 3)
  }
}

/** A frame that turns about an axis across x: x sweeps a great circle. */
function turningFrame(random: Random): (time: number) => Quaternion {
  const across = random.range(0, 2 * Math.PI)
  const start = random.range(0.3, 1.2)
  return (time) => turnAbout([0, Math.cos(across), Math.sin(across)], start + (2 * Math.PI * time) / OPEN_TURN)
}

function turnPath(path: Float64Array, turn: Quaternion): Float64Array {
  const out = new Float64Array(path.length)
  for (let k = 0; k < path.length; k += 3) out.set(turnVector(turn, [path[k]!, path[k + 1]!, path[k + 2]!]), k)
  return out
}

function chainBodies(path: Float64Array, chain: number, links: number, link: Link, random: Random): ArticulatedBody[] {
  return Array.from({ length: links }, (_, k): ArticulatedBody => {
    const first = k === 0
    return {
      ...link,
      name: `${'ab'[chain]}${k}`,
      parent: first ? -1 : chain * links + k - 1,
      tree: chain,
      anchor: first ? new Float64Array(3) : Float64Array.of(-LENGTH / 2, 0, 0),
      parentAnchor: first ? new Float64Array(3) : Float64Array.of(LENGTH / 2, 0, 0),
      motion: 'dynamic',
      start: linkPlace(path, k, random.range(0, 2 * Math.PI)),
    }
  })
}

/** The middle between two joints, and the shortest turn from x to the direction between them after a roll about x. */
function linkPlace(path: Float64Array, k: number, roll: number): Float64Array {
  const [p, q] = [path.subarray(3 * k, 3 * k + 3), path.subarray(3 * k + 3, 3 * k + 6)]
  const along: Vector = [q[0]! - p[0]!, q[1]! - p[1]!, q[2]! - p[2]!]
  const turn = turns(turnFromX(along), axisTurn(0, roll))
  return Float64Array.of((p[0]! + q[0]!) / 2, (p[1]! + q[1]!) / 2, (p[2]! + q[2]!) / 2, ...turn)
}

/** Where the first and the last link of each chain are drawn to: twelve numbers. */
type Targets = (out: Float64Array, time: number) => void

function openTargets(chains: readonly Float64Array[], frame: (time: number) => Quaternion, random: Random): Targets {
  const paths = chains.map((path) => [path.subarray(0, 3), path.subarray(path.length - 3)])
  const waves = Array.from({ length: 12 }, () => wander(random, 12))
  return (out, time) => {
    const turn = frame(time)
    for (let o = 0; o < 12; o += 3) {
      const end = paths[Math.trunc(o / 6)]![Math.trunc(o / 3) % 2]!
      const at = (k: 0 | 1 | 2): number => OPEN_SLACK * end[k]! + OPEN_REACH * waves[o + k]!(time)
      out.set(turnVector(turn, [at(0), at(1), at(2)]), o)
    }
  }
}

function braidTargets(chains: readonly Float64Array[], random: Random): Targets {
  const length = -chains[0]![0]!
  const [twistA, twistB, pull] = [wander(random, 20), wander(random, 20), wander(random, 9)] as const
  const angles = chains.map((path) =>
    [path.subarray(0, 3), path.subarray(path.length - 3)].map((p) => Math.atan2(p[2]!, p[1]!)),
  )
  return (out, time) => {
    const half = length * (1 + 0.03 * pull(time))
    for (let chain = 0; chain < 2; chain++) {
      for (let end = 0; end < 2; end++) {
        const angle = angles[chain]![end]! + 2 * (end === 0 ? twistA(time) : twistB(time))
        const o = 6 * chain + 3 * end
        out[o] = end === 0 ? -half : half
        out[o + 1] = BRAID_RADIUS * Math.cos(angle)
        out[o + 2] = BRAID_RADIUS * Math.sin(angle)
      }
    }
  }
}

/** What draws the ends to where they are led, and each link of an open chain to the one beside it; a second squared. */
const PULL = 150
const TOGETHER = 0.5

function pullLinks(out: Float64Array, places: Float64Array, links: number, ends: Float64Array, together: number): void {
  for (let link = 0; link < links; link++) {
    const [a, b] = [link, links + link]
    for (let axis = 0; axis < 3; axis++) {
      const pull = together * (places[PLACE * b + axis]! - places[PLACE * a + axis]!)
      out[3 * a + axis] = pull
      out[3 * b + axis] = -pull
    }
  }
  for (let i = 0; i < 12; i++) {
    const [chain, end, axis] = [Math.trunc(i / 6), Math.trunc(i / 3) % 2, i % 3]
    const body = chain * links + (end === 0 ? 0 : links - 1)
    out[3 * body + axis] = PULL * (ends[i]! - places[PLACE * body + axis]!)
  }
}
