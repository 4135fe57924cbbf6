import { expect, test } from 'vitest'
import {
  closedTrefoil,
  closedWalk,
  mirroredTrefoil,
  polymerMelt,
  swellingTrefoil,
  untiedTrefoil,
} from '../../scenes/index.js'
import { knotInvariant, Necklace } from '../../src/entries/chains.js'
import { InvalidInputError } from '../../src/index.js'

test.each([swellingTrefoil(), mirroredTrefoil(), untiedTrefoil()])(
  '$name: a trefoil of thin strands at first, in frames that are evenly spaced',
  (scene) => {
    expect(scene.centres).toEqual(closedTrefoil())
    expect(knotInvariant(scene.centres).determinant).toBe(3n)
    const rope = new Necklace(scene.centres, scene.radius, { closed: true })
    expect(rope.between(scene.centres, { strands: scene.radius }).outcome).toBe('free')
    const [a, b, c] = [scene.frame(0), scene.frame(5), scene.frame(10)]
    b.forEach((x, i) => {
      expect(x).toBeCloseTo((a[i]! + c[i]!) / 2, 12)
    })
    expect(scene.frame(99)).toEqual(c)
  },
)

test('the mirror image is one, the circle is no knot', () => {
  const from = closedTrefoil()
  expect(mirroredTrefoil().frame(10)).toEqual(from.map((x, i) => (i % 3 === 2 ? 0 - x : x)))
  expect(knotInvariant(untiedTrefoil().frame(10)).determinant).toBe(1n)
})

test('closed walks close, with steps of about 1, and differ by seed', () => {
  const walk = closedWalk(100, 4)
  expect(walk).toEqual(closedWalk(100, 4))
  expect(walk).not.toEqual(closedWalk(100, 5))
  for (let i = 0; i < 100; i++) {
    const j = (i + 1) % 100
    const length = Math.hypot(...[0, 1, 2].map((k) => walk[3 * i + k]! - walk[3 * j + k]!))
    expect(length).toBeGreaterThan(0.5)
    expect(length).toBeLessThan(1.5)
  }
  expect(() => closedWalk(2, 1)).toThrow(InvalidInputError)
})

test('a melt: chains of bonds near 1 in a box, the same for the same seed', () => {
  const melt = polymerMelt({ chains: 3, length: 20, frames: 4, seed: 2 })
  expect(melt.cuts).toEqual([19, 39])
  expect(melt.frame(3)).toEqual(polymerMelt({ chains: 3, length: 20, frames: 4, seed: 2 }).frame(3))
  const at = melt.frame(3)
  for (let i = 1; i < 60; i++) {
    if (i % 20 === 0) continue
    const length = Math.hypot(...[0, 1, 2].map((k) => at[3 * i + k]! - at[3 * i - 3 + k]!))
    expect(length).toBeGreaterThan(0.2)
    expect(length).toBeLessThan(2)
  }
  for (const x of at) expect(Math.abs(x)).toBeLessThan(Math.cbrt(60 / 0.6) / 2 + 1)
})
