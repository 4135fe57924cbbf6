// `limber verify scene.json certificate.json`: is what `limber check --certificate` wrote down true? By a verifier that shares no
// code with the checker. The same for a robot, and what `limber allow --certificate` wrote down.
import { readFile, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { readPath } from '../node/index.js'
import {
  type Certificate,
  configurationsOf,
  InvalidInputError,
  lineMotion,
  SceneFileError,
  type Verification,
  type VerifyPlace,
  verifyCertificate,
  type World,
} from '../src/index.js'
import type { Printed } from './check-path.js'
import { complaints, oneLine } from './check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { createBlockingProgress } from './progress.js'
import { addSceneOptions, openScene, SCENE_HELP, type SceneOptions } from './scene-options.js'
import { verifyAllow } from './verify-allow.js'

const HELP = `${SCENE_HELP}

The scene is the one that the certificate was made for: a hash of it is compared
first. The motion is the certificate's own; --path makes sure that it is yours.

The verifier works everything out again: where the bodies are, which pairs count,
how fast they move, that one plane parts them at every instant. It searches for
nothing and shares no code with "limber check" and "limber plan", so that need not be trusted.

Of what "limber allow" has written, the scene is the robot's URDF file: every cell of
joint values, every plane and every envelope is checked again in the same way.

Exit code 1 is a certificate that does not prove what it says; 3 is a report of
"limber allow" that has no proofs for pairs that it says are apart.`

/** As the command line has them. */
export interface VerifyCommandOptions extends SceneOptions {
  readonly path?: string
  readonly json?: true
}

export function addVerifyCommand(program: Command): void {
  const command = program
    .command('verify')
    .description('a certificate of a path, or of pairs of links: does it prove what it says?')
    .argument('<scene>', 'a scene file, or a URDF file')
    .argument('<certificate>', 'what "limber check", "limber plan" or "limber allow" has written (--certificate)')
    .option('--path <file>', 'is it about this path?')
  addSceneOptions(command)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string, certificate: string, options: VerifyCommandOptions) => {
      const { code, stdout, stderr } = await verifyFiles(scene, certificate, options)
      process.stderr.write(stderr)
      process.stdout.write(stdout)
      process.exitCode = code
    })
}

/** What the command prints, and its exit code. */
export async function verifyFiles(scene: string, file: string, options: VerifyCommandOptions = {}): Promise<Printed> {
  const certificate = await readCertificate(file)
  if (kindOf(certificate) === ALLOWED_KIND) {
    if (options.path === undefined) return verifyAllow(scene, certificate, options)
    throw new InvalidInputError('--path', options.path, `left out: ${file} is about no path`)
  }
  const { world, notes } = await openScene(scene, options)
  const began = performance.now()
  const verified = verify(world, certificate)
  const result =
    verified.valid && options.path !== undefined ? await ofPath(world, verified, certificate, options.path) : verified
  const millis = performance.now() - began
  const code = result.valid ? ExitCode.Good : ExitCode.BadNews
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...result, notes, millis })}\n`, stderr: '' }
  return { code, stdout: describeVerification(result, millis), stderr: complaints(notes) }
}

function verify(world: World, certificate: unknown): Verification {
  const progress = createBlockingProgress('verify')
  try {
    return verifyCertificate(world, certificate, { onProgress: (done) => progress.report(done, 'pairs') })
  } finally {
    progress.clear()
  }
}

const ALLOWED_KIND = 'limber-allowed-pairs'

/** A certificate of so many bytes could not be held as text. */
const MOST_BYTES = 2 ** 28

async function readCertificate(file: string): Promise<unknown> {
  const expected = 'a certificate that "limber check", "limber plan" or "limber allow" has written (--certificate)'
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
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw new SceneFileError(file, {}, expected, `what is not JSON (${(error as Error).message})`)
  }
  const kind = kindOf(document)
  if (kind !== 'motion' && kind !== ALLOWED_KIND)
    throw new SceneFileError(file, { field: 'kind' }, expected, 'another kind of file')
  return document
}

function kindOf(document: unknown): unknown {
  return typeof document === 'object' && document !== null && 'kind' in document ? document.kind : undefined
}

/** Is a valid certificate about the path of a file? Then its pieces are the lines through the file's waypoints, to the last digit. */
async function ofPath(world: World, verified: Verification, certificate: unknown, file: string): Promise<Verification> {
  const { pieces, continuous } = certificate as Certificate
  const waypoints = configurationsOf(world, await readPath(file), file)
  const own = lineMotion(world, waypoints, { continuous }).pieces.map((piece) => piece.document())
  // Through JSON, as the certificate came: -0 is 0 there.
  const segment = [...own, undefined].findIndex((piece, i) => JSON.stringify(piece) !== JSON.stringify(pieces[i]))
  if (segment === -1) return verified
  return { valid: false, reason: `it holds, but for another path than ${file}`, where: { segment } }
}

export function describeVerification(result: Verification, millis: number): string {
  if (!result.valid) {
    return `${[`rejected: ${result.reason}`, ...describePlace(result.where)].map(oneLine).join('\n')}\n`
  }
  const { segments, pairs, leaves, clearance, premises } = result
  const apart = clearance > 0 ? `nothing comes as near as ${clearance}` : 'nothing touches'
  const counts = `${plural(segments, 'segment')}, ${plural(pairs, 'pair')} of geometries proved, ${plural(leaves, 'plane')}`
  const given = premises === undefined ? '' : `; given ${plural(premises, 'pair')} that the world has as proved`
  return `valid: ${apart} at any instant; ${counts}, ${duration(millis)}${given}\n`
}

function describePlace({ segment, a, b, from, to }: VerifyPlace): string[] {
  const stretch = from === undefined ? '' : `, from ${from} to ${to} of it`
  return [
    ...(a === undefined ? [] : [`  ${a} and ${b}`]),
    ...(segment === undefined ? [] : [`    segment ${segment}${stretch}`]),
  ]
}

function plural(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
}

function duration(millis: number): string {
  return millis < 1000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`
}
