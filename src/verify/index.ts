// The entry `limber/verify`: proofs checked from documents alone. docs/formats/certificate.md says what is in them and what must hold.
export { type ChainMoveVerdict, type VerifiedMove, verifyChainMove } from './chain-move.js'
export { type CoordinationVerification, type VerifiedCoordination, verifyCoordination } from './coordination.js'
export { type Verification, type Verified, type VerifyOptions, verifyCertificate } from './motion.js'
export {
  type AllowVerification,
  type VerifiedPair,
  type VerifiedPairs,
  type VerifyAllowOptions,
  verifyAllowedPairs,
} from './pairs.js'
export type { Rejected, RejectedAs, VerifyPlace } from './plain.js'
export type { VerifiedSurface } from './scene.js'
export { type StepVerdict, type VerifiedHulls, type VerifiedStep, verifyStep } from './step.js'
