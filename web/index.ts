// `limber/web`: what a browser has instead of a file system. Everything else is in `limber`, which runs anywhere.
export { type RobotFromFilesOptions, robotFromFiles } from '../src/index.js'
export type { Fetch, FetchedResponse } from './fetch-files.js'
export { type ReadMeshOptions, readMesh } from './read-mesh.js'
export { type ReadRobotOptions, readRobot } from './read-robot.js'
export { type ChosenFile, type ReadStructureOptions, readStructure } from './read-structure.js'
