// The options of every command that reads robots or meshes: what of their files is geometry, and what becomes of meshes that are not
// closed.

import type { Command } from 'commander'
import {
  InvalidInputError,
  MeshFileError,
  type OpenChoice,
  OpenMeshError,
  type OpenOptions,
} from '../../src/entries/meshes.js'
import type { GeometryChoice } from '../../src/entries/robots.js'
import { inFlags } from './flags.js'
import { readLength } from './read-length.js'

/** As the command line has them. */
export interface OpenFlags {
  readonly open?: string
  readonly closeWithin?: string
}

/** As the command line has them. */
export interface ReadOptions extends OpenFlags {
  readonly geometry?: string
}

const GEOMETRY: Readonly<Record<GeometryChoice, true>> = { collision: true, visual: true, both: true }
const OPEN: Readonly<Record<OpenChoice, true>> = { close: true, solid: true, surface: true, refuse: true }

export function addReadOptions(command: Command): Command {
  command.option('--geometry <elements>', 'which geometry of URDF files to use: collision (default), visual, or both')
  return addOpenOptions(command, 'close for obstacles and solid for links, unless the scene says otherwise')
}

/** `otherwise`: what happens without them. */
export function addOpenOptions(command: Command, otherwise: string): Command {
  return command
    .option(
      '--open <choice>',
      `meshes with holes: close (small ones are filled), solid (all are), surface (none is) or refuse; default: ${otherwise}`,
    )
    .option('--close-within <share>', "how far a filling may reach, as a fraction of the mesh's size; default 0.001")
}

export const READ_HELP = `
--geometry, --open and --close-within override the scene. A mesh that stays a surface
is reported by name: objects entirely inside it are not detected.`

/** What they come to, as readers of files take it. */
export function readReadOptions(options: ReadOptions): OpenOptions & { readonly geometry?: GeometryChoice } {
  const { geometry } = options
  return {
    ...(geometry === undefined ? {} : { geometry: oneOf('--geometry', geometry, GEOMETRY) }),
    ...readOpen(options),
  }
}

export function readOpen({ open, closeWithin }: OpenFlags): OpenOptions {
  const share = closeWithin === undefined ? undefined : readLength(closeWithin)
  if (share !== undefined && !(share >= 0 && share < Infinity)) {
    throw new InvalidInputError('--close-within', closeWithin, "a fraction of the mesh's size, 0 or more")
  }
  return {
    ...(open === undefined ? {} : { open: oneOf('--open', open, OPEN) }),
    ...(share === undefined ? {} : { closeWithin: share }),
  }
}

/** These alone, of all that a command has. */
export function readOptionsOf({ geometry, open, closeWithin }: ReadOptions): ReadOptions {
  return {
    ...(geometry === undefined ? {} : { geometry }),
    ...(open === undefined ? {} : { open }),
    ...(closeWithin === undefined ? {} : { closeWithin }),
  }
}

/** As one types them: for commands that are to be tried next. */
export function readWords({ geometry, open, closeWithin }: ReadOptions): string[] {
  return [
    ...(geometry === undefined ? [] : ['--geometry', geometry]),
    ...(open === undefined ? [] : ['--open', open]),
    ...(closeWithin === undefined ? [] : ['--close-within', closeWithin]),
  ]
}

/** What is made of a mesh file; a refusal of it names the file. */
export function madeOf<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof OpenMeshError) throw new MeshFileError(file, {}, 'a closed mesh', inFlags(error.message))
    throw error
  }
}

function oneOf<T extends string>(flag: string, value: string, known: Readonly<Record<T, true>>): T {
  if (Object.hasOwn(known, value)) return value as T
  throw new InvalidInputError(flag, value, `one of ${Object.keys(known).join(', ')}`)
}
