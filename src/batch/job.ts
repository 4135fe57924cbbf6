// Jobs: one question each, as plain data, so that any process on any machine can answer it. One table holds their kinds and fields;
// the reader and the JSON Schema come from it.
import { strToU8 } from 'fflate'
import { type JsonNode, type JsonSource, jsonValue, parseJson } from '../formats/text/json-document.js'
import { POTENTIALS } from '../molecules/monte-carlo/protein-potential.js'
import { RADII_NAMES } from '../molecules/structure/radii.js'
import {
  choice,
  count,
  type FieldValues,
  file,
  fileOrContent,
  flag,
  folders,
  type JobField,
  listOf,
  name,
  names,
  number,
  plainValues,
  readFields,
  record,
  schemasOf,
} from './job-fields.js'

/** How files of a scene or robot are read: as `readScene` has it. */
export const READ = record('How files are read.', {
  srdf: file('For a URDF file in place of a scene: its SRDF file.'),
  packages: folders('For a URDF file: the folders of its packages.'),
  arguments: plainValues('For a xacro file: the values of its arguments.'),
  planningScene: file('For a URDF file in place of a scene: the MoveIt planning scene around it.'),
  missing: choice('What to do about missing meshes.', ['error', 'skip']),
  geometry: choice('Which elements are geometry.', ['collision', 'visual', 'both']),
  open: choice('What becomes of meshes that are not closed.', ['close', 'solid', 'surface', 'refuse']),
  closeWithin: number('Holes up to this size are closed, in metres.', 0),
})

const LIMITS = {
  ignoreLimits: flag('True: motions beyond the joint limits are checked like any other.'),
  limitTolerance: number('Joints may be beyond their limits by this.', 0),
}

const MARGINS = {
  delta: number('Objects found nearer than this, though apart, end the check. Default 0.', 0),
  clearance: number('Nothing may come nearer than this. Default 0.', 0),
}

const SCENE = {
  scene: file('A scene file, or a URDF file.'),
  read: READ,
}

const WAYS = ['as-given', 'shortest'] as const
const HOW_MUCH = ['none', 'digest', 'whole'] as const
const CERTIFICATE = choice('What of the proof goes into the answer. Default none.', HOW_MUCH)
const POSE = record('A pose: {"R":[9 numbers, row by row],"t":[3]} or {"q":[x,y,z,w],"t":[3]}.', {
  R: listOf('A rotation matrix, row by row.', number('A number.')),
  q: listOf('A quaternion: x, y, z, w.', number('A number.')),
  t: listOf('A translation.', number('A number.')),
})

const TURN = {
  width: number('Largest turn of a small move, in radians.', 0),
  uniform: number('Share of the moves that are uniform over the circle: 0 to 1.', 0),
}

/** Fields of each kind; `needs` names those that cannot be left out. */
export const JOB_KINDS = {
  check: {
    about: 'Is a whole path free at every instant?',
    needs: ['scene', 'path'],
    fields: {
      ...SCENE,
      path: fileOrContent('The path: two waypoints or more.'),
      ...MARGINS,
      ...LIMITS,
      continuous: choice('Continuous joints between waypoints. Default as-given.', WAYS),
      maxSteps: count('The check is undecided after this many tests.', 1),
      certificate: CERTIFICATE,
    },
  },
  distance: {
    about: 'Collisions and the nearest pair at each configuration of a list.',
    needs: ['scene', 'at'],
    fields: { ...SCENE, at: fileOrContent('The configurations: a path file or a pose file.') },
  },
  collides: {
    about: 'Does anything touch, at each configuration of a list?',
    needs: ['scene', 'at'],
    fields: {
      ...SCENE,
      at: fileOrContent('The configurations: a path file or a pose file.'),
      clearance: number('What comes within this counts as touching. Default 0.', 0),
    },
  },
  plan: {
    about: 'A path that is proved free. The same seed gives the same path.',
    needs: ['scene', 'from', 'to'],
    fields: {
      ...SCENE,
      from: fileOrContent('The start: one configuration.'),
      to: fileOrContent('The goals: one configuration or more.'),
      ...MARGINS,
      ...LIMITS,
      planner: choice('Default rrt-connect.', ['rrt-connect', 'a-sbl']),
      seed: count('Default 1.'),
      maxIterations: count('The search ends after this many iterations. Default 100,000.', 1),
      certificate: CERTIFICATE,
    },
  },
  smooth: {
    about: 'A shorter path, proved free.',
    needs: ['scene', 'path'],
    fields: {
      ...SCENE,
      path: fileOrContent('The path: two waypoints or more.'),
      ...MARGINS,
      ...LIMITS,
      continuous: choice('Continuous joints between waypoints. Default as-given.', WAYS),
      seed: count('Default 1.'),
      rounds: count('How often a shortcut is tried. Default 100.', 1),
    },
  },
  query: {
    about: 'Two meshes at many poses.',
    needs: ['a', 'b', 'poses'],
    fields: {
      a: file('A mesh file.'),
      b: file('Another.'),
      poses: listOf('Poses of b in the frame of a.', POSE),
      op: choice('The question. Default collide.', ['collide', 'distance', 'within']),
      within: number('The distance of op within.', 0),
    },
  },
  allow: {
    about: 'Can two links of a robot ever touch, within the joint limits?',
    needs: ['robot', 'pair'],
    fields: {
      robot: file('A URDF file.'),
      read: READ,
      pair: names('Two links.', 2),
      certificates: flag('True: the proof is part of the answer.'),
      clearance: flag('True: the smallest clearance of a pair that never touches is found.'),
      maxCells: count('The pair is undecided after this many cells. Default 200,000.', 1),
      samples: count('Configurations tried before a proof. Default 1,500.'),
      descents: count('Descents of the distance before a proof. Default 25.'),
      seed: count('Default 1.'),
    },
  },
  clashes: {
    about: 'Steric clashes of a molecule.',
    needs: ['structure'],
    fields: {
      structure: file('A PDB, mmCIF, BinaryCIF or GRO file.'),
      overlap: number('The least overlap that counts, in Å. Default 0.4.'),
      radii: choice('Default auto.', RADII_NAMES),
      unknownRadius: number('Radius of elements that no table lists, in Å.', 0),
      model: count('Which model, counted from 0. Default 0.'),
      chains: names('Only atoms of these chains.'),
      hydrogens: flag('False: hydrogens are ignored.'),
      water: flag('False: water is ignored.'),
      hydrogenBonds: flag('False: possible hydrogen bonds count like any other pair.'),
      excludeBonds: count('Pairs of atoms at most this many bonds apart are ignored. Default 3.'),
      strict: flag('True: atoms four bonds apart count like any other.'),
    },
  },
  fold: {
    about: 'Monte Carlo over the torsions of a protein. The same seed gives the same run.',
    needs: ['structure', 'steps'],
    fields: {
      structure: file('A PDB, mmCIF, BinaryCIF or GRO file.'),
      steps: count('Moves that are tried.', 1),
      seed: count('Default 1.'),
      temperature: number('In units of energy. Default 1, if there is no schedule.', 0),
      schedule: record('Annealing, in place of a temperature.', {
        kind: choice('By equal differences, or by equal ratios.', ['linear', 'geometric']),
        from: number('The first temperature.', 0),
        to: number('The last.', 0),
        over: count('Moves from one to the other. Default: all.', 1),
      }),
      moves: record('Shares of the kinds of move. Default: all alike.', {
        pivot: number('Turns of a backbone torsion.', 0),
        crankshaft: number('Turns of a stretch of backbone.', 0),
        'side-chain': number('Turns of a side-chain torsion.', 0),
      }),
      every: count('Moves between two samples. Default: a thousandth of the steps.', 1),
      burnIn: count('Samples up to this move are left out of means.'),
      potential: choice('Default hard.', POTENTIALS),
      wellDepth: number('Depth of the wells of lj (default 0.2) or go (default 1).', 0),
      cutoff: number('Where Lennard-Jones ends, in Å.', 0),
      contactDistance: number('Alpha carbons nearer than this at the start are in contact, in Å. Default 8.', 0),
      contactSeparation: count('At least this many residues apart. Default 4.', 1),
      clashes: flag('False: clashes are not looked for, and the energy alone decides.'),
      topologyPreserving: flag('True: moves whose way is not proved free of clashes are rejected.'),
      pivot: record('How far backbone torsions turn.', TURN),
      sideChain: record('How far side-chain torsions turn.', TURN),
      crankshaft: record('How far crankshafts turn.', {
        width: number('Largest turn over one peptide unit, in radians. Default 0.3.', 0),
        shortest: count('Fewest residues. Default 2.', 1),
        longest: count('Most residues. Default 12.', 1),
        stiffness: number('Of bond angles at the ends, in units of energy a square radian. Default 50.', 0),
      }),
      chains: names('Only these chains.'),
      model: count('Which model, counted from 0. Default 0.'),
      atoms: choice('Default rigid-sidechains.', ['backbone', 'rigid-sidechains', 'flexible-sidechains']),
      hydrogens: flag('True: hydrogens are kept.'),
      radius: number('One radius for all atoms, in Å.', 0),
      radii: choice('Radii by a table.', RADII_NAMES),
      radiusScale: number('What the radii of the table are multiplied by.', 0),
      excludeBonds: count('Atoms at most this many bonds apart do not clash. Default 4.', 1),
      omega: flag('True: peptide bonds turn too.'),
      disulphides: choice('Whether torsions that would tear a disulphide are fixed.', ['hold', 'free']),
      final: choice('What of the last structure goes into the answer, as PDB. Default digest.', HOW_MUCH),
    },
  },
} as const satisfies Readonly<Record<string, JobForm>>

/** What a kind of question is about, and its fields. */
export interface JobForm {
  readonly about: string
  readonly needs: readonly string[]
  readonly fields: Readonly<Record<string, JobField<unknown>>>
}

/** The kinds of jobs. */
export type JobKind = keyof typeof JOB_KINDS
type Needed<K extends JobKind> = (typeof JOB_KINDS)[K]['needs'][number]
type Values<K extends JobKind> = FieldValues<(typeof JOB_KINDS)[K]['fields']>

/** A job of one kind, its fields checked. */
export type JobOf<K extends JobKind> = { readonly id: string; readonly job: K } & Values<K> & {
    readonly [N in Needed<K> & keyof Values<K>]-?: NonNullable<Values<K>[N]>
  }

/** A job of any kind, its fields checked. */
export type BatchJob = { [K in JobKind]: JobOf<K> }[JobKind]

const KIND_NAMES = Object.keys(JOB_KINDS) as JobKind[]
const ID = name('What the answer is called by. Default: the number of the line.')

/** A job from a line of JSON, or from its value. `id`: its name if it has none. `source` throws the error for a bad field. */
export function readJob(input: string | object, id: string, source: JsonSource): BatchJob {
  const isText = typeof input === 'string'
  const place = { bytes: strToU8(isText ? input : ''), offset: 0, lines: true }
  const node = isText ? parseJson(source, place, true) : jsonValue(source, input)
  const kind = choice('The kind of job.', KIND_NAMES)
  const form: JobForm = JOB_KINDS[kind.read(node.get('job'))]
  demandNeeds(node, form)
  return { id, ...readFields(node, { id: ID, job: kind, ...form.fields }) } as BatchJob
}

export function demandNeeds(node: JsonNode, { needs, fields }: JobForm): void {
  for (const field of needs) {
    const found = node.get(field)
    if (!found.missing) continue
    const { about } = fields[field]!
    // A sentence of the schema goes into the middle of another.
    found.fail(about.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, ''))
  }
}

/** The JSON Schema of a line of a job file. */
export function jobSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A job of limber batch',
    oneOf: Object.entries(JOB_KINDS).map(([kind, form]: [string, JobForm]) => ({
      title: kind,
      description: form.about,
      type: 'object',
      properties: { id: { ...ID.schema, description: ID.about }, job: { const: kind }, ...schemasOf(form.fields) },
      required: ['job', ...form.needs],
      additionalProperties: false,
    })),
  }
}
