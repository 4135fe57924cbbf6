// `limber verify scene.json certificate.json` of several robots: what is proved, and on what behaviour of the robots it rests.
import { verifyCoordinationExactly } from '../../src/verify/exact/index.js'
import { type CoordinationVerification, verifyCoordination } from '../../src/verify/index.js'
import type { Printed } from '../check/check-path.js'
import { complaints, oneLine, plural } from '../check/check-report.js'
import { createBlockingProgress } from '../print/progress.js'
import { describeRejection, describeSurfaces, exitCodeOf, type VerifyCommandOptions } from '../verify.js'

/** What the command prints, and its exit code. */
export function verifySchedule(
  world: unknown,
  certificate: unknown,
  notes: readonly string[],
  options: VerifyCommandOptions,
): Printed {
  const began = performance.now()
  const progress = createBlockingProgress('verify')
  let result: CoordinationVerification
  try {
    const verify = options.exact === true ? verifyCoordinationExactly : verifyCoordination
    result = verify(world, certificate, { onProgress: (done) => progress.report(done, 'pairs of robots') })
  } finally {
    progress.clear()
  }
  const millis = performance.now() - began
  const code = exitCodeOf(result, options)
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...result, notes, millis })}\n`, stderr: '' }
  return { code, stdout: describe(result, millis), stderr: complaints(notes) }
}

function describe(result: CoordinationVerification, millis: number): string {
  if (!result.valid) return describeRejection(result)
  const { robots, cells, leaves, regions, signals, clearance, lag, unseen, surfaces, assumptions } = result
  const apart = clearance > 0 ? `nothing comes within ${clearance}` : 'nothing touches'
  const counts = `${plural(cells, 'cell')} proved free, ${plural(leaves, 'plane')}, ${Math.round(millis)} ms`
  const lines = [
    `valid: ${apart}, whatever the timing of ${plural(robots.length, 'robot')} (${robots.join(', ')}); ${counts}`,
    `${plural(signals, 'signal')} for ${plural(regions, 'region')} not proved free`,
    ...(lag === undefined ? [] : [`without signals: robots that keep their times may be late by ${lag} s`]),
    'as long as',
    ...assumptions.map((assumption) => `  ${assumption}`),
    ...(result.ignoreLimits ? ['joint limits were not checked'] : []),
    ...describeSurfaces(surfaces),
    ...(unseen.length === 0 ? [] : [`not seen, since they were left out: ${unseen.join(', ')}`]),
  ]
  return `${lines.map(oneLine).join('\n')}\n`
}
