// Two chains of links that meet: the scenes of cab-2004, Tables 1 to 4. Open ones swing into each other now and then
// (articulated-open.ts), braided ones are wound around each other (articulated-braid.ts). No gravity.
//
// The paper does not give its motions. These are set so that links come as near to each other, and touch as rarely, as its
// tables tell: thousands of exact queries behind oriented boxes, some hundreds of contacts in 10,000 frames; and many in braids.
import { InvalidInputError, Random } from '../src/entries/meshes.js'
import { braidedMotion } from './articulated-braid.js'
import { boatLink, ellipsoidLink } from './articulated-links.js'
import { openMotion } from './articulated-open.js'
import { type ArticulatedBody, type ArticulatedScene, articulatedPairs } from './articulated-scene.js'
import { axisTurn, turnFromX, turns, type Vector } from './articulated-turns.js'
import { checkCount } from './checks.js'

export const ARTICULATED_CHAINS = ['convex-3', 'convex-6', 'dented-6', 'braided-6'] as const
export type ArticulatedChains = (typeof ARTICULATED_CHAINS)[number]

/** All lengths are in units of a link's. */
const LENGTH = 1

const TABLES = {
  'convex-3': { table: 1, thickness: LENGTH / 3, what: 'convex links, 3 : 1, open' },
  'convex-6': { table: 2, thickness: LENGTH / 6, what: 'convex links, 6 : 1, open' },
  'dented-6': { table: 3, thickness: LENGTH / 6, what: 'boat hulls, 6 : 1, open' },
  'braided-6': { table: 4, thickness: LENGTH / 6, what: 'convex links, 6 : 1, braided' },
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
  const { table, thickness, what } = TABLES[name]
  const random = new Random(seed)
  const { paths, forces } =
    name === 'braided-6' ? braidedMotion(links, LENGTH, random) : openMotion(links, LENGTH, thickness, random)
  const link = makeLink(name, thickness)
  const bodies = paths.flatMap((path, chain) => chainBodies(path, chain, links, link, random))
  return {
    name,
    what: `two chains of ${links} ${what}`,
    table,
    frames: 10_000,
    bodies,
    pairs: articulatedPairs(bodies),
    gravity: 0,
    step: 1 / 60,
    settle: 60,
    damping: 2,
    forces,
    placed: () => undefined,
  }
}

type Link = Pick<ArticulatedBody, 'shape' | 'hull' | 'solids'>

function makeLink(name: ArticulatedChains, thickness: number): Link {
  if (name === 'dented-6') {
    const { mesh, hull } = boatLink({ length: LENGTH, width: thickness, depth: thickness / 2 })
    return { shape: mesh, hull, solids: [hull] }
  }
  const shape = ellipsoidLink({ length: LENGTH, width: thickness })
  return { shape, hull: undefined, solids: [shape] }
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
