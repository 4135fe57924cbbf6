// The twenty amino acids, and a few that stand in for them: which heavy atoms of a side-chain are bonded, and the atoms of χ1
// to χ4. Names as the Protein Data Bank has them (version 3 of its format). The backbone N–CA, CA–C, C–O and C–OXT are common to
// all and not repeated. Hydrogens are in no template: each is bonded to the nearest heavy atom of its residue (bonds.ts).

export interface ResidueTemplate {
  /** Bonds among the heavy atoms of the side-chain, CA–CB included: pairs of names. */
  readonly bonds: readonly (readonly [string, string])[]
  /** The four atoms of each χ. Side-chains turn about the bond of the middle two. */
  readonly chi: readonly (readonly [string, string, string, string])[]
  /** A ring that the backbone is part of, as in proline: φ is not a torsion. */
  readonly ringOnBackbone: boolean
}

/** The backbone's own bonds. */
export const BACKBONE_BONDS: readonly (readonly [string, string])[] = [
  ['N', 'CA'],
  ['CA', 'C'],
  ['C', 'O'],
  ['C', 'OXT'],
]

/** Bonds as 'CA-CB CB-CG …', and the names along the side-chain's χ: 'N CA CB CG CD' is χ1 and χ2. */
function template(bonds: string, along: string, ringOnBackbone = false): ResidueTemplate {
  const names = along === '' ? [] : along.split(' ')
  const chi: (readonly [string, string, string, string])[] = []
  for (let k = 0; k + 3 < names.length; k++) chi.push([names[k]!, names[k + 1]!, names[k + 2]!, names[k + 3]!])
  return {
    bonds: bonds === '' ? [] : bonds.split(' ').map((pair) => pair.split('-') as [string, string]),
    chi,
    ringOnBackbone,
  }
}

const HISTIDINE = template('CA-CB CB-CG CG-ND1 CG-CD2 ND1-CE1 CD2-NE2 CE1-NE2', 'N CA CB CG ND1')
const METHIONINE = template('CA-CB CB-CG CG-SD SD-CE', 'N CA CB CG SD CE')
const PROLINE = 'CA-CB CB-CG CG-CD CD-N'

const TEMPLATES: ReadonlyMap<string, ResidueTemplate> = new Map([
  ['ALA', template('CA-CB', '')],
  ['ARG', template('CA-CB CB-CG CG-CD CD-NE NE-CZ CZ-NH1 CZ-NH2', 'N CA CB CG CD NE CZ')],
  ['ASN', template('CA-CB CB-CG CG-OD1 CG-ND2', 'N CA CB CG OD1')],
  ['ASP', template('CA-CB CB-CG CG-OD1 CG-OD2', 'N CA CB CG OD1')],
  ['CYS', template('CA-CB CB-SG', 'N CA CB SG')],
  ['GLN', template('CA-CB CB-CG CG-CD CD-OE1 CD-NE2', 'N CA CB CG CD OE1')],
  ['GLU', template('CA-CB CB-CG CG-CD CD-OE1 CD-OE2', 'N CA CB CG CD OE1')],
  ['GLY', template('', '')],
  ['HIS', HISTIDINE],
  ['ILE', template('CA-CB CB-CG1 CB-CG2 CG1-CD1', 'N CA CB CG1 CD1')],
  ['LEU', template('CA-CB CB-CG CG-CD1 CG-CD2', 'N CA CB CG CD1')],
  ['LYS', template('CA-CB CB-CG CG-CD CD-CE CE-NZ', 'N CA CB CG CD CE NZ')],
  ['MET', METHIONINE],
  ['PHE', template('CA-CB CB-CG CG-CD1 CG-CD2 CD1-CE1 CD2-CE2 CE1-CZ CE2-CZ', 'N CA CB CG CD1')],
  ['PRO', template(PROLINE, '', true)],
  ['SER', template('CA-CB CB-OG', 'N CA CB OG')],
  ['THR', template('CA-CB CB-OG1 CB-CG2', 'N CA CB OG1')],
  [
    'TRP',
    template(
      'CA-CB CB-CG CG-CD1 CG-CD2 CD1-NE1 NE1-CE2 CD2-CE2 CD2-CE3 CE2-CZ2 CE3-CZ3 CZ2-CH2 CZ3-CH2',
      'N CA CB CG CD1',
    ),
  ],
  ['TYR', template('CA-CB CB-CG CG-CD1 CG-CD2 CD1-CE1 CD2-CE2 CE1-CZ CE2-CZ CZ-OH', 'N CA CB CG CD1')],
  ['VAL', template('CA-CB CB-CG1 CB-CG2', 'N CA CB CG1')],
  // Modified ones with the atoms of one of the twenty, or nearly.
  ['MSE', template('CA-CB CB-CG CG-SE SE-CE', 'N CA CB CG SE CE')],
  ['HYP', template(`${PROLINE} CG-OD1`, '', true)],
  // What programs of molecular dynamics call the same residues in other states.
  ['HID', HISTIDINE],
  ['HIE', HISTIDINE],
  ['HIP', HISTIDINE],
  ['HSD', HISTIDINE],
  ['HSE', HISTIDINE],
  ['HSP', HISTIDINE],
  ['CYX', template('CA-CB CB-SG', 'N CA CB SG')],
])

/** The template of a residue; undefined for one that has none, whose bonds are found by distance. */
export function residueTemplate(name: string): ResidueTemplate | undefined {
  return TEMPLATES.get(name)
}
