// The formats that Limber reads, one line each: what kind of thing is in such a file, and how the file is recognised.
//
// To add a format whose reader is behind the reader of its kind (readScene, readMesh, readStructure, readFrames), add its line here. Content that is
// plain decides first, then the ending, then content that could be something else too; within each, the order of the lines.
import { isSignals } from '../coordinate/signal-table.js'
import type { FileLook } from './file-look.js'

/** A kind has one way to be described (`describe.ts`). */
export type FileKind =
  | 'robot'
  | 'semantics'
  | 'scene'
  | 'planning-scene'
  | 'mesh'
  | 'vertex-cache'
  | 'structure'
  | 'frames'
  | 'topology'
  | 'path'
  | 'trajectory'
  | 'signals'
  | 'certificate'
  | 'allowed-pairs'
  | 'world'
  | 'roadmap'
  | 'jobs'
  | 'poses'
  | 'requests'

export interface FileFormat {
  readonly kind: FileKind
  /** As people call it. */
  readonly name: string
  /** In lower case, without a dot. The first is that of files that are written. */
  readonly endings: readonly string[]
  /** Endings that it may have too, and that are those of another format first. */
  readonly also?: readonly string[]
  /** Content that nothing else has. */
  readonly is?: (look: FileLook) => boolean
  /** Content that it may have, and another format too. */
  readonly maybe?: (look: FileLook) => boolean
}

const starts =
  (pattern: RegExp) =>
  ({ start }: FileLook): boolean =>
    pattern.test(start)

/** The first four bytes are one of these numbers, the most significant byte first. */
const magic =
  (...numbers: readonly number[]) =>
  ({ start }: FileLook): boolean =>
    numbers.includes([0, 1, 2, 3].reduce((sum, k) => 256 * sum + (start.charCodeAt(k) || 0), 0))

/** The first element, whatever declarations and comments precede it. */
const root =
  (name: string) =>
  ({ start }: FileLook): boolean => {
    let at = start.search(/\S/)
    for (;;) {
      const ends = start.startsWith('<!--', at) ? '-->' : start.startsWith('<?', at) ? '?>' : '>'
      if (ends === '>' && !start.startsWith('<!', at)) break
      const end = start.indexOf(ends, at + 2)
      if (end < 0) return false
      at = end + ends.length
      while (/\s/.test(start[at] ?? '')) at++
    }
    return start.startsWith(`<${name}`, at) && /[\s/>]/.test(start[at + 1 + name.length] ?? '')
  }

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

const json =
  (test: (fields: Fields) => boolean) =>
  (look: FileLook): boolean => {
    const fields = fieldsOf(look.json)
    return fields !== undefined && test(fields)
  }

const lines =
  (test: (fields: Fields) => boolean) =>
  (look: FileLook): boolean => {
    const fields = fieldsOf(look.line)
    return fields !== undefined && test(fields)
  }

const ofKind = (...kinds: string[]): ((look: FileLook) => boolean) =>
  json(({ limber, kind }) => limber === 2 && kinds.includes(kind as string))

/** What an SRDF file has and a URDF file has not, and the other way round. */
const isSrdf = (look: FileLook): boolean =>
  root('robot')(look) &&
  /<(?:disable_collisions|disable_default_collisions|virtual_joint|end_effector|group_state|group)[\s>]/.test(
    look.start,
  ) &&
  !/<(?:collision|visual|inertial)[\s>]|<joint\s[^>]{0,400}\btype\s*=/.test(look.start)

const PDB_START =
  /^\s*(?:HEADER|OBSLTE|TITLE|SPLIT|CAVEAT|COMPND|SOURCE|KEYWDS|EXPDTA|NUMMDL|MDLTYP|AUTHOR|REVDAT|SPRSDE|JRNL|REMARK|USER|DBREF[12]?|SEQADV|SEQRES|MODRES|HET|HETNAM|HETSYN|FORMUL|HELIX|SHEET|SSBOND|LINK|CISPEP|SITE|CRYST1|ORIGX[123]|SCALE[123]|MTRIX[123]|MODEL|ATOM|HETATM)\s|^\s*(?:ATOM|HETATM)\d/
const CIF_START = /^(?:\s|#[^\r\n]*[\r\n])*(?:data_|loop_\s|_\w+\.)/i

/** A record and its first four letters, little- or big-endian, markers of four or eight bytes. */
const isDcd = ({ start }: FileLook): boolean => start.startsWith('CORD', 4) || start.startsWith('CORD', 8)

/** Its 80 bytes of heading may be anything: the count behind them must give the length. */
const isBinaryStl = ({ start, bytes, isZipped }: FileLook): boolean => {
  if (start.length < 84) return false
  const [a, b, c, d] = [80, 81, 82, 83].map((k) => start.charCodeAt(k)) as [number, number, number, number]
  return !isZipped && bytes === 84 + 50 * (a + 256 * (b + 256 * (c + 256 * d)))
}

const COMMENTS = '\\s*(?:#[^\\r\\n]*[\\r\\n]\\s*)*'
const OFF_START = new RegExp(`^${COMMENTS}(?:ST)?C?N?4?n?OFF\\s`)
const OBJ_START = new RegExp(`^${COMMENTS}(?:v|vn|vt|g|o|s|mtllib|usemtl)\\s`)
const STL_START = /^\s*solid\b[\s\S]*?\b(?:facet\s+normal|endsolid)\b/i
const NUMBER = '[-+.\\d][-+.\\deE]*'
const POINTS_START = new RegExp(`^(?:\\s*#[^\\r\\n]*[\\r\\n])*\\s*${NUMBER}(?:[ \\t,]+${NUMBER}){2}\\s`)

/** Fields at the start of lines, in YAML; or of one JSON document. */
const rosFields =
  (...names: readonly string[]) =>
  (look: FileLook): boolean => {
    const fields = fieldsOf(look.json)
    if (fields !== undefined) return names.every((name) => typeof fields[name] === 'object' && fields[name] !== null)
    if (!YAML_START.test(look.start)) return false
    return names.every((name) => new RegExp(`^["']?${name}["']?[ \\t]*:`, 'm').test(look.start))
  }

const YAML_START = /^(?:\s*(?:#[^\n]*|---[ \t]*)\r?\n)*(?:["']?[A-Za-z_]\w*["']?[ \t]*:(?:\s|$))/
const isAny =
  (...tests: readonly ((look: FileLook) => boolean)[]) =>
  (look: FileLook): boolean =>
    tests.some((test) => test(look))
const isPlanning = isAny(
  ...['world', 'collision_objects', 'scene', 'allowed_collision_matrix', 'robot_state'].map((name) => rosFields(name)),
)
const isRosTrajectory = isAny(...['joint_names', 'joint_trajectory', 'trajectory'].map((name) => rosFields(name)))
const isRosState = isAny(rosFields('name', 'position'), rosFields('joint_state'))
/** A name, and below it the first object or the end. */
const MOVEIT_START = /^(?![ \t]*[{[<])[^\r\n]*\r?\n(?:[ \t]*\r?\n)*[ \t]*(?:\*[ \t]*\S|\.[ \t]*(?:\r?\n|$))/

const isGltf = json(({ asset }) => fieldsOf(asset)?.version !== undefined)
const isScene = json(({ limber, kind }) => limber !== undefined && kind === undefined)
const isProof = ofKind('motion', 'coordination', 'steps', 'step-proof', 'chain-move-proof')
const isMotion = lines(({ from, to }) => fieldsOf(from) !== undefined && fieldsOf(to) !== undefined)
const isPose = lines((pose) => ['R', 'q', 't'].filter((name) => Array.isArray(pose[name])).length > 1)
const isTrajectory = json(({ joints, points }) => Array.isArray(joints) && Array.isArray(points))
const isPath = json(({ joints, waypoints }) => Array.isArray(joints) || Array.isArray(waypoints))
const isConfiguration = json((values) => Object.values(values).every((value) => typeof value === 'number'))

const YAML = ['yaml', 'yml']

export const FORMATS: readonly FileFormat[] = [
  { kind: 'semantics', name: 'SRDF', endings: ['srdf'], is: isSrdf },
  {
    kind: 'robot',
    name: 'xacro',
    endings: ['xacro'],
    // Files that were expanded still declare its namespace.
    is: (look) => root('robot')(look) && /<xacro:[a-z]/i.test(look.start),
  },
  { kind: 'robot', name: 'MJCF', endings: [], is: root('mujoco') },
  { kind: 'robot', name: 'URDF', endings: ['urdf'], is: root('robot') },
  { kind: 'robot', name: 'BVH', endings: ['bvh'], is: starts(/^\s*HIERARCHY\s/i) },
  { kind: 'mesh', name: 'Collada', endings: ['dae'], is: root('COLLADA') },
  { kind: 'mesh', name: 'GLB', endings: ['glb'], is: starts(/^glTF/) },
  { kind: 'mesh', name: 'glTF', endings: ['gltf'], is: isGltf },
  { kind: 'mesh', name: 'PLY', endings: ['ply'], is: starts(/^ply[ \t]*[\r\n]/) },
  { kind: 'mesh', name: 'OFF', endings: ['off'], is: starts(OFF_START) },
  { kind: 'mesh', name: 'STL', endings: ['stl'], is: starts(STL_START), maybe: isBinaryStl },
  { kind: 'mesh', name: 'OBJ', endings: ['obj'], maybe: starts(OBJ_START) },
  { kind: 'vertex-cache', name: 'PC2', endings: ['pc2'], is: starts(/^POINTCACHE2/) },
  { kind: 'vertex-cache', name: 'MDD', endings: ['mdd'] },
  { kind: 'structure', name: 'PDB', endings: ['pdb', 'ent'], is: starts(PDB_START) },
  { kind: 'structure', name: 'mmCIF', endings: ['cif', 'mmcif'], is: starts(CIF_START) },
  { kind: 'frames', name: 'DCD', endings: ['dcd'], is: isDcd },
  { kind: 'structure', name: 'BinaryCIF', endings: ['bcif'] },
  { kind: 'structure', name: 'GRO', endings: ['gro'] },
  { kind: 'frames', name: 'XTC', endings: ['xtc'], is: magic(1995, 2023) },
  { kind: 'frames', name: 'TRR', endings: ['trr'], is: magic(1993) },
  { kind: 'topology', name: 'PSF', endings: ['psf'], is: starts(/^\s*PSF\b/) },
  { kind: 'frames', name: 'XYZ', endings: ['xyz', 'extxyz'], maybe: starts(/^\s*\d+[ \t]*(?:\r|\n|$)/) },
  { kind: 'frames', name: 'points', endings: ['txt', 'dat'], maybe: starts(POINTS_START) },
  { kind: 'roadmap', name: 'roadmap', endings: ['roadmap'], is: starts(/^limber-roadmap \d+\n/) },
  { kind: 'world', name: 'world document', endings: [], is: ofKind('world') },
  { kind: 'certificate', name: 'certificate', endings: [], is: isProof },
  { kind: 'allowed-pairs', name: 'report of limber allow', endings: [], is: ofKind('limber-allowed-pairs') },
  { kind: 'scene', name: 'scene', endings: [], is: isScene },
  { kind: 'planning-scene', name: 'MoveIt scene', endings: ['scene'], is: starts(MOVEIT_START) },
  { kind: 'trajectory', name: 'JointTrajectory', endings: YAML, is: isRosTrajectory },
  { kind: 'planning-scene', name: 'PlanningScene', endings: [], also: YAML, is: isPlanning },
  { kind: 'path', name: 'JointState', endings: [], also: YAML, is: isRosState },
  { kind: 'jobs', name: 'jobs', endings: [], is: lines(({ job }) => typeof job === 'string') },
  { kind: 'requests', name: 'requests', endings: [], is: lines(({ jsonrpc }) => jsonrpc !== undefined) },
  { kind: 'poses', name: 'motions', endings: [], is: isMotion },
  { kind: 'poses', name: 'poses', endings: [], is: isPose },
  { kind: 'signals', name: 'signals', endings: [], is: ({ start }) => isSignals(start) },
  { kind: 'trajectory', name: 'trajectory', endings: [], is: isTrajectory },
  { kind: 'path', name: 'path', endings: [], is: isPath },
  { kind: 'path', name: 'configuration', endings: [], is: isConfiguration },
]

/** The format of a file, and the one that its ending is of. */
export function formatOf(
  look: FileLook,
): { readonly format: FileFormat; readonly ending: FileFormat | undefined } | undefined {
  const ending = FORMATS.find(({ endings }) => endings.includes(look.ending))
  const format =
    // The first 80 bytes of a binary STL file may look like anything.
    (ending?.name === 'STL' && isBinaryStl(look) ? ending : undefined) ??
    FORMATS.find(({ is }) => is?.(look) === true) ??
    ending ??
    FORMATS.find(({ maybe }) => maybe?.(look) === true)
  return format === undefined ? undefined : { format, ending }
}
