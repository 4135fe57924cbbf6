// What the meshes show, asked outside the studio. The files are called as Save saves them.
import type { Recipe } from '../../app/scene.js'
import type { Place } from './model.js'

export const FILES = { first: 'first.obj', second: 'second.obj', from: 'cloth.obj', to: 'cloth-end.obj' } as const

/** Two meshes, the second one at a place. */
export function pairRecipe({ at, turn }: Place): Recipe {
  const length = Math.hypot(...turn)
  const rotation = turn.map((x) => x / length)
  return {
    reads: [FILES.first, FILES.second],
    command: `npx limber query ${FILES.first} ${FILES.second} --op distance --pose "${[...at, ...rotation].join(' ')}"`,
    code: `import { collisions, distance, MeshTree } from 'limber/meshes'
import { readMesh } from 'limber/node'

const [a, b] = await Promise.all(
  ['${FILES.first}', '${FILES.second}'].map(async (file) => new MeshTree(await readMesh(file))),
)
// Where the second one is: x, y, z, and a quaternion x, y, z, w.
const pose = { at: ${JSON.stringify(at)}, rotation: ${JSON.stringify(rotation)} }
const near = distance(a, b, pose)
console.log(near.distance, near.pointA, near.pointB)
console.log(collisions(a, b, pose).count, 'pairs of triangles touch')
`,
  }
}

/** A cloth, from where it is to where it goes. */
export function clothRecipe(): Recipe {
  return {
    reads: [FILES.from, FILES.to],
    command: `npx limber deform ${FILES.from} ${FILES.to}`,
    code: `import { MeshTree } from 'limber/meshes'
import { readMesh } from 'limber/node'

const from = new MeshTree(await readMesh('${FILES.from}'), { open: 'surface' })
const to = await readMesh('${FILES.to}')
const { outcome, at, pairs } = from.checkDeform(to.positions)
console.log(outcome, at, pairs.length)
`,
  }
}
