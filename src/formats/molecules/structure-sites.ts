// The atoms of a CIF file, text or binary, as a structure: the rows of _atom_site, and _entity_poly_seq for how many residues there
// should be. Chains, residues and atoms are called as authors call them (auth_), by their labels where that is missing. What is part
// of a chain of residues has a label_seq_id.
import type { FilePlace } from '../../errors.js'
import type { Structure } from '../../molecules/structure/structure.js'
import { buildStructure, type PolymerHint, type StructureRows } from '../../molecules/structure/structure-build.js'
import { elementSymbol } from '../../molecules/structure/structure-elements.js'
import { plural } from '../text/plural.js'
import { takeAtoms } from './structure-altlocs.js'
import type { StructureSource } from './structure-source.js'

/** What is read of an atom; numbers are read at once, names are kept as they are, '' if missing. */
export const ATOM_TEXTS = [
  'group_PDB',
  'type_symbol',
  'label_atom_id',
  'auth_atom_id',
  'label_alt_id',
  'label_comp_id',
  'auth_comp_id',
  'label_asym_id',
  'auth_asym_id',
  'label_entity_id',
  'label_seq_id',
  'auth_seq_id',
  'pdbx_PDB_ins_code',
  'pdbx_PDB_model_num',
] as const
export const ATOM_NUMBERS = [
  'id',
  'Cartn_x',
  'Cartn_y',
  'Cartn_z',
  'occupancy',
  'B_iso_or_equiv',
  'pdbx_formal_charge',
] as const
export type TextItem = (typeof ATOM_TEXTS)[number]
export type NumberItem = (typeof ATOM_NUMBERS)[number]

/** The columns of _atom_site that the file has. */
export interface Sites {
  /** On which line of a text each row begins; of a binary file, the number of the row. */
  readonly lines: number[]
  readonly isBinary?: boolean
  readonly texts: Partial<Record<TextItem, string[]>>
  readonly numbers: Partial<Record<NumberItem, number[]>>
}

/** A block that has atoms. */
export interface AtomBlock {
  readonly sites: Sites
  /** '' where it has no name. */
  readonly id: string
  readonly sequence: Sequence
}

function placeOf({ lines, isBinary }: Sites, k: number, field: string): FilePlace {
  return isBinary === true ? { field: `${field}, row ${lines[k]}` } : { line: lines[k]!, field }
}

/** The columns of _entity_poly_seq, of which a place that may be of two residues has two rows. */
export interface Sequence {
  readonly entities: string[]
  readonly numbers: string[]
}

export function emptySequence(): Sequence {
  return { entities: [], numbers: [] }
}

/** How many places each entity has. */
function countListed({ entities, numbers }: Sequence): Map<string, number> {
  const places = new Map<string, Set<string>>()
  for (const [k, entity] of entities.entries()) {
    const own = places.get(entity) ?? new Set()
    places.set(entity, own.add(numbers[k] ?? `row ${k}`))
  }
  return new Map([...places].map(([entity, own]) => [entity, own.size]))
}

export const COORDINATES: readonly NumberItem[] = ['Cartn_x', 'Cartn_y', 'Cartn_z']
/** What is taken where a file has no number. */
export const OTHERWISE: Readonly<Partial<Record<NumberItem, number>>> = { occupancy: 1 }

/** The structure of a block's atoms; `what` is the format. */
export function structureOfSites(source: StructureSource, { sites, id, sequence }: AtomBlock, what: string): Structure {
  const listedByEntity = countListed(sequence)
  const count = sites.lines.length
  if (count === 0) source.fail({}, `${what} with atoms (_atom_site)`, 'none')
  for (const item of ['Cartn_x', 'Cartn_y', 'Cartn_z'] as const) {
    if (sites.numbers[item] === undefined) source.fail({ field: `_atom_site.${item}` }, 'this column', 'none')
  }
  // Each column in a loop of its own is allowed, too; then they may differ.
  for (const [item, column] of [...Object.entries(sites.texts), ...Object.entries(sites.numbers)]) {
    if (column.length === count) continue
    source.fail({ field: `_atom_site.${item}` }, `${plural(count, 'value')}, as other columns have`, `${column.length}`)
  }
  const columns = columnsOf(source, sites)
  const byModel = new Map<string, number[]>()
  for (let k = 0; k < count; k++) {
    const model = sites.texts.pdbx_PDB_model_num?.[k] ?? ''
    const list = byModel.get(model)
    if (list === undefined) byModel.set(model, [k])
    else list.push(k)
  }
  const all = [...byModel.values()]
  const wanted = source.chooseModels(all.length)
  const first = keep(source, columns, all[wanted[0]!]!)
  source.checkRoom(wanted.length, first.length)
  const models = wanted.map((m) => {
    const kept = m === wanted[0] ? first : keep(source, columns, all[m]!)
    if (kept !== first) checkSame(source, columns, sites, first, kept, m)
    const { Cartn_x, Cartn_y, Cartn_z } = sites.numbers
    return Float64Array.from({ length: 3 * kept.length }, (_, i) => {
      const k = kept[Math.floor(i / 3)]!
      return (i % 3 === 0 ? Cartn_x : i % 3 === 1 ? Cartn_y : Cartn_z)![k]!
    })
  })
  const left = all[wanted[0]!]!.length - first.length
  if (left > 0) source.notes.push(`${plural(left, 'atom')} at alternative locations left out.`)
  const listed = new Map<string, number>()
  for (const k of first) {
    const entity = sites.texts.label_entity_id?.[k]
    if (entity !== undefined && listedByEntity.has(entity)) listed.set(columns.chains[k]!, listedByEntity.get(entity)!)
  }
  const name = id === '' ? source.options.name : id
  return buildStructure(rowsOf(columns, sites, first), models, { name, notes: source.notes, listed })
}

/** What the rows are called, whatever columns the file has. */
interface Columns {
  readonly names: readonly string[]
  readonly residueNames: readonly string[]
  readonly chains: readonly string[]
  readonly numbers: readonly number[]
  readonly insertions: readonly string[]
  readonly letters: readonly string[]
  readonly occupancy: readonly number[]
}

function columnsOf(source: StructureSource, sites: Sites): Columns {
  const { lines, texts, numbers } = sites
  const pick = (k: number, ...items: TextItem[]): string => {
    for (const item of items) {
      const text = texts[item]?.[k] ?? ''
      if (text !== '') return text
    }
    return ''
  }
  const names = lines.map((_, k) => {
    const name = pick(k, 'auth_atom_id', 'label_atom_id')
    if (name === '') source.fail(placeOf(sites, k, '_atom_site.label_atom_id'), 'the name of an atom', 'none')
    return name.toUpperCase()
  })
  const residueNames = lines.map((_, k) => pick(k, 'auth_comp_id', 'label_comp_id').toUpperCase())
  const chains = lines.map((_, k) => pick(k, 'auth_asym_id', 'label_asym_id'))
  const letters = lines.map((_, k) => pick(k, 'label_alt_id'))
  const seen = new Set<string>()
  let unnumbered = 0
  const residueNumbers = lines.map((_, k) => {
    const text = pick(k, 'auth_seq_id', 'label_seq_id')
    if (/^[+-]?\d{1,9}$/.test(text)) return Number(text)
    if (text !== '')
      source.fail(placeOf(sites, k, '_atom_site.auth_seq_id'), 'the number of a residue', JSON.stringify(text))
    // Water without any number: a new residue where an atom of the last comes again.
    const atom = `${chains[k]} ${residueNames[k]} ${names[k]} ${letters[k]}`
    const goesOn = k > 0 && chains[k] === chains[k - 1] && residueNames[k] === residueNames[k - 1] && !seen.has(atom)
    if (!goesOn) {
      unnumbered++
      seen.clear()
    }
    seen.add(atom)
    return unnumbered
  })
  return {
    names,
    residueNames,
    chains,
    numbers: residueNumbers,
    insertions: lines.map((_, k) => pick(k, 'pdbx_PDB_ins_code')),
    letters,
    occupancy: numbers.occupancy ?? lines.map(() => 1),
  }
}

/** Those of the rows of one model that are not alternatives. */
function keep(source: StructureSource, columns: Columns, rows: readonly number[]): readonly number[] {
  const { names, residueNames, chains, numbers, insertions, letters, occupancy } = columns
  const places = {
    letter: (i: number) => letters[rows[i]!]!,
    name: (i: number) => names[rows[i]!]!,
    residueName: (i: number) => residueNames[rows[i]!]!,
    occupancy: (i: number) => occupancy[rows[i]!]!,
    isSamePlace: (i: number, m: number) => {
      const [j, k] = [rows[i]!, rows[m]!]
      return numbers[j] === numbers[k] && chains[j] === chains[k] && insertions[j] === insertions[k]
    },
    place: (i: number) => `${chains[rows[i]!]} ${numbers[rows[i]!]}${insertions[rows[i]!]}`,
  }
  return takeAtoms(rows.length, places, source.options.altloc).map((i) => rows[i]!)
}

function checkSame(
  source: StructureSource,
  columns: Columns,
  sites: Sites,
  first: readonly number[],
  kept: readonly number[],
  m: number,
): void {
  const field = `model ${m}`
  const option = '(option model reads one of them)'
  const label = (k: number): string =>
    `${columns.chains[k]} ${columns.residueNames[k]}${columns.numbers[k]}${columns.insertions[k]} ${columns.names[k]}`
  for (let i = 0; i < Math.min(first.length, kept.length); i++) {
    const [was, is] = [label(first[i]!), label(kept[i]!)]
    if (was !== is) source.fail(placeOf(sites, kept[i]!, field), `${was}, as in the first model ${option}`, is)
  }
  if (first.length !== kept.length) {
    source.fail({ field }, `${plural(first.length, 'atom')}, as in the first model ${option}`, `${kept.length}`)
  }
}

function rowsOf(columns: Columns, { texts, numbers }: Sites, kept: readonly number[]): StructureRows {
  const isHetero = (k: number): boolean => texts.group_PDB?.[k]?.toUpperCase() === 'HETATM'
  const hint = (k: number): PolymerHint => {
    if (texts.label_seq_id !== undefined) return texts.label_seq_id[k] === '' ? 'no' : 'yes'
    return isHetero(k) ? 'if bonded' : 'yes'
  }
  const symbol = (k: number): string =>
    elementSymbol(texts.type_symbol?.[k] ?? '', columns.names[k]!, columns.residueNames[k]!, isHetero(k))
  return {
    names: kept.map((k) => columns.names[k]!),
    elements: kept.map(symbol),
    residueNames: kept.map((k) => columns.residueNames[k]!),
    residueNumbers: kept.map((k) => columns.numbers[k]!),
    insertions: kept.map((k) => columns.insertions[k]!),
    chains: kept.map((k) => columns.chains[k]!),
    serial: kept.map((k, i) => numbers.id?.[k] ?? i + 1),
    hetero: kept.map((k) => (isHetero(k) ? 1 : 0)),
    occupancy: kept.map((k) => columns.occupancy[k]!),
    temperature: kept.map((k) => numbers.B_iso_or_equiv?.[k] ?? 0),
    charge: kept.map((k) => Math.max(-99, Math.min(99, Math.trunc(numbers.pdbx_formal_charge?.[k] ?? 0)))),
    polymer: kept.map(hint),
  }
}
