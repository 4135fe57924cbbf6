// What the answers of a world do not cover: links that were not seen or have visual geometry only, meshes that are surfaces;
// and whether it has anything to examine at all.
//
// A pair is examined if it is `checked`, or `never`: spheres or a proof show that it cannot touch. A world without such a pair has
// nothing to check, and an answer about it must not read as if something had been proved.
import type { Robot } from '../model/robot.js'
import type { NamedRobot } from './world-input.js'
import type { WorldObject } from './world-objects.js'
import { NEVER, type PairTable } from './world-pairs.js'
import type { WorldSurface } from './world-surfaces.js'

/** What a world cannot see, and what it takes for proved: every verdict about it says so. */
export interface BlindSpots {
  /** Meshes, or parts of them, that are surfaces: what is wholly inside them is not seen. */
  readonly surfaces: readonly WorldSurface[]
  /** Links, as `robot/link`, whose geometry was left out because a mesh was missing. */
  readonly unseen: readonly string[]
  /** Links, as `robot/link`, that have visual geometry in their file and none that counts: what they touch is not seen. */
  readonly visualOnly: readonly string[]
  /** Pairs that are not checked because the world trusts a proof that they never touch (`World.trustProofs`): an answer rests on that. */
  readonly premises: number
}

export function unseenLinks(robots: readonly NamedRobot[]): readonly string[] {
  return Object.freeze(linksOf(robots, ({ unseen }) => unseen))
}

export function visualOnlyLinks(robots: readonly NamedRobot[]): readonly string[] {
  return Object.freeze(linksOf(robots, ({ visualOnly }) => visualOnly))
}

function linksOf(robots: readonly NamedRobot[], own: (robot: Robot) => readonly string[]): string[] {
  return robots.flatMap(({ robot, name }) => own(robot).map((link) => `${name}/${link}`))
}

/** Is there a pair that is examined? */
export function hasExaminedPair(objects: number, movers: number, table: PairTable): boolean {
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < objects; b++) if (table.get(a, b) <= NEVER) return true
  }
  return false
}

/** More names than this are counted, not listed. */
const MOST_NAMES = 8

/** Why there is nothing to check, and what can be done about it; for a world without a pair that is examined. */
export function reasonForNothing(robots: readonly NamedRobot[], objects: readonly WorldObject[]): string {
  const bare = linksOf(robots, ({ links }) =>
    links.filter(({ geometry }) => geometry.length === 0).map(({ name }) => name),
  )
  const unseen = unseenLinks(robots)
  const visual = visualOnlyLinks(robots)
  const moving = objects.filter(({ kind }) => kind !== 'obstacle')
  const [only] = moving
  const parts: string[] = []
  if (only === undefined) parts.push(bare.length === 0 ? 'there is no robot' : 'no link has collision geometry')
  else if (objects.length === 1) parts.push(`${only.name} is all that has collision geometry`)
  else parts.push(`of ${objects.length} objects, all pairs are allowed to touch or do not move relative to each other`)
  if (only !== undefined && bare.length > 0) parts.push(`without collision geometry: ${listed(bare)}`)
  if (unseen.length > 0) parts.push(`not seen, their meshes are missing: ${listed(unseen)}`)
  if (visual.length > 0) {
    parts.push(`with visual geometry only: ${listed(visual)} (option geometry: 'visual' or 'both')`)
  }
  return parts.join('; ')
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
