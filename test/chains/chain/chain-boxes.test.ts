import { expect, test } from 'vitest'
import { helix, randomCoil } from '../../../scenes/index.js'
import { orthonormalityError } from '../../../src/base/math/pose.js'
import { box, ChainTree, capsule, InvalidInputError, Random, sphere } from '../../../src/entries/chains.js'
import { VOLUMES } from './driver.js'

const PLACED = 15

/** How far a ball reaches out of a box; negative inside. */
function outside(boxes: Float64Array, k: number, centre: ArrayLike<number>, radius: number): number {
  const o = PLACED * k
  const d = [0, 1, 2].map((i) => centre[i]! - boxes[o + 4 * i + 3]!)
  const out = [0, 1, 2].map((axis) => {
    const along = d[0]! * boxes[o + axis]! + d[1]! * boxes[o + 4 + axis]! + d[2]! * boxes[o + 8 + axis]!
    return Math.abs(along) + radius - boxes[o + 12 + axis]!
  })
  return Math.max(...out)
}

test.each(VOLUMES)('boxes of every level hold their links where positions() says they are: %s', (volume) => {
  for (const links of [1, 2, 3, 4, 5, 8, 9, 31, 100, 257]) {
    const random = new Random(links)
    const radii = Float64Array.from({ length: links }, () => random.range(0.1, 2))
    const chain = ChainTree.fromSpheres(randomCoil(links, links), radii, {
      volume,
      linksPerLeaf: 1 + random.integer(6),
      base: { at: [300, -2000, 5], rotation: [0.6, 0, 0, 0.8] },
    })
    for (let k = 0; k < 20 && links > 1; k++) chain.rotate(random.integer(links - 1), random.range(-3, 3))
    const positions = chain.positions()
    for (let level = 0; level < chain.levels; level++) {
      const { count, boxes, first, end } = chain.boxes(level)
      expect(boxes).toHaveLength(PLACED * count)
      let next = 0
      for (let k = 0; k < count; k++) {
        expect(first[k]).toBe(next)
        next = end[k]!
        expect(orthonormalityError(boxes, PLACED * k)).toBeLessThan(1e-12)
        for (let i = first[k]!; i < end[k]!; i++) {
          const out = outside(boxes, k, positions.subarray(3 * i, 3 * i + 3), radii[i]!)
          expect(out, `link ${i} of ${links} in box ${k} of level ${level}`).toBeLessThanOrEqual(0)
        }
      }
      expect(next).toBe(links)
    }
    expect(chain.boxes(chain.levels - 1).count).toBe(1)
  }
})

test('boxes around a link are those of its level, from the leaf to the root: what a change of its joint recomputes', () => {
  const chain = ChainTree.fromSpheres(helix(300), 1.6)
  const levels = (): Float64Array[] => Array.from({ length: chain.levels }, (_, level) => chain.boxes(level).boxes)
  for (const link of [0, 1, 3, 4, 127, 128, 298]) {
    const { count, boxes, first, end } = chain.boxesAround(link)
    expect(count).toBe(chain.levels)
    for (let level = 0; level < count; level++) {
      const all = chain.boxes(level)
      const k = all.first.findIndex((from, at) => from <= link && link < all.end[at]!)
      expect([first[level], end[level]]).toEqual([all.first[k], all.end[k]])
      expect([...boxes.subarray(PLACED * level, PLACED * (level + 1))]).toEqual([
        ...all.boxes.subarray(PLACED * k, PLACED * (k + 1)),
      ])
    }
    chain.rotate(link, 0.01)
    expect(chain.stats.nodesUpdated).toBe(count)
    chain.undo()
  }
  const before = levels()
  chain.rotate(100, 1)
  expect(levels()).not.toEqual(before)
  chain.undo()
  expect(levels()).toEqual(before)
})

test('boxes of links of any shape hold them; a level or a link that is not there is refused', () => {
  const chain = ChainTree.fromLinks(
    [
      sphere({ radius: 1, at: [0.5, 0, 0] }),
      box({ size: [1, 2, 3] }),
      capsule({ from: [0, 0, 0], to: [0, 0, 4], radius: 0.5 }),
    ],
    [{ at: [3, 0, 0] }, { at: [0, 3, 0], rotation: [0, 0, 0.6, 0.8] }],
    { linksPerLeaf: 1 },
  )
  expect(chain.levels).toBe(3)
  const { boxes } = chain.boxes(2)
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [3 + x / 2, y, 1.5 * z])))
  for (const corner of corners) expect(outside(boxes, 0, corner, 0)).toBeLessThanOrEqual(0)
  expect(outside(boxes, 0, [0.5, 0, 0], 1)).toBeLessThanOrEqual(0)
  for (const end of [
    [3, 3, 0],
    [3, 3, 4],
  ]) {
    expect(outside(boxes, 0, end, 0.5)).toBeLessThanOrEqual(0)
  }
  for (const level of [-1, 3, 0.5, Number.NaN]) expect(() => chain.boxes(level)).toThrow(InvalidInputError)
  for (const link of [-1, 3, 0.5, Number.NaN]) expect(() => chain.boxesAround(link)).toThrow(InvalidInputError)
})
