// Roadmap files as commands write them: as a whole or not at all, and over nothing but a roadmap.
import type { Roadmap, World } from '../../src/entries/robots.js'
import { type Place, placeFor, writeAtomically } from '../print/write-atomically.js'

export function roadmapPlace(file: string): Promise<Place> {
  return placeFor(file, (start) => start.startsWith('limber-roadmap '), 'a name for a roadmap')
}

/** How many bytes were written. */
export async function writeRoadmap(place: Place, world: World, roadmap: Roadmap): Promise<number> {
  const bytes = roadmap.toBytes(world)
  await writeAtomically(place, bytes)
  return bytes.length
}

/** What a plan has taught the roadmap is written back to its file. */
export async function updateRoadmap(world: World, roadmap: Roadmap, file: string): Promise<void> {
  await writeRoadmap(await roadmapPlace(file), world, roadmap)
}
