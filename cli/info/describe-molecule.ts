// Molecules: structures with their chains and residues, trajectories, and topologies.
import { readFrames, readStructure, readTopology } from '../../node/index.js'
import type { PeriodicCell, Structure, StructureChain } from '../../src/entries/molecules.js'
import { count } from '../check/check-path-report.js'
import { plural, short } from '../check/check-report.js'
import { boxOf, columns, type Described, describeBox, table, tally, whole } from './described.js'

const WATER: ReadonlySet<string> = new Set(['HOH', 'WAT', 'DOD', 'H2O', 'SOL', 'TIP', 'TIP3', 'TP3', 'SPC'])

export async function describeStructure(file: string): Promise<Described> {
  const structure = await readStructure(file)
  const { atoms, residues, models } = structure
  const isWater = residues.map(({ name }) => WATER.has(name))
  const others = residues.filter(({ link }, r) => link === 'other' && !isWater[r]!)
  const elements = tally(atoms.elements)
  const chains = structure.chains.map((chain) => chainFacts(structure, chain, isWater))
  const ligands = tally(others.map(({ name }) => name))
  const waters = isWater.filter((water) => water).length
  const box = boxOf(models[0]!)
  return {
    facts: {
      ...{ name: structure.name, models: models.length, atoms: atoms.count, residues: residues.length, chains },
      ...{ waters, others: Object.fromEntries(ligands), elements: Object.fromEntries(elements), box: box ?? null },
    },
    lines: [
      ...table([
        ['name', structure.name],
        ['models', String(models.length)],
        ['atoms', `${whole(atoms.count)}: ${elements.map(([name, n]) => `${name} ${n}`).join(', ')}`],
        ['residues', `${whole(residues.length)}${waters === 0 ? '' : `, ${count(waters, 'water')} among them`}`],
        ...(ligands.length === 0 ? [] : ([['others', listed(ligands)]] as const)),
        ['box', `${describeBox(box)} (Å${models.length > 1 ? ', first model' : ''})`],
      ]),
      ...columns(
        ['chain', 'amino acids', 'nucleotides', 'other', 'waters', 'pieces', 'residues'],
        chains.map(({ id, amino, nucleic, other, waters: own, pieces, cyclic, first, last }) => [
          id === '' ? '(no name)' : id,
          ...[amino, nucleic, other, own].map(String),
          `${pieces}${cyclic ? ', cyclic' : ''}`,
          `${first} to ${last}`,
        ]),
      ),
    ],
    notes: structure.notes,
  }
}

/** Some names with counts. */
function listed(names: readonly (readonly [string, number])[], most = 12): string {
  const more = names.length - most
  const shown = names.slice(0, most).map(([name, n]) => (n === 1 ? name : `${name} (${n})`))
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function chainFacts(structure: Structure, chain: StructureChain, isWater: readonly boolean[]) {
  const own = chain.residues.map((r) => structure.residues[r]!)
  const polymer = own.filter(({ link }) => link === 'polymer')
  const waters = chain.residues.filter((r) => isWater[r]!).length
  // Ligands and waters follow the chain, with numbers of their own.
  const numbered = polymer.length > 0 ? polymer : own
  return {
    id: chain.id,
    residues: own.length,
    amino: polymer.filter(({ kind }) => kind === 'amino').length,
    nucleic: polymer.filter(({ kind }) => kind === 'nucleic').length,
    other: own.length - waters - polymer.filter(({ kind }) => kind !== 'other').length,
    waters,
    pieces: chain.pieces.length,
    cyclic: chain.cyclic,
    first: residueNumber(numbered[0]!),
    last: residueNumber(numbered.at(-1)!),
  }
}

function residueNumber({ number, insertion }: Structure['residues'][number]): string {
  return `${number}${insertion}`
}

export async function describeFrames(file: string): Promise<Described> {
  const frames = await readFrames(file, { atoms: 'all' })
  const cell = frames.cell(0)
  const box = boxOf(frames.frame(0))!
  const names = frames.names === undefined ? [] : tally(frames.names)
  return {
    format: frames.format,
    facts: { frames: frames.count, atoms: frames.atoms, cell: cell ?? null, names: names.length > 0, box },
    lines: table([
      ['frames', whole(frames.count)],
      ['atoms', `${whole(frames.atoms)} in every frame${names.length === 0 ? ', without names' : ''}`],
      ['cell', cell === undefined ? 'no periodic box' : describeCell(cell)],
      ['box', `${describeBox(box)} (first frame)`],
    ]),
    notes: [
      ...frames.notes,
      ...(names.length === 0
        ? ['It has no names of atoms: --topology of other commands takes a PDB or PSF file.']
        : []),
    ],
  }
}

function describeCell({ lengths, angles }: PeriodicCell): string {
  const right = angles.every((angle) => angle === 90)
  return `${lengths.map(short).join(' × ')}${right ? ', right angles' : `, angles ${angles.map(short).join(' ')}°`} (first frame)`
}

export async function describeTopology(file: string): Promise<Described> {
  const { names, chains = [], residues = [] } = await readTopology(file)
  const segments = tally(chains)
  const all = new Set(residues.map((residue, k) => `${chains[k] ?? ''} ${residue}`))
  return {
    facts: { atoms: names.length, residues: all.size, segments: Object.fromEntries(segments) },
    lines: table([
      ['atoms', whole(names.length)],
      ['residues', whole(all.size)],
      ['segments', segments.map(([id, n]) => `${id === '' ? '(no name)' : id} (${plural(n, 'atom')})`).join(', ')],
    ]),
    notes: ['It has atoms but no coordinates: --topology of "limber necklace" takes it.'],
  }
}
