// Structures that come with the studio: files of examples/, and one by formula.
import helices from '../../../examples/helices.pdb?raw'
import helix from '../../../examples/helix.pdb?raw'
import trpCage from '../../../examples/trp-cage.pdb?raw'
import { foldedBackbone } from '../../../scenes/index.js'
import { parseStructure, type Structure } from '../../../src/index.js'

const FILES: Readonly<Record<string, () => string>> = {
  'trp-cage': () => trpCage,
  helices: () => helices,
  helix: () => helix,
  bundle: () => bundle(120),
}

export function builtIn(name: string): Structure {
  const text = FILES[name]
  if (text === undefined) throw new Error(`There is no built-in structure “${name}”.`)
  return parseStructure(text(), { name: `${name}.pdb` })
}

/** N, CA and C of glycines along a made-up backbone. */
function bundle(residues: number): string {
  const p = foldedBackbone(residues, 3)
  const lines = ['TITLE     A BUNDLE OF HELICES, MADE UP']
  for (let i = 0; i < 3 * residues; i++) {
    const name = ['N', 'CA', 'C'][i % 3]!
    const at = [0, 1, 2].map((k) => p[3 * i + k]!.toFixed(3).padStart(8)).join('')
    const [serial, residue] = [String(i + 1).padStart(5), String(Math.floor(i / 3) + 1).padStart(4)]
    lines.push(`ATOM  ${serial}  ${name.padEnd(3)} GLY A${residue}    ${at}  1.00  0.00           ${name[0]}`)
  }
  return `${lines.join('\n')}\nEND\n`
}
