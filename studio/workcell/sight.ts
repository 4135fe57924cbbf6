// What a cell's answers do not cover, and the words and colour of a verdict that takes it into account. A verdict is green only where
// something was checked and everything was seen.
import type { World, WorldSurface } from '../../src/entries/robots.js'
import type { CellAnswer } from './answers.js'
import { shortName } from './names.js'
import type { CellView } from './workcell.js'

export interface CellSight {
  /** Why no pair is checked; undefined where some are. */
  readonly nothing: string | undefined
  /** Links whose meshes are missing. */
  readonly unseen: readonly string[]
  /** Links with visual geometry only, where collision geometry counts. */
  readonly visualOnly: readonly string[]
  /** Meshes that are not solids. */
  readonly surfaces: readonly WorldSurface[]
}

export function sightOf(world: World): CellSight {
  const { unseen, visualOnly } = world
  return { nothing: inOwnWords(world.nothingToCheck()), unseen, visualOnly, surfaces: world.surfaces() }
}

/** Where the engine names an option, there is a choice on the page. */
export function inOwnWords<T extends string | undefined>(said: T): T {
  return said?.replace(/\(option geometry: '(\w+)' or 'both'\)/g, '(choose $1 geometry to take that)') as T
}

export type Mood = '' | 'free' | 'hit' | 'warn'

export interface Banner {
  readonly mood: Mood
  readonly words: string
}

/** What is said of a configuration. */
export function bannerOf(answer: CellAnswer | undefined, view: CellView | undefined): Banner {
  if (answer === undefined) return { mood: '', words: 'Checking …' }
  const { touching, outside, sight } = answer
  if (touching.length > 0) return { mood: 'hit', words: 'Collision' }
  if (outside.length > 0) {
    return {
      mood: 'hit',
      words: `Outside the joint limits: ${outside.map((name) => shortName(name, view)).join(', ')}`,
    }
  }
  if (sight.nothing !== undefined) return { mood: 'warn', words: 'Nothing to check' }
  return freeBanner('Free of collisions', sight)
}

/** Of something that is free: green only where all links were seen. */
export function freeBanner(words: string, { unseen, visualOnly, surfaces }: Omit<CellSight, 'nothing'>): Banner {
  if (unseen.length > 0) {
    const links = unseen.length === 1 ? '1 link is' : `${unseen.length} links are`
    return { mood: 'warn', words: `${words} as far as is seen: ${links} not` }
  }
  const exceptions = [
    ...(surfaces.length > 0 ? ['inside open meshes'] : []),
    ...(visualOnly.length > 0 ? ['for links with visual geometry only'] : []),
  ]
  return { mood: 'free', words: exceptions.length > 0 ? `${words}, except ${exceptions.join(' and ')}` : words }
}

/** What a proof is silent about, as a sentence to go behind others; empty where that is nothing. */
export function notCovered({
  unseen,
  surfaces,
}: {
  readonly unseen: readonly string[]
  readonly surfaces: readonly Pick<WorldSurface, 'object'>[]
}): string {
  const parts = [
    ...(unseen.length > 0 ? [`links whose meshes are missing (${unseen.join(', ')})`] : []),
    ...(surfaces.length > 0 ? [`objects inside open meshes (${surfaces.map((one) => one.object).join(', ')})`] : []),
  ]
  return parts.length === 0 ? '' : ` It does not cover ${parts.join(', nor ')}.`
}

/** A surface in a line: which mesh, and whether a solid was meant. */
export function surfaceWords(
  { object, geometry, part, share, looksSolid }: WorldSurface,
  view: CellView | undefined,
): string {
  // Where geometry has no name, it has a number.
  const named = geometry === '0' ? '' : /^\d+$/.test(geometry) ? `mesh ${Number(geometry) + 1}` : geometry
  const which = [named, part === 0 ? '' : `part ${part + 1}`].filter((words) => words !== '').join(', ')
  const how = share < 0.995 ? `${Math.max(1, Math.round(100 * share))} % of it is open` : 'open'
  return `${shortName(object, view)}${which === '' ? '' : ` (${which})`}: ${how}${looksSolid ? ', though it looks like a solid' : ''}`
}
