// DNA and RNA: bonds by template, whatever the geometry and the names that programs use; clashes and radii.
import { expect, test } from 'vitest'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import { clashes } from '../../../src/molecules/clash/clash.js'
import { structureBonds } from '../../../src/molecules/structure/bonds.js'
import { nucleotideBase, nucleotideBonds } from '../../../src/molecules/structure/nucleotide-templates.js'
import { atomRadii } from '../../../src/molecules/structure/radii.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { type PdbAtom, pdbLine } from '../../formats/molecules/frames-samples.js'
import { compareClashes } from '../clash/clash-check.js'

/** The first two nucleotides of a B-DNA dodecamer (1BNA of the Protein Data Bank, CC0), the second without its base. */
const CYTOSINE = `O5' 18.935 34.195 25.617  C5' 19.130 33.921 24.219  C4' 19.961 32.668 24.100  O4' 19.360 31.583 24.852
  C3' 20.172 32.122 22.694  O3' 21.350 31.325 22.681  C2' 18.948 31.223 22.647  C1' 19.231 30.482 23.944
  N1 18.070 29.661 24.380  C2 18.224 28.454 25.015  O2 19.360 28.014 25.214  N3 17.143 27.761 25.377
  C4 15.917 28.226 25.120  N4 14.828 27.477 25.444  C5 15.719 29.442 24.471  C6 16.843 30.171 24.101`
const GUANINE = `P 22.409 31.286 21.483  OP1 23.536 32.157 21.851  OP2 21.822 31.459 20.139  O5' 22.840 29.751 21.498
  C5' 23.543 29.175 22.594  C4' 23.494 27.709 22.279  O4' 22.193 27.252 22.674  C3' 23.693 27.325 20.807
  O3' 24.723 26.320 20.653  C2' 22.273 26.885 20.416  C1' 21.721 26.304 21.716  N9 20.237 26.470 21.780`

function residue(text: string, residueName: string, number: number): PdbAtom[] {
  const words = text.trim().split(/\s+/)
  return Array.from({ length: words.length / 4 }, (_, k) => {
    const [name, ...xyz] = words.slice(4 * k, 4 * k + 4) as [string, string, string, string]
    return { name, element: name[0]!, residueName, residue: number, xyz: xyz.map(Number) }
  })
}

function structureOf(atoms: readonly PdbAtom[]): Structure {
  return parseStructure(`${atoms.map((atom, k) => pdbLine(atom, k + 1)).join('\n')}\n`, { format: 'pdb' })
}

const DNA = [...residue(CYTOSINE, 'DC', 1), ...residue(GUANINE, 'DG', 2)]
const pairsOf = (structure: Structure): string[] => {
  const { pairs } = structureBonds(structure)
  return Array.from({ length: pairs.length / 2 }, (_, k) => `${pairs[2 * k]} ${pairs[2 * k + 1]}`)
}

test('the bonds of a dinucleotide: sugars, a base, the phosphate, and the one between the two', () => {
  const structure = structureOf(DNA)
  expect(structure.residues.map(({ kind, link }) => `${kind} ${link}`)).toEqual(['nucleic polymer', 'nucleic polymer'])
  expect(structure.chains[0]!.pieces).toEqual([[0, 2]])
  // 8 of sugar and O5', 9 of the base, 12 of the second, and O3'–P.
  expect(structureBonds(structure)).toMatchObject({ count: 8 + 9 + 12 + 1, notes: [] })
  expect(pairsOf(structure)).toContain('5 16')
})

test('the same with older names, and where the geometry is bad', () => {
  const wanted = pairsOf(structureOf(DNA))
  const older = DNA.map((atom) => ({
    ...atom,
    name: atom.name!.replace("'", '*').replace(/^OP(\d)$/, 'O$1P'),
    residueName: atom.residueName === 'DC' ? 'CYT' : 'GUA',
  }))
  expect(pairsOf(structureOf(older))).toEqual(wanted)
  // N4 is 2.6 Å from its carbon: bonded all the same, and noted.
  const bad = DNA.map((atom) => (atom.name === 'N4' ? { ...atom, xyz: [13.8, 26.8, 25.9] } : atom))
  const structure = structureOf(bad)
  expect(pairsOf(structure)).toEqual(wanted)
  expect(structureBonds(structure).notes).toEqual([expect.stringMatching(/^A DC 1 C4–N4: a bond of 2\.6/)])
})

test('no clashes in it; one where a base is moved into another; as brute force', () => {
  const structure = structureOf(DNA)
  expect(clashes(structure).pairs).toEqual([])
  expect(compareClashes(structure, {}).wrong).toBeUndefined()
  const moved = residue(CYTOSINE, 'C', 7).map((atom) => ({
    ...atom,
    xyz: [atom.xyz[0]! + 1, atom.xyz[1]!, atom.xyz[2]! + 2],
  }))
  const two = structureOf([...DNA, ...moved.map((atom) => ({ ...atom, chain: 'B' }))])
  expect(clashes(two).pairs.length).toBeGreaterThan(20)
  expect(clashes(two).clashscore!.score).toBeGreaterThan(400)
  for (const options of [{}, { strict: true }, { radii: 'probe' as const }]) {
    expect(compareClashes(two, options).wrong).toBeUndefined()
  }
})

test('RNA: the oxygen at C2′ is bonded to it, and clashes with what comes near', () => {
  const oxygen = (xyz: number[]): PdbAtom => ({ name: "O2'", element: 'O', residueName: 'C', residue: 1, xyz })
  const rna = [...residue(CYTOSINE, 'C', 1), oxygen([18.955, 30.366, 21.527]), ...residue(GUANINE, 'G', 2)]
  const structure = structureOf(rna)
  expect(structure.residues.map(({ kind }) => kind)).toEqual(['nucleic', 'nucleic'])
  expect(pairsOf(structure)).toContain('6 16')
  expect(clashes(structure).pairs).toEqual([])
  // 1.4 Å from the phosphorus of the next nucleotide, and still bonded to C2′ alone.
  const near = structureOf(rna.map((atom) => (atom.name === "O2'" ? { ...atom, xyz: [21.6, 30.9, 20.3] } : atom)))
  expect(pairsOf(near)).toEqual(pairsOf(structure))
  expect(clashes(near).pairs.some(({ a, b }) => a === 16 || b === 16)).toBe(true)
  for (const one of [structure, near]) expect(compareClashes(one, {}).wrong).toBeUndefined()
})

test('names of nucleotides, and radii of rings', () => {
  const names = ['A', 'DA', 'RA5', 'DA3', 'ADE', 'U', 'DT', 'THY', 'G3', 'CN', 'DI']
  expect(names.map(nucleotideBase)).toEqual(['A', 'A', 'A', 'A', 'A', 'U', 'T', 'T', 'G', 'C', 'I'])
  for (const name of ['ALA', 'PSU', 'ATP', 'DAL', '', '5MU']) expect(nucleotideBase(name)).toBeUndefined()
  // Every atom of a ring has two bonds or three, none has more than four.
  for (const name of ['A', 'G', 'C', 'U', 'T', 'I']) {
    const counts = new Map<string, number>()
    for (const atom of nucleotideBonds(name)!.flat()) counts.set(atom, (counts.get(atom) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBe(4)
    expect(counts.get("C1'")).toBe(3)
  }
  const structure = structureOf(DNA)
  const { radii } = atomRadii(structure, 'probe')
  expect([radii[9], radii[1]]).toEqual([1.75, 1.7])
})
