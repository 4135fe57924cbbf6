// Limber, by its public verbs: the default tree, and others that a caller can ask for.
import type { MeshData, PoseDistance } from '../../scenes/index.js'
import { collide, distance, MeshTree, type MeshTreeOptions } from '../../src/entries/meshes.js'
import { type BenchScene, type MeshContender, type MeshOp, type Peer, timeBuild, timeQueries } from './contender.js'

const VARIANTS: readonly { readonly name: string; readonly options: MeshTreeOptions }[] = [
  { name: 'Limber', options: {} },
  { name: 'Limber SAH', options: { split: 'sah' } },
  { name: 'Limber RSS', options: { volume: 'rss' } },
]

/** The distance by which the scenes' poses are found. */
export function limberDistance(a: MeshData, b: MeshData): PoseDistance {
  const [treeA, treeB] = [new MeshTree(a), new MeshTree(b)]
  return (pose) => distance(treeA, treeB, pose).distance
}

export function limber(): Peer {
  return {
    name: 'Limber',
    version: 'this checkout',
    contenders: async (scene, all) =>
      VARIANTS.slice(0, all ? undefined : 1).map(({ name, options }) => contender(name, scene, options)),
    builders: async (mesh) =>
      VARIANTS.map(({ name, options }) => ({
        name,
        how: `MeshTree ${describe(options)}`.trim(),
        run: () =>
          timeBuild(() => {
            const tree = new MeshTree(mesh, options)
            return () => tree.byteLength - tree.positions.byteLength - tree.triangles.byteLength
          }),
      })),
  }
}

function contender(name: string, { a, b, poses }: BenchScene, options: MeshTreeOptions): MeshContender {
  const [treeA, treeB] = [new MeshTree(a, options), new MeshTree(b, options)]
  const ask = (op: MeshOp, k: number) =>
    op === 'collide' ? collide(treeA, treeB, poses[k]!) : distance(treeA, treeB, poses[k]!)
  return {
    name,
    how: {
      collide: `collide, with its contact ${describe(options)}`.trim(),
      distance: `distance, both points ${describe(options)}`.trim(),
    },
    precision: 'double',
    run: (op, count) =>
      op === 'collide'
        ? timeQueries(count, (k) => Number(collide(treeA, treeB, poses[k]!).collides))
        : timeQueries(count, (k) => distance(treeA, treeB, poses[k]!).distance),
    counts: (op, count) => {
      let [volumeTests, leafTests] = [0, 0]
      for (let k = 0; k < count; k++) {
        const { stats } = ask(op, k)
        volumeTests += stats.volumeTests
        leafTests += stats.leafTests
      }
      return { volumeTests: volumeTests / count, leafTests: leafTests / count }
    },
  }
}

function describe(options: MeshTreeOptions): string {
  const parts = Object.entries(options).map(([field, value]) => `${field} ${value}`)
  return parts.length === 0 ? '' : `(${parts.join(', ')})`
}
