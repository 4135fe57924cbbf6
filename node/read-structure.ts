// A molecular structure from a file: PDB, mmCIF, BinaryCIF or GRO.
import type { Structure, StructureOptions } from '../src/entries/molecules.js'
import { checkRecord, readBytes } from './read-bytes.js'

/** As for parseStructure; the name is the path. */
export type ReadStructureOptions = Omit<StructureOptions, 'name'>

/** As parseStructure has it. */
const DEFAULT_MAX_BYTES = 2 ** 30

/**
 * Reads a file of a structure: PDB, mmCIF, BinaryCIF or GRO, each of them also gzipped. Throws StructureFileError with the path if the file
 * cannot be read, and with the place in it if it cannot be understood.
 */
export async function readStructure(path: string, options: ReadStructureOptions = {}): Promise<Structure> {
  checkRecord(options)
  // Loaded when it is first needed: who reads robots has no use for it.
  const { parseStructure, StructureFileError } = await import('../src/entries/molecules.js')
  return parseStructure(await readBytes(path, options.maxBytes ?? DEFAULT_MAX_BYTES, StructureFileError), {
    ...options,
    name: path,
  })
}
