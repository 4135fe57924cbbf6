// A molecular structure by its address, or in a file that the user has chosen on a page.
import {
  InvalidInputError,
  parseStructure,
  type Structure,
  StructureFileError,
  type StructureOptions,
} from '../src/entries/molecules.js'
import { type Fetch, fetchBytes, fullAddress, globalFetch } from './fetch-files.js'

/** As for parseStructure; the name is the address, or the file's. */
export interface ReadStructureOptions extends Omit<StructureOptions, 'name'> {
  readonly fetch?: Fetch | undefined
}

/** As much of a browser's `File` as is used: what `<input type="file">` and a drop give. */
export interface ChosenFile {
  readonly name: string
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

/** As parseStructure has it. */
const DEFAULT_MAX_BYTES = 2 ** 30

/**
 * Fetches a structure, or reads one from a file: PDB, mmCIF, BinaryCIF or GRO, each of them also gzipped. Throws StructureFileError with the
 * address or the file's name if it cannot be had, and with the place in it if it cannot be understood.
 */
export async function readStructure(
  from: string | { readonly href: string } | ChosenFile,
  options: ReadStructureOptions = {},
): Promise<Structure> {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  const { fetch = globalFetch, ...rest } = options
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  if (isFile(from)) return parseStructure(await bytesOf(from, maxBytes), { ...rest, name: from.name })
  const address = fullAddress(from)
  if (address === undefined) throw new InvalidInputError('from', from, 'an address, or a file')
  const name = typeof from === 'string' ? from : from.href
  const found = await fetchBytes(address.href, fetch, maxBytes)
  if (found.kind === 'none') throw new StructureFileError(name, {}, 'a file that can be read', 'no such file')
  if (found.kind === 'failed') throw new StructureFileError(name, {}, found.expected, found.got)
  // Without what comes after a question mark: the format may be known by how the name ends.
  const plain = address.search === '' && address.hash === '' ? name : address.origin + address.pathname
  return parseStructure(found.bytes, { ...rest, name: plain })
}

function isFile(from: unknown): from is ChosenFile {
  return typeof from === 'object' && from !== null && typeof (from as ChosenFile).arrayBuffer === 'function'
}

async function bytesOf(file: ChosenFile, maxBytes: number): Promise<Uint8Array> {
  // Asked before it is read: it may be larger than memory.
  if (file.size > maxBytes) {
    throw new StructureFileError(file.name, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${file.size}`)
  }
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error)
    throw new StructureFileError(file.name, {}, 'a file that can be read', got)
  }
}
