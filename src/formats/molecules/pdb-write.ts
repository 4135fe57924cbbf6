// Structures and trajectories as PDB text, in parts, so that a run can append one model after the other: a head, models, an end.
// What is written is read again as it was, to the digits of the format: coordinates of three decimals, occupancies and B
// factors of two. What does not fit its columns is refused by name and not cut; numbers past their columns are in hybrid-36,
// chains of longer names go to the segment's columns (73 to 76), where parseStructure finds them.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { Structure } from '../../molecules/structure/structure.js'
import { formatHybrid36 } from './structure-hybrid36.js'

/** Which atoms are written as PDB. */
export interface PdbWriteOptions {
  /** Which atoms, by their numbers in the structure, ascending; all if left out. Positions are then those of these atoms. */
  readonly atoms?: ArrayLike<number> | undefined
}

/** A structure with all of its models, as one text. */
export function writePdb(structure: Structure, options: PdbWriteOptions = {}): string {
  const atoms = selectionOf(structure, options)
  const models = structure.models.map((all, m) => {
    const positions = new Float64Array(3 * atoms.length)
    for (const [i, k] of atoms.entries()) positions.set(all.subarray(3 * k, 3 * k + 3), 3 * i)
    return pdbModel(structure, positions, m + 1, options)
  })
  return pdbHeader(structure, options) + models.join('') + pdbEnd()
}

/** The text of a PDB file before its first model: the entry's name, and which residues every chain is made of. */
export function pdbHeader(structure: Structure, options: PdbWriteOptions = {}): string {
  const { name, chains, residues, atoms } = structure
  const lines: string[] = []
  if (/^\d[A-Za-z\d]{3}$/.test(name)) lines.push(`HEADER${' '.repeat(56)}${name.toUpperCase()}`)
  else lines.push(`TITLE     ${printable(name).slice(0, 70)}`)
  const used = new Set<number>()
  for (const k of selectionOf(structure, options)) used.add(atoms.residue[k]!)
  for (const chain of chains) {
    const polymer = chain.residues.filter((r) => used.has(r) && residues[r]!.link === 'polymer')
    const id = chain.id.length === 1 ? chain.id : ' '
    for (let from = 0; from < polymer.length; from += 13) {
      const names = polymer.slice(from, from + 13).map((r) => residues[r]!.name.padStart(3))
      const number = String((from / 13 + 1) % 1000).padStart(3)
      lines.push(`SEQRES ${number} ${id} ${String(polymer.length).padStart(4)}  ${names.join(' ')}`)
    }
  }
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}

/** One model, from MODEL to ENDMDL, with the atoms at `positions`: x, y, z an atom. Models are counted from 1. */
export function pdbModel(
  structure: Structure,
  positions: ArrayLike<number>,
  model = 1,
  options: PdbWriteOptions = {},
): string {
  const selection = selectionOf(structure, options)
  checkIndex('model', model, 1, 2 ** 31)
  if (positions?.length !== 3 * selection.length) {
    throw new InvalidInputError('positions.length', positions?.length, `${3 * selection.length}, three an atom`)
  }
  const { residues, atoms } = structure
  /** The last polymer atom of every chain: TER follows it. */
  const last = new Map<number, number>()
  for (const k of selection) {
    const residue = residues[atoms.residue[k]!]!
    if (residue.link === 'polymer') last.set(residue.chain, k)
  }
  let text = `MODEL     ${String(model).padStart(4)}\n`
  for (const [i, k] of selection.entries()) {
    text += `${lineOf(structure, k, positions, 3 * i)}\n`
    if (last.get(residues[atoms.residue[k]!]!.chain) === k) text += 'TER\n'
  }
  return `${text}ENDMDL\n`
}

/** The text of a PDB file after its last model. */
export function pdbEnd(): string {
  return 'END\n'
}

function lineOf(structure: Structure, k: number, positions: ArrayLike<number>, at: number): string {
  const { atoms, residues, chains } = structure
  const residue = residues[atoms.residue[k]!]!
  const { id } = chains[residue.chain]!
  const refuse = (field: string, value: unknown, expected: string): never => {
    throw new InvalidInputError(`atom ${k}, ${field}`, value, `${expected} to be written as PDB`)
  }
  const word = (field: string, value: string, most: number): string =>
    value.length <= most && printable(value) === value ? value : refuse(field, value, `at most ${most} plain letters`)
  const coordinate = (axis: number): string => {
    const value = positions[at + axis]!
    const digits = (Math.round(value * 1000) === 0 ? 0 : value).toFixed(3)
    if (Number.isFinite(value) && digits.length <= 8) return digits.padStart(8)
    return refuse('xyz'[axis]!, value, 'between -999.999 and 9999.999')
  }
  const name = word('name', atoms.names[k]!, 4)
  const element = atoms.elements[k] === 'X' ? '' : atoms.elements[k]!.toUpperCase()
  // Symbols end in column 14: an alpha carbon and calcium differ by a column.
  const padded = (name.length < 4 && element.length < 2 ? ` ${name}` : name).padEnd(4)
  const number = formatHybrid36(residue.number, 4) ?? refuse('residue number', residue.number, 'at least -999')
  const serial = formatHybrid36(atoms.serial[k]!, 5) ?? formatHybrid36((k + 1) % 99_999, 5)!
  const segment = id.length > 1 ? word('chain', id, 4) : ''
  const charge = atoms.charge[k] === 0 ? '' : `${Math.abs(atoms.charge[k]!) % 10}${atoms.charge[k]! < 0 ? '-' : '+'}`
  const line =
    (atoms.hetero[k] === 1 ? 'HETATM' : 'ATOM  ') +
    `${serial} ${padded} ${word('residue', residue.name, 4).padStart(3).padEnd(4)}` +
    `${id.length === 1 ? word('chain', id, 1) : ' '}${number}${word('insertion', residue.insertion, 1).padEnd(1)}   ` +
    `${coordinate(0)}${coordinate(1)}${coordinate(2)}${hundredths(atoms.occupancy[k]!)}${hundredths(atoms.temperature[k]!)}` +
    `      ${segment.padEnd(4)}${element.padStart(2)}${charge}`
  return line.trimEnd()
}

/** Six columns, two decimals; what is larger is written as the largest: it is not a position, only its uncertainty. */
function hundredths(value: number): string {
  return Math.min(999.99, Math.max(-99.99, value)).toFixed(2).padStart(6)
}

function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, ' ').trim()
}

function selectionOf(structure: Structure, options: PdbWriteOptions): readonly number[] {
  checkFields('options', options, ['atoms'])
  const { atoms } = options
  if (atoms === undefined) return Array.from({ length: structure.atoms.count }, (_, k) => k)
  let before = 0
  return Array.from({ length: atoms.length }, (_, i) => {
    checkIndex(`options.atoms[${i}]`, atoms[i]!, before, structure.atoms.count)
    before = atoms[i]! + 1
    return atoms[i]!
  })
}
