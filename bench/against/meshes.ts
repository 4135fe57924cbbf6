// Two meshes near contact, as in the bench of meshes, by the default tree; and building one.
import { collide, distance, MeshTree } from '../../src/index.js'
import { limberDistance } from '../meshes/limber.js'
import { buildMesh, makeScene, sceneNames } from '../meshes/scenes.js'
import { type OwnCase, once, ownCase } from './own-case.js'

export function meshCases(quick: boolean): OwnCase[] {
  const queries = sceneNames(quick).flatMap((name) => {
    const scene = once(() => makeScene(name, quick ? 20 : 50, limberDistance))
    return ['collide', 'distance'].map((op) =>
      ownCase({
        name: `${name}, ${op}`,
        unit: 'query',
        inputs: scene,
        make: ({ a, b, poses }) => {
          const [treeA, treeB] = [new MeshTree(a), new MeshTree(b)]
          const ask =
            op === 'collide'
              ? (pose: Float64Array) => Number(collide(treeA, treeB, pose).collides)
              : (pose: Float64Array) => distance(treeA, treeB, pose).distance
          return { units: poses.length, run: () => poses.reduce((sum, pose) => sum + ask(pose), 0) }
        },
      }),
    )
  })
  const build = ownCase({
    name: 'build',
    unit: 'tree',
    inputs: buildMesh,
    make: (mesh) => ({ units: 1, run: () => new MeshTree(mesh).triangles.length }),
  })
  return [...queries, build]
}
