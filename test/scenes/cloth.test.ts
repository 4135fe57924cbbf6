// Sheets that deform: as many triangles as asked for, steps as large as they say, nothing degenerate.
import { expect, test } from 'vitest'
import { CLOTH_SCENES, clothStep } from '../../scenes/index.js'

test.each(CLOTH_SCENES)('%s: a sheet of about as many triangles as asked for, that moves', (scene) => {
  const { positions, next, triangles } = clothStep(scene, 5000)
  expect(Math.abs(triangles.length / 3 - 5000)).toBeLessThan(150)
  expect(next.length).toBe(positions.length)
  expect(Math.max(...triangles)).toBe(positions.length / 3 - 1)
  const moves = positions.map((x, i) => Math.abs(next[i]! - x))
  expect(Math.max(...moves)).toBeGreaterThan(1e-4)
  expect(Math.max(...moves)).toBeLessThan(1)
  // The cells of both frames keep their sides.
  for (const points of [positions, next]) {
    for (let t = 0; t < triangles.length; t += 3) {
      const side = (a: number, b: number): number =>
        Math.hypot(...[0, 1, 2].map((k) => points[3 * triangles[t + a]! + k]! - points[3 * triangles[t + b]! + k]!))
      expect(Math.min(side(0, 1), side(1, 2), side(2, 0))).toBeGreaterThan(0.005)
    }
  }
})

test('a roll turns by the angle that is asked for, and unknown scenes are refused', () => {
  const { positions, next } = clothStep('roll', 5000, { angle: 2.5 })
  const last = positions.length - 3
  const turn = Math.atan2(next[last + 2]!, next[last]!) - Math.atan2(positions[last + 2]!, positions[last]!)
  expect(Math.abs(Math.sin(turn - 2.5))).toBeLessThan(1e-9)
  expect(() => clothStep('tear' as 'roll', 5000)).toThrow(/scene/)
  expect(() => clothStep('roll', 5000, { angle: 4 })).toThrow(/angle/)
})
