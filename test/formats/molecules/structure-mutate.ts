// Files of structures, damaged at random as mesh files are (mutate.ts): the same seed gives the same file.
import { gunzipSync } from 'node:zlib'
import { Random } from '../../../src/base/math/random.js'
import { LimberError } from '../../../src/errors.js'
import { parseStructure } from '../../../src/formats/molecules/structure.js'
import { damageOne, type Outcome } from '../meshes/mutate.js'
import { bytesOf } from '../samples.js'
import { bcif } from './bcif-samples.js'
import { gzipped, type PdbAtom, pdb } from './frames-samples.js'
import { gro } from './gromacs-samples.js'
import { wrongWith } from './structure-check.js'
import { mmcif, pdbLines, peptide } from './structure-samples.js'

export interface StructureCase {
  readonly name: string
  readonly bytes: Uint8Array
}

let seeds: StructureCase[] | undefined

/** What the damage is done to: both formats, small and not so small, with whatever they may have in them. */
export function seedStructures(): readonly StructureCase[] {
  if (seeds !== undefined) return seeds
  const rich: PdbAtom[] = [
    ...peptide(4, { names: ['ALA', 'GLY', 'MSE'] }),
    ...peptide(2, { first: 9, from: 40 }).map((atom) => ({ ...atom, altloc: 'A', occupancy: 0.4, insertion: 'B' })),
    ...peptide(2, { first: 9, from: 40 }).map((atom) => ({ ...atom, altloc: 'B', occupancy: 0.6, insertion: 'B' })),
    { record: 'HETATM', name: 'ZN', element: 'ZN', residueName: 'ZN', chain: 'B', residue: 1, xyz: [0, 0, 9] },
    { record: 'HETATM', name: 'O', element: 'O', residueName: 'HOH', chain: 'A', residue: 300, xyz: [0, 9, 9] },
  ]
  const small = peptide(2)
  const large = [...peptide(30), ...peptide(10, { chain: 'B', from: 200 })]
  const head = 'SEQRES   1 A    6  ALA GLY MSE ALA ALA ALA\nMODRES 1ABC MSE A    3  MET\n'
  const texts: [string, string][] = [
    ['small.pdb', pdbLines(...small)],
    ['models.pdb', pdb([small, small, small])],
    ['large.pdb', pdb([large])],
    ['rich.pdb', `${head}${pdbLines(...rich)}TER\nEND\n`],
    ['crlf.pdb', pdb([rich, rich]).replaceAll('\n', '\r\n')],
    ['small.gro', gro([small.flatMap(({ xyz }) => xyz)])],
    ['small.cif', mmcif([small])],
    ['models.cif', mmcif([small, small, small])],
    ['rich.cif', mmcif([rich], ['HOH', 'ZN']).replace('#\n', "_a.b 'it''s'\n_a.c\n;text\n;\nloop_ _x.y _x.z 1 2\n")],
  ]
  const binary = (['plain', 'packed'] as const).map((style) => ({
    name: `${style}.bcif`,
    bytes: bcif(mmcif([rich, rich], ['HOH', 'ZN']), style),
  }))
  const plain = [...texts.map(([name, text]) => ({ name, bytes: bytesOf(text) })), ...binary]
  seeds = [...plain, ...plain.map(({ name, bytes }) => ({ name: `${name}.gz`, bytes: gzipped(bytes) }))]
  return seeds
}

/** Columns of a PDB line, from 0: record, serial, name, letter, residue, chain, number, insertion, place, occupancy, segment, element. */
const FIELDS = [
  ...[
    [0, 6],
    [6, 11],
    [12, 16],
    [16, 17],
    [17, 20],
    [21, 22],
    [22, 26],
    [26, 27],
    [30, 54],
    [54, 60],
  ],
  ...[
    [72, 76],
    [76, 78],
  ],
] as const

type LineMutation = (random: Random, lines: string[]) => string[]

/** Damage that leaves lines whole, so that most of what comes out can be read, and is odd. */
const LINE_MUTATIONS: Readonly<Record<string, LineMutation>> = {
  drop: (random, lines) => lines.filter((_, k) => k !== random.integer(lines.length) || k === 0),
  double(random, lines) {
    const k = random.integer(lines.length)
    return [...lines.slice(0, k + 1), ...lines.slice(k)]
  },
  swap(random, lines) {
    const [j, k] = [random.integer(lines.length), random.integer(lines.length)]
    return lines.map((line, i) => (i === j ? lines[k]! : i === k ? lines[j]! : line))
  },
  move(random, lines) {
    const from = random.integer(lines.length)
    const to = from + random.integer(20)
    return [...lines.slice(0, from), ...lines.slice(to), ...lines.slice(from, to)]
  },
  again(random, lines) {
    const from = random.integer(lines.length)
    return [...lines, ...lines.slice(from, from + random.integer(40))]
  },
  shuffle(random, lines) {
    const from = random.integer(lines.length)
    const some = lines.slice(from, from + random.integer(20))
    for (let k = some.length - 1; k > 0; k--) {
      const j = random.integer(k + 1)
      ;[some[j], some[k]] = [some[k]!, some[j]!]
    }
    return [...lines.slice(0, from), ...some, ...lines.slice(from + some.length)]
  },
  /** What stands in some columns of a line, or in a row's place, is put into the same of others. */
  field(random, lines) {
    const source = lines[random.integer(lines.length)]!
    const [from, to] = FIELDS[random.integer(FIELDS.length)]!
    const word = random.integer(21)
    const first = random.integer(lines.length)
    const last = first + random.integer(12)
    return lines.map((line, k) => {
      if (k < first || k > last) return line
      if (/^(ATOM|HETATM) {0,6}\d/i.test(line) && line.length > 54 && line[30] === ' ') {
        return line.slice(0, from) + source.slice(from, to).padEnd(to - from) + line.slice(to)
      }
      const [words, others] = [line.split(' '), source.split(' ')]
      return words.map((own, w) => (w === word ? (others[w] ?? own) : own)).join(' ')
    })
  },
  blank(random, lines) {
    const [from, to] = FIELDS[random.integer(FIELDS.length)]!
    const keep = random.integer(lines.length)
    return lines.map((line, k) => (k < keep ? line : line.slice(0, from) + ' '.repeat(to - from) + line.slice(to)))
  },
  letters: (_, lines) => lines.map((line) => line.toLowerCase()),
  record(random, lines) {
    const k = random.integer(lines.length)
    const records = [
      'MODEL        2',
      'ENDMDL',
      'TER',
      'END',
      'CONECT    1    2',
      'SEQRES   1 A    3  ALA MSE GLY',
      'loop_',
      '#',
      'é',
    ]
    return [...lines.slice(0, k), records[random.integer(records.length)]!, ...lines.slice(k)]
  },
}
const LINE_KINDS = Object.keys(LINE_MUTATIONS)

function damageLines(random: Random, bytes: Uint8Array): { bytes: Uint8Array; how: string } {
  let lines = Buffer.from(bytes).toString('latin1').split('\n')
  const how: string[] = []
  for (let k = random.integer(4); k >= 0 && lines.length > 0; k--) {
    const kind = LINE_KINDS[random.integer(LINE_KINDS.length)]!
    how.push(kind)
    lines = LINE_MUTATIONS[kind]!(random, lines)
  }
  return { bytes: Uint8Array.from(Buffer.from(lines.join('\n'), 'latin1')), how: how.join('+') }
}

/** Files whose lines are whole, in another order, number and with one another's fields. */
export function oddStructure(
  seed: number,
  files: readonly StructureCase[] = seedStructures(),
): StructureCase & { readonly how: string } {
  const random = new Random(seed)
  const { name, bytes } = files[random.integer(files.length)]!
  const zipped = name.endsWith('.gz')
  const { bytes: out, how } = damageLines(random, zipped ? Uint8Array.from(gunzipSync(bytes)) : bytes)
  return { name, bytes: zipped ? gzipped(out) : out, how }
}

export function mutatedStructure(seed: number): StructureCase & { readonly how: string } {
  return damageOne(new Random(seed), seedStructures())
}

/** Reads one; anything but a structure that holds together or an error of ours is wrong. */
export function outcomeOfStructure({ name, bytes }: StructureCase): Outcome {
  try {
    const wrong = wrongWith(parseStructure(bytes, { name }))
    return wrong === undefined ? 'read' : `wrong: ${wrong}`
  } catch (error) {
    if (error instanceof LimberError) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}
