// Some robots of a world without the others: what they carry comes along, and what may touch stays the same.
import type { HullChoice } from '../../shapes/convex-part.js'
import { World } from '../world/world.js'

/** With the obstacles of the world, or without. Configurations are those of these robots, in the world's order. */
export function partOfWorld(
  world: World,
  names: readonly string[],
  withObstacles: boolean,
  hulls: HullChoice = 'auto',
): World {
  const { robots, index } = world.model()
  const { objects } = index
  const part = new World({
    robots: robots.filter(({ name }) => names.includes(name)),
    hulls,
    obstacles: objects.flatMap(({ kind, name, geometry }) =>
      withObstacles && kind === 'obstacle' ? [{ name, shape: geometry[0]!.shape, pose: geometry[0]!.pose }] : [],
    ),
  })
  for (const { kind, name, robot, link, geometry } of objects) {
    const owner = robots[robot]
    if (kind !== 'attached' || owner === undefined || !names.includes(owner.name)) continue
    const { shape, pose } = geometry[0]!
    part.attach({ name, link: `${owner.name}/${owner.robot.links[link]!.name}`, shape, pose })
  }
  const kept = new Set(part.objects)
  const allowed = new Set<string>()
  for (const { a, b, status, reason } of world.pairs()) {
    if (status !== 'allowed' || !kept.has(a) || !kept.has(b)) continue
    allowed.add(JSON.stringify([a, b]))
    part.allow(a, b, reason)
  }
  for (const { a, b, status } of part.pairs()) {
    if (status === 'allowed' && !allowed.has(JSON.stringify([a, b]))) part.disallow(a, b)
  }
  return part
}
