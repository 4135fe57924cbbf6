// Structures and frames of molecules, for the fuzzer.
import { decode, encode } from '@msgpack/msgpack'
import { MAX_COORDINATE } from '../../src/base/math/rounding.js'
import { InvalidInputError, LimberError } from '../../src/errors.js'
import { parseFrames, parseTopology } from '../../src/formats/molecules/frames.js'
import type { Frames } from '../../src/formats/molecules/frames-data.js'
import { writePdb } from '../../src/formats/molecules/pdb-write.js'
import { parseStructure } from '../../src/formats/molecules/structure.js'
import { writeXtc } from '../../src/formats/molecules/xtc-write.js'
import { clashes } from '../../src/molecules/clash/clash.js'
import { Protein } from '../../src/molecules/protein/protein.js'
import type { Structure } from '../../src/molecules/structure/structure.js'
import { bcif } from '../formats/molecules/bcif-samples.js'
import {
  dcd,
  gzipped,
  type PdbAtom,
  pdb,
  pdbAtoms,
  points,
  psf,
  wave,
  xyz,
} from '../formats/molecules/frames-samples.js'
import { gro, trr } from '../formats/molecules/gromacs-samples.js'
import { wrongWith } from '../formats/molecules/structure-check.js'
import { mmcif, pdbLines, peptide } from '../formats/molecules/structure-samples.js'
import type { Codec } from './damage-json.js'
import { type FuzzCase, type FuzzFormat, gzipBomb, mainBytes, single, singles, withWord } from './format.js'

/** As it is and zipped. */
function alsoZipped(files: Readonly<Record<string, string | Uint8Array>>): FuzzCase[] {
  return Object.entries(files).flatMap(([name, content]) => [
    single(name, content),
    single(`${name}.gz`, gzipped(content)),
  ])
}

function readStructure(given: FuzzCase): string | undefined {
  const structure = parseStructure(mainBytes(given), { name: given.main })
  return wrongWith(structure) ?? wrongAgain(structure) ?? wrongUse(structure)
}

/** As PDB and back: the same atoms at the same places. */
function wrongAgain(structure: Structure): string | undefined {
  let text: string
  try {
    text = writePdb(structure)
  } catch (error) {
    // What has no place in the columns is refused by name.
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
  const again = parseStructure(text)
  if (again.atoms.count !== structure.atoms.count) return `${again.atoms.count} atoms of ${structure.atoms.count}`
  if (again.models.length !== structure.models.length) return `${again.models.length} models`
  for (const [m, model] of structure.models.entries()) {
    const far = model.findIndex((x, k) => Math.abs(x - again.models[m]![k]!) > 0.0005 + 1e-9)
    if (far >= 0) return `written and read again: model ${m}, coordinate ${far}`
  }
  return undefined
}

/** What is made of it afterwards: not every structure is a protein, and one that is not is refused by name. */
function wrongUse(structure: Structure): string | undefined {
  try {
    clashes(structure, { unknownRadius: 1.5 })
    const protein = new Protein(structure, { atoms: 'flexible-sidechains' })
    if (protein.coordinates().some((x) => !Number.isFinite(x))) return 'a place that is not finite'
    if (protein.torsions.length > 0) protein.turn(0, 0.1)
    protein.clashes()
  } catch (error) {
    if (!(error instanceof LimberError)) throw error
  }
  return undefined
}

/** PDB and GRO are read as structures and as frames. */
function readBoth(given: FuzzCase, variant: number): string | undefined {
  return variant % 2 === 0 ? readStructure(given) : readFrames(given, variant)
}

function readFrames(given: FuzzCase, variant: number): string | undefined {
  const select = variant % 5 === 4 ? { select: [0, 2] } : {}
  const { count, beads, names, atoms, frame, cell } = parseFrames(mainBytes(given), { name: given.main, ...select })
  if (!(count >= 1 && beads >= 1 && atoms >= beads)) return `${count} frames of ${beads} beads, ${atoms} atoms`
  if (names !== undefined && names.length !== beads) return 'names'
  for (let k = 0; k < count; k++) {
    const centres = frame(k)
    if (centres.length !== 3 * beads) return 'lengths'
    const wrong = centres.find((x) => !(Math.abs(x) <= MAX_COORDINATE))
    if (wrong !== undefined) return `coordinate ${wrong}`
    const lengths = cellLengths(cell, k)
    if (!lengths.every((length) => length > 0 && length <= MAX_COORDINATE)) return `cell ${lengths}`
  }
  return undefined
}

/** A frame may be good where its cell is refused. */
function cellLengths(cell: Frames['cell'], k: number): readonly number[] {
  try {
    return cell(k)?.lengths ?? []
  } catch (error) {
    if (error instanceof LimberError) return []
    throw error
  }
}

const [SMALL, LARGE] = [wave(3, 5), wave(12, 40)]
const CELL = [20, 90, 21, 90, 90, 22]
const TWO = peptide(2)
const RICH: PdbAtom[] = [
  ...peptide(4, { names: ['ALA', 'GLY', 'MSE'] }),
  ...peptide(2, { first: 9, from: 40 }).map((atom) => ({ ...atom, altloc: 'A', occupancy: 0.4, insertion: 'B' })),
  ...peptide(2, { first: 9, from: 40 }).map((atom) => ({ ...atom, altloc: 'B', occupancy: 0.6, insertion: 'B' })),
  { record: 'HETATM', name: 'ZN', element: 'ZN', residueName: 'ZN', chain: 'B', residue: 1, xyz: [0, 0, 9] },
  { record: 'HETATM', name: 'O', element: 'O', residueName: 'HOH', chain: 'A', residue: 300, xyz: [0, 9, 9] },
]
const MANY = [...peptide(12), ...peptide(5, { chain: 'B', from: 100 })]
/** All atoms of one residue at one place. */
const HEAP: PdbAtom[] = peptide(3).map((atom) => ({ ...atom, xyz: [1, 1, 1] }))
const HEAD = 'SEQRES   1 A    6  ALA GLY MSE ALA ALA ALA\nMODRES 1ABC MSE A    3  MET\n'

/** MessagePack; strings of the file are not texts of a person, and stay bytes where they were. */
const MSGPACK: Codec = {
  decode: (text) => decode(Buffer.from(text, 'latin1')),
  encode: (value) => Buffer.from(encode(value)).toString('latin1'),
}

/** One column of a BinaryCIF file that says it is as long as `srcSize`. */
function longColumn(srcSize: number): Uint8Array {
  return bcif(mmcif([TWO]), 'packed', (file) => {
    for (const { data } of file.dataBlocks[0]!.categories[0]!.columns) {
      for (const step of data.encoding) if ('srcSize' in step) step.srcSize = srcSize
    }
    file.dataBlocks[0]!.categories[0]!.rowCount = srcSize
  })
}

const XTC = writeXtc(LARGE)

export const MOLECULES: readonly FuzzFormat[] = [
  {
    name: 'pdb',
    corpus: () => [
      ...alsoZipped({ 'small.pdb': pdbLines(...TWO), 'models.pdb': pdb([TWO, TWO, TWO]) }),
      ...singles({
        'large.pdb': pdb([MANY]),
        'rich.pdb': `${HEAD}${pdbLines(...RICH)}TER\nEND\n`,
        'crlf.pdb': pdb([RICH, RICH]).replaceAll('\n', '\r\n'),
        'alphas.pdb': pdb(SMALL.map(pdbAtoms)),
      }),
    ],
    odd: () => singles({ 'heap.pdb': pdbLines(...HEAP), 'one.pdb': pdbLines(TWO[0]!), 'head.pdb': HEAD }),
    bombs: {
      'a gzip bomb': () => single('bomb.pdb.gz', gzipBomb(1000)),
      'a hundred thousand models': () => single('models.pdb', `${'MODEL        1\nENDMDL\n'.repeat(1e5)}`),
      'ten thousand atoms at one place': () =>
        single('heap.pdb', pdbLines(...Array.from({ length: 1e4 }, () => HEAP[0]!))),
      'bonds of one atom': () =>
        single('bonds.pdb', `${pdbLines(...TWO)}${'CONECT    1    2    3    4    5\n'.repeat(1e5)}`),
    },
    damage: ['text'],
    words: {
      values: ['ATOM', 'HETATM', 'CA', 'N', 'GLY', 'HOH', 'MSE'],
      pieces: [
        'MODEL        2',
        'ENDMDL',
        'TER',
        'END',
        'CONECT    1    2',
        'SEQRES   1 A    3  ALA MSE GLY',
        '\xe9',
        '\n',
      ],
    },
    read: readBoth,
  },
  {
    name: 'mmcif',
    corpus: () => [
      ...alsoZipped({ 'small.cif': mmcif([TWO]), 'models.cif': mmcif([TWO, TWO, TWO]) }),
      single(
        'rich.cif',
        mmcif([RICH], ['HOH', 'ZN']).replace('#\n', "_a.b 'it''s'\n_a.c\n;text\n;\nloop_ _x.y _x.z 1 2\n"),
      ),
    ],
    odd: () => singles({ 'heap.cif': mmcif([HEAP]), 'none.cif': mmcif([[]]), 'empty.cif': 'data_x\nloop_\n' }),
    bombs: {
      'a gzip bomb': () => single('bomb.cif.gz', gzipBomb(1000)),
      'a loop of a million names': () => single('loop.cif', `data_x\nloop_\n${'_atom_site.x\n'.repeat(1e6)}`),
      'a text without an end': () => single('text.cif', `data_x\n_a.b\n;${'x\n'.repeat(2e6)}`),
      'many blocks': () => single('blocks.cif', 'data_x\n_a.b 1\n'.repeat(2e5)),
    },
    damage: ['text'],
    words: {
      values: ['loop_', 'data_x', '_atom_site.id', 'save_', '.', '?', '_atom_site.Cartn_x', 'stop_'],
      pieces: ['loop_', '#', ';\n', "'", '"', '\xe9', 'data_y', '_atom_site.type_symbol C', '_x.y'],
    },
    read: readStructure,
  },
  {
    name: 'bcif',
    corpus: () =>
      alsoZipped({
        'plain.bcif': bcif(mmcif([RICH, RICH], ['HOH', 'ZN']), 'plain'),
        'packed.bcif': bcif(mmcif([RICH, RICH], ['HOH', 'ZN']), 'packed'),
      }),
    odd: () => [single('heap.bcif', bcif(mmcif([HEAP]), 'packed'))],
    bombs: {
      'a gzip bomb': () => single('bomb.bcif.gz', gzipBomb(1000)),
      'columns of 2³¹': () => single('long.bcif', longColumn(2 ** 31 - 1)),
      'columns of 2⁵²': () => single('longer.bcif', longColumn(2 ** 52)),
      'nested lists': () => single('deep.bcif', new Uint8Array(1e6).fill(0x91)),
      'a list of 2³²': () => single('list.bcif', Uint8Array.from([0xdd, 255, 255, 255, 255])),
      'a map of 2³²': () => single('map.bcif', Uint8Array.from([0xdf, 255, 255, 255, 255, 0xa0])),
    },
    damage: ['json'],
    codec: MSGPACK,
    words: {
      values: [
        'ByteArray',
        'FixedPoint',
        'RunLength',
        'Delta',
        'IntegerPacking',
        'StringArray',
        'IntervalQuantization',
      ],
    },
    read: readStructure,
  },
  {
    name: 'gro',
    corpus: () => [
      ...alsoZipped({ 'small.gro': gro(SMALL) }),
      single('large.gro', gro(LARGE, { velocities: true, box: ' 8.0 8.0 5.7 0 0 0 0 4.0 4.0' })),
      single('atoms.gro', gro([TWO.flatMap(({ xyz: at }) => at)])),
    ],
    odd: () => singles({ 'none.gro': 'A title\n    0\n 1 1 1\n', 'flat.gro': gro(SMALL, { box: ' 0 0 0' }) }),
    bombs: { '2³¹ atoms': () => single('many.gro', gro(SMALL).replace('    5\n', '2147483647\n')) },
    damage: ['text'],
    words: { pieces: ['t= 1', ' 1 1 1'] },
    read: readBoth,
  },
  {
    name: 'xtc',
    corpus: () => [
      ...alsoZipped({ 'small.xtc': writeXtc(SMALL) }),
      single('large.xtc', writeXtc(LARGE, { box: [80, 0, 0, 0, 80, 0, 40, 40, 57] })),
      single('wide.xtc', writeXtc(LARGE, { large: true })),
    ],
    odd: () => [single('one.xtc', writeXtc(wave(1, 1))), single('heap.xtc', writeXtc([new Array(60).fill(1)]))],
    bombs: {
      '2³¹ atoms': () => single('atoms.xtc', withWord(withWord(XTC, 4, 2 ** 31 - 1, false), 52, 2 ** 31 - 1, false)),
      '2³¹ bytes': () => single('bytes.xtc', withWord(XTC, 88, 2 ** 31 - 1, false)),
    },
    damage: [],
    read: readFrames,
  },
  {
    name: 'trr',
    corpus: () => [
      single('small.trr', trr(SMALL, { box: [2, 0, 0, 0, 2, 0, 0, 0, 2] })),
      single('double.trr', trr(LARGE, { double: true, velocities: true, without: [1] })),
    ],
    odd: () => [single('none.trr', trr(SMALL, { without: [0, 1, 2] })), single('one.trr', trr(wave(1, 1)))],
    bombs: Object.fromEntries(
      [32, 56, 60, 64].map((at) => [
        `2³¹ at byte ${at}`,
        () => single(`at${at}.trr`, withWord(trr(SMALL), at, 2 ** 31 - 1, false)),
      ]),
    ),
    damage: [],
    read: readFrames,
  },
  {
    name: 'dcd',
    corpus: () => [
      ...alsoZipped({ 'small.dcd': dcd(SMALL) }),
      single('large.dcd', dcd(LARGE, { cell: CELL })),
      single('big.dcd', dcd(SMALL, { little: false })),
      single('wide.dcd', dcd(SMALL, { marker: 8, fourth: true })),
      single('fixed.dcd', dcd(SMALL, { fixed: [1, 3] })),
    ],
    odd: () => [single('one.dcd', dcd(wave(1, 1))), single('announced.dcd', dcd(SMALL, { announced: 0 }))],
    bombs: {
      '2³¹ frames': () => single('frames.dcd', dcd(SMALL, { announced: 2 ** 31 - 1 })),
      '2³¹ atoms': () =>
        single('atoms.dcd', withWord(dcd(SMALL), dcd(SMALL).length - 3 * 3 * 28 - 8, 2 ** 31 - 1, true)),
      'a record of 2³¹': () => single('record.dcd', withWord(dcd(SMALL), 92, 2 ** 31 - 1, true)),
    },
    damage: [],
    read: readFrames,
  },
  {
    name: 'psf',
    corpus: () => [
      single(
        'atoms.psf',
        psf(Array.from({ length: 12 }, (_, k) => ({ segment: 'A', residue: k, residueName: 'GLY', name: 'CA' }))),
      ),
    ],
    odd: () => [single('none.psf', psf([]))],
    bombs: { '2³¹ atoms': () => single('many.psf', psf([]).replace('0 !NATOM', '2147483647 !NATOM')) },
    damage: ['text'],
    words: { values: ['!NATOM', '!NTITLE', '!NBOND', 'PSF', 'EXT', 'NAMD'] },
    read(given) {
      const atoms = parseTopology(mainBytes(given), { name: given.main })
      return atoms === undefined ? 'no atoms' : undefined
    },
  },
  {
    name: 'xyz',
    corpus: () => [
      ...alsoZipped({ 'small.xyz': xyz(SMALL) }),
      single('large.xyz', xyz(LARGE)),
      single(
        'rich.xyz',
        xyz(SMALL).replaceAll('a comment', 'Properties=species:S:1:pos:R:3 Lattice="1 0 0 0 1 0 0 0 1"'),
      ),
    ],
    odd: () => singles({ 'none.xyz': '0\n\n', 'one.xyz': xyz(wave(1, 1)) }),
    bombs: {
      '2³¹ atoms': () => single('many.xyz', `2147483647\n\nC 0 0 0\n`),
      'a million empty frames': () => single('empty.xyz', '0\n\n'.repeat(1e6)),
      'a gzip bomb': () => single('bomb.xyz.gz', gzipBomb(1000)),
    },
    damage: ['text'],
    words: {
      values: ['species', 'Lattice', 'pos', 'Properties', 'C', 'H'],
      pieces: ['Lattice="1 0 0"', 'Properties=pos:R:3'],
    },
    read: readFrames,
  },
  {
    name: 'points',
    corpus: () => [single('points.xyz', points(SMALL)), single('large.txt', points(LARGE))],
    odd: () => singles({ 'none.txt': '# nothing\n', 'one.txt': '0 0 0\n' }),
    bombs: {
      'a line of a million numbers': () => single('line.txt', `${'1 '.repeat(1e6)}\n`),
      'a million marks': () => single('marks.txt', '#\n'.repeat(1e6)),
    },
    damage: ['text'],
    words: { pieces: ['#', '# frame', ',', ';'] },
    read: readFrames,
  },
]
