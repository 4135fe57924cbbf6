// rapier, through the shapes that its TriMesh makes: its public Shape.intersectsShape and contactShape rebuild both meshes at
// every call, so the raw shapes are kept and asked themselves. It works in single precision.
//
// It has no distance query. contactShape gives the nearest pair of points if they are within a prediction, and its time grows
// with the prediction (over a second for half the mesh), so the prediction starts at a thousandth and is doubled until
// there is an answer: what a user who needs a distance would have to do.
import type { RotationOps, TriMesh, VectorOps } from '@dimforge/rapier3d-compat'
import type { MeshData } from '../../scenes/index.js'
import { loadPackage, type Peer, timeBuild, timeQueries } from './contender.js'

type RawShape = ReturnType<TriMesh['intoRaw']>
type RawPose = readonly [ReturnType<typeof VectorOps.intoRaw>, ReturnType<typeof RotationOps.intoRaw>]

const FIRST_PREDICTION = 0.001

export async function loadRapier(): Promise<Peer> {
  const { module: rapier, version } = await loadPackage(
    '@dimforge/rapier3d-compat',
    () => import('@dimforge/rapier3d-compat'),
  )
  await rapier.init()

  const triMesh = ({ positions, triangles }: MeshData): TriMesh =>
    new rapier.TriMesh(Float32Array.from(positions), Uint32Array.from(triangles))

  function rawPose(pose: Float64Array): RawPose {
    const [x, y, z, w] = quaternion(pose)
    return [
      rapier.VectorOps.intoRaw({ x: pose[3]!, y: pose[7]!, z: pose[11]! }),
      rapier.RotationOps.intoRaw({ x, y, z, w }),
    ]
  }

  function distance(a: RawShape, b: RawShape, [t0, r0]: RawPose, [t, r]: RawPose): number {
    for (let prediction = FIRST_PREDICTION; prediction < 100; prediction *= 2) {
      const found = a.contactShape(t0, r0, b, t, r, prediction)
      if (found === undefined) continue
      // It may answer with a pair that is further apart than the prediction, and then there can be a nearer one.
      const { distance } = rapier.ShapeContact.fromBuffer(found)
      if (distance <= prediction) return Math.max(0, distance)
    }
    return Infinity
  }

  return {
    name: 'rapier',
    version,
    contenders: async (scene) => {
      const a = triMesh(scene.a).intoRaw()
      const b = triMesh(scene.b).intoRaw()
      const origin = rawPose(Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0))
      const poses = scene.poses.map(rawPose)
      return [
        {
          name: 'rapier',
          how: {
            collide: 'intersectsShape, shapes kept',
            distance: 'contactShape, prediction doubled from 0.001 until it answers',
          },
          precision: 'single',
          run: (op, count) =>
            op === 'collide'
              ? timeQueries(count, (k) => Number(a.intersectsShape(...origin, b, ...poses[k]!)))
              : timeQueries(count, (k) => distance(a, b, origin, poses[k]!)),
          close: () => {
            for (const raw of [a, b, ...origin, ...poses.flat()]) raw.free()
          },
        },
      ]
    },
    builders: async (mesh) => {
      const shape = triMesh(mesh)
      return [
        {
          name: 'rapier',
          how: 'TriMesh',
          run: () =>
            timeBuild(() => {
              const raw = shape.intoRaw()
              return () => {
                raw.free()
                return undefined
              }
            }),
        },
      ]
    },
  }
}

/** x, y, z, w of a pose's rotation, by its largest component (Shepperd). */
function quaternion(pose: Float64Array): [number, number, number, number] {
  const [a, b, c, , d, e, f, , g, h, i] = pose as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const largest = Math.max(a + e + i, a, e, i)
  let q: [number, number, number, number]
  if (largest === a + e + i) q = [h - f, c - g, d - b, 1 + a + e + i]
  else if (largest === a) q = [1 + a - e - i, b + d, c + g, h - f]
  else if (largest === e) q = [b + d, 1 - a + e - i, f + h, c - g]
  else q = [c + g, f + h, 1 - a - e + i, d - b]
  const norm = Math.hypot(...q)
  return q.map((x) => x / norm) as [number, number, number, number]
}
