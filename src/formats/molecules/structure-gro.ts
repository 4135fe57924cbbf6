// The structure in a GRO file (gro.ts). It has neither chains nor elements: all residues are of one chain without a name, which is
// cut where two of them are not bonded, and elements follow from the names of atoms. Residues that are neither amino acids nor
// nucleotides by name belong to a chain where they are bonded to one.

import { nucleotideBonds } from '../../molecules/structure/nucleotide-templates.js'
import { residueTemplate } from '../../molecules/structure/residue-templates.js'
import type { Structure } from '../../molecules/structure/structure.js'
import { buildStructure, type PolymerHint } from '../../molecules/structure/structure-build.js'
import { elementSymbol } from '../../molecules/structure/structure-elements.js'
import { quoted } from '../text/text-cursor.js'
import { checkSameAtoms, readGroLines, readGroPlace } from './gro.js'
import { columns } from './pdb-frames-lines.js'
import type { StructureSource } from './structure-source.js'

export function readGroStructure(source: StructureSource): Structure {
  const { bytes } = source
  const frames = readGroLines(source)
  const wanted = source.chooseModels(frames.length)
  const first = frames[wanted[0]!]!
  const count = first.starts.length
  source.checkRoom(wanted.length, count)
  const models = wanted.map((m) => {
    checkSameAtoms(source, first, frames[m]!, `model ${m}`, 'as in the first model (option model reads one of them)')
    const out = new Float64Array(3 * count)
    for (let k = 0; k < count; k++) readGroPlace(out, 3 * k, source, frames[m]!, k)
    return out
  })
  const list = (from: number, to: number): string[] =>
    Array.from(first.starts, (at) => columns(bytes, at, from, to).toUpperCase())
  const [names, residueNames] = [list(11, 15), list(6, 10)]
  const nameless = names.indexOf('')
  if (nameless >= 0) source.fail({ line: first.line + nameless }, 'the name of an atom in columns 11 to 15', 'none')
  const numbers = list(1, 5).map((text, k) => {
    if (/^-?\d+$/.test(text)) return Number(text)
    const got = quoted(bytes, first.starts[k]!, first.starts[k]! + 5)
    return source.fail({ line: first.line + k }, 'the number of a residue in columns 1 to 5', got)
  })
  const hints = residueNames.map(
    (name): PolymerHint => ((residueTemplate(name) ?? nucleotideBonds(name)) ? 'yes' : 'if bonded'),
  )
  const hetero = hints.map((hint) => (hint === 'yes' ? 0 : 1))
  return buildStructure(
    {
      ...{ names, residueNames, residueNumbers: numbers, hetero, polymer: hints },
      elements: names.map((name, k) => elementSymbol('', name, residueNames[k]!, hetero[k] === 1)),
      chains: names.map(() => ''),
    },
    models,
    { name: source.options.name, notes: source.notes },
  )
}
