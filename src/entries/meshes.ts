// The entry `limber/meshes`: triangle meshes, shapes, and the queries between any two of them.

export type { PoseInput } from '../base/math/pose-input.js'
export { Random } from '../base/math/random.js'
export {
  BrokenInvariantError,
  FileError,
  type FilePlace,
  InvalidInputError,
  LimberError,
  MeshFileError,
  NotConvergedError,
  OpenMeshError,
  ResultTooLargeError,
  UnsupportedPairError,
} from '../errors.js'
export type { MeshData, MeshFileOptions, MeshFormat } from '../formats/meshes/mesh-data.js'
export { parseMesh } from '../formats/meshes/parse-mesh.js'
export { type MorphData, type MorphKeys, parseMorphs } from '../formats/meshes/parse-morphs.js'
export {
  parseVertexCache,
  type VertexCache,
  type VertexCacheFormat,
  type VertexCacheOptions,
} from '../formats/meshes/vertex-cache.js'
export type { StepCertificate } from '../geometry/steps/prove-step.js'
export type { StepDocument, StepHulls } from '../geometry/steps/step-document.js'
export type { DeformOptions } from '../meshes/deform/check-deform.js'
export type { DeformOther } from '../meshes/deform/deform-other.js'
export type { DeformCollapse, DeformPair, DeformResult, DeformStats } from '../meshes/deform/deform-result.js'
export {
  meshSelfCollisions as selfCollisions,
  type SelfCollisionList,
  type SelfCollisionStats,
} from '../meshes/deform/self-collisions.js'
export type { OpenChoice } from '../meshes/solid/close-mesh.js'
export type { OpenSurface } from '../meshes/solid/open-surface.js'
export type { MeshVolume } from '../meshes/tree/mesh-buffer.js'
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
} from '../meshes/tree/mesh-queries.js'
export type { MeshStats } from '../meshes/tree/mesh-search.js'
export type { SplitRule } from '../meshes/tree/mesh-splits.js'
export { type MeshInput, MeshTree, type MeshTreeOptions, type OpenOptions } from '../meshes/tree/mesh-tree.js'
export type { NodeVolume } from '../meshes/tree/mesh-volumes.js'
export { PairCache, type PairCacheOptions } from '../meshes/tree/pair-cache.js'
export { type Body, type Contact, collide, contact, distance, greedyDistance, within } from '../shapes/body-queries.js'
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
