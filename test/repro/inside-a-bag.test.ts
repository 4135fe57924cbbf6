// `checkMotion` said `free` of a rope, or of a second mesh, wholly inside a closed mesh that deforms, while `collides` said that they touch:
// of two things that bend only the surfaces were compared.
import { describe, expect, test } from 'vitest'
import { Necklace } from '../../src/entries/chains.js'
import { MeshTree } from '../../src/entries/meshes.js'
import { checkMotion, freeBody, sphere, World } from '../../src/entries/robots.js'

const SIDES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
]

/** The corners of a cube of half width h, along x from `at`. */
function cube(h: number, at = 0): number[] {
  return Array.from({ length: 24 }, (_, k) => (k % 3 === 0 ? at : 0) + ((Math.floor(k / 3) >> (k % 3)) & 1 ? h : -h))
}

function bag(corners: number[]): MeshTree {
  return new MeshTree({ positions: Float64Array.from(corners), triangles: Uint32Array.from(SIDES) })
}

describe('inside a closed mesh that deforms', () => {
  test.each([
    ['a rope inside', 0, 'collision'],
    ['a rope outside', 5, 'free'],
    ['a mesh inside', 0, 'collision'],
    ['a mesh outside', 5, 'free'],
  ])('%s', (what, x, expected) => {
    const world = new World({ robots: [freeBody({ name: 'far', shape: sphere({ radius: 1 }) })] })
    world.addDeforming('bag', bag(cube(3)))
    const points = what.startsWith('a rope') ? [x - 1, 0, 0, x, 0, 0, x + 1, 0, 0] : cube(1, x)
    if (what.startsWith('a rope')) world.addNecklace('other', new Necklace(points, 0.3, { neighbours: 1 }))
    else world.addDeforming('other', bag(points))
    const [from, to] = [100, 101].map((far) => world.neutral().map((q, k) => (k === 0 ? far : q)))
    const keyframes = { bag: [cube(3), cube(3, 0.1)], other: [points, points.map((c) => c + 0.05)] }
    expect(world.collides(from!)).toBe(expected === 'collision')
    expect(checkMotion(world, [from!, to!]).outcome).toBe(expected)
    expect(checkMotion(world, [from!, to!], { keyframes }).outcome).toBe(expected)
  })
})
