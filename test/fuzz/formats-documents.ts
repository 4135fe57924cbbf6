// Limber's own documents, for the fuzzer: scenes, paths, certificates, reports of allowed pairs, batch jobs.
import { verifySteps } from '../../cli/steps/steps-certificate.js'
import { parseJob } from '../../node/batch/job-file.js'
import { memoryLibrary } from '../../src/batch/memory-library.js'
import { prepareJob } from '../../src/batch/run-job.js'
import { SceneFileError } from '../../src/errors.js'
import { allowedPairsDocument, readAllowedPairs } from '../../src/formats/robots/allow-document.js'
import { parseScene } from '../../src/formats/robots/scene.js'
import { configurationsOf, parsePath } from '../../src/formats/robots/scene-path.js'
import { stepCertificate } from '../../src/geometry/steps/prove-step.js'
import { type StepInput, stepDocument } from '../../src/geometry/steps/step-document.js'
import type { AllowedPairs } from '../../src/robots/allow/allow-result.js'
import { allowLimits, allowMeshes } from '../../src/robots/allow/allowed-pairs.js'
import { robotDocument, robotHash } from '../../src/robots/model/robot-document.js'
import type { Certificate } from '../../src/robots/motion/certificate.js'
import { digestOf } from '../../src/robots/motion/certificate.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { worldDocument } from '../../src/robots/world/world-document.js'
import { verifyAllowedPairsExactly, verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyAllowedPairs, verifyCertificate } from '../../src/verify/index.js'
import { pdbLines, peptide } from '../formats/molecules/structure-samples.js'
import { CELL, CELL_FILES } from '../formats/robots/scene-samples.js'
import { boxObj, bytesOf } from '../formats/samples.js'
import { naiveCertificate } from '../oracle/robots/naive-prover.js'
import { gate, prove } from '../verify/allow-proofs.js'
import { REACH, reacher } from '../verify/certificates.js'
import { JSON_CODEC, LINES_CODEC } from './damage-json.js'
import { type Bombs, type FuzzCase, type FuzzFormat, mainBytes, single } from './format.js'

const text = (given: FuzzCase): string => new TextDecoder().decode(mainBytes(given))

/** As `limber verify` reads a document. */
function document(given: FuzzCase): unknown {
  try {
    return JSON.parse(text(given))
  } catch (error) {
    throw new SceneFileError(given.main, {}, 'JSON', (error as Error).message)
  }
}

/** A document of ours that stays JSON is read as any other, or refused; nested lists are not a reason to fall. */
function deepDocuments(name: string): Bombs {
  return {
    brackets: () => single(name, '['.repeat(1e6)),
    'nested lists': () => single(name, `${'['.repeat(1e5)}${']'.repeat(1e5)}`),
    'nested objects': () => single(name, `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`),
    'a list of a million': () => single(name, `[${'0,'.repeat(1e6)}0]`),
  }
}

// Scenes.

const SCENE_FILES = Object.fromEntries(
  Object.entries(CELL_FILES).map(([name, content]) => [name, typeof content === 'string' ? bytesOf(content) : content]),
)

function sceneCase(value: unknown): FuzzCase {
  return { main: 'scene.json', files: { ...SCENE_FILES, 'scene.json': bytesOf(JSON.stringify(value)) } }
}

const PROTOTYPE = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))

async function readScene(given: FuzzCase): Promise<string | undefined> {
  const world = await memoryLibrary(given.files).world(given.main, undefined)
  // What a world was made of is read alone too, and once more from what it came to.
  const scene = parseScene(text(given).replace(/^\ufeff/, ''), given.main)
  if (JSON.stringify(parseScene(JSON.stringify(scene))) !== JSON.stringify(scene)) return 'read again, it is another'
  if (JSON.stringify(Object.getOwnPropertyNames(Object.prototype)) !== PROTOTYPE) return 'prototypes changed'
  return typeof world.collides(world.neutral()) === 'boolean' ? undefined : 'no answer'
}

const JOINTS = ['arm/a', 'arm/b', 'left/a', 'left/base/x']
const ORDER = {
  variables: JOINTS,
  neutral: () => new Float64Array(JOINTS.length),
  configuration: (_: object, from: Float64Array) => from.slice(),
}
const PATHS: readonly object[] = [
  { joints: JOINTS, waypoints: [[0, 1, 2, 3], [1, 2, 3, 4], [-1e-3, 2e10, 0.5, 0]] }, // biome-ignore format: rows
  { joints: ['b'], waypoints: [[1]] },
  { 'arm/a': 1, b: -2.5, 'left/base/x': 0 },
]

function readPath(given: FuzzCase): string | undefined {
  for (const q of configurationsOf(ORDER, parsePath(text(given), given.main))) {
    if (q.length !== JOINTS.length) return `${q.length} numbers`
    const wrong = q.find((value) => !Number.isFinite(value))
    if (wrong !== undefined) return `value ${wrong}`
  }
  return undefined
}

// Certificates.

let motion: { world: object; certificates: readonly Certificate[] } | undefined

function motionProofs(): { world: object; certificates: readonly Certificate[] } {
  if (motion !== undefined) return motion
  const world = reacher()
  const verdict = checkMotion(world, REACH)
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  motion = { world: worldDocument(world), certificates: [naiveCertificate(world, REACH), verdict.certificate()] }
  return motion
}

/** The digest is that of what the document has become, mostly: so the content is what is judged. */
const SEALED = {
  ...JSON_CODEC,
  encode(value: unknown, random: Parameters<typeof JSON_CODEC.encode>[1]): string {
    if (random.unit() < 0.1) return JSON_CODEC.encode(value, random)
    const { digest: _, ...rest } = value as Record<string, unknown>
    return JSON_CODEC.encode({ ...rest, digest: digestOf(rest as unknown as Certificate) }, random)
  },
}

/** A verdict of either kind, and the exact verifier accepts what the fast one does. */
function wrongVerdict(
  fast: { readonly valid: boolean; readonly reason?: string },
  exact: () => { readonly valid: boolean; readonly reason?: string },
): string | undefined {
  if (!fast.valid) {
    if ((fast.reason?.length ?? 0) < 5) return 'rejected without a reason'
    throw new SceneFileError('document.json', {}, 'a proof', fast.reason!.slice(0, 200))
  }
  const other = exact()
  return other.valid ? undefined : `accepted, and rejected by the exact verifier: ${other.reason}`
}

// Steps.

const POINTS = [0, 0, 0, 1, 0, 0, 2, 0.5, 0, 2, 2, 0, 0, 2, 1]
const NEXT = POINTS.map((x, k) => x + (k % 3 === 2 ? 0.1 : 0))
const TRIANGLES = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1]
const STEPS: readonly StepInput[] = [
  { hulls: 'beads', points: POINTS, next: NEXT, radii: [0.2], neighbours: 1, closed: true },
  { hulls: 'strands', points: POINTS, next: NEXT, radii: [0.05], neighbours: 1, cuts: [2], excluded: [[0, 3]] },
  { hulls: 'triangles', points: TRIANGLES, next: TRIANGLES.map((x) => x + 0.2), triangles: [0, 1, 2, 3, 4, 5] },
]

function stepsFile(input: StepInput): FuzzCase {
  const step = { from: 0, to: 1, step: stepDocument(input), proof: stepCertificate(input) }
  return single('steps.json', JSON.stringify({ limber: 2, kind: 'steps', source: {}, steps: [step] }))
}

// Allowed pairs.

let allowed: { robot: object; report: object } | undefined

function allowReport(): { robot: object; report: object } {
  if (allowed !== undefined) return allowed
  const robot = gate()
  const pair = (a: string, b: string) => ({
    a,
    b,
    class: 'never',
    adjacent: false,
    joints: ['j'],
    cells: 3,
    proof: prove(robot, a, b),
  })
  const result = {
    ...{ robot: robot.name, hash: robotHash(robot), limits: allowLimits(robot), meshes: allowMeshes(robot) },
    ...{ surfaces: [], unseen: [], pairs: [pair('posts', 'bar'), pair('mast', 'ball')] },
  } as unknown as AllowedPairs
  allowed = { robot: robotDocument(robot), report: allowedPairsDocument(result, { proofs: true }) }
  return allowed
}

function readAllow(given: FuzzCase, variant: number): string | undefined {
  const report = document(given)
  const { robot } = allowReport()
  const read = readAllowedPairs(report, given.main)
  if (read.limits.some(({ lower, upper }) => Number.isNaN(lower) || Number.isNaN(upper))) return 'limits'
  const fast = verifyAllowedPairs(robot, report)
  // The exact verifier takes half a second for this one.
  return wrongVerdict(fast, () => (variant % 20 === 10 ? verifyAllowedPairsExactly(robot, report) : fast))
}

// Jobs.

const JOB_FILES: Readonly<Record<string, Uint8Array>> = {
  ...SCENE_FILES,
  'scene.json': bytesOf(JSON.stringify(CELL)),
  'path.json': bytesOf(JSON.stringify({ joints: ['arm/lift'], waypoints: [[0], [0.1]] })),
  'box.obj': bytesOf(boxObj(1)),
  'small.pdb': bytesOf(pdbLines(...peptide(3))),
}
const JOBS: readonly object[] = [
  {
    id: 'a',
    job: 'check',
    scene: 'scene.json',
    path: 'path.json',
    clearance: 0.01,
    maxSteps: 1000,
    certificate: 'digest',
  },
  {
    job: 'distance',
    scene: 'arm.urdf',
    at: { joints: ['lift'], waypoints: [[0.1], [0.2]] },
    read: { geometry: 'both' },
  },
  { job: 'query', a: 'box.obj', b: 'box.obj', op: 'distance', poses: [{ q: [0, 0, 0, 1], t: [0, 0, 3] }] },
  { job: 'plan', scene: 'scene.json', from: { 'arm/lift': 0 }, to: { 'arm/lift': 1 }, maxIterations: 10 },
  { job: 'smooth', scene: 'scene.json', path: 'path.json', rounds: 3 },
  { job: 'allow', robot: 'arm.urdf', pair: ['base', 'tool'], maxCells: 10, samples: 5, descents: 1 },
  { job: 'clashes', structure: 'small.pdb', overlap: 0.3, radii: 'auto', chains: ['A'] },
  { job: 'fold', structure: 'small.pdb', steps: 5, moves: { pivot: 1 }, schedule: { kind: 'linear', from: 2, to: 1 } },
]

/** The work of others is as long as they say. */
const SHORT = new Set(['distance', 'query', 'clashes'])

async function readJobs(given: FuzzCase): Promise<void> {
  const library = memoryLibrary(given.files)
  for (const [k, line] of text(given).split('\n').entries()) {
    if (line.trim() === '') continue
    const job = parseJob(line, given.main, k + 1)
    const run = await prepareJob(job, library)
    if (SHORT.has(job.job)) run()
  }
}

function jobCase(jobs: readonly object[]): FuzzCase {
  const lines = jobs.map((job) => `${JSON.stringify(job)}\n`).join('')
  return { main: 'jobs.jsonl', files: { ...JOB_FILES, 'jobs.jsonl': bytesOf(lines) } }
}

export const DOCUMENTS: readonly FuzzFormat[] = [
  {
    name: 'scene',
    corpus: () => [
      sceneCase(CELL),
      sceneCase({ ...CELL, robots: CELL.robots.slice(0, 1), attached: [], allowed: [] }),
      sceneCase({ limber: 1, robots: [{ name: 'arm', urdf: 'arm.urdf' }] }),
    ],
    odd: () => [sceneCase({ limber: 1 }), sceneCase({ limber: 1, robots: [], obstacles: [] })],
    bombs: {
      ...deepDocuments('scene.json'),
      'a hundred thousand obstacles of one name': () =>
        sceneCase({
          ...CELL,
          obstacles: new Array(1e5).fill(CELL.obstacles[0]),
        }),
    },
    damage: ['text', 'json'],
    words: { values: ['arm', 'arm/base', 'table', 'arm.urdf', 'scene.json', 'parts/part.stl', 'sphere', 'convex'] },
    read: readScene,
  },
  {
    name: 'path',
    corpus: () => PATHS.map((path) => single('path.json', JSON.stringify(path))),
    odd: () => [single('path.json', '{}'), single('path.json', '{"joints":[],"waypoints":[]}')],
    bombs: deepDocuments('path.json'),
    damage: ['text', 'json'],
    words: { values: ['arm/a', 'b', 'joints', 'waypoints', 'times'] },
    read: readPath,
  },
  {
    name: 'certificate',
    corpus: () => motionProofs().certificates.map((one) => single('certificate.json', JSON.stringify(one))),
    bombs: deepDocuments('certificate.json'),
    damage: ['text', 'json'],
    codec: SEALED,
    read(given) {
      const certificate = document(given)
      const { world } = motionProofs()
      return wrongVerdict(verifyCertificate(world, certificate), () => verifyCertificateExactly(world, certificate))
    },
  },
  {
    name: 'steps',
    corpus: () => STEPS.map(stepsFile),
    bombs: deepDocuments('steps.json'),
    damage: ['text', 'json'],
    codec: JSON_CODEC,
    words: { values: ['beads', 'strands', 'triangles', 'step'] },
    read(given) {
      const steps = document(given)
      const verify = (exact: boolean) => verifySteps(steps, exact, undefined, [], () => {})
      return wrongVerdict(verify(false), () => verify(true))
    },
  },
  {
    name: 'allow',
    corpus: () => [single('report.json', JSON.stringify(allowReport().report))],
    bombs: deepDocuments('report.json'),
    damage: ['text', 'json'],
    words: { values: ['never', 'always', 'sometimes', 'posts', 'bar', 'mast', 'undecided'] },
    read: readAllow,
  },
  {
    name: 'jobs',
    corpus: () => [jobCase(JOBS), ...JOBS.map((job) => jobCase([job]))],
    odd: () => [jobCase([]), jobCase([{}])],
    bombs: deepDocuments('jobs.jsonl'),
    damage: ['text', 'json'],
    codec: LINES_CODEC,
    words: { values: ['check', 'query', 'fold', 'scene.json', 'path.json', 'box.obj', 'small.pdb', 'whole', 'a-sbl'] },
    read: readJobs,
  },
]
