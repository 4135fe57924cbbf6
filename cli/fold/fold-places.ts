// The files that `limber fold` writes: checked before the work begins. All are different, and none is an input.
import { realpath } from 'node:fs/promises'
import { extname } from 'node:path'
import { plotStart } from '../../lab/plot.js'
import { InvalidInputError } from '../../src/index.js'
import { type Place, placeFor } from '../print/write-atomically.js'
import { isCheckpoint } from './fold-checkpoint.js'
import { type FoldCommandOptions, flagOf } from './fold-flags.js'
import { isTable } from './fold-table.js'
import { isTrajectory, type TrajectoryFormat } from './fold-trajectory.js'

type FileOption = 'out' | 'topology' | 'observables' | 'plot' | 'checkpoint'

export interface FoldPlaces {
  readonly out: { readonly place: Place; readonly format: TrajectoryFormat } | undefined
  /** The start, with the atoms of the trajectory. */
  readonly topology: Place | undefined
  readonly observables: { readonly place: Place; readonly format: 'csv' | 'json' } | undefined
  readonly plot: Place | undefined
  readonly checkpoint: Place | undefined
}

/** `input`: the file that is read. */
export async function placesForFold(options: Pick<FoldCommandOptions, FileOption>, input: string): Promise<FoldPlaces> {
  const taken = new Map<string, string>()
  const read = await realpath(input).catch(() => undefined)
  if (read !== undefined) taken.set(read, 'a file that is read')
  const placed = async (
    name: FileOption,
    isOurs: (start: string) => boolean,
    what: string,
  ): Promise<Place | undefined> => {
    const file = options[name]
    if (file === undefined) return undefined
    const place = await placeFor(file, isOurs, what)
    if (place.there === 'device' && name !== 'plot' && name !== 'topology') {
      throw new InvalidInputError(flagOf(name), file, 'a plain file: it is read again, or cut, when a run is resumed')
    }
    const other = place.there === 'device' ? undefined : taken.get(place.real)
    if (other !== undefined) throw new InvalidInputError(flagOf(name), file, `another file than ${other}`)
    taken.set(place.real, `that of ${flagOf(name)}`)
    return place
  }
  const trajectory = formatOf('out', options.out, ['pdb', 'dcd', 'xtc'])
  formatOf('topology', options.topology, ['pdb'])
  const table = formatOf('observables', options.observables, ['csv', 'json'])
  const out = await placed('out', (start) => isTrajectory(trajectory!, start), 'a name for a trajectory')
  const topology = await placed('topology', (start) => isTrajectory('pdb', start), 'a name for a PDB file')
  const observables = await placed('observables', isTable, 'a name for observables')
  const plot = await placed('plot', (start) => start.startsWith(plotStart('fold')), 'a name for a plot')
  const checkpoint = await placed('checkpoint', isCheckpoint, 'a name for a checkpoint')
  return {
    out: out && { place: out, format: trajectory! },
    observables: observables && { place: observables, format: table! },
    ...{ topology, plot, checkpoint },
  }
}

/** All that is written. */
export function allPlaces({ out, topology, observables, plot, checkpoint }: FoldPlaces): Place[] {
  return [out?.place, topology, observables?.place, plot, checkpoint].filter((place) => place !== undefined)
}

function formatOf<T extends string>(
  name: 'out' | 'topology' | 'observables',
  file: string | undefined,
  known: readonly T[],
): T | undefined {
  if (file === undefined) return undefined
  const ending = extname(file).slice(1).toLowerCase()
  const format = known.find((one) => one === ending)
  if (format === undefined) {
    throw new InvalidInputError(flagOf(name), file, `a name that ends in ${known.map((one) => `.${one}`).join(' or ')}`)
  }
  return format
}
