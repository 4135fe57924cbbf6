// The public face of Limber: an explicit list, nothing re-exported wholesale.

export type {
  AllowOptions,
  AllowProgress,
  ClassifyOptions,
  PairRunner,
} from './allow/allow-options.js'
export {
  type AllowedPairs,
  type AllowLimits,
  type AllowMesh,
  isCertified,
  type PairClass,
  type PairClearance,
  type PairResult,
} from './allow/allow-result.js'
export { allowedPairs } from './allow/allowed-pairs.js'
export { classifyPair } from './allow/classify-pair.js'
export { isConvention, type JudgedPair, type Judgement, judgeAllowed } from './allow/judge-allowed.js'
export { type ProofCells, proofCells } from './allow/proof-cells.js'
export type { HullChoice } from './bodies/convex-part.js'
export type { Joint, JointInput, JointKind, JointLimitsInput, MimicInput } from './bodies/joint.js'
export type {
  AllowedPair,
  Geometry,
  GeometryInput,
  JointGroup,
  Link,
  LinkInput,
  NamedState,
  RobotInput,
} from './bodies/robot.js'
export { Robot } from './bodies/robot.js'
export {
  type GeometryDocument,
  type LinkDocument,
  robotDocument,
  robotHash,
  type ShapeDocument,
  type WorldDocument,
} from './bodies/robot-document.js'
export type {
  BoxShape,
  CapsuleShape,
  ConvexShape,
  CylinderShape,
  GroupShape,
  MeshShape,
  PartShape,
  Shape,
  ShapeBounds,
  SphereShape,
} from './bodies/shape.js'
export { box, capsule, convex, convexTriangles, cylinder, group, mesh, sphere } from './bodies/shape.js'
export type { BodyHierarchy } from './chains/cab-tree.js'
export type { StepReport } from './chains/cage-keeper.js'
export type { CageVerification } from './chains/cage-settle.js'
export type { ChainVolume } from './chains/chain-arrays.js'
export type { ChainBoxes } from './chains/chain-boxes.js'
export type { ChainChange } from './chains/chain-change.js'
export type { MergeRule } from './chains/chain-merge.js'
export type { ChainOptions } from './chains/chain-options.js'
export type { BoxFit } from './chains/chain-refit.js'
export { type ChainStats, ChainTree, type LinkDistance, type LinkPairs } from './chains/chain-tree.js'
export type { PairRule } from './chains/chain-visitors.js'
export {
  type BeadPair,
  type BeadPairs,
  type Cages,
  Necklace,
  type NecklaceStep,
  type Separation,
} from './chains/necklace.js'
export type { BeadDistance, BodyStats, OtherBody } from './chains/necklace-bodies.js'
export { type NecklaceDocument, necklaceDocument } from './chains/necklace-document.js'
export type { NecklaceMethod, NecklaceOptions } from './chains/necklace-options.js'
export type { SeparatingSet, SeparatingSetDocument } from './chains/necklace-separating.js'
export type { NecklaceStats } from './chains/necklace-structures.js'
export { PowerDiagram, type PowerDiagramOptions, type PowerMove } from './chains/power-diagram.js'
export {
  BrokenInvariantError,
  ChainBusyError,
  FileError,
  type FilePlace,
  FramesFileError,
  InvalidInputError,
  LimberError,
  MeshFileError,
  type MissingMesh,
  NothingToUndoError,
  OpenMeshError,
  ResultTooLargeError,
  RobotFileError,
  SceneFileError,
  StructureFileError,
  UnsupportedPairError,
} from './errors.js'
export {
  type AllowDocumentOptions,
  type AllowedPairDocument,
  type AllowedPairsDocument,
  AllowFileError,
  allowedPairsDocument,
  readAllowedPairs,
} from './formats/allow-document.js'
export { parseDcd } from './formats/dcd.js'
export { type DcdWriteOptions, dcdFrame, dcdHeader, writeDcd } from './formats/dcd-write.js'
export { parseFrames, parseTopology } from './formats/frames.js'
export type { AtomSelection, FrameAtoms } from './formats/frames-atoms.js'
export type { Frames, FramesFormat, FramesOptions } from './formats/frames-data.js'
export type { MeshData, MeshFileOptions, MeshFormat } from './formats/mesh-data.js'
export { parseMesh } from './formats/parse-mesh.js'
export { parsePdbFrames } from './formats/pdb-frames.js'
export { type PdbWriteOptions, pdbEnd, pdbHeader, pdbModel, writePdb } from './formats/pdb-write.js'
export type { RefusedFile, RobotFilePath, RobotFileSource } from './formats/robot-files.js'
export { type RobotFromFilesOptions, robotFromFiles } from './formats/robot-folder.js'
export type { MeshReader, MeshReference, NoMesh } from './formats/robot-meshes.js'
export { type ParseRobotOptions, parseRobot } from './formats/robot-parse.js'
export type { MeshPlace } from './formats/robot-paths.js'
export { type RobotOptions, type RobotSourceOptions, robotFromSource } from './formats/robot-source.js'
export type { SceneAttached, SceneDescription, SceneObstacle, SceneRobot } from './formats/scene.js'
export { parseScene } from './formats/scene.js'
export type { JointOrder, PathDescription } from './formats/scene-path.js'
export { configurationsOf, jointsLeftOut, parsePath } from './formats/scene-path.js'
export type { SceneMesh, SceneOpen, ScenePose, SceneShape } from './formats/scene-shape.js'
export type { LoadedScene, SceneLoaders } from './formats/scene-world.js'
export { sceneToWorld } from './formats/scene-world.js'
export type {
  Srdf,
  SrdfEndEffector,
  SrdfGroup,
  SrdfMember,
  SrdfName,
  SrdfPair,
  SrdfState,
  SrdfVirtualJoint,
} from './formats/srdf.js'
export { parseSrdf } from './formats/srdf.js'
export type { VirtualJoints } from './formats/srdf-resolve.js'
export { exemptionOf, type SrdfWriteOptions, writeSrdf } from './formats/srdf-write.js'
export { parseStructure } from './formats/structure.js'
export type { StructureFormat, StructureOptions } from './formats/structure-source.js'
export type {
  GeometryChoice,
  Urdf,
  UrdfCollision,
  UrdfGeometry,
  UrdfJoint,
  UrdfLimits,
  UrdfLink,
  UrdfVisual,
} from './formats/urdf.js'
export { parseUrdf } from './formats/urdf.js'
export { parseXyz } from './formats/xyz.js'
export {
  type EnclosingBall,
  type EnclosingBallOptions,
  smallestEnclosingBall,
} from './geometry/enclosing-ball-input.js'
export { NotConvergedError } from './geometry/not-converged-error.js'
export type { OpenChoice } from './hierarchies/close-mesh.js'
export type { MeshVolume } from './hierarchies/mesh-buffer.js'
export type { MeshStats } from './hierarchies/mesh-search.js'
export type { SplitRule } from './hierarchies/mesh-splits.js'
export { type MeshInput, MeshTree, type MeshTreeOptions, type OpenOptions } from './hierarchies/mesh-tree.js'
export type { NodeVolume } from './hierarchies/mesh-volumes.js'
export type { OpenSurface } from './hierarchies/open-surface.js'
export type { PoseInput } from './math/pose-input.js'
export { Random } from './math/random.js'
export { type BondGraph, structureBonds } from './molecules/bonds.js'
export { CheckpointError } from './molecules/checkpoint-bytes.js'
export { type Clash, type Clashes, type ClashSeverity, clashes, type ResidueClashes } from './molecules/clash.js'
export type { ClashOptions } from './molecules/clash-options.js'
export type { EnergyStats, EnergySum, PairList, PairTerm, Stretch } from './molecules/energy.js'
export { EnergyProposalError, InfiniteEnergyError } from './molecules/energy-errors.js'
export { type EnergyOptions, type EnergyWay, energySum } from './molecules/energy-sum.js'
export { GO_MOVES, GoChain } from './molecules/go-chain.js'
export { createGoModel, type GoModel, type GoOptions } from './molecules/go-model.js'
export { GoReplica, type GoReplicaInput } from './molecules/go-replica.js'
export { EnergyNotANumberError, type MoveCounts, type MoveWeights } from './molecules/metropolis.js'
export { MonteCarloRun, monteCarlo, monteCarloNow } from './molecules/monte-carlo.js'
export type {
  CheckpointOptions,
  McProgress,
  McResult,
  MonteCarloOptions,
} from './molecules/monte-carlo-options.js'
export {
  type CrankshaftOptions,
  ProteinSystem,
  type ProteinSystemOptions,
  type TurnOptions,
} from './molecules/monte-carlo-protein.js'
export type { McSystem } from './molecules/monte-carlo-system.js'
export {
  type NativeContactOptions,
  nativeContacts as contactFraction,
  type Observable,
  radiusOfGyration,
  rmsdTo,
} from './molecules/observable.js'
export {
  hardSpheres,
  type LennardJonesOptions,
  lennardJones,
  type NativeContacts,
  nativeContacts,
  type PerAtom,
  sumOfTerms,
} from './molecules/pair-energy.js'
export { Protein, type ProteinStats, type TorsionChange } from './molecules/protein.js'
export type { ProteinAtoms, ProteinOptions } from './molecules/protein-options.js'
export type { ProteinPiece } from './molecules/protein-select.js'
export {
  type AtomRadii,
  atomRadii,
  elementRadius,
  RADII_NAMES,
  type RadiiName,
  type RadiiOptions,
  type RadiusRule,
} from './molecules/radii.js'
export type { Replica, ReplicaRunner, ReplicaView, ReplicaWork } from './molecules/replica.js'
export { type ReplicaExchangeResult, replicaExchange } from './molecules/replica-exchange.js'
export { ReplicaLadder, type ReplicaLadderOptions } from './molecules/replica-ladder.js'
export { localReplicas } from './molecules/replica-local.js'
export type {
  ReplicaCheckpointOptions,
  ReplicaExchangeOptions,
  ReplicaProgress,
  ReplicaRound,
} from './molecules/replica-options.js'
export { McReplica, type McReplicaOptions } from './molecules/replica-system.js'
export { Samples } from './molecules/samples.js'
export type { Schedule } from './molecules/schedule.js'
export {
  findAtom,
  type Residue,
  type ResidueKind,
  residueLabel,
  type Structure,
  type StructureAtoms,
  type StructureChain,
} from './molecules/structure.js'
export type { FixedTorsion, Torsion, TorsionKind } from './molecules/torsion.js'
export type { Certificate, PairProof } from './motion/certificate.js'
export { type CheckMotionOptions, checkMotion } from './motion/check-motion.js'
export type { CurveInput } from './motion/curve-piece.js'
export {
  type ClearUntil,
  type FirstContact,
  type FirstContactOptions,
  firstContact,
} from './motion/first-contact.js'
export {
  type MotionSampled,
  type SampleMotionOptions,
  type SampleVerdict,
  sampleMotion,
} from './motion/fixed-bisection.js'
export { type FreeBodyInput, freeBody, poseConfiguration } from './motion/free-body.js'
export type { ContinuousJoints, MotionInput } from './motion/motion-input.js'
export { LIMIT_TOLERANCE, motionOutsideLimits } from './motion/motion-limits.js'
export type { Motion, MotionPiece, PieceBounds, PieceDocument, PieceTurn, TurnDocument } from './motion/piece.js'
export { checkSegments, SegmentCheck, type SegmentCheckOptions } from './motion/segment-check.js'
export {
  curveMotion,
  type LineOptions,
  lineMotion,
  type SplineOptions,
  splineMotion,
  type TrajectoryInput,
  type TrajectoryOptions,
  type TrajectoryPoint,
  trajectoryMotion,
} from './motion/splines.js'
export { type SweepOptions, type SweepResult, sweepMeshes as sweep } from './motion/sweep.js'
export {
  type PoseTrack,
  type TogetherOptions,
  type TrackInput,
  together,
  type WaypointTrack,
} from './motion/together.js'
export type {
  BeyondLimit,
  JointLimitOptions,
  MotionCollision,
  MotionContext,
  MotionFree,
  MotionGap,
  MotionLimits,
  MotionNothingToCheck,
  MotionOutsideLimits,
  MotionPlace,
  MotionProgress,
  MotionStats,
  MotionTooClose,
  MotionUndecided,
  MotionVerdict,
} from './motion/verdict.js'
export { type ReplicaPort, ReplicaWorkerError, serveReplicas, startReplicaPool } from './parallel/replica-pool.js'
export { type NodeThread, nodeReplicaPort, type WebThread, webReplicaPort } from './parallel/replica-ports.js'
export {
  type InverseKinematicsOptions,
  type InverseKinematicsResult,
  type InverseKinematicsStats,
  inverseKinematics,
} from './planning/inverse-kinematics.js'
export { type FreeAxis, type LinkGoal, type LinkGoalError, linkGoalError } from './planning/link-goal.js'
export { plan, planNow } from './planning/plan.js'
export type { PlannerName, PlanOptions, StopSignal } from './planning/plan-options.js'
export type { PlanGoal } from './planning/plan-read.js'
export type {
  PlanInvalidGoal,
  PlanInvalidStart,
  PlanNotFound,
  PlanProblem,
  PlanProgress,
  PlanResult,
  PlanSolved,
  PlanStats,
} from './planning/plan-result.js'
export { Planning } from './planning/planning-run.js'
export { RandomWalking, randomWalk, randomWalkNow } from './planning/random-walk.js'
export type {
  RandomWalkOptions,
  RandomWalkProgress,
  RandomWalkResult,
  RandomWalkStats,
} from './planning/random-walk-result.js'
export { Smoothing, smooth, smoothNow } from './planning/smooth.js'
export type {
  Smoothed,
  SmoothNotProved,
  SmoothOptions,
  SmoothProgress,
  SmoothResult,
  SmoothStats,
} from './planning/smooth-result.js'
export { timePath } from './planning/timing.js'
export type { RateLimit, RateLimitOptions } from './planning/timing-limits.js'
export { Trajectory, type TrajectoryState } from './planning/trajectory.js'
export type { TimedPath, TimePathNotProved, TimePathOptions, TimePathResult } from './planning/trajectory-result.js'
export {
  type Body,
  type Contact,
  collide,
  contact,
  distance,
  greedyDistance,
  within,
} from './queries/body-queries.js'
export {
  type CollideOptions,
  type CollideResult,
  type DistanceOptions,
  type DistanceResult,
  type ErrorOptions,
  type GreedyOptions,
  meshCollisions as collisions,
  meshNearestPairs as nearestPairs,
  meshPairsWithin as pairsWithin,
  type NearestPairsOptions,
  type TraceOptions,
  type TriangleDistanceList,
  type TrianglePairList,
} from './queries/mesh-queries.js'
export { PairCache, type PairCacheOptions } from './queries/pair-cache.js'
export { World, type WorldInput } from './queries/world.js'
export type { WorldBoxes } from './queries/world-boxes.js'
export { worldDocument } from './queries/world-document.js'
export type { BlindSpots } from './queries/world-examined.js'
export type { WorldHull } from './queries/world-hulls.js'
export type { Configuration } from './queries/world-input.js'
export type { AttachedInput, ObstacleInput, RobotPlacement } from './queries/world-objects.js'
export type { PairStatus, WorldPair } from './queries/world-pairs.js'
export type { ProvedPairs } from './queries/world-proved.js'
export type { NearestInWorld, WorldContact, WorldDistance, WorldStats } from './queries/world-results.js'
export type { WorldSurface } from './queries/world-surfaces.js'
export { type SeparationVerdict, verifySeparatingSet } from './verify/beads.js'
export {
  verifyAllowedPairsExactly,
  verifyCertificateExactly,
  verifySeparatingSetExactly,
} from './verify/exact/index.js'
export { type Verification, type Verified, type VerifyOptions, verifyCertificate } from './verify/motion.js'
export {
  type AllowVerification,
  type VerifiedPair,
  type VerifiedPairs,
  type VerifyAllowOptions,
  verifyAllowedPairs,
} from './verify/pairs.js'
export type { Rejected, RejectedAs, VerifyPlace } from './verify/plain.js'
export type { VerifiedSurface } from './verify/scene.js'
