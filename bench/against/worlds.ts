// Collision and distance of robots in worlds, by World.collides and World.distance.
import type { World } from '../../src/index.js'
import type { Order } from '../worlds/case.js'
import { type BenchRobot, benchRobots } from '../worlds/robots.js'
import { BOXES, buildCase } from '../worlds.js'
import { type OwnCase, once, ownCase } from './own-case.js'

const FULL = { robots: Infinity, configurations: 500 }
const QUICK = { robots: 2, configurations: 200 }

export async function worldCases(quick: boolean): Promise<OwnCase[]> {
  const { robots, configurations } = quick ? QUICK : FULL
  const all = (await benchRobots(robots)).robots
  return all.flatMap((robot) =>
    [0, BOXES].flatMap((boxes) =>
      (['random', 'path'] as const).flatMap((order) => queryCases(robot, boxes, order, configurations)),
    ),
  )
}

function queryCases(robot: BenchRobot, boxes: number, order: Order, count: number): OwnCase[] {
  const built = once(() => buildCase(robot, boxes, order, count))
  const inputs = () => ({ configurations: built().configurations, allowed: robot.allowed })
  type Inputs = ReturnType<typeof inputs>
  const ask = { collides: (world: World, q: Float64Array) => Number(world.collides(q)), distance }
  return (['collides', 'distance'] as const).map((op) =>
    ownCase({
      name: `${robot.name}, ${boxes === 0 ? 'self' : `${boxes} boxes`}, ${order}, ${op}`,
      unit: 'configuration',
      inputs,
      make: ({ configurations, allowed }: Inputs) => {
        // What touches at all times is this build's finding, for both.
        const { world } = buildCase({ ...robot, allowed }, boxes, order, 1)
        return {
          units: configurations.length,
          run: () => configurations.reduce((sum, q) => sum + ask[op](world, q), 0),
        }
      },
    }),
  )
}

function distance(world: World, q: Float64Array): number {
  return world.distance(q).distance
}
