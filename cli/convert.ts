// `limber convert A B`: a file in another format of its kind. What the new file does not have is listed.
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { readMesh } from '../node/index.js'
import type { MeshData } from '../src/entries/meshes.js'
import { InvalidInputError } from '../src/index.js'
import type { Printed } from './check/check-path.js'
import { count, size } from './check/check-path-report.js'
import { complaints, oneLine } from './check/check-report.js'
import { writeObj, writeOff, writePly, writeStl } from './convert/write-mesh.js'
import {
  type Molecule,
  readFramesFile,
  readStructureFile,
  writeDcdFile,
  writePdbFile,
  writePoints,
  writeXtcFile,
  writeXyz,
} from './convert/write-molecule.js'
import {
  MOTION_FORMATS,
  motionFormatOf,
  readMotionFile,
  readSceneForWriting,
  SCENE_FORMATS,
  sceneFormatOf,
} from './convert/write-motion.js'
import type { Written } from './convert/written.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { lookAtFile, UnknownFileError } from './info/file-look.js'
import { type FileFormat, type FileKind, FORMATS, formatOf } from './info/formats.js'
import { emit } from './print/emit.js'
import { createBlockingProgress } from './print/progress.js'
import { placeFor, writeAtomically } from './print/write-atomically.js'
import { withFlags } from './read/flags.js'

export interface ConvertOptions {
  readonly format?: string
  readonly topology?: string
  readonly force?: true
  readonly json?: true
}

/** What can be written, by the name of the format (`info/formats.ts` has the endings). */
const MESH_WRITERS: Readonly<Record<string, (mesh: MeshData) => Written>> = {
  STL: writeStl,
  OBJ: writeObj,
  PLY: writePly,
  OFF: writeOff,
}
const MOLECULE_WRITERS: Readonly<Record<string, (molecule: Molecule) => Written>> = {
  PDB: writePdbFile,
  DCD: writeDcdFile,
  XTC: writeXtcFile,
  XYZ: writeXyz,
  points: writePoints,
}

const HELP = `
A mesh of any format becomes ${Object.keys(MESH_WRITERS).join(', ')}; a structure or a trajectory of atoms
${Object.keys(MOLECULE_WRITERS).join(', ')}; a path or a trajectory of joints a JointTrajectory (yaml, ROS 2) and
back (json); a scene a MoveIt scene (scene) or a PlanningScene (yaml) and back (json). The ending of B names its format, or --format does; with ".gz" it is
gzipped. A trajectory has no names of atoms: --topology names the structure that has them.

What B does not have is listed. B is written whole or not at all, and replaces
another file only with --force.`

export function addConvertCommand(program: Command): void {
  program
    .command('convert')
    .description('write a file in another format of its kind: meshes, structures, trajectories, scenes')
    .argument('<A>', 'the file to read')
    .argument('<B>', 'the file to write')
    .option('--format <name>', 'the format of B, if its ending does not say it')
    .option('--topology <file>', 'for a trajectory: the structure that names its atoms, PDB or mmCIF')
    .option('--force', 'replace B')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (from: string, to: string, options: ConvertOptions) => emit(await convertFile(from, to, options)))
}

/** What the command prints, and its exit code. */
export async function convertFile(from: string, to: string, options: ConvertOptions = {}): Promise<Printed> {
  const look = await lookAtFile(from)
  const format = formatOf(look)?.format
  if (format === undefined)
    throw new UnknownFileError(
      from,
      {},
      'a file that Limber reads ("limber help info" lists the formats)',
      'something else',
    )
  const target = await targetOf(from, format, to, options.format)
  const expected = 'a name that is free (--force replaces a file)'
  const place = await placeFor(to, () => options.force === true, expected)
  if (existsSync(to) && (await realpath(to)) === (await realpath(from))) {
    throw new InvalidInputError('B', to, 'another file than A')
  }
  const { written, notes, what } = await withFlags(() => convert(from, format, target, options))
  const plain = typeof written.content === 'string' ? Buffer.from(written.content) : written.content
  const content = /\.gz$/i.test(to) ? gzipSync(plain) : plain
  await writeAtomically(place, content)
  const { lost } = written
  if (options.json === true) {
    const document = {
      from,
      to,
      kind: format.kind,
      format: { from: format.name, to: target.name },
      bytes: content.length,
    }
    return { code: ExitCode.Good, stdout: `${JSON.stringify({ ...document, what, lost, notes })}\n`, stderr: '' }
  }
  const lines = [
    `${to}: ${target.name}, ${what}, ${size(content.length)}`,
    ...lost.map((one, k) => `${k === 0 ? 'not written:' : '            '} ${one}`),
  ]
  return { code: ExitCode.Good, stdout: `${lines.map(oneLine).join('\n')}\n`, stderr: complaints(notes) }
}

function writersOf(file: string, { kind, name }: FileFormat): readonly string[] {
  if (kind === 'mesh') return Object.keys(MESH_WRITERS)
  if (kind === 'structure' || kind === 'frames') return Object.keys(MOLECULE_WRITERS)
  if (isMotion(kind)) return MOTION_FORMATS
  if (isScene(kind)) return SCENE_FORMATS
  const expected = 'a mesh, a structure, a trajectory, a path or a scene: other kinds have one format'
  throw new UnknownFileError(file, {}, expected, name)
}

const isMotion = (kind: FileKind): boolean => kind === 'path' || kind === 'trajectory'
const isScene = (kind: FileKind): kind is 'scene' | 'planning-scene' => kind === 'scene' || kind === 'planning-scene'

/** By --format, or by the ending of B: what that stands for may depend on what is in A. */
async function targetOf(from: string, format: FileFormat, to: string, asked: string | undefined): Promise<FileFormat> {
  const writers = writersOf(from, format)
  const ending = /\.(\w+)(?:\.gz)?$/i.exec(to)?.[1]?.toLowerCase() ?? ''
  const meant = isScene(format.kind)
    ? sceneFormatOf(ending)
    : isMotion(format.kind)
      ? motionFormatOf(ending, (await readMotionFile(from)).path)
      : undefined
  const isAsked = ({ name, endings }: FileFormat): boolean =>
    asked === undefined
      ? (meant === undefined && endings.includes(ending)) || name === meant
      : [name.toLowerCase(), endings[0]].includes(asked.toLowerCase()) && writers.includes(name)
  const found = FORMATS.find(isAsked)
  if (found !== undefined && writers.includes(found.name)) return found
  const known = `one of ${writers.join(', ')}, which can be written`
  if (asked !== undefined) throw new InvalidInputError('--format', asked, known)
  throw new InvalidInputError('B', to, `a name whose ending is that of ${known}, or given with --format`)
}

async function convert(from: string, { kind }: FileFormat, { name }: FileFormat, { topology }: ConvertOptions) {
  if (topology !== undefined && kind !== 'frames') {
    throw new InvalidInputError('--topology', topology, 'left out: the file names its atoms itself, or has none')
  }
  if (kind === 'mesh') {
    const mesh = await readMesh(from)
    const what = `${count(mesh.triangles.length / 3, 'triangle')}`
    return { written: MESH_WRITERS[name]!(mesh), notes: mesh.notes, what }
  }
  if (isMotion(kind) || isScene(kind)) {
    const read = isScene(kind) ? await readSceneForWriting(from, kind) : await readMotionFile(from)
    return { written: await read.write(name), notes: read.notes, what: read.what }
  }
  const molecule = kind === 'structure' ? await readStructureFile(from) : await readFramesFile(from, topology)
  const what = `${count(molecule.frames, 'frame')} of ${count(molecule.atoms, 'atom')}`
  const progress = createBlockingProgress('convert')
  const frame = (k: number): Float64Array => {
    progress.report(k / molecule.frames, `frame ${k}`)
    return molecule.frame(k)
  }
  try {
    return { written: MOLECULE_WRITERS[name]!({ ...molecule, frame }), notes: molecule.notes, what }
  } finally {
    progress.clear()
  }
}
