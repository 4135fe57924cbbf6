// The structure in a BinaryCIF file: the same categories and items as in an mmCIF file (structure-sites.ts), as columns of numbers and
// texts (bcif-encodings.ts) in a MessagePack document (bcif-message.ts). Specification: Sehnal et al., "BinaryCIF and CIFTools",
// PLOS Computational Biology 16 (2020), e1008247. Only the columns that are needed are decoded.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import type { Structure } from '../../molecules/structure/structure.js'
import { plural } from '../text/plural.js'
import { type Decoded, decodeColumn, type Fields, isFields } from './bcif-encodings.js'
import { readMessage } from './bcif-message.js'
import {
  ATOM_NUMBERS,
  ATOM_TEXTS,
  COORDINATES,
  emptySequence,
  type NumberItem,
  OTHERWISE,
  type Sites,
  structureOfSites,
  type TextItem,
} from './structure-sites.js'
import type { StructureSource } from './structure-source.js'

export function readBinaryCif(source: StructureSource): Structure {
  const what = 'a BinaryCIF file'
  const file = readMessage(source)
  const blocks = isFields(file) ? listOf(source, file, 'dataBlocks') : source.fail({ offset: 0 }, what, typeof file)
  const withAtoms = blocks.filter((block) => categoryOf(source, block, '_atom_site') !== undefined)
  const block = withAtoms[0]
  if (block === undefined) return source.fail({}, `${what} with atoms (_atom_site)`, 'none')
  const id = typeof block.header === 'string' ? block.header : ''
  if (withAtoms.length > 1) {
    source.notes.push(`Only the first block with atoms is read, ${id === '' ? 'which has no name' : id}.`)
  }
  const sequence = emptySequence()
  const listed = categoryOf(source, block, '_entity_poly_seq')
  if (listed !== undefined) {
    sequence.entities.push(...textsOf(listed.read('entity_id'), listed.rows))
    sequence.numbers.push(...textsOf(listed.read('num'), listed.rows))
  }
  const sites = readSites(source, categoryOf(source, block, '_atom_site')!)
  return structureOfSites(source, { sites, id, sequence }, what)
}

/** A list of maps. */
function listOf(source: StructureSource, fields: Fields, name: string): Fields[] {
  const list = fields[name]
  if (Array.isArray(list) && list.every(isFields)) return list
  return source.fail({ field: name }, 'a list of maps', Array.isArray(list) ? 'something else in it' : typeof list)
}

interface Column {
  readonly values: Decoded
  /** 0 where there is a value; 1 and 2 where the file has `.` and `?`. */
  readonly mask: Decoded | undefined
}

class Category {
  constructor(
    private readonly source: StructureSource,
    private readonly name: string,
    readonly rows: number,
    private readonly columns: readonly Fields[],
  ) {}

  /** Undefined where it has no such column. Names are compared without regard to case, as in CIF. */
  read(item: string): Column | undefined {
    const { source, rows } = this
    const found = this.columns.filter(
      ({ name }) => typeof name === 'string' && name.toLowerCase() === item.toLowerCase(),
    )
    const field = `${this.name}.${item}`
    if (found.length > 1) source.fail({ field }, 'every column once', `${found.length}`)
    const [column] = found
    if (column === undefined) return undefined
    const values = decodeColumn(source, column.data, field)
    const hasMask = column.mask !== null && column.mask !== undefined
    const mask = hasMask ? decodeColumn(source, column.mask, `${field}, mask`) : undefined
    for (const [list, part] of [
      [values, field],
      [mask, `${field}, mask`],
    ] as const) {
      if (list !== undefined && list.length !== rows) {
        source.fail({ field: part }, `${plural(rows, 'value')} (rowCount)`, `${list.length}`)
      }
    }
    return { values, mask }
  }
}

function categoryOf(source: StructureSource, block: Fields, name: string): Category | undefined {
  const found = listOf(source, block, 'categories').find((category) => String(category.name).toLowerCase() === name)
  if (found === undefined) return undefined
  const rows = found.rowCount
  const most = source.bytes.length
  if (typeof rows !== 'number' || !(Number.isInteger(rows) && rows >= 0 && rows <= most)) {
    source.fail({ field: `${name}, rowCount` }, `a number of rows that ${plural(most, 'byte')} can hold`, `${rows}`)
  }
  return new Category(source, name, rows, listOf(source, found, 'columns'))
}

function textsOf(column: Column | undefined, rows: number): string[] {
  if (column === undefined) return new Array<string>(rows).fill('')
  const { values, mask } = column
  return Array.from({ length: rows }, (_, k) => (isMissing(mask, k) ? '' : String(values[k])))
}

function isMissing(mask: Decoded | undefined, k: number): boolean {
  return mask !== undefined && mask[k] !== 0
}

function readSites(source: StructureSource, category: Category): Sites {
  const texts: Partial<Record<TextItem, string[]>> = {}
  const numbers: Partial<Record<NumberItem, number[]>> = {}
  for (const item of ATOM_TEXTS) {
    const column = category.read(item)
    if (column !== undefined) texts[item] = textsOf(column, category.rows)
  }
  for (const item of ATOM_NUMBERS) {
    const column = category.read(item)
    if (column !== undefined) numbers[item] = numbersOf(source, column, item)
  }
  return { lines: Array.from({ length: category.rows }, (_, k) => k), isBinary: true, texts, numbers }
}

function numbersOf(source: StructureSource, { values, mask }: Column, item: NumberItem): number[] {
  const isCoordinate = COORDINATES.includes(item)
  return Array.from(values as ArrayLike<string | number>, (given, k) => {
    const value = isMissing(mask, k) || given === '' ? Number.NaN : Number(given)
    if (isCoordinate && !(Math.abs(value) <= MAX_COORDINATE)) {
      source.fail({ field: `_atom_site.${item}, row ${k}` }, 'a coordinate', `${given}`)
    }
    return Number.isFinite(value) ? value : (OTHERWISE[item] ?? 0)
  })
}
