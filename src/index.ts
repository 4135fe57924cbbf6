// The public face of Limber: an explicit list, nothing re-exported wholesale.

export type { PoseInput } from './base/math/pose-input.js'
export { Random } from './base/math/random.js'
export type { StopSignal } from './base/work/running.js'
export type { KeptStats, Stats } from './base/work/stats.js'
export type { ChainVolume } from './chains/chain/chain-arrays.js'
export type { ChainBoxes } from './chains/chain/chain-boxes.js'
export type { ChainChange } from './chains/chain/chain-change.js'
export type { ChainExperiments, ChainOptions } from './chains/chain/chain-options.js'
export type { BoxFit } from './chains/chain/chain-refit.js'
export { ChainTree, type LinkDistance, type LinkPairs } from './chains/chain/chain-tree.js'
export type { PairRule } from './chains/chain/chain-visitors.js'
export type { CageRepair } from './chains/necklace/cage-keeper.js'
export type { CageVerification } from './chains/necklace/cage-settle.js'
export type { CageKind } from './chains/necklace/cage-tree.js'
export {
  type BeadPair,
  type BeadPairs,
  type Cages,
  Necklace,
  type NecklaceStep,
  type Separation,
} from './chains/necklace/necklace.js'
export type { BeadDistance, OtherBody } from './chains/necklace/necklace-bodies.js'
export { type NecklaceDocument, necklaceDocument } from './chains/necklace/necklace-document.js'
export type { NecklaceExperiments, NecklaceMethod, NecklaceOptions } from './chains/necklace/necklace-options.js'
export type { SeparatingSet, SeparatingSetDocument } from './chains/necklace/necklace-separating.js'
export type { NecklaceStats } from './chains/necklace/necklace-structures.js'
export { PowerDiagram, type PowerDiagramOptions, type PowerMove } from './chains/power/power-diagram.js'
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
  NotConvergedError,
  NothingToUndoError,
  OpenMeshError,
  ResultTooLargeError,
  RobotFileError,
  SceneFileError,
  StructureFileError,
  UnsupportedPairError,
} from './errors.js'
export type { MeshData, MeshFileOptions, MeshFormat } from './formats/meshes/mesh-data.js'
export { parseMesh } from './formats/meshes/parse-mesh.js'
export { parseDcd } from './formats/molecules/dcd.js'
export { type DcdWriteOptions, dcdFrame, dcdHeader, writeDcd } from './formats/molecules/dcd-write.js'
export { parseFrames, parseTopology } from './formats/molecules/frames.js'
export type { AtomSelection, FrameAtoms } from './formats/molecules/frames-atoms.js'
export type { Frames, FramesFormat, FramesOptions } from './formats/molecules/frames-data.js'
export { parsePdbFrames } from './formats/molecules/pdb-frames.js'
export { type PdbWriteOptions, pdbEnd, pdbHeader, pdbModel, writePdb } from './formats/molecules/pdb-write.js'
export { parseStructure } from './formats/molecules/structure.js'
export type { StructureFormat, StructureOptions } from './formats/molecules/structure-source.js'
export { parseXyz } from './formats/molecules/xyz.js'
export {
  type AllowDocumentOptions,
  type AllowedPairDocument,
  type AllowedPairsDocument,
  AllowFileError,
  allowedPairsDocument,
  readAllowedPairs,
} from './formats/robots/allow-document.js'
export type { RefusedFile, RobotFilePath, RobotFileSource } from './formats/robots/robot-files.js'
export { type RobotFromFilesOptions, robotFromFiles } from './formats/robots/robot-folder.js'
export type { MeshReader, MeshReference, NoMesh } from './formats/robots/robot-meshes.js'
export { type ParseRobotOptions, parseRobot } from './formats/robots/robot-parse.js'
export type { MeshPlace } from './formats/robots/robot-paths.js'
export { type RobotOptions, type RobotSourceOptions, robotFromSource } from './formats/robots/robot-source.js'
export type { SceneAttached, SceneDescription, SceneObstacle, SceneRobot } from './formats/robots/scene.js'
export { parseScene } from './formats/robots/scene.js'
export type { JointOrder, PathDescription } from './formats/robots/scene-path.js'
export { configurationsOf, jointsLeftOut, parsePath } from './formats/robots/scene-path.js'
export type { SceneMesh, SceneOpen, ScenePose, SceneShape } from './formats/robots/scene-shape.js'
export type { LoadedScene, SceneLoaders } from './formats/robots/scene-world.js'
export { worldFromScene } from './formats/robots/scene-world.js'
export type {
  Srdf,
  SrdfEndEffector,
  SrdfGroup,
  SrdfMember,
  SrdfName,
  SrdfPair,
  SrdfState,
  SrdfVirtualJoint,
} from './formats/robots/srdf.js'
export { parseSrdf } from './formats/robots/srdf.js'
export type { VirtualJoints } from './formats/robots/srdf-resolve.js'
export { exemptionOf, type SrdfWriteOptions, writeSrdf } from './formats/robots/srdf-write.js'
export type {
  GeometryChoice,
  Urdf,
  UrdfCollision,
  UrdfGeometry,
  UrdfJoint,
  UrdfLimits,
  UrdfLink,
  UrdfVisual,
} from './formats/robots/urdf.js'
export { parseUrdf } from './formats/robots/urdf.js'
export {
  type EnclosingBall,
  type EnclosingBallOptions,
  smallestEnclosingBall,
} from './geometry/balls/enclosing-ball-input.js'
export type { OpenChoice } from './meshes/solid/close-mesh.js'
export type { OpenSurface } from './meshes/solid/open-surface.js'
export type { MeshVolume } from './meshes/tree/mesh-buffer.js'
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
} from './meshes/tree/mesh-queries.js'
export type { MeshStats } from './meshes/tree/mesh-search.js'
export type { SplitRule } from './meshes/tree/mesh-splits.js'
export { type MeshInput, MeshTree, type MeshTreeOptions, type OpenOptions } from './meshes/tree/mesh-tree.js'
export type { NodeVolume } from './meshes/tree/mesh-volumes.js'
export { PairCache, type PairCacheOptions } from './meshes/tree/pair-cache.js'
export { type Clash, type Clashes, type ClashSeverity, clashes, type ResidueClashes } from './molecules/clash/clash.js'
export type { ClashOptions } from './molecules/clash/clash-options.js'
export type { EnergyStats, EnergySum, PairList, PairTerm, Stretch } from './molecules/energy/energy.js'
export { EnergyProposalError, InfiniteEnergyError } from './molecules/energy/energy-errors.js'
export { type EnergyOptions, type EnergyWay, energySum } from './molecules/energy/energy-sum.js'
export {
  hardSpheres,
  type LennardJonesOptions,
  lennardJones,
  type NativeContacts,
  nativeContacts,
  type PerAtom,
  sumOfTerms,
} from './molecules/energy/pair-energy.js'
export { GO_MOVES, GoChain } from './molecules/go/go-chain.js'
export { type GoModel, type GoOptions, goModel } from './molecules/go/go-model.js'
export { GoReplica, type GoReplicaInput } from './molecules/go/go-replica.js'
export { CheckpointError } from './molecules/monte-carlo/checkpoint-bytes.js'
export { EnergyNotANumberError, type MoveCounts, type MoveWeights } from './molecules/monte-carlo/metropolis.js'
export { MonteCarloRun, monteCarlo, monteCarloNow } from './molecules/monte-carlo/monte-carlo.js'
export type {
  CheckpointOptions,
  McProgress,
  McResult,
  MonteCarloOptions,
} from './molecules/monte-carlo/monte-carlo-options.js'
export {
  type CrankshaftOptions,
  ProteinSystem,
  type ProteinSystemOptions,
  type TurnOptions,
} from './molecules/monte-carlo/monte-carlo-protein.js'
export type { McSystem } from './molecules/monte-carlo/monte-carlo-system.js'
export {
  contactFraction,
  type NativeContactOptions,
  type Observable,
  radiusOfGyration,
  rmsdTo,
} from './molecules/monte-carlo/observable.js'
export type { Replica, ReplicaRunner, ReplicaView, ReplicaWork } from './molecules/monte-carlo/replica.js'
export { type ReplicaExchangeResult, replicaExchange } from './molecules/monte-carlo/replica-exchange.js'
export { ReplicaLadder, type ReplicaLadderOptions } from './molecules/monte-carlo/replica-ladder.js'
export { localReplicas } from './molecules/monte-carlo/replica-local.js'
export type {
  ReplicaCheckpointOptions,
  ReplicaExchangeOptions,
  ReplicaProgress,
  ReplicaRound,
} from './molecules/monte-carlo/replica-options.js'
export {
  type ReplicaPort,
  ReplicaWorkerError,
  serveReplicas,
  startReplicaPool,
} from './molecules/monte-carlo/replica-pool.js'
export {
  type NodeThread,
  nodeReplicaPort,
  type WebThread,
  webReplicaPort,
} from './molecules/monte-carlo/replica-ports.js'
export { McReplica, type McReplicaOptions } from './molecules/monte-carlo/replica-system.js'
export { Samples } from './molecules/monte-carlo/samples.js'
export type { Schedule } from './molecules/monte-carlo/schedule.js'
export { Protein, type TorsionChange } from './molecules/protein/protein.js'
export type { ProteinAtoms, ProteinOptions } from './molecules/protein/protein-options.js'
export type { ProteinPiece } from './molecules/protein/protein-select.js'
export type { FixedTorsion, Torsion, TorsionKind } from './molecules/protein/torsion.js'
export { type BondGraph, structureBonds } from './molecules/structure/bonds.js'
export {
  type AtomRadii,
  atomRadii,
  elementRadius,
  RADII_NAMES,
  type RadiiName,
  type RadiiOptions,
  type RadiusRule,
} from './molecules/structure/radii.js'
export {
  findAtom,
  type Residue,
  type ResidueKind,
  residueLabel,
  type Structure,
  type StructureAtoms,
  type StructureChain,
} from './molecules/structure/structure.js'
export type {
  AllowOptions,
  AllowProgress,
  ClassifyOptions,
  PairRunner,
} from './robots/allow/allow-options.js'
export {
  type AllowedPairs,
  type AllowLimits,
  type AllowMesh,
  isCertified,
  type PairClass,
  type PairClearance,
  type PairResult,
} from './robots/allow/allow-result.js'
export { allowedPairs } from './robots/allow/allowed-pairs.js'
export { classifyPair } from './robots/allow/classify-pair.js'
export { isConvention, type JudgedPair, type Judgement, judgeAllowed } from './robots/allow/judge-allowed.js'
export { type ProofCells, proofCells } from './robots/allow/proof-cells.js'
export type { BodyMergeRule } from './robots/cab/cab-arrays.js'
export type { Joint, JointInput, JointKind, JointLimitsInput, MimicInput } from './robots/model/joint.js'
export type {
  AllowedPair,
  Geometry,
  GeometryInput,
  JointGroup,
  Link,
  LinkInput,
  NamedState,
  RobotInput,
} from './robots/model/robot.js'
export { Robot } from './robots/model/robot.js'
export {
  type GeometryDocument,
  type LinkDocument,
  robotDocument,
  robotHash,
  type ShapeDocument,
  type WorldDocument,
} from './robots/model/robot-document.js'
export type { Certificate, PairProof } from './robots/motion/certificate.js'
export { type CheckMotionOptions, checkMotion } from './robots/motion/check-motion.js'
export type { CurveInput } from './robots/motion/curve-piece.js'
export {
  type ClearUntil,
  type FirstContact,
  type FirstContactOptions,
  firstContact,
} from './robots/motion/first-contact.js'
export { type FreeBodyInput, freeBody, poseConfiguration } from './robots/motion/free-body.js'
export type { ContinuousJoints, MotionInput } from './robots/motion/motion-input.js'
export { LIMIT_TOLERANCE, motionOutsideLimits } from './robots/motion/motion-limits.js'
export type { Motion, MotionPiece, PieceBounds, PieceDocument, PieceTurn, TurnDocument } from './robots/motion/piece.js'
export {
  type MotionSampled,
  type SampleMotionOptions,
  type SampleStats,
  type SampleVerdict,
  sampleMotion,
} from './robots/motion/sample-motion.js'
export { checkSegments, SegmentCheck, type SegmentCheckOptions } from './robots/motion/segment-check.js'
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
} from './robots/motion/splines.js'
export { type SweepOptions, type SweepResult, sweepMeshes as sweep } from './robots/motion/sweep.js'
export {
  type PoseTrack,
  type TogetherOptions,
  type TrackInput,
  together,
  type WaypointTrack,
} from './robots/motion/together.js'
export type {
  BeyondLimit,
  JointLimitOptions,
  MotionCollision,
  MotionContext,
  MotionFree,
  MotionLimits,
  MotionNothingToCheck,
  MotionOutsideLimits,
  MotionPlace,
  MotionProgress,
  MotionStats,
  MotionTooClose,
  MotionUndecided,
  MotionVerdict,
  UnprovedInterval,
} from './robots/motion/verdict.js'
export {
  type InverseKinematicsOptions,
  type InverseKinematicsResult,
  type InverseKinematicsStats,
  inverseKinematics,
} from './robots/planning/inverse-kinematics.js'
export { type FreeAxis, type LinkGoal, type LinkGoalError, linkGoalError } from './robots/planning/link-goal.js'
export { Planning, plan, planNow } from './robots/planning/plan.js'
export type { PlannerName, PlanOptions } from './robots/planning/plan-options.js'
export type { PlanGoal } from './robots/planning/plan-read.js'
export type {
  PlanInvalidGoal,
  PlanInvalidStart,
  PlanNotFound,
  PlanProblem,
  PlanProgress,
  PlanResult,
  PlanSolved,
  PlanStats,
} from './robots/planning/plan-result.js'
export { RandomWalking, randomWalk, randomWalkNow } from './robots/planning/random-walk.js'
export type {
  RandomWalkOptions,
  RandomWalkProgress,
  RandomWalkResult,
  RandomWalkStats,
} from './robots/planning/random-walk-result.js'
export { Smoothing, smooth, smoothNow } from './robots/planning/smooth.js'
export type {
  Smoothed,
  SmoothNotProved,
  SmoothOptions,
  SmoothProgress,
  SmoothResult,
  SmoothStats,
} from './robots/planning/smooth-result.js'
export { timePath } from './robots/planning/timing.js'
export type { RateLimit, RateLimitOptions } from './robots/planning/timing-limits.js'
export { Trajectory, type TrajectoryState } from './robots/planning/trajectory.js'
export type {
  TimedPath,
  TimePathNotProved,
  TimePathOptions,
  TimePathResult,
} from './robots/planning/trajectory-result.js'
export { World, type WorldExperiments, type WorldInput } from './robots/world/world.js'
export type { WorldBoxes } from './robots/world/world-boxes.js'
export { worldDocument } from './robots/world/world-document.js'
export type { BlindSpots } from './robots/world/world-examined.js'
export type { WorldHull } from './robots/world/world-hulls.js'
export type { Configuration } from './robots/world/world-input.js'
export type { AttachedInput, ObstacleInput, RobotPlacement } from './robots/world/world-objects.js'
export type { PairStatus, WorldPair } from './robots/world/world-pairs.js'
export type { ProvedPairs } from './robots/world/world-proved.js'
export type { NearestInWorld, WorldContact, WorldDistance, WorldStats } from './robots/world/world-results.js'
export type { WorldSurface } from './robots/world/world-surfaces.js'
export {
  type Body,
  type Contact,
  collide,
  contact,
  distance,
  greedyDistance,
  within,
} from './shapes/body-queries.js'
export type { HullChoice } from './shapes/convex-part.js'
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
} from './shapes/shape.js'
export { box, capsule, convex, convexTriangles, cylinder, group, mesh, sphere } from './shapes/shape.js'
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
export type { MergeRule } from './volumes/merge-obb.js'
