// The scene library: builders by formula or seed, shared by tests, lab, bench and studio. All are pure functions
// that return typed arrays of their own.
export { ARTICULATED_CHAINS, type ArticulatedChains, articulatedChains } from './articulated-chains.js'
export { articulatedHand } from './articulated-hand.js'
export { type BoatLink, boatLink, ellipsoidLink, roundedLink } from './articulated-links.js'
export { type ArticulatedBody, type ArticulatedScene, articulatedPairs, PLACE } from './articulated-scene.js'
export { CLOTH_SCENES, type ClothScene, type ClothStep, clothStep } from './cloth.js'
export { COMPACT_STARTS, type CompactStart, compactChain } from './compact-chains.js'
export {
  inUnitBox,
  type KdopScene,
  type KdopSceneOptions,
  kdopScenes,
  type TurnDistances,
  turnedPair,
} from './kdop-scenes.js'
export {
  type NearPoseOptions,
  nestedPoses,
  type PoseDistance,
  penetratingPoses,
  separatedPoses,
} from './mesh-poses.js'
export {
  blob,
  bumpySphere,
  gear,
  gridBox,
  icosphere,
  type MeshData,
  sheet,
  soup,
  sphereMesh,
  thinPlate,
  torusKnot,
  torusMesh,
} from './meshes.js'
export { adversarial } from './motion-adversarial.js'
export type { AdversarialMotion } from './motion-adversarial-parts.js'
export { ARM_MODELS, type ArmModel, heavyArm, type SixAxisArmOptions, sixAxisArm } from './motion-arms.js'
export { type CableCell, type CableCellOptions, cableCell } from './motion-cable.js'
export { cage, cageGun } from './motion-cages.js'
export { carBody, carCoarse, carSix } from './motion-cars.js'
export { GRAZES, type Graze, type GrazeKind, graze } from './motion-graze.js'
export { machine } from './motion-machine.js'
export { liesBelow, type PlanningQuery, planningQuery } from './motion-queries.js'
export { freeConfiguration, freeEnds, freeSteps, type MotionScene, robotTriangles } from './motion-scene.js'
export { MOTION_SCENES, type MotionSceneName } from './motion-scenes.js'
export { lattice, snakeArm, tori } from './motion-snakes.js'
export { workshop } from './motion-workshop.js'
export { type TorsionMoves, torsionMoves } from './moves.js'
export {
  type ClosedRope,
  closedTrefoil,
  closedWalk,
  mirroredTrefoil,
  swellingTrefoil,
  untiedTrefoil,
} from './necklace-closed.js'
export { pulledKnot } from './necklace-knot.js'
export { generatedBackbone, generatedHairpin, tremblingHairpin } from './necklace-molecules.js'
export { coiledRope, looseRope, packedRope } from './necklace-ropes.js'
export type { MovingNecklace, NecklaceScene } from './necklace-scene.js'
export {
  beadGrid,
  beadHelix,
  grill,
  layeredWorstCase,
  scalingHelix,
  spline,
  staticHelix,
} from './necklace-shapes.js'
export { rollingSpiral, type SpiralWay } from './necklace-spiral.js'
export { helix, randomCoil, selfAvoidingCoil, straightChain, zigzagChain } from './open-chains.js'
export { type PolymerMelt, polymerMelt } from './polymer-melt.js'
export { BACKBONE_ANGLES, BACKBONE_BONDS, backboneMoves, extendedBackbone, foldedBackbone } from './proteins.js'
export { type ClutterBox, clutter, hand, humanoid, meshArm } from './robots.js'
export { doubleRowChain, type Lemma7Chain, lemma7Chain } from './worst-case-chains.js'
