// The entry `limber/robots`: robots, worlds, proved motions and plans, allowed pairs, and their files.

export type { PoseInput } from '../base/math/pose-input.js'
export { Random } from '../base/math/random.js'
export type { StopSignal } from '../base/work/running.js'
export {
  BrokenInvariantError,
  FileError,
  type FilePlace,
  InvalidInputError,
  LimberError,
  MeshFileError,
  type MissingMesh,
  NotConvergedError,
  OpenMeshError,
  ResultTooLargeError,
  RoadmapFileError,
  RobotFileError,
  SceneFileError,
  UnsupportedPairError,
} from '../errors.js'
export {
  type AllowDocumentOptions,
  type AllowedPairDocument,
  type AllowedPairsDocument,
  AllowFileError,
  allowedPairsDocument,
  readAllowedPair,
  readAllowedPairs,
} from '../formats/robots/allow-document.js'
export { isBvh } from '../formats/robots/bvh.js'
export { type FigureOptions, type MotionCapture, type ParseBvhOptions, parseBvh } from '../formats/robots/bvh-clip.js'
export { joinedBy, motionFromPath, orderAt, type PathMotionOptions } from '../formats/robots/path-motion.js'
export {
  packageName,
  type RefusedFile,
  type RobotFilePath,
  type RobotFileSource,
} from '../formats/robots/robot-files.js'
export { type RobotFromFilesOptions, robotFromFiles } from '../formats/robots/robot-folder.js'
export type { MeshReader, MeshReference, NoMesh } from '../formats/robots/robot-meshes.js'
export { type ParseRobotOptions, parseRobot } from '../formats/robots/robot-parse.js'
export type { MeshPlace } from '../formats/robots/robot-paths.js'
export {
  type RobotOptions,
  type RobotSourceOptions,
  robotFromSource,
  srdfPathsOf,
} from '../formats/robots/robot-source.js'
export {
  parseScene,
  type SceneAttached,
  type SceneDescription,
  type SceneObstacle,
  type SceneReadOptions,
  type SceneRobot,
  sceneReadAs,
} from '../formats/robots/scene.js'
export type { SceneDeforming, SceneFastening, SceneNecklace } from '../formats/robots/scene-bending.js'
export {
  configurationsOf,
  type JointOrder,
  jointsLeftOut,
  type PathDescription,
  parsePath,
} from '../formats/robots/scene-path.js'
export type { SceneMesh, SceneOpen, ScenePose, SceneShape, SceneTriangles } from '../formats/robots/scene-shape.js'
export { type LoadedScene, type SceneLoaders, worldFromScene } from '../formats/robots/scene-world.js'
export {
  parseSrdf,
  type Srdf,
  type SrdfEndEffector,
  type SrdfGroup,
  type SrdfMember,
  type SrdfName,
  type SrdfPair,
  type SrdfState,
  type SrdfVirtualJoint,
} from '../formats/robots/srdf.js'
export type { VirtualJoints } from '../formats/robots/srdf-resolve.js'
export { exemptionOf, type SrdfWriteOptions, writeSrdf } from '../formats/robots/srdf-write.js'
export {
  type GeometryChoice,
  parseUrdf,
  type Urdf,
  type UrdfCollision,
  type UrdfGeometry,
  type UrdfJoint,
  type UrdfLimits,
  type UrdfLink,
  type UrdfVisual,
} from '../formats/robots/urdf.js'
export { type PlanningFromScene, planningFromScene } from '../formats/ros/planning-from-scene.js'
export {
  type AllowedMatrix,
  type PlanningAttached,
  type PlanningObject,
  type PlanningScene,
  parsePlanningScene,
} from '../formats/ros/planning-scene.js'
export type { PlanningCone, PlanningPlane, PlanningShape } from '../formats/ros/planning-shapes.js'
export { type LoadedPlanning, obstaclesOfPlanning, worldFromPlanning } from '../formats/ros/planning-world.js'
export { parseAnyPath, withoutMimics } from '../formats/ros/ros-path.js'
export {
  ROS_TRAJECTORY_START,
  rosJoints,
  rosTime,
  writeJointState,
  writeJointTrajectory,
  writePlanningScene,
  writeSceneText,
} from '../formats/ros/write-ros.js'
export type { AllowOptions, AllowProgress, ClassifyOptions, PairRunner } from '../robots/allow/allow-options.js'
export {
  type AllowedPairs,
  type AllowLimits,
  type AllowMesh,
  isCertified,
  type PairClass,
  type PairClearance,
  type PairResult,
} from '../robots/allow/allow-result.js'
export { allowedPairs } from '../robots/allow/allowed-pairs.js'
export { classifyPair } from '../robots/allow/classify-pair.js'
export { isConvention, type JudgedPair, type Judgement, judgeAllowed } from '../robots/allow/judge-allowed.js'
export { type ProofCells, proofCells } from '../robots/allow/proof-cells.js'
export type { BodyMergeRule } from '../robots/cab/cab-arrays.js'
export { Coordinating, coordinate, coordinateNow, diagram } from '../robots/coordinate/coordinate.js'
export type { CoordinateOptions } from '../robots/coordinate/coordinate-options.js'
export type {
  CoordinateDeadlock,
  CoordinateInvalid,
  CoordinateProgress,
  CoordinateResult,
  CoordinateScheduled,
  CoordinateStats,
  CoordinateUndecided,
} from '../robots/coordinate/coordinate-result.js'
export type {
  CertifiedLag,
  CertifiedPath,
  CertifiedSignal,
  CoordinationCertificate,
} from '../robots/coordinate/coordination-certificate.js'
export type { DiagramStats } from '../robots/coordinate/diagram.js'
export type { DiagramView } from '../robots/coordinate/diagram-view.js'
export type { PathsInput, RobotPathInput } from '../robots/coordinate/read-paths.js'
export { type Delays, type NamedSignal, RobotSchedule } from '../robots/coordinate/schedule.js'
export { worldOfRobots } from '../robots/coordinate/world-of-robots.js'
export type {
  Joint,
  JointInput,
  JointKind,
  JointLimitsInput,
  LoopBranch,
  LoopInput,
  MimicInput,
} from '../robots/model/joint.js'
export {
  type AllowedPair,
  type Geometry,
  type GeometryColour,
  type GeometryInput,
  type JointGroup,
  type Link,
  type LinkInput,
  type NamedState,
  Robot,
  type RobotInput,
} from '../robots/model/robot.js'
export {
  type GeometryDocument,
  type LinkDocument,
  robotDocument,
  robotHash,
  type ShapeDocument,
  type WorldDocument,
} from '../robots/model/robot-document.js'
export type { Certificate, PairProof } from '../robots/motion/certificate.js'
export { type CheckMotionOptions, checkMotion } from '../robots/motion/check-motion.js'
export type { CurveInput } from '../robots/motion/curve-piece.js'
export {
  type ClearUntil,
  type FirstContact,
  type FirstContactOptions,
  firstContact,
} from '../robots/motion/first-contact.js'
export { type FreeBodyInput, freeBody, poseConfiguration } from '../robots/motion/free-body.js'
export type { Keyframe, Keyframes } from '../robots/motion/keyframes.js'
export type { ContinuousJoints, MotionInput } from '../robots/motion/motion-input.js'
export { LIMIT_TOLERANCE, motionOutsideLimits } from '../robots/motion/motion-limits.js'
export type {
  Motion,
  MotionPiece,
  PieceBounds,
  PieceDocument,
  PieceTurn,
  TurnDocument,
} from '../robots/motion/piece.js'
export {
  type MotionSampled,
  type SampleMotionOptions,
  type SampleStats,
  type SampleVerdict,
  sampleMotion,
} from '../robots/motion/sample-motion.js'
export { checkSegments, SegmentCheck, type SegmentCheckOptions } from '../robots/motion/segment-check.js'
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
} from '../robots/motion/splines.js'
export { type SweepOptions, type SweepResult, sweepMeshes as sweep } from '../robots/motion/sweep.js'
export {
  type PoseTrack,
  type TogetherOptions,
  type TrackInput,
  together,
  type WaypointTrack,
} from '../robots/motion/together.js'
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
} from '../robots/motion/verdict.js'
export {
  type InverseKinematicsOptions,
  type InverseKinematicsResult,
  type InverseKinematicsStats,
  inverseKinematics,
} from '../robots/planning/inverse-kinematics.js'
export { type FreeAxis, type LinkGoal, type LinkGoalError, linkGoalError } from '../robots/planning/link-goal.js'
export { Planning, plan, planNow } from '../robots/planning/plan.js'
export type { PlannerName, PlanOptions, PlanRoadmap } from '../robots/planning/plan-options.js'
export type { PlanGoal } from '../robots/planning/plan-read.js'
export type {
  PlanInvalidGoal,
  PlanInvalidStart,
  PlanNotFound,
  PlanOptimised,
  PlanProblem,
  PlanProgress,
  PlanResult,
  PlanRoadmapUse,
  PlanSolved,
  PlanStats,
} from '../robots/planning/plan-result.js'
export { RandomWalking, randomWalk, randomWalkNow } from '../robots/planning/random-walk.js'
export type {
  RandomWalkOptions,
  RandomWalkProgress,
  RandomWalkResult,
  RandomWalkStats,
} from '../robots/planning/random-walk-result.js'
export { Smoothing, smooth, smoothNow } from '../robots/planning/smooth.js'
export type {
  Smoothed,
  SmoothNotProved,
  SmoothOptions,
  SmoothProgress,
  SmoothResult,
  SmoothStats,
} from '../robots/planning/smooth-result.js'
export { timePath } from '../robots/planning/timing.js'
export type { RateLimit, RateLimitOptions } from '../robots/planning/timing-limits.js'
export { Trajectory, type TrajectoryState } from '../robots/planning/trajectory.js'
export type {
  TimedPath,
  TimePathNotProved,
  TimePathOptions,
  TimePathResult,
} from '../robots/planning/trajectory-result.js'
export {
  type RoadmapBuilding,
  type RoadmapMade,
  type RoadmapNothingToCheck,
  type RoadmapProgress,
  type RoadmapResult,
  type RoadmapStats,
  roadmap,
  roadmapNow,
} from '../robots/roadmap/build-roadmap.js'
export { parseRoadmap } from '../robots/roadmap/parse-roadmap.js'
export { Roadmap, type RoadmapState } from '../robots/roadmap/roadmap.js'
export type { RoadmapOptions } from '../robots/roadmap/roadmap-options.js'
export { type RoadmapTrail, roadmapTrails } from '../robots/roadmap/roadmap-trails.js'
export type { Fastening, WorldDeformingOptions, WorldNecklaceOptions } from '../robots/world/deforming.js'
export { World, type WorldExperiments, type WorldInput } from '../robots/world/world.js'
export type { WorldBoxes } from '../robots/world/world-boxes.js'
export { worldDocument } from '../robots/world/world-document.js'
export type { BlindSpots } from '../robots/world/world-examined.js'
export type { WorldHull } from '../robots/world/world-hulls.js'
export type { Configuration } from '../robots/world/world-input.js'
export type { AttachedInput, ObstacleInput, RobotPlacement } from '../robots/world/world-objects.js'
export type { PairStatus, WorldPair } from '../robots/world/world-pairs.js'
export type { ProvedPairs } from '../robots/world/world-proved.js'
export type { NearestInWorld, WorldContact, WorldDistance, WorldStats } from '../robots/world/world-results.js'
export type { WorldSurface } from '../robots/world/world-surfaces.js'
export type { HullChoice } from '../shapes/convex-part.js'
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
