// Meshes with holes, cracks and worse, closed in every way: the triangles added, how far they reach, and what is inside, to the last bit.

import { mesh, Random, World } from '../../src/entries/robots.js'
import { pointInMesh } from '../../src/shapes/shape-inside.js'
import { ROCK_MODES, rock } from '../oracle/meshes/rocks.js'
import { digestOf, type Work } from './work.js'

/** One piece of work a kind of damage. */
export function workSolids(): Work[] {
  return ROCK_MODES.map((mode, m) => {
    const numbers: number[][] = []
    for (let seed = 0; seed < 8; seed++) {
      const random = new Random(100 * m + seed)
      const plain = rock(mode, random)
      for (const open of ['close', 'solid', 'surface'] as const) {
        const shape = mesh({ ...plain, open, closeWithin: seed % 2 === 0 ? 0.001 : 0.03 })
        const { tree } = shape
        numbers.push([tree.added, ...tree.triangles.subarray(3 * (tree.size - tree.added)), ...tree.boxes])
        const surfaces = new World({ obstacles: [shape] }).surfaces()
        numbers.push(surfaces.flatMap(({ shells, share, reach, looksSolid }) => [shells, share, reach, +looksSolid]))
        numbers.push(Array.from({ length: 10 }, () => +pointInMesh(shape, at(random), at(random), at(random))))
      }
    }
    return digestOf(mode, `${numbers.length} lists`, numbers, '')
  })
}

function at(random: Random): number {
  return random.range(-1, 1)
}
