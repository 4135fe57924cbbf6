// Structures, written plainly: what the readers are tested against. Peptides have bonds of 1.33 Å along x, which is all that the
// readers look at.
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { type PdbAtom, pdbLine } from './frames-samples.js'

export interface PeptideOptions {
  readonly chain?: string
  readonly first?: number
  readonly from?: number
  readonly names?: readonly string[]
  readonly atom?: Partial<PdbAtom>
}

/** N, CA, C and O of so many residues, each 3.75 Å behind the last one, from x = `from` on: C to N is 1.25 Å. */
export function peptide(residues: number, options: PeptideOptions = {}): PdbAtom[] {
  const { chain = 'A', first = 1, from = 0, names = ['ALA'], atom = {} } = options
  return Array.from({ length: residues }, (_, k) => {
    const x = from + 3.75 * k
    const residueName = names[k % names.length]!
    const own = { chain, residue: first + k, residueName, ...atom }
    return [
      { ...own, name: 'N', element: 'N', xyz: [x, 0, 0] },
      { ...own, name: 'CA', element: 'C', xyz: [x + 1.25, 0.5, 0] },
      { ...own, name: 'C', element: 'C', xyz: [x + 2.5, 0, 0] },
      { ...own, name: 'O', element: 'O', xyz: [x + 2.5, -1.25, 0.125] },
    ]
  }).flat()
}

export function pdbLines(...atoms: readonly PdbAtom[]): string {
  return atoms.map((atom, k) => `${pdbLine(atom, k + 1)}\n`).join('')
}

const ITEMS = [
  ...['group_PDB', 'id', 'type_symbol', 'label_atom_id', 'label_alt_id', 'label_comp_id', 'label_asym_id'],
  ...['label_entity_id', 'label_seq_id', 'pdbx_PDB_ins_code', 'Cartn_x', 'Cartn_y', 'Cartn_z', 'occupancy'],
  ...['B_iso_or_equiv', 'pdbx_formal_charge', 'auth_seq_id', 'auth_comp_id', 'auth_asym_id', 'auth_atom_id'],
  'pdbx_PDB_model_num',
]

/** The same atoms as mmCIF; those of `others` (by residue name) are no part of a chain. */
export function mmcif(models: readonly (readonly PdbAtom[])[], others: readonly string[] = []): string {
  const value = (text: string): string => (text.trim() === '' ? '?' : /['"]/.test(text) ? `"${text}"` : text)
  const rows = models.flatMap((atoms, m) =>
    atoms.map((atom, k) => {
      const { record = 'ATOM', name = 'CA', altloc = '.', residueName = 'GLY', chain = 'A', residue = 1 } = atom
      const { insertion = '?', xyz, occupancy = 1, element = 'C' } = atom
      const sequence = others.includes(residueName) ? '.' : String(residue)
      const values = [record, String(k + 1), element, name, altloc, residueName, chain, '1', sequence, insertion]
      values.push(...xyz.map((x) => x.toFixed(3)), occupancy.toFixed(2), '20.00', '?')
      values.push(String(residue), residueName, chain, name, String(m + 1))
      return `${values.map(value).join(' ')}\n`
    }),
  )
  return `data_1ABC\n#\n_entry.id 1ABC\nloop_\n${ITEMS.map((item) => `_atom_site.${item}\n`).join('')}${rows.join('')}#\n`
}

/** Oxygens of water, one a residue, numbered from these on: read from mmCIF, which has no columns to outgrow. */
export function manyWaters(count: number, serial: number, residue: number): Structure {
  const rows = Array.from({ length: count }, (_, k) => {
    const [x, y, z] = [3 * (k % 100) + 0.125, (Math.floor(k / 100) % 100) + 0.25, Math.floor(k / 10_000) + 0.5]
    return `HETATM ${serial + k} O O HOH W ${residue + k} ${x} ${y} ${z}\n`
  })
  const items = ['group_PDB', 'id', 'type_symbol', 'auth_atom_id', 'auth_comp_id', 'auth_asym_id', 'auth_seq_id']
  const names = [...items, 'Cartn_x', 'Cartn_y', 'Cartn_z'].map((item) => `_atom_site.${item}\n`)
  return parseStructure(`data_WATER\nloop_\n${names.join('')}${rows.join('')}`)
}

/** What a file says of its first model, counted line by line with regular expressions: nothing of the readers is used. */
export interface Counts {
  readonly models: number
  /** Atoms of the first model, and how many distinct (chain, residue, atom) there are among them. */
  readonly atoms: number
  readonly distinct: number
  readonly chains: number
  readonly residues: number
}

export function countPdb(text: string): Counts {
  const lines = text.split(/\r\n|\r|\n/)
  const models = lines.filter((line) => /^ENDMDL/.test(line)).length
  const end = lines.findIndex((line) => /^ENDMDL/.test(line))
  const atoms = lines.slice(0, end < 0 ? undefined : end).filter((line) => /^(ATOM {2}|HETATM)/.test(line))
  const chain = (line: string): string => line[21]!.trim() || line.slice(72, 76).trim()
  return {
    models: Math.max(1, models),
    atoms: atoms.length,
    distinct: new Set(atoms.map((line) => `${chain(line)}|${line.slice(22, 27)}|${line.slice(12, 16)}`)).size,
    chains: new Set(atoms.map(chain)).size,
    residues: new Set(atoms.map((line) => `${chain(line)}|${line.slice(22, 27)}`)).size,
  }
}

/** Of rows without quotes around blanks, as archives write them. */
export function countMmcif(text: string): Counts {
  const lines = text.split(/\r\n|\r|\n/)
  const items = lines.filter((line) => /^_atom_site\./.test(line)).map((line) => line.trim().slice(11))
  const rows = lines.filter((line) => /^(ATOM|HETATM) /.test(line)).map((line) => line.trim().split(/\s+/))
  const get = (row: string[], item: string): string => row[items.indexOf(item)]!
  const residue = (row: string[]): string =>
    ['auth_asym_id', 'auth_seq_id', 'pdbx_PDB_ins_code'].map((item) => get(row, item)).join('|')
  const first = get(rows[0]!, 'pdbx_PDB_model_num')
  const atoms = rows.filter((row) => get(row, 'pdbx_PDB_model_num') === first)
  return {
    models: new Set(rows.map((row) => get(row, 'pdbx_PDB_model_num'))).size,
    atoms: atoms.length,
    distinct: new Set(atoms.map((row) => `${residue(row)}|${get(row, 'auth_atom_id')}`)).size,
    chains: new Set(atoms.map((row) => get(row, 'auth_asym_id'))).size,
    residues: new Set(atoms.map(residue)).size,
  }
}
