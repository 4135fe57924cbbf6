// Shapes: every kind with every kind, in both orders.
import { collide, contact, distance, greedyDistance, Random, within } from '../../src/entries/meshes.js'
import type { Row, Value } from './digest.js'
import { randomPose, shapeOfEachKind } from './inputs.js'

export function shapes(row: Row): void {
  const kinds = Object.entries(shapeOfEachKind(new Random(21)))
  for (const [nameA, a] of kinds) {
    for (const [nameB, b] of kinds) {
      const random = new Random(22)
      const poses = Array.from({ length: 20 }, (_, k) => randomPose(random, 0.08 * k, 0.08 * k + 0.1))
      const name = `${nameA} and ${nameB}`
      row(
        `${name}: contact`,
        ...poses.map((pose): Value => {
          const r = contact(a, b, pose)
          return [r.distance, r.error, r.depth, r.normal, r.pointA, r.pointB]
        }),
      )
      row(
        `${name}: distance`,
        ...poses.map((pose): Value => {
          const r = distance(a, b, pose)
          return [r.distance, r.error, r.pointA, r.pointB, r.triangleA, r.triangleB]
        }),
      )
      row(
        `${name}: collide, within, greedyDistance`,
        ...poses.map((pose): Value => {
          const { collides, contact: at } = collide(a, b, pose)
          return [collides, at, within(a, b, 0.1, pose), greedyDistance(a, b, pose)]
        }),
      )
    }
  }
}
