// `limber verify scene.json certificate.json`: is what `limber check --certificate` wrote down true? By a verifier that takes documents
// only and shares no code with the checker. The same for a robot, and what `limber allow --certificate` wrote down.
import { readFile, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { readPath } from '../node/index.js'
import {
  type Certificate,
  type ContinuousJoints,
  InvalidInputError,
  LIMIT_TOLERANCE,
  motionFromPath,
  SceneFileError,
  type World,
  withoutMimics,
  worldDocument,
} from '../src/entries/robots.js'
import { verifyCertificateExactly } from '../src/verify/exact/index.js'
import {
  type CoordinationVerification,
  type Rejected,
  type Verification,
  type VerifiedSurface,
  type VerifyPlace,
  verifyCertificate,
} from '../src/verify/index.js'
import type { Printed } from './check/check-path.js'
import { CONTINUOUS_WAYS, choice } from './check/check-path-options.js'
import { complaints, oneLine } from './check/check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { emit } from './print/emit.js'
import { createBlockingProgress } from './print/progress.js'
import { addSceneOptions, openScene, SCENE_HELP, type SceneOptions } from './read/scene-options.js'
import { STEPS_KIND } from './steps/steps-certificate.js'
import { verifyAllow } from './verify/verify-allow.js'
import { verifySchedule } from './verify/verify-coordination.js'
import { isRoadmapFile, verifyRoadmap } from './verify/verify-roadmap.js'
import { verifyMovePair, verifyStepPair, verifyStepsFile } from './verify/verify-steps.js'

const HELP = `${SCENE_HELP}

The scene must be the one that the certificate was made for; the command compares
their hashes first. The certificate contains the motion. --path checks that it is yours,
read as "limber check" reads it: joints without limits turn as far as the numbers say,
unless --continuous shortest is given.

The verifier computes everything again: where the bodies are, which pairs count, how
fast they move, that a plane separates each pair at every instant, and that joints stay
within their limits. It does not search, takes documents only, and shares no code with
"limber check" and "limber plan", so you need not trust these. You do trust the code
that reads the scene; --world takes a document instead, written by "limber world" or by
any other program: docs/formats/certificate.md describes it.

With --exact, a second verifier does the same in exact arithmetic: it encloses every
number between two others, so there is no rounding to reason about. It is about ten
times slower.

For a certificate of "limber necklace" or "limber deform", no scene is needed: the file
has the points of every step beside its proof. With the frames before it, they are also
compared: limber verify frames.dcd certificate.json. A step or a move of a chain that a
program has written is two documents: limber verify step.json proof.json.

For a certificate of a schedule of several robots, the verifier checks that each path is
free without the other robots, every cell of every two robots, and that the signals keep
robots out of what is not proved free and never stop all of them. What is valid holds
for every timing, and the command prints how robots must behave for it.

For a roadmap of "limber roadmap", every edge that it has as free in this scene is proved
again, and the verifier checks that proof.

For a certificate of "limber allow", the scene is the robot's URDF file. The verifier
checks every cell of joint values, every plane and every envelope in the same way.

Exit code 1: the certificate does not prove what it claims, or the motion leaves the
joint limits. Exit code 3: there is nothing to check; links of the robot were not seen
(unless --accept-unseen is given); or a report of "limber allow" has no proofs for
pairs that it exempts.`

/** As the command line has them. */
export interface VerifyCommandOptions extends SceneOptions {
  readonly path?: string
  readonly continuous?: string
  readonly world?: string
  readonly acceptUnseen?: true
  readonly topology?: string
  readonly other?: string
  readonly exact?: true
  readonly json?: true
}

export function addVerifyCommand(program: Command): void {
  const command = program
    .command('verify')
    .description(
      'verify a certificate of a path, of several robots, of pairs of links, of steps of ropes and meshes, or a roadmap',
    )
    .usage('[options] [scene | frames...] <certificate>')
    .argument(
      '<files...>',
      'a scene, a URDF file or frames, and what was written with --certificate; with --world or for steps, that alone',
    )
    .option('--world <file>', 'a world document, instead of the scene')
    .option('--path <file>', 'also check that the certificate is about this path')
    .option('--continuous <way>', 'how to read that path: as-given (default) or shortest, as for "limber check"')
    .option('--exact', 'use the second verifier, in exact arithmetic: slower, with no rounding to trust')
    .option(
      '--topology <file>',
      'of the frames of a rope: the names of their atoms, if the certificate was made with it',
    )
    .option('--other <mesh>', 'of a mesh that deforms: the mesh beside it, if the certificate was made with it')
    .option('--accept-unseen', 'exit with 0 for a valid certificate even if links were not seen')
  addSceneOptions(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (files: string[], options: VerifyCommandOptions) => {
      emit(await verifyNamed(files, options))
    })
}

/** What the command prints, and its exit code. The last file is the certificate. */
export async function verifyNamed(files: readonly string[], options: VerifyCommandOptions = {}): Promise<Printed> {
  const file = files.at(-1)!
  const sources = files.slice(0, -1)
  if (sources.length < 2 && (await isRoadmapFile(file))) return verifyRoadmap(sources[0], file, options)
  const document = await readDocument(file, CERTIFICATE_FILE)
  const kind = kindOf(document)
  const isSteps = kind === STEPS_KIND || kind === STEP_PROOF || kind === MOVE_PROOF
  for (const flag of ['topology', 'other'] as const) {
    if (options[flag] !== undefined && !(isSteps && sources.length > 0)) {
      throw new InvalidInputError(
        `--${flag}`,
        options[flag],
        'left out, or given with frames and a certificate of steps',
      )
    }
  }
  if (isSteps) {
    for (const flag of ['world', 'path'] as const) {
      const expected = `left out: ${file} is about steps of a rope or a mesh, or a move of a chain`
      if (options[flag] !== undefined) throw new InvalidInputError(`--${flag}`, options[flag], expected)
    }
    if (kind === STEPS_KIND) return verifyStepsFile(sources, document, options)
    const what = `the document of ${kind === STEP_PROOF ? 'a step' : 'a move'}`
    if (sources.length !== 1) throw new InvalidInputError('files', files, `${what}, and its proof`)
    const subject = await readDocument(sources[0]!, what)
    return (kind === STEP_PROOF ? verifyStepPair : verifyMovePair)(subject, document, options)
  }
  const expected = options.world === undefined ? 2 : 1
  if (files.length !== expected) {
    const what = expected === 2 ? 'a scene and a certificate' : 'a certificate alone, with --world'
    throw new InvalidInputError('files', files, what)
  }
  return verifyFiles(expected === 2 ? files[0]! : undefined, file, options)
}

/** Of motions and of pairs of links. Without a scene, `options.world` names a world document. */
export async function verifyFiles(
  scene: string | undefined,
  file: string,
  options: VerifyCommandOptions = {},
): Promise<Printed> {
  const way = choice('--continuous', options.continuous, CONTINUOUS_WAYS)
  if (way !== undefined && options.path === undefined) {
    throw new InvalidInputError('--continuous', way, 'left out, or given with --path')
  }
  const certificate = await readDocument(file, CERTIFICATE_FILE)
  const kind = kindOf(certificate)
  if (kind !== 'motion' && kind !== ALLOWED_KIND && kind !== SCHEDULE_KIND) {
    throw new SceneFileError(file, { field: 'kind' }, CERTIFICATE_FILE, 'another kind of file')
  }
  const document = scene === undefined ? await readDocument(options.world!, 'a world document') : undefined
  if (options.path !== undefined && (kind !== 'motion' || scene === undefined)) {
    const why = kind !== 'motion' ? `${file} is about no path of the world` : 'a path is read with a scene'
    throw new InvalidInputError('--path', options.path, `left out: ${why}`)
  }
  if (kind === ALLOWED_KIND) return verifyAllow(scene, document, certificate, options)
  const opened = scene === undefined ? undefined : await openScene(scene, options)
  const notes = opened?.notes ?? []
  const began = performance.now()
  const world = opened === undefined ? document : worldDocument(opened.world)
  if (kind === SCHEDULE_KIND) return verifySchedule(world, certificate, notes, options)
  const verified = verify(world, certificate, options.exact === true)
  const result =
    verified.valid && opened !== undefined && options.path !== undefined
      ? await ofPath(opened.world, verified, certificate, options.path, way, opened.state)
      : verified
  const millis = performance.now() - began
  const code = exitCodeOf(result, options)
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...result, notes, millis })}\n`, stderr: '' }
  return { code, stdout: describeVerification(result, millis), stderr: complaints(notes) }
}

/** Of motions and schedules. */
export function exitCodeOf(
  result: Verification | CoordinationVerification,
  { acceptUnseen }: VerifyCommandOptions,
): number {
  if (!result.valid) return result.outcome === 'nothing-to-check' ? ExitCode.Undecided : ExitCode.Violation
  return result.unseen.length > 0 && acceptUnseen !== true ? ExitCode.Undecided : ExitCode.Good
}

function verify(world: unknown, certificate: unknown, exact: boolean): Verification {
  const progress = createBlockingProgress('verify')
  try {
    return (exact ? verifyCertificateExactly : verifyCertificate)(world, certificate, {
      onProgress: (done) => progress.report(done, 'pairs'),
    })
  } finally {
    progress.clear()
  }
}

const ALLOWED_KIND = 'limber-allowed-pairs'
const SCHEDULE_KIND = 'coordination'
const STEP_PROOF = 'step-proof'
const MOVE_PROOF = 'chain-move-proof'
const CERTIFICATE_FILE =
  'a certificate that "limber check", "plan", "allow", "necklace" or "deform" has written (--certificate)'

/** A certificate of this many bytes could not be held as text. */
const MOST_BYTES = 2 ** 28

async function readDocument(file: string, expected: string): Promise<unknown> {
  let text: string
  try {
    const { size } = await stat(file)
    if (size > MOST_BYTES) throw new SceneFileError(file, {}, `a file of at most ${MOST_BYTES} bytes`, `${size}`)
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof SceneFileError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SceneFileError(file, {}, expected, code === 'ENOENT' ? 'no such file' : String(code))
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SceneFileError(file, {}, expected, `what is not JSON (${(error as Error).message})`)
  }
}

function kindOf(document: unknown): unknown {
  return typeof document === 'object' && document !== null && 'kind' in document ? document.kind : undefined
}

/** With the path that a certificate was compared with, and how that was read. */
type VerifiedPath = Verification & { readonly path?: string; readonly continuous?: ContinuousJoints }

/**
 * Is a valid certificate about the path of a file? Then its pieces are the lines or curves through the file's points, to the last digit; read
 * as the caller says, and not as the certificate does.
 */
async function ofPath(
  world: World,
  verified: Verification,
  certificate: unknown,
  file: string,
  way: ContinuousJoints = 'as-given',
  rest?: Float64Array,
): Promise<VerifiedPath> {
  const { pieces, continuous: said = way } = certificate as Partial<Certificate> & Pick<Certificate, 'pieces'>
  const rejected = (reason: string, segment?: number): VerifiedPath => {
    return { valid: false, outcome: 'rejected', reason, where: segment === undefined ? {} : { segment } }
  }
  if (!CONTINUOUS_WAYS.includes(said)) return rejected(`"continuous" is none of ${CONTINUOUS_WAYS.join(', ')}`)
  const path = withoutMimics(world, await readPath(file))
  const own = motionFromPath(world, path, { continuous: way, rest, file }).pieces.map((piece) => piece.document())
  // Through JSON, as the certificate came: -0 is 0 there.
  const segment = [...own, undefined].findIndex((piece, i) => JSON.stringify(piece) !== JSON.stringify(pieces[i]))
  if (segment === -1) return { ...verified, path: file, continuous: way }
  const made = said === way ? '' : ` with --continuous ${way}: the certificate was made with --continuous ${said}`
  return rejected(`it is valid for a path other than ${file}${made}`, segment)
}

export function describeVerification(result: VerifiedPath, millis: number): string {
  if (!result.valid) return describeRejection(result)
  const { segments, pairs, leaves, blocks = 0, clearance, premises, unseen, surfaces, deforming = [] } = result
  const apart = clearance > 0 ? `nothing comes within ${clearance}` : 'nothing touches'
  const grouped = blocks === 0 ? '' : `${plural(blocks, 'pair')} of blocks separated, `
  const counts = `${plural(segments, 'segment')}, ${grouped}${plural(pairs, 'pair')} of geometries proved, ${plural(leaves, 'plane')}`
  const given = premises === 0 ? '' : `; given ${plural(premises, 'pair')} that the world has as proved`
  const lines = [
    `valid: ${apart} at any instant; ${counts}, ${duration(millis)}${given}`,
    ...(result.path === undefined
      ? []
      : [`the path is that of ${result.path}, with --continuous ${result.continuous}`]),
    ...(result.ignoreLimits ? ['joint limits were not checked'] : []),
    ...(!result.ignoreLimits && result.limitTolerance > LIMIT_TOLERANCE
      ? [`joints may be beyond their limits by ${result.limitTolerance} (radians or metres)`]
      : []),
    ...(deforming.length === 0
      ? []
      : [`these bend, straight between the certificate's frames: ${deforming.join(', ')}`]),
    ...describeSurfaces(surfaces),
    ...(unseen.length === 0 ? [] : [`not seen, since they were left out: ${unseen.join(', ')}`]),
  ]
  return `${lines.map(oneLine).join('\n')}\n`
}

export function describeRejection({ outcome, reason, where }: Rejected): string {
  const word = outcome === 'rejected' ? 'rejected' : outcome.replaceAll('-', ' ')
  return `${[`${word}: ${reason}`, ...describePlace(where)].map(oneLine).join('\n')}\n`
}

/** Meshes that are not solids, one line each. */
export function describeSurfaces(surfaces: readonly VerifiedSurface[]): string[] {
  if (surfaces.length === 0) return []
  const lines = surfaces.map(({ object, geometry, shells, share }) => {
    return `  ${object}, geometry ${geometry}: ${plural(shells, 'open shell')}, ${Number((100 * share).toPrecision(2))} % of its area`
  })
  return ['surfaces, inside which objects are not detected:', ...lines]
}

function describePlace({ segment, a, b, from, to, robots = [], atoms = [] }: VerifyPlace): string[] {
  const stretch = from === undefined ? '' : `, from ${from} to ${to} of it`
  return [
    ...(a === undefined ? [] : [`  ${a} and ${b}`]),
    ...(segment === undefined ? [] : [`    segment ${segment}${stretch}`]),
    ...robots.map((robot, r) => `    ${robot}${atoms[r] === undefined ? '' : `, atoms ${atoms[r].join(' to ')}`}`),
  ]
}

function plural(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
}

function duration(millis: number): string {
  return millis < 1000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`
}
