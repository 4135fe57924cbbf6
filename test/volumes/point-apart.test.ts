// A ball and a box: apart only if they are, and nearly always if they are by more than rounding.
import { expect, test } from 'vitest'
import { POSE, setAxisAngle } from '../../src/base/math/pose.js'
import { Random } from '../../src/base/math/random.js'
import { pointApart, WORLD_HALF, WORLD_OBB, WORLD_SIZE } from '../../src/volumes/world-obb.js'

test('what a ball and a box tell is so, at all sizes and places', () => {
  const random = new Random(7)
  const box = new Float64Array(WORLD_OBB)
  const axis = new Float64Array(3)
  let apart = 0
  let wrong = 0
  let lost = 0
  for (let k = 0; k < 20_000; k++) {
    const size = 10 ** random.range(-6, 6)
    random.direction(axis)
    setAxisAngle(box.subarray(0, POSE), 0, axis[0]!, axis[1]!, axis[2]!, random.range(-3, 3))
    const half = [0, 1, 2].map(() => (random.unit() < 0.2 ? 0 : size * random.range(0, 1)))
    for (let i = 0; i < 3; i++) {
      box[4 * i + 3] = size * random.range(-2, 2)
      box[WORLD_HALF + i] = half[i]!
    }
    box[WORLD_SIZE] = half[0]! + half[1]! + half[2]!
    // A point whose distance is known: from a point of the box's surface outwards, or a corner.
    const u = half.map((h) => (random.unit() < 0.5 ? h * Math.sign(random.range(-1, 1)) : h * random.range(-1, 1)))
    const far = size * random.range(0.01, 1)
    const out = u.map((c, i) => (Math.abs(c) === half[i] ? Math.sign(c || 1) * random.unit() : 0))
    const length = Math.hypot(...out)
    if (length === 0) continue
    const local = u.map((c, i) => c + (far * out[i]!) / length)
    const point = [0, 1, 2].map((i) => box[4 * i + 3]! + local.reduce((sum, c, m) => sum + box[4 * i + m]! * c, 0))
    const told = (reach: number) => pointApart(box, 0, point[0]!, point[1]!, point[2]!, reach)
    if (told(far * (1 - 1e-7))) apart++
    else lost++
    if (told(far * (1 + 1e-14) + 1e-14 * size)) wrong++
  }
  expect(wrong).toBe(0)
  expect(apart).toBeGreaterThan(10_000)
  expect(lost).toBe(0)
})
