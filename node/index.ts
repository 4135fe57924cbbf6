// `limber/node`: what needs a file system. Everything else is in entries that run anywhere.
export { type BatchOptions, runBatch } from './batch/run-batch.js'
export { findPackages } from './find-packages.js'
export { type ReadFramesOptions, readFrames, readTopology } from './read-frames.js'
export { type ReadMeshOptions, readMesh, readMorphs, readVertexCache } from './read-mesh.js'
export { readRoadmap } from './read-roadmap.js'
export { type ReadRobotOptions, readRobot } from './read-robot.js'
export { type ReadScene, type ReadSceneOptions, readPath, readPlanningScene, readScene } from './read-scene.js'
export { type ReadStructureOptions, readStructure } from './read-structure.js'
