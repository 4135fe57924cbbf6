// The options of `limber clashes`, as the command line has them and as the engine takes them.
import { type ClashOptions, InvalidInputError, RADII_NAMES } from '../../src/entries/molecules.js'
import { choice, length, number } from '../check/check-path-options.js'
import { readAltloc } from '../fold/fold-protein.js'
import { readLength } from '../read/read-length.js'

/** As the command line has them. */
export interface ClashesCommandOptions {
  readonly overlap?: string
  readonly radii?: string
  readonly unknownRadius?: string
  readonly excludeBonds?: string
  readonly strict?: true
  readonly chain?: string
  readonly model?: string
  readonly altloc?: string
  /** False where there is --no-hydrogens; the same for the next two. */
  readonly hydrogens?: boolean
  readonly water?: boolean
  readonly hydrogenBonds?: boolean
  readonly byResidue?: true
  readonly most?: string
  readonly json?: true
}

export interface ClashesQuestion {
  readonly options: ClashOptions & { readonly overlap: number }
  /** Undefined: all of them. */
  readonly model: number | undefined
  /** Undefined: the most occupied. */
  readonly altloc: string | undefined
  /** Most rows of a table for people. */
  readonly most: number
}

const DEFAULT_OVERLAP = 0.4
const DEFAULT_MOST = 40

export function readClashesOptions(options: ClashesCommandOptions): ClashesQuestion {
  const whole = (value: number): boolean => Number.isSafeInteger(value)
  const bonds = (value: number): boolean => whole(value) && value < 1000
  return {
    options: {
      overlap: signedLength('--overlap', options.overlap) ?? DEFAULT_OVERLAP,
      radii: choice('--radii', options.radii, RADII_NAMES) ?? 'auto',
      unknownRadius: length('--unknown-radius', options.unknownRadius),
      excludeBonds: number('--exclude-bonds', options.excludeBonds, 'a whole number from 0 to 999', bonds) ?? 3,
      strict: options.strict === true,
      chains: options.chain?.split(',').map((id) => id.trim()),
      hydrogens: options.hydrogens !== false,
      water: options.water !== false,
      hydrogenBonds: options.hydrogenBonds !== false,
    },
    model:
      options.model === 'all'
        ? undefined
        : (number('--model', options.model, 'a whole number of zero or more, or all', whole) ?? 0),
    altloc: options.altloc === undefined ? undefined : readAltloc(options.altloc),
    most: number('--most', options.most, 'a whole number of zero or more', whole) ?? DEFAULT_MOST,
  }
}

/** Contacts are overlaps below zero. */
function signedLength(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = text.startsWith('-') ? -readLength(text.slice(1)) : readLength(text)
  if (Number.isNaN(value)) throw new InvalidInputError(flag, text, 'a length in Å')
  return value
}
