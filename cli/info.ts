// `limber info FILE`: what is in a file that Limber reads, and what it would be used as.
import type { Command } from 'commander'
import type { Printed } from './check/check-path.js'
import { size } from './check/check-path-report.js'
import { oneLine } from './check/check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import {
  describeAllowedPairs,
  describeCertificate,
  describeJobs,
  describePath,
  describePoses,
  describeRequests,
  describeRoadmap,
  describeSignals,
  describeTrajectory,
  describeWorld,
} from './info/describe-document.js'
import { describeMesh, describeVertexCache } from './info/describe-mesh.js'
import { describeFrames, describeStructure, describeTopology } from './info/describe-molecule.js'
import { describePlanningScene, describeRobot, describeScene, describeSrdf } from './info/describe-robot.js'
import type { Described } from './info/described.js'
import { type FileLook, lookAtFile, UnknownFileError } from './info/file-look.js'
import { type FileKind, FORMATS, formatOf } from './info/formats.js'
import { emit } from './print/emit.js'
import { inFlags, withFlags } from './read/flags.js'
import { addReadOptions, readOpen } from './read/read-options.js'
import { addPlaceOptions, type SceneOptions } from './read/scene-options.js'

const HELP = `
What a file is, its content says; where that leaves it open, its ending. Gzipped files are
inflated. Read are: ${[...new Set(FORMATS.map(({ name }) => name))].join(', ').replace(/(.{50,80}?) /g, '$1\n')}.

Meshes are closed as --open and --close-within say, and so are those of robots and scenes.
Meshes that are missing are listed. Certificates are described, not verified.`

export interface InfoOptions extends SceneOptions {
  readonly json?: true
}

type Describe = (look: FileLook, options: InfoOptions) => Promise<Described>

/** How each kind of file is described. */
const KINDS: Readonly<Record<FileKind, { readonly words: string; readonly describe: Describe }>> = {
  robot: { words: 'a robot', describe: ({ file }, options) => describeRobot(file, options) },
  semantics: { words: 'groups, states and exempt pairs of a robot', describe: ({ file }) => describeSrdf(file) },
  scene: { words: 'a scene', describe: ({ file }, options) => describeScene(file, options) },
  'planning-scene': { words: 'a planning scene of MoveIt', describe: ({ file }) => describePlanningScene(file) },
  mesh: { words: 'a mesh', describe: ({ file }, options) => describeMesh(file, readOpen(options)) },
  'vertex-cache': { words: 'vertices, frame by frame', describe: ({ file }) => describeVertexCache(file) },
  structure: { words: 'a molecular structure', describe: ({ file }) => describeStructure(file) },
  frames: { words: 'frames', describe: ({ file }) => describeFrames(file) },
  topology: { words: 'the atoms of a trajectory', describe: ({ file }) => describeTopology(file) },
  path: { words: 'joint values', describe: describePath },
  trajectory: { words: 'a timed path', describe: describeTrajectory },
  signals: { words: 'which robot waits for which', describe: describeSignals },
  certificate: { words: 'a proof', describe: describeCertificate },
  'allowed-pairs': { words: 'which pairs of links can touch', describe: describeAllowedPairs },
  world: { words: 'what certificates are about', describe: describeWorld },
  roadmap: { words: 'a roadmap', describe: describeRoadmap },
  jobs: { words: 'for "limber batch"', describe: describeJobs },
  poses: { words: 'for "limber query"', describe: describePoses },
  requests: { words: 'for "limber serve"', describe: describeRequests },
}

export function addInfoCommand(program: Command): void {
  const command = program
    .command('info')
    .description('say what is in a file: sizes, joints and limits, open meshes, chains, frames')
    .argument('<file>', 'any file that Limber reads')
  addPlaceOptions(addReadOptions(command))
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (file: string, options: InfoOptions) => emit(await describeFile(file, options)))
}

/** What the command prints, and its exit code. */
export async function describeFile(file: string, options: InfoOptions = {}): Promise<Printed> {
  const look = await lookAtFile(file)
  const found = formatOf(look)
  if (found === undefined) throw unknownFile(file, look)
  const { words, describe } = KINDS[found.format.kind]
  const { facts, lines, notes, format: read } = await withFlags(() => describe(look, options))
  const format = FORMATS.find(({ name, endings }) => read === name || endings.includes(read ?? '')) ?? found.format
  const named = [...format.endings, ...(format.also ?? [])].includes(look.ending) ? undefined : found.ending
  const said = [
    ...(named === undefined ? [] : [`Named .${look.ending}, but its content is ${format.name}.`]),
    ...notes.filter((note) => named === undefined || !note.startsWith('Named .')),
  ].map(inFlags)
  const { bytes, isZipped } = look
  const document = { file, kind: format.kind, format: format.name, bytes, gzipped: isZipped, ...facts, notes: said }
  const zipped = isZipped ? ', gzipped' : ''
  const text = [
    `${file}: ${format.name}${words === `a ${format.name}` ? '' : `, ${words}`}, ${size(bytes)}${zipped}`,
    ...lines,
    ...(said.length === 0 ? [] : ['', ...said.map((note) => `note: ${note}`)]),
  ]
  const stdout = options.json === true ? JSON.stringify(document) : text.map(oneLine).join('\n')
  return { code: ExitCode.Good, stdout: `${stdout}\n`, stderr: '' }
}

function unknownFile(file: string, { bytes, json, line }: FileLook): UnknownFileError {
  const got = bytes === 0 ? 'an empty file' : (json ?? line) !== undefined ? 'JSON of another kind' : 'something else'
  return new UnknownFileError(file, {}, 'a file that Limber reads ("limber help info" lists the formats)', got)
}
