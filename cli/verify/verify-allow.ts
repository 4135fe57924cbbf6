// `limber verify robot.urdf report.json`: is what `limber allow --certificate` wrote down true? By a verifier that shares no code with
// what found it.
import { robotDocument } from '../../src/entries/robots.js'
import { verifyAllowedPairsExactly } from '../../src/verify/exact/index.js'
import { type AllowVerification, verifyAllowedPairs } from '../../src/verify/index.js'
import type { Printed } from '../check/check-path.js'
import { complaints, oneLine, plural } from '../check/check-report.js'
import { ExitCode } from '../exit-codes.js'
import { createBlockingProgress } from '../print/progress.js'
import { openRobot, robotNotes, type SceneOptions } from '../read/scene-options.js'
import { describeSurfaces } from '../verify.js'

/** What the command prints, and its exit code. A report with a claim that has no proof proves less than it says. */
export async function verifyAllow(
  file: string | undefined,
  /** The robot's, where there is no file. */
  document: unknown,
  report: unknown,
  options: SceneOptions & { readonly json?: true; readonly acceptUnseen?: true; readonly exact?: true },
): Promise<Printed> {
  const robot = file === undefined ? undefined : await openRobot(file, options)
  const notes = robot === undefined ? [] : robotNotes(robot)
  const began = performance.now()
  const progress = createBlockingProgress('verify')
  let result: AllowVerification
  try {
    const world = robot === undefined ? document : robotDocument(robot)
    const verify = options.exact === true ? verifyAllowedPairsExactly : verifyAllowedPairs
    result = verify(world, report, { onProgress: (done) => progress.report(done, 'pairs') })
  } finally {
    progress.clear()
  }
  const millis = performance.now() - began
  const code = exitCodeOf(result, options.acceptUnseen === true)
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...result, notes, millis })}\n`, stderr: '' }
  return { code, stdout: describe(result, millis), stderr: complaints(notes) }
}

function exitCodeOf(result: AllowVerification, acceptUnseen: boolean): number {
  if (!result.valid) return ExitCode.Violation
  // There are no certificates of `always` and `touches`: these pairs are only named.
  const isMissing = result.uncertified.some((pair) => pair.class === 'never' || pair.class === 'contained')
  return isMissing || result.proved.length === 0 || (result.unseen.length > 0 && !acceptUnseen)
    ? ExitCode.Undecided
    : ExitCode.Good
}

function describe(result: AllowVerification, millis: number): string {
  if (!result.valid) {
    const { a, b } = result.where
    const where = a === undefined ? [] : [`  ${a} and ${b}`]
    return `${[`rejected: ${result.reason}`, ...where].map(oneLine).join('\n')}\n`
  }
  const { proved, uncertified, surfaces, unseen } = result
  const sum = (name: 'cells' | 'planes'): number => proved.reduce((all, pair) => all + pair[name], 0)
  const counts = `${plural(sum('cells'), 'cell')}, ${plural(sum('planes'), 'plane')}, ${Math.round(millis)} ms`
  const lines = [`valid: ${plural(proved.length, 'pair')} of links proved within the limits of the joints; ${counts}`]
  if (uncertified.length > 0) {
    lines.push(
      `not certified: ${plural(uncertified.length, 'pair')} said to be so, without a proof that could be checked:`,
    )
    lines.push(...uncertified.map((pair) => `  ${pair.a} and ${pair.b}: ${pair.class}`))
  }
  lines.push(...describeSurfaces(surfaces))
  if (unseen.length > 0) lines.push(`not seen, since they were left out: ${unseen.join(', ')}`)
  return `${lines.map(oneLine).join('\n')}\n`
}
