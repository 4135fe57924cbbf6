// A structure from its atoms, one row an atom in the order of the file: rows are put together to residues, residues to chains,
// it is decided which residues a chain is made of, and every chain is cut at its gaps (structure-pieces.ts).
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { Residue, Structure, StructureAtoms, StructureChain } from './structure.js'
import { elementSymbol } from './structure-elements.js'
import { cutChains, isBonded, kindOf } from './structure-pieces.js'

/** Of a row: part of a chain of residues, or not, or it shall be seen from where its atoms are. */
export type PolymerHint = 'yes' | 'no' | 'if bonded'

/** All lists have one entry an atom. Consecutive rows of the same chain, number, insertion code and name are one residue. */
export interface StructureRows {
  readonly names: readonly string[]
  readonly elements?: readonly string[] | undefined
  readonly residueNames: readonly string[]
  readonly residueNumbers: ArrayLike<number>
  readonly insertions?: readonly string[] | undefined
  readonly chains: readonly string[]
  readonly serial?: ArrayLike<number> | undefined
  readonly hetero?: ArrayLike<number> | undefined
  readonly occupancy?: ArrayLike<number> | undefined
  readonly temperature?: ArrayLike<number> | undefined
  readonly charge?: ArrayLike<number> | undefined
  /** `yes` for all where left out; what has neither a backbone nor an alpha carbon is none all the same. */
  readonly polymer?: readonly PolymerHint[] | undefined
}

export interface BuildOptions {
  readonly name?: string | undefined
  readonly notes?: readonly string[] | undefined
  /** How many residues each chain should have, where the file lists them; by chain. */
  readonly listed?: ReadonlyMap<string, number> | undefined
}

/** The structure of these atoms; `models` has their places, x, y, z an atom, and is kept. */
export function buildStructure(
  rows: StructureRows,
  models: readonly Float64Array[],
  options: BuildOptions = {},
): Structure {
  const count = rows.names.length
  checkRows(rows, models)
  const residue = new Int32Array(count)
  const chainIds = new Map<string, number>()
  const residues: Residue[] = []
  const hints: PolymerHint[] = []
  for (let first = 0; first < count; ) {
    let end = first + 1
    while (end < count && isSameResidue(rows, first, end)) end++
    const id = rows.chains[first]!
    if (!chainIds.has(id)) chainIds.set(id, chainIds.size)
    residue.fill(residues.length, first, end)
    hints.push(rows.polymer?.[first] ?? 'yes')
    residues.push({
      name: rows.residueNames[first]!,
      chain: chainIds.get(id)!,
      number: rows.residueNumbers[first]!,
      insertion: rows.insertions?.[first] ?? '',
      first,
      count: end - first,
      hetero: rows.hetero?.[first] === 1,
      link: 'other',
      kind: 'other',
    })
    first = end
  }
  const column = (given: ArrayLike<number> | undefined, value: (k: number) => number): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => given?.[k] ?? value(k))
  const atoms: StructureAtoms = {
    count,
    names: rows.names,
    elements:
      rows.elements ??
      rows.names.map((name, k) => elementSymbol('', name, rows.residueNames[k]!, rows.hetero?.[k] === 1)),
    residue,
    serial: Int32Array.from(column(rows.serial, (k) => k + 1)),
    hetero: Uint8Array.from(column(rows.hetero, () => 0)),
    occupancy: column(rows.occupancy, () => 1),
    temperature: column(rows.temperature, () => 0),
    charge: Int8Array.from(column(rows.charge, () => 0)),
  }
  const bare = { atoms, residues, models }
  const kinds = residues.map((_, k) => kindOf(bare, k, hints[k] === 'yes'))
  const isMember = (k: number): boolean => {
    if (kinds[k] === 'other' || hints[k] !== 'if bonded') return kinds[k] !== 'other' && hints[k] === 'yes'
    return [k - 1, k + 1].some((other) => {
      if (residues[other]?.chain !== residues[k]!.chain || hints[other] === 'no') return false
      return kinds[other] === kinds[k] && isBonded(bare, Math.min(k, other), Math.max(k, other), kinds[k]!)
    })
  }
  const linked = residues.map((r, k): Residue => ({ ...r, link: isMember(k) ? 'polymer' : 'other', kind: kinds[k]! }))
  const notes = [...(options.notes ?? [])]
  noteScattered(linked, notes)
  noteRepeated(linked, [...chainIds.keys()], rows.names, notes)
  const chains: StructureChain[] = cutChains(
    { atoms, residues: linked, models },
    [...chainIds.keys()],
    notes,
    options.listed,
  )
  return { name: options.name ?? 'structure', atoms, residues: linked, chains, models, notes }
}

function isSameResidue(rows: StructureRows, a: number, b: number): boolean {
  return (
    rows.residueNumbers[a] === rows.residueNumbers[b] &&
    rows.chains[a] === rows.chains[b] &&
    rows.residueNames[a] === rows.residueNames[b] &&
    rows.insertions?.[a] === rows.insertions?.[b]
  )
}

/** Atoms of a residue that are not listed together, such as hydrogens at the end of a file. Water may have equal numbers. */
function noteScattered(residues: readonly Residue[], notes: string[]): void {
  const seen = new Set<string>()
  let scattered = 0
  const key = ({ chain, number, insertion, name }: Residue): string => `${chain} ${number} ${insertion} ${name}`
  for (const residue of residues) if (residue.link === 'polymer') seen.add(key(residue))
  const met = new Set<string>()
  for (const residue of residues) {
    const own = key(residue)
    if (met.has(own)) scattered++
    else if (seen.has(own)) met.add(own)
  }
  if (scattered === 0) return
  const many = scattered === 1 ? 'One residue comes' : `${scattered} residues come`
  notes.push(`${many} again at another place of the file, under the same name and number: taken for another one.`)
}

/** More of them than these are counted, not listed one by one. */
const MOST_REPEATED = 5

/** Atoms that their residue has already, by name: lines that occur twice in a file. Which one is meant is unknown. */
function noteRepeated(
  residues: readonly Residue[],
  chains: readonly string[],
  names: readonly string[],
  notes: string[],
): void {
  const told: string[] = []
  let repeated = 0
  for (const { name, chain, number, insertion, first, count } of residues) {
    const seen = new Set<string>()
    for (let k = first; k < first + count; k++) {
      if (!seen.has(names[k]!)) seen.add(names[k]!)
      else if (++repeated <= MOST_REPEATED) {
        told.push(`${chains[chain] === '' ? '' : `${chains[chain]} `}${name} ${number}${insertion} ${names[k]}`)
      }
    }
  }
  if (repeated === 0) return
  const more = repeated > MOST_REPEATED ? ` and ${repeated - MOST_REPEATED} more` : ''
  const many = repeated === 1 ? 'One atom comes' : `${repeated} atoms come`
  notes.push(
    `${many} again in the same residue, under the same name, and ${repeated === 1 ? 'is' : 'are'} kept: ${told.join(', ')}${more}.`,
  )
}

function checkRows(rows: StructureRows, models: readonly Float64Array[]): void {
  const count = rows.names.length
  if (count === 0) throw new InvalidInputError('rows.names', rows.names, 'one atom or more')
  for (const [field, list] of Object.entries(rows)) {
    if (list !== undefined && list?.length !== count) {
      throw new InvalidInputError(`rows.${field}.length`, list?.length, `${count}, as many as there are names`)
    }
  }
  if (models.length === 0) throw new InvalidInputError('models', models, 'one model or more')
  for (const [m, model] of models.entries()) {
    if (model.length !== 3 * count) throw new InvalidInputError(`models[${m}].length`, model.length, `${3 * count}`)
    for (let k = 0; k < model.length; k++) {
      if (Math.abs(model[k]!) <= MAX_COORDINATE) continue
      throw new InvalidInputError(`models[${m}][${k}]`, model[k], `a number of at most ${MAX_COORDINATE}`)
    }
  }
}
