// A world with some of the robots of another: for callers, checked.
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import { partOfWorld } from './part-of-world.js'

/**
 * A new world with these robots of another one, by name, in its order. Obstacles, what the robots carry and what may touch are the
 * same; pairs that the other takes as proved are checked here. To plan for one robot as if some others were away.
 */
export function worldOfRobots(world: World, robots: readonly string[]): World {
  const model = world.model()
  const known = model.robots.map(({ name }) => name)
  if (!Array.isArray(robots) || robots.length === 0) throw new InvalidInputError('robots', robots, 'a list of names')
  for (const name of robots) {
    if (!known.includes(name)) throw new InvalidInputError('robots', name, `a robot of the world: ${known.join(', ')}`)
  }
  const thing = model.deforming[0]
  if (thing !== undefined) {
    const expected = 'a world without things that bend: they may be fastened to any robot'
    throw new InvalidInputError('world', thing.name, expected)
  }
  return partOfWorld(world, robots, true)
}
