// The front door of files of structures: inflates, finds out the format, reads. A file that is broken gives a
// StructureFileError; nothing is read half.
import { InvalidInputError, StructureFileError } from '../../errors.js'
import type { Structure } from '../../molecules/structure/structure.js'
import { gunzip, isGzip } from '../text/gunzip.js'
import { textStart } from '../text/text-cursor.js'
import { isBinaryCif } from './bcif-message.js'
import { bytesOfText } from './frames-data.js'
import { isGro } from './gro.js'
import { readBinaryCif } from './structure-bcif.js'
import { readGroStructure } from './structure-gro.js'
import { readMmcifStructure } from './structure-mmcif.js'
import { readPdbStructure } from './structure-pdb.js'
import {
  type ReadStructureOptions,
  readStructureOptions,
  type StructureFormat,
  type StructureOptions,
  StructureSource,
} from './structure-source.js'

const READERS: Readonly<Record<StructureFormat, (source: StructureSource) => Structure>> = {
  pdb: readPdbStructure,
  mmcif: readMmcifStructure,
  bcif: readBinaryCif,
  gro: readGroStructure,
}

/** How much of a text is examined. */
const LOOK = 4096

/** Records that a PDB file may begin with. */
const PDB_START = new RegExp(
  [
    '^\\s*(?:HEADER|OBSLTE|TITLE|SPLIT|CAVEAT|COMPND|SOURCE|KEYWDS|EXPDTA|NUMMDL|MDLTYP|AUTHOR|REVDAT|SPRSDE|JRNL|REMARK|USER',
    'DBREF[12]?|SEQADV|SEQRES|MODRES|HET|HETNAM|HETSYN|FORMUL|HELIX|SHEET|SSBOND|LINK|CISPEP|SITE|CRYST1|ORIGX[123]|SCALE[123]',
    'MTRIX[123]|MODEL|ATOM|HETATM)\\b',
    '^\\s*(?:ATOM|HETATM)\\d',
  ].join('|'),
  'i',
)
/** Comments, then a block, a loop or an item. */
const CIF_START = /^(?:\s|#[^\r\n]*[\r\n])*(?:data_|loop_\s|_\w+\.)/i

const EXTENSIONS: ReadonlyMap<string, StructureFormat> = new Map([
  ['pdb', 'pdb'],
  ['ent', 'pdb'],
  ['cif', 'mmcif'],
  ['mmcif', 'mmcif'],
  ['bcif', 'bcif'],
  ['gro', 'gro'],
])

/** What people are likely to try, and what it is. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['mmtf', 'MMTF, which is not supported: download the entry as mmCIF'],
  ['xml', 'PDBML, which is not supported: download the entry as mmCIF'],
  ['psf', 'PSF, which has atoms but no coordinates'],
  ['xtc', 'XTC, which has coordinates but no atom names'],
  ['trr', 'TRR, which has coordinates but no atom names'],
  ['dcd', 'DCD, which has coordinates but no atom names'],
])

/**
 * The structure in a file's bytes or text: PDB, mmCIF, BinaryCIF or GRO, each of them also gzipped. Throws StructureFileError with file, place
 * and what was expected there if it cannot be read. What was left out or cut is in its notes.
 */
export function parseStructure(file: Uint8Array | string, options: StructureOptions = {}): Structure {
  const read = readStructureOptions(options)
  if (!(file instanceof Uint8Array) && typeof file !== 'string') {
    throw new InvalidInputError('file', file, 'a Uint8Array or a string')
  }
  const source: StructureSource = openBytes(bytesOfText(file), read)
  const found = read.format ?? detect(source.bytes, read.name)
  if (found === undefined) {
    source.fail(
      { offset: 0 },
      'a structure: PDB, mmCIF, BinaryCIF or GRO',
      OTHERS.get(extensionOf(read.name)) ?? 'something else',
    )
  }
  return READERS[found](source)
}

function openBytes(bytes: Uint8Array, options: ReadStructureOptions): StructureSource {
  const { name, maxBytes } = options
  if (bytes.length > maxBytes) {
    throw new StructureFileError(name, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${bytes.length}`)
  }
  if (!isGzip(bytes)) return new StructureSource(bytes, name, options)
  return new StructureSource(gunzip(bytes, name, maxBytes, StructureFileError), `${name} (inflated)`, options)
}

/** By what it starts with where that is plain, else by its name. */
function detect(bytes: Uint8Array, name: string): StructureFormat | undefined {
  if (isBinaryCif(bytes)) return 'bcif'
  if (isGro(bytes)) return 'gro'
  let start = ''
  for (let k = textStart(bytes); k < Math.min(bytes.length, LOOK); k++) start += String.fromCharCode(bytes[k]!)
  if (PDB_START.test(start)) return 'pdb'
  return CIF_START.test(start) ? 'mmcif' : EXTENSIONS.get(extensionOf(name))
}

function extensionOf(name: string): string {
  return /\.(\w+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}
