// Limber's World, by its public verbs, forward kinematics included: it alone is given joint values instead of poses.
import type { BodyMergeRule, World } from '../../src/entries/robots.js'
import type { WorldCase } from './case.js'
import { timeBlocks, type WorldContender, type WorldPeer } from './contender.js'

const RULES: readonly BodyMergeRule[] = ['cab', 'cab-gs', 'better-child', 'covariance', 'aabb*', 'aabb+']

/** The default, and the other hierarchies over bodies that a caller can ask for. */
export function limber(): WorldPeer {
  return {
    name: 'Limber',
    version: 'this checkout',
    contenders: async (one, all) => [
      contender('Limber', one.world, one, true),
      ...(all ? RULES.map((name) => contender(`Limber ${name}`, one.worldWith(name), one, false)) : []),
    ],
  }
}

function contender(name: string, world: World, { configurations }: WorldCase, measures: boolean): WorldContender {
  const count = configurations.length
  return {
    name,
    how: {
      collide: 'World.collides, with kinematics',
      ...(measures ? { distance: 'World.distance, with kinematics and points' } : {}),
    },
    tolerance: 1e-12,
    run: (op, blocks) =>
      op === 'collide'
        ? timeBlocks(count, blocks, (k) => Number(world.collides(configurations[k]!)))
        : timeBlocks(count, blocks, (k) => world.distance(configurations[k]!).distance),
  }
}
