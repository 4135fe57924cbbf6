import { describe, expect, test } from 'vitest'
import { box, convex, cylinder, distance, mesh, Random, type Shape, sphere } from '../../src/entries/meshes.js'
import { innerPlanes, innerPlanesInCell } from '../../src/shapes/inner-planes.js'
import { outerParts } from '../../src/shapes/outer-parts.js'
import type { PartShape } from '../../src/shapes/shape.js'
import { SOLID_MODES, solidMesh } from '../oracle/meshes/solids-cases.js'

/** Points below all planes: random ones, moved down from the plane that they are farthest above. */
function pointsInside(planes: Float64Array, random: Random, size: number, count: number): number[][] {
  const out: number[][] = []
  // No planes bound nothing: there is no solid.
  if (planes.length === 0) return out
  for (let tries = 0; tries < 20 * count && out.length < count; tries++) {
    const p = [0, 0, 0].map(() => random.range(-size, size))
    for (let step = 0; step < 100; step++) {
      let [worst, most] = [0, -Infinity]
      for (let i = 0; i < planes.length; i += 4) {
        const height = planes[i]! * p[0]! + planes[i + 1]! * p[1]! + planes[i + 2]! * p[2]! - planes[i + 3]!
        if (height > most) [worst, most] = [i, height]
      }
      if (most < 0) {
        out.push(p)
        break
      }
      for (let k = 0; k < 3; k++) p[k]! -= (most * random.range(1, 1.5) + 1e-9 * size) * planes[worst + k]!
    }
  }
  return out
}

function expectInside(shape: Shape, planes: Float64Array, random: Random, size: number): number {
  const points = pointsInside(planes, random, size, 20)
  for (const at of points) {
    expect(distance(shape, sphere({ radius: 1e-9 * size, at })).distance, `${at}`).toBe(0)
  }
  return points.length
}

describe('innerPlanes bound what is inside a shape', () => {
  test('of convex shapes', () => {
    const random = new Random(1)
    const rotation = [0.5, 0.5, 0.5, 0.5]
    const points = Array.from({ length: 60 }, () => random.range(-1, 1))
    const shapes: PartShape[] = [
      box({ size: [1, 2, 0.5], at: [0.2, 0, 0], rotation }),
      cylinder({ radius: 0.5, length: 1, at: [0, 0.3, 0], rotation }),
      convex({ points }),
    ]
    for (const shape of shapes) expect(expectInside(shape, innerPlanes(shape), random, 1)).toBe(20)
    expect(innerPlanes(shapes[0]!)).toHaveLength(24)
    expect(innerPlanes(sphere({ radius: 1 }))).toHaveLength(0)
    expect(innerPlanes(convex({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0] }))).toHaveLength(0)
  })

  test('of meshes of all kinds, whole and in cells', () => {
    let inside = 0
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed)
      const { positions, triangles } = solidMesh(SOLID_MODES[seed % SOLID_MODES.length]!, random)
      if (triangles.length === 0) continue
      const shape = mesh({ positions, triangles })
      const size = Array.from(positions).reduce((far, x) => Math.max(far, Math.abs(x)), 0)
      inside += expectInside(shape, innerPlanes(shape), random, size)
      for (const cell of outerParts(shape)?.cells ?? []) {
        inside += expectInside(shape, innerPlanesInCell(shape, cell), random, size)
      }
    }
    expect(inside).toBeGreaterThan(100)
  })
})
