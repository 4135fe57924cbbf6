// The options of every command that reads robots: what of their files is geometry.
import type { Command } from 'commander'
import { type GeometryChoice, InvalidInputError } from '../src/index.js'

/** As the command line has them. */
export interface ReadOptions {
  readonly geometry?: string
}

const GEOMETRY: Readonly<Record<GeometryChoice, true>> = { collision: true, visual: true, both: true }

export function addReadOptions(command: Command): Command {
  return command.option(
    '--geometry <elements>',
    'of URDF files: collision (default), visual, or both; goes before what a scene says',
  )
}

/** What they come to, as readers of files take it. */
export function readReadOptions({ geometry }: ReadOptions): { readonly geometry?: GeometryChoice } {
  return geometry === undefined ? {} : { geometry: oneOf('--geometry', geometry, GEOMETRY) }
}

/** These alone, of all that a command has. */
export function readOptionsOf({ geometry }: ReadOptions): ReadOptions {
  return geometry === undefined ? {} : { geometry }
}

/** As one types them: for commands that are to be tried next. */
export function readWords({ geometry }: ReadOptions): string[] {
  return geometry === undefined ? [] : ['--geometry', geometry]
}

function oneOf<T extends string>(flag: string, value: string, known: Readonly<Record<T, true>>): T {
  if (Object.hasOwn(known, value)) return value as T
  throw new InvalidInputError(flag, value, `one of ${Object.keys(known).join(', ')}`)
}
