// The files that `limber allow` writes: checked before the work begins, written when all of it is done.
import { readFile, realpath } from 'node:fs/promises'
import { InvalidInputError } from '../../src/index.js'
import { type Place, placeFor, WriteFileError } from '../print/write-atomically.js'

export interface AllowWanted {
  readonly report?: string
  readonly out?: string
  readonly certificate?: string
}

export type AllowPlaces = { readonly [kind in keyof Required<AllowWanted>]?: Place }

/** Reports and certificates begin like this. */
const DOCUMENT_START = /^\{"limber":\d+,"kind":"limber-allowed-pairs"/
/** In every SRDF file of ours. */
const SRDF_MARK = '<!-- limber allow:'

/** `inputs`: files that are read, and must not be written over. */
export async function allowPlaces(wanted: AllowWanted, inputs: readonly string[]): Promise<AllowPlaces> {
  const taken = new Map<string, string>()
  for (const file of inputs) {
    const real = await realpath(file).catch(() => undefined)
    if (real !== undefined) taken.set(real, 'a file that is read')
  }
  const places: Partial<Record<keyof AllowPlaces, Place>> = {}
  const isDocument = (start: string): boolean => DOCUMENT_START.test(start)
  for (const kind of ['report', 'out', 'certificate'] as const) {
    const file = wanted[kind]
    if (file === undefined) continue
    const place =
      kind === 'out'
        ? await placeFor(file, () => true, 'a name for an SRDF file')
        : await placeFor(file, isDocument, `a name for a ${kind}`)
    const other = place.there === 'device' ? undefined : taken.get(place.real)
    if (other !== undefined) throw new InvalidInputError(`--${kind}`, file, `another file than ${other}`)
    if (kind === 'out') await demandOurs(place)
    taken.set(place.real, `that of --${kind}`)
    places[kind] = place
  }
  return places
}

/** An SRDF file that was made by hand is not lost: only one of ours is replaced. */
async function demandOurs({ file, real, there }: Place): Promise<void> {
  if (there !== 'file') return
  const text = await readFile(real, 'utf8')
  if (text === '' || text.includes(SRDF_MARK)) return
  throw new WriteFileError(`${file}: expected a name for an SRDF file, got another file, which is left as it is`)
}

/** A pair a line. */
export function documentText(document: object): string {
  const { pairs, ...rest } = document as { readonly pairs: readonly object[] }
  const lines = pairs.map((pair) => JSON.stringify(pair))
  return `${JSON.stringify(rest).slice(0, -1)},\n"pairs":[\n${lines.join(',\n')}\n]}\n`
}
