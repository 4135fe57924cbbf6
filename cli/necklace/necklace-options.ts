// The options of `limber necklace`, as the command line has them and as the engine takes them.
import type { ReadFramesOptions } from '../../node/index.js'
import { InvalidInputError, type NecklaceOptions } from '../../src/entries/chains.js'
import type { AtomSelection } from '../../src/entries/molecules.js'
import { choice, length, number } from '../check/check-path-options.js'

/** As the command line has them. */
export interface NecklaceCommandOptions {
  readonly radius?: string
  readonly closed?: true
  readonly neighbours?: string
  readonly dimension?: string
  readonly method?: string
  readonly atoms?: string
  readonly chain?: string
  readonly select?: string
  readonly topology?: string
  readonly dropPartial?: true
  readonly frames?: string
  readonly pairs?: true
  readonly between?: true
  readonly strands?: string
  readonly cut?: string
  readonly chainLength?: string
  readonly first?: true
  readonly ignoreCell?: true
  readonly certificate?: string
  readonly plot?: string
  readonly json?: true
}

export interface NecklaceQuestion {
  readonly reader: ReadFramesOptions
  readonly necklace: Required<Pick<NecklaceOptions, 'closed' | 'neighbours' | 'dimension' | 'method'>>
  /** Undefined: half the usual spacing. */
  readonly radius: number | undefined
  /** Undefined: all of them. */
  readonly frames: readonly Range[] | undefined
  /** What is asked about the steps between frames; undefined: only the frames are tested. */
  readonly between: BetweenQuestion | undefined
}

export interface BetweenQuestion {
  /** The radius of the strands; undefined: beads. */
  readonly strands: number | undefined
  /** Strands that are longer than this in the first frame are not there. */
  readonly cut: number | undefined
  /** The row is several chains of this many beads each: no strand leads from one to the next. */
  readonly chainLength: number | undefined
  readonly first: boolean
  readonly ignoreCell: boolean
}

/** first, first + step, … up to last. */
export interface Range {
  readonly first: number
  readonly last: number
  readonly step: number
}

const MOST_BEADS = 10_000_000

export function readNecklaceOptions(options: NecklaceCommandOptions): NecklaceQuestion {
  const { atoms, chain, select, topology } = options
  if (select !== undefined) {
    for (const [flag, value] of [
      ['--atoms', atoms],
      ['--chain', chain],
    ] as const) {
      if (value !== undefined) throw new InvalidInputError(flag, value, 'left out where there is --select')
    }
  }
  const whole = (value: number): boolean => Number.isSafeInteger(value) && value < 2 ** 31
  return {
    reader: {
      atoms: readAtoms(atoms),
      chain,
      topology,
      partial: options.dropPartial === true ? 'drop' : 'refuse',
      select: select === undefined ? undefined : numbersIn('--select', select, readRanges('--select', select)),
    },
    necklace: {
      closed: options.closed === true,
      neighbours: number('--neighbours', options.neighbours, 'a whole number of zero or more', whole) ?? 1,
      dimension: choice('--dimension', options.dimension, ['2', '3']) === '2' ? 2 : 3,
      method: choice('--method', options.method, ['auto', 'cages', 'power-diagram', 'grid']) ?? 'auto',
    },
    radius: length('--radius', options.radius),
    frames: options.frames === undefined ? undefined : readRanges('--frames', options.frames),
    between: readBetween(options),
  }
}

function readBetween(options: NecklaceCommandOptions): BetweenQuestion | undefined {
  const { between, strands, cut, chainLength, first, ignoreCell, radius } = options
  if (between !== true) {
    const alone = Object.entries({
      ...{
        '--strands': strands,
        '--cut': cut,
        '--chain-length': chainLength,
        '--first': first,
        '--ignore-cell': ignoreCell,
      },
    })
    for (const [flag, value] of alone) {
      if (value !== undefined) throw new InvalidInputError(flag, value, 'left out, or given with --between')
    }
    return undefined
  }
  if (strands !== undefined && radius !== undefined) {
    throw new InvalidInputError(
      '--radius',
      radius,
      'left out where there is --strands: strands take the place of beads',
    )
  }
  for (const [flag, value] of Object.entries({ '--cut': cut, '--chain-length': chainLength })) {
    if (value === undefined || strands !== undefined) continue
    throw new InvalidInputError(flag, value, 'left out, or given with --strands: it leaves out strands')
  }
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 2
  return {
    ...{ strands: length('--strands', strands), cut: length('--cut', cut) },
    chainLength: number('--chain-length', chainLength, 'a whole number of two or more', isCount),
    ...{ first: first === true, ignoreCell: ignoreCell === true },
  }
}

/** ca, backbone, all, or names with commas between them. */
function readAtoms(text: string | undefined): AtomSelection | undefined {
  if (text === undefined || text === 'ca' || text === 'backbone' || text === 'all') return text
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidInputError('--atoms', text, 'ca, backbone, all, or names like N,CA,C')
  return names
}

/** `5`, `0-99`, `0-99/10`, with commas between them; counted from 0. */
function readRanges(flag: string, text: string): Range[] {
  return text.split(',').map((part) => {
    const match = /^\s*(\d{1,9})(?:-(\d{1,9})(?:\/(\d{1,9}))?)?\s*$/.exec(part)
    const [first, last, step] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1]), Number(match?.[3] ?? 1)]
    if (match === null || last < first || step < 1) {
      throw new InvalidInputError(
        flag,
        text,
        'numbers from 0 and ranges of them, like 7 or 0-99 or 0-99/10, with commas',
      )
    }
    return { first, last, step }
  })
}

/** All numbers in the ranges, in their order. */
export function numbersIn(flag: string, text: string, ranges: readonly Range[]): number[] {
  const count = ranges.reduce((sum, { first, last, step }) => sum + Math.floor((last - first) / step) + 1, 0)
  if (count > MOST_BEADS) throw new InvalidInputError(flag, text, `at most ${MOST_BEADS} numbers`)
  const numbers: number[] = []
  for (const { first, last, step } of ranges) for (let k = first; k <= last; k += step) numbers.push(k)
  return numbers
}
