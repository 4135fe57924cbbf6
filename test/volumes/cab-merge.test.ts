import { describe, expect, test } from 'vitest'
import { composePose, orthonormalise, orthonormalityError, setAxisAngle } from '../../src/base/math/pose.js'
import { Random } from '../../src/base/math/random.js'
import { U } from '../../src/base/math/rounding.js'
import { mergeBetterChild, mergeCab, mergeCovariance } from '../../src/volumes/merge-obb.js'
import { obbsLower } from '../../src/volumes/obb.js'
import { AXES_ERROR, facesApart, obbsApart, obbsGap } from '../../src/volumes/world-obb.js'
import { add, type Dyadic, exact, multiply } from '../oracle/exact.js'
import { cabAxes, corners, extents, offDiagonal, readBox } from '../oracle/geometry/cab-merge.js'
import { type ExactPoint, exactPoint, inObb } from '../oracle/geometry/volumes.js'

const LEFT = 0
const RIGHT = 16
const NEW = 32

/** Two boxes joined at `pivot`; every few of them straight, folded, nearly so, cubic, flat or of no extent, far away or not. */
function twoBoxes(random: Random, away: number): { box: Float64Array; pivot: Float64Array } {
  const box = new Float64Array(48)
  const pivot = Float64Array.from({ length: 3 }, () => away * random.range(-1, 1))
  const axis = random.direction(new Float64Array(3))
  const base = random.range(-Math.PI, Math.PI)
  const turn = [0, Math.PI, 10 ** random.range(-12, -0.5), random.range(-3, 3)][random.integer(4)]!
  for (const o of [LEFT, RIGHT]) {
    if (random.integer(3) === 0) random.direction(axis)
    setAxisAngle(box, o, axis[0]!, axis[1]!, axis[2]!, o === LEFT ? base : base + turn)
    const cubic = random.integer(5) === 0
    const size = random.range(0.2, 2)
    for (let k = 0; k < 3; k++) {
      box[o + 12 + k] = cubic ? size : random.range(0.05, 2)
      if (random.integer(20) === 0) box[o + 12 + k] = 0
    }
    const reach = [0, 1, 1, -1][random.integer(4)]! * random.range(0.5, 1.5)
    for (let k = 0; k < 3; k++) box[o + 4 * k + 3] = pivot[k]! + box[o + 4 * k]! * box[o + 12]! * reach
    box[o + 15] = box[o + 12]! + box[o + 13]! + box[o + 14]!
  }
  return { box, pivot }
}

/** The corners of the box at o, in exact arithmetic. */
function exactCorners(box: Float64Array, o: number): ExactPoint[] {
  return Array.from({ length: 8 }, (_, c) => {
    const coordinate = (row: number): Dyadic => {
      let sum = exact(box[o + 4 * row + 3]!)
      for (let k = 0; k < 3; k++) {
        const reach = (c >> k) & 1 ? box[o + 12 + k]! : -box[o + 12 + k]!
        sum = add(sum, multiply(exact(box[o + 4 * row + k]!), exact(reach)))
      }
      return sum
    }
    return [coordinate(0), coordinate(1), coordinate(2)]
  })
}

type Merge = (box: Float64Array, pivot: Float64Array) => void
const RULES: Record<string, Merge> = {
  'better-child': (box) => mergeBetterChild(box, NEW, LEFT, RIGHT),
  cab: (box, pivot) => mergeCab(box, NEW, LEFT, RIGHT, pivot, 0, 'cab'),
  'cab-gs': (box, pivot) => mergeCab(box, NEW, LEFT, RIGHT, pivot, 0, 'cab-gs'),
  'cab-sum': (box, pivot) => mergeCab(box, NEW, LEFT, RIGHT, pivot, 0, 'cab-sum'),
  covariance: (box) => mergeCovariance(box, NEW, LEFT, RIGHT),
}

const sorted = (values: ArrayLike<number>): number[] => Array.from(values).sort((a, b) => a - b)

describe.each(Object.keys(RULES))('%s', (rule) => {
  test('a merged box contains both in exact arithmetic, and is made of numbers', () => {
    const random = new Random(11)
    for (let i = 0; i < 300; i++) {
      const { box, pivot } = twoBoxes(random, [0, 1, 1e6, 1e9][i % 4]!)
      RULES[rule]!(box, pivot)
      expect(box.every(Number.isFinite)).toBe(true)
      expect(orthonormalityError(box, NEW)).toBeLessThan(1e-14)
      const grown = box.slice(NEW, NEW + 15)
      for (const o of [LEFT, RIGHT]) {
        for (const p of corners(readBox(box, o))) {
          // Corners are rounded: those of a child drawn in by what that comes to are inside it, and so in its parent.
          const centre = readBox(box, o).centre
          const inner = p.map((x, k) => centre[k]! + (x - centre[k]!) * (1 - 1e-15))
          const slack = Math.max(...p.map(Math.abs)) * 4e-16
          for (let k = 12; k < 15; k++) grown[k] = box[NEW + k]! + slack
          if (!inObb(grown, exactPoint(inner))) throw new Error(`case ${i}: a corner is lost`)
        }
      }
    }
  })

  test('nor is anything lost where axes are as far from orthonormal as is allowed, and major ones nearly parallel', () => {
    const random = new Random(18)
    for (let i = 0; i < 300; i++) {
      const box = new Float64Array(48)
      const pivot = new Float64Array(3)
      const axis = random.direction(new Float64Array(3))
      // From a tenth of the angle at which cab calls axes parallel to beyond that of cab-gs.
      const turns = [0, 10 ** random.range(-3.4, -0.3)]
      for (const [k, o] of [LEFT, RIGHT].entries()) {
        setAxisAngle(box, o, axis[0]!, axis[1]!, axis[2]!, i + turns[k]!)
        // Off by so much that an entry of RᵀR − I comes close to AXES_ERROR and does not get there.
        for (let e = 0; e < 12; e++) if (e % 4 !== 3) box[o + e]! += random.range(-0.25, 0.25) * AXES_ERROR
        for (let e = 0; e < 3; e++) box[o + 12 + e] = random.range(0.05, 2)
        for (let e = 3; e < 12; e += 4) box[o + e] = random.range(-3, 3)
        box[o + 15] = box[o + 12]! + box[o + 13]! + box[o + 14]!
        expect(orthonormalityError(box, o)).toBeLessThan(AXES_ERROR)
      }
      RULES[rule]!(box, pivot)
      const parent = box.slice(NEW, NEW + 15)
      for (const o of [LEFT, RIGHT]) {
        for (const corner of exactCorners(box, o)) {
          if (!inObb(parent, corner)) throw new Error(`case ${i}: a corner is lost: [${box}]`)
        }
      }
    }
  })

  test('axes stay orthonormal over forty levels', () => {
    const random = new Random(19)
    for (let i = 0; i < 50; i++) {
      const { box, pivot } = twoBoxes(random, 1)
      for (let level = 0; level < 40; level++) {
        RULES[rule]!(box, pivot)
        box.copyWithin(LEFT, NEW, NEW + 16)
        const { box: fresh } = twoBoxes(random, 1)
        // About as large as what it is merged with, and near its axes in every other case.
        const scale = box[LEFT + 15]! / 3
        for (let k = 12; k < 16; k++) box[RIGHT + k] = fresh[RIGHT + k]! * scale
        if (level % 2 === 0) {
          const axis = random.direction(new Float64Array(3))
          setAxisAngle(fresh, 0, axis[0]!, axis[1]!, axis[2]!, 10 ** random.range(-3, 0))
          composePose(box, RIGHT, box, LEFT, fresh, 0)
          orthonormalise(box, RIGHT)
        } else {
          for (let k = 0; k < 12; k++) if (k % 4 !== 3) box[RIGHT + k] = fresh[RIGHT + k]!
        }
        for (let k = 3; k < 12; k += 4) box[RIGHT + k] = box[LEFT + k]! + scale * random.range(-1, 1)
        // Axes of leaves are orthonormal to 32 u here, and each level may add 8 u.
        expect(orthonormalityError(box, NEW)).toBeLessThan((32 + 8 * (level + 1)) * U)
      }
    }
  })

  test('it is no larger than its axes make it', () => {
    const random = new Random(12)
    for (let i = 0; i < 500; i++) {
      const { box, pivot } = twoBoxes(random, 1)
      RULES[rule]!(box, pivot)
      const made = readBox(box, NEW)
      const needed = extents(readBox(box, LEFT), readBox(box, RIGHT), made.axes)
      for (let k = 0; k < 3; k++) expect(made.half[k]! - needed[k]!).toBeLessThan(1e-10)
    }
  })
})

test.each(['cab', 'cab-gs', 'cab-sum'] as const)('%s: axes as published', (rule) => {
  const random = new Random(13)
  let compared = 0
  for (let i = 0; i < 1000; i++) {
    const { box, pivot } = twoBoxes(random, 1)
    const [l, r] = [readBox(box, LEFT), readBox(box, RIGHT)]
    if (Math.max(...l.half, ...r.half) === 0) continue
    RULES[rule]!(box, pivot)
    const axes = cabAxes(l, r, [...pivot], rule)
    // The plain rule divides by zero where a box has no extent.
    if (axes.flat().some(Number.isNaN)) continue
    compared++
    const made = readBox(box, NEW)
    const expected = extents(l, r, axes)
    const volume = (h: ArrayLike<number>): number => (h[0]! + 1e-3) * (h[1]! + 1e-3) * (h[2]! + 1e-3)
    if (Math.abs(volume(made.half) / volume(expected) - 1) > 1e-6) {
      throw new Error(`case ${i}: half extents ${made.half}, expected ${expected}`)
    }
  }
  expect(compared).toBeGreaterThan(900)
})

test('better child: the smaller of the two boxes', () => {
  const random = new Random(14)
  for (let i = 0; i < 500; i++) {
    const { box } = twoBoxes(random, 1)
    mergeBetterChild(box, NEW, LEFT, RIGHT)
    const [l, r, made] = [readBox(box, LEFT), readBox(box, RIGHT), readBox(box, NEW)]
    const volume = (h: ArrayLike<number>): number => h[0]! * h[1]! * h[2]!
    const least = Math.min(volume(extents(l, r, l.axes)), volume(extents(l, r, r.axes)))
    expect(volume(made.half)).toBeLessThanOrEqual(least * (1 + 1e-9) + 1e-10)
  }
})

test('covariance: the corners are uncorrelated along its axes', () => {
  const random = new Random(15)
  for (let i = 0; i < 500; i++) {
    const { box } = twoBoxes(random, 1)
    mergeCovariance(box, NEW, LEFT, RIGHT)
    const [l, r, made] = [readBox(box, LEFT), readBox(box, RIGHT), readBox(box, NEW)]
    if (Math.max(...l.half, ...r.half) > 0) expect(offDiagonal(l, r, made.axes)).toBeLessThan(2e-8)
  }
})

test('two boxes of no extent merge to a box around both', () => {
  for (const rule of Object.values(RULES)) {
    const box = new Float64Array(48)
    setAxisAngle(box, LEFT, 1, 0, 0, 0.3)
    setAxisAngle(box, RIGHT, 0, 1, 0, 0.7)
    box[RIGHT + 3] = 1
    rule(box, new Float64Array(3))
    expect(box.every(Number.isFinite)).toBe(true)
    expect(sorted(box.subarray(NEW + 12, NEW + 15))[2]).toBeGreaterThanOrEqual(0.5 * Math.sin(0.7) - 1e-9)
  }
})

test('boxes are called apart only where they are, by six axes or fifteen, and gaps are lower bounds', () => {
  const random = new Random(16)
  const seen = { faces: 0, all: 0, overlap: 0 }
  const gap = new Float64Array(1)
  for (let i = 0; i < 3000; i++) {
    const { box } = twoBoxes(random, [0, 1, 1e6][i % 3]!)
    for (let k = 0; k < 3; k++) box[RIGHT + 4 * k + 3]! += random.range(-2, 2)
    const limit = Float64Array.of([0, 0.1, 1][random.integer(3)]!)
    const faces = facesApart(box, LEFT, RIGHT, limit)
    const all = obbsApart(box, LEFT, RIGHT, limit)
    obbsGap(gap, 0, box, LEFT, RIGHT)
    if (faces) expect(all).toBe(true)
    if (faces) expect(gap[0]).toBeGreaterThan(limit[0]! - 1e-9)
    seen.faces += faces ? 1 : 0
    seen.all += all ? 1 : 0
    // A point of each, as near to each other as alternating projections find.
    const near = nearest(box)
    if (near < 1e-12) seen.overlap++
    if (all && near <= limit[0]!) throw new Error(`case ${i}: ${near} apart`)
    if (gap[0]! > near + 1e-12) throw new Error(`case ${i}: gap ${gap[0]} of ${near}`)
    expect(obbsLower(box, LEFT, box, RIGHT)).toBeLessThanOrEqual(near + 1e-9)
  }
  expect(seen.all).toBeGreaterThan(seen.faces)
  expect(seen.overlap).toBeGreaterThan(300)
})

test('boxes that share a point in exact arithmetic are never called apart', () => {
  const random = new Random(17)
  const limit = new Float64Array(1)
  const gap = new Float64Array(1)
  let touching = 0
  for (let i = 0; i < 400; i++) {
    const { box } = twoBoxes(random, [0, 1, 1e6, 1e9][i % 4]!)
    const scale = 10 ** random.range(-3, 3)
    const axis = i % 3
    const p = Float64Array.from({ length: 3 }, (_, k) => box[LEFT + 4 * k + 3]! + scale * random.range(-1, 1))
    // Both boxes have the point on their surface, one on each side of it, their faces flush or turned against each other.
    if (i % 2 === 0) for (let k = 0; k < 12; k++) if (k % 4 !== 3) box[RIGHT + k] = box[LEFT + k]!
    for (const o of [LEFT, RIGHT]) {
      const side = o === LEFT ? -1 : 1
      const reach = [0, 1, 2].map((k) => scale * (k === axis ? side * random.range(0.5, 1) : random.range(-0.2, 0.2)))
      for (let row = 0; row < 3; row++) {
        box[o + 4 * row + 3] = p[row]! + reach.reduce((sum, r, k) => sum + r * box[o + 4 * row + k]!, 0)
      }
      // As small as the point allows, by bisection between what does not contain it and what does.
      for (let k = 0; k < 3; k++) box[o + 12 + k] = 4 * scale + 1e-6 * Math.abs(p[0]!)
      let low = 0
      let high = box[o + 12 + axis]!
      for (let step = 0; step < 60; step++) {
        box[o + 12 + axis] = (low + high) / 2
        if (inObb(box.subarray(o, o + 15), exactPoint(p))) high = box[o + 12 + axis]!
        else low = box[o + 12 + axis]!
      }
      box[o + 12 + axis] = high
      box[o + 15] = box[o + 12]! + box[o + 13]! + box[o + 14]!
      if (inObb(box.subarray(o, o + 15), exactPoint(p))) touching++
    }
    expect(facesApart(box, LEFT, RIGHT, limit)).toBe(false)
    expect(facesApart(box, RIGHT, LEFT, limit)).toBe(false)
    expect(obbsApart(box, LEFT, RIGHT, limit)).toBe(false)
    expect(obbsApart(box, RIGHT, LEFT, limit)).toBe(false)
    obbsGap(gap, 0, box, LEFT, RIGHT)
    expect(gap[0]).toBeLessThanOrEqual(0)
  }
  expect(touching).toBe(800)
})

/** An upper bound of two boxes' distance: von Neumann's alternating projections. */
function nearest(box: Float64Array): number {
  // Seen from the left one's centre, so that no digits are lost far from the origin.
  const shifted = box.slice()
  for (let k = 3; k < 12; k += 4) {
    shifted[RIGHT + k] = box[RIGHT + k]! - box[LEFT + k]!
    shifted[LEFT + k] = 0
  }
  const [l, r] = [readBox(shifted, LEFT), readBox(shifted, RIGHT)]
  const project = (b: ReturnType<typeof readBox>, p: number[]): number[] => {
    const q = [...b.centre]
    b.axes.forEach((axis, k) => {
      const along = axis.reduce((sum, a, row) => sum + a * (p[row]! - b.centre[row]!), 0)
      const at = Math.max(-b.half[k]!, Math.min(b.half[k]!, along))
      for (let row = 0; row < 3; row++) q[row]! += at * axis[row]!
    })
    return q
  }
  let p = [...l.centre]
  let q = project(r, p)
  for (let step = 0; step < 200; step++) {
    p = project(l, q)
    q = project(r, p)
  }
  return Math.hypot(...p.map((x, k) => x - q[k]!))
}
