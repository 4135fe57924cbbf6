// The grazing turns keep the clearance that they say, exactly as far as rounding lets them.
import { describe, expect, test } from 'vitest'
import { GRAZES, graze, heavyArm, robotTriangles } from '../../scenes/index.js'
import { InvalidInputError, type MeshShape } from '../../src/entries/meshes.js'

describe.each(GRAZES)('graze: %s', (kind) => {
  test.each([0.1, 0.0001])('at ζ = %s nothing comes nearer than the clearance', (zeta) => {
    const { world, from, to, middle, clearance, endEffector, obstacle } = graze(kind, zeta)
    expect(clearance).toBeGreaterThan(zeta)
    expect(clearance).toBeLessThan(1.06 * zeta)
    const near = world.distance(middle)
    expect([near.a, near.b]).toEqual([endEffector, obstacle])
    // Rounding of six joints at a reach of four.
    expect(Math.abs(near.distance - clearance)).toBeLessThan(1e-13)
    expect(to[0]! - from[0]!).toBeCloseTo(2 * Math.PI, 14)
    for (let k = 0; k <= 16; k++) {
      const q = from.map((a, i) => a + (k / 16) * (to[i]! - a))
      const { distance } = world.distance(q)
      if (kind === 'floor') expect(Math.abs(distance - clearance)).toBeLessThan(1e-13)
      else expect(distance).toBeGreaterThan(clearance - 1e-13)
    }
  })

  test('counts as in the paper, and the end effector alone if asked for', () => {
    const { world, endEffector, obstacle } = graze(kind, 0.01, { only: 'end-effector' })
    expect(world.pairs().filter(({ status }) => status === 'checked')).toEqual([
      { a: endEffector, b: obstacle, status: 'checked', reason: '' },
    ])
    expect(() => graze(kind, 0)).toThrow(InvalidInputError)
    expect(() => graze('wall' as 'floor', 1)).toThrow(InvalidInputError)
  })
})

test('the arm that grazes has about 2,502 triangles, 1,080 of them in its gun', () => {
  const robot = heavyArm(1.65)
  expect(robotTriangles(robot)).toBe(2496)
  expect((robot.link('gun').geometry[0]!.shape as MeshShape).triangles).toHaveLength(3 * 1080)
})
