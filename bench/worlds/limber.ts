// Limber's World, by its public verbs, forward kinematics included: it alone is given joint values instead of poses.
import type { World } from '../../src/index.js'
import type { WorldCase } from './case.js'
import { timeBlocks, type WorldContender, type WorldPeer } from './contender.js'

export function limber(): WorldPeer {
  return {
    name: 'Limber',
    version: 'this checkout',
    contenders: async (one) => [contender('Limber', one.world, one)],
  }
}

function contender(name: string, world: World, { configurations }: WorldCase): WorldContender {
  const count = configurations.length
  return {
    name,
    how: { collide: 'World.collides, with kinematics', distance: 'World.distance, with kinematics and points' },
    tolerance: 1e-12,
    run: (op, blocks) =>
      op === 'collide'
        ? timeBlocks(count, blocks, (k) => Number(world.collides(configurations[k]!)))
        : timeBlocks(count, blocks, (k) => world.distance(configurations[k]!).distance),
  }
}
