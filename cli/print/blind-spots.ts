// What an answer about a scene does not cover, as every command says it: links whose meshes are missing, links with visual geometry
// only, meshes that are surfaces; what it rests on; and the options that say how limits of joints and such links count.
import type { Command } from 'commander'
import {
  type BeyondLimit,
  type BlindSpots,
  InvalidInputError,
  type World,
  type WorldSurface,
} from '../../src/entries/robots.js'
import { type LimitQuestion, length } from '../check/check-path-options.js'
import { ExitCode } from '../exit-codes.js'

/** As the command line has them. */
export interface CoverageOptions {
  readonly ignoreLimits?: true
  readonly limitTolerance?: string
  readonly acceptUnseen?: true
}

export const ACCEPT_UNSEEN = [
  '--accept-unseen',
  'exit with 0 for free results even if links were left out (--skip-missing)',
] as const

export function addCoverageOptions(command: Command): Command {
  return command
    .option(
      '--limit-tolerance <length>',
      'tolerate joint values beyond their limits by at most this, with a note; default 1e-5',
    )
    .option('--ignore-limits', 'ignore joint limits')
    .option(...ACCEPT_UNSEEN)
}

export function readLimitQuestion({ ignoreLimits, limitTolerance }: CoverageOptions): LimitQuestion {
  if (ignoreLimits === true && limitTolerance !== undefined) {
    throw new InvalidInputError('--limit-tolerance', limitTolerance, 'left out where there is --ignore-limits')
  }
  return { ignoreLimits: ignoreLimits === true, limitTolerance: length('--limit-tolerance', limitTolerance) }
}

export function blindSpotsOf(world: World): BlindSpots {
  const { unseen, visualOnly, premises } = world
  return { surfaces: world.surfaces(), unseen, visualOnly, premises }
}

/** The exit code of a good answer: links that were not seen may touch anything. */
export function goodCode({ unseen }: Pick<World, 'unseen'>, { acceptUnseen }: CoverageOptions): number {
  return unseen.length > 0 && acceptUnseen !== true ? ExitCode.Undecided : ExitCode.Good
}

/** The options as one types them, for commands that are to be tried next: each begins with a space. */
export function limitWords({ ignoreLimits, limitTolerance }: LimitQuestion): string {
  if (ignoreLimits) return ' --ignore-limits'
  return limitTolerance === undefined ? '' : ` --limit-tolerance ${limitTolerance}`
}

/** More of a list than this is a wall; --json has all of it. */
const MOST_NAMES = 10

/** The last lines of an answer, one for each kind of thing that was not seen or not checked; none where all was. */
export function describeBlindSpots({ surfaces, unseen, visualOnly, premises }: BlindSpots): string[] {
  const lines: string[] = []
  if (premises > 0) {
    const count = premises === 1 ? '1 pair' : `${premises} pairs`
    lines.push(`premises: ${count} not checked: the proofs of --proved, which hold, show that they never touch`)
  }
  if (unseen.length > 0) {
    lines.push(
      `not seen: ${listed(unseen)}: their meshes are missing, so their collisions are unknown (--accept-unseen accepts that)`,
    )
  }
  if (visualOnly.length > 0) {
    const count = visualOnly.length === 1 ? '1 link' : `${visualOnly.length} links`
    lines.push(
      `not checked: ${count} with visual geometry only: ${listed(visualOnly)}: their collisions are unknown (--geometry both includes them)`,
    )
  }
  if (surfaces.length > 0) {
    const names = listed(surfaces.map(surfaceName))
    lines.push(`surfaces: ${names}: objects entirely inside are not detected (--open solid fills holes)`)
  }
  return lines.length === 0 ? [] : ['', ...lines]
}

function surfaceName({ object, geometry, part }: WorldSurface): string {
  const place = part === 0 ? '' : ` part ${part}`
  return `${object} (geometry ${geometry}${place})`
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

export function describeBeyond({ joint, value, limit }: Omit<BeyondLimit, 'segment' | 'at'>): string {
  return `${joint} is at ${value}, beyond its limit of ${limit}`
}
