// Roadmap files.
import { parseRoadmap, type Roadmap, RoadmapFileError } from '../src/entries/robots.js'
import { readBytes } from './read-bytes.js'

/** The numbers of a larger one would not fit into an array of bytes on every platform. */
const MAX_BYTES = 2 ** 31 - 1

/** Reads a roadmap that `limber roadmap` or `Roadmap.toBytes` has written. */
export async function readRoadmap(path: string): Promise<Roadmap> {
  return parseRoadmap(await readBytes(path, MAX_BYTES, RoadmapFileError), path)
}
