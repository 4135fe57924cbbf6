// `coordinate` threw where two robots have meshes, one of which could hold the other, and a third one floats: its quaternion was zero.
import { expect, test } from 'vitest'
import { box, coordinateNow, mesh, Robot, type Shape, sphere, World } from '../../src/entries/robots.js'

/** A trough along y, open at the top and at both ends: three boxes, as one mesh. */
function trough(): Shape {
  const positions: number[] = []
  const triangles: number[] = []
  const faces = [
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
  ]
  for (const [x0, x1, z0, z1] of [
    [-1, 1, -0.5, -0.3],
    [-1, -0.8, -0.29, 0.6],
    [0.8, 1, -0.29, 0.6],
  ] as const) {
    const first = positions.length / 3
    for (let k = 0; k < 8; k++) positions.push(k & 1 ? x1 : x0, k & 2 ? 0.5 : -0.5, k & 4 ? z1 : z0)
    triangles.push(...faces.map((corner) => first + corner))
  }
  return mesh({ positions, triangles })
}

function slider(shape: Shape): Robot {
  const limits = { lower: -9, upper: 9, velocity: 1 }
  return new Robot({
    name: 'slider',
    links: [{ name: 'rail' }, { name: 'tool', geometry: [{ shape }] }],
    joints: [{ name: 'x', kind: 'prismatic', parent: 'rail', child: 'tool', axis: [1, 0, 0], limits }],
  })
}

test('a third robot that floats is no obstacle to the question which mesh is inside which', () => {
  const kite = new Robot({
    name: 'kite',
    links: [{ name: 'air' }, { name: 'body', geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }) }] }],
    joints: [{ name: 'fly', kind: 'floating', parent: 'air', child: 'body' }],
  })
  const world = new World({
    robots: [
      { robot: slider(trough()), name: 'trough' },
      { robot: slider(sphere({ radius: 0.1 })), name: 'ball' },
      { robot: kite, base: { at: [0, 0, 9] } },
    ],
  })
  const result = coordinateNow(world, { trough: [[0], [0.1]], ball: [[0], [0.1]] }, { atom: 0.05 })
  expect(result.outcome).toBe('scheduled')
})
