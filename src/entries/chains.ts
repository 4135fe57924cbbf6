// The entry `limber/chains`: chains of links, necklaces of beads, power diagrams.

export type { PoseInput } from '../base/math/pose-input.js'
export { Random } from '../base/math/random.js'
export type { KeptStats, Stats } from '../base/work/stats.js'
export type { ChainVolume } from '../chains/chain/chain-arrays.js'
export type { ChainBoxes } from '../chains/chain/chain-boxes.js'
export type { ChainChange } from '../chains/chain/chain-change.js'
export type { ChainMove, ChainMoveCertificate, ChainMoveOptions } from '../chains/chain/chain-move.js'
export type { ChainMoveDocument, JointMoveDocument } from '../chains/chain/chain-move-document.js'
export { type ChainMoveProof, NoMoveProofError } from '../chains/chain/chain-move-proof.js'
export type { MoveOutcome } from '../chains/chain/chain-move-search.js'
export type { ChainExperiments, ChainOptions } from '../chains/chain/chain-options.js'
export type { BoxFit } from '../chains/chain/chain-refit.js'
export { ChainTree, type LinkDistance, type LinkPairs } from '../chains/chain/chain-tree.js'
export type { PairRule } from '../chains/chain/chain-visitors.js'
export type { CageRepair } from '../chains/necklace/cage-keeper.js'
export type { CageVerification } from '../chains/necklace/cage-settle.js'
export type { CageKind } from '../chains/necklace/cage-tree.js'
export { type KnotInvariant, knotInvariant } from '../chains/necklace/knot-invariant.js'
export {
  type BeadPair,
  type BeadPairs,
  type Cages,
  Necklace,
  type NecklaceStep,
  type Separation,
} from '../chains/necklace/necklace.js'
export type {
  BetweenOptions,
  BetweenStats,
  NecklaceBetween,
  NecklaceStepOptions,
  StepMeeting,
} from '../chains/necklace/necklace-between.js'
export type { BeadDistance, OtherBody } from '../chains/necklace/necklace-bodies.js'
export { type NecklaceDocumentOptions, necklaceDocument } from '../chains/necklace/necklace-document.js'
export type { NecklaceExperiments, NecklaceMethod, NecklaceOptions } from '../chains/necklace/necklace-options.js'
export type { NecklaceStats } from '../chains/necklace/necklace-structures.js'
export { PowerDiagram, type PowerDiagramOptions, type PowerMove } from '../chains/power/power-diagram.js'
export {
  BrokenInvariantError,
  ChainBusyError,
  InvalidInputError,
  LimberError,
  NotConvergedError,
  NothingToUndoError,
  OpenMeshError,
  ResultTooLargeError,
  UnsupportedPairError,
} from '../errors.js'
export {
  type EnclosingBall,
  type EnclosingBallOptions,
  smallestEnclosingBall,
} from '../geometry/balls/enclosing-ball-input.js'
export { type ProveStepOptions, type StepCertificate, stepCertificate } from '../geometry/steps/prove-step.js'
export { type StepDocument, type StepHulls, type StepInput, stepDocument } from '../geometry/steps/step-document.js'
export {
  type BoxShape,
  box,
  type CapsuleShape,
  type ConvexShape,
  type CylinderShape,
  capsule,
  convex,
  convexTriangles,
  cylinder,
  type GroupShape,
  group,
  type MeshShape,
  mesh,
  type PartShape,
  type Shape,
  type ShapeBounds,
  type SphereShape,
  sphere,
} from '../shapes/shape.js'
export type { MergeRule } from '../volumes/merge-obb.js'
