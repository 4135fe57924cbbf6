// The files that `limber necklace` and `limber deform` write: checked before the work begins.
import { realpath } from 'node:fs/promises'
import { plotStart } from '../../lab/plot.js'
import { InvalidInputError } from '../../src/entries/chains.js'
import type { Written } from '../plan/plan-files.js'
import { type Place, placeFor, writeAtomically } from '../print/write-atomically.js'
import { certificatePlace } from './steps-certificate.js'

export interface StepsPlaces {
  readonly certificate?: Place
  readonly plot?: Place
}

/** `inputs`: files that are read, and must not be written over. */
export async function placesOf(
  command: 'necklace' | 'deform',
  { certificate, plot }: { readonly certificate?: string; readonly plot?: string },
  inputs: readonly (string | undefined)[],
): Promise<StepsPlaces> {
  const isPlot = (start: string): boolean => start.startsWith(plotStart(command))
  const places: StepsPlaces = {
    ...(certificate === undefined ? {} : { certificate: await certificatePlace(certificate) }),
    ...(plot === undefined ? {} : { plot: await placeFor(plot, isPlot, 'a name for a plot') }),
  }
  if (
    places.plot?.there !== 'device' &&
    places.plot?.real !== undefined &&
    places.plot.real === places.certificate?.real
  ) {
    throw new InvalidInputError('--plot', plot, 'another file than that of --certificate')
  }
  for (const input of inputs) {
    const real = input === undefined ? undefined : await realpath(input).catch(() => undefined)
    if (real === undefined) continue
    for (const [name, place] of Object.entries(places)) {
      if (place.real === real)
        throw new InvalidInputError(`--${name}`, place.file, 'another file than one that is read')
    }
  }
  return places
}

export async function writePlot(place: Place, text: string): Promise<Written> {
  await writeAtomically(place, text)
  return { file: place.file, bytes: Buffer.byteLength(text) }
}

/** What is said where a certificate was asked for, and not everything is free. */
export function notWritten({ certificate }: StepsPlaces, isFree: boolean, what: 'steps' | 'frames'): string[] {
  if (certificate === undefined || isFree) return []
  return [`no certificate, not all ${what} are free: ${certificate.file} is left as it was`]
}
