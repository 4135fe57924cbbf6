// A robot of primitives and meshes among obstacles.
import {
  Random,
  robotDocument,
  robotHash,
  World,
  type WorldContact,
  type WorldDistance,
  type WorldStats,
  worldDocument,
} from '../../src/entries/robots.js'
import type { Row, Value } from './digest.js'
import { cell, mixedArm, randomConfiguration } from './inputs.js'

export function contactValues(c: WorldContact): Value {
  return [c.a, c.b, c.geometryA, c.geometryB, c.depth, c.normal, c.depthOf, c.pointA, c.pointB]
}

function distanceValues(d: WorldDistance): Value {
  return [d.a, d.b, d.geometryA, d.geometryB, d.distance, d.pointA, d.pointB, d.normal]
}

const counters = (s: WorldStats): Value => [s.volumeTests, s.pairTests, s.innerVolumeTests, s.leafTests, s.nodesUpdated]

export function worlds(row: Row): void {
  const two = new World({
    robots: [
      { robot: mixedArm(), name: 'left', base: { at: [0, 0.35, 0] } },
      { robot: mixedArm(), name: 'right', base: { at: [0.1, -0.35, 0], rotation: [0, 0, 0.6, 0.8] } },
    ],
    allowed: [['left/lower', 'right/lower']],
  })
  const bare = new World({ robots: [mixedArm()], adjacent: 'checked', allowed: [['base', 'turret']] })
  askWorld(row, 'cell', cell(), 60)
  askWorld(row, 'cell, cab', cell({ merge: 'cab' }), 30)
  askWorld(row, 'cell, aabb*, hulls never', cell({ experimental: { merge: 'aabb*' }, hulls: 'never' }), 30)
  askWorld(row, 'cell, hulls always', cell({ hulls: 'always' }), 30)
  askWorld(row, 'two arms', two, 30)
  askWorld(row, 'one arm, adjacent links checked', bare, 20)

  const world = cell()
  row('documents', JSON.stringify(worldDocument(world)), JSON.stringify(robotDocument(mixedArm())))
  row('robot hash', robotHash(mixedArm()))
  row('variables and limits', world.variables, world.lower, world.upper)
  row(
    'hulls of meshes',
    ...world.hullsOfMeshes().map((h): Value => [h.object, h.triangles, h.corners, h.deviation, h.isConvex, h.isUsed]),
  )
  const q = world.neutral()
  row('boxes of all levels', ...Array.from({ length: world.levels }, (_, level) => world.boxes(q, level).boxes))
  world.detach('cup')
  world.removeObstacle('rock')
  world.allow('arm/lower', 'post')
  askWorld(row, 'cell, changed', world, 30)
}

export function askWorld(row: Row, name: string, world: World, count: number): void {
  const random = new Random(31)
  const asked = Array.from({ length: count }, () => randomConfiguration(world, random))
  const work: Value[] = []
  const spent = <T>(answer: T): T => {
    work.push(counters(world.stats))
    return answer
  }
  row(`${name}: pairs`, ...world.pairs().map(({ a, b, status }): Value => [a, b, status]))
  row(`${name}: link poses`, ...asked.map((q) => world.objects.map((o): Value => poseOf(world, q, o))))
  row(
    `${name}: collides`,
    asked.map((q) => spent(world.collides(q))),
  )
  row(`${name}: collisions`, ...asked.map((q) => spent(world.collisions(q)).map(contactValues)))
  row(`${name}: distance`, ...asked.map((q) => distanceValues(spent(world.distance(q)))))
  row(`${name}: distances`, ...asked.map((q) => spent(world.distances(q)).map(distanceValues)))
  row(`${name}: within`, ...asked.map((q) => spent(world.pairsWithin(q, 0.1)).map(distanceValues)))
  row(`${name}: counters`, work)
}

function poseOf(world: World, q: Float64Array, object: string): Value {
  const { link } = world.geometryOf(object)
  return link === undefined ? undefined : world.linkPose(q, link)
}
