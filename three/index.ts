// `limber/three`: from three's objects and urdf-loader's robots to Limber's shapes and robots, and poses back. three is the
// caller's own (a peer); urdf-loader is never imported. Nothing is turned from Z-up to Y-up or back: frames stay as they are.
export { applyConfiguration, configurationOf } from './configuration.js'
export { type MeshTreeFromGeometryOptions, meshTreeFromGeometry } from './geometry-triangles.js'
export { type PoseOfOptions, poseOf, setLinkPoses, setPose } from './poses.js'
export { type RobotFromUrdfLoaderOptions, robotFromUrdfLoader } from './robot-from-urdf-loader.js'
export { type ShapeFromObject3DOptions, shapeFromObject3D } from './shape-from-object.js'
export type { UrdfLoaderJoint, UrdfLoaderLimit, UrdfLoaderRobot } from './urdf-loader-types.js'
