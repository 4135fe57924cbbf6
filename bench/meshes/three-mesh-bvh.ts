// three-mesh-bvh, as its documents say it should be used: both geometries with a bounds tree, bounding boxes computed ahead.
// Its default strategy is CENTER; SAH is slower to build and gives the better bounds. `intersectsGeometry` walks one tree
// and searches the other from each of its leaves; `bvhcast` walks both at once, leaving the triangles to a callback, and
// was fastest with leaves of four. `closestPointToGeometry` always finds both points.
import type { BufferGeometry, Matrix4 } from 'three'
import type { BVHOptions, MeshBVH } from 'three-mesh-bvh'
import type { MeshData } from '../../scenes/index.js'
import { type BenchScene, loadPackage, type MeshContender, type Peer, timeBuild, timeQueries } from './contender.js'

export async function loadThreeMeshBvh(): Promise<Peer> {
  const { module: three } = await loadPackage('three', () => import('three'))
  const { module: bvh, version } = await loadPackage('three-mesh-bvh', () => import('three-mesh-bvh'))

  /** A geometry of its own, since a build sorts the vertex numbers in place. */
  function geometry({ positions, triangles }: MeshData): BufferGeometry {
    const out = new three.BufferGeometry()
    out.setAttribute('position', new three.BufferAttribute(Float32Array.from(positions), 3))
    out.setIndex(new three.BufferAttribute(Uint32Array.from(triangles), 1))
    out.computeBoundingBox()
    return out
  }

  function withTree(mesh: MeshData, options: BVHOptions): { geometry: BufferGeometry; tree: MeshBVH } {
    const made = geometry(mesh)
    const tree = new bvh.MeshBVH(made, options)
    made.boundsTree = tree
    return { geometry: made, tree }
  }

  function matrices(poses: readonly Float64Array[]): Matrix4[] {
    return poses.map((p) => new three.Matrix4().set(...([...p, 0, 0, 0, 1] as Parameters<Matrix4['set']>)))
  }

  function standard(name: string, scene: BenchScene, options: BVHOptions): MeshContender {
    const a = withTree(scene.a, options)
    const b = withTree(scene.b, options)
    const poses = matrices(scene.poses)
    const hit = () => ({ point: new three.Vector3(), distance: 0, faceIndex: 0 })
    const [onA, onB] = [hit(), hit()]
    return {
      name,
      how: { collide: 'intersectsGeometry', distance: 'closestPointToGeometry, both points' },
      precision: 'single',
      run: (op, count) =>
        op === 'collide'
          ? timeQueries(count, (k) => Number(a.tree.intersectsGeometry(b.geometry, poses[k]!)))
          : timeQueries(count, (k) => a.tree.closestPointToGeometry(b.geometry, poses[k]!, onA, onB)!.distance),
    }
  }

  function bvhcast(scene: BenchScene): MeshContender {
    const options = { strategy: bvh.SAH, targetLeafSize: 4 }
    const a = withTree(scene.a, options)
    const b = withTree(scene.b, options)
    const poses = matrices(scene.poses)
    const callbacks: Parameters<MeshBVH['bvhcast']>[2] = {
      intersectsTriangles: (p, q) => p.intersectsTriangle(q),
    }
    return {
      name: 'three-mesh-bvh bvhcast',
      how: { collide: 'bvhcast with intersectsTriangle, SAH, leaves of 4' },
      precision: 'single',
      run: (_, count) => timeQueries(count, (k) => Number(a.tree.bvhcast(b.tree, poses[k]!, callbacks))),
    }
  }

  return {
    name: 'three-mesh-bvh',
    version,
    contenders: async (scene, all) => [
      standard('three-mesh-bvh', scene, {}),
      ...(all ? [standard('three-mesh-bvh SAH', scene, { strategy: bvh.SAH })] : []),
      bvhcast(scene),
    ],
    builders: async (mesh) =>
      [
        { name: 'three-mesh-bvh', how: 'MeshBVH, CENTER (its default)', strategy: bvh.CENTER },
        { name: 'three-mesh-bvh SAH', how: 'MeshBVH, SAH', strategy: bvh.SAH },
      ].map(({ name, how, strategy }) => ({
        name,
        how,
        run: () => {
          const made = geometry(mesh)
          return timeBuild(() => {
            const tree = new bvh.MeshBVH(made, { strategy })
            const { roots } = bvh.MeshBVH.serialize(tree, { cloneBuffers: false })
            return () => roots.reduce((sum, root) => sum + root.byteLength, 0)
          })
        },
      })),
  }
}
