// `limber verify move.json proof.json`: a move of a chain and its proof, as a program has written them (`ChainTree.checkMove`).
import { verifyChainMoveExactly } from '../../src/verify/exact/index.js'
import { verifyChainMove } from '../../src/verify/index.js'
import type { Printed } from '../check/check-path.js'
import { oneLine, plural } from '../check/check-report.js'
import { ExitCode } from '../exit-codes.js'

export function verifyMovePair(
  move: unknown,
  proof: unknown,
  options: { readonly exact?: true; readonly json?: true },
): Printed {
  const began = performance.now()
  const verdict = (options.exact === true ? verifyChainMoveExactly : verifyChainMove)(move, proof)
  const millis = performance.now() - began
  const code = verdict.valid ? ExitCode.Good : ExitCode.Violation
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...verdict, millis })}\n`, stderr: '' }
  if (!verdict.valid) return { code, stdout: `${oneLine(`rejected: ${verdict.reason}`)}\n`, stderr: '' }
  const { links, joints, volumeTests } = verdict
  const what = `no two of ${plural(links, 'link')} that ${joints === 1 ? 'one moving joint separates' : `${joints} moving joints separate`} touch on the way`
  return {
    ...{ code, stderr: '' },
    stdout: `${oneLine(`valid: ${what}; ${plural(volumeTests, 'pair')} of balls, ${Math.round(millis)} ms`)}\n`,
  }
}
