// Limber, by its public verbs.
import type { MeshData, PoseDistance } from '../../scenes/index.js'
import { distanceShapes, ShapeDistance } from '../../src/bodies/shape-distance.js'
import { mesh } from '../../src/index.js'
import { type Peer, timeBuild, timeQueries } from './contender.js'

/** The distance by which the scenes' poses are found. */
export function limberDistance(a: MeshData, b: MeshData): PoseDistance {
  const shapeA = mesh(a)
  const shapeB = mesh(b)
  const out = new ShapeDistance()
  return (pose) => {
    distanceShapes(out, shapeA, shapeB, pose, 0, Infinity)
    return out.distance
  }
}

export function limber(): Peer {
  return {
    name: 'Limber',
    version: 'this checkout',
    contenders: async ({ a, b, poses }) => {
      const shapeA = mesh(a)
      const shapeB = mesh(b)
      const out = new ShapeDistance()
      const run = (k: number, cutoff: number): number => {
        distanceShapes(out, shapeA, shapeB, poses[k]!, 0, cutoff)
        return out.distance
      }
      return [
        {
          name: 'Limber',
          how: { collide: 'distanceShapes, cutoff 0', distance: 'distanceShapes' },
          precision: 'double',
          run: (op, count) =>
            op === 'collide'
              ? timeQueries(count, (k) => Number(run(k, 0) === 0))
              : timeQueries(count, (k) => run(k, Infinity)),
          counts: (op, count) => {
            out.boxTests = 0
            out.primitiveTests = 0
            for (let k = 0; k < count; k++) run(k, op === 'collide' ? 0 : Infinity)
            return { volumeTests: out.boxTests / count, triangleTests: out.primitiveTests / count }
          },
        },
      ]
    },
    builders: async (data) => [
      {
        name: 'Limber',
        how: 'mesh',
        run: () =>
          timeBuild(() => {
            const made = mesh(data)
            return () =>
              Object.values(made.tree).reduce((sum, x) => sum + (ArrayBuffer.isView(x) ? x.byteLength : 0), 0)
          }),
      },
    ],
  }
}
