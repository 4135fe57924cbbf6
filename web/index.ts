// `limber/web`: what a browser has instead of a file system. Everything else is in entries that run anywhere.
export { type RobotFromFilesOptions, robotFromFiles } from '../src/entries/robots.js'
export type { Fetch, FetchedResponse } from './fetch-files.js'
export { type ReadMeshOptions, readMesh } from './read-mesh.js'
export { type ReadRobotOptions, readRobot } from './read-robot.js'
export { type ReadScene, type ReadSceneOptions, readPath, readScene } from './read-scene.js'
export { type ChosenFile, type ReadStructureOptions, readStructure } from './read-structure.js'
export { type BatchOptions, runBatch, serveBatch } from './run-batch.js'
