// The colours of a protein: of its residues, and of its atoms, whose elements show where they are not carbon.
import { Color } from 'three'
import { bytesOf } from '../../view/lit.js'
import type { StageColours } from '../../view/stage.js'
import { CHAIN, type ClashReport, type ProteinView, WATER } from './molecule-view.js'
import { HELIX, STRAND } from './secondary.js'
import type { ProteinColour } from './state.js'

export const ELEMENTS: Readonly<Record<string, string>> = {
  H: '#c3cbd3',
  N: '#5b83ff',
  O: '#ff5f52',
  S: '#f0c02e',
  P: '#f08c2e',
  Se: '#e08a2e',
  F: '#7fd858',
  Cl: '#5fc24a',
  Br: '#b0603a',
  I: '#9a55b8',
  Na: '#9a7bd8',
  K: '#8a6bc8',
  Mg: '#5fb04a',
  Ca: '#6fbf7a',
  Fe: '#d9703a',
  Zn: '#8a8fc0',
  Cu: '#c78a5a',
  Mn: '#a586c8',
}
/** Carbon of ligands, and water. */
export const LIGAND_CARBON = '#8fc7a0'
export const WATER_COLOUR = '#69b3e0'

/** Helices, strands, and what is neither. */
export const SECONDARY = { helix: '#e2667a', strand: '#e8b93c', coil: '#93a5b5' } as const

export function secondaryColour(code: number | undefined): string {
  return code === HELIX ? SECONDARY.helix : code === STRAND ? SECONDARY.strand : SECONDARY.coil
}

/** By what side-chains are like. */
const FAMILIES: readonly (readonly [names: string, colour: string])[] = [
  ['ALA VAL LEU ILE MET', '#d9a441'],
  ['PHE TRP TYR', '#b58be0'],
  ['SER THR ASN GLN CYS', '#4fbf8f'],
  ['LYS ARG HIS', '#5b8cff'],
  ['ASP GLU', '#f2655c'],
  ['GLY PRO', '#9fb0bf'],
]

export const FAMILY_NAMES: readonly (readonly [string, string])[] = [
  ['oily', '#d9a441'],
  ['aromatic', '#b58be0'],
  ['polar', '#4fbf8f'],
  ['positive', '#5b8cff'],
  ['negative', '#f2655c'],
  ['Gly, Pro, others', '#9fb0bf'],
]

/** Å: an overlap from which on the red is full. */
const FULL_RED = 1.2

/** Three bytes a residue of the structure. */
export function residueTints(
  view: ProteinView,
  colour: ProteinColour,
  clashes: ClashReport | undefined,
  secondary: Uint8Array | undefined,
  theme: StageColours,
): Uint8Array {
  const out = new Uint8Array(3 * view.labels.length)
  const plain = bytesOf(new Color(LIGAND_CARBON))
  for (let r = 0; r < view.labels.length; r++) out.set(plain, 3 * r)
  const worst = worstByResidue(view, clashes)
  const one = new Color()
  const [body, hit] = [new Color(theme.body), new Color(theme.hit)]
  view.traces.forEach((trace, piece) => {
    const count = trace.length / 4
    for (let k = 0; k < count; k++) {
      const residue = trace[4 * k + 3]!
      if (colour === 'along') one.setHSL(0.62 - (0.6 * k) / Math.max(1, count - 1), 0.62, 0.6)
      else if (colour === 'chain') one.setHSL((0.58 + 0.381966 * (view.chainOf[residue] ?? piece)) % 1, 0.5, 0.58)
      else if (colour === 'residue') {
        const name = view.kinds[residue]!
        one.set(FAMILIES.find(([names]) => names.split(' ').includes(name))?.[1] ?? '#9fb0bf')
      } else if (colour === 'secondary') one.set(secondaryColour(secondary?.[residue]))
      else one.copy(body).lerp(hit, Math.min(1, (worst.get(residue) ?? 0) / FULL_RED))
      out.set(bytesOf(one), 3 * residue)
    }
  })
  return out
}

function worstByResidue(view: ProteinView, clashes: ClashReport | undefined): Map<number, number> {
  const out = new Map<number, number>()
  clashes?.overlaps.forEach((overlap, k) => {
    for (const atom of [clashes.pairs[2 * k]!, clashes.pairs[2 * k + 1]!]) {
      const residue = view.residueOf[atom]!
      out.set(residue, Math.max(out.get(residue) ?? 0, overlap))
    }
  })
  return out
}

/** Three bytes an atom. */
export function atomTints(view: ProteinView, residues: Uint8Array, isByClash: boolean): Uint8Array {
  const out = new Uint8Array(3 * view.atoms)
  for (let i = 0; i < view.atoms; i++) {
    const isByElement = !isByClash || view.kindOf[i] !== CHAIN
    const element = view.kindOf[i] === WATER ? WATER_COLOUR : isByElement ? ELEMENTS[view.elements[i]!] : undefined
    const r = 3 * view.residueOf[i]!
    out.set(element === undefined ? residues.subarray(r, r + 3) : bytesOf(new Color(element)), 3 * i)
  }
  return out
}
