// The options of `limber allow` as the command line has them, and what they come to.
import { availableParallelism } from 'node:os'
import { type ClassifyOptions, InvalidInputError, LimberError, type Robot } from '../../src/entries/robots.js'
import { readLength } from '../read/read-length.js'
import type { SceneOptions } from '../read/scene-options.js'

/** As the command line has them. */
export interface AllowCommandOptions extends SceneOptions {
  readonly out?: string
  readonly report?: string
  readonly certificate?: string
  readonly against?: string
  readonly clearance?: true
  readonly pairs?: readonly string[]
  readonly resume?: true
  readonly jobs?: string
  readonly answers?: string
  readonly workers?: string
  readonly maxCells?: string
  readonly samples?: string
  readonly descents?: string
  readonly seed?: string
  readonly json?: true
}

export interface AllowQuestion {
  /** What the answer depends on. */
  readonly classify: ClassifyOptions
  readonly pairs: readonly (readonly [string, string])[] | undefined
  readonly workers: number
}

export function readAllowCommand(options: AllowCommandOptions): AllowQuestion {
  const { maxCells, samples, descents, seed, workers } = options
  const classify: ClassifyOptions = {
    clearance: options.clearance === true,
    certificates: options.certificate !== undefined,
    ...whole('--max-cells', 'maxCells', maxCells, 1),
    ...whole('--samples', 'samples', samples, 1),
    ...whole('--descents', 'descents', descents, 0),
    ...whole('--seed', 'seed', seed, 0),
  }
  const threads = workers === undefined ? availableParallelism() : readLength(workers)
  if (!Number.isSafeInteger(threads) || threads < 1 || threads > 256) {
    throw new InvalidInputError('--workers', workers, 'a whole number from 1 to 256')
  }
  return { classify, pairs: options.pairs?.map(readPair), workers: threads }
}

function whole(flag: string, name: string, text: string | undefined, least: number): Record<string, number> {
  if (text === undefined) return {}
  const value = readLength(text)
  if (Number.isSafeInteger(value) && value >= least && value < 2 ** 31) return { [name]: value }
  throw new InvalidInputError(flag, text, `a whole number from ${least} to ${2 ** 31 - 1}`)
}

/** The links of --pairs are there: said in the words of the command line. */
export function checkPairs(robot: Robot, pairs: AllowQuestion['pairs']): void {
  for (const pair of pairs ?? []) {
    for (const name of pair) {
      const found = robot.links.find((link) => link.name === name)
      if (found !== undefined && found.geometry.length > 0) continue
      const names = robot.links.filter(({ geometry }) => geometry.length > 0).map((link) => link.name)
      const known = `${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}`
      const what = found === undefined ? `is none of ${robot.name}` : `has no geometry, in ${robot.name}`
      throw new LimberError(
        `--pairs: link ${JSON.stringify(name)} ${what}: ${known}${found === undefined ? '' : ' have'}`,
      )
    }
    if (pair[0] === pair[1]) throw new InvalidInputError('--pairs', pair.join(','), 'two different links')
  }
}

/** `a,b`. */
function readPair(text: string): readonly [string, string] {
  const names = text.split(',').map((name) => name.trim())
  if (names.length !== 2 || names.includes('')) {
    throw new InvalidInputError('--pairs', text, 'the names of two links with a comma between; given again for more')
  }
  return [names[0]!, names[1]!]
}
