// Normals for drawing: of a box they are its faces', of a ball they point outward.
import { expect, test } from 'vitest'
import { gridBox, icosphere } from '../../scenes/index.js'
import { drawnSurface } from '../../view/surface-normals.js'

test('a box has sharp edges', () => {
  const { positions, triangles } = gridBox(300, [1, 2, 3])
  const { normals } = drawnSurface(positions, triangles)
  expect(normals.length).toBe(3 * triangles.length)
  for (let i = 0; i < normals.length; i += 3) {
    const sizes = [...normals.slice(i, i + 3)].map(Math.abs).sort((a, b) => a - b)
    expect(sizes[2]).toBeCloseTo(1, 5)
    expect(sizes[1]).toBeCloseTo(0, 5)
  }
})

test('a ball is smooth, whether or not its triangles share corners', () => {
  const { positions, triangles } = icosphere(3)
  const apart = Array.from(triangles).flatMap((v) => [...positions.slice(3 * v, 3 * v + 3)])
  const whole = drawnSurface(positions, triangles)
  const soup = drawnSurface(
    apart,
    Array.from({ length: triangles.length }, (_, i) => i),
  )
  expect(soup.normals).toEqual(whole.normals)
  for (let i = 0; i < whole.normals.length; i += 3) {
    const dot = [0, 1, 2].reduce((sum, k) => sum + whole.normals[i + k]! * whole.positions[i + k]!, 0)
    expect(dot).toBeGreaterThan(0.999)
  }
})

test('a triangle without area has no direction, and no NaN', () => {
  const { normals } = drawnSurface([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])
  expect([...normals].every((x) => x === 0)).toBe(true)
})
