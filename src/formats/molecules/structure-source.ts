// What may be asked of the readers of structures, and what each of them is handed.
import { checkFields } from '../../base/math/checks.js'
import { type FilePlace, InvalidInputError, StructureFileError } from '../../errors.js'
import { MOLECULE_MAX_BYTES } from './frames-data.js'

/** The formats of structure files. */
export type StructureFormat = 'pdb' | 'mmcif' | 'bcif' | 'gro'

const FORMATS: readonly StructureFormat[] = ['pdb', 'mmcif', 'bcif', 'gro']

/** Which model and alternative locations of a structure file are read. */
export interface StructureOptions {
  /** The file's name: for errors, and its extension where the content leaves the format open. */
  readonly name?: string | undefined
  /** Which format it is; found out by content and name if left out. */
  readonly format?: StructureFormat | undefined
  /** All models (default), which must have the same atoms; or one, counted from 0 in the order of the file. */
  readonly model?: number | 'all' | undefined
  /** Of alternative locations: those of the largest occupancy (default), or of this letter where a residue has it. */
  readonly altloc?: string | undefined
  /** Neither the file, nor what it inflates to, nor its models may take more bytes than this. 1 GiB if left out. */
  readonly maxBytes?: number | undefined
}

const FIELDS = ['name', 'format', 'model', 'altloc', 'maxBytes']

/** The options, checked, with their defaults. */
export interface ReadStructureOptions {
  readonly name: string
  readonly format: StructureFormat | undefined
  readonly model: number | 'all'
  /** undefined: the largest occupancy. */
  readonly altloc: string | undefined
  readonly maxBytes: number
}

export function readStructureOptions(options: StructureOptions): ReadStructureOptions {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  checkFields('options', options, FIELDS)
  const { name = 'structure', format, model = 'all', altloc = 'highest', maxBytes = MOLECULE_MAX_BYTES } = options
  const check = (field: string, good: boolean, value: unknown, expected: string): void => {
    if (!good) throw new InvalidInputError(`options.${field}`, value, expected)
  }
  check('name', typeof name === 'string', name, 'a string')
  check('format', format === undefined || FORMATS.includes(format), format, `one of ${FORMATS.join(', ')}`)
  check('model', model === 'all' || (Number.isInteger(model) && model >= 0), model, 'all, or a whole number from 0')
  check('altloc', typeof altloc === 'string' && altloc !== '', altloc, 'highest, or a letter')
  check('maxBytes', Number.isInteger(maxBytes) && maxBytes > 0, maxBytes, 'a whole number of bytes, more than 0')
  return { name, format, model, altloc: altloc === 'highest' ? undefined : altloc, maxBytes }
}

/** One file being read. */
export class StructureSource {
  readonly notes: string[] = []

  constructor(
    readonly bytes: Uint8Array,
    /** As it is called in errors. */
    readonly file: string,
    readonly options: ReadStructureOptions,
  ) {}

  fail(place: FilePlace, expected: string, got?: string): never {
    throw new StructureFileError(this.file, place, expected, got)
  }

  /** To be asked before room for models is allocated. */
  checkRoom(models: number, atoms: number): void {
    const { maxBytes } = this.options
    if (models * atoms * 24 <= maxBytes) return
    this.fail({}, `models of at most ${maxBytes} bytes (option maxBytes)`, `${models} of ${atoms} atoms`)
  }

  /** Which of the models are wanted, by number from 0. */
  chooseModels(count: number): readonly number[] {
    const { model } = this.options
    if (model === 'all') return Array.from({ length: count }, (_, k) => k)
    if (model >= count) this.fail({ field: `model ${model}` }, `one of ${count}, counted from 0`)
    return [model]
  }
}
