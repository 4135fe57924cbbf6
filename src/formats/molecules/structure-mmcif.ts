// The structure in an mmCIF file: the atoms of the first block that has any (structure-sites.ts).
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import type { Structure } from '../../molecules/structure/structure.js'
import { parseDecimal } from '../text/parse-decimal.js'
import { CifTokens } from './structure-cif-tokens.js'
import {
  ATOM_NUMBERS,
  ATOM_TEXTS,
  type AtomBlock,
  COORDINATES,
  emptySequence,
  type NumberItem,
  OTHERWISE,
  type Sites,
  structureOfSites,
} from './structure-sites.js'
import type { StructureSource } from './structure-source.js'

export function readMmcifStructure(source: StructureSource): Structure {
  return structureOfSites(source, readBlock(source), 'an mmCIF file')
}

/** Everything up to the end of the first block that has atoms. */
function readBlock(source: StructureSource): AtomBlock {
  const tokens = new CifTokens(source)
  let sites: Sites = { lines: [], texts: {}, numbers: {} }
  let sequence = emptySequence()
  let id = ''
  tokens.next()
  while (!tokens.is('end')) {
    if (tokens.is('value')) tokens.fail('a name or a keyword')
    if (tokens.is('name')) {
      const [names, line] = [[tokens.word()], tokens.line]
      tokens.next()
      if (!tokens.is('value')) tokens.fail(`a value of ${names[0]}`)
      takeLoop(names, line, true)
      continue
    }
    const word = tokens.word()
    const keyword = word.toLowerCase()
    tokens.next()
    if (keyword === 'loop_') {
      const names: string[] = []
      const { line } = tokens
      for (; tokens.is('name'); tokens.next()) names.push(tokens.word())
      if (names.length === 0) tokens.fail('a name in a loop')
      takeLoop(names, line, false)
    } else if (keyword.startsWith('data_')) {
      if (sites.lines.length > 0) {
        source.notes.push(`Only the first block with atoms is read, ${id === '' ? 'which has no name' : id}.`)
        break
      }
      sites = { lines: [], texts: {}, numbers: {} }
      sequence = emptySequence()
      id = word.slice(5)
    }
  }
  return { sites, id, sequence }

  /** The values that follow, one of each name a row. */
  function takeLoop(names: readonly string[], line: number, single: boolean): void {
    const takers = names.map((name) => takerOf(name.toLowerCase()))
    let column = 0
    for (; tokens.is('value'); tokens.next()) {
      takers[column]?.()
      column = (column + 1) % names.length
      if (single) {
        tokens.next()
        return
      }
    }
    if (column !== 0)
      source.fail({ line }, `values for all ${names.length} names of the loop in every row`, `${column} in the last`)
  }

  function takerOf(name: string): (() => void) | undefined {
    if (name === '_entity_poly_seq.entity_id') return () => void sequence.entities.push(tokens.word())
    if (name === '_entity_poly_seq.num') return () => void sequence.numbers.push(tokens.word())
    if (name === '_entry.id') return () => void (id = tokens.word())
    if (!name.startsWith('_atom_site.')) return undefined
    const item = name.slice(11)
    const text = ATOM_TEXTS.find((known) => known.toLowerCase() === item)
    const number = ATOM_NUMBERS.find((known) => known.toLowerCase() === item)
    const rows = sites
    if (text !== undefined) {
      if (rows.texts[text] !== undefined) tokens.fail('every column once', name)
      const list: string[] = []
      rows.texts[text] = list
      return () => {
        list.push(tokens.isMissing() ? '' : tokens.word())
        note(list.length)
      }
    }
    if (number === undefined) return undefined
    if (rows.numbers[number] !== undefined) tokens.fail('every column once', name)
    const list: number[] = []
    rows.numbers[number] = list
    return () => {
      list.push(readNumber(source, tokens, number))
      note(list.length)
    }

    /** Whichever column comes first says which line the row is on. */
    function note(length: number): void {
      if (rows.lines.length < length) rows.lines.push(tokens.line)
    }
  }
}

function readNumber(source: StructureSource, tokens: CifTokens, item: NumberItem): number {
  const isCoordinate = COORDINATES.includes(item)
  if (!isCoordinate && tokens.isMissing()) return OTHERWISE[item] ?? 0
  let { end } = tokens
  // 1.234(5): the digit in brackets is how uncertain the last one is.
  if (source.bytes[end - 1] === 41) {
    const open = source.bytes.subarray(tokens.start, end).lastIndexOf(40)
    if (open > 0) end = tokens.start + open
  }
  const value = parseDecimal(source.bytes, tokens.start, end)
  if (isCoordinate && !(Math.abs(value) <= MAX_COORDINATE)) tokens.fail('a coordinate', `_atom_site.${item}`)
  return Number.isFinite(value) ? value : (OTHERWISE[item] ?? 0)
}
