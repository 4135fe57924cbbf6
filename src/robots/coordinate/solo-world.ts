// One robot of a world without the others: what it carries comes along, and what may touch stays the same.
import type { HullChoice } from '../../shapes/convex-part.js'
import { World } from '../world/world.js'

/** With the obstacles of the world, or without. */
export function soloWorld(world: World, robot: string, withObstacles: boolean, hulls: HullChoice = 'auto'): World {
  const { robots, index } = world.model()
  const r = robots.findIndex(({ name }) => name === robot)
  const { objects } = index
  const solo = new World({
    robots: [robots[r]!],
    hulls,
    obstacles: withObstacles
      ? objects.flatMap(({ kind, name, geometry }) =>
          kind === 'obstacle' ? [{ name, shape: geometry[0]!.shape, pose: geometry[0]!.pose }] : [],
        )
      : [],
  })
  for (const { kind, name, robot: owner, link, geometry } of objects) {
    if (kind !== 'attached' || owner !== r) continue
    const { shape, pose } = geometry[0]!
    solo.attach({ name, link: `${robot}/${robots[r]!.robot.links[link]!.name}`, shape, pose })
  }
  const names = new Set(solo.objects)
  const allowed = new Set<string>()
  for (const { a, b, status, reason } of world.pairs()) {
    if (status !== 'allowed' || !names.has(a) || !names.has(b)) continue
    allowed.add(JSON.stringify([a, b]))
    solo.allow(a, b, reason)
  }
  for (const { a, b, status } of solo.pairs()) {
    if (status === 'allowed' && !allowed.has(JSON.stringify([a, b]))) solo.disallow(a, b)
  }
  return solo
}
