// Peptides by hand: residues of ideal geometry, placed atom by atom from bond lengths, angles and torsions.

import type { Structure } from '../../../src/molecules/structure/structure.js'
import { buildStructure } from '../../../src/molecules/structure/structure-build.js'

const DEG = Math.PI / 180

/** Atom, its three ancestors from the far one to the bonded one, length (Å), angle and torsion (degrees). */
type Row = readonly [name: string, a: string, b: string, c: string, length: number, angle: number, torsion: number]

const SIDES: Readonly<Record<string, readonly Row[]>> = {
  G: [],
  A: [['CB', 'N', 'C', 'CA', 1.53, 110.5, 122.5]],
  S: [
    ['CB', 'N', 'C', 'CA', 1.53, 110.5, 122.5],
    ['OG', 'N', 'CA', 'CB', 1.42, 110, -60],
  ],
  C: [
    ['CB', 'N', 'C', 'CA', 1.53, 110.5, 122.5],
    ['SG', 'N', 'CA', 'CB', 1.81, 113, -65],
  ],
  V: [
    ['CB', 'N', 'C', 'CA', 1.53, 110.5, 122.5],
    ['CG1', 'N', 'CA', 'CB', 1.52, 110.5, 175],
    ['CG2', 'N', 'CA', 'CB', 1.52, 110.5, -63],
  ],
  L: [
    ['CB', 'N', 'C', 'CA', 1.53, 110.5, 122.5],
    ['CG', 'N', 'CA', 'CB', 1.53, 116, -65],
    ['CD1', 'CA', 'CB', 'CG', 1.52, 110.5, 175],
    ['CD2', 'CA', 'CB', 'CG', 1.52, 110.5, -63],
  ],
  K: [
    ['CB', 'N', 'C', 'CA', 1.53, 110.5, 122.5],
    ['CG', 'N', 'CA', 'CB', 1.52, 114, -65],
    ['CD', 'CA', 'CB', 'CG', 1.52, 111, 178],
    ['CE', 'CB', 'CG', 'CD', 1.52, 111, 178],
    ['NZ', 'CG', 'CD', 'CE', 1.49, 112, 178],
  ],
  F: [
    ['CB', 'N', 'C', 'CA', 1.53, 110.5, 122.5],
    ['CG', 'N', 'CA', 'CB', 1.5, 113.8, -70],
    ['CD1', 'CA', 'CB', 'CG', 1.39, 120, 80],
    ['CD2', 'CA', 'CB', 'CG', 1.39, 120, -100],
    ['CE1', 'CB', 'CG', 'CD1', 1.39, 120, 180],
    ['CE2', 'CB', 'CG', 'CD2', 1.39, 120, 180],
    ['CZ', 'CG', 'CD1', 'CE1', 1.39, 120, 0],
  ],
  P: [
    ['CB', 'N', 'C', 'CA', 1.53, 103, 120],
    ['CG', 'N', 'CA', 'CB', 1.5, 104, 30],
    ['CD', 'CA', 'CB', 'CG', 1.5, 105, -36],
  ],
}
const NAMES: Readonly<Record<string, string>> = {
  G: 'GLY',
  A: 'ALA',
  S: 'SER',
  C: 'CYS',
  V: 'VAL',
  L: 'LEU',
  K: 'LYS',
  F: 'PHE',
  P: 'PRO',
}

export interface PeptideInput {
  /** One letter a residue: G A S C V L K F P. */
  readonly sequence: string
  /** φ and ψ in degrees, by residue; default −65 and 140, nearly stretched. */
  readonly angles?: readonly (readonly [number, number])[]
  readonly chain?: string
  /** Where the first N is. */
  readonly from?: readonly [number, number, number]
  /** With hydrogens on N and CA. */
  readonly hydrogens?: boolean
}

/** A structure of peptides, each a chain of its own. */
export function peptides(...inputs: readonly PeptideInput[]): Structure {
  const rows: { name: string; residue: string; number: number; chain: string; at: number[] }[] = []
  for (const { sequence, angles, chain = 'A', from = [0, 0, 0], hydrogens = false } of inputs) {
    let before: Map<string, number[]> | undefined
    ;[...sequence].forEach((letter, r) => {
      const own = new Map<string, number[]>()
      const [phi] = angles?.[r] ?? [-65, 140]
      const [, psiBefore] = angles?.[r - 1] ?? [-65, 140]
      const [, psi] = angles?.[r] ?? [-65, 140]
      const put = (name: string, p: number[]) => {
        own.set(name, p)
        rows.push({ name, residue: NAMES[letter]!, number: r + 1, chain, at: p })
      }
      if (before === undefined) {
        put('N', [...from])
        put('CA', [from[0] + 1.46, from[1], from[2]])
        put('C', place([from[0], from[1] + 1, from[2]], own.get('N')!, own.get('CA')!, 1.525, 111, 180))
      } else {
        put('N', place(before.get('N')!, before.get('CA')!, before.get('C')!, 1.33, 116.6, psiBefore))
        put('CA', place(before.get('CA')!, before.get('C')!, own.get('N')!, 1.46, 121.7, 178))
        put('C', place(before.get('C')!, own.get('N')!, own.get('CA')!, 1.525, 111, phi))
      }
      put('O', place(own.get('N')!, own.get('CA')!, own.get('C')!, 1.23, 120.5, psi + 180))
      for (const [name, a, b, c, length, angle, torsion] of SIDES[letter]!) {
        put(name, place(own.get(a)!, own.get(b)!, own.get(c)!, length, angle, torsion))
      }
      if (hydrogens) {
        const [a, b] = before === undefined ? [own.get('C')!, own.get('CA')!] : [before.get('C')!, own.get('CA')!]
        if (letter !== 'P')
          put('H', before === undefined ? place(a, b, own.get('N')!, 1.01, 119, 60) : away(a, b, own.get('N')!))
        put('HA', place(own.get('N')!, own.get('C')!, own.get('CA')!, 1.09, 109, -120))
      }
      before = own
    })
  }
  return buildStructure(
    {
      names: rows.map(({ name }) => name),
      residueNames: rows.map(({ residue }) => residue),
      residueNumbers: rows.map(({ number }) => number),
      chains: rows.map(({ chain }) => chain),
    },
    [Float64Array.from(rows.flatMap((row) => row.at))],
    { name: 'peptide' },
  )
}

/** The fourth atom of a torsion, in degrees. */
function place(a: number[], b: number[], c: number[], length: number, angle: number, torsion: number): number[] {
  const bc = unit(sub(c, b))
  const n = unit(cross(sub(b, a), bc))
  const m = cross(n, bc)
  const [x, y, z] = [
    -Math.cos(angle * DEG) * length,
    Math.sin(angle * DEG) * Math.cos(torsion * DEG) * length,
    Math.sin(angle * DEG) * Math.sin(torsion * DEG) * length,
  ]
  return c.map((v, k) => v + x * bc[k]! + y * m[k]! + z * n[k]!)
}

/** 1.01 Å from `centre`, away from the two it is bonded to. */
function away(a: number[], b: number[], centre: number[]): number[] {
  const u = unit(sub(centre, a).map((v, k) => v / 1.33 + (centre[k]! - b[k]!) / 1.46))
  return centre.map((v, k) => v + 1.01 * u[k]!)
}

function sub(a: readonly number[], b: readonly number[]): number[] {
  return a.map((v, k) => v - b[k]!)
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].map((k) => a[(k + 1) % 3]! * b[(k + 2) % 3]! - a[(k + 2) % 3]! * b[(k + 1) % 3]!)
}

function unit(a: readonly number[]): number[] {
  const length = Math.hypot(...a)
  return a.map((v) => v / length)
}
