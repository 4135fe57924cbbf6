// The verifiers, asked about a world or a robot as it is: its document is made first.
import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import { type Robot, robotDocument, type World, worldDocument } from '../../src/entries/robots.js'
import * as verify from '../../src/verify/index.js'

export type { AllowVerification, Verification } from '../../src/verify/index.js'

export function verifyCertificate(world: World, certificate: unknown): verify.Verification {
  return verify.verifyCertificate(worldDocument(world), certificate)
}

/** Proofs may be bytes here. */
export function verifyAllowedPairs(robot: Robot, report: unknown): verify.AllowVerification {
  const pairs = (report as { pairs?: unknown } | undefined)?.pairs
  const text = (pair: { proof?: unknown }): unknown =>
    pair?.proof instanceof Uint8Array ? { ...pair, proof: encodeBase64(pair.proof) } : pair
  const plain = Array.isArray(pairs) ? { ...(report as object), pairs: pairs.map(text) } : report
  return verify.verifyAllowedPairs(robotDocument(robot), plain)
}
