// Every format that is fuzzed. A new one is an entry in one of these tables.
import type { FuzzFormat } from './format.js'
import { DOCUMENTS } from './formats-documents.js'
import { MESHES } from './formats-meshes.js'
import { MOLECULES } from './formats-molecules.js'
import { ROBOTS } from './formats-robots.js'
import { ROS } from './formats-ros.js'

export const FORMATS: readonly FuzzFormat[] = [...MESHES, ...ROBOTS, ...ROS, ...DOCUMENTS, ...MOLECULES]
