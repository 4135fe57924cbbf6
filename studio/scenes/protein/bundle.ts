// A structure by formula: N, CA and C of glycines along a made-up backbone.
import { foldedBackbone } from '../../../scenes/index.js'
import { parseStructure, type Structure } from '../../../src/index.js'

const RESIDUES = 120
const SEED = 3

export function helixBundle(): Structure {
  const p = foldedBackbone(RESIDUES, SEED)
  const lines = ['TITLE     A BUNDLE OF HELICES, MADE UP']
  for (let i = 0; i < 3 * RESIDUES; i++) {
    const name = ['N', 'CA', 'C'][i % 3]!
    const at = [0, 1, 2].map((k) => p[3 * i + k]!.toFixed(3).padStart(8)).join('')
    const [serial, residue] = [String(i + 1).padStart(5), String(Math.floor(i / 3) + 1).padStart(4)]
    lines.push(`ATOM  ${serial}  ${name.padEnd(3)} GLY A${residue}    ${at}  1.00  0.00           ${name[0]}`)
  }
  return parseStructure(`${lines.join('\n')}\nEND\n`, { name: 'bundle.pdb' })
}
