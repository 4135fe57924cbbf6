// Van der Waals radii in Å, as published. Each table says where it is from; nothing is filled in between. All values were compared
// with other copies of the tables (QCElemental, ASE, cctbx, FreeSASA), and their sums are in a test.

import { isBaseCarbon } from './nucleotide-templates.js'

/** 'H 1.2 He 1.4 …' as a map. */
function table(text: string): ReadonlyMap<string, number> {
  const words = text.trim().split(/\s+/)
  const map = new Map<string, number>()
  for (let k = 0; k < words.length; k += 2) map.set(words[k]!, Number(words[k + 1]))
  return map
}

/** Bondi, Journal of Physical Chemistry 68 (1964), 441–451. The metals' are tentative there; Pt is 1.75 in some copies. */
export const BONDI = table(`
  H 1.20 He 1.40 Li 1.82 C 1.70 N 1.55 O 1.52 F 1.47 Ne 1.54 Na 2.27 Mg 1.73 Si 2.10 P 1.80 S 1.80 Cl 1.75 Ar 1.88
  K 2.75 Ni 1.63 Cu 1.40 Zn 1.39 Ga 1.87 As 1.85 Se 1.90 Br 1.85 Kr 2.02 Pd 1.63 Ag 1.72 Cd 1.58 In 1.93 Sn 2.17
  Te 2.06 I 1.98 Xe 2.16 Pt 1.72 Au 1.66 Hg 1.55 Tl 1.96 Pb 2.02 U 1.86`)

/**
 * Mantina, Chamberlin, Valero, Cramer, Truhlar, Journal of Physical Chemistry A 113 (2009), 5806–5812, table 12: the main group.
 * (The abstract has 2.50 for Sr.)
 */
export const MANTINA = table(`
  H 1.10 He 1.40 Li 1.81 Be 1.53 B 1.92 C 1.70 N 1.55 O 1.52 F 1.47 Ne 1.54 Na 2.27 Mg 1.73 Al 1.84 Si 2.10 P 1.80
  S 1.80 Cl 1.75 Ar 1.88 K 2.75 Ca 2.31 Ga 1.87 Ge 2.11 As 1.85 Se 1.90 Br 1.83 Kr 2.02 Rb 3.03 Sr 2.49 In 1.93
  Sn 2.17 Sb 2.06 Te 2.06 I 1.98 Xe 2.16 Cs 3.43 Ba 2.68 Tl 1.96 Pb 2.02 Bi 2.07 Po 1.97 At 2.02 Rn 2.20 Fr 3.48
  Ra 2.83`)

/** Alvarez, Dalton Transactions 42 (2013), 8617–8636, table 1. He, Ne, Ac, Pa and Cm to Es are less certain than others. */
export const ALVAREZ = table(`
  H 1.20 He 1.43 Li 2.12 Be 1.98 B 1.91 C 1.77 N 1.66 O 1.50 F 1.46 Ne 1.58 Na 2.50 Mg 2.51 Al 2.25 Si 2.19 P 1.90
  S 1.89 Cl 1.82 Ar 1.83 K 2.73 Ca 2.62 Sc 2.58 Ti 2.46 V 2.42 Cr 2.45 Mn 2.45 Fe 2.44 Co 2.40 Ni 2.40 Cu 2.38
  Zn 2.39 Ga 2.32 Ge 2.29 As 1.88 Se 1.82 Br 1.86 Kr 2.25 Rb 3.21 Sr 2.84 Y 2.75 Zr 2.52 Nb 2.56 Mo 2.45 Tc 2.44
  Ru 2.46 Rh 2.44 Pd 2.15 Ag 2.53 Cd 2.49 In 2.43 Sn 2.42 Sb 2.47 Te 1.99 I 2.04 Xe 2.06 Cs 3.48 Ba 3.03 La 2.98
  Ce 2.88 Pr 2.92 Nd 2.95 Sm 2.90 Eu 2.87 Gd 2.83 Tb 2.79 Dy 2.87 Ho 2.81 Er 2.83 Tm 2.79 Yb 2.80 Lu 2.74 Hf 2.63
  Ta 2.53 W 2.57 Re 2.49 Os 2.48 Ir 2.41 Pt 2.29 Au 2.32 Hg 2.45 Tl 2.47 Pb 2.60 Bi 2.54 Ac 2.80 Th 2.93 Pa 2.88
  U 2.71 Np 2.82 Pu 2.81 Am 2.83 Cm 3.05 Bk 3.40 Cf 3.05 Es 2.70`)

/**
 * United atoms, their hydrogens counted in: ProtOr, Tsai, Taylor, Chothia, Gerstein, Journal of Molecular Biology 290 (1999),
 * 253–266. Carbons with three neighbours and no hydrogen 1.61, one hydrogen 1.76; with four neighbours 1.88; nitrogen 1.64; oxygen
 * 1.42, that of carboxylates too, in hydroxyls 1.46; sulphur 1.77.
 */
const PROTOR_DEFAULTS = table('C 1.88 N 1.64 O 1.42 S 1.77')
const BARE_CARBON = 1.61
const RING_CARBON = 1.76
const HYDROXYL = 1.46

/** Atoms of side-chains that are not as the element's default says: bare carbons, carbons with one hydrogen, hydroxyls. */
const PROTOR_SIDE_CHAINS: ReadonlyMap<string, readonly [bare: string, ring: string, hydroxyl: string]> = new Map([
  ['ALA', ['', '', '']],
  ['ARG', ['CZ', '', '']],
  ['ASN', ['CG', '', '']],
  ['ASP', ['CG', '', '']],
  ['CYS', ['', '', '']],
  ['GLN', ['CD', '', '']],
  ['GLU', ['CD', '', '']],
  ['GLY', ['', '', '']],
  ['HIS', ['CG', 'CD2 CE1', '']],
  ['ILE', ['', '', '']],
  ['LEU', ['', '', '']],
  ['LYS', ['', '', '']],
  ['MET', ['', '', '']],
  ['PHE', ['CG', 'CD1 CD2 CE1 CE2 CZ', '']],
  ['PRO', ['', '', '']],
  ['SER', ['', '', 'OG']],
  ['THR', ['', '', 'OG1']],
  ['TRP', ['CG CD2 CE2', 'CD1 CE3 CZ2 CZ3 CH2', '']],
  ['TYR', ['CG CZ', 'CD1 CD2 CE1 CE2', 'OH']],
  ['VAL', ['', '', '']],
])

/**
 * With all hydrogens: Probe, Word, Lovell, LaBean, Taylor, Zalis, Presley, Richardson, Richardson, Journal of Molecular Biology 285
 * (1999), 1711–1733; hydrogens, where electrons are seen, as in MolProbity (Protein Science 27 (2018), 293–315).
 */
export const PROBE = table(`
  H 1.22 C 1.70 N 1.55 O 1.40 F 1.30 P 1.80 S 1.80 Cl 1.77 As 2.00 Se 1.90 Br 1.95 I 2.10
  Li 0.60 Na 0.95 Mg 0.65 Al 0.50 K 1.33 Ca 0.99 Mn 0.80 Fe 0.74 Co 0.70 Ni 0.66 Cu 0.72 Zn 0.71 Rb 1.48 Sr 1.10 Mo 0.93
  Ag 1.26 Cd 0.91 In 0.81 Cs 1.69 Ba 1.29 Au 1.10 Hg 1.00 Tl 1.44 Pb 0.84`)
/** Of these, the ions' radii, which are Pauling's: those of neutral metals would overlap with whatever is near an ion. */
export const IONS: ReadonlySet<string> = new Set(
  'Li Na Mg Al K Ca Mn Fe Co Ni Cu Zn Rb Sr Mo Ag Cd In Cs Ba Au Hg Tl Pb'.split(' '),
)
/** Hydrogens on nitrogen, oxygen, sulphur and aromatic rings; and the carbons of these rings. */
export const PROBE_SMALL_HYDROGEN = 1.05
export const PROBE_AROMATIC_CARBON = 1.75

const AROMATIC: ReadonlyMap<string, string> = new Map([
  ['PHE', 'CG CD1 CD2 CE1 CE2 CZ'],
  ['TYR', 'CG CD1 CD2 CE1 CE2 CZ'],
  ['TRP', 'CG CD1 CD2 CE2 CE3 CZ2 CZ3 CH2'],
  ['HIS', 'CG CD2 CE1'],
])

/** A carbon in a ring of phenylalanine, tyrosine, tryptophan or histidine, or of a base of DNA or RNA. */
export function isAromatic(residueName: string, atomName: string): boolean {
  if (isBaseCarbon(residueName, atomName)) return true
  return has(AROMATIC.get(aminoAcid(residueName) ?? '') ?? '', atomName)
}

/** Other names of the same residue: protonation states of several programs, and selenomethionine. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  'HID:HIS HIE:HIS HIP:HIS HSD:HIS HSE:HIS HSP:HIS CYX:CYS CYM:CYS ASH:ASP GLH:GLU LYN:LYS MSE:MET'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** The amino acid that goes by this name; undefined if it is none of the twenty, nor one of their kind. */
export function aminoAcid(name: string): string | undefined {
  const own = ALIASES.get(name) ?? name
  return PROTOR_SIDE_CHAINS.has(own) ? own : undefined
}

/** The united-atom radius; undefined where ProtOr has none: other residues, other elements, hydrogens. */
export function protorRadius(residueName: string, atomName: string, element: string): number | undefined {
  const own = aminoAcid(residueName)
  if (own === undefined) return undefined
  const [bare, ring, hydroxyl] = PROTOR_SIDE_CHAINS.get(own)!
  if (element === 'C' && (atomName === 'C' || has(bare, atomName))) return BARE_CARBON
  if (element === 'C' && has(ring, atomName)) return RING_CARBON
  if (element === 'O' && has(hydroxyl, atomName)) return HYDROXYL
  return PROTOR_DEFAULTS.get(element)
}

function has(names: string, name: string): boolean {
  return names !== '' && names.split(' ').includes(name)
}
